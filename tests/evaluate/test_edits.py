"""What people changed is counted field by field, to the credit or the debit of whoever wrote the field."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot import pipeline
from bot.evaluate.edits import EXTRACTIVE, Edits, edits, summed
from bot.forges import folder
from bot.llms import Answer, Ask, Unanswered
from bot.web import recording
from tests import desk, pen

MODEL = "pen-1"


def found(root: Path) -> dict[tuple[str, str], tuple[int, int, int]]:
    """Made, changed and deleted, by writer and field."""
    there = desk.Folder(root=root)
    counted = edits(there.page, (root / desk.DATA).read_text(), there.digest)
    assert len(counted) == len({(each.writer, each.field) for each in counted})
    return {(each.writer, each.field): (each.made, each.changed, each.deleted) for each in counted}


@pytest.fixture
def extracts(tmp_path: Path) -> desk.Folder:
    return desk.fresh(tmp_path)


@pytest.fixture
def modelled(tmp_path: Path) -> desk.Folder:
    """A digest of which a model wrote What, How and Where, the lead's first paragraph and the themes."""
    held = recording.saved(desk.DEMO / "recording")
    there = folder.connect(tmp_path)
    config = replace(desk.CONFIG, writer="llm")
    pipeline.draft(desk.EDITION, held, config, there, lambda line: None, held.urls, model=Priced(pen.honest))
    return desk.Folder(root=tmp_path)


class Priced(pen.Pen):
    """A pen whose answers take tokens, so that they stand in the bill."""

    def ask_all(self, asks: Sequence[Ask]) -> tuple[Answer | Unanswered, ...]:
        return tuple(replace(each, tokens_in=100) for each in super().ask_all(asks))


def test_nobody_has_changed_a_fresh_digest(extracts: desk.Folder) -> None:
    picks = len(extracts.digest.writeups)
    parts = {(EXTRACTIVE, part): (picks, 0, 0) for part in ("why", "what", "how", "where")}
    themes = len(extracts.digest.themes)
    assert parts | {(EXTRACTIVE, "lead"): (2, 0, 0), (EXTRACTIVE, "theme"): (themes, 0, 0)} == found(extracts.root)


def test_a_changed_field_a_deleted_one_and_the_lead_are_counted_where_they_are(extracts: desk.Folder) -> None:
    before = found(extracts.root)
    extracts.edit("- **What:** The speakers present Oxbowline", "- **What:** They present Oxbowline")
    how = next(line for line in extracts.page.splitlines() if line.startswith("- **How:**"))
    extracts.edit(f"{how}\n", "")
    extracts.edit("The write-ups are extracts", "All write-ups are extracts")
    picks = len(extracts.digest.writeups)
    changed = {"what": (picks, 1, 0), "how": (picks, 0, 1), "lead": (2, 1, 0)}
    assert before | {(EXTRACTIVE, name): counts for name, counts in changed.items()} == found(extracts.root)


def test_what_a_person_adds_or_renames_is_no_change_of_a_field(extracts: desk.Folder) -> None:
    before = found(extracts.root)
    extracts.edit("### 1. Losing Packets", "### 1. Dropping Packets")
    extracts.edit("## Themes\n", "### Harbours at Night\n\n- **What:** Lamps.\n\n## Themes\n")
    assert before == found(extracts.root)


def test_with_a_pick_all_its_fields_are_deleted(extracts: desk.Folder) -> None:
    begin, end = extracts.page.index("### 2."), extracts.page.index("### 3.")
    extracts.edit(extracts.page[begin:end], "")
    picks = len(extracts.digest.writeups)
    assert {(picks, 0, 1)} == {found(extracts.root)[EXTRACTIVE, part] for part in ("why", "what", "how", "where")}


def test_an_edit_stays_one_after_the_next_draft(extracts: desk.Folder) -> None:
    extracts.edit("- **What:** The speakers present Oxbowline", "- **What:** They present Oxbowline")
    before = found(extracts.root)
    extracts.redraft()
    assert before == found(extracts.root)
    assert 1 == before[EXTRACTIVE, "what"][1]


def test_what_a_maintainer_drops_is_no_edit(extracts: desk.Folder) -> None:
    extracts.say("/drop 2")
    picks = len(extracts.digest.writeups)
    assert (picks, 0, 0) == found(extracts.root)[EXTRACTIVE, "what"]


def test_fields_are_a_models_or_where_it_said_nothing_extracts(modelled: desk.Folder) -> None:
    picks = len(modelled.digest.writeups)
    expected = {
        **{(MODEL, part): (picks, 0, 0) for part in ("what", "how", "where")},
        (EXTRACTIVE, "why"): (picks, 0, 0),
        (MODEL, "lead"): (1, 0, 0),
        (EXTRACTIVE, "lead"): (2, 0, 0),
        (MODEL, "theme"): (len(modelled.digest.themes), 0, 0),
    }
    assert expected == found(modelled.root)


def test_a_models_edited_field_is_charged_to_it(modelled: desk.Folder) -> None:
    where = next(line for line in modelled.page.splitlines() if line.startswith("- **Where applicable:**"))
    why = next(line for line in modelled.page.splitlines() if line.startswith("- **Why:**"))
    modelled.edit(where, "- **Where applicable:** In harbours.")
    modelled.edit(why, "- **Why:** Because.")
    counted = found(modelled.root)
    assert (1, 1) == (counted[MODEL, "where"][1], counted[EXTRACTIVE, "why"][1])


def test_those_of_several_digests_add_up() -> None:
    one = Edits(writer="large-1", field="why", made=10, changed=1, deleted=2)
    other = replace(one, writer="small-1")
    assert (Edits(writer="large-1", field="why", made=20, changed=2, deleted=4), other) == summed([one, other, one])


def test_session_notes_are_counted_too(tmp_path: Path) -> None:
    held = recording.saved(desk.DEMO / "recording")
    notes = replace(desk.EDITION, form="session-notes")
    pipeline.draft(notes, held, desk.CONFIG, folder.connect(tmp_path), lambda line: None, held.urls)
    there = desk.Folder(root=tmp_path)
    before = found(tmp_path)[EXTRACTIVE, "what"]
    there.edit("The speakers present Oxbowline", "They present Oxbowline")
    assert (before[0], 1, 0) == found(tmp_path)[EXTRACTIVE, "what"]
    assert len(there.digest.writeups) == before[0]
