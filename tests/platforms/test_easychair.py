"""EasyChair's Smart Program: days and their overview, talks and mere headings, and what a paste from a PDF leaves."""

import re
from pathlib import Path

import pytest

from bot import page, scrape
from bot.errors import LayoutChanged, NotPublished
from bot.model import Contribution, Kind, Person, Program, Provenance
from bot.platforms import easychair
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "easychair"
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "programs" / "easychair"
needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent")
FOLDER = "https://easychair.org/smart-program/TideConf2031"
DAY = "tideconf-2031-09-29.html"


def read(body: str | bytes, url: str = f"{FOLDER}/{DAY}") -> Program:
    return shelf.read(body, url)


def recorded() -> dict[str, Contribution]:
    return {row.title: row for row in read((RECORDINGS / DAY).read_bytes()).contributions}


def block(*rows: str) -> str:
    heading = (
        '<div class="heading"><span class="interval">10:00-11:00</span><span class="title">Session 1: Eels</span></div>'
    )
    table = f'<table class="talks">{"".join(rows)}</table>' if rows else ""
    return f'<html><div class="session"><a name="session:1">{heading}</a>{table}</div></html>'


def talk(inside: str, time: str = '<td class="time">10:00</td>') -> str:
    return f'<tr class="talk">{time}<td><a name="talk:1"></a>{inside}</td></tr>'


def test_a_talk_has_its_people_key_session_and_start():
    limpets = recorded()["On the Patience of Limpets: A Cohort Study"]

    assert ("3201", Kind.PAPER, "[Podium] Limpets & Their Habits") == (limpets.id, limpets.kind, limpets.session)
    assert ("2031-09-29T10:15:00", f"{FOLDER}/{DAY}#talk:3201") == (limpets.starts, limpets.url)
    assert ("Ann Ode", "Cy-Lin (Cyan) Reef", "Bo Tide, Jr.") == tuple(person.name for person in limpets.people)


def test_an_abstract_loses_its_label_and_the_hyphens_of_a_paste_but_not_its_own():
    assert (
        "Limpets wait. We measured how long, in short- and long-term pools.\n\nThey still wait."
        == recorded()["On the Patience of Limpets: A Cohort Study"].abstract
    )


def test_names_that_are_no_links_are_read_too():
    assert (Person(name="Fay Weir"), Person(name="Gus Lock")) == recorded()["Nets, Knots and Nodes"].people


def test_the_chair_gives_no_talk():
    assert not any("Mara" in person.name for row in recorded().values() for person in row.people)


def test_a_poster_has_the_time_of_its_session_or_else_its_day():
    found = recorded()

    assert (Kind.POSTER, "2031-09-29") == (found["Randomised Rafts"].kind, found["Randomised Rafts"].starts)
    assert ("2031-09-29T16:00:00", "2031-09-29T17:00:00") == (
        found["Nets, Knots and Nodes"].starts,
        found["Nets, Knots and Nodes"].ends,
    )


def test_a_keynote_session_holds_a_keynote():
    assert Kind.KEYNOTE is recorded()["Slow Water, Quick Hands"].kind


def test_breaks_and_dinners_are_logistics_and_mere_headings_a_finding():
    program, found = read((RECORDINGS / DAY).read_bytes()), recorded()

    assert (Kind.LOGISTICS, Kind.LOGISTICS) == (found["Coffee Break"].kind, found["Gala Dinner"].kind)
    assert not any("Keynote 1" in title or "Opening" in title for title in found)
    assert [
        "This is one day of the program; the others were not read.",
        "Headings without a talk, left out: “Opening Session” and “Keynote 1: Una Mouth”.",
    ] == [finding.text for finding in program.findings]


def test_an_overview_leads_to_all_its_days_and_to_no_other_site(tmp_path: Path):
    web = shelf.of(tmp_path, {f"{FOLDER}/{name}": (RECORDINGS / name).read_bytes() for name in ("index.html", DAY)})
    overview = web.page(f"{FOLDER}/index.html")

    program = scrape.read(overview, web)

    assert len(recorded()) == len(program.contributions)
    assert [f"{FOLDER}/{DAY}"] == [source.url for source in program.sources]
    assert program.findings[0].text.startswith("1 of 2 days of the program were not read; the first one failed: ")


def test_the_date_is_that_of_the_file_or_of_the_links_to_other_views():
    body = (RECORDINGS / "FERRY-2031-08-11.html").read_bytes()

    assert "2031-08-11T09:00:00" == read(body, url="saved.html").contributions[0].starts
    assert "2031-08-11T09:00:00" == read(body, url=f"{FOLDER}/FERRY-2031-08-11.html").contributions[0].starts
    assert "" == read(block(talk('<div class="title">Eels</div>')), url="saved.html").contributions[0].starts


def test_a_row_without_a_title_is_told_of():
    program = read(block(talk('<div class="title">Eels</div>'), talk('<div class="authors">Ann Ode</div>')))

    assert (1, ["Rows without a title, left out: 1."]) == (
        len(program.contributions),
        [finding.text for finding in program.findings],
    )


def test_an_overview_without_days_is_not_published_yet():
    empty = (RECORDINGS / "index.html").read_text().replace("2031-09-2", "soon")

    with pytest.raises(NotPublished):
        read(empty, url=f"{FOLDER}/index.html")


def test_sessions_whose_talks_cannot_be_read_are_a_changed_layout():
    with pytest.raises(LayoutChanged):
        read(block(talk("<h3>Eels</h3>")))
    with pytest.raises(LayoutChanged):
        read(block())


@pytest.mark.parametrize(
    "other", ["<div class='session'>x</div>", "<tr class='talk'><td>x</td></tr>", "<p>EasyChair</p>"]
)
def test_other_pages_are_left_to_others(other: str):
    assert not easychair.looks_like(page.read(f"<html>{other}</html>".encode(), source=Provenance(url=FOLDER)))


def test_the_overview_is_read_unless_a_page_was_meant():
    assert easychair.URL.match(FOLDER) and easychair.URL.match("http://www.easychair.org/smart-program/FEniCS'16/")
    assert (f"{FOLDER}/index.html",) == easychair.addresses(f"{FOLDER}/")
    assert (f"{FOLDER}/{DAY}",) == easychair.addresses(f"{FOLDER}/{DAY}")


@needs_shared
def test_the_real_day_has_nine_talks_with_abstracts():
    program = read((SHARED / "heart-2026-09-29.trim.html").read_bytes(), url="saved.html")

    assert 9 == len(program.listed)
    assert all(row.people and row.abstract and row.starts.startswith("2026-09-29") for row in program.listed)


@pytest.mark.parametrize("dash", ["-", " - ", "–", " — "])
def test_hours_are_parted_by_any_dash(dash: str):
    day = (RECORDINGS / "tideconf-2031-09-29.html").read_text()
    hours = re.sub(r"(\d\d:\d\d)-(\d\d:\d\d)", rf"\1{dash}\2", day)

    assert shelf.read(day, "2031-09-29.html").contributions == shelf.read(hours, "2031-09-29.html").contributions
