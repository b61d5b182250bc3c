"""Chooses the best picks of several digests, so that no topic crowds out the others."""

from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches
from itertools import zip_longest

from bot.errors import ConfigError
from bot.model import Pick, Tier, WriteUp
from bot.render import topic_of
from bot.roundup.gather import Joined
from bot.text import folded, listing

MOST = 20


def choose(digests: Sequence[Joined], topic: str = "") -> tuple[WriteUp, ...]:
    """At most twenty, those of one topic together, the topic with the most picks first and picks without one last.

    Scores compare within one program only; so what counts is the tier, then the place on the digest's page.
    """
    ranked = [(writeup, place) for each in digests for place, writeup in enumerate(each.writeups)]
    if topic:
        ranked = on(topic, ranked)
    ranked.sort(key=lambda each: ([*Tier].index(each[0].pick.tier), each[1]))
    topics: dict[str, list[WriteUp]] = {}
    for writeup, _ in ranked:
        topics.setdefault(topic_of(writeup.pick), []).append(writeup)
    ordered = sorted(topics.values(), key=lambda found: (not found[0].pick.matches, -len(found)))
    turns = [writeup for turn in zip_longest(*ordered) for writeup in turn if writeup][:MOST]
    chosen = {writeup.pick.contribution.id for writeup in turns}
    return tuple(writeup for found in ordered for writeup in found if writeup.pick.contribution.id in chosen)


def on(topic: str, ranked: Sequence[tuple[WriteUp, int]]) -> list[tuple[WriteUp, int]]:
    """Those on one topic, told under it whatever else they are on. Raises ConfigError where there is none."""
    told = [(replace(writeup, pick=under(writeup.pick, topic)), place) for writeup, place in ranked]
    found = [each for each in told if each[0].pick.matches]
    if not found:
        names = {folded(match.topic): match.topic for each, _ in ranked for match in each.pick.matches}
        near = get_close_matches(folded(topic), names, n=1, cutoff=0.4)
        hint = f"did you mean {names[near[0]]!r}?" if near else f"topics there: {listing(sorted(names.values()))}"
        raise ConfigError(f"no pick of these digests is on {topic!r}", hint=hint)
    return found


def under(pick: Pick, topic: str) -> Pick:
    """The pick with only what it has on a topic."""
    return replace(pick, matches=tuple(match for match in pick.matches if folded(match.topic) == folded(topic)))
