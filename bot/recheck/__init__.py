"""The road from published digests to their LostLinks: gather the links, ask each, remember what led nowhere.

A link is gone when it led nowhere twice, a week apart. Whatever else stands in the way says nothing about it.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import date
from math import ceil
from pathlib import Path
from time import monotonic

from bot.config import Config
from bot.errors import Blocked, NotPublished, SourceError
from bot.model import LostLink
from bot.recheck.ask import Health, Verdict, copy, verdict, weighed
from bot.recheck.gather import Link, links_under
from bot.web import Web

AT_A_TIME = 8  # threads; each host still sees no more than its limits allow
SECONDS = 1500.0  # after which nothing more is asked, so that the job ends by itself
ARCHIVE = "https://archive.org/wayback/available"
Listener = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """What came of a week's look: the links that are lost now, what each said that was asked, how many there are."""

    lost: tuple[LostLink, ...]
    verdicts: Mapping[str, Verdict]
    links: int


def recheck(
    root: Path,
    before: Sequence[LostLink],
    config: Config,
    web: Web,
    today: date,
    listen: Listener,
    archive: str = ARCHIVE,
) -> Visit:
    """Asks the links of the digests under a folder. `before` are those that were lost the last time."""
    links = links_under(root, config, listen)
    asking = chosen(links, before, config.limits.pages_per_run, today)
    listen(f"Asking {len(asking):,} of {len(links):,} links")
    verdicts = asked(asking, web)
    for url, each in verdicts.items():
        if each.health is not Health.WELL:
            listen(f"{each.health}: {url} ({each.why})")
    lost = standing({link.url: link for link in links}, before, verdicts, today)
    days = {link.url: link.day for link in links}
    return Visit(
        lost=tuple(with_copy(link, days[link.url], web, archive, listen) for link in lost),
        verdicts=verdicts,
        links=len(links),
    )


def chosen(links: Sequence[Link], before: Sequence[LostLink], most: int, today: date) -> tuple[Link, ...]:
    """Those that are asked this week: what was lost, and of the others as many as `most` allows.

    The archive may be asked about each that was lost, too; so that the others have their turn, these are not too many.
    """
    known = {link.url for link in before}
    again = in_turn([link for link in links if link.url in known], max(1, most // 4), today)
    return again + in_turn([link for link in links if link.url not in known], most - 2 * len(again), today)


def in_turn(links: Sequence[Link], most: int, today: date) -> tuple[Link, ...]:
    """All of them, or the part whose week it is."""
    parts = ceil(len(links) / most) if most > 0 else 0
    start = today.toordinal() // 7 % parts * most if parts else 0
    return tuple(links[start : start + max(0, most)])


def asked(links: Sequence[Link], web: Web, seconds: float = SECONDS) -> dict[str, Verdict]:
    """What each link says, and a reason for each that time was too short for."""
    ends = monotonic() + seconds

    def ask(link: Link) -> Verdict:
        late = Verdict(health=Health.UNKNOWN, why="the time of this run was up")
        return verdict(link.url, web) if monotonic() < ends else late

    with ThreadPoolExecutor(AT_A_TIME) as pool:
        return weighed(dict(zip((link.url for link in links), pool.map(ask, links), strict=True)))


def standing(
    links: Mapping[str, Link], before: Sequence[LostLink], verdicts: Mapping[str, Verdict], today: date
) -> tuple[LostLink, ...]:
    """The links that are lost now. One that answers, or that no page shows, is lost no more; doubt changes nothing."""
    known = {link.url: link for link in before}
    dead = {url: each.why for url, each in verdicts.items() if each.health is Health.DEAD}
    well = {url for url, each in verdicts.items() if each.health is Health.WELL}
    kept = sorted(links.keys() & (known.keys() | dead.keys()) - well)
    return tuple(_lost(links[url], known.get(url), dead.get(url), today.isoformat()) for url in kept)


def _lost(link: Link, known: LostLink | None, why: str | None, today: str) -> LostLink:
    """As it is known, if it is; once it is gone, nothing is noted anew week after week."""
    if known is None:
        return LostLink(url=link.url, digests=link.digests, why=why or "", since=today, seen=today)
    known = replace(known, digests=link.digests)
    return known if why is None or known.is_gone else replace(known, why=why, seen=today)


def with_copy(link: LostLink, day: str, web: Web, archive: str, listen: Listener) -> LostLink:
    """A link that is gone with the copy that the archive names. Without one it is asked again the next time."""
    if link.archive or not link.is_gone:
        return link
    try:
        return replace(link, archive=copy(link.url, day, web, archive))
    except (Blocked, NotPublished, SourceError) as error:
        listen(f"No copy of {link.url}: {error}")
        return link
