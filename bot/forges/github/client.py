"""Asks GitHub with patience: waits where it says so, and looks whether a write is done before it is repeated."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from github import Auth, BadAttributeException, Github, GithubException
from github.NamedUser import NamedUser
from github.Organization import Organization
from github.Repository import Repository

from bot.forges.github import refusal
from bot.forges.github.settings import Settings

T = TypeVar("T")
REPEATS = 2
PACE = 1.0  # seconds before each write, as GitHub asks of everyone
PAGE = 100  # the most that GitHub lists at once
READ_CONTENTS, WRITE_CONTENTS = "contents: read", "contents: write"
READ_PULLS, WRITE_PULLS = "pull-requests: read", "pull-requests: write"
READ_ISSUES, WRITE_ISSUES = "issues: read", "issues: write"
# The connection broke, or the JSON did.
LOST = (OSError, ValueError)
# How PyGithub trips over what is no answer of GitHub's: a proxy's page, another host's address.
STRANGE = (BadAttributeException, AssertionError, AttributeError, KeyError, RuntimeError, TypeError)


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """A repository on GitHub. `branch` is what a hint calls the branch that cannot be written."""

    settings: Settings
    github: Github = field(repr=False)
    repository: Repository = field(repr=False)
    sleep: Callable[[float], None] = field(repr=False)
    branch: str = "digest/*"

    def attempt(
        self,
        act: Callable[[], T],
        settled: Callable[[], T | None] = lambda: None,
        need: str = READ_CONTENTS,
        left: int = REPEATS,
    ) -> T:
        """What `act` gives. Where it fails, `settled` looks whether it is done all the same before it is repeated."""
        if need.endswith("write"):
            self.sleep(PACE)
        try:
            return act()
        except (GithubException, *LOST, *STRANGE) as error:
            why = refused(error)
        wait = why.wait if left else None
        if wait is not None:
            self.sleep(min(wait * 2 ** (REPEATS - left), refusal.LONGEST_WAIT))
        done = settled()
        if done is not None:
            return done
        if wait is None:
            raise refusal.failure(why, need, self.branch, self.settings)
        return self.attempt(act, settled, need, left - 1)

    def login(self) -> str | None:
        """Whose token it is. The workflow's and an app's are bots': GitHub does not say which."""
        me = self.github.get_user()
        return self.attempt(lambda: found(lambda: sound(me.login, me.login), 403))

    def is_own(self, user: NamedUser | Organization | None) -> bool:
        """Whether an account is the token's. Of bots any one counts: an app may finish what the workflow began."""
        if user is None:
            return False
        login = self.login()
        return user.login == login if login else user.type == "Bot"


def connect(settings: Settings, sleep: Callable[[float], None] = time.sleep, branch: str = "digest/*") -> Client:
    """Nothing is asked of GitHub yet."""
    github = Github(
        auth=Auth.Token(settings.token),
        base_url=settings.api,
        api_version="2022-11-28",
        timeout=settings.seconds,
        per_page=PAGE,
        retry=None,  # PyGithub's own would repeat a write without looking
        seconds_between_requests=None,
        seconds_between_writes=None,
        lazy=True,
    )
    repository = github.get_repo(settings.repository)
    return Client(settings=settings, github=github, repository=repository, sleep=sleep, branch=branch)


def found(read: Callable[[], T], none: int = 404) -> T | None:
    """What there is; None where GitHub answers with the status that says there is none."""
    try:
        return read()
    except GithubException as error:
        if error.status == none and refused(error).limit is None:
            return None
        raise


def sound(answer: T, holds: object) -> T:
    """The answer, where it holds what GitHub's would; a proxy's page does not."""
    if not holds:
        raise ValueError("not an answer of GitHub's")
    return answer


def refused(error: Exception) -> refusal.Refusal:
    if isinstance(error, GithubException):
        return refusal.read(error.status, error.data, error.headers)
    return refusal.Refusal(status=0 if isinstance(error, LOST) else refusal.STRANGE, message=type(error).__name__)
