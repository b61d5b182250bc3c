"""A digest's page taken apart: whose each part is, in which line it stands, and what its sentences are."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

from bot.blocks import Part, cut, hashed, walk
from bot.grounding.check import LONGEST
from bot.keep.recognise import recognised
from bot.keep.written import Written, written
from bot.model import Remark, Weight
from bot.store import fields_of
from bot.text import clipped, sentences

LONGEST_REMARK = 800
_BEGIN = re.compile(r"\s*(?:#{1,6}\s+|>\s?|[-*+]\s+|\d{1,9}[.)]\s+)*(?:\*\*[^*:]{1,40}:\*\*)?")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\(\s*<?([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?[^()]*\)")
_EMPHASIS = re.compile(r"(?<!\\)`+|(?<![\w\\])\*{1,3}(?=\S)|(?<=[^\s\\])\*{1,3}(?!\w)")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A page as it stands. `starts` are the first lines of its parts, by their places among its slices."""

    path: str
    tree: Part
    starts: tuple[int, ...]
    last: Written

    def line(self, part: Part) -> int:
        return self.starts[part.at]

    def is_theirs(self, part: Part) -> bool:
        """Whether a person changed or added it."""
        return bool(part.text) and hashed(part.text) != self.last.hashes.get(part.key)

    def theirs(self) -> Iterator[Part]:
        return (part for part in walk(self.tree) if self.is_theirs(part))

    def remark(self, line: int, weight: Weight, text: str, hint: str = "") -> Remark:
        return remark(self.path, line, weight, text, hint)


def remark(path: str, line: int, weight: Weight, text: str, hint: str = "") -> Remark:
    """A remark that can stand beside a line: short, on one line itself, and to be seen, whatever it quotes."""
    text, hint = (clipped(visible(each), LONGEST_REMARK) for each in (text, hint))
    return Remark(path=path, line=line, weight=weight, text=text, hint=hint)


def visible(text: str) -> str:
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())


def sheet(path: str, page: str, data: str) -> Sheet:
    """The page with the names that its data has for its parts."""
    parts, last = cut(page), written(fields_of(data))
    starts, line = [], 1
    for part in parts:
        if part.at >= 0:
            starts.append(line)
            line += (part.text + part.gap).count("\n")
    return Sheet(path=path, tree=recognised(parts, last), starts=tuple(starts), last=last)


def said(part: Part, line: int) -> Iterator[tuple[str, int]]:
    """The sentences of a part as they read, each with its line. What is too long to be told apart is one."""
    rows = (plain(_BEGIN.sub("", row, count=1)) for row in part.text.split("\n"))
    words = [(word, line + at) for at, row in enumerate(rows) for word in row.split()]
    text = " ".join(word for word, _ in words)
    if len(text) > LONGEST:
        yield text, line
        return
    end = 0
    for sentence in sentences(text):
        start = text.index(sentence, end)
        yield sentence, words[text.count(" ", 0, start)][1]
        end = start + len(sentence)


def plain(row: str) -> str:
    """A line of Markdown as it reads, the addresses of its links behind their labels."""
    return _ESCAPED.sub(r"\1", _EMPHASIS.sub("", unescape(_LINK.sub(r"\1 \2", row))))
