"""The Datatracker's pages that list documents: a group's, or those that a search found; they have no abstracts."""

import re

from bot.model import Contribution, Finding, Kind
from bot.page import Format, Page
from bot.platforms.ietf.datatracker import SITE

_CELL = "td.doc:has(a[href*='/doc/draft-'])"
_ROWS = f"tr.table-info, tr:has(> th), tr:has(> {_CELL})"
_LINK = "a[href*='/doc/draft-']"
_NAME = re.compile(r"(draft-[a-z0-9.+-]+)-\d\d")
_ENDED = re.compile(r"\b(?:expired|replaced|withdrawn|dead|RFCs?$|RFCs? \()", re.I)


def is_list(page: Page) -> bool:
    return page.format is Format.HTML and page.has(_CELL)


def drafts(page: Page) -> tuple[tuple[Contribution, ...], tuple[Finding, ...]]:
    """The drafts that are alive: which are not, the headings above them tell."""
    alive: list[Contribution] = []
    ended, heading = 0, ""
    for row in page.all(_ROWS):
        cell = row.first(_CELL)
        heading = heading if cell else row.text(default="")
        name = _NAME.fullmatch(cell.text(_LINK, default="")) if cell else None
        title = (cell.text("b", default="") or cell.own("div") or cell.own()) if cell else ""
        ended += bool(cell) and (bool(_ENDED.search(heading)) or not name)
        if name and title and not _ENDED.search(heading):
            url = f"{SITE}/doc/{name[1]}/"
            alive.append(Contribution(id=name[1], title=title, kind=Kind.DRAFT, url=url, links={"page": url}))
    left_out = Finding(text=f"Documents that are no drafts any more, and left out: {ended}.")
    return tuple(alive), (left_out,) if ended else ()
