"""gtc: the session catalogs of RainFocus (NVIDIA GTC and other vendors' conferences): its API's answers, or its page.

The API hands out 25 or 50 sessions at a time, and only to who brings the two keys of the catalog's page along.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.errors import LayoutChanged, NotPublished
from bot.model import Finding, Program
from bot.page import Format, Page
from bot.platforms import Example, continued, declared, onwards
from bot.platforms.gtc.api import allowed, asked, has_keys, interface, is_answer, items, key, total
from bot.platforms.gtc.session import read, read_card
from bot.web import Web

URL = re.compile(
    r"https?://(?:www\.nvidia\.com/(?:[\w-]+/)?gtc/session-catalog|events\.[\w.-]+/api/(?:search|sessions)\b)"
)
EXAMPLES = (
    Example(file="search.json", contributions=5, first="Opening the Lock Gates"),
    Example(file="search-from-50.json", contributions=1, first="Barges in Parallel"),
    Example(file="catalog.html", contributions=2, first="Opening the Lock Gates"),
)

_CARD = "*:has(> .session-title)"


def addresses(url: str) -> tuple[str, ...]:
    return (url,)


def looks_like(page: Page) -> bool:
    if page.format is Format.HTML:
        return page.has(".catalog-result-title.session-title") or bool(URL.match(page.url)) or has_keys(page)
    return page.format is Format.JSON and is_answer(page)


def scrape(page: Page, web: Web) -> Program:
    if page.format is not Format.HTML:
        first = allowed(page)
        return search(page, continued(first, web, following) if URL.match(page.url) else (first,))
    api = interface(page) if page.url.startswith("http") else None
    if api is None:
        return catalog(page)
    answers, findings = asked(api, web)
    program = search(page, answers)
    return replace(program, sources=(page.source, *program.sources), findings=(*findings, *program.findings))


def search(page: Page, answers: Sequence[Page]) -> Program:
    """What the API found, told under the address of the page that was given."""
    rows = tuple(row for answer in answers for item in items(answer) for row in item.all("childSessions.*") or (item,))
    shown = tuple(filter(is_shown, rows))
    contributions = tuple(read(row) for row in shown if row.text("title", default=""))
    if not contributions and rows:
        raise LayoutChanged(
            f"{page.url} lists {len(rows)} sessions without a title", hint="compare it with a recording"
        )
    if not contributions:
        raise NotPublished(f"{page.url} lists no session yet", hint="come back when the catalog is out")
    counts = list(filter(None, map(total, answers)))
    # A row that comes twice is a session held twice, or, where the catalog moved meanwhile, one that hides another.
    count = len({key(row) for row in rows}) if len(set(counts)) > 1 else len(rows)
    return Program(
        contributions=contributions,
        sources=tuple(answer.source for answer in answers),
        name=rows[0].text("eventName", default=""),
        url=page.url,
        declared=declared(str(counts[-1]) if counts else "", count, contributions),
        findings=tuple(left_out(len(rows) - len(shown), len(shown) - len(contributions))),
    )


def following(pages: Sequence[Page]) -> str:
    first, rows = pages[0], sum(len(items(each)) for each in pages)
    return onwards(first.url, "from", rows, total(first)) if items(pages[-1]) else ""


def is_shown(row: Page) -> bool:
    """Whether a session is in the program: the API also lists drafts, tests and what was called off."""
    shown = row.flag("published", default=True) and not row.flag("testRecord")
    return shown and "cancel" not in row.text("status", default="").lower()


def left_out(hidden: int, untitled: int) -> Iterator[Finding]:
    if hidden:
        yield Finding(text=f"Sessions that are unpublished, tests or cancelled, and left out: {hidden}.")
    if untitled:
        yield Finding(text=f"Sessions without a title, and left out: {untitled}.")


def catalog(page: Page) -> Program:
    """The catalog as a browser filled it in: what was scrolled into view, without days."""
    cards = tuple(card for card in page.all(_CARD) if card.text(".session-title a", default=""))
    if not cards:
        raise LayoutChanged(
            f"{page.url} is a catalog that only a browser fills in, and the key to its search does not stand in it",
            hint="add ?rfApiProfileId=…&rfWidgetId=… to its address in config.yml, as your browser sends them; or save"
            " the page when all is shown, or its answers to /api/search",
        )
    text = f"The page shows {len(cards)} sessions, without days; whether the catalog has more it does not say."
    return Program(
        contributions=tuple(map(read_card, cards)),
        sources=(page.source,),
        name=page.title,
        findings=(Finding(text=text, hint="save the answers to /api/search instead"),),
    )
