"""What a job of a workflow leaves behind: outputs for later jobs, and a summary on the run's page."""

import json
import re
from collections.abc import Iterable
from pathlib import Path

from bot.errors import StoreError

LARGEST_SUMMARY = 900 * 1024  # GitHub drops all of a summary that is larger than 1024 KiB
_CUT = "\n\n**Cut here:** a summary cannot hold more.\n"
_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def output_editions(file: str, editions: Iterable[str]) -> None:
    """Hands the editions on to later jobs as a JSON list. `file` is GITHUB_OUTPUT, "" outside a workflow."""
    keys = list(editions)
    if strange := [key for key in keys if not _KEY.fullmatch(key)]:
        raise ValueError(f"no edition is called {strange[0]!r}")  # a line of its own could set any other output
    append(file, f"editions={json.dumps(keys)}\n")


def output(file: str, name: str, value: str) -> None:
    """Hands one word on to later jobs."""
    if not re.fullmatch(r"[a-z0-9-]{1,200}", value):
        raise ValueError(f"{name} cannot be {value!r}")
    append(file, f"{name}={value}\n")


def summarise(file: str, markdown: str) -> None:
    """Shows Markdown on the run's page. `file` is GITHUB_STEP_SUMMARY, "" outside a workflow."""
    append(file, f"{fitting(markdown, LARGEST_SUMMARY)}\n")


def fitting(text: str, most_bytes: int) -> str:
    """The text, or as many of its lines as fit and a visible notice."""
    held = text.encode()
    if len(held) <= most_bytes:
        return text
    kept = held[: most_bytes - len(_CUT.encode())].decode(errors="ignore")
    return kept[: kept.rfind("\n")] + _CUT if "\n" in kept else kept + _CUT


def append(file: str, text: str) -> None:
    if not file:
        return
    try:
        with Path(file).open("a", encoding="utf-8") as held:
            held.write(text)
    except OSError as error:
        raise StoreError(
            f"{file} cannot be written: {error.strerror}", hint="in a workflow the runner makes that file; see its log"
        ) from None
