"""What started a workflow: who asked for what, and where. Strangers write events: whatever does not fit is ignored.

An event that asks for nothing gives a sentence that says why.
"""

import json
import re
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from bot.errors import ConfigError
from bot.forges.github.words import REPLY

T = TypeVar("T")
MOST_BYTES = 5_000_000
DASHBOARD = "digest-dashboard"
LOGIN = re.compile(r"[A-Za-z0-9_-]{1,100}")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a person asks for, in a comment, or by editing the dashboard: then there is no comment (0), and a `before`.

    `author` is who wrote the comment or edited the dashboard; what they may do is for the forge to say.
    """

    number: int
    is_pull: bool
    author: str
    text: str
    time: datetime
    comment: int = 0
    before: str = ""

    @property
    def sha256(self) -> str:
        return sha256(self.text.encode()).hexdigest()

    @property
    def key(self) -> str:
        """What a reply to it names."""
        return str(self.comment or f"the edit of {self.time:%Y-%m-%dT%H:%M:%SZ}")


class Ignored(Exception):
    """Why nothing is asked."""


def read(name: str, path: Path) -> Asked | str:
    """What the event asks for whose JSON is in a file."""
    try:
        return asked(name, loaded(path))
    except Ignored as why:
        return str(why)


def loaded(path: Path) -> object:
    """The JSON of an event. Raises Ignored for what is none."""
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise ConfigError(
            f"the event cannot be read: {error.strerror or type(error).__name__}",
            hint="in a workflow GITHUB_EVENT_PATH names its file; elsewhere leave out --github",
        ) from None
    expect(len(text) <= MOST_BYTES, "The event is too large.")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Ignored("The event is not JSON.") from None


def asked(name: str, event: object) -> Asked | str:
    """What an event asks for, by its name in GitHub's terms."""
    try:
        if name == "issue_comment":
            return commented(event)
        if name == "issues":
            return edited(event)
    except Ignored as why:
        return str(why)
    return "Only comments and edits of the dashboard ask for something."


def commented(event: object) -> Asked:
    expect(at(event, "action", str) == "created", "Only a new comment is read, not one that was edited or deleted.")
    number, is_pull = thread(event)
    expect(at(event, "comment", dict).get("user") is not None, "The comment's author has no account any more.")
    expect(at(event, "comment.user.type", str) == "User", "The comment is a bot's.")
    author, text = at(event, "comment.user.login", str), at(event, "comment.body", str)
    expect(author == person(event), "The comment is not by the one who sent it.")
    # Where the bot's token is a person's, its replies come back as that person's comments.
    expect(not text.startswith(REPLY), "The comment is a reply of the bot.")
    comment, time = positive(event, "comment.id"), moment(event, "comment.created_at")
    return Asked(number=number, is_pull=is_pull, author=author, text=text, time=time, comment=comment)


def edited(event: object) -> Asked:
    expect(at(event, "action", str) == "edited", "Only an edit of the dashboard is read.")
    number, is_pull = thread(event)
    expect(not is_pull, f"#{number} is not the dashboard.")
    expect("body" in at(event, "changes", dict), "The text of the dashboard has not changed.")
    before, text = (at(event, path, str) for path in ("changes.body.from", "issue.body"))
    time = moment(event, "issue.updated_at")
    return Asked(number=number, is_pull=False, author=person(event), text=text, time=time, before=before)


def thread(event: object) -> tuple[int, bool]:
    """The number, and whether it is a pull request's: else it must be the dashboard's."""
    number, issue = positive(event, "issue.number"), at(event, "issue", dict)
    is_pull = isinstance(issue.get("pull_request"), dict)
    labels = at(event, "issue.labels", list)
    is_dashboard = any(isinstance(label, dict) and label.get("name") == DASHBOARD for label in labels)
    expect(is_pull or is_dashboard, f"#{number} is neither a pull request nor the dashboard.")
    expect(at(event, "issue.state", str) == "open", f"#{number} is closed.")
    return number, is_pull


def person(event: object) -> str:
    """Who did it."""
    expect(at(event, "sender.type", str) == "User", "A bot did it.")
    login = at(event, "sender.login", str)
    expect(LOGIN.fullmatch(login) is not None, "The sender's name is not one of GitHub's.")
    return login


def positive(event: object, path: str) -> int:
    number = at(event, path, int)
    expect(0 < number < 2**53, f"The event's {path} is not a number of GitHub's.")
    return number


def moment(event: object, path: str) -> datetime:
    text = at(event, path, str)
    expect(_TIME.fullmatch(text) is not None, f"The event's {path} is not a time.")
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise Ignored(f"The event's {path} is not a time.") from None


def at(event: object, path: str, kind: type[T]) -> T:
    """What stands at a path such as `comment.user.login`; it must be of just this kind, and text must be Unicode's."""
    here = event
    for name in path.split("."):
        here = here.get(name) if isinstance(here, dict) else None
    # True is an integer to Python, and half a surrogate pair a character.
    if type(here) is not kind or (isinstance(here, str) and any("\ud800" <= each <= "\udfff" for each in here)):
        raise Ignored(f"The event has no {path} that can be read.")
    return here


def expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Ignored(otherwise)
