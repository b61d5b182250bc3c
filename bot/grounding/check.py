"""Holds any text of ours against its source, sentence by sentence: a write-up, a model's answer, a person's edit."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from bot.figures import Figure, Shelf, agreeing, figures, shelf, steps
from bot.grounding.alignment import Sentence, changes, copies, nearest, sentence
from bot.grounding.names import Known, known, strangers
from bot.grounding.quotes import invented_links, invented_quotations, without_links
from bot.grounding.silence import asserted
from bot.grounding.status import claims
from bot.grounding.tidy import tidy
from bot.grounding.words import content, words
from bot.text import sentences

LONGEST = 8_000  # characters of a text; a longer one is no statement, and is refused unread
_CONTRARY = {"<": ">", ">": "<"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsupported:
    """Words of ours that the source does not support, and what it says in their place, where that is known.

    `kind` is figure, unit, swapped figures, direction, negation, name, affiliation, status, quotation, link or length,
    and silence for what a claim of silence tells.
    """

    kind: str
    words: str
    sentence: str
    source: str = ""


def unsupported(
    text: str, source: str, *, names: Iterable[str] = (), links: Iterable[str] = (), allowed: str = ""
) -> tuple[Unsupported, ...]:
    """What a text says that a source does not. `names` and `links` are given besides it; `allowed` is the reader's."""
    if len(text) > LONGEST:
        return (Unsupported(kind="length", words=f"{len(text):,} characters", sentence=f"{text[:200]} …"),)
    whole = tidy(text)
    ground, besides, reader = _read(source), _read("\n\n".join(names)), _read(allowed)
    given = (ground.text, *links)
    found = [Unsupported(kind="link", words=link, sentence=whole) for link in invented_links(whole, given)]
    for quotation in invented_quotations(whole, (ground.text, reader.text)):
        found.append(Unsupported(kind="quotation", words=quotation, sentence=whole))
    for said in map(sentence, sentences(without_links(whole))):
        found += _figures(said.text, (ground, besides, reader))
        found += _names(said.text, (ground.names, besides.names, reader.names))
        found += _against_nearest(said, ground, (reader.text, *links))
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ground:
    """A text to rest on, as the checks need it, read once."""

    text: str
    sentences: tuple[Sentence, ...]
    figures: Shelf
    numbers: dict[float, Figure]
    steps: frozenset[tuple[str, float, float]]
    names: Known
    capitals: frozenset[str]


@lru_cache(maxsize=128)
def _read(source: str) -> _Ground:
    text = "\n\n".join(map(tidy, re.split(r"\n\s*\n", source)))
    parts = tuple(map(sentence, sentences(text)))
    return _Ground(
        text=text,
        sentences=parts,
        figures=shelf(figures(text)),
        numbers={figure.number: figure for figure in figures(text)},
        steps=steps(text),
        names=known(text),
        capitals=frozenset(word.text for part in parts for word in part.words if word.name),
    )


def _figures(said: str, grounds: tuple[_Ground, ...]) -> Iterator[Unsupported]:
    for figure in figures(said):
        if figure.spelled and figure.value == 1 and not figure.unit:
            continue  # "one" is seldom a figure
        kind, source = _fault(figure, grounds)
        if kind:
            yield Unsupported(kind=kind, words=_shown(figure), sentence=said, source=_shown(source) if source else "")
    told = {step for ground in grounds for step in ground.steps}
    for unit, start, end in steps(said) - told:
        if (unit, end, start) in told:
            yield Unsupported(
                kind="swapped figures", words=f"{start:g} to {end:g}", sentence=said, source=f"{end:g} to {start:g}"
            )


def _fault(figure: Figure, grounds: tuple[_Ground, ...]) -> tuple[str, Figure | None]:
    """What is wrong with a figure, and the figure that the source has instead."""
    same = [source for ground in grounds for source in agreeing(figure, ground.figures)]
    if not same:
        written = next(filter(None, (ground.numbers.get(figure.number) for ground in grounds)), None)
        return ("unit" if written else "figure"), written
    if figure.bound in _CONTRARY and all(source.bound == _CONTRARY[figure.bound] for source in same):
        return "direction", same[0]
    things = _things(figure)
    if things and all(_things(source) and things.isdisjoint(_things(source)) for source in same):
        return "unit", same[0]
    return "", None


def _things(figure: Figure) -> frozenset[str]:
    """What a bare number counts. Small ones that are spelled out count whatever the writer counted."""
    if not figure.counted or figure.vague or (figure.spelled and figure.value <= 10):
        return frozenset()
    return frozenset(thing for thing in content(words(figure.counted)) if not thing.startswith("#"))


def _shown(figure: Figure) -> str:
    return " ".join((figure.text, *figure.counted.split()[:1]))


def _names(said: str, names: tuple[Known, ...]) -> Iterator[Unsupported]:
    for stranger in strangers(asserted(said), names):
        kind = "affiliation" if stranger.employer else "name"
        yield Unsupported(kind=kind, words=stranger.words, sentence=said)


def _against_nearest(said: Sentence, ground: _Ground, besides: tuple[str, ...]) -> Iterator[Unsupported]:
    """Claims of standing and changed statements, held against the source sentence that a sentence was made from."""
    near = nearest(said, ground.sentences)
    told = " ".join((*((part.text for part in near) if copies(said, near) else (ground.text,)), *besides))
    for claimed, evidence in claims(asserted(said.text)):
        if not evidence.search(told):
            yield Unsupported(kind="status", words=claimed, sentence=said.text)
    for change in changes(said, near, ground.capitals):
        yield Unsupported(kind=change.kind, words=change.said, sentence=said.text, source=change.source)
