"""What stands where: the state of every edition, from the digests that are published, the pull requests and the memory.

What GitHub shows goes before what was remembered: a pull request is a person's word, an attempt is only the bot's.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace

from bot.model import Action, Attempt, Edition, Memory, Proposed, State, Status

TRIES = 4  # attempts in a row that come to nothing, until an edition counts as stalled

_AFTER_TRYING = (Action.RETRY, Action.SKIP)


def survey(
    editions: Iterable[Edition],
    expected: Collection[str],
    published: Collection[str],
    proposed: Iterable[Proposed],
    memory: Memory,
) -> tuple[Status, ...]:
    """Where each edition stands. `expected` are those that ought to have a program by now."""
    pulls = decisive(proposed)
    found = (status(each, each.key in published, pulls.get(each.key), memory) for each in editions)
    return tuple(wanted(each) if each.edition.key in expected else each for each in found)


def wanted(status: Status) -> Status:
    """The status of an edition that ought to have a program by now."""
    if status.state in (State.PUBLISHED, State.SKIPPED):
        return status
    return replace(status, due=True, actions=status.actions or (Action.DRAFT, Action.SKIP))


def decisive(proposed: Iterable[Proposed]) -> dict[str, Proposed]:
    """The pull request that counts for each edition: the open one, else the newest. They come newest first."""
    oldest_first = tuple(proposed)[::-1]
    open_last = sorted(oldest_first, key=lambda pull: pull.state is State.DRAFTED)
    return {pull.edition: pull for pull in open_last}


def status(edition: Edition, published: bool, pull: Proposed | None, memory: Memory) -> Status:
    """Where one edition stands."""
    address = pull.address if pull else ""
    if published or (pull and pull.state is State.PUBLISHED):
        return Status(edition=edition, state=State.PUBLISHED, reason="Its digest is published.", address=address)
    if pull and pull.state is State.DRAFTED:
        reason = open_because(memory.attempts.get(edition.key))
        return Status(edition=edition, state=State.DRAFTED, reason=reason, address=address, actions=(Action.DRAFT,))
    if pull:
        reason = "Its pull request was closed unmerged."
        return Status(edition=edition, state=State.SKIPPED, reason=reason, address=address, actions=(Action.DRAFT,))
    if edition.key in memory.skipped:
        reason = f"Someone chose so on {memory.skipped[edition.key][:10]}."
        return Status(edition=edition, state=State.SKIPPED, reason=reason, actions=(Action.UNSKIP,))
    return tried(edition, memory)


def open_because(held: Attempt | None) -> str:
    """What is known of an open pull request; also that it could not be brought up to date."""
    if held is None or held.state is State.DRAFTED:
        return held.reason if held else "Its pull request is open."
    return f"Its pull request is open, but the last attempt to update it ended {held.state}: {held.reason}"


def tried(edition: Edition, memory: Memory) -> Status:
    """Where an edition stands of which only attempts are known, if that."""
    held, tries = memory.attempts.get(edition.key), memory.tries.get(edition.key, 0)
    if held is None:
        return Status(edition=edition, state=State.WAITING, reason=f"Not tried yet (last day: {edition.ends}).")
    state = State.STALLED if tries >= TRIES else held.state
    actions = (Action.DRAFT, Action.SKIP) if state is State.WAITING else _AFTER_TRYING
    return Status(edition=edition, state=state, reason=held.reason, hint=held.hint, actions=actions)


def with_attempts(memory: Memory, attempts: Iterable[Attempt]) -> Memory:
    """The memory with more attempts in it. The same attempts again, or others that say nothing new, change nothing."""
    for attempt in sorted(attempts, key=lambda attempt: attempt.time):
        memory = with_attempt(memory, attempt)
    return memory


def with_attempt(memory: Memory, attempt: Attempt) -> Memory:
    key, held = attempt.edition, memory.attempts.get(attempt.edition)
    tries, good = memory.tries.get(key, 0), attempt.state is State.DRAFTED
    if held and attempt.time <= held.time:
        return memory
    if held and replace(attempt, time=held.time) == held and (good or tries >= TRIES):
        return memory
    return replace(
        memory,
        attempts={**memory.attempts, key: attempt},
        tries={**memory.tries, key: 0 if good else min(tries + 1, TRIES)},
        skipped={name: time for name, time in memory.skipped.items() if name != key or time > attempt.time},
        good=max(memory.good, attempt.time) if good else memory.good,
    )


def believed(attempt: Attempt, published: Collection[str], proposed: Iterable[Proposed]) -> Attempt:
    """The attempt as far as GitHub bears it out: what was drafted is only there where a pull request shows it."""
    shown = {*published, *(pull.edition for pull in proposed if pull.state is not State.SKIPPED)}
    if attempt.state is not State.DRAFTED or attempt.edition in shown:
        return attempt
    reason = "It was drafted, but no pull request shows it."
    return replace(attempt, state=State.FAILED, reason=reason, hint="see what the run's job “Propose” says, and retry")


def with_skip(memory: Memory, key: str, time: str) -> Memory:
    """The memory of a person's choice to skip an edition."""
    return memory if key in memory.skipped else replace(memory, skipped={**memory.skipped, key: time})


def without_skip(memory: Memory, key: str) -> Memory:
    return replace(memory, skipped={name: time for name, time in memory.skipped.items() if name != key})


def worth_listing(published: Collection[str], proposed: Iterable[Proposed], memory: Memory, since: str) -> set[str]:
    """Editions beside those of these weeks that there is something to say of. What happened before is history."""
    shown = {pull.edition for pull in proposed if pull.state is not State.SKIPPED}
    times = (*((key, attempt.time) for key, attempt in memory.attempts.items()), *memory.skipped.items())
    return {*published, *shown, *(key for key, time in times if time >= since)}


def kept(memory: Memory, statuses: Iterable[Status]) -> Memory:
    """What of the memory still matters, so that it does not grow for ever."""
    states = {each.edition.key: each.state for each in statuses}
    open_ones = {key for key, state in states.items() if state is not State.PUBLISHED}
    return Memory(
        attempts={key: attempt for key, attempt in memory.attempts.items() if key in open_ones},
        tries={key: tries for key, tries in memory.tries.items() if key in open_ones and tries},
        skipped={key: time for key, time in memory.skipped.items() if states.get(key) is State.SKIPPED},
        good=memory.good,
    )
