"""Says of a run's look-ups what a reviewer should know: whose papers could not be read, and what was in the way."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.enrichers import Known, Reached
from bot.model import Finding
from bot.text import clipped

_ADDRESS = re.compile(r"https?://\S+")
_SHOWN = 3
_TOLD = (Reached.BLOCKED, Reached.PAYWALLED, Reached.FAILED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lookup:
    """Who was asked about a pick, and what they know."""

    by: str
    known: Known

    @property
    def sentence(self) -> str:
        note = f": {self.known.note}" if self.known.note else ""
        return f"{self.by} {self.known.reached}{note}"


def findings(lookups: Mapping[str, Sequence[Lookup]], unread: Mapping[str, str]) -> tuple[Finding, ...]:
    """What stood in the way of the papers that were not read, a finding for each obstacle.

    `lookups` and `unread`, which holds titles, are by contribution id.
    """
    met: dict[tuple[Reached, str], dict[str, str]] = {}
    notes: dict[tuple[Reached, str], str] = {}
    for key, title in unread.items():
        for known in (lookup.known for lookup in lookups[key] if lookup.known.reached in _TOLD):
            obstacle = known.reached, _ADDRESS.sub("…", known.note)
            met.setdefault(obstacle, {})[key] = title
            notes.setdefault(obstacle, known.note)
    return tuple(
        Finding(
            text=f"{_counted(titles.values())} could not be looked up everywhere ({obstacle[0]}): "
            f"{notes[obstacle] if len(titles) == 1 else obstacle[1]}",
            hint="the write-ups rest on what else there is",
        )
        for obstacle, titles in met.items()
    )


def _counted(titles: Iterable[str]) -> str:
    shown = [f"“{clipped(title, 80)}”" for title in titles]
    if len(shown) == 1:
        return shown[0]
    more = len(shown) - _SHOWN
    return f"{len(shown)} picks ({', '.join(shown[:_SHOWN])}{f' and {more} more' if more > 0 else ''})"
