"""Recorded answers only: a digest is made again as it was, without a network, a key or a cent."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.answers import Answers
from bot.budget import Budget
from bot.llms import Answer, Ask, Listener, Model, Settings, Spent, Unanswered, from_kept, key

MISSING = "no answer to this was recorded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A Model that remembers."""

    settings: Settings
    answers: Answers

    def ask_all(self, asks: Sequence[Ask]) -> tuple[Answer | Unanswered, ...]:
        """What was answered to each at the time, and what was not."""
        return tuple(map(self._remembered, asks))

    def spent(self) -> Spent:
        """Nothing: the record says of each answer what it cost then."""
        return Spent()

    def _remembered(self, ask: Ask) -> Answer | Unanswered:
        name = self.settings.name(ask.model)
        kept = self.answers.find(key(ask, name))
        return Unanswered(why=MISSING, model=name) if kept is None else from_kept(ask, kept)


def connect(settings: Settings, budget: Budget, answers: Answers, listen: Listener) -> Model:
    """The record in `answers`. Nothing is spent, so the budget is left alone."""
    return Replay(settings=settings, answers=answers)
