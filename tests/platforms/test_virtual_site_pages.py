"""The pages of the virtual sites: cards, sessions, the calendar and the older schedule."""

from pathlib import Path

import pytest

from bot import page, scrape
from bot.errors import LayoutChanged
from bot.model import Contribution, Kind, Person, Program
from bot.platforms import virtual_site_pages
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "virtual_site_pages"
SHARED = Path(__file__).resolve().parents[2].parent / "shared"
SITE = "https://mlsys.org/virtual/2026/calendar"


def opened(body: bytes, url: str) -> page.Page:
    return shelf.opened(body, url)


def program(name: str, url: str = SITE) -> Program:
    return virtual_site_pages.scrape(opened((RECORDINGS / name).read_bytes(), url), shelf.EMPTY)


def read(name: str, url: str = SITE) -> tuple[Contribution, ...]:
    return scrape.identified(program(name, url).contributions)


def cards(markup: str) -> tuple[Contribution, ...]:
    return virtual_site_pages.scrape(
        opened(f"<html><body>{markup}</body></html>".encode(), SITE), shelf.EMPTY
    ).contributions


def track_card(title: str, label: str = "Oral") -> str:
    return f'<div class="track-schedule-card"><div class="float-end small">{label}</div><h5>{title}</h5></div>'


def test_a_title_that_a_formatter_split_is_one_line():
    assert "Kites as Schedulers" == read("listing.html")[0].title


def test_speakers_are_parted_by_dots_and_their_names_may_be_split_over_lines():
    assert ("Ada Farrow", "Bo Lindqvist", "Cleo Marsh") == tuple(
        person.name for person in read("listing.html")[0].people
    )


def test_an_abstract_is_paragraphs_without_scripts_and_leftovers():
    assert "Kites queue & wait < 3 ms.\n\nWind decides the rest." == read("listing.html")[0].abstract


def test_a_card_without_speakers_or_abstract_is_kept():
    second = read("listing.html")[1]

    assert ("Splicing & Whipping", (), ()) == (second.title, second.people, second.passages)


def test_a_cards_time_floats_in_the_year_of_its_address():
    first = read("listing.html")[0]

    assert ("2026-12-02T08:30:00", "2026-12-02T12:15:00") == (first.starts, first.ends)


def test_a_day_that_does_not_exist_is_no_time():
    assert "" == read("listing.html")[1].starts


def test_ids_and_addresses_are_the_sites_own():
    first = read("listing.html")[0]

    assert ("9101", "https://mlsys.org/virtual/2026/9101") == (first.id, first.url)


def test_a_saved_page_has_no_address_to_resolve_links_by():
    assert "" == read("listing.html", url="listing.html")[0].url


def test_badges_name_kinds():
    assert [Kind.PANEL, Kind.TUTORIAL, Kind.SESSION] == [contribution.kind for contribution in read("listing.html")]


def test_a_session_without_its_talks_is_a_finding():
    assert ["Sessions that stand here without their talks: 1."] == [
        finding.text for finding in program("listing.html").findings
    ]
    assert () == program("session.html").findings


def test_the_cards_of_a_session_page_carry_its_name():
    first, second = read("session.html")

    assert "Oral Session 1A: Quiet Water" == first.session == second.session
    assert ("Fern Gale", "Hal Igloo", "Ida Jetty") == tuple(person.name for person in first.people)
    assert (Kind.PAPER, Kind.PAPER) == (first.kind, second.kind)
    assert first.abstract.startswith("A queue that nobody hears")
    assert ("6102", "Loud Locks") == (second.id, second.title)


@pytest.mark.parametrize("title", ["Q&amp;A", "Live Q & A", "Coffee Break", "Lunch"])
def test_questions_and_breaks_between_talks_are_logistics(title: str):
    assert Kind.LOGISTICS == cards(track_card(title))[0].kind


def test_a_title_that_merely_mentions_a_break_is_a_paper():
    assert Kind.PAPER == cards(track_card("Breaking Training: a Lunch Problem"))[0].kind


def test_a_calendar_lists_talks_under_their_sessions():
    found = {contribution.title: contribution for contribution in read("calendar.html")}

    assert [
        "On Listening to Foghorns",
        "Quiet Queues",
        "Slow Sluices [12]",
        "Poster Session 1",
        "Songs of the Sea",
    ] == list(found)
    assert "Oral Session 1A: Quiet Water" == found["Quiet Queues"].session
    assert [Kind.KEYNOTE, Kind.PAPER, Kind.PAPER, Kind.SESSION, Kind.SOCIAL] == [row.kind for row in found.values()]
    assert (Person(name="Ada Farrow"),) == found["On Listening to Foghorns"].people
    assert "https://mlsys.org/virtual/2026/oral/6101" == found["Quiet Queues"].url


