"""table: a program as CSV or TSV that a person exported or typed, for Whova, Cvent, Swapcard and spreadsheets.

Its header row says what the columns are, in any usual words. A table whose rows do not fit its header is refused.
"""

import csv
import re
from collections.abc import Iterator

from bot.errors import LayoutChanged, NotPublished
from bot.kinds import kind_of, kind_of_entry
from bot.model import Contribution, Finding, Kind, Person, Program
from bot.page import Format, Page, web_address
from bot.platforms import Example
from bot.platforms.table.cells import Row, order, people_of, times
from bot.platforms.table.columns import header, is_empty, is_of_papers, lines_of, places, several_people
from bot.text import plain, prose
from bot.web import Web

URL = re.compile(r"https?://\S+\.(?:csv|tsv)(?:[?#]|$)", re.I)
EXAMPLES = (
    Example(file="tideday-2031.csv", contributions=4, first="Opening: Water, and What It Wants"),
    Example(file="ropecamp-2031.tsv", contributions=2, first="Knots at Dawn"),
)

_HEAD = 2000  # characters in which a table may say how it writes days
_LINKS = ("pdf", "slides", "video", "code")
_REFUSED = re.compile(
    r"reject|withdr|declin|cancel|under review|^(?:(?:awaiting|no) decision|pending|submitted|no|n|false)$", re.I
)


def addresses(url: str) -> tuple[str, ...]:
    return (url,)


def looks_like(page: Page) -> bool:
    return page.format is Format.TEXT and header(page.raw()) is not None


def scrape(page: Page, web: Web) -> Program:
    every = tuple(rows(page))
    found = tuple(row for row in every if not _REFUSED.search(row.get("verdict", "")))
    style = order(found, page.raw()[:_HEAD])
    contributions = tuple(read(row, page, style) for row in found if plain(row["title"]))
    if not contributions:
        raise NotPublished(
            f"{page.url} is a table with a header and no rows that are accepted", hint="fill it, or export it again"
        )
    return Program(
        contributions=contributions,
        sources=(page.source,),
        findings=(*refused(len(every) - len(found)), *findings(found, contributions)),
    )


def rows(page: Page) -> Iterator[Row]:
    """Every row as far as it is known. One that does not fit shows that the whole table is broken or cut."""
    text = page.raw()
    found = header(text)
    if not found:
        raise misfit(page, "has no header row with a title")
    number, delimiter, columns = found
    known, several = places(columns), tuple(several_people(columns))
    written = "yes" if is_of_papers(columns) else ""
    try:
        lines = csv.reader(lines_of(text)[number + 1 :], delimiter=delimiter, strict=True)
        for count, cells in enumerate(lines, start=1):
            if is_empty(cells):
                continue
            if len(cells) != len(columns):
                raise misfit(page, f"has {len(cells)} cells in row {count} and {len(columns)} in its header")
            row = {field: cells[place].strip() for field, place in known.items()}
            row["written"] = written
            yield {**row, "people": row.get("people") or "; ".join(filter(None, (cells[at] for at in several)))}
    except csv.Error as error:
        raise misfit(page, f"is a broken table: {error}") from None


def misfit(page: Page, what: str) -> LayoutChanged:
    return LayoutChanged(
        f"{page.url} {what}",
        hint="export it again with all texts in quotes; it may have been cut off, or a line break stands between cells",
    )


def refused(count: int) -> Iterator[Finding]:
    if count:
        yield Finding(text=f"Rows that were refused or withdrawn, left out: {count}.")


def findings(found: tuple[Row, ...], contributions: tuple[Contribution, ...]) -> Iterator[Finding]:
    if untitled := sum(not plain(row["title"]) for row in found):
        yield Finding(text=f"Rows without a title, left out: {untitled}.")
    stated = sum(any(row.get(name) for name in ("starts", "date", "time")) for row in found if plain(row["title"]))
    if unread := stated - sum(bool(row.starts) for row in contributions):
        yield Finding(
            text=f"Times that cannot be told for sure: {unread}.",
            hint="write them as 2031-05-06 09:00, or in two columns",
        )


def read(row: Row, page: Page, style: str) -> Contribution:
    title, session = plain(row["title"]), plain(row.get("session", ""))
    alone = f"{row.get('first', '')} {row.get('last', '')}".strip()
    persons = people_of({**row, "people": row["people"] or alone})
    starts, ends = times(row, style)
    return Contribution(
        id=row.get("id", ""),
        title=title,
        kind=kind_of(row.get("kind", ""), default=kind_in(row, title, session, persons)),
        people=persons,
        passages=page.quoted(prose(row.get("abstract", ""))),
        session=session,
        starts=starts,
        ends=ends,
        url=address(row.get("url", "")),
        links={name: link for name in _LINKS if (link := address(row.get(name, "")))},
    )


def kind_in(row: Row, title: str, session: str, persons: tuple[Person, ...]) -> Kind:
    """As its title and track tell; what authors signed and nothing else is told of is a paper."""
    found = kind_of_entry(title, session, persons)
    return Kind.PAPER if found is Kind.TALK and persons and row["written"] else found


def address(text: str) -> str:
    return web_address(text) if text.startswith(("http://", "https://")) else ""
