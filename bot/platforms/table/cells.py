"""Reads the cells of a row: its people, and its times where they can be told for sure."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta

from bot.model import Person
from bot.moments import clock, day
from bot.people import affiliated, people_in
from bot.text import moment, plain

Row = Mapping[str, str]

_CLOCK = re.compile(r"\b\d{1,2}:\d\d(?:\s*[ap]\.?m\b|\b)", re.I)
_DIGITS = re.compile(r"([01]\d|2[0-3])([0-5]\d)")
_SLASHED = re.compile(r"(\d\d?)/(\d\d?)/(\d{4})")
_DECLARED = re.compile(r"\b(?:(dd/mm)|mm/dd)/yy", re.I)
_MAIL = re.compile(r"\s*[<(\[]?[\w.+-]+@[\w-]+\.[\w.-]+[>)\]]?")  # is nobody's business
_EVENING, _MORNING = "18:00:00", "06:00:00"


def people_of(row: Row) -> tuple[Person, ...]:
    """Names with affiliations in brackets, or in a column of their own where there are as many as there are names."""
    found = tuple(person for part in parted(_MAIL.sub("", row.get("people", ""))) for person in named(part))
    places = [row.get("affiliation", "")] if len(found) == 1 else parted(row.get("affiliation", ""))
    if len(places) != len(found):
        return found
    return tuple(
        replace(who, affiliation=who.affiliation or plain(where)) for who, where in zip(found, places, strict=True)
    )


def parted(cell: str) -> list[str]:
    return list(filter(None, re.split(r"\s*[;\n|·•；、，]\s*", cell.strip())))


def named(part: str) -> tuple[Person, ...]:
    """One person, or several that only commas part; a comma inside brackets parts nobody."""
    bracketed = affiliated(part)
    return bracketed if any(person.affiliation for person in bracketed) else people_in(part)


def order(rows: Iterable[Row], head: str) -> str:
    """How the table writes its days: as its head says, or as one of them tells whose number is no month's."""
    if declared := _DECLARED.search(head):
        return "%d/%m/%Y" if declared[1] else "%m/%d/%Y"
    slashed = [found for row in rows for name in ("date", "starts") if (found := _SLASHED.match(row.get(name, "")))]
    is_first_a_day, is_second_a_day = (any(int(found[at]) > 12 for found in slashed) for at in (1, 2))
    if is_first_a_day == is_second_a_day:
        return ""
    return "%d/%m/%Y" if is_first_a_day else "%m/%d/%Y"


def times(row: Row, style: str) -> tuple[str, str]:
    """Start and end, from moments, or from a day and clock times; a day whose month could be its day is no day."""
    date = day_of(row.get("date", ""), style) or day_of(_CLOCK.sub("", row.get("starts", "")).strip(), style)
    starts, ends = moment(row.get("starts", "")), moment(row.get("ends", ""))
    clocks = clocks_in(row.get("time", ""))
    first = next(iter((*clocks_in(row.get("starts", "")), *clocks[:1])), "")
    last = next(iter((*clocks_in(row.get("ends", "")), *clocks[1:])), "")
    starts = starts or (f"{date}T{first}" if date and first else date)
    return starts, ends or (f"{last_day(date, first, last)}T{last}" if last_day(date, first, last) else "")


def last_day(day: str, first: str, last: str) -> str:
    """The day on which something ends that begins on a day: the next one, where it lasts over midnight."""
    if not (day and first and last) or first == last:
        return ""
    if first < last:
        return day
    over = first >= _EVENING and last <= _MORNING
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat() if over else ""


def day_of(text: str, style: str) -> str:
    if style and _SLASHED.fullmatch(text):
        try:
            return datetime.strptime(text, style).date().isoformat()
        except ValueError:
            return ""
    return day(text)


def clocks_in(text: str) -> tuple[str, ...]:
    if found := _DIGITS.fullmatch(text):
        return (f"{found[1]}:{found[2]}:00",)
    return tuple(filter(None, map(clock, _CLOCK.findall(text))))
