"""Sessionize's views: repeats in time slots, service sessions, and names that are said only once."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot import page
from bot.errors import BotError, LayoutChanged, NotPublished
from bot.model import Contribution, Kind, Person, Program, Provenance
from bot.platforms import sessionize
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "sessionize"
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "programs" / "sessionize"
needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent")
API = "https://sessionize.com/api/v2/ab12cd34/view"


def read(tree: Any, url: str = "saved.json") -> Program:
    return shelf.read(tree, url)


def tree(view: str) -> Any:
    return json.loads((RECORDINGS / f"tidecon-2031.{view}.json").read_text())


def recorded(view: str) -> dict[str, Contribution]:
    return {session.title: session for session in read(tree(view)).contributions}


def test_a_session_repeated_in_its_time_slot_is_one():
    assert ["474500", "474501", "474503"] == [
        session.id for session in read(tree("gridsmart")).contributions if session.kind is not Kind.LOGISTICS
    ]


def test_a_talk_in_three_rooms_is_one():
    three = tree("gridsmart")
    three[1]["rooms"] = [{**three[1]["rooms"][0], "id": room} for room in (1, 2, 3)]

    assert 5 == len(read(three).contributions)


def test_service_sessions_are_logistics_and_formats_name_kinds():
    assert {
        "Registration & Rope Check": Kind.LOGISTICS,
        "Keynote: The Harbour at Night": Kind.KEYNOTE,
        "Coffee, Measured": Kind.LIGHTNING_TALK,
        "Lunch in Pier 2": Kind.LOGISTICS,
        "Splicing by Hand": Kind.WORKSHOP,
    } == {title: session.kind for title, session in recorded("gridsmart").items()}


def test_a_session_has_its_people_text_and_recording():
    keynote = recorded("gridsmart")["Keynote: The Harbour at Night"]

    assert (Person(name="Ann Ode"), Person(name="Bo Tide")) == keynote.people
    assert "Ships sleep.\n\nWe <3 them & watch." == keynote.abstract
    assert ("https://live.example/1", {"video": "https://video.example/474500"}) == (keynote.url, dict(keynote.links))


def test_local_times_stay_without_a_zone_and_utc_keeps_its_mark():
    local, utc = recorded("gridsmart")["Coffee, Measured"], recorded("all")["Anchors in Practice"]

    assert ("2031-06-08T10:20:00", "2031-06-08T10:30:00") == (local.starts, local.ends)
    assert "2031-06-08T09:00:00Z" == utc.starts


def test_a_track_or_else_the_room_is_the_session():
    rows = recorded("gridsmart")

    assert ("Galley", "Pier 1") == (rows["Coffee, Measured"].session, rows["Splicing by Hand"].session)


def test_a_dangerous_link_is_no_link():
    coffee = recorded("gridsmart")["Coffee, Measured"]

    assert ("", {}) == (coffee.url, dict(coffee.links))


def test_what_was_declined_does_not_take_place():
    assert "A Talk Withdrawn" not in recorded("gridsmart")


def test_flat_lists_are_joined_and_a_session_needs_no_room():
    anchors, roomless, grog = recorded("all").values()

    assert (Person(name="Ann Ode", affiliation="Sea Lab"), Person(name="Bo Tide")) == anchors.people
    assert ("Iron & Rope", Kind.PANEL) == (anchors.session, anchors.kind)
    assert ("", "", (Person(name="Bo Tide"),)) == (roomless.session, roomless.starts, roomless.people)
    assert (Kind.LOGISTICS, "Pier 7") == (grog.kind, grog.session)


@pytest.mark.parametrize(
    ("said", "employer"),
    [
        ("Staff Engineer @ Sea Lab GmbH", "Sea Lab GmbH"),
        ("Android @Sea Lab", "Sea Lab"),
        ("Engineer, Tidal Learning", ""),
        ("Engineer at Sea Lab, Mud Division", ""),
        ("Sailor at heart", ""),
        ("", ""),
    ],
)
def test_an_employer_is_only_what_certainly_is_one(said: str, employer: str):
    speaker = page.read(json.dumps({"fullName": "Ann Ode", "tagLine": said}).encode(), source=Provenance(url="x"))

    assert Person(name="Ann Ode", affiliation=employer) == sessionize.person(speaker)


def test_a_feed_whose_speakers_are_not_public_is_read_without_them():
    assert [(), (), ()] == [session.people for session in read({**tree("all"), "speakers": None}).contributions]


def test_groups_of_sessions_are_read_too():
    assert ["Keynote: The Harbour at Night", "Coffee, Measured"] == list(recorded("sessions"))


@pytest.mark.parametrize("empty", [[], {**tree("all"), "sessions": []}, [{"rooms": [], "timeSlots": []}]])
def test_an_empty_schedule_is_not_published_yet(empty: Any):
    with pytest.raises(NotPublished):
        read(empty, f"{API}/GridSmart")


def test_a_session_without_a_title_is_a_changed_layout():
    broken = tree("sessions")
    del broken[0]["sessions"][0]["title"]

    with pytest.raises(LayoutChanged):
        read(broken)


@pytest.mark.parametrize("other", [[], [{"id": "1", "sessions": []}], {"sessions": [], "speakers": []}, ["a"], [[]]])
def test_other_lists_are_left_to_others(other: Any):
    assert not sessionize.looks_like(page.read(json.dumps(other).encode(), source=Provenance(url="x.json")))


@pytest.mark.parametrize(
    "url", [f"{API}/GridSmart", API.removesuffix("/view"), "https://sessionize.com/view/ab12cd34/x"]
)
def test_the_view_that_has_all_is_asked_first(url: str):
    assert sessionize.URL.match(url)
    assert (f"{API}/All", f"{API}/GridSmart", f"{API}/Sessions") == sessionize.addresses(url)


@needs_shared
def test_a_list_of_speakers_is_no_program():
    with pytest.raises(BotError):
        read(json.loads((SHARED / "droidcon-sf-2023.speakers.json").read_text()))


@needs_shared
@pytest.mark.parametrize(
    ("name", "talks", "rows"),
    [("droidcon-sf-2019", 72, 99), ("droidcon-sf-2023", 66, 86), ("droidcon-berlin-2023", 104, 195)],
)
def test_the_real_grids_are_read_as_counted(name: str, talks: int, rows: int):
    sessions = read(json.loads((SHARED / f"{name}.gridsmart.json").read_text())).contributions

    assert (talks, rows) == (sum(each.kind is not Kind.LOGISTICS for each in sessions), len(sessions))
    assert all(each.people and each.abstract for each in sessions if each.kind is not Kind.LOGISTICS)


def test_texts_may_be_told_in_several_languages():
    told = {"id": 1, "title": {"ja": "潮", "en": "Tides"}, "description": {"ja": "潮の話"}, "roomId": 7}
    body = {
        "sessions": [told],
        "rooms": [{"id": 7, "name": {"ja": "桟橋", "en": "Pier"}}],
        "speakers": [],
        "categories": [],
    }

    (row,) = shelf.read(body, "saved.json").contributions

    assert ("Tides", "潮の話", "Pier") == (row.title, row.abstract, row.session)
