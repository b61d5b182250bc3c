"""sched: KubeCon, PyTorch and other conferences on sched.com: the calendar `all.ics`, or the list with descriptions.

The list has people of its own; the calendar has them only behind the titles. The keys are the same in both.
"""

import re
from dataclasses import replace
from datetime import datetime, timedelta

from bot.byline import bylines, employer
from bot.errors import LayoutChanged, NotPublished
from bot.kinds import kind_of_entry
from bot.model import Contribution, Kind, Person, Program
from bot.page import Format, Page, web_address
from bot.platforms import Example
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
_MAIL = re.compile(r"\s*\[email\s+protected\]")  # what Cloudflare leaves of an address
_WHEN = re.compile(
    r"(?P<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\s+(?P<day>\d\d?),\s+(?P<year>\d{4})\W+"
    r"(?P<from>\d\d?:\d\d(?:[ap]m)?)\s*[-–]\s*(?P<to>\d\d?:\d\d(?:[ap]m)?)(?:\s+(?P<zone>[A-Z]{3,5}))?",
)
_PLACE = ".sched-event-details-timeandplace"
_POSITION = ".sched-event-details-role-company"
_OWN_ADDRESS = ("base@href", "link[rel='canonical']@href", "meta[property='og:url']@content")
# Only zone names that mean one offset; the others stay unread rather than guessed.
_ZONES = {
    "UTC": "+00:00", "GMT": "+00:00", "CET": "+01:00", "CEST": "+02:00", "BST": "+01:00", "EET": "+02:00",
    "EEST": "+03:00", "EST": "-05:00", "EDT": "-04:00", "CDT": "-05:00", "MST": "-07:00", "MDT": "-06:00",
    "PST": "-08:00", "PDT": "-07:00", "JST": "+09:00", "KST": "+09:00", "AEST": "+10:00", "AEDT": "+11:00",
}  # fmt: skip


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
    """The program in a calendar or on a page, byline by byline taken off the titles."""
    rows = read_calendar(page) if page.format is Format.CALENDAR else read_list(page)
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
        url=site_of(page),
    )


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


def read_list(page: Page) -> list[Contribution]:
    """A box holds one talk and all about it; in the simple list a whole hour's talks, and nothing about them."""
    boxes = [(box, box.all("a.name")) for box in page.all(".sched-container") or (page,)]
    site = site_of(page)
    return [read_talk(link, box if len(links) == 1 else link, site) for box, links in boxes for link in links]


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
            moment(f"{when['day']} {when['month']} {when['year']}", when[clock]) for clock in ("from", "to")
        )
    except ValueError:  # the 31st of a short month
        return "", ""
    zone = _ZONES.get(when["zone"] or "", "")
    ends += timedelta(days=ends < starts)
    return starts.isoformat() + zone, ends.isoformat() + zone


def moment(day: str, clock: str) -> datetime:
    return datetime.strptime(f"{day} {clock}", "%d %b %Y %I:%M%p" if clock.lower().endswith("m") else "%d %b %Y %H:%M")


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
