"""Sched's calendar and its pages: who is on stage, what is no talk, and what stands where it should not."""

import time
from pathlib import Path

import pytest

from bot import page, scrape
from bot.errors import LayoutChanged, NotPublished
from bot.model import Contribution, Kind, Person, Program, Provenance
from bot.platforms import sched
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "sched"
SHARED = Path(__file__).resolve().parents[3] / "shared" / "programs"
HOME = "https://harbourcon2031.sched.com/"


def opened(text: str, url: str = "saved") -> page.Page:
    return shelf.opened(text, url)


def read(name: str) -> Program:
    return sched.scrape(page.read((RECORDINGS / name).read_bytes(), source=Provenance(url=name)), shelf.EMPTY)


def titled(program: Program, start: str) -> Contribution:
    return next(contribution for contribution in program.contributions if contribution.title.startswith(start))


def names(contribution: Contribution) -> str:
    return "; ".join(f"{person.name} @ {person.affiliation}".removesuffix(" @ ") for person in contribution.people)


def calendar(*events: str, maker: str = "-//Sched.com Harbour Con//EN") -> page.Page:
    bodies = "".join(f"BEGIN:VEVENT\n{event}\nEND:VEVENT\n" for event in events)
    return opened(f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:{maker}\n{bodies}END:VCALENDAR\n")


def one(summary: str, category: str = "TRACK", text: str = "") -> Contribution:
    event = f"UID:1\nSUMMARY:{summary}\nCATEGORIES:{category}\nDESCRIPTION:{text}"
    return sched.scrape(calendar(event), shelf.EMPTY).contributions[0]


def box(inside: str) -> page.Page:
    link = '<a class="name" id="0a" href="event/2aB/x"><span class="session-title">On Tar</span></a>'
    return opened(f'<html><div class="sched-container"><span class="event">{link}</span>{inside}</div></html>')


@pytest.fixture(scope="module")
def all_ics() -> Program:
    return read("harbourcon-2031-all.ics")


@pytest.fixture(scope="module")
def listing() -> Program:
    return read("harbourcon-2031-list.html")


def test_a_calendar_gives_one_entry_an_event_even_for_repeated_titles(all_ics: Program) -> None:
    assert 16 == len(all_ics.contributions) == len({entry.id for entry in all_ics.contributions})
    assert ("Harbour Con Europe 2031", HOME) == (all_ics.name, all_ics.url)


@pytest.mark.parametrize(
    ("expected", "start"),
    [
        ("Odile Farrow @ Harbour Foundation; Tobias Quill @ Harbour Foundation", "Keynote: Welcome Aboard"),
        ("Ádám Brandt", "Project Lightning Talk: What Comes Next For Lagoon?"),
        ("Ines Marlow @ Blue Kettle; Bo Tran @ Tin Drum", "Kelp - The Framework"),
        ("Lin Moor @ Tin Drum; Peta Rusk @ Tin Drum; Eitan Vole @ Tin Drum; Dima Rask @ Ambrook", "🚨 Contribfest"),
        ("Nick Early @ Isthmus at Corsair; Jo Starling @ Isthmus at Corsair; Kata Lund @ Gull", "Basin Gateways"),
        ("Greta Kroon-Hale @ The Lock Foundation; Yann Rotter @ NV Waterweg", "Keynote: The Law of the Sea"),
        ("Isa Wilmot @ The Trade Wind", "Harbour Theater | PierCon"),
        ("Chad M. Crow @ Ambrook", "Learning Lounge: Is Your Rope Certified?"),
        ("Katrin Noon; Alec Zorn @ Eider; Jona Cane @ Gull", "Who Owns the Foghorn?"),
        ("", "Pier Day Hosted by Gull - Half-Day Event | ALL ACCESS PASS REQUIRED"),
    ],
)
def test_people_come_out_of_the_titles(all_ics: Program, expected: str, start: str) -> None:
    assert expected == names(titled(all_ics, start))


@pytest.mark.parametrize(
    ("expected", "start"),
    [
        (Kind.KEYNOTE, "Keynote: Welcome"),
        (Kind.LIGHTNING_TALK, "Project Lightning Talk: What"),
        (Kind.TALK, "Kelp"),
        (Kind.TALK, "Harbour Theater"),
        (Kind.TALK, "Who Owns"),
        (Kind.LOGISTICS, "Badge"),
        (Kind.LOGISTICS, "Coffee"),
        (Kind.LOGISTICS, "Project Lightning Talk: Mini Break"),
        (Kind.LOGISTICS, "Gold Sponsor"),
        (Kind.LOGISTICS, "Learning Lounge"),
        (Kind.LOGISTICS, "Pier Day"),
        (Kind.LOGISTICS, "CANCELLED"),
    ],
)
def test_the_kind_is_what_a_reader_would_call_it(all_ics: Program, expected: Kind, start: str) -> None:
    assert expected is titled(all_ics, start).kind


@pytest.mark.parametrize(
    ("expected", "title", "category"),
    [
        (Kind.TUTORIAL, "📚 Tutorial: Tar - Ana Farrow\\, Gull", "📚 TUTORIALS"),
        (Kind.POSTER, "🪧 Poster Session: Tar - Ana Farrow\\, Gull", "🪧 POSTER SESSIONS"),
        (Kind.LIGHTNING_TALK, "Tar - Ana Farrow\\, Gull", "⚡ LIGHTNING TALKS"),
        (Kind.PAPER, "Tar", "PAPER PRESENTATIONS"),
        (Kind.BOF, "BoF | Tar", "EXPERIENCES"),
        (Kind.PANEL, "Panel: Tar", "TAR"),
        (Kind.SOCIAL, "Women's Community Gathering", "INCLUSION"),
        (Kind.LOGISTICS, "Project Demo", "PROJECTS"),
        (Kind.LOGISTICS, "Sponsored Demo: Tar", "PROJECTS"),
        (Kind.LOGISTICS, "Lunch | On Own", "PROJECTS"),
        (Kind.LOGISTICS, "Coat + Bag Check", "PROJECTS"),
        (Kind.TALK, "How To Break Anchors Again and Again", "OPERATIONS + PERFORMANCE"),
        (Kind.TALK, "Training a Foghorn", "MODEL TRAINING"),
    ],
)
def test_a_label_before_the_title_or_the_track_says_the_kind(expected: Kind, title: str, category: str) -> None:
    assert expected is one(title, category).kind


def test_sold_out_is_no_part_of_a_title() -> None:
    assert "Pier Day" == one("[SOLD OUT] Pier Day").title
    assert (
        "Pier Day | SEPARATE REGISTRATION REQUIRED" == one("Pier Day - SOLD OUT | SEPARATE REGISTRATION REQUIRED").title
    )
    assert "How We Sold Out" == one("How We Sold Out").title


def test_a_title_that_sched_cut_keeps_no_half_employer() -> None:
    title = f"{'On Tar ' * 30}- Ana Farrow, Gull & Bo Tran, The Long Employer of the Sea"[:255]
    assert title.endswith("The Long Employ")
    assert "Ana Farrow @ Gull; Bo Tran" == names(one(title.replace(",", "\\,")))
    assert "Ana Farrow @ Gull; Bo Tran @ The Long Emplo" == names(one(title[:-1].replace(",", "\\,")))


def test_entities_and_blank_descriptions_leave_no_trace(all_ics: Program) -> None:
    assert "Lagoon grew up. Now it wants a pension." == titled(all_ics, "Project Lightning Talk: What").abstract
    assert () == titled(all_ics, "Project Lightning Talk: Mini").passages


def test_times_ids_and_addresses_of_a_calendar_are_its_own(all_ics: Program) -> None:
    first = all_ics.contributions[0]
    assert ("2031-05-04T09:00:00+00:00", "2031-05-04T09:30:00+00:00") == (first.starts, first.ends)
    assert ("01" * 16, f"http://harbourcon2031.sched.com/event/{'01' * 16}") == (first.id, first.url)


def test_a_list_has_the_people_with_their_employers_but_no_sponsor(listing: Program) -> None:
    assert "Ana Farrow @ Blue Kettle; Bo Tran" == names(titled(listing, "Tidal Queues"))
    assert "Mae Ling Ford @ University of Tidewater, Santa Lucia" == names(titled(listing, "Salt"))


def test_who_has_no_profile_comes_from_the_title_and_no_one_comes_twice(listing: Program) -> None:
    assert "Alex Moss @ Linux Fountain Education; Cy Dunn @ Eider" == names(titled(listing, "Foghorns"))


def test_an_employer_that_the_profile_lacks_comes_from_the_title() -> None:
    link = '<a class="name" href="event/2aB/x">On Tar - Ana Farrow, Gull</a>'
    person = '<div class="sched-person-session"><h2><a href="speaker/ana">Ana Farrow</a></h2></div>'
    listed = opened(f'<html><div class="sched-container">{link}{person}</div></html>')
    assert "Ana Farrow @ Gull" == names(sched.scrape(listed, shelf.EMPTY).contributions[0])


def test_a_biography_is_no_abstract_wherever_it_stands(listing: Program) -> None:
    assert "What a foghorn says." == titled(listing, "Foghorns").abstract
    assert not [entry for entry in listing.contributions if "Read More" in entry.abstract or "barge" in entry.abstract]


def test_a_hidden_mail_address_leaves_no_placeholder(listing: Program) -> None:
    expected = "Ships wait longer than packets.\n\nWe queue them & measure. Questions go to."
    assert expected == titled(listing, "Tidal Queues").abstract


def test_a_list_has_track_slides_and_address(listing: Program) -> None:
    entry = titled(listing, "Tidal Queues")
    assert ("Connectivity", f"{HOME}event/2aB1c/tidal-queues") == (entry.session, entry.url)
    assert "https://static.sched.com/hosted_files/harbourcon2031/aa/tidal%20queues.pdf" == entry.links["slides"]
    assert ("01" * 16, "Harbour Con North America 2031", HOME) == (entry.id, listing.name, listing.url)


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (("2031-05-04T10:00:00-04:00", "2031-05-04T10:30:00-04:00"), "Tuesday May 4, 2031 10:00am - 10:30am EDT"),
        (("2031-03-26T11:00:00+01:00", "2031-03-26T11:10:00+01:00"), "Thursday March 26, 2031 11:00 - 11:10 CET"),
        (("2031-05-04T23:30:00", "2031-05-05T00:15:00"), "Tuesday May 4, 2031 &bull; 23:30 - 00:15"),
        (("2031-05-04T12:00:00", "2031-05-04T13:00:00"), "Tuesday May 4, 2031 12:00pm - 1:00pm CST"),
        (("2031-05-04T10:00:00+02:00", "2031-05-04T10:30:00+02:00"), "Tuesday 4 May, 2031 10:00 - 10:30 CEST"),
        (("", ""), "May 2031 10:00am - 10:30am EDT"),
        (("", ""), "Tuesday February 31, 2031 12:00pm - 1:00pm EDT"),
        (("", ""), "Tuesday, May 4 from noon"),
    ],
)
def test_a_zone_is_read_only_where_its_name_means_one_offset(expected: tuple[str, str], text: str) -> None:
    entry = sched.scrape(box(f'<div class="list-single__date">{text}</div>'), shelf.EMPTY).contributions[0]
    assert expected == (entry.starts, entry.ends)


