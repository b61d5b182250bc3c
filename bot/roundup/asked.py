"""prompts/<name>.md of a roundup: the command that joins it, for people to ask again, and for the bot to read back."""

import re
import shlex
from collections.abc import Iterator
from datetime import date

from bot import prompts
from bot.blocks import unix
from bot.errors import StoreError
from bot.markdown import escape
from bot.model import Edition
from bot.roundup.gather import Wanted
from bot.seal import seal

_COMMAND = re.compile(r"^ *python -m bot roundup (.+)$", re.M)
_OPTIONS = {"--since", "--until", "--series", "--topic"}


def asked(wanted: Wanted, edition: Edition) -> str:
    """What was asked for, so that anyone can ask for it again."""
    text = prompts.fill("roundup", {"name": escape(edition.name), "command": " ".join(command(wanted))})
    return seal(f'---\nedition: {wanted.name}\nseal: ""\n---\n\n{text}\n')


def command(wanted: Wanted) -> Iterator[str]:
    yield f"python -m bot roundup {wanted.name}"
    if wanted.since:
        yield f"--since {wanted.since}"
    if wanted.until:
        yield f"--until {wanted.until}"
    if wanted.series:
        yield f"--series {','.join(wanted.series)}"
    if wanted.topic:
        yield f"--topic {shlex.quote(wanted.topic)}"


def wanted_by(prompt: str, name: str) -> Wanted:
    """What the record asks for, also where a person changed it. Raises StoreError where it asks for nothing."""
    line = _COMMAND.search(unix(prompt))
    try:
        first, *rest = shlex.split(line.group(1)) if line else [""]
        options = dict(zip(rest[::2], rest[1::2], strict=True))
        if first != name or not options.keys() <= _OPTIONS:
            raise ValueError
        since, until = (day(options.get(option, "")) for option in ("--since", "--until"))
    except ValueError:
        raise StoreError(
            f"prompts/{name}.md does not say what {name} joins",
            hint=f"write it there on a line of its own, such as: python -m bot roundup {name} --since 2026-01-01",
        ) from None
    series = tuple(filter(None, options.get("--series", "").split(",")))
    return Wanted(name=name, since=since, until=until, series=series, topic=options.get("--topic", ""))


def day(text: str) -> str:
    return text and date.fromisoformat(text).isoformat()
