"""cvf: the open access sites of CVF (CVPR, ICCV, WACV, their workshops, ACCV) and ECVA (ECCV), which share a markup."""

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.errors import LayoutChanged
from bot.model import Contribution, Finding, Kind, Person, Program
from bot.page import Format, Page
from bot.people import people, people_in
from bot.platforms import Example, on_host
from bot.text import slug
from bot.web import Web

URL = re.compile(r"https?://(?:openaccess\.thecvf\.com/\w+|(?:www\.)?ecva\.net/papers\.php)", re.I)
EXAMPLES = (
    Example(file="TIDE2031.html", contributions=3, first="Seeing Through Spray & Salt: A $\\nabla$-Free Lens"),
    Example(file="TIDE2018.html", contributions=1, first="Barnacles at a Glance"),
    Example(file="ecva-papers.html", contributions=3, first="Do Gulls Dream? Unlearning Electric Herrings"),
)

_CVF, _ECVA = "https://openaccess.thecvf.com/", "https://www.ecva.net/"
_ROWS = "dt.ptitle, dd, .accordion"
_DAYS = "dd a[href*='?day=']"
_MOST_DAYS = 10
_DAY = re.compile(r"\?day=(\d{4}-\d\d-\d\d)$")
_KEY = re.compile(r"/([^/?#]+?)(?:_paper)?\.(?:html|php)$")
_NAMES = {"supp": "supplement", "supplementary-material": "supplement", "dataset": "data"}


def addresses(url: str) -> tuple[str, ...]:
    """All days at once, and what stands at the address: until 2020 it links one page a day, before 2018 it has all."""
    whole = re.search(r"thecvf\.com/\w+\d{4}/?$", url)
    return (f"{url.rstrip('/')}?day=all", url) if whole else (url,)


def looks_like(page: Page) -> bool:
    if page.format is not Format.HTML:
        return False
    return page.has("dt.ptitle") or (page.has(_DAYS) and "open access" in page.title.lower())


def scrape(page: Page, web: Web) -> Program:
    pages = (page,) if page.has("dt.ptitle") else tuple(map(web.page, days(page)))
    contributions = tuple(paper for part in pages for paper in read(part))
    if not contributions:
        raise LayoutChanged(
            f"{page.url} has the frame of an open access site, but no paper that can be read",
            hint="open a day or “All Papers” there, save that page and read it",
        )
    return Program(
        contributions=contributions,
        sources=tuple(part.source for part in pages),
        name=page.title,
        url=page.url,
        findings=tuple(mixture(contributions)),
    )


def days(page: Page) -> tuple[str, ...]:
    """The pages that the days of a conference have, or the one that has them all."""
    own = [address for link in page.all(_DAYS) if on_host(page, address := link.link("@href"))]
    whole = [address for address in own if address.endswith("=all")]
    return tuple(dict.fromkeys(whole or own))[:_MOST_DAYS]


def read(page: Page) -> Iterator[Contribution]:
    """A title, its authors and its links are siblings, two or three: all up to the next title belong to it."""
    edition, paper = "", None
    site = _ECVA if page.has(".accordion") else _CVF
    day = _DAY.search(page.url)
    for row in page.all(_ROWS):
        style = row.text("@class", default="").split()
        heads = "accordion" in style or "ptitle" in style
        if paper and not heads:
            paper = replace(paper, people=paper.people or authors(row), links={**links(row, site), **paper.links})
        elif heads:
            yield from (paper,) if paper else ()
            edition = row.text(default="") if "accordion" in style else edition
            paper = titled(row, edition, site) if "ptitle" in style else None
            paper = replace(paper, starts=day[1]) if paper and day else paper
    yield from (paper,) if paper else ()


def titled(row: Page, edition: str, site: str) -> Contribution | None:
    title = row.text("a", default="") or row.text()
    if title == "Back":
        return None
    url = row.link("a@href", site=site)
    key = _KEY.search(url)
    return Contribution(id=key[1] if key else "", title=title, kind=Kind.PAPER, session=edition, url=url)


def authors(row: Page) -> tuple[Person, ...]:
    """One hidden field each; on ECVA's page a line of names, which is the row that has no links."""
    named = people(row.texts("input[name='query_author']@value") or row.texts("input[name='query']@value"))
    return named or (() if row.has("a[href]") else people_in(row.text(default="")))


def links(row: Page, site: str) -> dict[str, str]:
    """By what the site calls them: pdf, supp, arXiv, video, dataset. The authors' and the BibTeX lead nowhere."""
    found: dict[str, str] = {}
    for link in row.all("a[href]:not(form a, [href^='#'])"):
        name = slug(link.text(default=""))
        if name and (address := link.link("@href", site=site)):
            found.setdefault(_NAMES.get(name, name), address)
    return found


def mixture(contributions: tuple[Contribution, ...]) -> Iterator[Finding]:
    """ECVA has one page for all years."""
    if len(editions := dict.fromkeys(paper.session for paper in contributions if paper.session)) > 1:
        yield Finding(text=f"The page holds {len(editions)} editions: {', '.join(editions)}.", hint="see the sessions")
