"""schema_org: any site that describes its program to search engines, as schema.org events in JSON-LD.

Most describe only when and where they take place; they are no programs and left alone. So are deadlines.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.errors import BotError, LayoutChanged
from bot.kinds import kind_of_entry
from bot.model import Contribution, Finding, Person, Program
from bot.page import Format, Page, read
from bot.platforms import Example
from bot.text import folded, moment
from bot.web import Web

URL = re.compile(r"(?!)")  # no address tells that a page carries it
EXAMPLES = (
    Example(file="tideday-2031.html", contributions=5, first="What Gulls & Ships Share"),
    Example(file="ropecamp-2031.jsonld.json", contributions=2, first="Knots at Dawn"),
)

_ENOUGH = 2  # talks; a single one may be anything that takes place
_DEEPEST = 3  # an event's days, their sessions, and the talks in those
_EVENT = re.compile(r"(?:Event|EventSeries|Festival|Hackathon|CourseInstance)$")
_DEADLINE = re.compile(
    r"\b(?:deadline|due|notification|camera[- ]ready|call for|registration (?:opens|closes))\b", re.I
)
_WRAPPING = re.compile(r"<!--|-->|(?://|/\*)?\s*(?:<!\[CDATA\[|\]\]>)(?:\s*\*/)?")
_CONTROL = re.compile(r"[\x00-\x1f]+")
_TRAILING = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])')
_OFF = re.compile(r"Event(Cancelled|Postponed)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of an event, and the name of the day or session that it belongs to."""

    entry: Page
    session: str


def addresses(url: str) -> tuple[str, ...]:
    return (url,)


def looks_like(page: Page) -> bool:
    return sum(is_talk(part, event) for event in events(page) for part in parts(event)) >= _ENOUGH


def scrape(page: Page, web: Web) -> Program:
    pairs = [(part, event) for event in events(page) for part in parts(event)]
    told = [(part, event) for part, event in pairs if is_talk(part, event)]
    if not told:
        raise LayoutChanged(f"{page.url} describes events, but no talk", hint="give the page of the program itself")
    rows = (read_talk(part, organisers(event)) for part, event in told)
    _, event = told[0]
    return Program(
        contributions=tuple({(row.title, row.starts, row.session): row for row in rows}.values()),
        sources=(page.source,),
        name=event.text("name", default=""),
        url=event.link("url") or page.url,
        starts=event.text("startDate", default=""),
        ends=event.text("endDate", default=""),
        place=event.text("location.address.addressLocality", default=""),
        findings=tuple(findings(event, len(pairs) - len(told))),
    )


def findings(event: Page, left: int) -> Iterator[Finding]:
    if off := _OFF.search(event.text("eventStatus", default="")):
        yield Finding(text=f"The whole event is {off[1].lower()}, its page says.")
    if left:
        yield Finding(text=f"Deadlines, and entries without people, words or a time, left out: {left}.")


def events(page: Page) -> Iterator[Page]:
    """The outermost events of a page, in all the shapes that hold them."""
    for block in blocks(page):
        for thing in (*each(block, ""), *each(block, "@graph")):
            if is_event(thing):
                yield thing


def blocks(page: Page) -> Iterator[Page]:
    """What a page holds for machines. A block that is no JSON even when mended is nobody's program."""
    if page.format is Format.JSON and (page.has("@context") or page.has("*.@context")):
        yield page
    for script in page.all("script[type]") if page.format is Format.HTML else ():
        if "ld+json" in script.text("@type", default="").lower() and "subEvent" in script.raw():
            try:
                yield read(mended(script.raw()).encode(), source=page.source)
            except BotError:
                continue


def mended(text: str) -> str:
    """JSON as pages hold it: in a comment, with line breaks inside strings, with a comma after the last entry."""
    return _TRAILING.sub(r"\1", _CONTROL.sub(" ", _WRAPPING.sub(" ", text))).strip()


def each(part: Page, path: str) -> tuple[Page, ...]:
    """What stands at a path, whether one thing or a list of them."""
    found = part.first(path) if path else part
    if found is None:
        return ()
    return found.all("*") if isinstance(found.tree, list) else (found,)


def is_event(thing: Page) -> bool:
    return any(_EVENT.search(kind.text(default="")) for kind in each(thing, "@type"))


def parts(event: Page, session: str = "", depth: int = 0) -> Iterator[Part]:
    """The innermost parts, each with the name of the day or session around it."""
    for entry in each(event, "subEvent") if depth < _DEEPEST else ():
        if entry.has("subEvent"):
            yield from parts(entry, entry.text("name", default=session), depth + 1)
        else:
            yield Part(entry=entry, session=session)


def is_talk(part: Part, event: Page) -> bool:
    """Whether a part has a time within the event's days, and a performer or a description."""
    name = part.entry.text("name", default="")
    told = part.entry.has("performer") or part.entry.has("performers") or part.entry.prose("description")
    return bool(name and told and not _DEADLINE.search(name)) and within(part.entry, event)


def within(entry: Page, event: Page) -> bool:
    """Deadlines come before; of an event whose end comes before its start only the start counts."""
    start = moment(entry.text("startDate", default=""))[:10]
    first, last = (moment(event.text(name, default=""))[:10] for name in ("startDate", "endDate"))
    return bool(start) and (not first or first <= start) and (not last or last < first or start <= last)


def organisers(event: Page) -> set[str]:
    return {folded(organiser.text("name", default="")) for organiser in each(event, "organizer")}


def read_talk(part: Part, organising: set[str]) -> Contribution:
    entry, off = part.entry, _OFF.search(part.entry.text("eventStatus", default=""))
    title, people = entry.text("name"), performers(entry, organising)
    return Contribution(
        id=entry.text("@id", default=""),
        title=f"{off[1]}: {title}" if off else title,
        kind=kind_of_entry(title, part.session, people),
        people=people,
        passages=entry.passages("description"),
        session=part.session,
        starts="" if off else entry.text("startDate", default=""),
        ends="" if off else entry.text("endDate", default=""),
        url=entry.link("url"),
    )


def performers(entry: Page, organising: set[str]) -> tuple[Person, ...]:
    """Persons only: sites that must name a performer name the organiser."""
    found = []
    for performer in (*each(entry, "performer"), *each(entry, "performers")):
        name = performer.text("name", default="") or performer.text(default="")
        person = not performer.has("@type") or performer.text("@type", default="") == "Person"
        if name and person and folded(name) not in organising:
            places = ("affiliation.name", "affiliation", "worksFor.name", "worksFor")
            place = next(filter(None, (performer.text(path, default="") for path in places)), "")
            found.append(Person(name=name, affiliation=place))
    return tuple(dict.fromkeys(found))
