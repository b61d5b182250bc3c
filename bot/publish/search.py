"""The index that a reader's browser searches: for each year, every word with the picks it stands in.

Words are cut into small files in alphabetical order, so that a query costs two or three of them and no more.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic_core import to_json

from bot.publish.card import Card, Pages
from bot.publish.front import ROUNDUPS
from bot.publish.links import siblings
from bot.publish.markup import plain
from bot.text import decomposed

_BYTES, _WEIGHT = 12_000, 16
_WEIGHTS = {"text": 1, "topic": 3, "who": 6, "title": 9}
_WORD = re.compile(r"[^\W_]+")
COMMON = (
    "a an and are as at be by for from has have how in into is it its not of on or our that the their they this to was"
    " we were what when which with"
)
_LEFT_OUT = frozenset(COMMON.split())
_SPACED = str.maketrans({chr(code): " " for code in range(128) if not chr(code).isalnum()})
# Letters that are no letter with an accent, each with what people type for it.
LETTERS = "ı=i ł=l ø=o đ=d ß=ss æ=ae œ=oe"
_LETTERS = str.maketrans(dict(pair.split("=") for pair in LETTERS.split()))
Postings = Mapping[str, Sequence[int]]


def index(year: str, cards: Sequence[Card], pages: Pages) -> dict[str, bytes]:
    """The files of one year: a table of its digests and of the first word of each file, and the files."""
    postings, count = _postings(cards, pages)
    chunks = list(_chunks(postings))
    table = {
        "digests": [[card.key, card.title, len(card.picks) + 1] for card in cards],
        "words": [next(iter(chunk)) for chunk in chunks],
        "count": count,
    }
    files = {f"search/{year}-{at}.json": to_json(chunk) for at, chunk in enumerate(chunks)}
    return {f"search/{year}.json": to_json(table), **files}


class Stems(dict[str, str]):
    """Words without a plural s, each looked at once; "" for those that are left out."""

    def __missing__(self, word: str) -> str:
        is_plural = len(word) > 3 and word.endswith("s") and not word.endswith("ss")
        self[word] = "" if word in _LEFT_OUT else word[:-1] if is_plural else word
        return self[word]


_STEM = Stems().__getitem__


def words(text: str) -> list[str]:
    """The words of a text as they are looked up: lower case, no accents, no plural s."""
    if text.isascii():
        found = text.lower().translate(_SPACED).split()
    else:
        plain_text = "".join(c for c in decomposed(text) if unicodedata.category(c)[0] != "M")
        found = _WORD.findall(plain_text.lower().translate(_LETTERS))
    return list(filter(None, map(_STEM, found)))


def weighed(texts: Mapping[str, str]) -> dict[str, int]:
    """The words of a document, each with what it weighs where it weighs most."""
    found: dict[str, int] = {}
    for name, weight in _WEIGHTS.items():
        found |= dict.fromkeys(words(texts.get(name, "")), weight)
    return found


def documents(card: Card, tree: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """A digest's head, then each of its picks, in the order of its card.

    What a roundup has from another digest is found there, so nothing of it is said here.
    """
    bodies = (section["body"] for section in tree["sections"] if section["kind"] != "about")
    themes = (f"{theme.name} {theme.html}" for theme in card.themes)
    yield {"title": f"{card.title} {card.place}", "text": plain(" ".join((tree["lead"], *bodies, *themes)))}
    for entry in (entry for section in tree["sections"] for entry in section["entries"]):
        if (
            card.series == ROUNDUPS
            and not entry["unsupported"]
            and any(siblings(each["html"]) for each in entry["blocks"])
        ):
            yield {}
            continue
        who = (plain(block["html"]) for block in entry["blocks"] if block["kind"] == "who")
        prose = (plain(block["html"]) for block in entry["blocks"] if block["kind"] == "prose")
        parts = (part["text"] for block in entry["blocks"] for part in block["parts"])
        yield {
            "title": entry["title"],
            "who": " ".join((*entry["people"], *who)),
            "topic": " ".join(entry["topics"]),
            "text": " ".join((*parts, *prose)),
        }


def _postings(cards: Sequence[Card], pages: Pages) -> tuple[Postings, int]:
    """For each word the documents it stands in: the number of each, and its weight there, as one number."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    number = 0
    for card in cards:
        for document in documents(card, pages(card)):
            place = number * _WEIGHT
            for word, weight in weighed(document).items():
                found[word].append(place + weight)
            number += 1
    return dict(sorted(found.items())), number


def _chunks(postings: Postings) -> Iterator[dict[str, Sequence[int]]]:
    chunk: dict[str, Sequence[int]] = {}
    size = 0
    for word, numbers in postings.items():
        chunk[word] = numbers
        size += len(word) + 5 * len(numbers)
        if size > _BYTES:
            yield chunk
            chunk, size = {}, 0
    if chunk:
        yield chunk
