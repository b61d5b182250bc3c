"""Indico's export: three shapes of one event, names in two orders, and answers that hold nothing."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot import page
from bot.errors import LayoutChanged, NotPublished
from bot.model import Contribution, Kind, Person, Program, Provenance
from bot.platforms import indico
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "indico"
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "programs" / "indico"
needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent")
URL = "https://indico.quay.example/export/event/77.json?detail=contributions"
TALK = {"_type": "Contribution", "id": "1", "title": "Eels", "startDate": None, "endDate": None, "description": ""}


def read(body: str | bytes, url: str = URL) -> Program:
    return shelf.read(body, url)


def recorded(name: str) -> dict[str, Contribution]:
    program = read((RECORDINGS / f"quayfest-2031.{name}.json").read_bytes())
    return {contribution.title: contribution for contribution in program.contributions}


def answer(*events: dict[str, Any], **fields: Any) -> str:
    return json.dumps({"count": len(events), "_type": "HTTPAPIResult", "results": list(events), **fields})


def only(**fields: Any) -> Contribution:
    (contribution,) = read(answer({"id": "77", "title": "X", "contributions": [{**TALK, **fields}]})).contributions
    return contribution


def test_authors_come_first_and_who_is_also_a_speaker_is_named_once():
    assert (
        Person(name="Ann Ode", affiliation="Sea Lab"),
        Person(name="Bo Tide", affiliation="Bay U"),
        Person(name="Cy-Lin (Cyan) Reef", affiliation="Reef GmbH"),
    ) == recorded("contributions")["Mooring Buffers in Shared Memory"].people


def test_the_place_is_the_events():
    assert "Old Pier" == read(answer({"id": "77", "location": "Old Pier", "contributions": [TALK]})).place


def test_times_have_the_offset_of_the_events_zone_on_that_day():
    moor = recorded("contributions")["Mooring Buffers in Shared Memory"]

    assert ("2031-06-23T09:00:00+01:00", "2031-06-23T09:30:00+01:00") == (moor.starts, moor.ends)


def test_a_description_is_read_whether_html_or_markdown():
    moor = recorded("contributions")["Mooring Buffers in Shared Memory"]

    assert "Buffers drift & fall.\n\nWe moor them with two ropes, as in Knots." == moor.abstract


def test_attachments_are_links_by_what_they_lead_to():
    links = recorded("contributions")["Mooring Buffers in Shared Memory"].links

    assert {"slides", "code"} == set(links)
    assert "https://codeberg.org/quay/moor" == links["code"]


def test_the_parts_of_a_contribution_are_contributions_of_their_own():
    part = recorded("contributions")["Part One: Ropes"]

    assert ("3-1", "Mooring Buffers in Shared Memory", "2031-06-23") == (part.id, part.session, part.starts)
    assert (Person(name="Dee Silt", affiliation="Mud Institute"),) == part.people


def test_what_is_not_scheduled_yet_has_no_time():
    poster = recorded("contributions")["Unscheduled Poster on Limpets"]

    assert (Kind.POSTER, "", "") == (poster.kind, poster.starts, poster.ends)


def test_lunch_is_logistics_even_as_a_contribution():
    assert Kind.LOGISTICS is recorded("contributions")["Lunch"].kind


def test_sessions_hold_their_talks_and_only_an_empty_one_stands_for_itself():
    found = recorded("sessions")

    assert ["Welcome Aboard", "Barnacles, Wet: A Poster", "Seaweed Indexing", "Quay Dinner"] == list(found)
    assert (Kind.POSTER, "Limpet Posters") == (found["Seaweed Indexing"].kind, found["Seaweed Indexing"].session)
    assert Kind.SOCIAL is found["Quay Dinner"].kind


def test_the_conveners_of_a_session_give_no_talk():
    found = {**recorded("sessions"), **recorded("timetable")}

    assert not any("Vener" in person.name for talk in found.values() for person in talk.people)


def test_a_timetable_keeps_the_keys_of_its_contributions():
    found = recorded("timetable")

    assert ("3", "8") == (found["Mooring Buffers in Shared Memory"].id, found["Clocks that Rust"].id)
    assert Kind.LOGISTICS is found["Coffee break"].kind
    assert "Real-Time MC" == found["Clocks that Rust"].session


def test_an_unknown_zone_is_no_zone():
    assert "2031-06-23T18:00:00" == recorded("timetable")["Boat Trip Reception"].starts


@pytest.mark.parametrize(
    ("person", "name"),
    [
        ({"fullName": "Tide, Bo"}, "Bo Tide"),
        ({"fullName": "Bo Tide"}, "Bo Tide"),
        ({"first_name": "Bo", "last_name": "Tide", "fullName": "Dr Tide, Bo"}, "Bo Tide"),
        ({"last_name": "Tide"}, "Tide"),
    ],
)
def test_a_name_is_read_in_either_order(person: dict[str, str], name: str):
    assert (Person(name=name),) == only(speakers=[person]).people


def test_a_duration_in_minutes_gives_the_end():
    talk = only(startDate={"date": "2031-06-23", "time": "09:50:00", "tz": "UTC"}, duration=20)

    assert "2031-06-23T10:10:00+00:00" == talk.ends


def test_a_time_at_the_end_of_all_times_costs_the_end_only():
    talk = only(startDate={"date": "9999-12-31", "time": "23:50:00", "tz": "UTC"}, duration=20)

    assert ("9999-12-31T23:50:00+00:00", "") == (talk.starts, talk.ends)


def test_the_type_names_the_kind():
    assert (Kind.KEYNOTE, Kind.TALK) == (only(type="Invited talk").kind, only(type=None).kind)


def test_equal_numbers_in_two_events_stay_two_contributions():
    events = [{"id": key, "title": "X", "contributions": [TALK]} for key in ("77", "78")]

    assert ["77-1", "78-1"] == [row.id for row in read(answer(*events)).contributions]


def test_an_incomplete_answer_says_so():
    program = read(answer({"id": "77", "contributions": [TALK]}, complete=False))

    assert ["Indico calls its answer incomplete."] == [finding.text for finding in program.findings]


@pytest.mark.parametrize("body", [answer(), answer({"id": "77", "title": "X"}), answer(results={})])
def test_an_unknown_event_or_one_without_contributions_is_not_published(body: str):
    with pytest.raises(NotPublished):
        read(body)


def test_a_contribution_without_a_title_is_a_changed_layout():
    with pytest.raises(LayoutChanged):
        only(title=None)


def test_parts_within_parts_without_end_are_no_concern():
    nested: dict[str, Any] = dict(TALK)
    for _ in range(400):
        nested = {**TALK, "subContributions": [nested]}

    assert "1-1" == read(answer({"id": "77", "contributions": [nested]})).contributions[-1].id


def test_the_export_is_asked_for_an_events_address():
    url = "https://lpc.example.org/event/18/timetable/?view=standard"

    assert indico.URL.match(url) and indico.URL.match(URL)
    assert "https://lpc.example.org/export/event/18.json?detail=contributions" == indico.addresses(url)[0]
    assert (URL,) == indico.addresses(URL)
    assert "https://old.example.org/export/event/5.json?detail=contributions" in indico.addresses(
        "https://old.example.org/conferenceDisplay.py?confId=5"
    )


@pytest.mark.parametrize("other", [{"count": 0, "results": []}, {"_type": "HTTPAPIResult"}, {"results": [{"id": 1}]}])
def test_other_answers_are_left_to_others(other: dict[str, Any]):
    assert not indico.looks_like(page.read(json.dumps(other).encode(), source=Provenance(url=URL)))


@needs_shared
def test_the_samples_of_the_documentation_hold_four_talks_and_one():
    for name, count in (("contributions", 4), ("sessions", 4), ("timetable", 1)):
        assert count == len(read((SHARED / f"doc-sample.{name}.json").read_bytes()).contributions)
