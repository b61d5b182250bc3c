"""The dashboard's text and back: people's words stay, boxes are read, the memory comes back whole or not at all."""

import json
import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.dashboard import LONGEST_BODY, page, ticked
from bot.dashboard.entries import advice
from bot.dashboard.frame import BEGIN, END, framed, is_broken
from bot.dashboard.memory import FORGOTTEN, remembered, written
from bot.errors import ForgeError
from bot.model import Action, Amendment, Attempt, Edition, Memory, State, Status
from bot.outcomes import shortened
from bot.text import fingerprint

TIME = "2026-03-02T05:17:00Z"
BOTH = (Action.RETRY, Action.SKIP)


def status(key: str = "harbour-2026", state: State = State.BLOCKED, **fields: object) -> Status:
    edition = Edition(key=key, name=key.replace("-", " ").title(), urls=(f"https://{key}.example.org/",))
    fields = {"reason": "A wall.", "actions": BOTH, **fields}
    return Status(edition=edition, state=state, **fields)  # type: ignore[arg-type]


def attempt(key: str = "harbour-2026", reason: str = "A wall.", hint: str = "") -> Attempt:
    return Attempt(edition=key, state=State.BLOCKED, reason=reason, hint=hint, time=TIME)


MEMORY = Memory(
    attempts={"harbour-2026": attempt()}, tries={"harbour-2026": 2}, skipped={"lagoon-2026": TIME}, good=TIME
)


def body(*statuses: Status, before: str = "", **fields: Sequence[str]) -> str:
    return page(statuses or (status(),), MEMORY, before, **fields)


# The body


def test_the_same_again_is_the_same_body() -> None:
    assert body() == body(before=body())


def test_what_needs_a_person_comes_first() -> None:
    states = (State.PUBLISHED, State.WAITING, State.SKIPPED, State.FAILED, State.DRAFTED, State.STALLED, State.BLOCKED)
    said = body(*(status(f"{state}-2026", state) for state in states), amendments=[Amendment(title="S", address="")])
    order = ["Blocked", "Stalled", "Failed", "Drafted", "Waiting", "Skipped", "Published"]
    assert order == re.findall(rf"(?:\*\*|- )\[?({'|'.join(order)}) 2026", said)
    headings = [
        "Needs a person (3)",
        "Waits for review (1)",
        "News of what is published (1)",
        "Waits for its program (1)",
        "Skipped (1)",
        "Published (1)",
    ]
    assert headings == re.findall("^### (.+)$", said, re.M)


@pytest.mark.parametrize("state", [state for state in State if state is not State.PUBLISHED])
@pytest.mark.parametrize("due", [True, False])
def test_every_state_says_what_to_do_in_one_sentence(state: State, due: bool) -> None:
    said = advice(status(state=state, due=due, address="https://github.com/o/r/pull/1"))
    assert (True, 1) == (said[0].isupper(), len(re.findall(r"[.!?](?=\s|$)", said))), said


def test_a_failure_that_says_nothing_still_says_what_to_do() -> None:
    assert "Retry it; if it fails again, read the run's log." == advice(status(state=State.FAILED))


@pytest.mark.parametrize("before", ["Mine", "Mine\r\n\r\n", "", "\n", "- [x] retry `harbour-2026`"])
def test_the_bots_part_goes_below_what_a_person_began_with(before: str) -> None:
    said = body(before=before)
    assert (before.strip(), "") == (framed(said)[0].strip(), framed(said)[2])
    assert "- [ ] retry `harbour-2026`" in framed(said)[1]


PARTS = ["a", "\n", "\r\n", "- [x] skip `harbour-2026`", "<!--", "-->", " ", f"a{BEGIN}", f"a{END}"]
WORDS = st.lists(st.sampled_from(PARTS), max_size=9).map("".join)


@given(WORDS, WORDS)
def test_every_byte_that_people_write_around_it_stays(above: str, below: str) -> None:
    whole = f"{above}\n{body()}\n{below}"
    news = body(status(reason="Another wall."), before=whole)
    assert (f"{above}\n", f"\n{below}") == (framed(news)[0], framed(news)[2])
    assert whole == body(before=whole)


def test_marks_in_words_from_elsewhere_are_words() -> None:
    for words in (BEGIN, END, f"{END}\n{BEGIN}"):
        said = body(status(reason=words, hint=words, state=State.FAILED))
        assert ("", said, "") == framed(said)


@pytest.mark.parametrize("gone", [BEGIN, END])
def test_a_mark_that_is_gone_turns_the_rest_into_a_persons_words_once(gone: str) -> None:
    broken = f"Mine\n\n{body()}\n\nBelow".replace(gone, "")
    assert is_broken(broken)
    mended = body(before=broken, notes=())
    assert ("Mine" in framed(mended)[0], "Below" in framed(mended)[0], "Know that" in mended) == (True, True, True)
    again = body(before=mended)
    assert (framed(mended)[0], False) == (framed(again)[0], "Know that" in again)


