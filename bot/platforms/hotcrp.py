"""hotcrp: the JSON of submissions that program chairs export from HotCRP, and some keep beside their site's sources.

Its own sites want a login and are never asked. An export may hold what was refused, and every author's mail address.
"""

import csv
import re
from collections.abc import Iterator
from dataclasses import replace

from bot.errors import LayoutChanged, NotPublished
from bot.kinds import form_of
from bot.model import Contribution, Kind, Person, Program
from bot.page import Format, Page
from bot.platforms import Example
from bot.text import plain
from bot.web import Web

URL = re.compile(r"https?://\S+/[\w.-]*hotcrp[\w.-]*\.json$", re.I)
EXAMPLES = (Example(file="reef31-data.json", contributions=3, first="Sandbars Considered Useful"),)

_AUTHORS = re.compile(r"\W?paper\W+title\W+first\W+last\b", re.I)
_NAMES = ("first", "last"), ("given_name", "family_name"), ("name",)
_REFUSED = re.compile(r"reject|withdr|desk|\bnot\b|declin", re.I)


def addresses(url: str) -> tuple[str, ...]:
    return (url,)


def looks_like(page: Page) -> bool:
    if page.format is Format.TEXT:
        return bool(_AUTHORS.match(page.raw()))
    if page.format is not Format.JSON or not (isinstance(page.tree, list) or page.has("papers")):
        return False
    first = next(iter(rows_of(page)), None)
    if first is None or not (first.has("pid") or first.has("id")) or not first.has("title"):
        return False
    named = first.has("authors.*.last") or first.has("authors.*.family_name")
    return named or (first.has("authors.*.email") and first.has("pid"))


def scrape(page: Page, web: Web) -> Program:
    if page.format is Format.TEXT:
        return Program(contributions=of_authors(page), sources=(page.source,))
    rows = rows_of(page)
    accepted = tuple(filter(is_accepted, rows))
    if not accepted:
        raise NotPublished(f"{page.url} lists {len(rows)} submissions and no accepted paper", hint="come back later")
    contributions = tuple(map(read, filter(lambda row: row.text("title", default=""), accepted)))
    if not contributions:
        raise LayoutChanged(f"{page.url} lists {len(rows)} papers without a title", hint="compare it with a recording")
    return Program(contributions=contributions, sources=(page.source,), declared=len(accepted))


def rows_of(page: Page) -> tuple[Page, ...]:
    """The papers of an export, or of the API's answer."""
    return page.all("*") if isinstance(page.tree, list) else page.all("papers.*")


def of_authors(page: Page) -> tuple[Contribution, ...]:
    """From the table of authors, with a line for each of a paper's. It holds the papers that were searched for."""
    papers: dict[str, Contribution] = {}
    for line in lines(page):
        key, title = line.get("paper", ""), line.get("title", "")
        name = f"{line.get('first', '')} {line.get('last', '')}".strip()
        if key and title:
            paper = papers.setdefault(key, Contribution(id=key, title=title, kind=Kind.PAPER))
            author = (Person(name=name, affiliation=line.get("affiliation", "")),) if name else ()
            papers[key] = replace(paper, people=tuple(dict.fromkeys((*paper.people, *author))))
    return tuple(papers.values())


def lines(page: Page) -> tuple[dict[str, str], ...]:
    try:
        rows = tuple(csv.DictReader(page.raw().splitlines(keepends=True)))
    except csv.Error as error:
        raise LayoutChanged(f"{page.url} is a broken table: {error}", hint="export it from HotCRP again") from None
    return tuple({name: plain(text) for name, text in row.items() if name and isinstance(text, str)} for row in rows)


def is_accepted(row: Page) -> bool:
    """Whether a paper is in the program: where the export tells no decision, the chairs left only such papers in it."""
    said = verdict(row)
    return not said or ("accept" in said.lower() and not _REFUSED.search(said))


def verdict(row: Page) -> str:
    return " ".join(text for path in ("decision", "status") if (text := row.text(path, default="")))


def read(row: Page) -> Contribution:
    return Contribution(
        id=row.text("pid", default="") or row.text("id", default=""),
        title=row.text("title"),
        kind=form_of(row.text("decision", default=""), default=Kind.PAPER),
        people=tuple(dict.fromkeys(people(row))),
        passages=row.passages("abstract"),
    )


def people(row: Page) -> Iterator[Person]:
    for author in row.all("authors.*"):
        names = (" ".join(filter(None, (author.text(part, default="") for part in parts))) for parts in _NAMES)
        if name := next(filter(None, names), ""):
            yield Person(name=name, affiliation=author.text("affiliation", default=""))
