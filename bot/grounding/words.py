"""Tells the words of a sentence apart as the comparison of two sentences needs them: what each means and does."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from bot.figures import Figure, figures

_LONGEST = 160  # words of a sentence that are looked at; more is no sentence
_WORD = re.compile(r"[^\W_]+(?:['.][^\W_]+)*")
_CLOSING = (",", ";", ":", ".", "!", "?", ")")
_LIGHT_WORDS = """
    a an the of in on at to for by with from as and or is are was were be been being it its this that these those which
    who i we us our my you your they their them do does did has have had having can could may might will would shall
    should so such also than then there here into over under up out about both each authors author speaker speakers
    attendees able still yet only system paper
"""
_DENYING_WORDS = """
    not no never without neither nor none nobody nothing hardly barely unable fail fails failed failing lack lacks
    lacking lacked
"""
_NO_ADVERBS = "rely apply supply reply multiply comply imply assembly family anomaly early daily weekly monthly yearly"
_LIGHT = frozenset(_LIGHT_WORDS.split())
_WEIGHTY = frozenset(_NO_ADVERBS.split())
_DENYING = frozenset(_DENYING_WORDS.split())


@dataclass(frozen=True, slots=True)
class Word:
    """A word, or a figure in a word's place. Two words with one `key` can stand for each other.

    A `light` one carries no meaning of its own; one that `closes` has a comma or the like behind it.
    """

    key: str
    text: str
    figure: Figure | None = None
    name: bool = False
    light: bool = False
    denies: bool = False
    closes: bool = False


Words = tuple[Word, ...]


def words(text: str) -> Words:
    """The words of a tidy sentence; a figure is one of them, with its unit as its key."""
    found: list[Word] = []
    at = 0
    for figure in figures(text):
        if figure.start >= at:
            found += _plain(text, at, figure.start)
            found.append(Word(f"#{figure.unit}", figure.text, figure))
            at = figure.end
    return (*found, *_plain(text, at, len(text)))[:_LONGEST]


def content(part: Words) -> frozenset[str]:
    """The words that carry meaning of their own, and the units of figures."""
    return frozenset(word.key for word in part if not word.light)


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """What a word shares with its other forms, roughly."""
    word = word.lower()
    for ending in ("ies", "ing", "ed", "es", "s", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def _plain(text: str, start: int, end: int) -> Iterator[Word]:
    for match in _WORD.finditer(text, start, end):
        yield _word(match[0], match.start() == 0, text[match.end() : match.end() + 1] in _CLOSING)


@lru_cache(maxsize=8192)
def _word(text: str, opens: bool, closes: bool) -> Word:
    """A word by itself; the capital of one that opens a sentence says nothing."""
    text = text.partition("'")[0]
    lower = text.lower()
    denies = lower in _DENYING
    light = denies or lower in _LIGHT or (lower.endswith("ly") and lower not in _WEIGHTY)
    name = not light and len(text) > 1 and (text[1:] != lower[1:] or (text != lower and not opens))
    return Word(stem(text), text, name=name, light=light, denies=denies, closes=closes)
