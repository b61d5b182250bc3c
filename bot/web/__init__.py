"""The only door to the internet: polite, cached, replayable."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from bot.page import Page
from bot.web.answer import NO_HEADERS, File
from bot.web.recording import recorder
from bot.web.turns import Queues


class Web(Protocol):
    """What may be asked of the internet. Every answer knows its URL, time and hash.

    Each raises SourceError, Blocked or NotPublished.
    """

    def page(self, url: str) -> Page:
        """The page at the address."""

    def post(self, url: str, question: str, headers: Mapping[str, str] = NO_HEADERS) -> Page:
        """What an interface answers to a question that changes nothing there, in JSON unless headers say otherwise."""

    def file(self, url: str) -> File:
        """What is at the address, a PDF say, as bytes."""

    def start(self, url: str) -> File:
        """As `file`, but no more than is needed to tell what it is."""


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
def connect(
    limits: Limits,
    *,
    cache: Path | None = None,
    record: Path | None = None,
    listen: Callable[[str], None] = lambda line: None,
) -> Iterator[Web]:
    """The internet, for as long as the block lasts. `cache` and `record` are folders; `listen` hears of the cache."""
    import stamina.instrumentation

    from bot.web import door, wire  # load the HTTP client, which saved pages do without

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
        listen=listen,
    ) as ask:
        yield door.Door(limits, queues, ask, recorder(record) if record else None)
