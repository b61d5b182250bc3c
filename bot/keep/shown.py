"""What a page shows at this moment, for those who command by its numbers: its entries, and what in it is a person's."""

from collections.abc import Collection, Sequence

from bot.blocks import NUMBER, ROOT, Part, Rank, cut, entry_key, hashed, walk
from bot.keep.recognise import recognised
from bot.keep.tell import title
from bot.keep.written import written
from bot.model import Entry, Shown, Tier
from bot.store import fields_of


def shown(page: str, data: str, picks: Sequence[str]) -> Shown:
    """A page as it stands; `picks` are the contribution ids of its digest."""
    last = written(fields_of(data))
    tree = recognised(cut(page), last)
    keyed = [part for part in walk(tree) if part.key and part.key != ROOT]
    theirs = tuple(part.key for part in keyed if hashed(part.text) != last.hashes[part.key])
    ids = {entry_key(pick): pick for pick in picks}
    entries = (
        entry(part, section, ids.get(part.key, ""), theirs)
        for section in tree.parts
        for part in section.parts
        if part.rank is Rank.ENTRY and NUMBER.match(part.text)
    )
    return Shown(entries=tuple(entries), theirs=theirs)


def entry(part: Part, section: Part, pick: str, theirs: Collection[str]) -> Entry:
    number = NUMBER.match(part.text)
    tier = section.key.removeprefix("## ")
    edited = [field.key.rpartition("/")[2] for field in part.parts if field.key in theirs]
    return Entry(
        number=int(number.group(2)) if number else 0,
        title=title(part),
        key=part.key,
        id=pick,
        tier=Tier(tier) if tier in set(Tier) else None,
        section=section.key,
        theirs=("title", *edited) if part.key in theirs else tuple(edited),
    )
