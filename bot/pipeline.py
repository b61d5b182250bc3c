"""The road from an Edition to a PullRequest, readable aloud."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bot import prompts
from bot.config import Config, Reader
from bot.errors import Moved
from bot.forges import Forge
from bot.introduce import introduce
from bot.judge import judge
from bot.keep import keep
from bot.model import Digest, Draft, Edition, Finding, Program, Proposal, PullRequest, WriteUp
from bot.pick import pick
from bot.propose import proposal, saved, saved_proposal
from bot.render import render
from bot.scrape import scrape
from bot.text import listing
from bot.verify import verified
from bot.web import Web
from bot.write import filled, themes, write

PLANS = 3  # how often a draft is laid under what people changed, when they go on changing it

Listener = Callable[[str], None]
"""Told in one line what each stage did; the door prints it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a draft came to."""

    digest: Digest
    draft: Draft
    pull_request: PullRequest


def look(edition: Edition, web: Web, held: Sequence[str] = ()) -> Program:
    """An edition's program as its source gives it, with everything that judging it brought up."""
    program = scrape(edition, web, held)
    return replace(program, findings=judge(program, edition).findings)


def draft(
    edition: Edition, web: Web, config: Config, forge: Forge, listen: Listener, held: Sequence[str] = ()
) -> Outcome:
    """Drafts an edition's digest and proposes it."""
    program = judge(scrape(edition, web, held), edition)
    listen(f"Read {len(program.listed):,} contributions of {program.name} ({program.platform})")
    choice = pick(program, config.reader, config.picks, edition.kind)
    tiers = Counter(pick.tier.value for pick in choice.picks)
    shares = listing([f"{count} {tier}" for tier, count in tiers.items()])
    listen(f"Picked {len(choice.picks)}: {shares or 'nothing here is on a topic of the reader'}")
    written = write(choice.picks, config.writer, edition.kind)
    writeups, doubts = held_against_sources(written, config.reader)
    listen(f"Wrote {len(writeups)} write-ups and held them against their sources: {len(doubts)} sentences dropped")
    digest = Digest(
        edition=edition,
        program=program,
        lead=introduce(edition, program, writeups, config.reader.name),
        writeups=writeups,
        themes=themes(writeups),
        near_misses=choice.near_misses,
        findings=(*program.findings, *doubts),
        reader=config.reader.name,
        writer=config.writer,
    )
    return shown(
        digest,
        prompts.record(program, config.reader, config.picks, (*choice.picks, *choice.near_misses)),
        forge,
        listen,
    )


def shown(digest: Digest, prompt: str, forge: Forge, listen: Listener) -> Outcome:
    """Renders a digest and proposes it."""
    kept, pull_request = submit(render(digest, prompt), lambda draft: proposal(digest, draft), forge, listen)
    return Outcome(digest=digest, draft=kept, pull_request=pull_request)


def propose_saved(edition: str, drafted: Forge, forge: Forge, listen: Listener) -> PullRequest:
    """Proposes on one forge what was drafted on another, a folder say: so the two need not share a job or a token."""
    draft, body = saved(edition, drafted)
    _, pull_request = submit(draft, lambda kept: saved_proposal(kept, body), forge, listen)
    return pull_request


def submit(
    rendered: Draft, proposed: Callable[[Draft], Proposal], forge: Forge, listen: Listener
) -> tuple[Draft, PullRequest]:
    """Lays a draft under what people changed, and proposes it; plans anew when somebody pushes in between."""
    for left in reversed(range(PLANS)):
        kept = keep(rendered, forge.files(rendered.files))
        try:
            pull_request = forge.put(proposed(kept))
        except Moved as moved:
            if not left:
                raise
            listen(f"{moved}; planning again")
            continue
        break
    for what in kept.kept:
        listen(f"Kept as a person left it: {what}")
    changed = f"Changed {listing(pull_request.changed)}" if pull_request.changed else "Changed nothing"
    listen(f"{changed}. {pull_request.note}".strip(" ."))
    return kept, pull_request


def held_against_sources(
    writeups: Sequence[WriteUp], reader: Reader
) -> tuple[tuple[WriteUp, ...], tuple[Finding, ...]]:
    """The write-ups without what their sources do not support, and a finding for each sentence that went."""
    words = "\n".join((reader.summary, *(f"{topic.name}: {', '.join(topic.terms)}" for topic in reader.topics)))
    checked = [verified(writeup, words) for writeup in writeups]
    return tuple(filled(writeup) for writeup, _ in checked), tuple(doubt for _, doubts in checked for doubt in doubts)
