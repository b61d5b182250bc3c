"""The door to the internet, tried on real servers of this machine."""

import gzip
import json
import socket
import sqlite3
import ssl
import subprocess
import sys
import threading
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpcore2
import pytest

from bot import web
from bot.errors import Blocked, BotError, NotPublished, SourceError, StoreError
from bot.web import Limits, answer
from bot.web.answer import NoSuchHostError
from bot.web.door import Door
from bot.web.recording import saved
from bot.web.turns import Queues
from bot.web.wire import Guard

Route = Callable[[BaseHTTPRequestHandler], None]
QUICK = Limits(pause=0, backoff=0.01, seconds=5, private_hosts=frozenset({"127.0.0.1"}))
PAGE = b"<!doctype html><html><title>Harbour Days</title><body><h1>Program</h1><p>Cranes that think</p></body></html>"


class Site:
    """A server with a route for each path, and a log of what it was asked."""

    def __init__(self, server: ThreadingHTTPServer, scheme: str = "http", name: str = "127.0.0.1") -> None:
        self.url = f"{scheme}://{name}:{server.server_port}"
        self.routes: dict[str, Route] = {"/robots.txt": answers(404)}
        self.requests: list[tuple[str, dict[str, str], float]] = []
        self.posted: list[bytes] = []

    def times(self, path: str) -> int:
        return sum(path == asked for asked, _, _ in self.requests)


def answers(status: int = 200, body: bytes = PAGE, **headers: str) -> Route:
    """A route that always says the same; header names are written with underscores."""

    def route(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        named = {"content-type": "text/html", "content-length": str(len(body))}
        for name, value in (named | {name.replace("_", "-"): value for name, value in headers.items()}).items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(body)

    return route


def in_turn(*routes: Route) -> Route:
    """A route that answers differently each time; the last answer stays."""
    left = list(routes)
    return lambda handler: (left.pop(0) if len(left) > 1 else left[0])(handler)


@contextmanager
def serving(host: str = "127.0.0.1", tls: ssl.SSLContext | None = None) -> Iterator[Site]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            site.posted.append(self.rfile.read(int(self.headers["content-length"])))
            self.do_GET()

        def do_GET(self) -> None:
            site.requests.append((self.path, {k.lower(): v for k, v in self.headers.items()}, time.monotonic()))
            with suppress(ConnectionError):
                site.routes.get(self.path, answers(404))(self)

        def log_message(self, *arguments: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False

        def handle_error(self, *arguments: Any) -> None:
            pass

    server = Server((host, 0), Handler)
    if tls:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    site = Site(server, "https" if tls else "http", "localhost" if tls else host)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as site:
        site.routes["/program"] = answers()
        yield site


def limits(**changed: Any) -> Limits:
    return replace(QUICK, **changed)


def fetch(url: str, given: Limits = QUICK, **folders: Path) -> Any:
    with web.connect(given, **folders) as door:
        return door.page(url)


def failure(kind: type[BotError], url: str, given: Limits = QUICK, **folders: Path) -> BotError:
    with pytest.raises(kind) as error:
        fetch(url, given, **folders)
    assert error.value.hint
    return error.value


# What is sent and what comes back


def test_a_page_knows_where_when_and_what_was_read(site: Site) -> None:
    page = fetch(f"{site.url}/program#day-2")

    assert "Cranes that think" == page.text("p")
    assert f"{site.url}/program" == page.source.url
    assert page.source.time.endswith("+00:00")
    assert 64 == len(page.source.sha256)


def test_the_user_agent_says_who_reads_and_how_to_reach_them(site: Site) -> None:
    fetch(f"{site.url}/program", limits(contact="https://digest.example/about"))

    agents = {headers["user-agent"] for _, headers, _ in site.requests}
    assert {"conference-digest-bot (+https://digest.example/about)"} == agents


def test_the_charset_of_the_header_is_used(site: Site) -> None:
    body = "<html><body><p>Łódź</p></body></html>".encode("iso-8859-2")
    site.routes["/latin"] = answers(body=body, content_type="text/html; charset=ISO-8859-2")

    assert "Łódź" == fetch(f"{site.url}/latin").text("p")


def test_a_packed_page_is_unpacked(site: Site) -> None:
    site.routes["/packed"] = answers(body=gzip.compress(PAGE), content_encoding="gzip")

    assert "Cranes that think" == fetch(f"{site.url}/packed").text("p")


def test_no_credentials_of_this_machine_are_sent(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login me password secret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")

    fetch(f"{site.url}/program")

    assert not any("authorization" in headers for _, headers, _ in site.requests)


# Private addresses


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0", "[::1]", "[::ffff:127.0.0.1]", "localhost"],
)
def test_no_spelling_of_a_private_address_is_read(site: Site, host: str) -> None:
    port = site.url.rpartition(":")[2]

    failure(SourceError, f"http://{host}:{port}/program", limits(private_hosts=frozenset()))

    assert [] == site.requests


def test_the_refusal_of_a_private_address_names_the_host_and_a_way_out(site: Site) -> None:
    error = failure(SourceError, f"{site.url}/program", limits(private_hosts=frozenset()))

    assert "127.0.0.1 leads to a private address, which is never read" == str(error)
    assert "--from FILE" in error.hint


@pytest.mark.parametrize(
    "address",
    [
        *(
            "10.0.0.1",
            "192.168.1.1",
            "172.16.0.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
            "240.0.0.1",
        ),
        *("::", "::1", "fe80::1", "fe80::1%2", "fc00::1", "fec0::1", "ff02::1", "::ffff:8.8.8.8", "::7f00:1"),
        *("64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::", "2001:db8::1", "198.18.0.1", "192.0.2.1"),
    ],
)
def test_an_address_that_is_not_of_the_open_internet_is_not_public(address: str) -> None:
    from bot.web import wire

    assert not wire.is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "93.184.215.14", "2606:4700::1111", "2a00:1450:4001:80b::200e"])
