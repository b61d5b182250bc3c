"""Mini-Conf: lists and raw rows, blank abstracts, copied summaries, placeholder links, and shells without papers."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot import page, scrape
from bot.errors import LayoutChanged
from bot.model import Contribution, Kind, Person
from bot.platforms import miniconf
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "miniconf"
SHARED = Path(__file__).resolve().parents[2].parent / "shared"
SITE = "https://harbour.example.org/virtual_2026/papers.json"


def opened(body: bytes, url: str = SITE) -> page.Page:
    return shelf.opened(body, url)


def read(name: str, url: str = SITE) -> tuple[Contribution, ...]:
    found = miniconf.scrape(opened((RECORDINGS / name).read_bytes(), url), shelf.EMPTY)
    return scrape.identified(found.contributions)


def rows(*fields: dict[str, Any]) -> tuple[Contribution, ...]:
    entries = [{"UID": f"p{number}", "title": f"Paper {number}", **each} for number, each in enumerate(fields)]
    return miniconf.scrape(opened(json.dumps(entries).encode()), shelf.EMPTY).contributions


def test_loose_white_space_in_a_title_is_folded():
    assert "Curricula for Tired Robots" == read("papers.json")[0].title


def test_two_people_in_one_field_are_two():
    assert ("Fern Gale", "Hal Igloo", "Ida Jetty") == tuple(person.name for person in read("papers.json")[0].people)


def test_a_blank_abstract_is_none_and_its_summary_is_kept():
    first, second, third = read("papers.json")

    assert [("summary", "Robots that rest learn more.")] == [(part.part, part.text) for part in first.passages]
    assert () == second.passages
    assert "Dreams replay the day.\n\nWe replay the dreams." == third.abstract


def test_the_sessions_of_a_paper_are_one_line_without_gaps_and_repeats():
    assert "Mon Session 4; Monday: Sleep" == read("papers.json")[0].session


def test_a_paper_leads_to_its_page_and_an_iclr_paper_to_its_review():
    first = read("papers.json")[0]

    assert "https://harbour.example.org/virtual_2026/poster_TiredBots1.html" == first.url
    assert {"forum": "https://openreview.net/forum?id=TiredBots1"} == first.links
    assert first.links["forum"] == read("papers.json", url="papers.json")[0].url


def test_raw_rows_join_their_lists_by_bars():
    first, second = read("serve_papers.json")

    assert ("Fern Gale", "Hal Igloo") == tuple(person.name for person in first.people)
    assert ("Tues Session 1; Mon Session 1", "") == (first.session, second.session)


def test_a_summary_that_copies_the_abstract_is_dropped():
    assert ["abstract"] == [part.part for part in rows({"abstract": "Same  words.", "TLDR": "Same words."})[0].passages]


def test_a_link_that_all_papers_share_is_a_placeholder():
    shared = {"link": "https://arxiv.example/abs/1", "code_link": "https://git.example/demo"}
    first, second = rows(
        {**shared, "pdf_url": "https://x.example/0.pdf"}, {**shared, "code_link": "https://git.example/own"}
    )

    assert {"pdf": "https://x.example/0.pdf", "code": "https://git.example/demo"} == first.links
    assert {"code": "https://git.example/own"} == second.links


def test_the_link_of_a_single_paper_is_kept():
    assert {"page": "https://arxiv.example/abs/1"} == rows({"link": "https://arxiv.example/abs/1"})[0].links


def test_speakers_give_keynotes_with_ids_of_their_own():
    paper, keynote = rows({"UID": "1"}, {"UID": "1", "speaker": " Prof. Ada Farrow", "institution": "Pier 4"})

    assert ("1", "speaker_1") == (paper.id, keynote.id)
    assert (Kind.KEYNOTE, (Person(name="Prof. Ada Farrow", affiliation="Pier 4"),)) == (keynote.kind, keynote.people)


def test_the_calendar_lists_keynotes_and_talks_once_each():
    assert ["What Lighthouses Teach Optimisers", "Shoreline Attention", "Pebble Priors", "Trench Networks"] == [
        contribution.title for contribution in read("calendar.html")
    ]


def test_a_keynote_of_the_calendar_has_its_speaker_affiliation_and_abstract():
    first = read("calendar.html")[0]

    assert (Person(name="Prof. Ada Farrow", affiliation="Breakwater University, Pier 4"),) == first.people
    assert "A light that turns is a schedule with warm restarts." == first.abstract
    assert ("speaker_1", Kind.KEYNOTE) == (first.id, first.kind)


def test_the_people_of_a_talk_end_with_commas():
    talk = read("calendar.html")[1]

    assert ("Brendan O'Dock", "Jo Keel, Jr.") == tuple(person.name for person in talk.people)
    assert ("ShoreA1", "Orals/Spotlights: Shore", Kind.PAPER) == (talk.id, talk.session, talk.kind)
    assert "https://harbour.example.org/virtual_2026/poster_ShoreA1.html" == talk.url


def test_a_page_that_a_script_fills_is_no_empty_program():
    shell = opened(
        b"<html><body><div class='cards row'></div><script src='static/js/papers.js'></script></body></html>"
    )

    assert miniconf.looks_like(shell)
    with pytest.raises(LayoutChanged) as error:
        miniconf.scrape(shell, shelf.EMPTY)
    assert "papers.json" in error.value.hint


def test_the_related_papers_of_a_papers_own_page_are_no_program():
    related = b"<html><body><div class='pp-card-header'><h5 class='card-title'>Another Paper</h5></div></body></html>"

    assert not miniconf.looks_like(opened(related))


@pytest.mark.parametrize(
    "tree",
    [
        [],
        ["a string"],
        {"UID": "1", "title": "x"},
        [{"title": "x"}],
        [{"id": "1", "invitation": "V/-/Blind_Submission", "content": {"title": "x", "authors": ["A B"]}}],
        [{"id": "1", "content": {"title": "x", "authors": ["A B"], "authorids": ["~A_B1"]}}],
    ],
)
def test_other_lists_are_not_claimed(tree: Any):
    assert not miniconf.looks_like(opened(json.dumps(tree).encode()))


def test_a_site_is_asked_for_its_lists_first():
    url = "https://iclr.cc/virtual_2020/papers.html"

    assert miniconf.URL.match(url)
    assert ("https://iclr.cc/virtual_2020/papers.json", "https://iclr.cc/virtual_2020/serve_papers.json", url) == (
        miniconf.addresses(url)
    )


def test_sessions_may_be_objects_with_times_of_their_own():
    slot = {"session_name": "1A: Ropes", "start_time": "Mon, 05 May 2031 05:00:00 GMT", "end_time": "soon"}
    content = {
        "title": "Ropes of the Sea",
        "authors": ["Ann Ode"],
        "session": [slot, {**slot, "session_name": "2B: Nets"}],
    }
    (row,) = miniconf.read_rows(opened(json.dumps([{"id": "main.1", "content": content}]).encode()))

    assert ("1A: Ropes; 2B: Nets", "2031-05-05T05:00:00+00:00", "") == (row.session, row.starts, row.ends)


def test_a_calendar_whose_lines_were_joined_has_the_same_people():
    body = (Path(__file__).parent / "recordings" / "miniconf" / "calendar.html").read_text()

    assert miniconf.read_calendar(opened(body.encode(), "a.html")) == miniconf.read_calendar(
        opened(" ".join(body.split()).encode(), "a.html")
    )


@pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent")
@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("iclr2020-papers.json", 687),
        ("iclr2020-calendar.html", 163),
        ("miniconf-papers.first60.json", 60),
        ("miniconf-serve_papers.first60.json", 60),
        ("miniconf-serve_speakers.json", 2),
    ],
)
def test_real_pages_are_read_whole(name: str, count: int):
    saved = opened((SHARED / "programs" / "virtual-site" / name).read_bytes(), name)
    found = scrape.identified(miniconf.scrape(saved, shelf.EMPTY).contributions)

    assert count == len(found)
    assert all(contribution.people for contribution in found)
