"""Issues on Open Journal Systems: sections and the articles under them."""

from pathlib import Path

import pytest

from bot import page
from bot.errors import LayoutChanged
from bot.model import Contribution, Kind, Person, Program, Provenance
from bot.platforms import aaai_ojs
from tests.platforms import shelf

PAGE = Path(__file__).parent / "recordings" / "aaai_ojs" / "issue.html"
URL = "https://ojs.tide.example/index.php/TIDE/issue/view/624"


def read(body: str | bytes, url: str = URL) -> Program:
    return shelf.read(body, url)


def recorded(url: str = URL) -> list[Contribution]:
    return list(read(PAGE.read_bytes(), url).contributions)


def test_an_article_has_its_authors_and_links():
    ropes = recorded()[0]

    assert "Ropes, Knots & Gradients: Mooring Made Simple" == ropes.title
    assert ("Ann Ode", "Bo Tide", "Cy Reef") == tuple(person.name for person in ropes.people)
    assert ("41001", "https://ojs.tide.example/index.php/TIDE/article/view/41001") == (ropes.id, ropes.url)
    assert {"pdf": "https://ojs.tide.example/index.php/TIDE/article/view/41001/43001"} == ropes.links


def test_sections_are_sessions_and_their_topics_no_kinds():
    assert [
        ("TIDE Technical Track on Anchors and Tutoring", Kind.PAPER),
        ("TIDE Technical Track on Anchors and Tutoring", Kind.PAPER),
        ("TIDE Demonstration Track", Kind.DEMO),
        ("TIDE Demonstration Track", Kind.DEMO),
    ] == [(row.session, row.kind) for row in recorded()]


def test_what_nobody_signs_has_no_people():
    assert ("Unsigned Sails", ()) == (recorded()[1].title, recorded()[1].people)


def test_a_dangerous_link_is_no_link():
    assert {} == recorded()[2].links


def test_an_article_may_have_a_name_for_a_number_and_any_heading():
    eel = recorded()[3]

    assert ("eel-4", (Person(name="Eve Neap"),)) == (eel.id, eel.people)


def test_the_issue_names_the_program():
    assert "Vol. 45 No. 1: TIDE-31 Technical Tracks 1" == read(PAGE.read_bytes()).name


def test_an_article_without_a_title_is_a_changed_layout():
    with pytest.raises(LayoutChanged):
        read(PAGE.read_text().replace("Unsigned Sails", ""))


def test_other_pages_are_left_to_others():
    other = b"<html><div class='section'><h3 class='title'><a href='x'>News</a></h3></div></html>"

    assert not aaai_ojs.looks_like(page.read(other, source=Provenance(url="x.html")))


@pytest.mark.parametrize(
    ("url", "ours"),
    [
        ("https://ojs.aaai.org/index.php/AAAI/issue/view/624", True),
        ("https://journal.tide.example/index.php/tide/issue/current", True),
        ("https://journal.tide.example/index.php/tide/article/view/1", False),
    ],
)
def test_issues_are_claimed_and_articles_are_not(url: str, ours: bool):
    assert ours == bool(aaai_ojs.URL.match(url))


def test_an_issue_of_an_older_ojs_is_read_as_well():
    article = (
        "<table class='tocArticle'><tr><td class='tocTitle'><a href='https://ojs.tide.example/index.php/TIDE/article/view/7'>"
        "Ropes of Old</a></td><td class='tocGalleys'><a class='file' href='https://ojs.tide.example/p/7'>PDF</a></td></tr>"
        "<tr><td class='tocAuthors'>Ann Ode, Bo Tide</td><td class='tocPages'>1-9</td></tr></table>"
    )
    page = f"<html><h3>Table of Contents</h3><h4 class='tocSectionTitle'>Demonstrations</h4>{article}</html>"
    (row,) = shelf.read(page, "saved.html").contributions

    assert ("7", "Ropes of Old", "Demonstrations", Kind.DEMO) == (row.id, row.title, row.session, row.kind)
    assert ["Ann Ode", "Bo Tide"] == [person.name for person in row.people]
    assert {"pdf": "https://ojs.tide.example/p/7"} == row.links
