"""sessionize: programs kept in Sessionize: droidcon, NDC, DevOpsDays, BSides, Kubernetes Community Days and many more.

Its API shows one program in several views; only "All" also has the sessions without a room. No view names the zone.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.errors import NotPublished
from bot.kinds import kind_of, kind_of_entry
from bot.model import Contribution, Kind, Person, Program
from bot.page import Format, Page
from bot.people import people
from bot.platforms import Example, said, spellings
from bot.web import Web

URL = re.compile(r"https?://sessionize\.com/(?:api/v2|view)/(\w+)(?:/|$|\?)")
EXAMPLES = (
    Example(file="tidecon-2031.gridsmart.json", contributions=5, first="Registration & Rope Check"),
    Example(file="tidecon-2031.sessions.json", contributions=2, first="Keynote: The Harbour at Night"),
    Example(file="tidecon-2031.all.json", contributions=3, first="Anchors in Practice"),
)

_VIEWS = "All GridSmart Sessions"
_ROWS = ("sessions.*", "*.rooms.*.sessions.*", "*.sessions.*")
_MARKS = ("*.timeSlots", *(f"{row}.isServiceSession" for row in _ROWS))
_FORMAT = re.compile(r"\b(?:format|type|kind|length)\b", re.I)
_TRACK = re.compile(r"\b(?:track|stream)\b", re.I)
_EMPLOYED = re.compile(r"[^|,;•/@]+?\s(?:at\s|@)\s?([^a-z\s|,;•/@][^|,;•/@]*)")
_LONGEST = 200  # characters in which an employer is looked for
_OFF = re.compile(r"cancel|declin|withdr|reject", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What the view "All" says only once, by id. `categories` are the groups that items belong to."""

    speakers: Mapping[str, Person]
    items: Mapping[str, str]
    categories: Mapping[str, str]
    rooms: Mapping[str, str]


def addresses(url: str) -> tuple[str, ...]:
    found = URL.match(url)
    key = found[1] if found else ""
    return tuple(f"https://sessionize.com/api/v2/{key}/view/{view}" for view in _VIEWS.split()) if key else (url,)


def looks_like(page: Page) -> bool:
    if page.format is not Format.JSON:
        return False
    if page.tree == []:  # a schedule that is not public yet
        return bool(URL.match(page.url))
    return any(map(page.has, _MARKS)) or (page.has("sessions") and all(map(page.has, ("rooms", "categories"))))


def scrape(page: Page, web: Web) -> Program:
    names = names_of(page)
    sessions = (session for session in rows(page) if not _OFF.search(session.text("status", default="")))
    contributions = tuple(read(session, names) for session in sessions)
    if not contributions:
        raise NotPublished(f"{page.url} schedules no session yet", hint="come back when its program is public")
    return Program(contributions=contributions, sources=(page.source,))


def rows(page: Page) -> tuple[Page, ...]:
    """Every session once: the time slots beside the rooms only repeat them."""
    return next(filter(None, map(page.all, _ROWS)), ())


def names_of(page: Page) -> Names:
    groups = page.all("categories.*")
    items = [(said(group, "title"), item) for group in groups for item in group.all("items.*")]
    return Names(
        speakers={speaker.text("id", default=""): person(speaker) for speaker in page.all("speakers.*")},
        items=by_id(tuple(item for _, item in items), "name"),
        categories={item.text("id", default=""): title for title, item in items},
        rooms=by_id(page.all("rooms.*"), "name"),
    )


def person(speaker: Page) -> Person:
    """What people say of themselves names an employer only as "… at Sea Lab" or "… @ Sea Lab"."""
    names = speaker.text("fullName", default="") or " ".join(speaker.texts("firstName") + speaker.texts("lastName"))
    employed = _EMPLOYED.fullmatch(speaker.text("tagLine", default="")[:_LONGEST])
    return Person(name=names, affiliation=employed[1] if employed else "")


def by_id(parts: tuple[Page, ...], name: str) -> dict[str, str]:
    return {part.text("id", default=""): said(part, name) for part in parts}


def read(session: Page, names: Names) -> Contribution:
    title, persons = said(session, "title") or session.text("title"), speakers(session, names)
    labels = tuple(categories(session, names))
    room = session.text("room", default="") or names.rooms.get(session.text("roomId", default=""), "")
    recording = session.link("recordingUrl")
    return Contribution(
        id=session.text("id", default=""),
        title=title,
        kind=kind(session, title, persons, [item for group, item in labels if _FORMAT.search(group)]),
        people=persons,
        passages=session.passages(*spellings("description")),
        session=", ".join(item for group, item in labels if _TRACK.search(group)) or room,
        starts=session.text("startsAt", default=""),
        ends=session.text("endsAt", default=""),
        url=session.link("liveUrl") or recording,
        links={"video": recording} if recording else {},
    )


def kind(session: Page, title: str, persons: tuple[Person, ...], formats: list[str]) -> Kind:
    if session.flag("isServiceSession"):
        return Kind.LOGISTICS
    return kind_of(*formats, default=kind_of_entry(title, "", persons))


def speakers(session: Page, names: Names) -> tuple[Person, ...]:
    if named := people(session.texts("speakers.*.name")):
        return named
    known = (names.speakers[key] for key in session.texts("speakers.*") if key in names.speakers)
    return tuple(dict.fromkeys(person for person in known if person.name))


def categories(session: Page, names: Names) -> Iterator[tuple[str, str]]:
    """The items chosen, each with the group that it is from."""
    for group in session.all("categories.*"):
        yield from ((group.text("name", default=""), item) for item in group.texts("categoryItems.*.name"))
    for key in session.texts("categoryItems.*"):
        yield names.categories.get(key, ""), names.items.get(key, "")
