"""The site as people meet it, in a real browser: read, searched, cited, by keyboard, on a phone, in the dark.

Where there is no Chromium these tests are skipped, and say so.
"""

import gzip
import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.publish import alone, publish, serve
from bot.publish.sources import source
from tests.publish import hostile
from tests.publish.conftest import CONFIG, URL, build
from tests.publish.links import broken, pages

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium: install the system's package chromium")
# Nothing but the pages themselves: no sandbox inside a container, no calls home.
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
TYPES = ("example-2026/", "", "topic/datacenter-fabrics-and-optics/", "search/?q=optics", "about/")
LARGE = ("anchor-2026/", "", "series/anchor/", "topic/identity/", "search/?q=flefle")
OPENED = "document.querySelectorAll('details').forEach(each => { each.open = true })"
Open = Callable[..., Any]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
        yield running
        running.close()


@pytest.fixture(scope="module")
def base(site: Path) -> Iterator[str]:
    """Where the demo's site is served, under a path as project sites are."""
    yield from served(site)


def served(folder: Path) -> Iterator[str]:
    with serve.server(folder, 0) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://{serve.HOST}:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def large_base(large: Path) -> Iterator[str]:
    """Where the site of five hundred digests is served."""
    yield from served(large)


@pytest.fixture(scope="module")
def hostile_base(demo: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the site of a hostile digest is served, under a title that is no better, its preview beside it."""
    root = hostile.fill(tmp_path_factory.mktemp("hostile") / "from", demo)
    config = replace(CONFIG, site=replace(CONFIG.site, title=f"</title></script>{hostile.EVIL[0]}"))
    publish(root, root / "site", config, lambda line: None, URL)
    assert [] == list(broken(root / "site", pages(root / "site")))
    (root / "site" / "preview.html").write_text(alone.preview(source(root, "harbour-2026"), config, lambda line: None))
    yield from served(root / "site")


@pytest.fixture
def open_hostile(browser: Any, hostile_base: str) -> Iterator[Open]:
    yield from opening(browser, hostile_base)


@pytest.fixture
def open_page(browser: Any, base: str) -> Iterator[Open]:
    yield from opening(browser, base)


@pytest.fixture
def open_large(browser: Any, large_base: str) -> Iterator[Open]:
    yield from opening(browser, large_base)


def opening(browser: Any, base: str) -> Iterator[Open]:
    """Opens a page; at the end nothing may have gone wrong on any."""
    contexts: list[Any] = []
    wrong: list[str] = []

    def opened(path: str, **settings: Any) -> Any:
        contexts.append(browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **settings}))
        page = contexts[-1].new_page()
        page.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: None if request.url.startswith(base) else wrong.append(request.url))
        page.goto(f"{base}{path}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [] == wrong


@pytest.mark.parametrize("path", ["example-2026/", "about/"])
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("dark", 390), ("light", 320)])
def test_axe_finds_nothing_and_nothing_is_wider_than_the_screen(
    open_page: Open, path: str, scheme: str, width: int
) -> None:
    assert_accessible(open_page(path, viewport={"width": width, "height": 800}, color_scheme=scheme), width)


@pytest.mark.parametrize("path", LARGE)
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 320)])
def test_axe_finds_nothing_on_a_site_of_five_hundred_digests(
    open_large: Open, path: str, scheme: str, width: int
) -> None:
    assert_accessible(open_large(path, viewport={"width": width, "height": 800}, color_scheme=scheme), width)


def assert_accessible(page: Any, width: int) -> None:
    if "?" in page.url:
        page.locator("#results a").first.wait_for()
    page.evaluate(OPENED)
    found = axe.Axe().run(page, options={"runOnly": [*RULES]})
    assert 0 == found.violations_count, found.generate_report()
    assert width == page.evaluate("document.documentElement.scrollWidth")


def test_a_page_at_four_hundred_percent_needs_no_sideways_scrolling(open_page: Open) -> None:
    page = open_page("example-2026/", viewport={"width": 320, "height": 256}, device_scale_factor=4)
    assert 320 == page.evaluate("document.documentElement.scrollWidth")


@pytest.mark.parametrize(("scripts", "second"), [(True, "site.js"), (False, "site.css")])
def test_a_digest_is_two_requests_and_light(open_page: Open, site: Path, scripts: bool, second: str) -> None:
    asked: list[str] = []
    page = open_page("about/", java_script_enabled=scripts)
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2].partition("?")[0]))
    page.goto(page.url.replace("about", "example-2026"), wait_until="networkidle")
    assert ["", second] == asked
    loaded = [site / "example-2026" / "index.html", site / second]
    assert sum(len(gzip.compress(path.read_bytes())) for path in loaded) < 30_000


def test_a_page_looks_the_same_without_scripts_and_in_a_browser_too_old_for_ours(open_page: Open) -> None:
    look = """() => ["body", "h1", "nav.contents", "#vbr7sm", "#vbr7sm dt", "footer"].map(name => {
        const node = document.querySelector(name), box = node.getBoundingClientRect(), style = getComputedStyle(node);
        return [box.x, box.width, style.font, style.color, style.backgroundColor, style.display].join(" ") })"""
    adopted = "document.adoptedStyleSheets.length"
    new = open_page("example-2026/", color_scheme="dark")
    old = open_page("about/", color_scheme="dark")
    old.add_init_script("delete window.CSSStyleSheet")
    old.goto(new.url)
    plain = open_page("example-2026/", color_scheme="dark", java_script_enabled=False)
    assert new.evaluate(look) == old.evaluate(look) == plain.evaluate(look)
    assert (1, 0) == (new.evaluate(adopted), old.evaluate(adopted))


def test_a_digest_is_read_without_a_script(open_page: Open) -> None:
    page = open_page("example-2026/", java_script_enabled=False)
    assert page.get_by_role("heading", name="Losing Packets on Purpose").is_visible()
    evidence = page.locator("#vbr7sm .evidence mark").first
    assert not evidence.is_visible()
    page.locator("#vbr7sm .evidence summary").click()
    assert evidence.is_visible()
    assert not page.locator("#theme").is_visible()
    assert not page.locator("button.copy").first.is_visible()


def test_nothing_shifts_while_a_page_loads(open_page: Open, base: str) -> None:
    page = open_page("about/")
    page.add_init_script(
        "window.shift = 0; new PerformanceObserver(list => list.getEntries().forEach(e => { window.shift += e.value }))"
        ".observe({type: 'layout-shift', buffered: true})"
    )
    for path in TYPES:
        page.goto(f"{base}{path}")
        page.wait_for_timeout(200)
        assert 0.01 > page.evaluate("window.shift"), path


def test_a_permalink_lands_on_its_pick(open_page: Open) -> None:
    page = open_page("example-2026/#smpse3")
    top = page.locator("#smpse3").bounding_box()["y"]
    assert 0 <= top < 60
    page.locator("#vbr7sm a.number").click()
    assert page.url.endswith("#vbr7sm")


def test_the_contents_follow_on_a_wide_screen_and_fold_on_a_narrow_one(open_page: Open) -> None:
    wide = open_page("example-2026/")
    wide.evaluate("window.scrollTo(0, 3000)")
    assert wide.locator("nav.contents a").first.is_visible()
    assert 0 <= wide.locator("nav.contents").bounding_box()["y"] < 60
    narrow = open_page("example-2026/", viewport={"width": 390, "height": 844})
    assert not narrow.locator("nav.contents a").first.is_visible()
    narrow.locator("nav.contents summary").click()
    narrow.get_by_role("link", name="Passkeys for 90,000").click()
    assert narrow.url.endswith("#cvsusp")


def test_the_contents_say_what_is_being_read(open_page: Open) -> None:
    page = open_page("example-2026/#cvsusp", viewport={"width": 1280, "height": 400})
    current = page.locator("nav.contents [aria-current]")
    for anchor in ("cvsusp", "vbr7sm", "about-this-digest"):
        page.evaluate(f"document.getElementById('{anchor}').scrollIntoView()")
        page.locator(f"nav.contents a[href='#{anchor}'][aria-current]").wait_for()
        assert 1 == current.count()
        contents, link = page.locator("nav.contents").bounding_box(), current.bounding_box()
        assert contents["y"] <= link["y"] and link["y"] + link["height"] <= contents["y"] + contents["height"]


def test_a_thumb_hits_what_is_no_part_of_a_sentence(open_page: Open) -> None:
    small = """() => [...document.querySelectorAll("a, button, summary, input")]
        .filter(each => !each.closest("h1, h2, h3, dd, .skip, .lead, .reasons, .text > p:not([class]), blockquote"))
        .filter(each => each.checkVisibility() && each.getBoundingClientRect().height < 24)
        .map(each => each.outerHTML)"""
    for path in TYPES:
        page = open_page(path, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
        page.evaluate(OPENED)
        assert [] == page.evaluate(small), path


def test_a_text_in_arabic_ends_on_its_own_side(
    browser: Any, written: Callable[..., dict[str, str]], tmp_path: Path
) -> None:
    written("---\ntitle: Harbour\n---\n\n## Core\n\n### 1. A\n\n- **What:** قياس شبكات المراكز.\n")
    page = browser.new_page()
    for base in served(tmp_path / "site"):
        page.goto(f"{base}harbour-2026/")
        edges = """each => [0, each.firstChild.length - 1].map(at => {
            const range = new Range(); range.setStart(each.firstChild, at); range.setEnd(each.firstChild, at + 1);
            return range.getBoundingClientRect().x })"""
        first, stop = page.locator("dd").evaluate(edges)
        assert stop < first
    page.close()


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("Losing Packets", "Losing Packets on Purpose: RoCE Without PFC"),
        ("wielgorski", "Losing Packets on Purpose: RoCE Without PFC"),
        ("KIRAÇOĞLU", "Leaf, Spine | Nothing Else: Flattening a 6,144-Port Fabric"),
        ("FIDO2 badge", "Passkeys for 90,000 People Who Share Tablets"),
        ("the optics in production", "41,000 Pluggables Later: Linear-Drive Optics in Production"),
        ("oxbow", "Losing Packets on Purpose: RoCE Without PFC"),
    ],
)
def test_search_finds_by_title_person_and_term(open_page: Open, query: str, title: str) -> None:
    page = open_page("search/")
    page.get_by_label("Title, person or term").fill(query)
    page.get_by_role("button", name="Search").click()
    first = page.locator("#results a").first
    first.wait_for()
    assert title == first.text_content()
    first.click()
    page.wait_for_url("**/example-2026/#*")


def test_search_loads_nothing_before_it_is_asked_and_little_then(open_page: Open) -> None:
    page = open_page("search/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(200)
    assert not asked
    page.get_by_label("Title, person or term").fill("optics")
    page.locator("#results a").first.wait_for()
    assert 1 <= len(asked) <= 5


def test_search_says_when_nothing_has_all_words_and_when_nothing_has_any(open_page: Open) -> None:
    page = open_page("search/?q=passkeys+xylophone")
    page.locator("#results a").first.wait_for()
    assert "these have most of them" in page.locator("#status").text_content()
    page.goto(page.url.split("?")[0] + "?q=xylophone")
    page.get_by_text("0 results").wait_for()


def test_a_result_shows_where_the_words_were_found(open_page: Open) -> None:
    page = open_page("search/?q=purpose+fabric+storms")
    first = page.locator("#results article").first
    first.wait_for()
    assert ["Purpose", "fabrics", "storms"] == first.locator("mark").all_text_contents()
    assert first.locator("p").last.text_content().strip().endswith("go-back-N storms do not occur.")


def test_search_says_that_it_could_not_be_loaded_and_asks_again_when_it_can(browser: Any, base: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{base}search/")
    context.set_offline(True)
    page.get_by_label("Title, person or term").fill("optics")
    page.get_by_text("The search could not be loaded. Check the connection, then search again.").wait_for()
    assert 0 == page.locator("#results article").count()
    context.set_offline(False)
    page.locator("#results a").first.wait_for()
    assert "results." in page.locator("#status").text_content()
    context.close()


def test_search_keeps_what_it_found_until_it_found_something_else(open_page: Open) -> None:
    page = open_page("search/?q=optics")
    page.locator("#results a").first.wait_for()
    page.evaluate(
        "window.fewest = 9; new MutationObserver(() => { fewest = Math.min(fewest, results.childElementCount) })"
        ".observe(results, {childList: true})"
    )
    page.get_by_label("Title, person or term").fill("passkeys")
    page.get_by_role("link", name="Passkeys for 90,000").wait_for()
    assert 0 < page.evaluate("fewest")
    page.get_by_label("Title, person or term").fill("the")
    page.get_by_text("Words as common as these are not looked up.").wait_for()
    assert 0 == page.locator("#results article").count()


def test_more_results_follow_and_the_keyboard_goes_on_with_the_first_of_them(open_large: Open) -> None:
    page = open_large("search/?q=flefle")
    more = page.get_by_role("button", name="More")
    more.focus()
    more.press("Enter")
    eleventh = page.locator("#results article").nth(10).locator("a")
    eleventh.wait_for()
    assert eleventh.evaluate("each => each === document.activeElement")
    assert 20 == page.locator("#results article").count()


def test_one_comes_back_from_a_result_to_the_results(open_page: Open) -> None:
    page = open_page("search/")
    page.get_by_label("Title, person or term").fill("oxbow")
    page.locator("#results a").first.click()
    page.wait_for_url("**/example-2026/#*")
    page.go_back()
    page.locator("#results a").first.wait_for()
    assert "oxbow" == page.locator("#q").input_value()


def test_a_query_is_text_and_nothing_else(open_page: Open) -> None:
    page = open_page("search/?q=%3Cimg+src%3Dx+onerror%3Dalert(1)%3E+__proto__+constructor+optics")
    page.locator("#results a").first.wait_for()
    assert "<img src=x onerror=alert(1)> __proto__ constructor optics" == page.locator("#q").input_value()


def edited(demo: Path, folder: Path, old: str, new: str) -> Path:
    """The site of the demo's digest after a person changed its page."""
    shutil.copytree(demo, folder / "root")
    page = folder / "root" / "digests" / "example-2026.md"
    page.write_text(page.read_text().replace(old, new, 1))
    build(folder / "root", folder / "site")
    return folder / "site"


def test_a_permalink_to_a_renamed_digest_leads_to_the_pick(browser: Any, demo: Path, tmp_path: Path) -> None:
    for base in served(edited(demo, tmp_path, "form: ", "aliases: [fernweh-2026]\nform: ")):
        for open_page in opening(browser, base):
            opened = open_page("fernweh-2026/#vbr7sm")
            opened.wait_for_url(f"{base}example-2026/#vbr7sm")
            bare = open_page("fernweh-2026/#vbr7sm", java_script_enabled=False)
            bare.wait_for_url(f"{base}example-2026/")


def test_what_a_person_quotes_is_set_apart_from_what_they_say(browser: Any, demo: Path, tmp_path: Path) -> None:
    for base in served(edited(demo, tmp_path, "## Adjacent", "> They said so.\n\n## Adjacent")):
        for open_page in opening(browser, base):
            quoted = open_page("example-2026/").locator(".prose blockquote")
            assert "3px" == quoted.evaluate("each => getComputedStyle(each).borderLeftWidth")


def test_the_theme_is_remembered(open_page: Open) -> None:
    page = open_page("example-2026/", color_scheme="light")
    colour = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(colour)
    page.get_by_role("button", name="Switch to dark colours").click()
    dark = page.evaluate(colour)
    assert light != dark
    page.goto(page.url.replace("example-2026/", "about/"))
    assert dark == page.evaluate(colour)
    page.get_by_role("button", name="Switch to light colours").click()
    assert light == page.evaluate(colour)


def test_a_citation_is_copied(open_page: Open) -> None:
    page = open_page("example-2026/", permissions=["clipboard-read", "clipboard-write"])
    page.locator("#vbr7sm .cite summary").click()
    page.locator("#vbr7sm").get_by_role("button", name="Copy BibTeX").click()
    page.locator("#vbr7sm").get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").startswith("@misc{thorngaard-example-2026-")


def test_what_became_of_copying_is_said_aloud_and_done_by_hand_where_it_is_not_allowed(open_page: Open) -> None:
    page = open_page("about/", permissions=["clipboard-read", "clipboard-write"])
    for done in ("Copied", "Selected, to be copied by hand"):
        page.goto(page.url.replace("about/", "example-2026/"))
        page.locator("#vbr7sm .cite summary").click()
        page.locator("#vbr7sm").get_by_role("button", name="Copy citation").click()
        page.locator("#vbr7sm").get_by_role("button", name=done).wait_for()
        assert done == page.get_by_role("status").text_content()
        page.add_init_script("delete Navigator.prototype.clipboard")
    assert page.evaluate("String(getSelection())").startswith("Rasmus Thorngaard, Vaishnavi")


def test_nothing_moves_when_the_button_of_the_theme_comes(open_page: Open) -> None:
    page = open_page("example-2026/")
    places = "[...document.querySelectorAll('header.site a')].map(each => each.getBoundingClientRect().x)"
    there = page.evaluate(places)
    page.evaluate("document.getElementById('theme').hidden = true")
    assert there == page.evaluate(places)
    assert not page.locator("#theme").is_visible()


def test_it_works_by_keyboard(open_page: Open) -> None:
    page = open_page("example-2026/")
    page.keyboard.press("Tab")
    assert "Skip to the text" == page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Enter")
    summary = page.locator("#vbr7sm .evidence summary")
    for _ in range(60):
        page.keyboard.press("Tab")
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
        if summary.evaluate("each => each === document.activeElement"):
            break
    page.keyboard.press("Enter")
    assert page.locator("#vbr7sm .evidence mark").first.is_visible()


def test_print_leaves_out_what_paper_cannot_do(open_page: Open) -> None:
    page = open_page("example-2026/", color_scheme="dark")
    page.emulate_media(media="print")
    assert not page.locator("nav.contents").is_visible()
    assert not page.locator(".evidence").first.is_visible()
    assert "rgb(255, 255, 255)" == page.evaluate("getComputedStyle(document.body).backgroundColor")


@pytest.mark.parametrize("scripts", [True, False])
def test_whatever_a_digest_holds_runs_nowhere_asks_nobody_and_leaves_its_pages_whole(
    open_hostile: Open, scripts: bool
) -> None:
    page = open_hostile("about/", java_script_enabled=scripts, viewport={"width": 320, "height": 800})
    base = page.url.removesuffix("about/")
    for path in ("", "harbour-2026/", "topic/", "topic/main/", "tier/core/", "search/?q=script", "preview.html"):
        page.goto(f"{base}{path}", wait_until="networkidle")
        found = page.evaluate(
            "[window.ran, document.querySelectorAll('form:not([role]), iframe, base, main img, main svg').length,"
            " document.documentElement.scrollWidth, document.querySelector('header.site').checkVisibility()]"
        )
        assert [None, 0, 320, True] == found, path


@pytest.mark.parametrize("path", ["", "harbour-2026/", "topic/main/", "search/?q=script"])
def test_axe_finds_nothing_on_what_is_left_of_a_hostile_digest(open_hostile: Open, path: str) -> None:
    assert_accessible(open_hostile(path, viewport={"width": 320, "height": 800}), 320)
