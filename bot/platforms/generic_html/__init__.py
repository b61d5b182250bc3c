"""generic_html: programs and lists of accepted papers that people wrote by hand, known only by how they look.

A page is one when at least five of its entries are a title with people beside it, and few that look alike are not. How
many were read and how sure that is stands in the program's findings.
"""

import re
from functools import lru_cache

from bot import byline
from bot.errors import LayoutChanged
from bot.model import Finding, Program
from bot.page import Format, Page
from bot.platforms import Example
from bot.platforms.generic_html import blocks, lines, loose
from bot.platforms.generic_html.people import persons_in
from bot.platforms.generic_html.plain import as_html
from bot.platforms.generic_html.reading import NOTHING, Reading, is_sure
from bot.web import Web

__all__ = ["persons_in"]

URL = re.compile(r"(?!)")  # it has no addresses of its own
EXAMPLES = (
    Example(file="timetable.html", contributions=9, first="Welcome on the Pier"),
    Example(file="accepted.html", contributions=6, first="Kelp and Its Discontents"),
    Example(file="pairs.html", contributions=6, first="Slow Ropes for Fast Ships"),
)

_PAPER_S_OWN = "meta[name='citation_title']"  # on the page of one paper, which may list similar ones
_CALL = re.compile(
    r"\bcall for (?:\w+ )?(?:papers|contributions|submissions|proposals|posters|workshops)\b|\bCfP\b", re.I
)
_ABOUT = re.compile(
    r"\b(?:program(?:m|me|ma|a)?|schedule|agenda|timetable|accepted|papers|sessions|proceedings|(?:tagungs|vortrags)programm"
    r"|zeitplan|vorträge|horaire|ponencias|comunicaciones|atti)\b|论文|日程|プログラム",
    re.I,
)


def addresses(url: str) -> tuple[str, ...]:
    return (url,)


def looks_like(page: Page) -> bool:
    return page.format in (Format.HTML, Format.TEXT) and is_sure(best(page))


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
    shown = as_html(page)
    name = shown.title or shown.text("h1", default="")
    return Program(contributions=reading.entries, sources=(page.source,), name=name, url=page.url, findings=(doubt,))


@lru_cache(maxsize=1)  # a page is first recognised by its reading, and then read
def best(page: Page) -> Reading:
    """The most fruitful of the readings that are sure, or of all; the looser ones only where no plainer one is sure."""
    page = as_html(page)
    about = (page.title, *page.texts("h1, h2, h3"))
    is_call = any(map(_CALL.search, (page.title, *page.texts("h1"))))
    if page.has(_PAPER_S_OWN) or is_call or not any(map(_ABOUT.search, about)):
        return NOTHING
    hearsay = byline.listen((), (page.text("body", default=""),))
    plain = most_fruitful((NOTHING, *blocks.readings(page, hearsay)))
    looser = plain if is_sure(plain) else most_fruitful((plain, *loose.readings(page, hearsay)))
    return looser if is_sure(looser) else most_fruitful((looser, lines.reading(page, hearsay)))


def most_fruitful(readings: tuple[Reading, ...]) -> Reading:
    return max(readings, key=lambda reading: (is_sure(reading), reading.signed))
