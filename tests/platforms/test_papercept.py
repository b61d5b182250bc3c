"""PaperCept's days: headers in two rows, names turned around, and one paper shown twice."""

from pathlib import Path

import pytest

from bot import page, scrape
from bot.errors import BotError, LayoutChanged
from bot.model import Contribution, Kind, Person, Program, Provenance
from bot.platforms import papercept
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "papercept"
FOLDER = "https://ras.papercept.net/conferences/conferences/TIDE31/program"
FIRST = "TIDE31_ContentListWeb_1.html"
SECOND = "TIDE31_ContentListWeb_2.html"


def read(body: str | bytes, url: str = f"{FOLDER}/{FIRST}") -> Program:
    raw = body.encode() if isinstance(body, str) else body
    program = papercept.scrape(page.read(raw, source=Provenance(url=url)), shelf.EMPTY)
    return Program(contributions=scrape.identified(program.contributions), sources=program.sources, name=program.name)


def recorded() -> dict[str, Contribution]:
    return {row.title: row for row in read((RECORDINGS / FIRST).read_bytes()).contributions}


def day(*rows: str, title: str = "TIDE 2031 Program | Thursday December 11, 2031") -> str:
    header = '<tr class="sHdr"><td><a name="tha">ThA</a> Regular Session</td></tr><tr class="sHdr"><td>Eels</td></tr>'
    return f"<html><title>{title}</title><table>{header}{''.join(rows)}</table></html>"


def paper(title: str, person: str = "Ode, Ann", number: int = 9) -> str:
    head = '<tr class="pHdr"><td><a name="tha_01">09:00-09:20, Paper ThA.1</a></td></tr>'
    name = f'<tr><td><span class="pTtl"><a onclick="viewAbstract({number})">{title}</a></span></td></tr>'
    who = f'<tr><td><a href="TIDE31_AuthorIndexWeb.html#a">{person}</a></td><td class="r">Sea Lab</td></tr>'
    return head + name + who


def test_a_paper_has_its_people_session_abstract_times_and_place():
    kelp = recorded()["Grasping Kelp: A Slippery, Soft Problem"]

    assert (
        Person(name="Ann Ode", affiliation="Sea Lab & Bay U"),
        Person(name="Cy-Lin (Cyan) Reef", affiliation="Institute of Mud"),
    ) == kelp.people
    assert (Kind.PAPER, "Learning from Demonstration by Crabs") == (kelp.kind, kelp.session)
    assert ("2031-12-10T10:00:00", "2031-12-10T10:15:00") == (kelp.starts, kelp.ends)
    assert ("731", f"{FOLDER}/{FIRST}#weat1_01") == (kelp.id, kelp.url)
    assert "Kelp slips. We hold on." == kelp.abstract


def test_a_chair_in_a_row_of_the_header_is_no_title():
    chair = '<tr class="sHdr"><td>Chair: <a href="TIDE31_AuthorIndexWeb.html#w">Weir, Val</a></td></tr>'
    (row,) = read(day(chair, paper("Nets"))).contributions

    assert ("Eels", ["Ann Ode"]) == (row.session, [person.name for person in row.people])


def test_a_paper_that_is_shown_again_as_a_poster_is_one_contribution():
    assert 1 == sum(row.id == "731" for row in read((RECORDINGS / FIRST).read_bytes()).contributions)


def test_a_session_gives_its_papers_their_form_and_its_topic_does_not():
    found = recorded()

    assert (Kind.POSTER, Kind.PAPER) == (found["Floating Legs"].kind, found["Without Abstract: Sand"].kind)


def test_chairs_give_no_paper():
    assert not any("Mara" in person.name for row in recorded().values() for person in row.people)


def test_sessions_without_papers_stand_for_themselves_and_others_do_not():
    found = recorded()

    assert (Kind.LOGISTICS, "2031-12-10T12:00:00") == (found["Opening Lunch"].kind, found["Opening Lunch"].starts)
    assert Kind.SESSION is found["Awards and Farewell"].kind
    assert not {"Learning from Demonstration by Crabs", "Wet Posters"} & set(found)


@pytest.mark.parametrize(
    ("written", "name"), [("Ode, Ann", "Ann Ode"), ("Ode", "Ode"), ("von der Ode, Ann B.", "Ann B. von der Ode")]
)
def test_a_name_is_turned_around(written: str, name: str):
    assert (Person(name=name, affiliation="Sea Lab"),) == read(day(paper("Eels", written))).contributions[0].people


def test_a_day_leads_to_the_others_on_its_own_host_only(tmp_path: Path):
    first, second = (RECORDINGS / FIRST).read_bytes(), day(paper("Eels on Thursday"))
    trap = "https://elsewhere.example/TIDE31_ContentListWeb_3.html"
    web = shelf.of(tmp_path, {f"{FOLDER}/{FIRST}": first, f"{FOLDER}/{SECOND}": second, trap: second})

    program = papercept.scrape(web.page(f"{FOLDER}/{SECOND}"), web)
    both = papercept.scrape(web.page(f"{FOLDER}/{FIRST}"), web)

    assert [f"{FOLDER}/{SECOND}"] == [source.url for source in program.sources]
    assert [f"{FOLDER}/{FIRST}", f"{FOLDER}/{SECOND}"] == [source.url for source in both.sources]
    assert ("Eels on Thursday", "2031-12-11T09:00:00") == (both.contributions[-1].title, both.contributions[-1].starts)


def test_a_day_that_fails_is_told_of(tmp_path: Path):
    web = shelf.of(tmp_path, {f"{FOLDER}/{FIRST}": (RECORDINGS / FIRST).read_bytes()})

    findings = papercept.scrape(web.page(f"{FOLDER}/{FIRST}"), web).findings

    assert ["1 of 1 other days of the progra", "The page names 3 days of the pr"] == [
        each.text[:31] for each in findings
    ]


def test_without_a_date_there_are_no_times():
    assert ("", "") == (
        read(day(paper("Eels"), title="TIDE 2031 Program")).contributions[0].starts,
        read(day(paper("Eels"), title="Program | Friday February 31, 2031")).contributions[0].ends,
    )


def test_rows_without_a_title_are_a_changed_layout():
    with pytest.raises(LayoutChanged):
        read(day(paper("Eels").replace("pTtl", "title")))


@pytest.mark.parametrize(
    "other", ["<table><tr class='pHdr'><td>x</td></tr></table>", "<a href='X_AuthorIndexWeb.html'>A</a>"]
)
def test_other_pages_are_left_to_others(other: str):
    found = page.read(f"<html>{other}</html>".encode(), source=Provenance(url=FOLDER))

    assert not papercept.looks_like(found)
    with pytest.raises(BotError):
        papercept.scrape(found, shelf.EMPTY)


def test_the_first_day_is_asked_for():
    assert papercept.URL.match(f"{FOLDER}/") and papercept.URL.match(
        "https://css.paperplaza.net/conferences/conferences/CDC31/program/"
    )
    assert (f"{FOLDER}/{FIRST}",) == papercept.addresses(f"{FOLDER}/TIDE31_AtAGlanceWeb.html")
    assert (f"{FOLDER}/{SECOND}",) == papercept.addresses(f"{FOLDER}/{SECOND}")
