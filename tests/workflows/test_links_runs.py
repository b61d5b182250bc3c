"""links.yml, really run: one job asks the links of what is published, another proposes what it found."""

import json
from pathlib import Path

import pytest

from bot import lost
from bot.lost import PATH
from tests.desk import PAGE, drafted
from tests.github.double import Double
from tests.workflows.runner import Runner

GONE = "https://talks.example.org/fernweh-2026/talk/VBR7SM/"


@pytest.fixture
def runner(double: Double, tmp_path: Path) -> Runner:
    """Its internet is a recording in which one link of the demo is gone, and says nothing of the others."""
    recording = tmp_path / "recording"
    recording.mkdir()
    (recording / "page.html").write_text("<html><body>There is no such page</body></html>")
    (recording / "index.json").write_text(json.dumps({GONE: {"file": "page.html", "status": 404}}))
    return Runner(folder=tmp_path / "runner", double=double, recording=recording)


def test_what_is_lost_is_proposed_once_and_a_rerun_writes_nothing(double: Double, runner: Runner) -> None:
    double.edit("main", PAGE, (drafted() / PAGE).read_text())
    run = runner.run("links", "workflow_dispatch", {})
    assert dict.fromkeys(("look", "propose", "report"), "success") == run.results, run.said
    assert {"propose", "report"} == {written.split(":")[0] for written in runner.writes()}
    issue, dashboard = double.hub.issues.values()
    assert "Dead links: none found, 1 to be seen again" == issue.title
    assert f"- [{issue.title}](https://github.com/harbour/digests/pull/1)\n" in (dashboard.body or "")
    (branch,) = [line.strip() for line in double.git("branch", "--list", "links/*").splitlines()]
    assert [GONE] == [link.url for link in lost.of_json(double.file(branch, PATH))]
    assert "Asked 12 of 12 links" in run.summaries["look"]
    assert [] == run.commands

    asked = len(double.calls)
    again = runner.run("links", "schedule", {})
    assert dict.fromkeys(("look", "propose", "report"), "success") == again.results
    assert [] == runner.writes(asked)


def test_where_no_link_is_lost_nothing_is_proposed(double: Double, runner: Runner) -> None:
    double.edit("main", PAGE, (drafted() / PAGE).read_text())
    (runner.recording / "index.json").write_text("{}")
    run = runner.run("links", "schedule", {"schedule": "41 4 * * 4"})
    assert "success" == run.results["look"], run.said
    assert ([], {}) == (runner.writes(), dict(double.hub.issues))
