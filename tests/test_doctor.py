"""The doctor judges what GitHub shows: what is right is good, what is not says what to click, nothing is guessed."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot import doctor
from bot.config import Config, load
from bot.doctor import Diagnosis, Health
from bot.doctor.running import WORKFLOWS
from bot.doctor.site import ENVIRONMENTS
from bot.errors import ConfigError
from bot.forges.github.places import APP_ID, APP_KEY, KEY
from bot.forges.github.seen import Allowance, Pages, Repository, Rule, Seen, Unseen

ROOT = Path(__file__).resolve().parent.parent
SITE = "https://github.com/harbour/digests"
KEPT = f"{SITE}/settings/environments"
HIDDEN = Unseen(why="GitHub says: Resource not accessible", status=403)
MAY, MAY_NOT = Allowance(pulls=True, default="read"), Allowance(pulls=False, default="read")
REPOSITORY = Repository(
    branch="main", private=False, archived=False, issues=True, pages=True, organization=True, role="administrator"
)
WELL = Seen(
    site=SITE,
    login="ada",
    repository=REPOSITORY,
    branches=("main",),
    actions="all",
    allowance=MAY,
    organization=MAY,
    pages=Pages(source="workflow", address="https://harbour.github.io/digests/"),
    environments=("drafting", "proposing", "github-pages"),
    drafting=(KEY,),
    proposing=(),
    secrets=(),
    workflows=dict.fromkeys(WORKFLOWS, "active"),
    labels=("digest", "status:needs-review", "digest-dashboard"),
    rules=(),
)
LATER = tuple(name for name in Seen.__slots__ if name not in ("site", "login", "repository"))


def config(url: str = "https://harbour.github.io/digests/") -> Config:
    shipped = load(ROOT / "config.yml")
    return replace(shipped, site=replace(shipped.site, url=url, contact="https://harbour.github.io/"))


def examined(found: Config | ConfigError | None = None, **seen: Any) -> tuple[Diagnosis, ...]:
    return doctor.examine(replace(WELL, **seen), found or config())


def only(health: Health, diagnoses: tuple[Diagnosis, ...]) -> Diagnosis:
    """The one line that is not good."""
    found = [each for each in diagnoses if each.health is not Health.GOOD]
    assert [health] == [each.health for each in found], found
    return found[0]


def repository(**changes: Any) -> Repository:
    return replace(REPOSITORY, **changes)


def test_the_doctor_looks_for_what_the_workflows_use() -> None:
    texts = {path.name: path.read_text() for path in (ROOT / ".github/workflows").glob("*.yml")}
    assert set(WORKFLOWS) <= texts.keys()
    whole = "\n".join(texts.values())
    assert set(ENVIRONMENTS) == set(re.findall(r"^    environment:.*\n +name: (\S+)$", whole, re.M))
    assert {KEY, APP_KEY} == set(re.findall(r"secrets\.(\w+)", whole))
    assert APP_ID in re.findall(r"vars\.(\w+)", whole)


def test_where_all_is_well_nothing_is_to_do() -> None:
    lines = examined()
    assert {Health.GOOD} == {line.health for line in lines}
    assert not [line for line in lines if line.click or line.address]
    assert len({line.setting for line in lines}) == len(lines) >= 14


@pytest.mark.parametrize(
    ("seen", "setting", "click", "address"),
    [
        ({"allowance": MAY_NOT}, "Pull requests", "Allow GitHub Actions to create", f"{SITE}/settings/actions"),
        ({"organization": MAY_NOT}, "Pull requests, organization", "Allow GitHub Actions to create",
         "https://github.com/organizations/harbour/settings/actions"),
        ({"actions": "none"}, "Actions", "“Allow all actions and reusable workflows”", f"{SITE}/settings/actions"),
        ({"actions": "local_only"}, "Actions", "“Allow all actions", f"{SITE}/settings/actions"),
        ({"actions": "selected"}, "Actions", "“Allow all actions", f"{SITE}/settings/actions"),
        ({"pages": None}, "Pages", "choose the Source “GitHub Actions”", f"{SITE}/settings/pages"),
        ({"pages": Pages(source="legacy", address="")}, "Pages", "“GitHub Actions”", f"{SITE}/settings/pages"),
        ({"pages": Pages(source="workflow", address="https://d.example.net/")}, "Pages",
         "set site.url to https://d.example.net/", f"{SITE}/edit/main/config.yml"),
        ({"secrets": (KEY,)}, "Model key", f"“Add environment secret” {KEY}", KEPT),
        ({"proposing": (APP_KEY,)}, "GitHub App", f"“Add environment variable” {APP_ID}", KEPT),
        ({"proposing": (APP_ID,)}, "GitHub App", f"“Add environment secret” {APP_KEY}", KEPT),
        ({"branches": ()}, "Branch", "first commit", SITE),
        ({"repository": repository(branch="trunk")}, "Branch", "rename it to main", f"{SITE}/settings"),
        ({"repository": repository(archived=True)}, "Repository", "“Unarchive this repository”", f"{SITE}/settings"),
        ({"repository": repository(issues=False)}, "Issues", "tick “Issues”", f"{SITE}/settings"),
        ({"rules": (Rule(kind="creation", ruleset=7, level="Repository"),)}, "Rules for digest/*", "digest/**",
         f"{SITE}/settings/rules/7"),
        ({"rules": (Rule(kind="update", ruleset=8, level="Organization"),)}, "Rules for digest/*", "digest/**",
         "https://github.com/organizations/harbour/settings/rules/8"),
    ],
)  # fmt: skip
def test_what_is_not_right_says_what_to_click_and_where(
    seen: dict[str, Any], setting: str, click: str, address: str
) -> None:
    line = only(Health.TO_DO, examined(**seen))
    assert (setting, address) == (line.setting, line.address)
    assert click in line.click
    assert line.says


@pytest.mark.parametrize(
    ("state", "says", "click", "address"),
    [
        ("disabled_inactivity", "60 days", "“Enable workflow”", f"{SITE}/actions/workflows/weekly.yml"),
        ("disabled_manually", "somebody", "“Enable workflow”", f"{SITE}/actions/workflows/weekly.yml"),
        ("disabled_fork", "fork", "“Enable workflow”", f"{SITE}/actions/workflows/weekly.yml"),
        ("disabled_by_comet", "disabled_by_comet", "“Enable workflow”", f"{SITE}/actions/workflows/weekly.yml"),
        ("deleted", "there is none", "copy weekly.yml", f"{SITE}/tree/main/.github/workflows"),
        (None, "there is none", "copy weekly.yml", f"{SITE}/tree/main/.github/workflows"),
    ],
)
def test_a_workflow_that_does_not_run_is_named(state: str | None, says: str, click: str, address: str) -> None:
    states = {name: state or "" for name in WORKFLOWS if state or name != "weekly.yml"}
    lines = examined(workflows=states | dict.fromkeys(WORKFLOWS[1:], "active"))
    line = only(Health.TO_DO, lines)
    assert ("Workflow weekly", address) == (line.setting, line.address)
    assert says in line.says and click in line.click
    assert "addenda, links, respond, react, check and publish will run" in [
        each.says for each in lines if each.setting == "Workflows"
    ]


def test_when_no_workflow_runs_none_is_called_good() -> None:
    lines = examined(workflows={})
    assert [f"Workflow {name}" for name in ("weekly", "addenda", "links", "respond", "react", "check", "publish")] == [
        line.setting for line in lines if line.health is Health.TO_DO
    ]
    assert "Workflows" not in [line.setting for line in lines]


@pytest.mark.parametrize("field", LATER)
def test_what_the_token_cannot_see_is_never_called_good_or_wrong(field: str) -> None:
    token, *unseen = [line for line in examined(**{field: HIDDEN}) if line.health is not Health.GOOD]
    assert (set() if field == "secrets" else {Health.UNSEEN}) == {line.health for line in unseen}
    assert ("Token", Health.UNSEEN, True) == (token.setting, token.health, "organization_adm" in token.address)
    for line in unseen:
        assert HIDDEN.why in line.says
        assert "Read-only" in line.click and line.address.startswith("https://github.com/")


def test_a_token_that_is_not_valid_is_the_first_thing_to_mend() -> None:
    stolen = Unseen(why="GitHub says: Bad credentials", status=401)
    lines = examined(login=stolen, repository=stolen)
    assert ["config.yml", "Token", "Repository"] == [line.setting for line in lines]
    assert [Health.GOOD, Health.TO_DO, Health.TO_DO] == [line.health for line in lines]
    new = "https://github.com/settings/personal-access-tokens/new?name=doctor%20digests&target_name=harbour"
    assert lines[1].address.startswith(new)
    assert "administration=read" in lines[1].address and "=write" not in lines[1].address


def test_a_repository_that_is_not_found_is_mended_before_all_else() -> None:
    line = only(Health.TO_DO, examined(repository=Unseen(why="GitHub says: Not Found", status=404)))
    assert ("Repository", True) == (line.setting, SITE in line.says)


def test_a_workflows_token_is_valid_though_nobody_stands_behind_it() -> None:
    line = only(Health.UNSEEN, examined(login=HIDDEN, organization=None))
    assert "a workflow's or an app's; one of your own can see all that this one cannot" == line.says
    assert "/settings/personal-access-tokens/new?" in line.address and "organization_adm" not in line.address


def test_who_may_not_change_the_settings_is_told() -> None:
    says = {
        role: next(line.says for line in examined(repository=repository(role=role)) if line.setting == "Token")
        for role in ("administrator", "writer")
    }
    assert "ada's" == says["administrator"]
    assert "only an administrator" in says["writer"]


def test_a_persons_repository_has_no_organization_to_ask() -> None:
    lines = examined(organization=None)
    assert {Health.GOOD} == {line.health for line in lines}
    assert "Pull requests, organization" not in [line.setting for line in lines]


def test_the_model_key_is_nobodys_duty() -> None:
    for seen in ({"drafting": ()}, {"environments": (), "drafting": ()}):
        lines = examined(**seen)
        assert {Health.GOOD} == {line.health for line in lines}
        assert "extractive writer" in next(line.says for line in lines if line.setting == "Model key")


def test_an_app_opens_pull_requests_whatever_the_settings_say() -> None:
    lines = examined(proposing=(APP_ID, APP_KEY), allowance=MAY_NOT, organization=MAY_NOT)
    assert {Health.GOOD} == {line.health for line in lines}
    assert "your GitHub App opens them" in [line.says for line in lines]


def test_labels_that_are_missing_are_made_by_the_bot() -> None:
    line = next(line for line in examined(labels=("digest",)) if line.setting == "Labels")
    assert "the bot makes “status:needs-review” and “digest-dashboard” when it first needs them" == line.says


def test_either_choice_of_workflow_permissions_is_good() -> None:
    line = next(line for line in examined(allowance=Allowance(pulls=True, default="write"))
                if line.setting == "Workflow permissions")  # fmt: skip
    assert (Health.GOOD, True) == (line.health, "reading is enough" in line.says)


def test_two_rulesets_are_two_things_to_do_and_harmless_rules_are_none() -> None:
    harmless = [Rule(kind=kind, ruleset=1, level="Repository") for kind in ("deletion", "required_signatures")]
    stopping = [
        Rule(kind=kind, ruleset=number, level="Repository") for kind, number in (("creation", 2), ("update", 2))
    ]
    more = Rule(kind="pull_request", ruleset=3, level="Organization")
    assert {Health.GOOD} == {line.health for line in examined(rules=tuple(harmless))}
    lines = [line for line in examined(rules=(*harmless, *stopping, more)) if line.health is Health.TO_DO]
    assert [True, True] == ["creation and update" in lines[0].says, "pull_request" in lines[1].says]
    assert 2 == len(lines)


def test_a_configuration_that_is_wrong_or_still_the_shipped_one_is_to_do() -> None:
    broken = ConfigError("config.yml, line 7: there is no 'wieght'", hint="did you mean 'weight'?")
    line = only(Health.TO_DO, examined(broken))
    assert ("config.yml", str(broken), broken.hint) == (line.setting, line.says, line.click)
    lines = examined(load(ROOT / "config.yml"), pages=Pages(source="workflow", address="https://example.org/digests/"))
    assert "python -m bot init" in only(Health.TO_DO, lines).click


def test_the_same_address_may_be_written_in_two_ways() -> None:
    assert {Health.GOOD} == {line.health for line in examined(config("http://Harbour.github.io/digests"))}
