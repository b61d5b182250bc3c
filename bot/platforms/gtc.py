"""gtc: the session catalogs of RainFocus (NVIDIA GTC and other vendors' conferences): its API's answers, or its page.

The API hands out 25 or 50 sessions at a time, and only to who brings the two keys of the catalog's page along.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta, timezone

from bot.errors import Blocked, LayoutChanged, NotPublished
from bot.kinds import kind_of, kind_of_entry
from bot.model import Contribution, Finding, Kind, Person, Program
from bot.page import Format, Page, web_address
from bot.platforms import Example, continued, declared, number, onwards
from bot.text import slug
from bot.web import Web

URL = re.compile(
    r"https?://(?:www\.nvidia\.com/(?:[\w-]+/)?gtc/session-catalog|events\.[\w.-]+/api/(?:search|sessions)\b)"
)
EXAMPLES = (
    Example(file="search.json", contributions=5, first="Opening the Lock Gates"),
    Example(file="search-from-50.json", contributions=1, first="Barges in Parallel"),
    Example(file="catalog.html", contributions=2, first="Opening the Lock Gates"),
)

_ITEMS = "sectionList.*.items.*", "items.*", "*.sectionList.*.items.*", "*.items.*"
_TOTALS = "totalSearchItems", "total", "sectionList.*.total"
_CARD = "*:has(> .session-title)"
_CODE = re.compile(r"\s*\[([A-Z]+\d+\w*)\]$")
_KEY = re.compile(r"/session/(\w+)/?$")
_TRACKS = "Track", "Topic", "Primary Topic", "Session Track", "Content Pillar"
_KINDS = (
    (Kind.SOCIAL, re.compile(r"\bwatch part|\bnetworking\b|\breception\b", re.I)),
    (Kind.BOF, re.compile(r"\bconnect with\b|\bask the\b", re.I)),
    (Kind.TALK, re.compile(r"\btalks? (?:&|and) panels?\b", re.I)),
)


def addresses(url: str) -> tuple[str, ...]:
    return (url,)


def looks_like(page: Page) -> bool:
    if page.format is Format.HTML:
        return page.has(".catalog-result-title.session-title") or bool(URL.match(page.url))
    if page.format is not Format.JSON:
        return False
    return any(page.has(f"{items}.sessionID") for items in _ITEMS) or page.has("responseCode")


def scrape(page: Page, web: Web) -> Program:
    return catalog(page) if page.format is Format.HTML else search(page, web)


def search(page: Page, web: Web) -> Program:
    """What the API found, with the answers that go on from it."""
    if page.text("responseCode", default="0") != "0":
        raise Blocked(
            f"{page.url} answers {page.text('responseMessage', default='with an error')!r}",
            hint="its keys change with each event: save the answers to /api/search from a browser that shows it",
        )
    pages = continued(page, web, following) if URL.match(page.url) else (page,)
    rows = tuple(row for answer in pages for item in items(answer) for row in item.all("childSessions.*") or (item,))
    shown = tuple(filter(is_shown, rows))
    contributions = tuple(read(row) for row in shown if row.text("title", default=""))
    if not contributions and rows:
        raise LayoutChanged(
            f"{page.url} lists {len(rows)} sessions without a title", hint="compare it with a recording"
        )
    if not contributions:
        raise NotPublished(f"{page.url} lists no session yet", hint="come back when the catalog is out")
    return Program(
        contributions=contributions,
        sources=tuple(answer.source for answer in pages),
        name=rows[0].text("eventName", default=""),
        url=page.url,
        declared=declared(str(total(page) or ""), len(rows), contributions),
        findings=tuple(findings(len(rows) - len(shown), len(shown) - len(contributions))),
    )


def following(pages: Sequence[Page]) -> str:
    first, rows = pages[0], sum(len(items(each)) for each in pages)
    return onwards(first.url, "from", rows, total(first)) if items(pages[-1]) else ""


def items(answer: Page) -> tuple[Page, ...]:
    return next(filter(None, map(answer.all, _ITEMS)), ())


def total(answer: Page) -> int:
    return next(filter(None, (number(answer.text(path, default="")) for path in _TOTALS)), 0)


def is_shown(row: Page) -> bool:
    """Whether a session is in the program: the API also lists drafts, tests and what was called off."""
    shown = row.flag("published", default=True) and not row.flag("testRecord")
    return shown and "cancel" not in row.text("status", default="").lower()


def findings(hidden: int, untitled: int) -> Iterator[Finding]:
    if hidden:
        yield Finding(text=f"Sessions that are unpublished, tests or cancelled, and left out: {hidden}.")
    if untitled:
        yield Finding(text=f"Sessions without a title, and left out: {untitled}.")


def read(row: Page) -> Contribution:
    key, title = row.text("sessionID", default=""), _CODE.sub("", row.text("title"))
    persons, (starts, ends) = tuple(dict.fromkeys(people(row))), times(row)
    url = f"https://www.nvidia.com/gtc/session-catalog/#/session/{key}" if key and is_nvidias(row) else ""
    return Contribution(
        id=key or row.text("code", default=""),
        title=title,
        kind=kind(title, row.text("type", default="") or attribute(row, "Session Type", "Type"), persons),
        people=persons,
        passages=row.passages("abstract"),
        session=attribute(row, *_TRACKS),
        starts=starts,
        ends=ends,
        url=url,
        links={**({"page": url} if url else {}), **links(row)},
    )


def is_nvidias(row: Page) -> bool:
    return "gtc" in f"{row.text('eventName', default='')} {row.text('eventCode', default='')}".lower()


def kind(title: str, label: str, persons: tuple[Person, ...]) -> Kind:
    unsigned = kind_of_entry(title, label, persons)
    if unsigned in (Kind.LOGISTICS, Kind.SOCIAL):
        return unsigned
    own = next((kind for kind, pattern in _KINDS if pattern.search(label)), None)
    return own or kind_of(label)


def people(row: Page) -> Iterator[Person]:
    for each in row.all("participants.*"):
        names = (each.text(path, default="") for path in ("preferredFullName", "fullName", "globalFullName"))
        companies = (each.text(path, default="") for path in ("companyName", "globalCompany"))
        if name := next(filter(None, names), ""):
            yield Person(name=name, affiliation=next(filter(None, companies), ""))


def attribute(row: Page, *names: str) -> str:
    values: dict[str, str] = {}
    for each in row.all("attributevalues.*"):
        values.setdefault(each.text("attribute", default=""), each.text("value", default=""))
    return next((values[name] for name in names if values.get(name)), "")


def times(row: Page) -> tuple[str, str]:
    """Of this slot, of its first one when it has several. Local time with its offset, where both clocks are given."""
    key = row.text("sessionTimeID", default="")
    slots = row.all("times.*")
    slot = next((each for each in slots if key and each.text("sessionTimeID", default="") == key), (*slots, row)[0])
    starts, ends = (utc(slot, row, path) for path in ("utcStartTime", "utcEndTime"))
    if not starts:
        return "", ""
    zone = offset(slot, starts)
    return starts.astimezone(zone).isoformat(), ends.astimezone(zone).isoformat() if ends else ""


def utc(slot: Page, row: Page, path: str) -> datetime | None:
    text = slot.text(path, default="") or row.text(path, default="")
    try:
        return datetime.strptime(text, "%Y/%m/%d %H:%M:%S").replace(tzinfo=UTC)
    except ValueError:
        return None


def offset(slot: Page, starts: datetime) -> timezone:
    """The place's, as its wall clock tells beside the universal time."""
    clock = f"{slot.text('date', default='')} {slot.text('startTime', default='')[:5]}"
    try:
        ahead = datetime.strptime(clock, "%Y-%m-%d %H:%M").replace(tzinfo=UTC) - starts
        return timezone(ahead) if ahead % timedelta(minutes=15) == timedelta() else UTC
    except (ValueError, OverflowError):
        return UTC


