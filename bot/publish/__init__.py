"""Turns digests/ into the site that people read: pages, feeds and a search without a server.

What a digest's page says is what people left there; its data only adds evidence, topics and citations. What was made
from the same is left as it stands, so that one changed digest costs little more than itself.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from bot.config import Config, Reader
from bot.errors import StoreError
from bot.publish import folder, pages, search
from bot.publish.card import Card, Pages, adrift, card_of, newest_first, settled
from bot.publish.folder import Files, Folder
from bot.publish.links import anchors
from bot.publish.pages import Kinds
from bot.publish.parse import article
from bot.publish.shelves import Row, Shelf, series_name, shelves
from bot.publish.sources import Source, Spoilt, drafted, left_out, sources
from bot.publish.templates import Site, fingerprint

Listener = Callable[[str], None]
Group = tuple[str, Sequence[Card], Callable[[], Files]]
"""Files that are made together: their name, the digests they are made from, and how."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """What a build came to: how many digests, picks and pages there are, and how many files are other than before.

    `left_out` are the keys of digests that could not be read.
    """

    digests: int
    picks: int
    pages: int
    changed: int
    left_out: tuple[str, ...] = ()


def publish(root: Path, out: Path, config: Config, listen: Listener, url: str = "") -> Published:
    """Builds the site of the digests under `root` in the folder `out`. Raises StoreError where either is not fit.

    `url` is where it will be published, where that is elsewhere than config.yml says.
    """
    try:
        return built_site(root, out, config, listen, url)
    except OSError as error:
        why = f"{error.filename or out} cannot be written: {error.strerror}"
        raise StoreError(why, hint=f"remove {out} or name another folder with --out, then publish again") from None


def built_site(root: Path, out: Path, config: Config, listen: Listener, url: str) -> Published:
    site, names = site_of(config, url), names_of(config)
    built = folder.opened(out, fingerprint(repr((site, config.reader, names))))
    spoilt: list[str] = []

    def leave_out(key: str, error: StoreError, listen: Listener) -> None:
        left_out(key, error, listen)
        spoilt.append(key)

    made = [digest(source, built, site, names, listen, leave_out) for source in sources(root, listen, leave_out)]
    cards = tuple(settled(newest_first([card for card in made if card]), listen))
    for line in adrift(cards, lru_cache(maxsize=64)(lambda card: anchors(built.text(f"{card.key}/index.html")))):
        listen(line)
    kinds = shelves(cards, names)
    for name, made_from, make in groups(cards, kinds, site, config.reader, lru_cache(maxsize=64)(partial(read, built))):
        built.once(name, stamp(f"{built.groups[card.key][0]} {card.aliases}" for card in made_from), make)
    built.close()
    return Published(
        digests=len(cards),
        picks=sum(len(card.picks) for card in cards),
        pages=sum(path.endswith(".html") for group in built.groups.values() for path in group[1:]),
        changed=len(built.changed),
        left_out=tuple(spoilt),
    )


def site_of(config: Config, url: str = "") -> Site:
    """What config.yml says of the site, at another address where one is given."""
    address = (url or config.site.url).rstrip("/")
    first = config.site.first_url or config.site.url
    return Site(title=config.site.title, url=f"{address}/", contact=config.site.contact, first_url=first)


def names_of(config: Config) -> Mapping[str, str]:
    """What each series is called."""
    return {key: series.name for key, series in config.series.items()}


def digest(
    source: Source, built: Folder, site: Site, names: Mapping[str, str], listen: Listener, leave_out: Spoilt
) -> Card | None:
    """Publishes one digest, and gives what the others' pages need to know of it; None where it cannot be read."""

    def make() -> Files:
        found = article(source.key, source.page, drafted(source, listen), source.gone)
        for name, hint in found.amiss:
            listen(f"digests/{source.key}.md: nothing can be read from {name}: in its front matter; {hint}")
        return pages.digest_files(found, source, series_name(found.series, found.key, found.title, names), site)

    try:
        built.once(source.key, source.stamp, make)
    except StoreError as error:
        leave_out(source.key, error, listen)
        return None
    path = f"{source.key}/card.json"
    try:
        card = card_of(built.text(path))
    except (ValueError, KeyError, TypeError):
        raise strange(built, path) from None
    if card.key != source.key:
        raise strange(built, path)
    return card


def strange(built: Folder, path: str) -> StoreError:
    where = built.root / path
    return StoreError(f"{where} is not as it was published", hint=f"remove {built.root}, then publish again")


def groups(cards: Sequence[Card], kinds: Kinds, site: Site, reader: Reader, read: Pages) -> Iterator[Group]:
    """All that is made of several digests."""
    for shelf in (shelf for found in kinds.values() for shelf in found):
        yield shelf.path, [row.card for row in shelf.rows], partial(pages.shelf_files, shelf, site, read)
    for shelf in kinds["year"]:
        members = [row.card for row in shelf.rows]
        yield f"search {shelf.title}", members, partial(search.index, members[0].year, members, read)
    rows = tuple(Row(card=card, picks=card.picks) for card in cards)
    everything = Shelf(path="", title=site.title, about="", rows=rows, has_feed=True)
    yield "home", cards, partial(pages.home_files, everything, kinds, site, read)
    yield "fixed", cards, partial(pages.fixed_files, cards, kinds, reader, site, read)


def read(built: Folder, card: Card) -> Mapping[str, Any]:
    """A digest's page as data, from where it was published."""
    path = f"{card.key}/index.json"
    try:
        tree: Mapping[str, Any] = from_json(built.text(path))
    except ValueError:
        raise strange(built, path) from None
    return tree


def stamp(stamps: Iterator[str]) -> str:
    return sha256("\0".join(stamps).encode()).hexdigest()[:16]
