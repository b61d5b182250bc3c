"""edas: ICC, GLOBECOM, INFOCOM, WCNC and other conferences of ComSoc, as EDAS exports their program in one page.

Chairs host the same file on sites of their own. Days and sessions are headings, papers entries of a list under them.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.errors import LayoutChanged, NotPublished
from bot.kinds import form_of
from bot.model import Contribution, Kind, Passage, Person, Program
from bot.moments import DAY, SPAN, WEEKDAY, clock, day_in
from bot.page import Format, Page, web_address
from bot.people import affiliated
from bot.platforms import Example, Slot, announced, timed
from bot.text import plain
from bot.web import Web

URL = re.compile(r"https?://(?:www\.)?edas\.info/(?:web/[\w-]+|p\d+)")
EXAMPLES = (
    Example(file="tidecom-2031-program.html", contributions=6, first="Registration"),
    Example(file="buoycom-2031-program.html", contributions=2, first="Ropes and Radio"),
)

_ANCHORS = "h3 a[name^='S15'], h4 a[name^='S15'], h3[id^='S15'], h4[id^='S15']"
_MARK = ".session, [name^='S15'], [id^='S15']"
_HEADINGS = "h2, h3, h4"
_PAPERS = "li:not(:has(li)):has(b, strong, .title), dt"
_TITLES = ".title", "b", "strong", "dt"
_START = re.compile(r"^\d{1,2}:\d\d(?:\s*[AaPp][Mm])?\s*[:|–-]?\s*")
_YEAR = re.compile(r"(?<!\d)20\d\d(?!\d)")
_KEY = re.compile(r"^[SP]?(15\d{8})$")
_LABEL = re.compile(r"^abstract\s*[:.]\s*", re.I)
_ASIDE = re.compile(r"\bpp?\.\s*[\d–-]+\.?|\babstract\s*[:.]?\s*$", re.I)  # page numbers, and the label of what follows


def addresses(url: str) -> tuple[str, ...]:
    """The program of a conference's site; everything of EDAS that is not public is left alone."""
    site = re.match(r"https?://(?:www\.)?edas\.info/web/[\w-]+", url)
    if not site or url.endswith(".html"):
        return (url,)
    return (f"{site.group()}/program.html", f"{site.group()}/index.html")


def looks_like(page: Page) -> bool:
    return page.format is Format.HTML and page.has(_ANCHORS)


def scrape(page: Page, web: Web) -> Program:
    found = tuple(read(page))
    told = any(row.kind is not Kind.LOGISTICS for row in found)
    if not told and page.has("li, dt"):
        raise LayoutChanged(
            f"{page.url} has the sessions of an EDAS program, but no paper that can be read",
            hint="compare the page with the platform's recordings; EDAS or the chairs may have changed it",
        )
    if not told:
        raise NotPublished(f"{page.url} is an EDAS program of breaks only", hint="come back when papers are scheduled")
    return Program(contributions=found, sources=(page.source,), name=page.text("h1", default=page.title), url=page.url)


def read(page: Page) -> Iterator[Contribution]:
    """Headings and papers in order; a session with no paper under it (a break, a keynote) is an entry of its own."""
    years = _YEAR.findall(f"{page.title} {page.text('h1', default='')} {page.url}")
    slot, bare = Slot(), False
    for group in groups(page):
        if group[0].has(_HEADINGS):
            yield from (announced(slot),) if bare else ()
            slot = headed(group[0], slot, years)
            bare = bool(slot.session)
        elif slot.session:
            yield from read_paper(group, slot)
            bare = False
    yield from (announced(slot),) if bare else ()


def groups(page: Page) -> Iterator[list[Page]]:
    """A heading, an entry, or a term of a list with what describes it."""
    group: list[Page] = []
    for row in page.all(f"{_HEADINGS}, {_PAPERS}, dd"):
        if group and row.has("dd"):
            group.append(row)
            continue
        yield from (group,) if group else ()
        group = [row]
    yield from (group,) if group else ()


def headed(row: Page, before: Slot, years: list[str]) -> Slot:
    """A heading names a day, a time, a session, or several of these; any other one ends the session before it."""
    text, slot = row.text(default=""), replace(before, session="")
    if (found := DAY.search(text)) and (found["before"] or found["after"]):
        slot = Slot(date=day_in(text, *years))
        text = WEEKDAY.sub("", text.replace(found.group(), ""))
    if span := SPAN.search(text):
        slot = timed(slot, span)
        text = text.replace(span.group(), "")
    return replace(slot, session=text.strip(" ,:;|-–") if span or row.has(_MARK) else "")


def read_paper(parts: list[Page], slot: Slot) -> Iterator[Contribution]:
    """One paper, or none from a part without a title."""
    whole = next(filter(None, (parts[0].text(path, default="") for path in _TITLES)), "")
    line = " ".join(part.text(default="") for part in parts)
    title = _START.sub("", whole)
    if not title:
        return
    passages, key = abstract(parts), key_of(parts[0])
    behind = line.partition(title)[2].partition(plain(passages[0].text)[:40] if passages else "\0")[0]
    starts, ends = times(clock(whole) or clock(line), slot)
    yield Contribution(
        id=key,
        title=title,
        kind=form_of(slot.session),
        people=people_of(parts[0], behind),
        passages=passages,
        session=slot.session,
        starts=starts,
        ends=ends,
        url=web_address(f"#{key}", parts[0].url) if key else "",
    )


def times(time: str, slot: Slot) -> tuple[str, str]:
    """The paper's own start where it lies within its session."""
    own = f"{slot.date}T{time}" if slot.date and time else ""
    if own and slot.starts <= own and (not slot.ends or own < slot.ends):
        return own, ""
    return slot.starts, slot.ends


def key_of(part: Page) -> str:
    return next((found[1] for found in map(_KEY.match, part.texts("@id") + part.texts("a@name")) if found), "")


def people_of(part: Page, behind: str) -> tuple[Person, ...]:
    """What stands between title and abstract: names, each with its affiliation and country in brackets."""
    return affiliated(part.text(".authors", default="") or _ASIDE.sub("", behind))


def abstract(parts: list[Page]) -> tuple[Passage, ...]:
    """The block that is called so, or else the first one that does not list people."""
    marked = [block for part in parts for block in part.all(".abstract")]
    blocks = marked or [block for part in parts for block in part.all("p")] or parts[1:]
    texts = (_LABEL.sub("", block.prose()) for block in blocks if marked or not affiliated(block.text(default="")))
    return parts[0].quoted(next(filter(None, texts), ""))
