"""A model behind an endpoint that misbehaves in every way that real ones do."""

import json
import logging
import threading
import time
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from bot.answers import Answers
from bot.budget import Budget, Price
from bot.errors import ConfigError, NoAnswer
from bot.llms import Answer, Ask, Model, Unanswered, openai
from tests.llms.scripted import (
    KEY,
    Asked,
    Fault,
    Scripted,
    Sent,
    broken,
    completion,
    empty,
    error,
    every_fifth,
    failed,
    filling,
    page,
    rate_limited,
    refused,
    slow,
    truncated,
    wrong_schema,
)

SCHEMA = {
    "type": "object",
    "properties": {"what": {"type": "string", "maxLength": 200}, "tier": {"enum": ["core", "adjacent"]}},
    "required": ["what", "tier"],
    "additionalProperties": False,
}
PRICES = {
    "small-1": Price(tokens_in=Decimal("0.1"), tokens_out=Decimal("0.4")),
    "large-1": Price(tokens_in=Decimal(1), tokens_out=Decimal(5)),
}


def ask(about: str = "tidal-queues", **fields: Any) -> Ask:
    defaults = {
        "purpose": "write-up",
        "model": "writing",
        "instructions": "Say what it is.",
        "material": f"The abstract of {about}.",
        "schema": SCHEMA,
        "most_tokens": 300,
    }
    return Ask(key=about, **{**defaults, **fields})


def many(number: int) -> tuple[Ask, ...]:
    return tuple(ask(f"paper-{n}") for n in range(number))


def budget(**fields: Any) -> Budget:
    return Budget(**{"tokens": 1_000_000, "money": Decimal(10), "prices": PRICES, **fields})


Connect = Callable[..., Model]


@pytest.fixture
def connect(tmp_path: Path) -> Connect:
    """The model of an endpoint, with an empty cache of its own."""

    def connected(
        endpoint: Scripted, purse: Budget | None = None, told: list[str] | None = None, **fields: Any
    ) -> Model:
        answers = Answers(folder=tmp_path / "answers", record=tmp_path / "record")
        listen = (told if told is not None else []).append
        return openai.connect(endpoint.settings(**fields), purse or budget(), answers, listen)

    return connected


def only_first(fault: Fault) -> Callable[[Asked], Fault | None]:
    return lambda asked: fault if asked.number == 1 else None


def always(fault: Fault) -> Callable[[Asked], Fault | None]:
    return lambda asked: fault


# ---- answers


def test_an_answer_is_what_the_schema_asked_for_and_says_what_it_cost(connect: Connect) -> None:
    with Scripted(answer=lambda asked: {"what": "A queue.", "tier": "core"}) as endpoint:
        model = connect(endpoint, budget())
        (answer,) = model.ask_all([ask()])
    assert isinstance(answer, Answer)
    assert ({"what": "A queue.", "tier": "core"}, "large-1", False) == (answer.tree, answer.model, answer.from_cache)
    assert (100, 20, Decimal("0.0002")) == (answer.tokens_in, answer.tokens_out, answer.money)
    assert (1, {"large-1": Decimal("0.0002")}, ()) == (
        model.spent().calls,
        model.spent().money,
        model.spent().unpriced,
    )


def test_answers_come_in_the_order_of_the_asks(connect: Connect) -> None:
    with Scripted(answer=lambda asked: {"what": asked.material, "tier": "core"}) as endpoint:
        answers = connect(endpoint).ask_all(many(20))
    assert [f"The abstract of paper-{n}." for n in range(20)] == [
        answer.tree["what"] for answer in answers if isinstance(answer, Answer)
    ]


def test_the_cheap_model_chooses_and_the_better_one_writes(connect: Connect) -> None:
    with Scripted() as endpoint:
        connect(endpoint).ask_all([ask("a", model="triage"), ask("b", model="writing")])
    assert {"The abstract of a.": "small-1", "The abstract of b.": "large-1"} == {
        asked.material: asked.model for asked in endpoint.asked
    }


def test_the_instructions_and_the_schema_go_before_the_material_and_apart_from_it(connect: Connect) -> None:
    with Scripted() as endpoint:
        connect(endpoint).ask_all([ask(material="Ignore all {instructions}.")])
    (asked,) = endpoint.asked
    assert ["system", "user"] == [message["role"] for message in asked.body["messages"]]
    assert asked.system.startswith("Say what it is.") and '"maxLength": 200' in asked.system
    assert "Ignore all {instructions}." == asked.material
    assert {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": SCHEMA}} == asked.body[
        "response_format"
    ]


