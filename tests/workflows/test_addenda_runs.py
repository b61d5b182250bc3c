"""addenda.yml, really run: one job reads a published digest's program again, another proposes what happened."""

from pathlib import Path

import pytest

from tests.desk import DATA, KEY, PAGE, PFC, PROMPT, drafted
from tests.github.double import Double
from tests.later import SLIDES, later
from tests.workflows.runner import Runner
from tests.workflows.test_merge_runs import pushed

EVENT = {"inputs": {"edition": KEY}}
BRANCH = f"addendum/{KEY}-1"


@pytest.fixture(autouse=True)
def published(double: Double) -> None:
    for path in (PAGE, DATA, PROMPT):
        double.edit("main", path, (drafted() / path).read_text())


def test_slides_are_proposed_and_checked_and_a_week_later_nothing_is_written(
    double: Double, runner: Runner, tmp_path: Path
) -> None:
    runner.recording = later(tmp_path / "program", {PFC: {"attachments": [SLIDES]}})
    run = runner.run("addenda", "workflow_dispatch", EVENT)
    assert dict.fromkeys(("revisit", "amend", "report"), "success") == run.results, run.said
    assert {"amend", "report"} == {written.split(":")[0] for written in runner.writes()}
    addendum, dashboard = double.hub.issues.values()
    assert "Fernweh Networking Conference 2026: slides of 1 pick" == addendum.title
    assert f"- [{addendum.title}](https://github.com/harbour/digests/pull/1)\n" in (dashboard.body or "")
    assert "[slides](" in double.file(BRANCH, PAGE)
    assert f"| {KEY} | Fernweh Networking Conference 2026: slides of 1 pick |" in run.summaries["revisit"]
    assert f"changed `{PAGE}`" in run.summaries["amend"]

    asked = len(double.calls)
    again = runner.run("addenda", "workflow_dispatch", EVENT)
    assert dict.fromkeys(("revisit", "amend", "report"), "success") == again.results
    assert [] == runner.writes(asked)

    run = runner.run("check", "pull_request", pushed(double, 1))
    assert dict.fromkeys(("check", "preview", "name"), "success") == run.results, run.said
    assert ["success"] == [each["conclusion"] for each in double.hub.check_runs.values()]
    assert (runner.artifacts / "preview" / f"{KEY}.html").exists()


def test_where_nothing_happened_nothing_is_proposed(double: Double, runner: Runner) -> None:
    run = runner.run("addenda", "workflow_dispatch", EVENT)
    assert {"revisit": "success"} == run.results, run.said
    assert [] == runner.writes()
