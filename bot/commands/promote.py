"""Moves picks one tier up: wildcard, adjacent, core."""

from bot.commands import Desk, stepped
from bot.model import Command, Reply, Role

USAGE = '/promote <number> or "title"'
ROLE = Role.MAINTAINER


def run(command: Command, desk: Desk) -> Reply:
    return stepped(command, desk, -1, USAGE)
