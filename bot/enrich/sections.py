"""Tells the sections of a paper apart, from nothing but the lines of its pages, and makes prose of the lines."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from statistics import median

from bot.text import one_line


class Section(StrEnum):
    """The sections that tell what a paper is about and what it is worth."""

    ABSTRACT = "abstract"
    INTRODUCTION = "introduction"
    EVALUATION = "evaluation"
    LIMITATIONS = "limitations"
    DISCUSSION = "discussion"
    CONCLUSION = "conclusion"


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """What a section says, and on which page it begins, counted from 1."""

    section: Section
    page: int
    text: str


Line = tuple[int, str]

# What sections are called: alone in a line, and behind a number, where more words may follow.
_NAMES = (
    (Section.ABSTRACT, r"abstract", ""),
    (Section.INTRODUCTION, r"introduction", r" and .+"),
    (Section.LIMITATIONS, r"(?:discussion and )?limitations(?: and future work)?|threats to validity", r" .+"),
    (Section.DISCUSSION, r"discussions?", r" .+"),
    (Section.CONCLUSION, r"conclusions?|concluding remarks", r" .+"),
    (
        Section.EVALUATION,
        r"(?:(?:experimental|performance|empirical) )?(?:evaluations?|results|experiments?)(?: and \w+)?",
        r" .+",
    ),
)
_OTHERS = re.compile(
    r"(?:background|motivation|overview|(?:system )?design|architecture|implementation|(?:related|future) work"
    r"|methodology|methods?|preliminaries|problem statement|threat model)(?: and \w+)?",
    re.I,
)
_END = re.compile(r"(?:references|bibliography|acknowledge?ments?|(?:appendix|appendices)\b.*)", re.I)
_NUMBERED = re.compile(r"(\d{1,2}|[IVX]{1,5})[.):]?\s+([A-Z].{1,70})")
_SUBHEADING = re.compile(r"(?:\d{1,2}|[IVX]{1,5})(?:\.\d{1,2}){1,2}\.?\s+[A-Z].{1,60}(?<![.,;])")
_INLINE = re.compile(r"(abstract)\s*[—–.:-]+\s*(?=\S)", re.I)
_CAPTION = re.compile(r"(?:figure|fig\.|table|algorithm|listing) \d+[.:]", re.I)
_CAPTION_LINES = 4
# A label along a figure's axis, and a row of a table. Several on end are left out; a few may be the end of a sentence.
_TICK = re.compile(r"[^a-zA-Z]*(?:[a-zA-Z]{1,3}[^a-zA-Z]+)*[a-zA-Z]{0,3}")
_ROW = re.compile(r".*\s[^\sa-zA-Z]*\d[^\sa-zA-Z]*(?:\s%)?(?<![.:;,])")
_RUN, _TICK_LENGTH, _ROW_LENGTH = 3, 25, 70
_EDGE, _REPEATS = 3, 3  # lines at a page's edge, and on how many pages they stand when they are running heads
_BROKEN = re.compile(r"(\w{1,40})(?:-\n|[\ufffe\x02]\n?)([a-z]\w*)")
_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_SHORT = 0.8  # of a usual line: a sentence that ends there ends a paragraph


def sections(pages: Sequence[str]) -> tuple[Text, ...]:
    """The sections of a paper, each kind once; without any heading, all there is as introduction."""
    lines = _without_tables(_without_captions(list(_body(pages))))
    starts = list(_headings(lines))
    if not any(section for _, section, _ in starts):
        starts = [(-1, Section.INTRODUCTION, "")]
    ends = [*(place for place, _, _ in starts[1:]), len(lines)]
    words = frozenset(re.findall(r"\w+(?:-\w+)*", " ".join(line for _, line in lines).lower()))
    found: dict[Section, Text] = {}
    for (place, section, rest), end in zip(starts, ends, strict=True):
        text = joined([rest, *(line for _, line in lines[place + 1 : end])], words)
        if section and text and section not in found:
            found[section] = Text(section=section, page=lines[max(place, 0)][0], text=text)
    return tuple(found.values())


def joined(lines: Iterable[str], words: frozenset[str] = frozenset()) -> str:
    """Lines as paragraphs: words that lines broke are whole again, spelled as elsewhere in the paper."""
    kept = [line for line in lines if line]
    usual = median(map(len, kept)) if kept else 0
    text = "".join(_parted(line, _SHORT * usual) for line in kept)
    text = _BROKEN.sub(lambda broken: _mended(broken[1], broken[2], words), text)
    return "\n\n".join(filter(None, map(one_line, text.split("\n\n"))))


def _parted(line: str, short: float) -> str:
    """A line with what parts it from the next one, and the heading of a part of a section from both."""
    if _SUBHEADING.fullmatch(line):
        return f"\n\n{line}\n\n"
    return f"{line}\n\n" if line.endswith((".", "!", "?", ":")) and len(line) < short else f"{line}\n"


def _mended(head: str, tail: str, words: frozenset[str]) -> str:
    hyphened = f"{head}-{tail}"
    return hyphened if hyphened.lower() in words and f"{head}{tail}".lower() not in words else f"{head}{tail}"


def _body(pages: Sequence[str]) -> Iterator[Line]:
    """Every line with its page, without the heads and numbers that run along the pages."""
    split = [[_clean(line) for line in page.splitlines()] for page in pages]
    edges = Counter(bare for page in split for bare in {_bare(line) for line in (*page[:_EDGE], *page[-_EDGE:])})
    for number, page in enumerate(split, 1):
        for place, line in enumerate(page):
            at_edge = place < _EDGE or place >= len(page) - _EDGE
            if line and not (at_edge and (edges[_bare(line)] >= _REPEATS or not _bare(line))):
                yield number, line


def _clean(line: str) -> str:
    for ligature, letters in _LIGATURES.items():
        line = line.replace(ligature, letters)
    return line.strip()


def _bare(line: str) -> str:
    return re.sub(r"[\W\d_]+", " ", line).strip().lower()


def _without_captions(lines: Sequence[Line]) -> list[Line]:
    """The lines without captions that end soon; of others nobody can tell where the text goes on."""
    kept: list[Line] = []
    resume = 0
    for place, line in enumerate(lines):
        if place < resume:
            continue
        if _CAPTION.match(line[1]):
            ends = (at for at in range(place, min(place + _CAPTION_LINES, len(lines))) if lines[at][1].endswith("."))
            resume = next(ends, place - 1) + 1
        if place >= resume:
            kept.append(line)
    return kept


def _without_tables(lines: Iterable[Line]) -> list[Line]:
    """The lines without the rows of tables, and without what stands along a figure's axes."""
    kept: list[Line] = []
    for is_figure, group in groupby(lines, lambda each: _is_tick(each[1]) or _is_row(each[1])):
        run = list(group)
        kept += [] if is_figure and len(run) >= _RUN else run
    return kept


