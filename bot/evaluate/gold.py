"""Reads what people stand behind, the gold: a file of picks, or a digest of ours as its page stands."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.blocks import Part, Rank, entry_key
from bot.check.sheet import said, sheet
from bot.errors import SourceError
from bot.keep.shown import entry
from bot.model import ConferenceKind, Digest, Listed, Tier
from bot.page import Format, Page
from bot.text import folded

PARTS = ("why", "what", "how", "where")
MOST_PICKS = 1_000
_KEY = re.compile(r"[a-z0-9]{1,40}(?:-[a-z0-9]{1,40}){0,9}")
_HINT = "a gold is a program as `python -m bot program --json` prints it, with picks: a list of ids or titles"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What people chose: a contribution, or several that count as one, by their ids and titles.

    `text` is what they let stand of it, "" where nobody wrote it up; `tier` is None where nobody sorted it.
    """

    ids: tuple[str, ...]
    titles: tuple[str, ...]
    tier: Tier | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """An edition's. `program` is its program's JSON, as far as the file holds one."""

    edition: str
    wanted: tuple[Wanted, ...]
    name: str = ""
    kind: ConferenceKind = ConferenceKind.ACADEMIC
    program: Mapping[str, Any] | None = None


def resolved(wanted: Sequence[Wanted], listing: Sequence[Listed]) -> list[frozenset[str]]:
    """For each the ids that a program has for it: its own, or else those of what bears its title; () of a stranger."""
    known, bearing = {row.id for row in listing}, defaultdict[str, list[str]](list)
    for row in listing:
        bearing[folded(row.title)].append(row.id)
    return [
        frozenset(known.intersection(each.ids) or (id_ for title in each.titles for id_ in bearing[folded(title)]))
        for each in wanted
    ]


# ---- a file


def of_page(page: Page) -> Gold:
    """The gold in a file of JSON."""
    if page.format is not Format.JSON or not (picks := page.all("picks.*")):
        raise SourceError(f"{page.url} names no picks", hint=_HINT)
    if len(picks) > MOST_PICKS:
        raise SourceError(f"{page.url} names {len(picks):,} picks", hint=f"nobody chooses over {MOST_PICKS:,}")
    key = page.text("edition", default="")
    if not _KEY.fullmatch(key):
        raise SourceError(f"{page.url} names no edition", hint='add one, such as "edition": "nsdi-2025"')
    kind = page.text("type", default="")
    return Gold(
        edition=key,
        wanted=joined([(group(each, number), wanted(each, number)) for number, each in enumerate(picks, 1)]),
        name=page.text("name", default="") or page.text("conference", default=key),
        kind=ConferenceKind(kind) if kind in set(ConferenceKind) else ConferenceKind.ACADEMIC,
        program=program(page.tree, key),
    )


def wanted(pick: Page, number: int) -> Wanted:
    """One pick: its title alone, or an object."""
    if isinstance(pick.tree, str):
        return Wanted(ids=(pick.text(),), titles=(pick.text(),))
    id_, title, tier = (pick.text(name, default="") for name in ("id", "title", "tier"))
    if not id_ and not title:
        raise SourceError(f"{pick.url}: pick {number} has neither an id nor a title", hint=_HINT)
    if tier and tier not in set(Tier):
        tiers = ", ".join(Tier)
        raise SourceError(f"{pick.url}: pick {number} has the tier {tier!r:.40}", hint=f"there are: {tiers}")
    return Wanted(
        ids=(id_,) if id_ else (),
        titles=(title,) if title else (),
        tier=Tier(tier) if tier else None,
        text="\n\n".join(filter(None, (pick.prose(name) for name in PARTS))),
    )


def group(pick: Page, number: int) -> str:
    """What a pick counts as one with; by itself it is one."""
    named = pick.text("group", default="")
    return f"group {named}" if named else f"pick {number}"


def joined(picks: Sequence[tuple[str, Wanted]]) -> tuple[Wanted, ...]:
    groups: dict[str, list[Wanted]] = defaultdict(list)
    for name, pick in picks:
        groups[name].append(pick)
    return tuple(
        Wanted(
            ids=tuple(id_ for each in group for id_ in each.ids),
            titles=tuple(title for each in group for title in each.titles),
            tier=group[0].tier,
            text="\n\n".join(filter(None, (each.text for each in group))),
        )
        for group in groups.values()
    )


def program(tree: Mapping[str, Any], key: str) -> Mapping[str, Any] | None:
    """The program that a file holds beside its picks; older ones call its contributions the program."""
    listed = next((tree[name] for name in ("contributions", "program") if isinstance(tree.get(name), list)), None)
    return None if listed is None else {**tree, "edition": key, "contributions": listed}


# ---- a digest of ours


def of_digest(page: str, data: str, digest: Digest) -> Gold:
    """The picks as people left them on the page, whoever chose them first."""
    edition, path = digest.edition, f"digests/{digest.edition.key}.md"
    tree = sheet(path, page, data).tree
    picks = {entry_key(each.pick.contribution.id): each.pick for each in digest.writeups}
    chosen: list[Wanted] = []
    for section, part in entries(tree):
        pick = picks.get(part.key)
        shown = entry(part, section, pick.contribution.id if pick else "", ())
        chosen.append(
            Wanted(
                ids=(shown.id,) if shown.id else (),
                titles=(pick.contribution.title if pick else shown.title,),
                tier=shown.tier or (pick.tier if pick else None),
                text=" ".join(sentence for field in part.parts if is_said(field) for sentence, _ in said(field, 0)),
            )
        )
    if not chosen:
        raise SourceError(f"{path} has no picks", hint="evaluate it when it has some")
    return Gold(edition=edition.key, wanted=tuple(chosen), name=edition.name, kind=edition.kind)


def entries(tree: Part) -> Iterator[tuple[Part, Part]]:
    return ((section, part) for section in tree.parts for part in section.parts if part.rank is Rank.ENTRY)


def is_said(field: Part) -> bool:
    """Whether a field says something of the contribution, rather than who made it or why it was picked."""
    name = field.key.rpartition("/")[2].partition("~")[0] or field.name
    return name not in ("byline", "reasons")
