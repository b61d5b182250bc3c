"""What `python -m bot program` answers when a site sends anything but a program: plain words, and what to do next.

Everything is real but the address, which is this machine's: the command line itself asks no private host.
"""

import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler

import pytest

from bot import pipeline, show, web
from bot.errors import Blocked, BotError, LayoutChanged, SourceError
from bot.model import Edition
from bot.web import Limits
from tests.web.test_web import Route, Site, answers, serving

LIMITS = Limits(pause=0, backoff=0.01, seconds=1.5, private_hosts=frozenset({"127.0.0.1"}))
SAVE_IT = "open it in your browser until the program shows, save that page, and read the file with --from FILE"
CHALLENGE = b"<!doctype html><title>Just a moment...</title><script>window._cf_chl_opt={}</script><body>Checking</body>"
SHELL = b"<!doctype html><title>Harbour Days</title><div id=root></div><script src=/app.js></script>"
BOMB = (
    b'<?xml version="1.0"?><!DOCTYPE schedule [<!ENTITY a "tide"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    b"<schedule><conference>&b;</conference></schedule>"
)


def large(handler: BaseHTTPRequestHandler) -> None:
    """A page of more than 30 MB, of which nobody says how long it is."""
    handler.send_response(200)
    handler.send_header("content-type", "text/html")
    handler.end_headers()
    for _ in range(32):
        handler.wfile.write(b"<p>more</p>\n" * 87_000)


def endless(handler: BaseHTTPRequestHandler) -> None:
    """A PDF whose next byte is always about to come."""
    handler.send_response(200)
    handler.send_header("content-type", "application/pdf")
    handler.end_headers()
    handler.wfile.write(b"%PDF-1.7\n")
    for _ in range(1000):
        handler.wfile.write(b"0")
        time.sleep(0.02)


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as site:
        yield site


def told(site: Site, capsys: pytest.CaptureFixture[str]) -> tuple[type[BotError], str]:
    """The kind of the failure, and all that a person sees of it."""
    edition = Edition(key="", name="", urls=(f"{site.url}/program",))
    with pytest.raises(BotError) as failure, web.connect(LIMITS) as internet:
        pipeline.look(edition, internet)
    show.failure(failure.value)
    return failure.type, capsys.readouterr().err.replace(site.url, "SITE")


@pytest.mark.parametrize(
    ("route", "kind", "sentence", "hint"),
    [
        (answers(403), Blocked, "127.0.0.1 refuses to show this page to robots (403 Forbidden)", SAVE_IT),
        (
            answers(body=CHALLENGE), Blocked,
            "127.0.0.1 shows a wall for robots (Cloudflare) instead of the page", SAVE_IT,
        ),
        (
            answers(body=SHELL), LayoutChanged,
            "127.0.0.1 sent a page that only a browser fills in, with no program in it", SAVE_IT,
        ),
        (
            large, SourceError, "127.0.0.1 sent more than 30 MB for one page",
            "check that the address is a program page, or raise the limit in config.yml",
        ),
        (
            answers(302, location="http://10.0.0.1/admin"), SourceError,
            "10.0.0.1 leads to a private address, which is never read",
            "give the public address of the program, or save the page and read the file with --from FILE",
        ),
        (
            answers(body=BOMB, content_type="application/xml"), SourceError,
            "SITE/program defines XML entities, which are never expanded here", "do not trust this file; ask the site",
        ),
        (
            endless, SourceError, "127.0.0.1 did not send the page within 1.5 seconds",
            "try again later; if it lasts, save the page from your browser and read the file with --from FILE",
        ),
    ],
    ids=["403", "challenge", "script shell", "30 MB", "private address", "XML bomb", "endless PDF"],
)  # fmt: skip
def test_what_is_no_program_is_told_in_plain_words(
    site: Site, capsys: pytest.CaptureFixture[str], route: Route, kind: type[BotError], sentence: str, hint: str
) -> None:
    site.routes["/program"] = route
    began = time.monotonic()

    assert (kind, f"✗ {sentence}\n  → {hint}\n") == told(site, capsys)
    assert time.monotonic() - began < 10


def test_what_a_site_asks_robots_not_to_read_is_told_and_never_asked_for(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    site.routes["/robots.txt"] = answers(body=b"User-agent: *\nDisallow: /\n", content_type="text/plain")

    words = f"✗ 127.0.0.1 asks robots not to read SITE/program (robots.txt)\n  → {SAVE_IT}\n"
    assert (Blocked, words) == told(site, capsys)
    assert 0 == site.times("/program")