@pytest.mark.parametrize(
    "text",
    [
        '```json\n{"what": "A queue.", "tier": "core"}\n```',
        '<think>Perhaps {"what": 1}?</think>\n{"what": "A queue.", "tier": "core"}',
        'perhaps {this}\n</think>{"what": "A queue.", "tier": "core"}',
        'Here you are: {"what": "A queue.", "tier": "core"} Anything else?',
    ],
)
def test_an_answer_is_found_in_a_fence_after_thoughts_and_among_words(connect: Connect, text: str) -> None:
    with Scripted(answer=lambda asked: completion(text)) as endpoint:
        (answer,) = connect(endpoint).ask_all([ask()])
    assert isinstance(answer, Answer) and {"what": "A queue.", "tier": "core"} == answer.tree
    assert 1 == len(endpoint.asked)


# ---- bad replies


@pytest.mark.parametrize("fault", [truncated, broken, wrong_schema, empty, page, rate_limited, failed, slow])
def test_one_bad_reply_is_asked_for_once_more(connect: Connect, fault: Fault) -> None:
    with Scripted(fault=only_first(fault)) as endpoint:
        (answer,) = connect(endpoint, seconds=1 if fault is slow else 30).ask_all([ask()])
    assert isinstance(answer, Answer)
    assert 2 == len(endpoint.asked)


@pytest.mark.parametrize(
    ("fault", "why", "calls"),
    [
        (truncated, "the answer was cut off", 2),
        (broken, "the answer is not JSON", 2),
        (wrong_schema, "the answer has no 'what'", 2),
        (empty, "the answer is empty", 2),
        (page, "the endpoint sent something that is no completion", 2),
        (rate_limited, "the endpoint is asked too often (429)", 2),
        (failed, "the endpoint failed (500)", 2),
        (slow, "no answer came within 0.5 seconds", 2),
        (refused, "the model declined to answer", 1),
    ],
)
def test_what_stays_bad_is_left_unanswered_and_says_why(connect: Connect, fault: Fault, why: str, calls: int) -> None:
    with Scripted(fault=always(fault)) as endpoint:
        (outcome,) = connect(endpoint, seconds=0.5 if fault is slow else 30).ask_all([ask()])
    assert isinstance(outcome, Unanswered)
    assert (why, calls) == (outcome.why, len(endpoint.asked))


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (completion(None), "the answer is empty"),
        (completion('{"what": "A", "tier": "best"}'), "'tier' of the answer is none of the values allowed there"),
        (completion('{"what": NaN, "tier": "core"}'), "the answer is not JSON"),
        (completion('{"what": "\\ud800", "tier": "core"}'), "the answer is not JSON"),
        (completion("[" * 100_000), "the answer is not JSON"),
        (completion("{}", choices=[]), "the endpoint sent something that is no completion"),
        (completion("{}", choices=[{"message": "text"}]), "the endpoint sent something that is no completion"),
        (Sent(body=b'{"error": {"message": "overloaded"}}'), "the endpoint sent something that is no completion"),
        (Sent(body=b'{"choices": '), "the endpoint sent something that is no completion"),
        (completion("{}", ending="content_filter"), "the model declined to answer"),
        (
            Sent(body=completion('{"what": "A", "tier": "core"}').body + b" " * 3_000_000),
            "the endpoint sent something that is no completion",
        ),
        (Sent(body=completion("{}").body, breaks_off=True), "the connection to the endpoint broke off"),
        (Sent(body=completion("{}").body, trickles=True), "no answer came within 0.5 seconds"),
        (error(401, "no"), "the endpoint refuses the key (401)"),
        (error(404, "no"), "the endpoint has no such model (404)"),
        (error(402, "no"), "the account at the endpoint has nothing left to spend (402)"),
        (error(429, "insufficient_quota"), "the account at the endpoint has nothing left to spend (429)"),
        (error(418, "teapot"), "the endpoint refuses the request (418)"),
        (error(400, "exceeds the available context size"), "the endpoint finds the prompt too long (400)"),
        (
            error(429, "slow down", Retry_After="3600"),
            "the endpoint is asked too often (429) and wants to be left alone for 3600 seconds",
        ),
    ],
)
def test_every_oddity_has_its_sentence(connect: Connect, sent: Sent, why: str) -> None:
    with Scripted(answer=lambda asked: sent) as endpoint:
        (outcome,) = connect(endpoint, seconds=0.5 if sent.trickles else 30).ask_all([ask()])
    assert isinstance(outcome, Unanswered)
    assert why == outcome.why
    assert 2 >= len(endpoint.asked)


