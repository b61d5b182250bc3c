"""What a page holds when its entries are taken to be of one sort, and what all sorts of entries have in common."""

import re
from dataclasses import dataclass

from bot.model import Contribution
from bot.moments import day
from bot.page import Page

FEWEST, _SURE = 5, 0.8
TITLE = "[class*='title' i]"
BOLD = "summary, h2, h3, h4, h5, h6, b, strong, a"
_NO_TITLE = re.compile(r"\b(?:chairs?|committee|organi[sz]ers?|sponsors?|deadline)\b|^session details\b", re.I)
_SESSION = re.compile(r"(?:[\w-]+ )?session [\w.]{1,4}\b", re.I)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_LABELLED = re.compile(r"(?:\[(?:paper\s*)?#?\d+\]|(?:paper|#)\s*\d+[.:)]?|\d+[.)])\s+", re.I)
_EMPLOYER = re.compile(
    r"\b(?:universit|institut[eo]? (?:of|for)|college|school of|labs?\b|gmbh|inc\b|research\b)", re.I
)
_QUOTED = re.compile(r"[“\"„«](.+)[”\"“»]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The entries, how many of them look like titles, and how many of those have people."""

    entries: tuple[Contribution, ...]
    likely: int
    signed: int

    @property
    def confidence(self) -> float:
        return self.signed / self.likely if self.likely else 0.0


NOTHING = Reading(entries=(), likely=0, signed=0)


def is_sure(reading: Reading) -> bool:
    """Papers have titles of their own: what says the same of everybody, or for every year, lists something else.

    Where most of them name an employer, it is a committee.
    """
    signed = {(_YEAR.sub("", each.title), each.people) for each in reading.entries if each.people}
    is_varied = len({title for title, _ in signed}) >= max(FEWEST, _SURE * len(signed))
    employers = sum(bool(_EMPLOYER.search(title)) for title, _ in signed)
    return reading.signed >= FEWEST and reading.confidence >= _SURE and is_varied and employers * 2 <= len(signed)


def bare(title: str) -> str:
    """A title without its number, and the quotation marks around it."""
    title = _LABELLED.sub("", title, count=1).rstrip(" ,:;")
    quoted = _QUOTED.fullmatch(title)
    return quoted[1].rstrip(" ,:;.") if quoted else title


def is_title(text: str) -> bool:
    return len(text.split()) > 2 and not (_NO_TITLE.search(text) or _SESSION.match(text) or day(text))


def links(part: Page, title: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for link in part.all("a"):
        address, text = link.link("@href"), link.text(default="")
        name = "pdf" if ".pdf" in address.lower() else "page" if text == title else text.lower().strip("[]() ")
        if address and name in ("pdf", "page", "slides", "video", "code"):
            found.setdefault(name, address)
    return found
