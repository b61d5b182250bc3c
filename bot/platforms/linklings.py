"""linklings: SC, ISC, DAC, SIGGRAPH, IPDPS and HFES, on the WordPress plug-in of Linklings.

The program page names a file for each day, whose rows are sessions and talks; a talk's own page has its abstract.
"""

import re
from collections.abc import Iterator, Mapping

from bot.errors import LayoutChanged, NotPublished
from bot.kinds import kind_announced, kind_of, kind_of_entry
from bot.model import Contribution, Kind, Person, Program
from bot.page import Format, Page
from bot.platforms import Example, further, on_host
from bot.text import moment
from bot.web import Web

URL = re.compile(
    r"https?://(?:[\w-]+\.conference-(?:program|schedule)\.(?:com|org)|ssl\.linklings\.net/conferences"
    r"|(?:sc2\d\.supercomputing|s20\d\d\.siggraph)\.org/(?:presentation|session|full-program|program))(?:/|$)"
)
EXAMPLES = (
    Example(file="wp_program_view_all_2031-11-18.txt", contributions=5, first="Sorting Shells at Exascale"),
    Example(file="presentation-pap7.html", contributions=1, first="Sorting Shells at Exascale"),
)

_DAYS = "[source*='wp_program_view_all_']"
_DETAIL = ".linklings-wp-plugin-contents.presentation-display"
_HELD = "tr.presentation-row[psid]", "tr[ssid]", "tr:has(a[href*='id='][href*='sess='])"
_ROWS = ", ".join(f"{row}:not(:has(tr))" for row in _HELD)  # rows stand within rows
_TITLES = ".title-speakers-td > a, .presentation-title a", ".presentation-title, a[href*='sess=']", ".title-speakers-td"
_TALK = re.compile(r"[?&]id=([\w.-]+)")
_SESSION = re.compile(r"[?&]sess=([\w.-]+)")
_MOST_DAYS = 30
_PREFIXES = {
    "pap": Kind.PAPER, "paper": Kind.PAPER, "papers": Kind.PAPER, "paperstog": Kind.PAPER, "research": Kind.PAPER,
    "post": Kind.POSTER, "poster": Kind.POSTER, "etpost": Kind.POSTER, "rpost": Kind.POSTER, "tut": Kind.TUTORIAL,
    "wksp": Kind.WORKSHOP, "pan": Kind.PANEL, "bof": Kind.BOF, "ws": Kind.TALK,
}  # fmt: skip


def addresses(url: str) -> tuple[str, ...]:
    return (url,)


def looks_like(page: Page) -> bool:
    marks = ("tr.presentation-row[psid]", "tr.agenda-item[psid]", _DAYS, _DETAIL)
    return page.format is Format.HTML and any(map(page.has, marks))


def scrape(page: Page, web: Web) -> Program:
    files, findings = further(day_links(page), web, "days of the program", most=_MOST_DAYS)
    days = (page, *files.values())
    rows = tuple(row for day in days for row in day.all(_ROWS))
    sessions = {row.text("@psid", default=""): row for row in rows if not key_of(row)}
    found = (*map(read_detail, page.all(_DETAIL)), *read_rows(rows, sessions))
    if not found and any(map(page.has, ("tr.presentation-row", "tr.agenda-item", _DETAIL))):
        raise LayoutChanged(
            f"{page.url} has the rows of a Linklings program, but none that can be read",
            hint="compare the page with the platform's recordings; the plug-in may have changed",
        )
    if not found:
        raise NotPublished(
            f"{page.url} is a Linklings page, and the files of its days hold nothing here",
            hint="come back later, or save wp_program_view_all_<day>.txt and read that",
        )
    return Program(
        contributions=found,
        sources=tuple(day.source for day in days),
        name=page.title,
        url=page.url,
        findings=findings,
    )


def day_links(page: Page) -> tuple[str, ...]:
    return tuple(address for mark in page.all(_DAYS) if on_host(page, address := mark.link("@source")))


def key_of(row: Page) -> str:
    """A talk's number, from the link to its page, or from its row; a session has none."""
    linked = (_TALK.search(link) for link in row.texts("a@href") if _SESSION.search(link))
    key = next((found[1] for found in linked if found), "") or row.text("@ssid", default="")
    return "" if key in ("none", row.text("@psid", default="")) else key


def read_rows(rows: tuple[Page, ...], sessions: Mapping[str, Page]) -> Iterator[Contribution]:
    """The talks, in as many sessions as they are given; and the sessions that hold none."""
    held = {session_of(row) for row in rows if key_of(row)}
    for row in rows:
        title, key = title_of(row), key_of(row)
        if title and key:
            yield read(row, key, title, sessions.get(session_of(row)))
        elif title and row.text("@psid", default="") not in held | {""}:
            yield announced(row, title)


def session_of(row: Page) -> str:
    linked = map(_SESSION.search, row.texts("a@href"))
    return next((found[1] for found in linked if found), "") or row.text("@psid", default="")


def title_of(row: Page) -> str:
    return next(filter(None, (row.text(path, default="") for path in _TITLES)), "")


def read(row: Page, key: str, title: str, session: Page | None) -> Contribution:
    starts, ends = (moment(row.text(f"@{name}", default="")) for name in ("s_utc", "e_utc"))
    labels = (part.text(".event-type-name", default="") for part in (row, session) if part)
    return Contribution(
        id=key,
        title=title,
        kind=kind(key, *labels),
        people=people_of(row),
        session=title_of(session) if session else "",
        starts=starts,
        ends=ends,
        url=row.link("a[href*='sess=']@href"),
    )


def kind(key: str, *labels: str) -> Kind:
    """What the beginning of the number says; a talk in a workshop is no workshop."""
    prefix = re.split(r"[^A-Za-z]", key, maxsplit=1)[0].lower()
    return _PREFIXES.get(prefix) or kind_of(*labels)


def announced(row: Page, title: str) -> Contribution:
    """A session that stands for itself: a panel with its people, a reception, a break."""
    people, label = people_of(row), row.text(".event-type-name", default="")
    starts, ends = (moment(row.text(f"@{name}", default="")) for name in ("s_utc", "e_utc"))
    return Contribution(
        id=row.text("@psid", default=""),
        title=title,
        kind=kind_of_entry(title, label, people) if people else kind_announced(title, label),
        people=people,
        starts=starts,
        ends=ends,
        url=row.link("a[href*='sess=']@href"),
    )


def people_of(part: Page) -> tuple[Person, ...]:
    found = (
        Person(
            name=person.text(".presenter-name", default="") or person.text("a", default=""),
            affiliation=person.text(".presenter-institution", default=""),
        )
        for person in part.all(".presenter-details") or part.all(".presenter-name")
    )
    return tuple(dict.fromkeys(person for person in found if person.name))


def read_detail(page: Page) -> Contribution:
    """A talk's own page. What it recommends beside the talk, and who chairs the session, is not part of it."""
    key = page.text("@presentation", default="")
    blocks = page.all(".presenter-details-sect > *")
    people = (person for block in blocks if not chairs(block) for person in people_of(block))
    starts, ends = (moment(page.text(f".{name}@utc_time", default="")) for name in ("start-time", "end-time"))
    return Contribution(
        id=key,
        title=page.text(".presentation-title"),
        kind=kind(key, page.text(".event-type-name", default="")),
        people=tuple(dict.fromkeys(people)),
        passages=page.passages(".abstract"),
        session=page.text(".session-title", default=""),
        starts=starts,
        ends=ends,
        url=page.url if page.url.startswith("http") else "",
    )


def chairs(block: Page) -> bool:
    return "chair" in block.text(".info-label", default="").lower()
