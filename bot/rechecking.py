"""The verb of published links: asks whether they still lead anywhere, and proposes to say so where they do not."""

import argparse
import time
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from bot import lost
from bot.errors import StoreError
from bot.jobs import Job, Sleep, job
from bot.model import LostLink

if TYPE_CHECKING:
    from bot.forges.github import GitHub
    from bot.forges.github.offered import Offered


def arguments(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    again = verbs.add_parser("links", help="find the dead links of digests", description=links.__doc__)
    again.add_argument("--out", type=Path, default=Path(), metavar="DIR", help="where digests/ is (default: here)")
    again.add_argument("--config", type=Path, default=Path("config.yml"), metavar="FILE", help="default: config.yml")
    again.add_argument("--from", dest="origin", metavar="DIR", type=Path, help="ask this recording, no network")
    again.add_argument("--record", metavar="DIR", type=Path, help="keep everything that is fetched, for --from")
    again.add_argument("--report", type=Path, metavar="FILE", help=f"write the list there, not to {lost.PATH}")
    again.add_argument("--github", action="store_true", help="go on from the list that a pull request proposes")
    again.add_argument("--propose", type=Path, metavar="FILE", help="only open or update the pull request of a report")
    again.set_defaults(run=links)


def links(options: argparse.Namespace, today: date | None = None, sleep: Sleep = time.sleep) -> int:
    """Asks every link on the pages of digests/ whether it leads anywhere, and lists those that lead nowhere."""
    day = today or datetime.now(UTC).date()
    return propose(options, day, sleep) if options.propose else look(options, day, sleep)


def look(options: argparse.Namespace, today: date, sleep: Sleep) -> int:
    from bot import show
    from bot.config import load
    from bot.forges import folder
    from bot.forges.github.job import output, summarise
    from bot.origin import opened
    from bot.recheck import recheck, tell

    config, here, there = load(options.config), job(), options.out / lost.PATH
    published = listed(there)
    before = proposed(here, today, sleep) if options.github else published
    with opened(options.origin, options.record, config) as (web, _):
        visit = recheck(options.out, before, config, web, today, show.step)
    if visit.lost or before or published:
        folder.write(options.report or there, lost.as_json(visit.lost))
    output(here.output, "found", "false" if visit.lost == before == published else "true")
    summarise(here.summary, tell.summary(visit))
    show.step(tell.counted(visit))
    return 0


def propose(options: argparse.Namespace, today: date, sleep: Sleep) -> int:
    from bot import summary
    from bot.forges import folder
    from bot.forges.github.job import summarise
    from bot.recheck import tell

    text, here = folder.read(options.propose), job()
    if text is None:
        raise StoreError(f"there is no {options.propose}", hint="make it first: python -m bot links --report FILE")
    wanted = tell.proposal(lost.of_json(text), listed(options.out / lost.PATH))
    last = offered(here, sleep)
    if last and last.refused and last.says(wanted):
        print(f"{last.address} was closed, and nothing else was found since")
        return 0
    forge = on_branch(here, last, today, sleep)
    forge.files(wanted.draft.files)
    pull_request = forge.put(wanted)
    summarise(here.summary, summary.proposed(tell.NAME, pull_request))
    print(pull_request.address)
    return 0


def listed(file: Path) -> tuple[LostLink, ...]:
    from bot.forges import folder

    return lost.of_json(folder.read(file) or "")


def proposed(here: Job, today: date, sleep: Sleep) -> tuple[LostLink, ...]:
    """The list that the open pull request proposes, that on the base where none is open."""
    forge = on_branch(here, offered(here, sleep), today, sleep)
    return lost.of_json(forge.files((lost.PATH,)).get(lost.PATH, ""))


def offered(here: Job, sleep: Sleep) -> "Offered | None":
    from bot.forges.github.offered import newest

    return newest(here.settings, lost.BRANCHES, sleep)


def on_branch(here: Job, last: "Offered | None", today: date, sleep: Sleep) -> "GitHub":
    """The forge for the branch of the open pull request, for a new one where none is open."""
    from bot.forges import github
    from bot.recheck.tell import NAME

    place = github.Place(
        branch=last.branch if last and last.is_open else f"{lost.BRANCHES}{today}",
        headline="Dead links of digests",
        files=frozenset({lost.PATH}),
        labels=(NAME,),
    )
    return github.connect(here.settings, NAME, sleep, place=place)
