"""Moves picks one tier down: core, adjacent, wildcard."""

from bot.commands import Desk, stepped
from bot.model import Command, Reply, Role

USAGE = '/demote <number> or "title"'
ROLE = Role.MAINTAINER


def run(command: Command, desk: Desk) -> Reply:
    return stepped(command, desk, +1, USAGE)
