"""What a run may spend on models, in tokens and in money: held back before each call, settled after it.

An unknown price is unknown, never nothing: then only the tokens are limited, and the model is named.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import ROUND_UP, Decimal
from math import ceil
from threading import Condition

from bot.model import Charge

MILLION = 1_000_000
_MOST = 10**12  # of whatever a file counts
_SUM = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,40})?(?:E-[0-9]{1,2})?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """Of a million tokens, those read and those written."""

    tokens_in: Decimal
    tokens_out: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """What is held back for one call, until it is known what it took. `money` is None where the price is unknown."""

    model: str
    tokens_in: int
    tokens_out: int
    money: Decimal | None

    @property
    def tokens(self) -> int:
        return self.tokens_in + self.tokens_out


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """What a model was used for so far."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    money: Decimal | None = None


@dataclass(slots=True, kw_only=True)
class Budget:
    """The limits of one draft and what is left of them; threads share it.

    Those of an edition count for all its drafts; `is_rest` says that what they leave is less than one may take.
    """

    tokens: int
    money: Decimal
    tokens_per_edition: int | None = None
    money_per_edition: Decimal | None = None
    currency: str = "USD"
    prices: Mapping[str, Price] = field(default_factory=dict)
    is_rest: bool = False
    _used: dict[str, Used] = field(default_factory=dict)
    _held: list[Hold] = field(default_factory=list)
    _changed: Condition = field(default_factory=Condition)

    @property
    def limits(self) -> str:
        left = " that this edition has left" if self.is_rest else ""
        return f"{self.tokens:,} tokens or {self.money} {self.currency}{left}"

    @property
    def used(self) -> Mapping[str, Used]:
        """By model, at this moment."""
        with self._changed:
            return dict(self._used)

    def price(self, model: str, tokens_in: int, tokens_out: int) -> Decimal | None:
        """What so many tokens of a model cost; None where nobody has said."""
        price = self.prices.get(model)
        return (price.tokens_in * tokens_in + price.tokens_out * tokens_out) / MILLION if price else None

    def reserve(self, model: str, tokens_in: int, tokens_out: int) -> Hold | None:
        """Holds back what a call may take at most; None when that is more than there is.

        What other calls hold is mostly more than they take, so while they run this waits for what they leave.
        """
        money = self.price(model, tokens_in, tokens_out)
        hold = Hold(model=model, tokens_in=tokens_in, tokens_out=tokens_out, money=money)
        with self._changed:
            self._changed.wait_for(lambda: self._holds(hold) or not self._held)
            if not self._holds(hold):
                return None
            self._held.append(hold)
        return hold

    def settle(self, hold: Hold, tokens_in: int, tokens_out: int) -> None:
        """Writes down what the call took in the end."""
        with self._changed:
            self._book(hold.model, tokens_in, tokens_out)
            self._held.remove(hold)
            self._changed.notify_all()

    def book(self, model: str, tokens_in: int, tokens_out: int) -> None:
        """Writes down what was spent already, by another run say, whether or not there is room for it."""
        with self._changed:
            self._book(model, tokens_in, tokens_out)

    def anew(self, share: Decimal = Decimal(1)) -> "Budget":
        """The same limits with nothing used, at a share of the prices."""
        prices = {
            name: Price(tokens_in=each.tokens_in * share, tokens_out=each.tokens_out * share)
            for name, each in self.prices.items()
        }
        return Budget(
            tokens=self.tokens,
            money=self.money,
            tokens_per_edition=self.tokens_per_edition,
            money_per_edition=self.money_per_edition,
            currency=self.currency,
            prices=prices,
            is_rest=self.is_rest,
        )

    def after(self, paid: Iterable[Charge]) -> "Budget":
        """The same for an edition that took so much already. Money whose sum nobody knows counts by its tokens."""
        charges = tuple(paid)
        taken = sum(each.tokens_in + each.tokens_out for each in charges)
        spent = sum((each.money for each in charges if each.money is not None), Decimal(0))
        left = self.anew()
        if self.tokens_per_edition is not None and self.tokens_per_edition - taken < self.tokens:
            left.tokens, left.is_rest = max(0, self.tokens_per_edition - taken), True
        if self.money_per_edition is not None and self.money_per_edition - spent < self.money:
            left.money, left.is_rest = max(Decimal(0), self.money_per_edition - spent), True
        return left

    def _book(self, model: str, tokens_in: int, tokens_out: int) -> None:
        before = self._used.get(model, Used())
        taken = before.tokens_in + tokens_in, before.tokens_out + tokens_out
        self._used[model] = Used(
            calls=before.calls + 1,
            tokens_in=taken[0],
            tokens_out=taken[1],
            money=self.price(model, *taken),
        )

    def _holds(self, hold: Hold) -> bool:
        taken = [used.tokens_in + used.tokens_out for used in self._used.values()]
        paid = [used.money for used in self._used.values()]
        tokens = sum(taken) + sum(other.tokens for other in self._held) + hold.tokens
        money = sum(filter(None, (*paid, *(other.money for other in self._held), hold.money)), Decimal(0))
        return tokens <= self.tokens and money <= self.money


def estimate(text: str) -> int:
    """About how many tokens a text has: one for four bytes, and a tenth to be safe."""
    return ceil(len(text.encode(errors="replace")) * 11 / 40)


def amount(money: Decimal | None, currency: str) -> str:
    """A sum in words, rounded up so that little is not nothing."""
    if money is None:
        return "an unknown sum"
    return f"{money.quantize(Decimal('0.0001'), ROUND_UP)} {currency}"


def count_of(value: object) -> int:
    """A count that a file tells of. Raises ValueError for what is none."""
    if type(value) is not int or not 0 <= value < _MOST:
        raise ValueError(f"{value!r:.40} is no count")
    return value


def sum_of(value: object) -> Decimal:
    """Money that a file tells of, as text. Raises ValueError for what is none, or has no end when it is written out."""
    if not isinstance(value, str) or not _SUM.fullmatch(value):
        raise ValueError(f"{value!r:.40} is no sum of money")
    return Decimal(value)
