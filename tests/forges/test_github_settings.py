"""What GitHub shows of its settings, asked of the double: read only, with any token, through whatever fails."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.errors import ConfigError, ForgeError
from bot.forges.github import places
from bot.forges.github.look import look
from bot.forges.github.seen import Allowance, Pages, Repository, Rule, Seen, Unseen
from bot.forges.github.settings import Settings
from tests.github.access import Token
from tests.github.double import MAINTAINER, WORKFLOW, Double
from tests.github.exchange import Reply
from tests.github.faults import BAD_GATEWAY, RESET, SILENCE, error, instead, secondary_limit
from tests.github.operations.labels import add

WEEKLY = {".github/workflows/weekly.yml": "name: Weekly\non:\n  schedule: [{cron: 17 5 * * 1}]\n", "README.md": "# D\n"}
RULE = {"type": "creation", "ruleset_id": 7, "ruleset_source_type": "Repository", "ruleset_source": "harbour/digests"}
CALM = RULE | {"type": "deletion", "ruleset_id": 8, "ruleset_source_type": "Organization"}
ALWAYS = {"login", "repository", "branches", "environments", "workflows", "labels", "rules", "site"}


@pytest.fixture
def double() -> Iterator[Double]:
    """As somebody has set it up; fails the test at its end if anything broke GitHub's description."""
    with Double(WEEKLY) as double:
        double.permission["ada"] = "admin"
        double.settings.pages = "https://harbour.example.org/digests/"
        double.settings.environments = {"drafting": ["OPENAI_API_KEY"], "proposing": ["APP_PRIVATE_KEY"]}
        double.settings.variables = {"proposing": ["APP_CLIENT_ID"]}
        double.settings.secrets = ["OTHER"]
        double.settings.rules = [("digest/", RULE), ("", CALM), ("release/", RULE)]
        add(double.hub, "digest")
        yield double


def seen(double: Double, token: str = MAINTAINER, waits: list[float] | None = None, **changes: object) -> Seen:
    settings = Settings(repository="harbour/digests", token=token, api=double.base)
    return look(replace(settings, **changes), sleep=(waits if waits is not None else []).append)


def hidden(found: Seen) -> set[str]:
    return {name for name in Seen.__slots__ if isinstance(getattr(found, name), Unseen)}


def test_a_maintainers_own_token_sees_everything(double: Double) -> None:
    repository = Repository(
        branch="main", private=False, archived=False, issues=True, pages=True, organization=True, role="administrator"
    )
    expected = Seen(
        site=f"{double.base}/harbour/digests",
        login="ada",
        repository=repository,
        branches=("main",),
        actions="all",
        allowance=Allowance(pulls=True, default="read"),
        organization=Allowance(pulls=True, default="read"),
        pages=Pages(source="workflow", address="https://harbour.example.org/digests/"),
        environments=("drafting", "proposing"),
        drafting=("OPENAI_API_KEY",),
        proposing=("APP_PRIVATE_KEY", "APP_CLIENT_ID"),
        secrets=("OTHER",),
        workflows={"weekly.yml": "active"},
        labels=("digest",),
        rules=(
            Rule(kind="creation", ruleset=7, level="Repository"),
            Rule(kind="deletion", ruleset=8, level="Organization"),
        ),
    )
    assert expected == seen(double)
    assert {"GET"} == {call.method for call in double.calls}
    assert len(double.calls) <= 18


def test_every_setting_is_shown_as_it_was_chosen(double: Double) -> None:
    chosen = double.settings
    chosen.workflows_may_open_pulls, chosen.default_permissions, chosen.actions = False, "write", "local_only"
    chosen.organization_lets_workflows_open_pulls, chosen.pages_from = False, "legacy"
    chosen.private = chosen.archived = True
    chosen.issues = False
    double.hub.workflow_states["weekly.yml"] = "disabled_inactivity"
    found = seen(double)
    assert isinstance(found.repository, Repository) and isinstance(found.pages, Pages)
    assert (True, True, False) == (found.repository.private, found.repository.archived, found.repository.issues)
    assert Allowance(pulls=False, default="write") == found.allowance == found.organization
    assert ("local_only", "legacy") == (found.actions, found.pages.source)
    assert {"weekly.yml": "disabled_inactivity"} == found.workflows


@pytest.mark.parametrize(
    ("policy", "githubs_own", "expected"),
    [("none", True, "none"), ("all", True, "all"), ("selected", True, "github"), ("selected", False, "selected")],
)
def test_selected_actions_may_count_githubs_own(double: Double, policy: str, githubs_own: bool, expected: str) -> None:
    double.settings.actions, double.settings.githubs_own_actions = policy, githubs_own
    assert expected == seen(double).actions


def test_what_is_not_there_is_not_asked_for(double: Double) -> None:
    double.settings.organization, double.settings.pages, double.settings.environments = False, None, {}
    found = seen(double)
    assert (None, None, (), ()) == (found.organization, found.pages, found.drafting, found.proposing)
    asked = {call.operation for call in double.calls}
    assert not [name for name in asked if name.endswith("-organization") or "environment-" in name]
    assert "repos/get-pages" not in asked


