"""Figures with their units out of text, written one way, so that what two texts say of a quantity can be compared."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from math import isclose


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A quantity as `text` has it from `start` to `end`.

    `value` is in the base of its unit: "10 Gbps" is 1e10 bit/s, where `number` is 10. `bound` is "<", ">", "~"
    or "". A `vague` one is "thousands"; a `lent` one has the unit of its neighbour, as the 5 in "5 and 10 ms". `counted` is
    what follows a bare number.
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
    return list(islice((figure for figure in row[start:end] if agrees(said, figure)), 50))


def _value(figure: Figure) -> float:
    return figure.value


# ---- units


_PREFIXES = (
    ("", "", 1.0), ("k", "kilo", 1e3), ("K", "kilo", 1e3), ("M", "mega", 1e6), ("G", "giga", 1e9), ("T", "tera", 1e12),
    ("P", "peta", 1e15), ("E", "exa", 1e18), ("m", "milli", 1e-3), ("μ", "micro", 1e-6), ("u", "micro", 1e-6),
    ("n", "nano", 1e-9), ("p", "pico", 1e-12), ("f", "femto", 1e-15), ("c", "centi", 1e-2),
)  # fmt: skip
_SYMBOLS = {
    "s": "s sec secs", "bit/s": "bps b/s bit/s bits/s", "B/s": "Bps B/s", "bit": "bit bits", "Hz": "Hz hz", "W": "W",
    "J": "J", "V": "V", "m": "m", "FLOPS": "FLOPS FLOPs FLOP/s flops", "OPS": "OPS", "packet/s": "pps", "IOPS": "IOPS",
    "request/s": "rps RPS qps QPS", "frame/s": "fps FPS", "Wh": "Wh",
}  # fmt: skip
_NAMES = {
    "second": "s", "bit": "bit", "byte": "B", "hertz": "Hz", "watt": "W", "joule": "J", "volt": "V", "meter": "m",
    "metre": "m",
}  # fmt: skip
_BITS = (("B", "B"), ("b", "bit"))
_OTHERS = {
    (1.0, "×"): "x X × times fold", (1.0, "%"): "% percent pct", (1.0, "th"): "th st nd rd", (1.0, "dB"): "dB dBm dBi",
    (60.0, "s"): "min mins minute", (3600.0, "s"): "h hr hrs hour", (86400.0, "s"): "day", (604800.0, "s"): "week",
    (1.0, "month"): "month", (12.0, "month"): "year yr", (120.0, "month"): "decade", (1.0, "°"): "° °C",
    (1.0, "$"): "dollar USD", (1.0, "pp"): "pp",
}  # fmt: skip


def _units() -> dict[str, tuple[float, str]]:
    """Every spelling of a unit, with its size in the base unit."""
    units = {"per cent": (1.0, "%"), "percentage point": (1.0, "pp")}
    units |= dict.fromkeys(("order of magnitude", "orders of magnitude"), (1.0, "orders"))
    for prefix, word, scale in _PREFIXES:
        for unit, spellings in _SYMBOLS.items():
            units |= dict.fromkeys((prefix + spelling for spelling in spellings.split()), (scale, unit))
        for name, unit in _NAMES.items():
            units[f"{word}{name}"] = (scale, unit)
            units |= dict.fromkeys((f"{word}{name}s per second", f"{word}{name}s/s"), (scale, f"{unit}/s"))
    for power, letter in enumerate("KMGTP", start=1):
        units |= {f"{letter}{i}{b}": (size**power, u) for i, size in (("", 1000.0), ("i", 1024.0)) for b, u in _BITS}
    for meaning, spellings in _OTHERS.items():
        units |= dict.fromkeys(spellings.split(), meaning)
    return units


_UNITS = _units()
_SCALES = {
    "k": 1e3,
    "K": 1e3,
    "M": 1e6,
    "B": 1e9,
    "T": 1e12,
    "bn": 1e9,
    "hundred": 1e2,
    "thousand": 1e3,
    "million": 1e6,
}
_SCALES |= {"billion": 1e9, "trillion": 1e12}
_VAGUE = {f"{word}s": scale for word, scale in _SCALES.items() if len(word) > 2} | {"tens": 10.0, "dozens": 12.0}

# ---- numbers

_SMALL = {word: float(value) for value, word in enumerate(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen".split()
)} | {"single": 1.0}  # fmt: skip
_TENS = {
    word: 10.0 * value for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}
_SHARES = {"third": 100 / 3, "quarter": 25.0, "fifth": 20.0, "tenth": 10.0}
_TWOFOLD = {"twice": 2.0, "doubl": 2.0, "thric": 3.0, "tripl": 3.0, "quadr": 4.0}
_COUNTS = {"a": 1.0, "one": 1.0, "two": 2.0, "three": 3.0, "four": 4.0}
_SPELLED = (
    f"(?:{'|'.join(_TENS)})(?:-(?:{'|'.join(list(_SMALL)[1:10])}))?|{'|'.join(sorted(_SMALL, key=len, reverse=True))}"
)
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
        | (?<!-)(?P<word>(?i:{_SPELLED}|an?(?=\s(?:minute|hour|day|week|month|year|decade)\b)))(?=[\s-]?(?:fold\b)?(?!\w)) )
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
_JOINED = re.compile(r"-| - | to |/| and | or | and up to |, |, and |, or ")


@lru_cache(maxsize=1024)
def figures(text: str) -> tuple[Figure, ...]:
    """Every figure of a tidy text, in order. In a range or list, the last one's unit counts for all."""
    found = [_bounded(_read(match), text) for match in _FIGURE.finditer(text)]
    for at in range(len(found) - 2, -1, -1):
        left, right = found[at], found[at + 1]
        factor = right.value / right.number if right.number else 1.0
        lends = (right.unit not in ("", "th") or factor != 1) and not right.vague
        takes = not left.unit and not left.vague and left.value == left.number and not 1900 <= left.number < 2100
        if lends and takes and _JOINED.fullmatch(text[left.end : right.start]):
            found[at] = replace(left, value=left.number * factor, unit=right.unit, lent=True)
    return tuple(map(_as_factor, found))


