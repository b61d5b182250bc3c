"""Counts what people changed of what was generated: field by field, by whoever wrote the field."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.blocks import entry_key, walk
from bot.check.sheet import sheet
from bot.evaluate.gold import PARTS
from bot.introduce import PARAGRAPHS
from bot.keep.written import Written
from bot.model import Digest, WriteUp
from bot.write.themes import themes

EXTRACTIVE = "extractive"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edits:
    """Of one kind of field (why, what, how, where, lead, theme), by a model or by none: how many the bot made, and
    how many of those people changed or deleted."""

    writer: str
    field: str
    made: int
    changed: int = 0
    deleted: int = 0


def edits(page: str, data: str, digest: Digest) -> tuple[Edits, ...]:
    """Those of one digest, as its page stands."""
    view = sheet(f"digests/{digest.edition.key}.md", page, data)
    standing = {part.key: part for part in walk(view.tree) if part.key}
    made, changed, deleted = Counter[tuple[str, str]](), Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for key, kind in generated(digest, view.last):
        made[kind] += 1
        deleted[kind] += key not in standing
        changed[kind] += key in standing and view.is_theirs(standing[key])
    return tuple(
        Edits(writer=kind[0], field=kind[1], made=made[kind], changed=changed[kind], deleted=deleted[kind])
        for kind in made
    )


def summed(found: Iterable[Edits]) -> tuple[Edits, ...]:
    """Those of several digests as one list, by writer and field."""
    groups: dict[tuple[str, str], list[Edits]] = {}
    for each in found:
        groups.setdefault((each.writer, each.field), []).append(each)
    return tuple(
        Edits(
            writer=writer,
            field=field,
            made=sum(each.made for each in group),
            changed=sum(each.changed for each in group),
            deleted=sum(each.deleted for each in group),
        )
        for (writer, field), group in sorted(groups.items())
    )


def generated(digest: Digest, last: Written) -> Iterator[tuple[str, tuple[str, str]]]:
    """The keys of the fields that the bot wrote on the page, each with who wrote it and what it is."""
    for writeup in digest.writeups:
        for name in PARTS:
            key = f"{entry_key(writeup.pick.contribution.id)}/{name}"
            if key in last.hashes:
                yield key, (writer(writeup, name), name)
    asked = {charge.purpose: charge.model for charge in digest.bill.charges} if digest.bill else {}
    opening = asked.get("lead", EXTRACTIVE) if len(digest.lead) > PARAGRAPHS else EXTRACTIVE
    for key in last.under("lead"):
        yield key, (opening if key == "lead/1" else EXTRACTIVE, "lead")
    spare = themes(digest.writeups, digest.decisions.guidance.get("themes", ""))
    sharing = asked.get("themes", EXTRACTIVE) if digest.themes != spare else EXTRACTIVE
    for key in last.hashes if digest.themes else ():
        if key.startswith("theme/"):
            yield key, (sharing, "theme")


def writer(writeup: WriteUp, name: str) -> str:
    """The model that wrote a field; what fell back to an extract is none's."""
    return writeup.model if writeup.model and name not in writeup.extracts else EXTRACTIVE
