"""A folder of digests becomes a site: whole, linked, safe, the same every time."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import monotonic

import pytest

from bot import store
from bot.__main__ import main
from bot.errors import StoreError
from bot.publish import publish
from bot.store import PARTS
from tests.publish.conftest import CONFIG, DEMO, ROOT, URL, Build, build
from tests.publish.links import broken, entries, pages

ICON = "data:image/svg+xml,%3Csvg"
PAGE = """---
title: Harbour 2026
starts: 2026-03-12
---

A lead.

## Core

### 1. Tidal Queues

Ada

- **What:** It queues.
"""


def test_every_link_and_anchor_of_a_large_site_leads_somewhere(large: Path) -> None:
    found = pages(large)
    assert 500 + 25 + 12 + 20 + 3 < len(found)
    assert [] == list(broken(large, {**found, **entries(large)}))


def test_a_link_or_an_anchor_that_leads_nowhere_is_found(demo: Path, tmp_path: Path) -> None:
    build(demo, tmp_path)
    page = tmp_path / "about" / "index.html"
    added = '<p id="main"><a href="../gone/">a</a><a href="../example-2026/#gone">b</a><a href="#main">c</a></p>'
    page.write_text(page.read_text().replace("</main>", f"{added}</main>"))
    expected = ["id main twice", "../gone/ is not there", "../example-2026/#gone has no such place"]
    assert [f"about/index.html: {each}" for each in expected] == list(broken(tmp_path, pages(tmp_path)))


def test_the_sitemap_names_every_page_but_those_that_are_no_ones_goal(large: Path) -> None:
    listed = re.findall(f"<loc>{URL}(.*?)</loc>", (large / "sitemap.xml").read_text())
    expected = pages(large).keys() - {"404.html", "search/index.html"}
    assert sorted(expected) == sorted(f"{path}index.html" for path in listed)


def test_no_page_loads_anything_from_elsewhere(large: Path, site: Path) -> None:
    for folder in (large, site):
        for path, page in pages(folder).items():
            loaded = (*page.loaded, *page.instead)
            elsewhere = [address for address in loaded if not address.startswith(("../", "./", ICON, URL))]
            assert [] == elsewhere, path


def test_every_page_has_the_policy_and_nothing_that_the_policy_forbids(site: Path) -> None:
    for path in site.rglob("*.html"):
        html = path.read_text()
        assert "default-src &#39;none&#39;; style-src &#39;self&#39;; script-src &#39;self&#39;" in html, path
        assert not re.search(r"<style|<script(?! src=)|\sstyle=|\son\w+=|javascript:", html), path


def test_every_feed_that_a_digest_is_in_is_told_to_a_reader_of_feeds(site: Path) -> None:
    html = (site / "example-2026" / "index.html").read_text()
    told = re.findall(
        r'<link rel="alternate" type="application/(?:atom\+xml|feed\+json)" title="[^"]+" href="(.*?)"', html
    )
    assert ["../feed.xml", "../feed.json", "../series/example/feed.xml"] == told


def test_a_theme_leads_to_its_picks_and_to_its_page_across_the_years(site: Path) -> None:
    html = (site / "example-2026" / "index.html").read_text()
    assert '<h3><a class="self" href="#theme-identity-and-network-security">Identity and' in html
    assert '<a href="../topic/identity-and-network-security/">In all digests' in html


def test_a_digest_page_says_all_that_its_reader_needs(site: Path) -> None:
    html = (site / "example-2026" / "index.html").read_text()
    for words in (
        "<h1>Fernweh Networking Conference 2026</h1>",
        '<time datetime="2026-06-11">11–12 June 2026</time>',
        ">Program</a>",
        "10\N{NO-BREAK SPACE}picks&nbsp;· ",
        "&nbsp;min&nbsp;read</p>",
        '<article class="pick" id="vbr7sm"',
        "<dt>Why</dt>",
        "From the abstract only",
        "<mark><b>What</b> We present Oxbowline",
        "@misc{thorngaard-example-2026-losing-packets-on,",
        '<a href="#vbr7sm" title="Losing Packets on Purpose: RoCE Without PFC">1</a>',
        '<a href="../topic/rdma-and-transport/">RDMA and transport</a>',
        "Nearly chosen: 5",
        '<p class="facts">What the reader should know, whatever else is left unread.</p>',
        '<p class="onward">More: <a href="../series/example/">Fernweh Networking Conference</a>, <a href="../">',
    ):
        assert words in html, words


def test_every_digest_is_there_as_markdown_and_json(demo: Path, site: Path) -> None:
    assert (demo / "digests" / "example-2026.md").read_text() == (site / "example-2026" / "index.md").read_text()
    tree = json.loads((site / "example-2026" / "index.json").read_text())
    assert "Losing Packets on Purpose: RoCE Without PFC" == tree["sections"][0]["entries"][0]["title"]
    listed = json.loads((site / "index.json").read_text())
    assert f"{URL}example-2026/" == listed["digests"][0]["url"]
    assert f"]({URL}example-2026/#vbr7sm)" in (site / "index.md").read_text()


def test_every_page_is_there_in_other_forms_too(large: Path) -> None:
    alone = {"404.html", "search/index.html"}
    for path in pages(large).keys() - alone:
        assert (large / path).with_suffix(".md").read_text().strip(), path
        assert json.loads((large / path).with_suffix(".json").read_text()), path


def test_the_same_digests_give_the_same_bytes(demo: Path, tmp_path: Path) -> None:
    first, second = build(demo, tmp_path / "a"), build(demo, tmp_path / "b")
    assert first == second
    assert first == build(demo, tmp_path / "a")


def test_what_was_built_step_by_step_is_what_is_built_at_once(many: Path, tmp_path: Path) -> None:
    root, out = tmp_path / "root", tmp_path / "out"
    shutil.copytree(many, root)
    build(root, out)
    page = root / "digests" / "anchor-2026.md"
    page.write_text(page.read_text().replace("### 1. ", "### 1. Changed: "))
    (root / "digests" / "keel-2025.md").unlink()
    (root / "digests" / "harbour-2026.md").write_text(PAGE)
    stepwise = build(root, out)
    assert "keel-2025/index.html" not in stepwise
    assert "Changed: " in stepwise["anchor-2026/index.html"]
    assert "Changed: " in stepwise["series/anchor/index.html"]
    assert stepwise == build(root, tmp_path / "fresh")


def test_a_changed_digest_changes_only_what_shows_it(many: Path, tmp_path: Path) -> None:
    root, out = tmp_path / "root", tmp_path / "out"
    shutil.copytree(many, root)
    build(root, out)
    old = {path: path.stat().st_mtime_ns for path in out.rglob("*") if path.is_file()}
    page = root / "digests" / "anchor-2026.md"
    page.write_text(page.read_text().replace("### 1. ", "### 1. Changed: "))
    done = publish(root, out, CONFIG, lambda line: None, URL)
    changed = {str(path.relative_to(out)) for path, time in old.items() if path.stat().st_mtime_ns != time}
    assert 0 < done.changed < 60
    assert not {name for name in changed if re.match(r"(?!anchor-2026)\w+-\d+/|series/(?!anchor/)", name)}
    assert 0 == publish(root, out, CONFIG, lambda line: None, URL).changed


def test_a_killed_build_is_not_trusted(demo: Path, tmp_path: Path) -> None:
    whole = build(demo, tmp_path / "out")
    (tmp_path / "out" / "example-2026" / "index.html").write_text("half")
    (tmp_path / "out" / "build.json").write_text('{"groups": {}}')
    assert whole == build(demo, tmp_path / "out")


def test_a_site_that_other_code_made_is_made_again(tmp_path: Path) -> None:
    bot = tmp_path / "bot"
    shutil.copytree(ROOT / "bot", bot)
    command = [sys.executable, "-c", "from bot.publish.templates import fingerprint; print(fingerprint())"]
    prints = []
    for changed in ("publish/cite.py", "text.py", "store/stored.py", "site/pick.html", "pick/__init__.py"):
        with (bot / changed).open("a") as file:
            file.write("\n")
        prints.append(subprocess.check_output(command, cwd=tmp_path))
    assert len(prints) - 1 == len(set(prints))  # picking is no part of publishing


def test_an_empty_site_is_a_page_too(tmp_path: Path) -> None:
    (tmp_path / "digests").mkdir()
    (tmp_path / "digests" / ".gitkeep").touch()
    out = tmp_path / "out"
    site = build(tmp_path, out)
    assert "No digest has been published yet" in site["index.html"]
    assert [] == list(broken(out, pages(out)))
    assert [] == json.loads(site["feed.json"])["items"]


def test_another_address_changes_the_absolute_links_alone(demo: Path, tmp_path: Path) -> None:
    publish(demo, tmp_path, CONFIG, lambda line: None, "https://elsewhere.example.org")
    html = (tmp_path / "example-2026" / "index.html").read_text()
    assert '<link rel="canonical" href="https://elsewhere.example.org/example-2026/">' in html
    assert URL not in html


def test_an_old_name_leads_to_the_new_one_and_never_replaces_a_digest(tmp_path: Path) -> None:
    (tmp_path / "digests").mkdir()
    old = PAGE.replace("starts:", "aliases: [port-2026, quay-2026]\nstarts:")
    (tmp_path / "digests" / "harbour-2026.md").write_text(old)
    (tmp_path / "digests" / "quay-2026.md").write_text(PAGE.replace("Harbour", "Quay"))
    site = build(tmp_path, tmp_path / "out")
    assert 'content="0; url=../harbour-2026/"' in site["port-2026/index.html"]
    assert f'<link rel="canonical" href="{URL}harbour-2026/">' in site["port-2026/index.html"]
    assert "<h1>Quay 2026</h1>" in site["quay-2026/index.html"]


def test_a_permalink_to_a_pick_of_a_renamed_digest_still_has_its_place(tmp_path: Path) -> None:
    (tmp_path / "digests").mkdir()
    for key, more in (("harbour-2026", "aliases: [port-2025, port-2026]\n"), ("quay-2026", "")):
        (tmp_path / "digests" / f"{key}.md").write_text(PAGE.replace("starts:", f"{more}starts:"))
    page = tmp_path / "digests" / "quay-2026.md"
    page.write_text(f"{page.read_text()}\nSee [it](port-2026.md#tidal-queues) and [that](harbour-2026.md#core).\n")
    site = build(tmp_path, tmp_path / "out")
    assert [] == list(broken(tmp_path / "out", pages(tmp_path / "out")))
    for name in ("port-2025", "port-2026"):
        assert '<li id="tidal-queues"><a href="../harbour-2026/#tidal-queues">' in site[f"{name}/index.html"]


def test_a_series_that_got_another_name_is_found_and_followed_under_the_old_one(tmp_path: Path) -> None:
    root, out = tmp_path / "root", tmp_path / "out"
    (root / "digests").mkdir(parents=True)
    page = root / "digests" / "harbour-2026.md"
    page.write_text(PAGE.replace("starts:", "aliases: [port-2026]\nstarts:"))
    site = build(root, out)
    assert 'content="0; url=../../series/harbour/"' in site["series/port/index.html"]
    for name in ("feed.xml", "feed.json"):
        assert site[f"series/harbour/{name}"] == site[f"series/port/{name}"]
    assert [] == list(broken(out, pages(out)))
    (root / "digests" / "port-2027.md").write_text(PAGE)
    site = build(root, out)
    assert "<h1>Harbour 2026</h1>" in site["series/port/index.html"]
    assert build(root, tmp_path / "fresh") == site


def test_an_error_is_told_of_where_the_digests_lie_and_a_page_leads_to_its_changes(demo: Path, tmp_path: Path) -> None:
    theirs = replace(CONFIG, site=replace(CONFIG.site, contact="https://github.com/harbour/digests"))
    publish(demo, tmp_path, theirs, lambda line: None, URL)
    html, feed = ((tmp_path / path).read_text() for path in ("example-2026/index.html", "feed.json"))
    report = "https://github.com/harbour/digests/issues/new?title=Error%20in%20example-2026"
    assert f'<a href="{report}" rel="external">Found an error?</a>' in html
    assert f'<a href="{report}">Report an error</a>' in json.loads(feed)["items"][0]["content_html"]
    assert 'href="https://github.com/harbour/digests/commits/HEAD/digests/example-2026.md"' in html


def test_a_name_that_two_digests_have_and_a_link_to_what_is_not_there_are_said(tmp_path: Path) -> None:
    (tmp_path / "digests").mkdir()
    links = "[a](gone-2026.md) [b](quay-2026.md#gone) [c](quay-2026.md#tidal-queues) [d](quay-2026.md#core)"
    texts = {
        "harbour-2026": PAGE.replace("starts:", "aliases: [port-2026, quay-2026, reef]\nstarts:"),
        "quay-2026": PAGE.replace("starts: 2026-03-12", "aliases: [port-2026]\nstarts: 2026-3-12"),
        "reef-2026": f"{PAGE}\n{links}\n",
    }
    for key, text in texts.items():
        (tmp_path / "digests" / f"{key}.md").write_text(text)
    heard: list[str] = []
    publish(tmp_path, tmp_path / "out", CONFIG, heard.append, URL)
    assert [
        "digests/harbour-2026.md: nothing can be read from aliases: in its front matter; an address that the page once "
        "had is a series and a number, as in aliases: [harbour-2026]",
        "digests/quay-2026.md: nothing can be read from starts: in its front matter; write a day as 2026-03-12",
        "digests/harbour-2026.md: quay-2026 leads to digests/quay-2026.md, which has that name too",
        "digests/quay-2026.md: port-2026 leads to digests/harbour-2026.md, which has that name too",
        "digests/reef-2026.md leads to gone-2026, and no digest on the site is called so",
        "digests/reef-2026.md leads to quay-2026#gone, and digests/quay-2026.md has no such place",
    ] == heard


def test_thousands_of_links_to_other_digests_are_followed_at_once(tmp_path: Path) -> None:
    (tmp_path / "digests").mkdir()
    links = " ".join(f"[a](quay-2026.md#n{at})" for at in range(20_000))
    for key, more in (("reef-2026", links), ("quay-2026", 'an id="n ' * 100_000)):
        (tmp_path / "digests" / f"{key}.md").write_text(f"{PAGE}\n{more}\n")
    heard: list[str] = []
    began = monotonic()
    publish(tmp_path, tmp_path / "out", CONFIG, heard.append, URL)
    assert 20_000 == len(heard)
    assert 10 > monotonic() - began


def test_a_page_with_far_more_headings_than_any_is_left_out_at_once(tmp_path: Path, demo: Path) -> None:
    shutil.copytree(demo / "digests", tmp_path / "digests")
    page = tmp_path / "digests" / "example-2026.md"
    page.write_text(f"{PAGE}\n" + "### a\n" * 160_000)
    began = monotonic()
    assert ("example-2026",) == publish(tmp_path, tmp_path / "out", CONFIG, lambda line: None).left_out
    assert 10 > monotonic() - began


def test_a_digest_that_names_no_day_stands_with_its_year(tmp_path: Path) -> None:
    (tmp_path / "digests").mkdir()
    days = {"anchor-2024": "2024-05-01", "beacon-2025": "", "keel-2026": "2026-05-01", "oar-7": ""}
    for key, day in days.items():
        (tmp_path / "digests" / f"{key}.md").write_text(PAGE.replace("starts: 2026-03-12", f"starts: {day}"))
    site = build(tmp_path, tmp_path / "out")
    listed = [each["url"].removeprefix(URL) for each in json.loads(site["index.json"])["digests"]]
    assert ["keel-2026/", "beacon-2025/", "anchor-2024/", "oar-7/"] == listed
    assert "<lastmod>2025-01-01T00:00:00Z</lastmod>" in site["sitemap.xml"]


def test_headings_that_are_called_as_parts_of_the_page_have_places_of_their_own(written: Build, tmp_path: Path) -> None:
    headings = "\n### Main\n\n### Foo\n\n### Foo title\n\n## Theme\n\n## Themes\n\n- **A.** Of it. (picks 1)\n"
    written(PAGE + headings)
    assert [] == list(broken(tmp_path / "site", pages(tmp_path / "site")))


def test_a_cell_of_a_table_is_aligned_without_a_style_of_its_own(written: Build) -> None:
    site = written(f"{PAGE}\n| a | b |\n| :-: | --: |\n| 1 | 2 |\n")
    assert '<td class="center">1</td>\n<td class="right">2</td>' in site["harbour-2026/index.html"]
    for path, text in site.items():
        assert not re.search(r"<t[dh] [^>]*style", text), path
    assert "<td>1</td>" in json.loads(site["feed.json"])["items"][0]["content_html"]


def test_every_page_says_what_it_is_where_it_is_shared(large: Path) -> None:
    for path in pages(large).keys() - {"404.html", "search/index.html"}:
        html = (large / path).read_text()
        parts = ("title", "type", "image", "url", "description", "site_name")
        for name in ('name="description"', *(f'property="og:{part}"' for part in parts)):
            assert 1 == len(re.findall(f'<meta {name} content="[^"]+">', html)), (path, name)
        assert f'property="og:url" content="{URL}{path.removesuffix("index.html")}"' in html
        for twin in re.findall(r'<link rel="alternate" type="(?:text/markdown|application/json)" href="(.*)">', html):
            assert ((large / path).parent / twin).is_file()


def test_what_is_no_digest_is_left_out_and_said(tmp_path: Path) -> None:
    folder = tmp_path / "digests"
    folder.mkdir()
    (tmp_path / "secret.md").write_text("secret")
    (folder / "leak-2026.md").symlink_to(tmp_path / "secret.md")
    (folder / "harbour-2026.json").symlink_to(tmp_path / "secret.md")
    for name in ("README.md", "about.md", ".hidden-2026.md", "Upper-2026.md", "harbour-2026.md"):
        (folder / name).write_text(PAGE)
    (folder / "dir-2026.md").mkdir()
    heard: list[str] = []
    done = publish(tmp_path, tmp_path / "out", CONFIG, heard.append)
    assert 1 == done.digests
    assert ["README.md", "Upper-2026.md", "about.md", "dir-2026.md", "leak-2026.md"] == sorted(
        re.findall(r"Left out '([^.][^']*)'", "\n".join(heard))
    )
    assert not [path for path in (tmp_path / "out").rglob("*") if path.is_symlink() or path.name.startswith(".")]
    assert "secret" not in "".join(path.read_text(errors="replace") for path in (tmp_path / "out").rglob("*.*"))


def test_broken_data_costs_the_evidence_and_not_the_page(written: Build, tmp_path: Path) -> None:
    for data in ("{", "[]", "null", '{"picks": 3}', "[" * 100_000):
        assert "<h1>Harbour 2026</h1>" in written(PAGE, data)["harbour-2026/index.html"]
    heard: list[str] = []
    publish(tmp_path, tmp_path / "again", CONFIG, heard.append)
    assert ["without evidence" in line for line in heard] == [True]


@pytest.mark.parametrize(
    ("page", "why"),
    [
        (b"---\na: [\n---\n", "line 3: the front matter is not valid YAML; check its quotes and colons"),
        (PAGE.encode() + b"\xff", "cannot be read: it is not UTF-8 text; mend or remove that file"),
        (PAGE.encode() + b"a" * 1_000_000, "is longer than 1,000,000 characters; no digest is so large"),
        (PAGE.encode() + b"### a\n\n" * 1_000, "has more than 1,000 picks and themes; see what came into it"),
        (
            PAGE.encode() + b"\n## More\n\n" + b"- **1. a**\n" * 1_000,
            "has more than 1,000 picks and themes; see what came into it",
        ),
        (
            b"---\naliases: [" + b"a-1, " * 101 + b"]\n---\n",
            "more than 100 aliases; keep those that people may still know",
        ),
    ],
)
def test_a_page_that_cannot_be_read_is_left_out_and_said_and_all_others_are_published(
    tmp_path: Path, page: bytes, why: str
) -> None:
    (tmp_path / "digests").mkdir()
    (tmp_path / "digests" / "harbour-2026.md").write_text(PAGE)
    (tmp_path / "digests" / "quay-2026.md").write_bytes(page)
    heard: list[str] = []
    done = publish(tmp_path, tmp_path / "out", CONFIG, heard.append)
    assert (1, ("quay-2026",)) == (done.digests, done.left_out)
    (said,) = heard
    assert "digests/quay-2026.md" in said and why in said
    assert [] == list(broken(tmp_path / "out", pages(tmp_path / "out")))


def test_a_site_that_lacks_a_digest_is_built_and_not_deployed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "digests").mkdir()
    (tmp_path / "digests" / "harbour-2026.md").write_text(PAGE)
    (tmp_path / "digests" / "quay-2026.md").write_text("---\ntitle: [\n---\n")
    command = ["publish", "--from", f"{tmp_path}", "--out", f"{tmp_path / 'out'}", "--config", f"{DEMO / 'config.yml'}"]
    assert StoreError.exit_code == main(command)
    assert (tmp_path / "out" / "harbour-2026" / "index.html").exists()
    said = " ".join(capsys.readouterr().err.split())
    assert "front matter is not valid YAML" in said and "the site lacks quay-2026" in said
    (tmp_path / "digests" / "quay-2026.md").write_text(PAGE)
    assert 0 == main(command)


def test_a_name_in_other_figures_is_none_of_a_digest_and_no_alias(tmp_path: Path) -> None:
    (tmp_path / "digests").mkdir()
    (tmp_path / "digests" / "harbour-2026.md").write_text(PAGE.replace("starts:", "aliases: [port-２０２６]\nstarts:"))
    (tmp_path / "digests" / "quay-２０２６.md").write_text(PAGE)
    heard: list[str] = []
    assert 1 == publish(tmp_path, tmp_path / "out", CONFIG, heard.append).digests
    alias, name = heard
    assert alias.startswith("digests/harbour-2026.md: nothing can be read from aliases:")
    assert "Left out 'quay-２０２６.md': a digest is a file that is called <series>-<number>.md" == name


@pytest.mark.parametrize("name", ["digests/harbour-2026.json", "prompts/harbour-2026.md"])
@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir, lambda path: path.symlink_to("/etc/hosts")])
def test_what_lies_beside_a_page_and_is_no_file_is_said_and_costs_no_page(
    tmp_path: Path, name: str, make: Callable[[Path], None]
) -> None:
    for folder in ("digests", "prompts"):
        (tmp_path / folder).mkdir()
    (tmp_path / "digests" / "harbour-2026.md").write_text(PAGE)
    make(tmp_path / name)
    heard: list[str] = []
    assert 1 == publish(tmp_path, tmp_path / "out", CONFIG, heard.append).digests
    assert [f"{tmp_path / name} is a link, a folder or a device, so its page goes without it"] == [
        line.partition(";")[0] for line in heard
    ]


def test_data_in_which_nothing_could_be_found_in_time_costs_the_evidence_alone(demo: Path, tmp_path: Path) -> None:
    shutil.copytree(demo / "digests", tmp_path / "digests")
    data = tmp_path / "digests" / "example-2026.json"
    tree = json.loads(data.read_text())
    tree["picks"][0]["evidence"]["what"][0]["quotes"] = ["ab"] * 20_000
    tree["picks"][0]["passages"] = [{**tree["picks"][0]["passages"][0], "text": "a" * 99 + "b"}] * 20_000
    data.write_text(json.dumps(tree))
    heard, began = list[str](), monotonic()
    assert 1 == publish(tmp_path, tmp_path / "out", CONFIG, heard.append).digests
    assert 20 > monotonic() - began
    assert [
        "far more quotes and passages than any digest; its page goes without evidence" in line for line in heard
    ] == [True]


def test_write_ups_that_no_entry_is_of_are_looked_through_once(demo: Path, tmp_path: Path) -> None:
    shutil.copytree(demo / "digests", tmp_path / "digests")
    data, page = (tmp_path / "digests" / f"example-2026.{ending}" for ending in ("json", "md"))
    tree = json.loads(data.read_text())
    pick = {**tree["picks"][0], "passages": [], "evidence": {part: [] for part in PARTS}}
    tree["picks"] += [{**pick, "title": f"Nothing {at}", "id": f"nothing-{at}", "url": ""} for at in range(5_000)]
    data.write_text(json.dumps(tree))
    page.write_text(page.read_text() + "\n## More\n" + "\n### Something\n" * 900)
    began = monotonic()
    assert 910 == publish(tmp_path, tmp_path / "out", CONFIG, lambda line: None).picks
    assert 20 > monotonic() - began


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("card", "{"),
        ("card", "[]"),
        ("card", '{"key": "../../x"}'),
        ("card", "\udcff"),
        ("index", "{"),
        ("index", "\udcff"),
    ],
)
def test_a_site_that_somebody_changed_is_said_and_not_taken_over(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / "digests").mkdir()
    (tmp_path / "digests" / "harbour-2026.md").write_text(PAGE)
    out = tmp_path / "out"
    build(tmp_path, out)
    (out / "harbour-2026" / f"{name}.json").write_bytes(text.encode(errors="surrogateescape"))
    (tmp_path / "digests" / "quay-2026.md").write_text(PAGE)
    with pytest.raises(StoreError, match=rf"harbour-2026/{name}\.json is not as it was published") as error:
        build(tmp_path, out)
    assert f"remove {out}, then publish again" == error.value.hint


@pytest.mark.parametrize("path", ["index.html", "quay-2026"])
def test_a_site_that_cannot_be_written_is_said(tmp_path: Path, path: str) -> None:
    (tmp_path / "digests").mkdir()
    (tmp_path / "digests" / "harbour-2026.md").write_text(PAGE)
    out = tmp_path / "out"
    build(tmp_path, out)
    (tmp_path / "digests" / "quay-2026.md").write_text(PAGE)
    (out / path).unlink(missing_ok=True)
    (out / path).write_text("") if path == "quay-2026" else (out / path).mkdir()
    with pytest.raises(StoreError, match="cannot be written"):
        build(tmp_path, out)


def test_no_folder_of_digests_is_said(tmp_path: Path) -> None:
    with pytest.raises(StoreError):
        build(tmp_path, tmp_path / "out")


HOSTILE = """---
title: "</title><script>alert(1)</script>"
place: "<img src=x onerror=alert(1)>"
program: "javascript:alert(1)"
starts: 2026-03-12
---

