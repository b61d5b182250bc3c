"""IJCAI's proceedings: tracks, topics and links that only hang together."""

from pathlib import Path

import pytest

from bot import page
from bot.errors import LayoutChanged
from bot.model import Contribution, Kind, Person, Program, Provenance
from bot.platforms import ijcai
from tests.platforms import shelf

PAGE = Path(__file__).parent / "recordings" / "ijcai" / "proceedings-2031.html"
URL = "https://www.ijcai.org/proceedings/2031/"


def read(body: str | bytes, url: str = URL) -> Program:
    return shelf.read(body, url)


def recorded(url: str = URL) -> list[Contribution]:
    return list(read(PAGE.read_bytes(), url).contributions)


def test_a_paper_has_its_authors_and_links():
    tides = recorded()[0]

    assert "Certified Tides: Agents that Wait, and Why" == tides.title
    assert (Person(name="A. Ode"), Person(name="Bo Tide")) == tides.people
    assert ("2031-1", "https://www.ijcai.org/proceedings/2031/1") == (tides.id, tides.url)
    assert {"pdf": "https://www.ijcai.org/proceedings/2031/0001.pdf"} == tides.links


def test_a_saved_page_finds_its_files_beside_its_details():
    tides = recorded("saved.html")[0]

    assert ("https://www.ijcai.org/proceedings/2031/1", "https://www.ijcai.org/proceedings/2031/0001.pdf") == (
        tides.url,
        tides.links["pdf"],
    )


def test_tracks_and_topics_are_sessions_and_a_track_ends_the_topics_before_it():
    assert ["Main Track, Agents", "Main Track, Games & Mechanisms", "Demo Track", "Demo Track"] == [
        row.session for row in recorded()
    ]


def test_a_track_names_what_is_no_paper():
    assert [Kind.PAPER, Kind.PAPER, Kind.DEMO, Kind.DEMO] == [row.kind for row in recorded()]


def test_a_paper_without_links_has_none():
    moorings = recorded()[3]

    assert ("paper4", "", {}, ()) == (moorings.id, moorings.url, dict(moorings.links), moorings.people)


def test_a_dangerous_link_is_no_link():
    whole = PAGE.read_text().replace("0001.pdf", "javascript:alert(1)")

    assert {} == read(whole).contributions[0].links


def test_a_paper_without_a_title_is_a_changed_layout():
    with pytest.raises(LayoutChanged):
        read(PAGE.read_text().replace("Truthful Lobsters", ""))


def test_other_pages_are_left_to_others():
    other = b"<html><div class='paper_wrapper'><p>Wrapped in paper</p></div></html>"

    assert not ijcai.looks_like(page.read(other, source=Provenance(url="x.html")))


@pytest.mark.parametrize(("url", "ours"), [(URL, True), ("https://www.ijcai.org/proceedings/2031/1", False)])
def test_proceedings_are_claimed_and_papers_are_not(url: str, ours: bool):
    assert ours == bool(ijcai.URL.match(url))
