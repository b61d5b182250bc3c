"""Puts a page's parts together again: picks numbered in the order of the page, white space as people left it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import inf

from bot.blocks import NUMBER, ROOT, Part, Rank, picks_behind, plain, unix, walk
from bot.keep.lay import Sides

_USUAL = ("\n", "\n\n", "\n\n\n\n")  # the last one where an entry has neither people nor links


def numbered(page: Part, new: Mapping[str, Part], before: Mapping[str, Part]) -> Part:
    """The page with its picks' numbers: entries count as they stand, also one that a person added in the same form,
    which stays as it is.

    Session notes that had them in another order `before` keep that, since people speak of picks by their numbers.
    """
    drafted = {_number(part): key for key, part in new.items() if part.rank is Rank.ENTRY}
    entries = [part for part in walk(page) if part.rank is Rank.ENTRY and NUMBER.match(part.text)]
    if not in_order(before.values()):
        had = {key: _number(part) for key, part in before.items()}
        entries.sort(key=lambda part: had.get(part.key, inf) if part.text.startswith("- ") else 0)
    numbers = {part.key: number for number, part in enumerate(entries, 1) if part.key}
    return _renumbered(page, new, {number: numbers.get(key, 0) for number, key in drafted.items()}, numbers)


def in_order(parts: Iterable[Part]) -> bool:
    """Whether the numbers of session notes grow from one to the next."""
    numbers = [_number(part) for part in parts if part.rank is Rank.ENTRY and part.text.startswith("- ")]
    return numbers == sorted(numbers)


def _number(part: Part) -> int:
    found = NUMBER.match(part.text)
    return int(found.group(2)) if found else 0


def _renumbered(part: Part, new: Mapping[str, Part], moved: Mapping[int, int], numbers: Mapping[str, int]) -> Part:
    text = part.text
    if part.key in numbers:
        text = NUMBER.sub(rf"\g<1>{numbers[part.key]}. ", text)
    elif part.key in new and plain(text) == plain(new[part.key].text):
        text = _with_picks(text, new[part.key].text, moved)
    return replace(part, text=text, parts=tuple(_renumbered(each, new, moved, numbers) for each in part.parts))


def _with_picks(text: str, new: str, moved: Mapping[int, int]) -> str:
    """A theme of the bot's with the numbers that its picks have now; anything else as it is."""
    theme = picks_behind(new)
    if not theme:
        return text
    drafted = [int(number) for number in theme.group(1).split(", ") if number.isdigit()]
    numbers = sorted(moved[number] for number in drafted if moved.get(number))
    shown = ", ".join(map(str, numbers)) or ("none" if drafted else "")
    return f"{text.rpartition(' (picks ')[0]} (picks {shown})"


def joined(page: Part, s: Sides, line_end: str) -> str:
    """The page's text."""
    parts = [part for part in walk(page) if part.text or part.gap]
    ends = max(part.at for part in walk(s.page[ROOT])), max(part.at for part in s.new.values())
    pairs = zip(parts, [*parts[1:], None], strict=True)
    return "".join(part.text + _gap(part, follower, s.new, line_end, ends) for part, follower in pairs)


def _gap(part: Part, follower: Part | None, new: Mapping[str, Part], line_end: str, ends: tuple[int, int]) -> str:
    """What stands between two parts: what stood there, else what the bot leaves there, else enough to part them."""
    if part.at >= 0 and (follower.at == part.at + 1 if follower else part.at == ends[0]):
        return part.gap
    if part.key in new and (part.at < 0 or unix(part.gap) in _USUAL):
        at = new[part.key].at
        follows = at == ends[1] if not follower else follower.key in new and new[follower.key].at == at + 1
        if follows:
            return new[part.key].gap
    return part.gap + line_end * (_needed(part, follower) - part.gap.count("\n"))


def _needed(part: Part, follower: Part | None) -> int:
    """How many line ends keep two parts apart."""
    if follower is None:
        return 0
    if follower.key.startswith("front/") or (part.key.startswith("front/") and part.key != "front/end"):
        return 1
    bullets = all(each.text.lstrip().startswith("- ") for each in (part, follower))
    return 1 if bullets and not picks_behind(follower.text) else 2
