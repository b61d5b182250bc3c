"""Days, times and headings of sessions on a page written by hand: what holds for the entries beneath them."""

import re
from dataclasses import replace

from bot.kinds import is_pause
from bot.moments import DAY, SPAN_OR_START, WEEKDAY, day
from bot.page import Page
from bot.platforms import Slot, timed

_LONGEST_HEADING = 200
_CHAIR = re.compile(r"[\s(\[,;:|–—-]*\b(?:session )?(?:co-)?chair(?:s|person)?\s*:.*|[\s(\[,;]*\bchaired by\b.*", re.I)
_COUNTED = re.compile(r"(?:day|tag|jour)\s+\w{1,5}\s*[:,|(–—-]+\s*", re.I)  # "Day 1 – Monday, …"
_HEADS = re.compile(r"\b(?:session|track|keynotes?|papers|talks|sitzung|vorträge)\b", re.I)
_YEAR = re.compile(r"(?<!\d)20\d\d(?!\d)")


def moved(slot: Slot, part: Page, tag: str) -> Slot:
    """The slot after what stands between two entries: a day, a row's time, a heading with or without a time."""
    text = (part.text("td, th", default="") if tag == "tr" else "") or part.text(default="")
    text = _CHAIR.sub("", text)
    if len(text) > _LONGEST_HEADING or "chair" in text.lower():
        return slot
    if is_day(text):  # one whose year nobody tells ends the day before it all the same
        return Slot(date=day(_COUNTED.sub("", text).rstrip(")"), *_YEAR.findall(f"{slot.date} {part.title}")))
    if span := SPAN_OR_START.match(text):
        slot, text = timed(slot, span), text[span.end() :].lstrip(" :|")
    text = "" if is_pause(text) else text
    return replace(slot, session=text) if text and heads(part, tag, text) else slot


def heads(part: Page, tag: str, text: str) -> bool:
    """Whether a text is above others: a heading, a row of one cell, or a line that says so, and no "Welcome"."""
    if tag == "tr":
        return len(part.texts("td, th")) == 1
    return tag not in ("li", "p", "dd") or bool(_HEADS.search(text))


def is_day(text: str) -> bool:
    bare = _COUNTED.sub("", text).rstrip(")")
    return bool(day(bare) or (WEEKDAY.search(bare) and DAY.fullmatch(WEEKDAY.sub("", bare, count=1).strip(" :"))))


def own(slot: Slot, part: Page) -> Slot:
    """The slot of an entry, which may begin with a time of its own."""
    span = SPAN_OR_START.match(part.text("td, th", default="") or part.text(default=""))
    return timed(slot, span) if span else slot
