"""A comment of the bot's own, one for each purpose: known by the mark it begins with, made once, then edited."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import islice

from github.GithubObject import NotSet
from github.Issue import Issue
from github.IssueComment import IssueComment

from bot.forges.github import client
from bot.forges.github.client import READ_PULLS, WRITE_PULLS, Client, found, sound
from bot.forges.github.settings import Settings

MOST_COMMENTS = 1_000  # that are looked through for it
FORBIDDEN = 403


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One comment. `since` is when it was made at the earliest; `reading` and `writing` are what a token needs."""

    client: Client
    number: int
    mark: str
    since: datetime | None = None
    reading: str = READ_PULLS
    writing: str = WRITE_PULLS

    @property
    def issue(self) -> Issue:
        return self.client.repository.get_issue(self.number)

    def say(self, body: str) -> str:
        """Makes it say this; gives its address."""
        before = self.comment()
        return (
            says(body, before)
            or self.client.attempt(
                partial(self.written, body, before), lambda: says(body, self.comment()), self.writing
            )
        ).html_url

    def say_if_allowed(self, body: str) -> str | None:
        """As `say`; None where GitHub says that this token may write no comment."""
        before = self.comment()
        done = says(body, before) or self.client.attempt(
            lambda: found(partial(self.written, body, before), FORBIDDEN),
            lambda: says(body, self.comment()),
            self.writing,
        )
        return done.html_url if done else None

    def comment(self) -> IssueComment | None:
        """What there is of it. A person can write its mark too, hence its author counts."""

        def marked() -> list[IssueComment]:
            later = list(islice(self.issue.get_comments(since=self.since or NotSet), MOST_COMMENTS))
            return [each for each in sound(later, all(each.id for each in later)) if each.body.startswith(self.mark)]

        comments = self.client.attempt(marked, need=self.reading)
        return next((comment for comment in comments if self.client.is_own(comment.user)), None)

    def written(self, body: str, before: IssueComment | None) -> IssueComment:
        if before is None:
            made = self.issue.create_comment(body)
            return sound(made, made.html_url)
        before.edit(body)
        return sound(before, says(body, before))


def says(body: str, now: IssueComment | None) -> IssueComment | None:
    """The comment, where it says this already."""
    return now if now and now.body.replace("\r\n", "\n").strip() == body.strip() else None


def note(settings: Settings, number: int, mark: str, sleep: Callable[[float], None] = time.sleep) -> Note:
    """One on a pull request. Nothing is asked of GitHub yet."""
    return Note(client=client.connect(settings, sleep), number=number, mark=mark)
