"""Follows every link of a site on disk, as a browser resolves it."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser

from tests.publish.conftest import URL

_LOADED = ("img", "script", "link", "iframe", "object", "embed", "source", "video", "audio")


class Page:
    """The ids of a page, where its links lead, and what it loads: with scripts, and instead where there are none."""

    def __init__(self, html: str) -> None:
        tree = LexborHTMLParser(html)
        self.ids = Counter(node.attributes["id"] for node in tree.css("[id]"))
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.instead: list[str] = []
        for node in tree.css("[href], [src]"):
            given = node.attributes
            addresses = [given[name] or "" for name in ("href", "src") if name in given]
            self.links += addresses
            if node.tag in _LOADED and not (node.tag == "link" and given.get("rel") in ("canonical", "alternate")):
                is_instead = node.parent is not None and node.parent.tag == "noscript"
                (self.instead if is_instead else self.loaded).extend(addresses)


def pages(site: Path) -> dict[str, Page]:
    return {str(path.relative_to(site)): Page(path.read_text()) for path in sorted(site.rglob("*.html"))}


def entries(site: Path) -> dict[str, Page]:
    """What the feeds hold, as a reader of feeds would show it."""
    feeds = {str(path.relative_to(site)): json.loads(path.read_text()) for path in sorted(site.rglob("feed.json"))}
    return {path: Page("".join(item["content_html"] for item in feed["items"])) for path, feed in feeds.items()}


def broken(site: Path, found: Mapping[str, Page]) -> Iterator[str]:
    """What leads nowhere: pages and files that are not there, ids that no page has or that one has twice."""
    files = {str(path.relative_to(site)) for path in site.rglob("*") if path.is_file()}
    for path, page in found.items():
        yield from (f"{path}: id {name} twice" for name, count in page.ids.items() if count > 1)
        for link in dict.fromkeys(page.links):
            target, anchor = urldefrag(urljoin(f"{URL}{path}", link))
            if not target.startswith(URL):
                continue
            name = unquote(urlsplit(target).path).removeprefix(urlsplit(URL).path)
            name = f"{name}index.html" if name.endswith("/") or not name else name
            if name not in files:
                yield f"{path}: {link} is not there"
            elif anchor and anchor not in found[name].ids:
                yield f"{path}: {link} has no such place"
