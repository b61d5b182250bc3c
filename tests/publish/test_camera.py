"""Pictures of a page, by the Chromium that is there or is not."""

import shutil
from pathlib import Path

import pytest

from bot.publish import camera

PAGE = "<!doctype html><title>x</title><p>Harbour"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "harbour-2026.html"
    path.write_text(PAGE)
    return path


def planted(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """A machine on which this is Chromium."""
    (folder / "chromium").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "chromium").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/bin")


@pytest.mark.skipif(not any(map(shutil.which, camera.NAMES)), reason="there is no Chromium")
def test_a_phone_and_a_desktop_are_pictured_in_their_size(page: Path, tmp_path: Path) -> None:
    heard: list[str] = []
    made = camera.pictures(page, tmp_path / "album", heard.append)
    assert ([], ["harbour-2026-phone.png", "harbour-2026-desktop.png"]) == (heard, [each.name for each in made])
    sizes = [tuple(int.from_bytes(each.read_bytes()[at : at + 4]) for at in (16, 20)) for each in made]
    assert list(camera.SIZES.values()) == sizes


def test_without_chromium_that_is_said_in_one_sentence(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    heard: list[str] = []
    assert () == camera.pictures(page, tmp_path / "album", heard.append)
    assert ["There is no Chromium here, so no pictures were made: install the system's package chromium"] == heard
    assert not (tmp_path / "album").exists()


@pytest.mark.parametrize(
    ("script", "why"), [("exit 3", "it ended with 3"), ("sleep 9", "it took longer than 1 seconds")]
)
def test_a_picture_that_fails_is_said_and_an_old_one_is_not_taken_for_it(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, why: str
) -> None:
    planted(tmp_path, monkeypatch, script)
    monkeypatch.setattr(camera, "SECONDS", 1)
    (tmp_path / "harbour-2026-phone.png").write_text("old")
    heard: list[str] = []
    assert () == camera.pictures(page, tmp_path, heard.append)
    assert [f"Chromium made no harbour-2026-{name}.png: {why}" for name in camera.SIZES] == heard


def test_the_browser_can_reach_nobody(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    planted(tmp_path, monkeypatch, f'printf "%s\\n" "$@" > {tmp_path}/given')
    camera.pictures(page, tmp_path, lambda line: None)
    given = (tmp_path / "given").read_text().splitlines()
    assert "--host-resolver-rules=MAP * ~NOTFOUND" in given and page.as_uri() == given[-1]
