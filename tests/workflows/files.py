"""The workflows as they lie on disk."""

from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / ".github" / "workflows"
WORKFLOWS = {path.stem: path.read_text() for path in sorted(FOLDER.glob("*.yml"))}
PARSED: dict[str, dict[str, Any]] = {
    # Every scalar is text, so that `on` stays a word.
    name: yaml.load(text, Loader=yaml.BaseLoader)
    for name, text in WORKFLOWS.items()
}
JOBS: dict[str, dict[str, Any]] = {
    f"{name}/{key}": job for name, workflow in PARSED.items() for key, job in workflow["jobs"].items()
}


def steps(action: str) -> list[tuple[str, dict[str, Any]]]:
    """All steps that use one of GitHub's actions, each with its job's name."""
    return [
        (name, step)
        for name, job in JOBS.items()
        for step in job["steps"]
        if step.get("uses", "").startswith(f"actions/{action}@")
    ]
