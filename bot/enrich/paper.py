"""Reads a paper's PDF as far as a digest needs it, once it is certain that it is that paper's."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import median

from bot import page, pdf
from bot.enrich.sections import Section, Text, sections
from bot.enrichers import FAILURES, LONGEST, Known, Reached, failed
from bot.model import Contribution, Depth, Passage, Provenance
from bot.pdf import Pdf
from bot.text import clipped, folded
from bot.web import Web, walls
from bot.web.answer import File

# What is taken of each section, in characters; what one leaves over goes to the next. The last is the first one there.
SHARES = (
    (5000, (Section.INTRODUCTION,)),
    (4500, (Section.EVALUATION,)),
    (2500, (Section.LIMITATIONS, Section.DISCUSSION, Section.CONCLUSION)),
)
_HEAD = 4000  # characters in which a paper's title stands, after a cover page maybe
_KNOWN = 0.9  # of the title's words
_SLIDE = 120  # words; a page of a paper has hundreds


def read(contribution: Contribution, address: str, web: Web) -> Known:
    """The paper at an address, as passages; or why it was not read."""
    try:
        file = web.file(address)
        if not pdf.is_pdf(file.body):
            return no_pdf(file)
        return understood(contribution, pdf.read(file.body, file.source.url), file.source)
    except FAILURES as error:
        return failed(error)


def no_pdf(file: File) -> Known:
    """What stands where a paper should."""
    name = walls.host(file.source.url)
    if walls.is_paywall(page.read(file.body, source=file.source)):
        return Known(reached=Reached.PAYWALLED, note=f"{name} shows the paper only to those who pay or log in")
    url = file.source.url
    return Known(reached=Reached.NOT_FOUND, note=f"{url} is not a PDF", links={"page": url})


def understood(contribution: Contribution, found: Pdf, source: Provenance) -> Known:
    if not any(each.strip() for each in found.pages):
        return Known(reached=Reached.FAILED, note=f"{source.url} is a PDF of pictures, without any text")
    if not is_headed(found, contribution.title):
        return Known(reached=Reached.FAILED, note=f"{source.url} is a PDF of something else, by its first pages")
    if median(len(each.split()) for each in found.pages) < _SLIDE:
        return Known(
            reached=Reached.NOT_FOUND, note=f"{source.url} is slides or a poster", links={"slides": source.url}
        )
    texts = sections(found.pages)
    passages = (*abstract(texts, source), *full_text(texts, source))
    return Known(reached=Reached.READ, note=f"{source.url}, {found.length} pages", passages=passages, pdf=source.url)


def is_headed(found: Pdf, title: str) -> bool:
    """Whether a PDF begins with the title, maybe broken over lines."""
    head = folded(" ".join(found.pages[:2]).replace("\ufffe", "")[:_HEAD])
    wanted = folded(title)
    words = {*wanted.split()}
    if not words or wanted.replace(" ", "") in head.replace(" ", ""):
        return bool(words)
    return len(words) > 2 and len(words & {*head.split()}) >= _KNOWN * len(words)


def abstract(texts: Sequence[Text], source: Provenance) -> Iterator[Passage]:
    for text in texts:
        if text.section is Section.ABSTRACT:
            yield Passage(text=clipped(text.text, LONGEST), part="abstract", source=at(source, text.page))


def full_text(texts: Sequence[Text], source: Provenance) -> Iterator[Passage]:
    """The sections that a digest needs, each up to its share."""
    by_section = {text.section: text for text in texts}
    left = 0
    for share, wanted in SHARES:
        left += share
        if text := next((by_section[section] for section in wanted if section in by_section), None):
            kept = whole_sentences(text.text, left)
            left -= len(kept)
            yield Passage(text=kept, part=Depth.FULL_TEXT.value, source=at(source, text.page))


def whole_sentences(text: str, most: int) -> str:
    """The beginning of a text, up to the end of a sentence."""
    if len(text) <= most:
        return text
    ends = [end.end() for end in re.finditer(r"[.!?](?=\s)", text[:most])]
    return text[: ends[-1]] if ends and ends[-1] > most // 2 else clipped(text, most)


def at(source: Provenance, number: int) -> Provenance:
    """The page of a PDF on which something begins, as browsers open it."""
    return replace(source, url=f"{source.url}#page={number}")