def test_a_body_that_is_too_long_is_cut_where_one_sees_it_and_keeps_its_memory() -> None:
    many = tuple(status(f"harbour-{number}", reason="w" * 400) for number in range(1, 300))
    said = body(*many, before="x" * 5_000)
    assert len(said) <= LONGEST_BODY
    assert "**Cut here:**" in said and "`harbour-1`" in said and "`harbour-299`" not in said
    assert (MEMORY, ()) == remembered(said)
    assert said == body(*many, before=said)


def test_people_who_leave_no_room_are_told() -> None:
    with pytest.raises(ForgeError, match="no room left"):
        body(before="x" * LONGEST_BODY)


# Ticks


def test_a_tick_is_what_a_person_just_set() -> None:
    before = body(status(), status("lagoon-2026"))
    after = before.replace("- [ ] skip `lagoon-2026`", "- [X] skip `lagoon-2026`")
    assert (("lagoon-2026", Action.SKIP),) == ticked(before, after) == ticked(before, after.replace("\n", "\r\n"))
    assert () == ticked(before, before) == ticked(after, before) == ticked(after, after) == ticked("", after)


@pytest.mark.parametrize(
    "line",
    [
        "- [x] skip `other-2026`",
        "- [x] publish `harbour-2026`",
        "> - [x] skip `harbour-2026`",
        "- [x] skip `harbour-2026` now",
        "- [x] skip harbour-2026",
    ],
)
def test_what_a_person_writes_like_a_box_is_none(line: str) -> None:
    before = body()
    assert () == ticked(before, before.replace("### Needs", f"{line}\n\n### Needs"))


def test_a_box_outside_the_bots_part_is_a_persons() -> None:
    line = "- [{}] skip `harbour-2026`\n\n"
    assert () == ticked(line.format(" ") + body(), line.format("x") + body())


def test_a_tick_stays_until_its_edition_was_tried_or_its_box_is_gone() -> None:
    tick = body().replace("- [ ] retry", "- [x] retry")
    assert "- [x] retry `harbour-2026`" in body(status(reason="Another wall."), before=tick)
    assert "- [ ] retry `harbour-2026`" in body(before=tick, tried=["harbour-2026"])
    assert "[x]" not in body(status(actions=(Action.UNSKIP,)), before=tick)


# The memory


def test_a_memory_comes_back_as_it_was() -> None:
    assert (MEMORY, ()) == remembered(body())
    assert (MEMORY, ()) == remembered(body().replace("\n", "\r\n"))
    assert (Memory(), ()) == remembered(f"{BEGIN}\n{written(Memory())}\n{END}")


@given(st.text(max_size=60), st.text(max_size=60))
def test_whatever_it_holds_ends_no_comment_and_mentions_nobody(reason: str, hint: str) -> None:
    held = attempt(reason=shortened(reason), hint=shortened(f"{hint}-->@ada #1"))
    memory = Memory(attempts={"harbour-2026": held})
    line = written(memory)
    assert (False, 1, 0, 0) == ("\n" in line, line.count(">"), line.count("@"), line.count("#"))
    assert (memory, ()) == remembered(f"{BEGIN}\n{line}\n{END}")


@pytest.mark.parametrize("old", ['"tries"', "harbour-2026", '"good"', ":2}", "memory ", "blocked"])
def test_a_memory_that_a_hand_was_in_is_forgotten_and_that_is_said(old: str) -> None:
    said = written(MEMORY)
    assert old in said
    whole = body().replace(said, said.replace(old, "x"))
    assert (Memory(), (FORGOTTEN,)) == remembered(whole)


@pytest.mark.parametrize(
    "wrong",
    [{"attempts": {}}, {"attempts": [1]}, {"good": 1}, {"good": "now"}, {"skipped": []}, {"skipped": {"a": 1}},
     {"skipped": {"a": "now"}}, {"tries": {"a": "1"}}, {"tries": None}],
)  # fmt: skip
def test_a_memory_with_a_right_fingerprint_and_wrong_words_is_forgotten_too(wrong: dict[str, object]) -> None:
    right = {"good": "", "skipped": {}, "tries": {}, "attempts": []}
    assert () == remembered(forged(json.dumps(right)))[1]
    assert (Memory(), (FORGOTTEN,)) == remembered(forged(json.dumps(right | wrong)))


@pytest.mark.parametrize("text", ["{}", '{"a":' * 5_000 + "1" + "}" * 5_000, "{1}"])
def test_what_is_no_memory_at_all_is_forgotten_too(text: str) -> None:
    assert (Memory(), (FORGOTTEN,)) == remembered(forged(text))


def forged(text: str) -> str:
    return f"{BEGIN}\n<!-- memory {fingerprint(text)} {text} -->\n{END}"


def test_a_memory_that_is_not_to_be_believed_says_why() -> None:
    assert (Memory(), ("Mallory made it.",)) == remembered(body(), "Mallory made it.")


def test_an_issue_that_has_no_dashboard_yet_has_nothing_to_forget() -> None:
    assert (Memory(), ()) == remembered("") == remembered("Mine")
