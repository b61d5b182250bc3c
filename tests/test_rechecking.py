"""The verb `links`, week after week: what it leaves in the folder, and what becomes of its pull request."""

import json
import shutil
from argparse import Namespace
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from urllib.parse import quote

import pytest

from bot import lost, rechecking
from bot.__main__ import main
from bot.errors import StoreError
from bot.lost import PATH
from bot.recheck import ARCHIVE
from tests.desk import DEMO, KEY, drafted
from tests.github.double import WORKFLOW, Double

MONDAY, WEEK = date(2026, 11, 30), timedelta(days=7)
TALK, CODE = (
    "https://talks.example.org/fernweh-2026/talk/VBR7SM/",
    "https://git.example.org/parcel-platform/ingress-converter",
)
COPY = f"https://web.archive.org/web/20260615000000/{TALK}"
LOST, DOUBTED = "Dead links: 1 found", "Dead links: none found, 1 to be seen again"


def at_once(seconds: float) -> None:
    """Nobody waits in a test."""


@dataclass(kw_only=True)
class Desk:
    """A checkout of the main branch with the demo's digest, and the jobs of links.yml, one week after the other."""

    root: Path
    double: Double

    @property
    def titles(self) -> list[str]:
        return [f"{issue.state} {issue.title}" for issue in self.double.hub.issues.values()]

    @property
    def listed(self) -> tuple[lost.LostLink, ...]:
        file = self.root / PATH
        return lost.of_json(file.read_text() if file.exists() else "")

    def recorded(self, statuses: Mapping[str, int]) -> Path:
        """An internet where addresses answer so; the archive has a copy of TALK."""
        folder = self.root / "recording"
        folder.mkdir(exist_ok=True)
        (folder / "page.html").write_text("<html><body><h1>Tidal Queues</h1></body></html>")
        closest = {"available": True, "status": "200", "url": COPY}
        (folder / "archive.json").write_text(json.dumps({"archived_snapshots": {"closest": closest}}))
        index: dict[str, dict[str, object]] = {
            url: {"file": "page.html", "status": status} for url, status in statuses.items()
        }
        index[f"{ARCHIVE}?url={quote(TALK, safe='')}&timestamp=20260612"] = {"file": "archive.json"}
        (folder / "index.json").write_text(json.dumps(index))
        return folder

    def options(self, **changed: object) -> Namespace:
        given = {"out": self.root, "config": DEMO / "config.yml", "origin": None, "record": None, "report": None}
        return Namespace(**{**given, "github": False, "propose": None, **changed})

    def look(self, today: date, report: Path | None = None, **statuses: int) -> None:
        found = {TALK: statuses.get("talk", 200), CODE: statuses.get("code", 200)}
        options = self.options(origin=self.recorded(found), report=report, github=report is not None)
        assert 0 == rechecking.links(options, today, at_once)

    def week(self, today: date, **statuses: int) -> list[str]:
        """Both jobs of the workflow; what they wrote on GitHub."""
        before, report = len(self.double.calls), self.root / "looked/links.json"
        if PATH in self.double.git("ls-tree", "-r", "main"):
            (self.root / PATH).write_text(self.double.file("main", PATH))
        self.look(today, report, **statuses)
        if "found=true" == (self.root / "output").read_text().splitlines()[-1]:
            assert 0 == rechecking.links(self.options(propose=report), today, at_once)
        return [call.operation for call in self.double.calls[before:] if call.method != "GET"]


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Desk]:
    shutil.copytree(drafted(), tmp_path, dirs_exist_ok=True)
    with Double({"README.md": "# Digests\n"}) as double:
        monkeypatch.setenv("GITHUB_REPOSITORY", "harbour/digests")
        monkeypatch.setenv("GITHUB_TOKEN", WORKFLOW)
        monkeypatch.setenv("GITHUB_API_URL", double.base)
        monkeypatch.setenv("GITHUB_OUTPUT", str(tmp_path / "output"))
        monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary"))
        yield Desk(root=tmp_path, double=double)


# ---- in a folder


def test_a_week_apart_a_dead_link_is_listed_with_its_copy_and_the_page_says_so(desk: Desk) -> None:
    desk.look(MONDAY, talk=404)
    assert [("2026-11-30", False)] == [(link.since, link.is_gone) for link in desk.listed]
    desk.look(MONDAY + WEEK, talk=404)
    (link,) = desk.listed
    assert (TALK, (KEY,), COPY, True) == (link.url, link.digests, link.archive, link.is_gone)
    site = desk.root / "site"
    command = ("publish", "--from", desk.root, "--out", site, "--config", DEMO / "config.yml")
    assert 0 == main([*map(str, command)])
    assert f'(<a href="{COPY}" ' in (site / KEY / "index.html").read_text()
    assert [] == desk.double.calls


