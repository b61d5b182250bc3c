"""Talks with whoever asked: what about, what they may do here, one reaction, and one reply that is edited.

A comment names no commit: who commits reads the branch anew with `GitHub.files`, which holds it at one commit.
"""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass

from github.Issue import Issue
from github.IssueComment import IssueComment
from github.PullRequest import PullRequest as Pull
from github.Reaction import Reaction

from bot.errors import CommandError, Elsewhere
from bot.forges.github import addenda, client
from bot.forges.github.client import READ_ISSUES, READ_PULLS, WRITE_ISSUES, WRITE_PULLS, Client, found, sound
from bot.forges.github.event import DASHBOARD, LOGIN, Asked
from bot.forges.github.note import Note
from bot.forges.github.settings import Settings
from bot.forges.github.words import replied, reply_mark
from bot.model import Role

EYES = "eyes"
_DIGEST = re.compile(r"digest/([a-z0-9]+(?:-[a-z0-9]+)*)")
_WRITERS = ("admin", "maintain", "write")


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """What goes to and fro about one comment, or about one edit of the dashboard."""

    client: Client
    asked: Asked

    def edition(self) -> str:
        """Whose digest is spoken of, "" on the dashboard. Raises CommandError where it is not as it was asked."""
        self.require_same_text()
        return self.digest() if self.asked.is_pull else self.dashboard()

    def role(self, login: str) -> Role:
        """What somebody may do at this moment. An `author_association` says less, and a comment nothing at all."""
        if not LOGIN.fullmatch(login):
            return Role.READER
        repository = self.client.repository
        permission = self.client.attempt(lambda: found(lambda: repository.get_collaborator_permission(login)))
        return Role.MAINTAINER if permission in _WRITERS else Role.READER

    def react(self) -> None:
        """Shows at once that the comment was seen. An edit can bear no reaction."""

        def reacted() -> bool:
            return sound(True, self.comment.create_reaction(EYES).content)

        if self.asked.comment and not self.is_seen():
            self.client.attempt(reacted, lambda: self.is_seen() or None, self.writing)

    def say(self, text: str) -> str:
        """The one reply, made or changed so that it says this; gives its address."""
        return self.reply.say(replied(text, self.asked.key))

    def said(self) -> str:
        """What the reply says so far, "" without one."""
        reply = self.reply.comment()
        return reply.body.removeprefix(reply_mark(self.asked.key)).strip() if reply else ""

    # Where it is

    @property
    def issue(self) -> Issue:
        return self.client.repository.get_issue(self.asked.number)

    @property
    def comment(self) -> IssueComment:
        return self.issue.get_comment(self.asked.comment)

    @property
    def reading(self) -> str:
        return READ_PULLS if self.asked.is_pull else READ_ISSUES

    @property
    def writing(self) -> str:
        """`issues: write` does not let anyone comment on a pull request."""
        return WRITE_PULLS if self.asked.is_pull else WRITE_ISSUES

    @property
    def reply(self) -> Note:
        return Note(
            client=self.client,
            number=self.asked.number,
            mark=reply_mark(self.asked.key),
            since=self.asked.time,
            reading=self.reading,
            writing=self.writing,
        )

    # Looking

    def require_same_text(self) -> None:
        """Others may edit a comment after it was written. Edits of the dashboard follow each other, each by itself."""
        if not self.asked.comment:
            return

        def looked() -> str:
            text = self.comment.complete().body
            return sound(text, text is not None)

        if self.client.attempt(lambda: found(looked), need=self.reading) != self.asked.text:
            raise CommandError(
                "the comment was changed or deleted after it was written", hint="write it as a new comment"
            )

    def digest(self) -> str:
        """The edition of the pull request. Its author need not be the bot: a branch here takes write permission."""

        def looked() -> tuple[str, str, str]:
            pull: Pull = self.client.repository.get_pull(self.asked.number).complete()
            home = pull.head.repo  # None where the fork is gone
            return pull.state, pull.head.ref, home.full_name if home else ""

        state, branch, home = self.client.attempt(looked, need=READ_PULLS)
        edition, is_here = _DIGEST.fullmatch(branch), home.lower() == self.client.settings.repository.lower()
        if is_here and state == "open" and branch.startswith(addenda.BRANCHES):
            raise Elsewhere(
                "this is an addendum to a digest that is published, and commands change digests before that",
                hint="edit its page here, where what you write stays; or close this, and none of it is told again",
            )
        if not edition or not is_here:
            raise CommandError(
                f"#{self.asked.number} is not a digest's pull request",
                hint="those come from a branch of this repository that is named digest/<edition>",
            )
        if state != "open":
            raise CommandError(f"#{self.asked.number} is closed", hint="reopen it, or draft it on the dashboard")
        return edition.group(1)

    def dashboard(self) -> str:
        def looked() -> bool:
            issue: Issue = self.issue.complete()
            labels = {label.name for label in sound(issue, issue.state).labels}
            return issue.state == "open" and DASHBOARD in labels

        if not self.client.attempt(looked, need=READ_ISSUES):
            raise CommandError(
                f"#{self.asked.number} is not the dashboard", hint=f"that is open and has the label {DASHBOARD}"
            )
        return ""

    def is_seen(self) -> bool:
        def given() -> list[Reaction]:
            reactions = self.comment.get_reactions().get_page(0)
            return sound(reactions, all(each.content for each in reactions))

        reactions = self.client.attempt(given, need=self.reading)
        return any(each.content == EYES and self.client.is_own(each.user) for each in reactions)


def conversation(settings: Settings, asked: Asked, sleep: Callable[[float], None] = time.sleep) -> Conversation:
    """Nothing is asked of GitHub yet."""
    return Conversation(client=client.connect(settings, sleep), asked=asked)
