"""Who else knows a contribution: one module an enricher, and how they all make sure that it is the same work.

An enricher answers for several contributions at once, because many can be asked so; it adds nothing by itself.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from typing import Protocol
from urllib.parse import unquote

from bot.alike import is_same_name, likeness
from bot.errors import Blocked, BotError, LayoutChanged, NotPublished, SourceError
from bot.model import Contribution, Kind, Passage
from bot.page import Format, Page
from bot.text import clipped, folded
from bot.web import Web
from bot.web.walls import host


class Reached(StrEnum):
    """What came of asking somebody about a contribution."""

    READ = "read"
    NOT_FOUND = "not found"
    PAYWALLED = "paywalled"
    BLOCKED = "blocked"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What somebody else knows of a contribution. `note` says how it was recognised, or why there is nothing.

    `pdf` is where the paper ought to be; whether it is there, and is this paper, is for the stage to find out.
    """

    reached: Reached
    note: str = ""
    passages: tuple[Passage, ...] = ()
    links: Mapping[str, str] = field(default_factory=dict)
    pdf: str = ""


class Enricher(Protocol):
    """The contract."""

    AT_ONCE: int
    """For how many contributions it is asked in one go."""

    def enrich(self, contributions: Sequence[Contribution], web: Web) -> tuple[Known, ...]:
        """What it knows of each. Raises what the web raises where that concerns all of them."""


MANY = 60  # so many identifiers fit in one question everywhere
FAILURES = (Blocked, NotPublished, SourceError, LayoutChanged)  # what stops one source and not the others


def failed(error: BotError) -> Known:
    """A failure to ask, as an answer."""
    reached = {Blocked: Reached.BLOCKED, NotPublished: Reached.NOT_FOUND}.get(type(error), Reached.FAILED)
    return Known(reached=reached, note=str(error))


# ---- identifiers

_DOI = re.compile(r"(?:doi\.org/|/doi/(?:(?:abs|pdf|full|epdf)/)?)(10\.\d{4,9}/[^\s?#\"<>]+)", re.I)
_ARXIV = re.compile(
    r"(?:arxiv\.org/(?:abs|pdf|html)/|doi\.org/10\.48550/arxiv\.)([a-z-]+(?:\.[a-z]{2})?/\d{7}|\d{4}\.\d{4,5})", re.I
)
_FORUM = re.compile(r"openreview\.net/(?:forum|pdf|attachment)\?(?:[^#\s]*&)?id=([\w-]+)", re.I)


def doi(contribution: Contribution) -> str:
    return _identified(_DOI, contribution.url, *contribution.links.values()).lower().removesuffix(".pdf").rstrip(".)")


def arxiv_id(contribution: Contribution) -> str:
    return _identified(_ARXIV, contribution.url, *contribution.links.values())


def forum(contribution: Contribution) -> str:
    """Its id on OpenReview."""
    return _identified(_FORUM, contribution.url, *contribution.links.values())


def _identified(pattern: re.Pattern[str], *addresses: str) -> str:
    found = next(filter(None, (pattern.search(unquote(address)) for address in addresses)), None)
    return found[1] if found else ""


