"""Finds what stands on the page already in an entry of a person's own, so that it is not laid there a second time."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from bot.blocks import Part, Rank, hashed, walk
from bot.keep.tell import words
from bot.text import folded

_LINK = re.compile(r"https?://([^\s<>()\[\]\"]+)")


def twice(stands: Part, drawn: Part, known: Collection[str]) -> Mapping[str, int]:
    """The new page's entries, by key, that a person's entry is about: one of the same title, or that links there.

    Each with that entry's place. What the bot has written before is `known`, and no such entry.
    """
    own = [entry for entry in _entries(stands) if not entry.key]
    shared = Counter(link for entry in _entries(drawn) for link in {*_links(entry)})
    pairs = ((entry, each) for entry in _entries(drawn) if entry.key not in known for each in reversed(own))
    return {new.key: each.at for new, each in pairs if _is_about(each, new, shared) and not _is_drawn(each, new)}


def typed(stands: Part, drawn: Part, known: Collection[str]) -> set[str]:
    """The new front matter's fields, by key, that a person has typed there already."""
    own = {part.name for part in _front(stands) if not part.key}
    return {part.key for part in _front(drawn) if part.key not in known and part.name in own}


def without(page: Part, keys: Collection[str]) -> Part:
    """The page without some entries and fields, and without the sections that held nothing else."""
    kept = [replace(each, parts=tuple(part for part in each.parts if part.key not in keys)) for each in page.parts]
    was = zip(page.parts, kept, strict=True)
    return replace(page, parts=tuple(after for before, after in was if after.parts or not before.parts))


def _front(page: Part) -> Iterator[Part]:
    return (part for section in page.parts if section.name == "front" for part in section.parts)


def _entries(page: Part) -> Iterator[Part]:
    return (part for part in walk(page) if part.rank is Rank.ENTRY)


def _is_about(own: Part, entry: Part, shared: Mapping[str, int]) -> bool:
    """Whether a person's entry is about the same; a link that several picks have in common says nothing."""
    title, link = folded(words(own)), next(_links(own), "")
    return title == folded(words(entry)) != "" or (link in _links(entry) and shared[link] == 1)


def _is_drawn(own: Part, entry: Part) -> bool:
    """Whether most of it reads as the bot draws it: a run that was killed has written it, or its record is lost."""
    drawn = {hashed(part.text) for part in walk(entry)}
    return sum(hashed(part.text) in drawn for part in walk(own)) * 2 > len(drawn)


def _links(entry: Part) -> Iterator[str]:
    return (link.rstrip("/.,;:!?*_") for part in walk(entry) for link in _LINK.findall(part.text))
