"""The feed of the virtual sites: what it repeats, hides, refuses and keeps elsewhere."""

from pathlib import Path
from typing import Any

import pytest

from bot import page, scrape
from bot.errors import NotPublished
from bot.model import Contribution, Kind, Person, Program, Provenance
from bot.platforms import virtual_site
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "virtual_site"
FEED = "https://mlsys.org/static/virtual/data/mlsys-2026-orals-posters.json"
ABSTRACTS = "https://mlsys.org/static/virtual/data/mlsys-2026-abstracts.json"
PAPER = {
    "id": 1,
    "uid": "u1",
    "name": "A Paper",
    "authors": [{"fullname": "Ada Farrow", "institution": "Breakwater University"}],
    "abstract": "A sentence.",
    "decision": "Accept (poster)",
    "eventtype": "Poster",
    "virtualsite_url": "/virtual/2026/poster/1",
    "visible": True,
}


def feed(*rows: dict[str, Any], **envelope: Any) -> dict[str, Any]:
    return {
        "count": len(rows),
        "next": None,
        "previous": None,
        "results": [{**PAPER, **row} for row in rows],
        **envelope,
    }


def opened(tree: Any, url: str = FEED) -> page.Page:
    return shelf.opened(tree, url)


def read(name: str) -> Program:
    source = Provenance(url=name)
    found = virtual_site.scrape(page.read((RECORDINGS / name).read_bytes(), source=source), shelf.EMPTY)
    return Program(contributions=scrape.identified(found.contributions), sources=found.sources, declared=found.declared)


def only(*rows: dict[str, Any]) -> Contribution:
    return virtual_site.scrape(opened(feed(*rows)), shelf.EMPTY).contributions[0]


def test_an_oral_and_its_poster_are_one_paper():
    assert [
        "Tidal Scheduling & Other Habits of Ships",
        "A Position on Buoys",
        "Closing Round on Deck",
        "Nameless Crew, Known Course",
    ] == [contribution.title for contribution in read("orals-posters.json").contributions]


def test_authors_without_a_name_are_dropped_and_entities_are_read():
    first = read("orals-posters.json").contributions[0]

    assert (
        Person(name="Ada Farrow", affiliation="Breakwater A&M University"),
        Person(name="Bo Lindqvist"),
    ) == first.people


def test_a_paper_keeps_where_when_and_what_it_leads_to():
    first = read("orals-posters.json").contributions[0]

    assert "Poster Session 1" == first.session
    assert ("2026-05-19T10:30:00-07:00", "2026-05-19T12:30:00-07:00") == (first.starts, first.ends)
    assert {
        "forum": "https://openreview.net/forum?id=TidalSched1",
        "slides": "https://harbourconf.example/media/7101.pdf",
    } == first.links
    assert first.abstract.startswith("Ships wait for tides.")


def test_a_saved_feed_tells_its_site_by_its_authors_addresses():
    assert "http://harbourconf.example/virtual/2026/poster/7101" == read("orals-posters.json").contributions[0].url


def test_refused_and_hidden_rows_are_dropped():
    titles = {contribution.title for contribution in read("orals-posters.json").contributions}

    assert not {"Rafts that Were Not Taken Aboard", "A Paper Still under Embargo"} & titles


def test_a_row_without_people_and_decision_is_a_session_and_a_paper_of_blank_names_is_a_paper():
    kinds = {contribution.title: contribution.kind for contribution in read("orals-posters.json").contributions}

    assert Kind.SESSION == kinds["Closing Round on Deck"]
    assert Kind.PAPER == kinds["Nameless Crew, Known Course"]


def test_what_a_feed_declares_is_told_without_its_repeats_and_refusals():
    assert 4 == read("orals-posters.json").declared


def test_a_feed_that_holds_less_than_it_declares_says_so():
    short = feed({"id": 1, "uid": "u1"}, {"id": 2, "uid": "u2", "name": "Another"}, count=2891)

    assert 2891 == virtual_site.scrape(opened(short), shelf.EMPTY).declared


@pytest.mark.parametrize("count", [None, "many", -3, [], 10**12])
def test_a_senseless_count_declares_nothing(count: Any):
    assert virtual_site.scrape(opened(feed({}, count=count)), shelf.EMPTY).declared is None


def test_continuations_are_followed(tmp_path: Path):
    more = "https://mlsys.org/api/miniconf/events?offset=1"
    web = shelf.of(tmp_path, {more: feed({"id": 2, "uid": "u2", "name": "The Second"})})

    program = virtual_site.scrape(opened(feed({}, count=2, next=more)), web)

    assert ["A Paper", "The Second"] == [contribution.title for contribution in program.contributions]
    assert [FEED, more] == [source.url for source in program.sources]
    assert 2 == program.declared


def test_a_continuation_that_leads_back_ends_the_reading(tmp_path: Path):
    more = "https://mlsys.org/api/miniconf/events?offset=1"
    web = shelf.of(tmp_path, {more: feed({"id": 2, "uid": "u2", "name": "The Second"}, next=FEED)})

    assert 2 == len(virtual_site.scrape(opened(feed({}, next=more)), web).contributions)


