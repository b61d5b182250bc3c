"""HotCRP's exports: only what was accepted, and nobody's mail address."""

import json
from pathlib import Path

import pytest

from bot import page
from bot.errors import LayoutChanged, NotPublished
from bot.model import Kind, Person, Program, Provenance
from bot.platforms import hotcrp
from tests.platforms import shelf

EXPORT = Path(__file__).parent / "recordings" / "hotcrp" / "reef31-data.json"


def read(rows: str | bytes) -> Program:
    return shelf.read(rows, "data.json")


def paper(**more: object) -> dict[str, object]:
    return {"pid": 1, "title": "Nets", "authors": [{"first": "Ann", "last": "Ode"}], **more}


def test_only_accepted_papers_are_in_the_program():
    assert ["Sandbars Considered Useful", "A Wet Poster", "Nets without Knots"] == [
        row.title for row in read(EXPORT.read_bytes()).contributions
    ]


def test_a_paper_has_its_people_abstract_and_number():
    sand = read(EXPORT.read_bytes()).contributions[0]

    assert ("3", "Sand.\n\nAnd bars.") == (sand.id, sand.abstract)
    assert (Person(name="Ann Ode", affiliation="Sea Lab"), Person(name="Tide")) == sand.people


def test_names_may_be_given_and_family_names():
    author = {"given_name": "Bo", "family_name": "Tide", "affiliation": "Bay U"}
    (row,) = read(json.dumps([paper(authors=[author])])).contributions

    assert (Person(name="Bo Tide", affiliation="Bay U"),) == row.people


def test_a_decision_may_name_another_form():
    assert [Kind.PAPER, Kind.POSTER, Kind.PAPER] == [row.kind for row in read(EXPORT.read_bytes()).contributions]


def test_no_mail_address_is_taken_over():
    assert "@" not in str(read(EXPORT.read_bytes()).contributions)


@pytest.mark.parametrize("said", [{}, {"status": "accepted"}, {"decision": "Accept"}])
def test_without_a_decision_a_paper_counts_as_accepted(said: dict[str, str]):
    assert 1 == len(read(json.dumps([paper(**said)])).contributions)


@pytest.mark.parametrize("said", ["rejected", "Not accepted", "submitted", "desk reject"])
def test_refused_and_undecided_papers_are_not_published(said: str):
    with pytest.raises(NotPublished):
        read(json.dumps([paper(status=said)]))


def test_papers_without_titles_are_a_changed_layout():
    with pytest.raises(LayoutChanged):
        read(json.dumps([paper(title="")]))


def test_other_lists_of_papers_are_left_to_others():
    rows = json.dumps([{"id": 1, "title": "Nets", "authors": ["Ann Ode"]}])

    assert not hotcrp.looks_like(page.read(rows.encode(), source=Provenance(url="data.json")))


def test_the_answer_of_the_api_is_read_as_the_export_is():
    assert ["Nets"] == [row.title for row in read(json.dumps({"papers": [{**paper(), "title": "Nets"}]})).contributions]


def test_the_table_of_authors_is_read_paper_by_paper():
    head = "paper,title,first,last,email,affiliation,country"
    body = f'{head}\n1,Nets,Ann,Ode,a@x.example,"Reef, Inc.",FJ\n1,Nets,Bo,Tide,b@x.example,Sea Lab,FJ\n2,Ropes,,,,,\n'

    nets, ropes = read(body).contributions

    assert ("Nets", Kind.PAPER, [("Ann Ode", "Reef, Inc."), ("Bo Tide", "Sea Lab")]) == (
        nets.title,
        nets.kind,
        [(person.name, person.affiliation) for person in nets.people],
    )
    assert ("Ropes", ()) == (ropes.title, ropes.people)
    with pytest.raises(NotPublished):
        read(head)
    with pytest.raises(LayoutChanged):
        read(f"{head}\n1,{'x' * 200_000},Ann,Ode,,,")
