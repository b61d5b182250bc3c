"""dblp_pages: a table of contents of dblp as a person saves it from the browser; dblp itself is asked for the XML."""

import re
from collections.abc import Iterator

from bot.errors import NotPublished
from bot.kinds import form_of
from bot.model import Contribution, Program
from bot.page import Format, Page
from bot.people import people
from bot.platforms import Example
from bot.web import Web

URL = re.compile(r"(?!)")  # dblp claims its addresses
EXAMPLES = (Example(file="tide2031.html", contributions=3, first="Kelp, Routed: Slow Paths for Slow Oceans"),)

_PAPER = "li.entry:is(.inproceedings, .article, .incollection)"
_TITLE = "cite .title"
_HOMONYM = re.compile(r" \d{4}$")


def addresses(url: str) -> tuple[str, ...]:
    return (url,)


def looks_like(page: Page) -> bool:
    return page.format is Format.HTML and page.has(f"li.entry {_TITLE}") and page.has(".publ-list")


def scrape(page: Page, web: Web) -> Program:
    contributions = tuple(rows(page))
    if not contributions:
        hint = "dblp lists an edition days or weeks after it began; if there are editions on it, give the page of one"
        raise NotPublished(f"{page.url} lists no paper", hint=hint)
    name = page.text("#headline h1", default="") or page.title.removeprefix("dblp: ")
    return Program(contributions=contributions, sources=(page.source,), name=name, url=page.url)


def rows(page: Page) -> Iterator[Contribution]:
    """The papers, each under the heading that it follows. The volume itself is an entry, but no paper."""
    session = ""
    for part in page.all(f":is(h2, h3, {_PAPER})"):
        if part.has(_TITLE):
            yield read(part, session)
        else:
            session = part.text(default="")


def read(row: Page, session: str) -> Contribution:
    key = row.text("@id", default="")
    paper = row.link(".publ .ee a@href") or row.link(".publ .head a@href")
    names = row.texts("[itemprop='author'] [itemprop='name']")
    return Contribution(
        id=key,
        title=row.text(_TITLE).removesuffix("."),
        kind=form_of(session),
        people=people(_HOMONYM.sub("", name) for name in names),
        session=session,
        url=paper or (f"https://dblp.org/rec/{key}" if key else ""),
        links={"pdf": paper} if paper.endswith(".pdf") else {},
    )
