"""PMLR's volumes: BibTeX as people write it, and the page with its parts."""

from pathlib import Path

import pytest

from bot import page
from bot.errors import LayoutChanged, SourceError
from bot.model import Contribution, Kind, Person, Program, Provenance
from bot.platforms import pmlr
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "pmlr"
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "programs" / "pmlr"
needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent")
VOLUME = "@Proceedings{T-2031,\n booktitle = {Tides}}\n"


def read(body: str | bytes, url: str = "tide31.bib") -> Program:
    return shelf.read(body, url)


def recorded(name: str) -> list[Contribution]:
    return list(read((RECORDINGS / name).read_bytes(), name).contributions)


def test_a_title_loses_its_braces_but_not_its_formula():
    kelp, salt, *_ = recorded("tide31.bib")

    assert "KelpNet: Growing $O(n^{2})$ Forests in “Deep” Water" == kelp.title
    assert "Salt & Pepper: A Title, with = and Éclat" == salt.title


def test_names_are_turned_round_and_letters_read():
    kelp, salt, *_ = recorded("tide31.bib")

    assert ("Ann Ode Tide", "María López-Barra", "Søren Ørsted", "Cy Reef Jr.", "Plato") == tuple(
        person.name for person in kelp.people
    )
    assert (Person(name="Dee Pelagic"),) == salt.people


def test_an_abstract_keeps_its_percent_signs_quotation_marks_and_paragraphs():
    assert (
        'Kelp grows by 30% a day, and faster near warm vents, "they say".It needs $\\{x : x > 0\\}$ sunlight.\n\n'
        "A second paragraph costs 5% more, i.e. ~12 dives."
    ) == recorded("tide31.bib")[0].abstract


def test_an_entry_has_the_addresses_that_it_gives_and_no_guessed_ones():
    kelp, salt, _, nobody = recorded("tide31.bib")

    assert ("https://openreview.net/forum?id=TidalKelp1", ["forum"]) == (kelp.url, list(kelp.links))
    assert {
        "page": "https://proceedings.mlr.press/v9999/pelagic31a.html",
        "code": "https://code.example/salt",
    } == salt.links
    assert ("", {}) == (nobody.url, dict(nobody.links))


def test_the_volumes_own_entry_is_no_paper_but_dates_and_names_the_program():
    program = read((RECORDINGS / "tide31.bib").read_bytes())

    assert ["odetide31", "pelagic31a", "neap31", "nobody31"] == [paper.id for paper in program.contributions]
    assert ("Proceedings of the 9th Tidal Learning Conference", "2031-07-21", "2031-07-27") == (
        program.name,
        program.starts,
        program.ends,
    )
    assert ["Contributed Papers", "Open Problems", "", ""] == [paper.session for paper in program.contributions]


def test_braces_that_do_not_match_cost_no_other_entry_and_are_told():
    program = read((RECORDINGS / "tide31.bib").read_bytes())
    neap = program.contributions[2]

    assert ("Braces That Do Not Close", (Person(name="Eve Neap"),)) == (neap.title, neap.people)
    assert "An open brace swallows nothing but its own abstract." == neap.abstract
    assert ["Entries whose braces do not match, read in part: neap31."] == [found.text for found in program.findings]


def test_a_file_cut_in_an_entry_is_no_program():
    whole = (RECORDINGS / "tide31.bib").read_text()

    with pytest.raises(SourceError, match="middle"):
        read(whole[: whole.rindex("Lighthouse")])


def test_an_entry_without_a_title_is_a_changed_layout():
    with pytest.raises(LayoutChanged, match="x1"):
        read(f"{VOLUME}@InProceedings{{x1,\n author = {{Tide, Bo}}}}")


def test_other_bibliographies_are_left_to_others():
    own = b"@InProceedings{x1,\n title = {Somebody's Reading List}}"

    assert not pmlr.looks_like(page.read(own, source=Provenance(url="x.bib")))


def test_a_volume_may_lack_its_own_entry():
    paper = "@InProceedings{x1,\n title = {Tides},\n series = {Proceedings of Machine Learning Research}}"

    assert ["Tides"] == [paper.title for paper in read(paper).contributions]


def test_the_page_gives_papers_under_their_part():
    note, kelp, nobody = recorded("v9999.html")

    assert ("Preface", "Contributed Papers") == (note.session, kelp.session)
    assert ("Ann Ode Tide", "María López-Barra", "Cy Reef, Jr.") == tuple(person.name for person in kelp.people)
    assert ((), Kind.PAPER) == (nobody.people, nobody.kind)


def test_the_pages_links_say_what_they_lead_to():
    _, kelp, nobody = recorded("v9999.html")

    assert ("ode-tide31a", "https://proceedings.mlr.press/v9999/ode-tide31a.html") == (kelp.id, kelp.url)
    assert {
        "pdf": "https://files.example/v9999/ode-tide31a.pdf",
        "supplement": "https://files.example/v9999/ode-tide31a-supp.pdf",
        "forum": "https://openreview.net/forum?id=TidalKelp1",
    } == kelp.links
    assert {} == nobody.links


def test_the_pages_name_is_the_volumes():
    assert (
        "Volume 9999: Tidal Learning Conference, 21-27 July 2031, Saltmarsh"
        == read((RECORDINGS / "v9999.html").read_bytes(), "https://proceedings.mlr.press/v9999/").name
    )


def test_a_paper_without_a_title_on_the_page_is_a_changed_layout():
    whole = (RECORDINGS / "v9999.html").read_text()

    with pytest.raises(LayoutChanged):
        read(whole.replace("Nobody's Lighthouse", ""))


@pytest.mark.parametrize(
    ("url", "asked"),
    [
        (
            "https://proceedings.mlr.press/v235/",
            (
                "https://proceedings.mlr.press/v235/assets/bib/bibliography.bib",
                "https://proceedings.mlr.press/v235/",
            ),
        ),
        (
            "https://github.com/mlresearch/v235/blob/main/icml24.bib",
            ("https://raw.githubusercontent.com/mlresearch/v235/main/icml24.bib",),
        ),
    ],
)
def test_bibtex_is_asked_first(url: str, asked: tuple[str, ...]):
    assert pmlr.URL.match(url)
    assert asked == pmlr.addresses(url)


def test_many_open_braces_cost_no_more_than_few():
    with pytest.raises(SourceError):
        read(f"{VOLUME}@InProceedings{{x1,\n title = {'{' * 200_000}")


@needs_shared
def test_the_real_volume_has_four_papers_with_all_that_it_gives():
    papers = read((SHARED / "icml24.trim.bib").read_bytes()).contributions

    assert ["Elias Abad Rocamora", "Reyna Abhyankar", "Reduan Achtibat", "Peyman Afshani"] == [
        paper.people[0].name for paper in papers
    ]
    assert all(paper.abstract and paper.url and "{" not in paper.title for paper in papers)
