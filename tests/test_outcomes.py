"""What a draft came to is written for another job, which believes nothing of it that it has not looked at."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import outcomes
from bot.errors import Blocked, BotError, ForgeError, Incomplete, LayoutChanged, NotPublished, StoreError
from bot.model import Attempt, Digest, State
from tests.conftest import EDITION, SOURCE, contribution, program, writeup

TIME = "2026-03-02T05:17:00Z"
GOOD = Attempt(
    edition="harbour-2026", state=State.BLOCKED, reason="A wall.", hint="Save it.", url=SOURCE.url, time=TIME
)


def outcome(folder: Path, text: str | bytes, edition: str = "harbour-2026") -> Path:
    path = folder / f"draft-{edition}" / "outcome.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


@pytest.mark.parametrize(
    ("kind", "state"),
    [
        (NotPublished, State.WAITING),
        (Blocked, State.BLOCKED),
        (Incomplete, State.INCOMPLETE),
        (LayoutChanged, State.FAILED),
        (ForgeError, State.FAILED),
    ],
)
def test_a_failure_says_how_the_edition_stands(kind: type[BotError], state: State) -> None:
    attempt = outcomes.failed(EDITION, kind("It is\nso.", hint="Do that."), TIME)
    assert ("harbour-2026", state, "It is so.", "Do that.", EDITION.urls[0], TIME, 0) == (
        attempt.edition, attempt.state, attempt.reason, attempt.hint, attempt.url, attempt.time, attempt.picks
    )  # fmt: skip


def test_a_draft_says_how_many_were_picked_of_how_many(digest: Callable[..., Digest]) -> None:
    outline = program(contribution("One"), contribution("Two"), contribution("Three")).outline
    attempt = outcomes.drafted(digest(writeup(contribution("One")), program=outline), TIME)
    assert (State.DRAFTED, 1, "1 of the program's 3 contributions were picked.", SOURCE.url) == (
        attempt.state,
        attempt.picks,
        attempt.reason,
        attempt.url,
    )


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "draft-harbour-2026" / "outcome.json"
    outcomes.write(path, GOOD)
    assert GOOD == outcomes.read(path)
    assert ((GOOD,), ()) == outcomes.found(tmp_path)
    assert ((), ()) == outcomes.found(tmp_path / "nothing")


def test_a_job_that_left_no_outcome_is_a_failure_of_that_day() -> None:
    (lost,) = outcomes.unheard(["z-2026", GOOD.edition], [GOOD], date(2026, 3, 2))
    assert ("z-2026", State.FAILED, "2026-03-02T00:00:00Z") == (lost.edition, lost.state, lost.time)
    assert lost == outcomes.from_tree(outcomes.as_tree(lost)) and "log of its job" in lost.hint
    assert () == outcomes.unheard([GOOD.edition], [GOOD], date(2026, 3, 2))


def test_a_time_is_in_utc_to_the_second() -> None:
    moment = datetime(2026, 3, 2, 7, 17, 0, 999, tzinfo=timezone(timedelta(hours=2)))
    assert (TIME, TIME) == (outcomes.stamp(moment), outcomes.stamp(moment.astimezone(UTC)))


BROKEN = {
    "no JSON": "{",
    "no object": "[]",
    "null": "null",
    "nothing": "",
    "no text": b"\xff\xfe",
    "deep": "[" * 9_999,
    "endless number": '{"picks": ' + "9" * 9_999 + "}",
    "too large": json.dumps(outcomes.as_tree(GOOD) | {"more": "x" * outcomes.MOST_BYTES}),
} | {
    f"{name} {value!r}": json.dumps(outcomes.as_tree(GOOD) | {name: value})
    for name, values in {
        "edition": ("../x", "Harbour", "", 7, None, "a\nb", "a" * 81, ["a"]),
        "state": ("published", "stalled", "skipped", "", None),
        "reason": (None, 7, {}),
        "hint": (None,),
        "picks": (-1, 1_001, True, "3", 1.5, None),
        "url": (None, 7),
        "time": ("", "now", "2026-03-02", "2026-03-02T05:17:00+00:00", f"{TIME}\n", None),
    }.items()
    for value in values
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_outcome_is_told_and_the_others_count(tmp_path: Path, name: str) -> None:
    bad = outcome(tmp_path, BROKEN[name])
    outcomes.write(tmp_path / "draft-z" / "outcome.json", replace(GOOD, edition="z-2026"))
    attempts, errors = outcomes.found(tmp_path)
    assert (["z-2026"], 1) == ([attempt.edition for attempt in attempts], len(errors))
    assert str(errors[0]).startswith(str(bad)) and errors[0].hint


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "elsewhere.json"
    outcomes.write(outside, GOOD)
    (tmp_path / "outcomes").mkdir()
    (tmp_path / "outcomes" / "outcome.json").symlink_to(outside)
    attempts, errors = outcomes.found(tmp_path / "outcomes")
    assert ((), 1) == (attempts, len(errors))


def test_no_more_files_are_read_than_there_can_be_editions(tmp_path: Path) -> None:
    for number in range(outcomes.MOST_FILES + 5):
        outcome(tmp_path, "{}", f"e-{number}")
    assert outcomes.MOST_FILES == len(outcomes.found(tmp_path)[1])


def test_an_address_that_is_none_and_words_without_end_are_cut() -> None:
    tree = outcomes.as_tree(GOOD) | {"url": "javascript:alert(1)", "reason": "x\n" * 999, "hint": "h" * 400}
    read = outcomes.from_tree(tree)
    assert ("", 400, "…", "h" * 400) == (read.url, len(read.reason), read.reason[-1], read.hint)
    assert read == outcomes.from_tree(outcomes.as_tree(read))


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.dictionaries(
    st.sampled_from(list(outcomes.as_tree(GOOD))), inner) | st.lists(inner)))  # fmt: skip
def test_whatever_json_says_it_is_an_outcome_or_a_value_error(tree: object) -> None:
    try:
        outcomes.from_tree(tree)
    except ValueError:
        return
    assert isinstance(tree, dict)


def test_a_file_that_cannot_be_written_says_which(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        outcomes.write(tmp_path / "file" / "outcome.json", GOOD)
