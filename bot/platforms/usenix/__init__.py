"""usenix: the program pages of USENIX (NSDI, OSDI, ATC, FAST, Security, SREcon), and the presentations' own pages.

The program has titles, people and most abstracts. What it lacks, and where slides and videos lie, their own pages tell.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from urllib.parse import unquote

from bot.errors import LayoutChanged, NotPublished
from bot.kinds import form_of, kind_announced, kind_of, label_of
from bot.model import Contribution, Finding, Kind, Person, Program
from bot.moments import DAY, SPAN, WEEKDAY, day_in
from bot.page import Format, Page, web_address
from bot.platforms import Example, Slot, announced, further, timed, watchable
from bot.platforms.usenix.credits import PLACES, people_of
from bot.text import clipped
from bot.web import Web

URL = re.compile(r"https?://(?:www\.)?usenix\.org/conference/[\w-]+(?:/|$)")
EXAMPLES = (
    Example(file="nddi31-technical-sessions.html", contributions=9, first="Breakfast by the Locks"),
    Example(file="tidecon31-program.html", contributions=3, first="How We Lost the Tide Table"),
    Example(file="wharf16-technical-sessions.html", contributions=2, first="Rope Shui: Knotting a Pier"),
)

_SITE = "https://www.usenix.org"
_MOST_PAGES = 60
_PAPER = ".node-paper:not(.node-paper .node-paper)"
_MOMENT = "h1", "h2", "h3", "h4", "[class*='day']", "[class*='date']", "[class*='time']"
_MOMENTS = ", ".join(f"{place}:not(:has(.node-paper)):not(:has(.node-session)):not(.node-paper *)" for place in _MOMENT)
_ROWS = f".node-session:not(.node-session *), {_PAPER}:not(.node-session *), {_MOMENTS}"
_ABSTRACTS = ".field-name-field-paper-description-long", ".field-name-field-paper-description .field-item"
_OWN_ADDRESS = "link[rel='canonical']@href", "meta[property='og:url']@content"
_TOLD = ".node-paper, .node-session, a[href*='/presentation/']"  # what no page has before there is a program
_LINKS = (
    ("pdf", "meta[name='citation_pdf_url']@content"),
    ("pdf", ".field-name-field-final-paper-pdf a@href"),
    ("pdf", ".field-name-field-presentation-pdf a@href"),
    ("pdf", ".usenix-schedule-media.pdf a[href*='.pdf']@href"),
    ("slides", ".usenix-schedule-slides a@href"),
    ("slides", ".usenix-schedule-media.slides a[href*='/files/']@href"),
    ("video", "iframe[src*='youtube']@src"),
    ("video", "video source@src"),
)
_APART = Kind.LOGISTICS, Kind.SOCIAL, Kind.SESSION

_PROGRAM = re.compile(r"usenix\.org/conference/[\w-]+/(?:technical-sessions|program|[\w-]*accepted-papers)/?(?:[?#]|$)")
_KEY = re.compile(r"/conference/([\w-]+)/(?:technical-sessions/|program/)?(?:presentation/)?([^/?#]+)/?(?:[?#]|$)")
_YEAR = re.compile(r"/conference/[a-z-]+(\d\d)(?!\d)")
_TALKS = re.compile(r"/conference/(?:(?:srecon|lisa|enigma|pepr)\w*|[\w-]+/program)/")
_EDITION = re.compile(r"\s+(?:technical sessions|(?:conference )?program|[\w ]*accepted papers)$", re.I)
_FRONT_MATTER = re.compile(r"(?:papers and proceedings|(?:full |complete )?proceedings|front matter)\b", re.I)
_CEREMONY = re.compile(r"(?:opening|closing|welcome)\b.{0,40}$|awards?$", re.I)


def addresses(url: str) -> tuple[str, ...]:
    site = re.fullmatch(r"(https?://(?:www\.)?usenix\.org/conference/[\w-]+)/?", url)
    return (f"{site[1]}/technical-sessions", f"{site[1]}/program") if site else (url,)


def looks_like(page: Page) -> bool:
    if page.format is not Format.HTML:
        return False
    nodes = (".node-paper.view-mode-schedule", ".node-session.view-mode-schedule")
    fields = (f".node-paper {field}" for field in PLACES)
    return any(map(page.has, (*nodes, *fields))) or bool(_PROGRAM.search(own_address(page)))


def scrape(page: Page, web: Web) -> Program:
    rows = tuple(read(page))
    if not rows and page.has(_TOLD):
        raise LayoutChanged(
            f"{page.url} has the frame of a USENIX program, but no title that can be read",
            hint="compare the page with the platform's recordings; the site may have changed its markup",
        )
    if not rows:
        raise NotPublished(f"{page.url} lists no session yet", hint="come back when the program is out")
    pages, findings = own_pages(page, rows, web)
    return Program(
        contributions=tuple(completed(row, pages[row.url]) if row.url in pages else row for row in rows),
        sources=(page.source, *(own.source for own in pages.values())),
        name=_EDITION.sub("", clipped(page.text("#page-title", default=page.title.partition(" | ")[0]), 200)),
        url=own_address(page),
        findings=findings,
    )


def own_address(page: Page) -> str:
    """What a page calls its own address; saved ones know no other, and the Wayback Machine gives it another."""
    said = next(filter(None, (page.text(place, default="") for place in _OWN_ADDRESS)), page.url)
    return site_address(said) if "usenix.org/" in said else ""


def site_address(address: str) -> str:
    """An address as the site has it, also where the Wayback Machine wrapped its own around it."""
    inner = address[max(address.rfind("http://"), address.rfind("https://"), 0) :]
    return web_address(inner, _SITE) if inner else ""


def read(page: Page) -> Iterator[Contribution]:
    """The sessions and presentations under the days and times that stand above them."""
    slot, year = Slot(), year_of(page)
    for row in page.all(_ROWS):
        style = row.text("@class", default="").split()
        if "node-session" in style:
            yield from session(row, at(row, _MOMENTS, slot, year), year)
        elif "node-paper" in style:
            yield from presentation(row, slot, year)
        else:
            slot = moved(slot, row.text(default=""), year)


def year_of(page: Page) -> str:
    """From the address, which names the edition: …/conference/nsdi25/…"""
    places = own_address(page), page.text(".node-paper h2 a@href", default="")
    found = next(filter(None, map(_YEAR.search, places)), None)
    return f"20{found[1]}" if found else ""


def at(row: Page, places: str, slot: Slot, year: str) -> Slot:
    """The slot of a row that may name a time of its own."""
    for text in row.texts(places):
        slot = moved(slot, text, year)
    return slot


def moved(slot: Slot, text: str, year: str) -> Slot:
    """The slot after a text that is no more than a day or a time, in local time: the pages name no zone."""
    if WEEKDAY.match(text) and DAY.fullmatch(WEEKDAY.sub("", text).strip()):
        return Slot(date=day_in(text, year))
    span = SPAN.fullmatch(text)
    return timed(slot, span) if span else slot


def session(row: Page, slot: Slot, year: str) -> Iterator[Contribution]:
    """What a session holds; the session itself when it holds nothing, as breaks and receptions do."""
    slot, papers = replace(slot, session=row.text("h2:not(.node-paper *)", default="")), row.all(_PAPER)
    for paper in papers:
        yield from presentation(paper, slot, year)
    if slot.session and not papers:
        yield replace(announced(slot), kind=kind_unsigned(slot.session))


def kind_unsigned(heading: str) -> Kind:
    pause = _FRONT_MATTER.match(heading) or kind_of(heading) is Kind.LOGISTICS
    return Kind.LOGISTICS if pause else kind_announced(heading)


def presentation(row: Page, slot: Slot, year: str) -> Iterator[Contribution]:
    title = row.text("h2 a", default="") or row.text("h2", default="")
    if not title:
        return
    slot = at(row, ".date-display-range", slot, year)
    url, persons = site_address(row.text("h2 a@href", default="")), people_of(row)
    found = _KEY.search(url)
    yield Contribution(
        id=f"{found[1]}-{unquote(found[2])}" if found else row.text("@id", default=""),
        title=title,
        kind=kind_of_row(row, title, slot.session, url, persons),
        people=persons,
        passages=row.passages(*_ABSTRACTS),
        session=slot.session,
        starts=slot.starts,
        ends=slot.ends,
        url=url,
        links=links_of(row, url),
    )


def kind_of_row(row: Page, title: str, heading: str, url: str, persons: tuple[Person, ...]) -> Kind:
    if _FRONT_MATTER.match(title) or "/sites/default/files/" in url:
        return Kind.LOGISTICS
    if not persons and (kind := kind_unsigned(title)) in (Kind.LOGISTICS, Kind.SOCIAL):
        return kind
    talk = _CEREMONY.match(title) or _TALKS.search(url) or row.has(PLACES[1])
    short = title if len(title.split()) < 4 else ""
    return form_of(label_of(title), short, heading, default=Kind.TALK if talk else Kind.PAPER)


def links_of(row: Page, url: str) -> dict[str, str]:
    found = {"page": url} if url else {}
    for name, place in _LINKS:
        if address := site_address(row.text(place, default="")):
            found.setdefault(name, watchable(address))
    return found


def own_pages(page: Page, rows: Sequence[Contribution], web: Web) -> tuple[dict[str, Page], tuple[Finding, ...]]:
    """The pages of the presentations that have no abstract here, by their addresses, and what was left unread."""
    bare = (row.url for row in rows if not row.passages and row.kind not in _APART and row.url.startswith(_SITE))
    wanted = bare if page.url.startswith(_SITE) else ()
    return further(wanted, web, "presentations' own pages, and so their abstracts,", most=_MOST_PAGES)


def completed(row: Contribution, own: Page) -> Contribution:
    """A contribution with what its own page adds."""
    found = own.passages(*_ABSTRACTS)
    return replace(
        row, people=row.people or people_of(own), passages=found, links={**links_of(own, row.url), **row.links}
    )
