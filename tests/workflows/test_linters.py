"""Other people's eyes on the workflows: a schema, a security auditor, a linter. Each must also see what is wrong."""

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.workflows.files import FOLDER, ROOT, WORKFLOWS

TOOLS = Path(sys.executable).parent
AUDITOR = ("zizmor", "--offline", "--no-progress", "--strict-collection", "--persona=auditor", "--format=plain")
SCHEMA = ("check-jsonschema", "--builtin-schema", "vendor.github-workflows")
LINTER = ("actionlint", "-no-color", f"-shellcheck={TOOLS / 'shellcheck'}")
PATHS = sorted(FOLDER.glob("*.yml"))


def run(tool: Sequence[str], *paths: Path) -> tuple[int, str]:
    command = [TOOLS / tool[0], *tool[1:], *paths]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("tool", "paths"),
    [(AUDITOR, [ROOT / ".github"]), (SCHEMA, PATHS), (LINTER, PATHS)],
    ids=["auditor", "schema", "linter"],
)
def test_it_finds_nothing(tool: Sequence[str], paths: Sequence[Path]) -> None:
    code, said = run(tool, *paths)
    assert not code, said


@pytest.mark.parametrize(
    ("tool", "right", "wrong", "finding"),
    [
        (AUDITOR, "persist-credentials: false", "fetch-depth: 1", "artipacked"),
        (AUDITOR, '"$EDITION"', "${{ inputs.edition }}", "template-injection"),
        (AUDITOR, "permissions: {}", "", "excessive-permissions"),
        (AUDITOR, "@3d3c42e5aac5ba805825da76410c181273ba90b1", "@v7", "unpinned-uses"),
        (AUDITOR, ":all:", ':all: "', "failed to"),
        (SCHEMA, "timeout-minutes", "time-out", "time-out"),
        (SCHEMA, "queue: max", "queue: 100", "queue|is not one of"),
        (LINTER, "needs.due.outputs.editions", "needs.due.outputs.edition", '"edition" is not defined'),
        (LINTER, '"$EDITION"', "$EDITION", "SC2086"),
    ],
)
def test_it_would_find(tool: Sequence[str], right: str, wrong: str, finding: str, tmp_path: Path) -> None:
    assert right in WORKFLOWS["weekly"]
    spoiled = tmp_path / ".github" / "workflows" / "weekly.yml"
    spoiled.parent.mkdir(parents=True)
    spoiled.write_text(WORKFLOWS["weekly"].replace(right, wrong))
    code, said = run(tool, spoiled)
    assert code
    assert re.search(finding, said)


def test_what_the_auditor_is_to_overlook_is_justified_beside_it() -> None:
    overlooked = [line for text in WORKFLOWS.values() for line in text.splitlines() if "zizmor:" in line]
    assert 2 == len(overlooked)
    assert all(re.search(r"# zizmor: ignore\[[a-z-]+\] \w+( \S+){5,}", line) for line in overlooked)
