"""Who sets off which job, and who waits for whom: GitHub's own evaluator over what GitHub may send."""

from typing import Any

import pytest

from tests.github.double import Double
from tests.workflows import github_parser
from tests.workflows.files import PARSED, WORKFLOWS
from tests.workflows.github_parser import Question, ask
from tests.workflows.payloads import COMMENTS, ISSUES, Payload

DUE = {"result": "success", "outputs": {"editions": '["harbour-2026", "tide-2026"]'}}
NOTHING_DUE = {"result": "success", "outputs": {"editions": "[]"}}
ASKED = {"result": "success", "outputs": {"asked": "true"}}
NOT_ASKED = {"result": "success", "outputs": {"asked": "false"}}
SHOWN = {"result": "success", "outputs": {"artifact": "42"}}
NOT_SHOWN = {"result": "success", "outputs": {"artifact": ""}}
DONE, FAILED, CUT_OFF, SKIPPED = ({"result": each} for each in ("success", "failure", "cancelled", "skipped"))
BROKEN = {"result": "failure", "outputs": {}}
# What became of the jobs before, and whether this one runs then.
AFTER: list[tuple[str, str, dict[str, Any], bool]] = [
    ("weekly", "draft", {"due": DUE}, True),
    ("weekly", "draft", {"due": NOTHING_DUE}, False),
    ("weekly", "draft", {"due": BROKEN}, False),
    ("weekly", "propose", {"due": DUE, "draft": DONE}, True),
    ("weekly", "propose", {"due": DUE, "draft": FAILED}, True),
    ("weekly", "propose", {"due": NOTHING_DUE, "draft": SKIPPED}, False),
    ("weekly", "propose", {"due": BROKEN, "draft": SKIPPED}, False),
    ("weekly", "report", {"due": DUE, "draft": DONE, "propose": DONE}, True),
    ("weekly", "report", {"due": BROKEN, "draft": SKIPPED, "propose": SKIPPED}, True),
    ("weekly", "report", {"due": DUE, "draft": FAILED, "propose": FAILED}, True),
    ("respond", "work", {"hear": ASKED}, True),
    ("respond", "work", {"hear": NOT_ASKED}, False),
    ("respond", "work", {"hear": BROKEN}, False),
    ("respond", "work", {"hear": SKIPPED}, False),
    ("respond", "answer", {"hear": ASKED, "work": DONE}, True),
    ("respond", "answer", {"hear": ASKED, "work": FAILED}, True),
    ("respond", "answer", {"hear": ASKED, "work": CUT_OFF}, True),
    ("respond", "answer", {"hear": NOT_ASKED, "work": SKIPPED}, False),
    ("respond", "answer", {"hear": SKIPPED, "work": SKIPPED}, False),
    ("addenda", "amend", {"revisit": DUE}, True),
    ("addenda", "amend", {"revisit": NOTHING_DUE}, False),
    ("addenda", "amend", {"revisit": BROKEN}, False),
    ("addenda", "report", {"amend": DONE}, True),
    ("addenda", "report", {"amend": FAILED}, True),
    ("addenda", "report", {"amend": SKIPPED}, False),
    ("links", "report", {"propose": DONE}, True),
    ("links", "report", {"propose": SKIPPED}, False),
    ("check", "name", {"preview": SHOWN}, True),
    ("check", "name", {"preview": NOT_SHOWN}, False),
    ("check", "name", {"preview": BROKEN}, False),
    ("publish", "deploy", {"build": DONE}, True),
    ("publish", "deploy", {"build": FAILED}, False),
]


def context(event_name: str, payload: Payload) -> dict[str, Any]:
    return {"github": {"event_name": event_name, "event": payload, "ref": "refs/heads/main"}}


@pytest.fixture(scope="module")
def payloads() -> dict[tuple[str, str], Payload]:
    made = {}
    for event, variants in (("issue_comment", COMMENTS), ("issues", ISSUES)):
        for name, (make, _) in variants.items():
            with Double() as double:
                made[event, name] = make(double)
    return made


def test_githubs_own_parser_finds_nothing() -> None:
    assert {name: [] for name in WORKFLOWS} == ask(WORKFLOWS).problems


