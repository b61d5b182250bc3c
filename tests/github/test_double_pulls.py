"""Pull requests are refused, listed, merged and closed as GitHub does it."""

import pytest
from github import Github, GithubException

from tests.github.client import ask, refusal
from tests.github.double import Double


def test_there_is_one_open_pull_request_for_a_head_and_base(double: Double, pull: int) -> None:
    given = {"head": "draft", "base": "main", "title": "Again"}
    assert (422, "A pull request already exists for harbour:draft.") == refusal(ask(double, "POST", "/pulls", given))
    double.close(pull)
    assert 201 == ask(double, "POST", "/pulls", given).status


def test_a_pull_request_needs_commits(double: Double) -> None:
    double.branch("draft")
    given = {"head": "draft", "base": "main", "title": "T"}
    assert (422, "No commits between main and draft") == refusal(ask(double, "POST", "/pulls", given))


@pytest.mark.parametrize("end", ["head", "base"])
def test_a_pull_request_needs_both_branches(double: Double, end: str) -> None:
    given = {"head": "main", "base": "main", "title": "T", end: "absent"}
    response = ask(double, "POST", "/pulls", given)
    assert [{"resource": "PullRequest", "code": "invalid", "field": end}] == response.json["errors"]


def test_a_workflow_may_not_open_pull_requests_unless_that_is_allowed(double: Double, github: Github) -> None:
    double.settings.workflows_may_open_pulls = False
    double.branch("draft")
    double.edit("draft", "a.md", "a\n")
    with pytest.raises(GithubException) as error:
        github.get_repo("harbour/digests").create_pull("main", "draft", title="T")
    assert (403, "GitHub Actions is not permitted to create or approve pull requests.") == (
        error.value.status,
        error.value.data["message"],
    )


def test_pull_requests_are_listed_by_head_state_and_base(double: Double, github: Github, pull: int) -> None:
    double.branch("other")
    double.edit("other", "a.md", "a\n")
    other = double.open_pull("other")
    double.close(pull)
    repository = github.get_repo("harbour/digests")
    assert [other] == [shown.number for shown in repository.get_pulls()]
    assert [pull] == [shown.number for shown in repository.get_pulls(state="all", head="harbour:draft")]
    assert [] == list(repository.get_pulls(base="release"))
    assert [other, pull] == [shown.number for shown in repository.get_pulls(state="all")]


def test_a_head_without_its_owner_filters_nothing(double: Double, pull: int) -> None:
    assert [pull] == [shown["number"] for shown in ask(double, "GET", "/pulls?head=absent").json]


def test_whether_a_pull_request_can_be_merged_is_known_from_the_second_look_on(
    double: Double, github: Github, pull: int
) -> None:
    repository = github.get_repo("harbour/digests")
    looks = [repository.get_pull(pull) for _ in range(2)]
    assert [(None, "unknown"), (True, "clean")] == [(look.mergeable, look.mergeable_state) for look in looks]
    double.edit("main", "digests/harbour-2026.md", "# Something else\n")
    looks = [repository.get_pull(pull) for _ in range(2)]
    assert [(None, "unknown"), (False, "dirty")] == [(look.mergeable, look.mergeable_state) for look in looks]
    assert (405, "Pull Request is not mergeable") == refusal(ask(double, "PUT", f"/pulls/{pull}/merge", {}))


def test_a_merge_is_refused_when_the_head_has_moved(double: Double, pull: int) -> None:
    seen = double.hub.head_of(pull)
    double.edit("draft", "more.md", "more\n")
    response = ask(double, "PUT", f"/pulls/{pull}/merge", {"sha": seen})
    assert (409, "Head branch was modified. Review and try the merge again.") == refusal(response)


def test_a_draft_is_not_merged(double: Double) -> None:
    double.branch("draft")
    double.edit("draft", "a.md", "a\n")
    given = {"head": "harbour:draft", "base": "main", "title": "T", "draft": True}
    number = ask(double, "POST", "/pulls", given).json["number"]
    assert (405, "Pull Request is still a draft") == refusal(ask(double, "PUT", f"/pulls/{number}/merge", {}))


def test_a_squash_is_one_commit_with_one_parent(double: Double, pull: int) -> None:
    assert 404 == ask(double, "GET", f"/pulls/{pull}/merge").status
    sha = ask(double, "PUT", f"/pulls/{pull}/merge", {"merge_method": "squash"}).json["sha"]
    assert "By hand (#1)" == double.git("log", "-1", "--format=%s", sha)
    assert 1 == len(double.git("log", "-1", "--format=%P", sha).split())
    assert 204 == ask(double, "GET", f"/pulls/{pull}/merge").status
    assert 405 == ask(double, "PUT", f"/pulls/{pull}/merge", {}).status


def test_what_was_merged_stays_merged(double: Double, pull: int) -> None:
    double.merge(pull)
    shown = ask(double, "GET", f"/pulls/{pull}").json
    assert (True, "closed", "ada", 1) == (
        shown["merged"],
        shown["state"],
        shown["merged_by"]["login"],
        shown["changed_files"],
    )
    assert 422 == ask(double, "PATCH", f"/pulls/{pull}", {"state": "open"}).status


def test_a_deleted_branch_closes_its_pull_request_for_good(double: Double, pull: int) -> None:
    head = double.hub.head_of(pull)
    assert 204 == ask(double, "DELETE", "/git/refs/heads/draft").status
    shown = ask(double, "GET", f"/pulls/{pull}").json
    assert ("closed", head) == (shown["state"], shown["head"]["sha"])
    assert 422 == ask(double, "PATCH", f"/pulls/{pull}", {"state": "open"}).status


def test_a_closed_pull_request_can_be_opened_again(double: Double, pull: int) -> None:
    double.close(pull)
    double.edit("draft", "more.md", "more\n")
    assert "open" == ask(double, "PATCH", f"/pulls/{pull}", {"state": "open"}).json["state"]
    assert double.hub.branch("draft") == double.hub.head_of(pull)