<script>alert(1)</script> [x](javascript:alert(1)) ![i](https://tracker.example.org/i.png)

## Core

### 1. "><script>alert(1)</script>

<img src=x onerror=alert(1)>\\
[page](data:text/html,x) · [pdf](https://раураl.example/)

- **Why:** </dd><script>alert(1)</script>
- **<b>What</b>:** \u202eevil\u202c

## Themes

- **<i>Theme</i>.** <svg onload=alert(1)> (picks 1)

## About this digest

- <iframe src=https://a.example.org></iframe>
"""


def test_lists_of_picks_count_upwards_whatever_the_order_of_the_page(written: Build) -> None:
    site = written("---\ntitle: Harbour\n---\n\n## Hall\n\n- **7. B** – D. Mo\n\n## Quay\n\n- **2. A** – C. Li\n")
    for path in ("index.html", "year/2026/index.html", "series/harbour/index.html"):
        assert ["2", "7"] == re.findall(r'<li value="(\d+)"', site[path]), path


def test_every_page_says_in_the_bar_where_it_is(large: Path) -> None:
    for path, said in (
        ("search/", '"page">Search'),
        ("topic/", '"page">Topics'),
        ("series/reef/", '"true">Conferences'),
    ):
        assert f"aria-current={said}</a>" in (large / path / "index.html").read_text()
    assert "aria-current" not in (large / "index.html").read_text()


def test_a_theme_without_picks_and_in_any_script_has_its_page(written: Build) -> None:
    themes = "\n## Themes\n\n- **Quiet.** Nothing shares it. (picks none)\n- **静かな港.** Both. (picks 1, 9)\n"
    site = written(PAGE + themes)
    assert "Tidal Queues" not in site["topic/quiet/index.html"]
    assert "Nothing shares it." in site["topic/quiet/feed.xml"]
    (other,) = (path for path in site if re.fullmatch(r"topic/[0-9a-f]{8}/index\.html", path))
    assert "静かな港" in site[other]
    assert "Tidal Queues" in site[other]


def test_hostile_pages_and_data_are_inert_everywhere(written: Build, demo: Path) -> None:
    data = (demo / "digests" / "example-2026.json").read_text()
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"
    tree = json.loads(data)
    for pick in tree["picks"]:
        pick["title"] = '"><script>alert(1)</script>' if pick is tree["picks"][0] else evil
        pick["url"] = "javascript:alert(1)"
        pick["matches"][:1] = [{"topic": evil, "terms": []}]
        pick["people"] = [{"name": f"{evil}}}\\", "affiliation": None}]
        pick["passages"][0]["source"] = "javascript:alert(1)"
    assert store.digest_of(json.dumps(tree), "the data is read, so that it is what is tested")
    site = written(HOSTILE, json.dumps(tree))
    for path, text in site.items():
        if path.endswith(".html"):
            assert not re.search(r"<script(?! src=)|<img|<svg|<iframe|<a [^>]*href=.?(?:javascript|data):", text), path
            assert "\u202e" not in text, path
    assert "<script" not in site["feed.xml"]
    assert not re.search(r"<script|<img", json.loads(site["feed.json"])["items"][0]["content_html"])