def test_level_and_language_are_no_tracks() -> None:
    kind = '<div class="sched-event-type"><a>Tar</a><ul class="tip-custom-fields"><li><a>Any</a></li></ul></div>'
    assert "Tar" == sched.scrape(box(kind), shelf.EMPTY).contributions[0].session


def test_the_simple_list_has_hours_above_its_talks() -> None:
    hour = "<h3>{}</h3><div class='sched-container'><a class='name' href='event/{}'>{}</a></div>"
    days = (
        f"<a class='sched-container-anchor' id='2031-05-05'></a><div class='sched-container-header'>Wednesday</div>"
        f"{hour.format('9:30am EDT', 'a', 'Tides')}{hour.format('13:00 PDT', 'b', 'Kelp')}"
        f"<div class='sched-container-header' id='2031-05-06'>Thursday</div>{hour.format('10:00', 'c', 'Salt')}"
        f"{hour.format('Noon', 'd', 'Foam')}"
    )
    page = f"<html><body id='sched-content-inner'><div class='list-simple'>{days}</div></body></html>"

    assert ["2031-05-05T09:30:00-04:00", "2031-05-05T13:00:00-07:00", "2031-05-06T10:00:00", ""] == [
        entry.starts for entry in shelf.read(page, "saved.html").contributions
    ]
    assert "2031-05-04T10:00:00-04:00" == read("harbourcon-2031-simple.html").contributions[0].starts


