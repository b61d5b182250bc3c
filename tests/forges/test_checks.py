"""What a check reads of a pull request and says of its newest commit: once, at the right line, whatever happens."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import ConfigError, ForgeError, StoreError
from bot.forges.github.change import Change, change, read
from bot.forges.github.checks import AT_ONCE, MOST_ANNOTATIONS, NAME, Checks, checks, command
from bot.forges.github.event import MOST_BYTES
from bot.forges.github.settings import Settings
from bot.model import Remark, Weight
from tests.github import people
from tests.github.access import Token
from tests.github.double import Double
from tests.github.exchange import Reply
from tests.github.faults import (
    BAD_GATEWAY,
    RESET,
    SILENCE,
    Fault,
    afterwards,
    dead_after,
    error,
    garbled,
    half,
    instead,
    secondary_limit,
)

BRANCH, PAGE, DATA = "digest/harbour-2026", "digests/harbour-2026.md", "digests/harbour-2026.json"
CHECKER, READER = "token-of-the-check", "token-of-a-fork"
MADE, EDITED, LISTED = "checks/create", "checks/update", "checks/list-for-ref"


@pytest.fixture
def double() -> Iterator[Double]:
    with started() as double:
        yield double


def started() -> Double:
    """A digest's pull request (1). The job's token may write checks, and read contents; a fork's may only read."""
    double = Double({PAGE: "# Harbour\n", DATA: "{}\n", "config.yml": "site: {}\n"})
    double.branch(BRANCH)
    double.edit(BRANCH, PAGE, "# Harbour\n\nIt is 7 m deep.\n")
    double.open_pull(BRANCH)
    double.settings.private = True
    double.tokens[CHECKER] = Token(permissions={"checks": "write", "contents": "read"})
    double.tokens[READER] = Token(permissions={"checks": "read", "contents": "read"})
    return double


def event(double: Double, **fields: Any) -> dict[str, Any]:
    """What GITHUB_EVENT_PATH holds after a push to the pull request."""
    issue = double.hub.issues[1]
    assert issue.pull
    pull = people.views.pull(double.hub, issue, issue.pull) | fields
    return {"action": "synchronize", "number": 1, "pull_request": json.loads(json.dumps(pull))}


def at(double: Double, token: str = CHECKER, waits: list[float] | None = None, seconds: int = 30) -> Checks:
    found = change("pull_request", event(double))
    assert isinstance(found, Change)
    settings = Settings(repository="harbour/digests", token=token, api=double.base, seconds=seconds)
    return checks(settings, found, (waits if waits is not None else []).append)


def remarks(number: int = 1, weight: Weight = Weight.WARNING) -> tuple[Remark, ...]:
    return tuple(Remark(path=PAGE, line=at + 1, weight=weight, text=f"Remark {at}") for at in range(number))


def put(double: Double, *said: Remark, token: str = CHECKER, seconds: int = 30) -> str | None:
    return at(double, token, seconds=seconds).put(said, f"{len(said)} remarks", "All of them.")


def runs(double: Double) -> list[dict[str, Any]]:
    return list(double.hub.check_runs.values())


def annotated(double: Double) -> list[str]:
    """The messages of the only check."""
    (run,) = runs(double)
    return [each["message"] for each in run["output"]["annotations"]]


def writes(double: Double) -> list[str]:
    return [call.operation for call in double.calls if call.method != "GET"]


# What is asked


def test_a_push_to_a_pull_request_asks_for_what_lies_between_its_commits(double: Double) -> None:
    main, head = double.git("rev-parse", "main").strip(), double.git("rev-parse", BRANCH).strip()
    assert Change(number=1, base=main, head=head) == change("pull_request", event(double))


@pytest.mark.parametrize(
    ("name", "fields", "why"),
    [
        ("pull_request_target", {}, "Only the event pull_request is checked."),
        ("push", {}, "Only the event pull_request is checked."),
        ("pull_request", {"state": "closed"}, "The pull request is closed."),
        ("pull_request", {"head": {"sha": "main"}}, "The event names no commits."),
        ("pull_request", {"head": {"sha": f"{'0' * 40}\n"}}, "The event names no commits."),
        ("pull_request", {"base": {"sha": "../../x"}}, "The event names no commits."),
        ("pull_request", {"base": None}, "The event has no pull_request.base.sha that can be read."),
        ("pull_request", {"number": True}, "The event has no pull_request.number that can be read."),
        ("pull_request", {"number": -1}, "The event's pull_request.number is not a number of GitHub's."),
    ],
)
def test_what_asks_for_no_check_says_why(double: Double, name: str, fields: dict[str, Any], why: str) -> None:
    assert why == change(name, event(double, **fields))


@given(st.recursive(st.none() | st.integers() | st.text(), lambda one: st.dictionaries(st.text(), one), max_leaves=5))
def test_an_event_that_is_none_crashes_nothing(tree: object) -> None:
    assert isinstance(change("pull_request", tree), str)


