"""Pasted programs: what is certain is read, and the first line that is not refuses the whole paste."""

from pathlib import Path

import pytest

from bot import page, scrape
from bot.errors import LayoutChanged
from bot.model import Contribution, Kind, Person, Program
from bot.platforms import pasted
from tests.platforms import shelf

RECORDING = Path(__file__).parent / "recordings" / "pasted" / "tideday-2031.txt"
START = "2031-05-06\n09:00 Eels\n"
END = "10:00 Knots\n11:00 Ropes\n"


def opened(body: str | bytes) -> page.Page:
    return shelf.opened(body, "paste.txt")


def read(body: str | bytes) -> Program:
    return pasted.scrape(opened(body), shelf.EMPTY)


def recorded() -> dict[str, Contribution]:
    return {row.title: row for row in read(RECORDING.read_bytes()).contributions}


def eels(*lines: str) -> Contribution:
    return read("\n".join([START.strip(), *lines, END])).contributions[0]


def test_an_entry_has_its_session_people_text_and_times():
    found = recorded()["Eels - A Slippery Tale"]

    assert (
        Person(name="Ann Ode", affiliation="Sea Lab"),
        Person(name="Bo Tide", affiliation="Sea Lab"),
        Person(name="Cy-Lin (Cyan) Reef", affiliation="Bay U"),
    ) == found.people
    assert ("Slippery Things", "2031-05-06T10:00:00", "2031-05-06T10:30:00") == (
        found.session,
        found.starts,
        found.ends,
    )
    assert (
        "Eels slip because nobody has ever asked them politely not to."
        "\n\nWe ask, at scale and in several oceans, and count how many answer."
    ) == found.abstract


def test_titles_names_and_kinds():
    assert {
        "Registration": Kind.LOGISTICS,
        "Keynote: What Gulls Know": Kind.KEYNOTE,
        "Eels - A Slippery Tale": Kind.TALK,
        "Kelp, Sorted": Kind.TALK,
        "Knots: Then, Now | Later": Kind.TALK,
        "Farewell Lunch": Kind.LOGISTICS,
    } == {title: row.kind for title, row in recorded().items()}
    assert "Tide Day 2031" == read(RECORDING.read_bytes()).name


def test_a_label_makes_bare_names_people():
    assert (Person(name="Dee Silt"), Person(name="Eve Groyne")) == recorded()["Kelp, Sorted"].people


def test_a_new_session_may_begin_again_at_the_same_hour_and_a_new_day_too():
    assert "2031-05-06T10:00:00" == recorded()["Knots: Then, Now | Later"].starts
    assert "2031-05-07T13:15:00" == recorded()["Farewell Lunch"].starts


@pytest.mark.parametrize(
    ("line", "starts", "ends"),
    [
        ("09:00 Eels", "09:00:00", ""),
        ("9:00 AM – 9:30 AM: Eels", "09:00:00", "09:30:00"),
        ("9:00-9:30 | Eels", "09:00:00", "09:30:00"),
        ("9:00am to 9:30am Eels", "09:00:00", "09:30:00"),
        ("09:00 - Eels", "09:00:00", ""),
        ("5:30 a.m. Eels", "05:30:00", ""),
    ],
)
def test_a_time_is_read_in_its_usual_spellings(line: str, starts: str, ends: str):
    found = read(f"2031-05-06\n{line}\n{END}").contributions[0]

    assert ("Eels", f"2031-05-06T{starts}", f"2031-05-06T{ends}" if ends else "") == (
        found.title,
        found.starts,
        found.ends,
    )


@pytest.mark.parametrize("day", ["Tuesday, May 6th, 2031", "6 May 2031", "Tue, 6 May 2031", "06.05.2031", "2031-05-06"])
def test_a_day_is_a_line_of_its_own(day: str):
    assert "2031-05-06T09:00:00" == read(f"{day}\n09:00 Eels\n{END}").contributions[0].starts


def test_without_a_day_there_are_no_times_and_a_finding():
    program = read(f"09:00 Eels\n{END}")

    assert ["", "", ""] == [row.starts for row in program.contributions]
    assert ["No day stands above the times, so they were left out."] == [each.text for each in program.findings]


@pytest.mark.parametrize(
    "line",
    [
        "Ann Ode, Bo Tide",
        "A line that is neither people nor a sentence",
        "Room 5",
        "Slippery Things",
        "Eels\tAnn Ode",
        "9:15Eels without a space",
        "8:00 Earlier than before",
        "1:00 At one or at thirteen o'clock",
        "26:00 No time at all",
        "10:00 - 9:00 Backwards",
        "9:30 - 1:00 Until one or thirteen o'clock",
    ],
)
def test_a_line_that_fits_nowhere_refuses_the_paste_and_is_named(line: str):
    with pytest.raises(LayoutChanged) as error:
        eels(line)

    assert "line 3" in str(error.value)
    assert "Speakers:" in error.value.hint


@pytest.mark.parametrize(
    "body", [f"{START}{END}12:00\n", f"2031-05-06\n09:00\n{END}", "a\nb\nc\nd\n09:00 Eels\n" + END]
)
def test_a_time_without_a_title_and_a_long_preamble_are_refused(body: str):
    with pytest.raises(LayoutChanged):
        read(body)


@pytest.mark.parametrize(
    "other",
    [
        START,
        "Tide Day 2031",
        "12:00:01 error\n12:00:02 error\n12:00:03 error",
        "09:00,Eels\n10:00,Knots\n11:00,Ropes",
        "09:00\tA\n" * 5,
    ],
)
def test_other_texts_are_left_to_others(other: str):
    assert not pasted.looks_like(opened(other))


def test_endless_lines_cost_no_time():
    with pytest.raises(LayoutChanged):
        eels("x" * 200_000)
    assert "" == eels("Speakers: Ann Ode").abstract


def test_a_paste_is_read_as_a_file_too():
    assert "pasted" == scrape.read(opened(RECORDING.read_bytes()), shelf.EMPTY).platform


def test_who_chairs_a_session_is_no_part_of_it():
    body = "2031-05-06\n9:00 Session 1: Eels\nChair: Quin Quay\n9:10 Eels at Sea\nAnn Ode (Sea Lab)\n9:40 Lunch\n"

    assert ["Session 1: Eels", "Eels at Sea", "Lunch"] == [row.title for row in read(body).contributions]
