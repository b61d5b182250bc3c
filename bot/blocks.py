"""Cuts a digest's page into its parts without losing a byte: front matter lines, headings, paragraphs, bullets.

A page is a tree: sections, their entries, the fields of either. Its slices, put together again, are the page.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache
from itertools import pairwise
from typing import TypeVar

from bot.text import fingerprint, slug

T = TypeVar("T")
ROOT = "page"
RESERVED = (ROOT, "front", "lead", "theme", "about")
FIELDS = ("why", "what", "how", "where")
LABELS = {
    "why": "Why",
    "what": "What",
    "how": "How",
    "where": "Where applicable",
    "byline": "the people and links",
    "reasons": "the reasons",
    "title": "the title",
    "place": "the place",
}
NUMBER = re.compile(r"\A(### |- \*\*)(\d{1,3})\. ")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_HEADING = re.compile(r"#{1,6}\s")
_BEGIN = re.compile(r"\s*(?:#{1,6}\s|[-*+](?:\s|$)|\d{1,9}[.)]\s|>|`{3}|~{3}|<!--)")
_LABEL = re.compile(r"- \*\*([^*:]+):\*\*")
_THEME = re.compile(r"- \*\*(.+?)\.\*\* ")
_BEHIND = re.compile(r" \(picks ([\d, ]*|none)\)\Z")
_SOURCE = re.compile(r"- ((?:Source|Know that): [^,]*)")
_BULLET = re.compile(r"- (\S+ \S+)")


class Rank(IntEnum):
    """How high a part stands."""

    SECTION = 0
    ENTRY = 1
    FIELD = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A slice of a page: its text, the line ends and blank lines after it, then the parts under it.

    `name` is what its form says that it is ("what" of `- **What:** …`), `key` which field of the digest it is, `at` its
    place among the page's slices. A part without a key is a person's.
    """

    text: str
    gap: str = ""
    rank: Rank = Rank.FIELD
    name: str = ""
    at: int = -1
    key: str = ""
    parts: tuple["Part", ...] = ()


def cut(text: str) -> tuple[Part, ...]:
    """The slices of any text, in order. Before the first one of the body stands the empty head of the lead."""
    lines = _LINE.findall(text)
    front = _front_matter(lines)
    starts = [at for at in range(len(lines)) if _begins(lines, at, front)]
    slices = ["".join(lines[start:end]) for start, end in pairwise((*starts, len(lines)))]
    parts = [_part(each, at, starts[at] < front) for at, each in enumerate(slices)]
    in_front = sum(start < front for start in starts)
    return (*parts[:in_front], Part(text="", rank=Rank.SECTION, name="lead"), *parts[in_front:])


def nested(parts: Sequence[Part]) -> Part:
    """The slices as a tree, by their ranks. The first must be a section."""
    sections: list[list[Part]] = []
    for part in parts:
        if part.rank is Rank.SECTION:
            sections.append([part])
        else:
            sections[-1].append(part)
    return Part(text="", rank=Rank.SECTION, key=ROOT, parts=tuple(map(_section, sections)))


def walk(part: Part) -> Iterator[Part]:
    """A part and all under it, as they stand on the page."""
    yield part
    for child in part.parts:
        yield from walk(child)


def parents(part: Part) -> dict[str, str]:
    """What each key under a part stands directly under."""
    return {child.key: each.key for each in walk(part) for child in each.parts if child.key}


def entry_key(pick: str) -> str:
    """The key of a pick's entry, by the pick's id."""
    key = re.sub(r"[/#\s]+", "-", pick)
    return f"{key}-" if key in RESERVED else key


def by_session(picks: Iterable[T], place: Callable[[T], tuple[str, str]]) -> dict[str, list[T]]:
    """Picks as session notes have them, one session after the other; `place` is when one begins, and its session."""
    found: dict[str, list[T]] = {}
    for pick in sorted(picks, key=lambda pick: place(pick)[0]):
        found.setdefault(place(pick)[1] or "Other contributions", []).append(pick)
    return found


def picks_behind(text: str) -> re.Match[str] | None:
    """The picks that a theme names at its end, as ` (picks 1, 3)`."""
    return _BEHIND.search(text) if _THEME.match(text) else None


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """What counts in a slice: line ends are the editor's, and the numbers of picks follow from the page."""
    behind = picks_behind(text)
    return NUMBER.sub(r"\g<1>0. ", unix(f"{text[: behind.start()]} (picks)" if behind else text))


@lru_cache(maxsize=4096)
def hashed(text: str) -> str:
    return hashlib.sha256(plain(text).encode()).hexdigest()[:16]


def unix(text: str) -> str:
    return text.replace("\r\n", "\n")


def ended(text: str, like: str) -> str:
    """The text with the line ends that most lines of another have."""
    return unix(text).replace("\n", "\r\n") if like.count("\r\n") * 2 > like.count("\n") else text


def _front_matter(lines: Sequence[str]) -> int:
    """How many lines it has, both fences among them; 0 when there is none."""
    if not lines or lines[0].removeprefix("\ufeff").rstrip() != "---":
        return 0
    return next((at + 1 for at in range(1, len(lines)) if lines[at].rstrip() == "---"), 0)


def _begins(lines: Sequence[str], at: int, front: int) -> bool:
    line, before = lines[at], lines[at - 1]
    if at == 0 or at == front - 1:
        return True
    if not line.strip():
        return False
    if at < front:
        return line[0] not in " \t-"
    return at == front or not before.strip() or bool(_HEADING.match(before) or _BEGIN.match(line))


def _part(text: str, at: int, front: bool) -> Part:
    end = text.find("\n", len(text.rstrip()))
    end = len(text) if end < 0 else end - text[:end].endswith("\r")
    rank, name = _front_form(text[:end], at) if front else _form(text[:end])
    return Part(text=text[:end], gap=text[end:], rank=rank, name=name, at=at)


def _front_form(text: str, at: int) -> tuple[Rank, str]:
    if at == 0:
        return Rank.SECTION, "front"
    return Rank.FIELD, "end" if text.rstrip() == "---" else text.partition(":")[0].strip()


def _form(text: str) -> tuple[Rank, str]:
    """What a slice of the body looks like."""
    if text.startswith("## "):
        return Rank.SECTION, f"## {_slug(text)}"
    if text.startswith("### ") or (NUMBER.match(text) and not picks_behind(text)):
        return Rank.ENTRY, ""
    if label := _LABEL.match(text):
        return Rank.FIELD, label.group(1).split()[0].lower() if label.group(1).strip() else ""
    if named := _THEME.match(text) or _SOURCE.match(text) or _BULLET.match(text):
        return Rank.FIELD, _slug(named.group(1))
    return Rank.FIELD, "reasons" if text.startswith("*") else ""


def _slug(text: str) -> str:
    return slug(text) or fingerprint(text.strip("# "))


def _section(parts: Sequence[Part]) -> Part:
    children: list[list[Part]] = []
    for part in parts[1:]:
        if part.rank is Rank.FIELD and children and children[-1][0].rank is Rank.ENTRY:
            children[-1].append(part)
        else:
            children.append([part])
    return replace(parts[0], parts=tuple(replace(each[0], parts=tuple(each[1:])) for each in children))
