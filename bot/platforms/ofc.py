"""ofc: the schedule of the Optical Fiber Communication Conference, one answer with all its days.

Authors, abstract and the paper's address are one HTML text; the presenter beside it is only one of the authors.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.errors import LayoutChanged, NotPublished
from bot.kinds import form_of, kind_of, kind_of_entry, label_of
from bot.model import Contribution, Finding, Kind, Passage, Person, Program
from bot.page import Format, Page, web_address
from bot.platforms import Example
from bot.text import plain
from bot.web import Web

URL = re.compile(r"https?://(?:www\.)?ofcconference\.org/")
EXAMPLES = (Example(file="schedule.json", contributions=6, first="Light Under the Pier"),)

_SCHEDULE = "https://www.ofcconference.org/api/schedule/"
_SESSIONS = "selectedDays.*.timeBlocks.*.sessions.*"
_AUTHORS = re.compile(r"authors?\s*:\s*", re.I)
_ACCESS = "Access the Technical Paper"
_HREF = re.compile(r"""<a\s[^<>]*?href\s*=\s*["']([^"'<>]+)""", re.I)


def addresses(url: str) -> tuple[str, ...]:
    return (_SCHEDULE,)


def looks_like(page: Page) -> bool:
    return page.format is Format.JSON and (page.has("selectedDays.*.timeBlocks") or page.tree == {"selectedDays": []})


def scrape(page: Page, web: Web) -> Program:
    sessions = page.all(_SESSIONS)
    rows = tuple(row for each in sessions for row in read(each))
    contributions = tuple(row for row in rows if row.title)
    if not contributions and sessions:
        raise LayoutChanged(
            f"{page.url} has {len(sessions)} sessions without a title", hint="compare it with a recording"
        )
    if not contributions:
        raise NotPublished(f"{page.url} schedules nothing yet", hint="come back when the schedule is out")
    untitled = Finding(text=f"Entries without a title, and left out: {len(rows) - len(contributions)}.")
    return Program(
        contributions=contributions,
        sources=(page.source,),
        name="OFC",
        findings=(untitled,) if len(rows) > len(contributions) else (),
    )


def read(session: Page) -> Iterator[Contribution]:
    """The presentations of a session; the session itself when it has none: a course, a panel, a break."""
    presentations = session.all("presentations.*")
    frame = Contribution(
        title=session.text("title", default=""),
        session=session.text("title", default="") if presentations else session.text("track", default=""),
        starts=session.text("startDateTimeOffset", default=""),
        ends=session.text("endDateTimeOffset", default=""),
    )
    for each in presentations:
        yield presentation(each, frame, session.texts("tags.*"))
    if not presentations:
        yield event(session, frame)


def presentation(row: Page, frame: Contribution, tags: tuple[str, ...]) -> Contribution:
    title, link = row.text("title", default=""), row.link("paperDownloadLink") or paper_link(row)
    published = link or row.flag("paperIsReady")
    return replace(
        frame,
        id=key_of(row),
        title=title,
        kind=form_of(label_of(title), *tags, default=Kind.PAPER if published else Kind.TALK),
        people=tuple(authors(row)) or tuple(persons(row, "presenter")),
        passages=abstract(row),
        links={"pdf": link} if link else {},
    )


def event(session: Page, frame: Contribution) -> Contribution:
    """A course, a panel, a break. A session of which nothing is told is only its time."""
    people = tuple(dict.fromkeys(persons(session, "specialEventDetails.personGroups.*.people.*")))
    passages = (*session.passages("specialEventDetails.description"), *talks(session))
    kind = kind_of_event(frame.title, session.texts("tags.*"), people)
    silent = kind is Kind.TALK and not people and not passages
    return replace(frame, id=key_of(session), kind=Kind.SESSION if silent else kind, people=people, passages=passages)


def kind_of_event(title: str, tags: tuple[str, ...], people: tuple[Person, ...]) -> Kind:
    kind = kind_of_entry(title, "", people)
    return kind if kind in (Kind.LOGISTICS, Kind.SOCIAL) else kind_of(*tags, default=kind)


def key_of(row: Page) -> str:
    return row.text("code", default="") or row.text("id", default="")


def authors(row: Page) -> Iterator[Person]:
    """From "A. Name, Affiliation, Country / B. Name, Affiliation": the first comma ends the name."""
    line = next((text for text in paragraphs(row) if _AUTHORS.match(text)), "")
    for each in filter(None, _AUTHORS.sub("", line, count=1).split(" / ")):
        name, _, affiliation = each.partition(",")
        if name := name.strip(" /"):
            yield Person(name=name, affiliation=affiliation.strip())


def abstract(row: Page) -> tuple[Passage, ...]:
    """What stands before the authors and the paper's address."""
    kept = [text for text in paragraphs(row) if not _AUTHORS.match(text) and not text.startswith(_ACCESS)]
    return row.quoted("\n\n".join(kept))


def paragraphs(row: Page) -> list[str]:
    return list(filter(None, row.prose("description").split("\n\n")))


def paper_link(row: Page) -> str:
    found = _HREF.search(row.raw("description").partition(_ACCESS)[2])
    return web_address(plain(found[1]), row.url) if found else ""


def persons(row: Page, path: str) -> Iterator[Person]:
    for each in row.all(path):
        if name := each.text("name", default=""):
            yield Person(name=name, affiliation=each.text("affiliation", default=""))


def talks(session: Page) -> tuple[Passage, ...]:
    """What the people of a panel or a workshop speak on."""
    people = session.all("specialEventDetails.personGroups.*.people.*")
    told = ((each.text("name", default=""), each.text("presentationTitle", default="")) for each in people)
    return session.quoted("\n\n".join(f"{name}: {title}" for name, title in told if name and title), "talks")
