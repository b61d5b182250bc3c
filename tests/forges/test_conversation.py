"""The talk with who asked, driven as it is against the double: one reaction, one reply, whatever happens in between."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.errors import BotError, CommandError, Elsewhere, ForgeError
from bot.forges import github
from bot.forges.github.conversation import Conversation, conversation
from bot.forges.github.event import DASHBOARD, Asked, asked
from bot.forges.github.settings import Settings
from bot.forges.github.words import LONGEST_BODY
from bot.model import Draft, Proposal, Role
from tests.github import faults, people
from tests.github.access import ACTIONS_BOT, Token
from tests.github.double import MAINTAINER, WORKFLOW, WRITES, Double
from tests.github.exchange import Reply
from tests.github.faults import BAD_GATEWAY, RESET, SILENCE, Fault, afterwards, instead, secondary_limit

EDITION, BRANCH, PAGE = "harbour-2026", "digest/harbour-2026", "digests/harbour-2026.md"
PULL, ISSUE = 1, 2
SAID = "issues/create-comment"
RESAID = "issues/update-comment"
REACTED = "reactions/create-for-issue-comment"
MUTATION = "graphql/createCommitOnBranch"


@pytest.fixture
def double() -> Iterator[Double]:
    with started() as double:
        yield double


def started() -> Double:
    """A digest's pull request (1) and the dashboard (2). Fails at its end if anything broke GitHub's description."""
    double = Double()
    double.branch(BRANCH)
    double.edit(BRANCH, PAGE, "# Harbour\n")
    double.open_pull(BRANCH, title="Digest: Harbour 2026", by=ACTIONS_BOT)
    double.open_issue("Dashboard", "- [ ] draft harbour-2026\n", by=ACTIONS_BOT)
    double.hub.labels[DASHBOARD] = people.views.Label(id=1, name=DASHBOARD, color="ededed")
    double.hub.issues[ISSUE].labels = [DASHBOARD]
    double.permission["ada"] = "write"
    return double


def heard(double: Double, number: int = PULL, text: str = "/drop 3", by: str = "ada") -> Asked:
    """A person comments; what its event asks."""
    found = asked("issue_comment", double.comment(number, text, by=by))
    assert isinstance(found, Asked)
    return found


def ticked(double: Double) -> Asked:
    """A person ticks a box of the dashboard."""
    issue = double.hub.issues[ISSUE]
    before, issue.body, issue.updated = issue.body, "- [x] draft harbour-2026\n", double.hub.now()
    sender, shown = people.views.user(double.hub, "ada"), people.thread(double.hub, issue)
    event = {"action": "edited", "issue": shown, "changes": {"body": {"from": before}}, "sender": sender}
    found = asked("issues", event)
    assert isinstance(found, Asked)
    return found


def talk(double: Double, ask: Asked, waits: list[float] | None = None, **changes: Any) -> Conversation:
    settings = Settings(repository="harbour/digests", token=WORKFLOW, api=double.base)
    return conversation(replace(settings, **changes), ask, (waits if waits is not None else []).append)


def writes(double: Double) -> list[str]:
    return [call.operation for call in double.calls if call.method != "GET"]


def replies(double: Double) -> list[str]:
    return [comment.body for comment in double.hub.comments.values() if comment.body.startswith("<!-- reply-to")]


def failed(act: Callable[[], object], error: type[BotError] = ForgeError) -> BotError:
    with pytest.raises(error) as caught:
        act()
    return caught.value


# Where it was asked


def test_a_comment_on_a_digest_is_about_its_edition(double: Double) -> None:
    assert EDITION == talk(double, heard(double)).edition()
    assert ["issues/get-comment", "pulls/get"] == [call.operation for call in double.calls]


def test_a_comment_on_the_dashboard_is_about_no_edition(double: Double) -> None:
    assert "" == talk(double, heard(double, ISSUE, "/draft harbour-2026")).edition()


def test_a_tick_is_about_no_edition_and_another_tick_right_after_it_takes_nothing_away(double: Double) -> None:
    ask = ticked(double)
    double.hub.issues[ISSUE].body = "- [x] draft harbour-2026\n- [x] skip quay-2026\n"
    assert "" == talk(double, ask).edition()


def test_a_pull_request_by_a_person_from_a_branch_here_counts(double: Double) -> None:
    double.hub.issues[PULL].login = "bo"
    assert EDITION == talk(double, heard(double)).edition()


def test_an_addendum_is_no_place_for_commands_and_says_what_is(double: Double) -> None:
    double.branch("addendum/harbour-2026-1")
    double.edit("addendum/harbour-2026-1", PAGE, "# Harbour, amended\n")
    number = double.open_pull("addendum/harbour-2026-1")
    ask = heard(double, number)
    error = failed(talk(double, ask).edition, Elsewhere)
    assert "this is an addendum to a digest that is published" in str(error)
    double.close(number)
    assert CommandError is type(failed(talk(double, ask).edition, CommandError))


def test_a_comment_that_was_changed_since_is_not_obeyed(double: Double) -> None:
    ask = heard(double)
    double.revise(ask.comment, "/drop 4")
    assert "changed or deleted" in str(failed(talk(double, ask).edition, CommandError))


def test_a_comment_that_was_deleted_since_is_not_obeyed(double: Double) -> None:
    ask = heard(double)
    del double.hub.comments[ask.comment]
    assert "write it as a new comment" == failed(talk(double, ask).edition, CommandError).hint


@pytest.mark.parametrize("branch", ["draft", "digest/Harbour", "digest/a--b", "digest/a/b", "my-digest/a", "digest/-a"])
def test_another_branchs_pull_request_is_none_of_the_bots_business(double: Double, branch: str) -> None:
    double.branch(branch, BRANCH)
    ask = heard(double, double.open_pull(branch))
    assert "#3 is not a digest's pull request" == str(failed(talk(double, ask).edition, CommandError))


@pytest.mark.parametrize("home", [None, "stranger/digests"])
def test_a_forks_pull_request_is_refused_whatever_its_branch_is_called(
    double: Double, home: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def end(hub: Any, branch: str, sha: str) -> dict[str, Any]:
        away = people.views.repository(hub) | {"full_name": home} if home else None
        return shown(hub, branch, sha) | ({"repo": away} if branch == BRANCH else {})

    shown = people.views.end
    monkeypatch.setattr(people.views, "end", end)
    assert "is not a digest's" in str(failed(talk(double, heard(double)).edition, CommandError))
    if home is None:
        double.violations.clear()  # the description does not say that the fork can be gone


@pytest.mark.parametrize("end", [lambda double: double.close(PULL), lambda double: double.merge(PULL)])
def test_a_pull_request_that_is_closed_by_now_takes_no_commands(double: Double, end: Callable[[Double], None]) -> None:
    ask = heard(double)
    end(double)
    assert "#1 is closed" == str(failed(talk(double, ask).edition, CommandError))


def test_an_issue_that_is_not_the_dashboard_any_more_takes_no_commands(double: Double) -> None:
    for ask in (heard(double, ISSUE), ticked(double)):
        double.hub.issues[ISSUE].labels = []
        assert "#2 is not the dashboard" == str(failed(talk(double, ask).edition, CommandError))
        double.hub.issues[ISSUE].labels = [DASHBOARD]
    double.close(ISSUE)
    failed(talk(double, ask).edition, CommandError)


# What they may do


@pytest.mark.parametrize(
    ("permission", "expected"),
    [
        ("admin", Role.MAINTAINER),
        ("maintain", Role.MAINTAINER),
        ("write", Role.MAINTAINER),
        ("triage", Role.READER),
        ("read", Role.READER),
        ("none", Role.READER),
        (None, Role.READER),
    ],
)
def test_only_who_may_write_is_a_maintainer(double: Double, permission: str | None, expected: Role) -> None:
    double.permission["bo"] = permission
    assert expected == talk(double, heard(double)).role("bo")


def test_the_role_is_that_of_the_moment(double: Double) -> None:
    here = talk(double, heard(double))
    assert Role.MAINTAINER == here.role("ada")
    double.permission["ada"] = "read"
    assert Role.READER == here.role("ada")


@pytest.mark.parametrize("login", ["", "..", "ada/permission?x=", "a b", "dependabot[bot]"])
def test_a_name_that_is_not_a_persons_is_not_even_asked_about(double: Double, login: str) -> None:
    assert (Role.READER, []) == (talk(double, heard(double)).role(login), double.calls)


@pytest.mark.parametrize("status", [401, 403, 500])
def test_a_role_that_github_does_not_tell_is_no_role(double: Double, status: int) -> None:
    double.faults.append(instead(faults.error(status, "No"), times=faults.FOREVER))
    failed(lambda: talk(double, heard(double)).role("ada"))


# The reaction


def test_the_comment_gets_one_reaction(double: Double) -> None:
    ask = heard(double)
    for _ in range(2):
        talk(double, ask).react()
    given = double.hub.comments[ask.comment].reactions
    assert ([(ACTIONS_BOT, "eyes")], [REACTED]) == ([(each.login, each.content) for each in given], writes(double))


def test_peoples_reactions_are_not_taken_for_the_bots(double: Double) -> None:
    ask = heard(double)
    people_ = [people.views.Reaction(id=n, login=f"p{n}", content="eyes", created=double.hub.now()) for n in (1, 2)]
    double.hub.comments[ask.comment].reactions.extend(people_)
    talk(double, ask).react()
    assert 3 == len(double.hub.comments[ask.comment].reactions)


def test_an_edit_bears_no_reaction(double: Double) -> None:
    talk(double, ticked(double)).react()
    assert [] == double.calls


# The reply


def test_the_reply_is_one_comment_that_is_edited(double: Double) -> None:
    ask = heard(double)
    address = talk(double, ask).say("Working on it.")
    assert address.startswith("https://github.com/harbour/digests/pull/1#issuecomment-")
    assert [f"<!-- reply-to {ask.comment} -->\nWorking on it."] == replies(double)
    assert address == talk(double, ask).say("Done: dropped pick 3.")
    assert [f"<!-- reply-to {ask.comment} -->\nDone: dropped pick 3."] == replies(double)
    assert [SAID, RESAID] == writes(double)


def test_the_same_words_are_not_written_again(double: Double) -> None:
    ask = heard(double)
    first = talk(double, ask).say("Nothing changed.\n")
    assert first == talk(double, ask).say("Nothing changed.")
    (reply,) = (each for each in double.hub.comments.values() if each.login == ACTIONS_BOT)
    reply.body = reply.body.replace("\n", "\r\n")
    assert first == talk(double, ask).say("Nothing changed.")
    assert [SAID] == writes(double)


def test_each_comment_and_each_edit_has_a_reply_of_its_own(double: Double) -> None:
    asks = [heard(double), heard(double), heard(double, ISSUE, "/help"), ticked(double), ticked(double)]
    for ask in asks:
        talk(double, ask).say("Working on it.")
        talk(double, ask).say("Done.")
    assert 5 == len(replies(double)) == len(set(replies(double)))
    assert [PULL, PULL, ISSUE, ISSUE, ISSUE] == [
        comment.number for comment in double.hub.comments.values() if comment.login == ACTIONS_BOT
    ]


def test_a_reply_never_begins_with_a_command_and_asks_for_nothing(double: Double) -> None:
    talk(double, heard(double)).say("/drop 1\n/drop 2")
    (body,) = replies(double)
    assert not body.startswith("/")
    assert "The comment is a reply of the bot." == asked("issue_comment", double.comment(PULL, body, by="ada"))


@pytest.mark.parametrize("author", ["ada", "mallory"])
def test_the_mark_in_a_persons_comment_is_worth_nothing(double: Double, author: str) -> None:
    ask = heard(double)
    forged = f"<!-- reply-to {ask.comment} -->\nDone, trust me."
    double.comment(PULL, forged, by=author)
    talk(double, ask).say("Working on it.")
    talk(double, ask).say("Done.")
    assert [forged, f"<!-- reply-to {ask.comment} -->\nDone."] == replies(double)


def test_an_account_that_is_gone_is_not_the_bots(double: Double) -> None:
    assert (False, []) == (talk(double, heard(double)).client.is_own(None), double.calls)


def test_a_bots_comment_that_only_quotes_the_mark_is_left_alone(double: Double) -> None:
    ask = heard(double)
    quoted = f"> <!-- reply-to {ask.comment} -->\n> Done."
    double.hub.comment(PULL, "quoting[bot]", quoted)
    talk(double, ask).say("Done.")
    assert quoted in [comment.body for comment in double.hub.comments.values()]
    assert 1 == len(replies(double))


def test_an_app_finishes_what_the_workflow_began(double: Double) -> None:
    double.tokens["app"] = Token(login="digests[bot]", permissions=WRITES)
    ask = heard(double)
    address = talk(double, ask).say("Working on it.")
    assert address == talk(double, ask, token="app").say("Done.")
    assert 1 == len(replies(double))


def test_with_a_persons_token_that_persons_reply_is_the_one_and_nobody_elses(double: Double) -> None:
    ask = heard(double, by="bo")
    first = talk(double, ask, token=MAINTAINER).say("Working on it.")
    double.comment(PULL, f"<!-- reply-to {ask.comment} -->\nForged", by="mallory")
    assert first == talk(double, ask, token=MAINTAINER).say("Done.")
    assert [f"<!-- reply-to {ask.comment} -->\nDone.", f"<!-- reply-to {ask.comment} -->\nForged"] == replies(double)
    talk(double, ask, token=MAINTAINER).react()
    talk(double, ask, token=MAINTAINER).react()
    assert [SAID, RESAID, REACTED] == writes(double)


def test_the_reply_is_found_behind_many_comments(double: Double) -> None:
    for number in range(120):
        double.hub.comment(PULL, "ada", f"Before {number}")
    ask = heard(double)
    for number in range(120):
        double.hub.comment(PULL, "ada", f"After {number}")
    first = talk(double, ask).say("Working on it.")
    before = len(double.calls)
    assert first == talk(double, ask).say("Done.")
    listed = [call.operation for call in double.calls[before:]]
    assert ["issues/list-comments", "issues/list-comments", "users/get-authenticated", RESAID] == listed


@pytest.mark.parametrize("block", ["word\n", "x", "🌊", "<details>\n\n"])
@pytest.mark.parametrize("size", [59_000, 60_000, 65_536, 300_000])
def test_a_reply_that_is_too_long_is_cut_where_one_sees_it(double: Double, block: str, size: int) -> None:
    ask = heard(double)
    talk(double, ask).say((block * size)[:size])
    (body,) = replies(double)
    assert len(body) <= LONGEST_BODY
    assert (size > 59_900) == ("**Cut here:** a comment cannot hold more." in body)


def test_a_reply_that_was_cut_is_known_again(double: Double) -> None:
    ask = heard(double)
    for _ in range(2):
        talk(double, ask).say("🌊\n" * 90_000)
    assert [SAID] == writes(double)


# What a person must change


@pytest.mark.parametrize(
    ("number", "lacking", "kind"), [(PULL, "pull-requests", "Pull requests"), (ISSUE, "issues", "Issues")]
)
@pytest.mark.parametrize("act", [lambda here: here.say("Done."), lambda here: here.react()])
def test_the_permission_that_is_missing_is_named(
    double: Double, number: int, lacking: str, kind: str, act: Callable[[Conversation], object]
) -> None:
    """Each with the other one in hand: `issues: write` does not let anyone comment on a pull request."""
    double.tokens[WORKFLOW] = Token(permissions=WRITES | {lacking: "read"})
    hint = failed(lambda: act(talk(double, heard(double, number)))).hint
    assert f"`{lacking}: write`" in hint and f"“{kind}”" in hint


@pytest.mark.parametrize(("number", "need"), [(PULL, "pull-requests: read"), (ISSUE, "issues: read")])
def test_in_a_private_repository_the_permission_to_read_is_named(double: Double, number: int, need: str) -> None:
    double.settings.private = True
    double.tokens[WORKFLOW] = Token(permissions={"contents": "read"})
    here = talk(double, heard(double, number))
    # GitHub does not say that there is something that one may not see.
    assert "changed or deleted" in str(failed(here.edition, CommandError))
    assert need in failed(lambda: here.say("Done.")).hint


def test_a_conversation_that_is_locked_is_named(double: Double) -> None:
    locked = faults.error(403, "Unable to create comment because issue is locked.")
    double.faults.append(instead(locked, SAID, times=faults.FOREVER))
    assert failed(lambda: talk(double, heard(double)).say("Done.")).hint.startswith("unlock the conversation")


def test_the_token_is_never_shown(double: Double) -> None:
    here = talk(double, heard(double), token="ghs_secret")
    error = failed(lambda: here.say("Done."))
    assert "ghs_secret" not in f"{here!r} {error!r} {error.hint} {error.__cause__!r} {error.__context__!r}"


# Killed and struck at every call: to hear is to look, react and say; to answer is to commit and say

WORDS = {PAGE: "# Harbour\n\nWithout pick 3.\n"}


def hear(double: Double, ask: Asked, **changes: Any) -> None:
    here = talk(double, ask, **changes)
    here.edition()
    here.role(ask.author)
    here.react()
    here.say("Working on it.")


def answer(double: Double, ask: Asked) -> None:
    here = talk(double, ask)
    forge = github.connect(here.client.settings, here.edition() or EDITION, here.client.sleep)
    forge.files(WORDS)
    draft = Draft(edition=EDITION, files=WORDS)
    forge.put(Proposal(edition=EDITION, title="Digest: Harbour 2026", body="The picks.", draft=draft))
    here.say("Done: dropped pick 3.")


FLOWS = {"hear": hear, "answer": answer}
PLACES = {
    "pull request": heard,
    "dashboard": lambda double: heard(double, ISSUE, f"/draft {EDITION}"),
    "tick": ticked,
}
ROADS = [(flow, place) for flow in FLOWS for place in PLACES]


def begun(double: Double, flow: str, place: str) -> Asked:
    """Where a flow begins: an answer, after somebody was heard."""
    ask = PLACES[place](double)
    if flow == "answer":
        hear(double, ask)
    double.calls.clear()
    return ask


def state(double: Double) -> list[object]:
    """What a person sees in the end, without the numbers that GitHub gives."""
    comments = [
        (each.number, each.login, each.body, [(mark.login, mark.content) for mark in each.reactions])
        for each in double.hub.comments.values()
    ]
    issues = [(issue.title, issue.body, sorted(issue.labels), issue.state) for issue in double.hub.issues.values()]
    return [comments, issues, double.git("rev-parse", f"{BRANCH}^{{tree}}"), double.git("rev-list", "--count", BRANCH)]


Ends = dict[tuple[str, str], tuple[list[object], list[str]]]


@pytest.fixture(scope="module")
def undisturbed() -> Ends:
    """By road: how it ends, and the operations that it takes."""
    ends: Ends = {}
    for road in ROADS:
        with started() as double:
            FLOWS[road[0]](double, begun(double, *road))
            ends[road] = (state(double), [call.operation for call in double.calls])
    return ends


@pytest.mark.parametrize("road", ROADS)
def test_a_second_run_writes_nothing(undisturbed: Ends, double: Double, road: tuple[str, str]) -> None:
    ask = begun(double, *road)
    for _ in range(2):
        FLOWS[road[0]](double, ask)
    assert undisturbed[road][0] == state(double)
    assert [name for name in undisturbed[road][1] if "/get" not in name and "/list" not in name] == writes(double)


@pytest.mark.parametrize("road", ROADS)
def test_a_run_killed_after_any_call_is_finished_by_the_next(undisturbed: Ends, road: tuple[str, str]) -> None:
    expected, operations = undisturbed[road]
    assert 1 == str(expected[0]).count("<!-- reply-to")
    for calls in range(len(operations)):
        with started() as double:
            ask = begun(double, *road)
            double.faults.append(faults.dead_after(calls))
            failed(lambda: FLOWS[road[0]](double, ask))  # noqa: B023
            double.faults.clear()
            FLOWS[road[0]](double, ask)
            assert expected == state(double), f"killed after {calls} calls"


STRUCK = [
    (("hear", "pull request"), REACTED),
    (("hear", "pull request"), SAID),
    (("hear", "dashboard"), SAID),
    (("hear", "tick"), SAID),
    (("answer", "pull request"), MUTATION),
    (("answer", "pull request"), RESAID),
    (("answer", "tick"), RESAID),
]


@pytest.mark.parametrize(("road", "operation"), STRUCK)
@pytest.mark.parametrize("make", [instead, afterwards])
@pytest.mark.parametrize("reply", [BAD_GATEWAY, RESET])
def test_a_write_whose_answer_is_lost_is_done_once(
    double: Double,
    undisturbed: Ends,
    road: tuple[str, str],
    operation: str,
    make: Callable[..., Fault],
    reply: Reply,
) -> None:
    ask = begun(double, *road)
    double.faults.append(make(reply, operation))
    FLOWS[road[0]](double, ask)
    assert undisturbed[road][0] == state(double)
    assert writes(double).count(operation) == (1 if make is afterwards else 2)
    looked = [call.operation for call in double.calls]
    assert "/list" in looked[looked.index(operation) + 1] or "/get" in looked[looked.index(operation) + 1]


@pytest.mark.parametrize(("road", "operation"), STRUCK)
@pytest.mark.parametrize("make", [faults.half, faults.garbled])
def test_a_write_whose_answer_is_broken_is_done_once(
    double: Double, undisturbed: Ends, road: tuple[str, str], operation: str, make: Callable[..., Fault]
) -> None:
    ask = begun(double, *road)
    double.faults.append(make(operation))
    FLOWS[road[0]](double, ask)
    assert undisturbed[road][0] == state(double)


@pytest.mark.parametrize(("road", "operation"), STRUCK[:2])
@pytest.mark.parametrize("make", [instead, afterwards])
def test_a_write_that_is_never_answered_is_done_once(
    double: Double, undisturbed: Ends, road: tuple[str, str], operation: str, make: Callable[..., Fault]
) -> None:
    ask = begun(double, *road)
    double.faults.append(make(SILENCE, operation))
    hear(double, ask, seconds=1)
    assert undisturbed[road][0] == state(double)


@pytest.mark.parametrize(("road", "operation"), STRUCK)
def test_a_write_is_repeated_twice_at_most(double: Double, road: tuple[str, str], operation: str) -> None:
    ask = begun(double, *road)
    double.faults.append(instead(BAD_GATEWAY, operation, times=faults.FOREVER))
    failed(lambda: FLOWS[road[0]](double, ask))
    assert 3 == writes(double).count(operation)


@pytest.mark.parametrize("place", PLACES)
def test_a_read_whose_answer_is_lost_is_repeated(undisturbed: Ends, place: str) -> None:
    expected, operations = undisturbed["hear", place]
    for nth, operation in enumerate(operations, 1):
        if operation not in (SAID, REACTED):
            for fault in (instead(BAD_GATEWAY, nth=nth), instead(RESET, nth=nth), faults.half(nth=nth)):
                with started() as double:
                    ask = begun(double, "hear", place)
                    double.faults.append(fault)
                    hear(double, ask)
                    assert expected == state(double)


@pytest.mark.parametrize("status", [403, 429])
@pytest.mark.parametrize(("retry_after", "expected"), [(7, 7.0), (None, 60.0)])
def test_a_rate_limit_is_obeyed_at_every_call(
    undisturbed: Ends, status: int, retry_after: int | None, expected: float
) -> None:
    road = ("answer", "pull request")
    for nth in range(1, len(undisturbed[road][1]) + 1):
        with started() as double:
            ask = begun(double, *road)
            double.faults.append(instead(secondary_limit(status, retry_after), nth=nth))
            waits: list[float] = []
            here = talk(double, ask, waits)
            settings = here.client.settings
            forge = github.connect(settings, here.edition(), waits.append)
            forge.files(WORDS)
            draft = Draft(edition=EDITION, files=WORDS)
            forge.put(Proposal(edition=EDITION, title="Digest: Harbour 2026", body="The picks.", draft=draft))
            here.say("Done: dropped pick 3.")
            assert [expected] == [wait for wait in waits if wait != 1.0], f"at call {nth}"
            assert undisturbed[road][0] == state(double), f"at call {nth}"


@pytest.mark.parametrize("flow", FLOWS)
def test_a_page_instead_of_an_answer_is_one_clear_sentence(undisturbed: Ends, flow: str) -> None:
    page = Reply(headers={"Content-Type": "text/html"}, body=b"<html>Please sign in</html>")
    for place in ("pull request", "tick"):
        for operation in sorted({*undisturbed[flow, place][1]} - {"issues/add-labels"}):
            with started() as double:
                ask = begun(double, flow, place)
                double.faults.append(instead(page, operation, times=faults.FOREVER))
                failed(lambda: FLOWS[flow](double, ask))  # noqa: B023


def test_every_write_waits_its_turn(double: Double) -> None:
    waits: list[float] = []
    here = talk(double, heard(double), waits)
    here.react()
    here.say("Working on it.")
    here.say("Done.")
    assert [1.0] * 3 == waits
