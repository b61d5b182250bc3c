"""The spellings of units and of numbers in words, with what they are worth."""

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
_WORDS = {
    "second": "s", "bit": "bit", "byte": "B", "hertz": "Hz", "watt": "W", "joule": "J", "volt": "V", "meter": "m",
    "metre": "m",
}  # fmt: skip
_OTHERS = {
    (1.0, "×"): "x X × times fold", (1.0, "%"): "% percent pct", (1.0, "th"): "th st nd rd", (1.0, "dB"): "dB dBm dBi",
    (60.0, "s"): "min mins minute", (3600.0, "s"): "h hr hrs hour", (86400.0, "s"): "day", (604800.0, "s"): "week",
    (1.0, "month"): "month", (12.0, "month"): "year yr", (120.0, "month"): "decade", (1.0, "°"): "° °C",
    (1.0, "$"): "dollar USD", (1.0, "pp"): "pp",
}  # fmt: skip


def _units() -> dict[str, tuple[float, str]]:
    units = {"per cent": (1.0, "%"), "percentage point": (1.0, "pp")}
    units |= dict.fromkeys(("order of magnitude", "orders of magnitude"), (1.0, "orders"))
    for prefix, word, scale in _PREFIXES:
        for unit, spellings in _SYMBOLS.items():
            units |= dict.fromkeys((prefix + spelling for spelling in spellings.split()), (scale, unit))
        for name, unit in _WORDS.items():
            units[f"{word}{name}"] = (scale, unit)
            units |= dict.fromkeys((f"{word}{name}s per second", f"{word}{name}s/s"), (scale, f"{unit}/s"))
    for power, letter in enumerate("KMGTP", start=1):
        units |= {f"{letter}B": (1000.0**power, "B"), f"{letter}iB": (1024.0**power, "B")}
        units |= {f"{letter}b": (1000.0**power, "bit")}
    for meaning, spellings in _OTHERS.items():
        units |= dict.fromkeys(spellings.split(), meaning)
    return units


_UNITS = _units()
SCALES = {
    "k": 1e3, "K": 1e3, "M": 1e6, "B": 1e9, "T": 1e12, "bn": 1e9, "hundred": 1e2, "thousand": 1e3, "million": 1e6,
    "billion": 1e9, "trillion": 1e12,
}  # fmt: skip
VAGUE = {f"{word}s": scale for word, scale in SCALES.items() if len(word) > 2} | {"tens": 10.0, "dozens": 12.0}
_COUNTING = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen
"""
SMALL = {word: float(value) for value, word in enumerate(_COUNTING.split())} | {"single": 1.0, "a": 1.0, "an": 1.0}
_BY_TEN = "twenty thirty forty fifty sixty seventy eighty ninety"
TENS = {word: 10.0 * value for value, word in enumerate(_BY_TEN.split(), start=2)}
SHARES = {"third": 100 / 3, "quarter": 25.0, "fifth": 20.0, "tenth": 10.0}
TIMES = {"twice": 2.0, "doubl": 2.0, "thric": 3.0, "tripl": 3.0, "quadr": 4.0}  # by their first five letters


def unit(written: str) -> tuple[float, str]:
    """What a unit is worth in its base unit, and that; (1, "") for what is none.

    Symbols count as written (mW, MW); words in any case, and in the plural.
    """
    lower = written.lower() if len(written) > 3 else written
    spellings = (written, lower, lower.removesuffix("s"))
    return next((_UNITS[spelling] for spelling in spellings if spelling in _UNITS), (1.0, ""))
