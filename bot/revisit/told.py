"""An addendum's pull request in words: what happened to which pick, and where to see it."""

from collections import Counter
from collections.abc import Iterator, Mapping

from bot.compare import Change, Changes, Turn, sentence
from bot.compare.addendum import LINKS
from bot.markdown import cell, escape, link, quiet
from bot.model import Digest, Program
from bot.propose import PICKS, table

_NOUNS = {"its paper": "paper", "a video": "video"}
_TURNS = {
    Turn.CANCELLED: "withdrawn",
    Turn.REMOVED: "no longer listed",
    Turn.REINSTATED: "listed again",
    Turn.STANDARDISED: "now an RFC",
}


def title(name: str, changes: Changes) -> str:
    """What happened, counted: “NSDI 2026: slides of 3 picks, 1 withdrawn”."""
    linked = [change for change in changes if change.turn is Turn.LINKED]
    kinds = Counter(kind for change in linked for kind in {LINKS[name] for name in change.links})
    turns = Counter(change.turn for change in changes)
    new = (f"{_NOUNS.get(kind, kind)} of {picks(kinds[kind])}" for kind in dict.fromkeys(LINKS.values()) if kinds[kind])
    other = (f"{turns[turn]} {said}" for turn, said in _TURNS.items() if turns[turn])
    return f"{quiet(name)}: {', '.join((*new, *other)) or 'nothing to add any more'}"


def picks(count: int) -> str:
    return "1 pick" if count == 1 else f"{count} picks"


def body(published: Digest, changes: Changes, now: Program, page: str, is_redrawn: bool) -> str:
    """What its reviewer reads. `page` is the page that results."""
    if not changes:
        return f"Nothing of what this told is news any more, as {link('the program', now.url)} is now. Close this."
    numbers = {each.pick.contribution.id: number for number, each in enumerate(published.writeups, 1)}
    key = published.edition.key
    blocks = (
        f"What happened to the picks of {quiet(published.edition.name)} since its digest was published, as "
        f"{link('its program', now.url)} says now. Not a word of a write-up changes: the page gets what is new as "
        "links, and a sentence for each change.",
        PICKS,
        table(("#", "What happened", "See"), (row(change, numbers) for change in changes)),
        *hidden(changes, page, published.edition.form),
        *(("The bot writes pages a little differently than it did then, so other lines change along.",) * is_redrawn),
        "## What only a human can judge",
        "\n".join(f"- [ ] {question}" for question in questions(changes)),
        "To merge this publishes it; to close it means that none of this is told again. What you edit here stays.",
        f"Files: `digests/{key}.md`, `digests/{key}.json`.",
    )
    return "\n\n".join(blocks)


def row(change: Change, numbers: Mapping[str, int]) -> tuple[str, ...]:
    return str(numbers[change.id]), cell(sentence(change)), ", ".join(places(change)).replace("|", "\\|")


def places(change: Change) -> Iterator[str]:
    return (link(name, url) for name, url in change.links.items())


def hidden(changes: Changes, page: str, form: str) -> Iterator[str]:
    """What has no place on the page, because a person changed or took out the line where it would stand."""
    linked = [change for change in changes if change.turn is Turn.LINKED and form == "digest"]
    lost = [(change, place) for change in linked for place in places(change) if place not in page]
    told = [change for change in changes if escape(sentence(change)) not in page]
    lines = [f"{place} of “{quiet(change.title)}”" for change, place in lost]
    lines += [f"that {quiet(sentence(change))}" for change in told]
    if lines:
        yield "A person changed the page where this would stand, so it is not there unless you write it in:"
        yield "\n".join(f"- {line}" for line in lines)


def questions(changes: Changes) -> Iterator[str]:
    if any(change.turn is Turn.LINKED for change in changes):
        yield "Do the new links lead to what they are called?"
    for change in changes:
        if change.turn in (Turn.CANCELLED, Turn.REMOVED):
            yield f"“{quiet(change.title)}”: does it stay on the page? Take it out in the browser, and it stays out."
        if change.turn is Turn.REINSTATED:
            yield f"“{quiet(change.title)}”: does it take place after all?"
    if any(change.turn is Turn.STANDARDISED for change in changes):
        yield "Is what the write-up says of the draft true of the RFC?"
