"""virtual_site_pages: what the virtual sites show beside their feed: listings, sessions, a calendar, a schedule."""

import re
from dataclasses import dataclass, replace
from datetime import datetime

from bot.errors import BotError, LayoutChanged
from bot.kinds import is_pause, paper_kind_of
from bot.model import Contribution, Finding, Kind, Passage, Person, Program
from bot.page import Format, Page, web_address
from bot.people import people
from bot.platforms import Example, on_host
from bot.web import Web

URL = re.compile(r"https?://[^/\s]+/virtual/20\d\d/(?:loc/[\w-]+/)?(?:events|session)/")
EXAMPLES = (
    Example(file="listing.html", contributions=3, first="Kites as Schedulers"),
    Example(file="session.html", contributions=2, first="Quiet Queues"),
    Example(file="calendar.html", contributions=5, first="On Listening to Foghorns"),
    Example(file="schedule.html", contributions=2, first="Ropes, Knots and Gradients"),
    Example(file="papers.html", contributions=2, first="Salt in the Cache"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Where a kind of page keeps its rows and, in a row, all the rest; of that only the title is certain."""

    row: str
    title: str
    people: str
    label: str
    text: str
    time: str


_LAYOUTS = (
    Layout(
        row="div.event-card[data-event-type]", title=".event-title", people=".event-speakers",
        label=".event-type-badge", text=".abstract-text", time=".touchup-time",
    ),
    Layout(
        row="div.track-schedule-card", title="h5", people="p.text-muted",
        label=".float-end.small", text=".abstract", time=".touchup-time",
    ),
    Layout(
        row="div.maincard", title=".maincardBody", people=".maincardFooter",
        label=".maincardType", text=".abstract", time=".maincardHeader:not(.maincardType)",
    ),
)  # fmt: skip
_LISTED = ", ".join(f"li a[href*='/virtual/2'][href*='/{word}/']" for word in ("poster", "oral", "spotlight"))
_HEADS = ".timebox .sessiontitle, .timebox .title-style"
_CALENDAR = f"{_HEADS}, .timebox .speaker-style, .timebox .content a[href]"
_MOST_BLOCKS = 500

_DOTS = re.compile(r"[·⋅•]")
_BRACKET = re.compile(r"\s*\[\d\d?:\d\d\s*[–-]\s*\d\d?:\d\d\]$")
_KEY = re.compile(r"^(?:event-|maincard_)(\w+)$|/(\d+)/?$")
_WORD = re.compile(r"/virtual/20\d\d/(?:loc/[\w-]+/)?([a-z-]+)/\d")
_QUESTIONS = re.compile(r"(?:live )?q ?& ?a", re.I)
_CARRIAGE = re.compile(r"\s*\bx000D\b")  # what these sites make of a spreadsheet's line end
_YEAR = re.compile(r"/(?:virtual|Conferences)/(20\d\d)\b")
_DAY = re.compile(r"\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* (\d\d?)\b")
_CLOCK = re.compile(r"\b(\d\d?:\d\d) ?([AP]M)\b")


def addresses(url: str) -> tuple[str, ...]:
    return (url,)


def looks_like(page: Page) -> bool:
    marks = (*(f"{layout.row} {layout.title}" for layout in _LAYOUTS), _HEADS, _LISTED)
    return page.format is Format.HTML and any(map(page.has, marks))


def scrape(page: Page, web: Web) -> Program:
    listed = (read_link(link, "") for link in page.all(_LISTED) if link.text(default=""))
    found = read_calendar(page, web) or read_cards(page) or tuple(listed)
    if not found:
        raise LayoutChanged(f"{page.url} shows no contribution", hint="save the site's orals-posters.json instead")
    sources = dict.fromkeys((page.source, *(passage.source for row in found for passage in row.passages)))
    return Program(contributions=found, sources=tuple(sources), findings=findings(found))


def findings(rows: tuple[Contribution, ...]) -> tuple[Finding, ...]:
    sessions = sum(row.kind is Kind.SESSION for row in rows)
    text = f"Sessions that stand here without their talks: {sessions}."
    return (Finding(text=text, hint="read the pages of the sessions, or the feed"),) if sessions else ()


def read_cards(page: Page) -> tuple[Contribution, ...]:
    """The rows that have a title; a heading names the session of the rows after it."""
    found = []
    for layout in _LAYOUTS:
        session = ""
        for part in page.all(f"h2.card-title, {layout.row}"):
            if part.text(layout.title, default=""):
                found.append(read_card(part, layout, session))
            elif not part.has(layout.row):
                session = part.text(default="")
    return tuple(found)


def read_card(card: Page, layout: Layout, session: str) -> Contribution:
    address = next(iter((*card.texts(f"{layout.title} a@href"), *card.texts("a@href"))), "")
    title = card.text(layout.title)
    starts, ends = times(card.text(layout.time, default=""), f"{address} {card.url}")
    return Contribution(
        id=next(filter(None, map(key_of, (*card.texts("@id"), address))), ""),
        title=title,
        kind=kind_of_card(card.text(layout.label, default="") or word_of(address), title),
        people=people_of(card.text(layout.people, default="")),
        passages=passages_of(card, layout.text),
        session=session,
        starts=starts,
        ends=ends,
        url=web_address(address, card.url),
    )


def read_link(link: Page, session: str) -> Contribution:
    address, title = link.text("a@href", default=""), _BRACKET.sub("", link.text("a", default="") or link.text())
    label = word_of(address) or ("" if session else title)  # only a block of the calendar may have no page of its own
    return Contribution(
        id=key_of(address),
        title=title,
        kind=kind_of_card(label, title),
        session=session,
        url=web_address(address, link.url),
    )


def read_calendar(page: Page, web: Web) -> tuple[Contribution, ...]:
    """Blocks, each a heading with what follows it: speakers, or links to talks."""
    blocks: list[tuple[Page, list[Page]]] = []
    for part in page.all(_CALENDAR):
        if part.has(".sessiontitle") or part.has(".title-style"):
            blocks.append((part, []))
        elif blocks and part.text(default=""):
            blocks[-1][1].append(part)
    follow = web if len(blocks) <= _MOST_BLOCKS else None
    return tuple(row for head, parts in blocks for row in read_block(head, parts, follow))


def read_block(head: Page, parts: list[Page], web: Web | None) -> tuple[Contribution, ...]:
    """The talks of a session, from here or from its own page; else the block itself: a keynote, a break, a session."""
    itself = read_link(head, "")
    talks = tuple(read_link(part, itself.title) for part in parts if part.has("a"))
    if not talks and web and on_host(head, itself.url) and itself.kind is Kind.SESSION:
        talks = read_session(itself, web)
    speakers = (person for part in parts if not part.has("a") for person in people_of(part.text()))
    return talks or (replace(itself, people=tuple(speakers)),)


def read_session(session: Contribution, web: Web) -> tuple[Contribution, ...]:
    try:
        return tuple(replace(talk, session=session.title) for talk in read_cards(web.page(session.url)))
    except BotError:  # then the session stands for its talks, and a finding says so
        return ()


def passages_of(card: Page, path: str) -> tuple[Passage, ...]:
    found = card.passages(path)
    return tuple(replace(passage, text=_CARRIAGE.sub("", passage.text).strip()) for passage in found)


def people_of(names: str) -> tuple[Person, ...]:
    return people(_DOTS.split(names))


def kind_of_card(label: str, title: str) -> Kind:
    pause = is_pause(title) or _QUESTIONS.fullmatch(title)
    return Kind.LOGISTICS if pause else paper_kind_of(label.replace("-", " "))


def key_of(text: str) -> str:
    found = _KEY.search(text)
    return next(filter(None, found.groups())) if found else ""


def word_of(address: str) -> str:
    """What the site calls an event in its address: poster, oral, invited-talk, …"""
    found = _WORD.search(address)
    return found[1] if found else ""


def times(text: str, address: str) -> tuple[str, str]:
    """Floating times, as the page names no zone that can be trusted; the year stands in addresses only."""
    year, days, clocks = _YEAR.search(address), _DAY.findall(text), _CLOCK.findall(text)
    if not (year and days):
        return "", ""
    words = (" ".join((year[1], *day, *clock)) for day, clock in zip((days[0], days[-1]), clocks, strict=False))
    try:
        starts, ends, *_ = (*(datetime.strptime(moment, "%Y %b %d %I:%M %p").isoformat() for moment in words), "", "")
    except ValueError:  # a 31st of June is no time
        return "", ""
    return starts, ends
