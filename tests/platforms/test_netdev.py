"""Netdev's pages: addresses that tell kinds and titles, and labels that tell the rest."""

from pathlib import Path

import pytest

from bot import page, scrape
from bot.errors import LayoutChanged, NotPublished
from bot.model import Kind, Person, Program, Provenance
from bot.platforms import netdev
from bot.web import Web, recording
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "netdev"
SITE = "https://netdevconf.info/0x31"
SCHEDULE = f"{SITE}/pages/schedule.html"
QUEUES = f"{SITE}/sessions/talk/queues-under-water.html"


def read(body: str | bytes, url: str = SCHEDULE, web: Web = shelf.EMPTY) -> Program:
    return shelf.read(body, url, web)


def site(folder: Path) -> recording.Recording:
    """The schedule and the page of one session."""
    pages = {SCHEDULE: "0x31-schedule.html", QUEUES: "queues-under-water.html"}
    return shelf.of(folder, {address: (RECORDINGS / name).read_bytes() for address, name in pages.items()})


def test_a_sessions_page_tells_speakers_abstract_and_documents(tmp_path: Path):
    web = site(tmp_path)
    queues = scrape.read(web.page(SCHEDULE), web).contributions[0]

    assert ("queues-under-water", "Queues Under Water", Kind.TALK, QUEUES) == (
        queues.id,
        queues.title,
        queues.kind,
        queues.url,
    )
    assert (
        Person(name="Ann Ode", affiliation="Sea Lab"),
        Person(name="Bo Tide"),
        Person(name="Cy Reef"),
    ) == queues.people
    assert "Water holds 3 < 4 queues.\n\nDescriptions sink." == queues.abstract
    assert {
        "page": QUEUES,
        "slides": f"{SITE}/docs/netdev-0x31-paper16-talk-slides/Queues%20Under.pdf",
        "pdf": f"{SITE}/docs/netdev-0x31-paper16-talk-paper.pdf",
        "video": "https://www.youtube.com/watch?v=queuequeue0",
    } == queues.links


def test_kinds_stand_in_the_addresses():
    assert [Kind.TALK, Kind.TUTORIAL, Kind.BOF] == [
        row.kind for row in read((RECORDINGS / "0x31-schedule.html").read_bytes()).contributions
    ]


def test_a_session_that_is_linked_twice_is_one_and_another_editions_is_none():
    titles = [row.title for row in read((RECORDINGS / "0x31-schedule.html").read_bytes()).contributions]

    assert ["Queues Under Water", "Tying Knots by Hand", "Who Owns the Tide? BoF"] == titles


def test_pages_that_were_not_read_are_a_finding(tmp_path: Path):
    web = site(tmp_path)
    program = scrape.read(web.page(SCHEDULE), web)

    assert program.findings[0].text.startswith("2 of 3 pages of sessions, and so their abstracts and speakers, were")
    assert 3 == len(program.contributions)


def test_the_home_page_leads_to_the_schedule_of_its_edition(tmp_path: Path):
    web = site(tmp_path)
    home = "<html><title>Netdev 0x31</title><body><a href='/0x31/pages/schedule.html'>Schedule</a></body></html>"

    program = read(home, f"{SITE}/", web)

    assert 3 == len(program.contributions)
    assert [f"{SITE}/", SCHEDULE, QUEUES] == [source.url for source in program.sources]


def test_a_heading_that_the_address_was_not_made_of_is_no_title():
    found = page.read(b"<html><h1>Netdev 0x31</h1></html>", source=Provenance(url=QUEUES))

    assert "Queues under water!" == netdev.title_of("queues-under-water", "Queues under water!", found)
    assert "Details" == netdev.title_of("queues-under-water", "Details", found)


def test_a_label_on_the_line_itself_is_read_too():
    body = b"<html><p><b>Speakers:</b> Ann Ode; Bo Tide</p><p>Abstract: Water.</p><p>More.</p></html>"
    sections = netdev.labelled(shelf.opened(body, QUEUES))

    assert (["Ann Ode; Bo Tide"], ["Water.", "More."]) == (sections["speaker"], sections["abstract"])


def test_an_edition_without_sessions_is_not_published():
    with pytest.raises(NotPublished):
        read("<html><head><title>Netdev 0x31</title></head><body>Call for sessions</body></html>", f"{SITE}/")


def test_other_sites_with_session_pages_are_left_to_others():
    body = b"<html><title>HarbourConf</title><a href='/sessions/talk/a-title.html'>A Title</a></html>"

    with pytest.raises(LayoutChanged):
        read(body, "https://harbour.example/")


def test_the_sessions_of_older_editions_are_told_by_what_follows_the_question_mark():
    names = ("talk-queues-under-water", "kelp-tutorial", "Tide-Workshop", "ann-ode")
    links = "".join(f"<a href='session.html?{name}'>{name.title()}</a>" for name in names)

    rows = shelf.read(f"<html><title>Netdev 0x14</title>{links}</html>", "saved.html").contributions

    assert [Kind.TALK, Kind.TUTORIAL, Kind.WORKSHOP, Kind.TALK] == [row.kind for row in rows]
    assert [*names] == [row.id for row in rows]
