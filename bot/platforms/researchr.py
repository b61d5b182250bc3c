"""researchr: PLDI, POPL, SPLASH, ICSE, FSE, HPCA and all else on conf.researchr.org and its branded hosts.

A program page has a table for each session, a track's page a list of what it accepted, months earlier.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from bot.errors import LayoutChanged, NotPublished
from bot.kinds import form_of, kind_of
from bot.model import Contribution, Finding, Kind, Person, Program
from bot.moments import after, zoned
from bot.page import Format, Page
from bot.people import people_in
from bot.platforms import Example, Slot, announced
from bot.web import Web

URL = re.compile(
    r"https?://(?:conf\.researchr\.org/|[\w-]+\.(?:sigplan|splashcon|hpca-conf|kse-conferences)\.org(?:/|$)"
    r"|[\w.-]+/(?:home|program|track)/[\w-]+-\d{4}(?:/|$))"
)
EXAMPLES = (
    Example(file="program-tidal-2031.html", contributions=6, first="Registration"),
    Example(file="track-tidal-2031.html", contributions=2, first="Compiling Kelp"),
)

_FOOTER = "a[href*='yellowgrass.org/roadmap/conf.researchr.org']"
_TABLE = "table.session-table"
_HEADING = ".session-info-in-table"
_LISTED = "#event-overview tr:has(a[data-event-modal])"
_BADGES = ", ".join(f"a[data-event-modal] > {style}" for style in (".pull-right", ".output-badge", ".label"))
_EDITION = re.compile(r"(https?://[^/]+)/(?:home|program)/([\w-]+)")
_LENGTH = re.compile(r"(?:(\d{1,2})h)?(?:(\d{1,3})m)?")
_CLOCK = re.compile(r"\d?\d:\d\d")
_CHAIRS = re.compile(r"\s*(?:(?:Session )?Chairs?(?:\(s\))?:|Chair\(s\)).*", re.S)
_OFF = re.compile(r"\W*(?:cancell?ed|withdrawn)\b", re.I)
_LEADS_TO = (
    ("page", re.compile(r"^doi\b|\bpublication\b", re.I)),
    ("preprint", re.compile(r"^pre-?print", re.I)),
    ("slides", re.compile(r"^slides\b", re.I)),
    ("media", re.compile(r"^(?:media|video)\b", re.I)),
    ("file", re.compile(r"^file\b", re.I)),
)


def addresses(url: str) -> tuple[str, ...]:
    """The whole program of an edition, then what stands at the address: a track's list, or a branded home page."""
    edition = _EDITION.match(url)
    if not edition:
        return (url,)
    site, name = edition.groups()
    return tuple(dict.fromkeys((f"{site}/program/{name}/program-{name}/", url)))


def looks_like(page: Page) -> bool:
    return page.format is Format.HTML and (page.has(_FOOTER) or page.has(f"{_TABLE} {_HEADING}") or page.has(_LISTED))


def scrape(page: Page, web: Web) -> Program:
    tables = page.all(_TABLE)
    rows = (read(row, Slot()) for row in page.all(_LISTED))
    contributions = tuple(entry for table in tables for entry in read_table(table)) + tuple(filter(None, rows))
    if not contributions and (tables or page.has("tr a[href*='/profile/']")):
        raise LayoutChanged(
            f"{page.url} has the sessions of a researchr program, but none that can be read",
            hint="compare the page with the platform's recordings; the site may have changed its tables",
        )
    if not contributions:
        raise NotPublished(
            f"{page.url} is a researchr page without a program or a list of accepted papers",
            hint="come back later, or give the address under /program/ or /track/",
        )
    untitled = sum(not row.has("a[data-event-modal]") for row in page.all(f"{_TABLE} tr[data-slot-id]"))
    finding = Finding(text=f"Slots without a title, left out: {untitled}.")
    return Program(
        contributions=contributions,
        sources=(page.source,),
        name=name_of(page),
        url=page.url,
        findings=(finding,) if untitled else (),
    )


def name_of(page: Page) -> str:
    """As in "Program - TIDAL 2031" or "TIDAL 2031 - Research Papers"."""
    return next((part for part in page.title.split(" - ") if re.search(r"\b\d{4}$", part)), page.title)


