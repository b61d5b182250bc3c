"""What the site says beside links that lead to nothing any more, and what it does not."""

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot import lost
from bot.errors import StoreError
from bot.model import LostLink
from bot.publish import alone, publish
from bot.publish.gone import links, marked
from bot.publish.links import REL
from bot.publish.sources import source
from tests.publish.conftest import CONFIG, URL, build
from tests.publish.links import broken, pages
from tests.publish.test_publish import PAGE

DEAD = "https://harbour.example.org/paper?a=1&b=2"
COPY = f"https://web.archive.org/web/20260314/{DEAD}"
LINK = LostLink(
    url=DEAD, digests=("harbour-2026",), why="No page.", since="2026-11-30", seen="2026-12-07", archive=COPY
)
SHOWN = f'<a href="https://harbour.example.org/paper?a=1&amp;b=2" rel="{REL}">paper</a>'
BESIDE = (
    f' <span class="gone">(<a href="https://web.archive.org/web/20260314/https://harbour.example.org/paper?a=1&amp;b=2"'
    f' rel="{REL}">archived copy</a>)</span>'
)
Shelf = Callable[..., Path]


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """A folder with a digest that links to DEAD, and a list of what is lost."""

    def made(*lost_: LostLink, text: str = f"[paper]({DEAD})") -> Path:
        (tmp_path / "digests").mkdir(exist_ok=True)
        (tmp_path / "digests" / "harbour-2026.md").write_text(f"{PAGE}- **How:** It says {text}.\n")
        (tmp_path / "digests" / "links.json").write_text(lost.as_json(lost_))
        return tmp_path

    return made


def test_a_dead_link_keeps_its_address_and_has_its_copy_beside_it(shelf: Shelf, tmp_path: Path) -> None:
    html = build(shelf(LINK), tmp_path / "site")["harbour-2026/index.html"]
    assert f"It says {SHOWN}{BESIDE}." in html


def test_one_without_a_copy_is_said_to_be_gone(shelf: Shelf, tmp_path: Path) -> None:
    html = build(shelf(replace(LINK, archive="")), tmp_path / "site")["harbour-2026/index.html"]
    assert f'It says {SHOWN} <span class="gone">(gone since 2026-11)</span>.' in html


@pytest.mark.parametrize(
    "link", [replace(LINK, seen="2026-12-01"), replace(LINK, digests=("other-2026",)), replace(LINK, url=f"{DEAD}3")]
)
def test_what_is_not_certain_or_stands_elsewhere_is_not_said(link: LostLink, shelf: Shelf, tmp_path: Path) -> None:
    html = build(shelf(replace(link, archive="")), tmp_path / "site")["harbour-2026/index.html"]
    assert (True, False) == (f"It says {SHOWN}." in html, 'class="gone"' in html)


def test_feeds_and_the_letter_say_it_too_and_the_markdown_stays_as_people_left_it(shelf: Shelf, tmp_path: Path) -> None:
    site = build(shelf(LINK), tmp_path / "site")
    assert "(&lt;a href=" in site["feed.xml"] and "archived copy&lt;/a&gt;)" in site["feed.xml"]
    assert "archived copy" in site["series/harbour/feed.json"]
    assert (tmp_path / "digests/harbour-2026.md").read_text() == site["harbour-2026/index.md"]
    html, text = alone.newsletter(source(tmp_path, "harbour-2026"), CONFIG, lambda line: None)
    assert "archived copy</a>)" in html
    assert re.search(r"It says paper \[3\] \(archived copy\s\[4\]\)\.", text)
    assert "archived copy</a>)" in alone.preview(source(tmp_path, "harbour-2026"), CONFIG, lambda line: None)


def test_a_link_in_any_place_of_a_page_is_marked_and_bare_addresses_too(shelf: Shelf, tmp_path: Path) -> None:
    text = f"<{DEAD}>, *[paper]({DEAD}#page=2)*, [two\nlines]({DEAD}) and [`code`]({DEAD})"
    html = build(shelf(LINK, text=text), tmp_path / "site")["harbour-2026/index.html"]
    assert 4 == html.count("archived copy</a>)")
    assert f'#page=2" rel="{REL}">paper</a>{BESIDE}</em>' in html


def test_a_site_with_dead_links_is_whole_and_loads_nothing_from_elsewhere(shelf: Shelf, tmp_path: Path) -> None:
    build(shelf(LINK), tmp_path / "site")
    found = pages(tmp_path / "site")
    assert [] == list(broken(tmp_path / "site", found))
    assert not [each for page in found.values() for each in (*page.loaded, *page.instead) if "archive" in each]


def test_a_changed_list_changes_only_what_shows_it(many: Path, tmp_path: Path) -> None:
    root, out = tmp_path / "root", tmp_path / "out"
    shutil.copytree(many, root)
    build(root, out)
    old = {path: path.stat().st_mtime_ns for path in out.rglob("*") if path.is_file()}
    dead = links((out / "anchor-2026" / "index.html").read_text())[1]
    (root / "digests/links.json").write_text(
        lost.as_json([replace(LINK, url=dead, digests=("anchor-2026",), archive="")])
    )
    assert "gone since 2026-11" in build(root, out)["anchor-2026/index.html"]
    changed = {str(path.relative_to(out)) for path, time in old.items() if path.stat().st_mtime_ns != time}
    assert {"anchor-2026/index.html", "anchor-2026/index.json"} <= changed
    assert not {name for name in changed if re.match(r"(?!anchor-2026)\w+-\d+/|series/(?!anchor/)", name)}
    assert 0 == publish(root, out, CONFIG, lambda line: None, URL).changed
    assert build(root, out) == build(root, tmp_path / "fresh")


@pytest.mark.parametrize(
    "spoilt",
    [
        "{",
        lost.as_json([replace(LINK, url="javascript:alert(1)")]),
        lost.as_json([replace(LINK, archive='https://web.archive.org/web/2026/"><script>alert(1)</script>')]),
    ],
)
def test_a_spoilt_list_is_said_and_stops_no_site(spoilt: str, shelf: Shelf, tmp_path: Path) -> None:
    root, said = shelf(), list[str]()
    (root / "digests/links.json").write_text(spoilt)
    assert 1 == publish(root, tmp_path / "site", CONFIG, said.append, URL).digests
    assert ["digests/links.json is not as the bot writes it"] == [line[:46] for line in said]
    assert 'class="gone"' not in (tmp_path / "site/harbour-2026/index.html").read_text()
    with pytest.raises(StoreError):
        source(root, "harbour-2026")


def test_whatever_is_in_the_list_nothing_of_it_becomes_a_tag() -> None:
    html = f'<p><a href="https://a.example.org/&quot;&gt;&lt;b&gt;" rel="{REL}">x</a></p>'
    for archive in ('https://web.archive.org/web/2026/"><script>', "javascript:alert(1)", "https://user@evil.example"):
        nasty = replace(LINK, url='https://a.example.org/"><b>', since='<script>"', archive=archive)
        shown = marked(html, [nasty])
        assert ("<script", "javascript:", "evil") == tuple(
            each for each in ("<script", "javascript:", "evil") if each not in shown
        )


def test_links_are_those_that_leave_the_site_each_once() -> None:
    html = f'<a href="../x/">x</a> {SHOWN} {SHOWN} <a href="{URL}">own</a> &lt;a href="https://text.example.org"&gt;'
    assert (DEAD,) == links(html)
    assert html == marked(html, [])
