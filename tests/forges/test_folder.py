"""The folder forge writes whole files, once, and says what it cannot."""

import os
from pathlib import Path

import pytest

from bot.errors import StoreError
from bot.forges.folder import MOST_BYTES, connect, read, write
from bot.model import Draft, Proposal

DRAFT = Draft(edition="harbour-2026", files={"digests/harbour-2026.md": "text\n"})


def proposal(body: str = "body\n") -> Proposal:
    return Proposal(edition="harbour-2026", title="Digest: Harbour 2026", body=body, draft=DRAFT)


def test_the_files_lie_where_they_would_be_committed(tmp_path: Path) -> None:
    shown = connect(tmp_path).put(proposal())
    assert ("digests/harbour-2026.md", "pull-request.md") == shown.changed
    assert "text\n" == (tmp_path / "digests/harbour-2026.md").read_text()


def test_a_second_time_nothing_is_written(tmp_path: Path) -> None:
    connect(tmp_path).put(proposal())
    before = (tmp_path / "digests/harbour-2026.md").stat()
    assert () == connect(tmp_path).put(proposal()).changed
    assert before.st_mtime_ns == (tmp_path / "digests/harbour-2026.md").stat().st_mtime_ns


def test_line_ends_are_read_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"one\r\ntwo\r\n")
    assert {"a.md": "one\r\ntwo\r\n"} == connect(tmp_path).files(["a.md", "b.md"])


def test_nothing_is_left_behind_when_a_file_cannot_be_replaced(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(StoreError):
        write(tmp_path / "taken", "text")
    assert ["taken"] == [path.name for path in tmp_path.iterdir()]


def test_a_folder_that_is_a_file_is_one_clear_sentence(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("I am a file")
    with pytest.raises(StoreError) as error:
        connect(tmp_path / "out").put(proposal())
    assert "cannot be" in str(error.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_rights_is_one_clear_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(StoreError) as error:
        connect(tmp_path / "out").put(proposal())
    assert "Permission denied" in str(error.value)


def test_a_file_that_is_not_text_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "pull-request.md").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(StoreError):
        connect(tmp_path).put(proposal())
    assert b"\xff\xfe\x00" == (tmp_path / "pull-request.md").read_bytes()


@pytest.mark.parametrize("kind", ["a pipe", "a device", "a huge file", "a link to itself"])
def test_what_has_no_end_is_not_read(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "page.md"
    if kind == "a pipe":
        os.mkfifo(path)
    elif kind == "a device":
        path.symlink_to("/dev/zero")
    elif kind == "a link to itself":
        path.symlink_to(path)
    else:
        with path.open("wb") as file:
            file.truncate(MOST_BYTES + 1)
    with pytest.raises(StoreError) as error:
        read(path)
    assert "page.md cannot be read: " in str(error.value)


def test_a_text_with_half_a_character_is_one_sentence_and_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text("before")
    with pytest.raises(StoreError):
        write(path, "half \ud800")
    assert [("page.md", "before")] == [(each.name, each.read_text()) for each in tmp_path.iterdir()]
