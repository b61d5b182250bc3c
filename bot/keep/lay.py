"""Lays the bot's new page under the one that people changed: a walk over the page, heading by heading."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.blocks import ROOT, Part, Rank, hashed, parents, plain, walk
from bot.keep.written import CHANGED, DELETED, MOVED, STAYED, Written


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """The page as it stands, the bot's new one, and what it last wrote.

    `released` are keys that people gave up, `locked` those that they want as they are, whoever wrote them.
    """

    page: Mapping[str, Part]
    page_parents: Mapping[str, str]
    new: Mapping[str, Part]
    new_parents: Mapping[str, str]
    last: Written
    released: Collection[str]
    locked: Collection[str]


def sides(page: Part, new: Part, last: Written, released: Collection[str], locked: Collection[str]) -> Sides:
    return Sides(
        page=_by_key(page),
        page_parents=parents(page),
        new=_by_key(new),
        new_parents=parents(new),
        last=last,
        released=released,
        locked=locked,
    )


def laid(s: Sides) -> Part:
    """The page that results: the bot's fields as they are now, a person's as they were."""
    return _laid(s, s.page[ROOT])


def is_bots(s: Sides, key: str) -> bool:
    """Whether the field stands as the bot last wrote it and is not locked, or was given back to it."""
    return not is_theirs(s, key) and (_is_among(key, s.released) or not _is_among(key, s.locked))


def is_theirs(s: Sides, key: str) -> bool:
    """Whether a person changed the field, and did not give that up."""
    return hashed(s.page[key].text) != s.last.hashes[key] and not _is_among(key, s.released)


def is_deleted(s: Sides, key: str) -> bool:
    return key in s.last.hashes and key not in s.page and not _is_among(key, s.released)


def is_moved(s: Sides, key: str) -> bool:
    """Whether a person put it under another heading."""
    if key not in s.page or _is_among(f"{key}/place", s.released):
        return False
    return f"{key}/place" in s.last.marks or s.page_parents.get(key, ROOT) != s.last.parents[key]


def is_reordered(s: Sides, key: str) -> bool:
    """Whether a person changed the order of what stands under it."""
    if key not in s.page or not s.page[key].parts or _is_among(f"{key}/order", s.released):
        return False
    known = {*s.last.under(key)} - s.last.marks - s.last.faint
    here = [part.key for part in s.page[key].parts if part.key in known]
    return f"{key}/order" in s.last.marks or here != [each for each in s.last.under(key) if each in here]


def has_all(s: Sides, page: Part) -> bool:
    """Whether everything that is a person's has found its place, as this package promises."""
    there = {part.at for part in walk(page)}
    theirs = (part for part in walk(s.page[ROOT]) if part.text and not (part.key and is_bots(s, part.key)))
    return all(part.at in there for part in theirs)


def recorded(s: Sides, page: Part, known: Mapping[str, str]) -> dict[str, str]:
    """What is now to be remembered of each field. Of a person's it is what the bot wrote there before (`known`)."""
    stay = {part.key for part in walk(page)}
    deleted: dict[str, list[str]] = {}
    for key in s.last.hashes:
        if is_deleted(s, key) and (key in known or _parent(s, key) in stay):
            deleted.setdefault(_standing(s, key, stay), []).append(key)
    keys = [key for part in walk(page) if part.key for key in (part.key, *deleted.get(part.key, ()))]
    fields = {key: _remembered(s, key, key in stay, known) for key in keys if key != ROOT}
    places = {f"{key}/place": MOVED for key in keys if is_moved(s, key)}
    return {**fields, **places, **{f"{key}/order": MOVED for key in keys if is_reordered(s, key)}}


def _parent(s: Sides, key: str) -> str:
    return s.new_parents.get(key) or s.last.parents[key]


def _standing(s: Sides, key: str, stay: Collection[str]) -> str:
    """The nearest heading above a field that is still there."""
    return key if key in stay else _standing(s, _parent(s, key), stay)


def _remembered(s: Sides, key: str, stays: bool, known: Mapping[str, str]) -> str:
    if stays and (key not in s.page or is_bots(s, key)):
        return hashed(s.new[key].text) if key in s.new else f"{s.last.hashes[key]} {STAYED}"
    bots = known.get(key) or hashed(s.new[key].text)
    return f"{bots} {CHANGED} {hashed(s.page[key].text)}" if stays else f"{bots} {DELETED}"


