"""Black Hat's feed: sessions and speakers by id, numbers that are strings, breaks without a format."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot import page, scrape
from bot.errors import BotError, LayoutChanged, NotPublished
from bot.model import Contribution, Kind, Person, Program, Provenance
from bot.platforms import blackhat
from tests.platforms import shelf

RECORDING = Path(__file__).parent / "recordings" / "blackhat" / "sessions.json"
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "programs" / "blackhat"
needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent")
FEED = "https://www.blackhat.com/us-31/briefings/schedule/sessions.json"


def read(tree: Any, url: str = "saved.json") -> Program:
    return shelf.read(tree, url)


def tree() -> Any:
    return json.loads(RECORDING.read_text())


def changed(**fields: Any) -> Contribution:
    whole = tree()
    whole["sessions"]["41001"].update(fields)
    return read(whole).contributions[0]


def test_speakers_are_those_that_their_numbers_mean():
    lamps = read(tree()).contributions[0]

    assert (Person(name="Ann Ode", affiliation="Sea Lab & Sons"), Person(name="Bo Tide")) == lamps.people


def test_a_session_has_its_times_with_their_zone_and_its_text():
    lamps = read(tree()).contributions[0]

    assert ("2031-08-07T10:20:00-07:00", "2031-08-07T11:00:00-07:00") == (lamps.starts, lamps.ends)
    assert "Lamps & lenses leak.\n\nWe measure how much." == lamps.abstract
    assert ("41001", "Hardware / Hulls", Kind.TALK) == (lamps.id, lamps.session, lamps.kind)


def test_files_are_links_and_what_is_announced_is_none():
    assert {
        "slides": "http://i.buoy.example/slides.pdf",
        "code": "https://code.example/lamp",
        "video": "https://video.example/lamp",
    } == read(tree()).contributions[0].links
    assert {} == changed(bh_files=[], recording="TBD").links
    assert {} == changed(bh_files={"slides": {"url": "javascript:alert(1)"}}, recording="").links


def test_formats_name_kinds_and_what_has_none_and_nobody_is_a_break():
    assert [Kind.TALK, Kind.KEYNOTE, Kind.LOGISTICS, Kind.TUTORIAL] == [row.kind for row in read(tree()).contributions]
    assert Kind.LOGISTICS == changed(title="Doors", format="", speakers=[]).kind
    assert Kind.SOCIAL == changed(title="Welcome Reception", format="", speakers=[]).kind


def test_what_was_cancelled_is_left_out_and_told():
    program = read(tree())

    assert "Knots That Were Not" not in [row.title for row in program.contributions]
    assert ["Cancelled, so left out: Knots That Were Not."] == [finding.text for finding in program.findings]


@pytest.mark.parametrize(("flag", "count"), [(1, 3), ("1", 3), (True, 3), (0, 4), ("0", 4), (False, 4), ("", 4)])
def test_numbers_are_sometimes_strings(flag: object, count: int):
    whole = tree()
    whole["sessions"]["41001"]["cancelled"] = flag

    assert count == len(read(whole).contributions)


def test_the_feed_names_the_program():
    assert "Black Buoy USA 2031 Briefings" == read(tree()).name


def test_a_feed_without_sessions_is_not_published_yet():
    with pytest.raises(NotPublished):
        read({"sessions": [], "speakers": []}, FEED)


def test_a_session_without_a_title_is_a_changed_layout():
    with pytest.raises(LayoutChanged):
        changed(title="")


@pytest.mark.parametrize(
    "other", [{"sessions": [], "speakers": []}, {"sessions": [{"title": "A"}], "speakers": []}, []]
)
def test_other_feeds_are_left_to_others(other: Any):
    assert not blackhat.looks_like(page.read(json.dumps(other).encode(), source=Provenance(url="x.json")))


def test_half_a_feed_is_no_program():
    with pytest.raises(BotError):
        body = RECORDING.read_bytes()
        scrape.read(page.read(body[: len(body) // 2], source=Provenance(url="x.json")), shelf.EMPTY)


@pytest.mark.parametrize(
    ("url", "feed"),
    [
        ("https://www.blackhat.com/us-31/", FEED),
        ("https://www.blackhat.com/us-31/briefings/schedule/index.html#lamps-41001", FEED),
        ("https://www.blackhat.com/us-31/briefings/schedule", FEED),
        (FEED, FEED),
        (
            "https://www.blackhat.com/us-31/training/",
            "https://www.blackhat.com/us-31/training/schedule/sessions.json",
        ),
    ],
)
def test_the_feed_behind_a_page_is_asked(url: str, feed: str):
    assert blackhat.URL.match(url)
    assert (feed,) == blackhat.addresses(url)


@needs_shared
def test_the_real_feed_has_two_talks_with_employers_and_a_breakfast():
    rows = read(json.loads((SHARED / "us-24.trim.sessions.json").read_text())).contributions

    assert [Kind.TALK, Kind.TALK, Kind.LOGISTICS] == [row.kind for row in rows]
    assert all(person.affiliation for row in rows for person in row.people)
