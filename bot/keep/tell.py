"""Says in words what on a page is a person's, for those who review it."""

import re
from collections.abc import Collection, Iterator

from bot.blocks import LABELS, NUMBER, ROOT, Part, Rank, walk
from bot.keep.lay import Sides, is_deleted, is_moved, is_reordered, is_theirs

_PLACES = {ROOT: "of the sections", "front": "in the front matter", "lead": "in the lead"}
_BOLD = re.compile(r"\s*- \*\*(?:\d+\. )?\[?(.+?)(?:\]\(|\.?\*\*)")
_ESCAPED = re.compile(r"\\([^\w\s])")
_LONGEST = 80
INSTEAD = ", instead of the bot's own on it"


def told(s: Sides, page: Part, instead: Collection[int]) -> tuple[str, ...]:
    """What was kept, as it stands on the page; then what stays away.

    `instead` are the places of a person's entries that stand for one of the bot's.
    """
    return tuple(dict.fromkeys((*_standing(s, page, instead), *_away(s))))


def _standing(s: Sides, page: Part, instead: Collection[int]) -> Iterator[str]:
    for parent in walk(page):
        if is_reordered(s, parent.key):
            yield f"the order {_place(parent)}"
        for part in parent.parts:
            if parent.key and not part.key:
                yield _added(part, parent) + (INSTEAD if part.at in instead else "")
            if is_moved(s, part.key):
                yield f"{_quoted(part)}, which was moved {_place(parent)}"
            if part.key in s.locked:
                yield f"{_changed(part, parent) if part.rank is Rank.FIELD else _whole(part)}, which is locked"
            elif part.key in s.page and is_theirs(s, part.key):
                yield _changed(part, parent)


def _added(part: Part, parent: Part) -> str:
    return f"{_kind(part)} added {_place(parent)}" if parent.key != ROOT else f"{_kind(part)} added"


def _whole(heading: Part) -> str:
    return "the lead" if heading.key == "lead" else _pick(heading)


def _away(s: Sides) -> Iterator[str]:
    for part in s.new.values():
        if is_deleted(s, part.key) and not is_deleted(s, s.new_parents[part.key]):
            parent = s.new[s.new_parents[part.key]]
            yield f"{_field(part, parent) if part.rank is Rank.FIELD else _quoted(part)}, which was deleted"


def _changed(part: Part, parent: Part) -> str:
    if part.rank is Rank.FIELD:
        return _field(part, parent)
    return f"the title of {_pick(part)}" if part.rank is Rank.ENTRY else f"the heading {_quoted(part)}"


def _field(part: Part, parent: Part) -> str:
    stem, _, name = part.key.rpartition("/")
    if parent.rank is Rank.ENTRY:
        return f"{LABELS.get(name, name)} of {_pick(parent)}"
    if stem == "front":
        return f"{name} in the front matter"
    if stem == "lead":
        return f"lead paragraph {name}"
    return f"the theme {_quoted(part)}" if stem == "theme" else f"{_kind(part)} {_place(parent)}"


def _pick(heading: Part) -> str:
    found = NUMBER.match(heading.text)
    return f"{_quoted(heading)} (pick {found.group(2)})" if found else _quoted(heading)


def _place(parent: Part) -> str:
    if parent.rank is Rank.ENTRY:
        return f"in {_quoted(parent)}"
    return _PLACES.get(parent.key) or f"under {title(parent)}"


def _kind(part: Part) -> str:
    if part.rank is not Rank.FIELD:
        return f"the {part.rank.name.lower()} {_quoted(part)}"
    return "a bullet" if part.text.lstrip().startswith(("- ", "* ", "+ ")) else "a paragraph"


def _quoted(part: Part) -> str:
    return f"“{title(part)}”"


def title(part: Part) -> str:
    """Its words, where they are not too many."""
    text = words(part)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"


def words(part: Part) -> str:
    """The words of a heading or of what stands in bold at the start of a bullet."""
    bold = _BOLD.match(part.text)
    text = bold.group(1) if bold else NUMBER.sub("", part.text).lstrip("#")
    return _ESCAPED.sub(r"\1", " ".join(text.split()))
