"""Addenda: small pull requests to a digest that is published, one after the other, each on a branch of its own."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from bot.errors import ForgeError
from bot.forges import github
from bot.forges.github import LONGEST_LABEL, GitHub, Place, Settings

BRANCHES = "addendum/"
MOST = 30  # of one digest


@dataclass(frozen=True, slots=True, kw_only=True)
class Addenda:
    """Where the next addendum goes, or the one that `is_open`; `refused` is the digest's data as those had it that were
    closed unmerged."""

    forge: GitHub
    refused: tuple[str, ...]
    is_open: bool


def connect(settings: Settings, edition: str, sleep: Callable[[float], None] = time.sleep) -> Addenda:
    """The first that is neither merged nor closed: the open one, or one that is not there yet."""
    refused: list[str] = []
    for number in range(1, MOST + 1):
        forge = github.connect(settings, edition, sleep, place=place(edition, number))
        pull = forge.pull()
        if pull is None or pull.state == "open":
            return Addenda(forge=forge, refused=tuple(refused), is_open=pull is not None)
        if not pull.merged_at:
            refused.append(forge.branch.text(data(edition), pull.head.sha) or "")
    raise ForgeError(f"{edition} had {MOST} addenda already", hint="edit its page by hand; no program changes so often")


def data(edition: str) -> str:
    return f"digests/{edition}.json"


def place(edition: str, number: int) -> Place:
    return Place(
        branch=f"{BRANCHES}{edition}-{number}",
        headline=f"Addendum to the digest of {edition}",
        files=frozenset({f"digests/{edition}.md", data(edition)}),
        labels=("digest", "addendum", f"conf:{edition}"[:LONGEST_LABEL]),
    )
