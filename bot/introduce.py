"""Writes the lead of a digest: how many picks out of how many, from which sources, and who wrote it."""

from collections import Counter
from collections.abc import Sequence
from datetime import date

from bot.model import Depth, Edition, Outline, Tier, WriteUp
from bot.text import listing

_PLURALS = {"bof": "BoFs"}
PARAGRAPHS = 2  # that every lead ends with
_PLACES = 2
_RESTS = {
    Depth.FULL_TEXT: "the full text",
    Depth.ABSTRACT: "the abstract only",
    Depth.TITLE: "the title only, because the program gives no abstract",
}


def introduce(
    edition: Edition, program: Outline, writeups: Sequence[WriteUp], reader: str, picker: str = ""
) -> tuple[str, ...]:
    """The lead's paragraphs: what was chosen, then the sourcing note. `picker` is the model that chose, if one did."""
    return chosen(edition, program, writeups, reader, picker), sourcing(program, writeups)


def chosen(edition: Edition, program: Outline, writeups: Sequence[WriteUp], reader: str, picker: str = "") -> str:
    tiers = Counter(writeup.pick.tier for writeup in writeups)
    shares = listing([f"{tiers[tier]} {tier}" for tier in Tier if tiers[tier]])
    when = f" ({period(program.starts, program.ends)})" if program.starts else ""
    program_said, reader_said = f"{counted(program)} of {edition.name}{when}", f"the {inside(reader)}"
    if not writeups:
        return f"None of the {program_said} concerns one reader, {reader_said}, by the topics of config.yml."
    by = f" by a model ({picker}), from a ranking by the topics of config.yml," if picker else ""
    return f"{len(writeups)} of the {program_said}, chosen{by} for one reader, {reader_said}: {shares}."


def sourcing(program: Outline, writeups: Sequence[WriteUp]) -> str:
    """Where the words come from, and who put them together. Honest, also about what was not read."""
    return " ".join(filter(None, (wrote(writeups), rests(writeups), source(program))))


def wrote(writeups: Sequence[WriteUp]) -> str:
    """Which model wrote how much of it, or that none wrote anything."""
    written = [writeup for writeup in writeups if writeup.writer != "extractive"]
    if written:
        names = listing(list(dict.fromkeys(writeup.model for writeup in written if writeup.model)))
        by = f"A model ({names})" if names else "A model"
        taken = sum(len(writeup.extracts) for writeup in written) + 4 * (len(writeups) - len(written))
        rest = f" {taken} of {4 * len(writeups)} parts are not its own, but taken from the source." if taken else ""
        return f"{by} wrote the write-ups, and a program held every sentence against its source.{rest}"
    if not writeups:
        return ""
    if {writeup.depth for writeup in writeups} == {Depth.TITLE}:
        return "No model wrote any of it."
    return "The write-ups are extracts: the source's own sentences, shortened; no model wrote any of it."


def rests(writeups: Sequence[WriteUp]) -> str:
    """How deep the write-ups go: "Write-ups that rest on the title only, …: 1 and the abstract only: 2."."""
    depths = Counter(writeup.depth for writeup in writeups)
    if not depths:
        return ""
    if len(depths) == 1:
        return f"Every write-up rests on {_RESTS[next(iter(depths))]}."
    shares = [f"{_RESTS[depth]}: {depths[depth]}" for depth in Depth if depths[depth]]
    return f"Write-ups that rest on {listing(shares)}."


def source(program: Outline) -> str:
    """What was read, and when; where that is many pages, the first ones. All are listed about the digest."""
    urls = [source.url for source in program.sources]
    places = listing([*urls[:_PLACES], f"{len(urls) - _PLACES} pages more"] if len(urls) > _PLACES else urls)
    times = sorted(source.time[:10] for source in program.sources if source.time)
    return f"Source: {places}, {f'read on {times[-1]}' if times else 'from a saved copy'}."


def counted(program: Outline) -> str:
    """What there was to choose from: "88 papers", "30 contributions (22 talks, 5 keynotes and 3 others)"."""
    kinds = Counter({kind.value: count for kind, count in program.kinds.items()})
    total = program.contributions
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


def inside(name: str) -> str:
    """A name as it stands inside a sentence; SRE keeps its capitals."""
    return name if name[1:2].isupper() else f"{name[:1].lower()}{name[1:]}"
