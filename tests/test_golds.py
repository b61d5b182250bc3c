"""Golds are found in files, folders and digests/, and the programs beside them; what is none is told in a sentence."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot import golds
from bot.errors import BotError, BrokenDigest, CommandError, SourceError, StoreError
from bot.evaluate.gold import Gold, Wanted
from tests import desk

PICKS = {"edition": "harbour-2026", "picks": ["Tidal Queues"]}


def write(path: Path, tree: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(tree))
    return path


def gold(edition: str = "harbour-2026", program: Any = None) -> Gold:
    return Gold(edition=edition, wanted=(Wanted(ids=("a1",), titles=()),), program=program)


# ---- what is named


def test_a_folder_holds_a_gold_a_file_and_whatever_else_lies_there(tmp_path: Path) -> None:
    write(tmp_path / "harbour-2026.json", PICKS)
    write(tmp_path / "quay-2026.json", {**PICKS, "edition": "quay-2026"})
    (tmp_path / "README.md").write_text("How these were made.")
    assert ["harbour-2026", "quay-2026"] == [each.edition for each in golds.named([tmp_path])]


@pytest.mark.parametrize("path", [desk.DATA, desk.PAGE, "digests"])
def test_a_digest_is_named_by_its_page_its_data_or_its_folder(path: str, tmp_path: Path) -> None:
    folder = desk.fresh(tmp_path)
    (found,) = golds.named([tmp_path / path])
    assert (desk.KEY, len(folder.digest.writeups)) == (found.edition, len(found.wanted))


@pytest.mark.parametrize(
    ("content", "failure"),
    [
        ("{", SourceError),
        ("[" * 100_000, SourceError),
        ('{"picks": ["a"], "edition": ', SourceError),
        ('{"seal": "", "picks": []}', StoreError),
        ("<html><picks>a</picks></html>", SourceError),
        ("", SourceError),
    ],
)
def test_a_broken_file_is_told_in_one_sentence(content: str, failure: type[BotError], tmp_path: Path) -> None:
    (tmp_path / "harbour-2026.json").write_text(content)
    (tmp_path / "harbour-2026.md").write_text("---\n---\n")
    with pytest.raises((failure, BrokenDigest)) as error:
        golds.named([tmp_path / "harbour-2026.json"])
    assert "\n" not in str(error.value) and error.value.hint


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "harbour-2026.json").open("wb") as file:
        file.truncate(golds.MOST_BYTES + 1)
    with pytest.raises(SourceError, match="is larger than 30 MB"):
        golds.named([tmp_path])


def test_nothing_named_is_nothing_found(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="holds no golds"):
        golds.named([tmp_path])
    with pytest.raises(SourceError, match="there is no file"):
        golds.named([tmp_path / "none.json"])


def test_two_golds_of_one_edition_are_not_mixed_up(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="two golds are of harbour-2026"):
        golds.named([write(tmp_path / "a.json", PICKS), write(tmp_path / "b.json", PICKS)])


def test_too_many_golds_are_not_read(tmp_path: Path) -> None:
    for number in range(golds.MOST_GOLDS + 1):
        (tmp_path / f"{number}.json").touch()
    with pytest.raises(CommandError, match="201 golds are too many"):
        golds.named([tmp_path])


# ---- what lies in digests/


def test_of_digests_the_broken_the_lone_and_the_roundups_are_noted_and_the_others_read(tmp_path: Path) -> None:
    desk.fresh(tmp_path)
    data = (tmp_path / desk.DATA).read_text()
    write(tmp_path / "digests" / "lone-2026.json", {})
    write(tmp_path / "digests" / "links.json", {"links": []})  # no digest's
    for name, text in (("broken-2026", "{"), ("spring-2026", data.replace('"form": "digest"', '"form": "roundup"'))):
        (tmp_path / "digests" / f"{name}.json").write_text(text.replace(desk.KEY, name))
        (tmp_path / "digests" / f"{name}.md").write_text("---\ntitle: A\n---\n")
    notes: list[str] = []
    assert [desk.KEY] == [digest.edition.key for _, _, digest in golds.standing(tmp_path, notes)]
    assert ["broken-2026", "lone-2026", "spring-2026"] == [each.split()[0] for each in notes]
    assert "there is no" in notes[1] and "roundup" in notes[2]


# ---- their programs


@pytest.fixture
def misses() -> list[tuple[str, str, str]]:
    return []


@pytest.fixture
def placed(tmp_path: Path, misses: list[tuple[str, str, str]]) -> Callable[..., Any]:
    def found(*given: Gold, origin: Path | None) -> Any:
        (tmp_path / "scratch").mkdir(exist_ok=True)
        return [place for _, place in golds.with_programs(given, origin, tmp_path / "scratch", missed)]

    def missed(edition: str, error: BotError) -> None:
        misses.append((edition, str(error), error.hint))

    return found


def test_a_program_is_known_by_the_editions_name(placed: Callable[..., Any], tmp_path: Path) -> None:
    file, recording = write(tmp_path / "quay-2026.program.json", {}), tmp_path / "harbour-2026"
    recording.mkdir()
    (tmp_path / "quay-2026.md").write_text("notes")
    assert [recording, file] == placed(gold(), gold("quay-2026"), origin=tmp_path)


def test_the_one_golds_program_may_have_any_name(placed: Callable[..., Any], tmp_path: Path) -> None:
    saved = write(tmp_path / "saved.json", {})
    assert [saved] == placed(gold(), origin=saved)


def test_one_program_is_not_taken_for_that_of_several(
    placed: Callable[..., Any], misses: list[tuple[str, str, str]], tmp_path: Path
) -> None:
    assert [] == placed(gold(), gold("quay-2026"), origin=write(tmp_path / "saved.json", {}))
    assert ["harbour-2026", "quay-2026"] == [edition for edition, _, _ in misses]
    assert "no program of quay-2026 is at hand" == misses[1][1]
    assert "python -m bot draft quay-2026 --record DIR/quay-2026" in misses[1][2]


def test_a_gold_may_hold_its_program_and_a_better_one_comes_first(placed: Callable[..., Any], tmp_path: Path) -> None:
    own = gold(program={"edition": "harbour-2026", "contributions": []})
    (inside,) = placed(own, origin=None)
    assert own.program == json.loads(inside.read_text())
    better = write(tmp_path / "harbour-2026.json", {})
    assert [better] == placed(own, origin=tmp_path)
