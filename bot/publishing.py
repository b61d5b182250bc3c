"""The verbs of what is published: publish builds the site, serve shows it, roundup joins digests on one page, preview
and newsletter give one digest outside the site."""

import argparse
import gc
import re
from datetime import date
from pathlib import Path

from bot.errors import CommandError, StoreError
from bot.text import listing

SITE, PREVIEW, NEWSLETTER = Path("build/site"), Path("build/preview"), Path("build/newsletter")


def arguments(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    build = verbs.add_parser("publish", help="build the site", description=publish.__doc__)
    build.add_argument(
        "--from", dest="origin", type=Path, default=Path(), metavar="DIR", help="where digests/ is (default: here)"
    )
    build.add_argument("--out", type=Path, default=SITE, metavar="DIR", help=f"a folder of its own (default: {SITE})")
    build.add_argument("--base-url", type=address, metavar="URL", help="where it is published, if not at site.url")
    build.add_argument("--config", type=Path, default=Path("config.yml"), metavar="FILE", help="default: config.yml")
    build.set_defaults(run=publish)

    ahead = verbs.add_parser("preview", help="one digest's page in a single file", description=preview.__doc__)
    ahead.add_argument("edition", nargs="?", default="", metavar="EDITION", help="whose digest")
    ahead.add_argument("--out", type=Path, metavar="FILE", help=f"default: {PREVIEW}/EDITION.html")
    ahead.add_argument("--pictures", type=Path, metavar="DIR", help="put pictures of it on phone and desktop there")
    ahead.add_argument(
        "--github", type=Path, metavar="DIR", help="all that a workflow's pull request changes, into this folder"
    )
    ahead.add_argument("--named", metavar="ID", help="name a workflow's artifact of that id in its pull request")
    ahead.set_defaults(run=preview)

    letter = verbs.add_parser("newsletter", help="one digest as a letter", description=newsletter.__doc__)
    letter.add_argument("edition", metavar="EDITION", help="whose digest")
    letter.add_argument("--out", type=Path, default=NEWSLETTER, metavar="DIR", help=f"default: {NEWSLETTER}")
    letter.set_defaults(run=newsletter)

    for verb in (ahead, letter):
        verb.add_argument(
            "--from", dest="origin", type=Path, default=Path(), metavar="DIR", help="where digests/ is (default: here)"
        )
        verb.add_argument("--config", type=Path, default=Path("config.yml"), metavar="FILE", help="default: config.yml")

    look = verbs.add_parser("serve", help="look at the site", description=serve.__doc__)
    look.add_argument("folder", nargs="?", type=Path, default=SITE, metavar="DIR", help=f"default: {SITE}")
    look.add_argument("--port", type=int, default=8000, help="default: 8000")
    look.set_defaults(run=serve)

    join = verbs.add_parser("roundup", help="join several digests on one page", description=roundup.__doc__)
    join.add_argument("name", metavar="NAME", help="words and a number, as in spring-2026")
    join.add_argument("--since", type=day, metavar="DAY", help="editions that end on it or later")
    join.add_argument("--until", type=day, metavar="DAY", help="editions that end on it or earlier")
    join.add_argument("--series", default="", metavar="A,B", help="only of these series")
    join.add_argument("--topic", default="", metavar="NAME", help="only picks on this topic")
    join.add_argument(
        "--from", dest="origin", type=Path, default=Path(), metavar="DIR", help="where digests/ is (default: here)"
    )
    join.add_argument("--out", type=Path, default=Path(), metavar="DIR", help="where it is drafted to (default: here)")
    join.add_argument("--github", action="store_true", help="heed what maintainers decided on its branch")
    join.add_argument("--config", type=Path, default=Path("config.yml"), metavar="FILE", help="default: config.yml")
    join.set_defaults(run=roundup)


def address(text: str) -> str:
    if not re.fullmatch(r"https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[!-~]*)?", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no address: it begins with https:// and a host, all in ASCII")
    return text


def day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no day: write it as 2026-06-30") from None


def publish(options: argparse.Namespace) -> int:
    """Builds the site of all digests: pages, feeds and a search, in a folder of its own."""
    from bot import show
    from bot.config import load
    from bot.publish import publish as build

    gc.disable()  # a build makes no cycles, and looking for them is a tenth of its time
    done = build(options.origin, options.out, load(options.config), show.step, options.base_url or "")
    gc.freeze()  # nor does its end look
    show.published(done, options.out)
    if done.left_out:
        raise StoreError(
            f"the site lacks {listing(done.left_out)}, for what is said above",
            hint="mend that, then publish again; until then the workflow leaves the site that is deployed as it is",
        )
    return 0


def preview(options: argparse.Namespace) -> int:
    """Makes a digest's page as the site will show it, in one file that loads nothing from anywhere."""
    from bot import previews, show
    from bot.config import load
    from bot.publish.sources import source

    if options.github:
        return previews.offer(options.github, load(options.config))
    if options.named is not None:
        return previews.name(options.named)
    if not options.edition:
        raise CommandError("preview needs an edition", hint="such as: python -m bot preview nsdi-2026")
    found = source(options.origin, options.edition)
    page = options.out or PREVIEW / f"{found.key}.html"
    for path in previews.made(found, load(options.config), page, options.pictures):
        show.step(f"Made {path}")
    return 0


def newsletter(options: argparse.Namespace) -> int:
    """Makes a letter of a digest for any mail program: EDITION.html, and EDITION.txt for those that show no HTML."""
    from bot import show
    from bot.config import load
    from bot.forges import folder
    from bot.publish.alone import newsletter as letter
    from bot.publish.sources import source

    found = source(options.origin, options.edition)
    html, text = letter(found, load(options.config), show.step)
    for ending, content in (("html", html), ("txt", text)):
        path = options.out / f"{found.key}.{ending}"
        folder.write(path, content)
        show.step(f"Made {path}")
    return 0


def serve(options: argparse.Namespace) -> int:
    """Shows the built site in a browser on this machine, until Ctrl-C."""
    from bot import show
    from bot.publish import serve as stage

    with stage.server(options.folder, options.port) as server:
        show.step(f"The site is at http://{stage.HOST}:{server.server_port}/ until you press Ctrl-C")
        server.serve_forever()
    return 0


def roundup(options: argparse.Namespace) -> int:
    """Drafts a page that joins published digests: the best picks of each topic, and what the conferences share."""
    from bot import pipeline, show
    from bot.config import load
    from bot.forges import folder
    from bot.jobs import on_branch
    from bot.roundup import Wanted
    from bot.roundup import roundup as road

    series = tuple(part.strip() for part in options.series.split(",") if part.strip())
    wanted = Wanted(
        name=options.name,
        since=options.since or "",
        until=options.until or "",
        series=series,
        topic=options.topic.strip(),
    )
    there = folder.connect(options.out)
    decisions = pipeline.decided_at(options.name, on_branch(options.name) if options.github else there)
    digest, prompt = road(wanted, options.origin, load(options.config), show.step, decisions)
    show.outcome(pipeline.put(digest, prompt, there, show.step), options.out)
    return 0