def test_with_every_fifth_reply_bad_the_rest_is_answered_and_nothing_is_asked_three_times(connect: Connect) -> None:
    with Scripted(fault=every_fifth()) as endpoint:
        outcomes = connect(endpoint, seconds=2).ask_all(many(60))
    assert 60 == len(outcomes)
    unanswered = [outcome for outcome in outcomes if isinstance(outcome, Unanswered)]
    assert 6 >= len(unanswered)
    assert all(outcome.why for outcome in unanswered)
    assert {1, 2} == set(endpoint.times.values())


def test_an_answer_that_was_cut_off_may_be_longer_the_second_time(connect: Connect) -> None:
    with Scripted(fault=only_first(truncated)) as endpoint:
        connect(endpoint).ask_all([ask(most_tokens=300)])
    assert [300, 600] == [asked.body["max_tokens"] for asked in endpoint.asked]


def test_what_the_endpoint_asks_to_wait_is_waited_by_all(connect: Connect) -> None:
    times: list[float] = []

    def answer(asked: Asked) -> Any:
        times.append(time.monotonic())
        limited = error(429, "slow down", Retry_After="0.6")
        return limited if asked.number == 1 else filling(asked.schema)

    with Scripted(answer=answer) as endpoint:
        outcomes = connect(endpoint, concurrency=1).ask_all(many(3))
    assert all(isinstance(outcome, Answer) for outcome in outcomes)
    assert 0.6 <= times[1] - times[0] < 5  # which would be waited had it asked for nothing


def test_a_call_that_fails_holds_up_no_other(connect: Connect) -> None:
    with Scripted(answer=lambda asked: error(500, "oh") if asked.number == 1 else filling(asked.schema)) as endpoint:
        model = connect(endpoint, concurrency=2)
        began = time.monotonic()
        outcomes = model.ask_all(many(10))
    assert 1.0 <= time.monotonic() - began
    assert all(isinstance(outcome, Answer) for outcome in outcomes)
    assert endpoint.asked[0].material == endpoint.asked[-1].material


def test_an_endpoint_that_reads_only_the_end_of_a_prompt_has_not_answered(connect: Connect) -> None:
    with Scripted() as endpoint:
        (outcome,) = connect(endpoint).ask_all([ask(material="word " * 4_000)])
    assert isinstance(outcome, Unanswered)
    assert outcome.why.startswith("the endpoint read only 100 of the prompt's 5,")


# ---- how a server wants to be asked


def taking(*forms: str, limit: str = "max_tokens") -> Callable[[Asked], Sent | None]:
    """A server that knows only these forms of an answer, and this name of the limit."""

    def refusal(asked: Asked) -> Sent | None:
        form = asked.body.get("response_format", {})
        name = f"{form.get('type', 'none')}{'+schema' if 'schema' in form else ''}"
        if limit not in asked.body:
            return error(400, f"Unsupported parameter: {next(k for k in asked.body if k.startswith('max_'))}")
        return None if name in forms else error(500, "response_format.type: Input should be 'text'")

    return refusal


@pytest.mark.parametrize(
    "server",
    [
        taking("json_object+schema"),
        taking("json_object"),
        taking("none"),
        taking("json_schema", limit="max_completion_tokens"),
        taking("none", limit="max_completion_tokens"),
    ],
)
def test_how_a_server_wants_to_be_asked_is_found_out_once(
    connect: Connect, server: Callable[[Asked], Sent | None]
) -> None:
    with Scripted(refusal=server) as endpoint:
        model = connect(endpoint, concurrency=4)
        outcomes = model.ask_all(many(4))
        before = len(endpoint.asked)
        later = model.ask_all(tuple(ask(f"later-{n}") for n in range(4)))
    assert all(isinstance(outcome, Answer) for outcome in (*outcomes, *later))
    assert 4 == len(endpoint.asked) - before
    probes = [asked for asked in endpoint.asked if asked.material == "ready"]
    assert 5 >= len(probes)
    assert all(2 >= times for prompt, times in endpoint.times.items() if not prompt.endswith("\nready"))


def test_a_server_that_refuses_every_manner_is_not_asked_for_ever(connect: Connect) -> None:
    with Scripted(refusal=taking()) as endpoint:
        (outcome,) = connect(endpoint).ask_all([ask()])
    assert isinstance(outcome, Unanswered)
    assert 8 >= len(endpoint.asked)


# ---- at start


