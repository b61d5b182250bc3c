"""Issues, comments and labels: how long their texts may be, how they are listed, page by page."""

import pytest
from github import Github

from tests.github.client import ask, refusal
from tests.github.double import Double

LIMIT = 65_536


@pytest.mark.parametrize("letter", ["a", "é", "𝒳"])
def test_a_body_may_have_65536_characters_and_no_more(double: Double, pull: int, letter: str) -> None:
    longest, longer = letter * LIMIT, letter * (LIMIT + 1)
    too_long = (422, "body is too long (maximum is 65536 characters)")
    for path, fields in ((f"/issues/{pull}/comments", {}), ("/issues", {"title": "T"})):
        assert 201 == ask(double, "POST", path, {**fields, "body": longest}).status
        assert too_long == refusal(ask(double, "POST", path, {**fields, "body": longer}))
    for path in (f"/pulls/{pull}", f"/issues/{pull}"):
        assert 200 == ask(double, "PATCH", path, {"body": longest}).status
        assert too_long == refusal(ask(double, "PATCH", path, {"body": longer}))


def test_a_pull_request_with_too_long_a_body_is_not_opened(double: Double) -> None:
    double.branch("draft")
    double.edit("draft", "a.md", "a\n")
    given = {"head": "draft", "base": "main", "title": "T", "body": "x" * (LIMIT + 1)}
    assert 422 == ask(double, "POST", "/pulls", given).status
    assert {} == double.hub.issues


def test_a_title_may_have_256_characters(double: Double) -> None:
    assert 201 == ask(double, "POST", "/issues", {"title": "x" * 256}).status
    assert (422, "title is too long (maximum is 256 characters)") == refusal(
        ask(double, "POST", "/issues", {"title": "x" * 257})
    )
    assert (422, "missing_field") == refusal(ask(double, "POST", "/issues", {"title": " "}))


def test_the_same_reaction_twice_is_one(double: Double, pull: int) -> None:
    number = double.comment(pull, "/help")["comment"]["id"]
    path = f"/issues/comments/{number}/reactions"
    first, second = (ask(double, "POST", path, {"content": "eyes"}) for _ in range(2))
    assert (201, 200) == (first.status, second.status)
    assert 1 == ask(double, "GET", f"/issues/comments/{number}").json["reactions"]["eyes"]
    assert 204 == ask(double, "DELETE", f"{path}/{first.json['id']}").status
    assert [] == ask(double, "GET", path).json


def test_comments_are_written_changed_listed_and_deleted(double: Double, github: Github, pull: int) -> None:
    thread = github.get_repo("harbour/digests").get_issue(pull)
    comment = thread.create_comment("First")
    comment.edit("Second")
    double.comment(pull, "Third", by="bob")
    assert [("github-actions[bot]", "Second"), ("bob", "Third")] == [
        (shown.user.login, shown.body) for shown in thread.get_comments()
    ]
    since = double.hub.comments[comment.id + 1].created
    assert ["Third"] == [shown["body"] for shown in ask(double, "GET", f"/issues/comments?since={since}").json]
    comment.delete()
    assert 404 == ask(double, "GET", f"/issues/comments/{comment.id}").status
    assert (422, "missing_field") == refusal(ask(double, "POST", f"/issues/{pull}/comments", {"body": "\n"}))


def test_labels_differ_by_more_than_case_and_have_six_digits(double: Double, github: Github) -> None:
    repository = github.get_repo("harbour/digests")
    repository.create_label("Digest", "0e8a16", "A drafted digest")
    taken = ask(double, "POST", "/labels", {"name": "digest", "color": "ffffff"})
    assert (422, "already_exists") == refusal(taken)
    assert 422 == ask(double, "POST", "/labels", {"name": "new", "color": "#ffffff"}).status
    assert "0e8a16" == repository.get_label("digest").color
    assert 404 == ask(double, "GET", "/labels/absent").status


def test_labels_are_put_on_replaced_and_taken_off(double: Double, github: Github) -> None:
    issue = github.get_repo("harbour/digests").create_issue("T", labels=["one"])
    issue.add_to_labels("two", "One")
    assert ["one", "two"] == [label.name for label in issue.get_labels()]
    issue.set_labels("three")
    assert ["three"] == [label.name for label in issue.get_labels()]
    assert ["one", "two", "three"] == [label.name for label in github.get_repo("harbour/digests").get_labels()]
    issue.remove_from_labels("three")
    assert (404, "Label does not exist") == refusal(ask(double, "DELETE", f"/issues/{issue.number}/labels/three"))
    assert [] == ask(double, "PUT", f"/issues/{issue.number}/labels", {"labels": []}).json


def test_issues_are_listed_with_pull_requests_among_them(double: Double, github: Github, pull: int) -> None:
    repository = github.get_repo("harbour/digests")
    issue = repository.create_issue("Blocked", "why", labels=["blocked"])
    listed = list(repository.get_issues())
    assert [(issue.number, False), (pull, True)] == [(shown.number, bool(shown.pull_request)) for shown in listed]
    assert [issue.number] == [shown.number for shown in repository.get_issues(labels=["Blocked"])]
    issue.edit(state="closed", state_reason="not_planned")
    assert [issue.number] == [shown.number for shown in repository.get_issues(state="closed")]
    assert "not_planned" == repository.get_issue(issue.number).state_reason


def test_listings_come_in_pages_that_name_each_other(double: Double, github: Github, pull: int) -> None:
    for number in range(7):
        double.comment(pull, f"comment {number}")
    page = ask(double, "GET", f"/issues/{pull}/comments?per_page=3&page=2")
    assert ["comment 3", "comment 4", "comment 5"] == [comment["body"] for comment in page.json]
    base = f"{double.base}/repos/harbour/digests/issues/{pull}/comments?per_page=3&page="
    names = {"prev": 1, "next": 3, "last": 3, "first": 1}
    assert ", ".join(f'<{base}{number}>; rel="{name}"' for name, number in names.items()) == page.headers["Link"]
    assert "Link" not in ask(double, "GET", f"/issues/{pull}/comments").headers
    github.per_page = 2
    comments = github.get_repo("harbour/digests").get_issue(pull).get_comments()
    assert [f"comment {number}" for number in range(7)] == [comment.body for comment in comments]
    assert 7 == comments.totalCount
