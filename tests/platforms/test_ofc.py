"""OFC's schedule: authors and papers inside descriptions, and sessions that hold no papers."""

import json
from pathlib import Path

import pytest

from bot.errors import LayoutChanged, NotPublished
from bot.model import Contribution, Kind, Person, Program
from bot.platforms import ofc
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "ofc"


def read(body: str | bytes) -> Program:
    return shelf.read(body, "schedule.json")


def recorded() -> dict[str, Contribution]:
    return {row.title: row for row in read((RECORDINGS / "schedule.json").read_bytes()).contributions}


def only(**presentation: object) -> Contribution:
    session = {"id": 1, "code": "M1A", "title": "Lamps", "presentations": [{"id": 2, "code": "M1A.1", **presentation}]}
    (found,) = read(json.dumps({"selectedDays": [{"timeBlocks": [{"sessions": [session]}]}]})).contributions
    return found


def test_authors_abstract_and_paper_are_told_apart():
    light = recorded()["Light Under the Pier"]

    assert (
        Person(name="A. Ode", affiliation="Sea Lab, Norway"),
        Person(name="Bo Tide", affiliation="Bay University"),
        Person(name="C. Reef"),
    ) == light.people
    assert "We send 3 Tb/s under a pier. It <works>." == light.abstract
    assert {"pdf": "https://opg.example.org/paper?id=1&mode=pdf"} == light.links


def test_a_presentation_has_its_sessions_title_and_time():
    light = recorded()["Light Under the Pier"]

    assert ("M1D.1", Kind.PAPER, "Lamps and Lenses") == (light.id, light.kind, light.session)
    assert ("2031-03-31T08:00:00-07:00", "2031-03-31T10:00:00-07:00") == (light.starts, light.ends)


def test_a_session_with_papers_is_none_itself():
    assert "Lamps and Lenses" not in recorded()


def test_the_presenter_stands_in_where_no_authors_are_listed():
    horns = recorded()["Tutorial: Foghorns and Fibres"]

    assert ((Person(name="Dee E", affiliation="Foghorn Inc"),), Kind.TUTORIAL) == (horns.people, horns.kind)


def test_tags_and_titles_tell_courses_breaks_and_panels_apart():
    rows = recorded()

    assert [Kind.TUTORIAL, Kind.LOGISTICS, Kind.TALK] == [
        rows[title].kind for title in ("Splicing by Hand", "Coffee Break", "Will Light Win?")
    ]
    assert ("SC93", "934") == (rows["Splicing by Hand"].id, rows["Will Light Win?"].id)


def test_a_panel_says_who_speaks_on_what():
    panel = recorded()["Will Light Win?"]

    assert ("Gil Haven", "Iz Jetty") == tuple(person.name for person in panel.people)
    assert [("abstract", "A quarrel."), ("talks", "Iz Jetty: Light Wins")] == [
        (passage.part, passage.text) for passage in panel.passages
    ]


def test_a_link_that_is_no_web_address_is_no_link():
    text = "A.<br><br><strong>Access the Technical Paper</strong> <a href='javascript:alert(1)'>Download PDF</a>"

    assert {} == only(title="Lamps", description=text).links


@pytest.mark.parametrize("text", ["", "Authors:", "<br><br><strong>Authors</strong>: / , x"])
def test_an_empty_list_of_authors_names_nobody(text: str):
    assert () == only(title="Lamps", description=text).people


def test_an_entry_without_a_title_is_a_finding():
    sessions = [{"id": 1, "title": "Lamps"}, {"id": 2}]
    program = read(json.dumps({"selectedDays": [{"timeBlocks": [{"sessions": sessions}]}]}))

    assert ["Entries without a title, and left out: 1."] == [finding.text for finding in program.findings]


def test_a_schedule_without_days_is_not_published_and_one_without_titles_has_changed():
    with pytest.raises(NotPublished):
        read('{"selectedDays": []}')
    with pytest.raises(LayoutChanged):
        read('{"selectedDays": [{"timeBlocks": [{"sessions": [{"id": 1, "name": "Lamps"}]}]}]}')


def test_the_schedule_is_one_address():
    assert ("https://www.ofcconference.org/api/schedule/",) == ofc.addresses("https://www.ofcconference.org/schedule/")
