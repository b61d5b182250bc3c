"""The front matter of a digest's page: what a person may add there, too, and what follows from it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import yaml

from bot.errors import StoreError
from bot.text import moment, one_line

KEY = re.compile(r"(?P<series>[a-z0-9]+(?:-[a-z0-9]+)*)-(?P<number>[0-9]{1,4}|0x[0-9a-f]{1,4})")
_FENCED = re.compile(r"\A---[ \t]*\n(.*?)^---[ \t]*$\n?", re.S | re.M)
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_TIME = re.compile(r"[0-9-]{10}T[0-9:]{8}(?:\.[0-9]+)?(?:Z|[+-][0-9]{2}:[0-9]{2})")
_MOST_ALIASES, _LONGEST_ALIAS = 100, 200  # a folder is called so
_UNDATED = "1970-01-01"
_DAYS = ("starts", "ends", "published", "updated")
ROUNDUPS = "roundups"
"""The series that roundups stand in, whatever they are called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Front:
    """The fields that a page shows. Days are ISO 8601 or ""; `aliases` are the names that the page once had, the oldest
    first. `amiss` are those fields that cannot be read, each with how to write it."""

    title: str = ""
    starts: str = ""
    ends: str = ""
    place: str = ""
    program: str = ""
    reader: str = ""
    form: str = ""
    published: str = ""
    updated: str = ""
    aliases: tuple[str, ...] = ()
    amiss: tuple[tuple[str, str], ...] = ()


def split(text: str, key: str) -> tuple[Front, str]:
    """The front matter of a page and its body. A page may have neither that nor a title in it."""
    fenced = _FENCED.match(text.removeprefix("\ufeff"))
    if not fenced:
        return Front(), text
    try:
        tree = yaml.load(fenced.group(1), Loader=yaml.CBaseLoader)  # noqa: S506 - every scalar stays text
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f", line {mark.line + 2}" if mark else ""
        raise StoreError(
            f"digests/{key}.md{where}: the front matter is not valid YAML", hint="check its quotes and colons"
        ) from None
    fields = tree if isinstance(tree, dict) else {}

    def said(name: str) -> str:
        value = fields.get(name)
        return one_line(value)[:500] if isinstance(value, str) else ""

    aliases = fields.get("aliases")
    if isinstance(aliases, list) and len(aliases) > _MOST_ALIASES:
        raise StoreError(
            f"digests/{key}.md: the front matter has more than {_MOST_ALIASES} aliases",
            hint="keep those that people may still know",
        )
    return Front(
        title=said("title"),
        starts=moment(said("starts"))[:10],
        ends=moment(said("ends"))[:10],
        place=said("place"),
        program=said("program"),
        reader=said("reader"),
        form=said("form"),
        published=moment(said("published")),
        updated=moment(said("updated")),
        aliases=tuple(each for each in aliases_of(fields) if is_name(each) and each != key),
        amiss=tuple(amiss(fields)),
    ), text[fenced.end() :]


def aliases_of(fields: Mapping[object, object]) -> list[str]:
    """What is written as aliases, be it one or several; "" for what is no text."""
    found = fields.get("aliases")
    several = found if isinstance(found, list) else [found]
    return [each.strip() if isinstance(each, str) else "" for each in several if each]


def is_name(text: str) -> bool:
    """Whether a digest may once have been called so."""
    return len(text) <= _LONGEST_ALIAS and KEY.fullmatch(text) is not None


def amiss(fields: Mapping[object, object]) -> Iterator[tuple[str, str]]:
    """The fields that say something that no page can show, and how to write them."""
    for name in _DAYS:
        said = fields.get(name)
        if said and not (isinstance(said, str) and moment(said)):
            yield name, "write a day as 2026-03-12"
    if not all(map(is_name, aliases_of(fields))):
        yield "aliases", "an address that the page once had is a series and a number, as in aliases: [harbour-2026]"


def series_of(front: Front, key: str) -> str:
    """`netdev` of `netdev-0x19`."""
    if front.form == "roundup":
        return ROUNDUPS
    found = KEY.fullmatch(key)
    return found.group("series") if found else key


def year_of(front: Front, key: str) -> str:
    """The year that an edition belongs to: of its last day, or of its name."""
    last = front.ends or front.starts
    return year_in(last[:4] or key) or "undated"


def year_in(key: str) -> str:
    """The year that an edition is numbered by, "" where it is counted."""
    found = _YEAR.fullmatch(key.rpartition("-")[2])
    return found.group() if found else ""


def instant(*candidates: str) -> str:
    """The first of some days or times that is there, as feeds want it (RFC 3339). No clock is asked."""
    for each in filter(None, map(moment, candidates)):
        if len(each) == 10:
            return f"{each}T00:00:00Z"
        if _TIME.fullmatch(each):
            return each
    return f"{_UNDATED}T00:00:00Z"
