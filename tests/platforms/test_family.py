"""What the platforms share: kinds, names, days and hours, links, and the pages that a program continues on."""

import re
from datetime import timedelta
from pathlib import Path

import pytest

from bot.errors import Blocked
from bot.kinds import form_of, kind_announced, kind_of_entry
from bot.model import Contribution, Kind, Person
from bot.moments import SPAN, SPAN_OR_START, after, clock, day, day_in, hours, zoned
from bot.people import affiliated, people_in
from bot.platforms import Slot, announced, continued, further, leads_to, onwards, pause, untold, watchable
from bot.platforms import pretalx as pretalx_platform
from tests.platforms import shelf

SITE = "https://pier.example"


def names(persons: tuple[Person, ...]) -> list[str]:
    return [person.name for person in persons]


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("Break with Refreshments", Kind.LOGISTICS),
        ("Lunch | On Your Own", Kind.LOGISTICS),
        ("Harbour Banquet", Kind.SOCIAL),
        ("Keynote: Tides", Kind.KEYNOTE),
        ("Session 3: Eels", Kind.SESSION),
        ("Poster Session", Kind.SESSION),
        ("Eels and Their Habits", Kind.SESSION),
        ("Break the Mould: Casting Anchors", Kind.SESSION),
    ],
)
def test_a_block_without_a_talk_is_a_time_to_meet_and_never_a_talk(title: str, kind: Kind):
    assert kind is kind_announced(title)
    assert (title, kind) == (announced(Slot(session=title)).title, announced(Slot(session=title)).kind)


def test_where_talks_alone_are_counted_a_bare_heading_is_a_finding():
    slots = [Slot(session=title) for title in ("Coffee Break", "Opening Session", "Gala Dinner", "")]

    assert ["Coffee Break", "Gala Dinner"] == [row.title for slot in slots for row in pause(slot)]
    assert ["Headings without a talk, left out: “Opening Session”."] == [each.text for each in untold(slots)]
    assert () == untold(slots[:1])


def test_a_short_course_is_a_tutorial_and_a_course_in_a_title_is_a_topic():
    assert Kind.TUTORIAL is form_of("Short Course 12")
    assert Kind.PAPER is form_of("Of Course: Ships")


def test_a_break_that_somebody_gives_is_a_talk():
    assert Kind.TALK is kind_of_entry("Break with Refreshments", "", (Person(name="Ann Ode"),))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Ann Ode, Bo Tide, Jr. and Cy Reef", ["Ann Ode", "Bo Tide, Jr.", "Cy Reef"]),
        ("Ann Ode; Bo Tide III, Cy Reef, III, and Dee Silt", ["Ann Ode", "Bo Tide III", "Cy Reef, III", "Dee Silt"]),
        ("Ann Ode & Bo Tide, Ph.D.", ["Ann Ode", "Bo Tide, Ph.D."]),
        ("Sandy Anderson", ["Sandy Anderson"]),
        ("", []),
    ],
)
def test_a_line_of_names_is_parted_and_a_suffix_is_nobody(line: str, expected: list[str]):
    assert expected == names(people_in(line))


def test_a_suffix_is_nobody_where_affiliations_stand_in_brackets_either():
    found = affiliated("Ann Ode, Jr. and Bo (Bobby) Tide (Sea Lab); Cy Reef (Bay U).")

    assert [("Ann Ode, Jr.", "Sea Lab"), ("Bo (Bobby) Tide", "Sea Lab"), ("Cy Reef", "Bay U")] == [
        (person.name, person.affiliation) for person in found
    ]


@pytest.mark.parametrize(
    "line",
    ["2031-05-06", "2031/05/06", "6.5.2031", "Tuesday, 6 May 2031", "May 6th, 2031", "Tue 6 May 2031:", "6. May 2031"],
)
def test_a_day_is_known_in_its_usual_spellings(line: str):
    assert "2031-05-06" == day(line)


@pytest.mark.parametrize(
    "line", ["05/06/2031", "6 May", "31 June 2031", "We meet on 6 May 2031", "Tuesday", "", "x" * 99]
)
def test_what_may_be_two_days_or_says_more_is_no_day(line: str):
    assert "" == day(line)


def test_a_day_without_its_year_is_believed_where_its_weekday_agrees():
    assert "2031-05-06" == day_in("Program | Tuesday, May 6", "2030", "2031")
    assert "" == day_in("Program | Friday, May 6", "2030", "2031")
    assert "" == day_in("Program | May 6", "2031")
    assert "2031-05-06" == day_in("From May 6, 2031 to May 9, 2031")


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("9:05 pm", "21:05:00"),
        ("09:05", "09:05:00"),
        ("12:00 a.m. and on", "00:00:00"),
        ("7:30", "07:30:00"),
        ("2:00", ""),
        ("26:00", ""),
        ("soon", ""),
    ],
)
def test_a_clock_time_that_may_be_two_is_none(text: str, time: str):
    assert time == clock(text)


@pytest.mark.parametrize(
    ("text", "starts", "ends"),
    [
        ("9:00 am–10:30 am", "09:00", "10:30"),
        ("11:00–12:30 pm", "11:00", "12:30"),
        ("1:00-2:30pm", "13:00", "14:30"),
        ("9 am to 10.30 am", "09:00", "10:30"),
        ("11:00 am - 12:30", "11:00", "12:30"),
        ("14:00 - 15:30", "14:00", "15:30"),
        ("11:00 pm - 1:00 am", "23:00", ""),
        ("2:00 - 3:00", "", ""),
        ("09:00", "09:00", ""),
    ],
)
def test_the_halves_of_the_day_in_a_span_are_told_by_each_other_and_never_guessed(text: str, starts: str, ends: str):
    span = SPAN_OR_START.fullmatch(text)
    assert span
    assert (starts, ends) == tuple(moment[11:16] for moment in hours(span, "2031-05-06"))
    assert ("", "") == hours(span, "")


