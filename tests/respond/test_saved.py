"""An answer goes from one job to the next as one file, and is held to the edition that was spoken of."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.errors import StoreError
from bot.respond import saved
from tests.desk import KEY, PAGE, fresh


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the job that reads left its answer to /drop 3."""
    saved.save(fresh(tmp_path / "digest").asked("/drop 3\n/why 1"), tmp_path / "answered")
    return tmp_path / "answered"


def test_an_answer_is_read_as_it_was_saved(folder: Path, tmp_path: Path) -> None:
    asked = fresh(tmp_path / "digest").asked("/drop 3\n/why 1")
    assert asked == saved.load(folder, KEY)


def test_an_answer_that_changes_nothing_has_no_files(tmp_path: Path) -> None:
    saved.save(fresh(tmp_path / "digest").asked("/status"), tmp_path / "answered")
    assert saved.load(tmp_path / "answered", KEY).draft is None


def put(path: str, value: object) -> Callable[[dict[str, Any]], None]:
    def change(tree: dict[str, Any]) -> None:
        *parents, last = path.split("|")
        for name in parents:
            tree = tree[name]
        tree[last] = value

    return change


@pytest.mark.parametrize(
    "change",
    [
        put("edition", "other-2026"),
        put("files|.github/workflows/ci.yml", "on: push"),
        put("files|digests/other-2026.md", "x"),
        put("files|../../etc/passwd", "x"),
        put(f"files|{PAGE}", 3),
        put("said", [{"command": 1, "text": "x", "done": True}]),
        put("said", None),
        put("upon", []),
        put("released", [3]),
        lambda tree: tree.pop("page"),
    ],
)
def test_an_answer_that_reaches_further_or_is_none_is_refused(
    folder: Path, change: Callable[[dict[str, Any]], None]
) -> None:
    file = folder / saved.FILE
    tree = json.loads(file.read_text())
    change(tree)
    file.write_text(json.dumps(tree))
    with pytest.raises(StoreError):
        saved.load(folder, KEY)


@pytest.mark.parametrize("text", ["", "[]", "null", '{"said": 1', "[" * 100_000])
def test_what_is_no_answer_at_all_is_refused_in_one_sentence(folder: Path, text: str) -> None:
    (folder / saved.FILE).write_text(text)
    with pytest.raises(StoreError) as error:
        saved.load(folder, KEY)
    assert error.value.hint


def test_a_missing_answer_says_where_to_look(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="left no answer"):
        saved.load(tmp_path, KEY)
