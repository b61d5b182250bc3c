"""Raises the sentences that speak of what a maintainer asked for: "more about cabling" is a wish for "cable"."""

from collections.abc import Sequence
from dataclasses import replace

from bot.prose.zones import Sentence, Zone
from bot.text import folded

# What one word of a wish adds to a sentence, and how many of its letters tell a word whatever its ending.
RAISE, STEM = 2.0, 5
_ASKING = (
    "a about add again all also an and any are as at be better but by can could describe details do does"
    " emphasise emphasize explain field fields focus for from give how i in include instead into is it its less"
    " like main make me mention more much need not of on one only or part please point rather read say section"
    " see sentence should show some speak talk tell text than that the their them then there these they this"
    " those to too use very want was we what when where which who why with without words would write you"
)


def wished(guidance: str) -> frozenset[str]:
    """The words that a wish is about, by their beginnings."""
    return frozenset(word[:STEM] for word in folded(guidance).split() if word not in _ASKING.split() and len(word) > 1)


def raised(said: Sequence[Sentence], guidance: str) -> list[Sentence]:
    """The sentences, those that speak of it with more weight as method and finding."""
    words = wished(guidance)
    return [_raised(sentence, RAISE * len(words & stems(sentence.text))) for sentence in said]


def stems(text: str) -> frozenset[str]:
    return frozenset(word[:STEM] for word in folded(text).split())


def _raised(sentence: Sentence, more: float) -> Sentence:
    if not more:
        return sentence
    weights = {zone: weight + more * (zone in (Zone.METHOD, Zone.RESULT)) for zone, weight in sentence.weights.items()}
    return replace(sentence, weights=weights)
