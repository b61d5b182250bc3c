"""The last day of a conference out of what people write: "May 4-6, 2026", "24–28 March", "Nov. 30 - Dec. 7", "TBD"."""

import re
from datetime import date

_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_YEAR = re.compile(r"\b20\d\d\b")
_TOKEN = re.compile(rf"\b({'|'.join(_MONTHS)})[a-z]*\b\.?|\b([12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?\b", re.I)


def iso(text: str) -> str:
    """A day in ISO 8601; "" for any other text."""
    try:
        return date.fromisoformat(text).isoformat() if len(text) == 10 else ""
    except ValueError:
        return ""


def last_day(text: str, year: int) -> str:
    """The last day that a text names, in ISO 8601; "" where it names none. A year of its own goes before `year`."""
    if found := iso(text.strip()):
        return found
    stated = _YEAR.findall(text[:200])
    tokens = list(_TOKEN.finditer(_YEAR.sub(" ", text[:200])))
    days = [at for at, token in enumerate(tokens) if token[2]]
    return _day(tokens, days[-1], int(stated[-1]) if stated else year) if days else ""


def _day(tokens: list[re.Match[str]], at: int, year: int) -> str:
    """The month is the one right after the day, "4 February", or else the last one before it, "May 4-6"."""
    before = [token[1] for token in tokens[:at] if token[1]]
    following = next((token for token in tokens[at + 1 :] if token[1]), None)
    is_next = following and re.fullmatch(r"\.?\s*(?:of\s+)?", following.string[tokens[at].end() : following.start()])
    month = following[1] if following and (is_next or not before) else before[-1] if before else ""
    try:
        return date(year, _MONTHS.index(month.lower()) + 1, int(tokens[at][2])).isoformat()
    except ValueError:
        return ""
