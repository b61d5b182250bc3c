"""sigchi: CHI, UIST, CSCW, UbiComp, IUI, DIS, TEI, HRI and their kin, from the open JSON behind programs.sigchi.org.

Everything is a list, and everything refers to everything else by number.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.errors import NotPublished
from bot.kinds import kind_announced, kind_of
from bot.model import Contribution, Finding, Kind, Person, Program
from bot.moments import zoned
from bot.page import Format, Page, web_address
from bot.platforms import Example
from bot.web import Web

URL = re.compile(r"https?://(?:programs\.sigchi\.org/(?P<name>[\w-]+)/(?P<year>\d{4})|files\.sigchi\.org/conference/)")
EXAMPLES = (Example(file="tidechi-2031.program.json", contributions=6, first="Touching Barnacles at a Distance"),)

_DOI = re.compile(r"^(?:(?:https?:)?//)?(?:(?:dx\.)?doi\.org/)?(?=10\.)")  # some years leave out its beginning
_SITE = "https://programs.sigchi.org"


@dataclass(frozen=True, slots=True, kw_only=True)
class Register:
    """What the numbers mean: all lists of a program by id, and where its site shows a content."""

    people: Mapping[str, Page]
    types: Mapping[str, Page]
    tracks: Mapping[str, Page]
    slots: Mapping[str, Page]
    sessions: Mapping[str, Page]
    place: str
    zone: str


def addresses(url: str) -> tuple[str, ...]:
    """The site itself is an empty shell; its data is elsewhere, under the same name and year."""
    found = URL.match(url)
    if not found or not found["name"]:
        return (url,)
    return (f"https://files.sigchi.org/conference/program/{found['name'].upper()}/{found['year']}",)


def looks_like(page: Page) -> bool:
    return page.format is Format.JSON and all(map(page.has, ("contents", "contentTypes", "sessions", "timeSlots")))


def scrape(page: Page, web: Web) -> Program:
    register = registered(page)
    contributions = (*(read(row, register) for row in page.all("contents.*")), *announced(page, register))
    if not page.has("contents.*"):
        raise NotPublished(f"{page.url} has sessions at most, and no content yet", hint="come back later")
    names = (page.text(f"conference.{name}", default="") for name in ("fullName", "name", "displayShortName"))
    return Program(
        contributions=contributions,
        sources=(page.source,),
        name=next(filter(None, names), ""),
        url=register.place.removesuffix("/content/"),
        findings=strangers(page, register),
    )


def registered(page: Page) -> Register:
    lists = ("people", "contentTypes", "tracks", "timeSlots", "sessions")
    people, types, tracks, slots, sessions = (
        {row.text("id", default=""): row for row in page.all(f"{name}.*")} for name in lists
    )
    name, year = page.text("conference.shortName", default=""), page.text("conference.year", default="")
    place = web_address(f"{_SITE}/{name.lower()}/{year}/program/content/") if name and year else ""
    zone = page.text("conference.timeZoneName", default="")
    return Register(people=people, types=types, tracks=tracks, slots=slots, sessions=sessions, place=place, zone=zone)


def read(content: Page, register: Register) -> Contribution:
    """A content, once, in whichever of its sessions stands first."""
    key = content.text("id", default="")
    sessions = [register.sessions[number] for number in content.texts("sessionIds.*") if number in register.sessions]
    starts, ends = next(filter(any, (times(session, register) for session in sessions)), ("", ""))
    track = register.tracks.get(content.text("trackId", default=""))
    doi = content.text("addons.doi.url", default="")
    page = web_address(_DOI.sub("https://doi.org/", doi)) if doi else ""
    return Contribution(
        id=key,
        title=content.text("title"),
        kind=kind(content, sessions, register),
        people=tuple(authors(content, register)),
        passages=content.passages("abstract"),
        session=named(sessions[0] if sessions else track),
        starts=starts,
        ends=ends,
        url=f"{register.place}{key}" if register.place and key else page,
        links={"page": page} if page else {},
    )


def named(part: Page | None) -> str:
    return part.text("name", default="") if part else ""


def kind(content: Page, sessions: list[Page], register: Register) -> Kind:
    """The type of the content, or else of its session: some years tell papers by their sessions only."""
    if content.flag("isBreak"):
        return Kind.LOGISTICS
    types = (register.types.get(part.text("typeId", default="")) for part in (content, *sessions))
    return kind_of(*map(named, types))


def authors(content: Page, register: Register) -> Iterator[Person]:
    for author in content.all("authors.*"):
        person = register.people.get(author.text("personId", default=""))
        parts = ("firstName", "middleInitial", "lastName")
        name = " ".join(filter(None, (person.text(part, default="") for part in parts))) if person else ""
        places = dict.fromkeys(author.texts("affiliations.*.institution"))
        yield from (Person(name=name, affiliation="; ".join(places)),) if name else ()


def strangers(page: Page, register: Register) -> tuple[Finding, ...]:
    unknown = {number for number in page.texts("contents.*.authors.*.personId") if number not in register.people}
    text = f"Authors of whom the program holds no name, left out: {len(unknown)}."
    return (Finding(text=text),) if unknown else ()


def announced(page: Page, register: Register) -> Iterator[Contribution]:
    """Sessions and events that no content belongs to: breaks, receptions, town halls."""
    held = {*page.texts("contents.*.sessionIds.*"), *page.texts("contents.*.eventIds.*")}
    for part in (*page.all("sessions.*"), *page.all("events.*")):
        title = named(part)
        if not title or part.text("id", default="") in held or part.has("contentIds.*"):
            continue
        starts, ends = times(part, register)
        yield Contribution(
            id=f"session-{part.text('id', default='')}",
            title=title,
            kind=kind_announced(title, named(register.types.get(part.text("typeId", default="")))),
            passages=part.passages("description"),
            starts=starts,
            ends=ends,
        )


def times(session: Page, register: Register) -> tuple[str, str]:
    slot = register.slots.get(session.text("timeSlotId", default=""), session)
    return moment(slot, "startDate", register.zone), moment(slot, "endDate", register.zone)


def moment(slot: Page, name: str, zone: str) -> str:
    """Milliseconds since 1970 that count the conference's own clock, as if that stood in Greenwich."""
    try:
        stated = datetime.fromtimestamp(int(slot.text(name, default="")) / 1000, UTC)
    except (ValueError, OverflowError, OSError):
        return ""
    return zoned(f"{stated:%Y-%m-%d}", f"{stated:%H:%M:%S}", zone)
