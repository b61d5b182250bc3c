"""The files of the site, made of digests and of shelves: a page, its Markdown, its data, its feeds."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic_core import to_json

from bot.config import Reader
from bot.publish.article import Article
from bot.publish.card import Card, Pages, card
from bot.publish.feeds import feeds
from bot.publish.folder import Files
from bot.publish.gone import marked
from bot.publish.links import siblings
from bot.publish.moved import moved_files
from bot.publish.picture import picture
from bot.publish.search import COMMON, LETTERS
from bot.publish.shelves import Shelf
from bot.publish.sources import Source
from bot.publish.templates import Site, assets, counted, page, period

# Of a long shelf the newest digests are shown with their picks, the others as a line each.
SHOWN = 40
# Evidence is a matter of the page and of the data, and long; what is amiss is a matter of who wrote it.
_UNTOLD: Any = {"amiss": True, "sections": {"__all__": {"entries": {"__all__": {"evidence"}}}}}
Kinds = Mapping[str, Sequence[Shelf]]


def digest_files(article: Article, source: Source, series: str, site: Site) -> Files:
    """A digest's page and its twins."""
    key, html = article.key, digest_page(article, source, series, site)
    files: dict[str, str | bytes] = {
        f"{key}/index.html": html,
        f"{key}/index.md": source.page,
        f"{key}/index.json": to_json(article, exclude=_UNTOLD),
        f"{key}/card.json": to_json(card(article, siblings(html))),
        f"{key}/share.png": picture(
            article.title,
            facts(period(article.starts, article.ends), counted(len(article.entries), "pick")),
            [f"{entry.number or '-'} {entry.title}" for entry in article.entries],
            site.title,
        ),
    }
    return files | ({f"{key}/prompt.md": source.prompt} if source.prompt else {})


def digest_page(article: Article, source: Source, series: str, site: Site, style: str = "") -> str:
    """A digest's page; with a style of its own it stands alone."""
    numbers = {entry.number: entry for entry in article.entries}
    slots = {"article": article, "numbers": numbers, "source": source, "series": series}
    return marked(page("digest.html", site, f"{article.key}/", style=style, **slots), article.gone)


def shelf_files(shelf: Shelf, site: Site, pages: Pages) -> Files:
    """The page of a shelf, its twins, and its feeds."""
    title = f"{shelf.title} – {site.title}"
    files: dict[str, str | bytes] = {
        f"{shelf.path}index.html": page("shelf.html", site, shelf.path, shelf=shelf, shown=SHOWN),
        f"{shelf.path}index.md": page("shelf.md", site, shelf.path, shelf=shelf, shown=SHOWN),
        f"{shelf.path}index.json": to_json(listed(shelf, site)),
        f"{shelf.path}share.png": picture_of(shelf, site),
    }
    return files | (feeds(shelf, title, site, pages) if shelf.has_feed else {})


def home_files(everything: Shelf, kinds: Kinds, site: Site, pages: Pages) -> Files:
    """The first page, with all the ways on from it, its twins, and the feeds of everything."""
    return {
        "index.html": page("home.html", site, "", shelf=everything, kinds=kinds, shown=SHOWN // 2),
        "index.md": page("shelf.md", site, "", shelf=everything, shown=SHOWN),
        "index.json": to_json(listed(everything, site)),
        "share.png": picture_of(everything, site),
        **feeds(everything, site.title, site, pages),
    }


def picture_of(shelf: Shelf, site: Site) -> bytes:
    """The picture of a shelf: what stands on it first."""
    said = facts(counted(len(shelf.rows), "digest"), counted(shelf.picks, "pick"))
    return picture(shelf.title, said, [row.card.title for row in shelf.rows], site.title)


def facts(*parts: str) -> str:
    return " · ".join(filter(None, parts))


def listed(shelf: Shelf, site: Site) -> Mapping[str, object]:
    """A shelf as data."""
    return {
        "title": shelf.title,
        "url": f"{site.url}{shelf.path}",
        "digests": [
            {
                "title": row.card.title,
                "url": f"{site.url}{row.card.key}/",
                "starts": row.card.starts,
                "ends": row.card.ends,
                "summary": row.card.summary,
                "picks": [
                    {"title": pick.title, "url": f"{site.url}{row.card.key}/#{pick.anchor}", "tier": pick.tier}
                    for pick in row.picks
                ],
            }
            for row in shelf.rows
        ],
    }


def fixed_files(cards: Sequence[Card], kinds: Kinds, reader: Reader, site: Site, pages: Pages) -> Files:
    """The ways in, search, about, style and scripts, and whatever leads on from an old or a wrong address."""
    years = [shelf.rows[0].card.year for shelf in kinds["year"]]
    made: dict[str, str | bytes] = {}
    for kind, shelves in kinds.items():
        made[f"{kind}/index.html"] = page("ways.html", site, f"{kind}/", kind=kind, shelves=shelves)
        made[f"{kind}/index.md"] = page("ways.md", site, f"{kind}/", kind=kind, shelves=shelves)
        made[f"{kind}/index.json"] = to_json([{"title": each.title, "url": site.url + each.path} for each in shelves])
    return made | {
        "search/index.html": page("search.html", site, "search/", years=years, common=COMMON, letters=LETTERS),
        "about/index.html": page("about.html", site, "about/", reader=reader),
        "about/index.md": page("about.md", site, "about/", reader=reader),
        "about/index.json": to_json({"reader": reader.name, "summary": reader.summary}),
        "404.html": page("404.html", site, ""),
        "sitemap.xml": page("sitemap.xml", site, "", cards=cards, kinds=kinds),
        **moved_files(cards, kinds["series"], site, pages),
        **assets(),
    }