def test_a_time_has_an_offset_where_its_zone_is_known():
    assert "2031-07-01T09:00:00+02:00" == zoned("2031-07-01", "9:00", "Europe/Paris")
    assert "2031-07-01T09:00:00" == zoned("2031-07-01", "09:00", "Atlantis/Harbour")
    assert "" == zoned("2031-07-01", "25:00") == zoned("", "9:00")


def test_what_ends_after_the_end_of_time_has_no_end():
    assert "2031-07-01T10:00:00" == after("2031-07-01T09:00:00", timedelta(hours=1))
    assert (
        "" == after("9999-12-31T23:00:00", timedelta(hours=2)) == after("", timedelta(1)) == after("soon", timedelta(1))
    )


@pytest.mark.parametrize(
    ("label", "address", "name"),
    [
        ("Slides", "https://x.example/1", "slides"),
        ("", "https://x.example/deck.pptx", "slides"),
        ("Presentation", "https://x.example/1", "slides"),
        ("My presentation at another pier", "https://x.example/1", ""),
        ("Recording", "https://x.example/1", "video"),
        ("Poster", "https://x.example/p.pdf", "poster"),
        ("Paper", "https://x.example/p.pdf", "pdf"),
        ("Source", "https://github.com/pier/kelp", "code"),
        ("A channel", "https://www.youtube.com/user/somebody", ""),
    ],
)
def test_a_link_is_told_by_its_label_or_its_address(label: str, address: str, name: str):
    assert name == leads_to(label, address)


def test_a_player_in_a_page_is_told_by_the_videos_own_page():
    assert "https://www.youtube.com/watch?v=kelp-1" == watchable("https://www.youtube-nocookie.com/embed/kelp-1?rel=0")
    assert f"{SITE}/v.mp4" == watchable(f"{SITE}/v.mp4")


def test_pages_that_cannot_be_read_are_one_finding_and_a_site_that_refuses_is_left_in_peace(tmp_path: Path):
    asked: list[str] = []

    class Refusing:
        def page(self, url: str) -> None:
            asked.append(url)
            raise Blocked(f"{url} answers 403", hint="save it")

    pages, (finding,) = further([f"{SITE}/{number}" for number in range(99)], Refusing(), "days")

    assert ({}, 5) == (pages, len(asked))
    assert f"99 of 99 days were not read; the first one failed: {SITE}/0 answers 403." == finding.text
    web = shelf.of(tmp_path, {f"{SITE}/1": "one"})
    assert ([f"{SITE}/1"], ()) == (list((found := further([f"{SITE}/1"] * 2, web, "days"))[0]), found[1])


def test_a_further_page_that_is_cut_is_not_half_read(tmp_path: Path):
    web = shelf.of(tmp_path, {f"{SITE}/1": "<html><div>one</div></html>", f"{SITE}/2": "<html><div>tw"})

    pages, (finding,) = further([f"{SITE}/1", f"{SITE}/2"], web, "days")

    assert [f"{SITE}/1"] == list(pages)
    assert f"1 of 2 days were not read; the first one failed: {SITE}/2 ends in the middle of the page." == finding.text


def test_a_page_is_continued_on_its_own_host_only_and_never_in_circles(tmp_path: Path):
    answers = {f"{SITE}/1": {"next": f"{SITE}/2"}, f"{SITE}/2": {"next": f"{SITE}/1"}}
    web = shelf.of(tmp_path, answers)

    def following(pages):
        return pages[-1].link("next")

    assert [f"{SITE}/1", f"{SITE}/2"] == [page.url for page in continued(web.page(f"{SITE}/1"), web, following)]
    elsewhere = shelf.opened({"next": "https://elsewhere.example/2"}, f"{SITE}/1")
    assert (elsewhere,) == continued(elsewhere, web, following)
    saved = shelf.opened({"next": f"{SITE}/2"}, "saved.json")
    assert (saved,) == continued(saved, web, following)


def test_a_question_goes_on_after_the_rows_that_were_answered_until_there_are_no_more():
    assert f"{SITE}/notes?limit=5&offset=15" == onwards(f"{SITE}/notes?limit=5&offset=10", "offset", 5, total=16)
    assert f"{SITE}/notes?from=5" == onwards(f"{SITE}/notes", "from", 5, total=6)
    assert "" == onwards(f"{SITE}/notes?offset=10", "offset", 5, total=15)


@pytest.mark.parametrize("text", ["Section 3:10 ways to tie", "RFC 2031:11 revisited", "1:2:30 - 4:00", "Pier 9"])
def test_a_number_in_a_title_is_no_span(text: str):
    assert not SPAN.search(text)


def test_the_address_of_an_api_is_no_schedule():
    assert not pretalx_platform.URL.match("https://pretalx.com/api/events/tidecon/submissions/")
    assert not pretalx_platform.URL.match("https://talks.example.org/api/events/tidecon/talks/")
    assert re.match(pretalx_platform.URL, "https://talks.example.org/tidecon-2031/schedule/")


def test_an_announced_block_keeps_its_hours():
    slot = Slot(date="2031-05-06", session="Lunch", starts="2031-05-06T12:00:00", ends="2031-05-06T13:00:00")
    expected = Contribution(title="Lunch", kind=Kind.LOGISTICS, starts=slot.starts, ends=slot.ends)
    assert expected == announced(slot)