# ---- whether it is the same work


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A work as a source knows it. `ids` are all its identifiers there; a closed one is read only for a fee."""

    title: str
    people: tuple[str, ...] = ()
    ids: frozenset[str] = frozenset()
    passages: tuple[Passage, ...] = ()
    links: Mapping[str, str] = field(default_factory=dict)
    pdf: str = ""
    is_closed: bool = False


ENOUGH = 0.75  # confidence in a match by title and people
BY_TITLE = 0.6  # confidence in one by title alone, where nobody signs and nothing else is called so
_WORDS = 4  # of a title that can stand for itself
_ALIKE, _STRANGE = 0.9, 0.4  # titles: much the same, and certainly another


def recognised(contribution: Contribution, identifier: str, works: Sequence[Work]) -> tuple[Work | None, str]:
    """The work that a contribution is, and how that is known or why it is not.

    By identifier, unless title and people are another's; else by title and people; by title alone only where there are
    no people to go by and one work alone bears it.
    """
    named = [work for work in works if identifier and identifier in work.ids]
    if own := [work for work in named if not _is_stranger(contribution, work)]:
        return own[0], f"{identifier}, confidence 1.00"
    rated = sorted(((confidence(contribution, work), work) for work in works), key=lambda pair: -pair[0])
    if rated and rated[0][0] >= ENOUGH:
        return rated[0][1], f"title and people, confidence {rated[0][0]:.2f}"
    titled = [work for work in works if folded(work.title) == folded(contribution.title)]
    unsigned = [work for work in titled if not (contribution.people and work.people)]
    if len(titled) == len(unsigned) == 1 and len(folded(contribution.title).split()) >= _WORDS:
        return unsigned[0], f"title alone, confidence {BY_TITLE:.2f}"
    if len(titled) > 1 and unsigned:
        return None, f"{len(titled)} works bear its title, and nothing tells them apart"
    if named:
        return None, f"{identifier} is there another work, “{named[0].title[:80]}”"
    return None, "a work of other people bears its title" if titled else "not known there"


def confidence(contribution: Contribution, work: Work) -> float:
    """How surely two are one work, by title and people: 0 where nobody signs both."""
    mine, theirs = [person.name for person in contribution.people], work.people
    if not mine or not theirs:
        return 0.0
    title = likeness(contribution.title, work.title)
    shared = sum(any(is_same_name(one, other) for other in theirs) for one in mine)
    share = min(1.0, shared / min(len(mine), len(theirs)))
    return title * (0.5 + 0.5 * share) if title >= _ALIKE and shared else 0.0


def _is_stranger(contribution: Contribution, work: Work) -> bool:
    mine = [person.name for person in contribution.people]
    signed = any(is_same_name(one, other) for one in mine for other in work.people)
    return not signed and likeness(contribution.title, work.title) < _STRANGE


# ---- asking

Ask = Callable[[Sequence[str]], Iterable[Work]]
Search = Callable[[Sequence[Contribution]], Iterable[Work]]
_PUBLISHED = (Kind.PAPER, Kind.POSTER, Kind.DEMO)


def looked_up(
    contributions: Sequence[Contribution],
    key: Callable[[Contribution], str],
    ask: Ask,
    search: Search,
    at_once: int = 1,
) -> tuple[Known, ...]:
    """What a source knows of contributions: asked by identifiers, all in one, then by titles, so many in one.

    `key` is a contribution's identifier there, or "". Titles are asked only of what is published as papers. A source
    that fails once is not asked again.
    """
    named = [each for each in contributions if key(each)]
    found = _answers(named, key, lambda: ask(list(dict.fromkeys(map(key, named))))) if named else {}
    left = [each for each in contributions if _is_open(found.get(each.id)) and each.kind in _PUBLISHED]
    for start in range(0, len(left), at_once):
        group = left[start : start + at_once]
        failure = next((known for known in found.values() if known.reached in _STOPS), None)
        found |= {each.id: failure for each in group} if failure else _answers(group, key, partial(search, group))
    nothing = Known(reached=Reached.NOT_FOUND, note="no identifier to ask by")
    return tuple(found.get(each.id, nothing) for each in contributions)


_STOPS = (Reached.BLOCKED, Reached.FAILED)


def _is_open(known: Known | None) -> bool:
    return known is None or known.reached is Reached.NOT_FOUND


def _answers(
    group: Sequence[Contribution], key: Callable[[Contribution], str], asked: Callable[[], Iterable[Work]]
) -> dict[str, Known]:
    try:
        works = tuple(asked())
    except FAILURES as error:
        return {each.id: failed(error) for each in group}
    return {each.id: known(*recognised(each, key(each), works)) for each in group}


def known(work: Work | None, note: str) -> Known:
    """A work as an answer."""
    if work is None:
        return Known(reached=Reached.NOT_FOUND, note=note)
    told = Reached.READ if work.passages or work.pdf else Reached.PAYWALLED if work.is_closed else Reached.NOT_FOUND
    note = note if told is Reached.READ else f"no text there ({note})"
    return Known(reached=told, note=note, passages=work.passages, links=work.links, pdf=work.pdf)


# ---- what is answered


def answer(page: Page, format: Format) -> Page:
    """The page, which is what an interface answers. Raises LayoutChanged for a page that only people understand."""
    if page.format is not format:
        raise LayoutChanged(f"{host(page.url)} answers in {page.format}, not in {format}", hint="see its manual")
    return page


LONGEST = 6000  # characters of an abstract
_LABEL = re.compile(r"^\s*abstract\b\s*[:.—–-]?\s*", re.I)


def abstract(text: str, answer: Page, address: str) -> tuple[Passage, ...]:
    """An abstract as a passage, without the word before it. People can read it again at the address."""
    text = clipped(_LABEL.sub("", text).strip(), LONGEST)
    source = replace(answer.source, url=address or answer.url)
    return (Passage(text=text, part="abstract", source=source),) if text else ()


def query_words(title: str, most: int = 20) -> str:
    """A title as words to search for; nothing in them means anything to a query language."""
    return " ".join(folded(title).split()[:most])


def surnames(contribution: Contribution, most: int = 3) -> str:
    return " ".join(folded(person.name).split()[-1] for person in contribution.people[:most] if folded(person.name))
