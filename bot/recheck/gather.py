"""Gathers the links that readers see on the pages of digests, as people left them."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bot.config import Config
from bot.publish import site_of
from bot.publish.card import card, newest_first
from bot.publish.gone import links
from bot.publish.pages import digest_page
from bot.publish.parse import article
from bot.publish.sources import drafted, refused, sources


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link out of the site, the editions on whose pages it stands, and the day of the newest of them, ISO 8601."""

    url: str
    digests: tuple[str, ...]
    day: str


def links_under(root: Path, config: Config, listen: Callable[[str], None]) -> tuple[Link, ...]:
    """The links of all digests under a folder, those of the newest first.

    Raises StoreError where a page cannot be read: what stands there is not to be taken for gone.
    """
    site, shown, cards = site_of(config), {}, []
    for source in sources(root, listen, refused):
        found = article(source.key, source.page, drafted(source, listen))
        shown[source.key] = links(digest_page(found, source, "", site))
        cards.append(card(found))
    places = defaultdict(list)
    for each in newest_first(cards):
        for url in shown[each.key]:
            places[url].append(each)
    return tuple(
        Link(url=url, digests=tuple(sorted(each.key for each in found)), day=found[0].published[:10])
        for url, found in places.items()
    )
