"""The verb that proves a digest: replay makes it again from recorded pages and answers, and compares."""

import argparse
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import CommandError, NotTheSame

if TYPE_CHECKING:
    from bot.config import Config
    from bot.forges.folder import Folder
    from bot.model import Draft, Edition

_SHOWN = 120


def arguments(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    again = verbs.add_parser("replay", help="make a digest again from its recording", description=replay.__doc__)
    again.add_argument("edition", metavar="EDITION", help="whose digest it is")
    again.add_argument("--from", dest="origin", type=Path, required=True, metavar="DIR", help="what --record kept")
    again.add_argument("--against", type=Path, default=Path(), metavar="DIR", help="where digests/ is (default: here)")
    again.add_argument("--config", type=Path, default=Path("config.yml"), metavar="FILE", help="default: config.yml")
    again.set_defaults(run=replay)


def replay(options: argparse.Namespace) -> int:
    """Makes a digest again from recorded pages and answers, without a network, and says whether it is the same."""
    from bot import discover, pipeline, show
    from bot.compare.addendum import told_since
    from bot.config import load
    from bot.forges import folder
    from bot.store import digest_of

    config = load(options.config)
    edition, published = discover.edition(options.edition, config.series), folder.connect(options.against)
    paths = tuple(f"{place}/{edition.key}.{kind}" for place, kind in _FILES)
    there = published.files(paths)
    if missing := [path for path in paths if path not in there]:
        raise CommandError(f"there is no {missing[0]} here", hint="name the folder of digests/ with --against")
    data = f"digests/{edition.key}.json"
    if news := told_since(digest_of(there[data], data)):
        hint = "take digests/ as it was before that from the history, and name its folder with --against"
        raise NotTheSame(f"{edition.key} was amended after it was drafted: {news[0]}", hint=hint)
    draft = remade(edition, config, options.origin, published)
    laid = pipeline.laid(draft, there)
    for path in paths:
        if laid.files[path] != there[path]:
            raise different(path, laid.files[path], there[path])
        if path.endswith(".json") and path in laid.kept:  # nobody writes into the evidence by hand
            raise different(path, draft.files[path], there[path])
    for what in laid.kept:
        show.step(f"A person's, and left alone: {what}")
    show.step(f"The same {'but for that' if laid.kept else 'byte for byte'}: {', '.join(paths)}")
    return 0


_FILES = (("digests", "md"), ("digests", "json"), ("prompts", "md"))
_HINT = "config.yml, prompts/ and the bot must be as they were in the run that was recorded"


def remade(edition: "Edition", config: "Config", origin: Path, published: "Folder") -> "Draft":
    """The draft that a recording comes to, with what maintainers decided and asked for since."""
    from bot import consult, pipeline, prompts, show
    from bot.origin import opened, recorded_model
    from bot.render import render

    prompt = f"prompts/{edition.key}.md"
    decisions = pipeline.decided_at(edition.key, published)
    recorded = published.files((prompt,))[prompt]
    before = consult.earlier(edition, [published], show.step)
    past = pipeline.Past(before=before, precedents=prompts.precedents(recorded))
    with opened(origin, None, config) as (web, held):
        model = recorded_model(config, origin)
        made = pipeline.prepared(edition, web, config, published, show.step, held, decisions, model, past)
    return pipeline.laid(render(*made), {prompt: recorded})


def different(path: str, now: str, before: str) -> NotTheSame:
    """Where a file is another one first."""
    lines = zip_longest(before.splitlines(), now.splitlines(), fillvalue="")
    differing = ((at, *both) for at, both in enumerate(lines, 1) if both[0] != both[1] and "seal" not in both[0])
    number, old, new = next(differing, (1, "", ""))
    shown = f"“{new[:_SHOWN]}” instead of “{old[:_SHOWN]}”"
    return NotTheSame(f"{path} comes out another, first in line {number}: {shown}", hint=_HINT)
