"""Tells which part of a page is which field of the digest, by what it says and where it stands; nothing marks it.

A part that stays without a key is a person's.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from bot.blocks import ROOT, Part, Rank, nested
from bot.keep.written import Written, is_section

Group = list[Part]
"""A heading and the fields up to the next heading."""


def recognised(parts: Sequence[Part], last: Written) -> Part:
    """The page with the keys of what the bot last wrote, found by text first, then by form, then by place."""
    groups = _groups(parts)
    groups, keys = _by_content(groups, _by_heading(groups, last), last)
    found = [
        part
        for group, key in zip(groups, keys, strict=True)
        for part in (replace(group[0], key=key), *_fields(group[1:], last.leaves(key), last))
    ]
    return _by_entries(nested(found), last)


def _groups(parts: Sequence[Part]) -> list[Group]:
    groups: list[Group] = []
    for part in parts:
        if part.rank is Rank.FIELD:
            groups[-1].append(part)
        else:
            groups.append([part])
    return groups


def _by_heading(groups: Sequence[Group], last: Written) -> list[str]:
    """The keys of the headings that say what they said, or begin so; of equals, the one with more of its fields."""
    sections = [key for key in last.under(ROOT) if key.startswith("## ")]
    pairs: list[tuple[bool, int, int, str]] = []
    for at, group in enumerate(groups):
        same, votes = [key for key in last.said(group[0]) if _fits(key, group[0])], _votes(group, last)
        alike = [key for key in sections if key not in same and f"{group[0].name}-".startswith(f"{key}-")]
        pairs += ((key in alike, -votes[key], at, key) for key in (*same, *alike))
    keys = [""] * len(groups)
    for _, _, at, key in sorted(pairs):
        if not keys[at] and key not in keys:
            keys[at] = key
    return keys


def _by_content(groups: Sequence[Group], keys: Sequence[str], last: Written) -> tuple[list[Group], list[str]]:
    """Headings that a person changed, by the fields under them.

    A person's heading amid the fields of an entry is no heading of its own, but a line in that entry.
    """
    taken = {field for group, key in zip(groups, keys, strict=True) for field in _held(group, key, last)} | last.marks
    known = {*keys}
    found: list[Group] = []
    names: list[str] = []
    before = 0  # the last one that has a name
    for group, key in zip(groups, keys, strict=True):
        owner = names[before] if names else ""
        name = key or _most_of(group, owner, known, taken, last)
        if name and name == owner:
            lines = [replace(part, rank=Rank.FIELD) for each in (*found[before + 1 :], group) for part in each]
            found[before:], names[before:] = [[*found[before], *lines]], [owner]
        else:
            found.append(group)
            names.append(name)
            before = len(names) - 1 if name else before
        known.add(name)
        taken.update(_held(group, name, last))
    return found, names


def _most_of(group: Group, owner: str, known: Collection[str], taken: Collection[str], last: Written) -> str:
    """The heading most of whose missing fields stand in a group: the one before it, or one that nobody has found."""
    votes = _votes(group, last, taken)
    open_to = [key for key in votes if key == owner or (_fits(key, group[0]) and key not in known)]
    return max(open_to, key=lambda key: (votes[key], key == owner), default="")


def _fits(key: str, heading: Part) -> bool:
    """Whether a key can be that of a heading: a section's of a section's, an entry's of an entry's."""
    return "/" not in key and key != ROOT and is_section(key) is (heading.rank is Rank.SECTION)


def _votes(group: Group, last: Written, taken: Collection[str] = ()) -> Counter[str]:
    """How many fields of each heading stand in a group as they were."""
    return Counter(last.parents[key] for part in group[1:] for key in last.said(part) if key not in taken)


def _held(group: Group, key: str, last: Written) -> Iterator[str]:
    """The fields of a heading that stand in a group as they were."""
    return (field for part in group[1:] for field in last.said(part) if last.parents[field] == key)


def _fields(parts: Sequence[Part], keys: Sequence[str], last: Written) -> Iterator[Part]:
    """The parts under a heading with their keys: the same text, or the same form, or where something is missing."""
    found: dict[int, str] = {}
    same = ((at, key) for key in keys for at, part in enumerate(parts) if key in last.said(part))
    alike = ((at, key) for key in keys for at, part in enumerate(parts) if part.name == _name(key))
    for at, key in (*same, *alike):
        if at not in found and key not in found.values():
            found[at] = key
    before = -1
    for at, part in enumerate(parts):
        after = min((keys.index(key) for other, key in found.items() if other > at), default=len(keys))
        missing = [key for key in keys[before + 1 : after] if key not in {*found.values(), *last.marks, *last.faint}]
        if at not in found and missing and not part.text.startswith("#"):
            found[at] = missing[0]
        before = keys.index(found[at]) if at in found else before
        yield replace(part, key=found.get(at, ""))


def _name(key: str) -> str:
    return key.rpartition("/")[2].split("~")[0]


def _by_entries(page: Part, last: Written) -> Part:
    """A section whose heading a person changed is the one most of whose entries stand under it."""
    votes = Counter(
        (at, last.parents[entry.key])
        for at, part in enumerate(page.parts)
        for entry in part.parts
        if not part.key and entry.key and entry.rank is Rank.ENTRY
    )
    keys = [part.key for part in page.parts]
    for (at, key), _ in votes.most_common():
        if not keys[at] and key not in keys and is_section(key):
            keys[at] = key
    return replace(page, parts=tuple(replace(part, key=key) for part, key in zip(page.parts, keys, strict=True)))
