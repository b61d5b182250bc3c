"""respond.yml, really run: a comment comes in, and the jobs do what follows, each with its own few rights."""

from tests.desk import KEY, PFC
from tests.github import people
from tests.github.access import Token
from tests.github.double import Double
from tests.newsdesk import BRANCH, Newsdesk
from tests.workflows.payloads import Payload
from tests.workflows.runner import MODEL_KEY, Runner

ALL_WELL = {"hear": "success", "work": "success", "answer": "success"}
EVIL = """/drop 1"; touch owned; $(touch owned) `touch owned`
::error file=config.yml::owned
/regenerate core ${{ secrets.OPENAI_API_KEY }} %0A::add-mask::e
"""


def ticked(double: Double, box: str) -> Payload:
    """Ada ticks a box on the dashboard, the newest issue."""
    issue = double.hub.issues[max(double.hub.issues)]
    before = issue.body or ""
    issue.body = before.replace(f"- [ ] {box}", f"- [x] {box}")
    assert issue.body != before, before
    sender = people.views.user(double.hub, "ada")
    changes = {"body": {"from": before}}
    return {"action": "edited", "issue": people.thread(double.hub, issue), "changes": changes, "sender": sender}


def test_a_maintainers_command_is_heard_carried_out_and_answered(
    double: Double, desk: Newsdesk, pull: int, runner: Runner
) -> None:
    before = len(double.calls)
    run = runner.run("respond", "issue_comment", double.comment(pull, "Thank you!\r\n\r\n/drop 1\r\n"))
    assert ALL_WELL == run.results, run.said
    assert [
        "hear: reactions/create-for-issue-comment",
        "hear: issues/create-comment",
        "answer: graphql/createCommitOnBranch",
        "answer: pulls/update",
        "answer: issues/update-comment",
    ] == runner.writes(before)
    (reply,) = desk.replies
    assert "**Done.**" in reply
    assert f"### 1. {PFC}" not in desk.page


def test_a_comment_is_reacted_to_before_its_turn_comes_and_once(double: Double, pull: int, runner: Runner) -> None:
    event, wrote = double.comment(pull, "/drop 1"), []
    for workflow in ("react", "react", "respond"):
        before = len(double.calls)
        run = runner.run(workflow, "issue_comment", event)
        assert {"success"} == {*run.results.values()}, run.said
        wrote.append(runner.writes(before))
    assert [["react: reactions/create-for-issue-comment"], []] == wrote[:2]
    assert "hear: issues/create-comment" == wrote[2][0]


def test_an_outsider_is_refused_and_no_word_of_theirs_reaches_a_shell_or_the_runner(
    double: Double, desk: Newsdesk, pull: int, runner: Runner
) -> None:
    head = double.git("rev-parse", BRANCH)
    run = runner.run("respond", "issue_comment", double.comment(pull, EVIL, by="mallory"))
    assert {"hear": "success"} == run.results, run.said  # nothing that holds the model's key has begun
    assert head == double.git("rev-parse", BRANCH)
    (reply,) = desk.replies
    assert "mallory" in reply
    assert [] == list(runner.folder.rglob("owned"))
    assert [] == run.commands
    assert MODEL_KEY not in run.said + reply


def test_when_the_machine_dies_the_answer_says_so(double: Double, desk: Newsdesk, pull: int, runner: Runner) -> None:
    runner.dies = "respond"
    run = runner.run("respond", "issue_comment", double.comment(pull, "/drop 1"))
    assert {"hear": "success", "work": "failure", "answer": "failure"} == run.results, run.said
    (reply,) = desk.replies
    assert "**Failed.**" in reply and "/actions/runs/1" in reply


def test_talk_and_bots_start_nothing(double: Double, pull: int, runner: Runner) -> None:
    before = len(double.calls)
    for text, by in (("Looks good to me.", "ada"), ("/drop 1", "helper[bot]")):
        for workflow in ("respond", "react"):
            assert {} == runner.run(workflow, "issue_comment", double.comment(pull, text, by)).results
    assert before == len(double.calls)


def test_with_a_github_app_it_is_the_app_that_commits(
    double: Double, desk: Newsdesk, pull: int, runner: Runner
) -> None:
    runner.variables = {"APP_CLIENT_ID": "Iv1.harbour"}
    rights = {"contents": "write", "issues": "write", "pull-requests": "write"}
    double.tokens["token-of-the-app"] = Token(login="digests[bot]", permissions=rights)
    before = len(double.calls)
    run = runner.run("respond", "issue_comment", double.comment(pull, "/drop 1"))
    assert ALL_WELL == run.results, run.said
    assert {"hear", "the-app"} == {written.split(":")[0] for written in runner.writes(before)}
    assert "digests[bot]" == double.git("log", "-1", "--format=%an", BRANCH)
    (reply,) = desk.replies
    assert "**Done.**" in reply


def test_a_box_that_is_ticked_on_the_dashboard_has_an_edition_drafted(
    double: Double, desk: Newsdesk, pull: int, runner: Runner
) -> None:
    desk.report()
    before = len(double.calls)
    run = runner.run("respond", "issues", ticked(double, f"draft `{KEY}`"))
    assert ALL_WELL == run.results, run.said
    (reply,) = desk.replies
    assert f"{KEY} is drafted" in reply and f"/pull/{pull}" in reply
    assert {"hear: issues/create-comment", "answer: issues/update-comment", "answer: issues/update"} == set(
        runner.writes(before)
    )
