"""pretalx: the schedule of FOSDEM, DebConf, CCC and hundreds of community conferences, as JSON or as XML.

pretalx, frab, Pentabarf, wafer and FOSDEM's own exporter all write it; they differ in where things stand, not in what.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

from bot.errors import NotPublished
from bot.kinds import is_pause, kind_of
from bot.model import Contribution, Kind, Passage, Person, Program
from bot.moments import after, zone_of
from bot.page import Format, Page, web_address
from bot.people import people
from bot.platforms import Example, leads_to, said, spellings
from bot.text import prose, unmarked
from bot.web import Web

URL = re.compile(
    r"https?://(?:pretalx\.[\w.-]+/(?!api/)|(?:talks|cfp|program)\.[\w.-]+/(?!api/)[\w-]+/(?!api/)|(?:archive\.|www\.)?fosdem\.org/\d{4}/"
    r"|fahrplan\.events\.ccc\.de/|\S+/schedule/(?:export/schedule\.(?:json|xml)|pentabarf\.xml)|\S+/schedule\.(?:json|xml)$)"
)
EXAMPLES = (
    Example(file="tidecon-2031.schedule.json", contributions=5, first="Opening the Sluices"),
    Example(file="mudcamp-2032.schedule.xml", contributions=3, first="A Kernel for Lighthouses"),
    Example(file="eelmeet-2009.pentabarf.xml", contributions=4, first="Why Eels Reboot"),
)

_EXPORTS = "schedule/export/schedule.json schedule/export/schedule.xml schedule/xml schedule.json schedule.xml"
_INNER = re.compile(r"(?<!/)/(?:schedule|talk|speaker|featured|sneak|cfp)\b.*$|[?#].*$")

# Where the two spellings of one schedule differ; all other names are the same in both.
_PATHS: Mapping[Format, Mapping[str, str]] = {
    Format.JSON: {
        "version": "schedule.version", "conference": "schedule.conference", "days": "schedule.conference.days.*",
        "day": "date", "events": "rooms.*.*", "code": "code", "guid": "guid", "id": "id", "people": "persons.*",
        "links": "links.*", "attachments": "attachments.*", "address": "url", "label": "title",
    },
    Format.XML: {
        "version": "version", "conference": "conference", "days": "day",
        "day": "@date", "events": ".//event", "code": "@code", "guid": "@guid", "id": "@id", "people": "persons/person",
        "links": "links/link", "attachments": "attachments/attachment", "address": "@href", "label": "",
    },
}  # fmt: skip

_DRAFT = re.compile(r"\W*(?:test|template|draft|wip)(?:\W+(?:version|schedule))?[\W\d.v]*", re.I)
_AMENDED = re.compile(r"^\[?AMENDMENT\b\]?:?\s*")
_PICTURE = re.compile(r"\.(?:png|jpe?g|gif|svg|webp)\b", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """How the clock times of a day are to be read: a start before `turns` belongs to the next date."""

    date: str
    turns: str
    zone: tzinfo | None


def addresses(url: str) -> tuple[str, ...]:
    if re.search(r"\.(?:json|xml)$|/xml$", url):
        return (url,)
    base = _INNER.sub("", url).rstrip("/")
    return tuple(f"{base}/{export}" for export in _EXPORTS.split())


def looks_like(page: Page) -> bool:
    if page.format is Format.XML:
        return bool(page.tree.tag == "schedule") and any(map(page.has, ("conference", "day/entry/title")))
    return page.format is Format.JSON and page.has("schedule.conference.days")


def scrape(page: Page, web: Web) -> Program:
    paths = _PATHS[page.format]
    version = page.text(paths["version"], default="")
    if _DRAFT.fullmatch(version):
        raise NotPublished(f"{page.url} is a schedule of version {version!r}", hint="wait until a version is released")
    conferences = page.all(paths["conference"])
    contributions = tuple(read(event, day) for day, event in events(page))
    if not contributions:
        raise NotPublished(f"{page.url} schedules no talk yet", hint="wait until its first version is released")
    return Program(
        contributions=contributions,
        sources=(page.source,),
        name=next((said(conference, "title") for conference in conferences), ""),
        url=page.url,
        place=next((said(conference, "city") or said(conference, "venue") for conference in conferences), ""),
        version=version,
    )


def events(page: Page) -> Iterator[tuple[Day, Page]]:
    """Every event with its day, whether or not rooms stand between them. Persons listed elsewhere are no concern."""
    paths = _PATHS[page.format]
    conference = page.first(paths["conference"]) or page
    zone, turns = zone_of(conference.text("time_zone_name", default="")), conference.text("day_change", default="")
    for day in page.all(paths["days"]):
        clock = Day(date=day.text(paths["day"], default=""), turns=turns[:5], zone=zone)
        yield from ((clock, event) for event in day.all(paths["events"]) or day.all("entry"))


def read(event: Page, day: Day) -> Contribution:
    paths = _PATHS[event.format]
    url = event.link("url")
    starts, ends = times(event, day)
    # A code names a talk in all its slots, a guid a talk in one; a number is unique in its own exporter only.
    keys = (event.text(paths[key], default="") for key in ("code", "guid", "id"))
    # "AMENDMENT" only says that a printed booklet is older. "CANCELLED" stays in the title, as the source has it: the
    # talk was announced and may be given elsewhere, but nobody should take it for one that takes place.
    title = _AMENDED.sub("", said(event, "title")) or event.text("title")
    persons = people_of(event)
    return Contribution(
        id=next(filter(None, keys), ""),
        title=title,
        kind=form(event, title, persons),
        people=persons,
        passages=passages(event),
        session=said(event, "track") or said(event, "room"),
        starts=starts,
        ends=ends,
        url=url,
        links=links(event, url),
    )


def told(part: Page, path: str) -> str:
    return next(filter(None, (prose(unmarked(part.raw(spelling))) for spelling in spellings(path))), "")


def name_of(person: Page) -> str:
    return next(
        filter(None, (person.text(path, default="") for path in ("public_name", "full_public_name", "name", ""))), ""
    )


def people_of(event: Page) -> tuple[Person, ...]:
    """One by one; sites that write the file themselves may have them on one line, or call them speakers."""
    named = people(map(name_of, event.all(_PATHS[event.format]["people"]) or event.all("speakers/speaker")))
    return named or people(event.text("person", default="").split(", ")) if event.format is Format.XML else named


def form(event: Page, title: str, persons: tuple[Person, ...]) -> Kind:
    """What the type says. Without one, a track may: "Keynotes"; but "Social Web" is a topic, and has its own lunch."""
    if label := said(event, "type") or event.text("category", default=""):
        return kind_of(label)
    track = said(event, "track")
    if not persons and is_pause(title) and (is_pause(track) or track.lower() in ("", "pause")):
        return Kind.LOGISTICS
    kind = kind_of(track)
    return kind if kind in (Kind.KEYNOTE, Kind.LIGHTNING_TALK, Kind.WORKSHOP) else Kind.TALK


def passages(event: Page) -> tuple[Passage, ...]:
    """Abstract, description and subtitle. Some exporters fill only the description: it is the abstract then."""
    abstract, description = told(event, "abstract"), told(event, "description")
    further = description if abstract not in ("", description) else ""
    texts = {"abstract": abstract or description, "description": further, "subtitle": told(event, "subtitle")}
    return tuple(passage for part, text in texts.items() for passage in event.quoted(text, part))


def links(event: Page, url: str) -> dict[str, str]:
    """Where to see, read or run the talk. Feedback forms, chat rooms, home pages and pictures are left out."""
    paths = _PATHS[event.format]
    found: dict[str, str] = {}
    for link in (*event.all(paths["links"]), *event.all(paths["attachments"])):
        label, target = link.text(paths["label"], default=""), link.text(paths["address"], default="")
        target = target or link.text(default="")
        name = leads_to(label, target)
        # frab writes /system/… for what lies beneath its own folder, which the file does not name.
        if name and not target.startswith("/system/") and not _PICTURE.search(target):
            found[name] = found.get(name) or web_address(target, url)
    return {name: address for name, address in found.items() if address}


def times(event: Page, day: Day) -> tuple[str, str]:
    """Start and end, with an offset where the source has a zone; "" for what cannot be read."""
    try:
        starts = moment(event, day).isoformat()
    except (ValueError, OverflowError):
        return "", ""
    return starts, after(starts, duration(event.text("duration", default="")))


def moment(event: Page, day: Day) -> datetime:
    """The event's own date, which is exact; else its day's, a start in the small hours being on the morning after."""
    stated, start = event.text("date", default="") or day.date, event.text("start", default="")
    start = f"{start[:2]}:{start[2:]}" if re.fullmatch(r"\d{4}", start) else start.zfill(5)
    if len(stated) > len("2031-01-31"):
        starts = datetime.fromisoformat(stated)
    else:
        starts = datetime.fromisoformat(f"{stated}T{start}") + timedelta(days=start < day.turns)
    return starts.replace(tzinfo=day.zone) if starts.tzinfo is None else starts


def duration(text: str) -> timedelta:
    """From "00:45", "1:42", "00:25:00" or a number of minutes; none from anything else."""
    if not re.fullmatch(r"\d{1,4}(?::\d{1,2}){0,2}", text):
        return timedelta()
    hours, minutes, *_ = map(int, (text if ":" in text else f"0:{text}").split(":"))
    return timedelta(hours=hours, minutes=minutes)
