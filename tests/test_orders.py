"""What people ask for on the dashboard: drafts, retries, skips, saved pages; by boxes and by comments."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desk import KEY
from tests.github.double import Double
from tests.newsdesk import Newsdesk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Newsdesk]:
    """A repository with a dashboard, which is issue 1."""
    with Double({"README.md": "# Digests\n"}) as double:
        double.permission.update({"ada": "write", "eve": "read"})
        desk = Newsdesk(double=double, root=tmp_path)
        desk.report()
        yield desk


def dashboard(desk: Newsdesk) -> str:
    return desk.double.hub.issues[1].body or ""


def pulls(desk: Newsdesk) -> list[int]:
    return [number for number in desk.double.hub.issues if number != 1]


def test_a_draft_that_is_asked_for_is_proposed_and_reported(desk: Newsdesk) -> None:
    said = desk.comment(f"Could we have it now?\n\n/draft {KEY}")
    assert f"{KEY} is drafted: " in said and "/pull/" in said
    assert 1 == len(pulls(desk)) and desk.page
    assert f"{KEY}" in dashboard(desk)
    assert 1 == len(desk.replies)


def test_a_ticked_box_does_the_same_and_is_empty_again_afterwards(desk: Newsdesk) -> None:
    desk.comment(f"/draft {KEY}")
    box = re.search(rf"- \[ \] (.*{KEY}.*)", dashboard(desk))
    assert box
    said = desk.tick(box.group(1))
    assert f"{KEY} is drafted: " in said
    assert f"- [ ] {box.group(1)}" in dashboard(desk)
    assert 1 == len(pulls(desk))


def test_a_closed_pull_request_is_opened_again_only_by_asking(desk: Newsdesk) -> None:
    desk.comment(f"/draft {KEY}")
    (number,) = pulls(desk)
    desk.double.close(number)
    desk.propose(desk.draft())
    assert "closed" == desk.double.hub.issues[number].state
    assert "is drafted" in desk.comment(f"/draft {KEY}")
    assert "open" == desk.double.hub.issues[number].state


def test_an_edition_is_skipped_and_wanted_again(desk: Newsdesk) -> None:
    assert "will be skipped" in desk.comment(f"/skip {KEY}")
    assert "skipped" in dashboard(desk)
    assert "is wanted again" in desk.comment(f"/unskip {KEY}")


def test_what_has_an_open_pull_request_cannot_be_skipped(desk: Newsdesk) -> None:
    desk.comment(f"/draft {KEY}")
    said = desk.comment(f"/skip {KEY}")
    assert "**failed.**" in said and "has an open pull request" in said


def test_who_may_not_write_here_is_told_so_and_nothing_runs(desk: Newsdesk) -> None:
    before = dashboard(desk)
    said = desk.comment(f"/draft {KEY}", by="eve")
    assert "Only people who may write to this repository can ask for that, and eve may not." in said
    assert [] == pulls(desk) and before == dashboard(desk)


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("/draft", "of which edition"),
        ("/draft nowhere-2026", "is no edition of a series"),
        ("/draft @everyone", "@\N{WORD JOINER}everyone: **failed.** '@\N{WORD JOINER}everyone' is no edition"),
        ("/draught example-2026", "Did you mean `/draft"),
        (f"/program {KEY}", "No file is attached to that comment"),
        (f"/program {KEY}\n\nhttps://evil.example/user-attachments/files/1/a.html", "No file is attached"),
        ("/help", "/draft <edition>"),
    ],
)
def test_what_cannot_be_done_is_said(desk: Newsdesk, text: str, reply: str) -> None:
    assert reply in desk.comment(text)
    assert [] == pulls(desk)


def test_a_comment_that_asks_for_nothing_is_left_alone(desk: Newsdesk) -> None:
    assert "" == desk.comment("Nice overview! See /etc/hosts")
    assert [] == desk.replies
