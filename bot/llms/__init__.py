"""Who answers what a model is asked: `openai`, any endpoint that speaks its protocol, and `replay`, recorded answers;
`forecast` is nobody, who counts.

A model is asked many things at once, and one bad reply is one thing left unanswered, never a failed run.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal, Protocol, cast

from bot import config, plugins, prompts
from bot.answers import Answers, Kept, key_of
from bot.budget import Budget, Price
from bot.model import Charge
from bot.schema import fault

Use = Literal["triage", "writing"]
"""Which of the two models in config.yml is asked: the cheap one that chooses, or the better one that writes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One thing asked of a model. `key` is what it is about (a contribution's id), `purpose` what for (a write-up).

    `instructions` are ours, from prompts/; `material` is fenced and not to be trusted. `schema` is the JSON Schema of
    the answer: an object, `additionalProperties: false`, every property required (nullable instead of optional).
    `most_tokens` is the longest answer that is paid for, what the model thinks to itself included.
    """

    purpose: str
    key: str
    model: Use
    instructions: str
    material: str
    schema: Mapping[str, Any]
    most_tokens: int = 3_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer: `tree` is valid by the schema asked for. `model` is the name of the one that answered.

    Tokens, money and seconds are those of all calls that it took, by the record; `from_cache` says that this run paid
    nothing of it. `money` is None where the price is unknown.
    """

    tree: Mapping[str, Any]
    model: str
    tokens_in: int = 0
    tokens_out: int = 0
    money: Decimal | None = None
    from_cache: bool = False
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Unanswered:
    """No answer that can be used, why in one sentence, and what it cost all the same."""

    why: str
    model: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    money: Decimal | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What a run paid for, so nothing from a cache. `money` is by model; `unpriced` are the models without a price."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    money: Mapping[str, Decimal] = field(default_factory=dict)
    currency: str = "USD"
    unpriced: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Which models answer, and where. `concurrency` is how many calls run at once, `seconds` how long one may take.

    `stream` has answers sent piece by piece, for a line that is given up when nothing comes on it for long.
    """

    triage: str
    writing: str
    key: str = field(default="", repr=False)
    base_url: str = ""
    concurrency: int = 8
    seconds: float = 120
    stream: bool = False

    def name(self, use: Use) -> str:
        return self.triage if use == "triage" else self.writing


Listener = Callable[[str], None]


class Model(Protocol):
    """The contract. A member is a module with a `connect` that gives one."""

    def ask_all(self, asks: Sequence[Ask]) -> tuple[Answer | Unanswered, ...]:
        """An answer to each, in their order: asked at once, within limits and budget. Never raises for a bad reply."""

    def spent(self) -> Spent:
        """What it has cost so far."""


class Later(Model, Protocol):
    """A model that answers by batches: what it has not answered yet comes when the same is asked another day."""

    def send(self) -> int:
        """Sends what was asked in vain; how many answers are to come."""

    def afresh(self, paid: Iterable[Charge] = ()) -> "Later":
        """The same for another draft, which has a budget of its own; `paid` is what its edition took already."""


class Foreseen(Model, Protocol):
    """A model that asks nobody. `charges` are what its questions would take at most, by what they ask."""

    charges: Mapping[str, Charge]


class Member(Protocol):
    """The module of one."""

    def connect(self, settings: Settings, budget: Budget, answers: Answers, listen: Listener) -> Model:
        """A model that answers. Raises NoAnswer when none can."""

    def connect_later(self, settings: Settings, budget: Budget, answers: Answers, listen: Listener) -> Later:
        """The same by batches, where the member has them."""


# ---- which one answers


def connected(
    settings: config.Config,
    environment: Mapping[str, str],
    answers: Answers,
    listen: Listener,
    paid: Iterable[Charge] = (),
) -> Model | None:
    """The model that config.yml and the environment name; None where the extractive writer does the whole job.

    `paid` is what the edition took already.
    """
    chosen, budget = _chosen(settings, environment), _budget(settings.model).after(paid)
    return _member("openai").connect(chosen, budget, answers, listen) if chosen.key else None


def batched(
    settings: config.Config, environment: Mapping[str, str], answers: Answers, listen: Listener
) -> Later | None:
    """The same, by batches."""
    chosen = _chosen(settings, environment)
    return _member("openai").connect_later(chosen, _budget(settings.model), answers, listen) if chosen.key else None


def replayed(settings: config.Config, answers: Answers, listen: Listener) -> Model | None:
    """What that model answered when it was recorded."""
    chosen = _chosen(settings, {"OPENAI_API_KEY": "none is needed"})
    return _member("replay").connect(chosen, _budget(settings.model), answers, listen) if chosen.key else None


def foreseen(settings: config.Config, answers: Answers, listen: Listener) -> Foreseen | None:
    """Nobody, who counts what asking that model would take."""
    chosen = _chosen(settings, {"OPENAI_API_KEY": "none is needed"})
    model = _member("forecast").connect(chosen, _budget(settings.model), answers, listen) if chosen.key else None
    return cast(Foreseen | None, model)


def _member(name: str) -> Member:
    return cast(Member, plugins.load("llms", name))


def _chosen(settings: config.Config, environment: Mapping[str, str]) -> Settings:
    """Without a key where no model is to be asked."""
    model, key = settings.model, environment.get("OPENAI_API_KEY", "").strip()
    if model is None or settings.writer != "llm":
        return Settings(triage="", writing="")
    return Settings(
        triage=model.triage,
        writing=model.writing,
        key=key,
        base_url=environment.get("OPENAI_BASE_URL", "").strip(),
        concurrency=model.concurrency,
        seconds=model.seconds,
        stream=model.stream,
    )


def _budget(model: config.Model | None) -> Budget:
    wanted = model.budget if model else config.Spending()
    prices = model.prices if model else {}
    return Budget(
        tokens=wanted.tokens,
        money=wanted.money,
        tokens_per_edition=wanted.tokens_per_edition,
        money_per_edition=wanted.money_per_edition,
        currency=wanted.currency,
        prices={name: Price(tokens_in=each.tokens_in, tokens_out=each.tokens_out) for name, each in prices.items()},
    )


# ---- what members share


def system(ask: Ask) -> str:
    """What a model is told before the material: the instructions, and the schema, which not every server shows it."""
    schema = json.dumps(ask.schema, ensure_ascii=False)
    return prompts.fill("answer", {"instructions": ask.instructions, "schema": schema})


def key(ask: Ask, name: str) -> str:
    """Under which an ask of a model is kept."""
    return key_of(name, system(ask), ask.material, ask.schema)


def as_kept(ask: Ask, outcome: Answer | Unanswered) -> Kept:
    """An outcome as it is kept."""
    return Kept(
        purpose=ask.purpose,
        about=ask.key,
        model=outcome.model,
        tree=outcome.tree if isinstance(outcome, Answer) else None,
        why="" if isinstance(outcome, Answer) else outcome.why,
        tokens_in=outcome.tokens_in,
        tokens_out=outcome.tokens_out,
        money=outcome.money,
        seconds=outcome.seconds,
    )


def from_kept(ask: Ask, kept: Kept) -> Answer | Unanswered:
    """An outcome that was kept. Somebody may have changed the file, so the schema is held against it once more."""
    costs: dict[str, Any] = {
        "model": kept.model,
        "tokens_in": kept.tokens_in,
        "tokens_out": kept.tokens_out,
        "money": kept.money,
        "seconds": kept.seconds,
    }
    why = kept.why if kept.tree is None else fault(kept.tree, ask.schema)
    if kept.tree is None or why:
        return Unanswered(why=why, **costs)
    return Answer(tree=kept.tree, from_cache=True, **costs)
