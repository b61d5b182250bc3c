"""The IACR's program editor: half-made programs, three ways to name authors, and templates that hold nothing."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot import page
from bot.errors import LayoutChanged, NotPublished
from bot.model import Contribution, Kind, Person, Program, Provenance
from bot.platforms import iacr
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "iacr"
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "programs" / "iacr"
needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent")
URL = "https://crypto.iacr.org/2031/json/program.json"
TALK = {"id": "talk-1", "title": "Eels", "authors": ["Ann Ode"]}


def read(body: Any, url: str = URL) -> Program:
    return shelf.read(body, url)


def recorded(name: str) -> dict[str, Contribution]:
    return {row.title: row for row in read((RECORDINGS / f"tidecrypt-2031.{name}.json").read_bytes()).contributions}


def program(*sessions: dict[str, Any], **config: Any) -> dict[str, Any]:
    slot = {"starttime": "9:00", "endtime": "9:50", "sessions": list(sessions)}
    return {"name": "X", "config": config, "days": [{"date": "2031-08-18", "timeslots": [slot]}]}


def only(**fields: Any) -> Contribution:
    (contribution,) = read(program({"session_title": "S", "talks": [{**TALK, **fields}]})).contributions
    return contribution


def names(contribution: Contribution) -> list[str]:
    return [person.name for person in contribution.people]


def test_a_talk_has_its_session_links_abstract_and_times_with_the_named_zone():
    oysters = recorded("program")["Secret Sharing among Oysters & Mussels"]

    assert (Kind.PAPER, "Secrets of Shellfish", "talk-1") == (oysters.kind, oysters.session, oysters.id)
    assert ("2031-08-18T09:00:00-07:00", "2031-08-18T09:25:00-07:00") == (oysters.starts, oysters.ends)
    assert {
        "pdf": "https://eprint.tide.example/2031/001.pdf",
        "slides": "https://slides.tide.example/1",
    } == oysters.links
    assert "Oysters keep secrets." == oysters.abstract


def test_a_talk_without_hours_of_its_own_has_those_of_its_session():
    gulls = recorded("program")["What Gulls Cannot Decrypt"]

    assert ("2031-08-18T09:00:00-07:00", "2031-08-18T09:50:00-07:00") == (gulls.starts, gulls.ends)


def test_without_a_zone_or_with_an_unknown_one_times_float():
    session = {"session_title": "S", "talks": [TALK]}

    assert "2031-08-18T09:00:00" == only().starts
    assert "2031-08-18T09:00:00" == read(program(session, timezone={"name": "../Sea"})).contributions[0].starts


@pytest.mark.parametrize(
    ("authors", "read_as"),
    [
        (["Ann Ode", "Bo Tide"], ["Ann Ode", "Bo Tide"]),
        ([{"name": "Ann Ode"}, {"name": "Bo Tide"}], ["Ann Ode", "Bo Tide"]),
        ("Ann Ode and Bo Tide", ["Ann Ode", "Bo Tide"]),
        ("Ann Ode, Bo Tide, Jr., and Cy-Lin (Cyan) Reef", ["Ann Ode", "Bo Tide, Jr.", "Cy-Lin (Cyan) Reef"]),
        ("Andy Sandoval", ["Andy Sandoval"]),
        ([], []),
        (None, []),
    ],
)
def test_authors_are_a_list_objects_or_a_line(authors: Any, read_as: list[str]):
    assert read_as == names(only(authors=authors))


def test_affiliations_are_nobodys_unless_there_is_only_one():
    clams, locks = recorded("program")["Zero-Knowledge Clams"], recorded("papers")["Commitments, and How to Break Them"]

    assert {""} == {person.affiliation for person in clams.people}
    assert (Person(name="Gus Lock", affiliation="Lock & Weir"),) == locks.people


def test_an_invited_talk_is_a_keynote():
    assert Kind.KEYNOTE is recorded("program")["What Gulls Cannot Decrypt"].kind


def test_a_paper_without_a_slot_is_in_the_program_and_a_finding():
    found = read((RECORDINGS / "tidecrypt-2031.program.json").read_bytes())

    assert "Still without a Slot and a Berth" == found.contributions[-1].title
    assert ("", "") == (found.contributions[-1].session, found.contributions[-1].starts)
    assert "Talks that have no slot yet: 1." == found.findings[-1].text


def test_breaks_are_logistics_and_sessions_without_talks_no_papers():
    found = recorded("program")

    assert (Kind.LOGISTICS, Kind.LOGISTICS) == (found["Breakfast"].kind, found["Beach Reception"].kind)
    assert not {"Secrets of Shellfish", "Opening remarks", "Click to edit session title."} & set(found)


def test_the_accepted_papers_are_read_before_there_is_a_program():
    papers = recorded("papers")

    assert {Kind.PAPER} == {paper.kind for paper in papers.values()}
    assert ("Secrets", "https://doi.org/10.9999/oyster") == (
        papers["Secret Sharing among Oysters"].session,
        papers["Secret Sharing among Oysters"].url,
    )


def test_a_talk_in_two_slots_is_one_contribution():
    session = {"session_title": "S", "talks": [TALK]}

    assert 1 == len(read(program(session, session)).contributions)


@pytest.mark.parametrize(
    "empty",
    [
        program({"session_title": "Session title TBD", "talks": []}, {"session_title": "Breakfast"}),
        {"days": [{"timeslots": []}]},
        {"acceptedPapers": []},
    ],
)
def test_a_template_is_not_published(empty: dict[str, Any]):
    with pytest.raises(NotPublished):
        read(empty)


def test_a_talk_without_a_title_is_a_changed_layout():
    with pytest.raises(LayoutChanged):
        only(title="")


@pytest.mark.parametrize("other", [{"days": [{"date": "x"}]}, {"days": 3}, [{"acceptedPapers": 1}], {"papers": []}])
def test_other_files_are_left_to_others(other: Any):
    assert not iacr.looks_like(page.read(json.dumps(other).encode(), source=Provenance(url=URL)))


def test_a_years_files_are_tried_the_program_first():
    assert iacr.URL.match("https://eurocrypt.iacr.org/2031/program.php")
    assert URL == iacr.addresses("https://crypto.iacr.org/2031/program.php")[0]
    assert (URL,) == iacr.addresses(URL)


@needs_shared
def test_the_real_draft_has_65_papers_and_the_template_none():
    assert 65 == len(read((SHARED / "crypto-2016.early-draft.json").read_bytes()).listed)
    with pytest.raises(NotPublished):
        read((SHARED / "dualtrack_5day.template.json").read_bytes())
