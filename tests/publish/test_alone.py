"""One digest outside the site: a page in a single file, and a letter."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.errors import StoreError
from bot.publish import alone
from bot.publish.sources import Source, source
from tests.publish.conftest import CONFIG, URL

KEY = "example-2026"
HERE = replace(CONFIG, site=replace(CONFIG.site, url=URL))
BODY = re.compile(r"<body>.*</body>", re.S)
HOSTILE = """---
title: '<script>alert(1)</script>"><img src=x>'
place: '</style><script>1</script>'
---

<script>alert(2)</script>

![x](https://evil.example/p.png) [go](javascript:alert(3)) [mine](quay-2026.md) href="../x"

## Core

### 1. <img src=x onerror=alert(4)>

- **What:** <a href="../y">`<a href="../z">`</a>
"""


def lone(page: str, key: str = "harbour-2026") -> Source:
    return Source(key=key, page=page, data="", prompt="")


def said(line: str) -> None:
    raise AssertionError(line)


@pytest.fixture(scope="module")
def page(demo: Path) -> str:
    return alone.preview(source(demo, KEY), HERE, said)


@pytest.fixture(scope="module")
def letter(demo: Path) -> tuple[str, str]:
    return alone.newsletter(source(demo, KEY), HERE, said)


def test_a_preview_is_the_page_that_the_site_has_but_for_where_its_links_lead(page: str, site: Path) -> None:
    published = (site / KEY / "index.html").read_text()
    bodies = [BODY.findall(alone.absolute(html, f"{URL}{KEY}/")) for html in (published, page)]
    assert bodies[0] == bodies[1] and bodies[0]


def test_a_preview_holds_its_style_and_loads_nothing(page: str) -> None:
    assert (Path(alone.__file__).parents[1] / "site" / "site.css").read_text() in page
    assert "<script" not in page and "@import" not in page and "url(" not in page
    loaded = re.findall(r'<link rel="(?:stylesheet|icon)" href="([^"]{5})|\ssrc="(.*?)"', page)
    assert [("data:", "")] == loaded
    assert "default-src &#39;none&#39;; style-src &#39;sha256-" in page


def test_links_lead_to_the_published_site_and_anchors_stay_on_the_page(page: str) -> None:
    addresses = re.findall(r'href="([^"]*)"', page)
    assert [] == [each for each in addresses if not each.startswith(("https://", "#", "data:image/svg"))]
    assert {f"{URL}topic/rdma-and-transport/", f"{URL}{KEY}/index.md", f"{URL}series/example/", URL} <= set(addresses)
    assert all(f'id="{each[1:]}"' in page for each in addresses if each.startswith("#"))


@pytest.mark.parametrize("make", [alone.preview, lambda *given: alone.newsletter(*given)[0]])
def test_what_a_stranger_wrote_stays_text(make: object) -> None:
    assert callable(make)
    html = make(lone(HOSTILE), HERE, said)
    assert not re.search(r"<script|<img|<a[^>]*javascript:|</style><|<a[^>]*\sonerror", html)
    assert "&lt;img src=x onerror=alert(4)&gt;" in html
    assert f'href="{URL}quay-2026/"' in html
    assert ' href="../x"</p>' in html  # words that only look like a link's are left alone


def test_a_page_that_cannot_be_read_or_is_not_there_is_told(demo: Path) -> None:
    with pytest.raises(StoreError, match="the front matter is not valid YAML"):
        alone.preview(lone("---\ntitle: [\n---\n"), HERE, said)
    for key in ("quay-2026", "../digests/example-2026", "README"):
        with pytest.raises(StoreError, match="there is no digests/"):
            source(demo, key)


def test_a_page_whose_data_was_spoilt_is_shown_without_evidence_and_that_is_said(demo: Path) -> None:
    heard: list[str] = []
    html = alone.preview(replace(source(demo, KEY), data="{"), HERE, heard.append)
    assert "Losing Packets on Purpose" in html and 'class="evidence"' not in html
    assert "its page goes without evidence" in heard[0]


def test_a_letter_needs_no_style_sheet_no_table_and_no_picture(letter: tuple[str, str]) -> None:
    html, _ = letter
    assert not re.search(r"<(style|table|img|script|link|svg)\b|\sclass=|\ssrc=|url\(", html)
    blocks = re.findall(r"<(?:h\d|p|ul|li|a)\b[^>]*>", html)
    assert blocks and [] == [tag for tag in blocks if ' style="' not in tag]


def test_a_letter_says_every_pick_and_links_it_on_the_site(letter: tuple[str, str]) -> None:
    html, text = letter
    assert 10 == len(re.findall(rf'<h3 [^>]*><a [^>]*href="{URL}{KEY}/#\w+"', html))
    assert [] == [each for each in re.findall(r'href="([^"]*)"', html) if not each.startswith("https://")]
    assert "1. Losing Packets on Purpose: RoCE Without PFC [" in text
    assert f"[1] {URL}{KEY}/\n" in text


def test_a_letter_as_text_fits_a_mail(letter: tuple[str, str]) -> None:
    _, text = letter
    assert [] == [line for line in text.splitlines() if len(line) > 72 and "https://" not in line]
    assert not re.search(r"<\w|&\w+;", text)
    used, listed = set(re.findall(r"\[(\d+)\](?! http)", text)), set(re.findall(r"^\[(\d+)\] http", text, re.M))
    assert used == listed


def test_twice_the_same_bytes(demo: Path, page: str, letter: tuple[str, str]) -> None:
    found = source(demo, KEY)
    assert (page, letter) == (alone.preview(found, HERE, said), alone.newsletter(found, HERE, said))
