"""pretalx's REST answers: pages, states, codes in place of names, and texts in an object, a language or neither."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot import page
from bot.errors import LayoutChanged, NotPublished
from bot.model import Contribution, Kind, Person, Program, Provenance
from bot.platforms import pretalx_rest
from bot.web import Web
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "pretalx_rest"
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "programs" / "pretalx"
needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent")
API = "https://pretalx.example.org/api/events/tidecon-2031/"
TALK = {"code": "EELS01", "title": "Eels", "submission_type": "Talk", "speakers": [], "state": "confirmed"}


def read(body: Any, url: str = f"{API}submissions/", web: Web = shelf.EMPTY) -> Program:
    return shelf.read(body, url, web)


def recorded() -> dict[str, Contribution]:
    program = read((RECORDINGS / "tidecon-2031.submissions.json").read_bytes())
    return {contribution.title: contribution for contribution in program.contributions}


def answer(*rows: dict[str, Any], **envelope: Any) -> dict[str, Any]:
    return {"count": len(rows), "next": None, "previous": None, "results": list(rows), **envelope}


def only(**fields: Any) -> Contribution:
    (contribution,) = read(answer({**TALK, **fields})).contributions
    return contribution


def test_a_submission_has_its_kind_track_time_links_and_page():
    ropes = recorded()["Ropes for Beginners"]

    assert (Kind.WORKSHOP, "Knots & Nodes", "ROPE01") == (ropes.kind, ropes.session, ropes.id)
    assert ("2031-04-11T09:30:00+01:00", "2031-04-11T11:00:00+01:00") == (ropes.starts, ropes.ends)
    assert {"code": "https://tide.example/ropes.ipynb", "video": "https://youtu.be/ropes"} == ropes.links
    assert "https://pretalx.example.org/tidecon-2031/talk/ROPE01/" == ropes.url


def test_people_have_the_employer_that_they_were_asked_for():
    assert (
        Person(name="Ann Ode", affiliation="Sea Lab"),
        Person(name="Cy-Lin (Cyan) Reef"),
    ) == recorded()["Ropes for Beginners"].people


def test_texts_lose_their_markdown_and_a_lone_description_is_the_abstract():
    found = recorded()

    assert "Ropes hold.\n\nKnots" == found["Ropes for Beginners"].abstract
    assert "Only told here." == found["Eels, Talks: and Titles - with Marks"].abstract


def test_what_is_refused_or_called_off_is_not_in_the_program_nor_in_its_count():
    program = read((RECORDINGS / "tidecon-2031.submissions.json").read_bytes())

    assert not any("Called Off" in row.title or "Refused" in row.title for row in program.contributions)
    assert 3 == program.declared


def test_keys_of_types_and_tracks_are_no_words():
    mud = recorded()["Unscheduled Mud"]

    assert (Kind.TALK, "", "") == (mud.kind, mud.session, mud.starts)


def test_a_duration_gives_the_end():
    assert "2031-04-11T12:30:00+01:00" == recorded()["Eels, Talks: and Titles - with Marks"].ends
    assert ("", "") == (only(slot={"start": "soon"}, duration=5).starts, only(slot={"start": "soon"}, duration=5).ends)


@pytest.mark.parametrize(
    "type_", ["Keynote", {"en": "Keynote"}, {"id": 3, "name": {"en": "Keynote"}}, {"name": "Keynote"}]
)
def test_a_type_is_read_wherever_it_stands(type_: Any):
    assert Kind.KEYNOTE is only(submission_type=type_).kind


def test_codes_are_looked_up_in_the_list_of_speakers(tmp_path: Path):
    listed = answer({"code": "ANNODE", "name": "Ann Ode", "submissions": ["EELS01"]})
    web = shelf.of(tmp_path, {f"{API}speakers/": listed})

    program = read(answer({**TALK, "speakers": ["ANNODE", "NOBODY"]}), web=web)

    assert (Person(name="Ann Ode"),) == program.contributions[0].people
    assert ["Speakers known by a code only, left out: 1."] == [finding.text for finding in program.findings]


def test_continuations_are_followed_on_the_same_host_only(tmp_path: Path):
    more, trap = f"{API}submissions/?offset=1", "https://elsewhere.example/api/events/x/submissions/"
    second, third = {**TALK, "code": "B", "title": "The Second"}, {**TALK, "code": "C", "title": "The Third"}
    web = shelf.of(tmp_path, {more: answer(second, count=3, next=trap), trap: answer(third)})

    program = read(answer(TALK, count=3, next=more), web=web)

    assert (["Eels", "The Second"], 3) == ([row.title for row in program.contributions], program.declared)


def test_without_a_confirmed_submission_nothing_is_published():
    with pytest.raises(NotPublished):
        read(answer({**TALK, "state": "submitted"}))


def test_the_list_of_speakers_is_no_program():
    with pytest.raises(LayoutChanged):
        read(answer({"code": "ANNODE", "name": "Ann Ode", "submissions": ["EELS01"]}), url=f"{API}speakers/")


@pytest.mark.parametrize(
    "other", [answer(), [{"title": "x", "speakers": []}], [{"code": "x", "title": "y"}], {"code": "x"}, ["x"]]
)
def test_other_answers_are_left_to_others(other: Any):
    assert not pretalx_rest.looks_like(page.read(json.dumps(other).encode(), source=Provenance(url="list.json")))


def test_submissions_are_asked_for_with_all_that_belongs_to_them():
    assert pretalx_rest.URL.match(f"{API}talks/")
    assert (f"{API}submissions/?state=confirmed&expand=speakers,track,submission_type,slots.room",) == (
        pretalx_rest.addresses(f"{API}talks/")
    )
    assert (f"{API}submissions/?limit=9",) == pretalx_rest.addresses(f"{API}submissions/?limit=9")


@needs_shared
def test_the_organisers_example_has_two_talks_with_their_people():
    program = read((SHARED / "europython-2024.api-submissions.example.json").read_bytes())

    assert [2, 1] == [len(row.people) for row in program.contributions]
