"""Measures a digest as the bot drafts it today by what people stand behind: picks, figures, facts, and what it took."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from bot.config import Reader, words
from bot.evaluate.gold import PARTS, Gold, Wanted, resolved
from bot.figures import Figure, agreeing, figures, shelf
from bot.grounding.check import LONGEST
from bot.grounding.tidy import tidy
from bot.model import Charge, Digest, Finding, Tier, WriteUp, summed
from bot.text import listing
from bot.verify import doubts

FIRST = 15  # how many picks count; what comes after them is a bonus that no reader asked for


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """So many of so many."""

    part: int = 0
    whole: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What one edition came to.

    `found` are the gold's picks among our first ones, `right` those of our first ones that are the gold's; `core` and
    `right_core` say the same of Core alone. `recalled` are the figures in the gold's write-ups that stand in ours, of
    picks that both have; `written` are the fields that a model wrote. `unsupported` sentences stand in the draft all
    the same, `left_out` are those that went on the way. `money` is None where nobody knows it; `strangers` are picks of
    the gold that its program does not list.
    """

    edition: str
    writer: str
    found: Share
    right: Share
    core: Share
    right_core: Share
    recalled: Share
    written: Share
    unsupported: int
    left_out: int
    questions: int
    tokens_in: int
    tokens_out: int
    money: Decimal | None
    currency: str
    seconds: float
    strangers: tuple[str, ...] = ()


def score(gold: Gold, digest: Digest, reader: Reader, seconds: float) -> Score:
    """A digest of the gold's edition against the gold."""
    ids_of = resolved(gold.wanted, digest.listing)
    sought = list(zip(gold.wanted, ids_of, strict=True))
    core = [ids for each, ids in sought if each.tier is Tier.CORE]
    ours = [each.pick.contribution.id for each in digest.writeups]
    our_core = [each.pick.contribution.id for each in digest.writeups if each.pick.tier is Tier.CORE]
    took = cost(digest)
    return Score(
        edition=gold.edition,
        writer=writer(digest),
        found=found(ids_of, ours[:FIRST]),
        right=right(ids_of, ours[:FIRST]),
        core=found(core, our_core[:FIRST]),
        right_core=right(core, our_core[:FIRST]) if core else Share(),
        recalled=recalled(sought, digest.writeups),
        written=Share(part=sum(map(written, digest.writeups)), whole=len(PARTS) * len(digest.writeups)),
        unsupported=sum(unsupported(each, words(reader)) for each in digest.writeups),
        left_out=left_out(digest.findings),
        questions=took.questions,
        tokens_in=took.tokens_in,
        tokens_out=took.tokens_out,
        money=took.money,
        currency=digest.bill.currency if digest.bill else "",
        seconds=seconds,
        strangers=tuple((*each.titles, *each.ids)[0] for each, ids in sought if not ids),
    )


# ---- picks


def found(sought: Sequence[frozenset[str]], chosen: Sequence[str]) -> Share:
    """How many of the gold's are among the chosen, of as many as there can be."""
    return Share(part=sum(bool(ids & {*chosen}) for ids in sought), whole=min(FIRST, len(sought)))


def right(sought: Sequence[frozenset[str]], chosen: Sequence[str]) -> Share:
    """How many of the chosen are among the gold's."""
    every = frozenset[str]().union(*sought)
    return Share(part=sum(id_ in every for id_ in chosen), whole=len(chosen))


# ---- words


def recalled(sought: Iterable[tuple[Wanted, frozenset[str]]], writeups: Sequence[WriteUp]) -> Share:
    """How many of the gold's figures stand in our write-ups of the same contributions, too."""
    part = whole = 0
    for wanted, ids in sought:
        ours = [text(each) for each in writeups if each.pick.contribution.id in ids]
        if ours:
            there = shelf(figures(tidy("\n\n".join(ours))))
            said = distinct(figures(tidy(wanted.text[:LONGEST])))
            part, whole = part + sum(bool(agreeing(each, there)) for each in said), whole + len(said)
    return Share(part=part, whole=whole)


def distinct(found: Iterable[Figure]) -> tuple[Figure, ...]:
    """Each once; "one of them" is no figure."""
    telling = (each for each in found if each.unit or not each.spelled)
    return tuple({(each.unit, each.value): each for each in telling}.values())


def text(writeup: WriteUp) -> str:
    return " ".join(claim.text for name in PARTS for claim in getattr(writeup, name))


def unsupported(writeup: WriteUp, reader: str) -> int:
    """How many of its sentences hold a fact that the source does not."""
    claims = (claim for name in PARTS for claim in getattr(writeup, name))
    return sum(bool(doubts(claim, writeup.pick.contribution, reader)) for claim in claims)


def left_out(findings: Iterable[Finding]) -> int:
    """How many sentences were left out on the way, as the digest tells it."""
    verified = {each.hint for each in findings if each.hint.startswith("the sentence was left out: ")}
    return len(verified) + sum(": a sentence of the model's was left out: " in each.text for each in findings)


# ---- who wrote it, and for what


def written(writeup: WriteUp) -> int:
    """How many of its fields a model wrote."""
    return len(PARTS) - len(writeup.extracts) if writeup.model else 0


def writer(digest: Digest) -> str:
    """Which models wrote and chose; a model that was asked may have brought nothing."""
    models = sorted({each.model for each in digest.writeups if each.model})
    is_told = digest.bill is None or [digest.picker] == models
    picker = "" if is_told else f", picks by {digest.picker or 'the ranking'}"
    return f"{listing(models) or 'extractive'}{picker}"


def cost(digest: Digest) -> Charge:
    """What all answers took by their record, whichever run paid for them."""
    if digest.bill is None or not digest.bill.charges:
        return Charge(model="", tokens_in=0, tokens_out=0, money=Decimal(0), questions=0)
    return summed(digest.bill.charges)
