"""How a pick is cited: as a line of text and as BibTeX, from the people and the link that the program gives."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.model import Kind
from bot.text import listing, slug

# BibTeX counts braces, those behind a backslash, too.
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
}
_TEX = re.compile(r"[\\~^&%$#_{}]")
_PUBLISHED = (Kind.PAPER,)
_MOST = 30
# What BibTeX would take for two people, or for a family name and a given one.
_NO_NAME = re.compile(r"\band\b|,", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class Venue:
    """The edition that a pick is from. `year` may be no year: "undated"."""

    key: str
    name: str
    year: str


def citation(title: str, people: Sequence[str], venue: Venue, url: str) -> str:
    """A line: people, title, where and when, address."""
    names = listing([*people[:3], "others"] if len(people) > 4 else people)
    ended = title if title.endswith(("?", "!", ".")) else f"{title}."
    dated = f"{venue.name}, {venue.year}" if venue.year.isdigit() and venue.year not in venue.name else venue.name
    return " ".join(filter(None, (f"{names}." if names else "", f"“{ended}”", f"{dated}.", url)))


def name_of(title: str, people: Sequence[str], venue: Venue) -> str:
    """What an entry for a bibliography is called."""
    family = slug(people[0].split()[-1]) if people and people[0].split() else ""
    return "-".join(filter(None, (family, venue.key, slug(title, 20))))


def bibtex(name: str, title: str, people: Sequence[str], venue: Venue, url: str, kind: Kind | None) -> str:
    """An entry for a bibliography; a talk has no proceedings to be in, and what nobody knows of is not said to be."""
    fields = {
        "title": f"{{{tex(title)}}}",
        "author": " and ".join(map(author, people[:_MOST])) + (" and others" if len(people) > _MOST else ""),
        "booktitle" if kind in _PUBLISHED else "howpublished": tex(venue.name),
        "year": venue.year if venue.year.isdigit() else "",
        "note": kind.value.capitalize() if kind and kind not in _PUBLISHED else "",
        "url": url.replace("{", "%7B").replace("}", "%7D").replace("\\", "%5C"),
    }
    lines = (f"  {field} = {{{value}}}" for field, value in fields.items() if value)
    return f"@{'inproceedings' if kind in _PUBLISHED else 'misc'}{{{name},\n" + ",\n".join(lines) + "\n}"


def author(name: str) -> str:
    """One name, which BibTeX does not take apart."""
    return f"{{{tex(name)}}}" if _NO_NAME.search(name) else tex(name)


def tex(text: str) -> str:
    """Text as TeX reads it."""
    return _TEX.sub(lambda match: _SPECIAL.get(match.group(), f"\\{match.group()}"), " ".join(text.split()))
