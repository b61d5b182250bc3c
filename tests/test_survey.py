"""Each edition has one state: what GitHub shows goes before what is remembered, and attempts are counted once."""

from dataclasses import replace
from itertools import product

import pytest

from bot.model import Action, Attempt, Edition, Memory, Proposed, State, Status
from bot.survey import TRIES, believed, kept, survey, with_attempts, with_skip, without_skip, worth_listing

EDITION = Edition(key="harbour-2026", name="Harbour 2026", ends="2026-03-14")
KEY = EDITION.key
NOTHING = Memory()


def attempt(state: State = State.BLOCKED, day: int = 2, **fields: object) -> Attempt:
    fields = {"reason": "A wall.", "edition": KEY, "time": f"2026-03-{day:02}T05:00:00Z", **fields}
    return Attempt(state=state, **fields)  # type: ignore[arg-type]


def pull(state: State, number: int = 1) -> Proposed:
    return Proposed(edition=KEY, state=state, address=f"https://github.com/o/r/pull/{number}")


def stands(*pulls: Proposed, memory: Memory = NOTHING, published: bool = False, expected: bool = True) -> Status:
    keys = {KEY}
    (status,) = survey([EDITION], keys if expected else (), keys if published else (), pulls, memory)
    return status


def tried(*attempts: Attempt) -> Memory:
    return with_attempts(Memory(), attempts)


@pytest.mark.parametrize("state", [State.WAITING, State.BLOCKED, State.INCOMPLETE, State.FAILED])
def test_without_a_pull_request_the_last_attempt_says_how_it_stands(state: State) -> None:
    status = stands(memory=tried(attempt(day=1), attempt(state, hint="look")))
    assert (state, "A wall.", "look", True) == (status.state, status.reason, status.hint, status.due)


def test_what_was_never_tried_waits_and_is_due_only_if_it_is_expected() -> None:
    assert (State.WAITING, True) == (stands().state, stands().due)
    later = stands(expected=False)
    assert (State.WAITING, False, ()) == (later.state, later.due, later.actions)


def test_a_digest_on_the_base_goes_before_everything() -> None:
    memory = with_skip(tried(attempt()), KEY, "2026-03-03T05:00:00Z")
    for state in (State.DRAFTED, State.SKIPPED, State.PUBLISHED):
        status = stands(pull(state), memory=memory, published=True)
        assert (State.PUBLISHED, False, ()) == (status.state, status.due, status.actions)


@pytest.mark.parametrize(
    ("state", "due", "actions"),
    [
        (State.DRAFTED, True, (Action.DRAFT,)),
        (State.SKIPPED, False, (Action.DRAFT,)),
        (State.PUBLISHED, False, ()),
    ],
)
def test_a_pull_request_goes_before_the_memory(state: State, due: bool, actions: tuple[Action, ...]) -> None:
    status = stands(pull(state), memory=with_skip(tried(attempt()), KEY, "2026-03-03T05:00:00Z"))
    assert (state, due, actions, "https://github.com/o/r/pull/1") == (
        status.state,
        status.due,
        status.actions,
        status.address,
    )


@pytest.mark.parametrize(("first", "second"), [*product((State.SKIPPED, State.PUBLISHED), repeat=2)])
def test_an_open_pull_request_decides_else_the_newest(first: State, second: State) -> None:
    assert first is stands(pull(first, 2), pull(second, 1)).state
    for order in ((pull(State.DRAFTED, 3), pull(first, 2)), (pull(first, 3), pull(State.DRAFTED, 2))):
        assert State.DRAFTED is stands(*order).state


def test_an_open_pull_request_that_could_not_be_updated_says_so() -> None:
    assert "12 picks." == stands(pull(State.DRAFTED), memory=tried(attempt(State.DRAFTED, reason="12 picks."))).reason
    assert "Its pull request is open." == stands(pull(State.DRAFTED)).reason
    assert stands(pull(State.DRAFTED), memory=tried(attempt())).reason.endswith("to update it ended blocked: A wall.")


def test_every_state_that_a_person_can_change_has_a_box_for_it() -> None:
    skipped = with_skip(Memory(), KEY, "2026-03-03T05:00:00Z")
    assert (Action.DRAFT, Action.SKIP) == stands().actions
    assert (Action.DRAFT, Action.SKIP) == stands(memory=tried(attempt(State.WAITING))).actions
    assert (Action.RETRY, Action.SKIP) == stands(memory=tried(attempt())).actions
    assert (Action.UNSKIP,) == stands(memory=skipped).actions


