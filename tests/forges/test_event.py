"""What asks for something and what does not, read from the events that GitHub sends and from what it never would."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import ConfigError
from bot.forges.github import event
from bot.forges.github.event import DASHBOARD, MOST_BYTES, Asked, asked, read
from tests.github import people
from tests.github.access import ACTIONS_BOT
from tests.github.double import Double

BRANCH = "digest/harbour-2026"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@pytest.fixture(scope="module")
def double() -> Iterator[Double]:
    """A pull request (1), a dashboard (2) and some other issue (3)."""
    with Double() as double:
        double.branch(BRANCH)
        double.edit(BRANCH, "digests/harbour-2026.md", "# Harbour\n")
        double.open_pull(BRANCH)
        double.open_issue("Dashboard", "- [ ] draft\n")
        double.open_issue("Something else")
        double.hub.issues[2].labels = [DASHBOARD]
        double.hub.labels[DASHBOARD] = people.views.Label(id=1, name=DASHBOARD, color="ededed")
        yield double


def ticked(double: Double, number: int = 2, before: str = "- [ ] draft\n", by: str = "ada") -> dict[str, Any]:
    """What GitHub sends when somebody edits an issue's text."""
    issue = people.thread(double.hub, double.hub.issues[number])
    sender = people.views.user(double.hub, by)
    return {"action": "edited", "issue": issue, "changes": {"body": {"from": before}}, "sender": sender}


def put(path: str, value: object) -> Callable[[dict[str, Any]], None]:
    """Changes what stands at a path of an event."""
    *parents, last = path.split(".")

    def change(payload: dict[str, Any]) -> None:
        here = payload
        for name in parents:
            here = here[name]
        here[last] = value

    return change


def test_a_new_comment_on_a_pull_request_asks(double: Double) -> None:
    payload = double.comment(1, "Nice.\r\n/drop 3\n", by="ada")
    heard = asked("issue_comment", payload)
    identity = payload["comment"]["id"]
    time = datetime.fromisoformat(payload["comment"]["created_at"])
    expected = Asked(number=1, is_pull=True, author="ada", text="Nice.\r\n/drop 3\n", time=time, comment=identity)
    assert expected == heard
    assert (sha256(b"Nice.\r\n/drop 3\n").hexdigest(), str(identity), UTC) == (heard.sha256, heard.key, time.tzinfo)


def test_a_new_comment_on_the_dashboard_asks(double: Double) -> None:
    heard = asked("issue_comment", double.comment(2, "/draft harbour-2026"))
    assert isinstance(heard, Asked)
    assert (2, False, "/draft harbour-2026") == (heard.number, heard.is_pull, heard.text)


def test_an_edit_of_the_dashboard_asks(double: Double) -> None:
    double.hub.issues[2].body = "- [x] draft\n"
    heard = asked("issues", ticked(double, by="bo"))
    assert isinstance(heard, Asked)
    assert ("- [ ] draft\n", "- [x] draft\n", "bo", 0) == (heard.before, heard.text, heard.author, heard.comment)
    assert heard.key == f"the edit of {double.hub.issues[2].updated}"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (put("action", "edited"), "Only a new comment is read"),
        (put("action", "deleted"), "Only a new comment is read"),
        (put("comment.user", None), "no account any more"),
        (put("comment.user.type", "Bot"), "a bot's"),
        (put("comment.user.type", "Organization"), "a bot's"),
        (put("sender.type", "Bot"), "A bot did it"),
        (put("sender.login", "bo"), "not by the one who sent it"),
        (put("sender.login", "../../x"), "not one of GitHub's"),
        (put("issue.state", "closed"), "#1 is closed"),
        (put("issue.number", True), "no issue.number"),
        (put("issue.number", -1), "not a number of GitHub's"),
        (put("issue.number", 10**30), "not a number of GitHub's"),
        (put("comment.id", 1.5), "no comment.id"),
        (put("comment.body", None), "no comment.body"),
        (put("comment.body", "/drop \ud800"), "no comment.body"),
        (put("comment.body", "<!-- reply-to 7 -->\n/drop 3"), "a reply of the bot"),
        (put("comment.created_at", "yesterday"), "not a time"),
        (put("comment.created_at", "2026-13-32T25:61:61Z"), "not a time"),
        (put("issue", []), "no issue.number"),
        (put("comment", "text"), "no comment that"),
    ],
)
def test_what_asks_for_nothing_says_why(double: Double, change: Callable[[dict[str, Any]], None], words: str) -> None:
    payload = double.comment(1, "/drop 3")
    change(payload)
    heard = asked("issue_comment", payload)
    assert isinstance(heard, str)
    assert words in heard


