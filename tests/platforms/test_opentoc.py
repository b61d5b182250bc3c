"""ACM's open tables of contents: siblings that belong together, and chairs that are no authors."""

from pathlib import Path

import pytest

from bot import page
from bot.errors import LayoutChanged
from bot.model import Contribution, Kind, Person, Program, Provenance
from bot.platforms import opentoc
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "opentoc"
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "programs" / "sigcomm"
needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent")


def read(body: str | bytes, url: str = "toc.html") -> Program:
    return shelf.read(body, url)


def recorded(year: int) -> dict[str, Contribution]:
    program = read((RECORDINGS / f"estuary-{year}-toc.html").read_bytes())
    return {contribution.title: contribution for contribution in program.contributions}


SILT = "Silt: Compressing What the River Leaves & Takes"


def test_what_follows_a_title_is_its_own():
    silt = recorded(2032)[SILT]

    assert (Person(name="Ana López-Barra"), Person(name="J. Q. Sandbank")) == silt.people
    assert "Background\n\nRivers leave silt.\n\nWe take it (<1 ton)." == silt.abstract
    assert {
        "page": "https://dl.acm.org/doi/10.1145/9999002.9999203",
        "pdf": "https://dl.acm.org/authorize?N99908",
    } == silt.links
    assert ("10.1145/9999002.9999203", silt.links["page"]) == (silt.id, silt.url)


def test_a_sessions_chairs_are_nobodys_authors_and_its_record_is_no_paper():
    program = recorded(2032)

    assert not any("Chaired" in person.name for paper in program.values() for person in paper.people)
    assert not any(title.startswith("Session details") for title in program)


def test_headings_lose_their_prefix_and_those_inside_abstracts_are_none():
    assert ["Keynote 1", "Session 1: Training Deltas", "Ripples"] == list(
        dict.fromkeys(paper.session for paper in recorded(2032).values())
    )


def test_a_heading_or_a_label_says_what_is_no_paper():
    assert [Kind.KEYNOTE, Kind.PAPER, Kind.PAPER, Kind.PAPER, Kind.POSTER] == [
        paper.kind for paper in recorded(2032).values()
    ]


@pytest.mark.parametrize(
    ("title", "doi"),
    [
        ("Wrapped in a Search Engine", "10.1145/9999002.9999204"),
        ("Wrapped in a Mail Filter", "10.1145/9999002.9999205"),
    ],
)
def test_an_address_is_unwrapped(title: str, doi: str):
    paper = recorded(2032)[title]

    assert (doi, f"https://dl.acm.org/doi/{doi}") == (paper.id, paper.url)


def test_older_tables_name_no_scheme_and_no_doi():
    gulls, blanks, terns = recorded(2017).values()

    assert ("https://dl.acm.org/authorize?N99917", "https://dl.acm.org/citation.cfm?id=9999301") == (
        gulls.url,
        blanks.url,
    )
    assert ({"pdf": gulls.url}, {"page": blanks.url}) == (gulls.links, blanks.links)
    assert ("Nils Møller", "Aoife Ní Fharraige") == tuple(person.name for person in gulls.people)
    assert ((), "Terns") == (terns.people, terns.session)


def test_the_name_of_the_proceedings_is_the_programs():
    assert (
        "ESTUARY '32: Proceedings of the Estuary Conference"
        == read((RECORDINGS / "estuary-2032-toc.html").read_bytes()).name
    )


def test_a_table_of_empty_titles_is_a_changed_layout():
    with pytest.raises(LayoutChanged):
        read('<html><body><h2>SESSION: A</h2><h3><a class="DLtitleLink" href="//dl.acm.org/x"> </a></h3></body></html>')


def test_a_dangerous_link_is_no_link():
    (paper,) = read('<html><h3><a class="DLtitleLink" href="javascript:alert(1)">A Paper</a></h3></html>').contributions

    assert ("", {}) == (paper.url, dict(paper.links))


def test_other_pages_are_left_to_others():
    assert not opentoc.looks_like(page.read(b"<html><h2>SESSION: A</h2></html>", source=Provenance(url="toc.html")))


@needs_shared
def test_the_real_table_of_2017_has_36_papers():
    papers = read((SHARED / "sigcomm2017-acm-opentoc.html").read_bytes()).contributions

    assert 36 == len(papers)
    assert all(paper.people and paper.url and paper.session and paper.kind is Kind.PAPER for paper in papers)