def test_a_model_that_is_not_there_is_told_before_anything_is_asked_with_the_nearest_name(connect: Connect) -> None:
    def gone(asked: Asked) -> Sent | None:
        return error(404, f"The model `{asked.model}` does not exist") if asked.model == "large-2" else None

    with Scripted(refusal=gone) as endpoint, pytest.raises(NoAnswer) as told:
        connect(endpoint, writing="large-2")
    assert "127.0.0.1 has no model 'large-2' (model.writing in config.yml)" == str(told.value)
    assert "did you mean 'large-1'?" == told.value.hint
    assert 12 == told.value.exit_code


def test_a_model_that_is_not_listed_but_answers_is_there(connect: Connect) -> None:
    with Scripted(models=("small-1",)) as endpoint:
        (outcome,) = connect(endpoint, writing="large-1:latest").ask_all([ask()])
    assert isinstance(outcome, Answer)


def test_an_endpoint_that_lists_no_models_is_asked(connect: Connect) -> None:
    with Scripted(models=None) as endpoint:
        (outcome,) = connect(endpoint).ask_all([ask()])
    assert isinstance(outcome, Answer)


def test_a_key_that_does_not_fit_is_told_at_once(connect: Connect) -> None:
    with Scripted() as endpoint, pytest.raises(NoAnswer) as told:
        connect(endpoint, key="sk-another-key")
    assert "127.0.0.1: the endpoint refuses the key (401)" == str(told.value)
    assert "OPENAI_API_KEY" in told.value.hint


def test_nobody_there_is_told_at_once(connect: Connect) -> None:
    with Scripted() as endpoint:
        url = endpoint.url
    with Scripted() as other, pytest.raises(NoAnswer) as told:
        connect(other, base_url=url)
    assert "nobody answers at 127.0.0.1" == str(told.value)


@pytest.mark.parametrize(
    "url",
    [
        "http://models.example.org/v1",
        "http://127.0.0.1:80@models.example.org/v1",
        "http://127.0.0.1.example.org/v1",
        "ftp://127.0.0.1/",
        "models.example.org",
        "https://",
        "https://[::1",
    ],
)
def test_a_key_goes_nowhere_in_the_clear(connect: Connect, url: str) -> None:
    with Scripted() as endpoint, pytest.raises(ConfigError, match="no address to send a key to"):
        connect(endpoint, base_url=url)


@pytest.mark.parametrize("key", ["", "sk one", "sk\u200b-one", "sk-one\nsk-two", "“sk-one”"])
def test_what_is_no_key_is_told_without_telling_it(connect: Connect, key: str) -> None:
    with Scripted() as endpoint, pytest.raises(ConfigError) as told:
        connect(endpoint, key=key)
    assert "OPENAI_API_KEY holds what no key has in it" == str(told.value)


# ---- what it costs


def test_over_the_budget_what_is_answered_stays_and_the_rest_is_not_asked(connect: Connect) -> None:
    with Scripted() as endpoint:
        outcomes = connect(endpoint, budget(tokens=1_500), concurrency=1).ask_all(many(12))
    kinds = [type(outcome) for outcome in outcomes]
    assert kinds[0] is Answer and kinds[-1] is Unanswered
    assert sum(kind is Answer for kind in kinds) == len(endpoint.asked) < 12
    last = outcomes[-1]
    assert isinstance(last, Unanswered)
    assert ("it is over the budget of 1,500 tokens or 10 USD", 0) == (last.why, last.tokens_in)


def test_the_budget_counts_second_calls_and_those_that_never_came_back(connect: Connect) -> None:
    purse = budget()
    with Scripted(fault=always(slow)) as endpoint:
        model = connect(endpoint, purse, seconds=0.2)
        (outcome,) = model.ask_all([ask(most_tokens=300)])
    assert isinstance(outcome, Unanswered)
    assert (2, 600) == (model.spent().calls, model.spent().tokens_out)
    assert model.spent().money["large-1"] == outcome.money is not None


def test_an_unknown_price_is_unknown_and_never_nothing(connect: Connect) -> None:
    told: list[str] = []
    with Scripted() as endpoint:
        model = connect(endpoint, budget(prices={}), told)
        (answer,) = model.ask_all([ask()])
    assert isinstance(answer, Answer) and answer.money is None
    assert ({}, ("large-1",)) == (model.spent().money, model.spent().unpriced)
    assert "config.yml has no price for large-1: what it costs is unknown, and only its tokens are limited" in told


@pytest.mark.parametrize(
    "usage", [None, {}, {"prompt_tokens": "many"}, {"prompt_tokens": -1, "completion_tokens": 1e9}]
)
def test_a_server_that_does_not_count_is_counted_for(connect: Connect, usage: Any) -> None:
    text = '{"what": "A queue.", "tier": "core"}'
    with Scripted(answer=lambda asked: completion(text, usage=usage)) as endpoint:
        (answer,) = connect(endpoint).ask_all([ask()])
    assert isinstance(answer, Answer)
    assert 50 < answer.tokens_in < 200 and 5 < answer.tokens_out < 30


