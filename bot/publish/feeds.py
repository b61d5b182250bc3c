"""Atom and JSON Feed, with the whole of each digest in them; of a topic, the picks on it."""

import json
import re
from urllib.parse import urlsplit
from xml.etree import ElementTree

from bot.model import LostLink
from bot.publish.card import Pages
from bot.publish.gone import marked
from bot.publish.shelves import Row, Shelf
from bot.publish.templates import Site, page

_ATOM = "http://www.w3.org/2005/Atom"
_ENTRIES, _BYTES = 10, 300_000
_UNDATED = "1970-01-01T00:00:00Z"
_TAG = re.compile(r"<[a-z][^<>]*>")
_OURS = re.compile(r' (?:class|role|aria-label|tabindex)="[^"]*"')
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def feeds(shelf: Shelf, title: str, site: Site, pages: Pages) -> dict[str, str]:
    """Both feeds of a shelf by their paths: its newest digests, as many as a reader's patience holds."""
    entries: list[dict[str, str]] = []
    size = 0
    for row in shelf.rows[:_ENTRIES]:
        made = entry(row, shelf, site, pages)
        size += len(made["content_html"])
        if entries and size > _BYTES:
            break
        entries.append(made)
    return {
        f"{shelf.path}feed.xml": atom(shelf, title, site, entries),
        f"{shelf.path}feed.json": json_feed(shelf, title, site, entries),
    }


def entry(row: Row, shelf: Shelf, site: Site, pages: Pages) -> dict[str, str]:
    """One digest, named as JSON Feed names its parts. Its id is that of the name it had first."""
    card, part = row.card, shelf.path if shelf.is_partial else ""
    first_name = (*card.aliases, card.key)[0]
    anchors = {pick.anchor for pick in row.picks} if shelf.is_partial else None
    article = pages(card)
    html = page("entry.html", site, f"{card.key}/", article=article, anchors=anchors, html=row.html)
    html = bare(marked(html, [LostLink(**each) for each in article["gone"]]))
    return {
        "id": f"{tag(site)}:{part}{first_name}",
        "url": f"{site.url}{card.key}/",
        "title": card.title,
        "summary": card.summary,
        "content_html": html.replace('<a href="../', f'<a href="{site.url}'),
        "date_published": card.published,
        "date_modified": max(card.updated, card.published),
    }


def bare(html: str) -> str:
    """The HTML as it goes where our style does not. Whatever is text has its < escaped, so that only tags match."""
    return _TAG.sub(lambda tag: _OURS.sub("", tag[0]), html)


def tag(site: Site) -> str:
    """The start of ids that never change (RFC 4151), wherever the site moves."""
    parts = urlsplit(site.first_url)
    return f"tag:{parts.hostname},2026:{parts.path.strip('/') or 'digests'}"


def json_feed(shelf: Shelf, title: str, site: Site, entries: list[dict[str, str]]) -> str:
    tree = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": title,
        "home_page_url": f"{site.url}{shelf.path}",
        "feed_url": f"{site.url}{shelf.path}feed.json",
        "language": "en",
        "authors": [{"name": site.title, "url": site.url}],
        "items": entries,
    }
    return json.dumps(tree, ensure_ascii=False) + "\n"


def atom(shelf: Shelf, title: str, site: Site, entries: list[dict[str, str]]) -> str:
    root = ElementTree.Element("feed", {"xmlns": _ATOM, "xml:lang": "en"})
    _add(root, "id", f"{tag(site)}:{shelf.path}feed")
    _add(root, "title", title)
    _add(root, "updated", max((each["date_modified"] for each in entries), default=_UNDATED))
    _add(root, "link", rel="self", type="application/atom+xml", href=f"{site.url}{shelf.path}feed.xml")
    _add(root, "link", rel="alternate", type="text/html", href=f"{site.url}{shelf.path}")
    author = ElementTree.SubElement(root, "author")
    _add(author, "name", site.title)
    _add(author, "uri", site.url)
    for each in entries:
        item = ElementTree.SubElement(root, "entry")
        _add(item, "id", each["id"])
        _add(item, "title", each["title"])
        _add(item, "link", rel="alternate", type="text/html", href=each["url"])
        _add(item, "published", each["date_published"])
        _add(item, "updated", each["date_modified"])
        _add(item, "summary", each["summary"])
        _add(item, "content", each["content_html"], type="html")
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _add(parent: ElementTree.Element, name: str, text: str = "", **attributes: str) -> None:
    ElementTree.SubElement(parent, name, attributes).text = _NO_XML.sub("", text) or None
