"""Old addresses, each leading on to what it led to: of digests that got another name, and of series that all did."""

from collections.abc import Iterator, Sequence

from bot.publish.card import Card, Pages
from bot.publish.feeds import feeds
from bot.publish.folder import Files
from bot.publish.front import KEY, ROUNDUPS
from bot.publish.shelves import Shelf
from bot.publish.templates import Site, page


def moved_files(cards: Sequence[Card], series: Sequence[Shelf], site: Site, pages: Pages) -> Files:
    """A page at each name that a digest once had, with each of its picks; at a series' name its feeds, too."""
    made: dict[str, str | bytes] = {}
    for card in cards:
        places = [(pick.anchor, pick.title) for pick in card.picks]
        places += [(theme.anchor, theme.name) for theme in card.themes]
        for name in card.aliases:
            made[f"{name}/index.html"] = _page(f"{name}/", f"{card.key}/", card.title, site, places)
    for path, shelf in _former(series):
        made[f"{path}index.html"] = _page(path, shelf.path, shelf.title, site)
        there = feeds(shelf, f"{shelf.title} – {site.title}", site, pages)
        made |= {f"{path}{name.removeprefix(shelf.path)}": text for name, text in there.items()}
    return made


def _page(path: str, to: str, title: str, site: Site, places: Sequence[tuple[str, str]] = ()) -> str:
    return page("moved.html", site, path, to=to, title=title, places=places)


def _former(series: Sequence[Shelf]) -> Iterator[tuple[str, Shelf]]:
    """Where the page of a series was that has no digest any more, and the shelf on which one of them stands now."""
    taken = {shelf.path for shelf in series}
    for shelf in series:
        names = (alias for row in shelf.rows if row.card.series != ROUNDUPS for alias in row.card.aliases)
        for found in filter(None, map(KEY.fullmatch, names)):
            path = f"series/{found['series']}/"
            if path not in taken:
                taken.add(path)
                yield path, shelf