def links(row: Page) -> dict[str, str]:
    """Videos and files. Those that are only a player's number lead nowhere."""
    found: dict[str, str] = {}
    for path, name in (("videos.*", "video"), ("files.*", "")):
        for each in row.all(path):
            address = each.text("url", default="") or each.text("fileURL", default="")
            label = name or slug(each.text("displayName", default="") or each.text("filename", default="")) or "file"
            if address.startswith("http"):
                found.setdefault(label, web_address(address))
    return {label: address for label, address in found.items() if address}


def catalog(page: Page) -> Program:
    """The catalog as a browser filled it in: what was scrolled into view, without days."""
    cards = tuple(card for card in page.all(_CARD) if card.text(".session-title a", default=""))
    if not cards:
        raise LayoutChanged(
            f"{page.url} is a catalog that only a browser fills in",
            hint="save the page from a browser when all is shown, or its answers to /api/search",
        )
    text = f"The page shows {len(cards)} sessions, without days; whether the catalog has more it does not say."
    return Program(
        contributions=tuple(map(read_card, cards)),
        sources=(page.source,),
        name=page.title,
        findings=(Finding(text=text, hint="save the answers to /api/search instead"),),
    )


def read_card(card: Page) -> Contribution:
    title = _CODE.sub("", card.text(".session-title a"))
    persons = tuple(Person(name=name) for name in dict.fromkeys(card.texts(".speaker-details button.speaker")))
    url = card.link(".session-title a@href")
    key = _KEY.search(url)
    return Contribution(
        id=key[1] if key else "",
        title=title,
        kind=kind(title, "", persons),
        people=persons,
        passages=card.passages(".description"),
        url=url,
        links={"page": url} if url else {},
    )
