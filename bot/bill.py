"""Writes down what the answers took that a digest was made from: by their record, whichever run paid for them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from bot.config import Config, Spending
from bot.llms import Answer, Ask, Model, Spent, Unanswered, key
from bot.model import Bill, Charge
from bot.writers import Adviser


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """A Model, and what its answers took so far. Threads share it, and none writes what another does."""

    model: Model
    charges: dict[str, Charge] = field(default_factory=dict)

    def ask_all(self, asks: Sequence[Ask]) -> tuple[Answer | Unanswered, ...]:
        """What the model answers."""
        outcomes = self.model.ask_all(asks)
        for ask, outcome in zip(asks, outcomes, strict=True):
            if isinstance(outcome, Answer) or outcome.tokens_in or outcome.tokens_out:
                made = charge(ask, outcome)
                self.charges[made.prompt] = made
        return outcomes

    def spent(self) -> Spent:
        """What the run paid for, which is less where answers were kept."""
        return self.model.spent()


def counting(adviser: Adviser | None) -> Adviser | None:
    """The adviser with a model whose answers are counted."""
    return replace(adviser, model=Counted(model=adviser.model)) if adviser else None


def bill(adviser: Adviser, config: Config, before: Iterable[Charge] = ()) -> Bill:
    """What a counting adviser was asked, in an order that has nothing to do with who answered first.

    What was billed `before` stays, except for what has been asked about anew: the digest rests on that no longer.
    """
    asked = adviser.model.charges.values() if isinstance(adviser.model, Counted) else ()
    anew = {each.about for each in asked}
    charges = [*asked, *(each for each in before if each.about not in anew)]
    budget = config.model.budget if config.model else Spending()
    ordered = sorted(charges, key=lambda each: (each.purpose, each.about, each.prompt))
    return Bill(charges=tuple(ordered), currency=budget.currency)


def carried(now: Bill, held: Bill | None) -> Bill:
    """The bill with all that was paid for the digest that stands, though this one is not made from it.

    An answer that is used again is billed where it is used, and no longer among what went before.
    """
    if held is None:
        return now
    known = {each.prompt for each in now.charges}
    return replace(now, before=tuple(each for each in held.paid if each.prompt not in known))


def charge(ask: Ask, outcome: Answer | Unanswered) -> Charge:
    return Charge(
        prompt=key(ask, outcome.model),
        purpose=ask.purpose,
        about=ask.key,
        model=outcome.model,
        tokens_in=outcome.tokens_in,
        tokens_out=outcome.tokens_out,
        money=outcome.money,
    )
