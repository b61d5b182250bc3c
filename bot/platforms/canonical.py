"""canonical: the bot's own program JSON, as `python -m bot program --json` prints it and an editor may write it."""

import re

from bot.errors import NotPublished
from bot.kinds import kind_of
from bot.model import Contribution, Kind, Passage, Person, Program
from bot.page import Format, Page, web_address
from bot.platforms import Example
from bot.web import Web

URL = re.compile(r"https?://\S+\.program\.json$")
EXAMPLES = (
    Example(file="harbour-2026.program.json", contributions=4, first="Tidal Queues: Scheduling Ships like Packets"),
)


def addresses(url: str) -> tuple[str, ...]:
    return (url,)


def looks_like(page: Page) -> bool:
    return (
        page.format is Format.JSON and isinstance(page.tree, dict) and isinstance(page.tree.get("contributions"), list)
    )


def scrape(page: Page, web: Web) -> Program:
    if page.text("status", default="ok") != "ok":
        reason = page.text("reason", default="no reason given")
        raise NotPublished(f"{page.url} records a failed reading: {reason}", hint="read the program again")
    return Program(
        contributions=tuple(map(read, page.all("contributions.*"))),
        sources=(page.source,),
        platform=page.text("platform", default="canonical"),
        edition=page.text("edition", default=""),
        name=page.text("name", default=""),
        url=page.link("url"),
        starts=page.text("starts", default=""),
        ends=page.text("ends", default=""),
        place=page.text("place", default=""),
    )


def read(entry: Page) -> Contribution:
    label = entry.text("kind", default="talk")
    return Contribution(
        id=entry.text("id", default=""),
        title=entry.text("title"),
        kind=Kind(label) if label in set(Kind) else kind_of(label),
        people=tuple(filter(lambda person: person.name, map(read_person, entry.all("people.*")))),
        passages=(*entry.passages("abstract"), *(read_passage(part) for part in entry.all("passages.*"))),
        session=entry.text("session", default=""),
        starts=entry.text("starts", default=""),
        ends=entry.text("ends", default=""),
        url=entry.link("url") or entry.link("links.page"),
        links=read_links(entry),
    )


def read_person(entry: Page) -> Person:
    if isinstance(entry.tree, str):
        return Person(name=entry.text())
    return Person(name=entry.text("name", default=""), affiliation=entry.text("affiliation", default=""))


def read_passage(entry: Page) -> Passage:
    return Passage(text=entry.prose("text"), part=entry.text("part"), source=entry.source)


def read_links(entry: Page) -> dict[str, str]:
    links = next(iter(entry.all("links")), None)
    addresses = links.tree if links is not None and isinstance(links.tree, dict) else {}
    return {name: url for name, text in addresses.items() if (url := web_address(str(text), entry.url))}


def as_tree(program: Program) -> dict[str, object]:
    """A program as the JSON that this platform reads."""
    return {
        "status": "ok",
        "reason": "",
        "platform": program.platform,
        "edition": program.edition,
        "name": program.name,
        "url": program.url,
        "starts": program.starts,
        "ends": program.ends,
        "place": program.place,
        "version": program.version,
        "declared": program.declared,
        "sources": [
            {"url": source.url, "time": source.time or None, "sha256": source.sha256} for source in program.sources
        ],
        "findings": [{"text": finding.text, "hint": finding.hint} for finding in program.findings],
        "contributions": [contribution_tree(contribution) for contribution in program.contributions],
    }


def contribution_tree(contribution: Contribution) -> dict[str, object]:
    others = [passage for passage in contribution.passages if passage.part != "abstract"]
    tree: dict[str, object] = {
        "id": contribution.id,
        "title": contribution.title,
        "kind": contribution.kind.value,
        "people": [{"name": person.name, "affiliation": person.affiliation or None} for person in contribution.people],
        "abstract": contribution.abstract or None,
        "session": contribution.session or None,
        "starts": contribution.starts or None,
        "ends": contribution.ends or None,
        "url": contribution.url or None,
        "links": dict(sorted(contribution.links.items())),
    }
    return (
        {**tree, "passages": [{"part": passage.part, "text": passage.text} for passage in others]} if others else tree
    )