def test_attempts_in_a_row_are_counted_until_it_stalls_and_from_then_on_nothing_is_new() -> None:
    memory = Memory()
    for day in range(1, TRIES + 1):
        assert State.STALLED is not stands(memory=memory).state
        memory = with_attempts(memory, [attempt(day=day)])
    assert (State.STALLED, (Action.RETRY, Action.SKIP)) == (stands(memory=memory).state, stands(memory=memory).actions)
    assert memory == with_attempts(memory, [attempt(day=20)])
    other = with_attempts(memory, [attempt(State.INCOMPLETE, day=20)])
    assert (TRIES, State.INCOMPLETE) == (other.tries[KEY], other.attempts[KEY].state)


def test_an_edition_that_waits_for_its_program_stalls_too() -> None:
    assert State.STALLED is stands(memory=tried(*(attempt(State.WAITING, day=day) for day in range(1, 5)))).state


def test_a_draft_ends_the_row() -> None:
    memory = tried(attempt(day=1), attempt(day=2), attempt(State.DRAFTED, day=3), attempt(day=4))
    assert (1, "2026-03-03T05:00:00Z") == (memory.tries[KEY], memory.good)


def test_an_attempt_counts_once_however_often_and_late_it_is_reported() -> None:
    memory = tried(attempt(day=1), attempt(day=2))
    assert memory == with_attempts(memory, [attempt(day=2), attempt(day=1)])
    assert memory == tried(attempt(day=2), attempt(day=1), attempt(day=2))


def test_a_draft_like_the_last_one_is_no_news() -> None:
    first = tried(attempt(State.DRAFTED, picks=12))
    assert first == with_attempts(first, [attempt(State.DRAFTED, day=9, picks=12)])
    assert "2026-03-09T05:00:00Z" == with_attempts(first, [attempt(State.DRAFTED, day=9, picks=13)]).good


def test_a_draft_that_no_pull_request_shows_is_not_believed() -> None:
    drafted = attempt(State.DRAFTED)
    assert drafted == believed(drafted, (), [pull(State.DRAFTED)])
    assert drafted == believed(drafted, {KEY}, [])
    assert (State.FAILED, True) == (
        believed(drafted, (), []).state,
        "no pull request" in believed(drafted, (), []).reason,
    )
    assert State.FAILED is believed(drafted, (), [pull(State.SKIPPED)]).state
    assert attempt() == believed(attempt(), (), [])


def test_a_skip_lasts_until_it_is_taken_back_or_a_later_attempt_was_asked_for() -> None:
    memory = with_skip(tried(attempt(day=1)), KEY, "2026-03-02T06:00:00Z")
    assert memory == with_skip(memory, KEY, "2026-03-09T06:00:00Z")
    assert tried(attempt(day=1)) == without_skip(memory, KEY)
    assert {KEY: "2026-03-02T06:00:00Z"} == with_attempts(memory, [attempt(day=2)]).skipped
    assert {} == with_attempts(memory, [attempt(day=3)]).skipped


def test_what_is_over_is_forgotten_so_that_the_memory_does_not_grow() -> None:
    memory = with_skip(tried(attempt(), replace(attempt(), edition="old-2024")), "gone-2020", "2020-03-02T05:00:00Z")
    status = stands(memory=memory)
    left = kept(memory, [status])
    assert ([KEY], {KEY: 1}, {}) == ([*left.attempts], left.tries, left.skipped)
    assert Memory() == kept(memory, [stands(published=True)])
    assert left == kept(left, [status])


def test_beside_the_editions_of_these_weeks_others_are_listed_for_a_reason() -> None:
    memory = with_skip(
        tried(attempt(), replace(attempt(), edition="old-2024", time="2024-03-02T05:00:00Z")), "s-1", "2026"
    )
    other = replace(pull(State.SKIPPED), edition="closed-2024")
    opened = replace(pull(State.DRAFTED), edition="open-2024")
    merged = replace(pull(State.PUBLISHED), edition="merged-2024")
    expected = {KEY, "s-1", "open-2024", "merged-2024", "done-2020"}
    assert expected == worth_listing({"done-2020"}, [other, opened, merged], memory, "2025-11-01")
