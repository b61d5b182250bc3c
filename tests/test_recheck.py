"""Links of published digests, asked on a real server of this machine, week after week."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from bot import lost, web
from bot.errors import StoreError
from bot.model import LostLink
from bot.recheck import Visit, asked, chosen, recheck, tell
from bot.recheck.gather import Link, links_under
from bot.web import Limits
from tests.desk import CONFIG, drafted

WELL = b"<!doctype html><html><title>Tides</title><body><h1>Tidal Queues</h1><p>Ships wait.</p></body></html>"
CHALLENGE = b"<!doctype html><html><head><title>Just a moment...</title></head><body>Checking</body></html>"
LIMITS = Limits(pause=0, backoff=0.01, seconds=1, attempts=2, private_hosts=frozenset({"127.0.0.1"}))
MONDAY = date(2026, 11, 30)
WEEK = timedelta(days=7)
PAGE = """---
title: Harbour 2026
starts: 2026-03-12
ends: 2026-03-14
---

A lead.

## Core

### 1. Tidal Queues

Ada

"""
# What the server answers at a path: its status, its body, where it sends on to.
ANSWERS: dict[str, tuple[int, bytes, str]] = {
    "/robots.txt": (200, b"User-agent: *\nDisallow: /forbidden\n", ""),
    "/well": (200, WELL, ""),
    "/moved": (301, b"", "/well"),
    "/members": (302, b"", "/login"),
    "/login": (200, b"<html><body><h1>Log in</h1><input type=password></body></html>", ""),
    "/gone": (410, b"", ""),
    "/moved-to-nowhere": (301, b"", "/nowhere"),
    "/refused": (403, WELL, ""),
    "/locked": (401, WELL, ""),
    "/busy": (429, b"", ""),
    "/broken": (500, b"", ""),
    "/challenge": (404, CHALLENGE, ""),
    "/round": (302, b"", "/round"),
}
DEAD = {"/nowhere", "/gone", "/moved-to-nowhere"}
DOUBTFUL = {"/refused", "/locked", "/busy", "/broken", "/challenge", "/round", "/slow", "/forbidden"}


@dataclass(kw_only=True)
class Site:
    """A site and an archive on one port. `kept` is what the archive answers, made from the address that it is asked
    about; `lives` are paths that have come back."""

    url: str
    asked: list[str] = field(default_factory=list)
    kept: Callable[[str], object] = lambda url: {"archived_snapshots": {}}
    lives: set[str] = field(default_factory=set)

    @property
    def archive(self) -> str:
        return f"{self.url}/wayback/available"

    def answer(self, path: str) -> tuple[int, bytes, str]:
        self.asked.append(path)
        if path.startswith("/wayback/"):
            found = self.kept(parse_qs(urlsplit(path).query)["url"][0])
            return 200, found if isinstance(found, bytes) else json.dumps(found).encode(), ""
        if path == "/slow":
            time.sleep(1.5)
        return (200, WELL, "") if path in self.lives else ANSWERS.get(path, (404, b"", ""))

    def times(self, path: str) -> int:
        return sum(path == each for each in self.asked)


@pytest.fixture
def site() -> Iterator[Site]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body, location = site.answer(self.path)
            try:
                self.send_response(status)
                self.send_header("Content-Type", "application/json" if body[:1] == b"{" else "text/html")
                self.send_header("Location", location)
                self.end_headers()
                self.wfile.write(body)
            except ConnectionError:
                pass  # who asked for /slow has left

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    site = Site(url=f"http://127.0.0.1:{server.server_port}")
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield site
    server.shutdown()
    server.server_close()


@dataclass(kw_only=True)
class Shelf:
    """A folder of digests whose links lead to a site, and what the bot says when it looks at them."""

    root: Path
    site: Site
    before: tuple[LostLink, ...] = ()
    said: list[str] = field(default_factory=list)

    def shows(self, *places: str, key: str = "harbour-2026", ends: str = "2026-03-14") -> None:
        links = "".join(f"[paper]({place if '://' in place else self.site.url + place})\n\n" for place in places)
        (self.root / "digests").mkdir(exist_ok=True)
        (self.root / "digests" / f"{key}.md").write_text(PAGE.replace("2026-03-14", ends) + links)

    def looked(self, today: date, limits: Limits = LIMITS) -> Visit:
        """A week's look, which goes on from the last one's."""
        with web.connect(limits) as door:
            visit = recheck(self.root, self.before, CONFIG, door, today, self.said.append, self.site.archive)
        self.before = lost.of_json(lost.as_json(visit.lost))
        return visit

    def paths(self, links: tuple[LostLink, ...]) -> set[str]:
        return {link.url.removeprefix(self.site.url) for link in links}


@pytest.fixture
def shelf(site: Site, tmp_path: Path) -> Shelf:
    return Shelf(root=tmp_path, site=site)


def copied(url: str) -> object:
    """What the archive answers of an address that it has."""
    closest = {"status": "200", "available": True, "url": f"http://web.archive.org/web/20260315101112/{url}"}
    return {"url": url, "archived_snapshots": {"closest": closest}}


def named(url: str, **changed: object) -> object:
    """As `copied`, but for what a strange archive says."""
    closest = {"status": "200", "available": True, "url": url}
    return {"archived_snapshots": {"closest": {**closest, **changed}}}


# ---- what a site says


def test_only_what_a_site_says_is_not_there_is_lost_and_all_else_is_stated(shelf: Shelf) -> None:
    shelf.shows("/well", "/moved", "/members", *DEAD, *DOUBTFUL)
    visit = shelf.looked(MONDAY)
    assert DEAD == shelf.paths(visit.lost)
    health = {url.removeprefix(shelf.site.url): str(each.health) for url, each in visit.verdicts.items()}
    well = dict.fromkeys(("/well", "/moved", "/members"), "well")
    assert well | dict.fromkeys(DEAD, "dead") | dict.fromkeys(DOUBTFUL, "unknown") == health
    for path in (*DEAD, *DOUBTFUL):
        assert [line for line in shelf.said if line.partition(": ")[2].startswith(f"{shelf.site.url}{path} (")], path
    assert 0 == shelf.site.times("/forbidden")


def test_a_host_that_does_not_exist_is_lost(shelf: Shelf) -> None:
    shelf.shows("/well", "http://no-such-host.invalid/paper")
    (link,) = shelf.looked(MONDAY).lost
    assert ("http://no-such-host.invalid/paper", "no-such-host.invalid cannot be reached (no such host)") == (
        link.url,
        link.why,
    )


def test_where_no_site_answers_at_all_this_machine_is_to_blame(shelf: Shelf) -> None:
    shelf.shows("http://no-such-host.invalid/1", "http://nor-that-one.invalid/2")
    visit = shelf.looked(MONDAY)
    assert () == visit.lost
    assert {"unknown"} == {str(each.health) for each in visit.verdicts.values()}


def test_a_private_address_is_never_asked(shelf: Shelf) -> None:
    shelf.shows("/nowhere")
    visit = shelf.looked(MONDAY, replace(LIMITS, private_hosts=frozenset()))
    assert ((), []) == (visit.lost, shelf.site.asked)
    assert "leads to a private address" in shelf.said[-1]


# ---- week after week


def test_a_link_is_gone_when_it_led_nowhere_twice_a_week_apart(shelf: Shelf) -> None:
    shelf.site.kept = copied
    shelf.shows("/nowhere")
    url = f"{shelf.site.url}/nowhere"
    (first,) = shelf.looked(MONDAY).lost
    assert (False, "") == (first.is_gone, first.archive)
    (soon,) = shelf.looked(MONDAY + timedelta(days=3)).lost
    assert not soon.is_gone
    (second,) = shelf.looked(MONDAY + WEEK).lost
    assert second.is_gone
    assert ("2026-11-30", "2026-12-07", f"https://web.archive.org/web/20260315101112/{url}") == (
        second.since,
        second.seen,
        second.archive,
    )
    questions = [parse_qs(urlsplit(path).query) for path in shelf.site.asked if path.startswith("/wayback/")]
    assert [{"url": [url], "timestamp": ["20260314"]}] == questions


def test_the_same_look_on_one_day_gives_the_same_bytes_and_once_gone_nothing_is_noted_anew(shelf: Shelf) -> None:
    shelf.site.kept = copied
    shelf.shows("/nowhere", "/gone")
    assert lost.as_json(shelf.looked(MONDAY).lost) == lost.as_json(shelf.looked(MONDAY).lost)
    gone = lost.as_json(shelf.looked(MONDAY + WEEK).lost)
    before = len(shelf.site.asked)
    assert gone == lost.as_json(shelf.looked(MONDAY + 2 * WEEK).lost)
    assert not [path for path in shelf.site.asked[before:] if path.startswith("/wayback/")]


def test_a_link_that_answers_again_is_lost_no_more(shelf: Shelf) -> None:
    shelf.shows("/nowhere")
    shelf.looked(MONDAY)
    shelf.looked(MONDAY + WEEK)
    shelf.site.lives.add("/nowhere")
    assert () == shelf.looked(MONDAY + 2 * WEEK).lost


def test_a_bad_day_and_a_good_one_make_no_death(shelf: Shelf) -> None:
    shelf.shows("/nowhere")
    shelf.looked(MONDAY)
    shelf.site.lives.add("/nowhere")
    shelf.looked(MONDAY + WEEK)
    shelf.site.lives.clear()
    assert [False] == [link.is_gone for link in shelf.looked(MONDAY + 2 * WEEK).lost]


def test_doubt_changes_nothing_of_what_is_known(shelf: Shelf) -> None:
    shelf.shows("/refused", "/well")
    known = LostLink(
        url=f"{shelf.site.url}/refused",
        digests=("harbour-2026",),
        why="no page",
        since="2026-11-23",
        seen="2026-11-23",
    )
    shelf.before = (known,)
    assert (known,) == shelf.looked(MONDAY).lost


def test_a_link_that_a_person_took_out_or_put_in_counts_as_it_stands(shelf: Shelf) -> None:
    shelf.shows("/nowhere")
    shelf.looked(MONDAY)
    shelf.shows("/gone")
    assert {"/gone"} == shelf.paths(shelf.looked(MONDAY + WEEK).lost)


def test_it_is_told_on_which_pages_a_link_stands_and_its_copy_is_of_the_newest_one_s_days(shelf: Shelf) -> None:
    shelf.site.kept = copied
    shelf.shows("/nowhere")
    shelf.shows("/nowhere#figure-2", key="harbour-2025", ends="2025-03-14")
    (link,) = links_under(shelf.root, CONFIG, shelf.said.append)
    assert (("harbour-2025", "harbour-2026"), "2026-03-14") == (link.digests, link.day)
    shelf.looked(MONDAY)
    assert 1 == shelf.site.times("/nowhere")


# ---- the archive


@pytest.mark.parametrize(
    "answer",
    [
        {"archived_snapshots": {}},
        {"archived_snapshots": []},
        {},
        [],
        b"<html><body>Sorry</body></html>",
        named("https://web.archive.org/web/20260315101112/http://elsewhere.example.org/nowhere"),
        named("https://evil.example.org/web/20260315101112/http://127.0.0.1/nowhere"),
        named("javascript:alert(1)"),
        named("https://web.archive.org/web/20260315101112/"),
        named("https://web.archive.org/web/*/http://127.0.0.1/nowhere"),
        named("https://web.archive.org.evil.example.org/web/2026/http://127.0.0.1/nowhere"),
        named('https://web.archive.org/web/2026/http://127.0.0.1/nowhere"><script>'),
    ],
)
def test_no_copy_is_invented(shelf: Shelf, answer: object) -> None:
    at = shelf.site.url.removeprefix("http://")
    text = answer if isinstance(answer, bytes) else json.dumps(answer).replace("127.0.0.1/", f"{at}/").encode()
    shelf.site.kept = lambda url: text
    shelf.shows("/nowhere")
    shelf.looked(MONDAY)
    (link,) = shelf.looked(MONDAY + WEEK).lost
    assert (True, "") == (link.is_gone, link.archive)


@pytest.mark.parametrize("changed", [{"status": "404"}, {"available": False}, {"status": None}])
def test_a_copy_of_a_page_that_was_gone_by_then_is_none(shelf: Shelf, changed: dict[str, object]) -> None:
    shelf.site.kept = lambda url: named(f"https://web.archive.org/web/20260315101112/{url}", **changed)
    shelf.shows("/nowhere")
    shelf.looked(MONDAY)
    assert [""] == [link.archive for link in shelf.looked(MONDAY + WEEK).lost]


def test_an_archive_that_fails_is_told_and_asked_the_next_time(shelf: Shelf) -> None:
    shelf.site.kept = lambda url: b"{"
    shelf.shows("/nowhere")
    shelf.looked(MONDAY)
    assert [""] == [link.archive for link in shelf.looked(MONDAY + WEEK).lost]
    assert shelf.said[-1].startswith(f"No copy of {shelf.site.url}/nowhere: ")
    shelf.site.kept = copied
    assert [True] == [bool(link.archive) for link in shelf.looked(MONDAY + 2 * WEEK).lost]


def test_what_an_editor_wrote_for_a_copy_stays(shelf: Shelf) -> None:
    shelf.site.kept = copied
    shelf.shows("/nowhere")
    shelf.looked(MONDAY)
    (link,) = shelf.looked(MONDAY + WEEK).lost
    better = replace(link, archive=link.archive.replace("20260315101112", "20200101000000"))
    shelf.before = (better,)
    assert (better,) == shelf.looked(MONDAY + 2 * WEEK).lost


# ---- how much is asked


def links(count: int) -> tuple[Link, ...]:
    return tuple(Link(url=f"https://a.example.org/{at}", digests=("a-2026",), day="2026-03-14") for at in range(count))


def gone(link: Link) -> LostLink:
    return LostLink(url=link.url, digests=link.digests, why="gone", since="2026-11-01", seen="2026-11-08")


def test_what_is_within_the_limit_is_asked_every_week_the_newest_first() -> None:
    assert links(20) == chosen(links(20), (), 20, MONDAY)


@pytest.mark.parametrize("most", [8, 10, 19])
def test_beyond_the_limit_every_link_has_its_week_and_what_was_lost_has_every_week(most: int) -> None:
    there = links(50)
    before = (gone(there[30]), gone(there[49]))
    weeks = [chosen(there, before, most, MONDAY + at * WEEK) for at in range(50)]
    assert {*there} == {link for week in weeks for link in week}
    assert all({there[30], there[49]} < {*week} for week in weeks)
    assert most >= max(len(week) + len(before) for week in weeks)
    assert weeks[0] == chosen(there, before, most, MONDAY + timedelta(days=2))


@pytest.mark.parametrize("most", [3, 5, 16])
def test_however_much_is_lost_the_others_have_their_weeks_too(most: int) -> None:
    there = links(30)
    before = tuple(map(gone, there[:20]))
    weeks = [chosen(there, before, most, MONDAY + at * WEEK) for at in range(120)]
    assert {*there} == {link for week in weeks for link in week}
    assert most >= max(len(week) + len({*week} & {*there[:20]}) for week in weeks)


def test_what_time_was_too_short_for_is_said(shelf: Shelf) -> None:
    shelf.shows("/nowhere")
    with web.connect(LIMITS) as door:
        found = asked(links_under(shelf.root, CONFIG, shelf.said.append), door, seconds=0)
    assert ["the time of this run was up"] == [each.why for each in found.values()]
    assert [] == shelf.site.asked


def test_a_door_that_closes_is_doubt_and_no_death(shelf: Shelf) -> None:
    shelf.shows("/nowhere", "/gone", "/well")
    visit = shelf.looked(MONDAY, replace(LIMITS, pages=1))
    assert 2 == sum("this run may read 1 pages" in each.why for each in visit.verdicts.values())
    assert 1 >= len(visit.lost)


# ---- what is told


def test_the_run_s_page_counts_what_was_asked_and_shows_each_that_is_not_well(shelf: Shelf) -> None:
    shelf.shows("/well", "/nowhere", "/refused")
    told = tell.summary(shelf.looked(MONDAY))
    assert "Asked 3 of 3 links: 1 well, 1 dead, 1 unknown. Lost by now: 0 gone for good, 1 to be seen again." in told
    rows = {line.split(" | ")[0] for line in told.splitlines() if "127.0.0.1" in line}
    assert {"| dead", "| unknown"} == rows


def test_the_pull_request_says_what_is_dead_what_may_be_and_what_is_not_any_more(shelf: Shelf) -> None:
    shelf.site.kept = copied
    shelf.shows("/nowhere", "/back")
    shelf.looked(MONDAY)
    known = shelf.before
    shelf.site.lives.add("/back")
    shelf.shows("/nowhere", "/back", "/gone")
    wanted = tell.proposal(shelf.looked(MONDAY + WEEK).lost, known)
    assert "Dead links: 1 found, 1 to be seen again" == wanted.title
    dead, again, back = wanted.body.split("\n## ")[:3]
    assert "/nowhere) | 2026-11-30 | " in dead
    assert "| [archived copy](https://web.archive.org/web/20260315101112/" in dead
    assert ("/gone)" in again, "/back)" in back, "/gone)" in dead) == (True, True, False)
    assert {lost.PATH: lost.as_json(shelf.before)} == wanted.draft.files


def test_what_was_merged_is_not_told_again(shelf: Shelf) -> None:
    shelf.shows("/nowhere")
    shelf.looked(MONDAY)
    merged = shelf.looked(MONDAY + WEEK).lost
    shelf.shows("/nowhere", "/gone")
    wanted = tell.proposal(shelf.looked(MONDAY + 2 * WEEK).lost, merged)
    assert "Dead links: none found, 1 to be seen again" == wanted.title
    assert "/nowhere" not in wanted.body


def test_foreign_words_stay_text_in_a_pull_request_and_a_long_list_is_cut() -> None:
    nasty = replace(gone(links(1)[0]), url="https://a.example.org/x|y](z)<b>@ada", why="| <img> @ada #1 ![x](y)")
    body = tell.proposal((nasty, *map(gone, links(150))), ()).body
    (row,) = [line for line in body.splitlines() if "img" in line]
    assert 6 == row.replace("\\|", "").count("|")
    assert "](z)" not in row.replace("\\](z)", "").replace("](https://", "")
    assert "And 51 more, which are in `digests/links.json`." in body


def test_the_demos_links_are_those_that_its_page_shows() -> None:
    found = {link.url for link in links_under(drafted(), CONFIG, lambda line: None)}
    page = (drafted() / "digests/example-2026.md").read_text()
    assert 5 < len(found)
    assert [] == [url for url in found if url not in page]


def test_a_page_that_cannot_be_read_is_no_page_without_links(shelf: Shelf) -> None:
    shelf.shows("/nowhere")
    for text in (b"---\ntitle: [\n---\n", b"\xff"):
        (shelf.root / "digests" / "broken-2026.md").write_bytes(text)
        with pytest.raises(StoreError, match=r"broken-2026\.md"):
            shelf.looked(MONDAY)