def test_it_runs_from_the_command_line_and_says_what_came_of_it(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    recording = desk.recorded({TALK: 404, CODE: 200})
    command = ("links", "--out", desk.root, "--from", recording, "--config", DEMO / "config.yml")
    assert 0 == main([*map(str, command)])
    said = capsys.readouterr().err
    assert f"dead: {TALK} (talks.example.org has no page at {TALK})" in said
    assert "1 well, 1 dead, 10 unknown. Lost by now: 0 gone for good, 1 to be seen again." in said
    assert [TALK] == [link.url for link in desk.listed]


def test_where_all_is_well_no_file_is_made(desk: Desk) -> None:
    desk.look(MONDAY)
    assert not (desk.root / PATH).exists()


def test_a_list_that_somebody_spoilt_is_not_written_over(desk: Desk) -> None:
    (desk.root / PATH).write_text("<<<<<<< mine")
    with pytest.raises(StoreError, match="not as the bot writes it"):
        desk.look(MONDAY, talk=404)
    assert "<<<<<<< mine" == (desk.root / PATH).read_text()


# ---- on GitHub


def test_one_pull_request_goes_along_from_week_to_week(desk: Desk) -> None:
    assert desk.week(MONDAY, talk=404)
    assert [f"open {DOUBTED}"] == desk.titles
    assert [] == desk.week(MONDAY, talk=404)
    assert desk.week(MONDAY + WEEK, talk=404)
    assert [f"open {LOST}"] == desk.titles
    assert [] == desk.week(MONDAY + 2 * WEEK, talk=404)
    (link,) = lost.of_json(desk.double.file("links/2026-11-30", PATH))
    assert (TALK, COPY) == (link.url, link.archive)
    assert {"links", "status:needs-review"} == set(desk.double.hub.issues[1].labels)


def test_after_a_merge_all_is_quiet_until_something_else_is_lost(desk: Desk) -> None:
    desk.week(MONDAY, talk=404)
    desk.week(MONDAY + WEEK, talk=404)
    desk.double.merge(1)
    assert [] == desk.week(MONDAY + 2 * WEEK, talk=404)
    assert desk.week(MONDAY + 3 * WEEK, talk=404, code=410)
    assert [f"closed {LOST}", f"open {DOUBTED}"] == desk.titles
    assert {TALK, CODE} == {link.url for link in lost.of_json(desk.double.file("links/2026-12-21", PATH))}


def test_what_was_merged_while_in_doubt_is_proposed_once_it_is_certain(desk: Desk) -> None:
    desk.week(MONDAY, talk=404)
    desk.double.merge(1)
    assert desk.week(MONDAY + WEEK, talk=404)
    assert [f"closed {DOUBTED}", f"open {LOST}"] == desk.titles


def test_what_answers_again_is_proposed_to_be_taken_off_the_list(desk: Desk) -> None:
    desk.week(MONDAY, talk=404)
    desk.week(MONDAY + WEEK, talk=404)
    desk.double.merge(1)
    assert desk.week(MONDAY + 2 * WEEK)
    assert () == lost.of_json(desk.double.file("links/2026-12-14", PATH))
    assert "## No longer lost" in (desk.double.hub.issues[2].body or "")


def test_what_a_person_closed_is_not_proposed_again_until_something_else_is_found(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.week(MONDAY, talk=404)
    desk.double.close(1)
    assert [] == desk.week(MONDAY + WEEK, talk=404)
    assert "was closed, and nothing else was found since" in capsys.readouterr().out
    assert desk.week(MONDAY + 2 * WEEK, talk=404, code=404)
    assert [f"closed {DOUBTED}", "open Dead links: none found, 2 to be seen again"] == desk.titles


def test_a_copy_that_an_editor_chose_in_the_pull_request_stays(desk: Desk) -> None:
    desk.week(MONDAY, talk=404)
    desk.week(MONDAY + WEEK, talk=404)
    better = COPY.replace("20260615000000", "20200101000000")
    desk.double.edit("links/2026-11-30", PATH, desk.double.file("links/2026-11-30", PATH).replace(COPY, better))
    desk.week(MONDAY + 2 * WEEK, talk=404, code=404)
    assert better in desk.double.file("links/2026-11-30", PATH)
    assert better in (desk.double.hub.issues[1].body or "")


def test_a_hostile_list_in_an_open_pull_request_stops_the_run_and_reaches_nobody(desk: Desk) -> None:
    desk.week(MONDAY, talk=404)
    desk.double.edit("links/2026-11-30", PATH, lost.as_json([replace(lost_link(), url="javascript:alert(1)")]))
    with pytest.raises(StoreError, match="not as the bot writes it"):
        desk.week(MONDAY + WEEK, talk=404)


def test_only_a_report_is_proposed(desk: Desk) -> None:
    with pytest.raises(StoreError, match="there is no"):
        rechecking.links(desk.options(propose=desk.root / "nowhere.json"), MONDAY, at_once)
    (desk.root / "report.json").write_text('{"links": [{"url": "file:///etc/passwd"}]}')
    with pytest.raises(StoreError, match="not as the bot writes it"):
        rechecking.links(desk.options(propose=desk.root / "report.json"), MONDAY, at_once)
    assert [] == desk.double.calls


def lost_link() -> lost.LostLink:
    return lost.LostLink(url=TALK, digests=(KEY,), why="gone", since="2026-11-30", seen="2026-11-30")
