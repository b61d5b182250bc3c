"""Where programs are published: one module a platform, and what the platforms share.

A platform says which addresses it knows, recognises its own pages by their content, and reads one into a Program.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.model import Contribution, Kind, Person, Program
from bot.page import Page
from bot.text import plain
from bot.web import Web


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A recorded page (tests/platforms/recordings/<platform>/<file>) and what must be read from it."""

    file: str
    contributions: int
    first: str


class Platform(Protocol):
    """The contract. `URL` matches the addresses of its programs, wherever they are hosted."""

    URL: re.Pattern[str]
    EXAMPLES: tuple[Example, ...]

    def addresses(self, url: str) -> tuple[str, ...]:
        """Where the program at this address can be read, best first."""

    def looks_like(self, page: Page) -> bool:
        """Whether a page, wherever it was saved, is one of this platform's. Cheap, and false rather than wrong."""

    def scrape(self, page: Page, web: Web) -> Program:
        """Reads the program; `web` is for what the page continues on. Raises NotPublished, LayoutChanged."""


# What programs call things, first match wins. Words, not sentences: matched whole, in lower case.
_KINDS = (
    (Kind.LOGISTICS, "break|breaks|lunch|breakfast|coffee|registration|badge|badges|cloakroom|coat check|bag check"
     "|check-in|solutions showcase|sponsor demo|sponsor booth|exhibit hall|exhibition|showcase|logistics|meal"
     "|dinner break|setup"),
    (Kind.KEYNOTE, "keynote|keynotes|plenary|invited talk|invited talks|invited"),
    (Kind.LIGHTNING_TALK, "lightning talk|lightning talks|lightning|lightningtalk|lightningtalks"),
    (Kind.TUTORIAL, "tutorial|tutorials|training|course|short course"),
    (Kind.WORKSHOP, "workshop|workshops|hands-on"),
    (Kind.PANEL, "panel|panels|talk panel|podium|roundtable"),
    (Kind.POSTER, "poster|posters|poster session|poster sessions"),
    (Kind.DEMO, "demo|demos|demonstration|demonstrations"),
    (Kind.BOF, "bof|birds of a feather|meeting|meetup|self-organized session|ask the experts"),
    (Kind.SOCIAL, "social|reception|banquet|party|concert|music|dj set|performance|dinner|excursion|gathering"),
    (Kind.PAPER, "paper|papers|oral|spotlight|research track|short paper"),
    (Kind.TALK, "talk|talks|lecture|presentation|maintrack"),
)  # fmt: skip
_KIND_PATTERNS = tuple((kind, re.compile(rf"\b(?:{words})\b")) for kind, words in _KINDS)


def kind_of(*labels: str, default: Kind = Kind.TALK) -> Kind:
    """The kind that a source's own labels (type, track, category) name; the first label that names one decides."""
    for label in labels:
        for kind, pattern in _KIND_PATTERNS:
            if pattern.search(label.lower().replace("_", " ")):
                return kind
    return default


_FORM = re.compile(
    r"\b(?:keynote|invited talk|lightning talk|panel|poster|demo|demonstration|tutorial|workshop|bof|birds of a feather"
    r"|meetup|ask the experts|reception|banquet|gathering)s?\b",
    re.I,
)


def form_of(*headings: str, default: Kind = Kind.PAPER) -> Kind:
    """The kind that a heading of an academic program names. Its topics name none: "Model Training" is no tutorial."""
    form = next(filter(None, map(_FORM.search, headings)), None)
    return kind_of(form.group()) if form else default


def label_of(title: str) -> str:
    """What stands before a title's colon when it is as short as a label is: "Poster: A Raft of Rafts"."""
    label, colon, _ = title.partition(":")
    return label if colon and len(label.split()) < 3 else ""


_SESSION = re.compile(r"\bsession(?: \w{1,3})?$", re.I)


def paper_kind_of(*labels: str, default: Kind = Kind.TALK) -> Kind:
    """As `kind_of`, where posters, orals and spotlights are how papers are shown, and a session is what holds them."""
    if any(map(_SESSION.search, labels)):
        return Kind.SESSION
    kind = kind_of(*labels, default=default)
    return Kind.PAPER if kind is Kind.POSTER else kind


