"""Whether others count as many papers as were read: what was accepted, dblp's table of contents, the edition before.

None of them is the program: one alone raises a doubt, and only two that agree or one that counts twice as many stop it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from bot.errors import Incomplete
from bot.model import Digest, Finding, Kind, Program

ENOUGH, HALF, TOO_MANY = 0.9, 0.5, 1.25
FEWEST = 10  # papers; of fewer, one more or less says nothing
_HINT = "compare it with the program in a browser; if it is cut, save the whole page and pass it with --from FILE"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """How many papers somebody else counts. `is_exact` says of this very edition, and once and for all."""

    source: str
    count: int
    is_exact: bool = True


def doubts(program: Program, opinions: Iterable[Opinion]) -> tuple[Finding, ...]:
    """What speaks against a program being whole. Raises Incomplete where it surely is not."""
    read, others = papers(program), [each for each in opinions if each.count >= FEWEST]
    exact = [each for each in others if each.is_exact]
    short = [each for each in exact if read < ENOUGH * each.count]
    if any(read < HALF * each.count for each in short) or (len(short) > 1 and agree(short)):
        counts = " and ".join(f"{each.source} {each.count:,}" for each in short)
        raise Incomplete(f"{read:,} papers were read, but {counts}", hint=_HINT)
    return (*few(read, short), *(finding for each in others for finding in odd(read, each, each in exact)))


def papers(program: Program) -> int:
    """What is comparable: the papers, or all there is where the source does not tell papers from talks."""
    return sum(each.kind is Kind.PAPER for each in program.listed) or len(program.listed)


def agree(opinions: Sequence[Opinion]) -> bool:
    middle = median(each.count for each in opinions)
    return sum(abs(each.count - middle) <= (1 - ENOUGH) * middle for each in opinions) > 1


def few(read: int, short: Iterable[Opinion]) -> Iterator[Finding]:
    for each in short:
        yield Finding(text=f"{read:,} papers were read, but {each.source} {each.count:,}.", hint=_HINT)


def odd(read: int, opinion: Opinion, is_exact: bool) -> Iterator[Finding]:
    """Far more than were accepted, or far fewer than the time before."""
    if is_exact and read > TOO_MANY * opinion.count:
        hint = "posters, or headings that pose as papers, may be among them"
        yield Finding(text=f"{read:,} papers were read, but {opinion.source} {opinion.count:,}.", hint=hint)
    if not is_exact and read < HALF * opinion.count:
        yield Finding(text=f"{read:,} papers were read, but {opinion.source} {opinion.count:,}.", hint=_HINT)


# ---- who has an opinion


def of_accepted(tree: object, is_named: Callable[[str], bool], year: str) -> tuple[Opinion, ...]:
    """What ccfddl's accept_rates say of a series' year; () where they say nothing that can be believed.

    `is_named` says whether a title is the series'. Where two series have that name, neither is it for certain.
    """
    counts: set[int] = set()
    for series in tree if isinstance(tree, list) else ():
        rates = series.get("accept_rates") if isinstance(series, dict) and is_named(str(series.get("title"))) else ()
        for rate in rates if isinstance(rates, list) else ():
            count = str(rate.get("accepted", "")) if isinstance(rate, dict) and str(rate.get("year")) == year else ""
            counts |= {int(count)} if re.fullmatch(r"[1-9]\d{0,4}", count) else set()
    return tuple(Opinion(source="ccfddl knows of", count=count) for count in counts) if len(counts) == 1 else ()


def of_contents(contents: Program) -> tuple[Opinion, ...]:
    """What dblp's table of contents says; it comes late, but then it is whole."""
    return (Opinion(source="dblp lists", count=papers(contents)),)


def of_before(before: Digest) -> tuple[Opinion, ...]:
    """What the digest of the edition before says of its program."""
    kinds = before.program.kinds
    count = kinds.get(Kind.PAPER, 0) or before.program.contributions
    return (Opinion(source=f"{before.edition.name} had", count=count, is_exact=False),)
