"""A pull request's newest commit as the Checks API shows it: which files it changed, and a remark beside each line.

Everything is read at that one commit, through the API and as data: what a workflow checks out is a merge, whose lines
are others, and a symbolic link in it may lead to the runner's own files.
"""

import time
from base64 import b64decode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from github.CheckRun import CheckRun
from github.GithubObject import NotSet
from github.PullRequest import PullRequest as Pull

from bot.errors import ForgeError, StoreError
from bot.forges.github import client
from bot.forges.github.change import Change
from bot.forges.github.client import READ_PULLS, Client, found, sound
from bot.forges.github.settings import Settings
from bot.forges.github.words import LONGEST_BODY, fingerprint, shortened
from bot.model import Remark, Weight

NAME = "Digest"
WRITE_CHECKS = "checks: write"
AT_ONCE = 50  # annotations that GitHub takes in one request
MOST_ANNOTATIONS = 500
MOST_FILES = 300  # that GitHub lists of a comparison
MOST_BYTES = 20_000_000  # of one file: anyone may open a pull request
_COMMANDS = {Weight.NOTICE: "notice", Weight.WARNING: "warning", Weight.FAILURE: "error"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Checks:
    """What is read of a change, and said of it."""

    client: Client
    change: Change

    def paths(self) -> tuple[str, ...]:
        """The files that the change adds, changes or takes away."""
        compared = self.client.repository.compare(self.change.base, self.change.head)
        files = self.client.attempt(lambda: [sound(file.filename, file.filename) for file in compared.files])
        if len(files) >= MOST_FILES:
            raise ForgeError(
                f"#{self.change.number} changes {MOST_FILES} files or more, and GitHub lists no more",
                hint="change digests in a pull request of their own",
            )
        return tuple(files)

    def is_newest(self) -> bool:
        """Whether the pull request is open and has no newer commit by now."""

        def looked() -> tuple[str, str]:
            pull: Pull = self.client.repository.get_pull(self.change.number).complete()
            return pull.state, pull.head.sha

        return self.client.attempt(looked, need=READ_PULLS) == ("open", self.change.head)

    def text(self, path: str) -> str | None:
        """What stands at a path, None where there is no file. Raises StoreError for what is no text."""
        repository = self.client.repository
        held = self.client.attempt(lambda: found(lambda: repository.get_contents(path, ref=self.change.head)))
        if held is None:
            return None
        hint = "take it back from the branch's history"
        if isinstance(held, list) or held.type != "file" or (held.size or 0) > MOST_BYTES:
            raise StoreError(f"{path} is no file of a digest", hint=hint)
        inline = held.encoding == "base64"  # GitHub leaves out the content of a large file
        try:
            return (held.decoded_content if inline else self.blob(held.sha)).decode()
        except UnicodeDecodeError:
            raise StoreError(f"{path} is not a UTF-8 text file", hint=hint) from None

    def blob(self, sha: str) -> bytes:
        return b64decode(self.client.attempt(lambda: self.client.repository.get_git_blob(sha)).content)

    def put(self, remarks: Sequence[Remark], title: str, summary: str) -> str | None:
        """Says it on the commit, unless it is said already; gives its address, None where the token may not.

        Annotations are appended, never replaced: so a run that was cut off goes on after those that are there.
        """
        gravest = sorted(remarks, key=lambda remark: remark.weight is not Weight.FAILURE)[:MOST_ANNOTATIONS]
        said = Said(
            mark=fingerprint(title, summary, *map(repr, gravest)),
            title=title,
            summary=shortened(summary, LONGEST_BODY, "**Cut here:** a check cannot hold more."),
            remarks=tuple(gravest),
        )
        run = self.run(said.mark) or self.begun(said)
        while run is not None and run.status != "completed":
            run = self.carried_on(run, said)
        return run.html_url if run else None

    def run(self, mark: str) -> CheckRun | None:
        """The commit's check of this very content, if there is one."""
        commit = self.client.repository.get_commit(self.change.head)

        def listed() -> list[CheckRun]:
            runs = commit.get_check_runs(check_name=NAME).get_page(0)
            return sound(runs, all(run.html_url for run in runs))

        return next((run for run in self.client.attempt(listed, need="checks: read") if run.external_id == mark), None)

    def begun(self, said: "Said") -> CheckRun | None:
        """A new check with the first annotations; None where GitHub says that this token may write none."""

        def made() -> CheckRun:
            repository = self.client.repository
            run = repository.create_check_run(NAME, self.change.head, external_id=said.mark, **said.part(0))
            return sound(run, run.html_url)

        return self.client.attempt(lambda: found(made, 403), lambda: self.run(said.mark), WRITE_CHECKS)

    def carried_on(self, run: CheckRun, said: "Said") -> CheckRun:
        """The check with the next annotations, complete after the last."""
        told = run.output.annotations_count

        def sent() -> CheckRun:
            run.edit(**said.part(told))
            return sound(run, further(run))

        def further(now: CheckRun | None) -> CheckRun | None:
            return now if now and (now.status == "completed" or now.output.annotations_count > told) else None

        return self.client.attempt(sent, lambda: further(self.run(said.mark)), WRITE_CHECKS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """All that a check says; `mark` tells it from another check of the same commit."""

    mark: str
    title: str
    summary: str
    remarks: tuple[Remark, ...]

    def part(self, told: int) -> dict[str, Any]:
        """What one request says, after so many annotations."""
        batch = self.remarks[told : told + AT_ONCE]
        is_last = told + len(batch) >= len(self.remarks)
        output = {"title": self.title, "summary": self.summary, "annotations": list(map(annotation, batch))}
        status = "completed" if is_last else "in_progress"
        return {"status": status, "conclusion": self.conclusion if is_last else NotSet, "output": output}

    @property
    def conclusion(self) -> str:
        """A neutral check blocks nothing."""
        if any(remark.weight is Weight.FAILURE for remark in self.remarks):
            return "failure"
        return "neutral" if self.remarks else "success"


def annotation(remark: Remark) -> dict[str, str | int]:
    return {
        "path": remark.path,
        "start_line": remark.line,
        "end_line": remark.line,
        "annotation_level": remark.weight.value,
        "message": remark.sentence,
    }


def command(remark: Remark) -> str:
    """A remark as the line of a log that a runner turns into an annotation, where the token may write none."""
    path, message = escaped(remark.path, "%\r\n:,"), escaped(remark.sentence, "%\r\n")
    return f"::{_COMMANDS[remark.weight]} file={path},line={remark.line}::{message}"


def escaped(text: str, characters: str) -> str:
    """The text as a runner reads it back, without what would end a command or one of its properties."""
    return "".join(f"%{ord(each):02X}" if each in characters else each for each in text)


def checks(settings: Settings, change: Change, sleep: Callable[[float], None] = time.sleep) -> Checks:
    """Nothing is asked of GitHub yet."""
    return Checks(client=client.connect(settings, sleep), change=change)
