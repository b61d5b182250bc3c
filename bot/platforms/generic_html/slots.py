"""Days, times and headings of sessions on a page written by hand: what holds for the entries beneath them."""

import re
from dataclasses import dataclass, replace
from datetime import datetime

from bot.page import Page

_LONGEST_HEADING = 200
_MONTH = "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*"
_DAYS = (
    (re.compile(rf"(?:[a-z]+day,?\s+)?{_MONTH}\.?\s+(\d\d?)(?:st|nd|rd|th)?,?\s+(20\d\d)", re.I), "%b %d %Y"),
    (re.compile(rf"(?:[a-z]+day,?\s+)?(\d\d?)(?:st|nd|rd|th|\.)?\s+{_MONTH}\.?,?\s+(20\d\d)", re.I), "%d %b %Y"),
)
_CLOCK = r"(\d\d?)[:.]([0-5]\d)(?:\s*([ap])\.?m\b\.?)?"
SPAN = re.compile(rf"{_CLOCK}(?:\s*(?:[-–—]|to)\s*{_CLOCK})?[\s:|]*", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """What stands above an entry: a day, a time, the heading of a session."""

    day: str = ""
    starts: str = ""
    ends: str = ""
    session: str = ""


def moved(slot: Slot, part: Page, tag: str) -> Slot:
    """The slot after what stands between two entries: a day, a row's time, a heading with or without a time."""
    text = (part.text("td, th", default="") if tag == "tr" else "") or part.text(default="")
    if len(text) > _LONGEST_HEADING or "chair" in text.lower():
        return slot
    if day := day_of(text):
        return Slot(day=day)
    if span := SPAN.match(text):
        slot, text = timed(slot, span), text[span.end() :]
    return replace(slot, session=text) if text and tag != "tr" else slot


def timed(slot: Slot, span: re.Match[str]) -> Slot:
    hour, minute, half, *end = span.groups()
    ends = time_of(slot.day, *end)
    starts = time_of(slot.day, hour, minute, half or end[2])
    return replace(
        slot, starts=starts if not ends or starts <= ends else time_of(slot.day, hour, minute, half), ends=ends
    )


def day_of(text: str) -> str:
    for pattern, form in _DAYS:
        if found := pattern.fullmatch(text.strip(" :")):
            try:
                return datetime.strptime(" ".join(found.groups()).title(), form).date().isoformat()
            except ValueError:  # a 31st of June
                return ""
    return ""


def time_of(day: str, hour: str | None, minute: str | None, half: str | None) -> str:
    """Local time, as no such page can be trusted to name its zone."""
    if not day or not hour:
        return ""
    hours = int(hour) % 12 + 12 * (half.lower() == "p") if half else int(hour)
    return f"{day}T{hours:02}:{minute}:00" if hours < 24 else ""