def _read(match: re.Match[str]) -> Figure:
    """One figure as it stands; orders of magnitude are turned into factors only once ranges are complete."""
    lower = match[0].lower()
    if match["share"]:
        count, _, part = lower.replace("-", " ").rpartition(" ")
        number = _COUNTS[count] * _SHARES[part.rstrip("s")] if count else 50.0
        return _figure(match, number, unit="%", spelled=True)
    if match["twofold"]:
        return _figure(match, _TWOFOLD[lower[:5]], unit="×", spelled=True)
    if match["vague"]:
        return _figure(match, _product(lower, _VAGUE), vague=True, spelled=True)
    if match["order"]:
        return _figure(match, 1.0, unit="orders", vague=lower.startswith("orders"), spelled=True)
    if match["alone"]:
        return _figure(match, _product(lower, _SCALES), spelled=True)
    if match["percentile"]:
        return _figure(match, float(match["percentile"]), unit="th")
    return _measured(match)


def _measured(match: re.Match[str]) -> Figure:
    number = _number(match)
    factor = _product((match["scale"] or "").lower(), _SCALES) * _SCALES.get(match["letter"] or "", 1.0)
    scale, unit = _unit((match["unit"] or "").replace("-", " "))
    end = match.end()
    if match["unit"] and not unit:
        unit, end = ("", match.start("gap")) if match["gap"] else (match["unit"].lower(), end)
    figure = _figure(match, number, unit=(match["money"] or "").strip() or unit, spelled=bool(match["word"]))
    return replace(figure, end=end, text=match.string[match.start() : end], value=number * factor * scale)


def _unit(written: str) -> tuple[float, str]:
    """Symbols count as written (mW, MW); words in any case, and in the plural."""
    lower = written.lower() if len(written) > 3 else written
    spellings = (written, lower, lower.removesuffix("s"))
    return next((_UNITS[spelling] for spelling in spellings if spelling in _UNITS), (1.0, ""))


def _number(match: re.Match[str]) -> float:
    if match["word"]:
        tens, _, ones = match["word"].lower().partition("-")
        return _TENS.get(tens, _SMALL.get(tens, 1.0)) + _SMALL.get(ones, 0.0)
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
    match: re.Match[str], number: float, *, unit: str = "", vague: bool = False, spelled: bool = False
) -> Figure:
    return Figure(
        text=match[0],
        start=match.start(),
        end=match.end(),
        number=number,
        value=number,
        unit=unit,
        vague=vague,
        spelled=spelled,
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
        factor = not figure.unit and text[: figure.start].endswith("factor of ")
        return replace(figure, unit="×") if factor else figure
    return replace(figure, bound="<" if before["most"] else ">" if before["least"] else "~")


def _as_factor(figure: Figure) -> Figure:
    if figure.unit != "orders":
        return figure
    return replace(figure, unit="×", value=10.0 ** min(figure.number, 99.0))
