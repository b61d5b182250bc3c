"""Lists what you may ask for here."""

from bot import plugins
from bot.commands import Desk, is_roundup
from bot.model import Command, Reply, Role

USAGE = "/help"
ROLE = Role.READER


def run(command: Command, desk: Desk) -> Reply:
    members = [plugins.load("commands", name) for name in plugins.names("commands")]
    allowed = [member for member in members if member.ROLE is Role.READER or desk.role is Role.MAINTAINER]
    rows = "\n".join(f"| `{row(member.USAGE)}` | {row((member.__doc__ or '').strip())} |" for member in allowed)
    rest = "" if desk.role is Role.MAINTAINER else "\n\nThe other commands are for people who may write here."
    here = f"\n\n{ROUNDUP}" if is_roundup(desk) else ""
    return Reply(
        text=f"| command | what it does |\n| --- | --- |\n{rows}{rest}{here}\n\nEach on a line of its own; {NUMBERS}"
    )


ROUNDUP = (
    "This is a roundup: it has no tiers, its picks move within their topic, its words are those of its digests, and "
    "`/add` takes any pick of theirs."
)
NUMBERS = "numbers are those of the page when you wrote the comment, also for several commands at once."


def row(text: str) -> str:
    return text.replace("|", "\\|")
