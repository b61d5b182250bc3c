"""isca: the ISCA Archive's proceedings of Interspeech, Odyssey, SSW and the other conferences on speech."""

import re
from collections.abc import Iterator

from bot.errors import LayoutChanged
from bot.kinds import form_of
from bot.model import Contribution, Program
from bot.page import Format, Page
from bot.people import people_in
from bot.platforms import Example
from bot.web import Web

URL = re.compile(r"https?://(?:www\.)?isca-(?:archive|speech)\.org/(?:archive/)?\w+_\d{4}\w*/?(?:index\.html)?$")
EXAMPLES = (Example(file="intertide_2031.html", contributions=4, first="Towards Responsible Foghorns"),)

_PAPER = "a.w3-text > p > span.w3-text-theme"
_KEY = re.compile(r"(?:^|/)([\w.-]+?)\.html$")


def addresses(url: str) -> tuple[str, ...]:
    return (url,)


def looks_like(page: Page) -> bool:
    return page.format is Format.HTML and page.has(_PAPER)


def scrape(page: Page, web: Web) -> Program:
    return Program(contributions=tuple(rows(page)), sources=(page.source,), name=page.title, url=page.url)


def rows(page: Page) -> Iterator[Contribution]:
    """The papers, each under the session that it follows."""
    session = ""
    for row in page.all("h2, h3, h4, h5, a.w3-text:has(p)"):
        if row.has("p"):
            yield read(row, session)
        else:
            session = row.text(default="")


def read(row: Page, session: str) -> Contribution:
    """The title and, behind a line break, the authors share a paragraph."""
    names = row.text("span.w3-text-theme", default="")
    title = row.text("p").removesuffix(names).strip()
    if not title:
        raise LayoutChanged(f"{row.url} has no title beside {names!r}", hint="compare the page with the recording")
    key = _KEY.search(row.text("@href", default=""))
    return Contribution(
        id=key[1] if key else "",
        title=title,
        kind=form_of(session),
        people=people_in(names),
        session=session,
        url=row.link("@href"),
    )
