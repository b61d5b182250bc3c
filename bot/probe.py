"""The road to a look ahead: whether an edition's program is out already, and when the edition really is."""

import re
from collections.abc import Callable, Iterable, Mapping
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

BY_LOOKS = ("generic_html",)  # so early, lists of keynotes, workshops and people look like programs
DAYS_AHEAD = 120  # programs are out up to four months ahead
MOST, PAGES, SECONDS = 12, 120, 240  # of so many editions a run asks at most, with so many requests, for so long


def ahead(all_series: Mapping[str, Series], today: date, statuses: Iterable[Status]) -> tuple[Status, ...]:
    """The editions to look for, as they stand: each series' next one, if it is near and neither due nor done with."""
    standing = {each.edition.key: each for each in statuses}
    expected = {each.key for each in discover.due(all_series, today, ())}
    last = (today + timedelta(days=DAYS_AHEAD)).isoformat()
    upcoming = (each for name, series in all_series.items() for each in discover.upcoming(name, series, today))
    near = [each for each in upcoming if each.key not in expected and each.ends <= last]
    unknown = (Status(edition=each, state=State.WAITING, reason="Not tried yet.") for each in near)
    found = (standing.get(each.edition.key, each) for each in unknown)
    left = [each for each in found if each.state not in (State.PUBLISHED, State.SKIPPED)]
    return tuple(sorted(left, key=lambda status: (status.edition.ends, status.edition.key)))[:MOST]


def look(statuses: Iterable[Status], web: Web, clock: Callable[[], float]) -> tuple[Status, ...]:
    """Where these editions stand after a look at their sources.

    What has its pull request already is out for certain: its draft will read it, so the look need not.
    """
    until, seen = clock() + SECONDS, list[Status]()
    for each in statuses:
        if each.state is State.DRAFTED:
            seen.append(wanted(each))
        elif clock() < until:
            seen.append(probe(each.edition, web))
        else:
            seen.append(replace(each, reason="Not looked for: sites were slow this time. The next run looks again."))
    return tuple(seen)


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
    if program.platform in BY_LOOKS:
        reason = "There is a page that may be its program, but only by its looks; it is read once the edition is due."
        return Status(edition=edition, state=State.WAITING, reason=reason)
    reason = f"Its program is out: {len(program.listed):,} contributions."
    dated = replace(edition, ends=program.ends[:10] or edition.ends)
    return Status(edition=dated, state=State.WAITING, reason=reason, actions=(Action.DRAFT, Action.SKIP), due=True)


def with_probed(statuses: Iterable[Status], probed: Iterable[Status]) -> tuple[Status, ...]:
    """The statuses with what was probed; what GitHub shows and what was tried goes first, what waits adds none."""
    merged = {each.edition.key: each for each in statuses}
    for each in probed:
        known = merged.get(each.edition.key)
        is_tried = known is not None and (known.state is not State.WAITING or known.actions)
        if each.due:
            merged[each.edition.key] = wanted(known) if known and is_tried else each
        elif known and not is_tried:
            merged[each.edition.key] = replace(known, reason=each.reason)
    return tuple(sorted(merged.values(), key=lambda status: (status.edition.ends, status.edition.key)))


def is_of(program: Program, edition: Edition) -> bool:
    """Whether the program says which edition it is of: by its days, which the gate has looked at, or where it lies."""
    year = edition.ends[:4]
    marks = "|".join(map(re.escape, sorted({year, year[2:], edition.number} - {""})))
    in_place = (re.search(rf"(?<![\dx])(?:{marks})(?!\d)", source.url) for source in program.sources)
    return bool(years(program)) or any(in_place)
