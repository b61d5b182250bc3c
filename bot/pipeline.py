"""The road from an Edition to a PullRequest, readable aloud."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from bot import prompts
from bot.bill import bill, carried, counting
from bot.compare import since
from bot.compare.listed import rows
from bot.compare.mark import marked
from bot.config import Config, Reader, words
from bot.consult import consult
from bot.enrich import enrich
from bot.errors import Moved, Outdated
from bot.forges import Forge
from bot.introduce import introduce
from bot.judge import judge
from bot.keep import keep
from bot.keep.shown import shown
from bot.llms import Model
from bot.model import Bill, Charge, Decisions, Digest, Draft, Edition, Finding, Program, PullRequest, WriteUp
from bot.pick import pick
from bot.propose import Review, proposal, reviewed, saved
from bot.render import render
from bot.scrape import scrape
from bot.store import bill_of, decisions_of, listing_of, picks_of, with_bill, with_changes
from bot.text import listing
from bot.verify import doubts, verified
from bot.web import Web
from bot.write import Adviser, conclude, filled, write

PLANS = 3  # how often a draft is laid under what people changed, when they go on changing it

NOTHING = Decisions()

Listener = Callable[[str], None]
"""Told in one line what each stage did; the door prints it."""


def unheard(line: str) -> None:
    """Where nobody listens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What earlier digests tell: the one of the edition `before`, and in `precedents` what editors decided."""

    before: tuple[Digest, ...] = ()
    precedents: tuple[str, ...] = ()


NO_PAST = Past()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a draft came to."""

    digest: Digest
    draft: Draft
    pull_request: PullRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class Submitted:
    """What was proposed, and the files that stood there before, by path."""

    draft: Draft
    before: Mapping[str, str]
    pull_request: PullRequest


def look(
    edition: Edition, web: Web, held: Sequence[str] = (), before: Sequence[Digest] = (), listen: Listener = unheard
) -> Program:
    """An edition's program as its source gives it, with everything that judging it brought up."""
    program = scrape(edition, web, held)
    opinions = consult(program, edition, web, held, before, listen)
    return replace(program, findings=judge(program, edition, opinions).findings)


def draft(
    edition: Edition,
    web: Web,
    config: Config,
    forge: Forge,
    listen: Listener,
    held: Sequence[str] = (),
    decisions: Decisions = NOTHING,
    model: Model | None = None,
    past: Past = NO_PAST,
) -> Outcome:
    """Drafts an edition's digest and proposes it."""
    digest, prompt = prepared(edition, web, config, forge, listen, held, decisions, model, past)
    return put(digest, prompt, forge, listen)


def prepared(
    edition: Edition,
    web: Web,
    config: Config,
    forge: Forge,
    listen: Listener,
    held: Sequence[str] = (),
    decisions: Decisions = NOTHING,
    model: Model | None = None,
    past: Past = NO_PAST,
) -> tuple[Digest, str]:
    """An edition's digest and the record of what was asked for, as the forge says it is to be; nothing is put."""
    recorded = forge.files((f"prompts/{edition.key}.md",)).get(f"prompts/{edition.key}.md", "")
    adviser = adviser_of(edition, config, model, recorded, past.precedents)
    return drafted(edition, web, config, decisions, listen, held, adviser, past.before)


def adviser_of(
    edition: Edition,
    config: Config,
    model: Model | None,
    recorded: str = "",
    precedents: Sequence[str] = (),
    folder: Path = prompts.FOLDER,
) -> Adviser | None:
    """A model with what it is told for this edition, and what holds its words; `recorded` is prompts/<edition>.md."""
    if model is None:
        return None
    known = words(config.reader)
    told = prompts.instructions(edition.kind, config.reader, config.picks, recorded, folder)
    held = partial(doubts, reader=known)
    return Adviser(model=model, instructions=told, doubts=held, words=known, precedents=tuple(precedents))


def drafted(
    edition: Edition,
    web: Web,
    config: Config,
    decisions: Decisions,
    listen: Listener,
    held: Sequence[str] = (),
    adviser: Adviser | None = None,
    before: Sequence[Digest] = (),
) -> tuple[Digest, str]:
    """An edition's digest, and the record of what was asked for. `before` is the digest of the edition before."""
    scraped = scrape(edition, web, held)
    program = judge(scraped, edition, consult(scraped, edition, web, held, before, listen))
    adviser = counting(adviser)
    listen(f"Read {len(program.listed):,} contributions of {program.name} ({program.platform})")
    choice = pick(program, config.reader, config.picks, edition.kind, decisions, adviser)
    tiers = Counter(pick.tier.value for pick in choice.picks)
    shares = listing([f"{count} {tier}" for tier, count in tiers.items()])
    listen(f"Picked {len(choice.picks)}: {shares or 'nothing here is on a topic of the reader'}")
    enriched = enrich(choice.picks, config.enrichers, web, config.limits.requests_about_picks)
    if config.enrichers:
        listen(f"Read {enriched.whole} of {len(enriched.picks)} papers in full, with {enriched.requests} requests")
    written = write(enriched.picks, config.writer, edition.kind, decisions.guidance, adviser=adviser)
    writeups, lost = held_against_sources(written, config.reader)
    came = f"{len(lost)} finding{'' if len(lost) == 1 else 's'}"
    listen(f"Wrote {len(writeups)} write-ups and held them against their sources: {came}")
    told = conclude(writeups, decisions.guidance, adviser)
    digest = Digest(
        edition=edition,
        program=program.outline,
        lead=(*told.lead, *introduce(edition, program.outline, writeups, config.reader.name, choice.picker)),
        writeups=writeups,
        themes=told.themes,
        near_misses=choice.near_misses,
        findings=(*program.findings, *choice.findings, *enriched.findings, *lost, *told.findings),
        reader=config.reader.name,
        writer=config.writer if adviser else "extractive",
        decisions=decisions,
        picker=choice.picker,
        listing=rows((*program.listed, *marked(scraped))),
        bill=bill(adviser, config) if adviser else None,
    )
    asked, taught = (adviser.instructions, adviser.precedents) if adviser else ({}, ())
    return digest, prompts.record(program, config.reader, config.picks, choice.shortlist, asked, taught)


