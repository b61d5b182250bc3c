"""Lays a sentence beside the source sentence it was made from, and finds what no honest shortening changes:
which figure stands where, whether a thing is denied, which way it went, and whom it names.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import takewhile

from bot.grounding.places import Change, is_name, misplaced
from bot.grounding.words import Word, Words, content, stem, words

_NEAR = 0.6  # the share of a sentence's words that its source sentence must hold to be its source
_COPY = 0.75  # the share above which a sentence says what its source sentence says, and nothing else
_CLOSE = 0.1  # how much less another sentence may hold and still be the source
# Words of one line mean the contrary of those on the next.
_OPPOSITES = """
    less fewer few lower low reduce reduction decrease decline drop fall shrink cut
    more many higher high raise increase rise grow growth expand

    below under down
    above over up

    smaller small shorter short minimum minimize min least
    larger large longer long maximum maximize max most

    faster fast accelerate speedup early first
    slower slow decelerate slowdown late last

    improve improvement gain better best outperform benefit
    degrade degradation worsen worse worst loss underperform harm

    with include all always often succeed success support
    without exclude none never rarely seldom fail failure oppose

    enable allow accept
    disable prevent reject forbid

    negligible marginal minor slight
    significant substantial considerable major

    upload uplink outbound sender client encode write
    download downlink inbound receiver server decode read

    before
    after

    average mean median
    peak worst

    latency delay
    throughput goodput

    precision
    recall
"""
_SIDES = {
    stem(word): (number, side)
    for number, pair in enumerate(_OPPOSITES.strip().split("\n\n"))
    for side, line in enumerate(pair.split("\n"))
    for word in line.split()
}
_PERIOD_NAMES = "nanosecond microsecond millisecond second minute hour day week month year decade"
_PERIODS = frozenset(map(stem, _PERIOD_NAMES.split()))
_NEGATIVE = ("un", "in", "im", "ir", "non", "dis", "il")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A tidy sentence and its words, told apart once."""

    text: str
    words: Words
    texts: frozenset[str]
    content: frozenset[str]


def sentence(text: str) -> Sentence:
    found = words(text)
    return Sentence(text, found, frozenset(word.text for word in found), content(found))


def nearest(said: Sentence, source: Iterable[Sentence]) -> tuple[Sentence, ...]:
    """The source sentences that hold most of what is said; () when none holds enough."""
    size = len(said.content)
    shares = [(len(said.content & candidate.content), candidate) for candidate in source] if size > 1 else []
    most = max((share for share, _ in shares), default=0)
    if most < max(_NEAR * size, min(3, size), 1):
        return ()
    close = (candidate for share, candidate in shares if share >= most - _CLOSE * size)
    return tuple(sorted(close, key=lambda candidate: len(said.texts & candidate.texts), reverse=True)[:3])


def copies(said: Sentence, sources: Iterable[Sentence]) -> bool:
    """Whether hardly a word of a sentence is not its source's."""
    return any(len(said.content & source.content) >= _COPY * len(said.content) for source in sources)


def changes(said: Sentence, sources: Sequence[Sentence], names: Container[str] = ()) -> tuple[Change, ...]:
    """What differs between a sentence and the nearest of its sources in a way that changes the statement."""
    if any(said.text == source.text for source in sources):
        return ()
    found = (tuple(dict.fromkeys(_changes(said.words, source.words, names))) for source in sources)
    return min(found, key=len, default=())


def _changes(said: Words, source: Words, names: Container[str]) -> Iterator[Change]:
    yield from misplaced(said, source, names)
    keys = [word.key for word in source], [word.key for word in said]
    for verb, a, b, c, d in SequenceMatcher(None, *keys, autojunk=False).get_opcodes():
        if verb == "equal":
            continue
        yield from _turned(source[a:b], said[c:d])
        if b < len(source) or d < len(said):
            yield from _denied(source[a:b], said[c:d])
        if verb == "replace" and d - c <= b - a:
            yield from _replaced(source[max(0, b - (d - c) - 3) : b], said[c:d], names)


def _denied(source: Words, said: Words) -> Iterator[Change]:
    """A denial lost or added right before words that both sentences share."""
    lost = _denies(source) and not any(word.denies for word in said)
    if lost or (_denies(said) and not _denies(source)):
        gone, come = " ".join(word.text for word in source), " ".join(word.text for word in said)
        yield Change(kind="negation", said=come or f"without “{gone}”", source=gone)


def _denies(part: Words) -> bool:
    """Whether a stretch denies what follows it: only words without weight stand between."""
    return any(word.denies for word in takewhile(lambda word: word.light and not word.closes, reversed(part)))


def _turned(source: Words, said: Words) -> Iterator[Change]:
    """A word in the place of its contrary."""
    return (
        Change(kind="direction", said=b.text, source=a.text)
        for a in source
        for b in said
        if a.key != b.key and _contrary(a, b)
    )


def _contrary(a: Word, b: Word) -> bool:
    if {a.key, b.key} <= _PERIODS:
        return True
    here, there = _SIDES.get(a.key), _SIDES.get(b.key)
    if here and there:
        return here[0] == there[0] and here[1] != there[1]
    short, long = sorted((a.key, b.key), key=len)
    return long not in _SIDES and any(long == prefix + short for prefix in _NEGATIVE)


def _replaced(source: Words, said: Words, names: Container[str]) -> Iterator[Change]:
    """One name for another, or what a number counts for something else. `source` starts up to three words earlier."""
    before, replaced = source[: len(source) - len(said)], source[len(source) - len(said) :]
    counted = False
    for word in before:
        counted = word.key == "#" or (counted and not word.light)
    for a, b in zip(replaced, said, strict=True):
        if a.figure or b.figure or a.light or b.light:
            counted = False
        elif is_name(a, names) and b.text[0].isupper() and not b.text.endswith(("ed", "ing")):
            yield Change(kind="name", said=b.text, source=a.text)
        elif counted:
            yield Change(kind="unit", said=b.text, source=a.text)
