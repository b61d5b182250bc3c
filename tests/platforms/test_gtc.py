"""RainFocus catalogs: two shapes of one answer, answers that go on, and sessions that nobody should see."""

import json
from pathlib import Path

import pytest

from bot import page
from bot.errors import Blocked, LayoutChanged, NotPublished
from bot.model import Contribution, Kind, Person, Program, Provenance
from bot.platforms import gtc
from bot.web import Web
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "gtc"
API = "https://events.rainfocus.com/api/search?type=session&rfWidgetId=w"


def read(body: str | bytes, url: str = "search.json", web: Web = shelf.EMPTY) -> Program:
    return shelf.read(body, url, web)


def recorded(name: str) -> dict[str, Contribution]:
    return {row.title: row for row in read((RECORDINGS / name).read_bytes(), name).contributions}


def answer(*titles: str, total: int) -> str:
    rows = [{"sessionID": title, "title": title, "published": 1} for title in titles]
    return json.dumps({"responseCode": "0", "items": rows, "total": total})


def test_a_session_has_its_people_topic_abstract_and_links():
    gates = recorded("search.json")["Opening the Lock Gates"]

    assert (Person(name="Ann Ode", affiliation="Sea Lab"),) == gates.people
    assert ("Locks and Gates", Kind.KEYNOTE) == (gates.session, gates.kind)
    assert "Gates open & close.\n\nSlowly." == gates.abstract
    assert "https://www.nvidia.com/gtc/session-catalog/#/session/1931000000000001aaaa" == gates.url
    assert {"page": gates.url, "slides": "https://files.example.org/gates.pdf"} == gates.links


def test_a_time_has_the_offset_that_the_two_clocks_tell():
    rows = recorded("search.json")

    assert "2031-03-18T10:00:00-07:00" == rows["Opening the Lock Gates"].starts
    assert ("2031-03-20T02:00:00+00:00", "2031-03-20T03:00:00+00:00") == (
        rows["Kelp on Chips"].starts,
        rows["Kelp on Chips"].ends,
    )
    assert "" == rows["Ask Us About Anchors"].starts


def test_types_name_kinds():
    assert [Kind.KEYNOTE, Kind.BOF, Kind.POSTER, Kind.SOCIAL, Kind.SOCIAL] == [
        row.kind for row in recorded("search.json").values()
    ]
    assert Kind.TALK is recorded("search-from-50.json")["Barges in Parallel"].kind


def test_unpublished_sessions_and_tests_are_counted_and_left_out():
    program = read((RECORDINGS / "search.json").read_bytes())

    assert not {"Never Shown", "Test of a Test"} & {row.title for row in program.contributions}
    assert ["Sessions that are unpublished, tests or cancelled, and left out: 2."] == [
        finding.text for finding in program.findings
    ]


def test_answers_are_read_to_the_end(tmp_path: Path):
    web = shelf.of(tmp_path, {f"{API}&from=2": answer("C", total=3)})

    program = read(answer("A", "B", total=3), API, web)

    assert ["A", "B", "C"] == [row.title for row in program.contributions]
    assert [API, f"{API}&from=2"] == [source.url for source in program.sources]


def test_what_could_not_be_read_shows_in_the_number_declared():
    program = read(answer("A", "B", total=99), API)

    assert (99, 2) == (program.declared, len(program.contributions))


def test_child_sessions_stand_for_the_session_that_holds_them():
    child = {"sessionID": "c", "title": "Inner", "published": 1}
    body = {"items": [{"sessionID": "p", "title": "Outer", "childSessions": [child]}], "total": 1}

    assert ["Inner"] == [row.title for row in read(json.dumps(body)).contributions]


def test_an_error_inside_a_good_answer_is_a_refusal():
    with pytest.raises(Blocked) as error:
        read('{"responseCode": "21", "responseMessage": "Invalid API Profile"}')

    assert "Invalid API Profile" in str(error.value)


def test_an_empty_catalog_is_not_published_and_one_without_titles_has_changed():
    with pytest.raises(NotPublished):
        read('{"responseCode": "0", "sectionList": [{"items": [], "total": 0}]}')
    with pytest.raises(LayoutChanged):
        read('{"responseCode": "0", "items": [{"sessionID": "1", "name": "A"}], "total": 1}')


def test_a_saved_catalog_gives_what_it_shows_and_says_so():
    program = read((RECORDINGS / "catalog.html").read_bytes(), "catalog.html")
    gates, kelp = program.contributions

    assert ("1931000000000001aaaa", ("Ann Ode", "Bo Tide")) == (gates.id, tuple(person.name for person in gates.people))
    assert "Kelp on Chips" == kelp.title
    assert "The page shows 2 sessions" in program.findings[0].text


def test_the_catalog_before_a_browser_fills_it_in_is_refused_with_a_hint():
    with pytest.raises(LayoutChanged) as error:
        read("<html><body><div id=app></div></body></html>", "https://www.nvidia.com/gtc/session-catalog/")

    assert "/api/search" in error.value.hint


def test_other_json_is_left_to_others():
    assert not gtc.looks_like(page.read(b'{"items": [{"title": "A"}], "total": 1}', source=Provenance(url="a.json")))
