"""A session as RainFocus answers with it, or as a browser shows it: its kind, people, hours and links."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timezone

from bot.kinds import kind_of, kind_of_entry
from bot.model import Contribution, Kind, Person
from bot.moments import offset
from bot.page import Page, web_address
from bot.text import slug

_CODE = re.compile(r"\s*\[([A-Z]+\d+\w*)\]$")
_KEY = re.compile(r"/session/(\w+)/?$")
_TRACKS = "Track", "Topic", "Primary Topic", "Session Track", "Content Pillar"
_KINDS = (
    (Kind.SOCIAL, re.compile(r"\bwatch part|\bnetworking\b|\breception\b", re.I)),
    (Kind.BOF, re.compile(r"\bconnect with\b|\bask the\b", re.I)),
    (Kind.TALK, re.compile(r"\btalks? (?:&|and) panels?\b", re.I)),
)


def read(row: Page) -> Contribution:
    key, title = row.text("sessionID", default=""), _CODE.sub("", row.text("title"))
    persons, (starts, ends) = tuple(dict.fromkeys(people(row))), times(row)
    url = f"https://www.nvidia.com/gtc/session-catalog/#/session/{key}" if key and is_nvidias(row) else ""
    return Contribution(
        id=key or row.text("code", default=""),
        title=title,
        kind=kind(title, row.text("type", default="") or attribute(row, "Session Type", "Type"), persons),
        people=persons,
        passages=row.passages("abstract"),
        session=attribute(row, *_TRACKS),
        starts=starts,
        ends=ends,
        url=url,
        links={**({"page": url} if url else {}), **links(row)},
    )


def is_nvidias(row: Page) -> bool:
    return "gtc" in f"{row.text('eventName', default='')} {row.text('eventCode', default='')}".lower()


def kind(title: str, label: str, persons: tuple[Person, ...]) -> Kind:
    unsigned = kind_of_entry(title, label, persons)
    if unsigned in (Kind.LOGISTICS, Kind.SOCIAL):
        return unsigned
    own = next((kind for kind, pattern in _KINDS if pattern.search(label)), None)
    return own or kind_of(label)


def people(row: Page) -> Iterator[Person]:
    for each in row.all("participants.*"):
        names = (each.text(path, default="") for path in ("preferredFullName", "fullName", "globalFullName"))
        companies = (each.text(path, default="") for path in ("companyName", "globalCompany"))
        if name := next(filter(None, names), ""):
            yield Person(name=name, affiliation=next(filter(None, companies), ""))


def attribute(row: Page, *names: str) -> str:
    values: dict[str, str] = {}
    for each in row.all("attributevalues.*"):
        values.setdefault(each.text("attribute", default=""), each.text("value", default=""))
    return next((values[name] for name in names if values.get(name)), "")


def times(row: Page) -> tuple[str, str]:
    """Of this slot, of its first one when it has several. Local time with its offset, where both clocks are given."""
    key = row.text("sessionTimeID", default="")
    slots = row.all("times.*")
    slot = next((each for each in slots if key and each.text("sessionTimeID", default="") == key), (*slots, row)[0])
    starts, ends = (utc(slot, row, path) for path in ("utcStartTime", "utcEndTime"))
    if not starts:
        return "", ""
    zone = zone_of(slot, starts)
    return starts.astimezone(zone).isoformat(), ends.astimezone(zone).isoformat() if ends else ""


def utc(slot: Page, row: Page, path: str) -> datetime | None:
    text = slot.text(path, default="") or row.text(path, default="")
    try:
        return datetime.strptime(text, "%Y/%m/%d %H:%M:%S").replace(tzinfo=UTC)
    except ValueError:
        return None


def zone_of(slot: Page, starts: datetime) -> timezone:
    """The place's, as its wall clock tells beside the universal time."""
    clock = f"{slot.text('date', default='')}T{slot.text('startTime', default='')[:5]}"
    return offset(clock, starts.isoformat()) or UTC


def links(row: Page) -> dict[str, str]:
    """Videos and files. Those that are only a player's number lead nowhere."""
    found: dict[str, str] = {}
    for path, name in (("videos.*", "video"), ("files.*", "")):
        for each in row.all(path):
            address = each.text("url", default="") or each.text("fileURL", default="")
            label = name or slug(each.text("displayName", default="") or each.text("filename", default="")) or "file"
            if address.startswith("http"):
                found.setdefault(label, web_address(address))
    return {label: address for label, address in found.items() if address}


def read_card(card: Page) -> Contribution:
    title = _CODE.sub("", card.text(".session-title a"))
    persons = tuple(Person(name=name) for name in dict.fromkeys(card.texts(".speaker-details button.speaker")))
    url = card.link(".session-title a@href")
    key = _KEY.search(url)
    return Contribution(
        id=key[1] if key else "",
        title=title,
        kind=kind(title, "", persons),
        people=persons,
        passages=card.passages(".description"),
        url=url,
        links={"page": url} if url else {},
    )
