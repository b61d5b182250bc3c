"""Damages honest sentences the way a careless writer would: one fact at a time, from a seed."""

import re
from collections.abc import Callable
from random import Random

Corruption = Callable[[Random, str, str], str | None]
"""A sentence with one fact changed, given the source it came from; None where it holds no such fact."""

_NUMBER = re.compile(r"(?<![\w.^])\d+(?:,\d{3})*(?:\.\d+)?(?![\w,]*\d)")
_UNITS = {
    "%": ("×", " pp"), "×": ("%",), "x": ("%",), "percent": ("percentage points",), "pp": ("%",), "ms": ("µs", "s"),
    "µs": ("ms", "ns"), "μs": ("ms", "ns"), "us": ("ms",), "ns": ("µs",), "s": ("ms",), "Gbps": ("Mbps", "Tbps"),
    "Mbps": ("Gbps",), "Kbps": ("Mbps",), "kbps": ("Mbps",), "Tbps": ("Gbps",), "MB": ("GB", "KB"), "GB": ("TB", "MB"),
    "KB": ("MB",), "TB": ("GB",), "K": ("M",), "M": ("B",), "B": ("M", "T"), "million": ("billion", "thousand"),
    "billion": ("million", "trillion"), "W": ("kW", "mW"), "mW": ("W",), "μW": ("mW",), "GHz": ("MHz",), "km": ("m",),
    "hours": ("minutes", "days"), "minutes": ("seconds", "hours"), "seconds": ("minutes",), "days": ("weeks", "months"),
    "weeks": ("days",), "months": ("weeks", "years"), "years": ("months",), "times": ("percent",),
    "orders of magnitude": ("times",), "GPUs": ("CPUs", "racks"), "nodes": ("racks", "GPUs"), "people": ("sites",),
    "participants": ("servers",), "servers": ("racks",), "routers": ("hosts",), "machines": ("clusters",),
}  # fmt: skip
_UNIT = re.compile(rf"(?<=\d)(\s?-?)({'|'.join(sorted(map(re.escape, _UNITS), key=len, reverse=True))})(?!\w)")
_SWAPPABLE = re.compile(
    r"(?<![\w.^])\d+(?:,\d{3})*(?:\.\d+)?(?![\w,]*\d)(?=(\s?(?:%|×|x\b|ms|ns|µs|Gbps|[TGMK]B|[KMB]\b)|))"
)
_SYSTEMS = (
    "Corvid",
    "NetWeaver",
    "FlashPort",
    "HyperRing",
    "Tessera",
    "QuickLane",
    "DeepMesh",
    "Borealis",
    "OmniStack",
    "ZetaFS",
)
_EMPLOYERS = (
    "Google",
    "Meta",
    "Huawei",
    "Stanford University",
    "ETH Zurich",
    "ByteDance",
    "NVIDIA",
    "Microsoft Research",
)
_NAME = re.compile(r"(?<![\w-])(?:[A-Z][a-z]*[A-Z]\w*|(?<=[a-z] )[A-Z][a-z]{2,}\w*)(?![\w-])")
_STATUSES = (
    ("in production", "production"), ("open-source", "open"), ("at line rate", "line"), ("fleet-wide", "fleet"),
    ("in simulation", "simul"), ("for paying customers", "customer"), ("on commodity hardware", "commodit"),
    ("in a real-world deployment", "deploy"), ("as a commercial product", "commerc"), ("on a prototype", "prototyp"),
    ("with formally verified code", "verif"), ("as the first of its kind", "first"), ("by default", "default"),
    ("with publicly available code", "availab"), ("worldwide", "world"), ("with guaranteed delivery", "guarant"),
)  # fmt: skip
_INVENTED = (
    "a game changer for the whole field", "we were surprised by how well it works", "ready for every operator today",
    "the last missing piece of the puzzle", "no other approach comes close", "an order of magnitude ahead of the rest",
)  # fmt: skip
_ANTONYMS = {
    "less": "more", "more": "less", "lower": "higher", "higher": "lower", "reduces": "increases",
    "reducing": "increasing", "reduce": "increase", "increases": "reduces", "increase": "decrease",
    "faster": "slower", "below": "above", "above": "below", "improves": "degrades", "reduction": "increase",
    "fewer": "more", "smaller": "larger", "larger": "smaller", "over": "under", "outperforms": "underperforms",
    "improvement": "degradation", "without": "with", "decreases": "increases", "at least": "at most",
    "up to": "at least", "cuts": "raises",
}  # fmt: skip


