"""SIGCOMM's program pages through the years: tables, lists, and who of the many names gave what."""

from pathlib import Path

import pytest

from bot import page
from bot.errors import LayoutChanged
from bot.model import Contribution, Kind, Person, Program, Provenance
from bot.people import affiliated
from bot.platforms import sigcomm
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "sigcomm"
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "programs" / "sigcomm"
needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent")
URL = "https://conferences.sigcomm.org/sigcomm/2016/program.php"


def read(body: str | bytes, url: str = URL) -> Program:
    return shelf.read(body, url)


def recorded(year: int) -> dict[str, Contribution]:
    program = read((RECORDINGS / f"program-{year}.html").read_bytes())
    return {contribution.title: contribution for contribution in program.contributions}


def rows(*items: str) -> str:
    return f'<html><body><ul class="program" data-role="listview">{"".join(items)}</ul></body></html>'


def divider(text: str, style: str = "ui-li-divider") -> str:
    return f'<li class="prog-item {style}" data-role="list-divider"><h3>{text}</h3></li>'


def item(title: str, people: str, more: str = "") -> str:
    return f'<li data-icon="false" class="prog-item"><p class="paper-header">{title}</p><p>{people}</p>{more}</li>'


def only(*items: str) -> Contribution:
    (contribution,) = read(rows(divider("Tuesday, August 23, 2016", "prog-header"), *items)).contributions
    return contribution


def named(line: str) -> list[tuple[str, str]]:
    return [(person.name, person.affiliation) for person in affiliated(line)]


def test_a_table_row_is_a_paper_with_its_people_links_and_session():
    kelp = recorded(2031)["Kelp: Slow Routing for Slow Oceans"]

    assert (
        Person(name="Ann Ode", affiliation="Sea Lab & Bay University, China"),
        Person(name="Bo Tide", affiliation="Sea Lab & Bay University, China"),
        Person(name="Cy-Lin (Cyan) Reef", affiliation="Institute of Mud; Institute of Sand"),
        Person(name="Dee E", affiliation="Unaffiliated"),
    ) == kelp.people
    assert (Kind.PAPER, "Slow Networks") == (kelp.kind, kelp.session)
    assert "https://dl.acm.org/doi/10.1145/9999001.9999101" == kelp.url
    assert {"page": kelp.url, "video": "https://youtu.be/kelpkelpkel"} == kelp.links


def test_a_tables_abstract_row_belongs_to_the_paper_before_it():
    papers = recorded(2031)

    assert (
        "Kelp sways. It is up to 3× slower than grass.\n\nWe let packets sway, too, where latency is low (<5 days)."
        == papers["Kelp: Slow Routing for Slow Oceans"].abstract
    )
    assert "" == papers["Training Barnacles"].abstract
    assert "Rafts on rafts." == papers["Poster: A Raft of Rafts"].abstract


def test_a_paper_whose_links_are_not_out_yet_is_a_paper():
    barnacles = recorded(2031)["Training Barnacles"]

    assert (Kind.PAPER, "", {}) == (barnacles.kind, barnacles.url, dict(barnacles.links))


def test_chairs_and_session_rows_are_no_papers():
    papers = recorded(2031)

    assert "Slow Networks" not in papers
    assert not any("Marisol" in person.name for paper in papers.values() for person in paper.people)


def test_session_rows_with_nothing_beneath_are_breaks_and_dinners():
    papers = recorded(2031)

    assert (Kind.LOGISTICS, Kind.SOCIAL) == (papers["Lunch"].kind, papers["Conference Banquet"].kind)


def test_a_label_before_the_title_says_what_it_is():
    assert Kind.POSTER is recorded(2031)["Poster: A Raft of Rafts"].kind


def test_rows_of_a_list_are_papers_where_papers_are_and_nowhere_else():
    assert {
        "Welcome Raft Party": Kind.SOCIAL,
        "Opening Session": Kind.SESSION,
        "Keynote: Ten Things a River Forgets": Kind.KEYNOTE,
        "Coffee Break": Kind.LOGISTICS,
        "EelNP: Slippery Packet Processing": Kind.PAPER,
        "Posters and Demos": Kind.SESSION,
        "Locks and Networks": Kind.PAPER,
        "Closing": Kind.SESSION,
        "Student Dinner": Kind.SOCIAL,
    } == {title: row.kind for title, row in recorded(2016).items()}


