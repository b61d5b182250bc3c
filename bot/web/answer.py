"""What a site sent, as bytes, and what it means: a Page, or the one failure that says what stands in its way."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from itertools import chain
from types import MappingProxyType

from bot import page
from bot.errors import Blocked, BotError, NotPublished, SourceError
from bot.model import Provenance
from bot.page import Page
from bot.text import fingerprint, one_line
from bot.web import walls

LATER = "try again later; if it lasts, save the page from your browser and read the file with --from FILE"
START_BYTES = 64_000
NO_HEADERS: Mapping[str, str] = MappingProxyType({})
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:-]+)", re.I)


class UnsteadyError(SourceError):
    """The site could not be reached or broke off; another attempt may succeed."""


class NoSuchHostError(UnsteadyError):
    """The name that an address begins with is nobody's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is asked: for the page, of which only `most` bytes may be wanted, or a question, in JSON unless its headers
    say otherwise."""

    url: str
    question: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    most: int = 0

    @property
    def key(self) -> str:
        """What tells this request from others; no address has such an end, because fragments are never sent."""
        if self.question:
            return f"{self.url}#post-{fingerprint(self.question.decode(), *chain(*self.headers))}"
        return f"{self.url}#start" if self.most else self.url


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """What an address leads to, as bytes; maybe only their beginning."""

    body: bytes
    content_type: str
    source: Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One answer. `wall` is the wall that its headers declared, `time` when its body was sent, ISO 8601 in UTC."""

    url: str
    body: bytes
    status: int = 200
    content_type: str = ""
    wall: str = ""
    time: str = ""
    location: str = ""
    retry_after: str = ""

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.body).hexdigest()


def opened(answer: Answer) -> Page:
    """The page in an answer. Raises Blocked, NotPublished or SourceError for an answer that is anything else."""
    if 200 <= answer.status < 300 and not answer.wall:
        found = read(answer)
        if not walls.challenge(found):
            return found
    raise refusal(answer)


def as_file(answer: Answer) -> File:
    """The bytes in an answer. Raises what `opened` raises; a check for robots is no file either."""
    if 200 <= answer.status < 300 and not (wall_of(answer) if _is_markup(answer.body) else answer.wall):
        source = Provenance(url=answer.url, time=answer.time, sha256=answer.sha256)
        return File(body=answer.body, content_type=answer.content_type, source=source)
    raise refusal(answer)


def _is_markup(body: bytes) -> bool:
    """Whether a check for robots may stand in a body; looking for one in a PDF would only cost time."""
    return body[:200].lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"<", b"{"))


def refusal(answer: Answer) -> BotError:
    """What an answer that is not the page means."""
    if wall := wall_of(answer):
        return walls.blocked(answer.url, wall)
    host = walls.host(answer.url)
    match answer.status:
        case 401 | 407:
            return Blocked(f"{host} asks for a login", hint=walls.SAVE_IT)
        case 402 | 403 | 406 | 451:
            return Blocked(f"{host} refuses to show this page to robots ({_named(answer.status)})", hint=walls.SAVE_IT)
        case 429:
            return Blocked(f"{host} says that it was asked too often{_until(answer)}", hint=LATER)
        case 404 | 410:
            return NotPublished(f"{host} has no page at {answer.url}", hint="check the address, or come back later")
        case status:
            return SourceError(f"{host} failed to answer ({_named(status)}){_until(answer)}", hint=LATER)


def wall_of(answer: Answer) -> str:
    """The name of the wall for robots that an answer is, or ""."""
    if answer.wall:
        return answer.wall
    try:
        return walls.challenge(read(answer))
    except SourceError:
        return ""  # no page at all: its status tells more


def read(answer: Answer) -> Page:
    """The body as a page, whatever its status."""
    declared = _CHARSET.search(answer.content_type)
    source = Provenance(url=answer.url, time=answer.time, sha256=answer.sha256)
    return page.read(answer.body, source=source, charset=declared.group(1) if declared else "")


def _named(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)


def _until(answer: Answer) -> str:
    wait = one_line(answer.retry_after)[:40]
    return f" and asks to wait {wait} seconds" if wait.isdigit() else f" and asks to wait until {wait}" if wait else ""
