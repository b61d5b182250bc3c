"""table: a program as CSV or TSV that a person exported or typed, for Whova, Cvent, Swapcard and spreadsheets.

Its header row says what the columns are, in any usual words. A table whose rows do not fit its header is refused.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.errors import LayoutChanged, NotPublished
from bot.kinds import kind_of, kind_of_entry
from bot.model import Contribution, Finding, Person, Program
from bot.moments import clock, day
from bot.page import Format, Page, web_address
from bot.people import affiliated, people_in
from bot.platforms import Example
from bot.text import folded, moment, plain, prose
from bot.web import Web

URL = re.compile(r"https?://\S+\.(?:csv|tsv)(?:[?#]|$)", re.I)
EXAMPLES = (
    Example(file="tideday-2031.csv", contributions=4, first="Opening: Water, and What It Wants"),
    Example(file="ropecamp-2031.tsv", contributions=2, first="Knots at Dawn"),
)

_DELIMITERS = ",\t;|"
_FIRST_LINES = 20  # exports begin with instructions
_LONGEST = 20_000  # characters in which a header is looked for
# What columns are called, the surest name first; compared in lower case, without marks.
_COLUMNS: Mapping[str, str] = {
    "title": "title|talk title|paper title|presentation title|event title|session title|session name|talk|titel",
    "people": "speakers|speaker s|speaker|speaker names|speaker name|authors|author s|author|presenters|presenter s"
    "|presenter|persons|people|panelists|vortragende",
    "affiliation": "affiliations|affiliation|affiliation s|companies|company|organisation|organization|organizations"
    "|institution|institutions|employer",
    "abstract": "abstract|description|session description|summary|details|long description|beschreibung",
    "starts": "start|starts|start time|starts at|start date time|begin|begins|from|beginn",
    "ends": "end|ends|end time|ends at|end date time|until|to|ende",
    "date": "date|day|start date|session date|datum|tag",
    "time": "time|times|hours|zeit|uhrzeit",
    "session": "session|track|track name|tracks|stream|theme|section",
    "kind": "type|kind|format|event type|session type|session format|talk type|category",
    "url": "url|link|page|website|web page|session url|session link",
    "pdf": "pdf|paper url|paper link|paper pdf",
    "slides": "slides|slides url|slide link|presentation file",
    "video": "video|video url|recording|youtube",
    "code": "code|repository|github|code url",
    "id": "id|uid|key|event id|session id|talk id|paper id|number|doi",
}  # fmt: skip
_TELLING = ("people", "abstract", "starts", "date", "time", "session")  # a list of anything has titles
_LINKS = ("pdf", "slides", "video", "code")
_CLOCK = re.compile(r"\b\d{1,2}:\d\d(?:\s*[ap]\.?m\b|\b)", re.I)

Row = Mapping[str, str]


def addresses(url: str) -> tuple[str, ...]:
    return (url,)


def looks_like(page: Page) -> bool:
    return page.format is Format.TEXT and header(page.raw()) is not None


def scrape(page: Page, web: Web) -> Program:
    found = tuple(rows(page))
    contributions = tuple(read(row, page) for row in found if plain(row["title"]))
    if not contributions:
        raise NotPublished(f"{page.url} is a table with a header and no rows", hint="fill it, or export it again")
    return Program(
        contributions=contributions,
        sources=(page.source,),
        findings=tuple(findings(found, contributions)),
    )


def header(text: str) -> tuple[int, str, tuple[str, ...]] | None:
    """Which line is the header, what parts its cells, and what its columns are; None where no line is one."""
    lines = lines_of(text[:_LONGEST])
    for number, line in enumerate(lines[:_FIRST_LINES]):
        for delimiter in _DELIMITERS:
            columns = tuple(map(folded, cells_of(line, delimiter)))
            after = next(filter(str.strip, lines[number + 1 :]), "")
            if names_columns(columns, len(cells_of(after, delimiter))):
                return number, delimiter, columns
    return None


def cells_of(line: str, delimiter: str) -> list[str]:
    return next(csv.reader([line], delimiter=delimiter), [])


def names_columns(columns: tuple[str, ...], width: int) -> bool:
    """Whether cells are names of columns. A sentence may hold such words, but few, and the next line is another one."""
    known = {field: place for field in _COLUMNS if (place := column_of(field, columns)) is not None}
    telling = "title" in known and any(name in known for name in _TELLING)
    return telling and (len({*known.values()}) * 2 >= len(columns) or len(columns) == width > 2)


def lines_of(text: str) -> list[str]:
    """Lines as the csv module counts them; other marks that part lines may stand inside a cell."""
    return list(io.StringIO(text, newline=""))


def column_of(field: str, columns: tuple[str, ...]) -> int | None:
    """Where a field stands: under the surest of its names."""
    return next((columns.index(name) for name in _COLUMNS[field].split("|") if name in columns), None)


def rows(page: Page) -> Iterator[Row]:
    """Every row as far as it is known. One that does not fit shows that the whole table is broken or cut."""
    text = page.raw()
    found = header(text)
    if not found:
        raise misfit(page, "has no header row with a title")
    number, delimiter, columns = found
    places = {field: place for field in _COLUMNS if (place := column_of(field, columns)) is not None}
    try:
        for count, cells in enumerate(
            csv.reader(lines_of(text)[number + 1 :], delimiter=delimiter, strict=True), start=1
        ):
            if not any(map(str.strip, cells)):
                continue
            if len(cells) != len(columns):
                raise misfit(page, f"has {len(cells)} cells in row {count} and {len(columns)} in its header")
            yield {field: cells[place].strip() for field, place in places.items()}
    except csv.Error as error:
        raise misfit(page, f"is a broken table: {error}") from None


def misfit(page: Page, what: str) -> LayoutChanged:
    return LayoutChanged(
        f"{page.url} {what}",
        hint="export it again with all texts in quotes; it may have been cut off, or a line break stands between cells",
    )


def findings(found: tuple[Row, ...], contributions: tuple[Contribution, ...]) -> Iterator[Finding]:
    if untitled := sum(not plain(row["title"]) for row in found):
        yield Finding(text=f"Rows without a title, left out: {untitled}.")
    stated = sum(any(row.get(name) for name in ("starts", "date", "time")) for row in found if plain(row["title"]))
    if unread := stated - sum(bool(row.starts) for row in contributions):
        yield Finding(
            text=f"Times that cannot be told for sure: {unread}.",
            hint="write them as 2031-05-06 09:00, or in two columns",
        )


def read(row: Row, page: Page) -> Contribution:
    title, persons, session = plain(row["title"]), people_of(row), plain(row.get("session", ""))
    kind = kind_of_entry(title, session, persons)
    starts, ends = times(row)
    return Contribution(
        id=row.get("id", ""),
        title=title,
        kind=kind_of(row.get("kind", ""), default=kind),
        people=persons,
        passages=page.quoted(prose(row.get("abstract", ""))),
        session=session,
        starts=starts,
        ends=ends,
        url=address(row.get("url", "")),
        links={name: link for name in _LINKS if (link := address(row.get(name, "")))},
    )


def address(text: str) -> str:
    return web_address(text) if text.startswith(("http://", "https://")) else ""


def people_of(row: Row) -> tuple[Person, ...]:
    """Names with affiliations in brackets, or in a column of their own where there are as many as there are names."""
    found = tuple(person for part in parted(row.get("people", "")) for person in named(part))
    places = [row.get("affiliation", "")] if len(found) == 1 else parted(row.get("affiliation", ""))
    if len(places) != len(found):
        return found
    return tuple(
        replace(who, affiliation=who.affiliation or plain(where)) for who, where in zip(found, places, strict=True)
    )


def parted(cell: str) -> list[str]:
    return list(filter(None, re.split(r"\s*[;\n|·•]\s*", cell.strip())))


def named(part: str) -> tuple[Person, ...]:
    """One person, or several that only commas part; a comma inside brackets parts nobody."""
    bracketed = affiliated(part)
    return bracketed if any(person.affiliation for person in bracketed) else people_in(part)


def times(row: Row) -> tuple[str, str]:
    """Start and end, from moments, or from a day and clock times; a day whose month could be its day is no day."""
    date = day(row.get("date", "")) or day(_CLOCK.sub("", row.get("starts", "")).strip())
    starts, ends = moment(row.get("starts", "")), moment(row.get("ends", ""))
    clocks = clocks_in(row.get("time", ""))
    first = next(iter((*clocks_in(row.get("starts", "")), *clocks[:1])), "")
    last = next(iter((*clocks_in(row.get("ends", "")), *clocks[1:])), "")
    starts = starts or (f"{date}T{first}" if date and first else date)
    ends = ends or (f"{date}T{last}" if date and last and last > first else "")
    return starts, ends


def clocks_in(text: str) -> tuple[str, ...]:
    return tuple(filter(None, map(clock, _CLOCK.findall(text))))
