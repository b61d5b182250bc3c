"""A model that answers piece by piece: nothing else is different, but pieces may be wrong in ways of their own."""

import json
import time
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from bot.answers import Answers
from bot.budget import Budget, Price
from bot.llms import Answer, Ask, Model, Unanswered, openai
from bot.llms.openai.line import MOST_STREAMED
from bot.llms.openai.reply import Trouble
from bot.llms.openai.stream import whole
from tests.llms.scripted import (
    FAULTS,
    Asked,
    Fault,
    Scripted,
    Sent,
    completion,
    error,
    events,
    slow,
    streamed,
)

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"what": {"type": "string"}},
    "required": ["what"],
    "additionalProperties": False,
}
TREE = {"what": "Ebb – „Flut“ 🌊."}
GOOD = streamed(completion(json.dumps(TREE, ensure_ascii=False))).body
BROKE = "the connection to the endpoint broke off"
STRANGE = "the endpoint sent something that is no completion"
Connect = Callable[..., Model]


@pytest.fixture
def connect(tmp_path: Path) -> Connect:
    def connected(endpoint: Scripted, **fields: Any) -> Model:
        price = Price(tokens_in=Decimal(1), tokens_out=Decimal(5))
        budget = Budget(tokens=100_000, money=Decimal(1), prices={"small-1": price, "large-1": price})
        answers = Answers(folder=tmp_path / str(time.monotonic_ns()))
        return openai.connect(endpoint.settings(**{"stream": True, **fields}), budget, answers, print)

    return connected


def ask(most_tokens: int = 300) -> Ask:
    return Ask(
        purpose="write-up",
        key="a",
        model="writing",
        instructions="",
        material="Tides.",
        schema=SCHEMA,
        most_tokens=most_tokens,
    )


def chunk(text: str = "", ending: str | None = None) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": ending}]}


def test_pieces_are_put_together_and_counted(connect: Connect) -> None:
    with Scripted(answer=lambda asked: TREE) as endpoint:
        (answer,) = connect(endpoint).ask_all([ask()])
    assert isinstance(answer, Answer)
    assert (TREE, 100, 20, Decimal("0.0002")) == (answer.tree, answer.tokens_in, answer.tokens_out, answer.money)
    (asked,) = endpoint.asked
    assert (True, {"include_usage": True}) == (asked.body["stream"], asked.body["stream_options"])
    assert "json_schema" == asked.body["response_format"]["type"]


def test_without_the_wish_nothing_is_streamed(connect: Connect) -> None:
    with Scripted(answer=lambda asked: TREE) as endpoint:
        connect(endpoint, stream=False).ask_all([ask()])
    assert not {"stream", "stream_options"} & set(endpoint.asked[0].body)


@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault is not slow])
def test_what_goes_wrong_is_the_same_as_in_one_piece(connect: Connect, fault: Fault) -> None:
    outcomes = []
    for stream in (True, False):
        with Scripted(answer=lambda asked: TREE, fault=lambda asked: fault) as endpoint:
            (outcome,) = connect(endpoint, stream=stream).ask_all([ask()])
            outcomes.append((getattr(outcome, "why", ""), outcome.tokens_in, outcome.tokens_out, len(endpoint.asked)))
    assert outcomes[0] == outcomes[1]


def test_a_server_that_sends_it_in_one_piece_all_the_same_is_understood(connect: Connect) -> None:
    with Scripted(answer=lambda asked: completion(json.dumps(TREE))) as endpoint:
        (answer,) = connect(endpoint).ask_all([ask()])
    assert isinstance(answer, Answer) and (TREE, 20) == (answer.tree, answer.tokens_out)


@pytest.mark.parametrize(("word", "left"), [("stream_options", {"stream"}), ("stream", set())])
def test_a_server_that_does_not_know_how_is_asked_otherwise(connect: Connect, word: str, left: set[str]) -> None:
    def refusal(asked: Asked) -> Sent | None:
        return error(400, f"{word} is not supported") if word in asked.body else None

    with Scripted(answer=lambda asked: TREE if asked.material == "Tides." else {"ready": True}, refusal=refusal) as at:
        (answer,) = connect(at).ask_all([ask()])
    assert isinstance(answer, Answer)
    assert left == {"stream", "stream_options"} & set(at.asked[-1].body)


