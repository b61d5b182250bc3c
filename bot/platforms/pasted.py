"""pasted: a program as plain text that a person copied out of a page which only a browser can show.

Days, then times with titles, then people and text. A line that fits nowhere is never guessed at: the paste is refused.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.errors import LayoutChanged
from bot.kinds import kind_of_entry
from bot.model import Contribution, Finding, Person, Program
from bot.moments import clock, day
from bot.page import Format, Page
from bot.people import affiliated, people_in
from bot.platforms import Example, Slot
from bot.text import one_line
from bot.web import Web

URL = re.compile(r"(?!)")  # a paste has no address
EXAMPLES = (Example(file="tideday-2031.txt", contributions=6, first="Registration"),)

_ENOUGH = 3  # lines with a time; fewer are no program
_PREAMBLE = 3  # lines above the first day or time
_CLOCK = r"\d{1,2}:\d\d(?: ?[AaPp]\.?[Mm]\b\.?)?"
_TIMED = re.compile(rf"^({_CLOCK})(?: ?(?:[-–—]|to) ?({_CLOCK}))?(?: ?[-–—:|](?= )| |$)(.*)$")
_SESSION = re.compile(r"^(?:session|track)\b[^:]{0,20}: ?(?=\S)", re.I)
_CHAIR = re.compile(r"^(?:session )?(?:co-)?chairs?(?: ?: ?| ?[–-] )(?=\S)|^chaired by ", re.I)
_PEOPLE = re.compile(r"^(?:speakers?|presenters?|presented by|authors?|panell?ists?)(?: ?: ?| )(?=\S)", re.I)
_TEXT = re.compile(r"^(?:abstract|description) ?: ?(?=\S)", re.I)
_SENTENCE = re.compile(r"(?:\S+ ){7}.*[.!?…]$")  # eight words and an end


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What has been read of an entry so far. `starts` and `ends` are clock times."""

    place: Slot
    starts: str
    ends: str
    title: str
    people: tuple[Person, ...] = ()
    text: tuple[str, ...] = ()


def addresses(url: str) -> tuple[str, ...]:
    return (url,)


def looks_like(page: Page) -> bool:
    if page.format is not Format.TEXT:
        return False
    return sum(bool(_TIMED.match(line)) for _, line in numbered(page) if "\t" not in line) >= _ENOUGH


def scrape(page: Page, web: Web) -> Program:
    entries, name = read(page)
    timeless = Finding(
        text="No day stands above the times, so they were left out.", hint="add a line such as 2031-05-06"
    )
    return Program(
        contributions=tuple(contribution(entry, page) for entry in entries),
        sources=(page.source,),
        name=name,
        findings=() if any(entry.place.date for entry in entries) else (timeless,),
    )


def numbered(page: Page) -> Iterator[tuple[int, str]]:
    """The lines that hold anything; tabs stay, as they tell the cells of a table."""
    for number, line in enumerate(page.raw().splitlines(), start=1):
        if text := "\t".join(map(one_line, line.strip().split("\t"))):
            yield number, text


def read(page: Page) -> tuple[list[Entry], str]:
    """The entries in order, and what stands above them all."""
    entries, place, above, opened = list[Entry](), Slot(), list[str](), False
    for number, line in numbered(page):
        timed = _TIMED.match(line)
        if _CHAIR.match(line):
            continue
        if "\t" in line:
            raise uncertain(page, number, line)
        if date := day(line):
            place, opened = Slot(date=date), False
        elif session := _SESSION.match(line):
            place, opened = replace(place, session=line[session.end() :]), False
        elif timed:
            entry = begun(timed, place)
            if not follows(entry, entries):
                raise uncertain(page, number, line)
            entries.append(entry)
            opened = True
        elif opened and (more := added(entries[-1], line)):
            entries[-1] = more
        elif not entries and place == Slot() and len(above) < _PREAMBLE:
            above.append(line)
        else:
            raise uncertain(page, number, line)
    if not entries[-1].title:
        raise uncertain(page, number, line)
    return entries, next(iter(above), "")


def uncertain(page: Page, number: int, line: str) -> LayoutChanged:
    return LayoutChanged(
        f"{page.url} cannot be read for sure: line {number} is {line[:60]!r}",
        hint="give each entry a time and a title in one line, then “Speakers: …”, then “Abstract: …”, each in one line;"
        " put 2031-05-06 above a day and “Session: …” above a session",
    )


def begun(timed: re.Match[str], place: Slot) -> Entry:
    """An entry as its first line has it, without a start where either of its times is none."""
    first, last, title = timed.groups()
    starts, ends = clock(first), clock(last or "")
    return Entry(place=place, starts=starts if ends or not last else "", ends=ends, title=title.strip())


def follows(entry: Entry, before: list[Entry]) -> bool:
    """Whether times go on: an entry before it has its title, and under one heading nothing goes back."""
    if not entry.starts or (entry.ends and entry.ends <= entry.starts):
        return False
    last = before[-1] if before else None
    return not last or bool(last.title and (last.place != entry.place or last.starts <= entry.starts))


def added(entry: Entry, line: str) -> Entry | None:
    """The entry with one more line, as far as that can only be one thing: title, people or text."""
    if not entry.title:
        return replace(entry, title=line)
    if label := _TEXT.match(line):
        return replace(entry, text=(*entry.text, line[label.end() :]))
    label = _PEOPLE.match(line)
    found = affiliated(line[label.end() :] if label else line)
    if not entry.text and any(person.affiliation for person in found):
        return replace(entry, people=(*entry.people, *found))
    if not entry.text and label:
        return replace(entry, people=(*entry.people, *people_in(line[label.end() :])))
    return replace(entry, text=(*entry.text, line)) if _SENTENCE.match(line) else None


def contribution(entry: Entry, page: Page) -> Contribution:
    date = entry.place.date
    return Contribution(
        title=entry.title,
        kind=kind_of_entry(entry.title, entry.place.session, entry.people),
        people=entry.people,
        passages=page.quoted("\n\n".join(entry.text)),
        session=entry.place.session,
        starts=f"{date}T{entry.starts}" if date else "",
        ends=f"{date}T{entry.ends}" if date and entry.ends else "",
    )
