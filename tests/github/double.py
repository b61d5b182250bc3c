"""A GitHub that a test can hold in its hand: stateful, on the loopback, as strict as GitHub's own description.

    with Double({"digests/harbour-2026.md": "# Harbour\\n"}) as double:
        github = Github(auth=Auth.Token(WORKFLOW), base_url=double.base, api_version=VERSION)

Leaving the block fails if a request or an answer broke the description. README.md beside this file says more.
"""

import atexit
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.github import contract, people, views
from tests.github.access import Token
from tests.github.repository import EMPTY_TREE, FILE, Repository
from tests.github.server import Server
from tests.github.service import Service
from tests.github.state import Hub, ticking

VERSION = contract.VERSION
WORKFLOW = "token-of-the-workflow"
MAINTAINER = "token-of-the-maintainer"
WRITES = {"contents": "write", "pull-requests": "write", "issues": "write"}
ADMINISTERED = ("administration", "environments", "organization-administration", "pages", "secrets")
ALL = WRITES | dict.fromkeys(("actions", "checks", "workflows", *ADMINISTERED), "write")
SEED = {"README.md": "# Digests\n"}
EXCHANGES: Counter[str] = Counter()
"""What the bot asked all doubles of this process; the tests end by telling it."""


class Double:
    """The server, what it remembers, and what people do to it while clients are at work."""

    def __init__(
        self,
        files: Mapping[str, str | bytes] | None = None,
        owner: str = "harbour",
        name: str = "digests",
        clock: Callable[[], datetime] | None = None,
    ) -> None:
        self.temporary = tempfile.TemporaryDirectory(prefix="github-double-")
        self.folder = Path(self.temporary.name)
        now = clock or ticking()
        self.hub = Hub(owner=owner, name=name, clock=now, repository=Repository(self.folder, now))
        self.seed(files or SEED)
        tokens = {WORKFLOW: Token(permissions=WRITES), MAINTAINER: Token(login="ada", permissions=ALL)}
        self.service = Service(hub=self.hub, tokens=tokens)
        self.server = Server(self.service.answer, self.service.violations.append)
        self.base = self.hub.url = self.server.url
        self.violations = self.service.violations
        """What broke the description; must be empty in the end."""
        self.calls = self.service.calls
        self.faults = self.service.faults
        self.tokens = tokens
        self.settings = self.hub.settings
        self.permission = self.hub.permission
        """People's roles: admin, maintain, write, triage, read, none; None for an account that is gone."""

    def seed(self, files: Mapping[str, str | bytes]) -> None:
        beginning = begun(tuple(files.items()), self.hub.repository.clock())
        shutil.copytree(beginning, self.folder, dirs_exist_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        if not os.environ.get("PYTEST_CURRENT_TEST", "").startswith("tests/github/"):  # where it is asked wrong things
            EXCHANGES.update(validated=self.validated, violations=len(self.violations))
        if kind is None and self.violations:
            raise AssertionError("\n".join(self.violations))

    def stop(self) -> None:
        self.server.close()
        self.temporary.cleanup()

    @property
    def validated(self) -> int:
        """How many requests were found right, together with their answers."""
        return self.service.validated

    def on_call(self, hook: Callable[[int], None] | None) -> None:
        """Has a hook called with each call's number before its effect; it may raise `NoAnswer` or signal the client."""
        self.service.on_call = hook

    def git(self, *arguments: str) -> str:
        """Asks git itself."""
        return self.hub.repository.git(*arguments)

    def file(self, branch: str, path: str) -> str:
        """What a file says on a branch."""
        return self.hub.repository.output("show", f"refs/heads/{branch}:{path}").decode()

    # What people do

    def edit(self, branch: str, path: str, text: str | bytes, by: str = "ada") -> str:
        """Commits a file in the browser; says which commit that made."""
        with self.service.lock:
            return people.edit(self.hub, branch, path, text, by)

    def delete(self, branch: str, path: str, by: str = "ada") -> str:
        with self.service.lock:
            return people.edit(self.hub, branch, path, None, by)

    def branch(self, name: str, start: str = "main") -> str:
        """Makes a branch where another one is."""
        with self.service.lock:
            return people.make_branch(self.hub, name, start)

    def delete_branch(self, name: str, by: str = "ada") -> None:
        with self.service.lock:
            self.hub.remove(f"refs/heads/{name}", by)

    def open_pull(self, branch: str, title: str = "By hand", body: str = "", by: str = "ada") -> int:
        with self.service.lock:
            return people.open_pull(self.hub, branch, title, body, by)

    def open_issue(self, title: str, body: str = "", by: str = "ada") -> int:
        with self.service.lock:
            return self.hub.open(by, title, body).number

    def comment(self, number: int, text: str, by: str = "ada") -> dict[str, Any]:
        """Comments on a pull request or issue; gives the webhook's payload, as GITHUB_EVENT_PATH would hold it."""
        with self.service.lock:
            payload = people.comment(self.hub, number, text, by)
            self.violations.extend(f"issue_comment: {problem}" for problem in people.payload_problems(payload))
            return payload

    def revise(self, comment: int, text: str) -> None:
        """Edits a comment, as everyone with write access can."""
        with self.service.lock:
            self.hub.comments[comment].body = text
            self.hub.comments[comment].updated = self.hub.now()

    def merge(self, number: int, by: str = "ada", method: str = "merge") -> str:
        """Merges a pull request; says which commit that made."""
        with self.service.lock:
            return people.merge(self.hub, number, by, method)

    def close(self, number: int, by: str = "ada") -> None:
        """Closes a pull request or issue."""
        with self.service.lock:
            self.hub.close(self.hub.issues[number], by)


@cache
def begun(files: tuple[tuple[str, str | bytes], ...], now: datetime) -> Path:
    """A repository whose first commit holds these files, made once in each test process."""
    folder = Path(tempfile.mkdtemp(prefix="github-double-"))
    atexit.register(shutil.rmtree, folder)
    repository = Repository(folder, lambda: now)
    repository.create()
    contents = {path: text.encode() if isinstance(text, str) else text for path, text in files}
    tree = repository.tree(EMPTY_TREE, {path: (FILE, repository.store(text)) for path, text in contents.items()})
    ada = views.signature("ada")
    repository.move("refs/heads/main", repository.commit(tree, (), "Begin", ada, ada))
    return folder
