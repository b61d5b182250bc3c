"""A session of a meeting, as agenda.json has it, and what every form of an agenda makes of one."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo

from bot.kinds import kind_of_entry
from bot.model import Contribution, Kind
from bot.moments import after
from bot.page import Page

_DURATION = re.compile(r"(\d{1,2}):([0-5]\d)(?::[0-5]\d)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What is told of a session; one that has no name of its own goes by its group's."""

    key: str = ""
    name: str = ""
    group: str = ""
    acronym: str = ""
    times: tuple[str, str] = ("", "")
    is_bof: bool = False
    is_off: bool = False
    is_pause: bool = False
    links: Mapping[str, str] = field(default_factory=dict)


def session(row: Page, zone: tzinfo) -> Contribution:
    found = _DURATION.fullmatch(row.text("duration", default=""))
    length = timedelta(hours=int(found[1]), minutes=int(found[2])) if found else timedelta()
    held = Held(
        key=row.text("session_id", default=""),
        name=row.text("name", default=""),
        group=row.text("group.name", default=""),
        acronym=row.text("group.acronym", default=""),
        times=times(row.text("start", default=""), length, zone),
        is_bof=row.flag("is_bof"),
        links={name: link for name in ("agenda", "minutes") if (link := row.link(name))},
    )
    return told(held)


def told(held: Held) -> Contribution:
    title = held.name or held.group or held.acronym or "Session"
    starts, ends = held.times
    named = f"{held.group} ({held.acronym})" if held.group and held.acronym else held.group or held.acronym
    return Contribution(
        id=held.key,
        title=f"{title} ({held.acronym})" if held.acronym and held.acronym not in title else title,
        kind=kind_of(title, held),
        session=named,
        starts=starts,
        ends=ends,
        url=held.links.get("agenda", ""),
        links=held.links,
    )


def kind_of(title: str, held: Held) -> Kind:
    kind = Kind.LOGISTICS if held.is_pause else kind_of_entry(title, "", ())
    return kind if kind in (Kind.LOGISTICS, Kind.SOCIAL) else Kind.BOF if held.is_bof else Kind.SESSION


def times(start: str, length: timedelta, zone: tzinfo) -> tuple[str, str]:
    """Given in UTC, told as the clocks of the meeting's place show it."""
    try:
        stated = datetime.fromisoformat(start)
        starts = (stated.astimezone(zone) if stated.tzinfo else stated).isoformat()
    except (ValueError, OverflowError):
        return "", ""
    return starts, after(starts, length)
