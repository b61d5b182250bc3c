"""schema.org events: programs among deadlines, JSON that pages have bent, and performers who are the organiser."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot import judge, page, scrape
from bot.errors import BotError
from bot.model import Contribution, Edition, Kind, Person, Program
from bot.platforms import schema_org
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "schema_org"
URL = "https://tideday.example/2031/"
TALK = {"@type": "Event", "name": "Eels", "startDate": "2031-05-06T10:00", "performer": "Ann Ode"}
OTHER = {**TALK, "name": "Knots"}


def opened(body: str | bytes) -> page.Page:
    return shelf.opened(body, URL)


def read(body: str | bytes) -> Program:
    return scrape.read(opened(body), shelf.EMPTY)


def recorded() -> dict[str, Contribution]:
    return {row.title: row for row in read((RECORDINGS / "tideday-2031.html").read_bytes()).contributions}


def event(*parts: dict[str, Any], **fields: Any) -> dict[str, Any]:
    days = {"startDate": "2031-05-06", "endDate": "2031-05-07"}
    return {"@context": "https://schema.org", "@type": "Event", "name": "X", **days, "subEvent": list(parts), **fields}


def html(*things: Any) -> str:
    scripts = (f'<script type="application/ld+json">{json.dumps(thing)}</script>' for thing in things)
    return f"<html><head>{''.join(scripts)}</head><body></body></html>"


def first(**fields: Any) -> Contribution:
    return read(html(event({**TALK, **fields}, OTHER))).contributions[0]


def test_a_talk_has_its_people_day_time_text_and_link():
    gulls = recorded()["What Gulls & Ships Share"]

    assert ("https://tideday.example/2031/#gulls", "Day One") == (gulls.id, gulls.session)
    assert ("2031-05-06T09:00:00+01:00", "2031-05-06T09:45:00+01:00") == (gulls.starts, gulls.ends)
    assert ("Both follow fish. Both shout.", f"{URL}gulls") == (gulls.abstract, gulls.url)


def test_people_have_their_employer_and_the_organiser_is_none_of_them():
    found = recorded()

    assert (
        Person(name="Ann Ode", affiliation="Sea Lab"),
        Person(name="Cy-Lin (Cyan) Reef", affiliation="Bay U"),
    ) == found["What Gulls & Ships Share"].people
    assert () == found["Welcome"].people
    assert (Person(name="Bo Tide"),) == found["Eels, or: What Slips Away"].people


def test_the_town_is_told_and_no_room_is_taken_for_one():
    town = {"@type": "Place", "name": "Old Pier", "address": {"addressLocality": "Tideham"}}
    for location, place in (
        (town, "Tideham"),
        ({"@type": "Place", "name": "Room 3"}, ""),
        ("Room 3", ""),
        ([town], ""),
    ):
        assert place == read(html(event(TALK, OTHER, location=location))).place


def test_deadlines_and_bare_entries_are_left_out_and_counted():
    program = read((RECORDINGS / "tideday-2031.html").read_bytes())

    assert not {"Paper Submission Deadline", "Early Boat", "Day One"} & {row.title for row in program.contributions}
    assert ["Deadlines, and entries without people, words or a time, left out: 2."] == [
        finding.text for finding in program.findings
    ]


def test_breaks_are_logistics():
    assert Kind.LOGISTICS is recorded()["Coffee Break"].kind


def test_a_cancelled_talk_is_judged_as_such():
    program = read((RECORDINGS / "tideday-2031.html").read_bytes())
    judged = judge.judge(program, Edition(key="", name=""))

    assert "Cancelled: A Lamp for Every Lighthouse" in {row.title for row in program.contributions}
    assert not any("Lamp" in row.title for row in judged.contributions)


def test_a_cancelled_event_says_so():
    off = event(TALK, OTHER, eventStatus="https://schema.org/EventCancelled")

    assert "The whole event is cancelled, its page says." == read(html(off)).findings[0].text


@pytest.mark.parametrize(
    "shape",
    [
        event(TALK, OTHER),
        [event(TALK, OTHER)],
        {"@context": "https://schema.org", "@graph": [{"@type": "Place"}, event(TALK, OTHER)]},
        event({"@type": "Event", "name": "Day", "subEvent": [TALK, OTHER]}),
        event(TALK, OTHER, **{"@type": ["Thing", "Hackathon"]}),
        event(TALK, OTHER, endDate="2031-01-01"),
    ],
)
def test_every_shape_is_read(shape: Any):
    assert ["Eels", "Knots"] == [row.title for row in read(html(shape)).contributions]
    assert ["Eels", "Knots"] == [row.title for row in read(json.dumps(shape)).contributions]


def test_an_event_that_stands_in_two_blocks_is_read_once():
    assert 2 == len(read(html(event(TALK, OTHER), event(TALK, OTHER))).contributions)


@pytest.mark.parametrize(
    ("bent", "straight"),
    [
        ('<!-- {"a": [1, 2,],} -->', {"a": [1, 2]}),
        ('//<![CDATA[\n{"a": "b"}\n//]]>', {"a": "b"}),
        ('{"a": "one\ntwo, ]"}', {"a": "one two, ]"}),
    ],
)
def test_bent_json_is_mended_and_strings_are_left_alone(bent: str, straight: Any):
    assert straight == json.loads(schema_org.mended(bent))


@pytest.mark.parametrize(
    "parts",
    [
        (),
        (TALK,),
        ({**TALK, "startDate": "2031-01-15"}, {**OTHER, "startDate": "soon"}),
        ({**TALK, "name": "Camera-ready deadline"}, {"name": "No time", "description": "x"}),
        ({"name": "A", "startDate": "2031-05-06"}, {"name": "B", "startDate": "2031-05-06"}),
    ],
)
def test_what_only_announces_itself_is_no_program(parts: tuple[dict[str, Any], ...]):
    assert not schema_org.looks_like(opened(html(event(*parts))))
    with pytest.raises(BotError):
        read(html(event(*parts)))


@pytest.mark.parametrize(
    "body", ["<html><script type='application/ld+json'>{subEvent</script></html>", "[]", '{"a": 1}']
)
def test_broken_blocks_and_other_files_are_left_alone(body: str):
    assert not schema_org.looks_like(opened(body))


def test_events_within_events_without_end_are_no_concern():
    nested: dict[str, Any] = event(TALK, OTHER)
    for _ in range(100):
        nested = event(nested)

    assert not schema_org.looks_like(opened(html(nested)))


def test_times_are_kept_as_written():
    assert ("2031-05-06T10:00", "") == (first().starts, first().ends)
