"""The whole road, from a conference's server on loopback to files, and again from what was recorded on the way."""

import json
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import config, discover, pipeline
from bot.errors import Blocked, BotError, Incomplete, NotPublished
from bot.forges import folder
from bot.model import Edition
from bot.pipeline import Outcome
from bot.propose import CHANGED
from bot.web import Limits, Web, connect, recording

DEMO = Path(__file__).resolve().parent / "demo"
CONFIG = config.load(DEMO / "config.yml")
SCHEDULE = (DEMO / "recording" / "schedule.json").read_bytes()
LIMITS = Limits(
    contact="https://digests.example.org/about/", pause=0, backoff=0, private_hosts=frozenset({"127.0.0.1"})
)


class Conference:
    """A server whose answers can be set: {path: (status, body)}."""

    def __init__(self) -> None:
        self.answers: dict[str, tuple[int, bytes]] = {}
        answers = self.answers

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                status, body = answers.get(self.path, (404, b"not here"))
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"


@pytest.fixture
def conference() -> Iterator[Conference]:
    started = Conference()
    yield started
    started.server.shutdown()
    started.server.server_close()


def edition(*urls: str) -> Edition:
    return replace(discover.edition("example-2026", CONFIG.series), urls=urls)


def drafted(of: Edition, web: Web, out: Path, held: tuple[str, ...] = ()) -> tuple[Outcome, list[str]]:
    heard: list[str] = []
    return pipeline.draft(of, web, CONFIG, folder.connect(out), heard.append, held), heard


def test_a_program_is_fetched_drafted_recorded_and_replayed_to_the_same_picks(
    conference: Conference, tmp_path: Path
) -> None:
    conference.answers["/2026/schedule/export/schedule.json"] = (200, SCHEDULE)
    of = edition(f"{conference.url}/2026/schedule/")
    with connect(LIMITS, record=tmp_path / "record") as web:
        live, heard = drafted(of, web, tmp_path / "live")
    saved = recording.saved(tmp_path / "record")
    again, _ = drafted(of, saved, tmp_path / "again", saved.urls)
    for path in ("digests/example-2026.md", "digests/example-2026.json", "prompts/example-2026.md", "pull-request.md"):
        assert (tmp_path / "live" / path).read_bytes() == (tmp_path / "again" / path).read_bytes()
    assert live.digest == again.digest
    assert heard[0].startswith("Read 30 contributions of Fernweh Networking Conference 2026 (pretalx)")
    assert "read on 20" in live.digest.lead[1]


def test_a_blocked_first_source_is_a_stated_fact_when_a_second_one_stands_in(
    conference: Conference, tmp_path: Path
) -> None:
    conference.answers["/first/schedule/export/schedule.json"] = (403, b"<title>Just a moment...</title>")
    conference.answers["/second/schedule/export/schedule.json"] = (200, SCHEDULE)
    of = edition(f"{conference.url}/first/schedule/", f"{conference.url}/second/schedule/")
    with connect(LIMITS) as web:
        drafted(of, web, tmp_path)
    for path in ("pull-request.md", "digests/example-2026.md"):
        assert "Passed over" in (tmp_path / path).read_text()


