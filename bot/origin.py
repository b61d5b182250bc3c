"""Where pages and a model's answers come from: the internet and an endpoint, or what somebody saved."""

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.answers import Answers
    from bot.config import Config
    from bot.forges import Forge
    from bot.llms import Foreseen, Later, Model
    from bot.model import Charge, Edition
    from bot.pipeline import Past
    from bot.web import Web

CACHE = Path("build/cache")


@contextmanager
def opened(
    origin: Path | None, record: Path | None, config: "Config", *, most: int = 10_000
) -> "Iterator[tuple[Web, tuple[str, ...]]]":
    """Where pages come from, and which addresses it holds: what somebody saved, or `most` pages of the internet."""
    from bot import show, web
    from bot.web import recording

    if origin is not None:
        held = recording.saved(origin, most_bytes=int(config.limits.page_megabytes * 1_000_000))
        yield held, held.urls
        return
    limits = web.Limits(
        contact=config.site.contact,
        bytes=int(config.limits.page_megabytes * 1_000_000),
        seconds=config.limits.page_seconds,
        per_host=config.limits.connections_per_host,
        pause=config.limits.seconds_between_requests,
        pages=min(most, config.limits.pages_per_run),
        wait_at_most=config.limits.longest_wait_seconds,
    )
    with web.connect(limits, cache=CACHE, record=record, listen=show.step) as internet:
        yield internet, ()


def recorded_model(config: "Config", origin: Path) -> "Model | None":
    """The answers of a recording, and nobody who gives others; None where the extractive writer does the whole job."""
    from bot import llms, show
    from bot.answers import Answers

    return llms.replayed(config, Answers(folder=origin / "answers"), show.step)


def model(
    config: "Config", origin: Path | None = None, record: Path | None = None, paid: "Iterable[Charge]" = ()
) -> "Model | None":
    """The model that config.yml names, or its recorded answers; None where the extractive writer does the whole job.

    `paid` is what the edition took already, which counts for its budget.
    """
    if config.writer == "extractive":
        return None
    from bot import llms, show

    if origin is not None and (origin / "answers").is_dir():
        return recorded_model(config, origin)
    return llms.connected(config, os.environ, kept_answers(record), show.step, paid)


def later(config: "Config", record: Path | None = None) -> "Later | None":
    """The same model, by batches."""
    from bot import llms, show

    return llms.batched(config, os.environ, kept_answers(record), show.step)


def foreseen(config: "Config") -> "Foreseen | None":
    """Nobody, who counts what asking that model would take beyond the answers that are kept."""
    from bot import llms, show

    return llms.foreseen(config, kept_answers(None), show.step)


def kept_answers(record: Path | None) -> "Answers":
    """What models answered on this machine, without what nobody has used for long."""
    from bot.answers import Answers

    answers = Answers(folder=CACHE / "answers", record=record / "answers" if record else None)
    answers.forget(time.time())
    return answers


def past(edition: "Edition", asked: "Model | None", root: Path, *places: "Forge") -> "Past":
    """What earlier digests tell, those under a folder and in other places; a model that chooses learns from them."""
    from bot import consult, show
    from bot.earlier import earlier
    from bot.forges import folder
    from bot.pipeline import Past

    before = consult.earlier(edition, [folder.connect(root), *places], show.step)
    return Past(before=before, precedents=earlier(root, edition, show.step) if asked else ())
