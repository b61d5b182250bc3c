"""Series that an editor may want, from public lists, as blocks of config.yml."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from json import dumps

from bot.config import Series
from bot.model import ConferenceKind
from bot.suggest.lists import Announced, kind_of
from bot.text import folded, slug

MOST = 300
ALIVE = timedelta(days=400)  # since its last edition, a series that has not told of another
_PUBLISHERS = {"acm", "ieee", "usenix", "ifip", "the"}
_ASIDE = re.compile(r"\([^()]*\)")
_SLOT = re.compile(r"'?\{\w+\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """A series that config.yml has not yet. `origin` is where its kind was guessed from.

    `next` is its next edition, or its last one: the year, and the last day where the list has it. `is_checked` says
    that the address of another edition is made in the same way.
    """

    key: str
    name: str
    kind: ConferenceKind
    origin: str
    urls: tuple[str, ...]
    ends: str
    next: str
    platform: str
    is_checked: bool


def suggest(
    editions: Iterable[Announced], known: Mapping[str, Series], today: date, platform_at: Callable[[str], str]
) -> tuple[Suggestion, ...]:
    """The series that are alive and not in config.yml: what ends first of what is ahead, then what was this year."""
    series: dict[str, list[Announced]] = {}
    for each in editions:
        series.setdefault(bare(each.name), []).append(each)
    found: dict[str, Suggestion] = {}
    for name, group in series.items():
        made = suggestion(group, today, platform_at)
        if made and name and not is_known(made, known):
            found.setdefault(made.key, made)
    is_over = {key: each.next < today.isoformat() for key, each in found.items()}
    return tuple(sorted(found.values(), key=lambda each: (is_over[each.key], each.next, each.key)))[:MOST]


def suggestion(group: Sequence[Announced], today: date, platform_at: Callable[[str], str]) -> Suggestion | None:
    """What a series' editions amount to; None for one that is over, and where no list has a day of it."""
    by_year = sorted({each.year: each for each in sorted(group, key=lambda each: bool(each.ends))}.values(), key=_when)
    dated = [each for each in by_year if each.ends]
    latest = by_year[-1]
    key = slug(latest.name, 40).strip("-")
    if not dated or _when(latest) < (today - ALIVE).isoformat() or not key:
        return None
    ahead = next((each for each in by_year if _when(each) >= today.isoformat()), latest)
    template, is_checked = templated(by_year)
    table = next((each.dblp for each in reversed(group) if each.dblp), "")
    return Suggestion(
        key=key,
        name=f"{latest.name} {{year}}",
        kind=kind_of(latest.field),
        origin=latest.field,
        urls=(template, *((f"https://dblp.org/db/conf/{table}/{table}{{year}}.html",) if table else ())),
        ends=dated[-1].ends[5:],
        next=ahead.ends or str(ahead.year),
        platform=platform_at(latest.address),
        is_checked=is_checked,
    )


def _when(edition: Announced) -> str:
    """An edition of which only the year is known comes last in it."""
    return edition.ends or f"{edition.year}-99"


# ---- addresses


def templated(editions: Sequence[Announced]) -> tuple[str, bool]:
    """The latest edition's address with slots for its year, and whether another edition's is made in the same way."""
    *earlier, latest = editions
    ways = tuple(dict.fromkeys(slotted(latest)))
    for other in reversed(earlier):
        for way in ways:
            if alike(filled(way, other.year)) == alike(other.address):
                return way, True
    return ways[-1], False


def slotted(edition: Announced) -> Iterator[str]:
    """The ways in which an address may have been made, the likeliest last."""
    year, yy = str(edition.year), re.compile(rf"(?<!\d){edition.year % 100:02}(?!\d)")
    yield edition.address
    yield yy.sub("{yy}", edition.address)
    yield yy.sub("{yy}", edition.address.replace(year, "{year}"))
    yield edition.address.replace(year, "{year}")


def filled(template: str, year: int) -> str:
    return template.replace("{year}", str(year)).replace("{yy}", f"{year % 100:02}")


def alike(address: str) -> str:
    """What ways to write the same address have in common."""
    return re.sub(r"^https?://(?:www\.)?", "", address.lower()).rstrip("/")


# ---- what config.yml has


def is_known(made: Suggestion, known: Mapping[str, Series]) -> bool:
    """Whether config.yml has the series: by its key, its name, or an address that begins in the same way."""
    start = alike(made.urls[0])
    return made.key in known or any(
        bare(series.name) == bare(made.name)
        or any("{" in start and f"{alike(url)}/".startswith(f"{start}/") for url in series.url)
        for series in known.values()
    )


def bare(name: str) -> str:
    """A series' name without who publishes it, and which edition it is."""
    words = folded(_SLOT.sub(" ", _ASIDE.sub(" ", name))).split()
    return "".join([word for word in words if word not in _PUBLISHERS] or words)


# ---- what is printed


def block(made: Suggestion) -> str:
    """A series as a block of config.yml. Foreign text stands in it as JSON strings, which are YAML, too."""
    urls = ", ".join(map(quoted, made.urls))
    sure = "" if made.is_checked else "  # from one edition alone: look whether its slots are right"
    lines = (
        f"  {made.key}:",
        f"    name: {quoted(made.name)}",
        f"    kind: {made.kind}  # a guess, from {made.origin}",
        *((f"    platform: {made.platform}",) if made.platform else ()),
        f"    url: [{urls}]{sure}",
        f'    ends: ["{made.ends}"]',
    )
    return "\n".join(lines)


def quoted(text: str) -> str:
    return dumps(text, ensure_ascii=False).replace("##[", "#\\u0023[")
