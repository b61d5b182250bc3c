"""The derived paper lists: who is on them without being accepted, and lists joined by semicolons."""

from pathlib import Path
from typing import Any

import pytest

from bot import page
from bot.errors import NotPublished
from bot.model import Person, Program, Provenance
from bot.platforms import paperlists
from tests.platforms import shelf

RECORDING = Path(__file__).parent / "recordings" / "paperlists" / "harbour2026.json"
SHARED = Path(__file__).resolve().parents[2].parent / "shared"


def opened(tree: Any) -> page.Page:
    return shelf.opened(tree, "list.json")


def read(path: Path) -> Program:
    return paperlists.scrape(page.read(path.read_bytes(), source=Provenance(url=path.name)), shelf.EMPTY)


def row(**fields: str) -> dict[str, str]:
    return {"id": "p1", "title": "A Paper", "author": "Ada Farrow", "aff": "", "status": "Poster", "site": "", **fields}


def test_refused_and_withdrawn_papers_are_dropped():
    assert ["Counting Gulls without Labels", "A Data Set of Feathers", "Nests as Priors"] == [
        contribution.title for contribution in read(RECORDING).contributions
    ]


@pytest.mark.parametrize("status", ["Reject", "Desk Reject", "Withdraw", "Withdrawn", "Active"])
def test_a_list_without_an_accepted_paper_is_not_published(status: str):
    with pytest.raises(NotPublished):
        paperlists.scrape(opened([row(status=status)]), shelf.EMPTY)


@pytest.mark.parametrize("status", ["Oral", "Spotlight", "Poster", "Workshop", "Highlight", ""])
def test_any_other_status_is_a_place_in_the_program(status: str):
    assert (status,) == tuple(
        paper.session for paper in paperlists.scrape(opened([row(status=status)]), shelf.EMPTY).contributions
    )


def test_affiliations_are_paired_in_order_and_may_be_several_or_none():
    assert (
        Person(name="Fern Gale", affiliation="Gale & Sons, Pier 2"),
        Person(name="Hal Igloo"),
        Person(name="Ida Jetty", affiliation="Breakwater University; Marsh Labs"),
    ) == read(RECORDING).contributions[0].people


def test_affiliations_that_do_not_match_the_names_are_not_guessed():
    assert (Person(name="Lu Mast"), Person(name="Nell Oar")) == read(RECORDING).contributions[1].people


def test_a_paper_keeps_its_texts_track_and_links():
    first, second, third = read(RECORDING).contributions

    assert [("abstract", "Gulls come in flocks. We count flocks."), ("summary", "Gulls count themselves.")] == [
        (part.part, part.text) for part in first.passages
    ]
    assert ("GullsPL01", "https://openreview.net/forum?id=GullsPL01") == (first.id, first.url)
    assert ("Oral", "Datasets & Benchmarks, Poster", "Workshop") == (first.session, second.session, third.session)
    assert ({"code": "https://git.example/gulls"}, {"project": "https://feathers.example/"}) == (
        first.links,
        second.links,
    )


@pytest.mark.parametrize("tree", [[], [{"title": "x", "author": "y"}], {"title": "x"}, ["x"]])
def test_other_lists_are_not_claimed(tree: Any):
    assert not paperlists.looks_like(opened(tree))


def test_an_address_on_github_is_read_raw():
    url = "https://github.com/papercopilot/paperlists/blob/main/colm/colm2025.json"

    assert paperlists.URL.match(url)
    assert (
        "https://raw.githubusercontent.com/papercopilot/paperlists/main/colm/colm2025.json",
    ) == paperlists.addresses(url)


@pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent")
@pytest.mark.parametrize(
    ("name", "count"), [("paperlists-iclr2017.sample120.json", 75), ("paperlists-colm2025.first40.json", 40)]
)
def test_real_lists_are_read_whole(name: str, count: int):
    assert count == len(read(SHARED / "programs" / "openreview" / name).contributions)
