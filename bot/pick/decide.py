"""Lays what maintainers decided by comment over what was chosen: who is out, who is in, where each one stands."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.model import Decisions, Pick, Tier

DROPPED = "a maintainer dropped it"


def decided(picks: Sequence[Pick], decisions: Decisions, others: Iterable[Pick]) -> tuple[Pick, ...]:
    """The picks with the decisions carried out. The place of one that was dropped stays empty; nobody moves up."""
    chosen = {pick.contribution.id: pick for pick in picks}
    added = [pick for pick in others if pick.contribution.id in decisions.added]
    every = [*picks, *(pick for pick in added if pick.contribution.id not in chosen)]
    kept = [pick for pick in every if pick.contribution.id not in decisions.dropped]
    return placed([put(pick, decisions) for pick in kept], decisions)


def left_out(near_misses: Sequence[Pick], decisions: Decisions, others: Iterable[Pick]) -> tuple[Pick, ...]:
    """The near misses, those that a maintainer dropped before the others."""
    dropped = [pick for pick in others if pick.contribution.id in decisions.dropped]
    told = {pick.contribution.id: replace(pick, reason=DROPPED) for pick in dropped}
    rest = {pick.contribution.id: pick for pick in near_misses if pick.contribution.id not in decisions.added}
    return tuple({**told, **rest, **told}.values())


def put(pick: Pick, decisions: Decisions) -> Pick:
    return replace(pick, tier=decisions.tiers.get(pick.contribution.id, pick.tier))


def placed(picks: Sequence[Pick], decisions: Decisions) -> tuple[Pick, ...]:
    """The picks tier by tier: first those that stand there by themselves, then those that were put there.

    Those that were moved by hand share out their places among each other in the order of the decisions.
    """
    put_there = {key: at for at, key in enumerate(decisions.tiers, 1)}
    found: list[Pick] = []
    for tier in Tier:
        standing = sorted(
            (pick for pick in picks if pick.tier is tier), key=lambda pick: put_there.get(pick.contribution.id, 0)
        )
        found += moved(standing, decisions)
    return tuple(found)


def moved(standing: Sequence[Pick], decisions: Decisions) -> tuple[Pick, ...]:
    """The picks that stand together, those that were moved by hand in the order of the decisions."""
    places = {key: at for at, key in enumerate(decisions.order)}
    by_hand = [pick for pick in standing if pick.contribution.id in places]
    ordered = iter(sorted(by_hand, key=lambda pick: places[pick.contribution.id]))
    return tuple(next(ordered) if pick.contribution.id in places else pick for pick in standing)
