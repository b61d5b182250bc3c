"""What changed between two readings of a program: the same contributions are found again, whatever else changed."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from bot.compare.listed import paired, rows
from bot.compare.mark import is_marked, without_mark
from bot.model import Listed, Program
from bot.text import folded, listing

SHOWN = 20  # changes that are told one by one


class Turn(StrEnum):
    """What can happen to a contribution, the gravest first. The last three happen to what is published."""

    CANCELLED = "cancelled or withdrawn"
    REMOVED = "no longer listed"
    ADDED = "added"
    RETITLED = "renamed"
    MOVED = "moved"
    RECAST = "given other people"
    REWRITTEN = "given another abstract"
    REINSTATED = "listed again"
    STANDARDISED = "published as RFC"
    LINKED = "linked to more"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What happened to one contribution, by the id and title that it has now.

    `links` is where to see it, where its digest is published: what is new there, or who says so.
    """

    turn: Turn
    id: str
    title: str
    before: str = ""
    after: str = ""
    links: Mapping[str, str] = field(default_factory=dict)


Changes = tuple[Change, ...]


def since(before: Sequence[Listed], told_before: tuple[str, ...], now: Sequence[Listed]) -> tuple[str, ...]:
    """What a pull request says of the program's last change.

    `told_before` is what it said so far: reading the same program again neither takes that away nor changes it.
    """
    return (told(between(before, now)) if before else ()) or told_before


def compare(before: Sequence[Listed], after: Program) -> Changes:
    """What changed, the gravest first. What the program marks as cancelled or withdrawn does not take place."""
    return between(before, rows(after.listed))


def between(before: Sequence[Listed], after: Sequence[Listed]) -> Changes:
    """As `compare`, where all that is left of the second program is what was remembered of it."""
    old, new, off = standing(before), standing(after), called_off(after)
    pairs = paired(old, (*new, *off))
    met, sessions = {*pairs.values()}, renamed(pairs)
    gone = (Change(turn=Turn.REMOVED, id=each.id, title=each.title) for each in old if each not in pairs)
    come = (Change(turn=Turn.ADDED, id=each.id, title=each.title) for each in new if each not in met)
    other = (
        change
        for one, now in pairs.items()
        for change in happened(replace(one, session=sessions.get(one.session, one.session)), now, now in off)
    )
    return ordered((*gone, *come, *other))


def standing(rows: Iterable[Listed]) -> tuple[Listed, ...]:
    return tuple(each for each in rows if not is_marked(each.title))


def called_off(rows: Iterable[Listed]) -> frozenset[Listed]:
    """What is marked as cancelled or withdrawn, under the title that it had."""
    return frozenset(replace(each, title=without_mark(each.title)) for each in rows if is_marked(each.title))


def happened(old: Listed, new: Listed, is_off: bool) -> Iterator[Change]:
    """What is different in one contribution. What a source only adds, a time to a talk say, is no change of it."""
    change = Change(turn=Turn.CANCELLED, id=new.id, title=new.title)
    if is_off:
        yield change
        return
    if folded(old.title) != folded(new.title):
        yield replace(change, turn=Turn.RETITLED, before=old.title)
    if not same_time(old.starts, new.starts) or (old.session and new.session and old.session != new.session):
        yield replace(change, turn=Turn.MOVED, before=place(old), after=place(new))
    if old.people and new.people and old.people != new.people:
        yield replace(change, turn=Turn.RECAST)
    if new.abstract and old.abstract != new.abstract:
        yield replace(change, turn=Turn.REWRITTEN, before=old.abstract, after=new.abstract)


def same_time(old: str, new: str) -> bool:
    """Whether two times may be one: the same moment, or the same clock or day where one says no more."""
    shorter = min(len(old), len(new))
    if shorter <= len("2031-03-02"):
        return old[:shorter] == new[:shorter]
    one, other = datetime.fromisoformat(old), datetime.fromisoformat(new)
    if one.tzinfo and other.tzinfo:
        return one == other
    return one.replace(tzinfo=None) == other.replace(tzinfo=None)


def renamed(pairs: Mapping[Listed, Listed]) -> dict[str, str]:
    """Sessions that have another name now: whatever was in one is in the other, and the other is new."""
    went: dict[str, set[str]] = {}
    for old, new in pairs.items():
        if old.session and new.session:
            went.setdefault(old.session, set()).add(new.session)
    return {old: min(there) for old, there in went.items() if len(there) == 1 and not there & went.keys()}


def place(listed: Listed) -> str:
    """When and in which session it is."""
    return ", ".join(filter(None, (listed.starts[:16].replace("T", " "), listed.session)))


def ordered(changes: Iterable[Change]) -> Changes:
    turns = list(Turn)
    return tuple(sorted(changes, key=lambda each: (turns.index(each.turn), each.title, each.id)))


def told(changes: Changes) -> tuple[str, ...]:
    """The changes as sentences, the gravest first; of many only how many more there are."""
    more = Counter(change.turn for change in changes[SHOWN:])
    rest = listing([f"{count} {turn}" for turn, count in more.items()])
    return (*map(sentence, changes[:SHOWN]), *((f"And {more.total()} more: {rest}.",) if rest else ()))


def sentence(change: Change) -> str:
    title, before, after = f"“{change.title}”", change.before, change.after
    match change.turn:
        case Turn.RETITLED:
            return f"“{before}” is now called {title}."
        case Turn.MOVED:
            return f"{title} moved from {before} to {after}." if before and after else f"{title} moved."
        case Turn.RECAST:
            return f"{title} has other people now."
        case Turn.REWRITTEN:
            return f"{title} has {'another' if before else 'an'} abstract now."
        case Turn.LINKED:
            return f"{title} now has {after}."
        case _:
            return f"{title} {'is' if change.turn in (Turn.REMOVED, Turn.REINSTATED) else 'was'} {change.turn}."
