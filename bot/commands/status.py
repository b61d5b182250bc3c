"""Says how the digest stands: its picks, what people edited, what is locked, dropped, added or asked for."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from bot.blocks import LABELS, entry_key
from bot.commands import Desk, name
from bot.markdown import quiet
from bot.model import Command, Reply, Role, Tier
from bot.text import listing

USAGE = "/status"
ROLE = Role.READER


def run(command: Command, desk: Desk) -> Reply:
    return Reply(text="\n".join(f"- {line}" for line in lines(desk)))


def lines(desk: Desk) -> Iterator[str]:
    digest, decisions = desk.digest, desk.digest.decisions
    tiers = Counter(entry.tier for entry in desk.shown.entries if entry.tier)
    shares = listing([f"{tiers[tier]} {tier}" for tier in Tier if tiers[tier]])
    yield f"{len(desk.shown.entries)} picks on the page{f': {shares}' if shares else ''}."
    titles = {each.contribution.id: each.contribution.title for each in digest.near_misses}
    titles |= {each.pick.contribution.id: each.pick.contribution.title for each in digest.writeups}
    keys = {entry_key(each): title for each, title in titles.items()}
    for what, found in (
        ("Edited by people", edited(desk)),
        ("Locked", [locked(key, keys) for key in decisions.locked if not key.startswith("## ")]),
        ("Dropped", [title_of(each, titles) for each in decisions.dropped]),
        ("Added", [title_of(each, titles) for each in decisions.added]),
        ("Asked for", [f"{title_of(each, titles)}: {quiet(wish)}" for each, wish in decisions.guidance.items()]),
        ("Know that", [quiet(finding.text) for finding in digest.findings]),
    ):
        if found:
            yield f"{what}: {'; '.join(found)}"


def edited(desk: Desk) -> list[str]:
    entries = {entry.key for entry in desk.shown.entries if entry.key}
    own = [f"{labels(entry.theirs)} of {name(entry)}" for entry in desk.shown.entries if entry.theirs]
    added = [f"{name(entry)}, a person's own" for entry in desk.shown.entries if not entry.id]
    rest = [f"`{key}`" for key in desk.shown.theirs if key.partition("/")[0] not in entries]
    return [*own, *added, *rest]


def labels(fields: Sequence[str]) -> str:
    return listing([LABELS.get(field, field) for field in fields])


def locked(key: str, titles: Mapping[str, str]) -> str:
    stem, _, field = key.partition("/")
    if stem not in titles:
        return "the lead" if stem == "lead" else "the themes"
    return f"{LABELS.get(field, field)} of {title_of(stem, titles)}" if field else title_of(stem, titles)


def title_of(key: str, titles: Mapping[str, str]) -> str:
    return f"“{quiet(titles[key])}”" if key in titles else f"`{quiet(key)}`"