def test_an_address_of_the_open_internet_is_public(address: str) -> None:
    from bot.web import wire

    assert wire.is_public(address)


def test_a_redirect_to_a_private_address_is_refused(site: Site) -> None:
    port = site.url.rpartition(":")[2]
    site.routes["/away"] = answers(302, location=f"http://localhost:{port}/program")

    error = failure(SourceError, f"{site.url}/away")

    assert "localhost leads to a private address, which is never read" == str(error)
    assert 0 == site.times("/program")


@pytest.mark.parametrize("target", ["file:///etc/passwd", "ftp://127.0.0.1/", "http://[", "//", "javascript:alert(1)"])
def test_a_redirect_to_no_web_page_is_refused(site: Site, target: str) -> None:
    site.routes["/away"] = answers(302, location=target)

    failure(SourceError, f"{site.url}/away")


def asked_through_a_guard(url: str, name: str, answers_of_dns: list[str], private: frozenset[str]) -> list[str]:
    """Reads an address whose name resolves to one address after the other; gives the names that were resolved."""
    import httpx2

    from bot.web import wire

    resolved: list[str] = []

    def resolve(host: str, port: int, **_: Any) -> list[Any]:
        resolved.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (answers_of_dns[len(resolved) - 1], port))]

    transport = wire.Wire(wire.Guard(private, resolve), 2, 2, lambda host: None)
    with httpx2.Client(transport=transport) as client:
        client.get(url.replace("127.0.0.2", name))
    return resolved


def test_a_name_is_resolved_once_and_the_checked_address_is_the_one_connected_to() -> None:
    with serving("127.0.0.2") as site:
        site.routes["/program"] = answers()

        # A second look would lead to 127.0.0.1, where nobody listens on this port.
        resolved = asked_through_a_guard(
            f"{site.url}/program", "fickle.test", ["127.0.0.2", "127.0.0.1"], frozenset({"fickle.test"})
        )

        assert ["fickle.test"] == resolved
        assert ["/program"] == [path for path, _, _ in site.requests]
        assert site.requests[0][1]["host"].startswith("fickle.test:")


def test_a_name_that_leads_to_a_private_address_is_refused_whatever_it_is_called() -> None:
    with serving("127.0.0.2") as site, pytest.raises(SourceError):
        asked_through_a_guard(f"{site.url}/program", "innocent.test", ["127.0.0.2"], frozenset())

    assert [] == site.requests


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://example.org/", "example.org", "", "http://", "http://["])
def test_what_is_no_address_of_a_web_page_is_refused(url: str) -> None:
    assert "is not the address of a web page" in str(failure(SourceError, url))


def test_an_address_with_credentials_is_refused(site: Site) -> None:
    failure(SourceError, site.url.replace("://", "://me:secret@") + "/program")

    assert [] == site.requests


# Too much, too long, in circles


def test_a_page_larger_than_the_limit_is_refused(site: Site) -> None:
    error = failure(SourceError, f"{site.url}/program", limits(bytes=50))

    assert str(error).startswith("127.0.0.1 sent more than 5e-05 MB")


@pytest.mark.parametrize("layers", [1, 2])
def test_a_bomb_stops_while_it_is_unpacked(site: Site, layers: int) -> None:
    packer = zlib.compressobj(9, wbits=31)
    bomb = b"".join(packer.compress(bytes(1_000_000)) for _ in range(100)) + packer.flush()
    for _ in range(layers - 1):
        bomb = gzip.compress(bomb)
    site.routes["/bomb"] = answers(body=bomb, content_encoding=", ".join(["gzip"] * layers))
    with web.connect(limits(bytes=2_000_000)) as door:
        tracemalloc.start()
        with pytest.raises(SourceError, match="sent more than 2 MB"):
            door.page(f"{site.url}/bomb")
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()

    assert peak < 20_000_000


