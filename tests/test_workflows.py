"""The workflows: audited, pinned, with the least permissions, and without a line of logic."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
each_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)


def jobs(path: Path) -> dict[str, dict[str, Any]]:
    """The jobs of a workflow; every scalar is text, so that `on` stays a word."""
    found: dict[str, dict[str, Any]] = yaml.load(path.read_text(), Loader=yaml.BaseLoader)["jobs"]
    return found


def test_the_auditor_finds_nothing() -> None:
    auditor = Path(sys.executable).with_name("zizmor")
    command = [auditor, "--offline", "--persona=auditor", "--format=plain", ROOT / ".github"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not run.returncode, run.stdout + run.stderr


@each_workflow
def test_a_workflow_may_nothing_and_each_job_only_what_it_says(path: Path) -> None:
    assert re.search(r"^permissions: \{\}$", path.read_text(), re.M)
    for job in jobs(path).values():
        assert isinstance(job["permissions"], dict)
        assert int(job["timeout-minutes"]) <= 60


@each_workflow
def test_every_action_is_pinned_and_leaves_no_credentials(path: Path) -> None:
    for line in re.findall(r"uses: .*", path.read_text()):
        assert re.fullmatch(r"uses: actions/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line)
    for job in jobs(path).values():
        checkouts = [step for step in job["steps"] if step.get("uses", "").startswith("actions/checkout@")]
        assert all("false" == step["with"]["persist-credentials"] for step in checkouts)


@each_workflow
def test_no_expression_reaches_a_shell(path: Path) -> None:
    assert [] == [step for job in jobs(path).values() for step in job["steps"] if "${{" in step.get("run", "")]


def test_ci_runs_the_readmes_test_command_on_every_python() -> None:
    job = jobs(ROOT / ".github/workflows/ci.yml")["test"]
    assert ["3.11", "3.12", "3.13", "3.14"] == job["strategy"]["matrix"]["python"]
    assert ".ci/run" in [step.get("run") for step in job["steps"]]
    assert "make test" == (ROOT / ".ci/run").read_text().strip().splitlines()[-1]
