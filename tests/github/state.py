"""What the double remembers besides git: issues and pull requests, comments, labels, runs, people, settings."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from tests.github.repository import Repository

STAMP = "%Y-%m-%dT%H:%M:%SZ"
START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@dataclass(kw_only=True)
class Reaction:
    id: int
    login: str
    content: str
    created: str


@dataclass(kw_only=True)
class Comment:
    id: int
    number: int
    login: str
    body: str
    created: str
    updated: str
    reactions: list[Reaction] = field(default_factory=list)


@dataclass(kw_only=True)
class Pull:
    """What an issue has more when it is a pull request."""

    head: str
    base: str
    draft: bool = False
    merged_at: str | None = None
    merged_by: str | None = None
    merge_commit: str | None = None
    examined: tuple[str, ...] | None = None
    """The commits that GitHub was asked about: whether they merge is known from the second look on."""


@dataclass(kw_only=True)
class Issue:
    number: int
    login: str
    title: str
    body: str | None
    created: str
    updated: str
    labels: list[str] = field(default_factory=list)
    state: str = "open"
    reason: str | None = None
    closed: str | None = None
    closed_by: str | None = None
    pull: Pull | None = None


@dataclass(kw_only=True)
class Label:
    id: int
    name: str
    color: str
    description: str | None = None


@dataclass(kw_only=True)
class Run:
    """A workflow run."""

    id: int
    workflow: str
    event: str
    branch: str
    sha: str
    login: str
    created: str
    status: str = "queued"
    conclusion: str | None = None
    inputs: dict[str, Any] = field(default_factory=dict)


@dataclass(kw_only=True)
class Settings:
    """What an administrator chooses."""

    private: bool = False
    archived: bool = False
    issues: bool = True
    organization: bool = True
    """Whether the owner is one, and not a person."""
    actions: str = "all"
    """Which actions may run: all, selected, local_only; none where Actions are off."""
    githubs_own_actions: bool = True
    """Whether these are among the selected."""
    workflows_may_open_pulls: bool = True
    organization_lets_workflows_open_pulls: bool = True
    default_permissions: str = "read"
    pages: str | None = None
    pages_from: str = "workflow"
    environments: dict[str, list[str]] = field(default_factory=dict)
    """The names of each environment's secrets."""
    variables: dict[str, list[str]] = field(default_factory=dict)
    """The names of each environment's variables."""
    secrets: list[str] = field(default_factory=list)
    rules: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    """Rulesets' rules, each with how the names of its branches begin."""


@dataclass(kw_only=True)
class Hub:
    owner: str
    name: str
    repository: Repository
    clock: Callable[[], datetime]
    url: str = ""
    settings: Settings = field(default_factory=Settings)
    permission: dict[str, str | None] = field(default_factory=dict)
    issues: dict[int, Issue] = field(default_factory=dict)
    comments: dict[int, Comment] = field(default_factory=dict)
    labels: dict[str, Label] = field(default_factory=dict)
    runs: dict[int, Run] = field(default_factory=dict)
    check_runs: dict[int, dict[str, Any]] = field(default_factory=dict)
    workflow_states: dict[str, str] = field(default_factory=dict)
    signed: set[str] = field(default_factory=set)
    ids: Iterator[int] = field(default_factory=lambda: count(5001))

    @property
    def full_name(self) -> str:
        return f"{self.owner}/{self.name}"

    def now(self) -> str:
        return self.clock().strftime(STAMP)

    def new_id(self) -> int:
        return next(self.ids)

    def api(self, path: str = "") -> str:
        """PyGithub follows no foreign host, so every `url` is on the double's own (Requester.__assertUrlAllowed)."""
        return f"{self.url}/repos/{self.full_name}{path}"

    def web(self, path: str = "") -> str:
        return f"https://github.com/{self.full_name}{path}"

    def branch(self, name: str) -> str | None:
        return self.repository.ref(f"refs/heads/{name}")

    def is_pull(self, number: int) -> bool:
        return number in self.issues and self.issues[number].pull is not None

    def pulls(self) -> Iterable[tuple[Issue, Pull]]:
        return [(issue, issue.pull) for issue in self.issues.values() if issue.pull]

    def head_of(self, number: int) -> str:
        """A pull request's last commit, which outlives its branch."""
        return self.repository.ref(f"refs/pull/{number}/head") or ""

    def on(self, number: int) -> list[Comment]:
        return [comment for comment in self.comments.values() if comment.number == number]

    def open(self, login: str, title: str, body: str | None, pull: Pull | None = None) -> Issue:
        """Issues and pull requests share their numbers."""
        now = self.now()
        number = len(self.issues) + 1
        issue = Issue(number=number, login=login, title=title, body=body, created=now, updated=now, pull=pull)
        self.issues[number] = issue
        return issue

    def close(self, issue: Issue, login: str, reason: str | None = None) -> None:
        issue.state, issue.reason, issue.closed, issue.closed_by = "closed", reason, self.now(), login
        issue.updated = issue.closed

    def comment(self, number: int, login: str, body: str) -> Comment:
        now = self.now()
        comment = Comment(id=self.new_id(), number=number, login=login, body=body, created=now, updated=now)
        self.comments[comment.id] = comment
        self.issues[number].updated = now
        return comment

    def move(self, ref: str, new: str, old: str) -> None:
        """Sets a ref, and what follows a branch: the open pull requests from it."""
        self.repository.move(ref, new, old)
        for issue, pull in self.pulls():
            if issue.state == "open" and ref == f"refs/heads/{pull.head}":
                self.repository.git("update-ref", f"refs/pull/{issue.number}/head", new)
                issue.updated = self.now()

    def remove(self, ref: str, login: str) -> None:
        """Deletes a ref; GitHub closes the pull requests of a branch that is gone."""
        self.repository.remove(ref)
        for issue, pull in self.pulls():
            if issue.state == "open" and ref == f"refs/heads/{pull.head}":
                self.close(issue, login)


def ticking(start: datetime = START) -> Callable[[], datetime]:
    """A clock that moves on by a second whenever someone looks at it."""
    seconds = count()
    return lambda: start + timedelta(seconds=next(seconds))