def test_a_nickname_in_italics_is_no_affiliation_and_a_remark_no_person():
    program = recorded(2016)

    assert (
        Person(name="Jin (Jay) Otter", affiliation="Weir & Lock / Bay U"),
        Person(name="Kai Bream", affiliation="Université du Lac, Lac"),
    ) == program["EelNP: Slippery Packet Processing"].people
    assert (Person(name="Una Mouth", affiliation="Delta College, Basin"),) == program[
        "Keynote: Ten Things a River Forgets"
    ].people


def test_what_a_social_row_says_is_kept_but_nobody_gives_it():
    party = recorded(2016)["Welcome Raft Party"]

    assert () == party.people
    assert "" == party.abstract
    assert party.passages[0].text.startswith("The party will take place on the raft.")


def test_latex_and_control_characters_leave_readable_paragraphs():
    program = recorded(2016)

    assert (
        "Eels are slippery. \\sysname holds them for 2\\mu s (< 3\\mu s).\n\nWe let go."
        == program["EelNP: Slippery Packet Processing"].abstract
    )
    assert "Rivers forget.\n\nSo do routers." == program["Keynote: Ten Things a River Forgets"].abstract


def test_times_float_because_the_pages_name_no_zone():
    paper = recorded(2016)["EelNP: Slippery Packet Processing"]

    assert ("2016-08-23T11:00:00", "2016-08-23T12:40:00") == (paper.starts, paper.ends)
    assert "Session 1 - Performance & Training of Eels" == paper.session


@pytest.mark.parametrize(
    ("text", "session", "starts", "ends"),
    [
        ("9:00 am - 10:30 am CEST Session 4: Eels", "Session 4: Eels", "2016-08-23T09:00:00", "2016-08-23T10:30:00"),
        ("11:00-12:30 SESSION 1: EELS", "SESSION 1: EELS", "2016-08-23T11:00:00", "2016-08-23T12:30:00"),
        ("12:00pm – 1:00pm Best of CCR", "Best of CCR", "2016-08-23T12:00:00", "2016-08-23T13:00:00"),
        ("12:00am - 1pm PAPERS", "PAPERS", "2016-08-23T00:00:00", "2016-08-23T13:00:00"),
        ("9:00 am - 10:30 am ET (6:00 am - 7:30 am PT) Eels", "Eels", "2016-08-23T09:00:00", "2016-08-23T10:30:00"),
        ("9:45 - 11:15 am EDT & 8:45 - 10:15 pm EDT Eels", "Eels", "2016-08-23T09:45:00", "2016-08-23T11:15:00"),
        ("11:00am - 12:30pm SDN and Eels", "SDN and Eels", "2016-08-23T11:00:00", "2016-08-23T12:30:00"),
        ("10:00 am ET Eels", "Eels", "2016-08-23T10:00:00", ""),
        ("9:00am - 5:30am Typos", "Typos", "2016-08-23T09:00:00", ""),
        ("29:00 - 30:75 Nonsense", "29:00 - 30:75 Nonsense", "", ""),
        ("Session of no time", "Session of no time", "", ""),
    ],
)
def test_a_divider_tells_time_and_session(text: str, session: str, starts: str, ends: str):
    paper = only(divider(text), item("Eels", "Ada Farrow (Bay U)"))

    assert (session, starts, ends) == (paper.session, paper.starts, paper.ends)


def test_the_older_list_is_read_with_its_buttons_first():
    program = recorded(2014)

    assert [Kind.KEYNOTE, Kind.LOGISTICS, Kind.PAPER, Kind.POSTER] == [row.kind for row in program.values()]
    assert {
        "pdf": "http://dl.acm.org/authorize?N99972",
        "slides": "https://conferences.sigcomm.org/sigcomm/2016/doc/slides/4.pdf",
    } == program["Stilts (Longer and Lighter Transport Slots)"].links
    assert (
        Person(name="Ibis Wader", affiliation="Marsh Tech; Fen Lab"),
        Person(name="Grus Crane", affiliation="Fen Lab"),
    ) == program["Stilts (Longer and Lighter Transport Slots)"].people


