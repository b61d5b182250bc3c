"""Finds phrases in texts and weighs them, with no model: words that know their place, stems, and BM25.

A word is a phrase of one, so one reading of a text serves a reader's terms, their single words and a whole summary.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise

import snowballstemmer

Phrase = tuple[str, ...]
"""The stems of a phrase's words."""

Places = Mapping[Phrase, Sequence[str]]
"""Phrases found in a text, as they are written there, in reading order."""

Finder = Callable[[str], Places]

Weights = Mapping[Phrase, float]

# BM25: how soon a repeated phrase stops counting, and how far a long text is held against a phrase in it. The second is
# below the usual 0.75, as the abstracts of a program differ little in length.
K1, B = 1.2, 0.4

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_JOINT = re.compile(r"(?:[^\S\n]|[-‐‑‒–—/_'’])*")
_POSSESSIVE = re.compile(r"['’]s?$")
_VERSION = re.compile(r"(?<=[^\W\d_]{3})v?\d+$")
_BRITISH = re.compile(r"(?<=\w{4})is(e[sd]?|ing|ations?)$")
_DERIVED = re.compile(r"(er|or|it|iv|al|abl|ful|iz)(?:s|y|ies|es?|ly|ed|ers?|ing|ations?)?$")
_COMMON = frozenset(
    """
    a about after all also an and any are as at be been between both but by can could do does each for from had has have
    how if in into is it its may more most new no not of on one only or other our out over paper present propose s show
    so such talk than that the their them then there these they this those through to under up us use used using via was
    we were what when where which while who will with within without work would you your
    """.split()  # noqa: SIM905 (a list of them would be a column of a hundred lines)
)
_STEMMER = snowballstemmer.stemmer("english")


def phrase(text: str) -> Phrase:
    """What to look for. Hyphens are as good as blanks; capitals matter only in an acronym that stands alone."""
    words = _WORD.findall(text)
    if len(words) == 1 and len(words[0]) > 1 and words[0].isupper():
        return (words[0],)
    return tuple(stem(word.lower()) for word in words)


def words(text: str) -> tuple[Phrase, ...]:
    """A text's telling words, each a phrase of its own."""
    return tuple(dict.fromkeys(phrase(word) for word in _WORD.findall(text) if word.lower() not in _COMMON))


def finder(sought: Iterable[Phrase]) -> Finder:
    """What finds every place of every phrase in a text. No phrase runs across a comma, a full stop or a line's end."""
    phrases = [each for each in dict.fromkeys(sought) if each]
    beginnings = {word[:3].lower() for each in phrases for word in each}
    lone = {each[0] for each in phrases if len(each) == 1}
    longer: dict[str, list[Phrase]] = {}
    for each in phrases:
        if len(each) > 1:
            longer.setdefault(each[0], []).append(each)

    @cache
    def begun(word: str) -> tuple[tuple[Phrase, ...], tuple[Phrase, ...]]:
        """The phrases that a word is, and the longer ones that it may begin."""
        if word[:3].lower() not in beginnings:  # spares most words the stemmer
            return (), ()
        return tuple((form,) for form in sorted(_forms(word) & lone)), tuple(longer.get(stem(word.lower()), ()))

    def find(text: str) -> Places:
        places: dict[Phrase, list[str]] = {}
        tokens = list(_WORD.finditer(text))
        for number, token in enumerate(tokens):
            here, onward = begun(token[0])
            for each in here:
                places.setdefault(each, []).append(_POSSESSIVE.sub("", token[0]))
            for each in onward:
                run = tokens[number : number + len(each)]
                if _is(run, each) and _unbroken(text, run):
                    places.setdefault(each, []).append(text[token.start() : run[-1].end()])
        return places

    return find


def weigh(frequencies: Sequence[Weights], lengths: Sequence[int]) -> tuple[dict[Phrase, float], ...]:
    """BM25's weight of each phrase in each text: the more often there and the rarer elsewhere, the more."""
    count = len(frequencies)
    usual = sum(lengths) / count if any(lengths) else 1.0
    holding = Counter(each for phrases in frequencies for each in phrases)
    rarity = {each: math.log(1 + (count - texts + 0.5) / (texts + 0.5)) for each, texts in holding.items()}
    return tuple(
        {
            each: rarity[each] * often * (K1 + 1) / (often + K1 * (1 - B + B * size / usual))
            for each, often in phrases.items()
        }
        for phrases, size in zip(frequencies, lengths, strict=True)
    )


def score(weights: Weights, query: Weights) -> float:
    return sum(weight * query[each] for each, weight in weights.items() if each in query)


def levelled(scores: Sequence[float], best: int) -> tuple[float, ...]:
    """Scores in units of the usual one among the best, so that sums of several kinds can be added up."""
    unit = sum(sorted(scores, reverse=True)[:best]) / best
    return tuple(each / unit if unit else 0.0 for each in scores)


def directions(texts: Sequence[str]) -> tuple[dict[str, float], ...]:
    """Texts as vectors of unit length; words that all of them share count nothing."""
    counts = [Counter(_WORD.findall(text.lower())) for text in texts]
    holding = Counter(word for words in counts for word in words)
    return tuple(
        _unit({word: (1 + math.log(often)) * math.log(len(texts) / holding[word]) for word, often in words.items()})
        for words in counts
    )


def likeness(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """How alike two directions are: 0 with nothing in common, 1 if they are the same."""
    return sum(weight * other[word] for word, weight in one.items() if word in other)


def rarities(texts: Sequence[str]) -> tuple[float, ...]:
    """How unusual each text's words are among the others; words of one text only, names most of them, say nothing."""
    vocabularies = [frozenset(_WORD.findall(text.lower())) for text in texts]
    holding = Counter(word for words in vocabularies for word in words)
    shared = [
        [math.log(len(texts) / holding[word]) for word in sorted(words) if holding[word] > 1] for words in vocabularies
    ]
    return tuple(sum(each) / len(each) if each else 0.0 for each in shared)


@cache
def stem(word: str) -> str:
    """What a word's inflections share, kept apart from words that only derive from it.

    Snowball alone gives one stem to authority and authorization, controller and control, collective and collection.
    """
    word = _BRITISH.sub(r"iz\1", word.replace("’", "'"))
    root = str(_STEMMER.stemWord(word))
    derived = _DERIVED.search(word, 4)
    return f"{root}+{derived[1]}" if derived and derived[1] not in root[-len(derived[1]) - 1 :] else root


@cache
def _forms(word: str) -> frozenset[str]:
    """What a lone word may be sought as: a stem, also without a version, or an acronym unless capitals are mixed in."""
    word = _POSSESSIVE.sub("", word)
    bare = _VERSION.sub("", word)
    capitals = (each.upper() for each in (word, bare, word.removesuffix("s")) if each.isupper() or each.islower())
    return frozenset((stem(word.lower()), stem(bare.lower()), *capitals))


def _is(run: Sequence[re.Match[str]], each: Phrase) -> bool:
    return len(run) == len(each) and all(
        stem(token[0].lower()) == word for token, word in zip(run[1:], each[1:], strict=True)
    )


def _unbroken(text: str, run: Sequence[re.Match[str]]) -> bool:
    return all(_JOINT.fullmatch(text, left.end(), right.start()) for left, right in pairwise(run))


def _unit(vector: dict[str, float]) -> dict[str, float]:
    norm = math.sqrt(sum(weight * weight for weight in vector.values())) or 1.0
    return {word: weight / norm for word, weight in vector.items()}
