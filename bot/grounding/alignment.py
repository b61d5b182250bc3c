"""Lays a sentence beside the source sentence it was made from, and finds what no honest shortening changes:
which figure stands where, whether a thing is denied, which way it went, and whom it names.
"""

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from bot.figures import Figure, agrees, figures

NEAR = 0.6  # the share of a sentence's words that its source sentence must hold to be its source
COPY = 0.75  # the share above which a sentence says what its source sentence says, and nothing else
_LONGEST = 160  # words of a sentence that are looked at; more is no sentence
_WINDOW = 4  # words on each side that tell one figure's place from another's
_CLOSE = 0.1  # how much less another sentence may hold and still be the source
_MARGIN, _CLEAR = 3, 5


@dataclass(frozen=True, slots=True)
class Word:
    """A word, or a figure in a word's place. Two words with one `key` can stand for each other; a `light` one carries no
    meaning of its own, and one that `closes` has a comma or the like behind it.
    """

    key: str
    text: str
    figure: Figure | None = None
    name: bool = False
    light: bool = False
    denies: bool = False
    closes: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a sentence says in the place where its source says something else."""

    kind: str
    said: str
    source: str


_CLOSING = tuple(",;:.!?)")
_WORD = re.compile(r"[^\W_]+(?:['.][^\W_]+)*")
_LIGHT = frozenset(
    "a an the of in on at to for by with from as and or is are was were be been being it its this that these those which who i"
    " we our us my you your they their them do does did has have had having can could may might will would shall should so"
    " such also than then there here into over under up out about both each authors author speaker speakers attendees able"
    " still yet only system paper".split()
)
_DENIALS = frozenset(
    "not no never without neither nor none nobody nothing hardly barely unable fail fails failed failing lack lacks"
    " lacking lacked".split()
)
# Words of one row exclude each other where one stands in the other's place.
_OPPOSITES = (
    "less more", "fewer more", "lower higher", "lower raise", "low high", "reduce increase", "decrease increase", "cut increase",
    "cut raise", "drop rise", "decline grow", "decline growth", "shrink grow", "reduction increase", "below above", "under over",
    "most least", "faster slower", "smaller larger", "shorter longer", "improve degrade", "improve worsen", "improvement degradation",
    "outperform underperform", "better worse", "best worst", "before after", "minimum maximum", "minimize maximize", "gain loss",
    "with without", "accept reject", "always never", "enable prevent", "enable disable", "allow prevent", "support oppose",
    "succeed fail", "success failure", "success failed", "upper lower", "include exclude", "all some", "all none", "stable unstable",
    "min max", "small large", "short long", "cheap expensive", "up down", "first last", "early late", "fast slow", "rise fall",
    "save cost", "saving cost", "negligible significant", "marginal significant", "rarely often",
    "seldom often", "increase reduce", "sublinear superlinear", "expand shrink", "accelerate slow", "speedup slowdown", "many few",
    "upload download", "uplink downlink", "inbound outbound", "encode decode", "sender receiver", "client server", "read write",
    "precision recall", "average peak", "mean maximum", "median maximum", "latency throughput", "horizontal vertical",
)  # fmt: skip
_PERIODS = "nanosecond microsecond millisecond second minute hour day week month quarter year decade"
_NEGATIVE = ("un", "in", "im", "ir", "non", "dis", "il")


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """What a word shares with its other forms, roughly."""
    word = word.lower()
    for ending in ("ies", "ing", "ed", "es", "s", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


_OPPOSITE_KEYS = frozenset(frozenset(map(stem, row.split())) for row in _OPPOSITES)
_PERIOD_KEYS = frozenset(map(stem, _PERIODS.split()))


def words(text: str) -> tuple[Word, ...]:
    """The words of a tidy sentence; a figure is one of them, with its unit as its key."""
    found: list[Word] = []
    at = 0
    for figure in figures(text):
        if figure.start >= at:
            found += _plain(text, at, figure.start)
            found.append(Word(f"#{figure.unit}", figure.text, figure))
            at = figure.end
    return (*found, *_plain(text, at, len(text)))[:_LONGEST]


def _plain(text: str, start: int, end: int) -> Iterator[Word]:
    for match in _WORD.finditer(text, start, end):
        yield _word(match[0], match.start() == 0, text[match.end() : match.end() + 1] in _CLOSING)


@lru_cache(maxsize=8192)
def _word(text: str, opens: bool, closes: bool) -> Word:
    """A word by itself; the capital of one that opens a sentence says nothing."""
    text = text.partition("'")[0]
    lower = text.lower()
    denies = lower in _DENIALS
    light = denies or lower in _LIGHT or lower.endswith("ly")
    name = not light and len(text) > 1 and (text[1:] != lower[1:] or (text != lower and not opens))
    return Word(stem(text), text, name=name, light=light, denies=denies, closes=closes)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A tidy sentence and its words, told apart once."""

    text: str
    words: tuple[Word, ...]
    content: frozenset[str]


