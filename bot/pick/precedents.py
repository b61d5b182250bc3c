"""What editors decided before, as examples for a model that chooses: drops, additions and moves, by title."""

from collections.abc import Iterable, Iterator

from bot.model import Digest
from bot.text import clipped, one_line

_MOST, _TITLE = 24, 120


def precedents(digests: Iterable[Digest]) -> tuple[str, ...]:
    """A line for each decision of maintainers about earlier digests, those of the first digests first."""
    return tuple(dict.fromkeys(line for digest in digests for line in decided(digest)))[:_MOST]


def decided(digest: Digest) -> Iterator[str]:
    picks = (*(writeup.pick for writeup in digest.writeups), *digest.near_misses)
    titles = {pick.contribution.id: clipped(one_line(pick.contribution.title), _TITLE) for pick in picks}
    decisions = digest.decisions
    for key in decisions.dropped:
        if key in titles:
            yield f"dropped: {titles[key]}"
    for key, tier in decisions.tiers.items():
        if key in titles and key not in decisions.dropped:
            yield f"{'added to' if key in decisions.added else 'moved to'} {tier.value}: {titles[key]}"