def test_an_endless_page_ends(site: Site) -> None:
    gave_up = threading.Event()

    def endless(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        try:
            while True:
                handler.wfile.write(b"<p>more</p>" * 1000)
        except OSError:
            gave_up.set()

    site.routes["/endless"] = endless

    failure(SourceError, f"{site.url}/endless", limits(bytes=1_000_000))

    assert gave_up.wait(5)


@pytest.mark.parametrize("start", [b"HTTP/1.1 200 OK\r\n\r\n<p>", b"HTTP/1.1 200 OK\r\nX-Slow: "])
def test_a_page_that_drips_in_ends_after_its_time(site: Site, start: bytes) -> None:
    left = threading.Event()

    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(start)
        try:
            for _ in range(1000):
                handler.wfile.write(b"a")
                time.sleep(0.03)
        except OSError:
            left.set()

    site.routes["/drip"] = drip

    error = failure(SourceError, f"{site.url}/drip", limits(seconds=0.25))

    assert "127.0.0.1 did not send the page within 0.25 seconds" == str(error)
    assert left.wait(5)  # long before the last byte
    assert 1 == site.times("/drip")


def test_a_silent_server_ends_too(site: Site) -> None:
    site.routes["/silent"] = lambda handler: time.sleep(0.6)

    failure(SourceError, f"{site.url}/silent", limits(seconds=0.2))


def test_redirects_are_followed_and_the_page_knows_where_they_led(site: Site) -> None:
    site.routes["/old"] = answers(301, location="/newer")
    site.routes["/newer"] = answers(302, location="program#today")

    assert f"{site.url}/program" == fetch(f"{site.url}/old").source.url


def test_a_redirect_loop_ends(site: Site) -> None:
    site.routes["/a"] = answers(302, location="/b")
    site.routes["/b"] = answers(302, location="/a")

    assert "redirects without end" in str(failure(SourceError, f"{site.url}/a"))
    assert 6 == site.times("/a") + site.times("/b")


def test_a_redirect_to_nowhere_is_an_error(site: Site) -> None:
    site.routes["/a"] = answers(302)

    assert "127.0.0.1 failed to answer (302 Found)" == str(failure(SourceError, f"{site.url}/a"))


def test_a_run_reads_no_more_pages_than_it_may(site: Site) -> None:
    site.routes["/2"] = site.routes["/3"] = answers()
    with web.connect(limits(pages=2)) as door:
        door.page(f"{site.url}/program")
        door.page(f"{site.url}/2")
        door.page(f"{site.url}/2")
        with pytest.raises(SourceError, match="may read 2 pages"):
            door.page(f"{site.url}/3")


# Failing and trying again


def test_a_server_error_is_tried_again(site: Site) -> None:
    site.routes["/flaky"] = in_turn(answers(500), answers(503), answers())

    assert "Cranes that think" == fetch(f"{site.url}/flaky").text("p")
    assert 3 == site.times("/flaky")


def hang_up(handler: BaseHTTPRequestHandler) -> None:
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True


def test_a_connection_that_breaks_off_is_tried_again(site: Site) -> None:
    site.routes["/broken"] = in_turn(hang_up, answers())

    assert "Cranes that think" == fetch(f"{site.url}/broken").text("p")


def test_a_page_that_is_cut_off_is_no_page(site: Site) -> None:
    def cut(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n<p>half")
        hang_up(handler)

    site.routes["/cut"] = cut

    assert "broke off its answer" in str(failure(SourceError, f"{site.url}/cut"))
    assert 3 == site.times("/cut")


def test_a_lasting_server_error_is_told(site: Site) -> None:
    site.routes["/down"] = answers(503)

    assert "127.0.0.1 failed to answer (503 Service Unavailable)" == str(failure(SourceError, f"{site.url}/down"))
    assert 3 == site.times("/down")


def test_retry_after_decides_how_long_to_wait(site: Site) -> None:
    site.routes["/busy"] = in_turn(answers(429, retry_after="0"), answers())
    started = time.monotonic()

    fetch(f"{site.url}/busy", limits(backoff=30))

    assert time.monotonic() - started < 3


def test_retry_after_may_be_a_date(site: Site) -> None:
    site.routes["/busy"] = in_turn(answers(503, retry_after="Wed, 21 Oct 2015 07:28:00 GMT"), answers())
    started = time.monotonic()

    fetch(f"{site.url}/busy", limits(backoff=30))

    assert time.monotonic() - started < 3


def test_a_host_that_asks_to_wait_rests_for_every_thread() -> None:
    from bot.web.turns import Queues

    queue = Queues(at_a_time=2, pause=0).at("example.org")
    started = time.monotonic()

    queue.rest(0.2)
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda _: queue.take(), range(3)))

    assert 0.2 <= time.monotonic() - started


@pytest.mark.parametrize("wait", ["3600", "Fri, 31 Dec 2100 07:28:00 GMT"])
def test_a_longer_wait_than_allowed_ends_the_attempts(site: Site, wait: str) -> None:
    site.routes["/busy"] = answers(429, retry_after=wait)

    error = failure(Blocked, f"{site.url}/busy", limits(wait_at_most=60))

    assert "127.0.0.1 says that it was asked too often and asks to wait" in str(error)
    assert wait in str(error)
    assert 1 == site.times("/busy")


@pytest.mark.parametrize("wait", ["soon", "-5", "", "9" * 400])
def test_a_senseless_retry_after_does_no_harm(site: Site, wait: str) -> None:
    site.routes["/busy"] = answers(429, retry_after=wait)

    failure(Blocked, f"{site.url}/busy")


def test_a_host_that_does_not_exist_is_told() -> None:
    error = failure(SourceError, "http://no-such-host.invalid/program")

    assert isinstance(error, NoSuchHostError)
    assert "no-such-host.invalid cannot be reached (no such host)" == str(error)


@pytest.mark.parametrize("fault", [socket.EAI_AGAIN, socket.EAI_FAIL])
def test_a_name_that_could_not_be_looked_up_is_not_said_to_be_nobodys(fault: int) -> None:
    def resolve(*arguments: object, **options: object) -> None:
        raise socket.gaierror(fault, "no answer")

    with pytest.raises(httpcore2.ConnectError, match="no answer"):
        Guard(resolve=resolve).connect_tcp("harbour.example.org", 80)


def test_a_host_that_does_not_listen_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

    error = failure(SourceError, f"http://127.0.0.1:{port}/")

    assert "127.0.0.1 cannot be reached (Connection refused)" == str(error)


def test_what_is_not_http_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def talk() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = server.accept()
                    connection.sendall(b"SSH-2.0-harbour\r\n")
                    connection.close()

        threading.Thread(target=talk, daemon=True).start()

        assert "broke off" in str(failure(SourceError, f"http://127.0.0.1:{server.getsockname()[1]}/"))
        server.shutdown(socket.SHUT_RDWR)


# Walls


@pytest.mark.parametrize("status", [401, 403, 406, 429, 451])
def test_a_refusal_is_blocked_and_says_how_to_go_on(site: Site, status: int) -> None:
    site.routes["/wall"] = answers(status, b"<p>no</p>")

    error = failure(Blocked, f"{site.url}/wall")

    assert str(error).startswith("127.0.0.1 ")
    assert "--from FILE" in error.hint


