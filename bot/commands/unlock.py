"""Gives back to the bot what is locked, or a field that a person edited."""

from dataclasses import replace

from bot.blocks import LABELS
from bot.commands import TEXTS, Desk, Meant, decided, edited, meant, without
from bot.errors import CommandError
from bot.model import Command, Reply, Role
from bot.text import listing

USAGE = "/unlock <number> [why | what | how | where | title | place] or lead or themes"
ROLE = Role.MAINTAINER


def run(command: Command, desk: Desk) -> Reply:
    about = meant(desk, command.arguments, USAGE)
    decisions = desk.digest.decisions
    locks = [key for key in decisions.locked if key.startswith(about.keys)]
    theirs = edited(desk, about)
    digest = decided(desk.digest, replace(decisions, locked=without(decisions.locked, *locks)))
    if locks:
        return Reply(text=f"Unlocked {about.told}.{still(about, theirs)}", digest=digest, released=bots(about, theirs))
    if about.field == "place" or (theirs and (about.field or not about.entry)):
        return Reply(text=f"The bot writes {about.told} again.", digest=digest, released=theirs or about.keys)
    raise CommandError(f"{about.told} is not locked", hint=still(about, theirs).strip() or "the bot keeps it current")


def bots(about: Meant, theirs: tuple[str, ...]) -> tuple[str, ...]:
    """What was locked and no person changed: the bot's own words, which may go on changing."""
    if not about.entry or about.field:
        return () if theirs else about.keys
    return tuple(key for key in (f"{about.entry.key}/{name}" for name in TEXTS) if key not in theirs)


def still(about: Meant, theirs: tuple[str, ...]) -> str:
    """Which of it stays a person's, and how to give that up."""
    if not theirs:
        return ""
    names = [key.rpartition("/")[2] for key in theirs]
    told = listing([LABELS.get(each, each) for each in names])
    if not about.entry:
        return f" A person edited it, so those words stay; `/unlock {about.told.removeprefix('the ')}` gives them up."
    how = f"`/unlock {about.entry.number} {names[0]}`"
    return f" A person edited {told}, which stays so; {how} gives that up."
