"""The verbs that only a workflow's jobs run: they read GitHub's environment, and leave outputs and summaries behind."""

import argparse
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import BotError, CommandError, ConfigError, Elsewhere

if TYPE_CHECKING:
    from bot.forges.github import GitHub
    from bot.forges.github.conversation import Conversation
    from bot.forges.github.event import Asked
    from bot.forges.github.settings import Settings
    from bot.respond import Answer

Sleep = Callable[[float], None]
FAILED = "**Failed.**"
AT_WORK = "On it. This comment will say what came of it"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What GitHub tells a job. Outside a workflow most of it is empty."""

    repository: str
    token: str = field(repr=False)
    api: str
    event: str
    event_path: str
    output: str
    summary: str
    run: str

    @property
    def settings(self) -> "Settings":
        from bot.forges.github import Settings

        return Settings(repository=self.repository, token=self.token, api=self.api)


def job() -> Job:
    said = os.environ.get
    repository, server = said("GITHUB_REPOSITORY", ""), said("GITHUB_SERVER_URL", "https://github.com")
    number = said("GITHUB_RUN_ID", "")
    return Job(
        repository=repository,
        token=said("GITHUB_TOKEN", ""),
        api=said("GITHUB_API_URL", "https://api.github.com"),
        event=said("GITHUB_EVENT_NAME", ""),
        event_path=said("GITHUB_EVENT_PATH", ""),
        output=said("GITHUB_OUTPUT", ""),
        summary=said("GITHUB_STEP_SUMMARY", ""),
        run=f"{server}/{repository}/actions/runs/{number}" if number.isdigit() else "",
    )


def on_branch(edition: str, *, reopen: bool = False) -> "GitHub":
    """An edition's branch, and its pull request."""
    from bot.forges import github

    return github.connect(job().settings, edition, reopen=reopen)


def asked(here: Job) -> "Asked | str":
    """What the event asks for, or a sentence that says why it asks for nothing."""
    from bot.forges.github import event

    if not here.event_path:
        raise ConfigError(
            "there is no event", hint="this verb is for a workflow; try: python -m bot respond --comment …"
        )
    found = event.read(here.event, Path(here.event_path))
    if isinstance(found, str) or asks(found):
        return found
    return "No line of the comment is a command, and no box was ticked."


def asks(about: "Asked") -> bool:
    from bot.orders import orders
    from bot.respond import asks_for

    if about.is_pull:
        return bool(asks_for(about.text))
    try:
        return bool(orders(about))
    except CommandError:  # is told by the job that answers
        return True


def conversation(here: Job, about: "Asked", sleep: Sleep) -> "Conversation":
    from bot.forges.github.conversation import conversation as talk

    return talk(here.settings, about, sleep)


def react(options: argparse.Namespace, sleep: Sleep = time.sleep) -> int:
    """Shows at once that a comment was seen: to be heard it may have to wait for its turn."""
    from bot import show

    found = addressed(job(), sleep)
    if isinstance(found, str):
        show.step(f"Nothing to do: {found}")
    else:
        found.react()
        show.step("Seen")
    return 0


def hear(options: argparse.Namespace, sleep: Sleep = time.sleep) -> int:
    """Decides whether a comment asks the bot for something; if so, reacts at once and says that it is at work."""
    from bot import show
    from bot.forges.github.job import output
    from bot.respond import explained

    here = job()
    about = asked(here)
    talk = None if isinstance(about, str) else conversation(here, about, sleep)
    try:
        edition = talk.edition() if talk else ""
        reason = unheard(here, talk) if talk else str(about)
    except CommandError as error:
        edition, reason = "", str(error)
        if talk and isinstance(error, Elsewhere):
            talk.say(f"**Not done.** {explained(error)}")
    show.step(f"Nothing to do: {reason}" if reason else "Heard, and at work")
    output(here.output, "asked", "false" if reason else "true")
    output(here.output, "edition", edition or "dashboard")
    return 0


def unheard(here: Job, talk: "Conversation") -> str:
    """Why there is nothing to do, "" once who asked has been told that it is at hand."""
    if (said := talk.said()) and not said.startswith((AT_WORK, FAILED)):
        return "it is answered already"
    talk.react()
    if refusal := refused(talk, talk.asked):
        talk.say(refusal)
        return "who asks may not"
    talk.say(f"{AT_WORK}{link(here)}.")
    return ""