def sentence(text: str) -> Sentence:
    found = words(text)
    return Sentence(text, found, content(found))


def content(part: tuple[Word, ...]) -> frozenset[str]:
    """The words that carry meaning of their own, and the units of figures."""
    return frozenset(word.key for word in part if not word.light)


def nearest(said: Sentence, source: Iterable[Sentence]) -> tuple[Sentence, ...]:
    """The source sentences that hold most of what is said; () when none holds enough."""
    size = len(said.content)
    shares = [(len(said.content & candidate.content), candidate) for candidate in source] if size > 1 else []
    most = max((share for share, _ in shares), default=0)
    if most < max(NEAR * size, min(3, size), 1):
        return ()
    return tuple(candidate for share, candidate in shares if share >= most - _CLOSE * size)[:3]


def copies(said: Sentence, sources: Iterable[Sentence]) -> bool:
    """Whether hardly a word of a sentence is not its source's."""
    return any(len(said.content & source.content) >= COPY * len(said.content) for source in sources)


def changes(said: Sentence, sources: Iterable[Sentence], names: Container[str] = ()) -> tuple[Change, ...]:
    """What differs between a sentence and the source it is nearest to, in a way that changes the statement.

    `names` are words that are names even at the start of a sentence, where a capital says nothing.
    """
    found = (tuple(dict.fromkeys(_changes(said.words, source.words, names))) for source in sources)
    return min(found, key=len, default=())


def _changes(said: tuple[Word, ...], source: tuple[Word, ...], names: Container[str]) -> Iterator[Change]:
    yield from _misplaced(said, source, names)
    keys = [word.key for word in source], [word.key for word in said]
    for verb, a, b, c, d in SequenceMatcher(None, *keys, autojunk=False).get_opcodes():
        if verb != "equal":
            yield from _between(source[a:b], said[c:d], last=b == len(source) and d == len(said))
        if verb == "replace" and d - c <= b - a:
            yield from _replaced(source[max(0, b - (d - c) - 3) : b], said[c:d], names)


def _misplaced(said: tuple[Word, ...], source: tuple[Word, ...], names: Container[str]) -> Iterator[Change]:
    """A figure in the place of another one, two figures or names in each other's, and bounds that were turned round."""
    rather: dict[str, str] = {}
    for at, word in enumerate(said):
        own, other = _places(said, at, source, names)
        if other.fit > own.fit:
            rather[word.text] = other.word.text
        if word.figure and other.fit >= own.fit + (_CLEAR if own.anchored else _MARGIN):
            yield Change(kind="swapped figures", said=word.text, source=other.word.text)
        elif word.figure and own.word.figure and {own.word.figure.bound, word.figure.bound} == {"<", ">"}:
            yield Change(kind="direction", said=word.text, source=own.word.text)
    for word in said:
        if rather.get(rather.get(word.text, "")) == word.text:
            yield Change(kind="swapped figures" if word.figure else "name", said=word.text, source=rather[word.text])


