"""A digest's pull request on the GitHub double, with the jobs of the workflows run as GitHub would run them."""

import json
import os
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from bot import discover, jobs, pipeline, weekly
from bot.forges import folder, github
from bot.web import recording
from tests.desk import CONFIG, DEMO, KEY, PAGE
from tests.github import people
from tests.github.double import WORKFLOW, Double

BRANCH = f"digest/{KEY}"
CONFIG_FILE = DEMO / "config.yml"


def at_once(seconds: float) -> None:
    """Nobody waits in a test."""


@dataclass(slots=True, kw_only=True)
class Newsdesk:
    """The repository, and a folder for what the jobs hand to each other."""

    double: Double
    root: Path
    program: Path = DEMO / "recording"
    runs: int = 0

    @property
    def page(self) -> str:
        return self.double.file(BRANCH, PAGE) or ""

    @property
    def replies(self) -> list[str]:
        """What the bot said, oldest first."""
        comments = sorted(self.double.hub.comments.values(), key=lambda comment: comment.id)
        return [each.body for each in comments if each.login.endswith("[bot]")]

    def draft(self) -> Path:
        """The drafting job: it may read the branch, and nothing else."""
        self.runs += 1
        out = self.root / f"run-{self.runs}"
        held = recording.saved(self.program)
        edition = discover.edition(KEY, CONFIG.series)
        decisions = pipeline.decided_at(KEY, self.forge())
        pipeline.draft(edition, held, CONFIG, folder.connect(out), lambda line: None, held.urls, decisions)
        return out

    def propose(self, drafted: Path) -> list[str]:
        """The proposing job: what it wrote on GitHub."""
        before = len(self.double.calls)
        pipeline.propose_saved(KEY, folder.connect(drafted), self.forge(), lambda line: None)
        return [call.operation for call in self.double.calls[before:] if call.method != "GET"]

    def forge(self) -> github.GitHub:
        settings = github.Settings(repository="harbour/digests", token=WORKFLOW, api=self.double.base)
        return github.connect(settings, KEY, at_once)

    def edit(self, before: str, after: str, by: str = "ada") -> None:
        """A person edits the page in the browser."""
        assert before in self.page
        self.double.edit(BRANCH, PAGE, self.page.replace(before, after, 1), by=by)

    def comment(self, text: str, by: str = "ada", number: int = 1) -> str:
        """A person comments, and respond.yml runs; what the bot says in the end, "" when it says nothing."""
        payload = self.double.comment(number, text, by)
        with self.event("issue_comment", payload):
            return self.responded()

    def tick(self, box: str, by: str = "ada", number: int = 1) -> str:
        """A person ticks a box of the dashboard, and respond.yml runs."""
        issue = self.double.hub.issues[number]
        before = issue.body or ""
        assert f"- [ ] {box}" in before, before
        issue.body = before.replace(f"- [ ] {box}", f"- [x] {box}", 1)
        payload = {
            "action": "edited",
            "issue": people.thread(self.double.hub, issue),
            "changes": {"body": {"from": before}},
            "sender": people.views.user(self.double.hub, by),
        }
        with self.event("issues", payload):
            return self.responded()

    def responded(self) -> str:
        said = len(self.replies)
        if self.hear():
            self.work()
            self.answer()
        return "\n".join(self.replies[said:])

    def report(self) -> str:
        """The reporting job, after a run that tried nothing; the dashboard as it then reads."""
        with self.event("schedule", {}):
            options = Namespace(config=CONFIG_FILE, origin=self.root / "none", begun="", out=self.root / "none")
            weekly.report(options)
        return next(each.body or "" for each in self.double.hub.issues.values() if "dashboard" in each.title.lower())

    @contextmanager
    def event(self, name: str, payload: object) -> Iterator[None]:
        self.runs += 1
        place = self.root / f"event-{self.runs}"
        place.mkdir(parents=True)
        (place / "event.json").write_text(json.dumps(payload))
        environment = {
            "GITHUB_REPOSITORY": "harbour/digests",
            "GITHUB_TOKEN": WORKFLOW,
            "GITHUB_API_URL": self.double.base,
            "GITHUB_EVENT_NAME": name,
            "GITHUB_EVENT_PATH": str(place / "event.json"),
            "GITHUB_OUTPUT": str(place / "output"),
            "GITHUB_STEP_SUMMARY": str(place / "summary"),
            "GITHUB_RUN_ID": "7",
        }
        with mock.patch.dict(os.environ, environment):
            yield

    def hear(self) -> bool:
        """Whether the next jobs of respond.yml run."""
        output = Path(os.environ["GITHUB_OUTPUT"])
        output.write_text("")
        jobs.hear(Namespace(), at_once)
        return "asked=true" in output.read_text().splitlines()

    def work(self) -> None:
        options = Namespace(config=CONFIG_FILE, origin=self.program, out=self.root / f"answer-{self.runs}")
        jobs.work(options, at_once)

    def answer(self) -> None:
        options = Namespace(config=CONFIG_FILE, origin=self.root / f"answer-{self.runs}", out=self.root / "none")
        jobs.answer(options, at_once)
