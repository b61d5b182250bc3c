"""A Web that stops at a stated number of requests, and remembers which addresses answered."""

from collections.abc import Callable, Mapping
from threading import Lock
from typing import TypeVar

from bot.errors import SourceError
from bot.page import Page
from bot.web import Web
from bot.web.answer import NO_HEADERS, File

Answer = TypeVar("Answer", Page, File)


class Purse:
    """The contract is Web's. Threads may share it."""

    def __init__(self, web: Web, most: int) -> None:
        self._web, self._most, self._lock = web, most, Lock()
        self._asked, self._answered = 0, set[str]()

    @property
    def spent(self) -> int:
        return self._asked

    def has_answered(self, url: str) -> bool:
        """Whether something was at an address a moment ago."""
        return url.partition("#")[0] in self._answered

    def page(self, url: str) -> Page:
        return self._pay(url, self._web.page)

    def post(self, url: str, question: str, headers: Mapping[str, str] = NO_HEADERS) -> Page:
        return self._pay(url, lambda address: self._web.post(address, question, headers))

    def file(self, url: str) -> File:
        return self._pay(url, self._web.file)

    def start(self, url: str) -> File:
        return self._pay(url, self._web.start)

    def _pay(self, url: str, ask: Callable[[str], Answer]) -> Answer:
        with self._lock:
            is_spent = self._asked >= self._most
            self._asked += not is_spent
        if is_spent:
            raise SourceError(
                f"the {self._most} requests that a run may make about its picks are spent",
                hint="raise limits.requests_about_picks in config.yml, or name fewer enrichers",
            )
        answer = ask(url)
        self._answered.add(url.partition("#")[0])
        return answer
