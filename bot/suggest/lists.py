"""The public lists of conferences, each in its own shape: ccfddl, ai-deadlines, sec-deadlines and confs.tech.

They are written by strangers: read as lists, mappings and text, of bounded size, and never as anything else.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from bot.errors import SourceError
from bot.model import ConferenceKind
from bot.page import Format, Page, web_address
from bot.suggest.days import iso, last_day
from bot.text import clipped, one_line

LONGEST, DEEPEST, MOST_ENTRIES, MOST_EVENTS = 3_000_000, 12, 5_000, 400_000  # ccfddl has some 40,000
LONGEST_NAME, LONGEST_ADDRESS = 80, 300
RAW = "https://raw.githubusercontent.com"
_CCFDDL = "https://ccfddl.com/conference/allconf.yml"
_SECURITY = f"{RAW}/sec-deadlines/sec-deadlines.github.io/HEAD/_data/conferences.yml"
_LEARNING = "https://api.github.com/repos/huggingface/ai-deadlines/contents/src/data/conferences"
_CONFS_TECH = f"{RAW}/tech-conferences/conference-data/HEAD/conferences"


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """One edition as a list has it. `ends` is "" where the list has no day; `field` is the list and its category."""

    name: str
    year: int
    address: str
    field: str
    ends: str = ""
    dblp: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """The categories of the lists that an interest falls into."""

    ccfddl: str = ""
    confs: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    @property
    def fields(self) -> tuple[str, ...]:
        known = (f"ccfddl {self.ccfddl}",) if self.ccfddl else ()
        return (*known, *(f"confs.tech {name}" for name in self.confs), *self.others)


TOPICS = {
    "networking": Topic(ccfddl="NW"),  # what confs.tech calls networking is people meeting people
    "systems": Topic(ccfddl="DS", confs=("devops", "sre")),
    "security": Topic(ccfddl="SC", confs=("security",), others=("sec-deadlines",)),
    "machine-learning": Topic(ccfddl="AI", confs=("data",), others=("ai-deadlines",)),
    "databases": Topic(ccfddl="DB", confs=("data",)),
    "software": Topic(ccfddl="SE", confs=("opensource",)),
    "graphics": Topic(ccfddl="CG", confs=("graphics",)),
    "interaction": Topic(ccfddl="HI", confs=("ux", "accessibility")),
    "theory": Topic(ccfddl="CT"),
}
_KINDS = {
    "ccfddl SC": ConferenceKind.SECURITY,
    "sec-deadlines": ConferenceKind.SECURITY,
    "confs.tech security": ConferenceKind.SECURITY,
    "confs.tech sre": ConferenceKind.OPERATOR,
}
_CONFS = {name for topic in TOPICS.values() for name in topic.confs}
_EDITION = re.compile(r"\b20\d\d\b|^\d{1,3}(?:st|nd|rd|th)\b")
_DBLP = re.compile(r"(?:https?://dblp\.org/db/conf/)?([a-z0-9]{2,20})(?:/[\w.]*)?")


def kind_of(field: str) -> ConferenceKind:
    """What a series probably is, by the list and the category that it stands in."""
    usual = ConferenceKind.COMMUNITY if field.startswith("confs.tech") else ConferenceKind.ACADEMIC
    return _KINDS.get(field, usual)


def addresses(topic: Topic, year: int) -> tuple[str, ...]:
    """Where the lists are that may know something of a topic, as of a year."""
    others = {"sec-deadlines": _SECURITY, "ai-deadlines": _LEARNING}
    years = (year - 1, year, year + 1)
    return (
        *((_CCFDDL,) if topic.ccfddl else ()),
        *(others[name] for name in topic.others),
        *(f"{_CONFS_TECH}/{each}/{name}.json" for name in topic.confs for each in years),
    )


def files(page: Page) -> tuple[str, ...]:
    """The files of a list that is a folder, as GitHub names them; () for any other page."""
    found = page.texts("*.download_url") if page.url == _LEARNING and page.format is Format.JSON else ()
    return tuple(each for each in found if re.fullmatch(rf"{RAW}/huggingface/ai-deadlines/[\w./-]+\.ya?ml", each))


def announced(page: Page) -> tuple[Announced, ...]:
    """The editions on a list, whichever of the lists it is; () for a page that is none of them."""
    tree = page.tree if page.format is Format.JSON else tree_of(page.raw(), page.url)
    entries = tree[:MOST_ENTRIES] if isinstance(tree, list) else []
    found = (each for entry in entries if isinstance(entry, Mapping) for each in read(entry, page.url))
    return tuple(each for each in found if each.name and each.address and 2000 < each.year < 2100)


def tree_of(text: str, name: str) -> Any:
    """YAML as lists, mappings and text: no object, no alias, nothing that nests without end."""
    if len(text) > LONGEST:
        raise SourceError(f"{name} is too long to be a list of conferences", hint="check the address")
    try:
        depth, plain = 0, text.encode(errors="replace")
        for number, event in enumerate(yaml.parse(plain, Loader=yaml.CBaseLoader)):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > DEEPEST or number > MOST_EVENTS or isinstance(event, yaml.AliasEvent):
                raise SourceError(f"{name} is no plain list", hint="it nests or repeats itself; do not trust it")
        return yaml.load(plain, Loader=yaml.CBaseLoader)  # noqa: S506
    except yaml.YAMLError as error:
        problem = one_line(str(getattr(error, "problem", error)))[:80]
        raise SourceError(
            f"{name} is broken YAML: {problem}", hint="save it again, or wait until it is mended"
        ) from None


def read(entry: Mapping[str, Any], source: str) -> Iterator[Announced]:
    """The editions that an entry tells of, by the keys that only its list has."""
    if isinstance(entry.get("confs"), list):
        yield from of_ccfddl(entry)
    elif "startDate" in entry:
        yield of_confs_tech(entry, source)
    elif "deadlines" in entry or "full_name" in entry:
        yield edition(entry, said(entry, "title"), "ai-deadlines", "link", said(entry, "end"))
    elif "deadline" in entry and "name" in entry:
        yield edition(entry, said(entry, "name"), "sec-deadlines", "link", dblp=said(entry, "dblp"))


def of_ccfddl(series: Mapping[str, Any]) -> Iterator[Announced]:
    sub = said(series, "sub")
    field = f"ccfddl {sub if re.fullmatch('[A-Z]{2}', sub) else 'other'}"
    for each in series["confs"][:100]:
        if isinstance(each, Mapping):
            yield edition(each, said(series, "title"), field, "link", dblp=said(series, "dblp"))


def of_confs_tech(entry: Mapping[str, Any], source: str) -> Announced:
    """Its file is called after the topic. The year stands in its day alone, and often in its name."""
    topic = next((part for part in re.findall(r"(\w+)\.json$", source) if part in _CONFS), "other")
    starts, name = said(entry, "startDate"), _EDITION.sub(" ", said(entry, "name")).strip(" ,:-–")
    dated = {**entry, "year": starts[:4]}
    return edition(dated, name, f"confs.tech {topic}", "url", said(entry, "endDate") or starts)


def edition(entry: Mapping[str, Any], name: str, field: str, link: str, ends: str = "", dblp: str = "") -> Announced:
    year, table = said(entry, "year"), _DBLP.fullmatch(dblp)
    number = int(year) if re.fullmatch(r"20\d\d", year) else 0
    return Announced(
        name=clipped(" ".join(re.sub(r"[{}]", "", name).split()), LONGEST_NAME),
        year=number,
        address=address(said(entry, link)),
        field=field,
        ends=iso(ends) or last_day(said(entry, "date"), number),
        dblp=table[1] if table else "",
    )


def address(text: str) -> str:
    """An address that may stand in config.yml: no slot can be smuggled in, its braces are escaped."""
    found = web_address(text).partition("#")[0] if text.startswith("http") else ""
    return found if len(found) <= LONGEST_ADDRESS and found.isascii() else ""


def said(entry: Mapping[str, Any], name: str) -> str:
    """One line of printable text; "" for anything else."""
    value = entry.get(name)
    text = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
    return one_line("".join(sign for sign in text[:2000] if sign.isprintable() or sign.isspace()))