def test_the_oldest_list_stands_under_headings_and_may_leave_a_tag_open():
    program = read(
        '<html><body><div class="prog_tbl"><h2 class="hcls">Tuesday, August 14, 2012</h2><ul data-role="listview">'
        '<li class="ui-bar-b" data-role="list-divider">11:00-12:30 SESSION 1: REEDS</li>'
        '<li data-icon="false"><h3>Reeds (R<sup>2</sup>)</h3><p>Ana Rush <em>(Bog U)</em>, Bo Sedge <em>(Fen Lab</p>'
        "</li>"
        '<li class="ui-bar-b" data-role="list-divider">15:30-17:00 POSTER &amp; DEMO 1</li>'
        '<li data-icon="false"><a href="reed.pdf"><h3>Moving Reeds</h3><p>Cy Rush <em>(Fen)</em></p>'
        '<p class="ui-li-aside prog-Demo">Demo</p></a></li></ul></div></body></html>'
    )

    assert [("Reeds (R2)", Kind.PAPER), ("Moving Reeds", Kind.DEMO)] == [
        (row.title, row.kind) for row in program.contributions
    ]
    assert ["Bog U", "Fen Lab"] == [person.affiliation for person in program.contributions[0].people]
    assert "2012-08-14T15:30:00" == program.contributions[1].starts


def test_links_that_only_a_script_follows_are_found():
    button = "<a href='javascript:void(0)' onclick=\"window.location='//dl.acm.org/authorize?N1'; stop();\">Paper</a>"

    assert {"pdf": "https://dl.acm.org/authorize?N1"} == only(item("Eels", "Ada Farrow (X)", button)).links


def test_a_title_that_begins_like_a_button_is_no_button():
    title = '<a href="http://dl.acm.org/authorize?N1">Video Slides in Networks</a>'

    assert {"pdf": "http://dl.acm.org/authorize?N1"} == only(item(title, "Ada Farrow (X)")).links


def test_a_row_without_a_title_describes_its_divider():
    dinner = only(
        divider("7:00pm - 9:00pm Gala", "prog-social"),
        item("", "Gala will take place in the Hall (Salon C/Salon D)"),
    )

    assert ("Gala", Kind.SOCIAL, ()) == (dinner.title, dinner.kind, dinner.people)


def test_previews_and_openings_are_given_but_are_no_papers():
    preview = only(divider("5:30pm - 6:45pm Topic Preview 1"), item("Technical Session 1: Eels", "Ada Farrow (X)"))
    opening = only(divider("9:00am - 9:30am Opening Session and Keynote"), item("Opening Session", "Ada Farrow (X)"))

    assert (Kind.TALK, Kind.SESSION) == (preview.kind, opening.kind)


def test_a_social_row_is_never_a_paper_whoever_speaks_at_it_and_whatever_it_links():
    flyer = '<a href="menu.pdf">Menu</a>'
    speech = only(divider("7:00pm - 9:00pm Banquet", "prog-social"), item("A Word on Eels", "Ada Farrow (X)", flyer))
    dinner = only(divider("7:00pm - 9:00pm Session 9"), item("Eel Dinner", "", flyer))

    assert (Kind.SOCIAL, Kind.SOCIAL) == (speech.kind, dinner.kind)


def test_a_formula_written_twice_is_read_once_and_no_word_suffers():
    assistive = "<b>Abstract: </b>No loss at 2<span>×<math>×</math></span> of <span>s<math>s</math></span>."

    assert "No loss at 2× of ss." == only(item("Eels", "Ada Farrow (X)", f"<p>{assistive}</p>")).abstract


def test_a_paper_session_on_openings_holds_papers():
    paper = only(
        divider("9:00am - 9:30am Session 3 - Opening the Devices"), item("Opening Eels at Scale", "Ada Farrow (X)")
    )

    assert Kind.PAPER is paper.kind


