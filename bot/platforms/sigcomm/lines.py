"""What stands in the rows and dividers of a SIGCOMM program: hours with their zones, people, pasted abstracts."""

import re

from bot.model import Passage, Person
from bot.moments import SPAN, SPAN_OR_START
from bot.page import Page
from bot.people import affiliated
from bot.text import one_line

_NAMED = r"(?:[ECMP][SD]?T|[CEW]ES?T|A[CEW][SD]T|[BHIJKNS]ST|UTC|GMT)\b"  # no four letters of a session's title
_START = re.compile(rf"{SPAN_OR_START.pattern}(?!\s*[-–—])", re.I)
# What follows the hours and is no title: their zone, and the same hours in other zones.
_ELSEWHERE = rf"(?i:\([^()]*\d:\d\d[^()]*\)|&\s*{SPAN.pattern})(?:\s*{_NAMED})?"
_ZONE = re.compile(rf"\s*(?:{_NAMED})?(?:\s*{_ELSEWHERE})*[\s|:]*")
_LEAD_IN = re.compile(r"(?:speaker|panelist|author)s?\s*:\s*", re.I)
_LABEL = re.compile(r"(abstract|bio(?:graphy)?)\s*:\s*", re.I)
_EMPHASIS = re.compile(r"\{(?:\\e|\x1b)m\s+([^{}]*)\}")  # PHP read the "\e" of LaTeX's {\em …} as the escape character


def hours_before(text: str) -> re.Match[str] | None:
    """The hours that a text begins with, or the one."""
    return SPAN.match(text) or _START.match(text)


def untimed(text: str) -> str:
    """What is told behind the hours and their zones."""
    span = hours_before(text)
    return _ZONE.sub("", text[span.end() :], count=1) if span else text


def abstract(row: Page, part: str = "") -> tuple[Passage, ...]:
    """From the paragraph labelled so to the next label, which is the biography's, or to the end."""
    kept: list[str] = []
    for text in map(prose_of, row.all("p, li") or (row,)):
        label = _LABEL.match(text)
        part = label.group(1).lower() if label else part
        kept.extend([text[label.end() if label else 0 :]] if part == "abstract" else [])
    return row.quoted("\n\n".join(filter(None, kept)))


def prose_of(paragraph: Page) -> str:
    """Abstracts are pasted in: a blank line ends a paragraph, and MathJax may have written every formula twice."""
    if paragraph.has("br, script, style"):
        text = paragraph.prose()
    else:
        pasted = re.split(r"\n\s*\n", _EMPHASIS.sub(r"\1", paragraph.raw()))
        text = "\n\n".join(filter(None, map(one_line, pasted)))
    for formula in paragraph.texts("math"):
        if len(formula) > 2 or not formula.isascii():  # a lone "s" would turn "loss" into "los"
            text = text.replace(formula * 2, formula)
    return text


def people_of(paragraph: Page) -> tuple[Person, ...]:
    """The people of a row, whose affiliations stand in brackets, in italics, or in both."""
    text = _LEAD_IN.sub("", paragraph.text(default=""), count=1)
    for affiliation in paragraph.texts("em"):
        if "(" not in affiliation and affiliation != text:
            text = text.replace(affiliation, f"({affiliation})", 1)
    return affiliated(text)