@pytest.mark.parametrize("status", [404, 410])
def test_a_missing_page_is_not_published(site: Site, status: int) -> None:
    site.routes["/early"] = answers(status)

    assert f"127.0.0.1 has no page at {site.url}/early" == str(failure(NotPublished, f"{site.url}/early"))


CHALLENGE = b"<html><title>Just a moment...</title><body><script>window._cf_chl_opt={}</script></body></html>"


@pytest.mark.parametrize("status", [200, 403, 404, 429, 503])
def test_a_challenge_is_blocked_whatever_its_status_and_never_tried_again(site: Site, status: int) -> None:
    site.routes["/wall"] = answers(status, CHALLENGE)

    assert "127.0.0.1 shows a wall for robots (Cloudflare) instead of the page" == str(
        failure(Blocked, f"{site.url}/wall")
    )
    assert 1 == site.times("/wall")


@pytest.mark.parametrize(
    ("status", "headers", "wall"),
    [(200, {"cf_mitigated": "challenge"}, "Cloudflare"), (202, {"x_amzn_waf_action": "challenge"}, "AWS WAF")],
)
def test_a_wall_that_only_the_headers_tell_is_blocked(
    site: Site, status: int, headers: dict[str, str], wall: str
) -> None:
    site.routes["/wall"] = answers(status, b"", **headers)

    assert f"({wall})" in str(failure(Blocked, f"{site.url}/wall"))


def test_a_wall_is_never_cached(site: Site, tmp_path: Path) -> None:
    site.routes["/wall"] = in_turn(answers(cf_mitigated="challenge", cache_control="max-age=9999"), answers())
    failure(Blocked, f"{site.url}/wall", cache=tmp_path)

    assert "Cranes that think" == fetch(f"{site.url}/wall", cache=tmp_path).text("p")


def test_the_verification_of_openreview_is_blocked(site: Site) -> None:
    body = json.dumps({"name": "ChallengeRequiredError", "message": "verify", "status": 403}).encode()
    site.routes["/notes"] = answers(403, body, content_type="application/json")

    assert "(OpenReview)" in str(failure(Blocked, f"{site.url}/notes"))


def test_a_page_is_refused_once_for_all_who_ask(site: Site) -> None:
    site.routes["/wall"] = answers(403)
    with web.connect(QUICK) as door:
        for _ in range(2):
            with pytest.raises(Blocked):
                door.page(f"{site.url}/wall")

    assert 1 == site.times("/wall")


# Robots


def robots(text: str) -> Route:
    return answers(body=text.encode(), content_type="text/plain")


def test_a_page_that_robots_must_not_read_is_not_asked_for(site: Site) -> None:
    site.routes["/robots.txt"] = robots("User-agent: *\nDisallow: /program\n")

    error = failure(Blocked, f"{site.url}/program")

    assert f"127.0.0.1 asks robots not to read {site.url}/program (robots.txt)" == str(error)
    assert ["/robots.txt"] == [path for path, _, _ in site.requests]


def test_rules_for_this_bot_go_before_those_for_all(site: Site) -> None:
    site.routes["/robots.txt"] = robots("User-agent: *\nDisallow: /\n\nUser-agent: conference-digest-bot\nAllow: /\n")

    assert fetch(f"{site.url}/program")


def test_a_file_that_a_person_handed_over_is_read_where_such_files_lie_and_nowhere_else(site: Site) -> None:
    site.routes["/robots.txt"] = robots("User-agent: *\nDisallow: /\n")
    handed = limits(only_hosts=frozenset({"127.0.0.1"}))
    fetch(f"{site.url}/program", handed)
    assert ["/program"] == [path for path, _, _ in site.requests]
    site.routes["/moved"] = answers(302, Location="http://localhost:9/program")
    error = failure(SourceError, f"{site.url}/moved", handed)
    assert "localhost keeps no files that people attach" == str(error)


def test_a_redirect_is_held_against_the_robots_rules_of_its_target(site: Site) -> None:
    site.routes["/robots.txt"] = robots("User-agent: *\nDisallow: /program\n")
    site.routes["/a"] = answers(302, location="/program")

    failure(Blocked, f"{site.url}/a")

    assert 0 == site.times("/program")


@pytest.mark.parametrize("status", [400, 403, 404, 410])
def test_a_site_without_robots_rules_may_be_read(site: Site, status: int) -> None:
    site.routes["/robots.txt"] = answers(status)

    assert fetch(f"{site.url}/program")


@pytest.mark.parametrize("status", [429, 500, 503, 599])
def test_a_site_that_fails_to_tell_its_robots_rules_is_left_alone(site: Site, status: int) -> None:
    site.routes["/robots.txt"] = answers(status)

    error = failure(Blocked, f"{site.url}/program")

    assert f"127.0.0.1 fails to say what robots may read (robots.txt: {status})" == str(error)
    assert 0 == site.times("/program")


def test_robots_rules_are_asked_for_once(site: Site) -> None:
    site.routes["/2"] = answers()
    with web.connect(QUICK) as door:
        door.page(f"{site.url}/program")
        door.page(f"{site.url}/2")

    assert 1 == site.times("/robots.txt")


def test_robots_rules_may_be_any_bytes(site: Site) -> None:
    site.routes["/robots.txt"] = answers(body=bytes(range(256)) * 50)

    assert fetch(f"{site.url}/program")


def test_a_crawl_delay_is_kept(site: Site) -> None:
    site.routes["/robots.txt"] = robots("User-agent: *\nCrawl-delay: 0.5\n")
    site.routes["/2"] = answers()
    began = time.monotonic()
    with web.connect(QUICK) as door:
        door.page(f"{site.url}/program")
        door.page(f"{site.url}/2")

    assert 0.5 <= site.requests[-1][2] - began


# Politeness


