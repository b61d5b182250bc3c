"""iacr: Crypto, Eurocrypt, Asiacrypt, PKC, TCC, CHES, FSE and RWC, as the program editor of the IACR writes them.

Two files: a program of days, slots, sessions and talks, which may be half made; and the list of accepted papers.
"""

import re
from collections.abc import Iterator

from bot.errors import NotPublished
from bot.kinds import form_of
from bot.model import Contribution, Finding, Kind, Person, Program
from bot.moments import zoned
from bot.page import Format, Page
from bot.people import people, people_in
from bot.platforms import Example, Slot, pause, untold
from bot.web import Web

URL = re.compile(r"https?://(?:www\.)?(?:crypto|eurocrypt|asiacrypt|pkc|tcc|ches|fse|rwc)\.iacr\.org/\d{4}(?:/|$)")
EXAMPLES = (
    Example(file="tidecrypt-2031.program.json", contributions=6, first="Breakfast"),
    Example(file="tidecrypt-2031.papers.json", contributions=3, first="Secret Sharing among Oysters"),
)

_FILES = "json/program.json data/program.json json/papers.json papers.json"
_YEAR = re.compile(r"https?://[^/]+/\d{4}")
_INVITED = re.compile(r"\binvited (?:presentation|lecture|speaker)s?\b", re.I)
_UNNAMED = re.compile(r"click to edit|\bTB[AD]\b|^uncategorized$", re.I)


def addresses(url: str) -> tuple[str, ...]:
    """The program, then the accepted papers, which are out months before it."""
    year = _YEAR.match(url)
    if not year or url.endswith(".json"):
        return (url,)
    return tuple(f"{year.group()}/{name}" for name in _FILES.split())


def looks_like(page: Page) -> bool:
    return page.format is Format.JSON and (page.has("days.*.timeslots") or page.has("acceptedPapers"))


def scrape(page: Page, web: Web) -> Program:
    zone = page.text("config.timezone.name", default="")
    scheduled = tuple(entry for slot, session in sessions(page, zone) for entry in read_session(session, slot, zone))
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
    yield from untold(slot for slot, row in sessions(page, "") if not row.has("talks.*"))
    if count := len(page.all("config.unassigned_talks.*.talks.*")):
        yield Finding(text=f"Talks that have no slot yet: {count}.", hint="the program is still being made")


def sessions(page: Page, zone: str) -> Iterator[tuple[Slot, Page]]:
    """Every session with its slot; where it has hours of its own, those count."""
    for day in page.all("days.*"):
        date = day.text("date", default="")
        for timeslot in day.all("timeslots.*"):
            for row in timeslot.all("sessions.*"):
                starts, ends = (
                    zoned(date, row.text(name, default="") or timeslot.text(name, default=""), zone)
                    for name in ("starttime", "endtime")
                )
                yield Slot(date=date, session=title_of(row), starts=starts, ends=ends), row


def title_of(session: Page) -> str:
    """ "" for what the editor wrote before a person did."""
    title = session.text("session_title", default="") or session.text("name", default="")
    return "" if _UNNAMED.search(title) else title


def read_session(session: Page, slot: Slot, zone: str) -> tuple[Contribution, ...]:
    """Its talks; without any only a break, a meal or an outing is an entry."""
    return tuple(read(talk, slot, zone) for talk in session.all("talks.*")) or pause(slot)


def unscheduled(page: Page) -> Iterator[Contribution]:
    for category in page.all("config.unassigned_talks.*"):
        yield from (read(talk, Slot(session=title_of(category))) for talk in category.all("talks.*"))
    yield from (read(paper, Slot(session=paper.text("category", default=""))) for paper in page.all("acceptedPapers.*"))


def read(talk: Page, slot: Slot, zone: str = "") -> Contribution:
    starts = zoned(slot.date, talk.text("starttime", default=""), zone)
    ends = talk.text("endtime", default="") or talk.text("endttime", default="")  # the editor's own slip of the pen
    links = links_of(talk)
    return Contribution(
        id=talk.text("id", default=""),
        title=talk.text("title"),
        kind=form_of(_INVITED.sub("keynote", slot.session)),
        people=authors(talk),
        passages=talk.passages("abstract"),
        session=slot.session,
        starts=starts or slot.starts,
        ends=zoned(slot.date, ends, zone) if starts else slot.ends,
        url=links.get("page") or links.get("pdf", ""),
        links=links,
    )


def authors(talk: Page) -> tuple[Person, ...]:
    """From a list of names, of {"name": …}, or one line. Which affiliation is whose is told where there is only one."""
    names = people(talk.texts("authors.*.name") or talk.texts("authors.*")) or people_in(
        talk.text("authors", default="")
    )
    listed = talk.texts("affiliations.*") or talk.text("affiliations", default="").split(";")
    places = {place.strip() for place in listed} - {""}
    place = places.pop() if len(places) == 1 else ""
    return tuple(Person(name=person.name, affiliation=place) for person in names)


def links_of(talk: Page) -> dict[str, str]:
    paper = talk.link("paperUrl")
    links = {
        "pdf" if paper.endswith(".pdf") else "page": paper,
        "slides": talk.link("slidesUrl"),
        "video": talk.link("videoUrl"),
    }
    return {name: link for name, link in links.items() if link}
