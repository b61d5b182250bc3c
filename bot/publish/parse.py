"""Reads a digest's page as people left it: its sections, entries and themes, and whatever else stands there."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from bot.model import Digest, LostLink, Tier
from bot.publish import markup
from bot.publish.article import Article, Entry, Section, SectionKind, Theme
from bot.publish.body import heading
from bot.publish.card import shortened
from bot.publish.cite import Venue
from bot.publish.desk import Desk
from bot.publish.entry import entry, entry_of_note
from bot.publish.front import ROUNDUPS, instant, series_of, split, year_of
from bot.publish.links import is_safe, place
from bot.publish.markup import Block
from bot.publish.rules import Env
from bot.text import slug

_WORDS_A_MINUTE, _SUMMARY = 220, 300
_THEME = re.compile(r"\*\*(?P<name>.+?)\.?\*\*\.?\s*(?P<text>.*?)(?:\(picks (?P<picks>[\d, ]+|none)\))?", re.S)
_NUMBERED = re.compile(r"\*\*\d{1,3}\. .*\*\*", re.S)
_OWN = re.compile(r"\*\*[^*]+\*\*(?:\s+[–-]\s+.*)?", re.S)
Piece = tuple[Block | None, list[Block]]
"""A heading, None before the first one, and the blocks under it."""


def article(key: str, text: str, drafted: Digest | None, gone: Sequence[LostLink] = ()) -> Article:
    """The page of a digest, with what was drafted. Raises StoreError where it cannot be read as one."""
    front, body = split(markup.visible(text), key)
    env: Env = {}
    (_, lead), *pieces = under(list(markup.blocks(body, env)), ("h1", "h2"))
    headline = _title_of(pieces[0], env) if pieces and not lead else ""
    title = front.title or headline or key
    if headline == title:  # the title once more
        (_, lead), *pieces = pieces
    series, year = series_of(front, key), year_of(front, key)
    is_roundup = series == ROUNDUPS
    is_of_one_year = not is_roundup or front.starts[:4] == front.ends[:4]
    desk = Desk(
        venue=Venue(key=key, name=title, year=year if is_of_one_year else ""),
        writeups=drafted.writeups if drafted else (),
        text=body,
        is_roundup=is_roundup,
        env=env,
    )
    sections = tuple(section(piece, desk) for piece in pieces)
    opening = "\n".join(markup.whole(block, desk.env) for block in lead)
    read = max((source.time for source in drafted.program.sources), default="") if drafted else ""
    known = (read, front.ends, front.starts, f"{year}-01-01" if year.isdigit() else "")
    words = sum(part.count(" ") + 1 for part in (opening, *map(_text_of, sections)))
    return Article(
        key=key,
        title=title,
        series=series,
        year=year,
        starts=front.starts,
        ends=front.ends,
        place=front.place,
        program=front.program if is_safe(front.program) else "",
        reader=front.reader,
        published=instant(front.published, *known),
        updated=instant(front.updated, front.published, *known),
        aliases=front.aliases,
        lead=opening,
        summary=shortened(markup.plain(opening.partition("</p>")[0]), _SUMMARY),
        sections=sections,
        near_misses=tuple((pick.contribution.title, pick.reason) for pick in drafted.near_misses) if drafted else (),
        minutes=max(1, round(words / _WORDS_A_MINUTE)),
        gone=tuple(gone),
        amiss=front.amiss,
    )


def under(blocks: Sequence[Block], tags: Sequence[str]) -> list[Piece]:
    """Blocks under the headings of some ranks, the first piece being what stands before them."""
    pieces: list[Piece] = [(None, [])]
    for block in blocks:
        if block[0].type == "heading_open" and block[0].tag in tags:
            pieces.append((block, []))
        else:
            pieces[-1][1].append(block)
    return pieces


def section(piece: Piece, desk: Desk) -> Section:
    head, blocks = piece
    html = heading(head[1].content if head else "", desk)
    title = markup.plain(html)
    kind = kind_of(title)
    anchor = desk.anchor(place(title))
    tier = slug(title) if kind is SectionKind.TIER else ""
    (_, before), *pieces = under(blocks, ("h3",))
    if kind in (SectionKind.THEMES, SectionKind.ABOUT):
        before, pieces = blocks, []
    themes: tuple[Theme, ...] = ()
    if kind is SectionKind.THEMES:
        before, themes = themes_of(before, desk)
    before, notes = notes_of(before, desk)
    return Section(
        anchor=anchor,
        title=title,
        html=html,
        kind=kind,
        body="\n".join(markup.whole(block, desk.env) for block in before),
        entries=(*notes, *(entry(head, inside, tier, desk) for head, inside in pieces if head)),
        themes=themes,
    )


def kind_of(title: str) -> SectionKind:
    name = slug(title)
    if name in [tier.value for tier in Tier]:
        return SectionKind.TIER
    if name in ("themes", "overview"):
        return SectionKind.THEMES
    return SectionKind.ABOUT if name.startswith("about-this") else SectionKind.OTHER


def themes_of(blocks: Sequence[Block], desk: Desk) -> tuple[list[Block], tuple[Theme, ...]]:
    """The themes among some blocks, and the blocks that are none."""
    rest: list[Block] = []
    themes: list[Theme] = []
    for block in blocks:
        found = [_THEME.fullmatch(markup.line(item)) if len(item) == 1 else None for item in markup.items(block)]
        if found and all(found):
            themes += (theme(each, desk) for each in found if each)
        else:
            rest.append(block)
    return rest, tuple(themes)


def theme(found: re.Match[str], desk: Desk) -> Theme:
    desk.count()
    name = markup.plain(heading(found["name"], desk))
    return Theme(
        anchor=desk.anchor(f"theme-{place(name)}"),
        name=name,
        html=markup.inline(found["text"].rstrip(), desk.env),
        picks=tuple(int(number) for number in re.findall(r"\d{1,3}", found["picks"] or "")),
    )


def notes_of(blocks: Sequence[Block], desk: Desk) -> tuple[list[Block], list[Entry]]:
    """The entries that session notes give as bullets, and what is none. Beside a numbered bullet one that is a bold
    title is an entry, too: a person's own."""
    rest: list[Block] = []
    notes: list[Entry] = []
    for block in blocks:
        found = markup.items(block)
        if not any(_NUMBERED.match(markup.line(item)) for item in found):
            rest.append(block)
            continue
        notes += (entry_of_note(item, desk) for item in found if is_note(item))
        others = [item for item, inside in zip(markup.grouped(block[1:-1]), found, strict=True) if not is_note(inside)]
        if others:
            rest.append((block[0], *chain.from_iterable(others), block[-1]))
    return rest, notes


def is_note(item: Sequence[Block]) -> bool:
    line = markup.line(item)
    return bool(_NUMBERED.match(line) or _OWN.fullmatch(line))


def _title_of(piece: Piece, env: Env) -> str:
    """What a heading of the first rank says, "" of any other."""
    head = piece[0]
    return markup.plain(markup.inline(head[1].content, env)) if head and head[0].tag == "h1" else ""


def _text_of(section: Section) -> str:
    return " ".join(_texts(section))


def _texts(section: Section) -> Iterator[str]:
    if section.kind is not SectionKind.ABOUT:
        blocks = [block for entry in section.entries for block in entry.blocks]
        yield from (part.text for block in blocks for part in block.parts)
        yield from (markup.plain(block.html) for block in blocks if block.kind == "prose")
        yield from (theme.html for theme in section.themes)
        yield markup.plain(section.body)
