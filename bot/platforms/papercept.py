"""papercept: ICRA, IROS, CASE, CDC, ACC and ECC on PaperCept and PaperPlaza: a page with the abstracts for each day."""

import re
from collections.abc import Iterator

from bot.errors import LayoutChanged
from bot.kinds import kind_of
from bot.model import Contribution, Finding, Kind, Passage, Person, Program
from bot.moments import SPAN, day_in
from bot.page import Format, Page, web_address
from bot.platforms import Example, Slot, announced, further, on_host, timed
from bot.web import Web

URL = re.compile(r"https?://[\w-]+\.paper(?:cept|plaza)\.net/conferences/conferences/(?P<name>\w+)/program(?:/|$)")
EXAMPLES = (Example(file="TIDE31_ContentListWeb_1.html", contributions=5, first="Opening Lunch"),)

_PERSON = "tr:has(a[href*='AuthorIndexWeb']):not(:has(tr))"
_ROWS = f"tr.sHdr, tr.pHdr, .pTtl, div[id^='Ab'], {_PERSON}"
_DAY = re.compile(r"_ContentListWeb_(\d{1,2})\.html$")
_NUMBER = re.compile(r"viewAbstract\('?(\d+)")
_MOST_DAYS = 12
_FORM = re.compile(
    r"\b(?:keynote|plenary|poster|tutorial|workshop|panel|demo|late[- ]breaking)\b[\w ]{0,20}\bsession", re.I
)
_CHAIR = re.compile(r"(?:co-?)?(?:chair|organi[sz]er)s?:", re.I)
_BUTTON = re.compile(r"\s*\bAdd to My Program\b\s*")
_ABSTRACT = re.compile(r"\bAbstract:\s*")


def addresses(url: str) -> tuple[str, ...]:
    """The first day, which leads to the others."""
    program = URL.match(url)
    if not program or _DAY.search(url):
        return (url,)
    return (f"{program.group().rstrip('/')}/{program['name']}_ContentListWeb_1.html",)


def looks_like(page: Page) -> bool:
    return page.format is Format.HTML and page.has("tr.pHdr, tr.sHdr") and page.has(".pTtl, a[href*='AuthorIndexWeb']")


def scrape(page: Page, web: Web) -> Program:
    days, findings = pages(page, web)
    found = tuple(entry for day in days for entry in read(day))
    if not any(row.kind not in (Kind.LOGISTICS, Kind.SESSION) for row in found):
        raise LayoutChanged(
            f"{page.url} has the rows of a PaperCept program, but no paper that can be read",
            hint="compare the page with the platform's recording; a list of authors or keywords is no program",
        )
    return Program(
        contributions=found,
        sources=tuple(day.source for day in days),
        name=re.split(r"\s+Program\b", page.title)[0],
        url=page.url,
        findings=(*findings, *unread(page, days), *untitled(days)),
    )


def unread(page: Page, days: tuple[Page, ...]) -> tuple[Finding, ...]:
    named = len({found[1] for found in map(_DAY.search, page.texts("a@href")) if found})
    text = f"The page names {named} days of the program, of which {len(days)} were read."
    return (Finding(text=text, hint="read them from the web, or each from its own file"),) if named > len(days) else ()


def untitled(days: tuple[Page, ...]) -> tuple[Finding, ...]:
    count = sum(len(day.all("tr.pHdr")) - len(day.all(".pTtl")) for day in days)
    return (Finding(text=f"Papers without a title, left out: {count}."),) if count > 0 else ()


def pages(page: Page, web: Web) -> tuple[tuple[Page, ...], tuple[Finding, ...]]:
    """The page and the other days that it leads to, with those that failed."""
    others, findings = further(other_days(page), web, "other days of the program", most=_MOST_DAYS)
    return tuple(sorted((page, *others.values()), key=date_of)), findings


def other_days(page: Page) -> tuple[str, ...]:
    linked = (link.link("@href").partition("#")[0] for link in page.all("a[href*='_ContentListWeb_']"))
    return tuple(each for each in linked if _DAY.search(each) and on_host(page, each) and each != page.url)


