"""The other forms in which the Datatracker shows a meeting's agenda, as people save them.

They are the page of an older meeting, the answer that fills the page of a newer one, and the calendar of either.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, timedelta, tzinfo

from bot.moments import WEEKDAY, day_in, zone_of, zoned
from bot.page import Format, Page
from bot.platforms import number
from bot.platforms.ietf.agendas import is_held
from bot.platforms.ietf.datatracker import SITE
from bot.platforms.ietf.sessions import Held, times

_FRAMES = "table#agenda-table tr[id^='row-']", "table#agenda tr.grouprow"
_ROWS = "table#agenda-table tr, table#agenda tr:not(.groupagenda)"
_HOURS = re.compile(r"\s*(\d\d):?([0-5]\d)\s*[-–]\s*(\d\d):?([0-5]\d)(?!\d)\s*")
_MEETING = re.compile(r"\bIETF[ -](\d{1,4})\b", re.I)
_KEY = re.compile(r"ietf-(\d{1,4}|interim-\d{4}-[\w-]+?-\d\d)-(\d+)-(.+)")
_OFF = re.compile(r"\b(?:cancell?ed|rescheduled)\b", re.I)
_BOF = re.compile(r"\bbof\b", re.I)
_HEADING = re.compile(r"\b(?:info|session-label-row)\b")
_PAUSES = "break", "reg"


def is_form(page: Page) -> bool:
    match page.format:
        case Format.CALENDAR:
            return any("//ietf//" in maker.lower() for maker in page.texts("PRODID"))
        case Format.HTML:
            return any(map(page.has, _FRAMES))
        case Format.JSON:
            return page.has("meeting.number") and page.has("schedule")
    return False


def number_of(page: Page) -> str:
    """What the meeting is called: "931", or "interim-2031-tides-05"; "" where nothing tells."""
    if page.format is Format.CALENDAR:
        found = next(filter(None, (_KEY.match(event.text("UID", default="")) for event in page.all("VEVENT"))), None)
        return found[1] if found else ""
    heading = _MEETING.search(f"{page.title} {page.text('h1', default='')}") if page.format is Format.HTML else None
    return heading[1] if heading else page.text("meeting.number", default="")


def slots(page: Page) -> tuple[Held, ...]:
    """What the agenda lists, with what is off."""
    match page.format:
        case Format.CALENDAR:
            return tuple(map(event, page.all("VEVENT")))
        case Format.HTML:
            return tuple(rows(page))
    zone = zone_of(page.text("meeting.timezone", default="")) or UTC
    return tuple(answered(each, zone) for each in page.all("schedule.*"))


def answered(row: Page, zone: tzinfo) -> Held:
    """As the answer has it that fills a newer meeting's page. Its breaks and desks are no group's."""
    starts, length = row.text("startDateTime", default=""), timedelta(seconds=number(row.text("duration", default="")))
    is_pause = row.text("type", default="") in _PAUSES
    named = (
        {}
        if is_pause
        else {"group": row.text("groupName", default=""), "acronym": row.text("groupAcronym", default="")}
    )
    return Held(
        key=row.text("sessionId", default=""),
        name=row.text("name", default="") or (row.text("slotName", default="") if is_pause else ""),
        times=times(starts, length, zone),
        is_bof=row.flag("isBoF"),
        is_off=not is_held(row),
        is_pause=is_pause,
        links={"agenda": link} if (link := row.link("agenda.url")) else {},
        **named,
    )


def event(row: Page) -> Held:
    """As the calendar has it, whose titles are "tides - Tidal Transport" or a name of the session's own."""
    found, title = _KEY.match(row.text("UID", default="")), row.text("SUMMARY", default="")
    acronym = found[3] if found and title.startswith(f"{found[3]} - ") else ""
    return Held(
        key=found[2] if found else row.text("UID", default=""),
        name="" if acronym else title,
        group=title.removeprefix(f"{acronym} - ") if acronym else "",
        acronym=acronym,
        times=(row.text("DTSTART", default=""), row.text("DTEND", default="")),
        is_off=bool(_OFF.match(row.text("STATUS", default=""))),
        links={"agenda": link} if (link := row.link("URL")) else {},
    )


def rows(page: Page) -> Iterator[Held]:
    """As the page of an older meeting has it: days, slots with their hours, and under these the groups."""
    date, hours = "", ("", "")
    for row in page.all(_ROWS):
        text = row.text(default="")
        if WEEKDAY.match(text) and (day := day_in(text)):
            date, hours = day, ("", "")
            continue
        clocks = _HOURS.match(text)
        if clocks:
            hours = zoned(date, f"{clocks[1]}:{clocks[2]}"), zoned(date, f"{clocks[3]}:{clocks[4]}")
        held = group_in(row) if len(row.all("td")) > 3 else alone_in(row, text[clocks.end() :] if clocks else "")
        if held:
            yield replace(held, times=hours, is_off=bool(_OFF.search(text)))


def group_in(row: Page) -> Held:
    """A group's session: its room, area, acronym and name, the last of which leads to its agenda."""
    *_, short, last = row.all("td")
    agenda = last.link("a[href*='agenda']@href", site=SITE)
    return Held(
        group=_BOF.sub("", last.text("a[href*='agenda']", default="") or last.own() or last.text(default="")).strip(),
        acronym=short.text(default=""),
        is_bof=bool(_BOF.search(last.text(default=""))),
        links={"agenda": agenda} if agenda else {},
    )


def alone_in(row: Page, text: str) -> Held | None:
    """What belongs to no group, a break or a plenary, in front of its room; none for the heading of a slot."""
    if row.text("@id", default=""):
        return Held(name=row.all("td")[-1].text(default="").partition(" - ")[0])
    is_heading = row.has("b, strong, th") or _HEADING.search(row.text("@class", default=""))
    return None if is_heading or not text else Held(name=text.partition(" - ")[0])
