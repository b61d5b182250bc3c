"""GitHub's own parser of workflows and evaluator of their expressions, asked through Node."""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tests.workflows.files import ROOT

PROGRAM = Path(__file__).with_name("parser")
BUILD = ROOT / "build"


@dataclass(frozen=True, kw_only=True)
class Question:
    """Does this job run, or without a job: in which group does the workflow queue?"""

    workflow: str
    job: str = ""
    context: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Answers:
    problems: Mapping[str, Sequence[str]]
    """What is wrong with each workflow."""
    answers: Sequence[bool | str]


def ask(workflows: Mapping[str, str], questions: Sequence[Question] = ()) -> Answers:
    asked = {"workflows": workflows, "questions": [vars(question) for question in questions]}
    command = ["node", "--import", "./json.mjs", "answer.mjs"]
    done = subprocess.run(
        command, cwd=program(), input=json.dumps(asked), capture_output=True, text=True, check=False, timeout=60
    )
    assert not done.returncode, done.stderr
    return Answers(**json.loads(done.stdout))


def program() -> Path:
    place = brought()
    if isinstance(place, str):
        unavailable(place)
    return place


@cache
def brought() -> Path | str:
    """Where the program is with its packages beside it, once for each state of its lock; or why it cannot be there."""
    if not shutil.which("node") or not shutil.which("npm"):
        return "there is no Node here to run GitHub's own parser"
    contents = [path.read_bytes() for path in sorted(PROGRAM.iterdir())]
    place = BUILD / f"workflow-parser-{sha256(b''.join(contents)).hexdigest()[:12]}"
    return place if place.exists() else install(place)


def install(place: Path) -> Path | str:
    """Whole or not at all, and whoever comes second to it lets it be."""
    BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        fresh = Path(shutil.copytree(PROGRAM, Path(folder) / "parser"))
        command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1"]
        done = subprocess.run(command, cwd=fresh, capture_output=True, text=True, check=False, timeout=300)
        if done.returncode:
            return f"npm cannot bring GitHub's own parser: {done.stderr.strip()[-300:]}"
        with suppress(OSError):
            fresh.rename(place)
    return place


def unavailable(reason: str) -> NoReturn:
    """Where the project is tested for good, what is not there is a failure."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