def test_a_continuation_that_is_refused_leaves_a_short_program(tmp_path: Path):
    web = shelf.of(tmp_path, {})

    program = virtual_site.scrape(opened(feed({}, count=2891, next="https://mlsys.org/api/more")), web)

    assert (1, 2891) == (len(program.contributions), program.declared)


def test_missing_abstracts_come_from_the_companion_and_name_it(tmp_path: Path):
    web = shelf.of(tmp_path, {ABSTRACTS: {"1": "Kept <b>elsewhere</b>.", "7": "Of nobody here."}})
    rows = feed({"abstract": None}, {"id": 2, "uid": "u2", "name": "The Second"})

    first, second = virtual_site.scrape(opened(rows), web).contributions

    assert ("Kept elsewhere.", ABSTRACTS) == (first.abstract, first.passages[0].source.url)
    assert ("A sentence.", FEED) == (second.abstract, second.passages[0].source.url)


def test_no_companion_means_no_abstract(tmp_path: Path):
    program = virtual_site.scrape(opened(feed({"abstract": ""})), shelf.of(tmp_path, {}))

    assert () == program.contributions[0].passages


def test_an_orals_placeholder_is_no_link():
    assert {} == only({"paper_url": "https://openreview.net/forum?id=2026-Oral--123-abc"}).links


def test_links_that_are_no_web_addresses_are_dropped():
    row = only(
        {
            "paper_pdf_url": "javascript:alert(1)",
            "url": "ftp://x.example/",
            "eventmedia": [{"name": "", "uri": "https://x.example/v"}],
        }
    )

    assert {"media": "https://x.example/v"} == row.links


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("Oral", Kind.PAPER),
        ("{location} Poster", Kind.PAPER),
        ("Spotlight Poster", Kind.PAPER),
        ("Findings", Kind.PAPER),
        ("Invited Talk", Kind.KEYNOTE),
        ("Poster Session", Kind.SESSION),
        ("Tutorial", Kind.TUTORIAL),
    ],
)
def test_the_event_type_names_the_kind(label: str, kind: Kind):
    assert kind == only({"eventtype": label}).kind


def test_the_events_download_of_a_site_is_read_too():
    first, second = read("events.json").contributions

    assert ("Fern Gale", "Hal Igloo") == tuple(person.name for person in first.people)
    assert "Knots hold because they are followed downhill.\n\nSo do we." == first.abstract
    assert (Kind.PAPER, Kind.KEYNOTE) == (first.kind, second.kind)
    assert "https://harbourconf.example/virtual/2026/invited-talk/8102" == second.url


def test_an_empty_feed_is_not_published_yet():
    empty = opened(feed())

    assert virtual_site.looks_like(empty)
    with pytest.raises(NotPublished):
        virtual_site.scrape(empty, shelf.EMPTY)


def test_a_feed_of_refusals_is_not_published_yet():
    with pytest.raises(NotPublished):
        virtual_site.scrape(opened(feed({"decision": "Reject"})), shelf.EMPTY)


@pytest.mark.parametrize(
    "tree",
    [
        {"count": 0, "next": None, "previous": None, "results": []},
        {"count": 1, "results": [{"code": "ABC", "title": "A talk", "speakers": []}]},
        {"results": {"name": "x"}},
        {"results": "none"},
        {"results": ["a string"]},
        [],
        ["a string"],
        [{"name": "Only a name"}],
        [[{"name": "x", "eventtype": "Poster"}]],
    ],
)
def test_other_lists_are_not_claimed(tree: Any):
    assert not virtual_site.looks_like(opened(tree, url="list.json"))


@pytest.mark.parametrize(
    ("url", "first"),
    [
        ("https://mlsys.org/virtual/2026/papers.html?filter=titles", FEED),
        ("https://mlsys.org/Conferences/2026", FEED),
        (
            "https://nips.cc/virtual/2025/calendar",
            "https://nips.cc/static/virtual/data/neurips-2025-orals-posters.json",
        ),
        (
            "https://eccv.ecva.net/virtual/2026/",
            "https://eccv.ecva.net/static/virtual/data/eccv-2026-orals-posters.json",
        ),
        (FEED, FEED),
    ],
)
def test_the_feed_is_asked_first(url: str, first: str):
    assert virtual_site.URL.match(url)
    assert first == virtual_site.addresses(url)[0]


def test_the_page_itself_is_asked_when_the_feed_fails():
    url = "https://icml.cc/virtual/2026/calendar"

    assert [
        "https://icml.cc/static/virtual/data/icml-2026-orals-posters.json",
        url,
        "https://icml.cc/virtual/2026/papers.html",
    ] == list(virtual_site.addresses(url))


@pytest.mark.parametrize(
    "url",
    [
        "https://neurips.cc/virtual/2025/events/tutorial",
        "https://neurips.cc/virtual/2025/loc/san-diego/events/oral",
        "https://iclr.cc/virtual/2024/session/19801",
        "https://iclr.cc/virtual_2020/papers.html",
        "https://openaccess.thecvf.com/CVPR2025?day=all",
    ],
)
def test_other_addresses_are_left_to_others(url: str):
    assert not virtual_site.URL.match(url)
