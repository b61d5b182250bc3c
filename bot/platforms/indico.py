"""indico: CERN, Linux Plumbers, XDC, DNS-OARC and thousands of meetings on Indico, through its open export.

It answers with an event and its contributions, with the same under their sessions, or with the timetable.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from bot.errors import NotPublished
from bot.kinds import kind_of, kind_of_entry
from bot.model import Contribution, Finding, Kind, Passage, Person, Program
from bot.moments import after, zoned
from bot.page import Format, Page, web_address
from bot.platforms import Example, Slot, announced, leads_to, number
from bot.text import prose, unmarked
from bot.web import Web

URL = re.compile(
    r"https?://[\w.-]+(?:/[\w-]+)?/(?:event/\d+(?:[/?#]|$)|export/(?:event|timetable)/\d+\.json|conferenceDisplay\.py\?confId=)"
)
EXAMPLES = (
    Example(file="quayfest-2031.contributions.json", contributions=4, first="Mooring Buffers in Shared Memory"),
    Example(file="quayfest-2031.sessions.json", contributions=4, first="Welcome Aboard"),
    Example(file="quayfest-2031.timetable.json", contributions=4, first="Coffee break"),
)

_EVENT = re.compile(r"(https?://.+?)/(?:event/|conferenceDisplay\.py\?confId=)(\d+)")
_PEOPLE = "primaryauthors.*", "coauthors.*", "speakers.*", "presenters.*"
_FILES = ("folders.*.attachments.*", ("download_url", "link_url")), ("material.*.resources.*", ("url",))


def addresses(url: str) -> tuple[str, ...]:
    """The contributions first; the timetable has the breaks too, but no abstracts."""
    event = _EVENT.match(url)
    if not event or "/export/" in url:
        return (url,)
    site, number = event.groups()
    return (f"{site}/export/event/{number}.json?detail=contributions", f"{site}/export/timetable/{number}.json")


def looks_like(page: Page) -> bool:
    return page.format is Format.JSON and page.text("_type", default="") == "HTTPAPIResult" and page.has("results")


def scrape(page: Page, web: Web) -> Program:
    timetable, events = page.has("results.*.*.*.entryType"), page.all("results.*")
    contributions = tuple(read_timetable(page) if timetable else read_events(events))
    if not contributions:
        raise NotPublished(
            f"{page.url} answers {page.text('count', default='0')} events and no contribution",
            hint="the event may be private, unknown, or without a public program yet; try again later",
        )
    finding = Finding(text="Indico calls its answer incomplete.", hint="ask for the event alone")
    return Program(
        contributions=contributions,
        sources=(page.source,),
        name="" if timetable else page.text("results.*.title", default=""),
        url="" if timetable else page.link("results.*.url"),
        place="" if timetable else page.text("results.*.location", default=""),
        findings=() if page.flag("complete", default=True) else (finding,),
    )


def read_events(events: tuple[Page, ...]) -> Iterator[Contribution]:
    """What belongs to no session, then the sessions. Numbers are an event's own, so of several each has its mark."""
    for event in events:
        mark = f"{event.text('id', default='')}-" if len(events) > 1 else ""
        loose = (entry for row in event.all("contributions.*") for entry in read(row))
        held = (entry for session in event.all("sessions.*") for entry in read_session(session))
        yield from (replace(entry, id=entry.id and mark + entry.id) for entry in (*loose, *held))


def read_timetable(page: Page) -> Iterator[Contribution]:
    for entry in page.all("results.*.*.*"):
        if entry.text("entryType", default="") == "Session":
            yield from read_session(entry)
        else:
            yield from read(entry)


def read_session(session: Page) -> Iterator[Contribution]:
    """The talks of a session. One without any stands for itself, and so do the breaks of a timetable."""
    title, poster = session.text("title", default=""), session.flag("isPoster")
    talks = tuple(
        replace(entry, session=entry.session or title, kind=Kind.POSTER if poster else entry.kind)
        for path in ("contributions.*", "entries.*")
        for row in session.all(path)
        for entry in read(row)
    )
    yield from talks
    if title and not talks:
        starts, ends = times(session)
        yield announced(Slot(session=title, starts=starts, ends=ends))


def read(row: Page) -> Iterator[Contribution]:
    """A contribution, then the parts that it is told in."""
    whole = read_one(row)
    yield whole
    for part in map(read_one, row.all("subContributions.*")):
        yield replace(part, id=f"{whole.id}-{part.id}", session=whole.title, starts=whole.starts[:10])


def read_one(row: Page) -> Contribution:
    title, persons = row.text("title"), people_of(row)
    session = row.text("session", default="") or row.text("track", default="")
    starts, ends = times(row)
    return Contribution(
        id=key_of(row),
        title=title,
        kind=form(row, title, session, persons),
        people=persons,
        passages=passages(row),
        session=session,
        starts=starts,
        ends=ends,
        url=row.link("url"),
        links=links_of(row),
    )


def key_of(row: Page) -> str:
    """The number within its event. A timetable's breaks have one in the timetable only."""
    return row.text("contributionId", default="") or ("" if row.has("entryType") else row.text("id", default=""))


def form(row: Page, title: str, session: str, persons: tuple[Person, ...]) -> Kind:
    if row.text("entryType", default="") == "Break":
        return Kind.LOGISTICS
    kind = kind_of_entry(title, session, persons)
    label = row.text("type", default="")
    return kind_of(label, default=kind) if kind is not Kind.LOGISTICS else kind


def people_of(row: Page) -> tuple[Person, ...]:
    """Authors, then who speaks without being one. Whoever is both is named once."""
    found: dict[str, Person] = {}
    for person in (person for path in _PEOPLE for person in row.all(path)):
        name = name_of(person)
        known = found.get(name, Person(name=name))
        found[name] = replace(known, affiliation=known.affiliation or person.text("affiliation", default=""))
    return tuple(person for name, person in found.items() if name)


def name_of(person: Page) -> str:
    """From its parts, as "fullName" is "Tide, Bo" on some servers and "Bo Tide" on others."""
    first = person.text("first_name", default="") or person.text("firstName", default="")
    last = person.text("last_name", default="") or person.text("familyName", default="")
    whole = person.text("fullName", default="") or person.text("name", default="")
    family, _, given = whole.partition(", ")
    return " ".join(filter(None, (first, last))) or f"{given} {family}".strip()


def passages(row: Page) -> tuple[Passage, ...]:
    """Descriptions are HTML, Markdown or both."""
    return row.quoted(prose(unmarked(row.raw("description"))))


def links_of(row: Page) -> dict[str, str]:
    found: dict[str, str] = {}
    for path, places in _FILES:
        for file in row.all(path):
            target = next(filter(None, (file.text(place, default="") for place in places)), "")
            name = leads_to(f"{file.text('title', default='')} {file.text('name', default='')}", target)
            if name and (address := web_address(target, row.url)):
                found.setdefault(name, address)
    return found


def times(row: Page) -> tuple[str, str]:
    """Start and end in the event's own zone; both are null until a contribution is scheduled."""
    starts, ends = moment(row, "startDate"), moment(row, "endDate")
    return starts, ends or after(starts, timedelta(minutes=number(row.text("duration", default=""))))


def moment(row: Page, path: str) -> str:
    """From {"date": …, "time": …, "tz": …}."""
    date, time, zone = (row.text(f"{path}.{name}", default="") for name in ("date", "time", "tz"))
    return zoned(date, time, zone)
