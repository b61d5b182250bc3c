"""paper_page: the contribution's own page, if it is certainly its own: abstract, identifiers, paper and slides."""

import re
from collections.abc import Iterable, Iterator, Sequence

from bot.alike import likeness
from bot.enrichers import Known, Reached, abstract, failed
from bot.errors import Blocked
from bot.model import Contribution
from bot.page import Format, Page, web_address
from bot.text import folded
from bot.web import Web, walls

AT_ONCE = 1

# They show papers to no robot, and asking would not change that.
_CLOSED = re.compile(r"https?://(?:dl\.acm\.org|doi\.org|(?:\w+\.)*ieee\.org|ieeexplore\.ieee\.org)(?:[:/]|$)", re.I)
_OWN, _SHORTEST, _WORDS = 0.85, 200, 3
_TITLES = ("meta[name='citation_title']@content", "meta[property='og:title']@content", "h1", "title")
_ABSTRACTS = (
    "meta[name='citation_abstract']@content",
    "meta[name='dc.description' i]@content",
    ".field-name-field-paper-description",
    "#abstract, .abstract, section[class*='abstract' i], div[class*='abstract' i]",
)
_PAPERS = ("meta[name='citation_pdf_url']@content", ".field-name-field-final-paper-pdf a@href")
_PAPER = re.compile(r"\b(?:pdf|paper|full[ -]?text|preprint)\b", re.I)
_SLIDES = re.compile(r"\b(?:slides?|presentation)\b", re.I)
_BESIDE = re.compile(r"\b(?:slides?|poster|presentation|supplement\w*|appendix|handout|proceedings)\b", re.I)


def enrich(contributions: Sequence[Contribution], web: Web) -> tuple[Known, ...]:
    return tuple(looked_at(each, web) for each in contributions)


def looked_at(contribution: Contribution, web: Web) -> Known:
    address = contribution.url or contribution.links.get("page", "")
    if not address or address.lower().endswith(".pdf"):
        return Known(reached=Reached.NOT_FOUND, note="it has no page of its own")
    if _CLOSED.match(address):
        closed = Blocked(f"{walls.host(address)} shows papers to no robot", hint=walls.SAVE_IT)
        return failed(closed)
    page = web.page(address)
    if page.format is not Format.HTML or not is_about(page, contribution):
        return Known(reached=Reached.NOT_FOUND, note=f"{address} is not its page alone")
    return read(page)


def is_about(page: Page, contribution: Contribution) -> bool:
    """Whether the page is headed by the title; a whole program is not."""
    own = [title for path in _TITLES for title in page.texts(path)[:2]]
    wanted = folded(contribution.title)
    long = len(wanted.split()) >= _WORDS
    return any((long and wanted in folded(title)) or likeness(contribution.title, title) >= _OWN for title in own)


def read(page: Page) -> Known:
    told = next(filter(None, (only(apart(page, path)) for path in _ABSTRACTS)), "")
    passages = abstract(told, page, page.url)
    pdf = next(filter(None, map(page.link, _PAPERS)), "") or only(papers(page))
    return Known(
        reached=Reached.READ if passages or pdf else Reached.NOT_FOUND,
        note="its own page, confidence 1.00" if passages or pdf else "its own page has neither abstract nor paper",
        passages=passages,
        links=links(page),
        pdf=pdf,
    )


def links(page: Page) -> dict[str, str]:
    number, preprint = (page.text(f"meta[name='citation_{name}']@content", default="") for name in ("doi", "arxiv_id"))
    found = {
        "slides": only(link for link, label in linked(page) if _SLIDES.search(label)),
        "doi": f"https://doi.org/{number.rpartition('doi.org/')[2]}" if "10." in number else "",
        "arxiv": f"https://arxiv.org/abs/{preprint}" if preprint else "",
    }
    return {name: address for name, link in found.items() if (address := web_address(link) if link else "")}


def apart(page: Page, path: str) -> Iterator[str]:
    """Texts long enough to be an abstract, none of them inside another."""
    found = [text for part in page.all(path) if len(text := part.prose()) >= _SHORTEST]
    return (text for text in found if not any(text in other for other in found if other != text))


def papers(page: Page) -> Iterator[str]:
    return (link for link, label in linked(page) if _PAPER.search(label) and not _BESIDE.search(label))


def linked(page: Page) -> Iterator[tuple[str, str]]:
    """The PDFs that a page links to, and what it calls each."""
    for link in page.all("a[href*='.pdf' i]"):
        if address := link.link("@href"):
            yield address, f"{link.text(default='')} {link.text('@title', default='')}"


def only(texts: Iterable[str]) -> str:
    """A text or link where there is one; of several nobody can tell which is meant."""
    found = {*texts}
    return found.pop() if len(found) == 1 else ""
