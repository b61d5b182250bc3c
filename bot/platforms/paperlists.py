"""paperlists: papercopilot's lists of a conference's papers, derived from OpenReview and the conferences' own sites."""

import re
from dataclasses import replace

from bot.errors import NotPublished
from bot.model import Contribution, Kind, Person, Program
from bot.page import Format, Page
from bot.people import people
from bot.platforms import Example
from bot.web import Web

URL = re.compile(r"https?://(?:raw\.githubusercontent|github)\.com/papercopilot/paperlists/\S+\.json$")
EXAMPLES = (Example(file="harbour2026.json", contributions=3, first="Counting Gulls without Labels"),)

_REFUSED = re.compile(r"reject|withdr|^active$|under.review", re.I)
_LINKS = (("forum", "openreview"), ("pdf", "pdf"), ("code", "github"), ("project", "project"), ("video", "video"))


def addresses(url: str) -> tuple[str, ...]:
    return (url.replace("//github.com/", "//raw.githubusercontent.com/").replace("/blob/", "/"),)


def looks_like(page: Page) -> bool:
    first = page.first("*") if page.format is Format.JSON and isinstance(page.tree, list) else None
    return first is not None and all(map(first.has, ("title", "author", "status", "site")))


def scrape(page: Page, web: Web) -> Program:
    rows = page.all("*")
    contributions = tuple(read(row) for row in rows if not _REFUSED.search(row.text("status", default="")))
    if not contributions:
        hint = "come back after the decisions"
        raise NotPublished(f"{page.url} lists {len(rows)} submissions and no accepted paper", hint=hint)
    return Program(contributions=contributions, sources=(page.source,))


def read(row: Page) -> Contribution:
    track, status = row.text("track", default=""), row.text("status", default="")
    return Contribution(
        id=row.text("id", default=""),
        title=row.text("title"),
        kind=Kind.PAPER,
        people=people_of(row.text("author", default=""), row.text("aff", default="")),
        passages=(*row.passages("abstract"), *row.passages("tldr", part="summary")),
        session=", ".join(name for name in (track, status) if name not in ("", "main")),
        url=row.link("site"),
        links={name: link for name, field in _LINKS if (link := row.link(field))},
    )


def people_of(names: str, affiliations: str) -> tuple[Person, ...]:
    """Both lists are joined by `;`, and `+` joins the affiliations of one person. Unequal lists are not paired."""
    named, placed = names.split(";"), affiliations.split(";")
    if len(named) != len(placed):
        return people(named)
    pairs = ((person, place) for name, place in zip(named, placed, strict=True) for person in people([name]))
    return tuple(replace(person, affiliation="; ".join(dict.fromkeys(place.split("+")))) for person, place in pairs)
