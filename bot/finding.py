"""The verb that finds series: discover reads public lists and prints blocks for config.yml."""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import BotError, ConfigError, SourceError

if TYPE_CHECKING:
    from bot.config import Config
    from bot.model import Finding
    from bot.page import Page
    from bot.suggest import Suggestion
    from bot.suggest.lists import Announced, Topic

MOST_FILES, MOST_BYTES = 1_000, 5_000_000
HEAD = ("Series", "Kind", "Next or last", "Platform")


def arguments(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    own = verbs.add_parser(
        "discover", help="find series that are worth a block in config.yml", description=find.__doc__
    )
    own.add_argument("--topic", required=True, metavar="TOPIC", help="networking, systems, security, …")
    own.add_argument(
        "--from", dest="origin", type=Path, metavar="FILE|DIR", help="read saved lists, or a recording; no network"
    )
    own.add_argument("--record", type=Path, metavar="DIR", help="keep everything that is fetched, for --from")
    own.add_argument("--config", type=Path, default=Path("config.yml"), metavar="FILE", help="default: config.yml")
    own.set_defaults(run=find)


def find(options: argparse.Namespace) -> int:
    """Prints the series of a topic that public lists have and config.yml has not, as blocks to paste into it."""
    from bot import scrape, show, suggest
    from bot.config import load

    topic, config, today = topic_of(options.topic), load(options.config), datetime.now(UTC).date()
    pages, findings = read(options, topic, config)
    wanted = [each for each in listed(pages, findings) if each.field in topic.fields]

    def platform_at(address: str) -> str:
        platform = scrape.platform_at(address)
        return platform.__name__.rpartition(".")[2] if platform else ""

    found = suggest.suggest(wanted, config.series, today, platform_at)
    for finding in findings:
        print(f"! {show.safe(finding.sentence)}", file=sys.stderr)
    print("\n".join(table(found)) if found else f"No series of {options.topic} that config.yml lacks.")
    if found:
        print("\n# Look at each address before you paste its block below series: in config.yml.\nseries:")
        print("\n".join(map(suggest.block, found)))
    return 0


def topic_of(name: str) -> "Topic":
    from bot.suggest.lists import TOPICS

    if name in TOPICS:
        return TOPICS[name]
    near = get_close_matches(name, TOPICS, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(TOPICS)}"
    raise ConfigError(f"no list is known to have the topic {name!r}", hint=hint)


def read(options: argparse.Namespace, topic: "Topic", config: "Config") -> "tuple[list[Page], list[Finding]]":
    """The lists: those that somebody saved, or those that are known to have the topic."""
    from bot.web.recording import INDEX

    if options.origin and options.origin.is_dir() and not (options.origin / INDEX).exists():
        pages, findings = saved(options.origin)
    else:
        pages, findings = fetched(options, topic, config)
    if not pages:
        raise SourceError("no list could be read", hint=findings[0].sentence if findings else "name a saved one")
    return pages, findings


def fetched(options: argparse.Namespace, topic: "Topic", config: "Config") -> "tuple[list[Page], list[Finding]]":
    """The lists from the internet, a recording or one saved file."""
    from bot.origin import opened
    from bot.platforms import further
    from bot.suggest import lists

    with opened(options.origin, options.record, config) as (web, held):
        found, failures = further(held or lists.addresses(topic, datetime.now(UTC).year), web, "lists")
        parts = [address for page in found.values() for address in lists.files(page) if address not in found]
        more, others = further(parts, web, "files of a list")
    return [*found.values(), *more.values()], [*failures, *others]


def saved(folder: Path) -> "tuple[list[Page], list[Finding]]":
    """The files below a folder that may be lists, and what is wrong with those that cannot be read."""
    from bot.web import recording

    pages: list[Page] = []
    findings: list[Finding] = []
    paths = sorted(path for path in folder.rglob("*") if path.suffix in (".yml", ".yaml", ".json"))
    for path in paths[:MOST_FILES]:
        try:
            pages.append(recording.saved_file(path, MOST_BYTES).page(path.name))
        except BotError as error:
            findings.append(finding_of(error))
    return pages, findings


def listed(pages: "Iterable[Page]", findings: "list[Finding]") -> "Iterator[Announced]":
    """The editions on the lists; a list that cannot be read is told, and the others count."""
    from bot.suggest import lists

    for page in pages:
        try:
            yield from lists.announced(page)
        except BotError as error:
            findings.append(finding_of(error))


def finding_of(error: BotError) -> "Finding":
    from bot.model import Finding

    return Finding(text=f"Passed over: {error}.", hint=error.hint)


def table(found: "Sequence[Suggestion]") -> "Iterator[str]":
    """One line a series, in columns; its block below has its addresses."""
    from bot.show import safe

    rows = [HEAD, *((each.name, each.kind, each.next, each.platform or "–") for each in found)]
    shown = [[safe(cell.replace(" {year}", "")) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    return ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in shown)
