"""Moves a pick to another tier, or to the place of another pick."""

from dataclasses import replace

from bot.commands import Desk, decided, first, is_roundup, name, numbered, put_into, tier_of, word, writeup_of
from bot.errors import CommandError
from bot.model import Command, Decisions, Entry, Reply, Role, Tier

USAGE = "/move <number> core | adjacent | wildcard | <number>"
ROLE = Role.MAINTAINER


def run(command: Command, desk: Desk) -> Reply:
    entry, rest = first(desk, command.arguments, USAGE)
    rest = rest.strip().removeprefix("to ").strip()
    tier, _ = word(rest, tuple(Tier))
    if tier:
        return put_into(desk, {entry: Tier(tier)})
    if not rest.strip("#").isdecimal():
        raise CommandError("where to?", hint=f"as in {USAGE}")
    return before(desk, entry, numbered(desk, int(rest.strip("#"))))


def before(desk: Desk, entry: Entry, place: Entry) -> Reply:
    """A pick at another one's place."""
    writeup_of(desk, entry)
    if desk.digest.edition.form == "session-notes":
        raise CommandError(
            "the picks of session notes stand by session and time", hint="you can move it in the file, where it stays"
        )
    decisions = replace(desk.digest.decisions, order=order(desk, entry, place))
    if is_roundup(desk):
        return within_topic(desk, entry, place, decisions)
    tier = tier_of(desk, place)
    decisions = replace(decisions, tiers={**decisions.tiers, entry.id: tier})
    headings = {f"## {tier_of(desk, each)}/order" for each in (entry, place)}
    return Reply(
        text=f"Moved {name(entry)} to the place of {name(place)}, in {tier.capitalize()}.",
        digest=decided(desk.digest, decisions),
        released=(f"{entry.key}/place", *sorted(headings)),
    )


def within_topic(desk: Desk, entry: Entry, place: Entry, decisions: Decisions) -> Reply:
    if not entry.section or entry.section != place.section:
        raise CommandError(
            f"{name(entry)} and {name(place)} stand under different headings, and a roundup's picks stand by topic",
            hint="elsewhere you can move it in the file, where it stays",
        )
    return Reply(
        text=f"Moved {name(entry)} to the place of {name(place)}.",
        digest=decided(desk.digest, decisions),
        released=(f"{entry.section}/order",),
    )


def order(desk: Desk, entry: Entry, place: Entry) -> tuple[str, ...]:
    """The order of the page, so that what people moved stays where it is, with a pick at another one's place."""
    keys = [each.id for each in desk.shown.entries if each.id]
    at = keys.index(place.id) if place.id in keys else len(keys)
    keys.remove(entry.id)
    return (*keys[:at], entry.id, *keys[at:])
