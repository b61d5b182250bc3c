"""What each workflow may do, and what none may: least permissions, no logic, nothing across a border of trust."""

import re
from collections import defaultdict

import pytest
import yaml

from tests.workflows.files import JOBS, PARSED, ROOT, WORKFLOWS, steps

READ, WRITE = "read", "write"
PERMISSIONS = {
    "addenda/amend": {"contents": WRITE, "pull-requests": WRITE},
    "addenda/report": {"contents": READ, "issues": WRITE, "pull-requests": READ},
    "addenda/revisit": {"contents": READ, "pull-requests": READ},
    "check/check": {"checks": WRITE, "contents": READ},
    "check/name": {"contents": READ, "pull-requests": WRITE},
    "check/preview": {"contents": READ},
    "ci/test": {"contents": READ},
    "links/look": {"contents": READ, "pull-requests": READ},
    "links/propose": {"contents": WRITE, "pull-requests": WRITE},
    "links/report": {"contents": READ, "issues": WRITE, "pull-requests": READ},
    "publish/build": {"contents": READ},
    "publish/deploy": {"id-token": WRITE, "pages": WRITE},
    "react/react": {"contents": READ, "issues": WRITE, "pull-requests": WRITE},
    "respond/answer": {"contents": WRITE, "issues": WRITE, "pull-requests": WRITE},
    "respond/hear": {"contents": READ, "issues": WRITE, "pull-requests": WRITE},
    "respond/work": {"contents": READ, "issues": READ, "pull-requests": READ},
    "weekly/draft": {"contents": READ},
    "weekly/due": {"contents": READ, "issues": READ, "pull-requests": READ},
    "weekly/propose": {"contents": WRITE, "pull-requests": WRITE},
    "weekly/report": {"contents": READ, "issues": WRITE, "pull-requests": READ},
}
TRIGGERS = {
    "check": {"pull_request": {"paths": ["digests/**", "prompts/**", "config.yml"]}},
    "ci": {"push": {"branches": ["main"]}, "pull_request": ""},
    "publish": {
        "push": {"branches": ["main"], "paths": ["digests/**", "config.yml", "bot/**"]},
        "workflow_dispatch": "",
    },
    "react": {"issue_comment": {"types": ["created"]}},
    "respond": {"issue_comment": {"types": ["created"]}, "issues": {"types": ["edited"]}},
}
CONCURRENCY = {
    "addenda": {"group": "addenda", "cancel-in-progress": "false", "queue": "max"},
    "check": {"group": "check-${{ github.event.pull_request.number }}", "cancel-in-progress": "true"},
    "ci": {"group": "ci-${{ github.ref }}", "cancel-in-progress": "true"},
    "links": {"group": "links", "cancel-in-progress": "false"},
    "publish": {"group": "pages", "cancel-in-progress": "false"},
    "react": {"group": "react-${{ github.event.comment.id }}", "cancel-in-progress": "false"},
    "respond": {
        "group": "respond-${{ github.event.issue.number }}",
        "cancel-in-progress": "false",
        "queue": "max",
    },
    "weekly": {"group": "weekly", "cancel-in-progress": "false", "queue": "max"},
}
SECRETS = {
    "addenda/amend": ("proposing", {"APP_PRIVATE_KEY"}),
    "links/propose": ("proposing", {"APP_PRIVATE_KEY"}),
    "respond/answer": ("proposing", {"APP_PRIVATE_KEY"}),
    "respond/work": ("drafting", {"OPENAI_API_KEY"}),
    "weekly/draft": ("drafting", {"OPENAI_API_KEY"}),
    "weekly/propose": ("proposing", {"APP_PRIVATE_KEY"}),
}
SCHEDULED = ("addenda", "links", "weekly")
BASE = "${{ github.event.pull_request.base.sha }}"
INSTALL = "pip install --quiet --require-hashes --only-binary :all: -r requirements-run.txt"

each_workflow = pytest.mark.parametrize("name", WORKFLOWS)
each_job = pytest.mark.parametrize("name", JOBS)


def test_each_job_may_do_only_what_the_table_says() -> None:
    assert PERMISSIONS == {name: job["permissions"] for name, job in JOBS.items()}


@each_workflow
def test_a_workflow_by_itself_may_do_nothing_and_every_permission_says_what_it_is_for(name: str) -> None:
    assert {} == PARSED[name]["permissions"]
    granted = [line for line in WORKFLOWS[name].splitlines() if re.search(r"^ {6}[\w-]+: (read|write)\b", line)]
    assert sum(len(job["permissions"]) for job in PARSED[name]["jobs"].values()) == len(granted)
    assert [] == [line for line in granted if not re.search(r": (read|write) # \w.+", line)]


def test_only_the_drafting_jobs_hold_the_models_key_and_they_may_write_nothing() -> None:
    holders = {name for name, job in JOBS.items() if "OPENAI_API_KEY" in yaml.dump(job)}
    assert {"weekly/draft", "respond/work"} == holders
    assert {READ} == {level for name in holders for level in JOBS[name]["permissions"].values()}


def test_a_secret_belongs_to_the_environment_of_the_job_that_needs_it() -> None:
    for name, job in JOBS.items():
        environment, secrets = SECRETS.get(name, ("", set()))
        assert (name, secrets) == (name, set(re.findall(r"secrets\.(\w+)", yaml.dump(job))))
        assert len(secrets) == yaml.dump(job).count("secrets"), name
        assert not secrets or environment == job["environment"]["name"]


