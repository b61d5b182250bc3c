"""Days, times and headings of sessions on a page written by hand: what holds for the entries beneath them."""

from dataclasses import replace

from bot.moments import SPAN_OR_START, day
from bot.page import Page
from bot.platforms import Slot, timed

_LONGEST_HEADING = 200


def moved(slot: Slot, part: Page, tag: str) -> Slot:
    """The slot after what stands between two entries: a day, a row's time, a heading with or without a time."""
    text = (part.text("td, th", default="") if tag == "tr" else "") or part.text(default="")
    if len(text) > _LONGEST_HEADING or "chair" in text.lower():
        return slot
    if date := day(text):
        return Slot(date=date)
    if span := SPAN_OR_START.match(text):
        slot, text = timed(slot, span), text[span.end() :].lstrip(" :|")
    return replace(slot, session=text) if text and tag != "tr" else slot
