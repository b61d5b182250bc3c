"""The site is written into a folder of its own, and into no other."""

import os
from pathlib import Path

import pytest

from bot.errors import StoreError
from bot.publish import folder


def filled(root: Path, **files: str) -> folder.Folder:
    built = folder.opened(root, "v1")
    built.once("group", "stamp", lambda: {f"{name}.md": text for name, text in files.items()})
    built.close()
    return built


def names(root: Path) -> list[str]:
    return sorted(str(path.relative_to(root)) for path in root.rglob("*"))


def test_an_empty_or_a_new_folder_is_taken(tmp_path: Path) -> None:
    filled(tmp_path, a="a")
    filled(tmp_path / "new" / "er", a="a")
    assert ["a.md", "build.json"] == names(tmp_path / "new" / "er")


def test_somebody_elses_folder_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    for name, text in (
        ("notes.md", "mine"),
        ("build.json", "{}"),
        ("build.json", "[1]"),
        ("build.json", "x"),
        ("build.json", "[" * 100_000),
        ("build.json", '{"groups": {"a": ["x", ["y"]]}}'),
    ):
        (tmp_path / name).write_text(text)
        with pytest.raises(StoreError) as error:
            filled(tmp_path, a="a")
        assert "--out" in error.value.hint
        assert (name, text) == (names(tmp_path)[0], (tmp_path / name).read_text())
        (tmp_path / name).unlink()


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError):
        filled(tmp_path / "file", a="a")


def test_a_hidden_file_or_a_repository_in_it_is_refused(tmp_path: Path) -> None:
    filled(tmp_path, a="a")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref")
    with pytest.raises(StoreError) as error:
        filled(tmp_path, a="b")
    assert ".git/HEAD" in str(error.value)
    assert "a" == (tmp_path / "a.md").read_text()


@pytest.mark.parametrize("name", ["a.md", "build.json"])
def test_a_pipe_in_it_is_refused_and_not_waited_for(tmp_path: Path, name: str) -> None:
    filled(tmp_path, a="a")
    (tmp_path / name).unlink()
    os.mkfifo(tmp_path / name)
    with pytest.raises(StoreError):
        filled(tmp_path, a="b")


def test_no_symbolic_link_is_followed(tmp_path: Path) -> None:
    root, outside = tmp_path / "site", tmp_path / "outside"
    outside.mkdir()
    (outside / "a.md").write_text("theirs")
    filled(root, a="a")
    (root / "a.md").unlink()
    (root / "a.md").symlink_to(outside / "a.md")
    with pytest.raises(StoreError):
        filled(root, a="b")
    (root / "a.md").unlink()
    (root / "sub").symlink_to(outside)
    with pytest.raises(StoreError):
        filled(root, a="b")
    (tmp_path / "door").symlink_to(outside)
    with pytest.raises(StoreError):
        filled(tmp_path / "door", a="b")
    assert "theirs" == (outside / "a.md").read_text()


def test_what_is_no_part_of_the_site_any_more_goes_with_its_folders(tmp_path: Path) -> None:
    built = folder.opened(tmp_path, "v1")
    built.once("old", "1", lambda: {"a/b/c.md": "c", "a/d.md": "d"})
    built.close()
    built = folder.opened(tmp_path, "v1")
    built.once("new", "1", lambda: {"a/d.md": "d"})
    built.close()
    assert ["a", "a/d.md", "build.json"] == names(tmp_path)
    assert {"a/b/c.md"} == built.changed


def test_what_was_made_from_the_same_is_not_made_again_unless_it_is_gone(tmp_path: Path) -> None:
    def never() -> folder.Files:
        raise AssertionError("made again")

    filled(tmp_path, a="a")
    built = folder.opened(tmp_path, "v1")
    built.once("group", "stamp", never)
    built.close()
    assert set() == built.changed
    for version, stamp in (("v2", "stamp"), ("v1", "other")):
        with pytest.raises(AssertionError):
            folder.opened(tmp_path, version).once("group", stamp, never)
        filled(tmp_path, a="a")
    (tmp_path / "a.md").unlink()
    with pytest.raises(AssertionError):
        folder.opened(tmp_path, "v1").once("group", "stamp", never)


@pytest.mark.parametrize(
    "path", ["../a.md", "/etc/a.md", "a/../b.md", ".a.md", "a/.b.md", "a", "A.md", "a//b.md", "a.md\n"]
)
def test_a_path_that_is_none_of_a_site_is_our_own_mistake(tmp_path: Path, path: str) -> None:
    with pytest.raises(ValueError, match="no path of a site"):
        folder.opened(tmp_path, "v1").once("group", "stamp", lambda: {path: "x"})


def test_a_disk_that_takes_a_file_in_pieces_gets_the_whole_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda file, rest: write(file, rest[:3]))
    filled(tmp_path, a="in pieces")
    assert "in pieces" == (tmp_path / "a.md").read_text()
