"""Nobody: gives the answers that are kept, and counts what the others would take, before anything is paid."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock

from bot.answers import Answers
from bot.budget import Budget, estimate
from bot.llms import Answer, Ask, Listener, Settings, Spent, Unanswered, from_kept, key, system
from bot.model import Charge

WHY = "nobody was asked"


@dataclass(slots=True, kw_only=True)
class Forecast:
    """A Model that asks nobody. `charges` are what its questions would take at most, by what they ask."""

    settings: Settings
    budget: Budget
    answers: Answers
    charges: dict[str, Charge] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def ask_all(self, asks: Sequence[Ask]) -> tuple[Answer | Unanswered, ...]:
        return tuple(map(self._outcome, asks))

    def spent(self) -> Spent:
        """Nothing yet."""
        return Spent()

    def _outcome(self, ask: Ask) -> Answer | Unanswered:
        name = self.settings.name(ask.model)
        kept_under = key(ask, name)
        kept = self.answers.find(kept_under)
        if kept is not None and isinstance(found := from_kept(ask, kept), Answer):
            return found
        read = estimate(system(ask) + ask.material)
        money = self.budget.price(name, read, ask.most_tokens)
        with self._lock:
            self.charges[kept_under] = Charge(
                model=name, tokens_in=read, tokens_out=ask.most_tokens, money=money, purpose=ask.purpose
            )
        return Unanswered(why=WHY, model=name)


def connect(settings: Settings, budget: Budget, answers: Answers, listen: Listener) -> Forecast:
    """Nobody is looked for."""
    return Forecast(settings=settings, budget=budget, answers=answers)
