"""sigcomm: the program pages of ACM SIGCOMM and its sister conferences, whose web chairs hand their templates on.

Two shapes so far: a list of rows under dividers (2012 to 2023), and a long table of papers (2025 and after).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.errors import LayoutChanged
from bot.kinds import form_of, kind_announced, label_of
from bot.model import Contribution, Kind, Program
from bot.moments import day_in, hours
from bot.page import Format, Page, web_address
from bot.platforms import Example, leads_to
from bot.platforms.sigcomm.lines import abstract, hours_before, people_of, untimed
from bot.web import Web

URL = re.compile(r"https?://conferences2?\.sigcomm\.org/[\w-]+/\d{4}(?:/|$)")
EXAMPLES = (
    Example(file="program-2031.html", contributions=5, first="Kelp: Slow Routing for Slow Oceans"),
    Example(file="program-2016.html", contributions=9, first="Welcome Raft Party"),
    Example(file="program-2014.html", contributions=4, first="Keynote: What Herons Know"),
)

_PAGES = "program/papers-info/ program/papers/ program/ program.html program.php"
_TABLE = "table.long_table_program"
_LISTS = ", ".join(f"{place} li:not(li li)" for place in ("ul.program", "#proglist", ".prog_tbl"))
_TITLES = ".paper-header", "td p span.text-color-primary", "h2", "h3", "h4"
_PEOPLE = "p:not(.paper-header):not(.ui-li-aside):not(:has(.text-color-primary))"
_LINES = "h3, h4, p:not(.ui-li-aside)"
_ASIDE = re.compile(r"\([^()]*\)")
_CEREMONY = re.compile(r"(?:opening|welcome|closing|awards?|topic preview|community feedback)\b", re.I)
_LIBRARY = re.compile(r"/authorize\?|/ft_gateway\b")  # where the digital library hands out papers
_VIDEO = re.compile(r"^(?:\w+ )?videos? http|//[\w.]*(?:youtu|vimeo)", re.I)
_PAGE = re.compile(r"^paper http|//dl\.acm\.org/|//doi\.org/", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class Divider:
    """What a divider announces for the rows beneath it, which have no times of their own."""

    title: str = ""
    starts: str = ""
    ends: str = ""
    social: bool = False


def addresses(url: str) -> tuple[str, ...]:
    if not re.search(r"/\d{4}/?$", url):
        return (url,)
    return tuple(f"{url.rstrip('/')}/{page}" for page in _PAGES.split())


def looks_like(page: Page) -> bool:
    return page.format is Format.HTML and (page.has(_TABLE) or any(map(is_divider, page.all(_LISTS))))


def scrape(page: Page, web: Web) -> Program:
    contributions = tuple(read(page))
    if not contributions:
        raise LayoutChanged(
            f"{page.url} has the frame of a SIGCOMM program, but no row that can be read",
            hint="compare the page with the platform's recordings; its template may have changed this year",
        )
    return Program(contributions=contributions, sources=(page.source,), name=page.title, url=page.url)


def read(page: Page) -> list[Contribution]:
    """The rows in order. A divider that nothing stands under (a break, a dinner) is an entry of its own."""
    found: list[Contribution] = []
    date, divider, bare = "", Divider(), False
    for row in page.all(f"{_LISTS}, .prog_tbl > h2, {_TABLE} tr:has(td)"):
        style = row.text("@class", default="")
        if "hidden" in style.split():  # repeats the divider for the page's search box
            continue
        if "abstract-row" in style:
            found[-1:] = [replace(paper, passages=abstract(row, part="abstract")) for paper in found[-1:]]
        elif not is_divider(row):
            found.extend(read_row(row, divider))
            bare = False
        elif day := day_in(heading(row)):
            date = day
        else:
            found.extend([announcement(divider)] if bare else [])
            divider = divider_of(row, date)
            bare = bool(divider.title)
    return [*found, announcement(divider)] if bare else found


def is_divider(row: Page) -> bool:
    style = row.text("@class", default="")
    listed = row.text("@data-role", default="") == "list-divider" or row.has("td[id^='session-']")
    return listed or any(mark in style for mark in ("prog-header", "prog-social", "bkg_color", "hcls"))


def heading(row: Page) -> str:
    return row.text("h3", default="") or row.text("td p", default="") or row.text(default="")


def divider_of(row: Page, date: str) -> Divider:
    text, starts, ends = heading(row), "", ""
    if span := hours_before(text):
        (starts, ends), text = hours(span, date), untimed(text)
    return Divider(title=text, starts=starts, ends=ends, social="prog-social" in row.text("@class", default=""))


def announcement(divider: Divider) -> Contribution:
    kind = kind_unsigned(divider.title, divider)
    return Contribution(title=divider.title, kind=kind, starts=divider.starts, ends=divider.ends)


def read_row(row: Page, divider: Divider) -> Iterator[Contribution]:
    """One contribution, or none from an empty row. A row without a title describes its divider."""
    title, credit = title_of(row, divider)
    if not title:
        return
    people, links = people_of(credit) if credit else (), links_of(row)
    # No id: the digital library's numbers come to the page weeks after its papers, and an id must not change.
    yield Contribution(
        title=title,
        kind=kind_of_row(row, title, divider, bool(people), links),
        people=people,
        passages=abstract(row) or (credit.passages("", part="description") if credit and not people else ()),
        session=divider.title,
        starts=divider.starts,
        ends=divider.ends,
        url=links.get("page") or links.get("pdf", ""),
        links=links,
    )


def title_of(row: Page, divider: Divider) -> tuple[str, Page | None]:
    """The title and the paragraph that tells the people. Where hours stand in the title's place, they follow these."""
    credit = row.first(_PEOPLE)
    title = next(filter(None, (row.text(path, default="") for path in _TITLES)), "")
    if not title or untimed(title):
        return title or (divider.title if credit and credit.text(default="") else ""), credit
    lines = [line for line in row.all(_LINES) if untimed(line.text(default=""))]
    return lines[0].text() if lines else "", lines[1] if len(lines) > 1 else None


