"""OpenReview: both shapes of its notes, and which of them are contributions at all."""

from pathlib import Path
from typing import Any

import pytest

from bot import page, scrape
from bot.errors import Blocked, LayoutChanged, NotPublished
from bot.model import Contribution, Kind, Person, Provenance
from bot.platforms import openreview
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "openreview"
SHARED = Path(__file__).resolve().parents[2].parent / "shared"
VENUE = "HarbourConf.example/2026/Conference"
API = "https://api2.openreview.net/notes?content.venueid=HarbourConf.example%2F2026%2FConference&limit=2&offset="


def opened(tree: Any, url: str = "notes.json") -> page.Page:
    return shelf.opened(tree, url)


def read(name: str) -> tuple[Contribution, ...]:
    saved = page.read((RECORDINGS / name).read_bytes(), source=Provenance(url=name))
    return scrape.identified(openreview.scrape(saved, shelf.EMPTY).contributions)


def note(key: str = "n1", **fields: Any) -> dict[str, Any]:
    content = {"title": f"Note {key}", "authors": ["Ada Farrow"], "authorids": ["~Ada_Farrow1"]}
    return {"id": key, "forum": key, **fields, "content": {**content, **fields.get("content", {})}}


def titles(*notes: dict[str, Any]) -> list[str]:
    program = openreview.scrape(opened({"notes": notes, "count": len(notes)}), shelf.EMPTY)
    return [contribution.title for contribution in program.contributions]


def test_notes_keyed_by_id_are_read():
    first = read("notes-v1.json")[0]

    assert ("TidesV1aaa", "Gradient Tides in Shallow Harbours", Kind.PAPER) == (first.id, first.title, first.kind)
    assert "https://openreview.net/forum?id=TidesV1aaa" == first.url
    assert [("abstract", "Gradients rise & fall twice a day."), ("summary", "Wait for high water.")] == [
        (part.part, part.text) for part in first.passages
    ]


def test_stars_are_no_names_and_two_people_in_one_field_are_two():
    first, second, _ = read("notes-v1.json")

    assert ("Fern Gale", "Hal Igloo", "Ida Jetty") == tuple(person.name for person in first.people)
    assert (Person(name="Jo Keel"),) == second.people


def test_relative_files_are_resolved_and_prose_is_no_link():
    first, second, third = read("notes-v1.json")

    assert {"pdf": "https://openreview.net/pdf/0123abcd.pdf", "code": "https://git.example/tides"} == first.links
    assert {"pdf": "https://openreview.net/pdf/4567cdef.pdf"} == second.links
    assert {"video": "https://video.example/berth"} == third.links


def test_wrapped_values_are_unwrapped():
    first = read("notes-v2.json")[0]

    assert ("Sparse Lanterns for Long Nights", "HarbourConf 2026 oral") == (first.title, first.session)
    assert "Few lanterns, well placed, light a harbour." == first.abstract
    assert {"pdf": "https://openreview.net/pdf/89ab0123.pdf"} == first.links


def test_unified_authors_bring_their_institutions():
    assert (
        Person(name="Cleo Marsh", affiliation="Marsh Labs; Breakwater University"),
        Person(name="Dov Ebb"),
    ) == read("notes-v2.json")[1].people


def test_authors_in_one_string_are_parted():
    tree = {"notes": [note(content={"authors": {"value": "Ann Ode, Bo Tide, Jr. and Cy Reef"}})], "count": 1}
    (row,) = shelf.read(tree, "saved.json").contributions

    assert ["Ann Ode", "Bo Tide, Jr.", "Cy Reef"] == [person.name for person in row.people]


def test_refused_and_withdrawn_submissions_and_reviews_are_dropped():
    assert ["Sparse Lanterns for Long Nights", "Wicks that Trim Themselves", "Oil, Rationed"] == [
        contribution.title for contribution in read("notes-v2.json")
    ]


