"""Entries that only their order tells, however a page is built: a line that is a title, then one of its people."""

from collections.abc import Iterator, Sequence
from itertools import islice

from bot.byline import Hearsay
from bot.kinds import is_pause
from bot.model import Contribution
from bot.moments import SPAN_OR_START
from bot.page import Page
from bot.platforms import Slot
from bot.platforms.generic_html.loose import entry
from bot.platforms.generic_html.people import credit_lines, persons_in
from bot.platforms.generic_html.reading import FEWEST, NOTHING, Reading, bare, is_title
from bot.platforms.generic_html.slots import is_day, moved, own

_HEADINGS = "h1, h2, h3, h4, h5"
_LEAVES = ":is(p, li, div, td, dt, dd):not(:has(p, li, div, td, dt, dd, table, h1, h2, h3, h4, h5))"
_LONGEST_TITLE, _MOST_LINES = 250, 20_000

Line = tuple[Slot, Page, str]


def reading(page: Page, hearsay: Hearsay) -> Reading:
    """The entries, and those that look the same from the first of them on and have nobody."""
    lines = tuple(islice(lines_of(page), _MOST_LINES))
    may_be = [is_title(bare(line)) and len(line) <= _LONGEST_TITLE and line[-1] != "." for _, _, line in lines]
    people = [bool(persons_in(line, hearsay)) for _, _, line in lines]
    titles = titles_among(may_be, people)
    if len(titles) < FEWEST:
        return NOTHING
    looks = {look(lines[at][1]) for at in titles}
    rest = set(range(titles[0], len(lines))) - {at for title in titles for at in (title, title + 1)}
    stray = sum(may_be[at] and not people[at] and look(lines[at][1]) in looks for at in rest)
    parted = zip(titles, (*titles[1:], len(lines)), strict=True)
    found = tuple(filter(None, (read(lines[start:end], hearsay) for start, end in parted)))
    return Reading(entries=found, likely=len(found) + stray, signed=sum(bool(each.people) for each in found))


def titles_among(may_be: Sequence[bool], people: Sequence[bool]) -> list[int]:
    """The lines before those with people. Titles that could be names are told where each has one line of people."""
    titles = [at for at in range(len(people) - 1) if may_be[at] and not people[at] and people[at + 1]]
    after = (*people[2:], False, False, False)
    is_one_line = sum(after[at] for at in titles) * 2 < len(titles)
    for at in titles if is_one_line else ():
        if after[at] and after[at + 1] and may_be[at + 2]:
            titles.append(at + 2)  # is looked at in its turn
    return sorted(titles)


def look(part: Page) -> tuple[str, str]:
    return str(part.tree.tag), part.text("@class", default="")


def read(lines: Sequence[Line], hearsay: Hearsay) -> Contribution | None:
    slot, part, _ = lines[0]
    return entry(slot, part, [line for _, _, line in lines], hearsay)


def lines_of(page: Page) -> Iterator[Line]:
    """Each line under what holds for it; those that only say so are none of them."""
    slot = Slot()
    for part in page.all(f":is({_HEADINGS}, {_LEAVES})"):
        tag, text = str(part.tree.tag), part.text(default="")
        if tag in _HEADINGS.split(", "):
            slot = moved(slot, part, tag)
        elif SPAN_OR_START.fullmatch(text) or is_day(text):
            slot = moved(slot, part, "tr")
        else:
            yield from ((own(slot, part), part, line) for line in credit_lines(part) if not is_pause(line))
