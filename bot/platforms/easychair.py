"""easychair: EasyChair's Smart Program, a folder of plain pages: one a day with the abstracts, and an overview."""

import re
from collections.abc import Iterator

from bot.errors import BotError, LayoutChanged, NotPublished
from bot.kinds import form_of
from bot.model import Contribution, Finding, Kind, Passage, Person, Program
from bot.moments import zoned
from bot.page import Format, Page, web_address
from bot.people import people, people_in
from bot.platforms import Example, Slot, further, pause, untold
from bot.text import one_line
from bot.web import Web

URL = re.compile(r"https?://(?:www\.)?easychair\.org/smart-program/[^/\s]+")
EXAMPLES = (
    Example(file="tideconf-2031-09-29.html", contributions=7, first="Coffee Break"),
    Example(file="FERRY-2031-08-11.html", contributions=1, first="Ferries that Argue"),
)

_MARKS = "#disclaimer a[href*='smart_program'], .session a[name^='session:'] .interval, tr.talk a[name^='talk:']"
_DAY = re.compile(r"^(?!by(?:session|talk)-)(?:[\w'-]+-)?\d{4}-\d\d-\d\d\.html$")
_DATE = re.compile(r"(\d{4}-\d\d-\d\d)\.html?$")
_DASH = re.compile(r"\s*[-–—]\s*")
_NUMBER = re.compile(r"^Session \w{1,4}: ")
_PASTED = re.compile(r"(?<=[a-z])-[ \t]*\r?\n\s*(?!(?:and|or)\b)(?=[a-z])")  # a word that a PDF had broken in two
_LABEL = re.compile(r"^abstract[.:]\s*", re.I)
_MOST_DAYS = 40


def addresses(url: str) -> tuple[str, ...]:
    """The overview, which leads to all days; one day's page where that was meant."""
    if not URL.match(url) or url.endswith(".html"):
        return (url,)
    return (f"{url.rstrip('/')}/index.html",)


def looks_like(page: Page) -> bool:
    return page.format is Format.HTML and page.has(_MARKS)


def scrape(page: Page, web: Web) -> Program:
    days, findings = pages(page, web)
    contributions = tuple(entry for day in days for entry in read_day(day))
    if not contributions:
        raise nothing(page)
    return Program(
        contributions=contributions,
        sources=tuple(day.source for day in days),
        name=page.text("#title", default=page.title),
        url=page.url,
        findings=(*findings, *untold(bare(days)), *untitled(days)),
    )


def nothing(page: Page) -> BotError:
    if page.has("div.session") or day_links(page):
        return LayoutChanged(
            f"{page.url} is a page of a Smart Program, but no talk on it or its days can be read",
            hint="save a day's page, such as 2031-09-29.html, and read that",
        )
    return NotPublished(f"{page.url} is a Smart Program without a day yet", hint="come back later")


def pages(page: Page, web: Web) -> tuple[tuple[Page, ...], tuple[Finding, ...]]:
    """The page itself when it is a day's, else the days that an overview leads to, with those that failed."""
    if page.has("tr.talk") or _DATE.search(page.url):
        return (page,), other_days(page)
    days, findings = further(day_links(page), web, "days of the program", most=_MOST_DAYS)
    return tuple(days.values()) or (page,), findings


def other_days(page: Page) -> tuple[Finding, ...]:
    named = {name for name in page.texts("a@href") if _DAY.match(name)} - {page.url.rpartition("/")[2]}
    text = "This is one day of the program; the others were not read."
    return (Finding(text=text, hint="give the overview, index.html, to read all of them"),) if named else ()


def day_links(page: Page) -> tuple[str, ...]:
    return tuple(filter(None, (web_address(name, page.url) for name in page.texts("a@href") if _DAY.match(name))))


def date_of(day: Page) -> str:
    """From the page's own name, or from the links to its other views; in its words there is no year."""
    names = (day.url, *day.texts("a[href^='bysession-']@href"), *day.texts("a[href^='bytalk-']@href"))
    return next((found[1] for found in map(_DATE.search, names) if found), "")


def read_day(day: Page) -> Iterator[Contribution]:
    date = date_of(day)
    for block in day.all("div.session"):
        yield from read_session(block, date)


def read_session(block: Page, date: str) -> tuple[Contribution, ...]:
    """The talks of a session; of a block without any only what is a break, a meal or an outing."""
    slot = slot_of(block, date)
    return tuple(read(row, slot) for row in block.all("tr.talk") if row.text("div.title", default="")) or pause(slot)


def slot_of(block: Page, date: str) -> Slot:
    title = block.text(".heading .title", default="") or block.text(".coffeebreak .title", default="")
    starts, ends, *_ = (*_DASH.split(block.text(".interval", default="")), "")
    return Slot(date=date, session=_NUMBER.sub("", title), starts=zoned(date, starts), ends=zoned(date, ends))


def bare(days: tuple[Page, ...]) -> Iterator[Slot]:
    yield from (slot_of(block, "") for day in days for block in day.all("div.session.notalk"))


def untitled(days: tuple[Page, ...]) -> tuple[Finding, ...]:
    count = sum(not row.text("div.title", default="") for day in days for row in day.all("tr.talk"))
    return (Finding(text=f"Rows without a title, left out: {count}."),) if count else ()


def read(row: Page, slot: Slot) -> Contribution:
    """A talk. In poster sessions it has no time of its own."""
    key = row.text("a[name^='talk:']@name", default="")
    clock = row.text("td.time", default="")
    return Contribution(
        id=key.removeprefix("talk:"),
        title=row.text("div.title"),
        kind=form_of(slot.session, default=Kind.PAPER if row.has("td.time") else Kind.POSTER),
        people=authors(row),
        passages=abstract(row),
        session=slot.session,
        starts=zoned(slot.date, clock) or slot.starts or slot.date,
        ends="" if clock else slot.ends,
        url=web_address(f"#{key}", row.url) if key else "",
    )


def authors(row: Page) -> tuple[Person, ...]:
    """Each name is a link of its own; where none is, commas part them."""
    linked = row.texts(".authors a.person")
    return people(linked) if linked else people_in(row.text(".authors", default=""))


def abstract(row: Page) -> tuple[Passage, ...]:
    paragraphs = (one_line(_PASTED.sub("", part.raw())) for part in row.all(".abstract p") or row.all(".abstract"))
    return row.quoted(_LABEL.sub("", "\n\n".join(filter(None, paragraphs))))
