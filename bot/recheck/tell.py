"""What people read of dead links: the pull request's words, and the page of the run. Foreign words go in as text."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from bot.lost import PATH, as_json
from bot.markdown import cell, link
from bot.model import Draft, LostLink, Proposal
from bot.propose import table
from bot.recheck import Visit
from bot.recheck.ask import Health
from bot.text import clipped

NAME = "links"
SHOWN = 100  # rows of a table; the file has them all
_LOST = (
    "Each of these led nowhere twice, a week apart. Merge this, and the site says so beside the link: with a copy that "
    "the Internet Archive keeps, else since when it is gone. The digests stay as they are; where you know a better "
    "address, write it there instead. Close this, and the same list is not proposed again."
)
_DOUBTED = "These led nowhere for the first time, and are asked again next week. Until then readers are told nothing."
_BACK = "These lead somewhere again, or stand on no page any more."


def proposal(lost: Sequence[LostLink], before: Sequence[LostLink]) -> Proposal:
    """The list of lost links as a pull request; `before` are those on the branch that it is to be merged into."""
    gone = [each for each in lost if each.is_gone and each not in before]
    doubted = [each for each in lost if not each.is_gone]
    back = [each for each in before if each.url not in {one.url for one in lost}]
    blocks = (
        *block("## Dead", _LOST, ("Digest", "Link", "Gone since", "Why", "Copy"), map(gone_row, gone)),
        *block("## To be seen again", _DOUBTED, ("Digest", "Link", "Why"), map(row, doubted)),
        *block("## No longer lost", _BACK, ("Digest", "Link", "Why"), map(row, back)),
        f"File: `{PATH}`.",
    )
    draft = Draft(edition=NAME, files={PATH: as_json(lost)})
    return Proposal(edition=NAME, title=title(len(gone), len(doubted)), body="\n\n".join(blocks), draft=draft)


def title(gone: int, doubted: int) -> str:
    again = f", {doubted} to be seen again" if doubted else ""
    return f"Dead links: {gone or 'none'} found{again}"


def block(heading: str, about: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table under its heading, nothing where it has no rows."""
    if found := list(rows):
        yield from (heading, about, table(head, found[:SHOWN]))
    if len(found) > SHOWN:
        yield f"And {len(found) - SHOWN:,} more, which are in `{PATH}`."


def row(lost: LostLink) -> tuple[str, ...]:
    return cell(", ".join(lost.digests)), shown(lost.url), cell(lost.why)


def gone_row(lost: LostLink) -> tuple[str, ...]:
    digests, address, why = row(lost)
    return digests, address, lost.since, why, link("archived copy", lost.archive) if lost.archive else "none"


def shown(url: str) -> str:
    """A link with its own address for a label; a table's cell ends at a bar."""
    return link(clipped(url, 100), url).replace("|", "\\|")


def summary(visit: Visit) -> str:
    """What the page of a run says: how many links were asked, and each that is not well."""
    rows = [
        (str(each.health), shown(url), cell(each.why))
        for url, each in visit.verdicts.items()
        if each.health is not Health.WELL
    ]
    found = table(("Is", "Link", "Why"), rows) if rows else "Every link that was asked leads somewhere."
    return f"## Links\n\n{counted(visit)}\n\n{found}\n"


def counted(visit: Visit) -> str:
    """A sentence on what came of it."""
    found = Counter(each.health for each in visit.verdicts.values())
    said = ", ".join(f"{found[health]:,} {health}" for health in Health)
    left = visit.links - len(visit.verdicts)
    later = f"; {left:,} are asked in the weeks to come" if left else ""
    gone = sum(link.is_gone for link in visit.lost)
    known = f"{gone:,} gone for good, {len(visit.lost) - gone:,} to be seen again"
    return f"Asked {len(visit.verdicts):,} of {visit.links:,} links: {said}{later}. Lost by now: {known}."
