"""What its readers should know that happened to a digest's own picks since it was published."""

from collections.abc import Iterator
from dataclasses import replace

from bot.compare import Change, Changes, Turn, ordered, sentence
from bot.compare.listed import paired, row
from bot.compare.mark import is_marked, without_mark
from bot.model import Contribution, Digest, Finding, Kind, Program, WriteUp
from bot.text import listing

WHOLE = 0.9  # of a program's contributions; where more are missing the source is cut, and no talk was withdrawn
LINKS = {"pdf": "its paper", "slides": "slides", "video": "a video", "code": "code"}
SINCE = "Since it was published: "


def addendum(published: Digest, now: Program) -> Changes:
    """What happened to the digest's picks and is not told on its page yet, the gravest first."""
    known = {finding.text.removeprefix(SINCE) for finding in published.findings}
    return ordered(change for change in happened(published, now) if sentence(change) not in known)


def happened(published: Digest, now: Program) -> Iterator[Change]:
    """A pick that is merely missing counts as gone only where the rest of the program is still there."""
    pairs = met(published, now)
    is_whole = len(now.listed) >= WHOLE * published.program.contributions
    for pick in (each.pick.contribution for each in published.writeups):
        found = pairs.get(pick.id)
        if found and is_marked(found.title):
            yield Change(turn=Turn.CANCELLED, id=pick.id, title=pick.title)
        elif found:
            yield from news(pick, found)
        elif is_whole:
            yield Change(turn=Turn.REMOVED, id=pick.id, title=pick.title)


def met(published: Digest, now: Program) -> dict[str, Contribution]:
    """The digest's picks, by their ids, as the program has them now."""
    there = {row(replace(each, title=without_mark(each.title))): each for each in now.contributions}
    pairs = paired((row(each.pick.contribution) for each in published.writeups), there)
    return {old.id: there[new] for old, new in pairs.items()}


def news(pick: Contribution, now: Contribution) -> Iterator[Change]:
    """What came to a pick that still stands: an RFC of a draft, a paper, slides, a video."""
    if is_rfc(now) and not is_rfc(pick):
        yield Change(turn=Turn.STANDARDISED, id=pick.id, title=pick.title)
    if new := [said for name, said in LINKS.items() if name in now.links and name not in pick.links]:
        yield Change(turn=Turn.LINKED, id=pick.id, title=pick.title, after=listing(new))


def is_rfc(contribution: Contribution) -> bool:
    said = (passage.text for passage in contribution.passages if passage.part == "status")
    return contribution.kind is Kind.DRAFT and any("RFC" in text for text in said)


def amended(published: Digest, changes: Changes, now: Program) -> Digest:
    """The digest with what its picks have now, and a finding for each change; not a word of a write-up is another.

    What was withdrawn stays on the page until a person drops it.
    """
    touched = {change.id for change in changes if change.turn in (Turn.LINKED, Turn.STANDARDISED)}
    found = {id: contribution for id, contribution in met(published, now).items() if id in touched}
    findings = tuple(Finding(text=f"{SINCE}{sentence(change)}") for change in changes)
    return replace(
        published,
        writeups=tuple(updated(each, found.get(each.pick.contribution.id)) for each in published.writeups),
        findings=(*published.findings, *findings),
    )


def updated(writeup: WriteUp, now: Contribution | None) -> WriteUp:
    """The write-up with the links and the status that its contribution has now. No link that readers know goes away."""
    if now is None:
        return writeup
    was = writeup.pick.contribution
    status = tuple(passage for passage in now.passages if passage.part == "status")
    others = tuple(passage for passage in was.passages if passage.part != "status" or not status)
    contribution = replace(was, links={**now.links, **was.links}, passages=(*others, *status))
    return replace(writeup, pick=replace(writeup.pick, contribution=contribution))


def branch(published: Digest) -> str:
    """Where the next addendum is proposed. One that was merged has left findings, so that the next has another name."""
    told = sum(finding.text.startswith(SINCE) for finding in published.findings)
    return f"addendum/{published.edition.key}-{told + 1}"
