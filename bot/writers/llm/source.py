"""What a model is shown of a pick: numbered sentences of its source, chosen within a limit, inside a fence."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.gate import fenced
from bot.model import Contribution, Depth, Passage, Pick
from bot.prose.zones import read
from bot.text import clipped, one_line, sentences
from bot.writers import is_empty

# Characters of what the program says, and of the contribution's own text. With the first, fifteen write-ups and the
# choice before them cost a third of one prompt that holds a program of ninety papers.
SAID, WHOLE = 1_000, 6_000
LONGEST = 700  # characters of one sentence; a longer one is a table or worse
_TITLE, _TOPICS, _TERMS = 300, 3, 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The sentences that a model may rest on, as the passages have them, and how deep they go."""

    sentences: tuple[str, ...]
    depth: Depth

    def quotes(self, numbers: Iterable[int]) -> tuple[str, ...]:
        """What the numbers of an answer stand for; numbers that are none count nothing."""
        known = dict.fromkeys(number for number in numbers if 0 < number <= len(self.sentences))
        return tuple(self.sentences[number - 1] for number in known)


def source(contribution: Contribution) -> Source:
    """The deepest source there is: what the program says, then each part of the whole text by its share."""
    told = [passage for passage in contribution.passages if not is_empty(passage.text)]
    program = [passage for passage in told if passage.part != Depth.FULL_TEXT]
    whole = [passage for passage in told if passage.part == Depth.FULL_TEXT]
    said = chosen(contribution.title, program, SAID)
    more = chosen(contribution.title, whole, WHOLE)
    depth = Depth.FULL_TEXT if more else Depth.ABSTRACT if said else Depth.TITLE
    return Source(sentences=tuple(dict.fromkeys((*said, *more))), depth=depth)


def chosen(title: str, passages: Sequence[Passage], room: int) -> list[str]:
    """The sentences of passages, in their order; what a short one leaves of its share goes to the longer ones."""
    told: dict[int, list[str]] = {}
    for left, at in zip(range(len(passages), 0, -1), shortest_first(passages), strict=True):
        told[at] = telling(title, passages[at].text, room // left)
        room -= sum(map(len, told[at]))
    return [one for at in sorted(told) for one in told[at]]


def shortest_first(passages: Sequence[Passage]) -> list[int]:
    return sorted(range(len(passages)), key=lambda at: len(passages[at].text))


def telling(title: str, text: str, room: int) -> list[str]:
    """The sentences of a text, in its order; where they are too many, those that tell most."""
    found = [each for each in dict.fromkeys(sentences(text)) if len(each) <= LONGEST]
    if sum(map(len, found)) <= room:
        return found
    worth = {quote: max(one.weights.values()) + one.figures for one in read(text, title, ()) for quote in one.quotes}
    kept: set[str] = set()
    for each in sorted(found, key=lambda each: -worth.get(each, 0.0)):
        if len(each) <= room:
            room -= len(each)
            kept.add(each)
    return [each for each in found if each in kept]


def material(pick: Pick, given: Source) -> str:
    """A pick as a model reads it."""
    topics = "; ".join(f"{match.topic} ({', '.join(match.terms[:_TERMS])})" for match in pick.matches[:_TOPICS])
    lines = (
        clipped(one_line(pick.contribution.title), _TITLE),
        f"Picked for: {topics}" if topics else "",
        *(f"{number}. {sentence}" for number, sentence in enumerate(given.sentences, 1)),
    )
    return fenced("\n".join(filter(None, lines)), "SOURCE", 2 * (SAID + WHOLE))
