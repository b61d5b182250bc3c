"""The road to a look ahead: whether an edition's program is out already, and when the edition really is."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from bot import discover
from bot.config import Series
from bot.errors import BotError
from bot.judge import judge, years
from bot.model import Action, Edition, Program, State, Status
from bot.outcomes import failed, stamp
from bot.scrape import scrape
from bot.survey import wanted
from bot.web import Web

DAYS_AHEAD, MOST = 120, 12  # programs are out up to four months ahead; of so many editions a run asks at most


def ahead(all_series: Mapping[str, Series], today: date, settled: Collection[str]) -> tuple[Edition, ...]:
    """The editions to look for: each series' next one, if it is near and neither due already nor settled."""
    expected = {each.key for each in discover.due(all_series, today, ())}
    last = (today + timedelta(days=DAYS_AHEAD)).isoformat()
    upcoming = (each for name, series in all_series.items() for each in discover.upcoming(name, series, today))
    found = [each for each in upcoming if each.key not in {*settled, *expected} and each.ends <= last]
    return tuple(sorted(found, key=lambda edition: (edition.ends, edition.key)))[:MOST]


def probe(edition: Edition, web: Web) -> Status:
    """Where an edition stands that nobody expects yet: it waits, unless a whole program of its own is there.

    A call for papers is none: only what can be read as a program and passes the gate counts.
    """
    try:
        return found(edition, judge(scrape(edition, web), edition))
    except BotError as error:
        attempt = failed(edition, error, stamp(datetime.now(UTC)))
        state = attempt.state if attempt.state is State.BLOCKED else State.WAITING
        return Status(edition=edition, state=state, reason=attempt.reason, hint=attempt.hint)


def found(edition: Edition, program: Program) -> Status:
    """An edition whose program is out, on the days that the program itself says; it is due."""
    if not is_of(program, edition):
        reason = "There is a program, but nothing in it says that it is this edition's."
        return Status(edition=edition, state=State.WAITING, reason=reason)
    reason = f"Its program is out: {len(program.listed):,} contributions."
    dated = replace(edition, ends=program.ends[:10] or edition.ends)
    return Status(edition=dated, state=State.WAITING, reason=reason, actions=(Action.DRAFT, Action.SKIP), due=True)


def with_probed(statuses: Iterable[Status], probed: Iterable[Status]) -> tuple[Status, ...]:
    """The statuses, and of what was probed that which is due; what GitHub shows and what was tried goes before."""
    merged = {each.edition.key: each for each in statuses}
    for each in probed:
        known = merged.get(each.edition.key)
        if not each.due:
            continue
        is_tried = known is not None and (known.state is not State.WAITING or known.actions)
        merged[each.edition.key] = wanted(known) if known and is_tried else each
    return tuple(sorted(merged.values(), key=lambda status: (status.edition.ends, status.edition.key)))


def is_of(program: Program, edition: Edition) -> bool:
    """Whether the program says which edition it is of: by its days, which the gate has looked at, or where it lies."""
    year = edition.ends[:4]
    marks = "|".join(map(re.escape, sorted({year, year[2:], edition.number} - {""})))
    in_place = (re.search(rf"(?<![\dx])(?:{marks})(?!\d)", source.url) for source in program.sources)
    return bool(years(program)) or any(in_place)
