"""The road from what runs came to, to the dashboard that says what stands where; what is due is read off the same."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol

from bot import discover
from bot.config import Series
from bot.dashboard import page
from bot.dashboard.memory import remembered
from bot.errors import CommandError
from bot.model import Amendment, Attempt, Memory, Proposed, State, Status
from bot.outcomes import stamp
from bot.survey import believed, decisive, kept, survey, with_attempts, with_skip, without_skip, worth_listing


class Board(Protocol):
    """Where the dashboard hangs, beside the pull requests that it tells of."""

    def proposed(self) -> tuple[Proposed, ...]:
        """The pull requests of digests, the newest first."""

    def amendments(self) -> tuple[Amendment, ...]:
        """The open ones to what is published, the newest first."""

    def read(self) -> tuple[str, str]:
        """What it says, and why its memory is not to be believed ("" where it is)."""

    def put(self, page: Callable[[str, str], str]) -> str:
        """Makes it say what `page` makes of these two, if it does not say so already; gives its address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reporter:
    """What a report needs to know beside the board. `published` are the editions with a digest on the base branch."""

    board: Board
    series: Mapping[str, Series]
    published: Collection[str]
    now: datetime

    def standing(self) -> tuple[Status, ...]:
        """Where every edition stands."""
        return self.statuses(self.board.proposed(), remembered(*self.board.read())[0])

    def report(self, attempts: Iterable[Attempt]) -> str:
        """Brings the dashboard up to date with what a run's attempts came to; gives its address."""
        proposed, now = self.board.proposed(), stamp(self.now)
        known = [each for each in attempts if discover.known_by(each.edition, self.series)]
        timely = [replace(each, time=min(each.time, now)) for each in known]
        seen = [believed(each, self.published, proposed) for each in timely]
        return self.shown(proposed, lambda memory: with_attempts(memory, seen), {each.edition for each in seen})

    def skip(self, key: str) -> str:
        """Remembers that a person wants an edition to be skipped."""
        proposed = self.board.proposed()
        pull = decisive(proposed).get(discover.edition(key, self.series).key)
        if key in self.published or (pull and pull.state is State.PUBLISHED):
            raise CommandError(f"{key} is published already", hint="there is nothing to skip")
        if pull and pull.state is State.DRAFTED:
            raise CommandError(f"{key} has an open pull request", hint=f"close {pull.address}, which means the same")
        return self.shown(proposed, lambda memory: with_skip(memory, key, stamp(self.now)))

    def unskip(self, key: str) -> str:
        """Forgets that a person wanted an edition to be skipped."""
        proposed = self.board.proposed()
        pull = decisive(proposed).get(discover.edition(key, self.series).key)
        if pull and pull.state is State.SKIPPED:
            hint = f"reopen {pull.address}, or ask for a draft of {key}, which does the same"
            raise CommandError(f"{key} is skipped because its pull request was closed", hint=hint)
        return self.shown(proposed, lambda memory: without_skip(memory, key))

    def shown(
        self, proposed: tuple[Proposed, ...], change: Callable[[Memory], Memory], tried: Collection[str] = ()
    ) -> str:
        amendments = self.board.amendments()

        def body(before: str, doubt: str) -> str:
            held, notes = remembered(before, doubt)
            memory = change(held)
            statuses = self.statuses(proposed, memory)
            return page(statuses, kept(memory, statuses), before, tried, notes, amendments)

        return self.board.put(body)

    def statuses(self, proposed: tuple[Proposed, ...], memory: Memory) -> tuple[Status, ...]:
        today = self.now.date()
        since = (today - timedelta(days=discover.DAYS_AFTER)).isoformat()
        others = worth_listing(self.published, proposed, memory, since)
        expected = {edition.key for edition in discover.due(self.series, today, ())}
        return survey(discover.listed(self.series, today, others), expected, self.published, proposed, memory)
