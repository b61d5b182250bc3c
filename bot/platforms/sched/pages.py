"""Reads Sched's calendar and its lists, row by row and as they stand: the titles still bear their bylines."""

import re
from dataclasses import replace
from datetime import datetime, timedelta

from bot.byline import employer
from bot.model import Contribution, Person
from bot.moments import clock, day_in, zoned
from bot.page import Page, web_address

_MAIL = re.compile(r"\s*\[email\s+protected\]")  # what Cloudflare leaves of an address
_WHEN = re.compile(
    r"(?:(?P<before>\d\d?)\s+)?(?P<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*"
    r"(?:\s+(?P<day>\d\d?))?,?\s+(?P<year>\d{4})\W+"
    r"(?P<from>\d\d?:\d\d(?:[ap]m)?)\s*[-–]\s*(?P<to>\d\d?:\d\d(?:[ap]m)?)(?:\s+(?P<zone>[A-Z]{3,5}))?",
)
_PARTS = ".sched-container-anchor, .sched-container-header, .list-simple h3:not(.sched-container h3), .sched-container"
_HOUR = re.compile(r"(\d\d?:\d\d(?:\s?[ap]m)?)(?:\s+([A-Z]{3,5}))?", re.I)
_DATE, _YEAR = re.compile(r"20\d\d-\d\d-\d\d"), re.compile(r"\b20\d\d\b")
_PLACE = ".sched-event-details-timeandplace"
_POSITION = ".sched-event-details-role-company"
# Only zone names that mean one offset; the others stay unread rather than guessed.
_ZONES = {
    "UTC": "+00:00", "GMT": "+00:00", "CET": "+01:00", "CEST": "+02:00", "BST": "+01:00", "EET": "+02:00",
    "EEST": "+03:00", "EST": "-05:00", "EDT": "-04:00", "CDT": "-05:00", "MST": "-07:00", "MDT": "-06:00",
    "PST": "-08:00", "PDT": "-07:00", "JST": "+09:00", "KST": "+09:00", "AEST": "+10:00", "AEDT": "+11:00",
}  # fmt: skip


def read_calendar(page: Page) -> list[Contribution]:
    return [
        Contribution(
            id=event.text("UID", default=""),
            title=event.text("SUMMARY"),
            session=event.text("CATEGORIES", default=""),
            passages=event.passages("DESCRIPTION"),
            starts=event.text("DTSTART", default=""),
            ends=event.text("DTEND", default=""),
            url=event.link("URL"),
        )
        for event in page.all("VEVENT")
    ]


def read_list(page: Page, site: str) -> list[Contribution]:
    """A box holds one talk and all about it; in the simple list an hour's talks, whose day and hour stand above."""
    rows: list[Contribution] = []
    day = starts = ""
    for part in page.all(_PARTS) or (page,):
        links = part.all("a.name")
        talks = (read_talk(link, part if len(links) == 1 else link, site) for link in links)
        rows.extend(replace(talk, starts=talk.starts or starts) for talk in talks)
        if not links:
            day, starts = placed(part, page.title, day)
    return rows


def placed(part: Page, title: str, day: str) -> tuple[str, str]:
    """The day and the hour after a heading of the simple list, which is one or the other. Its year is the title's."""
    text, name = part.text(default=""), part.text("@id", default="")
    if hour := _HOUR.fullmatch(text):
        time = zoned(day, clock(hour[1]))
        return day, f"{time}{_ZONES.get(hour[2] or '', '')}" if time else ""
    found = name if _DATE.fullmatch(name) else day_in(text, *_YEAR.findall(title))
    return found or day, ""


def read_talk(link: Page, box: Page, site: str) -> Contribution:
    path = link.text("@href", default="")
    starts, ends = times(box.text(".list-single__date", default="") or box.text(_PLACE, default=""))
    return Contribution(
        id=link.text("@id", default="") or path,
        title=title_of(link),
        people=profiles(box),
        session=track_of(box),
        passages=box.quoted(abstract_of(box)),
        starts=starts,
        ends=ends,
        url=web_address(path, site),
        links={"slides": file} if (file := box.link("a.file-uploaded@href")) else {},
    )


def title_of(link: Page) -> str:
    """Older pages put the room and the people inside the link, behind its title."""
    return link.text(".session-title", default="") or link.own() or link.text()


def track_of(box: Page) -> str:
    tracks = box.texts(".sched-event-type a") or box.texts("a[href*='descriptions/type/']")
    fields = box.texts(".tip-custom-fields a")  # level and language stand in the same place
    return ", ".join(dict.fromkeys(track for track in tracks if track not in fields))


def abstract_of(box: Page) -> str:
    """The description without the biographies and files that some pages put inside it."""
    text = box.prose(".tip-description")
    for inner in box.all(".tip-description .tip-roles, .tip-description .sched-file"):
        text = text.partition(inner.prose() or "\0")[0]
    return _MAIL.sub("", text).strip()


def profiles(box: Page) -> tuple[Person, ...]:
    """Who is on stage; a sponsor stands among them but is no person."""
    people = (
        Person(name=person.text("h2", default=""), affiliation=employer(person.text(_POSITION, default="")))
        for person in box.all(".sched-person-session")
        if not person.has("h2 a[href*='sponsor/'], h2 a[href*='exhibitor/']")
    )
    return tuple(dict.fromkeys(person for person in people if person.name))


def times(text: str) -> tuple[str, str]:
    """Start and end of "Tuesday April 29, 2025 8:00am - 9:00am EDT" or of "… 11:00 - 11:10 CEST"."""
    when = _WHEN.search(text)
    if not when:
        return "", ""
    try:
        starts, ends = (
            moment(f"{when['day'] or when['before']} {when['month']} {when['year']}", when[clock])
            for clock in ("from", "to")
        )
    except ValueError:  # the 31st of a short month
        return "", ""
    zone = _ZONES.get(when["zone"] or "", "")
    ends += timedelta(days=ends < starts)
    return starts.isoformat() + zone, ends.isoformat() + zone


def moment(day: str, clock: str) -> datetime:
    return datetime.strptime(f"{day} {clock}", "%d %b %Y %I:%M%p" if clock.lower().endswith("m") else "%d %b %Y %H:%M")
