"""The verbs that an owner runs when setting the bot up: init asks and writes config.yml, doctor looks at GitHub."""

import argparse
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import ConfigError, ForgeError

if TYPE_CHECKING:
    from bot.config import Config
    from bot.init import Answers


def arguments(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    own = verbs.add_parser("init", help="make a fresh copy yours", description=init.__doc__)
    own.add_argument("--title", default="", help="what the site is called")
    own.add_argument("--url", default="", help="where it is published (default: GitHub Pages of the repository)")
    own.add_argument("--contact", default="", metavar="URL", help="says who you are (default: the repository)")
    own.add_argument("--reader", default="", metavar="NAME", help="the one reader that the digests are for")
    own.add_argument("--summary", default="", metavar="TEXT", help="what this reader does, and wants to know")
    own.add_argument("--topic", dest="topics", action="append", default=[], metavar="'NAME: TERM, TERM'",
                     help="a topic and the words that reveal it; once for each topic")  # fmt: skip
    own.add_argument("--series", default="", metavar="A,B,C", help="which of config.yml's series stay (default: all)")
    own.add_argument("--overwrite", action="store_true", help="also what somebody has configured already")
    own.set_defaults(run=init)

    check = verbs.add_parser("doctor", help="check the settings on GitHub", description=doctor.__doc__)
    check.set_defaults(run=doctor)

    for verb in (own, check):
        verb.add_argument("--repository", default="", metavar="OWNER/NAME", help="default: where this clone came from")
        verb.add_argument("--config", type=Path, default=Path("config.yml"), metavar="FILE", help="default: config.yml")


def init(options: argparse.Namespace) -> int:
    """Makes a fresh copy of this repository yours: asks what the flags leave open, shows it, writes config.yml."""
    from bot import init as stage
    from bot import show
    from bot.config import load
    from bot.forges import folder

    config, repository = load(options.config), origin(options)
    before, answers = folder.read(options.config) or "", answered(options, config, repository)
    after, gone = stage.rewritten(before, answers), stage.examples(drafted(options.config.parent))
    show.changes(stage.difference(before, after), gone)
    if sys.stdin.isatty() and (after != before or gone) and not ask("Write this? yes or no", "no").startswith("y"):
        return 0
    folder.write(options.config, after)
    for path in gone:
        (options.config.parent / path).unlink()
    show.left(stage.left(f"https://github.com/{repository or 'OWNER/NAME'}"))
    return 0


def answered(options: argparse.Namespace, config: "Config", repository: str) -> "Answers":
    """What the flags say, and on a terminal a person to what they leave open."""
    from bot import init as stage

    given = stage.Answers(
        title=options.title,
        url=options.url,
        contact=options.contact,
        reader=options.reader,
        summary=options.summary,
        topics=tuple(options.topics),
        series=tuple(part.strip() for part in options.series.split(",") if part.strip()),
    )
    if sys.stdin.isatty():
        return stage.interview(given, config, repository, ask)
    answers = stage.with_addresses(given, config, repository)
    if not options.overwrite:
        stage.protect(answers, config)
    return answers


def doctor(options: argparse.Namespace) -> int:
    """Checks every setting on GitHub that the bot needs, as far as GITHUB_TOKEN may see it, and says what to click."""
    from bot import doctor as stage
    from bot import show
    from bot.config import load
    from bot.forges.github import Settings, places
    from bot.forges.github.look import look

    repository, token = origin(options), os.environ.get("GITHUB_TOKEN", "")
    if not repository:
        raise ConfigError("this clone names no repository on GitHub", hint="give --repository owner/name")
    if not token:
        make = places.token(f"https://github.com/{repository}")
        raise ConfigError(
            "there is no GITHUB_TOKEN to look with", hint=f"{make.click}, at {make.address}; then export GITHUB_TOKEN=…"
        )
    api = os.environ.get("GITHUB_API_URL", "https://api.github.com")
    seen = look(Settings(repository=repository, token=token, api=api))
    try:
        diagnoses = stage.examine(seen, load(options.config))
    except ConfigError as error:
        diagnoses = stage.examine(seen, error)
    show.diagnoses(diagnoses)
    return ForgeError.exit_code if any(each.health is stage.Health.TO_DO for each in diagnoses) else 0


def origin(options: argparse.Namespace) -> str:
    """The owner/name that is named, or that a workflow or this clone knows; "" where nobody says."""
    from bot.forges.github import places

    named, clone = options.repository or os.environ.get("GITHUB_REPOSITORY", ""), options.config.parent / ".git/config"
    if named and not re.fullmatch(r"[\w.-]+/[\w.-]+", named):
        raise ConfigError(f"{named!r} is no repository", hint="write it as owner/name")
    return str(named or (places.cloned_from(clone.read_text(errors="replace")) if clone.is_file() else ""))


def drafted(root: Path) -> dict[str, str]:
    """What stands below digests/ and prompts/, by its path."""
    from bot.forges import folder

    found = (path for kind in ("digests/*.json", "digests/*.md", "prompts/*.md") for path in sorted(root.glob(kind)))
    return {path.relative_to(root).as_posix(): folder.read(path) or "" for path in found}


def ask(question: str, usual: str) -> str:
    try:
        return input(f"{question}{f' [{usual}]' if usual else ''}: ").strip() or usual
    except EOFError:
        raise KeyboardInterrupt from None
