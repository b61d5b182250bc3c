"""One digest outside the site: its page in a single file to look at before it is merged, and its newsletter.

Both are made of the site's own parts. Their links lead to the published site; nothing is loaded from anywhere.
"""

import re
from collections.abc import Callable
from html import escape, unescape
from urllib.parse import urljoin

from bot.config import Config
from bot.publish import names_of, site_of
from bot.publish.article import Article
from bot.publish.feeds import bare
from bot.publish.footnotes import plain
from bot.publish.gone import marked
from bot.publish.pages import digest_page
from bot.publish.parse import article
from bot.publish.shelves import series_name
from bot.publish.sources import Source, drafted
from bot.publish.templates import page, static

Listener = Callable[[str], None]
# Whatever is text on a page has its < escaped, so that only tags match.
_RELATIVE = re.compile(r'(<(?:a|link)\b[^<>]*? href=")(?!#|[a-z]+:)([^"]*)"')
_TAG = re.compile(r"<(h1|h2|h3|h4|p|ul|ol|li|a|blockquote|pre)\b")
_SERIF, _SANS = "Georgia,'Times New Roman',serif", "Helvetica,Arial,sans-serif"
_STYLES = {
    "h1": f"font:bold 28px/1.25 {_SERIF};margin:0 0 8px",
    "h2": f"font:bold 15px/1.5 {_SANS};margin:40px 0 12px;color:#5e5a53;border-bottom:1px solid #e2ddd3",
    "h3": f"font:bold 19px/1.3 {_SERIF};margin:28px 0 4px",
    "h4": f"font:bold 17px/1.3 {_SERIF};margin:16px 0 4px",
    "p": "margin:8px 0",
    "ul": "margin:8px 0;padding-left:20px",
    "ol": "margin:8px 0;padding-left:24px",
    "li": "margin:4px 0",
    "a": "color:#0b5563",
    "blockquote": "margin:8px 0;padding-left:14px;border-left:3px solid #e2ddd3",
    "pre": "font:14px/1.5 monospace;white-space:pre-wrap;margin:8px 0",
}


def preview(source: Source, config: Config, listen: Listener) -> str:
    """A digest's page as the site shows it, in one file. Raises StoreError where it cannot be read."""
    found, site = read(source, listen), site_of(config)
    series = series_name(found.series, found.key, found.title, names_of(config))
    html = digest_page(found, source, series, site, static("site.css").decode())
    return absolute(html, f"{site.url}{source.key}/")


def newsletter(source: Source, config: Config, listen: Listener) -> tuple[str, str]:
    """A digest as a letter: as HTML for any mail program, and as plain text."""
    site, found = site_of(config), read(source, listen)
    html = page("newsletter.html", site, f"{source.key}/", article=found, anchors=None, html="")
    html = absolute(bare(marked(html, found.gone)), f"{site.url}{source.key}/")
    return _TAG.sub(lambda tag: f'<{tag[1]} style="{_STYLES[tag[1]]}"', html), plain(html)


def read(source: Source, listen: Listener) -> Article:
    return article(source.key, source.page, drafted(source, listen), source.gone)


def absolute(html: str, address: str) -> str:
    """The page with links that lead from anywhere to where they would lead from its address."""

    def link(found: re.Match[str]) -> str:
        return f'{found[1]}{escape(urljoin(address, unescape(found[2])))}"'

    return _RELATIVE.sub(link, html)
