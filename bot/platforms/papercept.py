"""papercept: ICRA, IROS, CASE, CDC, ACC and ECC on PaperCept and PaperPlaza: a page with the abstracts for each day."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from bot.errors import BotError, LayoutChanged
from bot.model import Contribution, Finding, Kind, Passage, Person, Program
from bot.page import Format, Page, web_address
from bot.platforms import Example, kind_of, kind_of_entry
from bot.text import moment
from bot.web import Web

URL = re.compile(r"https?://[\w-]+\.paper(?:cept|plaza)\.net/conferences/conferences/(?P<name>\w+)/program(?:/|$)")
EXAMPLES = (Example(file="TIDE31_ContentListWeb_1.html", contributions=5, first="Opening Lunch"),)

_PERSON = "tr:has(a[href*='AuthorIndexWeb']):not(:has(tr))"
_ROWS = f"tr.sHdr, tr.pHdr, .pTtl, div[id^='Ab'], {_PERSON}"
_DAY = re.compile(r"_ContentListWeb_(\d{1,2})\.html$")
_NUMBER = re.compile(r"viewAbstract\('?(\d+)")
_MOST_DAYS = 12
_DATE = re.compile(r"\b([A-Z][a-z]{2})[a-z]* (\d{1,2}),? (\d{4})\b")
_SPAN = re.compile(r"(\d\d:\d\d)\s*-\s*(\d\d:\d\d)")
_FORM = re.compile(
    r"\b(?:keynote|plenary|poster|tutorial|workshop|panel|demo|late[- ]breaking)\b[\w ]{0,20}\bsession", re.I
)
_BUTTON = re.compile(r"\s*\bAdd to My Program\b\s*")
_ABSTRACT = re.compile(r"\bAbstract:\s*")
_SINGLE = (Kind.PAPER, Kind.TALK, Kind.LIGHTNING_TALK, Kind.POSTER, Kind.DEMO)  # never what a whole session is


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """What a header says: code, form and hours in its first row, the title in its last."""

    title: str = ""
    kind: Kind = Kind.PAPER
    starts: str = ""
    ends: str = ""


def addresses(url: str) -> tuple[str, ...]:
    """The first day, which leads to the others."""
    program = URL.match(url)
    if not program or _DAY.search(url):
        return (url,)
    return (f"{program.group().rstrip('/')}/{program['name']}_ContentListWeb_1.html",)


def looks_like(page: Page) -> bool:
    return page.format is Format.HTML and page.has("tr.pHdr, tr.sHdr") and page.has(".pTtl, a[href*='AuthorIndexWeb']")


def scrape(page: Page, web: Web | None) -> Program:
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


def pages(page: Page, web: Web | None) -> tuple[tuple[Page, ...], tuple[Finding, ...]]:
    """The page and the other days that it leads to on its own host, with those that failed."""
    if not web:
        return (page,), ()
    found, findings = [page], list[Finding]()
    for address in other_days(page):
        try:
            found.append(web.page(address))
        except BotError as failure:
            findings.append(Finding(text=f"A day of the program is missing: {failure}.", hint=failure.hint))
    return tuple(sorted(found, key=date_of)), tuple(findings)


def other_days(page: Page) -> tuple[str, ...]:
    host = urlsplit(page.url).hostname
    linked = (link.link("@href").partition("#")[0] for link in page.all("a[href*='_ContentListWeb_']"))
    days = (address for address in linked if _DAY.search(address) and urlsplit(address).hostname == host)
    return tuple(dict.fromkeys(address for address in days if address != page.url))[:_MOST_DAYS]


def date_of(page: Page) -> str:
    """From the page's title or headings: "Wednesday December 10, 2031"."""
    for text in (page.title, *page.texts("h1, h2, h3, h4, .pgTtl")):
        if named := _DATE.search(text):
            try:
                return datetime.strptime(" ".join(named.groups()), "%b %d %Y").date().isoformat()
            except ValueError:
                continue
    return ""


def read(page: Page) -> Iterator[Contribution]:
    """The papers under their sessions; a session without any (a lunch, a ceremony) is an entry of its own."""
    date, session, bare = date_of(page), Session(), False
    for group in groups(page):
        if is_header(group[0]):
            yield from (announced(session),) if bare else ()
            session = headed(group, date)
            bare = bool(session.title)
        elif any(row.has(".pTtl") for row in group):
            yield read_paper(group, session, date)
            bare = False
    yield from (announced(session),) if bare else ()


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
    return row.has("a[name]") or bool(_SPAN.search(row.text(default="")))


def headed(group: list[Page], date: str) -> Session:
    rows = [row for row in group if is_header(row)]
    title = _BUTTON.sub(" ", rows[-1].text("td", default="") or rows[-1].text(default="")).strip()
    line = " ".join(row.text(default="") for row in rows)
    form = _FORM.search(line)  # a form is a session's, as in "Poster Session"; "Learning from Demonstration" is a topic
    starts, ends = hours(line, date)
    return Session(
        title=title, kind=kind_of(form.group(), default=Kind.PAPER) if form else Kind.PAPER, starts=starts, ends=ends
    )


def hours(line: str, date: str) -> tuple[str, str]:
    span = _SPAN.search(line)
    if not span or not date:
        return "", ""
    starts, ends = (moment(f"{date}T{clock}:00") for clock in span.groups())
    return starts, ends


def announced(session: Session) -> Contribution:
    kind = kind_of_entry(session.title, "", ())
    return Contribution(
        title=session.title,
        kind=Kind.SESSION if kind in _SINGLE else kind,
        starts=session.starts,
        ends=session.ends,
    )


def read_paper(group: list[Page], session: Session, date: str) -> Contribution:
    header, key = group[0], group[0].text("a@name", default="")
    starts, ends = hours(header.text(default=""), date)
    return Contribution(
        id=next((found[1] for row in group if (found := _NUMBER.search(row.text(".pTtl a@onclick", default="")))), ""),
        title=next(row.text(".pTtl") for row in group if row.has(".pTtl")),
        kind=session.kind,
        people=tuple(dict.fromkeys(person for row in group for person in people_of(row))),
        passages=abstract(group),
        session=session.title,
        starts=starts or session.starts,
        ends=ends or session.ends,
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
    return (Passage(text=text, part="abstract", source=group[0].source),) if text else ()