@pytest.mark.parametrize(
    ("right", "wrong", "problem"),
    [
        ("timeout-minutes", "time-out", "Unexpected value 'time-out'"),
        ("queue: max", "queue: most", "Unexpected value 'most'"),
        ("contains(", "includes(", "Unrecognized function: 'includes'"),
    ],
)
def test_githubs_own_parser_would_find(right: str, wrong: str, problem: str) -> None:
    assert right in WORKFLOWS["respond"]
    spoiled = WORKFLOWS["respond"].replace(right, wrong)
    assert problem in " ".join(ask({"respond": spoiled}).problems["respond"])


def test_a_runner_starts_for_what_may_be_a_command_and_for_nothing_else(
    payloads: dict[tuple[str, str], Payload],
) -> None:
    questions = [
        Question(workflow="respond", job="hear", context=context(event, payload))
        for (event, _), payload in payloads.items()
    ]
    passed = dict(zip(payloads, ask(WORKFLOWS, questions).answers, strict=True))
    expected = {
        (event, name): starts
        for event, variants in (("issue_comment", COMMENTS), ("issues", ISSUES))
        for name, (_, starts) in variants.items()
    }
    types = {event: about["types"] for event, about in PARSED["respond"]["on"].items()}
    assert expected == {key: passed[key] and payloads[key]["action"] in types[key[0]] for key in payloads}


def test_a_comment_is_reacted_to_where_it_is_heard(payloads: dict[tuple[str, str], Payload]) -> None:
    assert PARSED["respond"]["on"]["issue_comment"] == PARSED["react"]["on"]["issue_comment"]
    comments = [payload for (event, _), payload in payloads.items() if event == "issue_comment"]
    heard, seen = (
        [Question(workflow=name, job=job, context=context("issue_comment", payload)) for payload in comments]
        for name, job in (("respond", "hear"), ("react", "react"))
    )
    answers = ask(WORKFLOWS, [*heard, *seen]).answers
    assert answers[: len(comments)] == answers[len(comments) :]


def test_commands_wait_for_each_other_only_on_the_same_pull_request_or_issue(
    payloads: dict[tuple[str, str], Payload],
) -> None:
    questions = [
        Question(workflow="respond", context=context(event, payload)) for (event, _), payload in payloads.items()
    ]
    numbers = [f"respond-{payload['issue']['number']}" for payload in payloads.values()]
    assert numbers == ask(WORKFLOWS, questions).answers


def test_a_job_runs_after_what_it_needs_and_nobody_is_left_without_an_answer() -> None:
    questions = [Question(workflow=workflow, job=job, context={"needs": needs}) for workflow, job, needs, _ in AFTER]
    found = ask(WORKFLOWS, questions).answers
    assert AFTER == [(*case[:3], runs) for case, runs in zip(AFTER, found, strict=True)]


@pytest.mark.parametrize(
    ("workflow", "job", "needs", "runs"),
    [
        ("weekly", "propose", {"due": DUE, "draft": CUT_OFF}, False),
        ("weekly", "report", {"due": DUE, "draft": CUT_OFF, "propose": SKIPPED}, True),
        ("respond", "answer", {"hear": ASKED, "work": CUT_OFF}, True),
    ],
)
def test_a_run_that_is_stopped_writes_no_digest_and_yet_says_so(
    workflow: str, job: str, needs: dict[str, Any], runs: bool
) -> None:
    question = Question(workflow=workflow, job=job, context={"needs": needs, "cancelled": True})
    assert [runs] == ask(WORKFLOWS, [question]).answers


def test_every_other_workflow_queues_as_a_whole_or_by_what_it_concerns() -> None:
    events: dict[str, dict[str, Any]] = {
        "weekly": {},
        "addenda": {},
        "publish": {},
        "check": {"pull_request": {"number": 7}},
        "ci": {},
        "react": {"comment": {"id": 5}},
    }
    questions = [Question(workflow=name, context=context("", event)) for name, event in events.items()]
    expected = ["weekly", "addenda", "pages", "check-7", "ci-refs/heads/main", "react-5"]
    assert expected == ask(WORKFLOWS, questions).answers


def test_where_there_is_no_node_this_is_skipped_with_the_reason_but_never_on_ci(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(github_parser, "brought", lambda: "there is no Node here")
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="there is no Node here"):
        ask({})
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="there is no Node here"):
        ask({})


def test_the_parsers_lock_names_no_host_it_comes_from() -> None:
    assert '"resolved"' not in (github_parser.PROGRAM / "package-lock.json").read_text()
