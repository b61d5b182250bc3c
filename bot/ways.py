"""The ways of drafting that eval compares: configurations, folders of prompts, models."""

import argparse
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import NoAnswer

if TYPE_CHECKING:
    from bot.config import Config
    from bot.llms import Model

NOW = "now"


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way of drafting. `needs_model` says that it would be no way of its own without one."""

    name: str
    config: "Config"
    prompts: Path
    needs_model: bool


def ways(options: argparse.Namespace) -> tuple[Way, ...]:
    """Every configuration with all prompts and all models."""
    from bot import prompts
    from bot.config import load, writing_with

    paths = options.config or [Path("config.yml")]
    configs = {path: load(path) for path in paths}
    folders = {path: prompts.others(path.resolve()) for path in options.prompts or ()} or {None: prompts.FOLDER}
    return tuple(
        Way(
            name=", ".join(filter(None, (str(path) if len(configs) > 1 else "", str(folder or ""), model))) or NOW,
            config=writing_with(config, model) if model else config,
            prompts=place,
            needs_model=bool(folder or model),
        )
        for (path, config), (folder, place), model in product(configs.items(), folders.items(), options.model or ("",))
    )


def answering(way: Way, place: Path) -> "Model | None":
    """The model that answers: the one that the environment names, whose answers are kept, or a recording's."""
    from bot import origin

    model = origin.model(way.config)
    if model is None and (place / "answers").is_dir():
        model = origin.recorded_model(way.config, place)
    if model is None and way.needs_model:
        raise NoAnswer(
            f"{way.name} makes a difference only to a model, and none is asked",
            hint="set writer: llm and model: in config.yml, and OPENAI_API_KEY",
        )
    return model
