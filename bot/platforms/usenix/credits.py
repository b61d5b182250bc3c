"""The people of a USENIX presentation: "Ann Ode and Bo Tide, *Sea Lab;* Cy Reef, *Bay University*"."""

import re
from collections.abc import Iterator
from dataclasses import replace

from bot import byline
from bot.model import Person
from bot.page import Page
from bot.people import affiliated, people_in

PLACES = ".field-name-field-paper-people-text", ".field-name-field-presented-by"

_LINES = tuple(f"{field} {line}".strip() for field in PLACES for line in (".field-item p", ".field-item", "p", ""))
_LEAD_IN = re.compile(
    r"[;,.\s]*(?:and\s+)?(?:(?:[\w-]+ ){0,3}?(?:[\w-]*chair|author|speaker|moderator|panelist)s?:)?\s*", re.I
)
_AWARD = re.compile(r"\baward|\b(?:best|outstanding|distinguished) (?:\w+ )?paper\b|\bhonorable mention\b", re.I)
_MOST, _LONGEST = 500, 500  # affiliations of one presentation, characters of one
_UNHEARD = byline.listen((), ())


def people_of(row: Page) -> tuple[Person, ...]:
    """The people of a row: all on one line, or one on each."""
    lines = next(filter(None, (row.all(place) for place in _LINES)), ())
    return tuple(dict.fromkeys(person for line in lines for person in credited(line)))


def credited(line: Page) -> Iterator[Person]:
    """Names, then in italics the affiliation that they share. Italics after no name go on with the last."""
    groups: list[tuple[Person, ...]] = []
    text, start, is_parted = line.text(default=""), 0, True
    for italics in line.texts("em, i")[:_MOST]:
        place = re.compile(rf"(?<!\w){re.escape(italics[:_LONGEST])}(?!\w)").search(text, start)
        if not place:
            continue
        between = text[start : place.start()]
        names, start = names_in(between), place.end()
        affiliation = "" if _AWARD.search(italics) else italics.strip(" ,;")
        if names:
            groups.append(tuple(replace(person, affiliation=affiliation) for person in names))
        elif groups and affiliation:
            joint = " " if not between.strip() and not is_parted else "; "
            groups[-1] = tuple(replace(p, affiliation=f"{p.affiliation}{joint}{affiliation}") for p in groups[-1])
        is_parted = italics.endswith((",", ";"))
    yield from (person for group in groups for person in group)
    yield from names_in(text[start:]) if groups else plainly_credited(text)


def names_in(text: str) -> tuple[Person, ...]:
    return () if _AWARD.search(text) else people_in(_LEAD_IN.sub("", text, count=1))


def plainly_credited(text: str) -> tuple[Person, ...]:
    if _AWARD.search(text):
        return ()
    line = _LEAD_IN.sub("", text, count=1)
    return affiliated(line) if "(" in line else byline.read(line, _UNHEARD)
