"""Answers by batches: what a draft asks today is answered when it is drafted again, whatever happened in between."""

import json
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from bot.answers import Answers
from bot.bill import charge
from bot.budget import Budget, Price
from bot.errors import NoAnswer
from bot.llms import Answer, Ask, Later, Model, Unanswered, openai, replay
from tests.llms.scripted import Asked, Posted, Scripted, Sent, error, refused, wrong_schema

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


def whys(later: Model, *asks: Ask) -> list[str]:
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


@pytest.mark.parametrize(
    ("status", "why"),
    [
        ("expired", "the endpoint did not get to it within a day"),
        ("failed", "the endpoint refused its batch"),
        ("cancelled", "its batch was cancelled"),
        ("completed", "the endpoint left it out of its batch"),
    ],
)
def test_a_batch_that_twice_comes_to_nothing_is_not_sent_for_ever(drafting: Drafting, status: str, why: str) -> None:
    with Scripted() as endpoint:
        for _ in range(2):
            later = drafting(endpoint)
            assert [WAITING] == whys(later, ask("queues"))
            later.send()
            endpoint.deliver(status, only=0)
        last = drafting(endpoint)
        assert [why] == whys(last, ask("queues"))
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

    with Without() as endpoint, pytest.raises(NoAnswer, match="has no Batch API") as told:
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


class BreaksOff(Scripted):
    """Begins each batch, but is not there any more to say so."""

    def take(self, path: str, body: bytes) -> Sent:
        sent = super().take(path, body)
        return replace(sent, breaks_off=True) if path.endswith("/batches") else sent


def test_a_batch_that_a_run_did_not_live_to_hear_of_is_found_again_and_not_paid_for_twice(drafting: Drafting) -> None:
    with BreaksOff() as endpoint:
        later = drafting(endpoint)
        later.ask_all([ask("queues")])
        with pytest.raises(NoAnswer, match="took no batch: the connection to the endpoint broke off") as told:
            later.send()
        assert told.value.hint.startswith("run the same command again later")
        for n in range(4):  # other people's batches, more than a page of the list
            endpoint.batches[f"batch-{n + 2}"] = Posted(file=f"theirs-{n}", lines=[])
        again = drafting(endpoint)
        assert [WAITING] == whys(again, ask("queues"))
        assert 1 == again.send()
        assert 5 == len(endpoint.batches)
        endpoint.deliver()
        assert [""] == whys(drafting(endpoint), ask("queues"))


def test_a_batch_that_a_run_was_killed_before_is_sent_by_the_next(drafting: Drafting, tmp_path: Path) -> None:
    with Scripted() as endpoint:
        later = drafting(endpoint)
        later.ask_all([ask("queues")])
        later.send()
        endpoint.batches.clear()  # as if it had never come to that
        (record,) = tmp_path.glob("batch-*.json")
        record.write_text(record.read_text().replace('"id": "batch-1"', '"id": ""'))
        again = drafting(endpoint)
        assert [WAITING] == whys(again, ask("queues"))
        assert 1 == again.send()
        assert ["batch-1"] == list(endpoint.batches)
        endpoint.deliver()
        assert [""] == whys(drafting(endpoint), ask("queues"))


def test_where_nobody_can_say_whether_a_batch_was_begun_it_is_waited_for_or_that_is_told(
    drafting: Drafting, capsys: pytest.CaptureFixture[str]
) -> None:
    listing = [error(503, "Overloaded"), error(404, "Not found")]

    class Unlisted(BreaksOff):
        def list_batches(self, path: str) -> Sent:
            return listing.pop(0)

    with Unlisted() as endpoint:
        later = drafting(endpoint)
        later.ask_all([ask("queues")])
        with pytest.raises(NoAnswer):
            later.send()
        waiting = drafting(endpoint)
        waiting.ask_all([ask("queues")])
        assert (1, 1) == (waiting.send(), len(endpoint.batches))
        drafting(endpoint)
    assert "lists no batches: one that was cut short may be paid twice" in capsys.readouterr().out


def test_a_batch_of_somebody_else_answers_nothing(drafting: Drafting) -> None:
    with Scripted() as endpoint:
        later = drafting(endpoint)
        later.ask_all([ask("queues")])
        later.send()
        theirs = {"custom_id": endpoint.batches["batch-1"].lines[0]["custom_id"], "response": {"status_code": 200}}
        endpoint.batches["batch-1"] = Posted(file="theirs", lines=[], status="completed", results=[theirs])
        again = drafting(endpoint)
        assert [WAITING] == whys(again, ask("queues"))
        assert 1 == again.send()
        assert 1 == len(endpoint.batches["batch-2"].lines)


def test_lines_of_other_asks_and_lines_that_are_none_are_passed_over(drafting: Drafting, tmp_path: Path) -> None:
    with Scripted() as endpoint:
        later = drafting(endpoint)
        later.ask_all([ask("queues"), ask("quays")])
        later.send()
        endpoint.deliver(only=1)
        good = endpoint.batches["batch-1"].results
        other = {"custom_id": "f" * 64, "response": good[0]["response"]}
        endpoint.batches["batch-1"].results = [7, {}, [], {"custom_id": 1}, other, *good, {**good[0], "response": 3}]
        again = drafting(endpoint)
        assert ["", WAITING] == whys(again, ask("queues"), ask("quays"))
    assert not (tmp_path / f"{'f' * 64}.json").exists()