_PAPERS = re.compile(r"\b(?:papers?|proceedings)\b", re.I)
_NUMBERED = re.compile(r"\bsession (?:\d|[IVX]+\b)", re.I)
_OUTING = re.compile(r"\b(?:social|dinner|party|drinks|meet-up|meet (?:and|[&+]) greet)$", re.I)
_ASIDE = re.compile(r"\s*\([^()]*\)")
_LABEL_END = re.compile(r":\s+|\s+\|\s+")
_PAUSE = re.compile(
    r"(?:[\w-]+ )?(?:(?:coffee|tea|lunch|health|bio|mini) )?breaks?"
    r"|(?:[\w-]+ ){0,2}(?:lunch(?:eon)?|breakfast|registration|badges?|cloak ?room|check-in|(?:coat|bag)[\w +&]* check)"
    r"(?: (?:open|opens|desk|area|(?:are |on |your )+own|pick-?up|break|(?:and|&|\+) .+))?",
    re.I,
)


def kind_of_entry(title: str, track: str, people: Sequence[Person]) -> Kind:
    """The kind of a calendar's entry: by a label before its title, by its track, or by its title when nobody signs it.

    Breaks, meals and desks are entries like the talks, but nobody signs them.
    """
    if not people and (is_pause(title) or kind_of(track) is Kind.LOGISTICS):
        return Kind.LOGISTICS
    if not people and _OUTING.search(title):
        return Kind.SOCIAL
    labels = [label for label in _LABEL_END.split(title)[:-1] if len(label.split()) <= 4]
    whole = () if people or len(_ASIDE.sub("", title).split()) > 6 else (title,)
    default = Kind.PAPER if _PAPERS.search(track) else Kind.TALK
    return form_of(*labels, track, *whole, default=Kind.SESSION if not people and _NUMBERED.search(title) else default)


def is_pause(title: str) -> bool:
    """Whether a title is no more than a break, a meal or a desk: "Coffee Break", "Lightning Talks: Lunch | On Own"."""
    parts = [" ".join(re.findall(r"[\w&+-]+", part)) for part in _LABEL_END.split(title)[-4:]]
    return any(_PAUSE.fullmatch(" ".join(parts[start:])) for start in range(len(parts)))


def people(names: Iterable[str]) -> tuple[Person, ...]:
    """Persons from bare names: blanks and repeats dropped, order kept, footnote marks taken off."""
    clean = (plain(name).strip(" ,;*†‡") for name in names)
    return tuple(Person(name=name) for name in dict.fromkeys(filter(None, clean)))


_CREDIT = re.compile(r"\((?:[^()]|\([^()]*\))*\)|[;,]|\s(?:and|&)\s")
_NEXT_CREDIT = re.compile(r"\s*(?:[;,.]|and\s|&|$)")
_REMARK = re.compile(r"\d")
_PROSE = re.compile(r"\b(?:the|will|is|are|be|by|in|at|of|for|to|with|from)\b|\bTB[AD]\b|[:@]")


def affiliated(line: str) -> tuple[Person, ...]:
    """Persons from "Ann Ode, Bo Tide (Sea Lab); Cy (Cyan) Reef (Bay U)"; () when the line is a sentence or a label.

    One affiliation serves all names since the last one or semicolon; brackets inside a name hold a nickname. What bears
    a number ("2031 Fellow") is a remark on the person before it.
    """
    persons = tuple(_credits(line))
    if not persons or _REMARK.search(persons[0].name) or _PROSE.search(persons[0].name):
        return ()
    sentence = any(_PROSE.search(person.name) for person in persons)
    kept = (person for person in persons if not _REMARK.search(person.name) and not _PROSE.search(person.name))
    return tuple(person for person in kept if person.affiliation or not sentence)


def _credits(line: str) -> Iterator[Person]:
    line += ")" * (line.count("(") - line.count(")")) + ";"
    waiting, name, start = [], "", 0
    for mark in _CREDIT.finditer(line):
        name, start, sign = name + line[start : mark.start()], mark.end(), mark.group()
        if sign.startswith("(") and not _NEXT_CREDIT.match(line, start):
            name += sign
            continue
        waiting.append(" ".join(name.split()).strip(" .*†‡()"))
        name = ""
        if sign[0] in "(;":
            affiliation = " ".join(sign[1:-1].split()).strip(" ,;")
            yield from (Person(name=name, affiliation=affiliation) for name in waiting if name)
            waiting, name = [], ""


def declared(count: str, rows: int, contributions: Sequence[Contribution]) -> int | None:
    """How many contributions a source's count of rows claims, less the rows read that are repeats or none at all."""
    if not re.fullmatch(r"\d{1,9}", count):
        return None
    distinct = len({contribution.title for contribution in contributions})
    return max(distinct, int(count) - (rows - distinct))