def test_a_bot_that_comments_is_not_answered(double: Double) -> None:
    assert "The comment is a bot's." == asked("issue_comment", double.comment(1, "/drop 3", by=ACTIONS_BOT))


def test_another_issue_is_left_in_peace(double: Double) -> None:
    assert "#3 is neither a pull request nor the dashboard." == asked("issue_comment", double.comment(3, "/help"))
    assert "#3 is neither a pull request nor the dashboard." == asked("issues", ticked(double, number=3))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (put("action", "labeled"), "Only an edit of the dashboard"),
        (put("changes", {"title": {"from": "Old"}}), "has not changed"),
        (put("changes.body", {"from": 3}), "no changes.body.from"),
        (put("changes.body", None), "no changes.body.from"),
        (put("issue.body", None), "no issue.body"),
        (put("issue.pull_request", {}), "not the dashboard"),
        (put("sender.type", "Bot"), "A bot did it"),
        (put("issue.state", "closed"), "#2 is closed"),
    ],
)
def test_an_edit_that_asks_for_nothing_says_why(
    double: Double, change: Callable[[dict[str, Any]], None], words: str
) -> None:
    payload = ticked(double)
    change(payload)
    heard = asked("issues", payload)
    assert isinstance(heard, str)
    assert words in heard


@pytest.mark.parametrize("name", ["push", "", "issue_comment\n::error::"])
def test_other_events_ask_for_nothing(double: Double, name: str) -> None:
    assert "Only comments and edits of the dashboard ask for something." == asked(name, double.comment(1, "/help"))


def places(tree: object, path: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """The way to everything in a tree."""
    inner = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for name, value in inner:
        yield (*path, name)
        yield from places(value, (*path, name))


@pytest.mark.parametrize("name", ["issue_comment", "issues"])
def test_whatever_is_missing_or_of_another_kind_gives_a_sentence_or_does_not_matter(double: Double, name: str) -> None:
    whole = double.comment(2, "/help") if name == "issue_comment" else ticked(double)
    tried = 0
    for *parents, last in places(whole):
        for value in (None, 7, True, "x", [], {}, [None], "missing"):
            payload = deepcopy(whole)
            here: Any = payload
            for step in parents:
                here = here[step]
            if value == "missing":
                del here[last]
            else:
                here[last] = value
            heard = asked(name, payload)
            assert isinstance(heard, Asked | str)
            tried += isinstance(heard, str)
    assert tried > 50


@given(tree=JSON)
def test_no_tree_makes_it_crash(tree: object) -> None:
    for name in ("issue_comment", "issues"):
        assert isinstance(asked(name, tree), str)


# The file


def test_the_event_is_read_from_its_file(double: Double, tmp_path: Path) -> None:
    payload = double.comment(1, "/why “tides”", by="ada")
    path = tmp_path / "event.json"
    path.write_text(json.dumps(payload, ensure_ascii=False))
    assert asked("issue_comment", payload) == read("issue_comment", path)


@pytest.mark.parametrize("text", [b"", b"{", b"\xff\xfe\xff", b"[" * 200_000, b"1" * 10_000, b"nul", b'{"a": '])
def test_a_file_that_is_not_json_asks_for_nothing(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "event.json"
    path.write_bytes(text)
    assert "The event is not JSON." == read("issue_comment", path)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    path.write_bytes(b" " * MOST_BYTES + b"{}")
    assert "The event is too large." == read("issue_comment", path)


def test_a_file_that_is_not_there_is_one_clear_sentence(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="No such file") as error:
        event.read("issue_comment", tmp_path / "none.json")
    assert "GITHUB_EVENT_PATH" in error.value.hint
