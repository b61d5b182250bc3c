"""sessionize_pages: what Sessionize embeds in a conference's own page, as a browser saves it: a grid or a list.

The grid has the breaks, the list has the descriptions. The times with their zone stand where only scripts look.
"""

import re
from collections.abc import Iterator

from bot.errors import LayoutChanged
from bot.kinds import kind_of, kind_of_entry
from bot.model import Contribution, Kind, Person, Program
from bot.page import Format, Page
from bot.people import people
from bot.platforms import Example
from bot.text import moment
from bot.web import Web

URL = re.compile(r"(?!)")  # any site may embed it
EXAMPLES = (
    Example(file="grid.html", contributions=3, first="Registration & Rope Check"),
    Example(file="list.html", contributions=2, first="Anchors in Practice"),
)

_ENTRY = ".sz-session:not(.sz-session .sz-session)"
_TITLE = ".sz-session__title"
_TAGS = ".sz-session__tags li"


def addresses(url: str) -> tuple[str, ...]:
    return (url,)


def looks_like(page: Page) -> bool:
    return page.format is Format.HTML and page.has(f"{_ENTRY} {_TITLE}")


def scrape(page: Page, web: Web) -> Program:
    contributions = tuple(read(page))
    if not contributions:
        raise LayoutChanged(
            f"{page.url} has Sessionize's frame, but no title that can be read",
            hint="compare the page with the platform's recordings; Sessionize may have changed its markup",
        )
    return Program(contributions=contributions, sources=(page.source,), name=page.title, url=page.url)


def read(page: Page) -> Iterator[Contribution]:
    """Every session once: a day's tab may repeat what fills all rooms."""
    seen: set[str] = set()
    for entry in page.all(_ENTRY):
        key, title = key_of(entry), entry.text(_TITLE, default="")
        if title.strip(" -–—") and key not in seen:
            seen |= {key} - {""}
            yield of(entry, key, title)


def key_of(entry: Page) -> str:
    return entry.text("@data-sessionid", default="") or entry.text("@id", default="").removeprefix("sz-session-")


def of(entry: Page, key: str, title: str) -> Contribution:
    starts, ends = times(entry)
    persons = people(entry.texts(".sz-session__speakers li"))
    return Contribution(
        id=key,
        title=title,
        kind=kind(entry, title, persons),
        people=persons,
        passages=entry.passages(".sz-session__description"),
        session=entry.text(".sz-session__room", default=""),
        starts=starts,
        ends=ends,
    )


def kind(entry: Page, title: str, persons: tuple[Person, ...]) -> Kind:
    if "sz-session--service" in entry.text("@class", default="").split():
        return Kind.LOGISTICS
    return kind_of(*entry.texts(_TAGS), default=kind_of_entry(title, "", persons))


def times(entry: Page) -> tuple[str, str]:
    """From "TimeWithDuration|en|2031-06-08T07:00:00Z|2031-06-08T07:45:00Z"; the words beside it name no day."""
    found = [moment(part) for part in entry.text(".sz-session__time@data-sztz", default="").split("|")]
    starts, ends = (*filter(lambda each: "T" in each, found), "", "")[:2]
    return starts, ends
