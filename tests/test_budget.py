"""What a run may spend: never a token more than it may, whoever asks at the same time."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.budget import Budget, Price, estimate
from bot.model import Charge

PRICES = {"large-1": Price(tokens_in=Decimal(1), tokens_out=Decimal(10))}


def budget(tokens: int = 1_000, money: str = "1", prices: dict[str, Price] = PRICES) -> Budget:
    return Budget(tokens=tokens, money=Decimal(money), prices=prices)


def test_what_was_held_and_not_taken_is_there_again() -> None:
    purse = budget(tokens=1_000)
    first = purse.reserve("large-1", 100, 800)
    assert first is not None
    purse.settle(first, 100, 50)
    assert purse.reserve("large-1", 100, 750) is not None


def test_more_than_there_is_gets_nothing() -> None:
    assert None is budget(tokens=1_000).reserve("large-1", 900, 101)


def test_money_is_a_limit_of_its_own() -> None:
    purse = budget(tokens=1_000_000, money="0.002")
    assert None is purse.reserve("large-1", 0, 201)
    assert purse.reserve("large-1", 0, 200) is not None


def test_a_call_that_took_more_than_was_held_counts_in_full() -> None:
    purse = budget(tokens=1_000)
    hold = purse.reserve("large-1", 10, 10)
    assert hold is not None
    purse.settle(hold, 900, 50)
    assert None is purse.reserve("large-1", 50, 1)
    assert 950 == purse.used["large-1"].tokens_in + purse.used["large-1"].tokens_out


def test_an_unknown_price_is_unknown_and_leaves_the_tokens_as_the_limit() -> None:
    purse = budget(tokens=1_000, money="0.000001", prices={})
    hold = purse.reserve("local", 500, 400)
    assert hold is not None and hold.money is None
    purse.settle(hold, 500, 400)
    assert None is purse.used["local"].money
    assert None is purse.reserve("local", 200, 0)


def test_a_price_of_nothing_is_a_price() -> None:
    free = {"local": Price(tokens_in=Decimal(0), tokens_out=Decimal(0))}
    assert Decimal(0) == budget(prices=free).price("local", 10, 10)


def test_cents_are_counted_without_rounding() -> None:
    assert Decimal("0.000113") == budget().price("large-1", 3, 11)


def test_who_finds_it_held_waits_for_what_the_others_leave() -> None:
    purse = budget(tokens=1_000)
    first = purse.reserve("large-1", 100, 800)
    assert first is not None
    began = time.monotonic()
    threading.Timer(0.1, purse.settle, (first, 100, 10)).start()
    assert purse.reserve("large-1", 100, 700) is not None
    assert 0.1 <= time.monotonic() - began


def test_who_would_wait_in_vain_is_told_in_the_end() -> None:
    purse = budget(tokens=1_000)
    first = purse.reserve("large-1", 100, 800)
    assert first is not None
    threading.Timer(0.05, purse.settle, (first, 100, 800)).start()
    assert None is purse.reserve("large-1", 100, 700)


def test_many_at_once_never_take_more_than_there_is() -> None:
    purse = budget(tokens=5_000, money="0.04")

    def call(number: int) -> bool:
        hold = purse.reserve("large-1", 50, 100)
        if hold is not None:
            time.sleep(0.001)
            purse.settle(hold, 50, 100 - number % 60)
        return hold is not None

    with ThreadPoolExecutor(16) as pool:
        done = sum(pool.map(call, range(200)))
    used = purse.used["large-1"]
    assert done == used.calls < 200
    assert used.tokens_in + used.tokens_out <= 5_000 and (used.money or 0) <= Decimal("0.04")
    assert used.tokens_in + used.tokens_out > 4_500 or (used.money or 0) > Decimal("0.038")


@pytest.mark.parametrize(("text", "tokens"), [("", 0), ("word", 2), ("a" * 400, 110), ("字" * 400, 330), ("\ud800", 1)])
def test_tokens_are_guessed_on_the_safe_side(text: str, tokens: int) -> None:
    assert tokens == estimate(text)


@given(st.lists(st.tuples(st.integers(0, 400), st.integers(0, 400), st.floats(0, 1)), max_size=30))
def test_whatever_is_asked_in_turn_the_limit_holds(calls: list[tuple[int, int, float]]) -> None:
    purse = budget(tokens=1_000)
    for tokens_in, tokens_out, share in calls:
        if (hold := purse.reserve("large-1", tokens_in, tokens_out)) is not None:
            purse.settle(hold, tokens_in, int(tokens_out * share))
    assert 1_000 >= sum(used.tokens_in + used.tokens_out for used in purse.used.values())


def test_what_is_booked_counts_though_there_is_no_room_for_it() -> None:
    purse = budget(tokens=1_000)
    purse.book("large-1", 1_500, 100)
    assert (1_500, 100) == (purse.used["large-1"].tokens_in, purse.used["large-1"].tokens_out)
    assert None is purse.reserve("large-1", 1, 0)


def test_anew_nothing_is_used_and_the_prices_are_a_share() -> None:
    purse = budget(money="0.002")
    purse.book("large-1", 0, 200)
    half = purse.anew(Decimal("0.5"))
    assert ({}, Decimal("0.001")) == (half.used, half.price("large-1", 0, 200))
    assert (purse.limits, Decimal("0.002")) == (half.limits, purse.price("large-1", 0, 200))


def paid(tokens: int, money: str | None) -> Charge:
    return Charge(model="large-1", tokens_in=tokens, tokens_out=0, money=None if money is None else Decimal(money))


def yearly(**limits: Any) -> Budget:
    given = {"tokens": 1_000, "money": Decimal(1), "tokens_per_edition": 3_000, "money_per_edition": Decimal(3)}
    return Budget(**{**given, **limits}, prices=PRICES)


def test_a_draft_has_its_own_budget_while_the_edition_has_more() -> None:
    left = yearly().after([paid(2_000, "2")])
    assert ("1,000 tokens or 1 USD", PRICES) == (left.limits, left.prices)


@pytest.mark.parametrize(
    ("before", "limits"),
    [
        ([paid(1_200, "1"), paid(1_200, "1")], "600 tokens or 1 USD that this edition has left"),
        ([paid(100, "2.75")], "1,000 tokens or 0.25 USD that this edition has left"),
        ([paid(9_000, None)], "0 tokens or 1 USD that this edition has left"),
    ],
)
def test_an_edition_that_took_most_of_its_own_leaves_a_draft_the_rest(before: list[Charge], limits: str) -> None:
    assert limits == yearly().after(before).limits


def test_without_a_limit_for_editions_there_is_none() -> None:
    assert "1,000 tokens or 1 USD" == budget().after([paid(9_000_000, "900")]).limits
