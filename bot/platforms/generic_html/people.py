"""Reads the people of an entry from the lines beside its title, and nobody from a line that may be anything else."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from bot import byline
from bot.byline import Hearsay
from bot.model import Person
from bot.page import Page
from bot.people import affiliated, people, people_in
from bot.text import lines_html

_LONGEST_LINE, _LONGEST_PERSON = 5000, 3  # characters; words of a title that may as well be somebody's name
_EMPLOYER = re.compile(
    r"(?-i:,\s*[A-Z]{2,}\b)|,.*;|;.*,|\b(?:universi|institut|college|school|academy|lab\b|labs\b|inc\b|corp|gmbh|research)",
    re.I,
)
_LEAD_IN = re.compile(
    r"[\s,:;.”\"»–—-]*(?:(?:authors?|speakers?|presenters?|autor(?:en|es|i)?|auteurs?|referent(?:en|in)?)\s*:|(?:by|von|and)\s)?\s*",
    re.I,
)
_BUTTONS = re.compile(
    r"(?:[\s\[(|/,;·]+(?:pdf|paper|slides|video|code|poster|preprint|doi|arxiv|link|abstract)[\])|/]?)+$", re.I
)
_JOINT = re.compile(r"\((?:[^()]|\([^()]*\))*\)|,\s+(?:(?:and|&)\s+)?|\s+(?:and|&)\s+")
_DATE = re.compile(r"\b(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}\b(?!\))", re.I)
_JOINTS, _BRACKETS = re.compile(r"[,;]|\s(?:and|&)\s"), re.compile(r"\([^()]*\)")
_AND = re.compile(r"(?<=[\w).])\s+(?:und|et|y|e)\s+(?=[A-ZÀ-Þ])")
_STROKE = re.compile(r"\s+[|/·•]\s+")  # between people
_AT = re.compile(r"\s+(?:@|at|[–—-])\s+(?=[A-Z])")  # between a person and an employer
_SET_APART = re.compile(
    r"""(?<=[\w.])\s*,?\s*<(em|i|small|span(?=[^<>]*class=[^<>]*(?:affil|instit|compan|organi)))\b[^<>]*>\s*"""
    r"([^<>()]+?)\s*</\1\s*>",
    re.I,
)
_CLOSE = re.compile(r"\)\s+(?=[^\W\d_a-z])")
_SQUARE = re.compile(r"\[((?=[^\]]*[^\W\d_]{2})[^\[\]]+)\]")  # brackets that hold more than a footnote's mark
_TURNED = re.compile(r"\s*[^\s,;()]+, [^,;()]+(?:;\s*[^\s,;()]+, [^,;()]+)+\s*")  # "Ode, Ann; Tide, Bo"
_NOTE = re.compile(r"[\s,;(]*(\d)[).:]?\s*([^\W\d_][^\d;]+?)[\s,;]*(?=;|\d|$)")  # a footnote, "1 Sea Lab"
_MARKS = re.compile(r"(?<=[^\W\d_])\s?[\d*†‡§¶∗]+(?:\s?,\s?[\d*†‡§¶∗]+)*(?=\s*(?:[,;]|and\b|&|$))")  # of footnotes


def persons_in(line: str, hearsay: Hearsay) -> tuple[Person, ...]:
    """The people on a line, () as soon as one of them cannot be a person.

    As HotCRP writes it: "Ann Ode and Bo Tide (Sea Lab); Cy Reef (Bay U)". Semicolons part those who share brackets;
    where there are only commas, whom else the brackets are meant for is open, and they stay with the last name.
    """
    if len(line) > _LONGEST_LINE or _DATE.search(line):
        return ()
    line = plainly(_LEAD_IN.sub("", _BUTTONS.sub("", line), count=1))
    if _TURNED.fullmatch(line):
        names = (name.partition(",") for name in line.split(";"))
        found = people(f"{given} {family}" for family, _, given in names)
    elif "(" in line:
        found = affiliated(
            line if ";" in line else _JOINT.sub(lambda joint: joint[0] if "(" in joint[0] else "; ", line)
        )
    elif _EMPLOYER.search(line):
        found = byline.read(line, hearsay)
    else:
        found = people_in(_MARKS.sub("", line))
    certain = any(" " in person.name for person in found)
    return found if certain and all(byline.is_name(person.name, hearsay) for person in found) else ()


def plainly(line: str) -> str:
    """The line with the few marks that are read: semicolons between people, brackets around employers."""
    line = _SQUARE.sub(r"(\1)", _STROKE.sub("; ", _AND.sub(" and ", line)))
    if "(" in line:
        return line if _JOINTS.search(_BRACKETS.sub("", line)) else _CLOSE.sub("); ", line)
    ends = ";" if ";" in line or len(_AT.findall(line)) == 1 else ",;"
    return re.sub(rf"{_AT.pattern}([^{ends}]+)", r" (\1)", line)


def credit_lines(part: Page) -> tuple[str, ...]:
    """The lines of an element, employers in brackets that only their type sets apart: "Ann Ode, <i>Sea Lab</i>"."""
    return lines_html(_SET_APART.sub(r" (\2)", part.tree.html or ""))


def persons_of(lines: Sequence[str], hearsay: Hearsay) -> tuple[Person, ...]:
    """The people on the first lines that hold any, one on each or all on one; footnotes may say where they work."""
    read = [persons_in(line, hearsay) for line in lines[:20]]
    first = next((number for number, persons in enumerate(read) if persons), len(read))
    together = tuple(takewhile(bool, read[first:]))
    notes = dict(_NOTE.findall(" ".join(takewhile(_NOTE.match, lines[first + len(together) :]))))
    persons = tuple(dict.fromkeys(person for persons in together for person in persons))
    return noted(persons, " ".join(lines[first : first + len(together)]), notes) if notes else persons


def noted(persons: tuple[Person, ...], line: str, notes: Mapping[str, str]) -> tuple[Person, ...]:
    """The persons with what the footnotes say that their numbers on the line refer to."""
    marks = {person: re.search(rf"{re.escape(person.name)}\s?(\d)", line) for person in persons}
    return tuple(
        replace(person, affiliation=person.affiliation or notes.get(mark[1], "") if mark else person.affiliation)
        for person, mark in marks.items()
    )


def may_be_somebody(title: str, hearsay: Hearsay) -> bool:
    """Whether a title is as short as a name, and can be one: lists of committees look like lists of papers."""
    return len(title.split()) <= _LONGEST_PERSON and bool(persons_in(title, hearsay))