def test_the_simple_list_has_titles_without_their_rooms() -> None:
    assert ["Tidal Queues", "Foghorns"] == [entry.title for entry in read("harbourcon-2031-simple.html").contributions]


def test_a_page_without_a_talk_says_what_to_save() -> None:
    with pytest.raises(LayoutChanged) as error:
        sched.scrape(
            opened('<html><div id="sched-content-inner"><div class="sched-person">Ana</div></div></html>'), None
        )
    assert "all.ics" in error.value.hint


def test_a_calendar_without_an_entry_is_not_published() -> None:
    with pytest.raises(NotPublished):
        sched.scrape(calendar(), shelf.EMPTY)


def test_it_recognises_its_own_calendars_only() -> None:
    assert sched.looks_like(calendar())
    assert sched.looks_like(calendar("UID:1\nSUMMARY:Tar\nURL:http://tarcon.sched.com/event/1", maker="-//Apple//EN"))
    assert not sched.looks_like(calendar("UID:1\nSUMMARY:Tar\nURL:https://example.org/sched.com", maker="-//Apple//EN"))
    assert not sched.looks_like(opened('<html><div class="event"><a class="name">Tar</a></div></html>'))


def test_its_addresses_are_the_list_and_the_calendar() -> None:
    expected = (f"{HOME}list/descriptions/", f"{HOME}all.ics")
    for url in (HOME, HOME.rstrip("/"), f"{HOME}event/2aB1c/tidal-queues?iframe=no"):
        assert sched.URL.match(url)
        assert expected == sched.addresses(url)


