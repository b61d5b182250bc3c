"""icalendar: any other conference calendar (.ics), as Google, Outlook, Indico, pretalx and many sites export it.

Calendars have no field for speakers. They stand in the title, in a line of the description, or as those who attend.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta
from itertools import pairwise

from bot.byline import Hearsay, is_name, listen, read, split
from bot.errors import LayoutChanged, NotPublished
from bot.kinds import kind_of_entry
from bot.model import Contribution, Person, Program
from bot.page import Format, Page, web_address
from bot.people import people as named
from bot.platforms import Example
from bot.text import plain, prose
from bot.web import Web

URL = re.compile(r"(?:https?|webcal)://\S+\.ics(?:[?#]\S*)?$")
EXAMPLES = (
    Example(file="mooring-days.ics", contributions=9, first="Opening the Locks"),
    Example(file="two-calendars.ics", contributions=2, first="Ropes - A Love Story"),
)

_OFF = re.compile(r"\W*cancell?ed\b", re.I)
_ESCAPED = re.compile(r"\\([\";,])")  # by programs that escape more than the format knows, or twice
_LINE = re.compile(r"\n|<br\s*/?>|</(?:p|div|li)>", re.I)
_LABEL = re.compile(
    r"\W*(?:(?:keynote |invited )?speaker|presenter|author|panelist|instructor|lecturer|tutor)(s|\(s\))?\s*:\s*(.*)",
    re.I,
)
_PERSON = re.compile(r"([^,;()]+?)\s*(?:\(([^()]*)\)\s*)?(?:[,;]|\s(?:and|&)\s|$)")
_LONGEST = 2000  # characters of a line of names
_CALL = re.compile(r"//(?:[\w-]+\.)*(?:zoom\.us|zoomgov\.com|meet\.google\.com|teams\.\w+\.com|webex\.com)\b", re.I)
_UNTITLED = "Untitled"
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


def addresses(url: str) -> tuple[str, ...]:
    return (re.sub(r"^webcal:", "https:", url),)


def looks_like(page: Page) -> bool:
    return page.format is Format.CALENDAR


def scrape(page: Page, web: Web) -> Program:
    """One contribution an entry, once even when it recurs. What was called off is none."""
    calendars = page.all("VCALENDAR")
    entries = [(event, calendar) for calendar in calendars for event in calendar.all("VEVENT") if not is_off(event)]
    if not entries:
        raise NotPublished(
            f"{page.url} is a calendar without an entry that still stands",
            hint="the program is not out yet, or was called off; look at the conference's site",
        )
    rows = [read_entry(event, name_of(calendar) if len(calendars) > 1 else "") for event, calendar in entries]
    if len(rows) > 1 and all(row.title == _UNTITLED for row in rows):
        raise LayoutChanged(f"{page.url} has {len(rows)} entries without a word", hint="look at it in a calendar")
    hearsay = listen([row.title for row in rows], [row.abstract for row in rows])
    owners = frozenset.intersection(*(frozenset(event.texts("ORGANIZER@CN")) for event, _ in entries))
    people = [speakers(event, hearsay) or guests(event, owners, hearsay) for event, _ in entries]
    titles = [of_title(calendar, row, hearsay) for row, (_, calendar) in zip(rows, entries, strict=True)]
    return Program(
        contributions=tuple(map(signed, rows, people, titles)),
        sources=(page.source,),
        name=next(filter(None, map(name_of, calendars)), ""),
    )


def is_off(event: Page) -> bool:
    return bool(_OFF.match(event.text("STATUS", default="")) or _OFF.match(event.text("SUMMARY", default="")))


def name_of(calendar: Page) -> str:
    return calendar.text("X-WR-CALNAME", default="") or calendar.text("NAME", default="")


def read_entry(event: Page, track: str) -> Contribution:
    text = prose(description_of(event))
    starts, ends = times(event)
    attached = event.link("ATTACH")
    return Contribution(
        id=event.text("UID", default=""),
        title=title_of(event),
        passages=event.quoted(text),
        session=event.text("CATEGORIES", default="") or track,
        starts=starts,
        ends=ends,
        url=event.link("URL") or page_in(event.text("LOCATION", default="")),
        links={"attachment": attached} if attached else {},
    )


def title_of(event: Page) -> str:
    """The title, or else the first line of what describes the entry."""
    line = prose(description_of(event)).partition("\n")[0]
    return plain(_ESCAPED.sub(r"\1", event.raw("SUMMARY"))) or line[:100].strip() or _UNTITLED


def description_of(event: Page) -> str:
    """The first of its descriptions that says something, as it stands: text or HTML."""
    raw = (event.raw(name) for name in ("DESCRIPTION", "STYLED-DESCRIPTION", "X-ALT-DESC"))
    return _ESCAPED.sub(r"\1", next(filter(str.strip, raw), ""))


def page_in(location: str) -> str:
    """A page that stands where the room should; a video call's address opens for its guests only."""
    return "" if " " in location or _CALL.search(location) else web_address(location)


