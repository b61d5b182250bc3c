"""Calendars of any origin: their clocks, their repeats, their markup, and the places where speakers hide."""

import time
from pathlib import Path

import pytest

from bot import page, scrape
from bot.errors import LayoutChanged, NotPublished
from bot.model import Contribution, Kind, Program, Provenance
from bot.platforms import icalendar
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "icalendar"
SHARED = Path(__file__).resolve().parents[3] / "shared" / "programs"


def saved(path: Path) -> Program:
    return scrape.read(page.read(path.read_bytes(), source=Provenance(url=path.name)), shelf.EMPTY)


def calendar(*events: str, head: str = "PRODID:-//Harbour//EN") -> page.Page:
    bodies = "".join(f"BEGIN:VEVENT\n{event}\nEND:VEVENT\n" for event in events)
    text = f"BEGIN:VCALENDAR\nVERSION:2.0\n{head}\n{bodies}END:VCALENDAR\n"
    return shelf.opened(text, "https://harbour.example/days.ics")


def one(*lines: str) -> Contribution:
    return icalendar.scrape(calendar("\n".join(("UID:1", *lines))), shelf.EMPTY).contributions[0]


def names(contribution: Contribution) -> str:
    return "; ".join(f"{person.name} @ {person.affiliation}".removesuffix(" @ ") for person in contribution.people)


@pytest.fixture(scope="module")
def days() -> dict[str, Contribution]:
    return {entry.id.partition("@")[0]: entry for entry in saved(RECORDINGS / "mooring-days.ics").contributions}


def test_every_entry_that_stands_is_read_once(days: dict[str, Contribution]) -> None:
    assert "opening, regatta, tar, session, lunch, dash, guests, nothing, recurs" == ", ".join(days)


@pytest.mark.parametrize(
    ("expected", "key"),
    [
        (("2031-05-04T07:00:00+00:00", "2031-05-04T08:00:00+00:00"), "opening"),
        (("2031-05-04", "2031-05-05"), "regatta"),
        (("2031-05-04T10:00:00-04:00", "2031-05-04T11:30:00-04:00"), "tar"),
        (("2031-05-04T13:30:00", ""), "session"),
        (("", ""), "nothing"),
    ],
)
def test_its_clock_is_kept_as_it_ticks(days: dict[str, Contribution], expected: tuple[str, str], key: str) -> None:
    assert expected == (days[key].starts, days[key].ends)


@pytest.mark.parametrize(
    ("expected", "lines"),
    [
        (("2031-05-04", "2031-05-04"), ("DTSTART;VALUE=DATE:20310504",)),
        (("2031-05-04", "2031-05-04"), ("DTSTART;VALUE=DATE:20310504", "DTEND;VALUE=DATE:20310504")),
        (("2031-05-04T10:00:00", ""), ("DTSTART;TZID=Harbour/Nowhere:20310504T100000",)),
        (("", ""), ("DTSTART;VALUE=DATE:20310504", "DTEND;VALUE=DATE:00010101")),
        (("", ""), ("DTSTART:20310504T100000Z", "DURATION:P999999999D")),
        (("", ""), ("DTSTART:99999999T100000Z",)),
        (("", ""), ()),
    ],
)
def test_a_clock_that_makes_no_sense_is_dropped(expected: tuple[str, str], lines: tuple[str, ...]) -> None:
    entry = one("SUMMARY:Tar", *lines)
    assert expected == (entry.starts, entry.ends)


@pytest.mark.parametrize(
    ("expected", "key"),
    [
        ("Odile Farrow @ Harbour Institute, Vlissingen", "opening"),
        ("Ines Marlow; Bo Tran; Cy Dunn", "tar"),
        ("Mae Ling Ford", "dash"),
        ("Jona Cane; Alec Zorn", "guests"),
        ("", "session"),
        ("", "recurs"),
    ],
)
def test_speakers_are_found_where_calendars_hide_them(days: dict[str, Contribution], expected: str, key: str) -> None:
    assert expected == names(days[key])


