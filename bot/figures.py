"""Figures with their units out of text, written one way, so that what two texts say of a quantity can be compared."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, pairwise
from math import isclose

from bot.grounding.units import SCALES, SHARES, SMALL, TENS, TIMES, VAGUE, unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A quantity as `text` has it from `start` to `end`.

    `value` is in the base of its unit: "10 Gbps" is 1e10 bit/s, where `number` is 10. `bound` is "<", ">", "~" or "".
    A `vague` one is "thousands"; a `lent` one has the unit of its neighbour, as the 5 in "5 and 10 ms"; a `spelled` one
    is in words. `counted` is what follows a bare number.
    """

    text: str
    start: int
    end: int
    number: float
    value: float
    unit: str = ""
    bound: str = ""
    vague: bool = False
    lent: bool = False
    spelled: bool = False
    counted: str = ""


def agrees(said: Figure, source: Figure) -> bool:
    """Whether a source that says `source` supports `said`."""
    if said.unit != source.unit:
        return False
    if said.vague and not source.vague:
        return said.value <= source.value < said.value * (10 if said.value < 1000 else 1000)
    if source.vague and not said.vague:
        return said.spelled and said.value == source.value
    return isclose(said.value, source.value, rel_tol=0.05 if said.bound == "~" else 0.011 if said.spelled else 1e-6)


Shelf = dict[str, list[Figure]]
"""Figures by unit, sorted by value."""


def shelf(found: Iterable[Figure]) -> Shelf:
    """Figures to look others up in; one that lends its unit from a neighbour stands there without it, too."""
    shelves: Shelf = defaultdict(list)
    for figure in found:
        shelves[figure.unit].append(figure)
        if figure.lent:
            shelves[""].append(replace(figure, unit="", value=figure.number))
    for figures in shelves.values():
        figures.sort(key=_value)
    return dict(shelves)


def agreeing(said: Figure, shelves: Shelf) -> list[Figure]:
    """The first figures of a shelf that support one."""
    row = shelves.get(said.unit, [])
    start = bisect_left(row, said.value * 0.94, key=_value)
    end = bisect_right(row, said.value * (1000 if said.vague else 1.06), key=_value)
    return list(islice((row[at] for at in range(start, end) if agrees(said, row[at])), 50))


def _value(figure: Figure) -> float:
    return figure.value


# ---- numbers

_ONES = "one|two|three|four|five|six|seven|eight|nine"
_SPELLED = f"(?:{'|'.join(TENS)})(?:-(?:{_ONES}))?|{'|'.join(word for word in reversed(SMALL) if len(word) > 2)}"
_PERIOD = r"(?=\s(?:minute|hour|day|week|month|year|decade)\b)"
_SCALE = r"(?:hundred[\s-])?(?:thousand|million|billion|trillion)|hundred"
_SHARE = "third|quarter|fifth|tenth"
_FIGURE = re.compile(
    rf"""(?<![\w.]) (?:
    (?i: (?<!-) (?:
      (?P<share>half(?!-(?:precision|duplex))|halve[sd]?|halving|(?:one|two|three|four)[\s-](?:{_SHARE})s?
        |a[\s-](?:{_SHARE})(?=\s(?:of|the|less|fewer|more|lower)\b))
      | (?P<twofold>twice|thrice|(?:doubl|tripl|quadrupl)(?:es|ed|ing|e(?=\sthe)))
      | (?P<vague>(?:(?:tens|hundreds|dozens)\sof\s)?(?:thousands|millions|billions|trillions)|hundreds|dozens|tens)
      | (?P<order>orders?[\s-]of[\s-]magnitude)
      | (?P<alone>{_SCALE})
    ))
    | (?: (?P<money>[$€£]\s?)?
          (?P<digits>\d{{1,3}}(?:,\d{{3}})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?)
          (?P<power>\^-?\d{{1,2}}(?!\d)|[eE]-?\d{{1,2}}(?!\w))?
        | (?<!-)(?P<word>(?i:{_SPELLED}|an?{_PERIOD}))(?=[\s-]?(?:fold\b)?(?!\w)) )
      (?: [\s-]?(?P<scale>{_SCALE})(?!\w) | \s?(?P<letter>bn|[kKMBT])(?!\w) )?
      (?: (?P<gap>[\s-]?)(?P<unit>[%×]|°C?|percentage[\s-]points?|per\scent|orders?[\s-]of[\s-]magnitude
          |[A-Za-zμ]{{1,24}}(?:/s(?!\w)|\sper\ssecond)?) )?
    | [Pp](?P<percentile>\d\d(?:\.\d+)?)
    )(?!\w)""",
    re.X,
)
_AT_MOST = (
    "less than|fewer than|lower than|smaller than|under|below|at most|no more than|not more than|up to"
    "|as (?:much|many|high|far|long) as|within|a maximum of|not exceeding|sub-|[<≤]=?"
)
_AT_LEAST = (
    "more than|greater than|higher than|larger than|over|above|at least|no (?:less|fewer) than|not less than"
    "|exceed(?:s|ed|ing)?|upwards of|a minimum of|beyond|[>≥]=?"
)
_ABOUT = "about|around|approximately|approx\\.|roughly|some|nearly|almost|close to|circa|ca\\.|~"
_BOUND = re.compile(
    rf"(?i)(?:(?<!\w)|(?=[<>≤≥~]))(?:(?P<most>{_AT_MOST})|(?P<least>{_AT_LEAST})|(?P<about>{_ABOUT}))\s*(?:an?\s|the\s)?$"
)
_COUNTED = re.compile(r"\s?-?([A-Za-z][\w'/-]{0,30}(?: [A-Za-z][\w'/-]{0,30}){0,3})")
_CONTRASTED = re.compile(
    r" (?:instead of|rather than|against|versus|vs\.?|not|(?:down |up )?from|compared (?:to|with)|but not) "
)
_JOINED = re.compile(r"-| - | to |/| and | or | and up to |, |, and |, or ")


