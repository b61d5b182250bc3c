"""Where golds come from: files of picks, the digests in a folder, and the programs that are kept beside them."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bot import lost
from bot.errors import (
    Blocked,
    BotError,
    BrokenDigest,
    CommandError,
    Incomplete,
    LayoutChanged,
    NotPublished,
    SourceError,
    StoreError,
)

if TYPE_CHECKING:
    from bot.evaluate.gold import Gold
    from bot.model import Digest

MOST_BYTES, MOST_GOLDS = 30_000_000, 200
UNREADABLE = (Blocked, BrokenDigest, Incomplete, LayoutChanged, NotPublished, SourceError, StoreError)
Standing = tuple[str, str, "Digest"]
"""A digest's page and data as they stand, and what the data says."""
Miss = Callable[[str, BotError], None]
"""Told of an edition that cannot be measured, and why."""


def named(paths: Sequence[Path]) -> "tuple[Gold, ...]":
    """The golds that arguments name. Each must be readable, before anything is paid for."""
    files = [file for path in paths for file in (sorted(path.glob("*.json")) if path.is_dir() else [path])]
    if not files:
        raise CommandError(f"{paths[0]} holds no golds", hint="they are files named EDITION.json")
    if len(files) > MOST_GOLDS:
        raise CommandError(f"{len(files):,} golds are too many at once", hint=f"name {MOST_GOLDS} at most")
    golds = tuple(gold(file.with_suffix(".json") if file.suffix == ".md" else file) for file in files)
    keys = [each.edition for each in golds]
    if twice := next((key for key in keys if keys.count(key) > 1), ""):
        raise CommandError(f"two golds are of {twice}", hint="evaluate one after the other, and compare with --against")
    return golds


def gold(path: Path) -> "Gold":
    """A file of picks, or a digest of ours, which bears a seal."""
    from bot.evaluate.gold import of_digest, of_page
    from bot.web import recording

    page = recording.saved_file(path, MOST_BYTES).page(path.name)
    return of_digest(*digest(path)) if page.has("seal") else of_page(page)


def standing(root: Path, notes: list[str]) -> Iterator[Standing]:
    """The digests below a folder; those that cannot be read are noted."""
    for path in sorted({*(root / "digests").glob("*.json")} - {root / lost.PATH}):
        try:
            yield digest(path)
        except UNREADABLE as error:
            notes.append(note(path.stem, error))


def of_digests(found: Sequence[Standing], notes: list[str]) -> "Iterator[Gold]":
    """What people left standing in each."""
    from bot.evaluate.gold import of_digest

    for each in found:
        try:
            yield of_digest(*each)
        except SourceError as error:
            notes.append(note(each[2].edition.key, error))


def digest(path: Path) -> Standing:
    from bot.check import require_whole, whole
    from bot.forges import folder

    beside = path.with_suffix(".md")
    data, page = folder.read(path), folder.read(beside)
    if data is None or page is None:
        raise StoreError(f"there is no {path if data is None else beside}", hint="a digest is a .md and a .json")
    require_whole((*whole.text(str(beside), page), *whole.text(str(path), data)))
    found, faults = whole.data(str(path), data, path.stem)
    require_whole(faults)
    if found is None or found.edition.form == "roundup":
        raise StoreError(f"{path.stem} is a roundup, which is made of digests", hint="those are evaluated")
    return page, data, found


def with_programs(
    golds: "Sequence[Gold]", origin: Path | None, scratch: Path, miss: Miss
) -> "Iterator[tuple[Gold, Path]]":
    """Golds with where their programs are to be read; a program of any name must be that of the only gold."""
    spare = origin if len(golds) == 1 else None
    for each in golds:
        if place := program(each, origin) or spare or written(each, scratch):
            yield each, place
            continue
        keep = f"python -m bot draft {each.edition} --record DIR/{each.edition}"
        hint = f"keep it with `{keep}`, or save it there, and say --from DIR"
        miss(each.edition, SourceError(f"no program of {each.edition} is at hand", hint=hint))


def program(gold: "Gold", origin: Path | None) -> Path | None:
    """Where an edition's program is saved under its name: a recording, or a file."""
    if origin is None:
        return None
    beside = (path for path in sorted(origin.glob(f"{gold.edition}.*")) if path.suffix != ".md")
    return origin / gold.edition if (origin / gold.edition).is_dir() else next(beside, None)


def written(gold: "Gold", scratch: Path) -> Path | None:
    """The program that a gold holds itself, as a file."""
    from bot.forges import folder

    if gold.program is None:
        return None
    path = scratch / f"{gold.edition}.json"
    try:
        folder.write(path, json.dumps(gold.program))
    except RecursionError:
        raise SourceError(f"the program of {gold.edition} nests too deeply", hint="this is not a program") from None
    return path


def note(edition: str, error: BotError) -> str:
    return f"{edition} was passed over: {error} ({error.hint})"
