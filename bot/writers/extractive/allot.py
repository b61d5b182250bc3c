"""Gives each question of a write-up (why, what, how, where) the sentences that answer it, none of them twice."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bot.prose.zones import Sentence, Zone

Score = Callable[[Sentence], float]

# How many words an answer may take, and all of them together.
_WHY, _WHAT, _HOW, _WHERE, _ALL = 60, 90, 65, 55, 160
# A problem in fewer words is told with the sentence before it.
_TERSE = 22

# In fewer words nobody says how something works ("We went the other way."), nor by giving an address.
_HOLLOW = 6
_ADDRESS = re.compile(r"https?://")

_FIRST_PERSON = re.compile(r"\b(?:we|our|i|my)\b", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """The sentences for each question, in the source's order; () where the source is silent. `what` is never empty."""

    why: tuple[Sentence, ...]
    what: tuple[Sentence, ...]
    how: tuple[Sentence, ...]
    where: tuple[Sentence, ...]


def allot(told: Sequence[Sentence]) -> Answers:
    """The announcement parts a text: the problem stands before it; results, method and setting after it."""
    lead = announcement(told)
    why = problem([one for one in told if one.place < lead.place])
    after = [one for one in told if one.place > lead.place]
    where = best(without(after, headline(after)), _scope, least=1.0, most=1, words=_WHERE)
    what = in_order((*grouped(lead, without(told, why)), *results(lead, without(after, where)))) or (lead,)
    room = min(_HOW, _ALL - sum(one.words for one in (*why, *what, *where)))
    how = best(without(after, where, what), _method, least=0.5, most=2, words=room)
    where = where or best(without(after, what, how), _scope, least=0.6, most=2, words=_WHERE)
    how = how or leftover(lead, without(told, why, what, where), what, room)
    what = without(what, how)
    if len(what) == 1:
        what = (lead, *more(lead, without(after, where, how)))
    return Answers(why=why, what=what, how=how, where=where)


def announcement(told: Sequence[Sentence]) -> Sentence:
    """The sentence that says what the contribution is; early ones win."""
    first = max(told, key=lambda one: one.weights[Zone.ANNOUNCEMENT] - 0.1 * one.place - one.leans)
    if first.weights[Zone.ANNOUNCEMENT] >= 1.5:
        return first
    plain = (one for one in told if not one.leans and one.weights[Zone.PROBLEM] < 1.4)
    return next(plain, told[0])


def problem(before: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """What is wrong in the world, or at least what it is about; with the sentence before it, where that is needed."""
    open = [one for one in before if one.weights[Zone.ANNOUNCEMENT] < 2]
    for one in sorted(open, key=_problem, reverse=True):
        pair = grouped(one, before) if one.leans or one.words >= _TERSE else _with_previous(one, before)
        for group in (pair, grouped(one, before)):
            if group and sum(each.words for each in group) <= _WHY:
                return group
    return ()


def headline(open: Sequence[Sentence]) -> list[Sentence]:
    """The sentence with figures that reports more than it sets the scene, if there is one."""
    telling = [one for one in open if one.figures and one.weights[Zone.RESULT] >= 0.9 and _headline(one) > 0]
    return sorted(telling, key=_headline)[-1:]


def results(lead: Sentence, open: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """Up to two sentences with the headline figures, or else with findings."""
    telling = [one for one in open if one.figures or one.weights[Zone.RESULT] >= 1.4]
    return best(telling, _result, least=1.0, most=2, words=_WHAT - lead.words, known=(lead,))


def more(lead: Sentence, open: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """The sentence after a lonely announcement if it leans on it, or else the next one that announces something."""
    leaning = [one for one in open if one.place == lead.place + 1 and one.leans]
    further = [one for one in open if not one.leans and one.weights[Zone.ANNOUNCEMENT] >= 1.5]
    return tuple((leaning or further)[:1])


def leftover(lead: Sentence, open: Sequence[Sentence], what: Sequence[Sentence], words: int) -> tuple[Sentence, ...]:
    """Something on how it works, where no sentence is plainly about it.

    That is what is left after the announcement, what people say before it that they do, or a finding without figures.
    """
    after = [one for one in open if one.place > lead.place]
    before = [one for one in open if one.place < lead.place and _FIRST_PERSON.search(one.text)]
    spare = [one for one in what if one is not lead and not one.figures and not one.leans]
    for free, least in ((after, 0.0), (before, 1.0), (spare, 0.0)):
        if found := best(free, _method, least=least, most=1, words=words):
            return found
    return ()


# ---- choosing


def best(
    open: Sequence[Sentence], score: Score, *, least: float, most: int, words: int, known: Iterable[Sentence] = ()
) -> tuple[Sentence, ...]:
    """The sentences that score best, each with the one it leans on unless that is `known` anyway."""
    chosen, known = list[Sentence](), list(known)
    for sentence in sorted(open, key=score, reverse=True):
        group = [one for one in grouped(sentence, (*known, *open)) if one not in (*known, *chosen)]
        if score(sentence) < least or sentence not in group or len(chosen) + len(group) > most:
            continue
        if sum(one.words for one in (*chosen, *group)) <= words:
            chosen.extend(group)
    return in_order(chosen)


def grouped(sentence: Sentence, open: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """The sentence alone, after the one it leans on, or () where that one is not to be had."""
    return _with_previous(sentence, open) if sentence.leans else (sentence,)


def _with_previous(sentence: Sentence, open: Sequence[Sentence]) -> tuple[Sentence, ...]:
    previous = next((one for one in open if one.place == sentence.place - 1), None)
    return (previous, sentence) if previous and not previous.leans else ()


def without(open: Iterable[Sentence], *taken: Iterable[Sentence]) -> tuple[Sentence, ...]:
    gone = {one.place for group in taken for one in group}
    return tuple(one for one in open if one.place not in gone)


def in_order(chosen: Iterable[Sentence]) -> tuple[Sentence, ...]:
    return tuple(sorted(chosen, key=lambda one: one.place))


# ---- scores


def _problem(sentence: Sentence) -> float:
    return sentence.weights[Zone.PROBLEM] - 0.5 * sentence.weights[Zone.ANNOUNCEMENT]


def _result(sentence: Sentence) -> float:
    return sentence.weights[Zone.RESULT] + min(2.1, 0.7 * sentence.figures)


def _headline(sentence: Sentence) -> float:
    return _result(sentence) - sentence.weights[Zone.SCOPE]


def _method(sentence: Sentence) -> float:
    weights = sentence.weights
    hollow = sentence.words < _HOLLOW or bool(_ADDRESS.search(sentence.text))
    return weights[Zone.METHOD] + 0.3 * weights[Zone.ANNOUNCEMENT] - 0.3 * weights[Zone.RESULT] - 2 * hollow


def _scope(sentence: Sentence) -> float:
    weights = sentence.weights
    return weights[Zone.SCOPE] - 0.6 * weights[Zone.RESULT] - 0.2 * weights[Zone.METHOD]
