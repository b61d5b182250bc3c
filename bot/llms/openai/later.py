"""Answers at half the price, a day later: what a draft asks is sent as a batch, and is there when it is drafted again.

Each draft gets one step further: what is asked on the ground of an answer that is still to come is not sent.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from threading import Lock

from bot.answers import Failure
from bot.budget import Budget, estimate
from bot.llms import Answer, Ask, Spent, Unanswered, as_kept, from_kept, key, system
from bot.llms.openai.batches import Batches
from bot.llms.openai.endpoint import CALLS, spent
from bot.model import Charge

SHARE = Decimal("0.5")  # of the usual price, as every endpoint that has batches charges
WAITING = "its answer is still to come"
_STEPS: Mapping[str, int] = {"triage": 0, "themes": 2, "lead": 2}  # all else is between them


@dataclass(slots=True, kw_only=True)
class Later:
    """A Model that takes its time. `budget` is one draft's, whichever runs it takes; `_waiting` is for `send`."""

    batches: Batches
    budget: Budget
    _waiting: dict[str, Ask] = field(default_factory=dict)
    _booked: set[str] = field(default_factory=set)
    _lock: Lock = field(default_factory=Lock)

    def afresh(self, paid: Iterable[Charge] = ()) -> "Later":
        """The same for another draft, of an edition that took so much already: none of that is booked once more."""
        charges = tuple(paid)
        booked = {each.prompt for each in charges}
        return Later(batches=self.batches, budget=self.budget.after(charges), _booked=booked)

    def ask_all(self, asks: Sequence[Ask]) -> tuple[Answer | Unanswered, ...]:
        """What has come back so far; the rest is remembered for `send`."""
        with self._lock:
            return tuple(map(self._outcome, asks))

    def spent(self) -> Spent:
        """What the draft took so far, and will take at most."""
        return spent(self.budget)

    def send(self) -> int:
        """Sends what is to be asked next; how many answers are to come, 0 when this draft has all that there are."""
        step = min(map(_step, self._waiting.values()), default=0)
        wanted = {k: ask for k, ask in self._waiting.items() if _step(ask) == step}
        fresh = {k: ask for k, ask in wanted.items() if k not in self.batches.coming}
        for name in dict.fromkeys(map(self._name, fresh.values())):
            self.batches.send(name, {k: ask for k, ask in fresh.items() if self._name(ask) == name})
        return len(wanted)

    def _name(self, ask: Ask) -> str:
        return self.batches.endpoint.settings.name(ask.model)

    def _outcome(self, ask: Ask) -> Answer | Unanswered:
        name = self._name(ask)
        k, answers = key(ask, name), self.batches.endpoint.answers
        kept = answers.find(k)
        found = from_kept(ask, kept) if kept else self._failed(k, name)
        if isinstance(found, Answer) or self.batches.tries[k] >= CALLS:
            self._book(k, found)
        elif k in self._waiting or self._affords(k, ask, name):
            self._waiting[k] = ask
            return Unanswered(why=WAITING, model=name)
        else:
            found = Unanswered(why=f"it is over the budget of {self.budget.limits}", model=name)
        if isinstance(found, Unanswered):
            answers.keep(k, as_kept(ask, found))
        return found

    def _failed(self, k: str, name: str) -> Unanswered:
        failure = self.batches.failures.get(k, Failure(why=""))
        money = self.budget.price(name, failure.tokens_in, failure.tokens_out)
        return Unanswered(
            why=failure.why, model=name, tokens_in=failure.tokens_in, tokens_out=failure.tokens_out, money=money
        )

    def _book(self, k: str, found: Answer | Unanswered) -> None:
        """What an earlier run of this draft paid for counts as well."""
        if self.batches.tries[k] and k not in self._booked:
            self.budget.book(found.model, found.tokens_in, found.tokens_out)
        self._booked.add(k)

    def _affords(self, k: str, ask: Ask, name: str) -> bool:
        """Whether the budget has room for it, which is taken at once and in full: another run fetches the answer."""
        most = estimate(system(ask) + ask.material), ask.most_tokens
        if k in self.batches.coming:
            self.budget.book(name, *most)
            return True
        self._book(k, self._failed(k, name))
        hold = self.budget.reserve(name, *most)
        if hold is not None:
            self.budget.settle(hold, hold.tokens_in, hold.tokens_out)
        return hold is not None


def _step(ask: Ask) -> int:
    return _STEPS.get(ask.purpose, 1)
