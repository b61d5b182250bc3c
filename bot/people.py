"""Reads persons from the lines that programs give them: bare names, or names with affiliations in brackets."""

import re
from collections.abc import Iterable, Iterator

from bot.model import Person
from bot.text import plain


def people(names: Iterable[str]) -> tuple[Person, ...]:
    """Persons from bare names: blanks and repeats dropped, order kept, footnote marks taken off."""
    clean = (plain(name).strip(" ,;*†‡") for name in names)
    return tuple(Person(name=name) for name in dict.fromkeys(filter(None, clean)))


_SUFFIX = r"(?!\s*(?:[JS]r\b|I{2,3}\b|IV\b|Ph\.?\s?D\b))"
_NAMES = re.compile(rf"\s*;\s*|\s*,{_SUFFIX}\s*(?:(?:and|&)\s+)?|\s+(?:and|&)\s+")


def people_in(line: str) -> tuple[Person, ...]:
    """Persons from a line of names alone: "Ann Ode, Bo Tide, Jr. and Cy Reef"."""
    return people(_NAMES.split(line))


_CREDIT = re.compile(rf"\((?:[^()]|\([^()]*\))*\)|;|,{_SUFFIX}|\s(?:and|&)\s")
_NEXT_CREDIT = re.compile(r"\s*[*†‡]*\s*(?:[;,.]|and\s|&|$)")
_POINT = re.compile(r"(?<!\b[JS]r)(?<!\b[A-Z])\.$")  # of a sentence, not of a name
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
        waiting.append(_POINT.sub("", " ".join(name.split()).strip(" *†‡()").lstrip(" .")))
        name = ""
        if sign[0] in "(;":
            affiliation = " ".join(sign[1:-1].split()).strip(" ,;")
            yield from (Person(name=name, affiliation=affiliation) for name in waiting if name)
            waiting, name = [], ""
