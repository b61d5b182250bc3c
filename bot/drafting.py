"""The verb that drafts: one edition or several, with a model that answers at once or, at half the price, by batches."""

import argparse
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import BotError, CommandError, ConfigError, NotAnswered
from bot.jobs import on_branch

if TYPE_CHECKING:
    from bot.config import Config
    from bot.llms import Later
    from bot.model import Edition
    from bot.pipeline import Outcome


def arguments(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    verb = verbs.add_parser("draft", help="draft an edition's digest", description=draft.__doc__)
    verb.add_argument(
        "editions", nargs="+", metavar="EDITION", help="<series>-<number>, as in sigcomm-2025 or ietf-123"
    )
    verb.add_argument(
        "--out", type=Path, default=Path(), metavar="DIR", help="where digests/ and prompts/ are (default: here)"
    )
    verb.add_argument("--form", choices=("digest", "session-notes"), help="instead of the form that its series has")
    verb.add_argument(
        "--batch", action="store_true", help="have the model answer within a day, at half the price; then draft again"
    )
    verb.add_argument("--estimate", action="store_true", help="only say what a model would be asked, and for how much")
    verb.add_argument("--github", action="store_true", help="heed what maintainers decided on the digest's branch")
    verb.add_argument("--report", type=Path, metavar="FILE", help="note there what it came to, for the report verb")
    verb.set_defaults(run=draft)
    return verb


def draft(options: argparse.Namespace) -> int:
    """Drafts the digests of one edition or several; where one fails the others are drafted all the same."""
    from bot import discover, show, weekly
    from bot.config import load

    config = load(options.config)
    editions = [discover.edition(key, config.series) for key in dict.fromkeys(options.editions)]
    refuse_to_mix(options)
    if options.estimate:
        codes = [told(partial(estimated, edition, config, options)) for edition in editions]
        return next(filter(None, codes), 0)
    later = by_batch(config, options.record) if options.batch else None
    codes = []
    for edition in (replace(edition, form=options.form or edition.form) for edition in editions):
        drafting = partial(drafted, edition, config, options, later)
        if len(editions) > 1:
            show.step(f"{edition.key}:")
        codes.append(weekly.noted(options.report, edition, drafting) if options.report else told(drafting))
    if codes.count(0) > 1:
        show.step("pull-request.md is that of the last one; to propose several, draft each into a folder of its own")
    return next(filter(None, codes), 0)


def refuse_to_mix(options: argparse.Namespace) -> None:
    """What belongs to one edition cannot be said of several, nor is a recording's model asked anything."""
    several = len(set(options.editions)) > 1
    if several and options.report:
        raise CommandError("--report notes what one edition came to", hint="draft one edition at a time")
    if several and options.origin and options.origin.is_file():
        raise CommandError(f"{options.origin} is the program of one edition", hint="draft one edition at a time")
    if options.estimate and (options.batch or options.report):
        raise CommandError("--estimate drafts nothing", hint="leave out --batch and --report")
    if options.batch and options.origin and (options.origin / "answers").is_dir():
        raise CommandError(f"{options.origin} holds a model's answers, so none is asked", hint="draft without --batch")


def told(drafting: "Callable[[], Outcome | None]") -> int:
    """The exit code that a draft comes to."""
    from bot import show

    try:
        drafting()
    except BotError as error:
        show.failure(error)
        return error.exit_code
    return 0


def drafted(edition: "Edition", config: "Config", options: argparse.Namespace, later: "Later | None") -> "Outcome":
    """Drafts one edition. Raises NotAnswered, and writes nothing, while answers are still to come."""
    from bot import pipeline, show
    from bot.forges import folder
    from bot.origin import model, opened, past

    there = folder.connect(options.out)
    standing = on_branch(edition.key) if options.github else there
    decisions, paid = pipeline.decided_at(edition.key, standing), pipeline.paid_at(edition.key, standing)
    mine = later.afresh(paid) if later else None
    with opened(options.origin, options.record, config) as (web, held):
        held = held if len(set(options.editions)) == 1 else ()  # a page of another address is whose of several?
        asked = mine or model(config, options.origin, options.record, paid)
        known = past(edition, asked, options.config.parent, there)
        digest, prompt = pipeline.prepared(edition, web, config, there, show.step, held, decisions, asked, known)
    if mine and (coming := mine.send()):
        raise NotAnswered(
            f"{edition.key} waits for {coming} answer{'s' * (coming > 1)} of the model, so nothing is written yet",
            hint="run the same command again within a day or two; what is sent or answered is not paid for again",
        )
    outcome = pipeline.put(digest, prompt, there, show.step)
    show.outcome(outcome, options.out)
    return outcome


def estimated(edition: "Edition", config: "Config", options: argparse.Namespace) -> None:
    """Says what a draft would ask a model, having read and chosen as a draft does. Nobody is asked, nothing written."""
    from bot import pipeline, show
    from bot.forges import folder
    from bot.origin import foreseen, opened, past

    there, asked = folder.connect(options.out), foreseen(config)
    if asked is None or config.model is None:
        raise ConfigError("no model would be asked", hint="set writer: llm and model: in config.yml")
    standing = on_branch(edition.key) if options.github else there
    decisions, paid = pipeline.decided_at(edition.key, standing), pipeline.paid_at(edition.key, standing)
    with opened(options.origin, options.record, config) as (web, held):
        known = past(edition, asked, options.config.parent, there)
        pipeline.prepared(edition, web, config, there, pipeline.unheard, held, decisions, asked, known)
    show.estimate(edition.key, tuple(asked.charges.values()), paid, config.model.budget)


def by_batch(config: "Config", record: Path | None) -> "Later":
    from bot.origin import later

    found = later(config, record)
    if found is None:
        raise ConfigError(
            "there is no model to send a batch to",
            hint="set writer: llm and model: in config.yml, and OPENAI_API_KEY; or draft without --batch",
        )
    return found
