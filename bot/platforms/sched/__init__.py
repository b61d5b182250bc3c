"""sched: KubeCon, PyTorch and other conferences on sched.com: the list with descriptions and the calendar `all.ics`.

The list has people of its own, tracks and slides; the calendar has the hours in universal time, and the people only
behind the titles. The keys are the same in both, so whichever was given, the other completes it.
"""

import re
from dataclasses import replace
from urllib.parse import urljoin

from bot.byline import bylines
from bot.errors import BotError, LayoutChanged, NotPublished
from bot.kinds import kind_of_entry
from bot.merge import united
from bot.model import Contribution, Finding, Kind, Person, Program
from bot.page import Format, Page
from bot.platforms import Example
from bot.platforms.sched.pages import read_calendar, read_list
from bot.text import folded
from bot.web import Web

URL = re.compile(r"https?://(?P<host>[\w-]+\.sched\.(?:com|org))\b")
EXAMPLES = (
    Example(file="harbourcon-2031-all.ics", contributions=16, first="Keynote: Welcome Aboard"),
    Example(file="harbourcon-2031-list.html", contributions=5, first="Tidal Queues: Scheduling Ships like Packets"),
    Example(file="harbourcon-2031-simple.html", contributions=2, first="Tidal Queues"),
)

_LONGEST_TITLE = 255  # Sched cuts a longer one, and its last byline with it
_LONG_ENOUGH = 100  # what a showcase says of a real talk; of its demos and tips it says a word or two
_SOLD_OUT = re.compile(r"^\W*sold out\b\W*|\s+(?:-\s+|[\[(])sold out[\])]?(?=$|\s+\|)", re.I)
# Rows for which nobody writes a talk: called off, advertising, or a day of its own that needs a ticket of its own.
_NO_TALK = re.compile(
    r"^\W*cancell?ed\b|^project demo$|\bin-booth demos?\b|^sponsor(?:ed)? demo\b|^solutions showcase$|\bpavilion tour\b"
    r"|\b(?:separate registrations?|all access pass) required\b",
    re.I,
)
_OWN_ADDRESS = ("base@href", "link[rel='canonical']@href", "meta[property='og:url']@content")


def addresses(url: str) -> tuple[str, ...]:
    """The list first: it names the people in a place of their own, and has the slides."""
    site = f"https://{match['host']}" if (match := URL.match(url)) else url.rstrip("/")
    return (f"{site}/list/descriptions/", f"{site}/all.ics")


def looks_like(page: Page) -> bool:
    match page.format:
        case Format.CALENDAR:
            return any("//sched.com" in maker.lower() for maker in page.texts("PRODID")) or bool(site_of(page))
        case Format.HTML:
            return page.has(".sched-container a.name") or page.has("#sched-content-inner")
    return False


def scrape(page: Page, web: Web) -> Program:
    """The program of the list and the calendar; of the one that was given where the other cannot be had."""
    program, address = read(page), beside(page)
    if not address:
        return program
    try:
        other = read(web.page(address))
    except BotError as failure:
        alone = Finding(text=f"Read from {page.url} alone: {failure}", hint=failure.hint)
        return replace(program, findings=(alone,))
    return united(other, program) if page.format is Format.CALENDAR else united(program, other)


def beside(page: Page) -> str:
    """Where the same site has its program in the other form; "" for a saved page, beside which there is nothing."""
    if not page.url.startswith("http"):
        return ""
    listed, calendar = addresses(urljoin(page.url, "/").rstrip("/"))
    return listed if page.format is Format.CALENDAR else calendar


def read(page: Page) -> Program:
    """The program in a calendar or on a page, byline by byline taken off the titles."""
    site = site_of(page)
    rows = read_calendar(page) if page.format is Format.CALENDAR else read_list(page, site)
    if not rows and page.format is Format.CALENDAR:
        raise NotPublished(
            f"{page.url} is a calendar without an entry", hint="the schedule is not out; come back later"
        )
    if not rows:
        raise LayoutChanged(
            f"{page.url} is a Sched page without a talk",
            hint="save the conference's list/descriptions/ or all.ics; a directory or a speaker's page is no program",
        )
    titles = bylines([row.title for row in rows], [row.abstract for row in rows])
    return Program(
        contributions=tuple(signed(row, title, people) for row, (title, people) in zip(rows, titles, strict=True)),
        sources=(page.source,),
        name=name_of(page),
        url=site,
    )


def signed(row: Contribution, title: str, byline: tuple[Person, ...]) -> Contribution:
    """The row under its title alone, with the people of its byline and what those make of it."""
    if len(row.title) >= _LONGEST_TITLE and byline:
        *whole, last = byline
        byline = (*whole, *([replace(last, affiliation="")] if last.affiliation else ()))
    people = together(row.people, byline)
    return replace(row, title=_SOLD_OUT.sub("", title) or title, people=people, kind=kind_of_row(row, people))


def together(profiles: tuple[Person, ...], byline: tuple[Person, ...]) -> tuple[Person, ...]:
    """The profiles, and who has none; "Aleks Moss" of the byline is "Alex Moss" of the profiles."""
    told = {person.name: person.affiliation for person in byline}
    known = {word for person in profiles for word in folded(person.name).split()}
    return (
        *(replace(person, affiliation=person.affiliation or told.get(person.name, "")) for person in profiles),
        *(person for person in byline if not {*folded(person.name).split()[-1:]} & known),
    )


def kind_of_row(row: Contribution, people: tuple[Person, ...]) -> Kind:
    if _NO_TALK.search(row.title):
        return Kind.LOGISTICS
    return kind_of_entry(row.title, row.session, people if len(row.abstract) >= _LONG_ENOUGH else ())


def site_of(page: Page) -> str:
    """The conference's own address, where its relative links start; "" when a saved page does not say."""
    if page.format is Format.CALENDAR:
        places = tuple(event.text("URL", default="") for event in page.all("VEVENT")[:1])
    else:
        places = tuple(place for path in _OWN_ADDRESS for place in page.texts(path))
    match = next(filter(None, map(URL.match, (*places, page.url))), None)
    return f"https://{match['host']}/" if match else ""


def name_of(page: Page) -> str:
    """As in "-//Sched.com Harbour Con 2031//EN", or "Harbour Con 2031: Full Schedule"."""
    if page.format is Format.HTML:
        return page.title.rpartition(": ")[0] or page.title
    maker = re.search(r"//sched\.com\s+([^/]+)", page.text("PRODID", default=""), re.I)
    return maker[1].strip() if maker else ""
