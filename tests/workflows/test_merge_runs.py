"""check.yml and publish.yml, really run: what a person's edit is told before the merge, and what the merge sets off."""

from tests.desk import DEMO, KEY, PAGE
from tests.github.client import ask
from tests.github.double import Double
from tests.newsdesk import BRANCH, Newsdesk
from tests.workflows.payloads import Payload
from tests.workflows.runner import Runner

ALL_WELL = {"check": "success", "preview": "success", "name": "success"}


def pushed(double: Double, pull: int) -> Payload:
    """The event that a push to the pull request sends."""
    return {"action": "synchronize", "number": pull, "pull_request": ask(double, "GET", f"/pulls/{pull}").json}


def test_an_edit_that_the_source_does_not_bear_out_is_annotated_and_blocks_nothing(
    double: Double, desk: Newsdesk, pull: int, runner: Runner
) -> None:
    desk.edit("97 percent", "98 percent")
    line = next(number for number, text in enumerate(desk.page.splitlines(), 1) if "98 percent" in text)
    event, before = pushed(double, pull), len(double.calls)
    run = runner.run("check", "pull_request", event)
    assert ALL_WELL == run.results, run.said
    (found,) = double.hub.check_runs.values()
    assert "neutral" == found["conclusion"]
    assert (PAGE, line) in {(each["path"], each["start_line"]) for each in found["output"]["annotations"]}
    assert ["check: checks/create", "name: issues/create-comment"] == sorted(runner.writes(before))


def test_an_edit_in_a_fork_whose_token_may_not_write_is_annotated_by_the_log(
    double: Double, desk: Newsdesk, pull: int, runner: Runner
) -> None:
    desk.edit("97 percent", "98 percent")
    runner.is_for_fork = True
    run = runner.run("check", "pull_request", pushed(double, pull))
    assert ALL_WELL == run.results, run.said
    assert {} == double.hub.check_runs
    (told,) = run.commands
    assert told.startswith(f"check: ::warning file={PAGE},line=") and "98 percent" in told
    assert [] == desk.replies
    assert "This token may write no comment (a fork's never may)" in run.said


def test_every_pull_request_shows_how_its_digests_will_look_even_one_from_a_fork(
    double: Double, desk: Newsdesk, pull: int, runner: Runner
) -> None:
    desk.edit("97 percent", "98 percent")
    for runner.is_for_fork in (False, True):
        before = len(double.calls)
        run = runner.run("check", "pull_request", pushed(double, pull))
        assert ALL_WELL == run.results, run.said
        page = (runner.artifacts / "preview" / f"{KEY}.html").read_text()
        assert "98\N{NO-BREAK SPACE}percent" in page
        assert f"`{KEY}.html`" in run.summaries["preview"]
        assert "artifact `preview`" in run.summaries["check"]
        assert [] == [write for write in runner.writes(before) if write.startswith("preview")]


def test_the_preview_is_named_in_one_comment_that_asks_for_nothing_and_a_rerun_writes_nothing(
    double: Double, desk: Newsdesk, pull: int, runner: Runner
) -> None:
    events = [pushed(double, pull)]
    desk.edit("97 percent", "98 percent")
    events += [pushed(double, pull)] * 2
    named, seen = [], len(double.calls)
    for event in (events[1], events[2], events[0]):  # a push, the same again, and one that came before
        run = runner.run("check", "pull_request", event)
        assert ALL_WELL == run.results, run.said
        named.append([write for write in runner.writes(seen) if write.startswith("name")])
        seen = len(double.calls)
    assert [["name: issues/create-comment"], [], []] == named
    (comment,) = desk.replies
    assert f"/actions/runs/1/artifacts/42) shows `{KEY}` as of {double.git('rev-parse', BRANCH).strip()}" in comment
    assert {} == runner.run("respond", "issue_comment", double.comment(pull, comment, "github-actions[bot]")).results


def test_a_change_of_the_configuration_alone_has_no_preview(double: Double, pull: int, runner: Runner) -> None:
    double.branch("quieter")
    double.edit("quieter", "config.yml", (DEMO / "config.yml").read_text().replace("Demo digests", "Planted"))
    run = runner.run("check", "pull_request", pushed(double, double.open_pull("quieter")))
    assert {"check": "success", "preview": "success"} == run.results, run.said
    assert not (runner.artifacts / "preview").exists()
    assert "no preview" in run.summaries["preview"] and "artifact" not in run.summaries["check"]


def test_a_merge_publishes_the_site(double: Double, pull: int, runner: Runner) -> None:
    double.merge(pull)
    run = runner.run("publish", "push", {"ref": "refs/heads/main"})
    assert {"build": "success", "deploy": "success"} == run.results, run.said
    site = runner.artifacts / "github-pages"
    assert [] != [page for page in site.rglob("*.html") if KEY in page.as_posix()]
    assert [] == [path for path in site.rglob("*") if path.is_symlink()]