def test_a_repository_without_a_commit_has_no_branch(double: Double) -> None:
    double.hub.repository.remove("refs/heads/main")
    assert () == seen(double).branches


def test_a_workflows_token_sees_what_everyone_sees_and_says_of_the_rest_that_it_does_not(double: Double) -> None:
    found = seen(double, WORKFLOW)
    assert set(Seen.__slots__) - ALWAYS | {"login"} == hidden(found)
    assert Unseen(why="GitHub says: Resource not accessible by integration", status=403) == found.allowance
    assert ("main",) == found.branches


def test_one_permission_more_shows_one_setting_more(double: Double) -> None:
    whole = hidden(seen(double, WORKFLOW))
    for permission, fields in (
        ("administration", {"actions", "allowance"}),
        ("organization-administration", {"organization"}),
        ("pages", {"pages"}),
        ("environments", {"drafting", "proposing"}),
        ("secrets", {"secrets"}),
    ):
        double.tokens["narrow"] = Token(permissions={permission: "read"})
        assert whole - fields == hidden(seen(double, "narrow")) - {"login"} | {"login"}


def test_a_token_that_is_not_valid_and_a_repository_that_is_not_there_end_it_at_once(double: Double) -> None:
    stolen = seen(double, "stolen")
    assert Unseen(why="GitHub says: Bad credentials", status=401) == stolen.login == stolen.repository
    assert set(Seen.__slots__) - {"site"} == hidden(stolen)
    elsewhere = seen(double, repository="harbour/other")
    assert ("ada", Unseen(why="GitHub says: Not Found", status=404)) == (elsewhere.login, elsewhere.repository)
    assert 4 == len(double.calls)


@pytest.mark.parametrize("reply", [BAD_GATEWAY, RESET, SILENCE, secondary_limit(429, 5), secondary_limit(403, 5)])
def test_what_fails_once_is_asked_again(double: Double, reply: Reply) -> None:
    waits: list[float] = []
    double.faults.append(instead(reply, "actions/get-github-actions-permissions-repository", times=1))
    assert set() == hidden(seen(double, waits=waits, seconds=1 if reply is SILENCE else 30))
    assert 1 == len(waits)


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (BAD_GATEWAY, "502"),
        (RESET, "no answer"),
        (secondary_limit(403, 600), "rate limit"),
        (error(418, "Teapot"), "Teapot"),
        (Reply(body=b"<html>A proxy's page</html>"), "no answer that can be read"),
        (Reply(body=json.dumps({"strange": 1}).encode(), headers={"Content-Type": "application/json"}), "can be read"),
    ],
)
@pytest.mark.parametrize("operation", ["users/get-authenticated", "repos/get-pages", "issues/list-labels-for-repo"])
def test_what_goes_on_failing_is_one_failure_and_not_a_setting_that_cannot_be_seen(
    double: Double, operation: str, reply: Reply, said: str
) -> None:
    double.faults.append(instead(reply, operation, times=9))
    with pytest.raises(ForgeError) as failure:
        seen(double)
    assert said in str(failure.value)
    assert failure.value.hint


def test_the_token_is_not_sent_to_a_stranger_nor_shown() -> None:
    with pytest.raises(ConfigError):
        Settings(repository="harbour/digests", token="secret", api="http://stranger.example.org")
    assert "secret" not in repr(Settings(repository="harbour/digests", token="secret"))


# Places


def test_places_are_those_of_the_repository_and_its_organization() -> None:
    site = "https://github.com/harbour/digests"
    assert f"{site}/settings/actions" == places.pulls(site).address
    assert f"{site}/settings/pages" == places.pages(site).address
    assert f"{site}/settings/environments" == places.key(site).address
    assert "https://github.com/organizations/harbour/settings/actions" == places.organization(site).address
    assert "https://ghe.example.org/settings/personal-access-tokens/new?" in places.token(
        "https://ghe.example.org/harbour/digests"
    ).address  # fmt: skip


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://github.com/harbour/digests.git", "harbour/digests"),
        ("https://github.com/harbour/digests", "harbour/digests"),
        ("https://github.com/harbour/digests/", "harbour/digests"),
        ("https://ada@github.com/harbour/my.digests.git", "harbour/my.digests"),
        ("git@github.com:harbour/digests.git", "harbour/digests"),
        ("ssh://git@github.com/harbour/digests.git", "harbour/digests"),
        ("https://example.org/harbour/digests.git", ""),
        ("https://notgithub.com/harbour/digests.git", ""),
        ("../digests.git", ""),
    ],
)
def test_a_clone_knows_where_it_came_from(url: str, expected: str) -> None:
    other = '[remote "fork"]\n\turl = https://github.com/stranger/digests.git\n'
    text = f'[core]\n\tbare = false\n{other}[remote "origin"]\n\tfetch = +refs\n\turl = {url}\n[branch "main"]\n'
    assert expected == places.cloned_from(text)
    assert "" == places.cloned_from(other)
