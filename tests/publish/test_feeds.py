"""Both feeds hold to their specifications: Atom to RFC 4287, JSON Feed to version 1.1."""

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from bot.publish import feeds, publish
from bot.publish.shelves import Shelf
from bot.publish.templates import Site
from tests.publish.conftest import CONFIG, URL, Build, build

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


Schema = dict[str, Any]


def element(required: str, **may_hold: Schema) -> Schema:
    """An element as `tree` gives it, with what it may hold, of which some must be there. "text" is what it says."""
    return {"required": required.split(), "properties": may_hold, "additionalProperties": False}


def times(least: int, most: int, kind: Schema) -> Schema:
    return {"type": "array", "minItems": least, "maxItems": most, "items": kind}


# RFC 4287, sections 3 and 4, for what our feeds say: each element as often as it may be there, and no other.
WORDS, MAYBE_WORDS = element("text", text={"minLength": 1}), element("", text={})
MOMENT = element("text", text={"pattern": f"^{TIME.pattern}$"})
ADDRESS = element("text", text={"pattern": r"^https://\S+$"})
NAME = element("text", text={"pattern": r"^tag:[a-z.]+,\d{4}:\S+$"})
HTML = element("text type", text={"minLength": 1}, type={"const": "html"})
LINK = element(
    "href rel type",
    href={"pattern": r"^https://\S+$"},
    rel={"enum": ["self", "alternate"]},
    type={"enum": ["text/html", "application/atom+xml"]},
)
AUTHOR = element("name", name=times(1, 1, WORDS), uri=times(0, 1, ADDRESS))
ENTRY = element(
    "id title updated link content",
    id=times(1, 1, NAME),
    title=times(1, 1, WORDS),
    published=times(0, 1, MOMENT),
    updated=times(1, 1, MOMENT),
    link=times(1, 1, LINK),
    summary=times(0, 1, MAYBE_WORDS),
    content=times(1, 1, HTML),
)
FEED = element(
    "id title updated author link",
    id=times(1, 1, NAME),
    title=times(1, 1, WORDS),
    updated=times(1, 1, MOMENT),
    author=times(1, 1, AUTHOR),
    link=times(2, 2, LINK),
    entry=times(0, 10, ENTRY),
    **{"{http://www.w3.org/XML/1998/namespace}lang": {"const": "en"}},
)


def tree(of: ElementTree.Element) -> dict[str, Any]:
    """An element's attributes, what it holds by name, and what it says."""
    made: dict[str, Any] = {**of.attrib, **({"text": of.text} if of.text else {})}
    for child in of:
        made.setdefault(child.tag.removeprefix(ATOM), []).append(tree(child))
    return made


def all_feeds(site: Path, name: str) -> list[Path]:
    return sorted(site.rglob(name))


def said(of: dict[str, Any], name: str) -> str:
    return str(of[name][0]["text"])


def led(of: dict[str, Any], rel: str) -> list[str]:
    return [link["href"] for link in of["link"] if link["rel"] == rel]


def test_there_is_a_feed_of_everything_of_each_series_and_of_each_topic(large: Path) -> None:
    assert 1 + 25 + 12 == len(all_feeds(large, "feed.xml")) == len(all_feeds(large, "feed.json"))


def test_every_atom_feed_is_valid(large: Path) -> None:
    ids: list[str] = []
    for path in all_feeds(large, "feed.xml"):
        root = ElementTree.parse(path).getroot()
        feed = tree(root)
        assert f"{ATOM}feed" == root.tag
        jsonschema.validate(feed, FEED)
        ids.append(said(feed, "id"))
        assert [f"{URL}{path.relative_to(large)}"] == led(feed, "self")
        assert 0 < len(feed["entry"]) == len({said(entry, "id") for entry in feed["entry"]})
        for entry in feed["entry"]:
            assert said(entry, "published") <= said(entry, "updated") <= said(feed, "updated")
            assert led(entry, "alternate")[0].startswith(URL)
            assert "<h3>" in said(entry, "content")
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    "spoilt", ["<id>tag:a.example,2026:b</id>", "<rights>mine</rights>", "<entry><title>T</title></entry>"]
)
def test_a_feed_that_the_specification_forbids_is_told_from_ours(site: Path, spoilt: str) -> None:
    text = (site / "feed.xml").read_text().replace("</feed>", f"{spoilt}</feed>")
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(tree(ElementTree.fromstring(text)), FEED)


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
        f'(picks <a href="{URL}example-2026/#vbr7sm">1</a>, ',
        "Contrary to the Manual",
    ):
        assert words in html
    assert [] == re.findall(r'href="(?!https?://)[^"]*"', html)
    assert not re.search(r"\s(?:class|id|style)=", html)