def test_an_event_is_read_from_its_file_whatever_lies_there(double: Double, tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    file.write_text(json.dumps(event(double)))
    assert at(double).change == read("pull_request", file)
    for text in ("", "{", "[" * 100_000, "\udcff"):
        file.write_bytes(text.encode(errors="surrogateescape"))
        assert "The event is not JSON." == read("pull_request", file)
    file.write_text(" " * (MOST_BYTES + 1))
    assert "The event is too large." == read("pull_request", file)
    with pytest.raises(ConfigError, match="cannot be read"):
        read("pull_request", tmp_path)


# What is read


def test_the_changed_files_are_those_between_the_two_commits(double: Double) -> None:
    double.edit(BRANCH, "config.yml", "site: {title: Harbour}\n")
    double.delete(BRANCH, DATA)
    double.edit("main", "README.md", "# Meanwhile\n")
    assert {PAGE, DATA, "config.yml"} == {*at(double).paths()}


def test_a_file_is_read_at_the_commit_of_the_event_whatever_is_pushed_meanwhile(double: Double) -> None:
    place = at(double)
    double.edit(BRANCH, PAGE, "# Moved\n")
    assert "# Harbour\n\nIt is 7 m deep.\n" == place.text(PAGE)
    assert "{}\n" == place.text(DATA)
    assert place.text("digests/none-2026.md") is None


def test_a_large_file_is_read_whole(double: Double) -> None:
    text = "0123456789" * 120_000
    double.edit(BRANCH, DATA, text)
    assert text == at(double).text(DATA)


def test_what_is_no_text_is_told(double: Double) -> None:
    double.edit(BRANCH, DATA, b"\xff\xfe")
    double.edit(BRANCH, "prompts/harbour-2026.md/x", "a folder")
    for path in (DATA, "prompts/harbour-2026.md"):
        with pytest.raises(StoreError, match=path) as caught:
            at(double).text(path)
        assert caught.value.hint


def test_more_files_than_github_lists_are_not_passed_over(double: Double, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.forges.github.checks.MOST_FILES", 1)
    with pytest.raises(ForgeError, match="#1 changes 1 files or more"):
        at(double).paths()


# What is said


@pytest.mark.parametrize(
    ("said", "conclusion"),
    [
        ((), "success"),
        (remarks(2, Weight.NOTICE), "neutral"),
        (remarks(2), "neutral"),
        (remarks(2) + remarks(1, Weight.FAILURE), "failure"),
    ],
)
def test_remarks_inform_and_only_a_broken_file_blocks(
    double: Double, said: tuple[Remark, ...], conclusion: str
) -> None:
    address = put(double, *said)
    (run,) = runs(double)
    assert ("completed", conclusion, NAME) == (run["status"], run["conclusion"], run["name"])
    assert double.git("rev-parse", BRANCH).strip() == run["head_sha"]
    assert f"https://github.com/harbour/digests/runs/{run['id']}" == address


def test_a_remark_stands_beside_its_line(double: Double) -> None:
    put(double, Remark(path=PAGE, line=3, weight=Weight.WARNING, text="The source says 9 m", hint="look"))
    (annotation,) = runs(double)[0]["output"]["annotations"]
    assert {
        "path": PAGE,
        "start_line": 3,
        "end_line": 3,
        "annotation_level": "warning",
        "message": "The source says 9 m. (look)",
    } == annotation


@pytest.mark.parametrize("number", [49, 50, 51, 100, 101, 130])
def test_many_remarks_are_sent_fifty_at_a_time_each_once_in_their_order(double: Double, number: int) -> None:
    put(double, *remarks(number))
    assert [f"Remark {at}." for at in range(number)] == annotated(double)
    assert [MADE, *[EDITED] * ((number - 1) // AT_ONCE)] == writes(double)
    assert "completed" == runs(double)[0]["status"]


def test_there_is_an_end_to_annotating_and_what_is_broken_comes_first(double: Double) -> None:
    put(double, *remarks(MOST_ANNOTATIONS), *remarks(1, Weight.FAILURE))
    assert MOST_ANNOTATIONS == len(annotated(double))
    assert ("failure", "failure") == (
        runs(double)[0]["conclusion"],
        runs(double)[0]["output"]["annotations"][0]["annotation_level"],
    )


def test_a_second_run_on_the_same_commit_writes_nothing(double: Double) -> None:
    first = put(double, *remarks(60))
    before = len(writes(double))
    assert first == put(double, *remarks(60))
    assert before == len(writes(double))


def test_another_commit_and_other_remarks_get_a_check_of_their_own(double: Double) -> None:
    put(double, *remarks(1))
    put(double, *remarks(2))
    double.edit(BRANCH, PAGE, "# Harbour\n\nIt is 9 m deep.\n")
    put(double, *remarks(2))
    assert [1, 2, 2] == [len(run["output"]["annotations"]) for run in runs(double)]


def test_a_check_of_the_same_name_by_somebody_else_is_left_alone(double: Double) -> None:
    head = double.git("rev-parse", BRANCH).strip()
    double.hub.check_runs[1] = {"id": 1, "name": NAME, "head_sha": head, "status": "queued", "conclusion": None}
    put(double, *remarks(1))
    assert ["queued", "completed"] == [run["status"] for run in runs(double)]


# A token that may only read


def test_a_forks_token_writes_nothing_and_that_is_no_failure(double: Double) -> None:
    assert put(double, *remarks(3), token=READER) is None
    assert [] == runs(double)


def test_a_rate_limit_is_no_token_that_may_only_read(double: Double) -> None:
    double.faults.append(instead(secondary_limit(403, 9999), MADE, times=9))
    with pytest.raises(ForgeError, match="rate limit"):
        put(double, *remarks(3))


def test_a_token_that_may_not_even_read_says_which_permission_it_lacks(double: Double) -> None:
    double.tokens["blind"] = Token(permissions={"contents": "read"})
    with pytest.raises(ForgeError) as caught:
        put(double, *remarks(3), token="blind")
    assert "`checks: read`" in caught.value.hint


def test_a_remark_becomes_one_line_that_a_runner_reads_back() -> None:
    hostile = Remark(path="digests/a:b,c%\r\n.md", line=7, weight=Weight.FAILURE, text="50% of\r\n::add-mask::x")
    expected = "::error file=digests/a%3Ab%2Cc%25%0D%0A.md,line=7::50%25 of%0D%0A::add-mask::x."
    assert expected == command(hostile)
    levels = {weight: command(remarks(1, weight)[0]).split()[0] for weight in Weight}
    assert {Weight.NOTICE: "::notice", Weight.WARNING: "::warning", Weight.FAILURE: "::error"} == levels


@given(st.text(), st.text(), st.text(), st.integers(1, 9999))
def test_whatever_a_remark_says_its_command_is_one_line_and_says_the_same(
    path: str, text: str, hint: str, line: int
) -> None:
    remark = Remark(path=path, line=line, weight=Weight.NOTICE, text=text, hint=hint)
    written = command(remark)
    assert not {"\r", "\n"} & {*written}
    properties, _, message = written.removeprefix("::notice ").partition("::")
    pairs = dict(pair.split("=", 1) for pair in properties.split(","))
    assert {"file": path, "line": str(line)} == {name: read_back(value) for name, value in pairs.items()}
    assert remark.sentence == read_back(message)


def read_back(text: str) -> str:
    """As the runner does it: the percent sign last."""
    for code, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, character)
    return text


# Crashes and faults


def test_a_run_that_is_killed_after_any_call_is_finished_by_the_next() -> None:
    with started() as double:
        put(double, *remarks(120))
        calls, expected = len(double.calls), annotated(double)
    assert 4 == calls
    for killed_after in range(calls):
        with started() as double:
            double.faults.append(dead_after(killed_after))
            with pytest.raises(ForgeError):
                put(double, *remarks(120))
            double.faults.clear()
            put(double, *remarks(120))
            assert (expected, "completed") == (annotated(double), runs(double)[0]["status"])


FAULTS: dict[str, Callable[[str], Fault]] = {
    "502 before": lambda operation: instead(BAD_GATEWAY, operation),
    "502 after": lambda operation: afterwards(BAD_GATEWAY, operation),
    "reset before": lambda operation: instead(RESET, operation),
    "reset after": lambda operation: afterwards(RESET, operation),
    "silence before": lambda operation: instead(SILENCE, operation),
    "silence after": lambda operation: afterwards(SILENCE, operation),
    "a secondary limit": lambda operation: instead(secondary_limit(403), operation),
    "a limit with its wait": lambda operation: instead(secondary_limit(429, 3), operation),
    "half an answer": half,
    "garbled JSON": garbled,
    "a proxy's page": lambda operation: afterwards(Reply(status=200, body=b"{}"), operation),
}


@pytest.mark.parametrize("operation", [LISTED, MADE, EDITED])
@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_goes_wrong_once_each_remark_is_there_once(double: Double, fault: str, operation: str) -> None:
    double.faults.append(FAULTS[fault](operation))
    try:
        put(double, *remarks(120), seconds=1 if fault.startswith("silence") else 30)
    except ForgeError:
        put(double, *remarks(120))
    assert [f"Remark {at}." for at in range(120)] == annotated(double)
    assert "completed" == runs(double)[0]["status"]


def test_what_github_refuses_is_told_as_it_says_it(double: Double) -> None:
    double.faults.append(instead(error(422, "Invalid request: head_sha"), MADE, times=9))
    with pytest.raises(ForgeError, match="Invalid request: head_sha"):
        put(double, *remarks(1))
