"""Names the fields of a page that the bot just drew.

Their keys are `front/title`, `lead/1`, `## core` for a section's heading, `okafor` for an entry's (by its pick's id),
`okafor/what`, `theme/rdma`, `about/this-page`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from bot.blocks import FIELDS, NUMBER, RESERVED, Part, Rank, by_session, cut, entry_key, nested, plain
from bot.markdown import escape
from bot.text import fingerprint

_STEMS = {
    "## themes": "theme",
    "## overview": "theme",
    "## about-this-digest": "about",
    "## about-this-roundup": "about",
}


def named(page: str, data: Mapping[str, Any]) -> Part:
    """The bot's own page, from its data."""
    parts, picks = cut(page), data["picks"]
    if data["form"] == "session-notes":
        picks = [*chain(*by_session(picks, lambda pick: (pick["starts"] or "", pick["session"] or "")).values())]
    return nested([replace(part, key=key) for part, key in zip(parts, _names(parts, picks), strict=True)])


def _names(parts: Sequence[Part], picks: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    taken: Counter[str] = Counter()
    pick: Mapping[str, Any] = {}
    head = ""
    for part in parts:
        if part.rank is Rank.FIELD:
            yield _unique(f"{_STEMS.get(head, head)}/{part.name or _nameless(part, pick, head, taken)}", taken)
            continue
        if part.rank is Rank.ENTRY:
            pick = _pick(part, picks)
        head = _unique(entry_key(str(pick["id"])) if part.rank is Rank.ENTRY else part.name, taken)
        yield head


def _unique(key: str, taken: Counter[str]) -> str:
    taken[key] += 1
    return key if taken[key] == 1 else f"{key}~{taken[key]}"


def _pick(heading: Part, picks: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    found = NUMBER.match(heading.text)
    number = int(found.group(2)) if found else 0
    return picks[number - 1] if 0 < number <= len(picks) else {"id": fingerprint(plain(heading.text))}


def _nameless(part: Part, pick: Mapping[str, Any], head: str, taken: Counter[str]) -> str:
    """A bullet of session notes is the part of the write-up that it says; a paragraph counts in its section."""
    if part.text.startswith("  - "):
        says = {name: escape(str(pick.get(name, ""))) for name in FIELDS}
        return max(FIELDS, key=lambda name: len(says[name]) if part.text[4:].startswith(says[name]) else -1)
    if head in RESERVED or head.startswith("## "):
        taken[f"{head}/"] += 1
        return str(taken[f"{head}/"])
    return "byline"
