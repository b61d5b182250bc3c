"""What a digest remembers of each contribution that there was to choose from, so that it is known again."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from bot.model import Contribution, Listed
from bot.text import fingerprint, folded, moment

_FIELDS = ("id", "title", "people", "starts", "session", "abstract")


def rows(contributions: Iterable[Contribution]) -> tuple[Listed, ...]:
    """Contributions as they are remembered, in an order of their own: a source may give them in any."""
    return tuple(sorted(map(row, contributions), key=lambda each: (each.id, each.title)))


def row(contribution: Contribution) -> Listed:
    people = sorted(folded(person.name) for person in contribution.people)
    abstract = folded(contribution.abstract)
    return Listed(
        id=_one_line(contribution.id),
        title=_one_line(contribution.title),
        people=fingerprint(*people) if people else "",
        starts=contribution.starts,
        session=_one_line(contribution.session),
        abstract=fingerprint(abstract) if abstract else "",
    )


def as_line(row: Listed) -> str:
    """A row as the data of a digest keeps it: one line, so that a diff of it reads like the change."""
    return "\t".join(getattr(row, name) for name in _FIELDS).rstrip("\t")


def of_line(line: str) -> Listed:
    """Back from `as_line`. Raises ValueError for any other line."""
    values = line.split("\t")
    if not 2 <= len(values) <= len(_FIELDS):
        raise ValueError(f"{line!r:.60} is no row of a listing")
    row = Listed(**dict(zip(_FIELDS, values, strict=False)))
    if row.starts != moment(row.starts):
        raise ValueError(f"{row.starts!r:.40} is no time")
    return row


def _one_line(text: str) -> str:
    return " ".join(text.split())


# What makes two rows one contribution, the surest first: a source may change its ids, titles, people and times.
Key = Callable[[Listed], tuple[str, ...]]
_KEYS: tuple[Key, ...] = (
    lambda row: (row.id, folded(row.title)),
    lambda row: (folded(row.title), row.people),
    lambda row: (folded(row.title), row.starts),
    lambda row: (row.id,),
    lambda row: (folded(row.title),),
    lambda row: (row.people, row.abstract),
    lambda row: (row.people, row.starts if "T" in row.starts else ""),
)


def paired(before: Iterable[Listed], after: Iterable[Listed]) -> dict[Listed, Listed]:
    """Which row of one reading is which of another. What two rows of one reading share tells nothing."""
    found: dict[Listed, Listed] = {}
    left, right = list(before), list(after)
    for key in _KEYS:
        old, new = _sole(left, key), _sole(right, key)
        found |= {row: new[at] for at, row in old.items() if at in new}
        met = {*found.values()}
        left, right = [row for row in left if row not in found], [row for row in right if row not in met]
    return found


def _sole(rows: Sequence[Listed], key: Key) -> dict[tuple[str, ...], Listed]:
    keyed = [(key(row), row) for row in rows]
    uses = Counter(at for at, _ in keyed)
    return {at: row for at, row in keyed if uses[at] == 1 and all(at)}
