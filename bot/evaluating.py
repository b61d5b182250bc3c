"""The verb that measures: eval drafts again what people have picked and edited, and lays the figures side by side."""

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from bot.errors import BotError, CommandError
from bot.ways import NOW, Way, answering, ways

if TYPE_CHECKING:
    from bot.config import Config
    from bot.evaluate import Score
    from bot.evaluate.columns import Column, Report
    from bot.evaluate.gold import Gold
    from bot.golds import Miss
    from bot.model import Edition

    Placed = Sequence[tuple[Gold, Path]]


def arguments(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    own = verbs.add_parser("eval", help="measure drafts by people's picks and edits", description=evaluate.__doc__)
    own.add_argument("golds", nargs="*", type=Path, metavar="GOLD", help="a file of picks, a digest, a folder of them")
    own.add_argument("--from", dest="origin", type=Path, metavar="FILE|DIR",
                     help="the program of the one GOLD, or a folder that holds each edition's by its name")  # fmt: skip
    own.add_argument("--config", type=Path, action="append", metavar="FILE", help="default: config.yml; a column each")
    own.add_argument("--prompts", type=Path, action="append", metavar="DIR", help="in place of prompts/; a column each")
    own.add_argument("--model", action="append", metavar="NAME", help="in place of the one that writes; a column each")
    own.add_argument("--against", type=Path, action="append", default=[], metavar="FILE", help="an earlier --report")
    own.add_argument("--report", type=Path, metavar="FILE", help="keep the figures there, for a later --against")
    own.add_argument("--json", action="store_true", help="the figures as JSON")
    own.add_argument("--out", type=Path, default=Path(), metavar="DIR", help="where digests/ is (default: here)")
    own.set_defaults(run=evaluate)


def evaluate(options: argparse.Namespace) -> int:
    """Drafts the editions of golds anew, and says how far picks and figures agree, what it took, what people changed.

    Without a GOLD, those are all digests whose programs --from holds. No site is read, and nothing is proposed.
    """
    from bot import show
    from bot.evaluate.columns import changed, rows, writers
    from bot.evaluate.kept import as_tree
    from bot.forges import folder

    report = reported(options)
    tree = as_tree(report)
    if options.report:
        folder.write(options.report, f"{json.dumps(tree, ensure_ascii=False, indent=1)}\n")
    show.notes(report.notes)
    if options.json:
        show.json(tree, indent=1)
        return 0
    if report.columns:
        show.figures(("", *(column.name for column in report.columns)), rows(report.columns))
    if report.edits:
        show.figures(("Edited by people", *writers(report.edits)), changed(report.edits))
    return 0


def reported(options: argparse.Namespace) -> "Report":
    """All that there is to tell. A gold that was named must be measured; what of digests/ cannot be is noted."""
    from bot import golds
    from bot.evaluate.columns import Report
    from bot.evaluate.edits import edits, summed

    notes: list[str] = []
    miss = raised if options.golds else partial(noted, notes)
    earlier = [each for path in options.against for each in kept(path)]
    tried, digests = ways(options), tuple(golds.standing(options.out, notes))
    wanted = golds.named(options.golds) if options.golds else tuple(golds.of_digests(digests, notes))
    with TemporaryDirectory() as scratch:
        placed = tuple(golds.with_programs(wanted, options.origin, Path(scratch), miss))
        columns = [column(way, placed, notes, miss) for way in tried] if placed else []
    found = summed(each for digest in digests for each in edits(*digest))
    if not (columns or earlier or found or notes):
        raise CommandError("there is nothing here to evaluate", hint="name a GOLD, or where digests/ is with --out")
    return Report(columns=(*earlier, *columns), edits=found, notes=tuple(dict.fromkeys(notes)))


def raised(edition: str, error: BotError) -> None:
    raise error


def noted(notes: list[str], edition: str, error: BotError) -> None:
    from bot.golds import note

    notes.append(note(edition, error))


def kept(path: Path) -> "tuple[Column, ...]":
    """The columns of an earlier report, under its name."""
    from bot.evaluate.kept import of_tree
    from bot.golds import MOST_BYTES
    from bot.web import recording

    tree = recording.saved_file(path, MOST_BYTES).page(path.name).tree
    columns = of_tree(tree, path.name)
    return tuple(replace(each, name=path.stem if each.name == NOW else f"{path.stem}: {each.name}") for each in columns)


def column(way: Way, placed: "Placed", notes: list[str], miss: "Miss") -> "Column":
    """How every gold fares one way."""
    from bot.evaluate.columns import Column
    from bot.golds import UNREADABLE

    scores: list[Score] = []
    for each, place in placed:
        try:
            scores.append(measured(each, place, way, notes))
        except UNREADABLE as error:
            miss(each.edition, error)
    return Column(name=way.name, scores=tuple(scores))


def measured(gold: "Gold", place: Path, way: Way, notes: list[str]) -> "Score":
    """One gold, drafted and measured."""
    from bot import pipeline, show
    from bot.evaluate import score
    from bot.origin import opened

    edition, began = edition_of(gold, way.config), time.perf_counter()
    model = answering(way, place)
    if model is None and way.config.writer != "extractive":
        notes.append(f"{way.name}: without OPENAI_API_KEY no model is asked, so the extractive writer was measured")
    adviser = pipeline.adviser_of(edition, way.config, model, folder=way.prompts)
    with opened(place, None, way.config) as (web, held):
        digest, _ = pipeline.drafted(edition, web, way.config, pipeline.NOTHING, lambda line: None, held, adviser)
    done = score(gold, digest, way.config.reader, time.perf_counter() - began)
    show.step(f"{gold.edition}, {way.name}: drafted in {done.seconds:.1f} s")
    if done.strangers:
        some = f"“{done.strangers[0]}”" + (f" and {len(done.strangers) - 1} more" if done.strangers[1:] else "")
        notes.append(f"{gold.edition}: its program does not list what the gold picks, {some}")
    return done


def edition_of(gold: "Gold", config: "Config") -> "Edition":
    """As config.yml knows it, or else as the gold says."""
    from bot import discover
    from bot.model import Edition

    known = discover.known_by(gold.edition, config.series)
    return known or Edition(key=gold.edition, name=gold.name, kind=gold.kind)