def _places(
    said: tuple[Word, ...], at: int, source: tuple[Word, ...], names: Container[str]
) -> tuple["_Place", "_Place"]:
    """The best place in the source for a figure or name itself, and the best one of another like it."""
    word = said[at]
    own = other = _Place(0, False, word)
    named = _is_name(word, names)
    for there, candidate in enumerate(source if word.figure or named else ()):
        if word.figure and candidate.figure and word.key == candidate.key:
            same = agrees(word.figure, candidate.figure)
        elif named and _is_name(candidate, names):
            same = word.key == candidate.key
        else:
            continue
        place = _place(said, at, source, there)
        own, other = (max(own, place, key=_fit), other) if same else (own, max(other, place, key=_fit))
    return own, other


def _is_name(word: Word, names: Container[str]) -> bool:
    return word.name or word.text in names


class _Place(NamedTuple):
    """How well surroundings fit a place in the source, and whether a neighbour of weight holds it there."""

    fit: int
    anchored: bool
    word: Word


def _fit(place: _Place) -> int:
    return place.fit


def _place(said: tuple[Word, ...], at: int, source: tuple[Word, ...], there: int) -> _Place:
    left = said[max(0, at - _WINDOW) : at][::-1], source[max(0, there - _WINDOW) : there][::-1]
    right = said[at + 1 : at + 1 + _WINDOW], source[there + 1 : there + 1 + _WINDOW]
    fit = sum(_shared(*side) for side in (left, right))
    return _Place(fit, _anchored(*left) or _anchored(*right), source[there])


def _shared(a: tuple[Word, ...], b: tuple[Word, ...]) -> int:
    """How many words two windows share; one that carries meaning counts twice."""
    common = {word.key: 1 if word.light else 2 for word in a}
    return sum(common.get(key, 0) for key in {word.key for word in b})


def _anchored(said: tuple[Word, ...], source: tuple[Word, ...]) -> bool:
    """Whether the nearest words are the same, up to one that carries meaning."""
    same = tuple(a for a, _ in takewhile(lambda pair: pair[0].key == pair[1].key, zip(said, source, strict=False)))
    return any(not key.startswith("#") for key in content(same))


def _keys(part: tuple[Word, ...]) -> frozenset[str]:
    return frozenset(word.key for word in part)


def _between(source: tuple[Word, ...], said: tuple[Word, ...], last: bool) -> Iterator[Change]:
    """What changed in a stretch that stands between words both sentences share."""
    if not last and _denies(source) != _denies(said):
        gone, come = " ".join(word.text for word in source), " ".join(word.text for word in said)
        yield Change(kind="negation", said=come or f"without “{gone}”", source=gone)
    for a in source:
        for b in said:
            if _opposite(a, b):
                yield Change(kind="direction", said=b.text, source=a.text)


def _replaced(source: tuple[Word, ...], said: tuple[Word, ...], names: Container[str]) -> Iterator[Change]:
    """One name for another, or what a number counts for something else. `source` starts up to three words earlier."""
    counted = False
    for a in source[: len(source) - len(said)]:
        counted = a.key == "#" or (counted and not a.light)
    for a, b in zip(source[len(source) - len(said) :], said, strict=True):
        if a.figure or b.figure or a.light or b.light:
            counted = False
        elif _is_name(a, names) and b.text[0].isupper():
            yield Change(kind="name", said=b.text, source=a.text)
        elif counted:
            yield Change(kind="unit", said=b.text, source=a.text)


def _denies(part: tuple[Word, ...]) -> bool:
    """Whether a stretch denies what follows it: only words without weight stand between."""
    return any(word.denies for word in takewhile(lambda word: word.light and not word.closes, reversed(part)))


def _opposite(a: Word, b: Word) -> bool:
    if a.key == b.key:
        return False
    if frozenset((a.key, b.key)) in _OPPOSITE_KEYS or {a.key, b.key} <= _PERIOD_KEYS:
        return True
    short, long = sorted((a.text.lower(), b.text.lower()), key=len)
    return any(stem(long) == prefix + stem(short) for prefix in _NEGATIVE)
