"""Concludes a digest: the themes and the words of its lead, by asking a model about the write-ups and nothing else.

What the write-ups do not hold is left out; without a model, or an answer, the themes are those of `themes`.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

from bot import gate
from bot.gate.orders import orders
from bot.grounding.check import Unsupported, unsupported
from bot.llms import Unanswered
from bot.mend import REPAIRED, Faults, Sentence, listed, mended, read
from bot.model import Finding, Theme, WriteUp
from bot.text import clipped, one_line
from bot.write.themes import themes
from bot.writers import Adviser, adrift, ask, unfit

NONE: Mapping[str, str] = {}
LEAD = listed()
THEMES: Mapping[str, Any] = listed(part={"type": "string"})
_MOST, _SENTENCES, _NAME = 5, 3, 60
_MATERIAL, _WISH, _SHOWN = 24_000, 600, 420


@dataclass(frozen=True, slots=True, kw_only=True)
class Conclusion:
    """What is said of the picks as a whole, and what came up on the way."""

    lead: tuple[str, ...] = ()
    themes: tuple[Theme, ...] = ()
    findings: tuple[Finding, ...] = ()


def conclude(
    writeups: Sequence[WriteUp], guidance: Mapping[str, str] = NONE, adviser: Adviser | None = None
) -> Conclusion:
    """The lead's first words and the themes. `guidance` is what maintainers asked for, by "lead" and "themes"."""
    spare = themes(writeups, guidance.get("themes", ""))
    if adviser is None or len(writeups) < 2:
        return Conclusion(themes=spare)
    tell = partial(told, writeups=writeups, guidance=guidance, adviser=adviser)
    with ThreadPoolExecutor(max_workers=2) as pool:
        (lead, lost), (shared, missed) = pool.map(tell, ("lead", "themes"), (LEAD, THEMES))
    return Conclusion(
        lead=(" ".join(each.text for each in lead[:_SENTENCES]),) if lead else (),
        themes=named(shared, writeups) or spare,
        findings=(*lost, *missed),
    )


def told(
    purpose: str,
    schema: Mapping[str, Any],
    *,
    writeups: Sequence[WriteUp],
    guidance: Mapping[str, str],
    adviser: Adviser,
) -> tuple[tuple[Sentence, ...], tuple[Finding, ...]]:
    """What a model says of the write-ups that they hold, and what it said besides."""
    wish = guidance.get(purpose, "")
    wish = "" if orders(wish) else wish
    summaries = [each for each in map(summary, range(1, len(writeups) + 1), writeups) if each]
    if len(summaries) < 2:
        return (), ()
    shown = gate.fenced("\n".join(summaries), "WRITE-UPS", _MATERIAL)
    material = "\n\n".join(filter(None, (shown, wish and gate.fenced(wish, "WISH", _WISH))))
    answer = ask(adviser, purpose, purpose, material, schema)
    if isinstance(answer, Unanswered):
        return (), (Finding(text=f"The {purpose} came about without a model: {answer.why}"),)

    def again(complaints: str) -> Mapping[str, Any] | None:
        asked = f"{material}\n\n{gate.fenced(complaints, 'SENTENCES', _MATERIAL)}"
        other = ask(adviser, "repair", purpose, asked, REPAIRED)
        return None if isinstance(other, Unanswered) else other.tree

    kept, lost = mended(read(answer.tree, purpose), held_by(writeups, adviser), again)
    return kept, tuple(
        Finding(
            text=f"The {purpose}: a sentence of the model's was left out: {each.why}",
            hint=each.words,
        )
        for each in lost
    )


def summary(number: int, writeup: WriteUp) -> str:
    """A write-up as a model reads it: what it is, and what it means; nothing of one that speaks to a model."""
    said = " ".join(claim.text for claim in (*writeup.what, *writeup.why) if not claim.silent)
    text = f"{number}. {one_line(writeup.pick.contribution.title)}\n   {clipped(said, _SHOWN)}"
    return "" if orders(text) else text


def held_by(writeups: Sequence[WriteUp], adviser: Adviser) -> Faults:
    """What holds a sentence, and the name of its theme, against the write-ups that it rests on and their titles."""
    told = {number: ground(writeup) for number, writeup in enumerate(writeups, 1)}

    def faults(sentence: Sentence) -> tuple[str, ...]:
        behind = [told[number] for number in dict.fromkeys(sentence.rests_on) if number in told]
        found = (unfit(sentence.text, adviser), unfit(sentence.part, adviser), adrift(sentence.text, behind))
        if any(found):
            return tuple(filter(None, found))
        source = "\n\n".join(behind)
        doubts = (unsupported(words, source, allowed=adviser.words) for words in (sentence.text, sentence.part))
        return tuple(doubted(doubt) for each in doubts for doubt in each)

    return faults


def ground(writeup: WriteUp) -> str:
    claims = (*writeup.why, *writeup.what, *writeup.how, *writeup.where)
    return "\n\n".join((writeup.pick.contribution.title, *(claim.text for claim in claims)))


def doubted(doubt: Unsupported) -> str:
    return f"{doubt.kind} “{gate.defused(doubt.words, 120)}”: the write-ups do not say so"


def named(said: Sequence[Sentence], writeups: Sequence[WriteUp]) -> tuple[Theme, ...]:
    """Sentences of one name are one theme; several picks must be behind it."""
    found: dict[str, list[Sentence]] = {}
    for each in said:
        found.setdefault(clipped(one_line(each.part), _NAME), []).append(each)
    shared = (theme(name, told, writeups) for name, told in found.items())
    return tuple(each for each in shared if len(each.picks) > 1)[:_MOST]


def theme(name: str, said: Sequence[Sentence], writeups: Sequence[WriteUp]) -> Theme:
    numbers = sorted({number for each in said for number in each.rests_on if 0 < number <= len(writeups)})
    picks = tuple(writeups[number - 1].pick.contribution.id for number in numbers)
    return Theme(name=name, text=" ".join(each.text for each in said[:_SENTENCES]), picks=picks)
