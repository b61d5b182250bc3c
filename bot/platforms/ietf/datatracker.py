"""What the Datatracker's API answers: documents, and apart from them the words for their states and their authors."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, tzinfo

from bot.errors import BotError
from bot.model import Contribution, Kind, Passage, Person
from bot.moments import zone_of
from bot.page import Page
from bot.web import Web

SITE = "https://datatracker.ietf.org"
DOCUMENTS = "/api/v1/doc/document/"

_MOST_ANSWERS = 40  # to one question
_BATCH = 40  # names in one address
_NAME = re.compile(r"draft-[a-z0-9.+-]+")
_SLUGS = "active", "expired", "rfc", "repl", "auth-rm", "ietf-rm"
# As the Datatracker numbers them, for answers that were saved without the list of states.
_STATES = {f"/api/v1/doc/state/{number}/": slug for number, slug in enumerate(_SLUGS, start=1)}
_FATES = {
    "expired": "expired",
    "rfc": "published as RFCs",
    "repl": "replaced",
    "auth-rm": "withdrawn",
    "ietf-rm": "withdrawn",
}

People = Mapping[str, tuple[Person, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A draft, what became of it if it is none any more, and the day on which that was known."""

    contribution: Contribution
    revision: str = ""
    fate: str = ""
    ended: str = ""


def answers(web: Web, path: str) -> Iterator[Page]:
    """An answer of the API and those that continue it."""
    for _ in range(_MOST_ANSWERS):
        if not path.startswith("/api/v1/"):
            return
        answer = web.page(f"{SITE}{path}")
        yield answer
        path = answer.text("meta.next", default="")


def asked(web: Web, question: str, keys: Sequence[str]) -> Iterator[Page]:
    """What the API answers to a question that ends in a list of keys."""
    for start in range(0, len(keys), _BATCH):
        batch = ",".join(keys[start : start + _BATCH])
        for answer in answers(web, f"{question}{batch}&format=json&limit=1000"):
            yield from answer.all("objects.*")


def zone(number: str, web: Web) -> tzinfo:
    """Of the place where a meeting is; UTC when nobody tells."""
    try:
        meeting = web.page(f"{SITE}/api/v1/meeting/meeting/?format=json&number={number}")
        return zone_of(meeting.text("objects.*.time_zone")) or UTC
    except BotError:
        return UTC


def drafts(documents: Sequence[Page], web: Web | None) -> tuple[Draft, ...]:
    """The drafts among documents. Without words for its states, or without authors, a draft is still a draft."""
    found = [each for each in documents if _NAME.fullmatch(each.text("name", default=""))]
    try:
        states = state_words(web) if web else _STATES
        people = authors(web, [each.text("name") for each in found]) if web else {}
    except BotError:
        states, people = _STATES, {}
    return tuple(read(each, states, people) for each in found)


def read(document: Page, states: Mapping[str, str], people: People) -> Draft:
    state = next((states[uri] for uri in document.texts("states.*") if uri in states), "")
    state = "rfc" if document.text("rfc_number", default="") else state
    last = "expires" if state == "expired" else "time"
    return Draft(
        contribution=contribution(document, state, people),
        revision=document.text("rev", default=""),
        fate=_FATES.get(state, ""),
        ended=document.text(last, default="")[:10],
    )


def contribution(document: Page, state: str, people: People) -> Contribution:
    name, revision = document.text("name"), document.text("rev", default="")
    page = f"{SITE}/doc/{name}/"
    text = {"text": f"https://www.ietf.org/archive/id/{name}-{revision}.txt"} if revision else {}
    return Contribution(
        id=name,
        title=document.text("title"),
        kind=Kind.DRAFT,
        people=people.get(tail(document, "resource_uri"), ()),
        passages=(*document.passages("abstract"), status(document, revision, state)),
        url=page,
        links={"page": page, **text},
    )


def status(document: Page, revision: str, state: str) -> Passage:
    day = document.text("time", default="")[:10]
    told = (f"revision {revision}" if revision else "", day, _FATES.get(state, state))
    return Passage(text=f"Internet-Draft: {', '.join(filter(None, told))}.", part="status", source=document.source)


def state_words(web: Web) -> dict[str, str]:
    objects = (
        each for answer in answers(web, "/api/v1/doc/state/?format=json&type__slug=draft&limit=100")
        for each in answer.all("objects.*")
    )  # fmt: skip
    return {each.text("resource_uri"): each.text("slug") for each in objects}


def authors(web: Web, names: Sequence[str]) -> dict[str, tuple[Person, ...]]:
    """The authors of documents in their order, by the last part of the documents' addresses."""
    rows = list(asked(web, "/api/v1/doc/documentauthor/?document__name__in=", names))
    rows.sort(key=lambda row: row.text("order", default="").zfill(4))
    keys = list(dict.fromkeys(tail(row, "person") for row in rows))
    known = {each.text("id"): each.text("name") for each in asked(web, "/api/v1/person/person/?id__in=", keys)}
    found: dict[str, tuple[Person, ...]] = {}
    for row in (row for row in rows if tail(row, "person") in known):
        person = Person(name=known[tail(row, "person")], affiliation=row.text("affiliation", default=""))
        found[tail(row, "document")] = (*found.get(tail(row, "document"), ()), person)
    return found


def tail(row: Page, path: str) -> str:
    return row.text(path, default="").rstrip("/").rpartition("/")[2]
