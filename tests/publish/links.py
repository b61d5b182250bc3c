"""Follows every link of a site on disk, as a browser resolves it."""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from tests.publish.conftest import URL

_LOADED = ("img", "script", "link", "iframe", "object", "embed", "source", "video", "audio")


class Page(HTMLParser):
    """The ids of a page, where its links lead, and what it loads."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        if "id" in found:
            self.ids.append(found["id"])
        for address in (found.get("href"), found.get("src")):
            if address is not None:
                self.links.append(address)
                if tag in _LOADED and not (tag == "link" and found.get("rel") in ("canonical", "alternate")):
                    self.loaded.append(address)


def pages(site: Path) -> dict[str, Page]:
    return {str(path.relative_to(site)): Page(path.read_text()) for path in sorted(site.rglob("*.html"))}


def broken(site: Path, found: dict[str, Page]) -> Iterator[str]:
    """What leads nowhere: pages and files that are not there, ids that no page has or that one has twice."""
    for path, page in found.items():
        yield from (f"{path}: id {name} twice" for name in {name for name in page.ids if page.ids.count(name) > 1})
        for link in page.links:
            target, anchor = urldefrag(urljoin(f"{URL}{path}", link))
            if not target.startswith(URL):
                continue
            name = unquote(urlsplit(target).path).removeprefix(urlsplit(URL).path)
            name = f"{name}index.html" if name.endswith("/") or not name else name
            if not (site / name).is_file():
                yield f"{path}: {link} is not there"
            elif anchor and anchor not in found[name].ids:
                yield f"{path}: {link} has no such place"
