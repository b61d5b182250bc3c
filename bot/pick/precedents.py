"""What editors decided before, by comment or by hand, as examples for a model that chooses: a line each, by title."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.model import Digest, Shown
from bot.text import clipped, listing, one_line

_MOST, _TITLE = 24, 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """A digest as it was drafted, and its page as people left it."""

    digest: Digest
    shown: Shown


def precedents(earlier: Iterable[Earlier]) -> tuple[str, ...]:
    """A line for each decision of maintainers about earlier digests, those of the first digests first."""
    lines = (line for each in earlier for line in (*by_comment(each.digest), *by_hand(each)))
    return tuple(dict.fromkeys(lines))[:_MOST]


def by_comment(digest: Digest) -> Iterator[str]:
    picks = (*(writeup.pick for writeup in digest.writeups), *digest.near_misses)
    titles = {pick.contribution.id: short(pick.contribution.title) for pick in picks}
    decisions = digest.decisions
    for key in decisions.dropped:
        if key in titles:
            yield f"dropped: {titles[key]}"
    for key, tier in decisions.tiers.items():
        if key in titles and key not in decisions.dropped:
            yield f"{'added to' if key in decisions.added else 'moved to'} {tier.value}: {titles[key]}"


def by_hand(earlier: Earlier) -> Iterator[str]:
    """What a person took out of the page, wrote into it, put under another tier, or found worth rewriting."""
    picks = {writeup.pick.contribution.id: writeup.pick for writeup in earlier.digest.writeups}
    standing = {entry.id for entry in earlier.shown.entries}
    yield from (f"dropped: {short(pick.contribution.title)}" for key, pick in picks.items() if key not in standing)
    for entry in earlier.shown.entries:
        pick, title = picks.get(entry.id), short(entry.title)
        if pick is None:
            yield f"added to {entry.tier.value}: {title}" if entry.tier else f"added: {title}"
        elif entry.tier and entry.tier is not pick.tier:
            yield f"moved to {entry.tier.value}: {title}"
        elif entry.theirs:
            yield f"edited ({listing(entry.theirs)}): {title}"


def short(title: str) -> str:
    return clipped(one_line(title), _TITLE)
