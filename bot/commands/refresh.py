"""Reads the program again, or the digests of a roundup, and drafts from what they say now; decisions and edits stay."""

from bot.commands import Desk, drafted_anew
from bot.model import Command, Reply, Role

USAGE = "/refresh"
ROLE = Role.MAINTAINER


def run(command: Command, desk: Desk) -> Reply:
    return drafted_anew(desk)