def test_requests_to_one_host_are_spaced(site: Site) -> None:
    site.routes["/2"] = site.routes["/3"] = answers()
    began = time.monotonic()
    with web.connect(limits(pause=0.08)) as door, ThreadPoolExecutor() as pool:
        list(pool.map(door.page, (f"{site.url}/{name}" for name in ("program", "2", "3"))))

    assert 4 == len(site.requests)
    assert 3 * 0.08 <= site.requests[-1][2] - began  # on a busy machine one may arrive late, and the next in time


def test_one_host_is_asked_by_few_at_a_time(site: Site) -> None:
    now, most, lock, met = 0, 0, threading.Lock(), threading.Event()

    def slow(handler: BaseHTTPRequestHandler) -> None:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
            if most == 2:
                met.set()
        met.wait(5)
        time.sleep(0.04)  # for a third to come, were it let through
        with lock:
            now -= 1
        answers()(handler)

    paths = [f"/{number}" for number in range(8)]
    site.routes.update(dict.fromkeys(paths, slow))
    with web.connect(limits(per_host=2)) as door, ThreadPoolExecutor(8) as pool:
        list(pool.map(door.page, (site.url + path for path in paths)))

    assert 2 == most


def test_threads_that_want_one_page_cause_one_request(site: Site) -> None:
    def slow(handler: BaseHTTPRequestHandler) -> None:
        time.sleep(0.1)
        answers()(handler)

    site.routes["/slow"] = slow
    with web.connect(QUICK) as door, ThreadPoolExecutor(4) as pool:
        pages = list(pool.map(door.page, [f"{site.url}/slow", f"{site.url}/slow#x"] * 2))

    assert 1 == site.times("/slow")
    assert {"Cranes that think"} == {page.text("p") for page in pages}


# The cache


def dated(tag: str, **headers: str) -> Route:
    def route(handler: BaseHTTPRequestHandler) -> None:
        known = handler.headers.get("if-none-match") == tag
        answers(304 if known else 200, b"" if known else PAGE, etag=tag, **headers)(handler)

    return route


def test_a_page_that_has_not_changed_comes_from_the_cache_and_keeps_its_time(site: Site, tmp_path: Path) -> None:
    site.routes["/tagged"] = dated('"1"')
    first = fetch(f"{site.url}/tagged", cache=tmp_path / "cache")

    again = fetch(f"{site.url}/tagged", cache=tmp_path / "cache")

    asked = [headers.get("if-none-match") for path, headers, _ in site.requests if path == "/tagged"]
    assert [None, '"1"'] == asked
    assert first.source == again.source
    assert "Cranes that think" == again.text("p")


def test_a_page_that_nobody_reads_for_a_quarter_of_a_year_is_forgotten(site: Site, tmp_path: Path) -> None:
    site.routes["/tagged"] = dated('"1"')
    fetch(f"{site.url}/tagged", cache=tmp_path)
    with closing(sqlite3.connect(tmp_path / "pages.sqlite")) as pages:
        kept = pages.execute("SELECT expires_at FROM entries WHERE expires_at > 0").fetchall()
    assert kept and all(89 < (until - time.time()) / 86_400 < 91 for (until,) in kept)


def test_a_page_that_has_changed_is_read_anew(site: Site, tmp_path: Path) -> None:
    site.routes["/tagged"] = in_turn(dated('"1"'), answers(body=PAGE.replace(b"Cranes", b"Locks"), etag='"2"'))
    fetch(f"{site.url}/tagged", cache=tmp_path)

    assert "Locks that think" == fetch(f"{site.url}/tagged", cache=tmp_path).text("p")


@pytest.mark.parametrize("headers", [{"cache_control": "max-age=60"}, {"expires": "Fri, 31 Dec 2100 07:28:00 GMT"}])
def test_a_page_is_trusted_as_long_as_its_site_says(site: Site, tmp_path: Path, headers: dict[str, str]) -> None:
    site.routes["/robots.txt"] = answers(404, cache_control="max-age=60")
    site.routes["/fresh"] = answers(**headers)
    fetch(f"{site.url}/fresh", cache=tmp_path)

    fetch(f"{site.url}/fresh", limits(pause=60), cache=tmp_path)

    assert ["/robots.txt", "/fresh"] == [path for path, _, _ in site.requests]


@pytest.mark.parametrize("headers", [{}, {"cache_control": "public"}])
def test_an_old_page_is_not_guessed_to_stay_as_it_is(site: Site, tmp_path: Path, headers: dict[str, str]) -> None:
    site.routes["/old"] = answers(last_modified="Wed, 21 Oct 2015 07:28:00 GMT", **headers)
    fetch(f"{site.url}/old", cache=tmp_path)
    fetch(f"{site.url}/old", cache=tmp_path)

    assert 2 == site.times("/old")


def test_only_a_body_is_stamped_with_its_time_and_only_by_the_bot(site: Site) -> None:
    import httpx2

    from bot.web import wire

    site.routes["/tagged"] = dated('"1"', bot_fetched_at="1999-01-01")
    transport = wire.Wire(wire.Guard({"127.0.0.1"}), 2, 2, lambda host: None)
    with httpx2.Client(transport=transport) as client:
        new = client.get(f"{site.url}/tagged")
        unchanged = client.get(f"{site.url}/tagged", headers={"if-none-match": '"1"'})

    assert new.headers[wire.STAMP].startswith("20")
    assert (304, None) == (unchanged.status_code, unchanged.headers.get(wire.STAMP))


def test_a_page_that_was_given_up_is_not_cached(site: Site, tmp_path: Path) -> None:
    site.routes["/large"] = answers(cache_control="max-age=60")
    failure(SourceError, f"{site.url}/large", limits(bytes=20), cache=tmp_path)

    assert "Cranes that think" == fetch(f"{site.url}/large", cache=tmp_path).text("p")