@pytest.mark.parametrize(
    ("expected", "description"),
    [
        ("Ana Farrow @ Gull; Bo Tran @ Eider", "Presenter(s): Ana Farrow (Gull)\\, Bo Tran (Eider)"),
        ("Ana Farrow; Bo Tran @ Eider", "Speakers: Ana Farrow\\, Bo Tran (Eider)"),
        ("Ana Farrow; Bo Tran", "Authors: Ana Farrow and Bo Tran"),
        ("Ana Farrow @ Gull", "Speaker: Ana Farrow\\, Gull"),
        ("Ana Farrow @ Gull", "<p><b>Speaker:</b> Ana Farrow (Gull)<br>On tar.</p>"),
        ("Ana Farrow", "Speaker:\\n\\nAna Farrow\\n\\nOn tar."),
        ("", "Speaker: TBA"),
        ("", "Speaker(s): Tar will be shown in the big room. Bring boots."),
        ("", "Chair(s): Ana Farrow (Gull)"),
        ("", "* Title: Tar – Author(s): A. Farrow (Gull)"),
        ("", "The speaker: nobody knows."),
        ("", "Speaker:"),
    ],
)
def test_a_line_of_the_description_names_the_speakers(expected: str, description: str) -> None:
    assert expected == names(one("SUMMARY:Tar", f"DESCRIPTION:{description}"))


@pytest.mark.parametrize(
    ("title", "people", "summary"),
    [
        ("Tar", "Ana Farrow @ Gull", "Tar - Ana Farrow\\, Gull"),
        ("Tar", "Ana Farrow", "Tar – Ana Farrow"),
        ("Session 4 - Scheduling Ships", "", "Session 4 - Scheduling Ships"),
        ("lsr - Link State Routing", "", "lsr - Link State Routing"),
        ("Fellows – Meet & Greet", "", "Fellows – Meet & Greet"),
    ],
)
def test_a_hyphen_alone_makes_no_speaker(title: str, people: str, summary: str) -> None:
    entry = one(f"SUMMARY:{summary}")
    assert (title, people) == (entry.title, names(entry))


def test_who_organises_everything_speaks_nowhere() -> None:
    office, ana = "ORGANIZER;CN=Harbour Office:mailto:o@x.example", "ORGANIZER;CN=Ana Farrow:mailto:a@x.example"
    found = icalendar.scrape(
        calendar(f"SUMMARY:Tar\n{office}", f"SUMMARY:Rope\n{office}\n{ana}"), shelf.EMPTY
    ).contributions
    assert ["", "Ana Farrow"] == [names(entry) for entry in found]
    assert "" == names(icalendar.scrape(calendar(f"SUMMARY:Tar\n{ana}"), shelf.EMPTY).contributions[0])


def test_pretalx_puts_bare_names_behind_every_title() -> None:
    ropes, nets = saved(RECORDINGS / "two-calendars.ics").contributions
    assert ("Ropes - A Love Story", "Ana Farrow; Bo Tran") == (ropes.title, names(ropes))
    assert ("Nets", "") == (nets.title, names(nets))


def test_a_pretalx_title_with_a_dash_and_no_speaker_keeps_it() -> None:
    found = icalendar.scrape(calendar("SUMMARY:Ropes - A Love Story - ", head="PRODID:-//pretalx//x//EN"), shelf.EMPTY)
    assert ("Ropes - A Love Story", ()) == (found.contributions[0].title, found.contributions[0].people)


def test_of_several_calendars_each_is_a_track() -> None:
    program = saved(RECORDINGS / "two-calendars.ics")
    assert ["Deck A", "Deck B"] == [entry.session for entry in program.contributions]
    assert "" == saved(RECORDINGS / "mooring-days.ics").contributions[1].session


def test_html_becomes_text_and_paper_lines_stay(days: dict[str, Contribution]) -> None:
    assert "Tar is slow & black.\n\nSpeakers: Ines Marlow, Bo Tran & Cy Dunn" == days["tar"].abstract
    assert 'Kites above "Water"' == days["guests"].title
    assert (
        "* Title: Ropes that Remember – Author(s): A. Farrow (Harbour Institute), B. Tran (Tin Drum)"
        in days["session"].abstract
    )


def test_a_page_in_the_place_of_a_room_is_the_address_but_no_call_and_no_room(days: dict[str, Contribution]) -> None:
    assert "https://mooring.example/talks/opening" == days["opening"].url
    assert ("", {"attachment": "https://mooring.example/tar.pdf"}) == (days["tar"].url, days["tar"].links)
    assert "" == days["session"].url
    assert "" == one("SUMMARY:Tar", "LOCATION:Pier2").url


def test_an_entry_without_a_title_is_called_by_its_first_line(days: dict[str, Contribution]) -> None:
    assert "A guided walk along the dyke." == days["nothing"].title


def test_entries_of_which_none_has_a_word_are_no_program() -> None:
    silent = "CONFERENCE;VALUE=URI:https://chat.example.com/1"

    assert "Untitled" == one(silent).title
    with pytest.raises(LayoutChanged):
        icalendar.scrape(calendar(silent, silent), shelf.EMPTY)


