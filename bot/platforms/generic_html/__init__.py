"""generic_html: programs and lists of accepted papers that people wrote by hand, known only by how they look.

A page is one when at least five of its entries are a title with people beside it, and few that look alike are not. How
many were read and how sure that is stands in the program's findings.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from bot import byline
from bot.byline import Hearsay
from bot.errors import LayoutChanged
from bot.kinds import form_of, label_of
from bot.model import Contribution, Finding, Kind, Person, Program
from bot.moments import SPAN_OR_START
from bot.page import Format, Page
from bot.people import affiliated, people_in
from bot.platforms import Example, Slot
from bot.platforms.generic_html.slots import moved
from bot.web import Web

URL = re.compile(r"(?!)")  # it has no addresses of its own
EXAMPLES = (
    Example(file="timetable.html", contributions=9, first="Welcome on the Pier"),
    Example(file="accepted.html", contributions=6, first="Kelp and Its Discontents"),
)

_FEWEST, _SURE = 5, 0.8
_LONGEST_LINE = 5000
# Innermost elements only, so that no text is read twice.
_CONTEXT = "h1, h2, h3, h4, h5, tr:not(:has(tr)), [class*='session' i]:not(:has([class*='session' i]))"
_SORTS = {
    ("li",): "li:not(:has(li))",
    ("p",): "p:not(li p)",
    ("tr",): "tr:not(:has(tr))",
    ("details",): "details:not(:has(details))",
    ("div", "article"): "div[class*='paper' i]:not(:has(div[class*='paper' i])), article:not(:has(article))",
}
_TITLE = "[class*='title' i]"
_BOLD = "summary, h3, h4, h5, b, strong, a"
_PEOPLE = "[class*='author' i], [class*='speaker' i], [class*='presenter' i]"
_ABSTRACT = "[class*='abstract' i]", "[class*='description' i]"
_ABOUT = re.compile(r"\b(?:program(?:me)?|schedule|agenda|timetable|accepted|papers|sessions|proceedings)\b", re.I)
_NO_TITLE = re.compile(r"\b(?:chairs?|committee|organi[sz]ers?|sponsors?|deadline)\b", re.I)
_NUMBER = re.compile(r"(?:\[(?:paper\s*)?#?\d+\]|(?:paper|#)\s*\d+[.:)]?|\d+[.)]?)\s*", re.I)
_LABELLED = re.compile(r"(?:\[(?:paper\s*)?#?\d+\]|(?:paper|#)\s*\d+[.:)]?|\d+[.)])\s+", re.I)
_EMPLOYER = re.compile(r";|\b(?:universi|institut|college|school|academy|lab\b|labs\b|inc\b|corp|gmbh|research)", re.I)
_LEAD_IN = re.compile(r"[\s,:;.–—-]*(?:(?:authors?|speakers?|presenters?)\s*:|by\s)?\s*", re.I)
_BUTTONS = re.compile(
    r"(?:[\s\[(|/,;·]+(?:pdf|paper|slides|video|code|poster|preprint|doi|arxiv|link|abstract)[\])|/]?)+$", re.I
)
_JOINT = re.compile(r"\((?:[^()]|\([^()]*\))*\)|,\s+(?:(?:and|&)\s+)?|\s+(?:and|&)\s+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a page holds when its entries are taken to be of one sort."""

    entries: tuple[Contribution, ...]
    likely: int
    signed: int

    @property
    def confidence(self) -> float:
        return self.signed / self.likely if self.likely else 0.0


def addresses(url: str) -> tuple[str, ...]:
    return (url,)


def looks_like(page: Page) -> bool:
    return page.format is Format.HTML and is_sure(best(page))


def scrape(page: Page, web: Web) -> Program:
    reading = best(page)
    if not is_sure(reading):
        raise LayoutChanged(
            f"{page.url} may be a program written by hand, but of {reading.likely} entries that look like titles only"
            f" {reading.signed} have people",
            hint="a person has to look: another page of the site may list them more plainly",
        )
    doubt = Finding(
        text=f"No platform knows this page; it was read by its looks: {reading.signed} titles with people, which is"
        f" {reading.confidence:.0%} of what looks like one.",
        hint="compare a few of them with the page itself",
    )
    name = page.title or page.text("h1", default="")
    return Program(contributions=reading.entries, sources=(page.source,), name=name, url=page.url, findings=(doubt,))


def is_sure(reading: Reading) -> bool:
    return reading.signed >= _FEWEST and reading.confidence >= _SURE


