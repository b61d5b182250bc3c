"""A look ahead: an edition waits until a whole program of its own is there, and a call for papers is none."""

import json
from datetime import date
from pathlib import Path

import pytest

from bot import discover
from bot.config import parse
from bot.model import Action, Edition, State, Status
from bot.probe import MOST, ahead, probe, with_probed
from bot.web.recording import saved

ROOT = Path(__file__).resolve().parent.parent
PLACE = "https://harbour.example.org/2031/"
EDITION = Edition(key="harbour-2031", name="Harbour 2031", urls=(PLACE,), number="2031", ends="2031-09-30")
CALL = "<html><title>Call for Papers</title><h1>Harbour 2031</h1><p>Submissions are due on 3 May 2031.</p></html>"
WALL = "<html><title>Just a moment...</title><body>Checking your browser<script src='/cdn-cgi/challenge-platform/x'>"


def program(*titles: str, day: str = "2031-09-14") -> str:
    talks = [{"title": title, "starts": f"{day}T09:0{at % 10}", "id": str(at)} for at, title in enumerate(titles)]
    return json.dumps({"contributions": talks})


def look(folder: Path, text: str | None, *, status: int = 200, place: str = PLACE) -> Status:
    """What a probe finds that meets this answer."""
    (folder / "answer").write_text(text or "")
    index = {place: {"file": "answer", "status": status}} if text is not None else {}
    (folder / "index.json").write_text(json.dumps(index))
    return probe(Edition(**{**fields(), "urls": (place,)}), saved(folder))


def fields() -> dict[str, object]:
    return {name: getattr(EDITION, name) for name in ("key", "name", "number", "ends")}


def test_a_whole_program_is_due_on_the_days_that_it_says_itself(tmp_path: Path) -> None:
    status = look(tmp_path, program("Tides", "Kelp", "Herons"))
    assert (State.WAITING, True, "2031-09-14") == (status.state, status.due, status.edition.ends)
    assert (Action.DRAFT, Action.SKIP) == status.actions
    assert "Its program is out: 3 contributions." == status.reason


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (CALL, 200),
        ("Not here", 404),
        (None, 0),
        (program(), 200),
        (program("TBA", "TBA", "Kelp"), 200),
        (program("Tides", "Kelp", day="2030-09-14"), 200),
        ("<html><body></body></html>", 200),
    ],
    ids=["call for papers", "404", "no answer", "empty", "placeholders", "last year's", "empty page"],
)
def test_anything_less_waits(tmp_path: Path, text: str | None, status: int) -> None:
    found = look(tmp_path, text, status=status)
    assert (State.WAITING, False, ()) == (found.state, found.due, found.actions)
    assert EDITION.ends == found.edition.ends
    assert found.reason


def test_a_wall_is_called_one(tmp_path: Path) -> None:
    found = look(tmp_path, WALL, status=403)
    assert (State.BLOCKED, False) == (found.state, found.due)


@pytest.mark.parametrize(
    ("place", "due"),
    [
        ("https://harbour.example.org/2031/", True),
        ("https://harbour31.example.org/", True),
        ("https://harbour.example.org/", False),
        ("https://harbour.example.org/2030/", False),
        ("https://harbour.example.org/1231/", False),
    ],
)
def test_a_program_without_days_is_this_edition_s_only_where_its_address_says_so(
    tmp_path: Path, place: str, due: bool
) -> None:
    text = json.dumps({"contributions": [{"title": "Tides"}, {"title": "Kelp"}]})
    assert due == look(tmp_path, text, place=place).due


def test_only_near_editions_that_are_neither_due_nor_settled_are_asked_for() -> None:
    series = parse((ROOT / "config.yml").read_text()).series
    today = date(2031, 1, 2)
    near = ahead(series, today, {"ofc-2031"})
    due = {each.key for each in discover.due(series, today, ())}
    assert near and len(near) <= MOST
    assert not {each.key for each in near} & {*due, "ofc-2031"}
    assert all(today.isoformat() < each.ends <= "2031-05-02" for each in near)
    assert "gtc-2031" in {each.key for each in near}


def test_what_was_probed_is_due_unless_it_is_published_or_skipped() -> None:
    found = Status(edition=EDITION, state=State.WAITING, reason="Out.", due=True, actions=(Action.DRAFT, Action.SKIP))

    def merged(*held: Status) -> Status:
        (status,) = with_probed(held, [found])
        return status

    def stands(state: State, *actions: Action) -> Status:
        return Status(edition=EDITION, state=state, reason="As it was.", actions=actions)

    assert found == merged() == merged(stands(State.WAITING))
    tried = merged(stands(State.BLOCKED, Action.RETRY))
    assert ("As it was.", True, (Action.RETRY,)) == (tried.reason, tried.due, tried.actions)
    for state in (State.PUBLISHED, State.SKIPPED):
        assert stands(state) == merged(stands(state))


def test_what_waits_still_adds_nothing() -> None:
    waits = Status(edition=EDITION, state=State.WAITING, reason="No.")
    assert () == with_probed([], [waits])
