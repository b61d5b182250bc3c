"""opentoc: the open table of contents that the ACM Digital Library makes for the chairs of a conference.

Conference sites publish it as it is, or inside a page of their own; the library itself meets robots with a wall.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import unquote

from bot.errors import LayoutChanged
from bot.kinds import form_of, label_of
from bot.model import Contribution, Program
from bot.page import Format, Page
from bot.people import people
from bot.platforms import Example
from bot.web import Web

URL = re.compile(r"https?://\S*toc[\w-]*\.html?$", re.I)
EXAMPLES = (
    Example(file="estuary-2032-toc.html", contributions=5, first="Opening Keynote: What the Tide Taught Us"),
    Example(file="estuary-2017-toc.html", contributions=3, first="bridging the gap between gulls"),
)

_ROWS = "h2:not(.DLabstract *), a.DLtitleLink, ul.DLauthors, .DLabstract, a.DLotherLink"
_SESSION = re.compile(r"^[A-Z ]*\b(?:SESSION|SECTION)\s*:\s*")
_DOI = re.compile(r"(?<!\d)(10\.1145)[/_]([\d.]*\d)")


def addresses(url: str) -> tuple[str, ...]:
    return (url,)


def looks_like(page: Page) -> bool:
    return page.format is Format.HTML and page.has("a.DLtitleLink")


def scrape(page: Page, web: Web) -> Program:
    contributions = tuple(read(page))
    if not contributions:
        raise LayoutChanged(
            f"{page.url} has an ACM table of contents, but no paper that can be read",
            hint="compare the page with the platform's recordings; the library may have changed its export",
        )
    name = page.text("#DLheader h1", default=page.title)
    return Program(contributions=contributions, sources=(page.source,), name=name, url=page.url)


def read(page: Page) -> Iterator[Contribution]:
    """A title, its authors and its abstract are siblings: what stands between two titles belongs to the first.

    Authors right under a session's heading are its chairs, and no paper is open then.
    """
    heading, paper = "", None
    for row in page.all(_ROWS):
        style = row.text("@class", default="")
        if paper and "DLauthors" in style:
            paper = replace(paper, people=paper.people or people(row.texts("li")))
        elif paper and "DLabstract" in style:
            paper = replace(paper, passages=paper.passages or row.passages(""))
        elif paper and "DLotherLink" in style:
            paper = replace(paper, links={**paper.links, **other_format(row)})
        elif "DL" not in style or "DLtitleLink" in style:
            yield from (paper,) if paper else ()
            heading = heading if "DLtitleLink" in style else row.text(default="")
            paper = titled(row, heading) if "DLtitleLink" in style else None
    yield from (paper,) if paper else ()


def titled(link: Page, heading: str) -> Contribution | None:
    title = link.text(default="")
    if not title or title.startswith("Session details"):  # the library's record of the session, not a paper in it
        return None
    address, doi = link.link("@href"), doi_of(link)
    url = f"https://dl.acm.org/doi/{doi}" if doi else address
    return Contribution(
        id=doi,
        title=title,
        kind=form_of(label_of(title), heading),
        session=_SESSION.sub("", heading),
        url=url,
        links={"pdf" if "/authorize?" in url else "page": url} if url else {},
    )


def doi_of(link: Page) -> str:
    """From the library's address, whichever mail filter or search engine has wrapped it."""
    found = _DOI.search(unquote(link.text("@href", default="")))
    return "/".join(found.groups()) if found else ""


def other_format(link: Page) -> dict[str, str]:
    address = link.link("@href")
    return {"pdf": address} if address and link.text(default="").lower() == "pdf" else {}