def test_a_count_of_submissions_declares_the_accepted_ones():
    saved = page.read((RECORDINGS / "notes-v2.json").read_bytes(), source=Provenance(url="x"))

    assert 3 == openreview.scrape(saved, shelf.EMPTY).declared


@pytest.mark.parametrize("below", ["Rejected_Submission", "Desk_Rejected", "Withdrawn_Submission", "Submission"])
def test_only_the_venue_itself_accepts_and_nothing_below_it(below: str):
    kept = note("n1", domain=VENUE, content={"venueid": {"value": VENUE}})
    dropped = note("n2", domain=VENUE, content={"venueid": {"value": f"{VENUE}/{below}"}})
    bare = note("n3", content={"venueid": {"value": f"{VENUE}/{below}"}})

    assert ["Note n1"] == titles(kept, dropped, bare)


def test_a_longer_venue_with_the_same_beginning_is_another_venue():
    other = note("n2", domain=VENUE, content={"venueid": {"value": f"{VENUE}_Workshop"}})

    assert ["Note n1"] == titles(note("n1"), other)


def test_an_invitation_names_the_venue_where_no_domain_does():
    invited = {"invitations": [f"{VENUE}/-/Submission", f"{VENUE}/Submission1/-/Revision"]}
    kept = note("n1", **invited, content={"venueid": {"value": VENUE}})
    dropped = note("n2", **invited, content={"venueid": {"value": f"{VENUE}/Something_New"}})

    assert ["Note n1"] == titles(kept, dropped)


@pytest.mark.parametrize(
    "fields",
    [
        {"invitation": f"{VENUE}/-/Withdrawn_Submission"},
        {"content": {"decision": "Reject"}},
        {"content": {"venue": "Submitted to HarbourConf 2026"}},
        {"details": {"directReplies": [{"content": {"review": "Fine."}}, {"content": {"decision": "Reject"}}]}},
        {"details": {"replies": [{"content": {"decision": {"value": "Reject"}}}]}},
    ],
)
def test_a_note_that_tells_of_its_refusal_is_dropped(fields: dict[str, Any]):
    accepted = note("n1", invitation=f"{VENUE}/-/Blind_Submission", content={"decision": "Accept (Poster)"})

    assert ["Note n1"] == titles(accepted, note("n2", **fields))


def test_submissions_without_an_accepted_one_are_not_published():
    with pytest.raises(NotPublished):
        titles(note("n1", domain=VENUE, content={"venueid": {"value": f"{VENUE}/Submission"}}))


def test_no_notes_are_not_published():
    empty = opened({"notes": [], "count": 0})

    assert openreview.looks_like(empty)
    with pytest.raises(NotPublished):
        openreview.scrape(empty, shelf.EMPTY)


def test_answers_are_paged_up_to_their_count(tmp_path: Path):
    web = shelf.of(
        tmp_path, {f"{API}2": {"notes": [note("n3"), note("n4")], "count": 5}, f"{API}4": {"notes": [note("n5")]}}
    )
    first = opened({"notes": [note("n1"), note("n2")], "count": 5}, url=f"{API}0")

    program = openreview.scrape(first, web)

    assert ["n1", "n2", "n3", "n4", "n5"] == [contribution.id for contribution in program.contributions]
    assert [f"{API}0", f"{API}2", f"{API}4"] == [source.url for source in program.sources]
    assert 5 == program.declared


def test_an_answer_without_notes_ends_the_paging(tmp_path: Path):
    web = shelf.of(tmp_path, {f"{API}1": {"notes": [], "count": 9}})

    program = openreview.scrape(opened({"notes": [note()], "count": 9}, url=f"{API}0"), web)

    assert (1, 9) == (len(program.contributions), program.declared)


def test_a_refused_page_leaves_a_short_program(tmp_path: Path):
    program = openreview.scrape(opened({"notes": [note()], "count": 9}, url=f"{API}0"), shelf.of(tmp_path, {}))

    assert (1, 9) == (len(program.contributions), program.declared)


