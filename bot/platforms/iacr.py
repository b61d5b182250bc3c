"""iacr: Crypto, Eurocrypt, Asiacrypt, PKC, TCC, CHES, FSE and RWC, as the program editor of the IACR writes them.

Two files: a program of days, slots, sessions and talks, which may be half made; and the list of accepted papers.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.errors import NotPublished
from bot.model import Contribution, Finding, Kind, Person, Program
from bot.page import Format, Page
from bot.platforms import Example, form_of, kind_of_entry, people
from bot.text import listing
from bot.web import Web

URL = re.compile(r"https?://(?:www\.)?(?:crypto|eurocrypt|asiacrypt|pkc|tcc|ches|fse|rwc)\.iacr\.org/\d{4}(?:/|$)")
EXAMPLES = (
    Example(file="tidecrypt-2031.program.json", contributions=6, first="Breakfast"),
    Example(file="tidecrypt-2031.papers.json", contributions=3, first="Secret Sharing among Oysters"),
)

_FILES = "json/program.json data/program.json json/papers.json papers.json"
_YEAR = re.compile(r"https?://[^/]+/\d{4}")
_AND = re.compile(r",?\s+and\s+|,\s+(?!(?:Jr|Sr|I{2,3})\b)")
_INVITED = re.compile(r"\binvited (?:presentation|lecture|speaker)s?\b", re.I)
_UNNAMED = re.compile(r"click to edit|\bTB[AD]\b|^uncategorized$", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """What stands above a talk. `zone` is an IANA name, "" where the program names none."""

    session: str = ""
    date: str = ""
    starts: str = ""
    ends: str = ""
    zone: str = ""


def addresses(url: str) -> tuple[str, ...]:
    """The program, then the accepted papers, which are out months before it."""
    year = _YEAR.match(url)
    if not year or url.endswith(".json"):
        return (url,)
    return tuple(f"{year.group()}/{name}" for name in _FILES.split())


def looks_like(page: Page) -> bool:
    return page.format is Format.JSON and (page.has("days.*.timeslots") or page.has("acceptedPapers"))


def scrape(page: Page, web: Web) -> Program:
    scheduled = tuple(entry for slot, session in sessions(page) for entry in read_session(session, slot))
    loose = tuple(unscheduled(page))
    if not any(row.kind is not Kind.LOGISTICS for row in (*scheduled, *loose)):
        raise NotPublished(
            f"{page.url} has {len(page.all('days.*'))} days and no talk: a template, not a program",
            hint="come back when the accepted papers are out",
        )
    return Program(
        contributions=(*scheduled, *loose),
        sources=(page.source,),
        name=page.text("name", default=""),
        url=page.url,
        findings=tuple(findings(page)),
    )


def findings(page: Page) -> Iterator[Finding]:
    titles = (title_of(row) for _, row in sessions(page) if not row.has("talks.*"))
    left = dict.fromkeys(title for title in titles if title and not pause(title))
    if left:
        text = f"Sessions without a talk, left out: {listing([f'“{title}”' for title in left][:20])}."
        yield Finding(text=text, hint="see the program itself for what they hold")
    if count := len(page.all("config.unassigned_talks.*.talks.*")):
        yield Finding(text=f"Talks that have no slot yet: {count}.", hint="the program is still being made")


def sessions(page: Page) -> Iterator[tuple[Slot, Page]]:
    """Every session with its slot; where it has hours of its own, those count."""
    zone = page.text("config.timezone.name", default="")
    for day in page.all("days.*"):
        date = day.text("date", default="")
        for timeslot in day.all("timeslots.*"):
            for row in timeslot.all("sessions.*"):
                starts, ends = (clock(row, name) or clock(timeslot, name) for name in ("starttime", "endtime"))
                yield Slot(session=title_of(row), date=date, starts=starts, ends=ends, zone=zone), row


def clock(part: Page, name: str) -> str:
    return part.text(name, default="")


def title_of(session: Page) -> str:
    """ "" for what the editor wrote before a person did."""
    title = session.text("session_title", default="") or session.text("name", default="")
    return "" if _UNNAMED.search(title) else title


def read_session(session: Page, slot: Slot) -> Iterator[Contribution]:
    """Its talks; without any only a break, a meal or an outing is an entry."""
    yield from (read(talk, slot) for talk in session.all("talks.*"))
    if pause(slot.session) and not session.has("talks.*"):
        starts, ends = moment(slot, slot.starts), moment(slot, slot.ends)
        yield Contribution(title=slot.session, kind=Kind.LOGISTICS, starts=starts, ends=ends)


def pause(title: str) -> bool:
    return bool(title) and kind_of_entry(title, "", ()) in (Kind.LOGISTICS, Kind.SOCIAL)


def unscheduled(page: Page) -> Iterator[Contribution]:
    for category in page.all("config.unassigned_talks.*"):
        yield from (read(talk, Slot(session=title_of(category))) for talk in category.all("talks.*"))
    yield from (read(paper, Slot(session=paper.text("category", default=""))) for paper in page.all("acceptedPapers.*"))


def read(talk: Page, slot: Slot) -> Contribution:
    own = clock(talk, "starttime")
    ends = clock(talk, "endtime") or clock(talk, "endttime")  # the editor's own slip of the pen
    links = links_of(talk)
    return Contribution(
        id=talk.text("id", default=""),
        title=talk.text("title"),
        kind=form_of(_INVITED.sub("keynote", slot.session)),
        people=authors(talk),
        passages=talk.passages("abstract"),
        session=slot.session,
        starts=moment(slot, own or slot.starts),
        ends=moment(slot, ends if own else slot.ends),
        url=links.get("page") or links.get("pdf", ""),
        links=links,
    )


def authors(talk: Page) -> tuple[Person, ...]:
    """From a list of names, of {"name": …}, or one line. Which affiliation is whose is told where there is only one."""
    names = talk.texts("authors.*.name") or talk.texts("authors.*") or _AND.split(talk.text("authors", default=""))
    listed = talk.texts("affiliations.*") or talk.text("affiliations", default="").split(";")
    places = {place.strip() for place in listed} - {""}
    place = places.pop() if len(places) == 1 else ""
    return tuple(Person(name=person.name, affiliation=place) for person in people(names))


def links_of(talk: Page) -> dict[str, str]:
    paper = talk.link("paperUrl")
    links = {
        "pdf" if paper.endswith(".pdf") else "page": paper,
        "slides": talk.link("slidesUrl"),
        "video": talk.link("videoUrl"),
    }
    return {name: link for name, link in links.items() if link}


def moment(slot: Slot, time: str) -> str:
    """A clock time ("9:00") on the slot's day, with an offset where the program names a zone."""
    try:
        stated = datetime.fromisoformat(f"{slot.date}T{time.zfill(5)}")
    except ValueError:
        return ""
    try:
        return (stated.replace(tzinfo=ZoneInfo(slot.zone)) if slot.zone else stated).isoformat()
    except (ValueError, KeyError, OSError):
        return stated.isoformat()
