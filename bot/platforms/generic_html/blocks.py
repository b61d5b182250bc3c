"""Entries that are elements of their own: of a list, a table or the like, with a title in bold and people beside it."""

import re
from collections.abc import Iterator, Sequence

from bot.byline import Hearsay
from bot.kinds import form_of, label_of
from bot.model import Contribution, Kind, Person
from bot.moments import SPAN_OR_START
from bot.page import Page
from bot.platforms import Slot
from bot.platforms.generic_html.people import credit_lines, persons_in, persons_of
from bot.platforms.generic_html.reading import BOLD, FEWEST, TITLE, Reading, bare, is_title, links
from bot.platforms.generic_html.slots import moved, own

# Innermost elements only, so that no text is read twice.
_CONTEXT = "h1, h2, h3, h4, h5, tr:not(:has(tr)), [class*='session' i]:not(:has([class*='session' i]))"
_SORTS = {
    ("li",): "li:not(:has(li))",
    ("p",): "p:not(li p)",
    ("tr",): "tr:not(:has(tr))",
    ("details",): "details:not(:has(details))",
    ("div", "article"): "div[class*='paper' i]:not(:has(div[class*='paper' i])), article:not(:has(article))",
}
_PEOPLE = "[class*='author' i], [class*='speaker' i], [class*='presenter' i]"
_PERSON = f":is({_PEOPLE}) > :is(span, a, div, li)"
_ABSTRACT = "[class*='abstract' i]", "[class*='description' i]"
_NUMBER = re.compile(r"(?:\[(?:paper\s*)?#?\d+\]|(?:paper|#)\s*\d+[.:)]?|\d+[.)]?)\s*", re.I)
_IN_QUOTES = re.compile(r"[“\"„«]([^“”\"„«»]+)[”\"»]")
_COLUMN_OF_TITLES = re.compile(r"(?:(?:paper|talk|presentation)(?: title)?|title|titel|titre|título)", re.I)
_COLUMN_OF_PEOPLE = re.compile(
    r"(?:author|speaker|presenter|autor|auteur|referent)(?:\(s\)|s|en|es|e)?(?: \W?\s?affiliations?\)?)?", re.I
)

Columns = tuple[int, int] | None
"""Where a table's header row says that titles and people stand."""


def readings(page: Page, hearsay: Hearsay) -> Iterator[Reading]:
    sorts = [(tags, blocks) for tags, blocks in _SORTS.items() if len(page.all(blocks)) >= FEWEST]
    return (read(page, tags, blocks, hearsay) for tags, blocks in sorts)


def read(page: Page, tags: tuple[str, ...], blocks: str, hearsay: Hearsay) -> Reading:
    """Every entry of one sort under what stands above it, and the rows of a timetable that hold none."""
    slot, entries, likely, signed = Slot(), [], 0, 0
    columns: Columns = None
    for part in page.all(f":is({_CONTEXT}, {blocks})"):  # a bare list would give twice what is both
        tag = str(part.tree.tag)
        if tag == "tr" and (named := columns_of(part)):
            columns = named
            continue
        found = entry(part, slot, hearsay, columns) if tag in tags else None
        if found:
            entries.append(found)
            likely, signed = likely + 1, signed + bool(found.people)
            continue
        slot = moved(slot, part, tag)
        held = tag != "tr" or any(split(each, hearsay) for each in part.all(blocks))
        if not held and (row := frame(part, slot, hearsay)):
            entries.append(row)
    return Reading(entries=tuple(entries), likely=likely, signed=signed)


def columns_of(row: Page) -> Columns:
    cells = [cell.text(default="").strip(" :") for cell in row.all("th, td")]
    titles = [at for at, text in enumerate(cells) if _COLUMN_OF_TITLES.fullmatch(text)]
    people = [at for at, text in enumerate(cells) if _COLUMN_OF_PEOPLE.fullmatch(text)]
    return (titles[0], people[0]) if titles and people else None


