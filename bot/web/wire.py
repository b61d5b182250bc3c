"""The HTTP client: connects to public addresses only, ends what drags on, and asks again only for what has changed.

A name is resolved once for each connection, every address is checked, and the connection goes to the very address that
was checked; so neither a redirect nor a name that changes its mind leads into a private network. Proxies are not used,
because one would resolve names on its own.
"""

import socket
import sqlite3
import ssl
import threading
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import UTC, datetime
from ipaddress import IPv6Address, IPv6Network, ip_address
from pathlib import Path
from time import monotonic
from typing import Any

import httpcore2
import httpx2
from h2.exceptions import H2Error
from hishel import CacheOptions, SqliteStorage
from hishel.httpx2 import CacheTransport

from bot.errors import SourceError, StoreError
from bot.text import one_line
from bot.web import walls
from bot.web.answer import LATER, Answer, NoSuchHostError, Request, UnsteadyError

STAMP = "bot-fetched-at"  # a header of our own, which the cache keeps with the body
ACCEPT = "text/html, application/json, application/xml;q=0.9, text/calendar;q=0.9, */*;q=0.5"
CONNECT_SECONDS, KEEP_ALIVE_SECONDS = 10.0, 30.0
MOST_KEPT, SECONDS_UNUSED = 250_000_000, 90 * 86_400.0  # of pages, the least recently read of which go first
_GLOBAL_V6 = IPv6Network("2000::/3")  # leaves out what wraps an IPv4 address: ::ffff:0:0/96, 64:ff9b::/96
_due = threading.local()  # .time: when the page that this thread reads must be whole


@contextmanager
def connected(
    *,
    agent: str,
    seconds: float,
    most_bytes: int,
    connections: int,
    private_hosts: Collection[str],
    cache: Path | None,
    before: Callable[[str], None],
    listen: Callable[[str], None],
) -> Iterator[Callable[[Request], Answer]]:
    """A function from a Request to its Answer; `before(host)` is called ahead of what the cache cannot answer.

    `listen` hears what happened to the cache.
    """
    transport: httpx2.BaseTransport = Wire(Guard(private_hosts), seconds, connections, before)
    if cache is not None:
        transport = CacheTransport(transport, _storage(cache, listen), rfc=CacheOptions(shared=False))
    with httpx2.Client(
        transport=transport,
        headers={"User-Agent": agent, "Accept": ACCEPT, "Accept-Encoding": "gzip, deflate"},
        timeout=httpx2.Timeout(seconds, connect=min(seconds, CONNECT_SECONDS)),
        trust_env=False,
    ) as client:
        yield lambda request: ask(client, request, most_bytes, seconds)


def ask(client: httpx2.Client, request: Request, most_bytes: int, seconds: float) -> Answer:
    """One answer, whatever its status. Raises UnsteadyError where another attempt may help, else SourceError."""
    url, name = request.url, walls.host(request.url)
    try:
        with _sent(client, request) as response:
            return _read(request, response, most_bytes)
    except httpx2.InvalidURL:
        raise SourceError(f"{url!r} is not the address of a web page", hint="check it for typing errors") from None
    except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
        if "CERTIFICATE_VERIFY_FAILED" in str(error):
            raise SourceError(f"{name} has a certificate that cannot be trusted", hint=LATER) from None
        raise UnsteadyError(
            f"{name} cannot be reached ({_reason(error)})", hint=f"check the address; {LATER}"
        ) from None
    except httpx2.TimeoutException:
        raise SourceError(f"{name} did not send the page within {seconds:g} seconds", hint=LATER) from None
    except (httpx2.HTTPError, H2Error) as error:
        raise UnsteadyError(f"{name} broke off its answer ({_reason(error)})", hint=LATER) from None


def _sent(client: httpx2.Client, request: Request) -> AbstractContextManager[httpx2.Response]:
    if not request.question:
        return client.stream("GET", request.url)
    headers = {"Content-Type": "application/json", **dict(request.headers)}
    return client.stream("POST", request.url, content=request.question, headers=headers)


def _reason(error: Exception) -> str:
    return one_line(str(error)).rpartition("] ")[2][:120] or type(error).__name__


def _read(request: Request, response: httpx2.Response, most_bytes: int) -> Answer:
    url, body = request.url, bytearray()
    for piece in response.iter_bytes():  # unpacked, a megabyte at most
        body += piece
        if request.most and len(body) >= request.most:
            del body[request.most :]
            break
        if len(body) > most_bytes:
            raise SourceError(
                f"{walls.host(url)} sent more than {most_bytes / 1e6:g} MB for one page",
                hint="check that the address is a program page, or raise the limit in config.yml",
            )
    headers = response.headers
    return Answer(
        url=url,
        body=bytes(body),
        status=response.status_code,
        content_type=headers.get("content-type", ""),
        wall=walls.in_headers(headers),
        time=headers.get(STAMP, ""),
        location=headers.get("location", ""),
        retry_after=headers.get("retry-after", ""),
    )


