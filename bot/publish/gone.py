"""What a page says beside a link that leads to nothing any more: where a copy is kept, or since when it is gone.

Whatever is text on a page has its < escaped, so that only our own tags match.
"""

import re
from collections.abc import Iterable
from html import escape, unescape

from bot.model import LostLink
from bot.publish.links import REL, is_safe

_LINK = re.compile(rf'<a href="([^"]*)" rel="{REL}">.*?</a>', re.S)


def links(html: str) -> tuple[str, ...]:
    """Where a page's links lead that leave the site, each once."""
    return tuple(dict.fromkeys(map(_address, _LINK.findall(html))))


def marked(html: str, gone: Iterable[LostLink]) -> str:
    """The page with a word beside each link that is gone. The link stays as it is."""
    words = {link.url: _word(link) for link in gone}
    return _LINK.sub(lambda found: f"{found[0]}{words.get(_address(found[1]), '')}", html) if words else html


def _word(link: LostLink) -> str:
    if link.archive and is_safe(link.archive):
        return f' <span class="gone">(<a href="{escape(link.archive)}" rel="{REL}">archived copy</a>)</span>'
    return f' <span class="gone">(gone since {escape(link.since[:7])})</span>'


def _address(href: str) -> str:
    """Where a link leads, without the place on the page there."""
    return unescape(href).partition("#")[0]
