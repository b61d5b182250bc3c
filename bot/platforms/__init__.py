"""Where programs are published: one module a platform, and what the platforms share.

A platform says which addresses it knows, recognises its own pages by their content, and reads one into a Program.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol
from urllib.parse import parse_qsl, urlencode, urlsplit

from bot.errors import BotError, Incomplete
from bot.kinds import kind_announced
from bot.model import Contribution, Finding, Kind, Program
from bot.moments import hours
from bot.page import Page
from bot.text import listing
from bot.web import Web


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A recorded page (tests/platforms/recordings/<platform>/<file>) and what must be read from it."""

    file: str
    contributions: int
    first: str


class Platform(Protocol):
    """The contract. `URL` matches the addresses of its programs, wherever they are hosted."""

    URL: re.Pattern[str]
    EXAMPLES: tuple[Example, ...]

    def addresses(self, url: str) -> tuple[str, ...]:
        """Where the program at this address can be read, best first."""

    def looks_like(self, page: Page) -> bool:
        """Whether a page, wherever it was saved, is one of this platform's. Cheap, and false rather than wrong."""

    def scrape(self, page: Page, web: Web) -> Program:
        """Reads the program; `web` is for what the page continues on. Raises NotPublished, LayoutChanged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """What stands above a contribution and holds for it: a day, a session's title, its hours."""

    date: str = ""
    session: str = ""
    starts: str = ""
    ends: str = ""


def timed(slot: Slot, span: re.Match[str]) -> Slot:
    """The slot with the hours of a SPAN."""
    starts, ends = hours(span, slot.date)
    return replace(slot, starts=starts, ends=ends)


def announced(slot: Slot) -> Contribution:
    """A block under which no talk stands: it is an entry of its own."""
    return Contribution(title=slot.session, kind=kind_announced(slot.session), starts=slot.starts, ends=slot.ends)


def pause(slot: Slot) -> tuple[Contribution, ...]:
    """As `announced`, where a source counts talks alone: nothing but a break, a meal or an outing is an entry."""
    rest = kind_announced(slot.session) in (Kind.LOGISTICS, Kind.SOCIAL)
    return (replace(announced(slot), kind=Kind.LOGISTICS),) if rest and slot.session else ()


def untold(slots: Iterable[Slot]) -> tuple[Finding, ...]:
    """The openings, keynotes and panels of which such a source gives a heading only."""
    names = dict.fromkeys(f"“{slot.session}”" for slot in slots if slot.session and not pause(slot))
    text = f"Headings without a talk, left out: {listing(list(names)[:20])}."
    return (Finding(text=text, hint="see the program itself for what they hold"),) if names else ()


_LEADS_TO = (
    ("video", re.compile(r"\bvideo\b|\brecordings?\b|\.(?:mp4|webm|og[gv]|avi|mkv)\b", re.I)),
    ("slides", re.compile(r"\bslides?\b|folien\b|^presentation(?:\.\w+)? \S+$|\.(?:pptx?|odp)\b", re.I)),
    ("poster", re.compile(r"\bposter\b", re.I)),
    ("pdf", re.compile(r"\.pdf\b", re.I)),
    ("code", re.compile(r"//(?:www\.)?(?:github|gitlab|codeberg)\.(?:com|org)/|\.ipynb\b", re.I)),
)
_EMBEDDED = re.compile(r"//(?:www\.)?youtube(?:-nocookie)?\.com/embed/([\w-]+)")


def leads_to(label: str, address: str) -> str:
    """What a link leads to, by what it is called and where it goes; "" when neither tells.

    That it goes to a site of videos tells little: it may be any video, a channel, or somebody else's talk.
    """
    said = " ".join(f"{label} {address}".split())
    return next((name for name, pattern in _LEADS_TO if pattern.search(said)), "")


def watchable(address: str) -> str:
    """A video's own page, where the address is that of a player inside another page."""
    embedded = _EMBEDDED.search(address)
    return f"https://www.youtube.com/watch?v={embedded[1]}" if embedded else address


def whole(page: Page) -> Page:
    """The page itself. Raises Incomplete for one that is cut: half a program looks like a smaller one."""
    if page.is_cut:
        raise Incomplete(
            f"{page.url} ends in the middle of the page",
            hint="it was cut off on its way; save the whole page from a browser and pass it with --from FILE",
        )
    return page


def spellings(path: str) -> tuple[str, ...]:
    """Where a text stands that may be localised: {"en": …, "de": …}. English first."""
    return path, f"{path}.en", f"{path}.*"


def said(part: Page, path: str) -> str:
    return next(filter(None, (part.text(spelling, default="") for spelling in spellings(path))), "")


_MOST_FAILURES = 5


def further(
    addresses: Iterable[str], web: Web, what: str, *, most: int = 250
) -> tuple[dict[str, Page], tuple[Finding, ...]]:
    """The pages that a program continues on, by address, and a finding on those that were not read.

    A site that refused so many goes on refusing, and is asked no more.
    """
    wanted = list(dict.fromkeys(addresses))
    pages: dict[str, Page] = {}
    failures: list[BotError] = []
    for address in wanted[:most]:
        try:
            pages[address] = whole(web.page(address))
        except BotError as failure:
            failures.append(failure)
        if len(failures) == _MOST_FAILURES:
            break
    if len(pages) == len(wanted):
        return pages, ()
    why = f"; the first one failed: {failures[0]}" if failures else ""
    text = f"{len(wanted) - len(pages)} of {len(wanted)} {what} were not read{why}."
    return pages, (Finding(text=text, hint=failures[0].hint if failures else ""),)


def continued(page: Page, web: Web, following: Callable[[Sequence[Page]], str], *, most: int = 100) -> tuple[Page, ...]:
    """A page and those that continue it on its own host, as far as `following` names one and it can be read.

    What is missing shows in the number that the source declares.
    """
    pages, seen = [page], {page.url}
    while len(pages) < most and on_host(page, address := following(pages)) and address not in seen:
        seen.add(address)
        try:
            pages.append(web.page(address))
        except BotError:
            break
    return tuple(pages)


def on_host(page: Page, address: str) -> bool:
    """Whether an address is on the same host as a page; a saved page has none."""
    host = urlsplit(page.url).hostname
    return bool(host) and urlsplit(address).hostname == host


def onwards(url: str, name: str, rows: int, total: int) -> str:
    """The same question to an API for what comes after the rows that it answered with; "" when those are all."""
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    place = number(query.get(name, "")) + rows
    return parts._replace(query=urlencode({**query, name: place})).geturl() if place < total else ""


def number(text: str) -> int:
    """0 for what is no number of a sensible size."""
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else 0


def declared(count: str, rows: int, contributions: Sequence[Contribution]) -> int | None:
    """How many contributions a source's count of rows claims, less the rows read that are repeats or none at all."""
    if not re.fullmatch(r"[0-9]{1,9}", count):
        return None
    distinct = len({contribution.title for contribution in contributions})
    return max(distinct, int(count) - (rows - distinct))
