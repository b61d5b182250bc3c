"""Names the themes that several picks share: the reader's topics and the terms of the sources, with no model."""

from collections.abc import Callable, Mapping, Sequence

from bot.model import Depth, Pick, Theme, WriteUp
from bot.prose.mentions import is_label
from bot.prose.phrases import shared
from bot.prose.wishes import stems, wished
from bot.text import capitalized, listing

# How many themes there are, where picks share so much, and how many of a pick's topics count.
_FEWEST, _MOST, _TOPICS = 3, 5, 2
# How much two themes may have in common.
_ALIKE = 0.6
# How many titles a theme names, and how long a name before a title's colon may be to stand for it.
_TITLES, _NAME = 3, 4
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

Holders = Mapping[str, Sequence[str]]
"""Which picks, by contribution id, are on a topic or hold a term."""


def themes(
    writeups: Sequence[WriteUp], guidance: str = "", counts: Callable[[Sequence[str]], bool] = bool
) -> tuple[Theme, ...]:
    """Up to five things that several picks share: the reader's topics, most picks first, then terms of the sources.

    What speaks of the guidance comes before all else. `counts` says of some picks whether sharing makes a theme of it.
    """
    picks = {writeup.pick.contribution.id: writeup.pick for writeup in writeups}
    found = shared({key: text(pick) for key, pick in picks.items()})
    terms = {term: keys for term, keys in found.items() if counts(keys)}
    topics = apart({topic: keys for topic, keys in by_topic(picks).items() if counts(keys)})
    telling = telling_terms(topics, terms)
    on_topics = [
        Theme(name=capitalized(topic), text=on_topic(topic, keys, telling[topic], terms, picks), picks=tuple(keys))
        for topic, keys in topics.items()
    ]
    others = apart({**topics, **{term: keys for term, keys in terms.items() if term not in telling.values()}})
    on_terms = [
        Theme(
            name=capitalized(term),
            text=f"“{term}” comes up in {counted(keys)} picks: {titles(keys, picks)}.",
            picks=tuple(keys),
        )
        for term, keys in others.items()
        if term not in topics
    ]
    # What only two picks share is a theme where there are few others; best if the reader has a word for it.
    asked = wished(guidance)
    strong = [*on_topics, *(theme for theme in on_terms if len(theme.picks) > 2 or asked & stems(theme.name))]
    strong = sorted(strong, key=lambda theme: -len(asked & stems(f"{theme.name} {theme.text}")))[:_MOST]
    weak = sorted(
        (theme for theme in on_terms if len(theme.picks) == 2 and theme not in strong),
        key=lambda theme: not _is_wanted(theme, picks),
    )
    return (*strong, *weak[: max(0, _FEWEST - len(strong))])


def by_topic(picks: Mapping[str, Pick]) -> Holders:
    """The picks that have a topic among their first ones, for each topic with several, most picks first."""
    keys: dict[str, list[str]] = {}
    for key, pick in picks.items():
        for match in pick.matches[:_TOPICS]:
            keys.setdefault(match.topic, []).append(key)
    several = [topic for topic in keys if len(keys[topic]) > 1]
    return {topic: keys[topic] for topic in sorted(several, key=lambda topic: -len(keys[topic]))}


def apart(groups: Holders) -> Holders:
    """The groups that are not much the same as an earlier one."""
    kept: dict[str, Sequence[str]] = {}
    for name, keys in groups.items():
        if all(_likeness(keys, other) <= _ALIKE for other in kept.values()):
            kept[name] = keys
    return kept


def telling_terms(topics: Holders, terms: Holders) -> dict[str, str]:
    """For each topic the term that most of its picks share, "" without one; no term twice."""
    found: dict[str, str] = {}
    for topic, keys in topics.items():
        fitting = {
            term: len(held)
            for term in terms
            if term not in found.values()
            and term.lower() not in topic.lower()
            and len(held := _among(keys, terms[term])) > 1
        }
        found[topic] = max(fitting, key=fitting.__getitem__, default="")
    return found


def on_topic(topic: str, keys: Sequence[str], term: str, terms: Holders, picks: Mapping[str, Pick]) -> str:
    """How many picks are on it, and what several of them speak of."""
    begin = f"{counted(keys).capitalize()} picks concern {topic}"
    if not term:
        return f"{begin}: {titles(keys, picks)}."
    held = _among(keys, terms[term])
    share = f"{counted(held)} of them" if len(held) < len(keys) else "all of them" if len(keys) > 2 else "both"
    return f"{begin}; “{term}” comes up in {share}: {titles(held, picks)}."


# ---- words


def counted(keys: Sequence[str]) -> str:
    return _COUNTS[len(keys)] if len(keys) < len(_COUNTS) else str(len(keys))


def titles(keys: Sequence[str], picks: Mapping[str, Pick]) -> str:
    """The first titles as they stand, and how many more there are."""
    shown = [f"“{short(picks[key].contribution.title)}”" for key in keys[:_TITLES]]
    more = keys[_TITLES:]
    return listing([*shown, f"{counted(more)} more"] if more else shown)


def short(title: str) -> str:
    """The name before a title's colon, or the whole title."""
    title = " ".join(title.split())
    name, colon, _ = title.partition(": ")
    return name if colon and len(name.split()) <= _NAME and not is_label(name) else title


def text(pick: Pick) -> str:
    """What the program says of it; the words of a whole paper would be themes of their own."""
    told = (passage.text for passage in pick.contribution.passages if passage.part != Depth.FULL_TEXT)
    return "\n".join((pick.contribution.title, *told))


def _is_wanted(theme: Theme, picks: Mapping[str, Pick]) -> bool:
    """Whether a word of its name is one that the picks were chosen for."""
    wanted = {
        word.lower() for key in theme.picks for match in picks[key].matches for word in " ".join(match.terms).split()
    }
    return bool(wanted & {*theme.name.lower().split()})


def _among(keys: Sequence[str], holders: Sequence[str]) -> list[str]:
    return [key for key in keys if key in holders]


def _likeness(some: Sequence[str], others: Sequence[str]) -> float:
    return len({*some} & {*others}) / len({*some} | {*others})
