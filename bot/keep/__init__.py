"""Lays a new Draft under what people changed since the last one; their words win, field by field.

Whose a field is, is found by comparing it with what the bot last wrote there; that record lies in the digest's JSON. A
person's field stays until its key is among those `released`.
"""

import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from bot.blocks import ROOT, Part, cut, ended, hashed, parents, unix, walk
from bot.keep.join import in_order, joined, numbered
from bot.keep.lay import Sides, has_all, laid, recorded, sides
from bot.keep.name import named
from bot.keep.recognise import recognised
from bot.keep.tell import told
from bot.keep.twice import twice, typed, without
from bot.keep.written import Written, is_clean, overlaid, settled, written
from bot.model import Draft
from bot.seal import seal, untouched
from bot.store import decisions_of, fields_of, with_decisions, with_fields

_CONFLICT = re.compile(r"^(?:<{7}|>{7}) ", re.M)


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """A page, what is to be remembered of its fields, and what in it is a person's."""

    text: str
    fields: Mapping[str, str]
    kept: tuple[str, ...] = ()


def keep(draft: Draft, present: Mapping[str, str], released: Collection[str] = ()) -> Draft:
    """The draft as it is to be written over what stands there now; `kept` says what in it is a person's.

    A key in `released` gives up a person's version of that field and of all under it: `okafor/what` the text, `okafor`
    the whole entry, `okafor/title` its title alone, `okafor/place` where it stands, `## core/order` the order of what
    stands there. What the draft's
    decisions lock stays as it is, whoever wrote it.
    """
    page, data = f"digests/{draft.edition}.md", f"digests/{draft.edition}.json"
    decisions = decisions_of(draft.files[data], data)
    merged = _merged(
        draft.files[page], draft.files[data], present.get(page), present.get(data, ""), released, decisions.locked
    )
    ours = {**draft.files, page: merged.text, data: seal(with_fields(draft.files[data], merged.fields))}
    edited = [path for path in ours if path in present and path != page and not _is_ours(present[path])]
    theirs = {path: present[path] for path in edited}
    if data in theirs:
        theirs[data] = with_decisions(with_fields(theirs[data], merged.fields), decisions)
    files = {path: text if path == page else ended(text, present.get(path, "")) for path, text in ours.items()}
    return replace(draft, files={**files, **theirs}, kept=(*merged.kept, *edited))


def _is_ours(text: str) -> bool:
    """Whether nobody changed a file, or only its line ends."""
    return untouched(unix(text))


def _merged(
    new: str, data: str, page: str | None, old_data: str, released: Collection[str], locked: Collection[str]
) -> Merged:
    """The new page laid under the one that stands there."""
    new, known = ended(new, page or ""), fields_of(old_data)
    drawn = named(new, json.loads(data))
    if page is None or (_is_ours(page) and is_clean(known) and not locked and in_order(cut(page))):
        return Merged(text=new, fields=_hashes(drawn, new))
    stands = recognised(cut(page), written(known))
    instead = twice(stands, drawn, {*known, *released}) if known else {}
    drawn = without(drawn, {*instead, *(typed(stands, drawn, {*known, *released}) if known else ())})
    return _under(page, new, drawn, known, released, locked, instead.values())


def _under(
    page: str,
    new: str,
    drawn: Part,
    known: Mapping[str, str],
    released: Collection[str],
    locked: Collection[str],
    instead: Collection[int],
) -> Merged:
    """As `_merged`, part by part."""
    drafted = _hashes(drawn, new)
    fresh, last, parts = written(drafted), written(known), cut(page)
    is_same = last.hashes.get(ROOT) == drafted[ROOT]
    is_behind = not known or (not is_same and _is_behind(parts, last, drafted))
    stands = recognised(parts, overlaid(fresh, last) if is_behind else last)
    s = sides(stands, drawn, settled(fresh, last, parents(stands)) if is_behind else last, released, locked)
    if reason := _reason_to_leave(page, s):
        return Merged(text=page, fields=known, kept=(f"the whole page, which {reason}",))
    if (is_same or is_behind) and not released:
        fields = known if is_same else {ROOT: drafted[ROOT], **recorded(s, stands, last.hashes)}
        return Merged(text=page, fields=fields, kept=told(s, stands, instead))
    result = numbered(laid(s), s.new, s.page)
    if not has_all(s, result):
        return Merged(text=page, fields=known, kept=("the whole page, in which the new draft has no room",))
    return Merged(
        text=joined(result, s, ended("\n", page)),
        fields={ROOT: drafted[ROOT], **recorded(s, result, last.hashes)},
        kept=told(s, result, instead),
    )


def _hashes(drawn: Part, text: str) -> dict[str, str]:
    """What is to be remembered of a page that stands as the bot draws it."""
    return {part.key: hashed(part.text) for part in walk(drawn)} | {ROOT: hashed(text)}


def _is_behind(parts: Iterable[Part], last: Written, drafted: Mapping[str, str]) -> bool:
    """Whether a run was killed after it had written this very draft's page and before its data."""
    shown = {hashed(part.text) for part in parts}
    fresh = {*drafted.values()} - {*last.hashes.values()}
    stale = {text for key, text in last.hashes.items() if key in drafted} - {*drafted.values()}
    return len(shown & fresh) > len(shown & stale)


def _reason_to_leave(page: str, s: Sides) -> str:
    """Why a page cannot be taken apart, "" when it can."""
    if _CONFLICT.search(page):
        return "has conflict markers"
    if "front" not in {part.name for part in s.page[ROOT].parts}:
        return "has no front matter"
    body = (key for key, part in s.page.items() if part.text and not f"{key}/".startswith("front/"))
    return "" if any(s.last.hashes.get(key) == hashed(s.page[key].text) for key in body) else "was written anew"
