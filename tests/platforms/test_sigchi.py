"""SIGCHI's programs: lists that refer to each other by number, and clocks that pretend to stand in Greenwich."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from bot.errors import LayoutChanged, NotPublished
from bot.model import Contribution, Kind, Person, Program
from bot.platforms import sigchi
from tests.platforms import shelf

RECORDING = Path(__file__).parent / "recordings" / "sigchi" / "tidechi-2031.program.json"
URL = "https://files.sigchi.org/conference/program/TIDECHI/2031"
SOURCE: dict[str, Any] = json.loads(RECORDING.read_text())


def read(tree: Any) -> Program:
    return shelf.read(tree, URL)


def recorded(**lists: Any) -> dict[str, Contribution]:
    return {row.title: row for row in read({**copy.deepcopy(SOURCE), **lists}).contributions}


def only(**fields: Any) -> Contribution:
    row = {"id": 9, "title": "Eels", "sessionIds": [], "authors": [], **fields}
    return recorded(contents=[row])["Eels"]


def test_a_paper_has_its_people_session_abstract_and_links():
    barnacles = recorded()["Touching Barnacles at a Distance"]

    assert (
        Person(name="Ann B Ode", affiliation="Sea Lab; Bay U"),
        Person(name="Cy-Lin (Cyan) Reef"),
    ) == barnacles.people
    assert (Kind.PAPER, "Haptics, Wet", "1") == (barnacles.kind, barnacles.session, barnacles.id)
    assert "Barnacles are <sharp>." == barnacles.abstract
    assert "https://programs.sigchi.org/tidechi/2031/program/content/1" == barnacles.url
    assert {"page": "https://doi.org/10.9999/barnacle"} == barnacles.links


def test_a_content_in_two_sessions_is_one_contribution_at_its_first_time():
    barnacles = recorded()["Touching Barnacles at a Distance"]

    assert ("2031-05-11T10:00:00+01:00", "2031-05-11T11:15:00+01:00") == (barnacles.starts, barnacles.ends)


def test_a_content_without_a_type_is_what_its_session_holds():
    assert Kind.PAPER is recorded()["Untyped: Feet, Sand, and Consent"].kind


def test_a_type_that_says_nothing_leaves_it_to_the_session():
    assert Kind.POSTER is recorded()["Early Rafts"].kind


def test_a_type_of_its_own_decides():
    assert Kind.KEYNOTE is recorded()["What Gulls Click On"].kind
    assert Kind.WORKSHOP is only(typeId=15, sessionIds=[30]).kind


def test_chairs_give_no_paper_and_nameless_authors_are_counted():
    program = read(SOURCE)

    assert not any("Mara" in person.name for row in program.contributions for person in row.people)
    assert ["Authors of whom the program holds no name, left out: 1."] == [each.text for each in program.findings]


def test_sessions_without_contents_are_entries_and_others_are_not():
    kinds = {title: row.kind for title, row in recorded().items()}

    assert (Kind.LOGISTICS, Kind.SOCIAL) == (kinds["Coffee Break"], kinds["Welcome Reception"])
    assert not {"Haptics, Wet", "Posters and Rum", "Haptics, Wet (online)"} & set(kinds)


def test_a_break_among_the_contents_is_logistics():
    assert Kind.LOGISTICS is only(isBreak=True, typeId=10).kind


@pytest.mark.parametrize("zone", ["", "Sea/Bottom", "../x"])
def test_without_a_known_zone_times_float(zone: str):
    found = recorded(conference={**SOURCE["conference"], "timeZoneName": zone})

    assert "2031-05-12T10:00:00" == found["Early Rafts"].starts


@pytest.mark.parametrize("date", [None, "soon", 10**30, -(10**18)])
def test_a_time_that_is_none_costs_the_time_and_not_the_paper(date: Any):
    slots = [{"id": 20, "startDate": date, "endDate": date}]

    assert "" == recorded(timeSlots=slots)["Untyped: Feet, Sand, and Consent"].starts


@pytest.mark.parametrize(
    ("doi", "links"),
    [
        ("10.9999/a", {"page": "https://doi.org/10.9999/a"}),
        ("https://dl.acm.org/doi/10.9999/a", {"page": "https://dl.acm.org/doi/10.9999/a"}),
        ("javascript:alert(1)", {}),
        ("", {}),
    ],
)
def test_a_doi_is_a_link_with_or_without_its_beginning(doi: str, links: dict[str, str]):
    assert links == only(addons={"doi": {"url": doi}}).links


def test_sessions_alone_are_not_a_program_yet():
    with pytest.raises(NotPublished):
        recorded(contents=[])


def test_a_content_without_a_title_is_a_changed_layout():
    with pytest.raises(LayoutChanged):
        only(title=None)


@pytest.mark.parametrize("left_out", ["contents", "contentTypes", "sessions", "timeSlots"])
def test_other_files_are_left_to_others(left_out: str):
    tree = {name: rows for name, rows in SOURCE.items() if name != left_out}

    assert not sigchi.looks_like(shelf.opened(tree, URL))


def test_the_data_is_asked_for_in_place_of_the_empty_site():
    site = "https://programs.sigchi.org/tidechi/2031/program"

    assert sigchi.URL.match(site) and sigchi.URL.match(URL)
    assert (URL,) == sigchi.addresses(site)
    assert (URL,) == sigchi.addresses(URL)
