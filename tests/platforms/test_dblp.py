"""dblp: three shapes of one table of contents, and answers that are only a part of it."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot import judge
from bot.errors import BotError, Incomplete, LayoutChanged, NotPublished
from bot.model import Contribution, Edition, Kind, Person, Program
from bot.platforms import dblp
from bot.web import Web
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "dblp"
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "programs" / "dblp"
needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent")
API = "https://dblp.org/search/publ/api?q=toc%3Adb%2Fconf%2Ftide%2Ftide2031.bht%3A&h=2&format=json"


def read(body: str | bytes, url: str = "saved", web: Web = shelf.EMPTY) -> Program:
    return shelf.read(body, url, web)


def recorded(name: str) -> list[Contribution]:
    return list(read((RECORDINGS / name).read_bytes(), name).contributions)


def answer(*titles: str, total: int, first: int = 0) -> str:
    hits: dict[str, Any] = {"@total": str(total), "@sent": str(len(titles)), "@first": str(first)}
    if titles:
        hits["hit"] = [{"info": {"title": f"{title}.", "type": "Journal Articles", "key": title}} for title in titles]
    query = "toc:db/conf/tide/tide2031.bht:*"
    return json.dumps({"result": {"query": query, "status": {"@code": "200", "text": "OK"}, "hits": hits}})


def test_several_authors_are_a_list_one_is_an_object_and_none_are_nobody():
    gulls, salt, nobody = recorded("search.json")

    assert (Person(name="Ann Ode"), Person(name="Bo Tide")) == gulls.people
    assert (Person(name="Cy Reef"),) == salt.people
    assert () == nobody.people


def test_authors_may_be_strings():
    body = json.loads(answer("A", total=1))
    body["result"]["hits"]["hit"][0]["info"]["authors"] = {"author": ["Ann Ode", "Bo Tide 0002"]}

    assert ("Ann Ode", "Bo Tide") == tuple(p.name for p in read(json.dumps(body)).contributions[0].people)


def test_titles_lose_the_full_stop_that_dblp_adds_and_nothing_else():
    assert ["Attention Is All Gulls Need?", "Salt & Pepper: A Comparison, v2", "Nobody's Lighthouse"] == [
        paper.title for paper in recorded("search.json")
    ]
    assert ["Kelp, Routed: Slow Paths for Slow Oceans", "Queues in H2O", "Silt!"] == [
        paper.title for paper in recorded("tide2031.xml")
    ]


def test_a_paper_leads_to_its_edition_its_doi_or_its_record():
    gulls, salt, nobody = recorded("search.json")
    queues = recorded("tide2031.xml")[1]

    assert ("conf/tide/OdeT31", "https://doi.org/10.9999/TIDE.1") == (gulls.id, gulls.url)
    assert {"pdf": "https://files.tide.example/reef.pdf"} == salt.links
    assert "https://doi.org/10.9999/TIDE.3" == nobody.url
    assert "https://dblp.org/rec/conf/tide/Reef31b" == queues.url


def test_the_volume_is_no_paper_but_names_the_program():
    search, table = (read((RECORDINGS / name).read_bytes()) for name in ("search.json", "tide2031.xml"))

    assert "Proceedings of the 9th Tidal Conference, TIDE 2031, Saltmarsh, June 1-3, 2031" == search.name
    assert ("TIDE 2031", 3) == (table.name, len(table.contributions))
    assert 3 == search.declared


def test_a_tables_headings_are_sessions_and_name_what_is_no_paper():
    assert [("Routing in Deep Water", Kind.PAPER)] * 2 + [("Mud: Keynotes", Kind.KEYNOTE)] == [
        (paper.session, paper.kind) for paper in recorded("tide2031.xml")
    ]


def test_an_answer_with_one_hit_of_many_is_incomplete():
    program = read(answer("A", total=112))

    assert 112 == program.declared
    with pytest.raises(Incomplete):
        judge.judge(program, Edition(key="tide-2031", name="TIDE 2031"))


def test_a_search_for_words_is_no_edition_and_says_so():
    program = read(answer("A", total=112).replace("toc:db/conf/tide/tide2031.bht:*", "tides*"))

    assert (None, 1) == (program.declared, len(program.contributions))
    assert "1 of 112 hits of a search" in program.findings[0].text


def test_an_answer_is_continued_to_its_end(tmp_path: Path):
    more = {f"{API}&f=2": answer("C", "D", total=5, first=2), f"{API}&f=4": answer("E", total=5, first=4)}

    program = read(answer("A", "B", total=5), API, shelf.of(tmp_path, more))

    assert ["A", "B", "C", "D", "E"] == [paper.title for paper in program.contributions]
    assert ([API, *more], 5) == ([source.url for source in program.sources], program.declared)


def test_a_continuation_that_holds_nothing_or_fails_ends_the_reading(tmp_path: Path):
    web = shelf.of(tmp_path, {f"{API}&f=1": answer(total=5)})

    assert 1 == len(read(answer("A", total=5), API, web).contributions)
    assert 1 == len(read(answer("A", total=5), API.replace("2031", "2032"), web).contributions)


@pytest.mark.parametrize(
    "body",
    [
        answer(total=0),
        '<bht key="db/conf/tide/index.bht" title="TIDE"><dblpcites><r><proceedings key="conf/tide/2031">'
        "<title>T.</title></proceedings></r></dblpcites></bht>",
    ],
)
def test_a_table_without_papers_is_not_published(body: str):
    with pytest.raises(NotPublished):
        read(body)


def test_a_paper_without_a_title_is_a_changed_layout():
    with pytest.raises(LayoutChanged):
        read((RECORDINGS / "tide2031.xml").read_text().replace("<title>Silt!</title>", ""))


def test_an_error_in_html_is_no_program():
    with pytest.raises(BotError):
        read("<!DOCTYPE html><html><head><title>dblp: 500</title></head><body><h1>Error 500</h1></body></html>")


@pytest.mark.parametrize(
    ("url", "first"),
    [
        ("https://dblp.org/db/conf/nsdi/nsdi2025.html", "https://dblp.org/db/conf/nsdi/nsdi2025.xml"),
        ("https://dblp.uni-trier.de/db/conf/nsdi/nsdi2025.bht", "https://dblp.uni-trier.de/db/conf/nsdi/nsdi2025.xml"),
        (API, API),
    ],
)
def test_the_table_with_sessions_is_asked_first(url: str, first: str):
    assert dblp.URL.match(url)
    assert first == dblp.addresses(url)[0]


@needs_shared
def test_the_real_answer_has_one_paper_and_no_number_in_a_name():
    (paper,) = read((SHARED / "search-publ.one-hit.json").read_bytes()).contributions

    assert "Xiaopeng Zhang" == paper.people[0].name