@lru_cache(maxsize=1024)
def figures(text: str) -> tuple[Figure, ...]:
    """Every figure of a tidy text, in order. In a range or list, the last one's unit counts for all."""
    found = [_bounded(_read(match), text) for match in _FIGURE.finditer(text)]
    for at in range(len(found) - 2, -1, -1):
        left, right = found[at], found[at + 1]
        lends = (right.unit not in ("", "th") or right.value != right.number) and not right.vague
        takes = not left.unit and not left.vague and left.value == left.number and not 1900 <= left.number < 2100
        if lends and takes and _JOINED.fullmatch(text[left.end : right.start]):
            found[at] = _lent(left, right)
    for at, (left, right) in enumerate(pairwise(found), start=1):
        bare = not right.unit and not right.counted and right.value == right.number
        if bare and left.unit and _CONTRASTED.fullmatch(text[left.end : right.start]):
            found[at] = _lent(right, left)
    return tuple(map(_as_factor, found))


def _lent(figure: Figure, neighbour: Figure) -> Figure:
    """The figure with its neighbour's unit: the 5 in "5 to 10 ms", the 25 in "6 minutes instead of 25"."""
    factor = neighbour.value / neighbour.number if neighbour.number else 1.0
    return replace(figure, value=figure.number * factor, unit=neighbour.unit, lent=True, counted="")


def steps(text: str) -> frozenset[tuple[str, float, float]]:
    """Where a tidy text goes from one value to another: the unit, and both in order."""
    found = figures(text)
    pairs = ((a, b) for a, b in pairwise(found) if a.unit == b.unit and text[a.end : b.start].strip(" -") in ("to", ""))
    return frozenset((a.unit, a.value, b.value) for a, b in pairs)


def _read(match: re.Match[str]) -> Figure:
    """One figure as it stands; orders of magnitude are turned into factors only once ranges are complete."""
    lower = match[0].lower()
    if match["share"]:
        count, _, part = lower.replace("-", " ").rpartition(" ")
        number = SMALL[count] * SHARES[part.rstrip("s")] if count else 50.0
        return _figure(match, number, unit="%", spelled=True)
    if match["twofold"]:
        return _figure(match, TIMES[lower[:5]], unit="×", spelled=True)
    if match["vague"]:
        return _figure(match, _product(lower, VAGUE), vague=True, spelled=True)
    if match["order"]:
        return _figure(match, 1.0, unit="orders", vague=lower.startswith("orders"), spelled=True)
    if match["alone"]:
        return _figure(match, _product(lower, SCALES), spelled=True)
    if match["percentile"]:
        return _figure(match, float(match["percentile"]), unit="th")
    return _measured(match)


def _measured(match: re.Match[str]) -> Figure:
    number = _number(match)
    factor = _product((match["scale"] or "").lower(), SCALES) * SCALES.get(match["letter"] or "", 1.0)
    scale, base = unit((match["unit"] or "").replace("-", " "))
    end = match.end()
    if match["unit"] and not base:
        # "5 users" counts users; "5G" and "1080p" are as they are written.
        base, end = ("", match.start("gap")) if match["gap"] else (match["unit"].lower(), end)
    figure = _figure(match, number, unit=(match["money"] or "").strip() or base, spelled=bool(match["word"]))
    return replace(figure, end=end, text=match.string[match.start() : end], value=number * factor * scale)


def _number(match: re.Match[str]) -> float:
    if match["word"]:
        tens, _, ones = match["word"].lower().partition("-")
        return (TENS | SMALL)[tens] + SMALL.get(ones, 0.0)
    digits, power = match["digits"].replace(",", ""), match["power"] or ""
    if power.startswith("^") and digits in ("2", "10"):
        return float(digits) ** int(power[1:])
    return float(digits + power) if power[:1] in ("e", "E") else float(digits)


def _product(words: str, scales: dict[str, float]) -> float:
    product = 1.0
    for word in words.replace("-", " ").split():
        product *= scales.get(word, 1.0)
    return product


def _figure(
    match: re.Match[str], value: float, *, unit: str = "", vague: bool = False, spelled: bool = False
) -> Figure:
    start, end = match.span()
    return Figure(
        text=match[0], start=start, end=end, number=value, value=value, unit=unit, vague=vague, spelled=spelled
    )


def _bounded(figure: Figure, text: str) -> Figure:
    """The figure with what its surroundings say: what it counts, and whether at most, at least or about so many."""
    if not figure.unit and (follows := _COUNTED.match(text, figure.end)):
        figure = replace(figure, counted=follows[1])
    before = _BOUND.search(text[max(0, figure.start - 28) : figure.start])
    after = text[figure.end : figure.end + 8]
    if after.startswith("+") or after.startswith(" or more"):
        return replace(figure, bound=">")
    if before is None:
        factor = not figure.unit and text.endswith("factor of ", 0, figure.start)
        return replace(figure, unit="×") if factor else figure
    return replace(figure, bound="<" if before["most"] else ">" if before["least"] else "~")


def _as_factor(figure: Figure) -> Figure:
    if figure.unit != "orders":
        return figure
    return replace(figure, unit="×", value=10.0 ** min(figure.number, 99.0))