def _laid(s: Sides, part: Part) -> Part:
    children = [child for child in part.parts if _stays(s, child, part)]
    if part.key in s.new:
        children = _with_arrivals(s, part.key, children)
    return replace(part, text=_text(s, part), parts=tuple(_laid(s, child) for child in children))


def _text(s: Sides, part: Part) -> str:
    """The new text of a field that is the bot's; its bytes stay where only line ends or numbers differ."""
    new = s.new.get(part.key)
    if new is None or (part.key in s.page and not is_bots(s, part.key)):
        return part.text
    return part.text if plain(part.text) == plain(new.text) else new.text


def _stays(s: Sides, part: Part, parent: Part) -> bool:
    if not part.key:
        return True
    if part.key not in s.new:
        return not _is_over(s, part, parent)
    home = s.new_parents[part.key]
    return is_moved(s, part.key) or home == parent.key or not _exists(s, home)


def _is_over(s: Sides, part: Part, parent: Part) -> bool:
    """Whether what the bot writes no more may go: nobody touched it. A field goes with its entry or stays with it."""
    if part.rank is Rank.SECTION:
        return is_bots(s, part.key) and not any(_stays(s, child, part) for child in part.parts)
    if part.rank is Rank.ENTRY:
        return _is_untouched(s, part) and not is_moved(s, part.key)
    return is_bots(s, part.key) and (parent.key in s.new or parent.rank is Rank.SECTION)


def _is_untouched(s: Sides, part: Part) -> bool:
    return (
        bool(part.key)
        and is_bots(s, part.key)
        and not is_reordered(s, part.key)
        and [child.key for child in part.parts] == s.last.under(part.key)
        and all(_is_untouched(s, child) for child in part.parts)
    )


def _exists(s: Sides, key: str) -> bool:
    """Whether a heading of the new page will be on the page: what a person deleted takes all under it along."""
    return key in s.page or (not is_deleted(s, key) and _exists(s, s.new_parents[key]))


def _with_arrivals(s: Sides, key: str, children: Sequence[Part]) -> list[Part]:
    """The children in their order, and among them what the bot now puts there."""
    new = [child.key for child in s.new[key].parts]
    found = [*children] if is_reordered(s, key) else _in_order(children, new)
    for at, arrival in _arrivals(s, key):
        found.insert(_place(found, new[:at], new[at:], arrival.rank), arrival)
    return found


def _place(children: Sequence[Part], before: Sequence[str], after: Sequence[str], rank: Rank) -> int:
    """Behind what it comes after in the bot's order, else before what it comes before, else last of its rank."""
    keys = [child.key for child in children]
    last = next((keys.index(key) + 1 for key in reversed(before) if key in keys), None)
    if last is not None:
        return last
    higher = (at for at, child in enumerate(children) if child.rank < rank)
    return next((keys.index(key) for key in after if key in keys), next(higher, len(keys)))


def _arrivals(s: Sides, key: str) -> Iterator[tuple[int, Part]]:
    """What is new under a heading, or comes there from another one."""
    for at, child in enumerate(s.new[key].parts):
        if child.key not in s.page:
            if not is_deleted(s, child.key):
                yield at, replace(child, at=-1, parts=())
        elif s.page_parents[child.key] != key and not is_moved(s, child.key):
            yield at, s.page[child.key]


def _in_order(children: Sequence[Part], order: Sequence[str]) -> list[Part]:
    """Sorted; what is not in the order stays behind what it stood behind."""
    runs: list[list[Part]] = [[]]
    for child in children:
        if child.key in order:
            runs.append([child])
        else:
            runs[-1].append(child)
    runs[1:] = sorted(runs[1:], key=lambda run: order.index(run[0].key))
    return [child for run in runs for child in run]


def _is_among(key: str, keys: Collection[str]) -> bool:
    """Whether a key or one above it is there; a heading may be there alone."""
    return any(each in (key, f"{key}/title") or key.startswith(f"{each}/") for each in keys)


def _by_key(page: Part) -> dict[str, Part]:
    return {part.key: part for part in walk(page) if part.key}
