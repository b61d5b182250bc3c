"""Holds every Claim of a WriteUp against the Passages of its contribution, and leaves out what they do not support."""

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.grounding.check import Unsupported, unsupported
from bot.grounding.quotes import verbatim
from bot.grounding.silence import facts
from bot.grounding.tidy import tidy
from bot.model import Claim, Contribution, Finding, Person, WriteUp

_BESIDE = re.compile(r"\s?(?:\(|, |of |from |at )(?:the )?(.{2,80})")


def verify(writeup: WriteUp, reader: str = "") -> tuple[Finding, ...]:
    """What the write-up says and its contribution does not support, one finding each."""
    return verified(writeup, reader)[1]


def verified(writeup: WriteUp, reader: str = "") -> tuple[WriteUp, tuple[Finding, ...]]:
    """The write-up without the claims that fail, and what they failed on. A field may fall empty."""
    contribution = writeup.pick.contribution
    kept: dict[str, tuple[Claim, ...]] = {}
    findings: list[Finding] = []
    for field in ("why", "what", "how", "where"):
        judged = [(claim, doubts(claim, contribution, reader)) for claim in getattr(writeup, field)]
        kept[field] = tuple(claim for claim, found in judged if not found)
        findings += [_finding(doubt, field, contribution) for _, found in judged for doubt in found]
    return replace(writeup, why=kept["why"], what=kept["what"], how=kept["how"], where=kept["where"]), tuple(findings)


def doubts(claim: Claim, contribution: Contribution, reader: str = "") -> tuple[Unsupported, ...]:
    """What of one claim the contribution does not support. A judgement may also use the reader's own words."""
    passages = (contribution.title, *(passage.text for passage in contribution.passages))
    found = unsupported(
        claim.text,
        "\n\n".join(passages),
        names=(contribution.session, *(f"{person.name} {person.affiliation}" for person in contribution.people)),
        links=(contribution.url, *contribution.links.values(), *(part.source.url for part in contribution.passages)),
        allowed=reader if claim.judgement else "",
    )
    more = (*_misquoted(claim, passages), *_misattributed(claim, contribution.people), *_told_in_silence(claim))
    return tuple(dict.fromkeys((*found, *more)))


def _misquoted(claim: Claim, passages: tuple[str, ...]) -> Iterator[Unsupported]:
    """The quotes that a claim says it rests on and that no passage holds."""
    for quote in claim.quotes:
        if not quote.strip() or not any(verbatim(quote, passage) for passage in passages):
            yield Unsupported(kind="quotation", words=quote, sentence=claim.text)


def _misattributed(claim: Claim, people: tuple[Person, ...]) -> Iterator[Unsupported]:
    """A person beside somebody else's affiliation."""
    for person in people:
        _, named, after = claim.text.partition(person.name or "\n")
        beside = _BESIDE.match(after) if named else None
        told = beside[1].casefold() if beside else ""
        for affiliation in {other.affiliation for other in people} - {"", person.affiliation}:
            if told.startswith(affiliation.casefold()) and affiliation not in person.affiliation:
                yield Unsupported(kind="affiliation", words=affiliation, sentence=claim.text, source=person.affiliation)


def _told_in_silence(claim: Claim) -> Iterator[Unsupported]:
    for fact in facts(tidy(claim.text)) if claim.silent else ():
        yield Unsupported(kind="silence", words=fact, sentence=claim.text)


def _finding(doubt: Unsupported, field: str, contribution: Contribution) -> Finding:
    instead = f"the source says “{doubt.source}”" if doubt.source else "the source does not say so"
    return Finding(
        text=f"“{contribution.title}”, {field}: {doubt.kind} “{doubt.words}” is unsupported; {instead}.",
        hint=f"the sentence was left out: {doubt.sentence}",
    )
