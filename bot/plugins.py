"""Lists and loads the members of a family: the modules of its folder, by the names that config.yml uses."""

import importlib
import pkgutil
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from types import ModuleType

from bot.errors import ConfigError


@cache
def names(family: str) -> tuple[str, ...]:
    """The members of `bot/<family>/`, sorted."""
    folder = Path(__file__).resolve().parent / family  # found without loading any of it
    return tuple(sorted(module.name for module in pkgutil.iter_modules([str(folder)])))


def load(family: str, name: str) -> ModuleType:
    """One member. Raises ConfigError with the nearest name when there is no such member."""
    if name not in names(family):
        raise ConfigError(f"{name!r} is not one of bot/{family}/", hint=nearest(family, name))
    return importlib.import_module(f"bot.{family}.{name}")


def nearest(family: str, name: str) -> str:
    """What a name that is no member's may have meant."""
    near = get_close_matches(name, names(family), n=1)
    return f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(names(family))}"