def test_text_that_looks_as_a_link_stays_as_it_is_in_a_feed(written: Build) -> None:
    page = '---\ntitle: Harbour\n---\n\nWrite href="../x" beside [that](harbour-2026.md).\n'
    (item,) = json.loads(written(page)["feed.json"])["items"]
    assert 'Write href="../x" beside <a href="https://' in item["content_html"]


def test_a_topics_feed_has_the_picks_on_it_alone(site: Path) -> None:
    (item,) = json.loads((site / "topic" / "rdma-and-transport" / "feed.json").read_text())["items"]
    assert "Losing Packets on Purpose" in item["content_html"]
    assert "Passkeys" not in item["content_html"]


def test_an_id_stays_when_the_site_moves_only_in_its_path_or_content(written: Build) -> None:
    page = "---\ntitle: {}\nstarts: 2026-03-12\n---\n\nA lead.\n"
    first = json.loads(written(page.format("Harbour"))["feed.json"])["items"][0]
    second = json.loads(written(page.format("Port"))["feed.json"])["items"][0]
    assert first["id"] == second["id"] == "tag:digests.example.org,2026:digests:harbour-2026"


def test_an_id_stays_when_the_site_moves_and_says_where_it_was_first(demo: Path, tmp_path: Path) -> None:
    moved = replace(CONFIG, site=replace(CONFIG.site, url="https://digests.example.net/", first_url=CONFIG.site.url))
    ids = []
    for config in (CONFIG, moved):
        publish(demo, tmp_path / config.site.url.split("/")[2], config, print)
        folder = tmp_path / config.site.url.split("/")[2]
        ids.append(json.loads((folder / "feed.json").read_text())["items"][0]["id"])
        assert f"{config.site.url}feed.xml" in (folder / "feed.xml").read_text()
    assert ids[0] == ids[1]


def test_an_id_stays_when_a_digest_is_renamed(written: Build, tmp_path: Path) -> None:
    page = "---\ntitle: Harbour\nstarts: 2026-03-12\n---\n\nA lead.\n"
    first = json.loads(written(page)["feed.json"])["items"][0]
    (tmp_path / "digests/harbour-2026.md").unlink()
    renamed = page.replace("starts", "aliases: [harbour-2026, quay-2026]\nstarts")
    second = json.loads(written(renamed, key="port-2026")["feed.json"])["items"][0]
    assert first["id"] == second["id"] and f"{URL}port-2026/" == second["url"]


def test_a_feed_ends_before_it_is_too_long(large: Path) -> None:
    tree = json.loads((large / "feed.json").read_text())
    assert sum(len(item["content_html"]) for item in tree["items"]) <= 300_000


def test_no_digest_is_an_empty_feed_and_still_valid() -> None:
    nothing: dict[str, Any] = {}
    shelf = Shelf(path="", title="Digests", about="", rows=(), has_feed=True)
    site = Site(title="Digests", url=URL, contact=URL, first_url=URL)
    made = feeds.feeds(shelf, "Digests", site, lambda card: nothing)
    jsonschema.validate(json.loads(made["feed.json"]), JSON_FEED)
    feed = tree(ElementTree.fromstring(made["feed.xml"]))
    jsonschema.validate(feed, FEED)
    assert "1970-01-01T00:00:00Z" == said(feed, "updated")


def test_characters_that_no_xml_may_hold_leave_the_feeds_readable(demo: Path, tmp_path: Path) -> None:
    root = tmp_path / "root"
    shutil.copytree(demo, root)
    data = root / "digests/example-2026.json"
    data.write_text(
        data.read_text()
        .replace('"topic": "', '"topic": "\\u001b\\u0000\\u202e')
        .replace('"name": "', '"name": "\\ufffe\\u0002')
    )
    page = root / "digests/example-2026.md"
    page.write_text(page.read_text().replace("Receivers report", "Receivers \x02\ufffe\x1b report"))
    feeds = {path: text for path, text in build(root, tmp_path / "site").items() if path.endswith(".xml")}
    assert any("topic/" in path for path in feeds)
    for text in feeds.values():
        ElementTree.fromstring(text)


def test_a_page_with_thousands_of_like_headings_is_built_at_once(demo: Path, tmp_path: Path) -> None:
    root = tmp_path / "root"
    shutil.copytree(demo, root)
    page = root / "digests/example-2026.md"
    page.write_text(page.read_text() + "\n## More\n" * 20_000)
    began = monotonic()
    html = build(root, tmp_path / "site")["example-2026/index.html"]
    assert 30 > monotonic() - began
    assert 'id="more-20000"' in html
