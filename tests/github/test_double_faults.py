"""What goes wrong goes wrong where, when and as often as a test says; so a flow can be broken at every call."""

import json
import signal
import time
from collections.abc import Callable, Iterator
from json import JSONDecodeError

import pytest
import requests
from github import Github, GithubException, GithubRetry, RateLimitExceededException

from tests.github import faults
from tests.github.client import FILES, ask, commit, commit_input, connect
from tests.github.double import Double
from tests.github.exchange import Reply
from tests.github.faults import BAD_GATEWAY, RESET, SILENCE, Fault, afterwards, instead

COMMENT = "issues/create-comment"


@pytest.fixture
def issue(double: Double) -> int:
    return double.open_issue("An issue")


def comments(double: Double) -> list[str]:
    return [comment.body for comment in double.hub.comments.values()]


def test_a_bad_gateway_before_the_effect_leaves_nothing(double: Double, issue: int) -> None:
    double.faults.append(instead(BAD_GATEWAY, COMMENT))
    statuses = [ask(double, "POST", f"/issues/{issue}/comments", {"body": body}).status for body in ("one", "two")]
    assert ([502, 201], ["two"]) == (statuses, comments(double))


def test_a_bad_gateway_after_the_effect_leaves_the_effect(double: Double, issue: int) -> None:
    double.faults.append(afterwards(BAD_GATEWAY, COMMENT, nth=2))
    statuses = [ask(double, "POST", f"/issues/{issue}/comments", {"body": body}).status for body in ("one", "two")]
    assert ([201, 502], ["one", "two"]) == (statuses, comments(double))


def test_pygithub_as_it_comes_writes_twice_after_a_bad_gateway(double: Double, issue: int) -> None:
    """The pitfall that the bot's own retries avoid; a retry of reads alone does not write at all."""
    double.faults.append(afterwards(BAD_GATEWAY, COMMENT, times=1))
    with connect(double) as github:
        options = github.requester.kwargs | {"retry": GithubRetry(total=2, backoff_factor=0)}
    with Github(**options) as github:
        github.get_repo("harbour/digests").get_issue(issue).create_comment("Hello")
    assert ["Hello", "Hello"] == comments(double)


@pytest.mark.parametrize("reply", [RESET, SILENCE])
@pytest.mark.parametrize(("make", "left"), [(instead, []), (afterwards, ["one"])])
def test_a_connection_may_break_before_and_after_the_effect(
    double: Double, issue: int, reply: Reply, make: Callable[..., Fault], left: list[str]
) -> None:
    double.faults.append(make(reply, COMMENT))
    with pytest.raises((ConnectionError, TimeoutError)):
        ask(double, "POST", f"/issues/{issue}/comments", {"body": "one"}, patience=0.2)
    assert left == comments(double)


def test_an_answer_may_break_off_or_be_garbled(double: Double, issue: int) -> None:
    double.faults += [faults.half(COMMENT), faults.garbled("issues/get")]
    with connect(double) as github, pytest.raises(requests.exceptions.ChunkedEncodingError):
        ask_comment(github, issue)
    broken = ask(double, "GET", f"/issues/{issue}")
    with pytest.raises(JSONDecodeError):
        json.loads(broken.body)
    assert ["one"] == comments(double)


def ask_comment(github: Github, issue: int) -> None:
    github.requester.requestJsonAndCheck(
        "POST", f"/repos/harbour/digests/issues/{issue}/comments", input={"body": "one"}
    )


@pytest.mark.parametrize("status", [403, 429])
@pytest.mark.parametrize("retry_after", [None, 7])
def test_a_secondary_limit_comes_with_and_without_a_time(
    double: Double, issue: int, status: int, retry_after: int | None
) -> None:
    double.faults.append(instead(faults.secondary_limit(status, retry_after), COMMENT))
    with connect(double) as github, pytest.raises(GithubException, match="exceeded a secondary rate limit") as error:
        ask_comment(github, issue)
    expected = None if retry_after is None else str(retry_after)
    assert (status, expected) == (error.value.status, (error.value.headers or {}).get("retry-after"))
    assert (status == 403) == isinstance(error.value, RateLimitExceededException), "PyGithub knows 403 only"
    assert [] == comments(double)


def test_the_hours_requests_may_be_used_up(double: Double, issue: int) -> None:
    double.faults.append(instead(faults.primary_limit(double.hub)))
    response = ask(double, "GET", f"/issues/{issue}")
    assert (403, "0") == (response.status, response.headers["X-RateLimit-Remaining"])
    assert int(response.headers["X-RateLimit-Reset"]) > double.hub.clock().timestamp()


