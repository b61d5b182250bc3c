"""What people do in the browser while the bot is at work, and what GitHub tells the bot of it."""

from datetime import UTC, datetime, timedelta

import pytest
from github import Github, GithubException

from tests.github import people
from tests.github.client import FILES, ask, commit, commit_input
from tests.github.double import Double
from tests.github.schemas import webhook


def test_an_edit_is_a_persons_commit(double: Double, pull: int) -> None:
    sha = double.edit("draft", "digests/harbour-2026.md", "# Better\n", by="bob")
    assert "bob GitHub Update digests/harbour-2026.md" == double.git("log", "-1", "--format=%an %cn %s", "draft")
    assert sha == ask(double, "GET", f"/pulls/{pull}").json["head"]["sha"]
    assert "bob" == ask(double, "GET", f"/commits/{sha}").json["author"]["login"]
    double.delete("draft", "README.md", by="bob")
    assert "Delete README.md" == double.git("log", "-1", "--format=%s", "draft")
    assert "" == double.git("fsck", "--strict")


def test_a_branch_that_is_not_there_cannot_be_edited(double: Double) -> None:
    with pytest.raises(LookupError, match="there is no branch absent"):
        double.edit("absent", "a.md", "a\n")


def test_a_comment_on_a_pull_request_comes_as_github_sends_it(double: Double, pull: int) -> None:
    payload = double.comment(pull, "/drop 2", by="bob")
    assert [] == webhook().problems(webhook().document["payload"], payload)
    assert ("created", "bob", "User") == (payload["action"], payload["sender"]["login"], payload["sender"]["type"])
    assert ("/drop 2", "bob") == (payload["comment"]["body"], payload["comment"]["user"]["login"])
    assert (pull, "ada") == (payload["issue"]["number"], payload["issue"]["user"]["login"])
    assert f"{double.base}/repos/harbour/digests/pulls/{pull}" == payload["issue"]["pull_request"]["url"]
    assert "harbour/digests" == payload["repository"]["full_name"]
    assert "head" not in payload["issue"], "the head is not told, it has to be asked for"
    assert payload["comment"]["body"] == ask(double, "GET", f"/issues/comments/{payload['comment']['id']}").json["body"]


def test_a_comment_on_an_issue_names_no_pull_request(double: Double) -> None:
    assert "pull_request" not in double.comment(double.open_issue("An issue"), "/help")["issue"]


def test_a_payload_that_github_would_not_send_is_noticed(double: Double, pull: int) -> None:
    payload = double.comment(pull, "/help")
    del payload["sender"]
    payload["issue"]["head"] = "draft"
    assert ["'sender' is a required property", "issue.head is unknown"] == people.payload_problems(payload)


def test_a_comment_can_be_changed_after_it_was_sent(double: Double, pull: int) -> None:
    payload = double.comment(pull, "/help", by="bob")
    double.revise(payload["comment"]["id"], "/drop 1")
    shown = ask(double, "GET", f"/issues/comments/{payload['comment']['id']}").json
    assert ("/drop 1", True) == (shown["body"], shown["updated_at"] > shown["created_at"])


def test_a_merge_moves_the_base_and_says_who_did_it(double: Double, github: Github, pull: int) -> None:
    sha = double.merge(pull, by="bob")
    shown = github.get_repo("harbour/digests").get_pull(pull)
    assert (True, "bob", sha) == (shown.merged, shown.merged_by.login, shown.merge_commit_sha)
    assert "# Draft\n" == double.file("main", "digests/harbour-2026.md")
    assert f"Merge pull request #{pull} from harbour/draft" == double.git("log", "-1", "--format=%s", "main")


def test_a_closed_pull_request_no_longer_follows_its_branch(double: Double, pull: int) -> None:
    head = double.hub.head_of(pull)
    double.close(pull, by="bob")
    double.edit("draft", "more.md", "more\n")
    shown = ask(double, "GET", f"/issues/{pull}").json
    assert ("closed", "bob") == (shown["state"], shown["closed_by"]["login"])
    assert head == double.hub.head_of(pull)


def test_a_persons_edit_makes_the_bots_view_stale(double: Double, github: Github, pull: int) -> None:
    given = commit_input(double, "draft", {"a.md": "a\n"})
    double.edit("draft", "digests/harbour-2026.md", "# Mine\n")
    with pytest.raises(GithubException, match="Pull and try again"):
        commit(github, given)


def test_time_is_the_tests_own() -> None:
    now = [datetime(2027, 5, 1, 12, 0, tzinfo=UTC)]
    with Double(FILES, clock=lambda: now[0]) as double:
        number = double.open_issue("An issue")
        now[0] += timedelta(days=60)
        double.comment(number, "Late")
        shown = ask(double, "GET", f"/issues/{number}").json
    assert ("2027-05-01T12:00:00Z", "2027-06-30T12:00:00Z") == (shown["created_at"], shown["updated_at"])
