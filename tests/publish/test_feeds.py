"""Both feeds hold to their specifications: Atom to RFC 4287, JSON Feed to version 1.1."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema

from bot.publish import feeds
from bot.publish.shelves import Shelf
from bot.publish.templates import Site
from tests.publish.conftest import URL, Build

ATOM = "{http://www.w3.org/2005/Atom}"
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
# https://www.jsonfeed.org/version/1.1/ as a schema, strict where the specification says "must" and "should".
JSON_FEED = {
    "type": "object",
    "required": ["version", "title", "items", "home_page_url", "feed_url"],
    "additionalProperties": False,
    "properties": {
        "version": {"const": "https://jsonfeed.org/version/1.1"},
        "title": {"type": "string", "minLength": 1},
        "home_page_url": {"type": "string", "pattern": "^https://"},
        "feed_url": {"type": "string", "pattern": "^https://"},
        "language": {"type": "string"},
        "authors": {"type": "array", "minItems": 1, "items": {"type": "object", "required": ["name"]}},
        "items": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["id", "url", "title", "content_html", "date_published", "date_modified"],
                "additionalProperties": False,
                "properties": {
                    "id": {"type": "string", "minLength": 1},
                    "url": {"type": "string", "pattern": "^https://"},
                    "title": {"type": "string", "minLength": 1},
                    "summary": {"type": "string"},
                    "content_html": {"type": "string", "minLength": 1},
                    "date_published": {"type": "string", "pattern": f"^{TIME.pattern}$"},
                    "date_modified": {"type": "string", "pattern": f"^{TIME.pattern}$"},
                },
            },
        },
    },
}


def all_feeds(site: Path, name: str) -> list[Path]:
    return sorted(site.rglob(name))


def text(parent: ElementTree.Element, name: str) -> str:
    """The one element of a name that RFC 4287 wants."""
    (found,) = parent.findall(f"{ATOM}{name}")
    return found.text or ""


def links(parent: ElementTree.Element) -> dict[str, str]:
    found = parent.findall(f"{ATOM}link")
    assert len(found) == len({(each.get("rel"), each.get("type")) for each in found})
    return {each.get("rel", "alternate"): each.get("href", "") for each in found}


def test_there_is_a_feed_of_everything_of_each_series_and_of_each_topic(large: Path) -> None:
    assert 1 + 25 + 12 == len(all_feeds(large, "feed.xml")) == len(all_feeds(large, "feed.json"))


def test_every_atom_feed_is_valid(large: Path) -> None:
    ids: list[str] = []
    for path in all_feeds(large, "feed.xml"):
        root = ElementTree.parse(path).getroot()
        assert f"{ATOM}feed" == root.tag
        ids.append(text(root, "id"))
        assert text(root, "title")
        assert TIME.fullmatch(text(root, "updated"))
        assert f"{URL}{path.relative_to(large)}" == links(root)["self"]
        (author,) = root.findall(f"{ATOM}author")
        assert text(author, "name")
        entries = root.findall(f"{ATOM}entry")
        assert 0 < len(entries) <= 10
        for entry in entries:
            assert re.fullmatch(r"tag:[a-z.]+,\d{4}:\S+", text(entry, "id"))
            assert text(entry, "title")
            assert TIME.fullmatch(text(entry, "published"))
            assert text(entry, "published") <= text(entry, "updated") <= text(root, "updated")
            assert links(entry)["alternate"].startswith(URL)
            (content,) = entry.findall(f"{ATOM}content")
            assert "html" == content.get("type")
            assert "<h3>" in (content.text or "")
        assert len(entries) == len({text(entry, "id") for entry in entries})
    assert len(ids) == len(set(ids))


def test_every_json_feed_is_valid(large: Path) -> None:
    for path in all_feeds(large, "feed.json"):
        tree = json.loads(path.read_text())
        jsonschema.validate(tree, JSON_FEED)
        assert f"{URL}{path.relative_to(large)}" == tree["feed_url"]
        assert len(tree["items"]) == len({item["id"] for item in tree["items"]})


def test_a_feed_carries_the_whole_digest_and_no_link_that_a_reader_cannot_follow(site: Path) -> None:
    html = json.loads((site / "feed.json").read_text())["items"][0]["content_html"]
    for words in (
        "<li><b>Why:</b> Priority Flow Control keeps",
        "From the abstract only.",
        "<b>Identity and network security.</b>",
        f'<a href="{URL}topic/rdma-and-transport/">',
        "Contrary to the Manual",
    ):
        assert words in html
    assert [] == re.findall(r'href="(?!https?://)[^"]*"', html)
    assert not re.search(r"\s(?:class|id|style)=", html)


def test_a_topics_feed_has_the_picks_on_it_alone(site: Path) -> None:
    (item,) = json.loads((site / "topic" / "rdma-and-transport" / "feed.json").read_text())["items"]
    assert "Losing Packets on Purpose" in item["content_html"]
    assert "Passkeys" not in item["content_html"]


def test_an_id_stays_when_the_site_moves_only_in_its_path_or_content(written: Build) -> None:
    page = "---\ntitle: {}\nstarts: 2026-03-12\n---\n\nA lead.\n"
    first = json.loads(written(page.format("Harbour"))["feed.json"])["items"][0]
    second = json.loads(written(page.format("Port"))["feed.json"])["items"][0]
    assert first["id"] == second["id"] == "tag:digests.example.org,2026:all:harbour-2026"


def test_a_feed_ends_before_it_is_too_long(large: Path) -> None:
    tree = json.loads((large / "feed.json").read_text())
    assert sum(len(item["content_html"]) for item in tree["items"]) <= 300_000


def test_no_digest_is_an_empty_feed_and_still_valid() -> None:
    nothing: dict[str, Any] = {}
    shelf = Shelf(path="", title="Digests", about="", rows=(), has_feed=True)
    site = Site(title="Digests", url=URL, contact=URL)
    made = feeds.feeds(shelf, "Digests", site, lambda card: nothing)
    jsonschema.validate(json.loads(made["feed.json"]), JSON_FEED)
    assert "1970-01-01T00:00:00Z" == text(ElementTree.fromstring(made["feed.xml"]), "updated")