def test_a_saved_answer_is_not_continued(tmp_path: Path):
    program = openreview.scrape(
        opened({"notes": [note()], "count": 9}), shelf.of(tmp_path, {"notes.json?offset=1": {}})
    )

    assert 9 == program.declared


@pytest.mark.parametrize("name", ["ChallengeRequiredError", "ForbiddenError"])
def test_a_challenge_is_a_wall(name: str):
    answer = opened({"name": name, "message": "Prove it", "status": 403}, url="https://api2.openreview.net/notes?x=y")

    assert openreview.looks_like(answer)
    with pytest.raises(Blocked):
        openreview.scrape(answer, shelf.EMPTY)


def test_a_page_that_a_script_fills_is_no_empty_program():
    markup = (
        b"<html><head><title>HarbourConf 2026 | OpenReview</title></head><body><div id='__next'></div></body></html>"
    )
    saved = page.read(markup, source=Provenance(url="group.html"))

    assert openreview.looks_like(saved)
    with pytest.raises(LayoutChanged) as error:
        openreview.scrape(saved, shelf.EMPTY)
    assert "api2.openreview.net" in error.value.hint


def test_a_note_without_a_title_is_another_layout():
    with pytest.raises(LayoutChanged):
        titles({"id": "n1", "forum": "n1", "content": {"authors": []}})


@pytest.mark.parametrize(
    "content",
    [
        {"authors": None},
        {"authors": "Ada Farrow"},
        {"authors": [None, 7, {"fullname": None}, []]},
        {"abstract": {"value": None}, "pdf": {"value": ["x"]}, "TLDR": {"readers": ["everyone"]}},
        {"pdf": "javascript:alert(1)", "code": "//evil"},
    ],
)
def test_senseless_fields_cost_no_contribution(content: dict[str, Any]):
    assert ["Note n1"] == titles(note("n1", content=content))


@pytest.mark.parametrize(
    "tree",
    [
        {"notes": "see below"},
        {"name": "HarbourConf", "message": "hello"},
        {"name": "TypeError", "message": "elsewhere"},
        {"page": {"content": {"title": "A content system"}}},
        [{"id": "1", "forum": "1", "content": {"title": "Mini-Conf", "authors": ["A B"]}}],
        [{"title": "x"}],
        [],
        {},
    ],
)
def test_other_json_is_not_claimed(tree: Any):
    assert not openreview.looks_like(opened(tree))


def test_a_venues_page_is_read_through_the_apis_and_then_the_derived_list():
    url = "https://openreview.net/group?id=NeurIPS.cc/2024/Conference#tab-accept-oral"
    query = "content.venueid=NeurIPS.cc%2F2024%2FConference&limit=1000&offset=0"

    assert openreview.URL.match(url)
    assert (
        f"https://api2.openreview.net/notes?{query}",
        f"https://api.openreview.net/notes?{query}",
        "https://raw.githubusercontent.com/papercopilot/paperlists/HEAD/nips/nips2024.json",
    ) == openreview.addresses(url)


def test_a_workshop_has_no_derived_list():
    assert 2 == len(openreview.addresses("https://openreview.net/group?id=ICLR.cc/2026/Workshop/Tides"))


def test_an_address_of_the_api_is_read_itself():
    assert (f"{API}0",) == openreview.addresses(f"{API}0")


@pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent")
def test_the_notes_of_iclr_2020_are_read_whole():
    path = SHARED / "programs" / "openreview" / "iclr2020-notes-v1.json"
    program = openreview.scrape(page.read(path.read_bytes(), source=Provenance(url=path.name)), shelf.EMPTY)

    assert 687 == len({contribution.id for contribution in program.contributions})
    assert all(contribution.people and contribution.abstract for contribution in program.contributions)
    assert not [person for row in program.contributions for person in row.people if "*" in person.name]


def test_an_answer_without_notes_is_a_venue_without_papers():
    answer = opened({"notes": []})

    assert openreview.looks_like(answer)
    with pytest.raises(NotPublished):
        openreview.scrape(answer, shelf.EMPTY)
