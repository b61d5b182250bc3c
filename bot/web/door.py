"""The live Web: follows, insists, rests and refuses as Limits and the sites themselves say."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from itertools import count
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

from bot.errors import Blocked, SourceError
from bot.page import Page, web_address
from bot.web import Limits
from bot.web.answer import (
    LATER,
    NO_HEADERS,
    START_BYTES,
    Answer,
    File,
    Request,
    UnsteadyError,
    as_file,
    opened,
    wall_of,
)
from bot.web.recording import Recorder
from bot.web.turns import Once, Queues
from bot.web.walls import SAVE_IT, host

if TYPE_CHECKING:
    from protego import Protego

Read = TypeVar("Read", Page, File)

BUSY = (429, 500, 502, 503, 504)
MOVED = (301, 302, 303, 307, 308)
ROBOTS_BYTES = 500_000
MOST_WALLS = 3  # of one host in one run; then it is left alone
# What owners publish for programs to ask, with the seconds between two requests that their manuals name. Their
# robots.txt speaks to those who follow links, and some forbid there what the manual invites to.
INTERFACES = {
    "https://export.arxiv.org/api/query?": 3.0,
    "https://api.crossref.org/works": 1.0,
    "https://api.openalex.org/works": 1.0,
    "https://api.semanticscholar.org/graph/v1/": 1.0,
    "https://archive.org/wayback/available?": 1.0,
}


class BusyError(Exception):
    """An answer that may be a better one the next time."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.status)
        self.answer = answer


class Door:
    """The live Web. Threads may share it."""

    def __init__(
        self, limits: Limits, queues: Queues, ask: Callable[[Request], Answer], recorder: Recorder | None
    ) -> None:
        self._limits, self._queues, self._send, self._recorder = limits, queues, ask, recorder
        self._pages, self._rules = Once(), Once()
        self._requests, self._walls = count(1), Counter[str]()

    def page(self, url: str) -> Page:
        return self._page(Request(url=_checked(url)))

    def post(self, url: str, question: str, headers: Mapping[str, str] = NO_HEADERS) -> Page:
        return self._page(Request(url=_checked(url), question=question.encode(), headers=tuple(headers.items())))

    def file(self, url: str) -> File:
        return self._read(Request(url=_checked(url)), as_file)

    def start(self, url: str) -> File:
        return self._read(Request(url=_checked(url), most=START_BYTES), as_file)

    def _page(self, request: Request) -> Page:
        page: Page = self._pages.do(request.key, lambda: self._read(request, opened))
        return page

    def _read(self, request: Request, read: Callable[[Answer], Read]) -> Read:
        most = self._limits.pages
        if next(self._requests) > most:
            raise SourceError(f"this run may read {most} pages and needs more", hint="raise the limit in config.yml")
        answer = self._answer(request)
        if self._recorder:
            self._recorder.keep(request.key, answer)
        try:
            return read(answer)
        except Blocked:
            self._walls[host(answer.url)] += bool(wall_of(answer))
            raise

    def _answer(self, request: Request) -> Answer:
        """The answer; a question is never sent on to where a redirect leads."""
        if not request.question:
            return self._follow(request, self._permit)
        self._permit(request.url)
        return self._insist(request)

    def _follow(self, request: Request, permit: Callable[[str], None]) -> Answer:
        """The answer at the end of the redirects, each of which is checked like an address that was asked for."""
        address = request.url
        for _ in range(self._limits.redirects + 1):
            permit(address)
            answer = self._insist(replace(request, url=address))
            if answer.status not in MOVED or not answer.location:
                return answer
            address = _checked(web_address(answer.location, address) or answer.location)
        raise SourceError(
            f"{host(request.url)} redirects without end, from {request.url} to {address}", hint="check the address"
        )

    def _insist(self, request: Request) -> Answer:
        """The answer after as many attempts as it takes, and no more than are polite."""
        import stamina

        attempts = stamina.retry_context(
            on=lambda error: self._wait_after(request.url, error),
            attempts=self._limits.attempts,
            timeout=None,
            wait_initial=self._limits.backoff,
            wait_max=self._limits.wait_at_most,
            wait_jitter=0,
        )
        try:
            for attempt in attempts:
                with attempt:
                    return self._ask(request)
        except BusyError as busy:
            return busy.answer
        raise AssertionError  # stamina tries at least once

    def _ask(self, request: Request) -> Answer:
        with self._queues.at(host(request.url)).slots:
            answer = self._send(request)
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

    def _permit(self, url: str) -> None:
        """Raises Blocked for what the site does not want to be asked, by its rules or by its walls."""
        name = host(url)
        if only := self._limits.only_hosts:
            if name not in only:
                raise SourceError(f"{name} keeps no files that people attach", hint="attach the file once more")
            return
        if self._walls[name] >= MOST_WALLS:
            raise Blocked(f"{name} shows a wall for robots, page after page; it is left alone", hint=SAVE_IT)
        if pause := next((pause for start, pause in INTERFACES.items() if url.startswith(start)), 0.0):
            self._queues.at(name).pause = max(self._limits.pause, pause)
        else:
            self._heed_robots(url)

    def _heed_robots(self, url: str) -> None:
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        rules: Protego = self._rules.do(origin, lambda: self._read_robots(origin))
        if not rules.can_fetch(url, self._limits.agent):
            raise Blocked(f"{host(url)} asks robots not to read {url} (robots.txt)", hint=SAVE_IT)

    def _read_robots(self, origin: str) -> "Protego":
        """A site's rules, as RFC 9309 reads them: none if it has no robots.txt, no entry if it fails to say."""
        from protego import Protego

        name, limits = host(origin), self._limits
        answer = self._follow(Request(url=f"{origin}/robots.txt"), lambda url: None)
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