# ---- what is kept


def test_what_was_answered_is_never_paid_again(connect: Connect) -> None:
    with Scripted() as endpoint:
        first = connect(endpoint).ask_all(many(3))
        model = connect(endpoint, budget())
        again = model.ask_all(many(3))
    assert 3 == len(endpoint.asked)
    assert [answer.tree for answer in first if isinstance(answer, Answer)] == [
        answer.tree for answer in again if isinstance(answer, Answer) and answer.from_cache
    ]
    assert (0, {}) == (model.spent().calls, model.spent().money)


def test_what_decides_an_answer_decides_whether_it_is_asked_anew(connect: Connect) -> None:
    variants = (
        ask(),
        ask(instructions="Say it in one sentence."),
        ask(material="Another abstract."),
        ask(model="triage"),
        ask(schema={**SCHEMA, "required": ["what"]}),
    )
    with Scripted() as endpoint:
        connect(endpoint).ask_all(variants)
    assert 5 == len(endpoint.asked)


def test_the_same_ask_twice_at_once_is_one_call(connect: Connect) -> None:
    with Scripted() as endpoint:
        first, second = connect(endpoint).ask_all([ask(), ask()])
    assert first == second
    assert 1 == len(endpoint.asked)


def test_what_came_to_nothing_is_asked_again_by_the_next_run(connect: Connect) -> None:
    with Scripted(fault=lambda asked: refused if asked.number == 1 else None) as endpoint:
        (first,) = connect(endpoint).ask_all([ask()])
        (second,) = connect(endpoint).ask_all([ask()])
    assert (Unanswered, Answer) == (type(first), type(second))


# ---- time


def test_no_call_waits_for_another(connect: Connect) -> None:
    """16 calls, 8 at a time: none is answered before eight are there."""
    together = threading.Barrier(8, timeout=20)

    def answer(asked: Asked) -> Any:
        if asked.number > 1:
            together.wait()
        return filling(asked.schema)

    with Scripted(answer=answer) as endpoint:
        model = connect(endpoint, concurrency=8)
        model.ask_all([ask("warm up")])
        outcomes = model.ask_all(many(16))
    assert all(isinstance(outcome, Answer) for outcome in outcomes)
    assert (17, 8) == (len(endpoint.asked), endpoint.most)


def test_several_threads_that_ask_stay_within_one_limit(connect: Connect) -> None:
    with Scripted(delay=0.1) as endpoint:
        model = connect(endpoint, concurrency=3)
        threads = [
            threading.Thread(target=model.ask_all, args=([ask(f"{n}-{m}") for m in range(4)],)) for n in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert (16, 3) == (len(endpoint.asked), endpoint.most)


# ---- secrets


def test_the_key_is_in_no_message_and_in_no_file(
    connect: Connect, tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    told: list[str] = []
    statuses = (400, 401, 403, 404, 422, 429, 500, 503)
    with caplog.at_level(logging.DEBUG):
        with Scripted(
            answer=lambda asked: error(statuses[asked.number % 8], f"bad key {KEY}", Retry_After="0")
        ) as endpoint:
            model = connect(endpoint, budget(), told)
            outcomes = model.ask_all(many(8))
        with Scripted() as endpoint, pytest.raises(NoAnswer) as refusal:
            connect(endpoint, key=f"{KEY}-old")
    said = [
        *(outcome.why for outcome in outcomes if isinstance(outcome, Unanswered)),
        *told,
        str(refusal.value),
        refusal.value.hint,
        repr(model),
        caplog.text,
        *capfd.readouterr(),
        *(path.read_text() for path in tmp_path.rglob("*.json")),
    ]
    assert [] == [text for text in said if KEY[3:] in text]
    assert 8 == len([outcome for outcome in outcomes if isinstance(outcome, Unanswered)])


def test_what_came_of_each_ask_is_recorded_in_full(connect: Connect, tmp_path: Path) -> None:
    with Scripted(fault=lambda asked: refused if "paper-1" in asked.material else None) as endpoint:
        connect(endpoint).ask_all(many(3))
    record = [json.loads(path.read_text()) for path in (tmp_path / "record").iterdir()]
    assert {("paper-0", ""), ("paper-1", "the model declined to answer"), ("paper-2", "")} == {
        (kept["about"], kept["why"]) for kept in record
    }
    assert 2 == len(list((tmp_path / "answers").iterdir()))