@lru_cache(maxsize=1)  # a page is first recognised by its reading, and then read
def best(page: Page) -> Reading:
    """The most fruitful of the readings that are sure, or of all."""
    nothing = Reading(entries=(), likely=0, signed=0)
    if not any(map(_ABOUT.search, (page.title, *page.texts("h1, h2, h3")))):
        return nothing
    hearsay = byline.listen((), (page.text("body", default=""),))
    sorts = [(tags, blocks) for tags, blocks in _SORTS.items() if len(page.all(blocks)) >= _FEWEST]
    readings = [read(page, tags, blocks, hearsay) for tags, blocks in sorts]
    return max((nothing, *readings), key=lambda reading: (is_sure(reading), reading.signed))


def read(page: Page, tags: tuple[str, ...], blocks: str, hearsay: Hearsay) -> Reading:
    """Every entry of one sort under what stands above it, and the rows of a timetable that hold none."""
    slot, entries, likely, signed = Slot(), [], 0, 0
    for part in page.all(f":is({_CONTEXT}, {blocks})"):  # a bare list would give twice what is both
        tag = str(part.tree.tag)
        found = entry(part, slot, hearsay) if tag in tags else None
        if found:
            entries.append(found)
            likely, signed = likely + 1, signed + bool(found.people)
            continue
        slot = moved(slot, part, tag)
        held = tag != "tr" or any(map(split, part.all(blocks)))
        if not held and (row := frame(part, slot, hearsay)):
            entries.append(row)
    return Reading(entries=tuple(entries), likely=likely, signed=signed)


def entry(part: Page, slot: Slot, hearsay: Hearsay) -> Contribution | None:
    found = split(part)
    if not found:
        return None
    title, rest = found
    lines = (rest, part.text("i, em", default=""))
    persons = next(filter(None, (persons_in(line, hearsay) for line in lines)), ())
    return Contribution(
        title=title,
        kind=form_of(label_of(title), slot.session, default=Kind.PAPER),
        people=persons,
        passages=part.passages(*_ABSTRACT),
        session=slot.session,
        starts=slot.starts,
        ends=slot.ends,
        links=links(part, title),
    )


def split(part: Page) -> tuple[str, str] | None:
    """The title in an entry and what may be its people; None for what does not look like an entry."""
    cells = [text for text in part.texts("td") if not SPAN_OR_START.fullmatch(text) and not _NUMBER.fullmatch(text)]
    marked = part.text(_TITLE, default="")
    if len(cells) > 1 and not part.has("li"):
        title, rest = cells[:2]
    else:
        title = marked or part.text(_BOLD, default="")
        rest = beside(part, title) if title else ""
    title = _LABELLED.sub("", title, count=1).rstrip(" ,:;")
    is_title = len(title.split()) > 2 and not _NO_TITLE.search(title)
    return (title, rest) if is_title and (rest or marked) else None


def beside(part: Page, title: str) -> str:
    """What is marked as people, or else all that follows a title at the entry's beginning."""
    if marked := part.texts(_PEOPLE):
        return marked[0] if all(text in marked[0] for text in marked) else "; ".join(marked)
    head, _, rest = part.text(default="").partition(title)
    begins = not head or _NUMBER.fullmatch(head) or SPAN_OR_START.fullmatch(head)
    return rest if begins else ""


def persons_in(line: str, hearsay: Hearsay) -> tuple[Person, ...]:
    """The people on a line, () as soon as one of them cannot be a person.

    As HotCRP writes it: "Ann Ode and Bo Tide (Sea Lab); Cy Reef (Bay U)". Semicolons part those who share brackets;
    where there are only commas, whom else the brackets are meant for is open, and they stay with the last name.
    """
    if len(line) > _LONGEST_LINE:
        return ()
    line = _LEAD_IN.sub("", _BUTTONS.sub("", line), count=1)
    if "(" in line:
        found = affiliated(
            line if ";" in line else _JOINT.sub(lambda joint: joint[0] if "(" in joint[0] else "; ", line)
        )
    elif _EMPLOYER.search(line):
        found = byline.read(line, hearsay)
    else:
        found = people_in(line)
    certain = any(" " in person.name for person in found)
    return found if certain and all(byline.is_name(person.name, hearsay) for person in found) else ()


def frame(part: Page, slot: Slot, hearsay: Hearsay) -> Contribution | None:
    """A row of a timetable: a talk if somebody gives it, otherwise what lies between the talks."""
    cells = part.texts("td, th")
    if len(cells) < 2 or not SPAN_OR_START.fullmatch(cells[0]):
        return None
    found = entry(part, slot, hearsay)
    if found and found.people:
        return found
    kind = form_of(label_of(cells[1]), default=Kind.LOGISTICS)
    return Contribution(title=cells[1], kind=kind, starts=slot.starts, ends=slot.ends)


def links(part: Page, title: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for link in part.all("a"):
        address, text = link.link("@href"), link.text(default="")
        name = "pdf" if ".pdf" in address.lower() else "page" if text == title else text.lower().strip("[]() ")
        if address and name in ("pdf", "page", "slides", "video", "code"):
            found.setdefault(name, address)
    return found