def test_no_workflow_runs_on_an_event_that_hands_its_secrets_to_a_stranger() -> None:
    for name in SCHEDULED:
        assert {"schedule", "workflow_dispatch"} == set(PARSED[name]["on"])
    assert TRIGGERS == {name: workflow["on"] for name, workflow in PARSED.items() if name not in SCHEDULED}


def test_what_is_scheduled_begins_off_the_hour_each_on_a_day_of_its_own() -> None:
    days = set()
    for name in SCHEDULED:
        (schedule,) = PARSED[name]["on"]["schedule"]
        minute, hour, *_, day = schedule["cron"].split()
        assert int(minute) % 15 and 0 < int(hour) < 24
        days.add(day)
    assert len(SCHEDULED) == len(days)


def test_two_runs_never_get_in_each_others_way_and_no_command_is_lost() -> None:
    assert CONCURRENCY == {name: workflow["concurrency"] for name, workflow in PARSED.items()}


@each_job
def test_a_job_ends_by_itself_on_a_machine_that_is_named(name: str) -> None:
    assert int(JOBS[name]["timeout-minutes"]) <= 45
    assert "ubuntu-24.04" == JOBS[name]["runs-on"]


def test_the_job_that_may_comment_on_a_strangers_pull_request_takes_nothing_of_it_but_an_id() -> None:
    job = JOBS["check/name"]
    assert {"artifact": "${{ steps.kept.outputs.artifact-id }}"} == JOBS["check/preview"]["outputs"]
    assert ["actions/checkout", "actions/setup-python"] == [
        step["uses"].partition("@")[0] for step in job["steps"] if "uses" in step
    ]
    assert {"ARTIFACT": "${{ needs.preview.outputs.artifact }}", "GITHUB_TOKEN": "${{ github.token }}"} == job["steps"][
        -1
    ]["env"]


@each_workflow
def test_every_action_is_githubs_own_and_pinned(name: str) -> None:
    for line in re.findall(r"uses: .*", WORKFLOWS[name]):
        assert re.fullmatch(r"uses: actions/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line)


def test_an_action_has_one_pin_everywhere() -> None:
    pins = defaultdict(set)
    for text in WORKFLOWS.values():
        for action, pin in re.findall(r"uses: ([\w/-]+)@(.*)", text):
            pins[action].add(pin)
    assert {} == {action: found for action, found in pins.items() if len(found) > 1}


def test_a_pull_request_is_judged_by_the_code_it_is_to_be_merged_into_and_no_checkout_leaves_credentials() -> None:
    assert {"false"} == {step["with"]["persist-credentials"] for _, step in steps("checkout")}
    chosen = {name: step["with"]["ref"] for name, step in steps("checkout") if "ref" in step["with"]}
    assert dict.fromkeys(("check/check", "check/name", "check/preview"), BASE) == chosen
    assert [] == [name for name, step in steps("checkout") if not {"persist-credentials", "ref"} >= set(step["with"])]


def test_only_the_drafting_jobs_keep_anything_for_later_runs_and_each_run_under_a_key_of_its_own() -> None:
    """Neither is run for a pull request, so nothing that one has made is ever restored there."""
    assert {"weekly/draft", "respond/work"} == {name for name, _ in (*steps("cache/restore"), *steps("cache/save"))}
    for (name, restored), (_, saved) in zip(steps("cache/restore"), steps("cache/save"), strict=True):
        edition = "${{ matrix.edition }}" if name == "weekly/draft" else "${{ needs.hear.outputs.edition }}"
        key = f"drafting-{edition}-${{{{ github.run_id }}}}-${{{{ github.run_attempt }}}}"
        assert {"path": "build/cache", "key": key} == saved["with"] and "always()" == saved["if"]
        assert {**saved["with"], "restore-keys": f"drafting-{edition}-\ndrafting-\n"} == restored["with"]
    assert not [name for name, text in WORKFLOWS.items() if re.search(r"\bcache:|actions/cache@", text)]


def test_an_artifact_stays_within_its_run() -> None:
    assert [] == [name for name, step in steps("setup-python") if {"python-version"} != set(step["with"])]
    for _, step in steps("upload-artifact"):
        assert {"name", "path", "if-no-files-found", "retention-days"} >= set(step["with"])
    for _, step in steps("download-artifact"):
        assert {"name", "pattern", "path", "merge-multiple"} >= set(step["with"])


@each_job
def test_no_expression_reaches_a_shell(name: str) -> None:
    assert [] == [step for step in JOBS[name]["steps"] if "${{" in step.get("run", "")]


@pytest.mark.parametrize("name", [name for name in JOBS if name not in ("ci/test", "publish/deploy")])
def test_a_job_installs_what_is_locked_and_runs_one_verb(name: str) -> None:
    install, verb = [step["run"] for step in JOBS[name]["steps"] if "run" in step]
    assert INSTALL == install
    assert re.fullmatch(r"exec python -m bot [a-z]+( [^;&|<>`]+)?", verb)


def test_ci_runs_the_readmes_test_command_on_every_python() -> None:
    job = JOBS["ci/test"]
    assert ["3.11", "3.12", "3.13", "3.14"] == job["strategy"]["matrix"]["python"]
    assert ".ci/run" in [step.get("run") for step in job["steps"]]
    assert "make test" == (ROOT / ".ci/run").read_text().strip().splitlines()[-1]
