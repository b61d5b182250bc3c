"""The verbs of the weekly workflow: what is due, what each draft came to, and the dashboard that tells of it."""

import argparse
import json
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import BotError, ConfigError
from bot.jobs import Job, Sleep, job

if TYPE_CHECKING:
    from bot.model import Edition, Status
    from bot.pipeline import Outcome
    from bot.report import Reporter


def due(options: argparse.Namespace) -> int:
    """Hands the editions that are due on to the other jobs: all of them, or the one that a person asked for."""
    from bot import discover, show, summary
    from bot.config import load
    from bot.forges.github.job import output_editions, summarise
    from bot.probe import with_probed

    here = job()
    if options.edition:
        editions = [discover.edition(options.edition, load(options.config).series)]
        told = summary.asked_for(options.edition)
    else:
        statuses = reporter(options, here).standing()
        statuses = with_probed(statuses, probed(options, statuses)) if options.ahead else statuses
        editions = [each.edition for each in statuses if each.due]
        told = summary.due(statuses)
    output_editions(here.output, (each.key for each in editions))
    summarise(here.summary, told)
    show.due(editions)
    return 0


def probed(options: argparse.Namespace, statuses: "Sequence[Status]") -> "tuple[Status, ...]":
    """Where the editions stand that nobody expects yet."""
    from bot.config import load
    from bot.origin import opened
    from bot.probe import PAGES, ahead, look

    config = load(options.config)
    with opened(options.origin, None, config, most=PAGES) as (web, _):
        return look(ahead(config.series, datetime.now(UTC).date(), statuses), web, time.monotonic)


def noted(file: Path, edition: "Edition", drafting: Callable[[], "Outcome"]) -> int:
    """Drafts, and notes what that came to. What a person or the next week will mend is no failure of the job."""
    from bot import outcomes, show, summary
    from bot.forges import folder
    from bot.forges.github.job import summarise
    from bot.model import State
    from bot.propose import TOOK

    here, began, moment = job(), time.monotonic(), outcomes.stamp(datetime.now(UTC))
    try:
        digest = drafting().digest
    except BotError as error:
        attempt = outcomes.failed(edition, error, moment)
        outcomes.write(file, attempt)
        summarise(here.summary, summary.failed(attempt))
        show.failure(error)
        return error.exit_code if attempt.state is State.FAILED else 0
    outcomes.write(file, outcomes.drafted(digest, moment))
    folder.write(file.parent / TOOK, f"{time.monotonic() - began:.0f} s\n")
    summarise(here.summary, summary.drafted(digest))
    return 0


def is_drafted(folder: Path) -> bool:
    """Whether there is something to propose. Without an outcome somebody drafted there by hand."""
    from bot import outcomes, show
    from bot.model import State

    file = folder / outcomes.FILE
    attempt = outcomes.read(file) if file.exists() else None
    if attempt is None or attempt.state is State.DRAFTED:
        return True
    show.step(f"Nothing to propose, {attempt.edition} is {attempt.state}: {attempt.reason}")
    return False


def report(options: argparse.Namespace) -> int:
    """Keeps the dashboard issue current with what a run's drafts came to, from their outcome.json files."""
    from bot import outcomes, show, summary
    from bot.forges.github.job import summarise

    here = job()
    attempts, errors = outcomes.found(options.origin) if options.origin else ((), ())
    for error in errors:
        show.failure(error)
    desk = reporter(options, here)
    attempts += outcomes.unheard(begun(options.begun), attempts, desk.now.date())
    address = desk.report(attempts)
    summarise(here.summary, summary.reported(address, attempts))
    print(address)
    return 0


def begun(text: str) -> list[str]:
    """The editions that a run began with, as `due` handed them on."""
    try:
        keys = json.loads(text or "[]")
    except ValueError:
        keys = None
    if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
        raise ConfigError("--begun is no list of editions", hint='it looks like ["nsdi-2026", "ietf-123"]')
    return keys


def reporter(options: argparse.Namespace, here: Job, sleep: Sleep = time.sleep) -> "Reporter":
    from bot.config import load
    from bot.forges.github import dashboard
    from bot.report import Reporter

    published = {page.stem for page in (options.out / "digests").glob("*.md")}
    series, board = load(options.config).series, dashboard.connect(here.settings, sleep)
    return Reporter(board=board, series=series, published=published, now=datetime.now(UTC))
