"""What people stand behind is read from a file of theirs, or from a page as they left it."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import page, pipeline
from bot.errors import SourceError
from bot.evaluate.gold import Gold, Wanted, of_digest, of_page, resolved
from bot.forges import folder
from bot.model import ConferenceKind, Listed, Provenance, Tier
from bot.web import recording
from tests import desk

PROGRAM = [{"id": "a1", "title": "Tidal Queues"}, {"id": "b2", "title": "Dry Docks"}]


def read(tree: Any) -> Gold:
    return of_page(page.read(json.dumps(tree).encode(), source=Provenance(url="harbour-2026.json")))


def picks(*chosen: Any, **fields: Any) -> Gold:
    return read({"edition": "harbour-2026", "picks": chosen, **fields})


def test_a_pick_may_be_a_title_alone() -> None:
    assert (Wanted(ids=("Tidal Queues",), titles=("Tidal Queues",)),) == picks("Tidal Queues").wanted


def test_a_pick_may_say_its_tier_and_what_there_is_to_say() -> None:
    (pick,) = picks({"id": "a1", "title": "Tidal Queues", "tier": "core", "why": "Ships.", "how": "By tide."}).wanted
    assert Wanted(ids=("a1",), titles=("Tidal Queues",), tier=Tier.CORE, text="Ships.\n\nBy tide.") == pick


def test_picks_of_one_group_count_as_one() -> None:
    first, second = picks({"id": "a1", "group": 0}, {"id": "b2", "group": 0}, {"id": "c3"}).wanted
    assert (("a1", "b2"), ("c3",)) == (first.ids, second.ids)


def test_a_program_with_picks_added_holds_its_program() -> None:
    found = picks("a1", contributions=PROGRAM, name="Harbour 2026").program
    assert found and (PROGRAM, "harbour-2026") == (found["contributions"], found["edition"])


def test_what_an_older_gold_calls_program_are_its_contributions() -> None:
    found = picks("a1", program=PROGRAM, conference="Harbour '26", type="standards")
    assert found.program and PROGRAM == found.program["contributions"]
    assert ("Harbour '26", ConferenceKind.STANDARDS) == (found.name, found.kind)


def test_picks_alone_have_no_program() -> None:
    assert picks("a1").program is None


@pytest.mark.parametrize(
    ("tree", "says"),
    [
        ({"edition": "harbour-2026"}, "names no picks"),
        ({"edition": "harbour-2026", "picks": []}, "names no picks"),
        ({"edition": "harbour-2026", "picks": [{"tier": "core"}]}, "pick 1 has neither an id nor a title"),
        ({"edition": "harbour-2026", "picks": [{"id": "a1", "tier": "top"}]}, "pick 1 has the tier 'top'"),
        ({"edition": "harbour-2026", "picks": [{"id": "a1", "tier": ["core"]}, [7]]}, "pick 2 has neither"),
        ({"edition": "../../etc", "picks": ["a1"]}, "names no edition"),
        ({"picks": ["a1"]}, "names no edition"),
        ({"edition": "harbour-2026", "picks": ["a1"] * 1_001}, "names 1,001 picks"),
        (["a1"], "names no picks"),
        ("a1", "names no picks"),
    ],
)
def test_what_is_no_gold_is_told_in_a_sentence(tree: Any, says: str) -> None:
    with pytest.raises(SourceError, match=says):
        read(tree)


LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["core", "a1"])
NAMES = st.sampled_from(("edition", "picks", "program", "contributions", "id", "title", "tier", "group", "why", "type"))
TREES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=6))


@given(tree=TREES, picks=st.lists(TREES, max_size=3))
def test_any_file_is_a_gold_or_told_to_be_none(tree: Any, picks: Any) -> None:
    for file in (tree, {"edition": "harbour-2026", "program": tree, "picks": picks, "name": tree, "type": tree}):
        try:
            assert read(file).wanted
        except SourceError as error:
            assert error.hint


LISTING = (
    Listed(id="a1", title="Tidal Queues"),
    Listed(id="b2", title="Dry Docks"),
    Listed(id="b3", title="Dry docks"),
)


@pytest.mark.parametrize(
    ("ids", "titles", "expected"),
    [
        (("a1",), ("Dry Docks",), {"a1"}),  # an id is believed before a title
        (("zz",), ("Tidal queues!",), {"a1"}),
        ((), ("Dry Docks",), {"b2", "b3"}),
        (("zz",), ("Wet Docks",), set()),
    ],
)
def test_a_pick_is_found_in_the_program_by_id_or_else_by_title(
    ids: tuple[str, ...], titles: tuple[str, ...], expected: set[str]
) -> None:
    assert [expected] == resolved([Wanted(ids=ids, titles=titles)], LISTING)


# ---- a digest of ours


@pytest.fixture
def left(tmp_path: Path) -> Callable[[], Gold]:
    def gold() -> Gold:
        there = desk.Folder(root=tmp_path)
        return of_digest(there.page, (tmp_path / desk.DATA).read_text(), there.digest)

    desk.fresh(tmp_path)
    return gold


def test_a_digest_is_gold_as_its_page_stands(left: Callable[[], Gold], tmp_path: Path) -> None:
    before = left()
    there = desk.Folder(root=tmp_path)
    assert [each.pick.contribution.id for each in there.digest.writeups] == [each.ids[0] for each in before.wanted]
    assert [each.pick.tier for each in there.digest.writeups] == [each.tier for each in before.wanted]
    assert "610 µs" in before.wanted[0].text and "Picked for" not in before.wanted[0].text


def test_what_a_person_took_out_and_put_in_counts(left: Callable[[], Gold], tmp_path: Path) -> None:
    there = desk.Folder(root=tmp_path)
    begin, end = there.page.index("### 2."), there.page.index("### 3.")
    there.edit(there.page[begin:end], "### 2. Harbours at Night\n\n- **What:** Lamps use 7 watts.\n\n")
    second = left().wanted[1]
    assert ((), ("Harbours at Night",), Tier.CORE) == (second.ids, second.titles, second.tier)
    assert "Lamps use 7 watts." == second.text


def test_a_drop_is_heeded_too(left: Callable[[], Gold], tmp_path: Path) -> None:
    before = left().wanted
    desk.Folder(root=tmp_path).say("/drop 1")
    assert before[1:] == left().wanted


def test_session_notes_have_the_tiers_of_their_data(tmp_path: Path) -> None:
    held = recording.saved(desk.DEMO / "recording")
    notes = replace(desk.EDITION, form="session-notes")
    pipeline.draft(notes, held, desk.CONFIG, folder.connect(tmp_path), lambda line: None, held.urls)
    there = desk.Folder(root=tmp_path)
    found = of_digest(there.page, (tmp_path / desk.DATA).read_text(), there.digest)
    tiers = {each.pick.contribution.id: each.pick.tier for each in there.digest.writeups}
    assert tiers == {each.ids[0]: each.tier for each in found.wanted}


def test_a_page_without_picks_is_no_gold(left: Callable[[], Gold], tmp_path: Path) -> None:
    there = desk.Folder(root=tmp_path)
    there.edit(there.page[there.page.index("## Core") :], "")
    with pytest.raises(SourceError, match="has no picks"):
        left()
