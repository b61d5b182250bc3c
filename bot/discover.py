"""Which edition a key names: its name, addresses and last day, counted from what config.yml knows of the series."""

import re
from collections.abc import Mapping
from datetime import date
from difflib import get_close_matches

from bot.config import Series
from bot.errors import ConfigError
from bot.model import Edition

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
    near = get_close_matches(key.rpartition("-")[0] or key, all_series, n=1, cutoff=0.4)
    if not near:
        return f"series there: {', '.join(all_series)}; an edition is called <series>-<number>"
    return f"did you mean {near[0]}-{_EXAMPLE[all_series[near[0]].numbering]}, or another number of it?"
