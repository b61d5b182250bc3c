"""The protocol with a real server and a real, if dull, model: it does not matter what that says, but how."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from bot.answers import Answers
from bot.budget import Budget
from bot.errors import NoAnswer
from bot.llms import Answer, Ask, Model, Settings, Unanswered, openai
from bot.llms.openai import line
from bot.llms.openai.endpoint import Endpoint, as_question
from bot.llms.openai.manner import FLOWS, FORMS, Manner
from bot.llms.openai.reply import Reply, read
from bot.llms.openai.stream import END, whole
from bot.schema import fault
from tests.llms import llama

pytestmark = pytest.mark.skipif(bool(llama.missing()), reason=llama.missing() or "all is there")

KEY = "sk-local"
ABSTRACT = "Tidal Queues halve the waiting time of ships in 12 harbours by letting the tide order them."
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "what": {"type": "string", "maxLength": 120},
        "tier": {"type": "string", "enum": ["core", "adjacent", "wildcard"]},
        "doubt": {"type": ["string", "null"], "maxLength": 60},
    },
    "required": ["what", "tier", "doubt"],
    "additionalProperties": False,
}

TIER = {**SCHEMA, "properties": {"tier": SCHEMA["properties"]["tier"]}, "required": ["tier"]}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with llama.serving(KEY) as address:
        yield address


@pytest.fixture(params=[False, True], ids=["at once", "in pieces"])
def connect(request: pytest.FixtureRequest, address: str, tmp_path: Path) -> Callable[..., Model]:
    def connected(**fields: Any) -> Model:
        names = {"triage": llama.NAME, "writing": llama.NAME}
        defaults = {**names, "key": KEY, "base_url": address, "concurrency": 4, "stream": request.param}
        settings = Settings(**{**defaults, **fields})
        return openai.connect(settings, Budget(tokens=100_000, money=Decimal(1)), Answers(folder=tmp_path), print)

    return connected


def ask(material: str = ABSTRACT, **fields: Any) -> Ask:
    defaults = {
        "schema": SCHEMA,
        "purpose": "write-up",
        "model": "writing",
        "instructions": "Say what the text is about.",
        "most_tokens": 150,
    }
    return Ask(key=material[:20], material=material, **{**defaults, **fields})


def test_it_answers_by_the_schema_and_counts_its_tokens(connect: Callable[..., Model]) -> None:
    (answer,) = connect().ask_all([ask()])
    assert isinstance(answer, Answer), answer
    assert "" == fault(answer.tree, SCHEMA)
    assert 60 < answer.tokens_in < 800 and 0 < answer.tokens_out <= 450  # cut off, it is asked twice as long
    assert None is answer.money


def test_many_are_answered_at_once_though_it_has_two_hands(connect: Callable[..., Model]) -> None:
    model = connect()
    outcomes = model.ask_all([ask(f"{ABSTRACT} Harbour {n}.", schema=TIER, most_tokens=40) for n in range(6)])
    assert [Answer] * 6 == [type(outcome) for outcome in outcomes], outcomes
    assert 6 <= model.spent().calls
    assert (llama.NAME,) == model.spent().unpriced


def test_an_answer_in_pieces_comes_in_several_events_and_its_usage_with_the_last(address: str) -> None:
    question = as_question(ask(schema=TIER, most_tokens=40), llama.NAME, 40)
    with line.opened(address, KEY) as client:
        request = client.chat.completions.with_streaming_response.create(
            model=llama.NAME, messages=[], extra_body=line.body(question, Manner(flow=FLOWS[0]))
        )
        with request as response:
            body = response.read()
    assert 3 < body.count(b"\ndata: ") and body.rstrip().endswith(END)
    found = whole(body)
    assert isinstance(found, bytes)
    reply = read(found, TIER)
    assert isinstance(reply, Reply) and 60 < (reply.usage.tokens_in or 0) and 0 < (reply.usage.tokens_out or 0) <= 40


@pytest.mark.parametrize("form", FORMS[1:])
def test_every_form_of_asking_is_one_it_takes(connect: Callable[..., Model], form: str) -> None:
    model = connect()
    assert isinstance(model, Endpoint)
    model._manners[llama.NAME] = replace(model.manner(llama.NAME), form=form)
    (outcome,) = model.ask_all([ask(f"{ABSTRACT} As {form}.", schema=TIER, most_tokens=20)])
    wild = "cut off", "not JSON", "has no", "more than was asked for", "none of the values", "is not", "too large"
    assert isinstance(outcome, Answer) or any(words in outcome.why for words in wild), outcome


def test_a_prompt_that_is_too_long_is_told_and_not_asked_twice(connect: Callable[..., Model]) -> None:
    model = connect()
    (outcome,) = model.ask_all([ask("ships wait for the tide " * 1_000)])
    assert isinstance(outcome, Unanswered)
    assert ("the endpoint finds the prompt too long (400)", 1) == (outcome.why, model.spent().calls)


def test_an_answer_that_is_cut_off_is_told(connect: Callable[..., Model]) -> None:
    (outcome,) = connect().ask_all([ask(most_tokens=3)])
    assert isinstance(outcome, Unanswered)
    assert "the answer was cut off" == outcome.why


def test_it_may_take_too_long(connect: Callable[..., Model]) -> None:
    began = time.monotonic()
    (outcome,) = connect(seconds=0.05).ask_all([ask(f"{ABSTRACT} Slowly.")])
    assert isinstance(outcome, Unanswered) and "no answer came within 0.05 seconds" == outcome.why
    assert 10 > time.monotonic() - began


def test_another_key_is_refused(connect: Callable[..., Model]) -> None:
    with pytest.raises(NoAnswer, match="refuses the key"):
        connect(key="sk-another")
