"""Which edition a key names, and which editions a series ought to have by now, counted from what config.yml knows."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date, timedelta
from difflib import get_close_matches

from bot.config import Series
from bot.errors import ConfigError
from bot.model import Edition

# Programs are out some weeks before an edition ends; what is not drafted some months after it is history.
DAYS_BEFORE, DAYS_AFTER = 45, 120
_NUMBER = {"year": r"(?:19|20)\d\d", "ordinal": r"[1-9]\d{0,3}", "hex": r"0x[0-9a-f]{1,4}"}
_EXAMPLE = {"year": "2025", "ordinal": "123", "hex": "0x19"}


def edition(key: str, all_series: Mapping[str, Series]) -> Edition:
    """The edition that a key names: nsdi-2025, ietf-123, netdev-0x19. Raises ConfigError with the nearest one."""
    for name, series in all_series.items():
        number = key.removeprefix(f"{name}-")
        if number != key and re.fullmatch(_NUMBER[series.numbering], number):
            return occurrence(name, series, number)
    raise ConfigError(f"{key!r} is no edition of a series in config.yml", hint=_suggestion(key, all_series))


def occurrence(name: str, series: Series, number: str) -> Edition:
    """The edition of a series with a number as the series counts."""
    ends = last_day(series, number)
    slots = {"number": number, "year": str(ends.year), "yy": f"{ends.year % 100:02}"}
    addresses = tuple(url.format(**slots) for url in series.url)
    return Edition(
        key=f"{name}-{number}",
        name=series.name.format(**slots),
        urls=addresses,
        kind=series.kind,
        platform=series.platform,
        number=number,
        ends=ends.isoformat(),
        form=series.form,
    )


def due(all_series: Mapping[str, Series], today: date, drafted: Collection[str]) -> tuple[Edition, ...]:
    """The editions that ought to have a program by now and have no digest, those that end first, first.

    Counted from the calendar and from what is there, never from when this was last asked: a missed week is caught up.
    """
    first, last = today - timedelta(days=DAYS_AFTER), today + timedelta(days=DAYS_BEFORE)
    expected = [
        occurrence(name, series, number)
        for name, series in all_series.items()
        for number in numbers(series, first, last)
        if f"{name}-{number}" not in drafted
    ]
    return tuple(sorted(expected, key=lambda edition: (edition.ends, edition.key)))


def listed(all_series: Mapping[str, Series], today: date, others: Iterable[str]) -> tuple[Edition, ...]:
    """What there is to say something of: each series' editions of these weeks or else its next one, and others.

    Of the others, those that no series of config.yml has are left out.
    """
    current = (
        each
        for name, series in all_series.items()
        for each in due({name: series}, today, ()) or upcoming(name, series, today)
    )
    known = (known_by(key, all_series) for key in others)
    found = {each.key: each for each in (*current, *known) if each}
    return tuple(sorted(found.values(), key=lambda edition: (edition.ends, edition.key)))


def upcoming(name: str, series: Series, today: date) -> tuple[Edition, ...]:
    """The next edition of a series, if it has one within two years."""
    ahead = (occurrence(name, series, number) for number in numbers(series, today, today + timedelta(days=730)))
    return tuple(sorted(ahead, key=lambda edition: edition.ends)[:1])


def known_by(key: str, all_series: Mapping[str, Series]) -> Edition | None:
    """As `edition`, for a key that may name none."""
    try:
        return edition(key, all_series)
    except ConfigError:
        return None


def numbers(series: Series, first: date, last: date) -> Iterator[str]:
    """The numbers of the editions whose last day lies between two days, as the series counts them."""
    if series.numbering == "year":
        counted: Iterable[str] = map(str, range(first.year, last.year + 1))
    else:
        known = int(series.known.number, 0) if series.known else 0
        reach = len(series.ends) * (abs(last.year - int(series.known.ends[:4])) + 2) if series.known else 0
        write = hex if series.numbering == "hex" else str
        counted = (write(number) for number in range(max(1, known - reach), known + reach + 1))
    return (number for number in counted if first <= last_day(series, number) <= last)


def last_day(series: Series, number: str) -> date:
    """When an edition ends: the usual last day in its year, counted along `ends` from the edition that is known."""
    if series.numbering == "year":
        return _usual(series, int(number), len(series.ends) - 1)
    if series.known is None:
        raise ConfigError(
            f"{series.name} counts its editions, but no known one is given", hint="add known: {number, ends}"
        )
    known_day = date.fromisoformat(series.known.ends)
    turns = len(series.ends)
    nearest = min(range(turns), key=lambda turn: abs((_usual(series, known_day.year, turn) - known_day).days))
    steps = int(number, 0) - int(series.known.number, 0)
    year, turn = divmod(known_day.year * turns + nearest + steps, turns)
    return known_day if not steps else _usual(series, year, turn)


def _usual(series: Series, year: int, turn: int) -> date:
    month, day = map(int, series.ends[turn].split("-"))
    return date(year, month, min(day, 28) if month == 2 else day)


def _suggestion(key: str, all_series: Mapping[str, Series]) -> str:
    near = get_close_matches(key.rpartition("-")[0] or key, all_series, n=1, cutoff=0.6)
    if not near:
        return f"series there: {', '.join(all_series)}; an edition is called <series>-<number>"
    return f"did you mean {near[0]}-{_EXAMPLE[all_series[near[0]].numbering]}, or another number of it?"
