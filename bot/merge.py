"""Makes one program of two sources: finds the contributions that both tell of, and lets the second add to the first.

What is there is never overwritten, and every passage keeps its own source.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.model import Contribution, Finding, Program
from bot.moments import surer
from bot.text import folded, listing

Pairs = dict[int, int]
"""Which row of one source is which of another, by their places."""


def joined(first: Contribution, again: Contribution) -> Contribution:
    """The first of two rows of one contribution, with what only the second one says."""
    parts = {passage.part for passage in first.passages}
    starts, ends = surer((first.starts, first.ends), (again.starts, again.ends))
    return replace(
        first,
        people=first.people or again.people,
        passages=(*first.passages, *(passage for passage in again.passages if passage.part not in parts)),
        session=first.session or again.session,
        starts=starts,
        ends=ends,
        url=first.url or again.url,
        links={**again.links, **first.links},
    )


def united(program: Program, other: Program) -> Program:
    """A program that one site publishes in two forms, with all that stands in either."""
    titles = same_title(program.contributions, other.contributions)
    ids = same_id(program.contributions, other.contributions)
    taken = {*ids.values()}
    pairs = {at: there for at, there in titles.items() if at not in ids and there not in taken} | ids
    met = {*pairs.values()}
    more = tuple(row for at, row in enumerate(other.contributions) if at not in met)
    lone = len(program.contributions) - len(pairs)
    told = f"only the first lists {lone} of the entries, only the second {len(more)}"
    text = f"{place(program)} and {place(other)} disagree: {told}; all are kept."
    finding = (Finding(text=text),) if lone or more else ()
    return both(program, other, (*added(program, other, pairs), *more), finding)


def completed(program: Program, other: Program) -> Program:
    """A program with what another site says of the same contributions. What stands there alone may be here under
    another title, so that it is only counted."""
    pairs = same_title(program.contributions, other.contributions)
    rows = added(program, other, pairs)
    met = {other.contributions[there].id for there in pairs.values()}
    strangers = sum(row.id not in met for row in other.listed)
    gains = listing(list(gained(program.contributions, rows)))
    if not gains and not strangers:
        return program
    left = f"; {strangers} of its {len(other.listed)} contributions match none here by title and people"
    text = f"Completed from {place(other)}: {gains or 'nothing'}{left if strangers else ''}."
    return both(program, other, rows, (Finding(text=text),))


def both(program: Program, other: Program, rows: tuple[Contribution, ...], findings: tuple[Finding, ...]) -> Program:
    return replace(
        program,
        contributions=rows,
        sources=(*program.sources, *other.sources),
        name=program.name or other.name,
        url=program.url or other.url,
        place=program.place or other.place,
        findings=(*program.findings, *other.findings, *findings),
    )


def added(program: Program, other: Program, pairs: Pairs) -> tuple[Contribution, ...]:
    """The rows of a program, each with what its partner adds."""
    partners = {at: other.contributions[there] for at, there in pairs.items()}
    return tuple(signed(row, partners[at]) if at in partners else row for at, row in enumerate(program.contributions))


def signed(row: Contribution, partner: Contribution) -> Contribution:
    """As `joined`; what a row is, is better known to the one that knows who signs it."""
    return replace(joined(row, partner), kind=row.kind if row.people or not partner.people else partner.kind)


def same_id(rows: Sequence[Contribution], others: Sequence[Contribution]) -> Pairs:
    places = {row.id: at for at, row in enumerate(others) if row.id}
    return {at: places[row.id] for at, row in enumerate(rows) if row.id in places}


def same_title(rows: Sequence[Contribution], others: Sequence[Contribution]) -> Pairs:
    """Rows of one title that share a person; a title alone is enough where only one row has it in either source, and
    not both say who signs it."""
    here, there = by_title(rows), by_title(others)
    found = {
        at: partner
        for title, places in here.items()
        for at in places
        if (partner := partner_of(rows[at], len(places), there.get(title, ()), others)) is not None
    }
    claimed = Counter(found.values())
    return {at: partner for at, partner in found.items() if claimed[partner] == 1}


def partner_of(
    row: Contribution, namesakes: int, candidates: Sequence[int], others: Sequence[Contribution]
) -> int | None:
    people = names(row)
    shared = [at for at in candidates if people & names(others[at])]
    if not shared and namesakes == len(candidates) == 1 and not (people and names(others[candidates[0]])):
        return candidates[0]
    return shared[0] if len(shared) == 1 else None


def by_title(rows: Sequence[Contribution]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for at, row in enumerate(rows):
        found.setdefault(folded(row.title), []).append(at)
    return found


def names(row: Contribution) -> frozenset[tuple[str, str]]:
    """The last name of each and the letter that the first begins with: sites shorten the rest as they like."""
    words = (folded(person.name).split() for person in row.people)
    return frozenset((each[-1], each[0][0]) for each in words if each)


def gained(before: Sequence[Contribution], after: Sequence[Contribution]) -> Iterator[str]:
    """What rows have now that they had not, counted: "12 abstracts", "1 time"."""
    pairs = list(zip(before, after, strict=True))
    for what, count in (
        ("abstract", sum(not old.abstract and bool(new.abstract) for old, new in pairs)),
        ("byline", sum(not old.people and bool(new.people) for old, new in pairs)),
        ("time", sum(old.starts != new.starts for old, new in pairs)),
        ("link", sum(len(new.links) - len(old.links) for old, new in pairs)),
    ):
        if count:
            yield f"{count} {what}{'s' * (count > 1)}"


def place(program: Program) -> str:
    return program.sources[0].url or "a saved page"