def times(event: Page) -> tuple[str, str]:
    """Start and end as ISO 8601. A day without hours ends on itself: the format names the day after."""
    starts, ends = (event.text(name, default="") for name in ("DTSTART", "DTEND"))
    try:
        if _DATE.fullmatch(starts):
            return starts, max(starts, (date.fromisoformat(ends or starts) - timedelta(days=1)).isoformat())
        begins = datetime.fromisoformat(starts)
        length = getattr(duration.tree, "dt", None) if (duration := event.first("DURATION")) else None
        if not ends and isinstance(length, timedelta):
            return starts, (begins + length).isoformat()
        return starts, datetime.fromisoformat(ends).isoformat() if ends else ""
    except (ValueError, OverflowError):  # no date at all, or a day before the first
        return "", ""


def signed(row: Contribution, people: tuple[Person, ...], titled: tuple[str, tuple[Person, ...]]) -> Contribution:
    title, byline = titled
    people = people or byline
    return replace(row, title=title, people=people, kind=kind_of_entry(title, row.session, people))


def of_title(calendar: Page, row: Contribution, hearsay: Hearsay) -> tuple[str, tuple[Person, ...]]:
    """The title and who signs it. "Session 2 - Wide Area Networks" is a title, so a hyphen alone is not enough."""
    if "pretalx" in calendar.text("PRODID", default="").lower():
        title, _, names = f"{row.title} ".rpartition(" - ")
        return (title, named(names.split(", "))) if title else (row.title, ())
    title, people = split(row.title, hearsay)
    certain = any(person.affiliation for person in people) or row.title[len(title) :].lstrip()[:1] in ("–", "—")
    return (title, people) if certain else (row.title, ())


def speakers(event: Page, hearsay: Hearsay) -> tuple[Person, ...]:
    """Those in the description's lines "Speaker: …", whose name may also stand on the next line. Chairs are none."""
    lines = [*filter(None, map(plain, _LINE.split(description_of(event)))), ""]
    found: list[Person] = []
    for line, following in pairwise(lines):
        if label := _LABEL.match(line):
            credit = label[2] or following
            found += listed(credit, hearsay) if label[1] or "(" in credit else read(credit, hearsay)
    return tuple(dict.fromkeys(found))


def listed(text: str, hearsay: Hearsay) -> Iterator[Person]:
    """As in "Ana Silva (Blue Kettle), Bo Li and Cy Moss (Tin Drum)", where the employer is only the last one's."""
    for match in _PERSON.finditer(text[:_LONGEST]):
        name = match[1].strip()
        if " " in name and is_name(name, hearsay):
            yield Person(name=name, affiliation=(match[2] or "").strip())


def guests(event: Page, owners: frozenset[str], hearsay: Hearsay) -> tuple[Person, ...]:
    """Those who attend, else whoever organises this entry but not all of them."""
    names = event.texts("ATTENDEE@CN") or [name for name in event.texts("ORGANIZER@CN") if name not in owners]
    return named(name for name in names if " " in name and is_name(name, hearsay))
