"""acl_anthology_pages: a volume's or an event's page of the ACL Anthology, as a person saves it; the XML says more."""

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.kinds import form_of
from bot.model import Contribution, Person, Program
from bot.page import Format, Page
from bot.people import people
from bot.platforms import Example
from bot.web import Web

URL = re.compile(r"(?!)")  # acl_anthology claims its addresses, and reads the XML behind them
EXAMPLES = (Example(file="shoal-2031.html", contributions=3, first="EelBERT: Reading Eels & Less"),)

_SITE = "https://aclanthology.org/"
_TITLE = "strong > a.align-middle"
_ROW = f".align-items-stretch:has({_TITLE})"
_ABSTRACT, _VOLUME = ".abstract-collapse", "h4:has(a[href*='/volumes/'])"
_KEY = re.compile(r"/([\w.-]+?)/?$")
_FRONT_MATTER = re.compile(r"\.0$|-\d?[0-9]?00$|^[A-Z]\d\d-\d0+$")
_PART = re.compile(r": ([^:()]+)\)?$")


def addresses(url: str) -> tuple[str, ...]:
    return (url,)


def looks_like(page: Page) -> bool:
    return page.format is Format.HTML and page.has(_ROW) and page.has("a[href*='/people/']")


def scrape(page: Page, web: Web) -> Program:
    rows = tuple(read(page))
    name = page.text("#title", default="") or page.title.removesuffix(" - ACL Anthology")
    return Program(contributions=rows, sources=(page.source,), name=name, url=page.link("link[rel='canonical']@href"))


def read(page: Page) -> Iterator[Contribution]:
    """The papers under their volumes; an abstract stands behind its paper. The volumes themselves are rows, too."""
    volume, paper = "", None
    for part in page.all(f":is({_VOLUME}, {_ROW}, {_ABSTRACT})"):
        if "abstract-collapse" in part.text("@class", default=""):
            paper = replace(paper, passages=part.passages("")) if paper else None
            continue
        yield from (paper,) if paper else ()
        if part.has(_TITLE):
            paper = read_row(part, volume)
        else:
            volume, paper = part.text(default=""), None
    yield from (paper,) if paper else ()


def read_row(row: Page, volume: str) -> Contribution | None:
    url = row.link(f"{_TITLE}@href", site=_SITE)
    key = _KEY.search(url)
    if not key or _FRONT_MATTER.search(key[1]):
        return None
    part, pdf = _PART.search(volume), row.link("a[href$='.pdf']@href", site=_SITE)
    return Contribution(
        id=key[1],
        title=row.text(_TITLE),
        kind=form_of(part[1] if part else ""),
        people=persons(row),
        session=part[1] if part else "",
        url=url,
        links={"pdf": pdf} if pdf else {},
    )


def persons(row: Page) -> tuple[Person, ...]:
    return people(row.texts("a[href*='/people/']"))
