"""blackhat: the schedules of Black Hat (USA, Europe, Asia, their trainings), from the JSON behind the page."""

import re

from bot.errors import NotPublished
from bot.kinds import kind_of, kind_of_entry
from bot.model import Contribution, Finding, Kind, Person, Program
from bot.page import Format, Page, web_address
from bot.platforms import Example
from bot.text import listing
from bot.web import Web

URL = re.compile(r"(https?://(?:www\.)?blackhat\.com/[a-z]+-\d\d[\w-]*)(?:/(briefings|trainings?|arsenal)\b|/|$)")
EXAMPLES = (Example(file="sessions.json", contributions=4, first="Leaking Lighthouses: Side Channels of Lamps"),)

_LINKS = {"slides": "slides", "paper": "whitepaper", "code": "source_code"}


def addresses(url: str) -> tuple[str, ...]:
    """The feed behind the schedule; where the address names no part of an edition, that of its briefings."""
    found = URL.match(url)
    if not found or url.endswith(".json"):
        return (url,)
    return (f"{found[1]}/{found[2] or 'briefings'}/schedule/sessions.json",)


def looks_like(page: Page) -> bool:
    if page.format is not Format.JSON or not (page.has("sessions") and page.has("speakers")):
        return False
    first = page.first("sessions.*")
    if first is None:
        return bool(URL.match(page.url))
    return first.has("bh_files") or (first.has("iso_start_date") and first.has("track_1"))


def scrape(page: Page, web: Web) -> Program:
    """The sessions that take place. Empty ones are lists, all others are objects by id."""
    sessions = page.all("sessions.*")
    off = [session.text("title", default="") for session in sessions if session.flag("cancelled")]
    contributions = tuple(read(session, page) for session in sessions if not session.flag("cancelled"))
    if not contributions:
        raise NotPublished(f"{page.url} lists no session that takes place", hint="come back when its schedule is out")
    return Program(
        contributions=contributions,
        sources=(page.source,),
        name=page.text("sessions.*.program", default=""),
        findings=(Finding(text=f"Cancelled, so left out: {listing(off)}."),) if off else (),
    )


def read(session: Page, page: Page) -> Contribution:
    title, people = session.text("title"), speakers(session, page)
    links = {name: web_address(session.text(f"bh_files.{file}.url", default="")) for name, file in _LINKS.items()}
    links["video"] = web_address(session.text("recording", default=""))
    return Contribution(
        id=session.text("id", default=""),
        title=title,
        kind=kind(title, session.text("format", default=""), people),
        people=people,
        passages=session.passages("description"),
        session=session.text("track_1", default="") or session.text("room", default=""),
        starts=session.text("iso_start_date", default=""),
        ends=session.text("iso_end_date", default=""),
        links={name: link for name, link in links.items() if link},
    )


def kind(title: str, form: str, people: tuple[Person, ...]) -> Kind:
    """What has neither a format nor a speaker is a break, unless its title says that one meets there."""
    found = kind_of(form.removesuffix("s"), default=kind_of_entry(title, "", people))
    return Kind.LOGISTICS if found is Kind.TALK and not form and not people else found


def speakers(session: Page, page: Page) -> tuple[Person, ...]:
    """Who is meant by each number, whether they speak, moderate or only contributed."""
    found = (page.first(f"speakers.{key}") for key in session.texts("speakers.*.person_id") if key.isdecimal())
    persons = (
        Person(
            name=" ".join((*person.texts("first_name"), *person.texts("last_name"))),
            affiliation=person.text("company", default=""),
        )
        for person in found
        if person
    )
    return tuple(dict.fromkeys(person for person in persons if person.name))
