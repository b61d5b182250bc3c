"""openreview: what the two APIs of OpenReview answer (ICLR, NeurIPS, COLM, many workshops).

They list every submission; only the accepted ones are contributions.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import parse_qs, urlencode, urlsplit

from bot.errors import Blocked, LayoutChanged, NotPublished
from bot.model import Contribution, Kind, Person, Program
from bot.page import Format, Page, web_address
from bot.people import people_in
from bot.platforms import Example, continued, declared, number, onwards
from bot.web import Web

URL = re.compile(r"https?://(?:(?:www\.)?openreview\.net/group\?|api2?\.openreview\.net/notes\?)")
EXAMPLES = (
    Example(file="notes-v1.json", contributions=3, first="Gradient Tides in Shallow Harbours"),
    Example(file="notes-v2.json", contributions=3, first="Sparse Lanterns for Long Nights"),
)

_SITE = "https://openreview.net"
_REFUSED = re.compile(r"reject|withdr|^submitted", re.I)
_REFUSED_VENUE = re.compile(r"(?:Submission|Rejected|Withdrawn)$")
_VENUE = re.compile(r"(?:^|/)(\w+)(?:\.\w+)?/(20\d\d)/Conference$")
_LINKS = (
    ("pdf", "pdf"),
    ("code", "code"),
    ("slides", "slides"),
    ("poster", "poster"),
    ("video", "full_presentation_video"),
    ("video", "spotlight_video"),
)


def addresses(url: str) -> tuple[str, ...]:
    """For a venue's page: both APIs, then the derived list, because the APIs challenge whoever is not logged in."""
    venue = parse_qs(urlsplit(url).query).get("id", [""])[0]
    if "/group?" not in url or not venue:
        return (url,)
    query = urlencode({"content.venueid": venue, "limit": 1000, "offset": 0})
    apis = tuple(f"https://{host}.openreview.net/notes?{query}" for host in ("api2", "api"))
    found = _VENUE.search(venue)
    if not found:
        return apis
    name = found[1].lower().replace("neurips", "nips")
    lists = "https://raw.githubusercontent.com/papercopilot/paperlists/HEAD"
    return (*apis, f"{lists}/{name}/{name}{found[2]}.json")


def looks_like(page: Page) -> bool:
    if page.format is Format.HTML:
        return page.title.endswith("OpenReview")
    if page.format is not Format.JSON:
        return False
    if error_of(page):
        return True
    if page.has("notes"):
        return page.has("count") or page.has("notes.*.content") or page.tree == {"notes": []}
    first = page.first("*")
    if first is None or not first.has("content.title"):
        return False
    # Mini-Conf's lists look alike, but are never keyed by id and know no author ids.
    keyed = isinstance(page.tree, dict) and first.has("forum")
    return keyed or first.has("content.authorids") or bool(invitations_of(first))


def scrape(page: Page, web: Web) -> Program:
    if page.format is Format.HTML:
        raise LayoutChanged(
            f"{page.url} is an OpenReview page, and those get their papers by script, 25 at a time",
            hint="give https://api2.openreview.net/notes?content.venueid=<venue> instead, or its saved answer",
        )
    if error := error_of(page):
        raise Blocked(
            f"{page.url} answers {error}: OpenReview wants proof of a person",
            hint="save the API's answer from a browser that is logged in, or use the conference's own site",
        )
    answers = continued(page, web, following)
    notes = tuple(note for answer in answers for note in answer.all("notes.*" if answer.has("notes") else "*"))
    contributions = tuple(read(note) for note in notes if is_accepted(note))
    if not contributions:
        hint = "come back after the decisions, or ask for another venue id"
        raise NotPublished(f"{page.url} lists {len(notes)} submissions and no accepted paper", hint=hint)
    return Program(
        contributions=contributions,
        sources=tuple(answer.source for answer in answers),
        declared=declared(page.text("count", default=""), len(notes), contributions),
    )


def following(answers: Sequence[Page]) -> str:
    first, notes = answers[0], sum(len(answer.all("notes.*")) for answer in answers)
    count = number(first.text("count", default=""))
    return onwards(first.url, "offset", notes, count) if answers[-1].has("notes.*") else ""


def error_of(page: Page) -> str:
    """The name of the error that the API answered with, "" for any other page."""
    name = page.text("name", default="")
    ours = name == "ChallengeRequiredError" or ("openreview.net" in page.url and name.endswith("Error"))
    return name if ours else ""


def is_accepted(note: Page) -> bool:
    """Reviews and comments, refused, withdrawn and undecided submissions are no contributions."""
    if len({*note.texts("id"), *note.texts("forum")}) > 1:
        return False
    invitations = invitations_of(note)
    if venue := value_of(note, "venueid"):
        homes = {*note.texts("domain"), *(name.partition("/-/")[0] for name in invitations)}
        return venue in homes if homes else not _REFUSED_VENUE.search(venue)
    decisions = (value_of(reply, "decision") for reply in (note, *note.all("details.*.*")))
    return not any(map(_REFUSED.search, (*invitations, *decisions, value_of(note, "venue"))))


def invitations_of(note: Page) -> tuple[str, ...]:
    return (*note.texts("invitation"), *note.texts("invitations.*"))


def read(note: Page) -> Contribution:
    key = note.text("id", default="") or note.text("forum", default="")
    return Contribution(
        id=key,
        title=value_of(note, "title") or note.text("content.title"),
        kind=Kind.PAPER,
        people=authors_of(note),
        passages=(
            *note.passages("content.abstract.value", "content.abstract"),
            *note.passages("content.TLDR.value", "content.TL;DR.value", "content.TL;DR", part="summary"),
        ),
        session=value_of(note, "venue"),
        url=f"{_SITE}/forum?id={key}" if key else "",
        links=links_of(note),
    )


def value_of(note: Page, name: str) -> str:
    """A field of either API: the second one wraps every value."""
    field = note.first(f"content.{name}")
    return field.text("value", default="") or field.text(default="") if field else ""


def authors_of(note: Page) -> tuple[Person, ...]:
    authors = note.all("content.authors.value.*") or note.all("content.authors.*")
    return tuple(dict.fromkeys(person for author in authors for person in read_author(author)))


def read_author(author: Page) -> tuple[Person, ...]:
    """One author, or those that somebody typed into one field."""
    names = author.text("fullname", default="") or author.text(default="")
    affiliation = "; ".join(author.texts("institutions.*.name"))
    return tuple(replace(person, affiliation=affiliation) for person in people_in(names))


def links_of(note: Page) -> dict[str, str]:
    links: dict[str, str] = {}
    for name, field in _LINKS:
        text = value_of(note, field)
        if text and (address := web_address(text, _SITE if text.startswith("/") else "")):
            links.setdefault(name, address)
    return links