def test_where_the_usage_is_not_told_it_is_estimated(connect: Connect) -> None:
    sent = streamed(completion(json.dumps(TREE)), counted=False)
    with Scripted(answer=lambda asked: sent) as endpoint:
        (answer,) = connect(endpoint).ask_all([ask()])
    assert isinstance(answer, Answer)
    assert 0 < answer.tokens_out < 50 < answer.tokens_in < 300


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (Sent(body=GOOD, breaks_off=True), BROKE),
        (Sent(body=events(chunk('{"what": "Ebb'))), BROKE),
        (Sent(body=events(chunk('{"what": "Ebb"}'), "[DONE]")), BROKE),
        (Sent(body=b""), BROKE),
        (Sent(body=events(chunk('{"what"'), '{"choices": [')), STRANGE),
        (Sent(body=events(7)), STRANGE),
        (Sent(body=events({"choices": 7})), STRANGE),
        (Sent(body=events({"choices": [{"delta": {"content": 7}, "finish_reason": "stop"}]})), STRANGE),
        (Sent(body=events(chunk("{"), {"error": {"message": "ebb", "code": 503}})), "the endpoint failed (503)"),
        (Sent(body=events(chunk("{"), {"error": "gone"})), "the endpoint failed (500)"),
        (Sent(body=events(chunk("{")) + b'error: {"error": {"code": 500}}\n\n'), "the endpoint failed (500)"),
        (Sent(body=events(chunk('{"what": "Ebb')), stalls=True), "no answer came within 0.5 seconds"),
        (Sent(body=b": still thinking\n\n" * 900, trickles=True), "no answer came within 0.5 seconds"),
    ],
)  # fmt: skip
def test_what_no_stream_ought_to_do_is_told_after_a_second_try(connect: Connect, sent: Sent, why: str) -> None:
    with Scripted(answer=lambda asked: sent) as endpoint:
        began = time.monotonic()
        (outcome,) = connect(endpoint, seconds=0.5 if sent.stalls or sent.trickles else 30).ask_all([ask()])
    assert isinstance(outcome, Unanswered)
    assert (why, 2) == (outcome.why, len(endpoint.asked))
    assert 600 == outcome.tokens_out  # the worst is counted where nobody says
    assert 20 > time.monotonic() - began


def test_a_prompt_that_is_too_long_is_told_in_the_stream_and_not_asked_twice(connect: Connect) -> None:
    said = {"error": {"code": 400, "message": "the request exceeds the available context size", "n_ctx": 2048}}
    with Scripted(answer=lambda asked: Sent(body=events(said))) as endpoint:
        (outcome,) = connect(endpoint).ask_all([ask()])
    assert isinstance(outcome, Unanswered)
    assert ("the endpoint finds the prompt too long (400)", 1) == (outcome.why, len(endpoint.asked))


def test_a_stream_without_end_is_cut(connect: Connect) -> None:
    with Scripted(answer=lambda asked: Sent(body=b": still thinking\n\n" * (MOST_STREAMED // 17))) as endpoint:
        (outcome,) = connect(endpoint).ask_all([ask()])
    assert isinstance(outcome, Unanswered) and STRANGE == outcome.why


def test_a_line_that_stays_open_after_the_end_is_not_waited_for(connect: Connect) -> None:
    with Scripted(answer=lambda asked: Sent(body=GOOD, stalls=True)) as endpoint:
        began = time.monotonic()
        (answer,) = connect(endpoint).ask_all([ask()])
    assert isinstance(answer, Answer) and TREE == answer.tree
    assert 5 > time.monotonic() - began


@pytest.mark.parametrize(
    "body",
    [
        GOOD.replace(b"\n", b"\r\n"),
        GOOD.replace(b"data: ", b"data:"),
        GOOD.replace(b"data: ", b": waiting\n\nevent: message\nid: 7\ndata: "),
        GOOD.replace(b"data: [DONE]\n\n", b""),
        GOOD.rstrip(),
    ],
)
def test_events_are_read_however_they_are_written(body: bytes) -> None:
    found = whole(body)
    assert not isinstance(found, Trouble)
    assert TREE == json.loads(json.loads(found)["choices"][0]["message"]["content"])
