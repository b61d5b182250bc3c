"""Two sources of one program: whom they both mean, what one adds to the other, and what is never guessed."""

from typing import Any

import pytest

from bot.merge import completed, same_title, united
from bot.model import Contribution, Kind, Passage, Person, Program, Provenance
from bot.moments import surer

ONE, TWO = Provenance(url="https://one.example/"), Provenance(url="https://two.example/")


def talk(title: str, *people: str, **fields: Any) -> Contribution:
    return Contribution(title=title, people=tuple(Person(name=name) for name in people), **fields)


def of(source: Provenance, *rows: Contribution) -> Program:
    return Program(contributions=rows, sources=(source,))


@pytest.mark.parametrize(
    ("expected", "one", "other"),
    [
        (True, talk("On Tar", "Ann Ode"), talk("ON TAR!", "Bo Tide", "A. Ode")),
        (True, talk("On Tar"), talk("On Tar", "Ann Ode")),
        (False, talk("On Tar", "Ann Ode"), talk("On Tar", "Bo Tide")),
        (False, talk("On Tar", "Ann Ode"), talk("On Tides", "Ann Ode")),
        (False, talk("On Tar", "Ann Ode"), talk("On Tar", "Bea Ode")),
    ],
)
def test_a_title_and_a_person_make_one_contribution_of_two(
    expected: bool, one: Contribution, other: Contribution
) -> None:
    assert ({0: 0} if expected else {}) == same_title([one], [other])


def test_a_title_alone_tells_nothing_where_there_are_two_of_it() -> None:
    keynotes = talk("Keynote", "Ann Ode"), talk("Keynote", "Bo Tide")

    assert {} == same_title([talk("Keynote")], keynotes)
    assert {0: 1, 1: 0} == same_title([talk("Keynote", "Bo Tide"), talk("Keynote", "Ann Ode")], keynotes)
    assert {} == same_title([talk("Keynote", "Ann Ode"), talk("Keynote", "Ann Ode", "Bo Tide")], [keynotes[0]])


def test_nothing_that_is_there_is_overwritten() -> None:
    mine = (Passage(text="Mine.", part="abstract", source=ONE),)
    theirs = (
        Passage(text="Theirs.", part="abstract", source=TWO),
        Passage(text="About her.", part="biography", source=TWO),
    )
    row = talk("On Tar", "Ann Ode", passages=mine, links={"pdf": "https://one.example/a.pdf"}, session="Tar")
    other = talk("On Tar", "Ann Ode", "Bo Tide", passages=theirs, links={"pdf": "x", "slides": "y"}, session="Docks")
    (found,) = completed(of(ONE, row), of(TWO, other)).contributions

    assert ("Tar", (Person(name="Ann Ode"),)) == (found.session, found.people)
    assert (*mine, theirs[1]) == found.passages
    assert {"pdf": "https://one.example/a.pdf", "slides": "y"} == found.links


def test_who_knows_the_people_knows_what_it_is() -> None:
    unsigned, signed = talk("Lunch Lecture", kind=Kind.LOGISTICS), talk("Lunch Lecture", "Ann Ode", kind=Kind.TALK)

    assert Kind.TALK is completed(of(ONE, unsigned), of(TWO, signed)).contributions[0].kind
    assert (
        Kind.LOGISTICS
        is completed(of(ONE, talk("Lunch", kind=Kind.LOGISTICS)), of(TWO, talk("Lunch"))).contributions[0].kind
    )


def test_a_source_that_adds_nothing_and_knows_nobody_else_is_not_mentioned() -> None:
    program = of(ONE, talk("On Tar", "Ann Ode"))

    assert program == completed(program, of(TWO, talk("On Tar", "Ann Ode")))


def test_two_forms_of_one_program_meet_by_their_keys_whatever_their_titles() -> None:
    listed = of(ONE, talk("On Tar", "Ann Ode", id="1"), talk("Salt", "Bo Tide", id="2"))
    calendar = of(TWO, talk("On Tar (moved)", id="1", starts="2031-05-04T09:00"), talk("Salt", "Bo Tide", id="9"))
    program = united(listed, calendar)

    assert ["On Tar", "Salt"] == [row.title for row in program.contributions]
    assert "2031-05-04T09:00" == program.contributions[0].starts
    assert () == program.findings


@pytest.mark.parametrize(
    ("expected", "one", "other"),
    [
        ("2031-05-04T12:00:00-06:00", "2031-05-04T12:00:00", "2031-05-04T18:00:00+00:00"),
        ("2031-05-04T12:00:00", "2031-05-04T12:00:00", "2031-05-05T18:00:00+00:00"),
        ("2031-05-04T12:00:00", "2031-05-04T12:00:00", "2031-05-04T18:07:00+00:00"),
        ("2031-05-04T12:00:00", "2031-05-04T12:00:00", "2031-05-04T09:00:00"),
        ("2031-05-04T12:00:00+02:00", "2031-05-04T12:00:00+02:00", "2031-05-04T18:00:00+00:00"),
        ("2031-05-04T12:00:00-06:00", "2031-05-04T18:00:00+00:00", "2031-05-04T12:00:00-06:00"),
        ("2031-05-04T18:00:00+00:00", "2031-05-04T18:00:00+00:00", "2031-05-04T13:00:00-06:00"),
        ("2031-05-04T18:00:00+00:00", "2031-05-04", "2031-05-04T18:00:00+00:00"),
        ("2031-05-04T18:00:00+00:00", "", "2031-05-04T18:00:00+00:00"),
        ("2031-05-04", "2031-05-04", ""),
        ("2031-05-04", "2031-05-04", "2031-05-05T09:00:00"),
    ],
)
def test_a_local_time_takes_its_offset_from_one_that_has_it(expected: str, one: str, other: str) -> None:
    assert expected == surer((one, ""), (other, other))[0]
