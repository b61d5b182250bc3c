"""What the bot last wrote, field by field: the record that lets it tell a person's words from its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from bot.blocks import ROOT, Part, hashed

CHANGED, DELETED, STAYED, MOVED = "changed", "deleted", "stayed", "moved"


@dataclass(frozen=True, kw_only=True)
class Written:
    """The hash of each field's text and what it stood under, in the order of the page.

    `theirs` are the hashes of what a person had made of a field, `marks` the keys of fields that a person had deleted,
    of places (`okafor/place`) and orders (`## core/order`) that a person had changed; `faint` are keys of which it is
    not sure that they stood there at all.
    """

    hashes: Mapping[str, str]
    parents: Mapping[str, str]
    theirs: Mapping[str, str]
    marks: frozenset[str]
    faint: frozenset[str] = frozenset()

    @cached_property
    def _texts(self) -> dict[str, list[str]]:
        texts: dict[str, list[str]] = {}
        for key, text in (*self.hashes.items(), *self.theirs.items()):
            texts.setdefault(text, []).append(key)
        return texts

    @cached_property
    def _children(self) -> dict[str, list[str]]:
        children: dict[str, list[str]] = {}
        for key in self.hashes:
            children.setdefault(self.parents[key], []).append(key)
        return children

    def said(self, part: Part) -> list[str]:
        """The keys of the fields that said what a part says."""
        return self._texts.get(hashed(part.text), [])

    def under(self, parent: str) -> list[str]:
        return self._children.get(parent, [])

    def leaves(self, parent: str) -> list[str]:
        """The fields under a heading that are no headings themselves."""
        return [key for key in self.under(parent) if "/" in key]


def is_section(key: str) -> bool:
    """Whether a key without a slash is a section's; the others are entries'."""
    return key in ("front", "lead") or key.startswith("## ")


def written(fields: Mapping[str, str]) -> Written:
    """The record as the JSON holds it: `"okafor/what": "<hash>"`, with a word behind it for what is a person's.

    `changed <hash>` is what a person made of it, `deleted` is gone, `stayed` is chosen no more but was touched.
    """
    hashes: dict[str, str] = {ROOT: ""}
    parents: dict[str, str] = {ROOT: ROOT}
    section = ROOT
    for key, value in fields.items():
        if value == MOVED:
            continue
        stem = key.rpartition("/")[0]
        if stem not in hashes and (key == ROOT or is_section(key)):
            section = key
        hashes[key] = value.partition(" ")[0]
        parents[key] = stem if stem in hashes else ROOT if key == section else section
    marks = (key for key, value in fields.items() if value == MOVED or value.endswith(DELETED))
    theirs = {key: value.split(" ")[-1] for key, value in fields.items() if f" {CHANGED} " in value}
    return Written(hashes=hashes, parents=parents, theirs=theirs, marks=frozenset(marks))


def overlaid(new: Written, old: Written) -> Written:
    """As if the new page had been written. What only the old record knows may be gone."""
    left = {key: text for key, text in old.hashes.items() if key not in new.hashes}
    return Written(
        hashes={**new.hashes, **left},
        parents={**old.parents, **new.parents},
        theirs=old.theirs,
        marks=old.marks,
        faint=frozenset(left),
    )


def settled(new: Written, old: Written, page: Mapping[str, str]) -> Written:
    """The two overlaid, for a page whose keys stand where `page` says.

    What is there and no more in the draft has stayed for a person's sake. What is in neither is forgotten: whether the
    bot took it out or a person, nobody can tell.
    """
    both = overlaid(new, old)
    left = page.keys() - new.hashes.keys()
    known = {*new.hashes, *page, *old.marks, *(key for key in old.hashes if old.parents[key] in left)}
    return Written(
        hashes={key: text for key, text in both.hashes.items() if key in known},
        parents={**both.parents, **{key: above for key, above in page.items() if old.parents.get(key) == above}},
        theirs=old.theirs,
        marks=old.marks | {f"{key}/place" for key in left if "/" not in key},
        faint=both.faint,
    )


def is_clean(fields: Mapping[str, str]) -> bool:
    """Whether it records nothing that is a person's."""
    return all(" " not in value and value != MOVED for value in fields.values())
