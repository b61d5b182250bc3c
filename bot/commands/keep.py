"""Locks a pick, one of its fields, the lead or the themes: no run changes it until it is unlocked."""

from dataclasses import replace

from bot.commands import Desk, decided, joined, meant
from bot.model import Command, Reply, Role

USAGE = "/keep <number> [why | what | how | where] or lead or themes"
ROLE = Role.MAINTAINER


def run(command: Command, desk: Desk) -> Reply:
    about = meant(desk, command.arguments, USAGE)
    decisions = desk.digest.decisions
    locked = replace(decisions, locked=joined(decisions.locked, *about.keys))
    return Reply(text=f"Locked {about.told}. `/unlock` gives it back.", digest=decided(desk.digest, locked))