def test_a_thousand_entries_are_read_in_half_a_second() -> None:
    event = (
        "UID:{0}\nSUMMARY:On Queue {0} - Ana Farrow\\, Gull & Bo Tran\\, Eider\nDESCRIPTION:We queue. "
        + "Ropes. " * 100
    )
    big = calendar(*(event.format(number) for number in range(1000)))
    began = time.process_time()
    sched.scrape(big, shelf.EMPTY)
    assert time.process_time() - began < 0.5


@pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent")
def test_a_real_calendar_is_read_whole() -> None:
    saved = SHARED / "sched" / "kubecon-eu-2026-all.ics"
    program = scrape.read(page.read(saved.read_bytes(), source=Provenance(url=saved.name)), shelf.EMPTY)
    talks = [entry for entry in program.contributions if entry.kind is not Kind.LOGISTICS]
    assert ("sched", 596) == (program.platform, len(program.contributions))
    assert 380 <= len(talks) <= 470
    assert 437 == sum(bool(entry.people) for entry in program.contributions)
    assert not [entry for entry in talks if any(person == Person(name="Maintainer") for person in entry.people)]


# The list and the calendar, one completing the other

LISTED, CALENDAR = f"{HOME}list/descriptions/", f"{HOME}all.ics"


def entry(number: int, summary: str, starts: str, text: str = "") -> str:
    uid = f"{number:02}" * 16
    hours = f"DTSTART:203105{starts}\nDTEND:203105{starts[:3]}{int(starts[3:5]) + 1:02}{starts[5:]}"
    return f"UID:{uid}\nSUMMARY:{summary}\nDESCRIPTION:{text}\nCATEGORIES:PIERS\n{hours}\nURL:{HOME}event/{uid}"