@pytest.mark.parametrize(
    ("expected", "lines"),
    [
        (Kind.LOGISTICS, ("SUMMARY:Lunch Break",)),
        (Kind.LOGISTICS, ("SUMMARY:Welcome", "CATEGORIES:Registration")),
        (Kind.SOCIAL, ("SUMMARY:Student Dinner",)),
        (Kind.SOCIAL, ("SUMMARY:Harbour: Welcome Reception",)),
        (Kind.KEYNOTE, ("SUMMARY:Tar", "CATEGORIES:Keynotes")),
        (Kind.SESSION, ("SUMMARY:Harbour: Session 11 - Ropes and Tar II",)),
        (Kind.POSTER, ("SUMMARY:Poster Day 4 Session 5 (P4S5)",)),
        (Kind.POSTER, ("SUMMARY:Harbour: Posters and Demos I (includes coffee break from 3:35pm-4:15pm)",)),
        (Kind.TALK, ("SUMMARY:When Abstractions Break",)),
        (Kind.TALK, ("SUMMARY:Third Party Audits of Ropes",)),
    ],
)
def test_the_kind_comes_from_a_label_or_from_a_short_title(expected: Kind, lines: tuple[str, ...]) -> None:
    assert expected is one(*lines).kind


def test_a_changed_occurrence_of_a_series_is_no_second_contribution(tmp_path: Path) -> None:
    series = "BEGIN:VEVENT\nUID:1\nSUMMARY:Net Mending\nDTSTART:2031050{0}T100000Z\n{1}\nEND:VEVENT\n"
    repeats = series.format(1, "RRULE:FREQ=DAILY;COUNT=3") + series.format(2, "RECURRENCE-ID:20310502T100000Z")
    (tmp_path / "net.ics").write_text(f"BEGIN:VCALENDAR\nVERSION:2.0\n{repeats}END:VCALENDAR\n")
    assert ["2031-05-01T10:00:00+00:00"] == [entry.starts for entry in saved(tmp_path / "net.ics").contributions]


def test_a_calendar_of_cancelled_entries_is_not_published() -> None:
    for events in ((), ("SUMMARY:Tar\nSTATUS:CANCELLED",), ("SUMMARY:Canceled: Tar",)):
        with pytest.raises(NotPublished):
            icalendar.scrape(calendar(*events), shelf.EMPTY)


def test_it_accepts_any_calendar_and_nothing_else() -> None:
    assert icalendar.looks_like(calendar())
    assert not icalendar.looks_like(page.read(b"<html></html>", source=Provenance(url="x")))


def test_a_webcal_address_is_fetched_over_https() -> None:
    assert icalendar.URL.match("webcal://harbour.example/days.ics")
    assert ("https://harbour.example/days.ics",) == icalendar.addresses("webcal://harbour.example/days.ics")
    assert not icalendar.URL.match("https://harbour.example/days.icsx")


def test_a_thousand_entries_are_read_in_half_a_second() -> None:
    event = (
        "UID:{0}\nSUMMARY:On Queue {0}\nDTSTART:20310504T100000Z\nDESCRIPTION:Speaker: Ana Farrow (Gull)\\n"
        + "Tar. " * 50
    )
    big = calendar(*(event.format(number) for number in range(1000)))
    began = time.process_time()
    icalendar.scrape(big, shelf.EMPTY)
    assert time.process_time() - began < 0.5


@pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent")
@pytest.mark.parametrize(
    ("expected", "file"),
    [
        (87, "sigcomm/sigcomm2016-full-conf.ics"),
        (28, "virtual-site/iclr2020-iclr.ics"),
        (56, "icalendar/iclr-2020.ics"),
        (1, "icalendar/odd-america_new_york_forward_reference.ics"),
        (1, "icalendar/odd-issue_156_RDATE_with_PERIOD_TZID_khal_2.ics"),
        (1, "icalendar/odd-issue_350.ics"),
        (1, "icalendar/odd-rfc_7986_conferences.ics"),
        (1, "icalendar/odd-x_location.ics"),
    ],
)
def test_real_calendars_are_read_whole(expected: int, file: str) -> None:
    program = saved(SHARED / file)
    assert ("icalendar", expected) == (program.platform, len(program.contributions))


def test_blank_lines_and_marks_before_a_calendar_change_nothing():
    body = (RECORDINGS / "two-calendars.ics").read_bytes()
    expected = shelf.read(body, "two-calendars.ics").contributions

    assert expected == shelf.read(b"\xef\xbb\xbf\r\n  \r\n" + body, "two-calendars.ics").contributions
