"""Mends what a model wrote: a sentence that its source does not hold goes back once, and then it is left out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot import gate

_TOLD = 200
MOST = 20  # sentences of one answer; more is no answer to what was asked
SENTENCE: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["text", "rests_on"],
    "properties": {"text": {"type": "string"}, "rests_on": {"type": "array", "items": {"type": "integer"}}},
}


def listed(**more: Mapping[str, Any]) -> Mapping[str, Any]:
    """The JSON Schema of an answer that is a list of sentences, each with `more` said of it."""
    item = {**SENTENCE, "required": [*more, *SENTENCE["required"]], "properties": {**more, **SENTENCE["properties"]}}
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["sentences"],
        "properties": {"sentences": {"type": "array", "items": item}},
    }


REPAIRED = listed(number={"type": "integer"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence of a model's, the part that it belongs to, and the numbers of what it rests on."""

    part: str
    text: str
    rests_on: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """A sentence that was left out, and why."""

    sentence: Sentence
    why: str

    @property
    def words(self) -> str:
        """What it said, so far as that may be told of."""
        return "" if gate.unfit(self.sentence.text) else f"it was: {gate.defused(self.sentence.text, _TOLD)}"


Faults = Callable[[Sentence], tuple[str, ...]]
"""What is wrong with a sentence, in words that a model and a person understand; () where nothing is."""
Again = Callable[[str], Mapping[str, Any] | None]
"""Asks for other sentences in place of those told; None where no answer came."""


def read(tree: Mapping[str, Any], part: str = "") -> tuple[Sentence, ...]:
    """The sentences of an answer, in one line each."""
    return tuple(
        Sentence(part=each.get("part", part), text=" ".join(each["text"].split()), rests_on=tuple(each["rests_on"]))
        for each in tree["sentences"][:MOST]
        if each["text"].strip()
    )


def mended(said: Sequence[Sentence], faults: Faults, again: Again) -> tuple[tuple[Sentence, ...], tuple[Lost, ...]]:
    """The sentences that hold, some of them written anew, and those that were left out."""
    found = {number: faults(sentence) for number, sentence in enumerate(said)}
    wrong = [number for number, what in found.items() if what]
    if not wrong:
        return tuple(said), ()
    others = rewritten(said, again("\n".join(complaint(number, said[number], found[number]) for number in wrong)))
    kept: list[Sentence] = []
    lost: list[Lost] = []
    for number, sentence in enumerate(said):
        other = others.get(number) if number in wrong else sentence
        if other and not (number in wrong and faults(other)):
            kept.append(other)
        else:
            lost.append(Lost(sentence=sentence, why="; ".join(found[number])))
    return tuple(kept), tuple(lost)


def complaint(number: int, sentence: Sentence, what: Sequence[str]) -> str:
    return f"{number}. {sentence.text}\n   Not held: {'; '.join(what)}."


def rewritten(said: Sequence[Sentence], tree: Mapping[str, Any] | None) -> dict[int, Sentence]:
    """What an answer gives in the place of which sentence."""
    return {
        each["number"]: replace(said[each["number"]], text=text, rests_on=tuple(each["rests_on"]))
        for each in (tree or {"sentences": ()})["sentences"][:MOST]
        if 0 <= each["number"] < len(said) and (text := " ".join(each["text"].split()))
    }