def _is_tick(line: str) -> bool:
    return len(line) < _TICK_LENGTH and bool(_TICK.fullmatch(line))


def _is_row(line: str) -> bool:
    return len(line) < _ROW_LENGTH and bool(_ROW.fullmatch(line))


def _headings(lines: Sequence[Line]) -> Iterator[tuple[int, Section | None, str]]:
    """Where sections begin, which one each is if it is wanted, and what stands behind its heading in the same line.

    The last one ends where the references begin. What is numbered counts only in its turn, as the rows of tables are
    numbered too; where the introduction is numbered, most others are.
    """
    last = 0
    for place, (_, line) in enumerate(lines):
        numbered = _NUMBERED.fullmatch(line)
        name = numbered[2] if numbered else line
        if _END.fullmatch(name) and place > len(lines) // 3:
            yield place, None, ""
            return
        if inline := _INLINE.match(line):
            yield place, Section.ABSTRACT, line[inline.end() :]
        elif numbered and _number(numbered[1]) == last + 1:
            last += 1
            first = Section.INTRODUCTION if last == 1 else None  # whatever it is called
            yield place, _section(name, is_numbered=True) or first, ""
        elif not numbered and name[:1].isupper() and (section := _section(name, is_numbered=False)):
            if not last or section in (Section.LIMITATIONS, Section.CONCLUSION):
                yield place, section, ""
        elif not last and name[:1].isupper() and _OTHERS.fullmatch(name):
            yield place, None, ""


def _section(name: str, *, is_numbered: bool) -> Section | None:
    for section, alone, more in _NAMES:
        if re.fullmatch(f"(?:{alone})(?:{more})?" if is_numbered else alone, name, re.I):
            return section
    return None


def _number(text: str) -> int:
    if text.isdigit():
        return int(text)
    values = [{"I": 1, "V": 5, "X": 10}[letter] for letter in text]
    return sum(-value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True))