@pytest.mark.parametrize(
    ("status", "body", "failure"),
    [
        (403, b"<title>Just a moment...</title>", Blocked),
        (404, b"gone", NotPublished),
        (200, b'{"schedule": {"version": "test", "conference": {"title": "x", "days": []}}}', NotPublished),
        (200, SCHEDULE[: len(SCHEDULE) // 2], BotError),
        (200, b"<title>Sign in</title><form><input type=password></form>", Blocked),
    ],
)
def test_what_is_not_whole_ends_in_its_failure_and_leaves_no_file(
    conference: Conference, tmp_path: Path, status: int, body: bytes, failure: type[BotError]
) -> None:
    for path in ("/2026/schedule/export/schedule.json", "/2026/schedule/export/schedule.xml", "/2026/schedule/"):
        conference.answers[path] = (status, body)
    with connect(LIMITS) as web, pytest.raises(failure) as error:
        drafted(edition(f"{conference.url}/2026/schedule/"), web, tmp_path)
    assert error.value.hint
    assert [] == list(tmp_path.iterdir())


def test_fewer_rows_than_declared_are_incomplete(tmp_path: Path) -> None:
    rows = [
        {"uid": f"{n:032x}", "id": n, "name": f"Paper {n}", "abstract": "A. " * 60, "eventtype": "Poster"}
        for n in range(20)
    ]
    feed = tmp_path / "feed.json"
    feed.write_text(json.dumps({"count": 289, "next": None, "previous": None, "results": rows}))
    saved = recording.saved(feed)
    with pytest.raises(Incomplete):
        drafted(edition(), saved, tmp_path / "out", saved.urls)


def test_a_program_without_anything_for_the_reader_says_so_rather_than_padding(tmp_path: Path) -> None:
    titles = ("Baking Bread", "Knitting for Two", "The Care of Goats")
    (tmp_path / "p.json").write_text(json.dumps({"contributions": [{"title": title} for title in titles]}))
    saved = recording.saved(tmp_path / "p.json")
    outcome, _ = drafted(edition(), saved, tmp_path / "out", saved.urls)
    assert () == outcome.digest.writeups
    assert "No pick in this tier." in (tmp_path / "out/digests/example-2026.md").read_text()


PIECES = (
    "RDMA fabric", "we present Foo, a transport", "lossless 10 Gbps", "eBPF", "# heading", "- item", "`code`", "[a](b)",
    "<script>", "&lt;b&gt;", "\u202e", "\x00", "🚀", "中文。", "$2\\mu s$", "http://a.example/c", "@ada #1",
    "---", "\n\n",
    "| cell", "“quoted words here”", "...", "?", "OAuth passkeys.", "::error::x", "{reader}",
)  # fmt: skip
TEXT = st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join)
ODD = st.one_of(TEXT, st.sampled_from([None, 5, 1e300, True, [], {}, ["x"], {"a": "b"}]))
MOMENTS = st.sampled_from(["2026-06-11", "2026-06-11 09:00", "2026-13-45", "soon", "1e300", "", None, 7])
ROWS = st.fixed_dictionaries(
    {"title": TEXT.map(lambda text: text or "T"), "abstract": st.one_of(TEXT, ODD)},
    optional={
        **dict.fromkeys(("id", "kind", "session", "url"), ODD),
        **dict.fromkeys(("starts", "ends"), MOMENTS),
        "people": st.lists(st.one_of(ODD, st.fixed_dictionaries({"name": ODD, "affiliation": ODD})), max_size=3),
        "links": st.one_of(ODD, st.dictionaries(TEXT, TEXT, max_size=2)),
    },
)
PROGRAMS = st.fixed_dictionaries(
    {"contributions": st.lists(ROWS, max_size=15)},
    optional={
        **dict.fromkeys(("name", "url", "status", "platform", "version"), ODD),
        **dict.fromkeys(("starts", "ends"), MOMENTS),
    },
)


@settings(max_examples=60)
@given(PROGRAMS, st.sampled_from(("digest", "session-notes")))
def test_no_program_makes_drafting_crash_and_a_second_run_changes_nothing(tree: dict[str, object], form: str) -> None:
    with tempfile.TemporaryDirectory() as place:
        (Path(place) / "p.json").write_text(json.dumps(tree))
        saved = recording.saved(Path(place) / "p.json")
        of = replace(edition(), form=form)
        try:
            drafted(of, saved, Path(place) / "out", saved.urls)
        except BotError as error:
            assert error.hint
        else:
            assert () == drafted(of, saved, Path(place) / "out", saved.urls)[0].pull_request.changed


def schedule(out: Path, change: Callable[[str], str]) -> recording.Recording:
    """The demo's program as it reads after a change, saved."""
    out.mkdir(exist_ok=True)
    (out / "schedule.json").write_text(change(SCHEDULE.decode()))
    return recording.saved(out / "schedule.json")


def told(out: Path) -> str:
    """What the pull request says of the program's changes."""
    return (out / "pull-request.md").read_text().partition(f"{CHANGED}\n\n")[2].partition("\n\n")[0]


def test_a_pull_request_says_what_changed_in_the_program_and_a_rerun_says_the_same(tmp_path: Path) -> None:
    of, out = edition(), tmp_path / "out"
    title = next(iter(json.loads(SCHEDULE)["schedule"]["conference"]["days"][0]["rooms"].values()))[1]["title"]
    first = schedule(tmp_path / "a", lambda text: text)
    second = schedule(tmp_path / "b", lambda text: text.replace(json.dumps(title), json.dumps("[A link](x) @kelp")))
    third = schedule(tmp_path / "c", lambda text: text.replace(json.dumps(title), json.dumps(f"CANCELLED: {title}")))
    bodies = []
    for web in (first, first, second, second, third):
        drafted(of, web, out, web.urls)
        bodies.append(told(out))
    files = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    drafted(of, third, out, third.urls)
    assert files == {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    assert ["", ""] == bodies[:2]
    assert [f"- “{title}” is now called “[A link\\](x) @\N{WORD JOINER}kelp”."] * 2 == bodies[2:4]
    assert f"- “{title}” was cancelled or withdrawn." == bodies[4]
