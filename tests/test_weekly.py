"""The weekly workflow's jobs, one after the other, as their workflow calls them; against the double."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import main
from tests.github.double import WORKFLOW, Double

DEMO = Path(__file__).resolve().parent / "demo"
KEY = "example-2026"


@pytest.fixture
def double(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Double]:
    with Double({"README.md": "# Digests\n"}) as double:
        monkeypatch.setenv("GITHUB_REPOSITORY", "harbour/digests")
        monkeypatch.setenv("GITHUB_TOKEN", WORKFLOW)
        monkeypatch.setenv("GITHUB_API_URL", double.base)
        monkeypatch.setenv("GITHUB_OUTPUT", str(tmp_path / "output"))
        monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary"))
        yield double


def run(*arguments: object) -> int:
    return main([*map(str, arguments), *(["--config", str(DEMO / "config.yml")] if arguments[0] != "propose" else [])])


def test_an_edition_that_was_asked_for_is_handed_on_without_a_question(double: Double, tmp_path: Path) -> None:
    assert 0 == run("due", "--github", "--edition", KEY)
    assert f'editions=["{KEY}"]\n' == (tmp_path / "output").read_text()
    assert [] == double.calls
    assert 3 == run("due", "--github", "--edition", "nowhere")


def test_what_is_due_is_handed_on_and_told(double: Double, tmp_path: Path) -> None:
    assert 0 == run("due", "--github", "--edition", "", "--out", tmp_path)
    name, _, keys = (tmp_path / "output").read_text().partition("=")
    assert ("editions", True) == (name, all(key.startswith("example-") for key in json.loads(keys)))
    assert "## What is due" in (tmp_path / "summary").read_text()


def test_a_draft_is_noted_proposed_and_reported(double: Double, tmp_path: Path) -> None:
    drafted = tmp_path / "outcomes" / f"draft-{KEY}"
    assert 0 == run("draft", KEY, "--from", DEMO / "recording", "--out", drafted, "--report", drafted / "outcome.json")
    assert "drafted" == json.loads((drafted / "outcome.json").read_text())["state"]
    assert 0 == run("propose", KEY, "--from", drafted)
    for _ in range(2):
        assert 0 == run("report", "--from", tmp_path / "outcomes", "--begun", f'["{KEY}"]')
    assert "issues/create" == [call.operation for call in double.calls if call.method != "GET"][-1]
    assert "· drafted" in (double.hub.issues[2].body or "")
    told = (tmp_path / "summary").read_text()
    assert ["## Fernweh", "## [example-2026]", "## [The dashboard]"] == [
        head for head in ("## Fernweh", "## [example-2026]", "## [The dashboard]") if head in told
    ]


def test_a_wall_is_no_failure_of_the_job_and_nothing_is_proposed(double: Double, tmp_path: Path) -> None:
    wall = tmp_path / "wall.html"
    wall.write_text("<html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>")
    drafted = tmp_path / "outcomes" / f"draft-{KEY}"
    assert 0 == run("draft", KEY, "--from", wall, "--out", drafted, "--report", drafted / "outcome.json")
    assert "blocked" == json.loads((drafted / "outcome.json").read_text())["state"]
    assert 0 == run("propose", KEY, "--from", drafted)
    assert [] == double.calls
    assert 0 == run("report", "--from", tmp_path / "outcomes", "--begun", f'["{KEY}", "example-2025"]')
    assert "· blocked" in (double.hub.issues[1].body or "")
    assert "without leaving an outcome" in (double.hub.issues[1].body or "")


@pytest.mark.parametrize("begun", ["{}", "[1]", "nsdi-2026", "null"])
def test_what_the_run_began_with_is_a_list_of_editions_or_an_error(double: Double, tmp_path: Path, begun: str) -> None:
    assert 3 == run("report", "--from", tmp_path, "--begun", begun)
