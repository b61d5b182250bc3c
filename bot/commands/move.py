"""Moves a pick to another tier, or to the place of another pick."""

from dataclasses import replace

from bot.commands import Desk, decided, first, name, numbered, put_into, tier_of, word, writeup_of
from bot.errors import CommandError
from bot.model import Command, Entry, Reply, Role, Tier

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
    """A pick at another one's place. The order is that of the page, so that what people moved stays where it is."""
    writeup_of(desk, entry)
    tier = tier_of(desk, place)
    keys = [each.id for each in desk.shown.entries if each.id]
    at = keys.index(place.id) if place.id in keys else len(keys)
    keys.remove(entry.id)
    order = (*keys[:at], entry.id, *keys[at:])
    decisions = desk.digest.decisions
    decisions = replace(decisions, order=order, tiers={**decisions.tiers, entry.id: tier})
    headings = {f"## {tier_of(desk, each)}/order" for each in (entry, place)}
    return Reply(
        text=f"Moved {name(entry)} to the place of {name(place)}, in {tier.capitalize()}.",
        digest=decided(desk.digest, decisions),
        released=(f"{entry.key}/place", *sorted(headings)),
    )
