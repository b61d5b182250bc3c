"""Triage: a model chooses from the ranking's list, by number and from nowhere else; the ranking stays the fall-back.

Every contribution's title is shown, and as much of the first ones' abstracts as there is room for. They are shuffled,
and where that costs little asked about once more the other way round, so that no place in the list decides.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from bot import gate
from bot.config import Picks
from bot.gate.orders import orders
from bot.llms import Answer, Ask, Unanswered
from bot.model import Finding, Pick
from bot.pick.ballot import SCHEMA, around, ballot, elected, is_believed
from bot.pick.choice import Choice
from bot.prose.zones import announced
from bot.text import clipped, folded, one_line
from bot.writers import Adviser

# Up to so many contributions all come with an abstract, else only so many; and the characters that all abstracts share.
EVERY, ABSTRACTS, GISTS = 100, 60, 7_200
# Up to so many contributions it costs little to ask twice.
TWICE = 40
_TITLE, _MATERIAL, _PRECEDENTS, _MOST_TOKENS = 200, 400_000, 4_000, 4_000


def triage(choice: Choice, listed: Iterable[str], picks: Picks, adviser: Adviser) -> Choice:
    """The choice of a model, from those contributions of the ranking that are `listed`, by their ids."""
    every = (*choice.picks, *choice.near_misses, *choice.others)
    apart = {each.contribution.id: words for each in every if (words := orders(said(each)))}
    quiet = tuple(spoken(each, apart[each.contribution.id]) for each in every if each.contribution.id in apart)
    shown = candidates(every, {*listed} - apart.keys())
    if not shown:
        return replace(choice, findings=quiet)
    order = shuffled(shown)
    turns = (order, order[::-1]) if len(shown) <= TWICE else (order,)
    gists = shortened(shown)
    answers = adviser.model.ask_all([asked(turn, gists, adviser) for turn in turns])
    cast = [ballot(answer, turn) for answer, turn in zip(answers, turns, strict=True) if isinstance(answer, Answer)]
    ballots = [votes for votes in cast if is_believed(votes, choice)]
    if not ballots:
        return replace(choice, findings=(*quiet, alone(answers)))
    kept = [each for each in choice.picks if each.contribution.id in apart]
    chosen = elected(ballots, every, kept, picks, adviser)
    return replace(around(chosen, every, picks), picker=answers[0].model, findings=quiet)


def alone(answers: Sequence[Answer | Unanswered]) -> Finding:
    whys = (answer.why for answer in answers if isinstance(answer, Unanswered))
    why = next(whys, "its choice has little to do with the program's best")
    return Finding(text=f"The ranking chose without a model: {why}")


def spoken(pick: Pick, words: str) -> Finding:
    return Finding(
        text=f"“{pick.contribution.title}” speaks to a model (“{words}”), so none was shown it",
        hint="the ranking alone judged it",
    )


# ---- what is asked


def candidates(every: Sequence[Pick], listed: set[str]) -> tuple[Pick, ...]:
    """What there is to choose from, best first: nothing that the reader avoids, and of one title only the best."""
    best: dict[str, Pick] = {}
    for each in sorted(every, key=lambda each: (-each.score, each.contribution.id)):
        if each.contribution.id in listed and (each.score > 0 or not each.matches):
            best.setdefault(folded(each.contribution.title), each)
    return tuple(best.values())


def shuffled(shown: Sequence[Pick]) -> tuple[Pick, ...]:
    """An order that has to do with nothing, and is the same in every run."""
    return tuple(sorted(shown, key=lambda each: sha256(each.contribution.id.encode()).digest()))


def shortened(shown: Sequence[Pick]) -> Mapping[str, str]:
    """The abstracts that are shown, by contribution id."""
    deep = shown if len(shown) <= EVERY else shown[:ABSTRACTS]
    return {each.contribution.id: gist(each, GISTS // len(deep)) for each in deep}


def asked(order: Sequence[Pick], gists: Mapping[str, str], adviser: Adviser) -> Ask:
    lines = (line(number, each, gists.get(each.contribution.id, "")) for number, each in enumerate(order, 1))
    before = "\n".join(each for each in adviser.precedents if not orders(each))
    fences = (
        gate.fenced(before, "AN EDITOR'S EARLIER DECISIONS", _PRECEDENTS) if before else "",
        gate.fenced("\n".join(lines), "PROGRAM", _MATERIAL),
    )
    return Ask(
        purpose="triage",
        key="program",
        model="triage",
        instructions=adviser.instructions["triage"],
        material="\n\n".join(filter(None, fences)),
        schema=SCHEMA,
        most_tokens=_MOST_TOKENS,
    )


def line(number: int, pick: Pick, gist: str) -> str:
    title = clipped(one_line(pick.contribution.title), _TITLE)
    return f"{number}. {title}: {gist}" if gist else f"{number}. {title}"


def gist(pick: Pick, room: int) -> str:
    """An abstract, or as much as there is room for of the sentence that announces what the contribution is."""
    text = one_line(pick.contribution.abstract)
    if len(text) <= room:
        return text
    return clipped(announced(pick.contribution.abstract, pick.contribution.title) or text, room)


def said(pick: Pick) -> str:
    passages = (passage.text for passage in pick.contribution.passages)
    return "\n".join((pick.contribution.title, pick.contribution.session, *passages))
