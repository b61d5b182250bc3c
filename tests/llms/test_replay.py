"""What a model answered once it answers again, without a network."""

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

from bot.answers import Answers
from bot.budget import Budget
from bot.llms import Answer, Ask, Settings, Unanswered, openai, replay
from tests.llms.scripted import Asked, Fault, Scripted, refused

SCHEMA = {"type": "object", "properties": {"what": {"type": "string"}}, "required": ["what"]}
SETTINGS = Settings(triage="small-1", writing="large-1")


def ask(about: str) -> Ask:
    return Ask(purpose="write-up", key=about, model="writing", instructions="Say.", material=about, schema=SCHEMA)


def purse() -> Budget:
    return Budget(tokens=100_000, money=Decimal(1))


def remembered(folder: Path, *asks: Ask, settings: Settings = SETTINGS) -> tuple[Answer | Unanswered, ...]:
    return replay.connect(settings, purse(), Answers(folder=folder), print).ask_all(asks)


def test_a_recorded_run_is_told_again_its_failures_and_its_costs_too(tmp_path: Path) -> None:
    def declines_quays(asked: Asked) -> Fault | None:
        return refused if asked.material == "quays" else None

    asks = (ask("queues"), ask("quays"))
    answers = Answers(folder=tmp_path / "cache", record=tmp_path / "record")
    with Scripted(fault=declines_quays) as endpoint:
        lived = openai.connect(endpoint.settings(), purse(), answers, print).ask_all(asks)
    queues, quays = remembered(tmp_path / "record", *asks)
    assert (Answer, Unanswered) == (type(queues), type(quays))
    assert lived == (replace(queues, from_cache=False), quays)


def test_a_run_that_found_its_answers_kept_is_recorded_all_the_same(tmp_path: Path) -> None:
    with Scripted() as endpoint:
        for record in ("first", "second"):
            answers = Answers(folder=tmp_path / "cache", record=tmp_path / record)
            openai.connect(endpoint.settings(), purse(), answers, print).ask_all([ask("queues")])
    assert 1 == len(endpoint.asked)
    assert remembered(tmp_path / "first", ask("queues")) == remembered(tmp_path / "second", ask("queues"))
    assert isinstance(remembered(tmp_path / "second", ask("queues"))[0], Answer)


def test_what_was_not_recorded_is_unanswered(tmp_path: Path) -> None:
    assert (Unanswered(why="no answer to this was recorded", model="large-1"),) == remembered(tmp_path, ask("queues"))


def test_another_model_is_another_answer(tmp_path: Path) -> None:
    with Scripted() as endpoint:
        openai.connect(endpoint.settings(), purse(), Answers(folder=tmp_path), print).ask_all([ask("queues")])
    (outcome,) = remembered(tmp_path, ask("queues"), settings=replace(SETTINGS, writing="large-2"))
    assert isinstance(outcome, Unanswered)


def test_an_answer_that_somebody_bent_is_held_against_its_schema(tmp_path: Path) -> None:
    with Scripted(answer=lambda asked: {"what": "A queue."}) as endpoint:
        openai.connect(endpoint.settings(), purse(), Answers(folder=tmp_path), print).ask_all([ask("queues")])
    (path,) = tmp_path.iterdir()
    path.write_text(path.read_text().replace('"A queue."', "7"))
    (outcome,) = remembered(tmp_path, ask("queues"))
    assert isinstance(outcome, Unanswered)
    assert "'what' of the answer is not a string" == outcome.why


def test_a_replay_costs_nothing(tmp_path: Path) -> None:
    model = replay.connect(SETTINGS, purse(), Answers(folder=tmp_path), print)
    model.ask_all([ask("queues")])
    assert (0, {}) == (model.spent().calls, model.spent().money)
