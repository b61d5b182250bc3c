"""Pages written by hand: read when they are plain enough, and refused aloud when they are not."""

from pathlib import Path

import pytest

from bot import byline, page
from bot.errors import LayoutChanged
from bot.model import Contribution, Kind, Person, Program
from bot.platforms import generic_html
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "generic_html"
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "programs"
UNHEARD = byline.listen((), ())


def opened(body: str | bytes) -> page.Page:
    return shelf.opened(body, "saved.html")


def read(body: str | bytes) -> Program:
    return generic_html.scrape(opened(body), shelf.EMPTY)


def recorded(name: str) -> dict[str, Contribution]:
    return {row.title: row for row in read((RECORDINGS / name).read_bytes()).contributions}


def listed(*entries: str, heading: str = "Accepted Papers", tag: str = "li") -> str:
    rows = "".join(f"<{tag}>{entry}</{tag}>" for entry in entries)
    return f"<html><head><title>Harbour Days</title></head><body><h1>{heading}</h1>{rows}</body></html>"


NAMES = ("Ann Ode and Bo Tide", "Cy Reef, Dee Estuary", "Eo Fjord", "Gil Haven, Iz Jetty, and Kay Lagoon", "Liv Marsh")
PLAIN = [f"<b>A Title of Papers {number}</b><br>{names}" for number, names in enumerate(NAMES)]


def credits_of(line: str) -> list[tuple[str, str]]:
    return [(person.name, person.affiliation) for person in generic_html.persons_in(line, UNHEARD)]


def test_a_timetable_gives_papers_their_session_day_and_time():
    kelp = recorded("timetable.html")["Kelp: On Weeds and Wires"]

    assert ("Ann Ode", "Bo Tide", "Cy Reef", "Dee Estuary") == tuple(person.name for person in kelp.people)
    assert (Kind.PAPER, "Session 1: Ropes") == (kelp.kind, kelp.session)
    assert ("2031-12-08T10:20:00", "2031-12-08T12:00:00") == (kelp.starts, kelp.ends)


def test_what_lies_between_the_talks_is_logistics_unless_somebody_gives_it():
    rows = recorded("timetable.html")
    keynote = rows["Keynote: What the Tide Taught Us"]

    assert [Kind.LOGISTICS] * 3 == [
        rows[title].kind for title in ("Welcome on the Pier", "Registration with Tea & Rope", "Lunch")
    ]
    assert (Kind.KEYNOTE, (Person(name="Una Barge", affiliation="Sea Lab"),)) == (keynote.kind, keynote.people)
    assert ("2031-12-08T09:00:00", "2031-12-08T10:00:00") == (keynote.starts, keynote.ends)


def test_a_chair_is_neither_session_nor_author():
    rows = recorded("timetable.html").values()

    assert not any("Val Weir" in str(row) for row in rows)


def test_a_list_of_accepted_papers_is_read_with_its_headings():
    rows = recorded("accepted.html")

    assert [Kind.PAPER] * 4 + [Kind.POSTER] * 2 == [row.kind for row in rows.values()]
    assert {"page": "https://mudflat.example/p/3"} == rows["Ten Years of Low Water"].links
    assert "Home page of the workshop" not in rows


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Ann Ode and Bo Tide (MIT); Cy Reef (Bay U)", [("Ann Ode", "MIT"), ("Bo Tide", "MIT"), ("Cy Reef", "Bay U")]),
        ("Ann Ode, Bo Tide (Bay (North), U)", [("Ann Ode", ""), ("Bo Tide", "Bay (North), U")]),
        ("Authors: Ann Ode; Bo Tide [PDF] [Slides]", [("Ann Ode", ""), ("Bo Tide", "")]),
        ("Ann Ode, Bay University; Bo Tide, Sea Lab", [("Ann Ode", "Bay University"), ("Bo Tide", "Sea Lab")]),
        ("We show that tides turn.", []),
        ("Room 101, second floor", []),
        ("", []),
    ],
)
def test_the_grammar_of_authors(line: str, expected: list[tuple[str, str]]):
    assert expected == credits_of(line)


@pytest.mark.parametrize("tag", ["li", "p", "article"])
def test_entries_of_several_sorts_are_found(tag: str):
    assert 5 == len(read(listed(*PLAIN, tag=tag)).contributions)


def test_a_table_of_numbers_titles_and_authors_is_read():
    cells = [
        f"<td>{number}</td><td>A Title of Papers {number}</td><td>{names}</td>" for number, names in enumerate(NAMES)
    ]
    found = read(listed("<table>" + "".join(f"<tr>{row}</tr>" for row in cells) + "</table>")).contributions

    assert "A Title of Papers 0" == found[0].title
    assert ("Gil Haven", "Iz Jetty", "Kay Lagoon") == tuple(person.name for person in found[3].people)


def test_how_sure_the_reading_is_stands_in_a_finding():
    entries = [*PLAIN, "<b>A Title without Anyone Beside</b><br>to be announced"]

    assert "5 titles with people, which is 83% of what looks like one." in read(listed(*entries)).findings[0].text


def test_a_marked_title_without_people_is_kept_and_counted():
    lone = "<span class='talk-title'>A Title without Anyone</span>"
    program = read(listed(*PLAIN, lone))

    assert ("A Title without Anyone", ()) == (program.contributions[-1].title, program.contributions[-1].people)
    assert "83%" in program.findings[0].text


@pytest.mark.parametrize(
    "body",
    [
        listed(*PLAIN[:4]),
        listed(*PLAIN, *(f"<b>Some News of Today {day}</b><br>something happened again" for day in range(3))),
        listed(*PLAIN, heading="Our Team"),
        listed(*(f"<b>Program Committee Chairs {row}</b><br>Ann Ode, Bo Tide" for row in "abcdef")),
        listed(*("<a href='/cfp'>Call for papers here</a>" for _ in range(9))),
    ],
    ids=["too few", "too unsure", "not about a program", "committee", "menu"],
)
def test_what_is_not_plain_is_refused(body: str):
    assert not generic_html.looks_like(opened(body))
    with pytest.raises(LayoutChanged):
        read(body)


@pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent")
def test_a_real_timetable_has_its_five_papers():
    rows = read((SHARED / "generic-html" / "iwsda-2025.trim.html").read_bytes()).contributions

    assert 5 == sum(row.kind is Kind.PAPER and bool(row.people) for row in rows)
    assert 4 == sum(row.kind is Kind.LOGISTICS for row in rows)