def test_a_head_may_move_just_before_a_call(double: Double, github: Github) -> None:
    double.branch("draft")
    double.faults.append(faults.head_moved("draft", operation="graphql/createCommitOnBranch"))
    with pytest.raises(GithubException) as error:
        commit(github, commit_input(double, "draft", {"a.md": "a\n"}))
    assert "STALE_DATA" == error.value.data["errors"][0]["type"]
    commit(github, commit_input(double, "draft", {"a.md": "a\n"}))
    assert "a.md\nmoved.md" == double.git("diff", "--name-only", "main", "draft")


def test_a_fault_may_strike_a_whole_family_of_calls_forever(double: Double, issue: int) -> None:
    double.faults.append(instead(BAD_GATEWAY, "git/*", nth=2, times=faults.FOREVER))
    statuses = [ask(double, "GET", "/git/ref/heads/main").status for _ in range(4)]
    assert ([200, 502, 502, 502], 200) == (statuses, ask(double, "GET", f"/issues/{issue}").status)


def test_a_fault_may_do_anything_before_a_call(double: Double, issue: int) -> None:
    double.faults.append(Fault(before=lambda hub, call: hub.close(hub.issues[issue], "ada"), operation="issues/get"))
    assert "closed" == ask(double, "GET", f"/issues/{issue}").json["state"]


# A flow that is killed after every call


def flow(double: Double) -> None:
    """A flow that looks before it writes."""
    with connect(double) as github:
        repository = github.get_repo("harbour/digests")
        branches = {branch.name: branch.commit.sha for branch in repository.get_branches()}
        if "draft" not in branches:
            repository.create_git_ref("refs/heads/draft", branches["main"])
        if "digests/new.md" not in [entry.path for entry in repository.get_git_tree("draft", recursive=True).tree]:
            commit(github, commit_input(double, "draft", {"digests/new.md": "# New\n"}))
        pulls = list(repository.get_pulls(state="all", head="harbour:draft"))
        pull = pulls[0] if pulls else repository.create_pull("main", "draft", title="New")
        if not pull.labels:
            pull.add_to_labels("digest")


def state(double: Double) -> list[object]:
    issues = [(issue.title, issue.labels, issue.state) for issue in double.hub.issues.values()]
    return [double.git("rev-parse", "draft^{tree}"), double.git("rev-list", "--count", "draft"), issues]


CALLS = 8


@pytest.fixture(scope="module")
def undisturbed() -> Iterator[list[object]]:
    with Double(FILES) as double:
        flow(double)
        assert len(double.calls) == CALLS
        yield state(double)


@pytest.mark.parametrize("calls", range(CALLS))
def test_a_flow_killed_after_any_call_ends_the_same_when_it_runs_again(
    double: Double, undisturbed: list[object], calls: int
) -> None:
    double.faults.append(faults.dead_after(calls))
    with pytest.raises(requests.ConnectionError):
        flow(double)
    double.faults.clear()
    flow(double)
    assert undisturbed == state(double)


def test_a_hook_counts_the_calls_and_may_keep_an_answer_back(double: Double, issue: int) -> None:
    seen = []

    def hook(number: int) -> None:
        seen.append(number)
        if number == 2:
            raise faults.NoAnswer

    double.on_call(hook)
    assert 201 == ask(double, "POST", f"/issues/{issue}/comments", {"body": "one"}).status
    with pytest.raises(ConnectionError):
        ask(double, "POST", f"/issues/{issue}/comments", {"body": "two"})
    assert ([1, 2], ["one"]) == (seen, comments(double))


def test_the_client_may_be_interrupted_after_the_effect(double: Double, issue: int) -> None:
    double.faults.append(faults.interrupted(COMMENT))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a run in the background would ignore it
    try:
        with connect(double) as github, pytest.raises(KeyboardInterrupt):
            ask_comment(github, issue)
            time.sleep(1)
    finally:
        signal.signal(signal.SIGINT, before)
    assert ["one"] == comments(double)


def test_the_client_may_get_a_runners_second_signal(double: Double) -> None:
    got = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: got.append(number))
    try:
        double.on_call(lambda number: faults.interrupt_client(signal.SIGTERM))
        assert 200 == ask(double, "GET", "").status
    finally:
        signal.signal(signal.SIGTERM, before)
    assert [signal.SIGTERM] == got
