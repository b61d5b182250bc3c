"""The road from several published digests to one page: the best picks of each topic, and what the conferences share.

A roundup is a digest of its own, whose write-ups are those of others as people left them. So it is rendered, kept,
proposed, checked and published like any digest, and whoever edits it edits a page like any other.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from bot.config import Config
from bot.discover import known_by
from bot.errors import ConfigError
from bot.introduce import inside, period
from bot.model import Decisions, Digest, Edition, Outline, Theme, WriteUp
from bot.pick.decide import DROPPED, left_out
from bot.publish.front import KEY
from bot.roundup.asked import asked, wanted_by
from bot.roundup.choose import MOST, NOTHING, choose, key_of, ranked, under
from bot.roundup.gather import Joined, Wanted, gather
from bot.text import folded, listing
from bot.write import themes

__all__ = ["Wanted", "candidates", "roundup", "wanted_by"]


def roundup(
    wanted: Wanted, root: Path, config: Config, listen: Callable[[str], None], decisions: Decisions = NOTHING
) -> tuple[Digest, str]:
    """The roundup of the digests under a folder, and the record of what was asked for."""
    require_name(wanted.name, config)
    joined = gather(wanted, root, listen)
    writeups = choose(joined, wanted.topic, decisions)
    listen(
        f"Joined {len(joined)} digests with {sum(len(each.writeups) for each in joined)} picks: {len(writeups)} here"
    )
    topic = spelled(wanted.topic, joined)
    edition = Edition(key=wanted.name, name=title(wanted, joined, topic), form="roundup")
    digest = Digest(
        edition=edition,
        program=outline(wanted, joined),
        lead=lead(joined, writeups, config.reader.name, topic),
        writeups=writeups,
        themes=shared(writeups),
        near_misses=left_out((), decisions, (writeup.pick for each in joined for writeup in each.writeups)),
        findings=tuple(finding for each in joined for finding in each.findings),
        reader=config.reader.name,
        writer="extractive",
        decisions=decisions,
    )
    return digest, asked(wanted, edition)


def candidates(
    wanted: Wanted, root: Path, listen: Callable[[str], None], decisions: Decisions = NOTHING
) -> tuple[WriteUp, ...]:
    """Every pick of the digests, the best first; the reason of one that the roundup leaves out says why it does."""
    joined = gather(wanted, root, listen)
    chosen = {*map(key_of, choose(joined, wanted.topic, decisions))}
    return tuple(
        each
        if key_of(each) in chosen
        else replace(each, pick=replace(each.pick, reason=why_not(each, wanted, decisions)))
        for each in ranked(joined)
    )


def why_not(writeup: WriteUp, wanted: Wanted, decisions: Decisions) -> str:
    """Why a roundup leaves a pick out."""
    if key_of(writeup) in decisions.dropped:
        return DROPPED
    if wanted.topic and not under(writeup.pick, wanted.topic).matches:
        return f"it is not on {wanted.topic}"
    return f"a roundup holds {MOST} picks, the best of each topic"


def spelled(topic: str, joined: Sequence[Joined]) -> str:
    """A topic as the digests spell it."""
    matches = (match.topic for each in joined for writeup in each.writeups for match in writeup.pick.matches)
    return next((match for match in matches if folded(match) == folded(topic)), topic)


def require_name(name: str, config: Config) -> None:
    """Raises ConfigError for a name that no page can have, or that is an edition's."""
    if not KEY.fullmatch(name):
        raise ConfigError(f"{name!r} is no name for a roundup", hint="words and a number, such as spring-2026")
    if known_by(name, config.series):
        hint = "choose another name, such as roundup-2026"
        raise ConfigError(f"{name!r} is an edition of a series in config.yml", hint=hint)


def title(wanted: Wanted, joined: Sequence[Joined], topic: str) -> str:
    """When it was, and on which topic where that was asked for."""
    first, last = days(wanted, joined)
    when = period(first, last) if first else wanted.name.replace("-", " ")
    return f"Roundup{f' on {topic}' if topic else ''}, {when}"


def days(wanted: Wanted, joined: Sequence[Joined]) -> tuple[str, str]:
    """The first and the last day: as asked for, else of the editions."""
    known = sorted(each.day for each in joined if each.day)
    first, last = (known[0], known[-1]) if known else ("", "")
    return wanted.since or first, wanted.until or last


def outline(wanted: Wanted, joined: Sequence[Joined]) -> Outline:
    """What there was to choose from: the picks of the digests, which are its sources."""
    first, last = days(wanted, joined)
    kinds = Counter(writeup.pick.contribution.kind for each in joined for writeup in each.writeups)
    sources = tuple(each.source for each in joined)
    return Outline(platform="digests", url="", starts=first, ends=last, kinds=kinds, sources=sources)


def lead(joined: Sequence[Joined], writeups: Sequence[WriteUp], reader: str, topic: str) -> tuple[str, ...]:
    """Which editions, and how many picks."""
    editions = listing([f"{each.article.title} ({counted(each)})" for each in joined])
    total = sum(len(each.writeups) for each in joined)
    share = f"All {total}" if len(writeups) == total else f"{len(writeups)} of the {total}"
    best = f"those on {topic}" if topic else "the best of each topic" if total > MOST else "by topic"
    return (
        f"{share} picks of {len(joined)} digests, {best}: {editions}.",
        f"They were chosen for one reader, the {inside(reader)}. Why and what are in the words of those digests, as "
        "people left them; each pick leads to its own digest, which says more. No model was asked.",
    )


def counted(digest: Joined) -> str:
    picks = len(digest.writeups)
    return "1 pick" if picks == 1 else f"{picks} picks"


def shared(writeups: Sequence[WriteUp]) -> tuple[Theme, ...]:
    """What picks of several conferences share, and which conferences."""
    names = {writeup.pick.contribution.id: writeup.pick.contribution.session for writeup in writeups}
    places = {key: key.partition("/")[0] for key in names}

    def is_spread(picks: Sequence[str]) -> bool:
        return len({places[pick] for pick in picks}) > 1

    return tuple(spread(theme, names) for theme in themes(writeups, counts=is_spread))


def spread(theme: Theme, names: Mapping[str, str]) -> Theme:
    found = dict.fromkeys(names[pick] for pick in theme.picks)
    return replace(theme, text=f"{theme.text} Shared by {listing([*found])}.")
