"""The command line: reads arguments, prints, turns a BotError into an exit code."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bot import drafting, evaluating, finding, publishing, rechecking, replaying, revisiting, setting_up
from bot.errors import BotError, CommandError

if TYPE_CHECKING:
    from bot.config import Config
    from bot.model import Edition

REACT = "In a workflow: shows at once that the event's comment was seen, where it asks the bot for something."
HEAR = "In a workflow: decides whether the event's comment asks the bot for something; if so, reacts at once."
ANSWER = "In a workflow: commits what the comment's commands changed, and says what really changed."

EXIT_CODES = """exit codes: 0 done, 2 wrong arguments, 3 configuration, 4 unreadable source,
5 blocked, 6 not published or not answered yet, 7 layout unknown, 8 incomplete,
9 files, 10 the forge, 11 a command that cannot be done, 12 the model,
13 a broken digest, 14 not the same

`python -m bot VERB --help` says more of each verb."""


def main(arguments: Sequence[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    try:
        code: int = options.run(options)
    except BotError as error:
        from bot import show

        show.failure(error)
        return error.exit_code
    except KeyboardInterrupt:
        print("Stopped; nothing is half written, and running it again finishes the job.", file=sys.stderr)
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    return code


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="python -m bot",
        description="Reads conference programs and drafts digests that say where every statement came from.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    verbs = top.add_subparsers(title="verbs", required=True, metavar="VERB")

    read = verbs.add_parser("program", help="read a program and show it", description="Reads a program and shows it.")
    read.add_argument("source", metavar="SOURCE", help="an edition such as sigcomm-2025, an address, or a saved file")
    read.add_argument("--json", action="store_true", help="the program as JSON, also when it could not be read")
    read.add_argument("--all", action="store_true", help="show every contribution")
    read.set_defaults(run=program)

    draft_ = drafting.arguments(verbs)
    for verb in (read, draft_):
        verb.add_argument(
            "--from", dest="origin", metavar="FILE|DIR", type=Path, help="read this saved page or recording, no network"
        )
        verb.add_argument("--record", metavar="DIR", type=Path, help="keep everything that is fetched, for --from")
        verb.add_argument("--config", type=Path, default=Path("config.yml"), metavar="FILE", help="default: config.yml")

    offer = verbs.add_parser("propose", help="open a draft's pull request on GitHub", description=propose.__doc__)
    offer.add_argument("edition", metavar="EDITION", help="whose draft it is")
    offer.add_argument("--from", dest="origin", metavar="DIR", type=Path, required=True, help="where it was drafted to")
    offer.add_argument(
        "--asked",
        default="",
        metavar="EDITION",
        help="the one that a person asked for: a closed pull request opens again",
    )
    offer.set_defaults(run=propose)

    answer = verbs.add_parser("respond", help="carry out a comment's commands", description=respond.__doc__)
    answer.add_argument("--comment", metavar="TEXT", help="what a maintainer would write: '/drop 3'")
    answer.add_argument("--edition", metavar="EDITION", help="whose digest it is about")
    answer.add_argument(
        "--github", action="store_true", help="the comment of a workflow's event; leaves an answer in --out"
    )
    answer.add_argument("--out", type=Path, default=Path(), metavar="DIR", help="where digests/ is (default: here)")
    answer.add_argument(
        "--from",
        dest="origin",
        metavar="FILE|DIR",
        type=Path,
        help="read the program from here; for a roundup: where the digests are that it joins",
    )
    answer.add_argument("--config", type=Path, default=Path("config.yml"), metavar="FILE", help="default: config.yml")
    answer.set_defaults(run=respond, job="work")

    at_once = verbs.add_parser("react", help="show that a comment was seen", description=REACT)
    at_once.set_defaults(run=job, job="react")

    first = verbs.add_parser("hear", help="whether a comment asks for something", description=HEAR)
    first.set_defaults(run=job, job="hear")

    last = verbs.add_parser("answer", help="commit what a comment asked for, and answer it", description=ANSWER)
    last.add_argument("--from", dest="origin", metavar="DIR", type=Path, required=True, help="where respond left it")
    last.add_argument("--out", type=Path, default=Path(), metavar="DIR", help="where digests/ is (default: here)")
    last.add_argument("--config", type=Path, default=Path("config.yml"), metavar="FILE", help="default: config.yml")
    last.set_defaults(run=job, job="answer")

    ahead = verbs.add_parser("due", help="which editions want a digest", description=due.__doc__)
    ahead.add_argument("--json", action="store_true", help="as JSON, in one line")
    ahead.add_argument("--out", type=Path, default=Path(), metavar="DIR", help="where digests/ is (default: here)")
    ahead.add_argument("--config", type=Path, default=Path("config.yml"), metavar="FILE", help="default: config.yml")
    ahead.add_argument("--github", action="store_true", help="ask its pull requests and its dashboard, too")
    ahead.add_argument(
        "--edition", default="", metavar="EDITION", help="with --github: only this one, however it stands"
    )
    ahead.add_argument("--ahead", action="store_true", help="with --github: look for programs that are out early, too")
    ahead.add_argument(
        "--from", dest="origin", metavar="FILE|DIR", type=Path, help="with --ahead: look in this recording, no network"
    )
    ahead.set_defaults(run=due)

    tell = verbs.add_parser("report", help="keep the dashboard issue current", description=report.__doc__)
    tell.add_argument("--from", dest="origin", metavar="DIR", type=Path, help="where draft --report left its files")
    tell.add_argument(
        "--begun", default="", metavar="JSON", help="the editions that the run began with, as due gave them"
    )
    tell.add_argument("--out", type=Path, default=Path(), metavar="DIR", help="where digests/ is (default: here)")
    tell.add_argument("--config", type=Path, default=Path("config.yml"), metavar="FILE", help="default: config.yml")
    tell.set_defaults(run=report)

    hold = verbs.add_parser("check", help="hold a person's edits against the sources", description=check.__doc__)
    hold.add_argument("editions", nargs="*", metavar="EDITION", help="whose digests (default: all)")
    hold.add_argument("--out", type=Path, default=Path(), metavar="DIR", help="where digests/ is (default: here)")
    hold.add_argument("--config", type=Path, default=Path("config.yml"), metavar="FILE", help="default: config.yml")
    hold.add_argument("--github", action="store_true", help="those of a workflow's pull request; annotates its lines")
    hold.set_defaults(run=check, job="check")

    held = verbs.add_parser("config", help="check config.yml", description="Checks config.yml and says what it holds.")
    held.add_argument("--schema", action="store_true", help="print the JSON Schema that completes it in an editor")
    held.add_argument("--config", type=Path, default=Path("config.yml"), metavar="FILE", help="default: config.yml")
    held.set_defaults(run=configuration)
    replaying.arguments(verbs)
    evaluating.arguments(verbs)
    revisiting.arguments(verbs)
    publishing.arguments(verbs)
    rechecking.arguments(verbs)
    setting_up.arguments(verbs)
    finding.arguments(verbs)
    return top


# What a verb needs is imported by that verb, so that --help starts at once.


def program(options: argparse.Namespace) -> int:
    from bot import consult, pipeline, show
    from bot.config import load
    from bot.forges import folder
    from bot.origin import opened
    from bot.platforms.canonical import as_tree

    try:
        config = load(options.config)
        edition, origin = named(options, config)
        with opened(origin, options.record, config) as (web, held):
            before = consult.earlier(edition, [folder.connect(options.config.parent)], show.step)
            found = pipeline.look(edition, web, held, before, show.step)
    except BotError as error:
        if options.json:
            reason = f"{error} ({error.hint})"
            show.json({"status": error.status, "reason": reason, "contributions": []})
        raise
    if options.json:
        show.json(as_tree(found), indent=1)
    else:
        show.program(found, whole=options.all)
    return 0


def propose(options: argparse.Namespace) -> int:
    """Opens or updates the pull request of a draft. Asks GITHUB_REPOSITORY, as the owner of GITHUB_TOKEN."""
    from bot import pipeline, show, summary, weekly
    from bot.forges import folder
    from bot.forges.github.job import summarise
    from bot.jobs import on_branch

    if not weekly.is_drafted(options.origin):
        return 0
    forge = on_branch(options.edition, reopen=options.asked == options.edition)
    pull_request = pipeline.propose_saved(options.edition, folder.connect(options.origin), forge, show.step)
    summarise(os.environ.get("GITHUB_STEP_SUMMARY", ""), summary.proposed(options.edition, pull_request))
    print(pull_request.address)
    return 0


def respond(options: argparse.Namespace) -> int:
    """Carries out the commands of a comment on the digest in a folder, as on GitHub. /help lists the commands."""
    from bot import pipeline, show
    from bot import respond as road
    from bot.config import load
    from bot.forges import folder
    from bot.model import Comment, Role
    from bot.origin import model, opened, past
    from bot.respond.land import land

    if options.github:
        return job(options)
    if not options.comment or not options.edition:
        raise CommandError(
            "respond needs --comment and --edition", hint="such as --comment '/help' --edition nsdi-2026"
        )
    config = load(options.config)
    forge = folder.connect(options.out)
    edition = road.edition_of(options.edition, config, forge)
    comment = Comment(author="you", text=options.comment, role=Role.MAINTAINER)
    source = partial(opened, options.origin, None, config)
    asked = model(config, options.origin, paid=pipeline.paid_at(edition.key, forge))
    known = past(edition, asked, options.config.parent, forge)
    means = road.Means(
        edition=edition,
        config=config,
        source=source,
        listen=show.step,
        model=asked,
        root=options.origin or options.out,
        past=known,
    )
    answer = road.respond(comment, forge, means)
    if not answer.said:
        raise CommandError(
            "no line of the comment is a command", hint="a command has a line of its own: /drop 3; /help lists them all"
        )
    show.reply(land(answer, forge, show.step))
    return 0 if all(said.is_done for said in answer.said) else CommandError.exit_code


def job(options: argparse.Namespace) -> int:
    from bot import jobs

    code: int = getattr(jobs, options.job)(options)
    return code


def due(options: argparse.Namespace) -> int:
    """Lists the editions that ought to have a program by now and have no digest."""
    from datetime import UTC, datetime

    from bot import discover, show, weekly
    from bot.config import load

    if options.github:
        return weekly.due(options)
    if options.edition or options.ahead or options.origin:
        raise CommandError(
            "--edition, --ahead and --from ask GitHub",
            hint="add --github, or draft one with: python -m bot draft EDITION",
        )
    drafted = {page.stem for page in (options.out / "digests").glob("*.md")}
    editions = discover.due(load(options.config).series, datetime.now(UTC).date(), drafted)
    if options.json:
        print(json.dumps([{"edition": each.key, "name": each.name, "ends": each.ends} for each in editions]))
    else:
        show.due(editions)
    return 0


def report(options: argparse.Namespace) -> int:
    """Keeps the dashboard issue current with what a run's drafts came to. Asks GITHUB_REPOSITORY with GITHUB_TOKEN."""
    from bot import weekly

    return weekly.report(options)


