"""Which model answers, if any: config.yml, the key in the environment, or nobody at all."""

import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest

from bot import config, llms, plugins
from bot.answers import Answers
from bot.errors import ConfigError
from bot.llms import Answer, Ask
from tests.llms.scripted import Scripted

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = (ROOT / "config.yml").read_text()
MODEL = """
model:
  triage: small-1
  writing: large-1
  budget: {tokens: 20000, money: 0.05, currency: EUR}
  prices:
    large-1: {in: 2, out: 10}
"""
ASK = Ask(purpose="lead", key="", model="writing", instructions="Say.", material="A queue.", schema={"type": "object"})


def configured(writer: str, model: str = MODEL) -> config.Config:
    return config.parse(SHIPPED.replace("writer: extractive", f"writer: {writer}") + model)


@pytest.fixture
def wish() -> config.Config:
    """A config that wants a model to write."""
    return configured("llm")


def test_another_model_can_write_and_all_else_stays(wish: config.Config) -> None:
    assert configured("llm", MODEL.replace("writing: large-1", "writing: tiny-1")) == config.writing_with(
        wish, "tiny-1"
    )


def test_where_no_model_writes_none_is_exchanged() -> None:
    with pytest.raises(ConfigError, match="no model writes"):
        config.writing_with(configured("extractive"), "tiny-1")


@pytest.mark.parametrize("name", ["", "x" * 201])
def test_a_model_must_have_a_name(wish: config.Config, name: str) -> None:
    with pytest.raises(ConfigError, match="is no name of a model"):
        config.writing_with(wish, name)


def test_every_member_of_the_family_connects() -> None:
    assert ("forecast", "openai", "replay") == plugins.names("llms")
    for name in plugins.names("llms"):
        assert callable(plugins.load("llms", name).connect)


def test_with_a_key_the_endpoint_of_the_environment_answers_at_the_prices_of_the_config(
    wish: config.Config, tmp_path: Path
) -> None:
    with Scripted(answer=lambda asked: {}) as endpoint:
        model = llms.connected(wish, endpoint.environment(), Answers(folder=tmp_path), print)
        assert model is not None
        (answer,) = model.ask_all([ASK])
    assert isinstance(answer, Answer) and Decimal("0.0004") == answer.money
    assert ("EUR", {"large-1": Decimal("0.0004")}) == (model.spent().currency, model.spent().money)


@pytest.mark.parametrize("wanted", ["true", "false"])
def test_answers_come_piece_by_piece_where_the_config_wants_it(wanted: str, tmp_path: Path) -> None:
    streaming = configured("llm", f"{MODEL}  stream: {wanted}\n")
    with Scripted(answer=lambda asked: {}) as endpoint:
        model = llms.connected(streaming, endpoint.environment(), Answers(folder=tmp_path), print)
        assert model is not None and isinstance(model.ask_all([ASK])[0], Answer)
    assert (wanted == "true") == endpoint.asked[0].body.get("stream", False)


@pytest.mark.parametrize("environment", [{}, {"OPENAI_API_KEY": ""}, {"OPENAI_API_KEY": " ", "OPENAI_BASE_URL": "x"}])
def test_without_a_key_nobody_is_asked(wish: config.Config, environment: dict[str, str], tmp_path: Path) -> None:
    assert None is llms.connected(wish, environment, Answers(folder=tmp_path), print)


def test_the_extractive_writer_asks_nobody_though_there_is_a_key(tmp_path: Path) -> None:
    with Scripted() as endpoint:
        extractive = configured("extractive")
        assert None is llms.connected(extractive, endpoint.environment(), Answers(folder=tmp_path), print)


def test_a_replay_needs_no_key(wish: config.Config, tmp_path: Path) -> None:
    with Scripted(answer=lambda asked: {}) as endpoint:
        model = llms.connected(wish, endpoint.environment(), Answers(folder=tmp_path), print)
        assert model is not None
        model.ask_all([ASK])
    again = llms.replayed(wish, Answers(folder=tmp_path), print)
    assert again is not None and isinstance(again.ask_all([ASK])[0], Answer)


def test_a_writer_that_asks_a_model_needs_one() -> None:
    with pytest.raises(ConfigError, match=r"config.yml, line \d+: the writer 'llm' needs a model") as told:
        configured("llm", model="")
    assert "add model: with triage: and writing:" in told.value.hint


def test_a_price_that_is_misspelt_is_told() -> None:
    with pytest.raises(ConfigError) as told:
        configured("extractive", MODEL.replace("out: 10", "output: 10"))
    assert "did you mean 'out'?" == told.value.hint


def test_without_a_model_to_ask_the_openai_package_is_not_loaded() -> None:
    program = (
        "import sys; from bot import config, llms; from bot.answers import Answers; from pathlib import Path\n"
        "llms.connected(config.load(Path('config.yml')), {'OPENAI_API_KEY': 'k'}, Answers(folder=Path('x')), print)\n"
        "print('openai' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "False" == run.stdout.strip()
