"""Turns a fresh copy of this repository into somebody's own: config.yml with their answers, all else in it as it was.

Pure: whoever calls asks, shows and writes.
"""

import json
import re
from collections.abc import Iterator, Mapping
from difflib import unified_diff

from bot.blocks import ended, unix
from bot.config import Config, is_shipped, parse
from bot.errors import ConfigError
from bot.forges.github import places
from bot.forges.github.places import Place
from bot.init import lines
from bot.init.answers import Answers, said, tidy, topic, with_addresses
from bot.init.interview import interview
from bot.seal import untouched
from bot.text import listing

__all__ = ["Answers", "difference", "examples", "interview", "left", "protect", "rewritten", "with_addresses"]

PATHS = {
    "title": ("site", "title"),
    "url": ("site", "url"),
    "contact": ("site", "contact"),
    "reader": ("reader", "name"),
    "summary": ("reader", "summary"),
    "topics": ("reader", "topics"),
    "series": ("series",),
}
INVENTED = re.compile(r"https?://(?:[\w-]+\.)*example(?:\.(?:org|com|net))?(?:[:/]|$)")  # nobody's names (RFC 2606)


def changes(answers: Answers, config: Config) -> Mapping[str, str | tuple[str, ...]]:
    """What config.yml does not say yet, by the names of the answers."""
    wanted, now = tidy(answers, config), said(config)
    pairs = {name: (getattr(wanted, name), getattr(now, name)) for name in PATHS}
    return {name: wants for name, (wants, says) in pairs.items() if wants and wants != says}


def told(names: Mapping[str, object]) -> str:
    return listing([".".join(PATHS[name]) for name in names])


def protect(answers: Answers, config: Config) -> None:
    """What somebody configured is changed only when they say so."""
    if not is_shipped(config) and (lost := changes(answers, config)):
        raise ConfigError(
            f"config.yml is somebody's own already, and this would change {told(lost)}",
            hint="add --overwrite if you mean it, or change config.yml by hand",
        )


def rewritten(text: str, answers: Answers) -> str:
    """config.yml saying what is answered. Raises ConfigError where that would be no valid configuration."""
    config = parse(text)
    new = changes(answers, config)
    if "reader" in new and not (answers.summary and answers.topics):
        raise ConfigError("another reader has another summary and other topics", hint="give --summary and --topic too")
    changed = unix(text).split("\n")
    for name, value in new.items():
        changed = edited(changed, name, value, config)
    after = ended("\n".join(changed), text) if new else text
    if missed := changes(answers, parse(after)):
        raise lines.by_hand(told(missed))
    return after


def edited(old: list[str], name: str, value: str | tuple[str, ...], config: Config) -> list[str]:
    path = PATHS[name]
    if isinstance(value, str):
        return lines.with_prose(old, path, value) if name == "summary" else lines.with_value(old, path, value)
    if name == "topics":
        written = (line for each in value for line in lines.topic(*topic(each)))
        return lines.replaced(old, path, ["  topics:", *written])
    for key in config.series:
        old = old if key in value else lines.replaced(old, (*path, key), [])
    return old


def difference(before: str, after: str) -> tuple[str, ...]:
    """What would be written, line by line, as a diff."""
    old, new = unix(before).split("\n"), unix(after).split("\n")
    return tuple(unified_diff(old, new, "config.yml as it is", "config.yml as it will be", n=1, lineterm=""))


def examples(files: Mapping[str, str]) -> tuple[str, ...]:
    """Which files below digests/ and prompts/ are the shipped demo's, and untouched since the bot wrote them."""
    return tuple(path for key in filter(None, map(key_of, files)) for path in demo(key, files))


def key_of(path: str) -> str:
    found = re.fullmatch(r"digests/([a-z0-9-]+)\.json", path)
    return found.group(1) if found else ""


def demo(key: str, files: Mapping[str, str]) -> Iterator[str]:
    """The files of a digest that was read from an address that no conference can have."""
    paths = [path for path in (f"digests/{key}.json", f"digests/{key}.md", f"prompts/{key}.md") if path in files]
    if INVENTED.match(read_from(files[paths[0]])) and all(untouched(files[path]) for path in paths):
        yield from paths


def read_from(digest: str) -> str:
    try:
        return str(json.loads(digest)["program"]["url"])
    except (ValueError, KeyError, TypeError):
        return ""


def left(site: str) -> tuple[tuple[str, Place], ...]:
    """The three settings that only a person can make, by what they are for."""
    return (
        ("so that the bot may propose", places.pulls(site)),
        ("so that the digests are published", places.pages(site)),
        ("only if a model shall write", places.key(site)),
    )
