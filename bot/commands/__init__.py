"""What a reviewer may ask for in a comment: one module a command, and how they all find what is meant.

A command never touches the pull request: it answers with a new Digest, which travels the same road as any other.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Protocol

from bot.blocks import LABELS
from bot.errors import CommandError
from bot.markdown import quiet
from bot.model import Command, Decisions, Digest, Entry, Pick, Reply, Role, Shown, Tier, WriteUp
from bot.text import folded, listing


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What lies before a command. `shown` is the page as its numbers stood when the comment was written.

    `write` writes picks up, by a maintainer's guidance if there is some. `consider` reads the program again and gives
    every contribution with its score and the reason why it is in or out; `redraft` drafts the digest from it, by these
    decisions. These two may take a minute and raise what reading a program raises.
    """

    digest: Digest
    shown: Shown
    role: Role
    write: Callable[[Sequence[Pick], Mapping[str, str]], tuple[WriteUp, ...]]
    consider: Callable[[], tuple[Pick, ...]]
    redraft: Callable[[Decisions], Digest]


class CommandModule(Protocol):
    """The contract. The docstring is the command's line in /help."""

    USAGE: str
    ROLE: Role

    def run(self, command: Command, desk: Desk) -> Reply:
        """Carries the command out on the digest. Raises CommandError, whose text is the reply."""


# ---- what is meant

_QUOTED = re.compile(r"\s*[\"“”„«]([^\"“”„«»]{2,300})[\"“”»]\s*")
_NUMBER = re.compile(r"\s*#?(\d{1,3})(?=$|[\s.,;:)])[.,;:)]?\s*")
_WORD = re.compile(r"\s*([\w-]+)(?=$|[\s.,;:])[.,;:]?\s*")


def several(desk: Desk, arguments: str, usage: str) -> tuple[Entry, ...]:
    """The entries that numbers or titles name: "3", "3, 5", "“Tidal Queues”", or a title without quotes."""
    found: list[Entry] = []
    rest = arguments.replace(" and ", " ") if re.fullmatch(r"[\d\s,;#]+(?:and)?[\d\s,;#]*", arguments) else arguments
    while rest.strip():
        entry, rest = first(desk, rest, usage)
        found.append(entry)
    if not found:
        raise CommandError("this command needs a number or a title", hint=f"as in {usage}; {numbers(desk)}")
    return tuple(dict.fromkeys(found))


def first(desk: Desk, arguments: str, usage: str) -> tuple[Entry, str]:
    """The entry that the arguments begin with, and what follows it."""
    if number := _NUMBER.match(arguments):
        return numbered(desk, int(number.group(1))), arguments[number.end() :]
    if quoted := _QUOTED.match(arguments):
        return titled(desk, quoted.group(1)), arguments[quoted.end() :]
    if not arguments.strip():
        raise CommandError("this command needs a number or a title", hint=f"as in {usage}; {numbers(desk)}")
    return titled(desk, arguments), ""


def numbered(desk: Desk, number: int) -> Entry:
    for entry in desk.shown.entries:
        if entry.number == number:
            return entry
    raise CommandError(f"there is no pick {number}", hint=numbers(desk))


SHORTEST = 4  # letters that stand for a title; "of" is no name


def titled(desk: Desk, title: str) -> Entry:
    """The entry whose title it is, or the only one whose title holds it."""
    wanted = folded(title)
    same = [entry for entry in desk.shown.entries if wanted and wanted == folded(entry.title)]
    words = f" {wanted} " if len(wanted) >= SHORTEST else "\n"
    holding = [entry for entry in desk.shown.entries if words in f" {folded(entry.title)} "]
    if len(same or holding) == 1:
        return (same or holding)[0]
    if same or holding:
        shown = listing([f"{entry.number} “{quiet(entry.title)}”" for entry in same or holding])
        raise CommandError(f"several picks are called so: {shown}", hint="name one by its number")
    near = get_close_matches(title, [entry.title for entry in desk.shown.entries], n=1, cutoff=0.5)
    hint = next((f"did you mean {e.number}, “{quiet(e.title)}”?" for e in desk.shown.entries if e.title in near), "")
    raise CommandError(f"no pick is called “{quiet(title[:80])}”", hint=hint or numbers(desk))


def numbers(desk: Desk) -> str:
    """Which numbers there are, for a hint."""
    counted = [entry.number for entry in desk.shown.entries]
    return f"picks run from {min(counted)} to {max(counted)}" if counted else "the page has no picks"


def word(arguments: str, among: Sequence[str]) -> tuple[str, str]:
    """The word of a list that the arguments begin with, "" without one, and what follows it."""
    found = _WORD.match(arguments)
    if found and found.group(1).lower() in among:
        return found.group(1).lower(), arguments[found.end() :]
    return "", arguments


