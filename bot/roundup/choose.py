"""Chooses the best picks of several digests, so that no topic crowds out the others."""

from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches
from itertools import zip_longest

from bot.errors import ConfigError
from bot.model import Decisions, Pick, Tier, WriteUp
from bot.pick.decide import moved
from bot.render import topic_of
from bot.roundup.gather import Joined
from bot.text import folded, listing

MOST = 20
NOTHING = Decisions()


def choose(digests: Sequence[Joined], topic: str = "", decisions: Decisions = NOTHING) -> tuple[WriteUp, ...]:
    """At most twenty and what was added, those of one topic together, the topic with the most picks first and picks
    without one last. The place of one that was dropped stays empty.

    Scores compare within one program only; so what counts is the tier, then the place on the digest's page.
    """
    every = ranked(digests)
    fitting = on(topic, every) if topic else every
    known = {*map(key_of, fitting)}
    ordered = by_topic(fitting)
    best = [writeup for turn in zip_longest(*ordered) for writeup in turn if writeup][:MOST]
    brought = by_topic([each for each in every if key_of(each) in decisions.added and key_of(each) not in known])
    chosen = {*map(key_of, best), *decisions.added} - {*decisions.dropped}
    return tuple(
        writeup
        for found in (*ordered, *brought)
        for writeup in in_place([each for each in found if key_of(each) in chosen], decisions)
    )


def ranked(digests: Sequence[Joined]) -> list[WriteUp]:
    """All that there is to choose from, the best first."""
    found = [(writeup, place) for each in digests for place, writeup in enumerate(each.writeups)]
    found.sort(key=lambda each: ([*Tier].index(each[0].pick.tier), each[1]))
    return [writeup for writeup, _ in found]


def by_topic(writeups: Sequence[WriteUp]) -> list[list[WriteUp]]:
    topics: dict[str, list[WriteUp]] = {}
    for writeup in writeups:
        topics.setdefault(topic_of(writeup.pick), []).append(writeup)
    return sorted(topics.values(), key=lambda found: (not found[0].pick.matches, -len(found)))


def in_place(writeups: Sequence[WriteUp], decisions: Decisions) -> list[WriteUp]:
    """Those of one topic, in the order that a maintainer gave them."""
    by_key = {key_of(each): each for each in writeups}
    return [by_key[pick.contribution.id] for pick in moved([each.pick for each in writeups], decisions)]


def key_of(writeup: WriteUp) -> str:
    return writeup.pick.contribution.id


def on(topic: str, writeups: Sequence[WriteUp]) -> list[WriteUp]:
    """Those on one topic, told under it whatever else they are on. Raises ConfigError where there is none."""
    told = [replace(writeup, pick=under(writeup.pick, topic)) for writeup in writeups]
    found = [each for each in told if each.pick.matches]
    if not found:
        names = {folded(match.topic): match.topic for each in writeups for match in each.pick.matches}
        near = get_close_matches(folded(topic), names, n=1, cutoff=0.4)
        hint = f"did you mean {names[near[0]]!r}?" if near else f"topics there: {listing(sorted(names.values()))}"
        raise ConfigError(f"no pick of these digests is on {topic!r}", hint=hint)
    return found


def under(pick: Pick, topic: str) -> Pick:
    """The pick with only what it has on a topic."""
    return replace(pick, matches=tuple(match for match in pick.matches if folded(match.topic) == folded(topic)))
