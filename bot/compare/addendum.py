"""What its readers should know that happened to a digest's own picks since it was published."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bot.compare import Change, Changes, Turn, ordered, sentence
from bot.compare.listed import paired, row
from bot.compare.mark import is_marked, without_mark
from bot.model import Contribution, Digest, Finding, Kind, Passage, Program, WriteUp
from bot.text import listing

WHOLE = 0.9  # of a program's contributions; where more are missing the source is cut, and no talk was withdrawn
LINKS = {"pdf": "its paper", "paper": "its paper", "slides": "slides", "video": "a video", "code": "code"}
SINCE = "Since it was published: "
_STANDING = (Turn.CANCELLED, Turn.REMOVED, Turn.REINSTATED)


def addendum(published: Digest, now: Program, refused: Sequence[Digest] = ()) -> Changes:
    """What happened to the digest's picks and is not told on its page yet, the gravest first.

    `refused` are versions of it that maintainers did not want: what those tell is not told again.
    """
    return ordered(each for each in happened(published, now, refused) if not is_told(each, published, refused))


def is_told(change: Change, published: Digest, refused: Sequence[Digest]) -> bool:
    """What was withdrawn may well leave the program later: that is told by then. What came back may leave again."""
    if change.turn not in _STANDING:
        return any(said(change) in told_since(digest) for digest in (published, *refused))
    told = standing(change, published)
    further = beyond(told, (standing(change, digest) for digest in refused))
    last = {turns[-1] for turns in (told, *further) if turns}
    return change.turn in last or (change.turn is Turn.REMOVED and Turn.CANCELLED in last)


def standing(change: Change, digest: Digest) -> tuple[Turn, ...]:
    """What a digest told of whether this pick takes place, in the order in which that happened."""
    turns = {said(replace(change, turn=turn)): turn for turn in _STANDING}
    return tuple(turns[text] for text in told_since(digest) if text in turns)


def beyond(told: tuple[str, ...], others: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """What others tell after all that is told already; those that begin otherwise are of another time."""
    return (other[len(told) :] for other in others if other[: len(told)] == told)


def told_since(digest: Digest) -> tuple[str, ...]:
    """What its page tells of the time since it was published."""
    return tuple(finding.text for finding in digest.findings if finding.text.startswith(SINCE))


def said(change: Change) -> str:
    return f"{SINCE}{sentence(change)}"


def happened(published: Digest, now: Program, refused: Sequence[Digest]) -> Iterator[Change]:
    """A pick that is merely missing counts as gone only where the same source is still there as a whole.

    What is told names titles alone, so of two picks with one title nothing is said to be back.
    """
    pairs, picks = met(published, now), [each.pick.contribution for each in published.writeups]
    titles = Counter(pick.title for pick in picks)
    is_same = now.platform == published.program.platform
    is_whole = is_same and len(now.listed) >= WHOLE * published.program.contributions
    for pick in picks:
        found = pairs.get(pick.id)
        gone = Change(turn=Turn.REMOVED, id=pick.id, title=pick.title, links={"program": now.url})
        if found and (is_marked(found.title) or is_now("withdrawn", pick, found)):
            yield replace(gone, turn=Turn.CANCELLED, links={"page": found.url or now.url})
        elif found:
            back = replace(gone, turn=Turn.REINSTATED, links={"page": found.url or now.url})
            if titles[pick.title] == 1 and standing(back, published) and not is_off(found):
                yield back
            yield from news(pick, found, {url for digest in refused for url in known(digest, pick.id)})
        elif is_whole:
            yield gone


def is_off(now: Contribution) -> bool:
    """Whether a program says of what it lists that it does not take place."""
    return now.kind is Kind.DRAFT and any("withdrawn" in each.text for each in status(now))


def met(published: Digest, now: Program) -> dict[str, Contribution]:
    """The digest's picks, by their ids, as the program has them now."""
    there = {row(replace(each, title=without_mark(each.title))): each for each in now.contributions}
    pairs = paired((row(each.pick.contribution) for each in published.writeups), there)
    return {old.id: there[new] for old, new in pairs.items()}


def known(digest: Digest, id: str) -> tuple[str, ...]:
    """The addresses that a digest gives for a pick."""
    return tuple(url for each in digest.writeups if each.pick.contribution.id == id for url in addresses(each))


def addresses(writeup: WriteUp) -> tuple[str, ...]:
    contribution = writeup.pick.contribution
    return (contribution.url, *contribution.links.values())


def news(pick: Contribution, now: Contribution, refused: set[str]) -> Iterator[Change]:
    """What came to a pick that still stands: an RFC of a draft, a paper, slides, a video."""
    change = Change(turn=Turn.STANDARDISED, id=pick.id, title=pick.title, links={"page": now.url})
    if is_now("RFC", pick, now):
        yield change
    old = {pick.url, *pick.links.values(), *refused}
    new = {name: now.links[name] for name in LINKS if name in now.links and name not in pick.links}
    if new := {name: url for name, url in new.items() if url not in old}:
        kinds = listing([*dict.fromkeys(LINKS[name] for name in new)])
        yield replace(change, turn=Turn.LINKED, after=kinds, links=new)


def is_now(what: str, pick: Contribution, now: Contribution) -> bool:
    """Whether a draft's status says something that it did not say before."""
    was, said = (" ".join(passage.text for passage in status(each)) for each in (pick, now))
    return now.kind is Kind.DRAFT and what in said and what not in was


def status(contribution: Contribution) -> tuple[Passage, ...]:
    return tuple(passage for passage in contribution.passages if passage.part == "status")


def amended(published: Digest, changes: Changes, now: Program) -> Digest:
    """The digest with what its picks have now, and a finding for each change; not a word of a write-up is another.

    What was withdrawn stays on the page until a person drops it.
    """
    linked = {change.id: change.links for change in changes if change.turn is Turn.LINKED}
    found, told = met(published, now), {change.id for change in changes}

    def updated(writeup: WriteUp) -> WriteUp:
        was = writeup.pick.contribution
        pick = with_status(was, found[was.id]) if was.id in told and was.id in found else was
        pick = replace(pick, links={**pick.links, **linked.get(was.id, {})})
        return replace(writeup, pick=replace(writeup.pick, contribution=pick))

    form = published.edition.form
    findings = tuple(Finding(text=said(change), hint=source(change, form)) for change in changes)
    return replace(
        published,
        writeups=tuple(map(updated, published.writeups)),
        findings=(*published.findings, *findings),
        changes=(),  # they were of its last draft
    )


def with_status(pick: Contribution, now: Contribution) -> Contribution:
    others = tuple(passage for passage in pick.passages if passage.part != "status")
    return replace(pick, passages=(*others, *(status(now) or status(pick))))


def source(change: Change, form: str) -> str:
    """Where to see it; a page of digest entries has new links beside their pick."""
    return "" if change.turn is Turn.LINKED and form == "digest" else f"see {' '.join(change.links.values())}"
