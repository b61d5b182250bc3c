"""Who writes: one module a writer. Each turns picks into write-ups whose sentences name the words they rest on."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from bot import gate
from bot.grounding.check import Unsupported
from bot.grounding.tidy import tidy
from bot.grounding.words import content, words
from bot.llms import Answer, Ask, Model, Unanswered
from bot.model import Claim, ConferenceKind, Contribution, Pick, WriteUp

_PLACEHOLDER = re.compile(
    r"(?:tb[acd]|t\.b\.[acd]|to (?:be (?:announced|added|confirmed|determined|provided)|follow)|coming soon|n/?a|none"
    r"|(?:abstract|description|details?) (?:tba|to follow|coming soon))$|lorem ipsum\b",
    re.I,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Adviser:
    """A model, what it is told by purpose, and what holds a sentence of its against a contribution.

    `words` are how config.yml describes the reader, `precedents` what editors decided about earlier digests.
    """

    model: Model
    instructions: Mapping[str, str]
    doubts: Callable[[Claim, Contribution], tuple[Unsupported, ...]]
    words: str = ""
    precedents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief:
    """What a writer is told besides the picks: `told` are the source sentences that this digest has quoted before.

    `guidance` is what maintainers asked for, in words, by contribution id; it comes from comments and is no instruction
    to trust. Only a writer that asks a model needs an adviser.
    """

    kind: ConferenceKind
    told: frozenset[str] = frozenset()
    guidance: Mapping[str, str] = field(default_factory=dict)
    adviser: Adviser | None = None


class Writer(Protocol):
    """The contract."""

    def write(self, picks: Sequence[Pick], brief: Brief) -> tuple[WriteUp, ...]:
        """Writes up picks, in their order. A part that comes back empty is filled by the extractive writer."""


def quotes(writeup: WriteUp) -> frozenset[str]:
    """The source's sentences that a write-up rests on."""
    claims = (*writeup.why, *writeup.what, *writeup.how, *writeup.where)
    return frozenset(quote for claim in claims for quote in claim.quotes)


def is_empty(text: str) -> bool:
    """Whether a text only holds the place of one."""
    text = text.strip(" \n.,:;-–—_*#?!()[]")
    return not text or bool(_PLACEHOLDER.match(text[:60]))


def ask(adviser: Adviser, purpose: str, key: str, material: str, schema: Mapping[str, Any]) -> Answer | Unanswered:
    """Asks the model that writes."""
    instructions = adviser.instructions[purpose]
    asked = Ask(purpose=purpose, key=key, model="writing", instructions=instructions, material=material, schema=schema)
    return adviser.model.ask_all((asked,))[0]


def unfit(text: str, adviser: Adviser) -> str:
    """Why words of a model can't be shown, whatever they say; "" when they can."""
    told = "\n".join(adviser.instructions.values())
    return gate.unfit(text) or ("it repeats what the model was told" if gate.repeats(text, told, adviser.words) else "")


def adrift(text: str, behind: Sequence[str]) -> str:
    """Why a sentence has nothing to do with what it is said to rest on; "" where it has."""
    if not behind:
        return "it rests on nothing that it was given"
    meant = content(words(tidy(text)))
    there = frozenset().union(*(content(words(tidy(line))) for each in behind for line in each.splitlines()))
    return "" if len(meant & there) >= min(2, len(meant)) else "what it rests on speaks of something else"
