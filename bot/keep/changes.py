"""Says in words how one page differs from another, for those who asked for the difference."""

from collections.abc import Iterator, Mapping

from bot.blocks import LABELS, Part, Rank, cut, nested, plain
from bot.keep.tell import title


def changes(before: str, after: str) -> tuple[str, ...]:
    """What came, what went and what reads differently, in the order of the page; () when it is the same page."""
    old, new = _fields(before), _fields(after)
    told = (line for name, fields in new.items() for line in _told(name, fields, old.get(name)))
    gone = (f"“{name}” went out" for name in old if name not in new)
    return (*told, *gone, *_reordered(old, new))


def _reordered(old: Mapping[str, Mapping[str, str]], new: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """The sections in which what was there before stands in another order."""
    for section in dict.fromkeys(fields["place"] for fields in new.values() if "place" in fields):
        stayed = [name for name in new if new[name].get("place") == section == old.get(name, {}).get("place")]
        if stayed != [name for name in old if name in stayed]:
            yield f"the order under “{section}”"


def _fields(page: str) -> dict[str, dict[str, str]]:
    """The words of every entry and section, by its title and by what each field is."""
    found: dict[str, dict[str, str]] = {}
    for section in nested(cut(page)).parts:
        if section.name == "front":
            continue
        for part in section.parts:
            if part.rank is Rank.ENTRY:
                found[title(part)] = {"place": title(section), **dict(_named(part))}
        loose = [(part.name or plain(part.text)[:40], part.text) for part in section.parts if part.rank is Rank.FIELD]
        found.setdefault(_section_title(section), {}).update(loose)
    return found


def _section_title(section: Part) -> str:
    return "the lead" if section.name == "lead" else title(section)


def _named(entry: Part) -> Iterator[tuple[str, str]]:
    for at, part in enumerate(entry.parts):
        yield part.name or ("byline" if at == 0 else f"line {at + 1}"), plain(part.text)


def _told(name: str, fields: Mapping[str, str], old: Mapping[str, str] | None) -> Iterator[str]:
    is_entry = "place" in fields
    if old is None:
        yield f"“{name}” came in under {fields['place']}" if is_entry else f"the section “{name}” came in"
        return
    if fields.get("place") != old.get("place"):
        yield f"“{name}” moved to {fields.get('place', '')}"
    other = [key for key in (*fields, *(each for each in old if each not in fields)) if fields.get(key) != old.get(key)]
    told = [LABELS.get(key, key) for key in other if key != "place"]
    if told and is_entry:
        yield f"“{name}”: {', '.join(told)}"
    elif told:
        yield name if name == "the lead" else f"the section “{name}”"
