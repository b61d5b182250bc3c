"""The only door to the internet: polite, cached, replayable."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from bot.errors import Blocked, SourceError
from bot.page import Page, web_address
from bot.web.answer import LATER, Answer, UnsteadyError, opened, wall_of
from bot.web.recording import Recorder, recorder
from bot.web.turns import Once, Queues
from bot.web.walls import SAVE_IT, host

if TYPE_CHECKING:
    from protego import Protego

BUSY = (429, 500, 502, 503, 504)
MOVED = (301, 302, 303, 307, 308)
ROBOTS_BYTES = 500_000


class Web(Protocol):
    """What a platform may ask of the internet. Every answer is a Page that knows its URL, time and hash."""

    def page(self, url: str) -> Page:
        """The page at the address. Raises SourceError, Blocked or NotPublished."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much the bot asks of sites, and how much it takes from them. Waiting is counted in seconds."""

    agent: str = "conference-digest-bot"
    contact: str = ""
    """An address that tells a site's owner who we are."""
    bytes: int = 30_000_000
    """Of one page, unpacked."""
    seconds: float = 60
    """From the request for a page to its last byte."""
    per_host: int = 2
    """Connections to one host at a time."""
    pause: float = 1
    """Between two requests to one host."""
    redirects: int = 5
    pages: int = 500
    """In one run."""
    attempts: int = 3
    backoff: float = 2
    """Before the second attempt; twice as long before the third."""
    wait_at_most: float = 120
    """The longest Retry-After or Crawl-delay that is waited for."""
    connections: int = 16
    private_hosts: frozenset[str] = frozenset()
    """Hosts that may be private, such as a server of one's own."""
    only_hosts: frozenset[str] = frozenset()
    """For a file that a person handed over: no other host is asked, and robots.txt does not speak of these."""

    @property
    def user_agent(self) -> str:
        return f"{self.agent} (+{self.contact})" if self.contact else self.agent


@contextmanager
def connect(limits: Limits, *, cache: Path | None = None, record: Path | None = None) -> Iterator[Web]:
    """The internet, for as long as the block lasts. `cache` and `record` are folders."""
    import stamina.instrumentation

    from bot.web import wire  # loads the HTTP client, which saved pages do without

    stamina.instrumentation.set_on_retry_hooks(())  # only the command line prints
    queues = Queues(at_a_time=limits.per_host, pause=limits.pause)
    with wire.connected(
        agent=limits.user_agent,
        seconds=limits.seconds,
        most_bytes=limits.bytes,
        connections=limits.connections,
        private_hosts=limits.private_hosts,
        cache=cache,
        before=lambda name: queues.at(name).take(),
    ) as ask:
        yield Door(limits, queues, ask, recorder(record) if record else None)


class BusyError(Exception):
    """An answer that may be a better one the next time."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.status)
        self.answer = answer


class Door:
    """The live Web. Threads may share it."""

    def __init__(self, limits: Limits, queues: Queues, ask: Callable[[str], Answer], recorder: Recorder | None) -> None:
        self._limits, self._queues, self._send, self._recorder = limits, queues, ask, recorder
        self._pages, self._rules = Once(), Once()

    def page(self, url: str) -> Page:
        address = _checked(url)
        page: Page = self._pages.do(address, lambda: self._read(address))
        return page

    def _read(self, url: str) -> Page:
        most = self._limits.pages
        if len(self._pages) > most:
            raise SourceError(f"this run may read {most} pages and needs more", hint="raise the limit in config.yml")
        answer = self._follow(url, self._heed_robots)
        if self._recorder:
            self._recorder.keep(url, answer)
        return opened(answer)

    def _follow(self, url: str, permit: Callable[[str], None]) -> Answer:
        """The answer at the end of the redirects, each of which is checked like an address that was asked for."""
        address = url
        for _ in range(self._limits.redirects + 1):
            permit(address)
            answer = self._insist(address)
            if answer.status not in MOVED or not answer.location:
                return answer
            address = _checked(web_address(answer.location, address) or answer.location)
        raise SourceError(f"{host(url)} redirects without end, from {url} to {address}", hint="check the address")

    def _insist(self, url: str) -> Answer:
        """The answer after as many attempts as it takes, and no more than are polite."""
        import stamina

        attempts = stamina.retry_context(
            on=lambda error: self._wait_after(url, error),
            attempts=self._limits.attempts,
            timeout=None,
            wait_initial=self._limits.backoff,
            wait_max=self._limits.wait_at_most,
            wait_jitter=0,
        )
        try:
            for attempt in attempts:
                with attempt:
                    return self._ask(url)
        except BusyError as busy:
            return busy.answer
        raise AssertionError  # stamina tries at least once

    def _ask(self, url: str) -> Answer:
        with self._queues.at(host(url)).slots:
            answer = self._send(url)
        if answer.status in BUSY and not wall_of(answer):
            raise BusyError(answer)
        return answer

    def _wait_after(self, url: str, error: Exception) -> bool | float:
        """Whether to try again after a failure: not at all, as usual, or in so many seconds."""
        if not isinstance(error, BusyError):
            return isinstance(error, UnsteadyError)
        wait = _seconds(error.answer.retry_after)
        if wait is None or wait > self._limits.wait_at_most:
            return wait is None
        self._queues.at(host(url)).rest(wait)
        return wait

    def _heed_robots(self, url: str) -> None:
        if self._limits.only_hosts:
            if host(url) not in self._limits.only_hosts:
                raise SourceError(f"{host(url)} keeps no files that people attach", hint="attach the file once more")
            return
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        rules: Protego = self._rules.do(origin, lambda: self._read_robots(origin))
        if not rules.can_fetch(url, self._limits.agent):
            raise Blocked(f"{host(url)} asks robots not to read {url} (robots.txt)", hint=SAVE_IT)

    def _read_robots(self, origin: str) -> "Protego":
        """A site's rules, as RFC 9309 reads them: none if it has no robots.txt, no entry if it fails to say."""
        from protego import Protego

        name, limits = host(origin), self._limits
        answer = self._follow(f"{origin}/robots.txt", lambda url: None)
        if answer.status in BUSY or answer.status >= 500:
            raise Blocked(f"{name} fails to say what robots may read (robots.txt: {answer.status})", hint=LATER)
        rules = Protego.parse(answer.body[:ROBOTS_BYTES].decode("utf-8", "replace") if answer.status < 300 else "")
        delay = rules.crawl_delay(limits.agent) or 0
        self._queues.at(name).pause = max(limits.pause, min(delay, limits.wait_at_most))
        return rules


def _checked(url: str) -> str:
    if address := web_address(url).partition("#")[0]:
        return address
    raise SourceError(f"{url!r} is not the address of a web page", hint="it must start with https:// or http://")


def _seconds(retry_after: str) -> float | None:
    """How long a Retry-After asks to wait; it holds seconds or a date."""
    if retry_after.isdecimal():
        return float(retry_after)
    try:
        return max(0.0, (parsedate_to_datetime(retry_after) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None
