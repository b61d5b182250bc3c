"""What a model's answer comes to: votes on what was on its list, and picks by the votes of all ballots."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.config import Picks
from bot.llms import Answer
from bot.model import Claim, Pick, Tier
from bot.pick.choice import Choice
from bot.text import listing
from bot.writers import Adviser, unfit

# The share of a ballot that the ranking's own shortlist must hold; a ballot that has less is about something else.
SHARED = 0.2
_WEIGHTS = {Tier.CORE: 3, Tier.ADJACENT: 2, Tier.WILDCARD: 1}
_TEXT = {"type": "string"}
_VOTE = {"number": {"type": "integer"}, "tier": {"type": "string", "enum": [*Tier]}, "reason": _TEXT, "doubt": _TEXT}
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["picks"],
    "properties": {
        "picks": {
            "type": "array",
            "items": {"type": "object", "additionalProperties": False, "required": [*_VOTE], "properties": _VOTE},
        }
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """What one ballot says of a contribution, and at which place it says so."""

    tier: Tier
    place: int
    reason: str
    doubt: str


Ballot = Mapping[str, Vote]
"""Votes by contribution id."""


def ballot(answer: Answer, order: Sequence[Pick]) -> Ballot:
    """The votes of an answer; a number that is on no list is none, and of two for one contribution the first counts."""
    votes: dict[str, Vote] = {}
    for place, each in enumerate(answer.tree["picks"]):
        if 0 < each["number"] <= len(order):
            vote = Vote(tier=Tier(each["tier"]), place=place, reason=each["reason"], doubt=each["doubt"])
            votes.setdefault(order[each["number"] - 1].contribution.id, vote)
    return votes


def is_believed(votes: Ballot, choice: Choice) -> bool:
    """Whether a ballot has to do with what the ranking found; an empty one has only where nothing was found."""
    known = {each.contribution.id for each in (*choice.picks, *choice.near_misses)}
    return len(votes.keys() & known) >= SHARED * len(votes) and bool(votes or not choice.picks)


def elected(
    ballots: Sequence[Ballot], every: Sequence[Pick], kept: Sequence[Pick], picks: Picks, adviser: Adviser
) -> tuple[Pick, ...]:
    """The picks by the votes of all ballots, within the ceilings; what no model was shown stays where it was."""
    known = {each.contribution.id: each for each in every}
    votes = {key: [each[key] for each in ballots if key in each] for each in ballots for key in each}
    room = Counter({Tier.CORE: picks.core, Tier.ADJACENT: picks.adjacent, Tier.WILDCARD: picks.wildcard})
    room.subtract(each.tier for each in kept)
    chosen: list[Pick] = []
    for key in sorted(votes, key=lambda key: (*standing(votes[key]), -known[key].score, key)):
        tier = settled(votes[key], known[key].tier)
        tier = Tier.ADJACENT if tier is Tier.CORE and room[tier] < 1 else tier
        if len(chosen) + len(kept) < picks.total and room[tier] > 0:
            room[tier] -= 1
            chosen.append(told(replace(known[key], tier=tier), votes[key][0], adviser))
    return tuple(each for tier in Tier for each in (*chosen, *kept) if each.tier is tier)


def standing(votes: Sequence[Vote]) -> tuple[float, float]:
    return -sum(_WEIGHTS[vote.tier] for vote in votes), sum(vote.place for vote in votes) / len(votes)


def settled(votes: Sequence[Vote], by_rank: Tier) -> Tier:
    """The tier that most ballots name; where they disagree, the ranking's if one of them names it, else the lower."""
    tiers = {vote.tier for vote in votes}
    return by_rank if by_rank in tiers else min(tiers, key=_WEIGHTS.__getitem__)


def told(pick: Pick, vote: Vote, adviser: Adviser) -> Pick:
    """A pick with the model's words on it, so far as they hold."""
    reason = held(vote.reason, pick, adviser) or found(pick)
    return replace(pick, reason=reason, doubt=held(vote.doubt, pick, adviser))


def found(pick: Pick) -> str:
    """Why the ranking had it on its list."""
    for match in pick.matches:
        return f"On {match.topic}: it speaks of {listing([f'“{term}”' for term in match.terms[:3]])}."
    return "Outside the reader’s topics."


def held(text: str, pick: Pick, adviser: Adviser) -> str:
    """A sentence of the model's, "" if it can't be shown or its contribution does not hold it."""
    text = " ".join(text.split())
    is_held = not unfit(text, adviser) and not adviser.doubts(Claim(text=text, judgement=True), pick.contribution)
    return text if is_held else ""


def around(chosen: Sequence[Pick], every: Sequence[Pick], picks: Picks) -> Choice:
    """A choice with all that was not chosen, the ranking's own picks before the rest."""
    taken = {each.contribution.id for each in chosen}
    rest = [each for each in every if each.contribution.id not in taken]
    missed = [replace(each, reason="a model chose others") if each.matches else each for each in rest]
    near = [each for each in missed if each.matches and each.score > 0][: picks.near_misses]
    others = [each for each in missed if each not in near]
    shortlist = (*chosen, *near)
    return Choice(picks=tuple(chosen), near_misses=tuple(near), others=tuple(others), shortlist=shortlist)