def entry(part: Page, slot: Slot, hearsay: Hearsay, columns: Columns = None) -> Contribution | None:
    found = split(part, hearsay, columns)
    if not found:
        return None
    slot, (title, rest) = own(slot, part), found
    cells = (credit_lines(cell) for cell in part.all("td") if cell.text(default="") == rest)
    below = next(cells, ()) if part.has(f"td, {_PEOPLE}") else credit_lines(part)[1:]
    persons = persons_of(below, hearsay)
    if not persons or below == part.lines()[1:]:
        persons = max(persons_in(rest, hearsay), persons, key=well_told)
    return Contribution(
        title=title,
        kind=form_of(label_of(title), slot.session, default=Kind.PAPER),
        people=persons or persons_in(part.text("i, em", default=""), hearsay),
        passages=part.passages(*_ABSTRACT),
        session=slot.session,
        starts=slot.starts,
        ends=slot.ends,
        links=links(part, title),
    )


def well_told(persons: Sequence[Person]) -> tuple[int, int]:
    return sum(bool(person.affiliation) for person in persons), len(persons)


def split(part: Page, hearsay: Hearsay, columns: Columns = None) -> tuple[str, str] | None:
    """The title in an entry and what may be its people; None for what does not look like an entry."""
    cells = [text for text in part.texts("td") if not SPAN_OR_START.fullmatch(text) and not _NUMBER.fullmatch(text)]
    marked = part.text(TITLE, default="")
    if len(cells) > 1 and not part.has("li") and not (marked and part.has(_PEOPLE)):
        title, rest = ordered(part, cells, hearsay, columns)
    else:
        title = marked or part.text(BOLD, default="") or quoted(part) or part.text("i, em, cite", default="")
        rest = beside(part, title, hearsay) if title else ""
    title = bare(title)
    return (title, rest) if is_title(title) and (rest or marked) else None


def ordered(part: Page, cells: Sequence[str], hearsay: Hearsay, columns: Columns) -> tuple[str, str]:
    """The cells of title and people, as the header names them; without one the title comes first, as it mostly does."""
    every = [cell.text(default="") for cell in part.all("td, th")]
    if columns and max(columns) < len(every):
        return every[columns[0]], every[columns[1]]
    first, second = cells[:2]
    bold = part.text("td :is(b, strong, h3, h4, h5)", default="")
    if bold and first.startswith(bold) and persons_in(below := first.removeprefix(bold), hearsay):
        return bold, below
    is_turned = persons_in(first, hearsay) and is_title(second) and not persons_in(second, hearsay)
    return (second, first) if is_turned else (first, second)


def beside(part: Page, title: str, hearsay: Hearsay) -> str:
    """What is marked as people, or all that follows a title at the entry's beginning, or people before the title."""
    if marked := tuple(filter(None, map(apart, part.all(_PEOPLE)))):
        return marked[0] if all(text in marked[0] for text in marked) else "; ".join(marked)
    before, _, rest = part.text(default="").partition(title)
    head = before.strip(' “"„«')
    begins = not head or _NUMBER.fullmatch(head) or SPAN_OR_START.fullmatch(head)
    before = head.strip(' :.–—-“"')
    return rest if begins else before if persons_in(before, hearsay) else ""


def quoted(part: Page) -> str:
    found = _IN_QUOTES.search(part.text(default=""))
    return found[1] if found else ""


def apart(people: Page) -> str:
    """A line of people; where each is an element and nothing stands between them, they are parted here."""
    each = people.texts(_PERSON)
    is_glued = len(each) > 1 and "".join(each) == people.text(default="")
    return "; ".join(each if is_glued else credit_lines(people))


def frame(part: Page, slot: Slot, hearsay: Hearsay) -> Contribution | None:
    """A row of a timetable: a talk if somebody gives it, otherwise what lies between the talks."""
    cells = part.texts("td, th")
    if len(cells) < 2 or not SPAN_OR_START.fullmatch(cells[0]):
        return None
    found = entry(part, slot, hearsay)
    if found and found.people:
        return found
    kind = form_of(label_of(cells[1]), default=Kind.LOGISTICS)
    return Contribution(title=cells[1], kind=kind, starts=slot.starts, ends=slot.ends)