def kind_of_row(row: Page, title: str, divider: Divider, given: bool, links: dict[str, str]) -> Kind:
    if "prog-keynote" in row.text("@class", default=""):
        return Kind.KEYNOTE
    published = any("//dl.acm.org/" in links.get(name, "") for name in ("pdf", "page"))
    ceremony = _CEREMONY.match(title) and len(title.split()) < 4
    if not published and (not given or divider.social or ceremony):
        return kind_unsigned(title, divider)
    default = Kind.TALK if _CEREMONY.match(divider.title) and not published else Kind.PAPER
    return form_of(*row.texts("p.ui-li-aside"), label_of(title), divider.title, default=default)


def kind_unsigned(title: str, divider: Divider) -> Kind:
    """Of what nobody gives: it is a time to meet."""
    kind = kind_announced(_ASIDE.sub("", title))
    if divider.social and kind is not Kind.LOGISTICS:
        return Kind.SOCIAL
    return Kind.SESSION if "session" in title.lower() else kind


def links_of(row: Page) -> dict[str, str]:
    """Where the row's title and buttons lead. In 2017 they only lead there by script."""
    found: dict[str, str] = {}
    for link in row.all("a"):
        script = re.search(r"location\s*=\s*'([^']+)'", link.text("@onclick", default=""))
        target = script.group(1) if script else link.text("@href", default="")
        address = web_address(target, row.url) if target and not target.startswith("#") else ""
        if address and (name := named(link.raw().strip(), address)):
            found.setdefault(name, address)
    return found


def named(label: str, address: str) -> str:
    """What a link leads to. A title that speaks of videos is a paper's all the same, so only a button's word counts."""
    said, button = f"{label} {address}", label if len(label.split()) < 3 else ""
    if _VIDEO.search(said):
        return "video"
    if _LIBRARY.search(address):
        return "pdf"
    return leads_to(button, address) or ("page" if _PAGE.search(said) else "")
