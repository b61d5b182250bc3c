"""What the rest of the site needs to know of a digest: enough for a line, a list or a search result."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic_core import from_json

from bot.publish.article import Article, Entry
from bot.publish.markup import plain
from bot.text import listing

_SNIPPET = 180


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief:
    """A pick in a list."""

    anchor: str
    number: int
    title: str
    tier: str
    topics: tuple[str, ...]
    who: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """A theme in a list: `picks` are numbers."""

    anchor: str
    name: str
    html: str
    picks: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A digest in a list."""

    key: str
    title: str
    series: str
    year: str
    starts: str
    ends: str
    place: str
    summary: str
    published: str
    updated: str
    minutes: int
    aliases: tuple[str, ...]
    picks: tuple[Brief, ...]
    themes: tuple[Shared, ...]
    siblings: tuple[str, ...] = ()
    """Where on the pages of other digests it leads: mlsys-2025, mlsys-2025#oxbowline."""


Pages = Callable[[Card], Mapping[str, Any]]
"""The page of a digest as data."""


def card(article: Article, siblings: Sequence[str] = ()) -> Card:
    same = (
        "key", "title", "series", "year", "starts", "ends", "place", "summary", "published", "updated", "minutes",
        "aliases",
    )  # fmt: skip
    themes = (theme for section in article.sections for theme in section.themes)
    return Card(
        **{name: getattr(article, name) for name in same},
        picks=tuple(map(brief, article.entries)),
        themes=tuple(
            Shared(anchor=theme.anchor, name=theme.name, html=theme.html, picks=theme.picks) for theme in themes
        ),
        siblings=tuple(siblings),
    )


def brief(entry: Entry) -> Brief:
    texts = [part.text for block in entry.blocks for part in block.parts if not part.silent]
    proses = [plain(block.html) for block in entry.blocks if block.kind == "prose"]
    return Brief(
        anchor=entry.anchor,
        number=entry.number,
        title=entry.title,
        tier=entry.tier,
        topics=entry.topics,
        who=listing([*entry.people[:3], "others"] if len(entry.people) > 4 else entry.people),
        text=shortened(next(iter([*texts[1:2], *texts, *proses]), "")),
    )


def shortened(text: str, most: int = _SNIPPET) -> str:
    """The beginning of a text, cut at a word; anywhere in a text without spaces."""
    cut = text[:most]
    return text if cut == text else f"{cut.rpartition(' ')[0] or cut} …"


def card_of(text: str) -> Card:
    """The digest in a list that was published."""
    tree = from_json(text)
    picks = (Brief(**{**each, "topics": tuple(each["topics"])}) for each in tree["picks"])
    themes = (Shared(**{**each, "picks": tuple(each["picks"])}) for each in tree["themes"])
    same = {name: tuple(tree[name]) for name in ("aliases", "siblings")}
    return Card(**{**tree, **same, "picks": tuple(picks), "themes": tuple(themes)})


def newest_first(cards: Sequence[Card]) -> tuple[Card, ...]:
    """By their last days; one that names none stands with its year, else with the day that its program was read."""
    return tuple(sorted(cards, key=lambda card: (day(card), card.key), reverse=True))


def day(card: Card) -> str:
    year = card.year if card.year.isdigit() else ""
    return card.ends or card.starts or year or card.published[:10]


def settled(cards: Sequence[Card], listen: Callable[[str], None]) -> Iterator[Card]:
    """The digests with those of their old names that nothing else is called by. What another has is said."""
    taken = {card.key: card.key for card in cards}
    for card in cards:
        owners = {alias: taken.setdefault(alias, card.key) for alias in card.aliases}
        for alias, owner in owners.items():
            if owner != card.key:
                listen(f"digests/{card.key}.md: {alias} leads to digests/{owner}.md, which has that name too")
        yield replace(card, aliases=tuple(alias for alias, owner in owners.items() if owner == card.key))


def adrift(cards: Sequence[Card], anchors: Callable[[Card], Collection[str]]) -> Iterator[str]:
    """Which links from digest to digest lead to what is not there. `anchors` are the places on a digest's page."""
    homes = {name: card for card in cards for name in (card.key, *card.aliases)}
    for card in cards:
        for link in card.siblings:
            name, _, anchor = link.partition("#")
            if name not in homes:
                yield f"digests/{card.key}.md leads to {name}, and no digest on the site is called so"
            elif anchor and anchor not in anchors(homes[name]):
                yield f"digests/{card.key}.md leads to {link}, and digests/{homes[name].key}.md has no such place"
