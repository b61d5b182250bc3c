"""The ISCA Archive: a title and its authors in one paragraph."""

from pathlib import Path

import pytest

from bot import page
from bot.errors import LayoutChanged
from bot.model import Contribution, Kind, Person, Program, Provenance
from bot.platforms import isca
from tests.platforms import shelf

PAGE = Path(__file__).parent / "recordings" / "isca" / "intertide_2031.html"
URL = "https://www.isca-archive.org/intertide_2031/index.html"


def read(body: str | bytes, url: str = URL) -> Program:
    return shelf.read(body, url)


def recorded(url: str = URL) -> list[Contribution]:
    return list(read(PAGE.read_bytes(), url).contributions)


def test_a_paragraph_is_a_title_and_its_authors():
    gulls = recorded()[1]

    assert "Seagulls, Heard & Misheard: A Study" == gulls.title
    assert (Person(name="Ann Ode"), Person(name="Bo Tide"), Person(name="Cy Reef")) == gulls.people
    assert ("ode31_intertide", "https://www.isca-archive.org/intertide_2031/ode31_intertide.html") == (
        gulls.id,
        gulls.url,
    )


def test_a_title_that_ends_as_its_authors_do_keeps_its_words():
    assert ("Ann Ode", (Person(name="Ann Ode"),)) == (recorded()[2].title, recorded()[2].people)


def test_headings_are_sessions_and_name_what_is_no_paper():
    assert [("Keynote 1", Kind.KEYNOTE), *[("Accents of the Coast", Kind.PAPER)] * 3] == [
        (row.session, row.kind) for row in recorded()
    ]


def test_what_nobody_signs_has_no_people():
    assert ("A Voice without a Name", ()) == (recorded()[3].title, recorded()[3].people)


def test_a_saved_page_has_no_guessed_addresses():
    assert ["", "", "", ""] == [row.url for row in recorded("saved.html")]


def test_authors_without_a_title_are_a_changed_layout():
    with pytest.raises(LayoutChanged, match="Bo Tide"):
        read(PAGE.read_text().replace("Seagulls, Heard &amp; Misheard: A Study", ""))


def test_other_pages_are_left_to_others():
    other = b"<html><a class='w3-text' href='x.html'><p>News</p></a></html>"

    assert not isca.looks_like(page.read(other, source=Provenance(url="x.html")))


@pytest.mark.parametrize(
    ("url", "ours"),
    [
        ("https://www.isca-archive.org/interspeech_2024/", True),
        (URL, True),
        ("https://www.isca-archive.org/interspeech_2024/trancoso24_interspeech.html", False),
    ],
)
def test_proceedings_are_claimed_and_papers_are_not(url: str, ours: bool):
    assert ours == bool(isca.URL.match(url))
