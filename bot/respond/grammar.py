"""Finds the commands in a comment: a command on a line of its own, as the comment is shown.

Quotes, code and HTML comments are no commands: the lines are those that Markdown shows as a paragraph's.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches
from itertools import groupby

from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.model import Command

LONGEST_COMMENT = 65_536
MOST_COMMANDS = 20
_LINE = re.compile(r"/([A-Za-z][\w-]{0,30})(?:\s+(.*))?$", re.S)
_BREAKS = ("softbreak", "hardbreak")


def commands_in(text: str, names: Collection[str]) -> tuple[Command, ...]:
    """The commands of a comment in their order, mistyped ones among them; other lines with a slash are none."""
    found = (_LINE.match(line) for line in own_lines(text[:LONGEST_COMMENT]))
    commands = [Command(name=line.group(1).lower(), arguments=(line.group(2) or "").strip()) for line in found if line]
    return tuple(each for each in commands if each.name in names or meant(each.name, names))[:MOST_COMMANDS]


def meant(name: str, names: Collection[str]) -> str:
    """The command that a mistyped name probably means; "" when it resembles none."""
    return next(iter(get_close_matches(name, names, n=1, cutoff=0.6)), "")


def own_lines(text: str) -> Iterator[str]:
    """The lines that begin with a slash, both as they were typed and as they are shown."""
    typed = text.splitlines()
    for token in MarkdownIt("commonmark").parse(text):
        if token.type == "inline" and token.map:
            raw = [line.strip() for line in typed[token.map[0] : token.map[1]]]
            yield from (line for line in shown_lines(token.children or ()) if begins_one(line, raw))


def shown_lines(children: Sequence[Token]) -> Iterator[str]:
    for is_break, group in groupby(children, lambda child: child.type in _BREAKS):
        tokens = list(group)
        if not is_break and tokens[0].type == "text":
            yield "".join(token.content for token in tokens if not token.content.startswith("<!--")).strip()


def begins_one(line: str, typed: Sequence[str]) -> bool:
    """Whether a shown line begins a typed one: a quote or a list's entry has its mark before it."""
    name = line.split(maxsplit=1)[0] if line.startswith("/") else ""
    return bool(name) and any(each.split(maxsplit=1)[:1] == [name] for each in typed)