def writeup_of(desk: Desk, entry: Entry) -> WriteUp:
    """The bot's own write-up behind an entry; a person's entry has none."""
    for writeup in desk.digest.writeups:
        if writeup.pick.contribution.id == entry.id:
            return writeup
    raise CommandError(
        f"pick {entry.number}, “{quiet(entry.title)}”, was written by a person", hint="change or delete it in the file"
    )


def tier_of(desk: Desk, entry: Entry) -> Tier:
    """The tier that it stands under on the page; where pages have no tiers, the digest's."""
    return entry.tier or writeup_of(desk, entry).pick.tier


def name(entry: Entry) -> str:
    return f"“{quiet(entry.title)}” (pick {entry.number})"


# ---- fields and what holds several of them

WHOLE = {"lead": ("lead",), "themes": ("## themes", "## overview", "theme")}
TEXTS = ("title", "byline", "why", "what", "how", "where", "reasons")


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """What a command is about: an entry or one field of it, or else the lead or the themes."""

    entry: Entry | None = None
    field: str = ""
    keys: tuple[str, ...]
    told: str


def meant(desk: Desk, arguments: str, usage: str) -> Meant:
    """The field, entry or section that the arguments name."""
    whole, _ = word(arguments, tuple(WHOLE))
    if whole:
        return Meant(keys=WHOLE[whole], told=f"the {whole}")
    entry, rest = first(desk, arguments, usage)
    field, rest = word(rest, (*TEXTS, "place"))
    if rest.strip():
        raise CommandError(f"“{quiet(rest.strip()[:40])}” is no field of a pick", hint=f"as in {usage}")
    if not entry.key:
        raise CommandError(f"{name(entry)} is a person's already", hint="no run changes it")
    key = f"{entry.key}/{field}" if field else entry.key
    return Meant(
        entry=entry, field=field, keys=(key,), told=f"{LABELS[field]} of {name(entry)}" if field else name(entry)
    )


def edited(desk: Desk, about: Meant) -> tuple[str, ...]:
    """The keys of what a person changed there."""
    if about.entry:
        names = [each for each in about.entry.theirs if about.field in ("", each)]
        return tuple(f"{about.entry.key}/{each}" for each in names)
    return tuple(key for key in desk.shown.theirs if key.startswith(tuple(f"{key}/" for key in about.keys)))


# ---- roundups, which join other digests and have no tiers of their own


def is_roundup(desk: Desk) -> bool:
    return desk.digest.edition.form == "roundup"


def require_tiers(desk: Desk) -> None:
    if is_roundup(desk):
        raise CommandError(
            "a roundup has no tiers, its picks stand by topic", hint="`/move 5 1` puts one before another of its topic"
        )


def absent(desk: Desk, title: str, hint: str) -> CommandError:
    """Why there is no contribution of a title."""
    where = "no digest that is joined here has a pick" if is_roundup(desk) else "the program has no"
    return CommandError(f"{where} “{quiet(title[:80])}”", hint=hint)


def drafted_anew(desk: Desk) -> Reply:
    """The digest from what its source says now: a program, or the digests that a roundup joins."""
    digest = desk.redraft(desk.digest.decisions)
    before, now = desk.digest.program.contributions, digest.program.contributions
    did, what = ("Joined the digests", "picks") if is_roundup(desk) else ("Read the program", "contributions")
    count = f"{now:,} {what}" + (f" (there were {before:,})" if now != before else ", as before")
    return Reply(text=f"{did} again: {count}.", digest=digest)


# ---- what is decided


def put_into(desk: Desk, tiers: Mapping[Entry, Tier]) -> Reply:
    """The digest with picks in other tiers."""
    require_tiers(desk)
    decisions = desk.digest.decisions
    put = {writeup_of(desk, entry).pick.contribution.id: tier for entry, tier in tiers.items()}
    told = listing([f"{name(entry)} to {tier.capitalize()}" for entry, tier in tiers.items()])
    return Reply(
        text=f"Moved {told}.",
        digest=decided(desk.digest, replace(decisions, tiers={**decisions.tiers, **put})),
        released=tuple(f"{entry.key}/place" for entry in tiers),
    )


def stepped(command: Command, desk: Desk, step: int, usage: str) -> Reply:
    """The digest with picks some tiers further down."""
    require_tiers(desk)
    tiers = list(Tier)
    places = {entry: tiers.index(tier_of(desk, entry)) + step for entry in several(desk, command.arguments, usage)}
    for entry, place in places.items():
        if not 0 <= place < len(tiers):
            where = tier_of(desk, entry).capitalize()
            raise CommandError(f"{name(entry)} is in {where} already", hint="/move puts it anywhere")
    return put_into(desk, {entry: tiers[place] for entry, place in places.items()})


def decided(digest: Digest, decisions: Decisions) -> Digest:
    return replace(digest, decisions=decisions)


def without(kept: Sequence[str], *gone: str) -> tuple[str, ...]:
    return tuple(each for each in kept if each not in gone)


def joined(kept: Sequence[str], *come: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*kept, *come)))
