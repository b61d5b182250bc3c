"""pretalx_rest: what pretalx answers programs: submissions by page, for events whose schedule has no export.

Anonymous readers see a released schedule; an organiser's saved answer has refused and withdrawn submissions too.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta

from bot.errors import BotError, LayoutChanged, NotPublished
from bot.kinds import kind_of
from bot.model import Contribution, Finding, Passage, Person, Program
from bot.moments import after
from bot.page import Format, Page, web_address
from bot.platforms import Example, continued, declared, leads_to, number
from bot.text import prose, unmarked
from bot.web import Web

URL = re.compile(r"https?://[\w.-]+/(?:[\w-]+/)?api/events/[\w-]+/(?:submissions|talks|speakers)\b")
EXAMPLES = (
    Example(file="tidecon-2031.submissions.json", contributions=3, first="Ropes for Beginners"),
    Example(file="mudcamp-2032.submissions.json", contributions=1, first="Codes Instead of Names"),
)

_QUERY = "?state=confirmed&expand=speakers,track,submission_type,slots.room"
_PLACE = re.compile(r"(https?://\S+?)/api/events/([\w-]+)/")
_TAKES_PLACE = ("confirmed", "accepted", "")
_EMPLOYER = re.compile(r"\b(?:company|organi[sz]ation|affiliation|institution|employer)\b", re.I)


def addresses(url: str) -> tuple[str, ...]:
    place = _PLACE.match(url)
    return (f"{place.group()}submissions/{_QUERY}",) if place and "?" not in url else (url,)


def looks_like(page: Page) -> bool:
    first = page.first("results.*") or page.first("*") if page.format is Format.JSON else None
    if first is None or not first.has("code"):
        return False
    talk = first.has("title") and (first.has("submission_type") or first.has("speakers"))
    return talk or (first.has("name") and first.has("submissions"))


def scrape(page: Page, web: Web) -> Program:
    pages = continued(page, web, following)
    rows = tuple(row for answer in pages for row in rows_of(answer) if row.has("title"))
    if not rows:
        raise LayoutChanged(
            f"{page.url} is pretalx's list of speakers, and no program", hint="read /submissions/ beside it instead"
        )
    known = speakers(page, rows, web)
    kept = tuple(row for row in rows if row.text("state", default="") in _TAKES_PLACE)
    contributions = tuple(read(row, known) for row in kept)
    if not contributions:
        raise NotPublished(
            f"{page.url} lists {len(rows)} submissions, none of them confirmed", hint="come back after the decisions"
        )
    return Program(
        contributions=contributions,
        sources=tuple(answer.source for answer in pages),
        declared=declared(page.text("count", default=""), len(rows), contributions),
        findings=nameless(kept, known),
    )


def rows_of(page: Page) -> tuple[Page, ...]:
    return page.all("results.*") or page.all("*")


def following(pages: Sequence[Page]) -> str:
    return pages[-1].link("next")


def speakers(page: Page, rows: tuple[Page, ...], web: Web) -> dict[str, Person]:
    """Who the submissions know by a code only, from the list that stands beside them."""
    place = _PLACE.match(page.url)
    if not place or all(person for row in rows for _, person in map(coded, row.all("speakers.*"))):
        return {}
    try:
        listed = continued(web.page(f"{place.group()}speakers/"), web, following)
    except BotError:
        return {}
    return {code: person for answer in listed for code, person in map(coded, rows_of(answer)) if person}


def nameless(rows: tuple[Page, ...], known: Mapping[str, Person]) -> tuple[Finding, ...]:
    codes = {code for row in rows for code, person in map(coded, row.all("speakers.*")) if not person} - {*known}
    finding = Finding(text=f"Speakers known by a code only, left out: {len(codes)}.", hint="ask with expand=speakers")
    return (finding,) if codes else ()


def coded(speaker: Page) -> tuple[str, Person | None]:
    """A speaker's code and what is told of them: a bare code tells nothing."""
    name = speaker.text("name", default="")
    code = speaker.text("code", default="") or speaker.text(default="") or name
    return code, Person(name=name, affiliation=employer(speaker)) if name else None


def employer(speaker: Page) -> str:
    """The answer to what an event asked its speakers of their employer, where it shows that."""
    asked = (answer for answer in speaker.all("answers.*") if _EMPLOYER.search(said(answer, "question.question")))
    return next((answer.text("answer", default="") for answer in asked), "")


def read(row: Page, known: Mapping[str, Person]) -> Contribution:
    key, title = row.text("code", default=""), said(row, "title") or row.text("title")
    starts, ends = times(row)
    place = _PLACE.match(row.url)
    label, track = said(row, "submission_type"), said(row, "track")
    persons = (person or known.get(code) for code, person in map(coded, row.all("speakers.*")))
    return Contribution(
        id=key,
        title=title,
        kind=kind_of(label),
        people=tuple(dict.fromkeys(filter(None, persons))),
        passages=passages(row),
        session=track,
        starts=starts,
        ends=ends,
        url=f"{place[1]}/{place[2]}/talk/{key}/" if place and key else "",
        links=links_of(row),
    )


def said(part: Page, path: str) -> str:
    """A text that may be localised or stand in an object of its own; a bare number is a key to one, and no text."""
    places = (path, f"{path}.en", f"{path}.name", f"{path}.name.en", f"{path}.name.*", f"{path}.*")
    texts = (part.text(place, default="") for place in places)
    return next((text for text in texts if text and not text.isdecimal()), "")


def passages(row: Page) -> tuple[Passage, ...]:
    """Abstract and description, in Markdown; where only the description is filled, it is the abstract."""
    abstract, description = (prose(unmarked(row.raw(path))) for path in ("abstract", "description"))
    texts = {
        "abstract": abstract or description,
        "description": description if abstract not in ("", description) else "",
    }
    return tuple(passage for part, text in texts.items() for passage in row.quoted(text, part))


def links_of(row: Page) -> dict[str, str]:
    found: dict[str, str] = {}
    for resource in row.all("resources.*"):
        target = resource.text("resource", default="")
        name = leads_to(resource.text("description", default=""), target)
        if name and (address := web_address(target, row.url)):
            found.setdefault(name, address)
    return found


def times(row: Page) -> tuple[str, str]:
    """Of the first slot. They carry their offsets; what is not scheduled yet has none."""
    slot = row.first("slots.*") or row.first("slot") or row
    starts, ends = slot.text("start", default=""), slot.text("end", default="")
    return starts, ends or after(starts, timedelta(minutes=number(row.text("duration", default=""))))
