"""Reads the days and clock times that pages show to people; what may be two of them is none."""

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

_MONTH = (
    "Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    "|Nov(?:ember)?|Dec(?:ember)?"
)
WEEKDAY = re.compile(r"\b(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b,?", re.I)
DAY = re.compile(
    rf"\b(?:(?P<before>\d\d?)(?:st|nd|rd|th|\.)?\s+)?(?P<month>{_MONTH})\b\.?"
    r"(?:\s+(?P<after>\d\d?)(?:st|nd|rd|th)?(?![\d:.]))?(?:,?\s+(?P<year>20\d\d))?\b",
    re.I,
)
_IN_NUMBERS = re.compile(r"\d{4}([-/])\d\d?\1\d\d?|\d\d?\.\d\d?\.\d{4}")
_NUMBERS = ("%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y")
_FURTHEST = timedelta(hours=14)  # that a clock on Earth is from the universal one
_LONGEST_DAY = 40  # characters of "Wednesday, 24th September 2031" and some


def day(line: str, *years: str) -> str:
    """The day that a line is, in ISO 8601; "" where it says more, or may be two days: "03/04/2031".

    For `years` see `day_in`.
    """
    if len(line) > _LONGEST_DAY:
        return ""
    text = WEEKDAY.sub("", line, count=1).strip(" :")
    for style in _NUMBERS if _IN_NUMBERS.fullmatch(text) else ():
        try:
            return datetime.strptime(text, style).date().isoformat()
        except ValueError:
            continue
    return day_in(line, *years) if DAY.fullmatch(text) else ""


def day_in(text: str, *years: str) -> str:
    """The first day that a text names, in ISO 8601; "" for none.

    Where its year stands elsewhere, it is believed in the one of `years` in which its weekday agrees.
    """
    weekday = WEEKDAY.search(text)
    for found in DAY.finditer(text):
        number = found["before"] or found["after"]
        for year in filter(None, (found["year"], *years) if number else ()):
            try:
                date = datetime.strptime(f"{number} {found['month'][:3]} {year}", "%d %b %Y")
            except ValueError:
                continue
            if found["year"] or (weekday and weekday.group()[:3].lower() == f"{date:%a}".lower()):
                return date.date().isoformat()
    return ""


_CLOCK = re.compile(r"(\d{1,2}):([0-5]\d)(?::[0-5]\d)?(?:\s*([ap])\.?m\b\.?)?", re.I)
_TIME = r"(?<![\d:.])(\d{1,2})(?:[:.]([0-5]\d)|(?=\s*[ap]\.?m\b))(?:\s*([ap])\.?m\b\.?)?"
SPAN = re.compile(rf"{_TIME}\s*(?:[-–—]|to)\s*{_TIME}", re.I)
SPAN_OR_START = re.compile(rf"{_TIME}(?:\s*(?:[-–—]|to)\s*{_TIME})?", re.I)


def clock(text: str) -> str:
    """From "9:05 pm", "09:05" or "21:05" and what may follow it; "" for what is no time for sure."""
    found = _CLOCK.match(text.strip())
    return time_of(*found.groups()) if found else ""


def time_of(hour: str, minute: str | None, half: str | None) -> str:
    """A bare "2:00" may be two or fourteen o'clock, so it is none: ""."""
    hours = int(hour) % 12 + 12 * (half.lower() == "p") if half else int(hour)
    certain = half or len(hour) > 1 or hours > 6
    return f"{hours:02}:{minute or '00'}:00" if certain and hours < 24 else ""


def hours(span: re.Match[str], date: str) -> tuple[str, str]:
    """Start and end of a SPAN on a day, in local time; what "11:00–12:30 pm" starts in is the half before its end's."""
    hour, minute, half, last_hour, last_minute, last_half = span.groups()
    halves = (half,) if half or not last_half else (last_half, "a")
    last_halves = (last_half,) if last_half or not half else (half, "p")
    starts = [time_of(hour, minute, each) for each in halves]
    ends = [time_of(last_hour, last_minute, each) for each in last_halves] if last_hour else []
    pairs = ((first, last) for first in starts for last in ends if first and first < last)
    first, last = next(pairs, (starts[-1], ""))
    return f"{date}T{first}" if date and first else "", f"{date}T{last}" if date and last else ""


def zone_of(name: str) -> tzinfo | None:
    """The zone that has this name in the world's list of them; None for any other."""
    try:
        return ZoneInfo(name) if name else None
    except (ValueError, KeyError, OSError):
        return None


def zoned(date: str, time: str, zone: str = "") -> str:
    """A clock time ("9:00") on a day in ISO 8601, with its offset where the zone is known; "" for what is no time."""
    try:
        stated = datetime.fromisoformat(f"{date}T{time.strip().zfill(5)}")
        return stated.replace(tzinfo=stated.tzinfo or zone_of(zone), microsecond=0).isoformat()
    except (ValueError, OverflowError):
        return ""


def after(starts: str, length: timedelta) -> str:
    """When something ends that lasts so long; "" where either is unknown."""
    try:
        return (datetime.fromisoformat(starts) + length).isoformat() if starts and length else ""
    except (ValueError, OverflowError):
        return ""


def surer(one: tuple[str, str], other: tuple[str, str]) -> tuple[str, str]:
    """Of two tellings of when something starts and ends, the one that says more, the first if neither does.

    A local time takes its offset from the other telling, where the two differ by what may be one. Of two clocks at the
    same moment the place's own says more than the universal one.
    """
    if len(one[0]) <= len("2031-03-02"):
        return other if len(other[0]) > len(one[0]) and other[0].startswith(one[0]) else one
    if is_universal(one[0]) and is_same(one[0], other[0]):
        return other
    zone = offset(one[0], other[0])
    if zone is None:
        return one
    starts, ends = (datetime.fromisoformat(each).replace(tzinfo=zone).isoformat() if each else "" for each in one)
    return starts, ends


def is_universal(time: str) -> bool:
    return time.endswith(("+00:00", "Z"))


def is_same(time: str, other: str) -> bool:
    """Whether both are the same moment, told with an offset."""
    try:
        one, two = datetime.fromisoformat(time), datetime.fromisoformat(other)
        return bool(one.tzinfo and two.tzinfo) and one == two
    except (ValueError, OverflowError):
        return False


def offset(local: str, universal: str) -> timezone | None:
    """What a local time is ahead of the same moment told with its offset; None where that can't be."""
    try:
        here, there = datetime.fromisoformat(local), datetime.fromisoformat(universal)
        if here.tzinfo or not there.tzinfo:
            return None
        ahead = here.replace(tzinfo=UTC) - there
        return timezone(ahead) if ahead % timedelta(minutes=15) == timedelta() and abs(ahead) <= _FURTHEST else None
    except (ValueError, OverflowError):
        return None