def as_no_database(file: Path) -> None:
    file.write_bytes(b"not a database, but long enough to be taken for one" * 50)


def as_a_newer_versions(file: Path) -> None:
    with closing(sqlite3.connect(file)) as cache, cache:
        cache.execute("CREATE TABLE entries (something BLOB)")


def as_one_that_is_broken_in_its_middle(file: Path) -> None:
    with closing(sqlite3.connect(file)) as cache, cache:
        cache.execute("CREATE TABLE pages (body BLOB)")
        cache.executemany("INSERT INTO pages VALUES (?)", [(b"x" * 9000,)] * 20)
    whole = file.read_bytes()
    file.write_bytes(whole[:5000] + b"?" * 90_000 + whole[95_000:])


@pytest.mark.parametrize("spoil", [as_no_database, as_a_newer_versions, as_one_that_is_broken_in_its_middle])
def test_a_cache_that_cannot_be_read_is_told_and_begun_anew(
    site: Site, tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    heard: list[str] = []
    spoil(tmp_path / "pages.sqlite")
    site.routes["/kept"] = answers(cache_control="max-age=60")
    for _ in range(2):
        with web.connect(limits(), cache=tmp_path, listen=heard.append) as door:
            assert "Cranes that think" == door.page(f"{site.url}/kept").text("p")

    assert 1 == site.times("/kept")
    assert 1 == len(heard) and "pages.sqlite cannot be read" in heard[0]


def test_a_cache_folder_that_cannot_be_made_is_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(StoreError), web.connect(QUICK, cache=tmp_path / "file" / "cache"):
        pass


# Recording and replaying


def test_what_was_recorded_is_replayed_without_a_network(site: Site, tmp_path: Path) -> None:
    site.routes["/old"] = answers(301, location="/program")
    site.routes["/data.json"] = answers(body=b'{"days": []}', content_type="application/json; charset=utf-8")
    urls = [f"{site.url}{path}" for path in ("/program", "/old", "/data.json")]
    with web.connect(QUICK, record=tmp_path) as door:
        live = [door.page(url) for url in urls]
    replayed = [saved(tmp_path).page(url) for url in urls]

    assert [page.source for page in live] == [page.source for page in replayed]
    assert [page.format for page in live] == [page.format for page in replayed]
    assert live[0].tree.html == replayed[0].tree.html


def test_a_recording_is_legible(site: Site, tmp_path: Path) -> None:
    site.routes["/data.json"] = answers(body=b'{"days": []}', content_type="application/json")
    with web.connect(QUICK, record=tmp_path) as door:
        door.page(f"{site.url}/program")
        door.page(f"{site.url}/data.json")
    port = site.url.rpartition(":")[2]
    index = json.loads((tmp_path / "index.json").read_text())

    assert {"index.json", f"127-0-0-1-{port}-program.html", f"127-0-0-1-{port}-data-json.json"} == {
        file.name for file in tmp_path.iterdir()
    }
    assert [f"{site.url}/data.json", f"{site.url}/program"] == list(index)
    assert {"file", "status", "content_type", "time", "sha256"} == set(index[f"{site.url}/program"])


@pytest.mark.parametrize("path", ["/wall", "/missing", "/down", "/header"])
def test_a_failure_is_recorded_and_told_in_the_same_words(site: Site, tmp_path: Path, path: str) -> None:
    site.routes.update({"/wall": answers(403, CHALLENGE), "/missing": answers(404), "/down": answers(503)})
    site.routes["/header"] = answers(200, PAGE, cf_mitigated="challenge")
    live = failure(BotError, site.url + path, record=tmp_path)

    with pytest.raises(type(live)) as replayed:
        saved(tmp_path).page(site.url + path)

    assert (str(live), live.hint) == (str(replayed.value), replayed.value.hint)


def test_recording_again_gives_the_same_names_and_keeps_what_was_there(site: Site, tmp_path: Path) -> None:
    site.routes["/2"] = answers()
    fetch(f"{site.url}/program", record=tmp_path)
    fetch(f"{site.url}/2", record=tmp_path)
    before = {file.name for file in tmp_path.iterdir()}
    fetch(f"{site.url}/program", record=tmp_path)

    assert before == {file.name for file in tmp_path.iterdir()}
    assert {f"{site.url}/program", f"{site.url}/2"} == set(saved(tmp_path).urls)


def test_a_folder_that_cannot_be_recorded_into_is_told(site: Site, tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(StoreError):
        fetch(f"{site.url}/program", record=tmp_path / "file")


# Files, their beginnings, and questions

PDF = b"%PDF-1.4\n" + bytes(range(256)) * 1000


def test_a_file_is_its_bytes_and_knows_where_when_and_what_was_read(site: Site) -> None:
    site.routes["/old.pdf"] = answers(302, location="/paper.pdf")
    site.routes["/paper.pdf"] = answers(body=PDF, content_type="application/pdf")
    with web.connect(QUICK) as door:
        file = door.file(f"{site.url}/old.pdf#page=3")

    assert (PDF, "application/pdf") == (file.body, file.content_type)
    assert f"{site.url}/paper.pdf" == file.source.url
    assert 64 == len(file.source.sha256)
    assert file.source.time.endswith("+00:00")


def test_the_beginning_of_a_file_is_no_more_than_is_needed(site: Site) -> None:
    gave_up = threading.Event()

    def endless(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        try:
            handler.wfile.write(PDF)
            while True:
                handler.wfile.write(bytes(100_000))
        except OSError:
            gave_up.set()

    site.routes["/endless.pdf"] = endless
    with web.connect(QUICK) as door:
        assert PDF[: answer.START_BYTES] == door.start(f"{site.url}/endless.pdf").body

    assert gave_up.wait(5)


def test_the_beginning_of_a_file_is_not_kept_as_the_file(site: Site, tmp_path: Path) -> None:
    site.routes["/paper.pdf"] = answers(body=PDF, cache_control="max-age=9999")
    with web.connect(QUICK, cache=tmp_path) as door:
        door.start(f"{site.url}/paper.pdf")
        assert PDF == door.file(f"{site.url}/paper.pdf").body


@pytest.mark.parametrize(
    ("status", "kind"), [(200, Blocked), (403, Blocked), (404, NotPublished), (410, NotPublished), (501, SourceError)]
)
def test_a_wall_and_a_missing_file_are_no_files(site: Site, status: int, kind: type[BotError]) -> None:
    site.routes["/paper.pdf"] = answers(status, CHALLENGE if status == 200 else b"<p>no</p>")
    with web.connect(QUICK) as door:
        for ask in (door.file, door.start):
            with pytest.raises(kind):
                ask(f"{site.url}/paper.pdf")


def test_files_heed_robots_rules_and_private_addresses_and_the_budget(site: Site) -> None:
    site.routes["/robots.txt"] = robots("User-agent: *\nDisallow: /secret\n")
    site.routes["/paper.pdf"] = answers(body=PDF)
    with web.connect(limits(pages=2)) as door:
        with pytest.raises(Blocked):
            door.file(f"{site.url}/secret.pdf")
        door.file(f"{site.url}/paper.pdf")
        with pytest.raises(SourceError, match="may read 2 pages"):
            door.start(f"{site.url}/paper.pdf")
    with web.connect(limits(private_hosts=frozenset())) as door, pytest.raises(SourceError, match="private address"):
        door.file(f"{site.url}/paper.pdf")

    assert 0 == site.times("/secret.pdf")


QUESTION = '{"ids": ["DOI:10.5555/tides"]}'


def test_a_question_is_posted_and_its_answer_is_a_page(site: Site) -> None:
    site.routes["/batch?fields=title"] = answers(body=b'[{"title": "Tidal Queues"}, null]')
    with web.connect(QUICK) as door:
        page = door.post(f"{site.url}/batch?fields=title", QUESTION)

    assert ("Tidal Queues",) == page.texts("*.title")
    assert [QUESTION.encode()] == site.posted
    assert "application/json" == site.requests[-1][1]["content-type"]


def test_a_question_is_asked_once_and_another_one_anew(site: Site) -> None:
    site.routes["/batch"] = answers(body=b"[]")
    with web.connect(QUICK) as door:
        for question in (QUESTION, QUESTION, '{"ids": []}'):
            door.post(f"{site.url}/batch", question)

    assert 2 == len(site.posted)


def test_a_question_may_be_a_form_and_bring_keys_along_which_tell_it_from_others(site: Site, tmp_path: Path) -> None:
    site.routes["/search"] = answers(body=b'{"items": []}')
    form = {"Content-Type": "application/x-www-form-urlencoded", "rfApiProfileId": "harbour31"}
    with web.connect(QUICK, record=tmp_path) as door:
        for headers in (form, form, {**form, "rfApiProfileId": "harbour32"}):
            door.post(f"{site.url}/search", "from=0", headers)
    kept = saved(tmp_path)

    assert [b"from=0"] * 2 == site.posted
    told = [headers for path, headers, _ in site.requests if path == "/search"]
    assert ("application/x-www-form-urlencoded", "harbour31") == (told[0]["content-type"], told[0]["rfapiprofileid"])
    assert kept.post(f"{site.url}/search", "from=0", form).has("items")
    for headers in ({}, {**form, "rfApiProfileId": "harbour33"}):
        with pytest.raises(SourceError, match="is not in the recording"):
            kept.post(f"{site.url}/search", "from=0", headers)


def test_a_question_is_asked_again_when_the_site_is_busy(site: Site) -> None:
    site.routes["/batch"] = in_turn(answers(429, b"{}"), answers(body=b"[]"))
    with web.connect(QUICK) as door:
        door.post(f"{site.url}/batch", QUESTION)

    assert [QUESTION.encode()] * 2 == site.posted


def test_a_question_is_not_sent_on_to_another_address(site: Site) -> None:
    site.routes["/batch"] = answers(307, location="/elsewhere")
    with web.connect(QUICK) as door, pytest.raises(SourceError, match="failed to answer"):
        door.post(f"{site.url}/batch", QUESTION)

    assert 0 == site.times("/elsewhere")


def test_a_question_heeds_robots_rules_and_private_addresses(site: Site) -> None:
    site.routes["/robots.txt"] = robots("User-agent: *\nDisallow: /batch\n")
    with web.connect(QUICK) as door, pytest.raises(Blocked):
        door.post(f"{site.url}/batch", QUESTION)
    with web.connect(limits(private_hosts=frozenset())) as door, pytest.raises(SourceError, match="private address"):
        door.post(f"{site.url}/batch", QUESTION)

    assert [] == site.posted


def test_files_and_answers_are_recorded_and_replayed(site: Site, tmp_path: Path) -> None:
    site.routes["/paper.pdf"] = answers(body=PDF, content_type="application/pdf")
    site.routes["/slides.pdf"] = answers(body=PDF)
    site.routes["/batch"] = answers(body=b'[{"title": "Tidal Queues"}]', content_type="application/json")
    with web.connect(QUICK, record=tmp_path) as door:
        live = door.file(f"{site.url}/paper.pdf"), door.start(f"{site.url}/slides.pdf")
        page = door.post(f"{site.url}/batch", QUESTION)
    kept = saved(tmp_path)

    assert live == (kept.file(f"{site.url}/paper.pdf"), kept.start(f"{site.url}/slides.pdf"))
    assert PDF[: answer.START_BYTES] == kept.start(f"{site.url}/paper.pdf").body
    assert (page.source, page.tree) == ((again := kept.post(f"{site.url}/batch", QUESTION)).source, again.tree)
    assert (f"{site.url}/paper.pdf",) == kept.urls
    for ask in (kept.file, kept.page):
        with pytest.raises(SourceError, match="is not in the recording"):
            ask(f"{site.url}/slides.pdf")
    with pytest.raises(SourceError, match="is not in the recording"):
        kept.post(f"{site.url}/batch", "{}")


def test_a_host_that_shows_wall_after_wall_is_left_alone(site: Site) -> None:
    site.routes.update({f"/{number}": answers(403, CHALLENGE) for number in range(5)})
    with web.connect(QUICK) as door:
        for number in range(5):
            with pytest.raises(Blocked, match="shows a wall for robots"):
                door.page(f"{site.url}/{number}")

    assert [1, 1, 1, 0, 0] == [site.times(f"/{number}") for number in range(5)]


def test_a_host_that_refuses_single_pages_is_not_given_up(site: Site) -> None:
    site.routes.update({f"/{number}": answers(403, b"<p>no</p>") for number in range(5)})
    with web.connect(QUICK) as door:
        for number in range(5):
            with pytest.raises(Blocked):
                door.page(f"{site.url}/{number}")
        assert door.page(f"{site.url}/program")


def test_a_published_interface_is_asked_at_the_pace_of_its_manual_and_not_by_its_robots_rules() -> None:
    asked: list[str] = []

    def send(request: answer.Request) -> answer.Answer:
        asked.append(request.url)
        return answer.Answer(url=request.url, body=b"User-agent: *\nDisallow: /")

    queues = Queues(at_a_time=2, pause=0)
    opened = Door(QUICK, queues, send, None)

    assert opened.page("https://export.arxiv.org/api/query?id_list=1")
    assert 3 == queues.at("export.arxiv.org").pause
    for other in ("https://export.arxiv.org/abs/1", "https://export.arxiv.org.evil.example/api/query?"):
        with pytest.raises(Blocked):
            opened.page(other)
    assert 3 == len(asked)


# HTTPS


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for localhost that nobody trusts yet, with its key, in one file."""
    file = tmp_path_factory.mktemp("tls") / "localhost.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    names = ["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    try:
        subprocess.run([*command, *names, "-keyout", file, "-out", f"{file}.crt"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("openssl cannot make a certificate here")
    file.write_text(file.read_text() + Path(f"{file}.crt").read_text())
    return file


def server_tls(certificate: Path, *protocols: str) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    context.set_alpn_protocols(protocols)
    return context


LOCALHOST = limits(private_hosts=frozenset({"localhost"}))


def test_a_certificate_is_checked_against_the_name_not_the_address(
    certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", f"{certificate}.crt")
    with serving(tls=server_tls(certificate, "http/1.1")) as site:
        site.routes["/program"] = answers()

        assert "Cranes that think" == fetch(f"{site.url}/program", LOCALHOST).text("p")
        error = failure(SourceError, f"{site.url}/program".replace("localhost", "127.0.0.1"))

    assert "127.0.0.1 has a certificate that cannot be trusted" == str(error)


def test_a_certificate_that_nobody_vouches_for_is_refused(certificate: Path) -> None:
    with serving(tls=server_tls(certificate, "http/1.1")) as site:
        error = failure(SourceError, f"{site.url}/program", LOCALHOST)

    assert "localhost has a certificate that cannot be trusted" == str(error)
    assert [] == site.requests


def answer_http2(connection: socket.socket, paths: list[str]) -> None:
    """Says the page to every request on a connection, in HTTP/2."""
    import h2.connection
    import h2.events
    from h2.config import H2Configuration

    talk = h2.connection.H2Connection(H2Configuration(client_side=False, header_encoding="utf-8"))
    talk.initiate_connection()
    connection.sendall(talk.data_to_send())
    while data := connection.recv(65536):
        for event in talk.receive_data(data):
            if isinstance(event, h2.events.RequestReceived):
                paths.append(dict(event.headers)[":path"])
                status = "404" if paths[-1] == "/robots.txt" else "200"
                talk.send_headers(event.stream_id, [(":status", status), ("content-type", "text/html")])
                talk.send_data(event.stream_id, PAGE, end_stream=True)
        connection.sendall(talk.data_to_send())


def test_http2_is_spoken_where_the_server_knows_it(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", f"{certificate}.crt")
    paths: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]  # asked before TLS takes the socket over

        def serve() -> None:
            with suppress(OSError), server_tls(certificate, "h2").wrap_socket(server, server_side=True) as listening:
                connection, _ = listening.accept()
                with connection:
                    answer_http2(connection, paths)

        thread = threading.Thread(target=serve)
        thread.start()
        page = fetch(f"https://localhost:{port}/program", LOCALHOST)
        thread.join()

    assert "Cranes that think" == page.text("p")
    assert ["/robots.txt", "/program"] == paths


# Start-up


def test_reading_a_saved_file_loads_no_http_client(tmp_path: Path) -> None:
    (tmp_path / "program.html").write_bytes(PAGE)
    script = (
        "import sys; from pathlib import Path; from bot import web; from bot.web import recording;"
        f"recording.saved(Path({str(tmp_path / 'program.html')!r})).page('program.html');"
        "print(*sorted({'httpx2', 'httpcore2', 'hishel', 'protego', 'stamina', 'h2', 'ssl'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert "" == done.stdout.strip()
