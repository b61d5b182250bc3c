"""Entries that only their order tells: a title, the people on the next line or in the next element, maybe an abstract.

They are cards of any name, the lines of a list, headings with paragraphs under them, or terms with what describes them.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from bot.byline import Hearsay
from bot.kinds import form_of, label_of
from bot.model import Contribution, Kind, Passage
from bot.moments import SPAN_OR_START
from bot.page import Page
from bot.platforms import Slot
from bot.platforms.generic_html.people import credit_lines, may_be_somebody, persons_of
from bot.platforms.generic_html.reading import BOLD, FEWEST, TITLE, Reading, bare, is_sure, is_title, links
from bot.platforms.generic_html.slots import moved, own

_MOST_STYLES, _TRIED = 8, 40  # entries that have to tell whether to read on
_ABSTRACT = 120  # characters at least
_OTHER_LIST = re.compile(
    r"\b(?:committees?|team)\b"
    r"|^(?:organi[sz]|sponsors?\b|past\b|previous\b|awards?\b|call for|news\b|venue|hotels?\b|travel"
    r"|contact|similar\b|related\b)",
    re.I,
)
_NAMED = re.compile(r"[A-Za-z_][\w-]*")
_BLOCK = "p, li, dd, ul, ol, table, h1, h2, h3, h4, h5, h6"
_BARE = ("li:not(:has(li))", "p:not(li p)", "details:not(:has(details))", f"div:not(:has(div, {_BLOCK}))")
_BENEATH = f"p:not(li p), li:not(:has(li)), div:not(:has(div, {_BLOCK}))"
_PAIRS = (
    ("dt", "dd", "h1, h2, h3, h4, h5"),
    *((f"h{rank}", _BENEATH, "h1, h2, h3, h4, h5"[: 4 * rank - 6]) for rank in range(2, 7)),
    ("p:has(> b:only-child, > strong:only-child)", "p", "h1, h2, h3, h4, h5"),
)
_LINED = ":is(p, div, td):not(:has(p, div, td))"


Group = tuple[Slot, Page, tuple[str, ...]]
"""What holds for an entry, where its links are, and its lines, the title's first."""


def readings(page: Page, hearsay: Hearsay) -> Iterator[Reading]:
    """What can hold no more entries than were read already is not read."""
    most = FEWEST - 1
    for titles, groups in layouts(page):
        if len(page.all(titles)) > most:
            found = reading(groups(), hearsay)
            most = max(most, found.signed if is_sure(found) else 0)
            yield found
    yield reading(lined(page), hearsay)


def layouts(page: Page) -> Iterator[tuple[str, Callable[[], Iterator[Group]]]]:
    for style in (*styles(page), *_BARE):
        yield style, partial(blocks, page, style)
    for title, rest, above in _PAIRS:
        yield title, partial(pairs, page, title, rest, above)


def reading(groups: Iterable[Group], hearsay: Hearsay) -> Reading:
    """A list of people is no program, though under some names stand others. What begins so badly is read no further."""
    found: list[Contribution] = []
    for number, group in enumerate(groups):
        found += filter(None, (entry(*group, hearsay),))
        is_barren = number == 10 * _TRIED and len(found) < _TRIED
        if is_barren or (len(found) == _TRIED and sum(bool(each.people) for each in found) * 2 < _TRIED):
            break
    people = sum(may_be_somebody(each.title, hearsay) for each in found)
    signed = sum(bool(each.people) for each in found)
    return Reading(entries=tuple(found), likely=len(found) + people, signed=signed)


def styles(page: Page) -> tuple[str, ...]:
    """The innermost of those elements that share a class with the most others."""
    counts = Counter(
        f"{part.tree.tag}.{name}"
        for part in page.all("div[class], section[class], article[class], li[class], tr[class], a[class]")
        for name in dict.fromkeys(part.text("@class", default="").split())
        if _NAMED.fullmatch(name)
    )
    common = (style for style, count in counts.most_common() if count >= FEWEST)
    return tuple(f"{style}:not(:has({style}))" for style, _ in zip(common, range(_MOST_STYLES), strict=False))


def blocks(page: Page, style: str) -> Iterator[Group]:
    """Each element of a style under the headings above it."""
    slot = Slot()
    for part in page.all(f":is(h1, h2, h3, h4, h5):not({style} *), {style}"):
        if str(part.tree.tag) in ("h1", "h2", "h3", "h4", "h5"):
            slot = moved(slot, part, str(part.tree.tag))
        else:
            yield own(slot, part), part, titled(part)


def titled(part: Page) -> tuple[str, ...]:
    """The lines of an element, from its title on; where no title is marked it is the first line."""
    lines = tuple(line for line in credit_lines(part) if not SPAN_OR_START.fullmatch(line))
    marked = next(filter(is_title, (*part.texts(TITLE), *part.texts(BOLD))), "")
    at = next((number for number, line in enumerate(lines) if marked and marked in line), 0)
    if not marked or not lines or marked not in lines[at]:
        return lines
    head, _, rest = lines[at].partition(marked)
    return (marked, *filter(None, (rest.strip(" ,;:"), *lines[at + 1 :])), *filter(None, (*lines[:at], head.strip())))


def pairs(page: Page, title: str, rest: str, above: str) -> Iterator[Group]:
    """Each title with the elements up to the next one."""
    slot, lines, holder = Slot(), list[str](), None
    for part in page.all(f":is({', '.join(filter(None, (title, rest, above)))})"):
        is_title = bool(part.tree.css_matches(title))
        if not is_title and rest and part.tree.css_matches(rest):
            lines += credit_lines(part) if holder else ()
            continue
        if holder:
            yield slot, holder, tuple(lines)
        holder, lines = (part, [part.text(default="")]) if is_title else (None, [])
        if not is_title:
            slot = moved(slot, part, str(part.tree.tag))
    if holder:
        yield slot, holder, tuple(lines)


def lined(page: Page) -> Iterator[Group]:
    """Entries within one element, each of which begins with a line in bold."""
    for part in page.all(_LINED):
        bold = set(part.texts("b, strong"))
        if len(bold) < FEWEST:
            continue
        lines: list[str] = []
        for line in credit_lines(part):
            if line in bold and lines:
                yield Slot(), part, tuple(lines)
                lines = []
            lines.append(line)
        yield Slot(), part, tuple(lines)


def entry(slot: Slot, part: Page, lines: Sequence[str], hearsay: Hearsay) -> Contribution | None:
    """None for what does not begin with a title."""
    title, *rest = lines or ("",)
    title = bare(title)
    if not is_title(title) or not rest or _OTHER_LIST.search(slot.session):
        return None
    return Contribution(
        title=title,
        kind=form_of(label_of(title), slot.session, default=Kind.PAPER),
        people=persons_of(rest, hearsay),
        passages=abstract(part, rest),
        session=slot.session,
        starts=slot.starts,
        ends=slot.ends,
        links=links(part, title),
    )


def abstract(part: Page, lines: Iterable[str]) -> tuple[Passage, ...]:
    return part.quoted("\n\n".join(line for line in lines if len(line) >= _ABSTRACT and line[-1:] in ".!?"))
