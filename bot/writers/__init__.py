"""Who writes: one module a writer. Each turns a pick into a WriteUp whose sentences name the words they rest on."""

from collections.abc import Set
from typing import Protocol

from bot.model import ConferenceKind, Pick, WriteUp


class Writer(Protocol):
    """The contract."""

    def write(self, pick: Pick, kind: ConferenceKind, told: Set[str], guidance: str = "") -> WriteUp:
        """Writes up a pick, every field filled; `told` are the source sentences that this digest has quoted before.

        `guidance` is what a maintainer asked for, in words; it comes from a comment and is no instruction to trust.
        """
