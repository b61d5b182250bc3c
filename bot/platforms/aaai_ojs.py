"""aaai_ojs: issues of proceedings and journals on Open Journal Systems: AAAI, ICWSM, HCOMP and many more."""

import re
from collections.abc import Iterator

from bot.kinds import form_of
from bot.model import Contribution, Program
from bot.page import Format, Page
from bot.people import people_in
from bot.platforms import Example
from bot.text import slug
from bot.web import Web

URL = re.compile(r"https?://\S+/index\.php/[\w-]+/issue/(?:view/\w+|current)\b")
EXAMPLES = (Example(file="issue.html", contributions=4, first="Ropes, Knots & Gradients: Mooring Made Simple"),)

_ARTICLE = ".obj_article_summary, .tocArticle"  # the second one until OJS 2, as old issues were saved
_TITLE = ".title a, .tocTitle a"
_GALLEY = "a.obj_galley_link, .tocGalleys a"
_ROWS = f".section > h2, .section > h3, .section > h4, .tocSectionTitle, {_ARTICLE}"
_KEY = re.compile(r"/article/view/([\w-]+)")


def addresses(url: str) -> tuple[str, ...]:
    return (url,)


def looks_like(page: Page) -> bool:
    return page.format is Format.HTML and page.has(".obj_article_summary .title a, .tocArticle .tocTitle a")


def scrape(page: Page, web: Web) -> Program:
    name = page.text("h1", default=page.title)
    return Program(contributions=tuple(rows(page)), sources=(page.source,), name=name, url=page.url)


def rows(page: Page) -> Iterator[Contribution]:
    """The articles of an issue, each under the section that it follows."""
    section = ""
    for row in page.all(_ROWS):
        if row.has(_TITLE):
            yield read(row, section)
        else:
            section = row.text(default="")


def read(row: Page, section: str) -> Contribution:
    url = row.link(f"{_TITLE}@href")
    key = _KEY.search(url)
    galleys = {slug(galley.text(default="")): galley.link("@href") for galley in row.all(_GALLEY)}
    return Contribution(
        id=key[1] if key else "",
        title=row.text(_TITLE),
        kind=form_of(section),
        people=people_in(row.text(".authors, .tocAuthors", default="")),
        session=section,
        url=url,
        links={name: link for name, link in galleys.items() if name and link},
    )