def figure(random: Random, text: str, source: str) -> str | None:
    """Another number: a digit changed, or moved by a fifth, double, or ten times."""
    found = _pick(random, _NUMBER, text)
    if found is None:
        return None
    number = float(found[0].replace(",", ""))
    for factor in random.sample((0.5, 0.7, 1.2, 1.5, 2, 3, 10), 7):
        changed = f"{number * factor:.2f}".rstrip("0").rstrip(".")
        if (
            not re.search(rf"(?<![\d.]){re.escape(changed)}(?![\d.])", source.replace(",", ""))
            and float(changed) != number
        ):
            return _instead(text, found, changed)
    return None


def digit(random: Random, text: str, source: str) -> str | None:
    """The smallest slip: the last digit of a number is another one."""
    found = _pick(random, _NUMBER, text)
    if found is None or re.search(
        r"(?:about|around|nearly|almost|roughly|approximately|some|[~≈]) ?$", text[: found.start()]
    ):
        return None
    changed = found[0][:-1] + str((int(found[0][-1]) + random.randint(1, 9)) % 10)
    return None if re.search(rf"(?<![\d.]){changed}(?![\d.])", source) else _instead(text, found, changed)


def unit(random: Random, text: str, source: str) -> str | None:
    """The same number of something else."""
    found = _pick(random, _UNIT, text)
    return _instead(text, found, found[1] + random.choice(_UNITS[found[2]])) if found else None


def name(random: Random, text: str, source: str) -> str | None:
    """Another system in a name's place."""
    found = _pick(random, _NAME, text)
    return _instead(text, found, random.choice(_SYSTEMS)) if found else None


def affiliation(random: Random, text: str, source: str) -> str | None:
    """An employer that nobody gave."""
    employer = random.choice([one for one in _EMPLOYERS if one.split()[0] not in source])
    where = (
        f"The {employer} team reports: {text}",
        f"{text.rstrip('.')} at {employer}.",
        f"{text.rstrip('.')} ({employer}).",
    )
    return random.choice(where)


def status(random: Random, text: str, source: str) -> str | None:
    """A standing that nobody claimed."""
    missing = [words for words, sign in _STATUSES if sign not in source.lower()]
    return f"{text.rstrip('.')} {random.choice(missing)}."


def invented_quotation(random: Random, text: str, source: str) -> str | None:
    return f"{text.rstrip('.')}: “{random.choice(_INVENTED)}”."


def altered_quotation(random: Random, text: str, source: str) -> str | None:
    """The source's words in quotation marks, one of them another."""
    words = text.rstrip(".").split()
    if len(words) < 8:
        return None
    start = random.randrange(len(words) - 6)
    quote = words[start : start + 6]
    quote[random.randrange(1, 5)] = random.choice(("notably", "entire", "simple", "every", "robustly"))
    return f"It speaks of “{' '.join(quote).strip(',;:')}”."


def swapped(random: Random, text: str, source: str) -> str | None:
    """Two figures of one unit, each in the other's place."""
    figures = list(_SWAPPABLE.finditer(text))
    pairs = [(a, b) for a in figures for b in figures if a.start() < b.start() and a[1] == b[1] and a[0] != b[0]]
    if not pairs:
        return None
    a, b = random.choice(pairs)
    return text[: a.start()] + b[0] + text[a.end() : b.start()] + a[0] + text[b.end() :]


def direction(random: Random, text: str, source: str) -> str | None:
    """What went down goes up."""
    found = _pick(random, re.compile(rf"\b(?:{'|'.join(_ANTONYMS)})\b"), text)
    return _instead(text, found, _ANTONYMS[found[0]]) if found else None


def negation(random: Random, text: str, source: str) -> str | None:
    """A denial dropped, or one added."""
    for denial, instead in (
        (r"(?:do|does|did) not (\w+)", r"\1"),
        (r"\bcannot\b", "can"),
        (r"\bnot (?!only|just)", ""),
        (r"\bfails? to ", ""),
    ):
        if re.search(denial, text):
            return re.sub(denial, instead, text, count=1)
    added = re.sub(r"\b(is|are|can|does|has been|will|may)\b (?!not)", r"\1 not ", text, count=1)
    return None if added == text else added


KINDS: dict[str, Corruption] = {
    "figure": figure, "digit": digit, "unit": unit, "name": name, "affiliation": affiliation, "status": status,
    "invented quotation": invented_quotation, "altered quotation": altered_quotation, "swapped figures": swapped,
}  # fmt: skip
SUBTLE: dict[str, Corruption] = {"direction": direction, "negation": negation}


def _pick(random: Random, pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    found = list(pattern.finditer(text))
    return random.choice(found) if found else None


def _instead(text: str, found: re.Match[str], words: str) -> str:
    return text[: found.start()] + words + text[found.end() :]
