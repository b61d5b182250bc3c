"""Puts digests together as readers look for them: by conference series, year, topic and tier."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.model import Tier
from bot.publish.card import Brief, Card
from bot.publish.front import ROUNDUPS
from bot.publish.links import place
from bot.publish.templates import PROMISES
from bot.text import capitalized


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A digest on a shelf: which of its picks belong there, and what it says about the topic."""

    card: Card
    picks: tuple[Brief, ...]
    html: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """Digests that share something. `path` is the page's folder; `has_feed` says whether one can follow it."""

    path: str
    title: str
    about: str
    rows: tuple[Row, ...]
    has_feed: bool = False

    @property
    def picks(self) -> int:
        return sum(len(row.picks) for row in self.rows)

    @property
    def is_partial(self) -> bool:
        """Whether some picks of its digests stand elsewhere."""
        return self.path.startswith(("topic/", "tier/"))


def shelves(cards: Sequence[Card], names: Mapping[str, str]) -> dict[str, tuple[Shelf, ...]]:
    """All shelves by their kind. `names` are the names of series as config.yml gives them.

    A roundup's picks stand on their topics' and tiers' shelves already, with the digests that they are from.
    """
    first_told = [card for card in cards if card.series != ROUNDUPS]
    return {
        "series": by(
            cards,
            "series",
            lambda card: card.series,
            lambda card: series_name(card.series, card.key, card.title, names),
            has_feed=True,
        ),
        "topic": topics(first_told),
        "year": by(cards, "year", lambda card: card.year, lambda card: card.year.capitalize()),
        "tier": tiers(first_told),
    }


def by(
    cards: Iterable[Card],
    kind: str,
    key: Callable[[Card], str],
    title: Callable[[Card], str],
    *,
    has_feed: bool = False,
) -> tuple[Shelf, ...]:
    """A shelf for each key, newest digest first on each."""
    groups: dict[str, list[Card]] = {}
    for card in cards:
        groups.setdefault(key(card), []).append(card)
    made = (
        Shelf(
            path=f"{kind}/{name}/",
            title=title(group[0]),
            about="",
            rows=tuple(Row(card=card, picks=card.picks) for card in group),
            has_feed=has_feed,
        )
        for name, group in groups.items()
    )
    return tuple(sorted(made, key=lambda shelf: shelf.title.casefold(), reverse=kind == "year"))


def topics(cards: Iterable[Card]) -> tuple[Shelf, ...]:
    """A shelf for each topic that picks are on, with what themes of that name say in each digest."""
    rows: dict[str, list[Row]] = {}
    titles: dict[str, str] = {}
    for card in cards:
        names = [*(topic for pick in card.picks for topic in pick.topics), *(theme.name for theme in card.themes)]
        for name in dict.fromkeys(map(place, names)):
            rows.setdefault(name, []).append(topic_row(card, name))
        titles |= {place(name): capitalized(name) for name in reversed(names)}
    made = (
        Shelf(path=f"topic/{name}/", title=titles[name], about="", rows=tuple(found), has_feed=True)
        for name, found in rows.items()
    )
    return tuple(sorted(made, key=lambda shelf: shelf.title.casefold()))


def topic_row(card: Card, name: str) -> Row:
    themes = [theme for theme in card.themes if place(theme.name) == name]
    numbers = {number for theme in themes for number in theme.picks}
    picks = (pick for pick in card.picks if pick.number in numbers or name in map(place, pick.topics))
    return Row(card=card, picks=tuple(picks), html=" ".join(theme.html for theme in themes))


def tiers(cards: Sequence[Card]) -> tuple[Shelf, ...]:
    """The three tiers, each with its picks."""
    found = []
    for tier in Tier:
        chosen = ((card, tuple(pick for pick in card.picks if pick.tier == tier.value)) for card in cards)
        rows = tuple(Row(card=card, picks=picks) for card, picks in chosen if picks)
        found.append(
            Shelf(path=f"tier/{tier.value}/", title=f"{tier.capitalize()}", about=PROMISES[tier.value], rows=rows)
        )
    return tuple(found)


def series_name(series: str, key: str, title: str, names: Mapping[str, str]) -> str:
    """The name of an edition's series, without the number of the edition."""
    if series == ROUNDUPS:
        return ROUNDUPS.capitalize()
    number = key.rpartition("-")[2]
    named = re.sub(r"['’]?\{\w+\}", "", names.get(series, "")) or re.sub(rf"\b{re.escape(number)}\b", "", title)
    return " ".join(named.split()) or series
