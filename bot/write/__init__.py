"""Asks the configured writer for a WriteUp of every pick; what a model leaves open, the extractive writer fills."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import cast

from bot import plugins
from bot.model import Claim, ConferenceKind, Pick, WriteUp
from bot.write.conclude import Conclusion, conclude
from bot.write.themes import themes
from bot.writers import Adviser, Brief, Writer, quotes

__all__ = ["Adviser", "Conclusion", "conclude", "filled", "themes", "write"]

NONE: Mapping[str, str] = {}
PARTS = ("why", "what", "how", "where")
EXTRACTIVE = "extractive"  # the writer that needs no adviser, and stands in for the others


def write(
    picks: Sequence[Pick],
    writer_name: str,
    conference_kind: ConferenceKind,
    guidance: Mapping[str, str] = NONE,
    before: Sequence[WriteUp] = (),
    adviser: Adviser | None = None,
) -> tuple[WriteUp, ...]:
    """A write-up of each pick, in their order, with no part empty. Without an adviser the extractive writer writes.

    No source sentence is quoted for two of them, nor from those `before`, except where a model chose so. `guidance` is
    what maintainers asked for, by contribution id.
    """
    writer = cast(Writer, plugins.load("writers", writer_name))
    spare = cast(Writer, plugins.load("writers", EXTRACTIVE))
    told = frozenset(quote for writeup in before for quote in quotes(writeup))
    brief = Brief(kind=conference_kind, told=told, guidance=guidance, adviser=adviser)
    if adviser is None or writer is spare:
        return spare.write(picks, brief)
    with ThreadPoolExecutor(1) as meanwhile:  # a model takes its time, in which the extracts are made
        written = meanwhile.submit(writer.write, picks, brief)
        extracts = spare.write(picks, brief)
    return tuple(map(completed, written.result(), extracts))


def completed(writeup: WriteUp, extract: WriteUp) -> WriteUp:
    """A write-up with the extract's part for each that is empty; with no part at all, it is the extract."""
    empty = tuple(part for part in PARTS if not getattr(writeup, part))
    if len(empty) == len(PARTS):
        return replace(extract, findings=writeup.findings)
    told = quotes(writeup)
    return replace(
        writeup,
        extracts=empty,
        why=writeup.why or untold(extract.why, told),
        what=writeup.what or untold(extract.what, told),
        how=writeup.how or untold(extract.how, told),
        where=writeup.where or untold(extract.where, told),
    )


def untold(claims: Sequence[Claim], told: frozenset[str]) -> tuple[Claim, ...]:
    """The claims that rest on something which is not told already."""
    fresh = tuple(claim for claim in claims if not (claim.quotes and told.issuperset(claim.quotes)))
    return fresh or (Claim(text="The source says no more than that.", silent=True),)


def filled(writeup: WriteUp) -> WriteUp:
    """A part from which verifying took every sentence says so."""
    nothing = (Claim(text="What was written here could not be held against the source.", silent=True),)
    return replace(
        writeup,
        why=writeup.why or nothing,
        what=writeup.what or nothing,
        how=writeup.how or nothing,
        where=writeup.where or nothing,
    )
