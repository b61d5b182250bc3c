"""The verbs of published digests: revisit reads their programs again, amend proposes what happened to their picks."""

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import BotError, CommandError, Incomplete, StoreError

if TYPE_CHECKING:
    from bot.config import Config
    from bot.forges.github.addenda import Addenda
    from bot.jobs import Sleep
    from bot.model import Digest, Edition, Proposal, PullRequest
    from bot.publish.sources import Source

HERE = "where digests/ is (default: here)"
MOST = 200  # addenda of one run


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """What came of reading one edition's program again; `addendum` is None where there is nothing to tell."""

    edition: str
    said: str
    addendum: "Proposal | None" = None


def arguments(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    look = verbs.add_parser("revisit", help="find what happened to published picks", description=revisit.__doc__)
    look.add_argument("editions", nargs="*", metavar="EDITION", help="whose digests (default: those of these months)")
    look.add_argument("--out", type=Path, required=True, metavar="DIR", help="where addenda are left, for amend")
    look.add_argument("--against", type=Path, default=Path(), metavar="DIR", help=HERE)
    look.add_argument("--from", dest="origin", type=Path, metavar="FILE|DIR", help="read the program from here")
    look.add_argument("--github", action="store_true", help="heed which addenda maintainers closed")
    look.add_argument("--config", type=Path, default=Path("config.yml"), metavar="FILE", help="default: config.yml")
    look.set_defaults(run=revisit)

    put = verbs.add_parser("amend", help="add to published digests what revisit found", description=amend.__doc__)
    put.add_argument("--from", dest="origin", type=Path, required=True, metavar="DIR", help="where revisit left them")
    put.add_argument("--out", type=Path, default=Path(), metavar="DIR", help=HERE)
    put.add_argument("--github", action="store_true", help="propose them there as pull requests instead")
    put.set_defaults(run=amend)


def revisit(options: argparse.Namespace) -> int:
    """Reads the programs of published digests again, and leaves an addendum for each whose picks have news."""
    from bot import show, summary
    from bot.config import load
    from bot.forges import folder
    from bot.forges.github.job import output_editions, summarise
    from bot.jobs import job

    here, config = job(), load(options.config)
    visits = [visited(source, edition, options, config) for source, edition in wanted(options, config)]
    found = [visit.addendum for visit in visits if visit.addendum]
    for addendum in found:
        folder.connect(options.out / addendum.edition).put(addendum)
    for visit in visits:
        show.step(f"{visit.edition}: {visit.said}")
    output_editions(here.output, (each.edition for each in found))
    summarise(here.summary, summary.revisited([(visit.edition, visit.said) for visit in visits]))
    return 0


def wanted(options: argparse.Namespace, config: "Config") -> "Iterator[tuple[Source, Edition]]":
    """The digests that are named, else those to whose picks something may still happen."""
    from bot import discover, show
    from bot.publish.sources import source, sources
    from bot.revisit import is_timely

    for key in named(options):
        yield source(options.against, key), discover.edition(key, config.series)
    if named(options):
        return
    for each in sources(options.against, show.step):
        edition = discover.known_by(each.key, config.series)
        if edition is None:
            show.step(f"Left out {each.key}: no series of config.yml has it")
        elif is_timely(edition, datetime.now(UTC).date()):
            yield each, edition


def named(options: argparse.Namespace) -> list[str]:
    """The editions that were named; a workflow gives an empty name where nobody named one."""
    return [key for key in options.editions if key]


def visited(source: "Source", edition: "Edition", options: argparse.Namespace, config: "Config") -> Visit:
    """What came of it. A source that cannot be read is told, and the other editions are read; it is asked next week."""
    from bot import revisit as road
    from bot import show
    from bot.enrichers import FAILURES
    from bot.model import Finding
    from bot.origin import opened

    try:
        there = on_github(source.key) if options.github else None
        refused = closed(there) if there else ()
        with opened(options.origin, None, config) as (web, held):
            addendum = road.revisit(source, edition, web, held, refused, is_open=bool(there and there.is_open))
    except (*FAILURES, Incomplete, StoreError) as error:
        if named(options):
            raise
        show.failure(error)
        return Visit(edition=source.key, said=f"Not read: {Finding(text=str(error), hint=error.hint).sentence}")
    said = addendum.title if addendum else "Nothing happened that is not told already."
    return Visit(edition=source.key, said=said, addendum=addendum)


def amend(options: argparse.Namespace, sleep: "Sleep" = time.sleep) -> int:
    """Lays addenda under what people wrote: in a folder's digests, or as a pull request on GitHub for each."""
    from bot import show, summary
    from bot.forges.github.job import summarise
    from bot.jobs import job

    code = 0
    for key in left(options.origin):
        try:
            shown = amended(key, options, sleep)
        except BotError as error:  # the others are proposed all the same
            show.failure(error)
            code = code or error.exit_code
            continue
        summarise(job().summary, summary.proposed(key, shown))
        print(shown.address)
    return code


def left(origin: Path) -> Sequence[str]:
    """The editions of which a run left addenda. Raises CommandError where that cannot be."""
    from bot.publish.front import KEY

    if not origin.is_dir():
        raise CommandError(
            f"there is no folder {origin}", hint="revisit makes it where there is news: python -m bot revisit --out DIR"
        )
    keys = sorted(path.name for path in origin.iterdir())
    if strange := [key for key in keys if not KEY.fullmatch(key)]:
        raise CommandError(f"{origin} holds {strange[0]!r}, which is no edition's", hint="leave revisit's folder alone")
    if len(keys) > MOST:
        raise CommandError(f"{origin} holds {len(keys)} addenda", hint=f"propose {MOST} at most at once")
    return keys


def amended(key: str, options: argparse.Namespace, sleep: "Sleep") -> "PullRequest":
    from bot import revisit as road
    from bot import show
    from bot.forges import folder

    drafted = folder.connect(options.origin / key)
    if not options.github:
        return road.amend(key, drafted, folder.connect(options.out), show.step)
    there = on_github(key, sleep)
    return road.amend(key, drafted, there.forge, show.step, closed(there))


def on_github(key: str, sleep: "Sleep" = time.sleep) -> "Addenda":
    from bot.forges.github import addenda
    from bot.jobs import job

    return addenda.connect(job().settings, key, sleep)


def closed(there: "Addenda") -> "tuple[Digest, ...]":
    """The digest as the addenda had it that maintainers closed."""
    from bot.store import digest_of

    return tuple(digest_of(data, f"{there.forge.edition}.json of a closed addendum") for data in there.refused)
