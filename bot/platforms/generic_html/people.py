"""Reads the people of an entry from the lines beside its title, and nobody from a line that may be anything else."""

import re
from collections.abc import Sequence
from itertools import takewhile

from bot import byline
from bot.byline import Hearsay
from bot.model import Person
from bot.people import affiliated, people, people_in

_LONGEST_LINE, _LONGEST_PERSON = 5000, 3  # characters; words of a title that may as well be somebody's name
_EMPLOYER = re.compile(r";|\b(?:universi|institut|college|school|academy|lab\b|labs\b|inc\b|corp|gmbh|research)", re.I)
_LEAD_IN = re.compile(
    r"[\s,:;.–—-]*(?:(?:authors?|speakers?|presenters?|autor(?:en|es|i)?|auteurs?|referent(?:en|in)?)\s*:|(?:by|von|and)\s)?\s*",
    re.I,
)
_BUTTONS = re.compile(
    r"(?:[\s\[(|/,;·]+(?:pdf|paper|slides|video|code|poster|preprint|doi|arxiv|link|abstract)[\])|/]?)+$", re.I
)
_JOINT = re.compile(r"\((?:[^()]|\([^()]*\))*\)|,\s+(?:(?:and|&)\s+)?|\s+(?:and|&)\s+")
_AND = re.compile(r"(?<=[\w).])\s+(?:und|et|y|e)\s+(?=[A-ZÀ-Þ])")
_TURNED = re.compile(r"\s*[^\s,;()]+, [^,;()]+(?:;\s*[^\s,;()]+, [^,;()]+)+\s*")  # "Ode, Ann; Tide, Bo"
_MARKS = re.compile(r"(?<=[^\W\d_])\s?[\d*†‡§¶∗]+(?:\s?,\s?[\d*†‡§¶∗]+)*(?=\s*(?:[,;]|and\b|&|$))")  # of footnotes


def persons_in(line: str, hearsay: Hearsay) -> tuple[Person, ...]:
    """The people on a line, () as soon as one of them cannot be a person.

    As HotCRP writes it: "Ann Ode and Bo Tide (Sea Lab); Cy Reef (Bay U)". Semicolons part those who share brackets;
    where there are only commas, whom else the brackets are meant for is open, and they stay with the last name.
    """
    if len(line) > _LONGEST_LINE:
        return ()
    line = _AND.sub(" and ", _LEAD_IN.sub("", _BUTTONS.sub("", line), count=1))
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


def persons_of(lines: Sequence[str], hearsay: Hearsay) -> tuple[Person, ...]:
    """The people on the first lines that hold any, one on each or all on one."""
    read = [persons_in(line, hearsay) for line in lines[:20]]
    first = next((number for number, persons in enumerate(read) if persons), len(read))
    together = takewhile(bool, read[first:])
    return tuple(dict.fromkeys(person for persons in together for person in persons))


def may_be_somebody(title: str, hearsay: Hearsay) -> bool:
    """Whether a title is as short as a name, and can be one: lists of committees look like lists of papers."""
    return len(title.split()) <= _LONGEST_PERSON and bool(persons_in(title, hearsay))