@pytest.mark.parametrize("id_", [None, 7, "", "../../models", "a" * 300])
def test_an_id_that_is_none_is_no_batch(drafting: Drafting, id_: object) -> None:
    class Strange(Scripted):
        def take(self, path: str, body: bytes) -> Sent:
            sent = super().take(path, body)
            return replace(sent, body=json.dumps({"id": id_}).encode()) if path.endswith("/batches") else sent

    with Strange() as endpoint, pytest.raises(NoAnswer, match="took no batch: the endpoint sent something"):
        later = drafting(endpoint)
        later.ask_all([ask("queues")])
        later.send()


def test_a_batch_that_the_account_has_no_room_for_is_sent_again_as_often_as_it_takes(drafting: Drafting) -> None:
    with Scripted() as endpoint:
        for _ in range(3):
            later = drafting(endpoint)
            assert [WAITING] == whys(later, ask("queues"))
            assert 1 == later.send()
            last = list(endpoint.batches.values())[-1]
            last.status, last.errors = "failed", ("token_limit_exceeded",)
        assert 3 == len(endpoint.batches)


def test_the_budget_is_a_drafts_and_holds_over_all_the_runs_it_takes(drafting: Drafting) -> None:
    """A write-up that is answered took 120 tokens of it, one that is on its way all that it may take."""
    room = {"tokens": 3_150}
    over = "it is over the budget of 3,150 tokens or 10 USD"
    with Scripted() as endpoint:
        first = drafting(endpoint, **room)
        assert [WAITING, over] == whys(first, ask("queues"), ask("quays"))
        first.send()
        assert [WAITING, over] == whys(drafting(endpoint, **room), ask("queues"), ask("quays"))
        endpoint.deliver()
        again = drafting(endpoint, **room)
        assert ["", over] == whys(again, ask("queues"), ask("quays"))
        assert (120, 0) == (again.spent().tokens_in + again.spent().tokens_out, again.send())
        assert ["", WAITING] == whys(drafting(endpoint, tokens=3_300), ask("queues"), ask("quays"))


def test_another_draft_has_a_budget_of_its_own_and_what_the_first_asked_is_not_its(drafting: Drafting) -> None:
    with Scripted() as endpoint:
        first = drafting(endpoint, tokens=3_150)
        assert [WAITING] == whys(first, ask("queues"))
        second = first.afresh()
        assert 0 == second.send()
        assert [WAITING] == whys(second, ask("quays"))
        assert (1, 1) == (first.send(), second.send())
    assert ["queues", "quays"] == [
        batch.lines[0]["body"]["messages"][1]["content"] for batch in endpoint.batches.values()
    ]


def test_an_answer_that_the_edition_was_billed_already_takes_nothing_of_the_budget_again(drafting: Drafting) -> None:
    room = {"tokens_per_edition": 3_250}
    with Scripted() as endpoint:
        drafting(endpoint, **room).ask_all([ask("queues")])
        first = drafting(endpoint, **room)
        first.ask_all([ask("queues")])
        first.send()
        endpoint.deliver()
        later = drafting(endpoint, **room)
        (found,) = later.ask_all([ask("queues")])
        paid = charge(ask("queues"), found)
        assert 120 == paid.tokens_in + paid.tokens_out
        assert ["", WAITING] == whys(later.afresh([paid]), ask("queues"), ask("quays"))
        assert ["", WAITING] != whys(later.afresh([replace(paid, prompt="")]), ask("queues"), ask("quays"))


def test_money_is_held_back_at_half_the_price(drafting: Drafting) -> None:
    with Scripted() as endpoint:  # 3,000 tokens of an answer at 5 USD a million, halved
        assert [WAITING] == whys(drafting(endpoint, money=Decimal("0.008")), ask("queues"))
        assert [WAITING] != whys(drafting(endpoint, money=Decimal("0.0075")), ask("queues"))


def test_what_a_try_in_vain_took_is_told_with_the_answer(drafting: Drafting) -> None:
    answers = [refused, None]
    with Scripted(fault=lambda asked: None if asked.material == "ready" else answers.pop(0)) as endpoint:
        for _ in range(2):
            later = drafting(endpoint)
            later.ask_all([ask("queues")])
            later.send()
            endpoint.deliver()
        (found,) = drafting(endpoint).ask_all([ask("queues")])
    assert isinstance(found, Answer)
    assert (200, 40, Decimal("0.0002")) == (found.tokens_in, found.tokens_out, found.money)


def test_a_recording_tells_of_what_came_to_nothing_as_well(tmp_path: Path) -> None:
    record = tmp_path / "record"
    with Scripted(fault=lambda asked: None if asked.material == "ready" else refused) as endpoint:
        for _ in range(3):
            answers = Answers(folder=tmp_path / "cache", record=record)
            later = openai.connect_later(endpoint.settings(), Budget(tokens=9_000, money=Decimal(1)), answers, print)
            later.ask_all([ask("queues")])
            later.send()
            endpoint.deliver()
        settings = endpoint.settings()
    again = replay.connect(settings, Budget(tokens=1, money=Decimal(1)), Answers(folder=record), print)
    assert ["the model declined to answer"] == whys(again, ask("queues"))