def decided_at(edition: str, forge: Forge) -> Decisions:
    """What maintainers have decided of an edition, as its digest on the forge says."""
    path = f"digests/{edition}.json"
    return decisions_of(forge.files((path,)).get(path, ""), path)


def paid_at(edition: str, forge: Forge) -> tuple[Charge, ...]:
    """What models took for an edition so far, as its digest on the forge says."""
    path = f"digests/{edition}.json"
    held = bill_of(forge.files((path,)).get(path, ""), path)
    return held.paid if held else ()


def put(digest: Digest, prompt: str, forge: Forge, listen: Listener) -> Outcome:
    """Renders a digest and proposes it."""
    rendered = render(digest, prompt)
    plan = partial(laid, rendered)
    done = submit(rendered.files, plan, reviewed(digest), forge, listen)
    return Outcome(digest=digest, draft=done.draft, pull_request=done.pull_request)


def propose_saved(edition: str, drafted: Forge, forge: Forge, listen: Listener) -> PullRequest:
    """Proposes on one forge what was drafted on another, a folder say: so the two need not share a job or a token."""
    draft, review = saved(edition, drafted)
    return submit(draft.files, partial(planned, draft), review, forge, listen).pull_request


def planned(draft: Draft, present: Mapping[str, str]) -> Draft:
    """The draft under what stands there. Raises Outdated where maintainers have decided something since it was made."""
    path = f"digests/{draft.edition}.json"
    if path in present and decisions_of(present[path], path) != decisions_of(draft.files[path], path):
        raise Outdated(
            f"a maintainer decided something about {draft.edition} after it was drafted",
            hint="draft it again; the next run does",
        )
    return laid(draft, present)


def laid(draft: Draft, present: Mapping[str, str]) -> Draft:
    """The draft under what people changed, with what changed in the program and was paid since the one that stands."""
    path = f"digests/{draft.edition}.json"
    listing, changes = listing_of(present.get(path, ""))
    data = with_changes(draft.files[path], since(listing, changes, listing_of(draft.files[path])[0]))
    if now := bill_of(data, path):
        data = with_bill(data, carried(now, bill_of(present.get(path, ""), path)))
    return keep(replace(draft, files={**draft.files, path: data}), present)


def submit(
    paths: Iterable[str],
    plan: Callable[[Mapping[str, str]], Draft],
    review: Review,
    forge: Forge,
    listen: Listener,
) -> Submitted:
    """Lays a draft under what people changed, and proposes it; plans anew when somebody pushes in between."""
    for left in reversed(range(PLANS)):
        before = forge.files(paths)
        kept = plan(before)
        try:
            pull_request = forge.put(proposal(kept, review, numbers(kept), changes(kept), taken(kept)))
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
    return Submitted(draft=kept, before=before, pull_request=pull_request)


def changes(draft: Draft) -> tuple[str, ...]:
    """What changed in the draft's program."""
    return listing_of(draft.files[f"digests/{draft.edition}.json"])[1]


def taken(draft: Draft) -> Bill | None:
    """What models took for the draft and those before it."""
    path = f"digests/{draft.edition}.json"
    return bill_of(draft.files[path], path)


def numbers(draft: Draft) -> tuple[int, ...]:
    """The numbers that the draft's picks have on the page, 0 for one that a person took out."""
    page, data = draft.files[f"digests/{draft.edition}.md"], draft.files[f"digests/{draft.edition}.json"]
    picks = picks_of(data)
    standing = {entry.id: entry.number for entry in shown(page, data, picks).entries}
    return tuple(standing.get(pick, 0) for pick in picks)


def held_against_sources(
    writeups: Sequence[WriteUp], reader: Reader
) -> tuple[tuple[WriteUp, ...], tuple[Finding, ...]]:
    """The write-ups without what their sources do not support; what writing brought up, and each sentence that went."""
    checked = [verified(writeup, words(reader)) for writeup in writeups]
    found = tuple(finding for writeup, lost in checked for finding in (*writeup.findings, *lost))
    return tuple(replace(filled(writeup), findings=()) for writeup, _ in checked), found
