"""miniconf: conferences on the Mini-Conf software (ICLR 2020 and many of 2020 and 2021), wherever they are hosted.

Its pages are filled by script from `papers.json` or `serve_papers.json`; of the pages only a calendar holds talks.
"""

import re
from collections import Counter
from email.utils import parsedate_to_datetime
from urllib.parse import urljoin

from bot.errors import LayoutChanged
from bot.model import Contribution, Kind, Passage, Person, Program
from bot.page import Format, Page, web_address
from bot.people import people, people_in
from bot.platforms import Example
from bot.web import Web

URL = re.compile(r"https?://[^/\s]+/(?:\S+/)?(?:virtual_20\d\d/|serve_papers\.json$)")
EXAMPLES = (
    Example(file="papers.json", contributions=3, first="Curricula for Tired Robots"),
    Example(file="serve_papers.json", contributions=2, first="Bridges that Learn to Sway"),
    Example(file="calendar.html", contributions=4, first="What Lighthouses Teach Optimisers"),
)

_SHELL = "script[src$='static/js/papers.js']"
_TALK = ".sessions .pp-card-header"
_OPENREVIEW = ("content.authorids", "invitation", "invitations")  # marks of its notes, which look alike
_AND = re.compile(r"\s+and\s+")
_NAME_END = re.compile(r",\s*(?:\n|$)")
_PAGE = re.compile(r"(?:poster|speaker)_[^./?#]+")


def addresses(url: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((urljoin(url, "papers.json"), urljoin(url, "serve_papers.json"), url)))


def looks_like(page: Page) -> bool:
    if page.format is Format.HTML:
        return page.has(f"{_TALK} .card-title") or page.has(_SHELL)
    first = page.first("*") if page.format is Format.JSON and isinstance(page.tree, list) else None
    if first is None or any(map(first.has, _OPENREVIEW)):
        return False
    return (first.has("UID") and first.has("title")) or (first.has("content.title") and first.has("content.authors"))


def scrape(page: Page, web: Web) -> Program:
    contributions = read_calendar(page) if page.format is Format.HTML else read_rows(page)
    if not contributions:
        raise LayoutChanged(
            f"{page.url} is a Mini-Conf page without a paper in it: a script fills it in the browser",
            hint="save papers.json from beside it, or serve_papers.json, and read that",
        )
    return Program(contributions=contributions, sources=(page.source,))


def read_rows(page: Page) -> tuple[Contribution, ...]:
    rows = page.all("*")
    uses = Counter(link for row in rows for link in {body_of(row).link(name) for name in ("link", "code_link")})
    placeholders = {link for link, count in uses.items() if count == len(rows) > 1}
    return tuple(read_row(row, placeholders) for row in rows)


def read_row(row: Page, placeholders: set[str]) -> Contribution:
    body = body_of(row)
    key = next(filter(None, (row.text(name, default="") for name in ("UID", "id", "forum"))), "")
    kind, page_name = (Kind.KEYNOTE, f"speaker_{key}") if body.has("speaker") else (Kind.PAPER, f"poster_{key}")
    links = {
        "page": body.link("link"),
        "pdf": body.link("pdf_url"),
        "code": body.link("code_link"),
        "forum": f"https://openreview.net/forum?id={key}" if body.has("iclr_id") else "",
    }
    return Contribution(
        id=page_name.removeprefix("poster_"),
        title=body.text("title"),
        kind=kind,
        people=speakers(body) or people(name for entry in listed(body, "authors") for name in _AND.split(entry)),
        passages=passages_of(body),
        session="; ".join(dict.fromkeys(sessions_of(body))),
        starts=moment_of(body, "start_time"),
        ends=moment_of(body, "end_time"),
        url=web_address(f"{page_name}.html", row.url) or links["forum"],
        links={name: link for name, link in links.items() if link and link not in placeholders},
    )


def body_of(row: Page) -> Page:
    return row.first("content") or row


def listed(body: Page, name: str) -> tuple[str, ...]:
    """A list, which the raw rows hold as one string."""
    return body.texts(f"{name}.*") or tuple(filter(None, body.text(name, default="").split("|")))


def sessions_of(body: Page) -> tuple[str, ...]:
    """Their names; in the forks of ACL 2020 and others each also has its times."""
    return body.texts("session.*.session_name") or listed(body, "sessions") or listed(body, "session")


def moment_of(body: Page, name: str) -> str:
    """From "Mon, 06 Jul 2031 05:00:00 GMT" of the first session; "" for what is no such moment."""
    try:
        return parsedate_to_datetime(next(iter(body.texts(f"session.*.{name}")), "")).isoformat()
    except ValueError:
        return ""


def passages_of(body: Page) -> tuple[Passage, ...]:
    """The abstract, which may be blank, and the summary, which may be a copy of it."""
    abstract, summary = body.passages("abstract"), body.passages("TLDR", "tldr", part="summary")
    copied = abstract and summary and summary[0].text == abstract[0].text
    return abstract if copied else (*abstract, *summary)


def speakers(body: Page) -> tuple[Person, ...]:
    affiliation = body.text("institution", default="")
    return tuple(Person(name=name, affiliation=affiliation) for name in body.texts("speaker"))


def read_calendar(page: Page) -> tuple[Contribution, ...]:
    """The keynotes, then the talks, each under the heading that it follows."""
    found, session = [read_keynote(card) for card in page.all(".speakers .card")], ""
    for part in page.all(f".sessions h3, {_TALK}"):
        if part.has(_TALK):
            found.append(read_talk(part, session))
        else:
            session = part.text(default="")
    return tuple(found)


def read_keynote(card: Page) -> Contribution:
    name, _, affiliation = card.text(".card-title", default="").partition(" / ")
    return Contribution(
        id=key_of(card),
        title=card.text("a.main-title"),
        kind=Kind.KEYNOTE,
        people=(Person(name=name, affiliation=affiliation),) if name else (),
        passages=card.passages(".m-3:last-child"),
        url=card.link("a.main-title@href"),
    )


def read_talk(card: Page, session: str) -> Contribution:
    return Contribution(
        id=key_of(card),
        title=card.text(".card-title"),
        kind=Kind.PAPER,
        people=authors_in(card.raw(".card-subtitle").strip()),
        session=session,
        url=card.link("a@href"),
    )


def authors_in(text: str) -> tuple[Person, ...]:
    """One on each line, which may have been joined while saving."""
    return people(_NAME_END.split(text)) if "\n" in text else people_in(text)


def key_of(card: Page) -> str:
    """What the site keys a page by; its speakers have numbers that papers could have too."""
    found = _PAGE.search(card.text("a@href", default=""))
    return found.group().removeprefix("poster_") if found else ""