@pytest.mark.parametrize(
    ("line", "people"),
    [
        ("Ann Ode (A), Bo Tide (B)", [("Ann Ode", "A"), ("Bo Tide", "B")]),
        (
            "Ann Ode, Bo Tide, and Cy Reef (A), Dee E (B)",
            [("Ann Ode", "A"), ("Bo Tide", "A"), ("Cy Reef", "A"), ("Dee E", "B")],
        ),
        ("Ann Ode (A) and Bo Tide (B)", [("Ann Ode", "A"), ("Bo Tide", "B")]),
        ("Ann Ode; Bo Tide, Cy Reef (A)", [("Ann Ode", ""), ("Bo Tide", "A"), ("Cy Reef", "A")]),
        ("Ann Ode (A (East); B, C), Bo Tide", [("Ann Ode", "A (East); B, C"), ("Bo Tide", "")]),
        ("Yu-Hsiang (Sean) Kao (A)", [("Yu-Hsiang (Sean) Kao", "A")]),
        ("Ann Ode* (A), Bo Tide† (A).", [("Ann Ode", "A"), ("Bo Tide", "A")]),
        ("Ann Ode (A", [("Ann Ode", "A")]),
        ("Ann Ode (A), 2031 Fellow", [("Ann Ode", "A")]),
        ("Ann Ode (A), winner of the prize", [("Ann Ode", "A")]),
        ("TBA", []),
        ("To be announced", []),
        ("Room: Agate", []),
        ("Workshops: N2 (Hall), Tides (Pond)", []),
        ("Participation in this event is by invitation only.", []),
        ("Posters, demos and drinks will be served from 3:15pm.", []),
        ("(A); , and (", []),
        ("", []),
    ],
)
def test_names_and_affiliations_are_told_apart(line: str, people: list[tuple[str, str]]):
    assert people == named(line)


def test_an_affiliation_may_stand_in_italics_alone():
    paper = only(item("Eels", "Ada Farrow <em>Bay U, Coast</em>, Bo <em>Bob</em> Tide <em>Sea Lab</em>"))

    assert (
        Person(name="Ada Farrow", affiliation="Bay U, Coast"),
        Person(name="Bo (Bob) Tide", affiliation="Sea Lab"),
    ) == paper.people


def test_brackets_without_end_are_read_in_no_time():
    assert [] == named("(" * 50_000)


def test_a_frame_without_rows_is_a_changed_layout():
    with pytest.raises(LayoutChanged):
        read('<html><table class="long_table_program"><tr><th>Title</th></tr><tr><td> </td></tr></table></html>')
    with pytest.raises(LayoutChanged):
        read(rows(divider("Tuesday, August 23, 2016", "prog-header")))


@pytest.mark.parametrize(
    "other", ["<ul class='program'><li>x</li></ul>", "<table><tr><td>x</td></tr></table>", "<p>SIGCOMM</p>"]
)
def test_other_pages_are_left_to_others(other: str):
    markup = f"<html><body>{other}</body></html>".encode()

    assert not sigcomm.looks_like(page.read(markup, source=Provenance(url=URL)))


def test_the_years_pages_are_tried_from_the_newest_template_on():
    assert (
        "https://conferences.sigcomm.org/sigcomm/2031/program/papers-info/"
        == sigcomm.addresses("https://conferences.sigcomm.org/sigcomm/2031/")[0]
    )
    assert (URL,) == sigcomm.addresses(URL)
    assert sigcomm.URL.match(URL) and sigcomm.URL.match("https://conferences.sigcomm.org/imc/2031/")
    assert not sigcomm.URL.match("https://www.sigcomm.org/events/")


@needs_shared
def test_the_real_program_of_2016_has_41_papers():
    program = read((SHARED / "sigcomm2016-program.html").read_bytes())
    papers = [row for row in program.contributions if row.kind is Kind.PAPER]

    assert 41 == len(papers)
    assert all(paper.people and paper.abstract and paper.url for paper in papers)
    assert all(person.affiliation for paper in papers for person in paper.people)
    assert 1 == sum(row.kind is Kind.KEYNOTE for row in program.contributions)


def test_hours_in_the_place_of_a_title_are_none():
    told = '<li class="prog-item"><p class="paper-header">10:00 am - 5:00 pm ET<br>(7:00 am - 2:00 pm PT)</p>{}</li>'
    workshop = only(divider("10:00 am - 5:00 pm Workshops"), told.format("<p>EEL'16: Workshop on Eels</p>"))
    talk = only(divider("Opening"), told.format("<p>Ten Rivers</p><p>Speakers: Ada Farrow (Bay U)</p>"))

    assert ("EEL'16: Workshop on Eels", Kind.WORKSHOP, ()) == (workshop.title, workshop.kind, workshop.people)
    assert ("Ten Rivers", [("Ada Farrow", "Bay U")]) == (talk.title, [(p.name, p.affiliation) for p in talk.people])


def test_an_abstract_may_stand_in_a_list_of_its_own():
    paper = only(divider("Session 1"), item("Eels", "Ada Farrow (Bay U)", "<ul><li>Abstract: Eels slip.</li></ul>"))

    assert "Eels slip." == paper.abstract
