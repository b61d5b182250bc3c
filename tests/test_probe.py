"""A look ahead: an edition waits until a whole program of its own is there, and a call for papers is none."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from bot import discover
from bot.config import parse
from bot.errors import SourceError
from bot.model import Action, Edition, State, Status
from bot.page import Page
from bot.probe import MOST, SECONDS, ahead, probe, with_probed
from bot.probe import look as look_at
from bot.web import Limits, connect
from bot.web.answer import File
from bot.web.recording import saved
from tests.web.test_web import answers, serving

ROOT = Path(__file__).resolve().parent.parent
LIMITS = Limits(pause=0, backoff=0.01, seconds=1.5, private_hosts=frozenset({"127.0.0.1"}))
PLACE = "https://harbour.example.org/2031/"
EDITION = Edition(key="harbour-2031", name="Harbour 2031", urls=(PLACE,), number="2031", ends="2031-09-30")
CALL = "<html><title>Call for Papers</title><h1>Harbour 2031</h1><p>Submissions are due on 3 May 2031.</p></html>"
LOOKS = "<html><h1>Harbour 2031 Program</h1>" + "".join(
    f"<h3>Workshop on {topic} at Sea</h3><p>Ann Ode, Bo Tide</p>" for topic in ("Tides", "Kelp", "Fog", "Rope", "Eels")
)
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
        (LOOKS, 200),
        (LOOKS.replace("2031 Program", "2031: Call for Papers"), 200),
    ],
    ids=[
        "call for papers",
        "404",
        "no answer",
        "empty",
        "placeholders",
        "last year's",
        "empty page",
        "by its looks",
        "workshops in a call",
    ],
)
def test_anything_less_waits(tmp_path: Path, text: str | None, status: int) -> None:
    found = look(tmp_path, text, status=status)
    assert (State.WAITING, False, ()) == (found.state, found.due, found.actions)
    assert EDITION.ends == found.edition.ends
    assert found.reason


def test_the_live_site_is_asked_anew_until_its_program_is_there() -> None:
    with serving() as site, connect(LIMITS) as first, connect(LIMITS) as second:
        edition = replace(EDITION, urls=(f"{site.url}/2031/",))
        site.routes["/2031/"] = answers(body=CALL.encode())
        assert not probe(edition, first).due
        site.routes["/2031/"] = answers(body=program("Tides", "Kelp").encode(), content_type="application/json")
        found = probe(edition, second)
        assert (True, "2031-09-14") == (found.due, found.edition.ends)
        assert 2 == site.times("/2031/")


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
    ofc, nsdi = (discover.edition(key, series) for key in ("ofc-2031", "nsdi-2031"))
    published = Status(edition=ofc, state=State.PUBLISHED, reason="Its digest is published.")
    blocked = Status(edition=nsdi, state=State.BLOCKED, reason="A wall.")
    near = ahead(series, today, [published, blocked])
    due = {each.key for each in discover.due(series, today, ())}
    assert near and len(near) <= MOST
    assert not {each.edition.key for each in near} & {*due, "ofc-2031"}
    assert all(today.isoformat() < each.edition.ends <= "2031-05-02" for each in near)
    assert "gtc-2031" in {each.edition.key for each in near}
    assert blocked in near


class Clock:
    """One that a slow site moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Slow:
    """A web on which nothing is, and which takes its time to say so."""

    def __init__(self, clock: Clock) -> None:
        self.asked, self.clock = list[str](), clock

    def page(self, url: str) -> Page:
        self.asked.append(url)
        self.clock.now += SECONDS
        raise SourceError(f"{url} did not answer", hint="try again later")

    def post(self, url: str, question: str) -> Page:
        raise NotImplementedError

    def file(self, url: str) -> File:
        raise NotImplementedError

    start = file


def test_a_look_ahead_ends_in_time_and_asks_for_nothing_that_is_known_to_be_out() -> None:
    proposed = Status(edition=EDITION, state=State.DRAFTED, reason="Its pull request is open.", actions=(Action.DRAFT,))
    waits = Status(edition=EDITION, state=State.WAITING, reason="Not tried yet.")
    clock = Clock()
    web = Slow(clock)
    found = look_at((proposed, waits, waits, proposed), web, clock)
    assert [PLACE] == web.asked
    assert [True, False, False, True] == [each.due for each in found]
    assert "did not answer" in found[1].reason
    assert "The next run looks again" in found[2].reason


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


def test_what_waits_still_adds_no_edition_but_says_why() -> None:
    waits = Status(edition=EDITION, state=State.WAITING, reason="No.")
    assert () == with_probed([], [waits])
    untried = Status(edition=EDITION, state=State.WAITING, reason="Not tried yet.")
    assert (waits,) == with_probed([untried], [waits])
    blocked = Status(edition=EDITION, state=State.BLOCKED, reason="A wall.", actions=(Action.RETRY,))
    assert (blocked,) == with_probed([blocked], [waits])
