"""The days and times of a USENIX program, which stand above what takes place then."""

import re
from dataclasses import dataclass
from datetime import datetime

from bot.page import Page

_DAY = re.compile(r"(?P<weekday>[A-Z][a-z]+day),? (?P<day>[A-Z][a-z]{2,8} \d{1,2})(?:,? (?P<year>20\d\d))?")
_CLOCK = r"(\d{1,2}):([0-5]\d) ?(?:([ap])\.?m\.?)?"
_SPAN = re.compile(rf"{_CLOCK}\s*[-–—]\s*{_CLOCK}", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """The day and the clock times that stand above a session, in local time: the pages name no zone."""

    day: str = ""
    starts: str = ""
    ends: str = ""


def at(row: Page, places: str, slot: Slot, year: str) -> Slot:
    """The slot of a row that may name a time of its own."""
    for text in row.texts(places):
        slot = moved(slot, text, year)
    return slot


def moved(slot: Slot, text: str, year: str) -> Slot:
    if day := _DAY.fullmatch(text):
        return Slot(day=date_of(day, year))
    return slot_of(span, slot.day) if (span := _SPAN.fullmatch(text)) else slot


def date_of(day: re.Match[str], year: str) -> str:
    """The date, when its weekday proves the year."""
    try:
        date = datetime.strptime(f"{day['day']} {day['year'] or year}", "%B %d %Y")
    except ValueError:
        return ""
    return date.date().isoformat() if f"{date:%A}" == day["weekday"] else ""


def slot_of(span: re.Match[str], day: str) -> Slot:
    """From "9:00 am–10:30 am" or "11:00–12:30 pm", where the first half of the day is the one before the end."""
    hour, minute, half, *end = span.groups()
    ends = time_of(day, *end)
    halves = (half,) if half or not end[2] else (end[2], "a")
    starts = (time_of(day, hour, minute, each) for each in halves)
    return Slot(day=day, starts=next((time for time in starts if time <= ends), ""), ends=ends)


def time_of(day: str, hour: str, minute: str, half: str | None) -> str:
    hours = int(hour) % 12 + 12 * (half.lower() == "p") if half else int(hour)
    return f"{day}T{hours:02}:{minute}:00" if day and hours < 24 else ""
