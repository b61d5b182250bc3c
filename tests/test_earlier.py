"""What editors did to earlier digests is an example for the model that chooses: by comment or by hand alike."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bot.earlier import earlier
from bot.model import Edition
from tests.desk import DATA, KEY, LEAF, PASSKEYS, PFC, Folder, fresh

NEXT = Edition(key="other-2026", name="Other 2026", ends="2026-12-01")


@pytest.fixture
def there(tmp_path: Path) -> Folder:
    return fresh(tmp_path)


def told(there: Folder, edition: Edition = NEXT) -> tuple[str, ...]:
    heard: list[str] = []
    lines = earlier(there.root, edition, heard.append)
    assert not heard
    return lines


def entry(there: Folder, title: str) -> str:
    """The entry of a title as it stands, up to the next heading."""
    start = there.page.index(f"### {there.number(title)}. ")
    return there.page[start : there.page.index("\n#", start + 4) + 1]


def test_a_page_that_nobody_touched_teaches_nothing(there: Folder) -> None:
    assert () == told(there)


def test_what_a_comment_dropped_is_an_example(there: Folder) -> None:
    there.say(f"/drop {there.number(PFC)}")
    assert any(line.startswith(f"dropped: {PFC}") for line in told(there))


def test_what_a_person_deleted_in_an_editor_is_the_same_example(there: Folder) -> None:
    there.edit(entry(there, PFC), "")
    assert (f"dropped: {PFC}",) == tuple(line[: len(f"dropped: {PFC}")] for line in told(there))


def test_what_a_person_rewrote_was_worth_the_work(there: Folder) -> None:
    old = next(line for line in entry(there, LEAF).splitlines() if line.startswith("- **What:**"))
    there.edit(old, "- **What:** My own words.")
    (line,) = told(there)
    assert line.startswith("edited (what): Leaf, Spine")


def test_what_a_person_wrote_in_is_an_example(there: Folder) -> None:
    there.edit(entry(there, PASSKEYS), f"### 99. Cables That Count\n\nA talk that I heard.\n\n{entry(there, PASSKEYS)}")
    assert any(line.startswith("added") and line.endswith(": Cables That Count") for line in told(there))


def test_the_same_edition_and_later_ones_teach_nothing(there: Folder) -> None:
    there.edit(entry(there, PFC), "")
    same = replace(NEXT, key=KEY)
    before = replace(NEXT, ends="2020-01-01")
    assert ((), ()) == (told(there, same), told(there, before))


def test_a_digest_whose_data_is_spoilt_is_left_out_and_said(there: Folder) -> None:
    (there.root / DATA).write_text(json.dumps({"edition": 7}))
    heard: list[str] = []
    assert () == earlier(there.root, NEXT, heard.append)
    assert DATA in heard[0]


def test_a_folder_without_digests_is_no_failure(tmp_path: Path) -> None:
    assert () == earlier(tmp_path, NEXT, pytest.fail)
