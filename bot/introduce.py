"""Writes the lead of a digest: how many picks out of how many, from which sources, and who wrote it."""

from collections import Counter
from collections.abc import Sequence
from datetime import date

from bot.model import Depth, Edition, Program, Tier, WriteUp
from bot.text import listing

_PLURALS = {"bof": "BoFs"}
_RESTS = {
    Depth.FULL_TEXT: "on the full text",
    Depth.ABSTRACT: "on the abstract only",
    Depth.TITLE: "on the title only, as the program gives no abstract",
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
    depths = Counter(writeup.depth for writeup in writeups)
    rests = listing([f"{_share(depths[depth], len(writeups))} {_RESTS[depth]}" for depth in Depth if depths[depth]])
    writers = {writeup.writer for writeup in writeups}
    how = (
        "Every sentence is an extract: the source's own words, shortened; no model wrote any of it. "
        if writers == {"extractive"}
        else ""
    )
    sources = listing([source.url for source in program.sources])
    return f"{how}The write-ups rest {rests}. Source: {sources}{_read_on(program)}."


def counted(program: Program) -> str:
    """What there was to choose from: "88 papers", "412 talks, 31 keynotes and 12 posters"."""
    kinds = Counter(contribution.kind.value for contribution in program.listed)
    shown = kinds.most_common(3)
    rest = sum(kinds.values()) - sum(count for _, count in shown)
    parts = [f"{count:,} {plural(kind, count)}" for kind, count in shown] + ([f"{rest:,} others"] if rest else [])
    return listing(parts)


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


def _share(count: int, total: int) -> str:
    return "all" if count == total else str(count)


def _read_on(program: Program) -> str:
    times = sorted(source.time[:10] for source in program.sources if source.time)
    return f", read on {times[-1]}" if times else ", as saved (nobody recorded when)"
