"""The road to others who count papers: dblp, ccfddl, and the digest of the edition before.

One that cannot be asked has no opinion; that is told, and stops nothing.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from bot.errors import BotError
from bot.forges import Forge
from bot.model import ConferenceKind, Digest, Edition, Program
from bot.opinions import Opinion, of_accepted, of_before, of_contents
from bot.scrape import addresses, scrape
from bot.store import digest_of
from bot.suggest import bare
from bot.suggest.lists import tree_of
from bot.web import Web

ACCEPTED = "https://ccfddl.com/conference/allacc.yml"
DBLP = "https://dblp.org/"
YEARS_BACK = 3  # of a series that paused, its last edition still says something
_YEAR = re.compile(r"['’]?(?:\b(?:20)?\d\d\b|(?<=[a-z])\d\d\b)")


def consult(
    program: Program,
    edition: Edition,
    web: Web,
    held: Sequence[str],
    before: Sequence[Digest],
    listen: Callable[[str], None],
) -> tuple[Opinion, ...]:
    """How many papers others count of an edition. Of a recording nobody is asked whom it does not hold."""
    opinions = [opinion for digest in before[:1] for opinion in of_before(digest)]
    for address, ask in questions(program, edition, web):
        if held and not {*held} & {*addresses(address)}:
            continue
        try:
            opinions += ask(address)
        except BotError as failure:
            listen(f"{address} could not be asked how many papers there are: {failure}")
    return tuple(opinions)


def questions(
    program: Program, edition: Edition, web: Web
) -> Iterator[tuple[str, Callable[[str], tuple[Opinion, ...]]]]:
    """Where to ask about an edition, and how."""

    def contents(address: str) -> tuple[Opinion, ...]:
        return of_contents(scrape(replace(edition, urls=(address,)), web))

    def accepted(address: str) -> tuple[Opinion, ...]:
        page = web.page(address)
        return of_accepted(tree_of(page.raw(), address), lambda title: bare(title) in names(edition), edition.ends[:4])

    if not program.platform.startswith("dblp"):
        yield from ((url, contents) for url in edition.urls if url.startswith(DBLP))
    if edition.key and edition.kind in (ConferenceKind.ACADEMIC, ConferenceKind.SECURITY):
        yield ACCEPTED, accepted


def names(edition: Edition) -> set[str]:
    """What lists may call the series of an edition, as `bare` writes names: nsdi for "USENIX NSDI '26" or nsdi-2026."""
    return {bare(_YEAR.sub(" ", edition.name)), bare(edition.key.removesuffix(f"-{edition.number}").replace("-", " "))}


def earlier(edition: Edition, places: Iterable[Forge], listen: Callable[[str], None]) -> tuple[Digest, ...]:
    """The digest of the edition before, where one of the places has one that can be read."""
    paths = [f"digests/{key}.json" for key in keys_before(edition)]
    try:
        found = {path: text for place in places for path, text in place.files(paths).items()}
        newest = next((path for path in paths if path in found), "")
        return (digest_of(found[newest], newest),) if newest else ()
    except BotError as failure:
        listen(f"The edition before has no opinion: {failure}")
        return ()


def keys_before(edition: Edition) -> tuple[str, ...]:
    """The keys of the editions before, the newest first: nsdi-2025 before nsdi-2026, netdev-0x18 before netdev-0x19."""
    if not edition.number:
        return ()
    series, number = edition.key.removesuffix(edition.number), int(edition.number, 0)
    write = hex if edition.number.startswith("0x") else str
    return tuple(f"{series}{write(number - back)}" for back in range(1, YEARS_BACK + 1) if number > back)
