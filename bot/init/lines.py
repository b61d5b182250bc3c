"""Replaces single keys in config.yml by their lines, so that every comment and every other key stays as it is."""

import json
import re
import textwrap
from collections.abc import Sequence

from bot.errors import ConfigError

WIDTH = 116
_PLAIN = re.compile(r"[^\W\d_][\w .,'’()/+&^-]*|https?://[\w./~%-]+")  # what YAML reads as it stands
_TERM = re.compile(r"[^\W\d_][\w .'’()/+&^-]*")  # and what it does between commas
_COMMENT = re.compile(r"[^\"'#]*?(\s#.*)")


def block(lines: Sequence[str], *path: str) -> slice:
    """The lines of a key with all that is under it, without the blank lines and comments before the next key."""
    first, start, end = 0, 0, len(lines)
    for depth, key in enumerate(path):
        indent = "  " * depth
        here = re.compile(rf"{indent}{re.escape(key)}:(\s|$)")
        start = next((at for at in range(first, end) if here.match(lines[at])), -1)
        if start < 0:
            raise by_hand(".".join(path))
        first = start + 1
        end = next((at for at in range(first, end) if not re.match(rf"{indent} |\s*$", lines[at])), end)
    while not lines[end - 1].strip():
        end -= 1
    return slice(start, end)


def by_hand(what: str) -> ConfigError:
    return ConfigError(
        f"config.yml is laid out in its own way, so {what} cannot be set without a risk", hint="change it there by hand"
    )


def replaced(lines: Sequence[str], path: Sequence[str], new: Sequence[str]) -> list[str]:
    where = block(lines, *path)
    return [*lines[: where.start], *new, *lines[where.stop :]]


def with_value(lines: Sequence[str], path: Sequence[str], value: str) -> list[str]:
    """One value on one line; the comment behind it stays, in its column."""
    indent, was = "  " * (len(path) - 1), lines[block(lines, *path).start]
    line, comment = f"{indent}{path[-1]}: {quoted(value)}", _COMMENT.fullmatch(was)
    kept = f" {comment.group(1).strip()}" if comment else ""
    return replaced(lines, path, [line.ljust(was.index("#") - 1) + kept if comment else line])


def with_prose(lines: Sequence[str], path: Sequence[str], value: str) -> list[str]:
    indent = "  " * (len(path) - 1)
    return replaced(lines, path, [f"{indent}{path[-1]}: >", *wrapped(value, f"{indent}  ")])


def topic(name: str, terms: Sequence[str]) -> list[str]:
    """A new topic counts fully; its editor may weigh it against the others afterwards."""
    listed = ", ".join(term if _TERM.fullmatch(term) else json.dumps(term, ensure_ascii=False) for term in terms)
    head = [f"    - name: {quoted(name)}", "      weight: 1.0", "      tier: core", "      terms:"]
    return [*head, *wrapped(f"[{listed}]", " " * 8, " ")]


def wrapped(text: str, indent: str, hang: str = "") -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent + hang,
        break_long_words=False,
        break_on_hyphens=False,
    )


def quoted(text: str) -> str:
    """A value as YAML; JSON's strings are YAML's too."""
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)