def read_table(table: Page) -> Iterator[Contribution]:
    """The talks of a session; a session without any (registration, a dinner) is an entry of its own."""
    slot = slot_of(table)
    talks = tuple(filter(None, (read(row, slot) for row in table.all("tr[data-slot-id]"))))
    yield from talks
    if slot.session and not talks:
        yield announced(slot)


def slot_of(table: Page) -> Slot:
    heading, date = table.first(f".session-details {_HEADING}"), date_of(table)
    clocks = (*_CLOCK.findall(table.text(".slot-label", default="")), "", "")
    session = title_of(heading) if heading else ""
    return Slot(date=date, session=session, starts=zoned(date, clocks[0]), ends=zoned(date, clocks[1]))


def title_of(heading: Page) -> str:
    """The heading up to its track and room; a title may be the track's name too, so the last one is cut off."""
    line = _CHAIRS.sub("", heading.prose().partition("\n\n")[0])
    track, room = heading.text(".pull-right", default=""), heading.text(".room-link", default="")
    mark = f"{track} at {room}".strip() if room else track
    return (line.rpartition(mark)[0] if mark in line else line).strip() if mark else line


def date_of(table: Page) -> str:
    """From "260907", or else from "Mon 7 Sep 2026"."""
    for attribute, style in (("data-facet-date-order", "%y%m%d"), ("data-facet-date", "%a %d %b %Y")):
        try:
            return datetime.strptime(table.text(f"@{attribute}", default=""), style).date().isoformat()
        except ValueError:
            continue
    return ""


def read(row: Page, slot: Slot) -> Contribution | None:
    """One event, whose key is the same in all its slots; None for a row without a title."""
    title = badged(row)
    if not title:
        return None
    track, links = row.text(".prog-track", default=""), links_of(row)
    starts, ends = times(row, slot.date)
    return Contribution(
        id=row.text("a[data-event-modal]@data-event-modal", default=""),
        title=title,
        kind=kind_of_row(row, track, links),
        people=performers(row),
        session=slot.session or track,
        starts=starts,
        ends=ends,
        url=row.link("a[href*='/details/']@href") or links.get("page", ""),
        links=links,
    )


def badged(row: Page) -> str:
    """The title without the awards inside its link; that it is cancelled has to stay."""
    whole = title = row.text("a[data-event-modal]", default="")
    for badge in row.texts(_BADGES):
        bare = title.removesuffix(badge).removeprefix(badge).strip()
        title = f"{badge}: {bare}" if _OFF.match(badge) else bare
    return title or whole


def kind_of_row(row: Page, track: str, links: dict[str, str]) -> Kind:
    """What the event type says; where it only says "Talk", a paper's track or publication says more."""
    label = row.text(".event-type", default="")
    if not label:
        return form_of(track)
    kind = kind_of(label)
    return Kind.PAPER if kind is Kind.TALK and ("page" in links or kind_of(track) is Kind.PAPER) else kind


def performers(row: Page) -> tuple[Person, ...]:
    """Names are links, each with its affiliation behind it; who has no profile is bare text between them."""
    line, start = row.text(".performers", default=""), 0
    found: list[Person] = []
    for part in row.all(".performers a[href*='/profile/'], .performers .prog-aff"):
        text = part.text(default="")
        place = max(line.find(text, start), start)
        found.extend(people_in(line[start:place]))
        start = place + len(text)
        if "prog-aff" in part.text("@class", default=""):
            found[-1:] = [replace(person, affiliation=text) for person in found[-1:]]
        elif text:
            found.append(Person(name=text))
    return tuple(dict.fromkeys((*found, *people_in(line[start:]))))


def links_of(row: Page) -> dict[str, str]:
    found: dict[str, str] = {}
    for link in row.all("a.publication-link"):
        label, address = link.text(default=""), link.link("@href")
        leads_to = next((name for name, pattern in _LEADS_TO if pattern.search(label)), "")
        if leads_to and not link.text("@href", default="#").startswith("#"):
            found.setdefault(leads_to, address)
    return {leads_to: address for leads_to, address in found.items() if address}


def times(row: Page, date: str) -> tuple[str, str]:
    """Start and end in the conference's own zone, which only a box for choosing another one names."""
    starts = zoned(date, row.text(".start-time", default=""))
    length = next(filter(None, map(_LENGTH.fullmatch, filter(None, row.texts("strong")))), None)
    hours, minutes = (int(number or 0) for number in length.groups()) if length else (0, 0)
    return starts, after(starts, timedelta(hours=hours, minutes=minutes))