def check(options: argparse.Namespace) -> int:
    """Holds what people changed in digests against their sources. Remarks inform; only a broken file is a failure."""
    from bot import check as road
    from bot import show
    from bot.forges import folder

    if options.github:
        return job(options)
    keys = options.editions or sorted(page.stem for page in (options.out / "digests").glob("*.md"))
    if missing := [key for key in keys if not (options.out / f"digests/{key}.md").is_file()]:
        raise CommandError(f"there is no digests/{missing[0]}.md here", hint="name the folder of digests/ with --out")

    def read(path: str) -> str | None:
        return folder.read(options.config if path == road.CONFIG else options.out / path)

    if not keys:
        print("There is no digest here to check.")
    remarks = road.check((*(f"digests/{key}.md" for key in keys), road.CONFIG), read)
    if keys or remarks:
        show.remarks(remarks)
    road.require_whole(remarks)
    return 0


def configuration(options: argparse.Namespace) -> int:
    from bot import show
    from bot.config import load, schema

    if options.schema:
        print(json.dumps(schema(), ensure_ascii=False, indent=2))
    else:
        show.configuration(load(options.config))
    return 0


def named(options: argparse.Namespace, config: "Config") -> "tuple[Edition, Path | None]":
    """The edition that SOURCE names, and the saved page it is to be read from, if any."""
    from bot import discover
    from bot.model import Edition

    source = options.source
    if source.startswith(("http://", "https://")):
        return Edition(key="", name="", urls=(source,)), options.origin
    if options.origin is None and (Path(source).exists() or "/" in source or "." in source):
        return Edition(key="", name=""), Path(source)
    return discover.edition(source, config.series), options.origin


if __name__ == "__main__":
    sys.exit(main())
