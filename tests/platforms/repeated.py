"""Recorded pages made long: the same markup as often as it takes to hold about a thousand contributions."""

import json
import re
from typing import Any

from bot.page import Format, Page

_INSIDE = re.compile(
    r"(.*?<body[^>]*>|\s*(?:<[?!][^>]*>\s*)*<[^>?!]+>)(.*)(</[^>]+>\s*)", re.S
)  # the body, or the root
_PAGE = re.compile(r"(/sessions/[a-z]+/[\w-]+)(?=\.html)")  # what Netdev knows a session by
_EVENTS = re.compile(r"BEGIN:VEVENT.*END:VEVENT\r?\n", re.S)
_DAY = re.compile(r"^\w+, \d+ \w+ \d{4}$", re.M)


def repeated(page: Page, body: bytes, times: int) -> bytes:
    text = body.decode("utf-8-sig")
    match page.format:
        case Format.JSON:
            return json.dumps(longer(json.loads(text), times)).encode()
        case Format.CALENDAR:
            return _EVENTS.sub(lambda events: events[0] * times, text, count=1).encode()
        case Format.TEXT:
            head = text[: day.start()] if (day := _DAY.search(text)) else text.partition("\n")[0] + "\n"
            return (head + text[len(head) :] * times if "@" not in head else f"{text}\n" * times).encode()
    head, inside, foot = found.groups() if (found := _INSIDE.fullmatch(text)) else ("", text, "")
    return (head + "".join(_PAGE.sub(rf"\1-{number}", inside) for number in range(times)) + foot).encode()


def longer(tree: Any, times: int) -> Any:
    """The outermost lists of entries, and what holds entries by their keys; each copy has names of its own."""
    if isinstance(tree, list):
        return [numbered(entry, number) for number in range(times) for entry in tree]
    if not isinstance(tree, dict):
        return tree
    if len(tree) > 1 and all(isinstance(value, dict) and is_entry(value) for value in tree.values()):
        return {f"{key}{number or ''}": numbered(tree[key], number) for number in range(times) for key in tree}
    return {key: longer(value, times) for key, value in tree.items()}


def is_entry(tree: dict[str, Any]) -> bool:
    return not all(isinstance(value, dict | list) for value in tree.values())


def numbered(tree: Any, number: int) -> Any:
    if isinstance(tree, list):
        return [numbered(entry, number) for entry in tree]
    if not isinstance(tree, dict):
        return tree
    if str(tree.get("name", "")).startswith("draft-"):  # a name that is a key
        return {**tree, "name": f"{tree['name']}-{number}"}
    named = {key: f"{tree[key]} {number}" for key in ("name", "title") if number and isinstance(tree.get(key), str)}
    return {key: numbered(value, number) for key, value in tree.items()} | named
