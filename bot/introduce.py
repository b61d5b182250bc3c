"""Writes the lead of a digest: how many picks out of how many, from which sources, and who wrote it."""

from collections import Counter
from collections.abc import Sequence
from datetime import date

from bot.model import Depth, Edition, Program, Tier, WriteUp
from bot.text import listing

_PLURALS = {"bof": "BoFs"}
_RESTS = {
    Depth.FULL_TEXT: "the full text",
    Depth.ABSTRACT: "the abstract only",
    Depth.TITLE: "the title only, because the program gives no abstract",
}


def introduce(edition: Edition, program: Program, writeups: Sequence[WriteUp], reader: str) -> tuple[str, ...]:
    """The lead's paragraphs: what was chosen, then the sourcing note."""
    return chosen(edition, program, writeups, reader), sourcing(program, writeups)


def chosen(edition: Edition, program: Program, writeups: Sequence[WriteUp], reader: str) -> str:
    tiers = Counter(writeup.pick.tier for writeup in writeups)
    shares = listing([f"{tiers[tier]} {tier}" for tier in Tier if tiers[tier]])
    when = f" ({period(program.starts, program.ends)})" if program.starts else ""
    return (
        f"{len(writeups)} of the {counted(program)} of {edition.name}{when}, chosen for one reader, "
        f"the {reader[:1].lower()}{reader[1:]}: {shares}."
    )


def sourcing(program: Program, writeups: Sequence[WriteUp]) -> str:
    """Where the words come from, and who put them together. Honest, also about what was not read."""
    return " ".join(filter(None, (extracts(writeups), rests(writeups), source(program))))


def extracts(writeups: Sequence[WriteUp]) -> str:
    """That nobody wrote anything, where that is so."""
    if {writeup.writer for writeup in writeups} != {"extractive"}:
        return ""
    if {writeup.depth for writeup in writeups} == {Depth.TITLE}:
        return "No model wrote any of it."
    return "What is told of a pick are extracts: the source's own sentences, shortened; no model wrote any of it."


def rests(writeups: Sequence[WriteUp]) -> str:
    """How deep the write-ups go: "12 of them rest on the abstract only, 3 on the title alone"."""
    depths = Counter(writeup.depth for writeup in writeups)
    if len(depths) == 1:
        return f"Every write-up rests on {_RESTS[next(iter(depths))]}."
    return (
        f"Write-ups that rest on {listing([f'{_RESTS[depth]}: {depths[depth]}' for depth in Depth if depths[depth]])}."
    )


def source(program: Program) -> str:
    """What was read, and when."""
    places = listing([source.url for source in program.sources])
    times = sorted(source.time[:10] for source in program.sources if source.time)
    return f"Source: {places}, {f'read on {times[-1]}' if times else 'from a saved copy'}."


def counted(program: Program) -> str:
    """What there was to choose from: "88 papers", "30 contributions (22 talks, 5 keynotes and 3 others)"."""
    kinds = Counter(contribution.kind.value for contribution in program.listed)
    total = sum(kinds.values())
    if len(kinds) == 1:
        return f"{total:,} {plural(next(iter(kinds)), total)}"
    shown = kinds.most_common(3)
    rest = total - sum(count for _, count in shown)
    parts = [f"{count:,} {plural(kind, count)}" for kind, count in shown] + ([f"{rest:,} others"] if rest else [])
    return f"{total:,} contributions ({listing(parts)})"


def plural(kind: str, count: int) -> str:
    return kind if count == 1 else _PLURALS.get(kind, f"{kind}s")


def period(starts: str, ends: str) -> str:
    """Two days as people write them: 8-11 September 2025."""
    first = date.fromisoformat(starts[:10])
    last = date.fromisoformat((ends or starts)[:10])
    if first == last:
        return f"{last.day} {last:%B %Y}"
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{last.day} {last:%B %Y}"
    return f"{first.day} {first:%B}{f' {first.year}' if first.year != last.year else ''} – {last.day} {last:%B %Y}"
