"""What a job leaves behind cannot be forged by what it read, and is never too large to be shown."""

from pathlib import Path

import pytest

from bot.errors import StoreError
from bot.forges.github import job


def test_editions_are_one_line_of_json_after_what_is_there(tmp_path: Path) -> None:
    file = tmp_path / "output"
    file.write_text("asked=true\n")
    job.output_editions(str(file), ["nsdi-2026", "netdev-0x1a"])
    job.output_editions(str(file), ())
    assert 'asked=true\neditions=["nsdi-2026", "netdev-0x1a"]\neditions=[]\n' == file.read_text()


@pytest.mark.parametrize("key", ["a\nPATH=/tmp", 'a"]', "", "A", "../x", "a%0Ab"])
def test_a_key_that_could_set_another_output_is_our_bug(tmp_path: Path, key: str) -> None:
    with pytest.raises(ValueError, match="no edition is called"):
        job.output_editions(str(tmp_path / "output"), ["nsdi-2026", key])
    assert not (tmp_path / "output").exists()


def test_one_word_is_handed_on_and_nothing_else(tmp_path: Path) -> None:
    job.output(str(tmp_path / "output"), "asked", "true")
    for value in ("", "a\nb=c", "a b", "é"):
        with pytest.raises(ValueError, match="asked cannot be"):
            job.output(str(tmp_path / "output"), "asked", value)
    assert "asked=true\n" == (tmp_path / "output").read_text()


def test_outside_a_workflow_nothing_is_written() -> None:
    job.output_editions("", ["nsdi-2026"])
    job.summarise("", "## Summary")


def test_a_summary_is_added_to_what_is_there(tmp_path: Path) -> None:
    for words in ("One", "Two"):
        job.summarise(str(tmp_path / "summary"), words)
    assert "One\nTwo\n" == (tmp_path / "summary").read_text()


@pytest.mark.parametrize("block", ["🌊 wave\n", "x", "é", "\n"])
def test_a_summary_that_is_too_long_is_cut_where_one_sees_it(tmp_path: Path, block: str) -> None:
    size = job.LARGEST_SUMMARY // len(block.encode())
    for blocks, is_cut in ((size, False), (size + 1, True), (2 * size, True)):
        file = tmp_path / str(blocks)
        job.summarise(str(file), block * blocks)
        assert file.stat().st_size <= job.LARGEST_SUMMARY + 1
        assert is_cut == ("**Cut here:**" in file.read_text(encoding="utf-8"))


def test_a_file_that_cannot_be_written_is_one_clear_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be written"):
        job.summarise(str(tmp_path), "words")
