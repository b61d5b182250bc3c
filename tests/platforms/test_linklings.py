"""Linklings: days in files of their own, talks in rows within rows, and one talk in several sessions."""

from pathlib import Path

import pytest

from bot import page, scrape
from bot.errors import BotError, LayoutChanged, NotPublished
from bot.model import Contribution, Kind, Person, Program, Provenance
from bot.platforms import linklings
from bot.web import recording
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "linklings"
SITE = "https://tsc31.conference-program.com"
DAY = "wp_program_view_all_2031-11-18.txt"


def read(body: str | bytes, url: str = f"{SITE}/wp-content/linklings_snippets/{DAY}?v=17") -> Program:
    return shelf.read(body, url)


def recorded(name: str = DAY) -> dict[str, Contribution]:
    return {row.title: row for row in read((RECORDINGS / name).read_bytes()).contributions}


def site(folder: Path) -> recording.Recording:
    """The program page, the first of its days and what another site would like to add."""
    places = {
        f"{SITE}/": "program.html",
        f"{SITE}/wp-content/linklings_snippets/{DAY}?v=17": DAY,
        "https://elsewhere.example/wp_program_view_all_2031-11-20.txt?v=17": DAY,
    }
    return shelf.of(folder, {url: (RECORDINGS / name).read_bytes() for url, name in places.items()})


def row(inside: str, ssid: str = "pap1", more: str = "") -> str:
    attributes = f'class="agenda-item presentation-row" psid="sess1" ssid="{ssid}" {more}'
    return f'<table><tr {attributes}><td class="title-speakers-td">{inside}</td></tr></table>'


def test_a_talk_has_its_people_session_times_and_page():
    shells = recorded()["Sorting Shells at Exascale"]

    assert (
        Person(name="Ann Ode", affiliation="Sea Lab & Bay U"),
        Person(name="Cy-Lin (Cyan) Reef"),
    ) == shells.people
    assert (Kind.PAPER, "pap7", "Shells and Sorting") == (shells.kind, shells.id, shells.session)
    assert ("2031-11-18T16:30:00Z", "2031-11-18T17:00:00Z") == (shells.starts, shells.ends)
    assert f"{SITE}/presentation/?id=pap7&sess=sess110" == shells.url


def test_a_talk_in_two_sessions_is_one_contribution():
    assert 1 == sum(row.id == "pap7" for row in read((RECORDINGS / DAY).read_bytes()).contributions)


def test_a_talk_without_a_page_is_read_from_its_row():
    assert ("pap8", Kind.PAPER) == (
        recorded()["Without a Page: Sand, in Bulk"].id,
        recorded()["Without a Page: Sand, in Bulk"].kind,
    )


def test_the_page_of_a_person_is_not_that_of_a_talk():
    person = (
        '<div class="presenter-details"><div class="presenter-name"><a href="/presenter/?uid=1">Ann Ode</a></div></div>'
    )

    talk = read(row(f"Eels {person}")).contributions[0]

    assert ("Ann Ode", "") == (talk.people[0].name, talk.url)


def test_session_headings_are_no_papers_and_chairs_give_none():
    found = recorded()

    assert not {"Shells and Sorting", "Best Papers"} & set(found)
    assert not any("Mara" in person.name for talk in found.values() for person in talk.people)


def test_sessions_without_talks_stand_for_themselves():
    found = recorded()

    assert (Kind.PANEL, (Person(name="Una Mouth"),)) == (
        found["Will Gulls Replace Us?"].kind,
        found["Will Gulls Replace Us?"].people,
    )
    assert (Kind.LOGISTICS, "") == (found["Afternoon Break"].kind, found["Afternoon Break"].ends)


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("post9", Kind.POSTER),
        ("ETPOST9", Kind.POSTER),
        ("RESEARCH9", Kind.PAPER),
        ("tut9", Kind.TUTORIAL),
        ("x9", Kind.TALK),
    ],
)
def test_the_beginning_of_a_number_names_the_kind(key: str, kind: Kind):
    assert kind is read(row("Eels", ssid=key)).contributions[0].kind


def test_a_talks_own_page_has_its_abstract_and_nothing_of_its_neighbours():
    shells = recorded("presentation-pap7.html")["Sorting Shells at Exascale"]

    assert "Shells are sorted by the sea." == shells.abstract
    assert (Person(name="Ann Ode", affiliation="Sea Lab"),) == shells.people
    assert ("pap7", "2031-11-18T16:30:00Z") == (shells.id, shells.starts)


def test_a_program_page_leads_to_the_days_on_its_own_host(tmp_path: Path):
    web = site(tmp_path)

    program = scrape.read(web.page(f"{SITE}/"), web)

    assert list(recorded()) == [row.title for row in program.contributions]
    assert [f"{SITE}/", f"{SITE}/wp-content/linklings_snippets/{DAY}?v=17"] == [each.url for each in program.sources]
    assert ["1 of 2 days of the program were"] == [finding.text[:31] for finding in program.findings]


def test_a_saved_program_page_without_its_days_is_no_empty_program():
    with pytest.raises(NotPublished):
        read((RECORDINGS / "program.html").read_bytes(), url="program.html")


def test_rows_that_cannot_be_read_are_a_changed_layout():
    with pytest.raises(LayoutChanged):
        read(row(""))


def test_a_link_that_is_none_costs_the_link_and_not_the_talk():
    talk = read(row('<a href="http://[x?id=pap1&sess=sess1">Eels</a>')).contributions[0]

    assert ("Eels", "pap1", "") == (talk.title, talk.id, talk.url)


@pytest.mark.parametrize("other", ["<table><tr psid='1'><td>x</td></tr></table>", "<div class='post-story'>Gone</div>"])
def test_other_pages_are_left_to_others(other: str):
    with pytest.raises(BotError):
        read(f"<html>{other}</html>")
    assert not linklings.looks_like(page.read(f"<html>{other}</html>".encode(), source=Provenance(url=SITE)))


def test_the_addresses_of_its_conferences_are_known():
    for url in (
        f"{SITE}/",
        "https://s2031.conference-schedule.org/?p=1",
        "https://ssl.linklings.net/conferences/ipdps/x",
    ):
        assert linklings.URL.match(url)
    assert not linklings.URL.match("https://www.siggraph.org/")