class Wire(httpx2.HTTPTransport):
    """Sends what the cache cannot answer: at its turn, within its time, stamped with when it came."""

    def __init__(self, guard: "Guard", seconds: float, connections: int, before: Callable[[str], None]) -> None:
        # The pool is ours because only a pool takes a network backend; everything else is httpx2's own.
        self._pool = httpcore2.ConnectionPool(
            http2=True, max_connections=connections, keepalive_expiry=KEEP_ALIVE_SECONDS, network_backend=guard
        )
        self._seconds, self._before = seconds, before

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        self._before(request.url.host)
        _due.time = monotonic() + self._seconds
        response = super().handle_request(request)
        if response.status_code == 304:
            return _unchanged(response)
        response.headers[STAMP] = datetime.now(UTC).isoformat(timespec="seconds")
        response.headers["cache-control"] = _keeping(response.headers)
        return response


class Guard(httpcore2.SyncBackend):
    """Opens connections to public addresses, and to the hosts that were expressly allowed to be private."""

    def __init__(self, private_hosts: Collection[str] = (), resolve: Callable[..., Any] = socket.getaddrinfo) -> None:
        self._private_hosts, self._resolve = private_hosts, resolve

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.NetworkStream:
        failure: Exception = httpcore2.ConnectError(f"{host} has no address")
        for address in self._addresses(host, port):
            try:
                stream = super().connect_tcp(address, port, _left(timeout), local_address, socket_options)
                return Dated(stream)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failure = error
        raise failure

    def _addresses(self, host: str, port: int) -> list[str]:
        try:
            found = self._resolve(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            if isinstance(error, socket.gaierror) and error.errno == socket.EAI_NONAME:
                raise NoSuchHostError(
                    f"{host} cannot be reached (no such host)",
                    hint="check the address, and that this machine is online",
                ) from None
            raise httpcore2.ConnectError(str(error)) from error
        addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
        if host not in self._private_hosts and not all(map(is_public, addresses)):
            raise SourceError(
                f"{host} leads to a private address, which is never read",
                hint="give the public address of the program, or save the page and read the file with --from FILE",
            )
        return addresses


class Dated(httpcore2.NetworkStream):
    """A connection on which nothing lasts longer than the page that is being read may take."""

    def __init__(self, stream: httpcore2.NetworkStream) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, _left(timeout))

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        return Dated(self._stream.start_tls(ssl_context, server_hostname, _left(timeout)))

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)

    def close(self) -> None:
        self._stream.close()


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the open internet."""
    ip = ip_address(address)
    if isinstance(ip, IPv6Address):
        return ip in _GLOBAL_V6 and ip.is_global and ip.sixtofour is None and ip.teredo is None
    return ip.is_global and not ip.is_multicast


def _left(timeout: float | None) -> float:
    seconds: float = _due.time - monotonic()
    if seconds <= 0:
        raise httpcore2.ReadTimeout("the page took too long")
    return seconds if timeout is None else min(seconds, timeout)


def _storage(folder: Path, listen: Callable[[str], None]) -> SqliteStorage:
    """The cache's table; one that was spoilt, or that another version wrote, is thrown away and begun anew.

    Raises StoreError for a folder or a file that cannot serve, rather than at every page.
    """
    file = folder / "pages.sqlite"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            return _opened(file)
        except (sqlite3.DatabaseError, RuntimeError) as error:
            if isinstance(error, sqlite3.OperationalError):  # the disk, the rights, another process: not the content
                raise
            why = str(error).partition(". ")[0]
            listen(f"{file} cannot be read ({why}), so a new one is begun, and all pages are asked for again")
        for path in folder.glob(f"{file.name}*"):  # and what SQLite keeps beside it
            path.unlink()
        return _opened(file)
    except (OSError, sqlite3.Error, RuntimeError) as error:
        hint = "delete it, on GitHub the caches under Actions; it is made anew"
        raise StoreError(f"{file} cannot keep pages: {error}", hint=hint) from None


def _opened(file: Path) -> SqliteStorage:
    with ExitStack() as opened:
        connection = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
        opened.callback(connection.close)
        if (found := connection.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
            raise sqlite3.DatabaseError(found)
        storage = SqliteStorage(connection=connection, max_size=MOST_KEPT, default_tti=SECONDS_UNUSED)
        storage.get_entries("")  # makes the tables
        opened.pop_all()
    return storage


def _unchanged(response: httpx2.Response) -> httpx2.Response:
    """A 304 without a body, which the cache would otherwise read whole, however long it is."""
    if any(response.iter_raw()):
        raise httpx2.RemoteProtocolError("an answer that must have no body has one")
    response.close()
    headers = httpx2.Headers(response.headers)
    headers.pop(STAMP, None)
    if "cache-control" in headers:  # it will replace the one that was kept
        headers["cache-control"] = _keeping(headers)
    return httpx2.Response(304, headers=headers)


def _keeping(headers: httpx2.Headers) -> str:
    """How long the cache may trust an answer: as its site says. Unasked, it would guess a week for an old page."""
    said = headers.get("cache-control", "")
    if walls.in_headers(headers):
        return "no-store"
    return said if "max-age" in said or "expires" in headers else f"{said}, no-cache".lstrip(", ")
