"""How digests will look before they are merged: one that lies in a folder, or those that a pull request changes.

The latter are read at its newest commit, as data; what makes the pages of them is the code of the branch that they are
to be merged into.
"""

import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from bot import jobs, show
from bot.config import Config
from bot.errors import CommandError, StoreError
from bot.forges import folder
from bot.forges.github import change, checks
from bot.forges.github.job import summarise
from bot.forges.github.note import note
from bot.markdown import quiet
from bot.publish import alone
from bot.publish.camera import pictures
from bot.publish.front import KEY
from bot.publish.sources import Source, paths
from bot.text import listing

ARTIFACT = "preview"
MARK = "<!-- preview -->"  # what the comment begins with that names it
DAYS = 30  # that GitHub keeps it, as check.yml asks
MOST = 20  # digests of one pull request: anyone may open one
LONGEST = 1_000_000  # characters of a page
_ID = re.compile(r"[1-9][0-9]{0,18}")
_DIGEST = re.compile(rf"digests/({KEY.pattern})\.(?:md|json)")
Read = Callable[[str], str | None]


def made(source: Source, config: Config, page: Path, album: Path | None) -> Iterator[Path]:
    """The page of a digest in one file, and pictures of it where a folder for them is given."""
    folder.write(page, alone.preview(source, config, show.step))
    yield page
    if album:
        yield from pictures(page, album, show.step)


def offer(out: Path, config: Config, sleep: Callable[[float], None] = time.sleep) -> int:
    """Makes previews of the digests that the event's pull request changes, and says in the run's summary which."""
    here = jobs.job()
    found = change.read(here.event, Path(here.event_path))
    if isinstance(found, str):
        show.step(f"Nothing to preview: {found}")
        return 0
    place = checks.checks(here.settings, found, sleep)
    keys = changed(place.paths())
    told = [line for key in keys[:MOST] for line in previewed(key, place.text, config, out)]
    told += [f"- and {len(keys) - MOST} more, which are not shown"] if len(keys) > MOST else []
    summarise(here.summary, summary(told, here.run))
    show.step(f"Made {out}" if told else "No digest is changed")
    return 0


def name(artifact: str, sleep: Callable[[float], None] = time.sleep) -> int:
    """Names the artifact of that id in the event's pull request, in one comment; a later run's takes the place of it.

    Nothing is read of the pull request but its commit and the paths of its files.
    """
    if not _ID.fullmatch(artifact):
        raise CommandError(f"{artifact[:20]!r} is no artifact's id", hint="actions/upload-artifact gives it")
    here = jobs.job()
    found = change.read(here.event, Path(here.event_path))
    if isinstance(found, str):
        show.step(f"Nothing to name: {found}")
        return 0
    place = checks.checks(here.settings, found, sleep)
    if not place.is_newest():
        show.step("Nothing to name: the pull request is closed, or has a newer commit by now")
        return 0
    text = told(changed(place.paths()), found.head, here.run, artifact)
    address = note(here.settings, found.number, MARK, sleep).say_if_allowed(text)
    show.step(f"Named in {address}" if address else "This token may write no comment (a fork's never may)")
    return 0


def told(keys: Sequence[str], commit: str, run: str, artifact: str) -> str:
    """The comment on the pull request."""
    more = [f"{len(keys) - MOST} more, which are not shown"] if len(keys) > MOST else []
    digests = listing([*(f"`{key}`" for key in keys[:MOST]), *more])
    return (
        f"{MARK}\n**How it will look:** the artifact [`{ARTIFACT}`]({run}/artifacts/{artifact}) shows {digests} as of "
        f"{commit}: each page in one file that any browser opens, and pictures of it on a phone and a desktop as far "
        f"as [the run]({run}), which lists them, could take some. GitHub keeps it for {DAYS} days."
    )


def changed(among: Iterable[str]) -> list[str]:
    """The editions whose digests are among some files."""
    return sorted({found[1] for found in map(_DIGEST.fullmatch, among) if found})


def previewed(key: str, read: Read, config: Config, out: Path) -> Iterator[str]:
    """A line for each file that shows an edition's digest, or for why there is none."""
    try:
        page, data, prompt = (read(path) or "" for path in paths(key))
        if not page:
            return
        if len(page) > LONGEST:
            raise StoreError(f"digests/{key}.md is too large to be a digest's page", hint="")
        source = Source(key=key, page=page, data=data, prompt=prompt)
        yield from [f"- `{path.name}`" for path in made(source, config, out / f"{key}.html", out)]
    except StoreError as error:
        show.step(f"No preview of {key}: {error}")
        yield f"- no preview of `{key}`: {quiet(str(error))}"


def summary(told: Sequence[str], run: str) -> str:
    """What the run's page says."""
    return "\n".join((named(run), "", *told)) if told else "No digest is changed, so there is no preview."


def named(run: str) -> str:
    """Where the previews of a run are."""
    where = f"[this run]({run})" if run else "this run"
    return f"**How it will look:** in the artifact `{ARTIFACT}` of {where}, as pages that any browser opens."
