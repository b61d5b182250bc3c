"""Answers by batches: what a draft asks today is answered when it is drafted again, whatever happened in between."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from bot.answers import Answers
from bot.budget import Budget, Price
from bot.errors import NoAnswer
from bot.llms import Answer, Ask, Later, Unanswered, openai
from tests.llms.scripted import Asked, Scripted, Sent, error, refused, wrong_schema

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"what": {"type": "string"}},
    "required": ["what"],
    "additionalProperties": False,
}
PRICES = {
    "small-1": Price(tokens_in=Decimal("0.1"), tokens_out=Decimal("0.4")),
    "large-1": Price(tokens_in=Decimal(1), tokens_out=Decimal(5)),
}
WAITING = "its answer is still to come"
Drafting = Callable[..., Later]


def ask(about: str, purpose: str = "write-up") -> Ask:
    model = "triage" if purpose == "triage" else "writing"
    return Ask(purpose=purpose, key=about, model=model, instructions=purpose, material=about, schema=SCHEMA)


@pytest.fixture
def drafting(tmp_path: Path) -> Drafting:
    """Each time as a new run would come to it, with nothing but the files of those before."""

    def drafting(endpoint: Scripted, **limits: Any) -> Later:
        purse = Budget(**{"tokens": 1_000_000, "money": Decimal(10), "prices": PRICES, **limits})
        return openai.connect_later(endpoint.settings(), purse, Answers(folder=tmp_path), print)

    return drafting


def whys(later: Later, *asks: Ask) -> list[str]:
    return [outcome.why if isinstance(outcome, Unanswered) else "" for outcome in later.ask_all(asks)]


def test_what_is_asked_today_is_answered_tomorrow_at_half_the_price(drafting: Drafting) -> None:
    asks = (ask("queues"), ask("quays"))
    with Scripted(answer=lambda asked: {"what": asked.material}) as endpoint:
        today = drafting(endpoint)
        assert [WAITING, WAITING] == whys(today, *asks)
        assert 2 == today.send()
        endpoint.deliver()
        tomorrow = drafting(endpoint)
        first, second = tomorrow.ask_all(asks)
        assert 0 == tomorrow.send()
    assert isinstance(first, Answer) and isinstance(second, Answer)
    assert [{"what": "queues"}, {"what": "quays"}] == [first.tree, second.tree]
    assert (100, 20, Decimal("0.0001"), "large-1") == (first.tokens_in, first.tokens_out, first.money, first.model)


def test_what_is_on_its_way_is_not_sent_again(drafting: Drafting) -> None:
    with Scripted() as endpoint:
        for _ in range(3):
            later = drafting(endpoint)
            assert [WAITING] == whys(later, ask("queues"))
            assert 1 == later.send()
    assert ["batch-1"] == list(endpoint.batches)


def test_a_draft_goes_one_step_at_a_time_since_the_later_asks_rest_on_earlier_answers(drafting: Drafting) -> None:
    asks = (ask("all", "triage"), ask("queues"), ask("queues", "repair"), ask("", "lead"))
    sent = []
    with Scripted() as endpoint:
        while len(sent) < 9:
            later = drafting(endpoint)
            later.ask_all(asks)
            if not later.send():
                break
            last = list(endpoint.batches.values())[-1]
            sent.append(sorted(line["body"]["messages"][0]["content"].split()[0] for line in last.lines))
            endpoint.deliver()
    assert [["triage"], ["repair", "write-up"], ["lead"]] == sent


def test_each_model_has_a_batch_of_its_own(drafting: Drafting) -> None:
    with Scripted() as endpoint:
        later = drafting(endpoint)
        later.ask_all([ask("a"), replace(ask("b"), model="triage")])
        assert 2 == later.send()
    assert [["large-1"], ["small-1"]] == sorted(
        [line["body"]["model"] for line in batch.lines] for batch in endpoint.batches.values()
    )


def test_what_fails_is_sent_once_more_and_then_left_with_its_reason(drafting: Drafting) -> None:
    with Scripted(fault=lambda asked: None if asked.material in ("ready", "quays") else refused) as endpoint:
        for expected in (2, 1):
            later = drafting(endpoint)
            later.ask_all([ask("queues"), ask("quays")])
            assert expected == later.send()
            endpoint.deliver()
        last = drafting(endpoint)
        assert ["the model declined to answer", ""] == whys(last, ask("queues"), ask("quays"))
        assert 0 == last.send()
    assert 2 == sum(asked.material == "queues" for asked in endpoint.asked)


def test_a_batch_that_ends_early_keeps_what_was_answered(drafting: Drafting) -> None:
    asks = (ask("queues"), ask("quays"))
    with Scripted() as endpoint:
        later = drafting(endpoint)
        later.ask_all(asks)
        later.send()
        endpoint.deliver("expired", only=1)
        again = drafting(endpoint)
        assert ["", WAITING] == whys(again, *asks)
        assert 1 == again.send()


@pytest.mark.parametrize("status", ["expired", "failed", "cancelled"])
def test_a_batch_that_twice_comes_to_nothing_is_not_sent_for_ever(drafting: Drafting, status: str) -> None:
    with Scripted() as endpoint:
        for _ in range(2):
            later = drafting(endpoint)
            assert [WAITING] == whys(later, ask("queues"))
            later.send()
            endpoint.deliver(status, only=0)
        last = drafting(endpoint)
        assert ["the endpoint did not get to it within a day"] == whys(last, ask("queues"))
        assert 0 == last.send()


def test_a_batch_that_the_endpoint_has_forgotten_is_sent_anew(drafting: Drafting) -> None:
    with Scripted() as endpoint:
        later = drafting(endpoint)
        later.ask_all([ask("queues")])
        later.send()
        endpoint.batches.clear()
        again = drafting(endpoint)
        assert [WAITING] == whys(again, ask("queues"))
        assert 1 == again.send()
        assert 1 == len(endpoint.batches)


def test_an_answer_of_another_form_is_asked_for_once_more(drafting: Drafting) -> None:
    with Scripted(fault=lambda asked: None if asked.material == "ready" else wrong_schema) as endpoint:
        for _ in range(2):
            later = drafting(endpoint)
            assert [WAITING] == whys(later, ask("queues"))
            later.send()
            endpoint.deliver()
        last = drafting(endpoint)
        assert ["the answer has no 'what'"] == whys(last, ask("queues"))
        assert 0 == last.send()


def test_what_the_budget_has_no_room_for_is_not_sent(drafting: Drafting) -> None:
    with Scripted() as endpoint:
        later = drafting(endpoint, tokens=6_000)
        assert [WAITING, "it is over the budget of 6,000 tokens or 10 USD"] == whys(later, ask("queues"), ask("quays"))
        assert 1 == later.send()
    assert 1 == len(endpoint.batches["batch-1"].lines)


def test_an_endpoint_without_batches_is_told(drafting: Drafting) -> None:
    class Without(Scripted):
        def take(self, path: str, body: bytes) -> Sent:
            return super().take(path, body) if path.endswith("/completions") else error(404, "Not found")

    with Without() as endpoint, pytest.raises(NoAnswer, match="takes no batch") as told:
        later = drafting(endpoint)
        later.ask_all([ask("queues")])
        later.send()
    assert "draft without --batch" == told.value.hint


def test_how_a_model_wants_to_be_asked_is_found_out_before_anything_is_sent(drafting: Drafting) -> None:
    def refusal(asked: Asked) -> Sent | None:
        return error(400, "response_format is not supported") if "response_format" in asked.body else None

    with Scripted(refusal=refusal) as endpoint:
        later = drafting(endpoint)
        later.ask_all([ask("queues")])
        later.send()
        assert "response_format" not in endpoint.batches["batch-1"].lines[0]["body"]
        endpoint.deliver()
        assert [""] == whys(drafting(endpoint), ask("queues"))