def test_a_block_of_the_calendar_without_a_page_is_named_by_its_title():
    block = '<div class="timebox"><div class="sessiontitle">{}</div></div>'

    assert Kind.LOGISTICS == cards(block.format("Breakfast"))[0].kind
    assert Kind.SESSION == cards(block.format("Poster Session 3"))[0].kind
    assert Kind.TALK == cards(block.format("Opening Remarks"))[0].kind


def test_no_other_host_is_asked_for_a_session(tmp_path: Path):
    elsewhere = "https://elsewhere.example/virtual/2026/session/5201"
    web = shelf.of(tmp_path, {elsewhere: (RECORDINGS / "session.html").read_bytes()})
    heading = f'<div class="sessiontitle"><a href="{elsewhere}">Session 5: Ropes</a></div>'
    block = opened(f'<html><div class="timebox">{heading}</div></html>'.encode(), SITE)

    assert ["Session 5: Ropes"] == [row.title for row in virtual_site_pages.scrape(block, web).contributions]


def test_a_calendars_session_is_read_from_its_own_page(tmp_path: Path):
    session = "https://mlsys.org/virtual/2026/session/5201"
    web = shelf.of(tmp_path, {session: (RECORDINGS / "session.html").read_bytes()})
    calendar = opened((RECORDINGS / "calendar.html").read_bytes(), SITE)

    found = virtual_site_pages.scrape(calendar, web)

    assert ["Quiet Queues", "Loud Locks"] == [
        row.title for row in found.contributions if row.session == "Poster Session 1"
    ]
    assert [SITE, session] == [source.url for source in found.sources]
    assert () == found.findings


def test_a_session_page_that_fails_leaves_the_session():
    calendar = opened((RECORDINGS / "calendar.html").read_bytes(), SITE)

    found = virtual_site_pages.scrape(calendar, shelf.EMPTY)

    assert "Poster Session 1" in {row.title for row in found.contributions}
    assert 1 == len(found.findings)


def test_the_older_schedule_tells_kind_people_and_time():
    first, second = read("schedule.html", url="https://mlsys.org/Conferences/2026/Schedule")

    assert ("4101", Kind.PAPER, "2026-05-19T10:30:00") == (first.id, first.kind, first.starts)
    assert ("Fern Gale", "Hal Igloo") == tuple(person.name for person in first.people)
    assert (Kind.KEYNOTE, "2026-05-20T09:00:00", "") == (second.kind, second.starts, second.ends)


def test_a_bare_list_of_papers_gives_their_titles():
    assert [("3101", "Salt in the Cache"), ("3102", "Sand in the Gears")] == [
        (contribution.id, contribution.title) for contribution in read("papers.html")
    ]


def test_cards_without_any_title_are_no_program():
    with pytest.raises(LayoutChanged):
        cards('<div class="track-schedule-card"><h5></h5></div>')


@pytest.mark.parametrize(
    "markup",
    [
        "<div class='event-card'><h3 class='event-title'>Another site's card</h3></div>",
        "<div class='timebox'>03:00</div>",
        "<ul><li><a href='/virtual/2026/events/oral'>Orals</a></li></ul>",
        "<p>Nothing</p>",
    ],
)
def test_other_pages_are_not_claimed(markup: str):
    assert not virtual_site_pages.looks_like(opened(f"<html><body>{markup}</body></html>".encode(), SITE))


@pytest.mark.parametrize(
    "url",
    ["https://neurips.cc/virtual/2025/events/tutorial", "https://neurips.cc/virtual/2025/loc/mexico-city/events/oral"],
)
def test_a_listing_that_somebody_points_at_is_read_itself(url: str):
    assert virtual_site_pages.URL.match(url)
    assert (url,) == virtual_site_pages.addresses(url)


@pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent")
@pytest.mark.parametrize(
    ("name", "count", "named", "with_abstract"),
    [("neurips2025-expo.html", 48, 46, 48), ("neurips2025-tutorials.html", 14, 14, 5)],
)
def test_saved_listings_of_neurips_are_read_whole(name: str, count: int, named: int, with_abstract: int):
    saved = opened((SHARED / "programs" / "virtual-site" / name).read_bytes(), name)
    found = virtual_site_pages.scrape(saved, shelf.EMPTY).contributions

    assert count == len({row.id for row in found})
    assert named == sum(bool(row.people) for row in found)
    assert with_abstract == sum(bool(row.abstract) for row in found)
    assert all(row.starts.startswith("2025-12-0") for row in found)
