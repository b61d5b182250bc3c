"""Finds figures and names that stand in another one's place: right by themselves, wrong where they are."""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple

from bot.figures import agrees
from bot.grounding.words import Word, Words, content

_WINDOW = 4  # words on each side that tell one place from another
_CONTRASTS = {"rather", "instead", "against", "versus", "vs"}
_MARGIN, _CLEAR = 3, 5  # how much better another place must fit; the second where a neighbour holds the figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a sentence says in the place where its source says something else."""

    kind: str
    said: str
    source: str


class _Place(NamedTuple):
    """How well surroundings fit a place in the source, if they do on both sides, and if a neighbour of weight does."""

    fit: int
    enclosed: bool
    anchored: bool
    word: Word


def is_name(word: Word, names: Container[str]) -> bool:
    """`names` are words that are names even at the start of a sentence, where a capital says nothing."""
    return word.name or word.text in names


def misplaced(said: Words, source: Words, names: Container[str]) -> Iterator[Change]:
    """A figure in the place of another one, two figures or names in each other's, and bounds that were turned round."""
    if _contrasts(said) - _contrasts(source):
        return  # told in another order
    rather: dict[str, str] = {}
    for at, word in enumerate(said):
        if not word.figure and not is_name(word, names):
            continue
        own, other = _places(said, at, source, names)
        if other.enclosed and other.fit > own.fit:
            rather[word.text] = other.word.text
        if word.figure and other.enclosed and other.fit >= own.fit + (_CLEAR if own.anchored else _MARGIN):
            yield Change(kind="swapped figures", said=word.text, source=other.word.text)
        elif word.figure and own.word.figure and {own.word.figure.bound, word.figure.bound} == {"<", ">"}:
            yield Change(kind="direction", said=word.text, source=own.word.text)
    for word in said:
        if rather.get(rather.get(word.text, "")) == word.text:
            yield Change(kind="swapped figures" if word.figure else "name", said=word.text, source=rather[word.text])


def _contrasts(part: Words) -> set[str]:
    return {word.text for word in part} & _CONTRASTS


def _places(said: Words, at: int, source: Words, names: Container[str]) -> tuple[_Place, _Place]:
    """The place in the source that fits a figure or name best: among its own, and among those of others like it."""
    word = said[at]
    own = other = _Place(0, False, False, word)
    for there, candidate in enumerate(source):
        if not _alike(word, candidate, names):
            continue
        place = _place(said, at, source, there)
        if _same(word, candidate):
            own = max(own, place, key=_fit)
        else:
            other = max(other, place, key=_fit)
    return own, other


def _alike(a: Word, b: Word, names: Container[str]) -> bool:
    if a.figure or b.figure:
        return a.key == b.key
    return is_name(b, names)


def _same(a: Word, b: Word) -> bool:
    return agrees(a.figure, b.figure) if a.figure and b.figure else a.key == b.key


def _fit(place: _Place) -> int:
    return place.fit


def _place(said: Words, at: int, source: Words, there: int) -> _Place:
    left = said[max(0, at - _WINDOW) : at][::-1], source[max(0, there - _WINDOW) : there][::-1]
    right = said[at + 1 : at + 1 + _WINDOW], source[there + 1 : there + 1 + _WINDOW]
    sides = _shared(*left), _shared(*right)
    enclosed = all(shared or not any(side) for shared, side in zip(sides, (left, right), strict=True))
    return _Place(sum(sides), enclosed, _anchored(*left) or _anchored(*right), source[there])


def _shared(a: Words, b: Words) -> int:
    """How many words two windows share; one that carries meaning counts twice."""
    worth = {word.key: 1 if word.light else 2 for word in a}
    return sum(worth.get(key, 0) for key in {word.key for word in b})


def _anchored(said: Words, source: Words) -> bool:
    """Whether the nearest words are the same, up to one that carries meaning."""
    same = takewhile(lambda pair: pair[0].key == pair[1].key, zip(said, source, strict=False))
    return any(not key.startswith("#") for key in content(tuple(word for word, _ in same)))
