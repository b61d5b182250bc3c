"""JMLR's volumes: many short lists, each of one paper."""

from pathlib import Path

import pytest

from bot import page
from bot.errors import LayoutChanged
from bot.model import Contribution, Kind, Person, Program, Provenance
from bot.platforms import jmlr
from tests.platforms import shelf

PAGE = Path(__file__).parent / "recordings" / "jmlr" / "v99.html"
URL = "https://jmlr.org/papers/v99/"


def read(body: str | bytes, url: str = URL) -> Program:
    return shelf.read(body, url)


def recorded(url: str = URL) -> list[Contribution]:
    return list(read(PAGE.read_bytes(), url).contributions)


def test_a_paper_has_its_title_authors_and_links():
    tides = recorded()[0]

    assert ("On Trusting Tide Tables & Other Oracles", Kind.PAPER) == (tides.title, tides.kind)
    assert (Person(name="Ann Ode"), Person(name="Bo Tide")) == tides.people
    assert ("31-301", "https://jmlr.org/papers/v99/31-301.html") == (tides.id, tides.url)
    assert {"pdf": "https://jmlr.org/papers/volume99/31-301/31-301.pdf"} == tides.links


def test_code_is_a_link_and_bibtex_none():
    assert ["pdf", "code"] == list(recorded()[1].links)


def test_what_nobody_signs_has_no_people_and_a_dangerous_link_is_none():
    erratum = recorded()[2]

    assert ((), {}) == (erratum.people, dict(erratum.links))


def test_a_saved_page_knows_its_site():
    assert "https://jmlr.org/papers/v99/31-301.html" == recorded("saved.html")[0].url


def test_a_list_of_many_papers_is_read_as_well():
    whole = PAGE.read_text().replace("</dl>\n<dl>", "")

    assert 3 == len(read(whole).contributions)


def test_a_title_without_the_rest_is_a_changed_layout():
    with pytest.raises(LayoutChanged, match="1 titles and the authors and links of 2"):
        read(PAGE.read_text().replace("</dl>\n<dl><dt>Lower Bounds: For Anchors</dt>", ""))


def test_an_empty_title_is_a_changed_layout():
    with pytest.raises(LayoutChanged):
        read(PAGE.read_text().replace("Lower Bounds: For Anchors", " "))


def test_other_lists_are_left_to_others():
    glossary = b"<html><dl><dt>Anchor</dt><dd><i>Heavy</i>; see <a href='/papers/'>papers</a></dd></dl></html>"

    assert not jmlr.looks_like(page.read(glossary, source=Provenance(url="x.html")))


@pytest.mark.parametrize(("url", "ours"), [(URL, True), ("https://jmlr.org/papers/v99/31-301.html", False)])
def test_volumes_are_claimed_and_papers_are_not(url: str, ours: bool):
    assert ours == bool(jmlr.URL.match(url))
