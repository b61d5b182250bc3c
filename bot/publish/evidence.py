"""What the sentences of a write-up rest on: the passages of its sources, with the very words marked."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import chain

from bot.model import Claim, Passage, WriteUp
from bot.publish.article import Evidence, Part
from bot.publish.links import is_safe
from bot.store import PARTS

LABELS = {"why": "Why", "what": "What", "how": "How", "where": "Where"}
_SHOWN_WHOLE = 4000
Span = tuple[int, int, str]


def evidence(writeup: WriteUp, parts: Mapping[str, Part]) -> tuple[Evidence, ...]:
    """The passages that the sentences standing on the page rest on."""
    quotes = [
        (quote, LABELS[name])
        for name in PARTS
        if (part := parts.get(name, parts.get("notes")))
        for claim in getattr(writeup, name)
        if claim.text and claim.text in part.text
        for quote in claim.quotes
    ]
    shown = (passage_shown(passage, quotes) for passage in writeup.pick.contribution.passages)
    return tuple(each for each in shown if each)


def unsupported(writeup: WriteUp, parts: Mapping[str, Part]) -> tuple[str, ...]:
    """The labels of the parts in which something stands that was never held against a source."""
    claims = {name: getattr(writeup, name) for name in PARTS}
    claims["notes"] = tuple(chain.from_iterable(claims.values()))
    return tuple(part.label for name, part in parts.items() if left(part.text, claims.get(name, ())))


def left(text: str, claims: Sequence[Claim]) -> bool:
    """Whether a text says more than its claims do."""
    if text == " ".join(claim.text for claim in claims):
        return False
    for claim in claims:
        text = text.replace(" ".join(claim.text.split()), "", 1)
    return any(character.isalnum() for character in text)


def passage_shown(passage: Passage, quotes: Sequence[tuple[str, str]]) -> Evidence | None:
    """A passage with the quotes marked, nothing where it has none. Of a long one, only the paragraphs with marks."""
    paragraphs = [(text, spans(text, quotes)) for text in passage.text.split("\n\n")]
    if not any(marks for _, marks in paragraphs):
        return None
    if len(passage.text) > _SHOWN_WHOLE:
        paragraphs = [(text, marks) for text, marks in paragraphs if marks]
    html = "".join(f"<p>{''.join(marked(text, marks))}</p>" for text, marks in paragraphs)
    url = passage.source.url
    return Evidence(part=passage.part or "source", url=url if is_safe(url) else "", html=html)


def spans(text: str, quotes: Sequence[tuple[str, str]]) -> list[Span]:
    """Where the quotes stand and for which parts, those that overlap put together."""
    found = sorted((start, start + len(quote), label) for quote, label in quotes if (start := text.find(quote)) >= 0)
    merged: list[Span] = []
    for start, end, label in found:
        if merged and start < merged[-1][1]:
            first, last, labels = merged[-1]
            merged[-1] = first, max(last, end), labels if label in labels.split(", ") else f"{labels}, {label}"
        else:
            merged.append((start, end, label))
    return merged


def marked(text: str, marks: Sequence[Span]) -> Iterator[str]:
    end = 0
    for start, stop, label in marks:
        yield escape(text[end:start], quote=False)
        yield f"<mark><b>{label}</b> {escape(text[start:stop], quote=False)}</mark>"
        end = stop
    yield escape(text[end:], quote=False)