ENTRIES = (
    entry(1, "Tidal Queues: Scheduling Ships like Packets - Ana Farrow\\, Blue Kettle & Bo Tran", "04T140000Z"),
    entry(3, "Lunch 🍲", "04T180000Z"),
    entry(4, "Sponsored Demo: Gulls as a Service", "04T170000Z"),
    entry(5, "Salt in the Cache", "05T130000Z", "Salt gets everywhere."),
    entry(6, "Late Addition - Ana Farrow\\, Gull", "05T150000Z", "Added on the last day."),
)


def together(folder: Path, first: str, *entries: str) -> Program:
    bodies = "".join(f"BEGIN:VEVENT\n{each}\nEND:VEVENT\n" for each in entries)
    texts = {
        LISTED: (RECORDINGS / "harbourcon-2031-list.html").read_text(),
        CALENDAR: f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Sched.com Harbour Con//EN\n{bodies}END:VCALENDAR\n",
    }
    web = shelf.of(folder, texts if entries else {LISTED: texts[LISTED]})
    return scrape.read(web.page(first), web)


def test_people_come_from_the_list_and_the_calendar_adds_what_it_lacks(tmp_path: Path) -> None:
    program = together(tmp_path, LISTED, *ENTRIES)
    salt = titled(program, "Salt")

    assert "Mae Ling Ford @ University of Tidewater, Santa Lucia" == names(salt)
    assert ("Salt gets everywhere.", CALENDAR) == (salt.abstract, salt.passages[0].source.url)
    assert LISTED == titled(program, "Tidal").passages[0].source.url
    assert [LISTED, CALENDAR] == [source.url for source in program.sources]


def test_the_calendar_tells_the_offset_of_a_zone_whose_name_means_several(tmp_path: Path) -> None:
    program = together(tmp_path, LISTED, *ENTRIES)

    assert "2031-05-04T12:00:00-06:00" == titled(program, "Lunch").starts  # CST
    assert "2031-05-04T13:00:00-04:00" == titled(program, "Sponsored").starts  # none at all
    assert "2031-05-04T10:00:00-04:00" == titled(program, "Tidal").starts


def test_what_only_one_of_the_two_has_is_kept_and_counted(tmp_path: Path) -> None:
    program = together(tmp_path, LISTED, *ENTRIES)

    assert "Ana Farrow @ Gull" == names(titled(program, "Late Addition"))
    assert 6 == len(program.contributions) == len({row.id for row in program.contributions})
    assert [
        f"{LISTED} and {CALENDAR} disagree: only the first lists 1 of the entries, only the second 1; all are kept."
    ] == [finding.text for finding in program.findings]


def test_whichever_was_given_the_program_is_the_same(tmp_path: Path) -> None:
    assert together(tmp_path, LISTED, *ENTRIES) == together(tmp_path, CALENDAR, *ENTRIES)


def test_two_that_agree_need_no_word(tmp_path: Path) -> None:
    foghorns = entry(2, "Foghorns - Aleks Moss\\, LF Education; Cy Dunn\\, Eider", "04T213000Z")

    assert () == together(tmp_path, LISTED, *ENTRIES[:4], foghorns).findings


def test_the_list_stands_alone_where_the_calendar_cannot_be_had_and_says_so(tmp_path: Path) -> None:
    program = together(tmp_path, LISTED)

    assert 5 == len(program.contributions)
    assert program.findings[0].text.startswith(f"Read from {LISTED} alone: {CALENDAR} is not in the recording")


def test_a_saved_file_has_nothing_beside_it(all_ics: Program, listing: Program) -> None:
    assert () == all_ics.findings == listing.findings
