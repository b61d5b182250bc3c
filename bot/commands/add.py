"""Brings a contribution of the program into the digest."""

from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches

from bot.blocks import entry_key
from bot.commands import Desk, absent, decided, is_roundup, joined, require_tiers, without
from bot.errors import CommandError
from bot.markdown import quiet
from bot.model import Command, Pick, Reply, Role, Tier
from bot.text import folded, listing

USAGE = "/add <title or id> [core | adjacent | wildcard]"
ROLE = Role.MAINTAINER


def run(command: Command, desk: Desk) -> Reply:
    wanted, tier = asked(command.arguments)
    if tier:
        require_tiers(desk)
    here = tuple(writeup.pick for writeup in desk.digest.writeups)
    pick = found(wanted, here) or found(wanted, desk.digest.near_misses) or certain(wanted, desk)
    key = pick.contribution.id
    chosen = tier or pick.tier
    tiers = {} if is_roundup(desk) else {key: chosen}
    if any(entry.id == key for entry in desk.shown.entries):
        raise CommandError(
            f"“{quiet(pick.contribution.title)}” is in the digest already", hint="/move changes where it stands"
        )
    decisions = desk.digest.decisions
    decisions = replace(
        decisions,
        added=joined(decisions.added, key),
        dropped=without(decisions.dropped, key),
        tiers={**decisions.tiers, **tiers},
    )
    digest = desk.digest
    if pick not in here:
        written = desk.write((replace(pick, tier=chosen, reason="A maintainer added it."),), {})
        digest = replace(digest, writeups=(*digest.writeups, *written))
    where = f"from {quiet(pick.contribution.session)}" if is_roundup(desk) else f"to {chosen.capitalize()}"
    text = f"Added “{quiet(pick.contribution.title)}” {where}."
    return Reply(text=text, digest=decided(digest, decisions), released=(entry_key(key),))


def asked(arguments: str) -> tuple[str, Tier | None]:
    """What is wanted, and the tier that the arguments end with."""
    words = arguments.strip().rsplit(maxsplit=1)
    tier = next((tier for tier in Tier if len(words) == 2 and words[1].lower() == tier), None)
    wanted = (words[0] if tier else arguments).strip().strip('"“”„«»').strip()
    if not wanted:
        raise CommandError("which contribution is to be added?", hint=f"as in {USAGE}")
    return wanted, tier


def found(wanted: str, picks: Sequence[Pick]) -> Pick | None:
    """The pick of that id or title, or the only one whose title holds the words."""
    title = folded(wanted)
    for same in (
        [pick for pick in picks if pick.contribution.id == wanted],
        [pick for pick in picks if folded(pick.contribution.title) == title],
        [pick for pick in picks if title and title in folded(pick.contribution.title)],
    ):
        if len(same) == 1:
            return same[0]
        if same:
            shown = listing([f"“{quiet(pick.contribution.title)}” (`{pick.contribution.id}`)" for pick in same[:6]])
            raise CommandError(
                f"several contributions are called so: {shown}", hint="name one by its id or whole title"
            )
    return None


def certain(wanted: str, desk: Desk) -> Pick:
    """As `found`, among all that there is to choose from. Raises CommandError with the nearest title."""
    picks = desk.consider()
    if pick := found(wanted, picks):
        return pick
    near = get_close_matches(wanted, [pick.contribution.title for pick in picks], n=1, cutoff=0.4)
    raise absent(desk, wanted, f"did you mean “{quiet(near[0])}”?" if near else "copy the title from its source")
