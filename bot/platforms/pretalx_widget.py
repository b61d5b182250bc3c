"""pretalx_widget: the compact schedule that pretalx hands to its own widgets, where a site shows no other export.

It knows the breaks, too, and names speakers, tracks and rooms once, by their codes.
"""

import re
from collections.abc import Mapping

from bot.errors import NotPublished
from bot.kinds import kind_of, kind_of_entry
from bot.model import Contribution, Kind, Program
from bot.page import Format, Page
from bot.people import people
from bot.platforms import Example, said
from bot.text import prose, unmarked
from bot.web import Web

URL = re.compile(r"https?://\S+/schedule/(?:v/[^/]+/)?widgets?/(?:schedule|v\d)\.json$")
EXAMPLES = (Example(file="tidecon-2031.schedule.json", contributions=3, first="Opening the Sluices"),)

_PLACE = re.compile(r"(https?://\S+?)/schedule/")
_OFF = re.compile(r"cancel|withdr|reject|delet", re.I)


def addresses(url: str) -> tuple[str, ...]:
    return (url,)


def looks_like(page: Page) -> bool:
    return page.format is Format.JSON and all(map(page.has, ("talks", "speakers", "rooms", "tracks", "version")))


def scrape(page: Page, web: Web) -> Program:
    speakers, tracks, rooms = (named(page, *each) for each in (("speakers", "code"), ("tracks", "id"), ("rooms", "id")))
    talks = (talk for talk in page.all("talks.*") if not _OFF.search(talk.text("state", default="")))
    contributions = tuple(read(talk, speakers, tracks, rooms) for talk in talks if said(talk, "title"))
    if not contributions:
        raise NotPublished(f"{page.url} schedules no talk yet", hint="wait until its first version is released")
    return Program(
        contributions=contributions,
        sources=(page.source,),
        url=page.url,
        version=page.text("version", default=""),
        starts=page.text("event_start", default=""),
        ends=page.text("event_end", default=""),
    )


def named(page: Page, group: str, key: str) -> Mapping[str, str]:
    return {part.text(key, default=""): said(part, "name") for part in page.all(f"{group}.*")}


def read(talk: Page, speakers: Mapping[str, str], tracks: Mapping[str, str], rooms: Mapping[str, str]) -> Contribution:
    title, code, place = said(talk, "title"), talk.text("code", default=""), _PLACE.match(talk.url)
    track = tracks.get(talk.text("track", default=""), "")
    persons = people(speakers[each] for each in talk.texts("speakers.*") if each in speakers)
    return Contribution(
        id=code,
        title=title,
        kind=kind_of(track, default=Kind.TALK) if code else kind_of_entry(title, "", persons),
        people=persons,
        passages=talk.quoted(prose(unmarked(talk.raw("abstract")))),
        session=track or rooms.get(talk.text("room", default=""), ""),
        starts=talk.text("start", default=""),
        ends=talk.text("end", default=""),
        url=f"{place[1]}/talk/{code}/" if place and code else "",
    )
