"""A runner for the tests: carries a workflow out on this machine, without Docker or a network, against the double.

`act` does what GitHub's runner does. Replaced are only GitHub's actions, by those in actions/, and the internet, by a
recording. What act does not model, permissions, every job meets nevertheless: its token may do what its block says.
"""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.github.access import Token
from tests.github.double import Double
from tests.workflows.files import PARSED, ROOT, WORKFLOWS

ACTIONS, BIN = (Path(__file__).with_name(name) for name in ("actions", "bin"))
ACT = Path(sys.executable).with_name("act")
# Of the checkout act takes only the event's own: here that is the main branch, as on GitHub it is what `ref` names.
UNKNOWN_TO_ACT = ("queue: max", "deployment: false", "ref: ${{ github.event.pull_request.base.sha }}")
MODEL_KEY = "sk-the-key-of-the-model"


@dataclass(frozen=True, kw_only=True)
class Run:
    results: Mapping[str, str]
    """What became of each job; of a matrix, of each of its editions."""
    said: str
    """All that stands in the log."""
    summaries: Mapping[str, str]
    """What the jobs say at the top of the run's page."""
    commands: Sequence[str]
    """What programs told the runner by way of the log."""


@dataclass(kw_only=True)
class Runner:
    """One repository's runner, in a folder of its own, which holds the artifacts of the last run."""

    folder: Path
    double: Double
    recording: Path
    variables: Mapping[str, str] = field(default_factory=dict)
    """What an administrator has set."""
    dies: str = "at no command"
    """The command, or its beginning, at which the machine dies."""
    is_for_fork: bool = False
    """Whether the event comes from a fork: then no token may write."""

    @property
    def artifacts(self) -> Path:
        return self.folder / "artifacts"

    @property
    def caches(self) -> Path:
        """Unlike artifacts they outlast a run."""
        return self.folder / "caches"

    def run(self, workflow: str, event: str, payload: Mapping[str, Any]) -> Run:
        shutil.rmtree(self.artifacts, ignore_errors=True)
        self.artifacts.mkdir(parents=True)
        self.caches.mkdir(exist_ok=True)
        (self.folder / "event.json").write_text(json.dumps(payload))
        self.check_out(self.folder / "repository", workflow)
        done = subprocess.run(
            self.command(workflow, event),
            cwd=self.folder / "repository",
            env={"PATH": f"{BIN}:/usr/bin:/bin", "HOME": str(self.folder)},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        return read(done.stdout + done.stderr)

    def writes(self, since: int = 0) -> list[str]:
        """Which job wrote what on GitHub, since so many calls."""
        job = {id(token): name.removeprefix("token-of-") for name, token in self.double.tokens.items()}
        return [
            f"{job[id(call.token)]}: {call.operation}" for call in self.double.calls[since:] if call.method != "GET"
        ]

    def check_out(self, place: Path, workflow: str) -> None:
        """The main branch, with the bot's code beside what the double has in it."""
        shutil.rmtree(place, ignore_errors=True)
        subprocess.run(["git", "clone", "--quiet", self.double.folder, place], check=True)
        address = f"https://github.com/{self.double.hub.full_name}.git"
        subprocess.run(["git", "-C", place, "remote", "set-url", "origin", address], check=True)
        (place / "bot").symlink_to(ROOT / "bot")
        shutil.copytree(ROOT / "prompts", place / "prompts", dirs_exist_ok=True)
        path = place / ".github" / "workflows" / f"{workflow}.yml"
        path.parent.mkdir(parents=True)
        path.write_text(self.adapted(workflow))

    def adapted(self, workflow: str) -> str:
        """The workflow without what act does not know, and with a token for each job that may do what the job may."""
        job, lines = "", []
        for line in WORKFLOWS[workflow].splitlines():
            if heading := re.fullmatch(r"  ([\w-]+):", line):
                job = heading[1]
            if line.partition(" #")[0].strip() not in UNKNOWN_TO_ACT:
                lines.append(line.replace("github.token", f"'token-of-{job}'"))
        for job, about in PARSED[workflow]["jobs"].items():
            rights = about["permissions"]
            may = dict.fromkeys(rights, "read") if self.is_for_fork else rights
            self.double.tokens[f"token-of-{job}"] = Token(permissions=may)
        return "\n".join(lines) + "\n"

    def command(self, workflow: str, event: str) -> list[str | Path]:
        environment = {
            "ARTIFACTS": self.artifacts,
            "CACHES": self.caches,
            "DIES": f"-m bot {self.dies}",
            "GITHUB_API_URL": self.double.base,
            "PYTHON": sys.executable,
            "RECORDING": self.recording,
        }
        command: list[str | Path] = [
            ACT, event, "--json", "--insecure-secrets", "--action-offline-mode", "--no-cache-server",
            "--workflows", f".github/workflows/{workflow}.yml",
            "--eventpath", self.folder / "event.json",
            "--platform", "ubuntu-24.04=-self-hosted",
            "--secret", f"OPENAI_API_KEY={MODEL_KEY}",
        ]  # fmt: skip
        for name, value in environment.items():
            command += ["--env", f"{name}={value}"]
        for name, value in self.variables.items():
            command += ["--var", f"{name}={value}"]
        for action, pin in set(re.findall(r"uses: actions/([\w/-]+)@(\w+)", WORKFLOWS[workflow])):
            repository = action.partition("/")[0]
            if (ACTIONS / repository).exists():
                command += ["--local-repository", f"actions/{repository}@{pin}={ACTIONS / repository}"]
        return command


def read(log: str) -> Run:
    """What act's log says. Each job of a matrix is judged by its own steps, because act mixes them up."""
    results: dict[str, str] = {}
    summaries: dict[str, str] = {}
    commands, said = list[str](), list[str]()
    for line in log.splitlines():
        entry = json.loads(line) if line.startswith("{") else {"msg": line}
        job = " ".join([entry.get("jobID", ""), *map(str, (entry.get("matrix") or {}).values())])
        if results.get(job) != "failure" and "stepResult" in entry:
            results[job] = entry["stepResult"]
        if entry.get("command") == "summary":
            summaries[job] = entry["content"]
        if "raw" in entry:
            commands.append(f"{job}: {entry['raw'].strip()}")
        said.append(f"{job}: {entry.get('msg', '').rstrip()}")
    return Run(results=results, summaries=summaries, commands=commands, said="\n".join(said))