def addressed(here: Job, sleep: Sleep) -> "Conversation | str":
    """The conversation in which the bot is asked for something, or why it is asked for nothing."""
    about = asked(here)
    if isinstance(about, str):
        return about
    talk = conversation(here, about, sleep)
    try:
        talk.edition()
    except CommandError as error:
        return str(error)
    return talk


def refused(talk: "Conversation", about: "Asked") -> str:
    """Why nothing of it may be done for who asks, "" where something may; then each command says so itself."""
    from bot.markdown import quiet
    from bot.model import Role
    from bot.respond import is_open_to_all

    if (about.is_pull and is_open_to_all(about.text)) or talk.role(about.author) is Role.MAINTAINER:
        return ""
    told = "**Not done.** Only people who may write to this repository can ask for that, "
    more = " `/help` says what you may ask for." if about.is_pull else ""
    return f"{told}and {quiet(about.author)} may not.{more}"


def work(options: argparse.Namespace, sleep: Sleep = time.sleep) -> int:
    """Carries out what is asked, and leaves an answer for the job that may write."""
    from bot import orders
    from bot.respond import saved

    here = job()
    about = certain(here)
    talk = conversation(here, about, sleep)
    key = talk.edition()
    if about.is_pull:
        saved.save(responded(options, here, about, talk, key, sleep), options.out)
        return 0
    options.out.mkdir(parents=True, exist_ok=True)
    return CommandError.exit_code if refused(talk, about) else orders.work(options, about)


def responded(
    options: argparse.Namespace, here: Job, about: "Asked", talk: "Conversation", key: str, sleep: Sleep
) -> "Answer":
    """The answer to the commands of a comment on a digest's pull request."""
    from bot import pipeline, show
    from bot.config import load
    from bot.forges import github
    from bot.model import Comment
    from bot.origin import model, opened, past
    from bot.respond import Answer, Means, Said, edition_of, explained, respond

    comment = Comment(author=about.author, text=about.text, id=about.key, role=talk.role(about.author))
    config = load(options.config)
    try:
        forge = github.connect(here.settings, key, sleep)
        source = partial(opened, options.origin, None, config)
        edition, asked = edition_of(key, config, forge), model(config, paid=pipeline.paid_at(key, forge))
        known = past(edition, asked, options.config.parent)
        means = Means(edition=edition, config=config, source=source, listen=show.step, model=asked, past=known)
        return respond(comment, forge, means)
    except BotError as error:
        return Answer(said=(Said(command=f"digest/{key}", text=explained(error), is_done=False),), upon={})


def answer(options: argparse.Namespace, sleep: Sleep = time.sleep) -> int:
    """Commits what was asked for, and says what came of it: done, nothing changed, or failed and why."""
    from bot import orders, show
    from bot.forges import github
    from bot.respond import explained, saved
    from bot.respond.land import land

    here = job()
    about = certain(here)
    talk = conversation(here, about, sleep)
    try:
        key = talk.edition()
        if about.is_pull:
            text = land(saved.load(options.origin, key), github.connect(here.settings, key, sleep), show.step)
        else:
            text = refused(talk, about) or orders.answer(options, about, sleep)
    except BotError as error:
        talk.say(f"{FAILED} {explained(error)}{link(here)}")
        raise
    show.step(f"Answered: {talk.say(text)}")
    return 0


def check(options: argparse.Namespace, sleep: Sleep = time.sleep) -> int:
    """Holds what a pull request changes in digests against their sources, and annotates its lines."""
    from bot import check as road
    from bot import previews, show
    from bot.check import told
    from bot.forges.github import change, checks
    from bot.forges.github.job import summarise

    here = job()
    found = change.read(here.event, Path(here.event_path))
    if isinstance(found, str):
        show.step(f"Nothing to check: {found}")
        return 0
    place = checks.checks(here.settings, found, sleep)
    paths = place.paths()
    remarks = road.check(paths, place.text)
    preview = f"\n{previews.named(here.run)}\n" if previews.changed(paths) else ""
    title, summary = told.title(remarks), told.summary(remarks) + preview
    summarise(here.summary, summary)
    address = place.put(remarks, title, summary)
    if address is None:
        show.step("This token may write no checks (a fork's never may), so the lines of this log annotate instead")
        show.commands(map(checks.command, remarks))
    show.step(f"Checked: {title}{f', {address}' if address else ''}")
    road.require_whole(remarks)
    return 0


def certain(here: Job) -> "Asked":
    about = asked(here)
    if isinstance(about, str):
        raise CommandError(about, hint="the job before this one hears only what asks for something")
    return about


def link(here: Job) -> str:
    return f" ([run]({here.run}))" if here.run else ""
