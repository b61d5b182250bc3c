"""hotcrp: the JSON of submissions that program chairs export from HotCRP, and some keep beside their site's sources.

Its own sites want a login and are never asked. An export may hold what was refused, and every author's mail address.
"""

import re
from collections.abc import Iterator

from bot.errors import LayoutChanged, NotPublished
from bot.kinds import form_of
from bot.model import Contribution, Kind, Person, Program
from bot.page import Format, Page
from bot.platforms import Example
from bot.web import Web

URL = re.compile(r"https?://\S+/[\w.-]*hotcrp[\w.-]*\.json$", re.I)
EXAMPLES = (Example(file="reef31-data.json", contributions=3, first="Sandbars Considered Useful"),)

_NAMES = ("first", "last"), ("given_name", "family_name"), ("name",)
_REFUSED = re.compile(r"reject|withdr|desk|\bnot\b|declin", re.I)


def addresses(url: str) -> tuple[str, ...]:
    return (url,)


def looks_like(page: Page) -> bool:
    if page.format is not Format.JSON or not isinstance(page.tree, list):
        return False
    first = page.first("*")
    if first is None or not (first.has("pid") or first.has("id")) or not first.has("title"):
        return False
    named = first.has("authors.*.last") or first.has("authors.*.family_name")
    return named or (first.has("authors.*.email") and first.has("pid"))


def scrape(page: Page, web: Web) -> Program:
    rows = page.all("*")
    accepted = tuple(filter(is_accepted, rows))
    if not accepted:
        raise NotPublished(f"{page.url} lists {len(rows)} submissions and no accepted paper", hint="come back later")
    contributions = tuple(map(read, filter(lambda row: row.text("title", default=""), accepted)))
    if not contributions:
        raise LayoutChanged(f"{page.url} lists {len(rows)} papers without a title", hint="compare it with a recording")
    return Program(contributions=contributions, sources=(page.source,), declared=len(accepted))


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
