"""Reads the program again and drafts from what it says now; decisions and edits stay."""

from bot.commands import Desk
from bot.model import Command, Reply, Role

USAGE = "/refresh"
ROLE = Role.MAINTAINER


def run(command: Command, desk: Desk) -> Reply:
    digest = desk.redraft(desk.digest.decisions)
    before, now = desk.digest.program.contributions, digest.program.contributions
    count = f"{now:,} contributions" + (f" (there were {before:,})" if now != before else ", as before")
    return Reply(text=f"Read the program again: {count}.", digest=digest)
