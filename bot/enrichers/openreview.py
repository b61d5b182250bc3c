"""openreview: abstracts and PDFs of what was reviewed there. Its two APIs often ask for proof of a person."""

from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from bot.enrichers import MANY, Known, Work, abstract, answer, forum, looked_up
from bot.errors import NotPublished
from bot.model import Contribution
from bot.page import Format, Page, web_address
from bot.web import Web

AT_ONCE = MANY  # one after the other, so that a refusal is met only once

_SITE = "https://openreview.net"
_APIS = ("https://api2.openreview.net/notes?", "https://api.openreview.net/notes?")  # the second has what is older


def enrich(contributions: Sequence[Contribution], web: Web) -> tuple[Known, ...]:
    def ask(ids: Sequence[str]) -> Iterator[Work]:
        return (work for each in ids for work in works(web, {"id": each}))

    def search(these: Sequence[Contribution]) -> Iterator[Work]:
        return works(web, {"content.title": these[0].title, "limit": "5"})

    return looked_up(contributions, forum, ask, search)


def works(web: Web, query: dict[str, str]) -> Iterator[Work]:
    for api in _APIS:
        try:
            page = answer(web.page(api + urlencode(query)), Format.JSON)
        except NotPublished:
            continue
        if found := [read(note) for note in page.all("notes.*") if value(note, "title")]:
            yield from found
            return


def read(note: Page) -> Work:
    key = note.text("forum", default="") or note.text("id", default="")
    pdf = value(note, "pdf")
    address = f"{_SITE}/forum?id={key}" if key else ""
    return Work(
        title=value(note, "title"),
        people=tuple(who.text("fullname", default="") or who.text(default="") for who in people(note)),
        ids=frozenset(filter(None, (key,))),
        passages=abstract(prose(note, "abstract"), note, address),
        links={"openreview": address} if address else {},
        pdf=web_address(pdf, _SITE if pdf.startswith("/") else "") if pdf else "",
    )


def people(note: Page) -> tuple[Page, ...]:
    return note.all("content.authors.value.*") or note.all("content.authors.*")


def value(note: Page, name: str) -> str:
    """A field of either API: the second one wraps every value."""
    return note.text(f"content.{name}.value", default="") or note.text(f"content.{name}", default="")


def prose(note: Page, name: str) -> str:
    return note.prose(f"content.{name}.value") or note.prose(f"content.{name}")
