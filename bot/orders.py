"""What people ask for on the dashboard, by ticking a box or by a comment: heard, worked and answered by respond.yml."""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import BotError, CommandError
from bot.jobs import Job, Sleep, job, link

if TYPE_CHECKING:
    from bot.config import Config
    from bot.forges.github.event import Asked
    from bot.model import Edition

COMMANDS = {
    "draft": "/draft <edition>",
    "retry": "/retry <edition>",
    "skip": "/skip <edition>",
    "unskip": "/unskip <edition>",
    "program": "/program <edition>, with the saved page attached to the comment",
    "help": "/help",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One thing that is asked for. `page` is the address of an attached page to draft from."""

    action: str
    edition: str
    page: str = ""


def orders(about: "Asked") -> tuple[Order, ...]:
    """What is asked for. Raises CommandError for a command that is not finished."""
    from bot.dashboard import ticked
    from bot.respond.grammar import commands_in, meant

    if not about.comment:
        return tuple(Order(action=action.value, edition=key) for key, action in ticked(about.before, about.text))
    found: list[Order] = []
    for command in commands_in(about.text, COMMANDS):
        if command.name not in COMMANDS:
            usage = COMMANDS[meant(command.name, COMMANDS)]
            raise CommandError(f"there is no `/{command.name}` here", hint=f"did you mean `{usage}`?")
        found.append(order(command.name, command.arguments.split(), about.text))
    return tuple(found)


def order(name: str, words: list[str], text: str) -> Order:
    from bot.forges.github.attachment import attached

    if name == "help":
        return Order(action="help", edition="")
    if not words:
        raise CommandError(f"`/{name}` of which edition?", hint=f"as in {COMMANDS[name]}")
    return Order(action=name, edition=words[0], page=attached(text) if name == "program" else "")


# ---- the job that reads programs and may not write


def work(options: argparse.Namespace, about: "Asked") -> int:
    """Drafts what is to be drafted, each edition into a folder of its own beside what came of it."""
    from bot import discover, show
    from bot.config import load

    config = load(options.config)
    for wanted in drafts(about):
        try:
            edition = discover.edition(wanted.edition, config.series)
        except BotError as error:
            show.failure(error)
            continue
        draft(options, config, edition, wanted.page)
    return 0


def drafts(about: "Asked") -> Iterator[Order]:
    """The orders that need a draft, each edition once. What cannot be understood is told by the job that answers."""
    seen: set[str] = set()
    try:
        wants = orders(about)
    except CommandError:
        return
    for wanted in wants:
        if wanted.action in ("draft", "retry", "program") and wanted.edition not in seen:
            seen.add(wanted.edition)
            yield wanted


def draft(options: argparse.Namespace, config: "Config", edition: "Edition", page: str) -> None:
    from bot import outcomes, pipeline, show
    from bot.forges import folder, github
    from bot.origin import model, opened, past

    out, here = options.out / edition.key, job()
    moment = outcomes.stamp(datetime.now(UTC))
    try:
        standing = github.connect(here.settings, edition.key)
        decisions, paid = pipeline.decided_at(edition.key, standing), pipeline.paid_at(edition.key, standing)
        origin = fetched(page, options.out / f"{edition.key}-page", config) if page else options.origin
        with opened(origin, None, config) as (web, held):
            there = folder.connect(out)
            asked = model(config, paid=paid)
            known = past(edition, asked, options.config.parent)
            done = pipeline.draft(edition, web, config, there, show.step, held, decisions, asked, known)
    except BotError as error:
        show.failure(error)
        outcomes.write(out / outcomes.FILE, outcomes.failed(edition, error, moment))
    else:
        outcomes.write(out / outcomes.FILE, outcomes.drafted(done.digest, moment))


def fetched(page: str, folder: Path, config: "Config") -> Path:
    """The attached page, saved as a recording. It is a person's own file, so only where those lie is asked."""
    from bot import web
    from bot.forges.github.attachment import REDIRECTS

    limits = web.Limits(
        contact=config.site.contact,
        bytes=int(config.limits.page_megabytes * 1_000_000),
        seconds=config.limits.page_seconds,
        only_hosts=frozenset(("github.com", *REDIRECTS)),
    )
    with web.connect(limits, record=folder) as internet:
        internet.page(page)
    return folder


# ---- the job that may write


def answer(options: argparse.Namespace, about: "Asked", sleep: Sleep = time.sleep) -> str:
    """Proposes what was drafted, keeps the dashboard current, and says what came of each thing."""
    from bot.markdown import quiet
    from bot.respond import explained

    here = job()
    told: list[str] = []
    try:
        wants = orders(about)
    except CommandError as error:
        return f"**Not done.** {explained(error)}"
    for wanted in wants:
        try:
            told.append(f"- {done(wanted, options, here, sleep)}")
        except BotError as error:
            told.append(f"- {quiet(wanted.edition[:80])}: **failed.** {explained(error)}{link(here)}")
    return "\n".join(told)


def done(wanted: Order, options: argparse.Namespace, here: Job, sleep: Sleep) -> str:
    """Carries out one order, and gives the sentence that says so."""
    from bot import outcomes, pipeline, show
    from bot.forges import folder, github
    from bot.markdown import quiet
    from bot.model import Finding, State
    from bot.weekly import reporter

    if wanted.action == "help":
        return "here you can write, each on a line of its own: " + ", ".join(f"`{each}`" for each in COMMANDS.values())
    desk, key = reporter(options, here, sleep), known(options, wanted.edition)
    if wanted.action == "skip":
        desk.skip(key)
        return f"{key} will be skipped; tick its box or write `/unskip {key}` to take that back."
    if wanted.action == "unskip":
        desk.unskip(key)
        return f"{key} is wanted again."
    drafted = options.origin / key
    attempt = outcomes.read(drafted / outcomes.FILE)
    address = ""
    if attempt.state is State.DRAFTED:
        forge = github.connect(here.settings, key, sleep, reopen=True)
        address = pipeline.propose_saved(key, folder.connect(drafted), forge, show.step).address
    desk.report([attempt])
    if address:
        return f"{key} is drafted: {address}"
    return f"{key} is {attempt.state}. {quiet(Finding(text=attempt.reason, hint=attempt.hint).sentence)}"


def known(options: argparse.Namespace, key: str) -> str:
    """The key of an edition that config.yml knows. Raises ConfigError with the nearest one."""
    from bot import discover
    from bot.config import load

    return discover.edition(key, load(options.config).series).key
