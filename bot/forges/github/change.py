"""What the event of a pull request asks to have checked. Strangers write events: whatever does not fit is ignored."""

import re
from dataclasses import dataclass
from pathlib import Path

from bot.forges.github.event import Ignored, at, expect, loaded, positive

_SHA = re.compile(r"[0-9a-f]{40}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a pull request asks for: everything between the commit it starts from and its newest one."""

    number: int
    base: str
    head: str


def read(name: str, path: Path) -> Change | str:
    """What the event asks to have checked whose JSON is in a file; a sentence where that is nothing."""
    try:
        return change(name, loaded(path))
    except Ignored as why:
        return str(why)


def change(name: str, event: object) -> Change | str:
    """As `read`, by the event's name in GitHub's terms."""
    try:
        expect(name == "pull_request", "Only the event pull_request is checked.")
        expect(at(event, "pull_request.state", str) == "open", "The pull request is closed.")
        base, head = (at(event, f"pull_request.{end}.sha", str) for end in ("base", "head"))
        expect(bool(_SHA.fullmatch(base) and _SHA.fullmatch(head)), "The event names no commits.")
        return Change(number=positive(event, "pull_request.number"), base=base, head=head)
    except Ignored as why:
        return str(why)
