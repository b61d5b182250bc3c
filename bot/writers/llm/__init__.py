"""llm: writes by asking a model, one pick a call, and keeps of its answer what the source holds.

A model may be wrong, cut off, or led astray by what it reads: nothing it says is believed but what is found again.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

from bot import gate
from bot.gate.orders import orders
from bot.grounding.check import Unsupported
from bot.llms import Unanswered
from bot.mend import REPAIRED, Lost, Sentence, listed, mended, read
from bot.model import Claim, Depth, Finding, Pick, WriteUp
from bot.writers import Adviser, Brief, adrift, ask, unfit
from bot.writers.llm.source import Source, material, source

PARTS = ("why", "what", "how", "where")
SCHEMA = listed(part={"type": "string", "enum": list(PARTS)})
_MOST_AT_ONCE, _MOST_IN_PART = 32, 4
_WISH, _DRAFT = 600, 6_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """One pick and all that its write-up is made with."""

    pick: Pick
    given: Source
    material: str
    adviser: Adviser

    @property
    def key(self) -> str:
        return self.pick.contribution.id


def write(picks: Sequence[Pick], brief: Brief) -> tuple[WriteUp, ...]:
    """Each pick on its own, so that no call waits for another pick's."""
    if not picks or brief.adviser is None:
        return tuple(map(nothing, picks))
    with ThreadPoolExecutor(max_workers=min(len(picks), _MOST_AT_ONCE)) as pool:
        return tuple(pool.map(partial(written, brief=brief, adviser=brief.adviser), picks))


def written(pick: Pick, brief: Brief, adviser: Adviser) -> WriteUp:
    """A write-up, without the parts that nothing holds."""
    given = source(pick.contribution)
    if not given.sentences:
        return nothing(pick)
    if found := orders("\n".join((pick.contribution.title, *given.sentences))):
        return nothing(pick, f"its source speaks to a model (“{found}”), so none was asked")
    desk = Desk(pick=pick, given=given, material=material(pick, given), adviser=adviser)
    answer = ask(adviser, "write-up", desk.key, desk.material, SCHEMA)
    if isinstance(answer, Unanswered):
        return nothing(pick, answer.why)
    said, notes = guided(read(answer.tree), brief.guidance.get(desk.key, ""), desk)
    kept, lost = mended(said, partial(faults, desk=desk), partial(again, desk=desk))
    return laid(kept, (*notes, *(left_out(pick, each) for each in lost)), desk, answer.model)


def nothing(pick: Pick, why: str = "") -> WriteUp:
    """No words of a model's, and why."""
    text = f"“{pick.contribution.title}” was written up without a model: {why}"
    findings = (Finding(text=text),) if why else ()
    return WriteUp(pick=pick, depth=Depth.TITLE, why=(), what=(), how=(), where=(), writer="llm", findings=findings)


def guided(said: tuple[Sentence, ...], wish: str, desk: Desk) -> tuple[tuple[Sentence, ...], tuple[Finding, ...]]:
    """The sentences with those parts written anew that a maintainer's wish is about; all others stay as they are."""
    if not wish:
        return said, ()
    if found := orders(wish):
        return said, (unheard(desk, f"it speaks to a model (“{found}”)"),)
    draft = "\n".join(f"{each.part}: {each.text}" for each in said)
    asked = "\n\n".join((desk.material, gate.fenced(draft, "DRAFT", _DRAFT), gate.fenced(wish, "WISH", _WISH)))
    answer = ask(desk.adviser, "revise", desk.key, asked, SCHEMA)
    if isinstance(answer, Unanswered):
        return said, (unheard(desk, answer.why),)
    new = read(answer.tree)
    changed = {each.part for each in new}
    return (*(each for each in said if each.part not in changed), *new), ()


def unheard(desk: Desk, why: str) -> Finding:
    return Finding(text=f"“{desk.pick.contribution.title}”: a maintainer's wish was not followed: {why}")


# ---- what holds


def claim(sentence: Sentence, given: Source) -> Claim:
    """A sentence with the words that it rests on. Why may judge what it means for the reader, the others may not."""
    quotes = given.quotes(sentence.rests_on)
    return Claim(text=sentence.text, quotes=quotes, judgement=sentence.part == "why")


def faults(sentence: Sentence, desk: Desk) -> tuple[str, ...]:
    """What is wrong with a sentence, () where nothing is."""
    made = claim(sentence, desk.given)
    # A judgement may rest on what the reader is described as, and on any of the source.
    behind = (*desk.given.sentences, desk.adviser.words) if made.judgement else made.quotes
    heading = made.text.strip(" .") in desk.material.partition("\n1. ")[0]
    found = (
        unfit(made.text, desk.adviser),
        "it only repeats what stands above the source" if heading else "",
        adrift(made.text, behind),
    )
    return tuple(filter(None, found)) or tuple(map(doubted, desk.adviser.doubts(made, desk.pick.contribution)))


def doubted(doubt: Unsupported) -> str:
    instead = f"the source says “{doubt.source}”" if doubt.source else "the source does not say so"
    return f"{doubt.kind} “{gate.defused(doubt.words, 120)}”: {instead}"


def again(complaints: str, desk: Desk) -> Mapping[str, Any] | None:
    """Asks once for other sentences in the place of those that nothing holds."""
    asked = f"{desk.material}\n\n{gate.fenced(complaints, 'SENTENCES', _DRAFT)}"
    answer = ask(desk.adviser, "repair", desk.key, asked, REPAIRED)
    return None if isinstance(answer, Unanswered) else answer.tree


def left_out(pick: Pick, lost: Lost) -> Finding:
    return Finding(
        text=f"“{pick.contribution.title}”, {lost.sentence.part}: a sentence of the model's was left out: {lost.why}",
        hint=lost.words,
    )


def laid(kept: Sequence[Sentence], findings: tuple[Finding, ...], desk: Desk, model: str) -> WriteUp:
    """The sentences in the parts that they belong to."""
    parts = {
        part: tuple(claim(each, desk.given) for each in kept if each.part == part)[:_MOST_IN_PART] for part in PARTS
    }
    return WriteUp(
        pick=desk.pick,
        depth=desk.given.depth,
        why=parts["why"],
        what=parts["what"],
        how=parts["how"],
        where=parts["where"],
        writer="llm",
        model=model,
        findings=findings,
    )
