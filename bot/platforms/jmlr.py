"""jmlr: the volumes of the Journal of Machine Learning Research, whose papers conferences invite."""

import re
from collections.abc import Iterator

from bot.errors import LayoutChanged
from bot.model import Contribution, Kind, Program
from bot.page import Format, Page
from bot.people import people_in
from bot.platforms import Example
from bot.web import Web

URL = re.compile(r"https?://(?:www\.)?jmlr\.org/papers/v\d+/?(?:index\.html)?$")
EXAMPLES = (Example(file="v99.html", contributions=3, first="On Trusting Tide Tables & Other Oracles"),)

_SITE = "https://jmlr.org/"
_LISTS = "dl:has(dd a[href*='/papers/v'])"
_KEY = re.compile(r"/papers/v\d+/([\w-]+)\.html$")


def addresses(url: str) -> tuple[str, ...]:
    return (url,)


def looks_like(page: Page) -> bool:
    return page.format is Format.HTML and page.has(f"{_LISTS} > dt") and page.has(f"{_LISTS} > dd i")


def scrape(page: Page, web: Web) -> Program:
    return Program(contributions=tuple(rows(page)), sources=(page.source,), name=page.title, url=page.url)


def rows(page: Page) -> Iterator[Contribution]:
    for part in page.all(_LISTS):
        titles, rests = part.all("dt"), part.all("dd")
        if len(titles) != len(rests):
            raise LayoutChanged(
                f"{page.url} lists {len(titles)} titles and the authors and links of {len(rests)}",
                hint="it may have been cut off while saving; save it again",
            )
        yield from map(read, titles, rests)


def read(title: Page, rest: Page) -> Contribution:
    found = {link.text(default="").lower(): link.link("@href", site=_SITE) for link in rest.all("a")}
    key = _KEY.search(found.get("abs", ""))
    return Contribution(
        id=key[1] if key else "",
        title=title.text(),
        kind=Kind.PAPER,
        people=people_in(rest.text("i", default="")),
        url=found.get("abs", ""),
        links={name: found[name] for name in ("pdf", "code") if found.get(name)},
    )
