"""virtual_site: the paper feed of the sites of MLSys, NeurIPS, ICML, ICLR, COLM, ECCV and CVPR."""

import re
from collections.abc import Sequence

from bot.errors import BotError, NotPublished
from bot.kinds import paper_kind_of
from bot.model import Contribution, Kind, Person, Program
from bot.page import Format, Page, web_address
from bot.people import people_in
from bot.platforms import Example, continued, declared
from bot.text import slug
from bot.web import Web

URL = re.compile(
    r"https?://(?:www\.)?(mlsys\.org|(?:neurips|nips|icml|iclr|colm)\.cc|eccv\.ecva\.net|(?:cvpr|iccv|wacv)\.thecvf\.com)"
    r"/(?:static/virtual/data|(?:virtual|Conferences)/(20\d\d)(?!/(?:loc/[\w-]+/)?(?:events|session)/))"
)
EXAMPLES = (
    Example(file="orals-posters.json", contributions=4, first="Tidal Scheduling & Other Habits of Ships"),
    Example(file="events.json", contributions=2, first="Ropes, Knots and Gradients"),
)

_REFUSED = re.compile(r"reject|withdr", re.I)
_PLACEHOLDER = re.compile(r"[?&]id=20\d\d-")  # an oral's, while its poster has the paper's real address


def addresses(url: str) -> tuple[str, ...]:
    """The feed of the edition, then what stands at the address, then the list of its papers."""
    found = URL.match(url)
    if not found or not found[2]:
        return (url,)
    site, year = f"https://{found[1]}", found[2]
    name = re.sub("^nips", "neurips", found[1]).partition(".")[0]
    feed = f"{site}/static/virtual/data/{name}-{year}-orals-posters.json"
    return tuple(dict.fromkeys((feed, url, f"{site}/virtual/{year}/papers.html")))


def looks_like(page: Page) -> bool:
    if page.format is not Format.JSON:
        return False
    first = next(iter(rows_of(page)), None)
    if first is None:  # before the program is out, the feed is there and empty
        return page.has("results") and "orals-posters" in page.url
    return first.has("name") and any(map(first.has, ("virtualsite_url", "eventtype", "event_type")))


def scrape(page: Page, web: Web) -> Program:
    pages = continued(page, web, following)
    rows = tuple(row for part in pages for row in rows_of(part))
    accepted = tuple(filter(is_accepted, rows))
    if not accepted:
        raise NotPublished(f"{page.url} lists no accepted paper yet", hint="come back when the program is out")
    site, abstracts = site_of(page), abstracts_of(page, accepted, web)
    contributions = tuple(read(row, site, abstracts) for row in accepted)
    return Program(
        contributions=contributions,
        sources=tuple(part.source for part in (*pages, *abstracts)),
        declared=declared(page.text("count", default=""), len(rows), contributions),
    )


def rows_of(page: Page) -> tuple[Page, ...]:
    return page.all("*") if isinstance(page.tree, list) else page.all("results.*")


def following(pages: Sequence[Page]) -> str:
    return pages[-1].link("next")


def abstracts_of(page: Page, rows: tuple[Page, ...], web: Web) -> tuple[Page, ...]:
    """The feed's companion, abstracts by event id: some years keep them there, some years have none."""
    address = page.url.replace("-orals-posters.json", "-abstracts.json")
    if address in ("", page.url) or all(row.raw("abstract").strip() for row in rows):
        return ()
    try:
        return (web.page(address),)
    except BotError:
        return ()


def site_of(page: Page) -> str:
    """Where relative addresses lead; a saved feed still tells it by its authors' addresses."""
    author = page.first("results.*.authors.*.url")
    return author.text(default="") if author and not page.url.startswith("http") else page.url


def is_accepted(row: Page) -> bool:
    """Whether a row is in the program: the feed also has hidden rows and refused papers."""
    return not _REFUSED.search(row.text("decision", default="")) and row.flag("visible", default=True)


def read(row: Page, site: str, abstracts: tuple[Page, ...]) -> Contribution:
    event, links, persons = row.text("id", default=""), links_of(row), persons_of(row)
    found = (row.passages("abstract"), *(page.passages(event) for page in abstracts))
    return Contribution(
        id=row.text("uid", default="") or event,  # an oral and its poster are two events of one uid
        title=row.text("name"),
        kind=kind_of_row(row, persons),
        people=persons,
        passages=next(filter(None, found), ()),
        session=row.text("session", default=""),
        starts=row.text("starttime", default=""),
        ends=row.text("endtime", default=""),
        url=web_address(row.text("virtualsite_url", default=""), site) or links.get("forum", ""),
        links=links,
    )


def kind_of_row(row: Page, persons: tuple[Person, ...]) -> Kind:
    label = next((text for name in ("eventtype", "event_type", "type") if (text := row.text(name, default=""))), "")
    kind = paper_kind_of(label, default=Kind.PAPER)
    shown = persons or row.text("decision", default="") or row.text("paper_url", default="")
    return kind if kind is not Kind.PAPER or shown else Kind.SESSION  # the feed also has the sessions around the papers


def persons_of(row: Page) -> tuple[Person, ...]:
    """The authors who have a name; the site's "Events" download has them in one string."""
    authors = (
        Person(name=name, affiliation=author.text("institution", default=""))
        for author in row.all("authors.*")
        for name in author.texts("fullname")
    )
    return tuple(dict.fromkeys(authors)) or people_in(row.text("speakers/authors", default=""))


def links_of(row: Page) -> dict[str, str]:
    links = {"forum": row.link("paper_url"), "pdf": row.link("paper_pdf_url"), "project": row.link("url")}
    for media in row.all("eventmedia.*"):
        if (link := media.link("uri")) not in links.values():
            links.setdefault(slug(media.text("name", default="")) or "media", link)
    return {name: link for name, link in links.items() if link and not _PLACEHOLDER.search(link)}
