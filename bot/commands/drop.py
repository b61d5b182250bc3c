"""Takes picks out of the digest; the next runs leave them out too."""

from dataclasses import replace

from bot.commands import Desk, decided, joined, name, several, without, writeup_of
from bot.model import Command, Reply, Role
from bot.text import listing

USAGE = '/drop <number> or "title"'
ROLE = Role.MAINTAINER


def run(command: Command, desk: Desk) -> Reply:
    gone = several(desk, command.arguments, USAGE)
    ids = [writeup_of(desk, entry).pick.contribution.id for entry in gone]
    decisions = desk.digest.decisions
    dropped = replace(decisions, dropped=joined(decisions.dropped, *ids), added=without(decisions.added, *ids))
    edited = [f"{name(entry)}: {', '.join(entry.theirs)}" for entry in gone if entry.theirs]
    note = f" A person had edited {listing(edited)}; those words are in the branch's history." if edited else ""
    return Reply(
        text=f"Dropped {listing([name(entry) for entry in gone])}.{note} `/add` brings a pick back.",
        digest=decided(desk.digest, dropped),
        released=tuple(entry.key for entry in gone),
    )