def date_of(page: Page) -> str:
    """From the page's title or headings: "Wednesday December 10, 2031"."""
    return next(filter(None, map(day_in, (page.title, *page.texts("h1, h2, h3, h4, .pgTtl")))), "")


def read(page: Page) -> Iterator[Contribution]:
    """The papers under their sessions; a session without any (a lunch, a ceremony) is an entry of its own."""
    slot, kind, bare = Slot(date=date_of(page)), Kind.PAPER, False
    for group in groups(page):
        if is_header(group[0]):
            yield from (announced(slot),) if bare else ()
            slot, kind = headed(group, slot.date)
            bare = bool(slot.session)
        elif any(row.has(".pTtl") for row in group):
            yield read_paper(group, slot, kind)
            bare = False
    yield from (announced(slot),) if bare else ()


def groups(page: Page) -> Iterator[list[Page]]:
    """A session's header and its chairs, or a paper's header and all about it."""
    group: list[Page] = []
    for row in page.all(_ROWS):
        begins = row.has("tr.pHdr") or (is_header(row) and (not group or opens(row) or not is_header(group[-1])))
        if begins and group:
            yield group
        group = [row] if begins else [*group, row]
    yield from (group,) if group else ()


def is_header(row: Page) -> bool:
    return "sHdr" in row.text("@class", default="").split()


def opens(row: Page) -> bool:
    """Whether a header's row is its first one, which has the code or the hours."""
    return row.has("a[name]") or bool(SPAN.search(row.text(default="")))


def headed(group: list[Page], date: str) -> tuple[Slot, Kind]:
    """What a header says: code, form and hours in its first row, the title in its last."""
    rows = [row for row in group if is_header(row)]
    titles = [row for row in rows if not _CHAIR.match(row.text(default=""))] or rows
    title = _BUTTON.sub(" ", titles[-1].text("td", default="") or titles[-1].text(default="")).strip()
    line = " ".join(row.text(default="") for row in rows)
    form = _FORM.search(line)  # a form is a session's, as in "Poster Session"; "Learning from Demonstration" is a topic
    kind = kind_of(form.group(), default=Kind.PAPER) if form else Kind.PAPER
    return in_hours(Slot(date=date, session=title), line), kind


def in_hours(slot: Slot, line: str) -> Slot:
    span = SPAN.search(line)
    return timed(slot, span) if span else slot


def read_paper(group: list[Page], slot: Slot, kind: Kind) -> Contribution:
    header, key = group[0], group[0].text("a@name", default="")
    slot = in_hours(slot, header.text(default=""))
    return Contribution(
        id=next((found[1] for row in group if (found := _NUMBER.search(row.text(".pTtl a@onclick", default="")))), ""),
        title=next(row.text(".pTtl") for row in group if row.has(".pTtl")),
        kind=kind,
        people=tuple(dict.fromkeys(person for row in group for person in people_of(row))),
        passages=abstract(group),
        session=slot.session,
        starts=slot.starts,
        ends=slot.ends,
        url=web_address(f"#{key}", header.url) if key else "",
    )


def people_of(row: Page) -> Iterator[Person]:
    """A row of its own for each: the name turned around, then the affiliation."""
    for line in row.all(_PERSON):
        family, _, given = line.text("a[href*='AuthorIndexWeb']", default="").partition(", ")
        if name := f"{given} {family}".strip():
            yield Person(name=name, affiliation=line.text("td.r", default="") or line.text("td + td", default=""))


def abstract(group: list[Page]) -> tuple[Passage, ...]:
    """What stands behind its label, under the keywords, in a block that is hidden until somebody asks for it."""
    blocks = (row.prose() for row in group if row.has("div[id^='Ab']"))
    text = next((parts[1] for parts in (_ABSTRACT.split(block, maxsplit=1) for block in blocks) if len(parts) > 1), "")
    return group[0].quoted(text)
