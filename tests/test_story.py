"""Some weeks of one edition on GitHub, as its people see them: drafted, proposed, edited, updated, merged."""

import json
import os
import re
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import config, discover, jobs, pipeline
from bot.errors import ConfigError, ForgeError, Moved, Outdated, StoreError
from bot.forges import folder, github
from bot.web import recording
from tests.github.double import WORKFLOW, Double
from tests.github.faults import dead_after
from tests.newsdesk import Newsdesk, at_once

ROOT = Path(__file__).resolve().parent.parent
DEMO = ROOT / "tests" / "demo"
CONFIG = config.load(DEMO / "config.yml")
KEY, BRANCH, PAGE = "example-2026", "digest/example-2026", "digests/example-2026.md"


@pytest.fixture
def double() -> Iterator[Double]:
    """Fails the test at its end if anything broke GitHub's description."""
    with Double({"README.md": "# Digests\n"}) as double:
        yield double


def draft(out: Path, program: Path = DEMO / "recording") -> Path:
    """The drafting job: no token, a folder of its own."""
    held = recording.saved(program)
    edition = discover.edition(KEY, CONFIG.series)
    pipeline.draft(edition, held, CONFIG, folder.connect(out), lambda line: None, held.urls)
    return out


def propose(double: Double, drafted: Path) -> tuple[list[str], list[str]]:
    """The proposing job: what it wrote on GitHub, and what it said."""
    settings = github.Settings(repository="harbour/digests", token=WORKFLOW, api=double.base)
    forge, heard, before = github.connect(settings, KEY, sleep=lambda seconds: None), list[str](), len(double.calls)
    pipeline.propose_saved(KEY, folder.connect(drafted), forge, heard.append)
    return [call.operation for call in double.calls[before:] if call.method != "GET"], heard


def changed_program(folder_: Path) -> Path:
    """The program a week later: one talk has another title."""
    saved = recording.saved(DEMO / "recording")
    text = saved.page(saved.urls[0]).source
    schedule = (DEMO / "recording" / "schedule.json").read_text()
    folder_.mkdir()
    (folder_ / "schedule.json").write_text(schedule.replace("Losing Packets on Purpose", "Losing Packets Gladly"))
    (folder_ / "index.json").write_text(json.dumps({text.url: {"file": "schedule.json"}}))
    return folder_


def test_a_week_opens_a_pull_request_and_the_next_one_has_nothing_to_do(double: Double, tmp_path: Path) -> None:
    drafted = draft(tmp_path / "week-1")
    writes, _ = propose(double, drafted)
    assert 1 == writes.count("pulls/create") == writes.count("git/create-ref")
    assert (drafted / PAGE).read_text() == double.file(BRANCH, PAGE)
    (issue,) = double.hub.issues.values()
    assert "Digest: Fernweh Networking Conference 2026" == issue.title
    assert "Losing Packets on Purpose" in issue.body
    assert {"digest", f"conf:{KEY}"} <= set(issue.labels)

    asked = len(double.calls)
    writes, heard = propose(double, draft(tmp_path / "week-2"))
    assert ([], "Changed nothing") == (writes, heard[-1])
    assert len(double.calls) - asked < 12


def test_the_program_changes_and_the_same_pull_request_follows(double: Double, tmp_path: Path) -> None:
    propose(double, draft(tmp_path / "week-1"))
    writes, _ = propose(double, draft(tmp_path / "week-2", changed_program(tmp_path / "program")))
    assert "pulls/create" not in writes and "pulls/update" in writes
    assert "Losing Packets Gladly" in (double.file(BRANCH, PAGE) or "")
    assert 1 == len(double.hub.issues)


def test_what_a_person_typed_in_the_browser_is_byte_for_byte_there_after_the_program_changed(
    double: Double, tmp_path: Path
) -> None:
    propose(double, draft(tmp_path / "week-1"))
    page = double.file(BRANCH, PAGE) or ""
    typed = page.replace("- **How:** Receivers report", "- **How:** In my  own words:\treceivers report", 1)
    assert typed != page
    double.edit(BRANCH, PAGE, typed, by="ada")
    _, heard = propose(double, draft(tmp_path / "week-2", changed_program(tmp_path / "program")))
    assert "In my  own words:\treceivers report" in (double.file(BRANCH, PAGE) or "")
    assert any(line.startswith("Kept as a person left it: ") for line in heard)
    assert "A person changed these" in next(iter(double.hub.issues.values())).body


def test_somebody_pushes_between_reading_and_writing_and_the_bot_plans_again(double: Double, tmp_path: Path) -> None:
    propose(double, draft(tmp_path / "week-1"))
    drafted = draft(tmp_path / "week-2", changed_program(tmp_path / "program"))
    settings = github.Settings(repository="harbour/digests", token=WORKFLOW, api=double.base)
    forge, pushes = github.connect(settings, KEY, sleep=lambda seconds: None), iter(range(2))
    read = forge.files

    class Crowded:
        """The forge, with somebody who pushes right after the bot's first two looks."""

        def files(self, paths: object) -> object:
            found = read(paths)  # type: ignore[arg-type]
            if (push := next(pushes, None)) is not None:
                double.edit(BRANCH, "notes.md", f"push {push}\n", by="ada")
            return found

        put = forge.put

    heard: list[str] = []
    pipeline.propose_saved(KEY, folder.connect(drafted), Crowded(), heard.append)  # type: ignore[arg-type]
    assert 2 == sum("planning again" in line for line in heard)
    assert "push 1\n" == double.file(BRANCH, "notes.md")
    assert "Losing Packets Gladly" in (double.file(BRANCH, PAGE) or "")

    pushes = iter(range(9))
    with pytest.raises(Moved):
        pipeline.propose_saved(KEY, folder.connect(draft(tmp_path / "week-3")), Crowded(), heard.append)  # type: ignore[arg-type]


def test_a_closed_pull_request_means_skip_and_a_merged_one_means_done(double: Double, tmp_path: Path) -> None:
    drafted = draft(tmp_path / "week-1")
    propose(double, drafted)
    double.close(1)
    again = draft(tmp_path / "week-2", changed_program(tmp_path / "program"))
    writes, heard = propose(double, again)
    assert [] == writes
    assert "skip this edition" in heard[-1]


def test_a_draft_that_is_not_whole_or_not_an_editions_is_refused(double: Double, tmp_path: Path) -> None:
    drafted = draft(tmp_path / "week-1")
    (drafted / PAGE).unlink()
    with pytest.raises(StoreError):
        propose(double, drafted)
    settings = github.Settings(repository="harbour/digests", token=WORKFLOW, api=double.base)
    for name in ("../../etc/passwd", "a/b", "", "Example-2026"):
        with pytest.raises(ConfigError):
            github.connect(settings, name)
    assert [] == [call for call in double.calls if call.method != "GET"]


def test_the_command_line_proposes_and_never_shows_the_token(double: Double, tmp_path: Path) -> None:
    drafted = draft(tmp_path / "week-1")
    environment = {**os.environ, "GITHUB_REPOSITORY": "harbour/digests", "GITHUB_API_URL": double.base}
    command = [sys.executable, "-m", "bot", "propose", KEY, "--from", str(drafted)]
    with_token = {**environment, "GITHUB_TOKEN": WORKFLOW}
    run = subprocess.run(command, cwd=ROOT, env=with_token, capture_output=True, text=True, check=False)
    assert 0 == run.returncode, run.stderr
    assert "/pull/1" in run.stdout
    assert WORKFLOW not in run.stdout + run.stderr
    without = {name: value for name, value in environment.items() if name != "GITHUB_TOKEN"}
    run = subprocess.run(command, cwd=ROOT, env=without, capture_output=True, text=True, check=False)
    assert 3 == run.returncode
    assert "GITHUB_TOKEN" in run.stderr


# ---- a week with its people


@pytest.fixture
def desk(double: Double, tmp_path: Path) -> Newsdesk:
    double.permission.update({"ada": "write", "bo": "write", "eve": "read"})
    return Newsdesk(double=double, root=tmp_path)


def test_a_users_week(desk: Newsdesk, tmp_path: Path) -> None:
    # Monday: the run opens a pull request.
    assert "pulls/create" in desk.propose(desk.draft())

    # Tuesday: Ada edits two fields in the browser.
    how = next(line for line in desk.page.splitlines() if line.startswith("- **How:** Receivers report"))
    why = next(line for line in desk.page.splitlines() if line.startswith("- **Why:** Optical circuit"))
    typed = "- **How:** In my  own words:\treceivers report.", "- **Why:** We *run* two of these – they age."
    desk.edit(how, typed[0])
    desk.edit(why, typed[1])

    # Wednesday: Bo regenerates Core with guidance; the edited fields are not the bot's any more.
    said = desk.comment(
        "Good! A little more on the cabling trouble, please.\n\n/regenerate core more about patched fibre", "bo"
    )
    assert "**Done.** On the page:" in said and "How of “Losing Packets" in said, said
    assert "patched wrongly" in desk.page

    # Eve, who may only read, is refused, and told why.
    before = desk.page
    said = desk.comment("/drop 1", "eve")
    assert "Only people who may write to this repository can ask for that, and eve may not." in said
    assert before == desk.page

    # Thursday: the program changes, and the same pull request follows.
    desk.program = changed_program(tmp_path / "program")
    writes = desk.propose(desk.draft())
    assert "pulls/create" not in writes and "pulls/update" in writes
    assert "Losing Packets Gladly" in desk.page and "patched wrongly" in desk.page

    # Friday: Ada drops a pick, asks for the status, and merges.
    assert "went out" in desk.comment("/drop 10\n/status")
    assert all(words in desk.page for words in typed)
    desk.double.merge(1)
    assert all(words in (desk.double.file("main", PAGE) or "") for words in typed)

    # The next Monday: nothing is opened.
    before_ = desk.double.git("rev-parse", "main")
    assert [] == desk.propose(desk.draft())
    assert before_ == desk.double.git("rev-parse", "main")
    assert 1 == len(desk.double.hub.issues)


def test_a_run_on_what_is_up_to_date_makes_no_write_and_few_reads(desk: Newsdesk) -> None:
    desk.propose(desk.draft())
    desk.comment("/drop 3")
    before = len(desk.double.calls)
    assert [] == desk.propose(desk.draft())
    assert len(desk.double.calls) - before < 12


def test_the_pull_requests_table_counts_as_the_page_does(desk: Newsdesk) -> None:
    desk.propose(desk.draft())
    entry = desk.page[desk.page.index("### 1. ") : desk.page.index("### 2. ")]
    desk.edit(entry, "")
    desk.comment("/drop 5")
    table = desk.double.hub.issues[1].body.partition("## Picks")[2].partition("## ")[0]
    rows = dict(re.findall(r"^\| (\d+|–) \| \w+ \| \[(.+?)\]\(", table, re.M))
    assert "Losing Packets on Purpose: RoCE Without PFC" == rows["–"]
    headings = re.findall(r"^### (\d+)\. (.+)$", desk.page, re.M)
    assert 8 == len(headings) and all(title == rows[number].replace("\\|", "|") for number, title in headings)


def test_how_long_drafting_took_is_told_and_is_no_reason_to_write_again(desk: Newsdesk) -> None:
    drafted = desk.draft()
    (drafted / "took.txt").write_text("12 s\n")
    desk.propose(drafted)
    assert "Drafting took 12 s." in desk.double.hub.issues[1].body
    again = desk.draft()
    (again / "took.txt").write_text("31 s\n")
    assert [] == desk.propose(again)
    third = desk.draft()
    (third / "took.txt").write_text("@everyone s\n")
    assert [] == desk.propose(third)


def test_two_commands_at_once_are_both_carried_out_by_the_numbers_that_both_saw(desk: Newsdesk) -> None:
    desk.propose(desk.draft())
    said = desk.comment("/drop 1\n/drop 2")
    assert "“Losing Packets on Purpose: RoCE Without PFC” went out" in said
    assert 8 == desk.page.count("\n### ")


def test_a_comment_that_asks_for_nothing_is_left_alone(desk: Newsdesk) -> None:
    desk.propose(desk.draft())
    for text in ("Looks good!", "> /drop 3", "`/drop 3`", "see /etc/passwd"):
        assert "" == desk.comment(text)
    assert {} == {key: each for key, each in desk.double.hub.comments.items() if each.login.endswith("[bot]")}


def test_the_job_that_hears_says_whose_answers_will_be_wanted(desk: Newsdesk) -> None:
    desk.propose(desk.draft())
    for text, edition in (("/drop 3", KEY), ("Looks good!", "dashboard")):
        with desk.event("issue_comment", desk.double.comment(1, text, "ada")):
            desk.hear()
            assert f"edition={edition}" in Path(os.environ["GITHUB_OUTPUT"]).read_text().splitlines()


@pytest.mark.parametrize(
    ("text", "number", "expected"), [("/drop 1", 1, ["eyes"]), ("see /etc/passwd", 1, []), ("/drop 1", 2, [])]
)
def test_only_what_asks_the_bot_for_something_is_reacted_to(
    desk: Newsdesk, text: str, number: int, expected: list[str]
) -> None:
    desk.propose(desk.draft())
    desk.double.branch("other", BRANCH)
    desk.double.open_pull("other")
    with desk.event("issue_comment", desk.double.comment(number, text, "ada")):
        assert 0 == jobs.react(Namespace(), at_once)
    (comment,) = desk.double.hub.comments.values()
    assert expected == [reaction.content for reaction in comment.reactions]


def test_a_digest_that_changed_while_the_bot_was_at_work_is_left_alone(desk: Newsdesk) -> None:
    desk.propose(desk.draft())
    payload = desk.double.comment(1, "/unlock 1 how", "ada")
    desk.edit("- **How:** Receivers report", "- **How:** We report")
    with desk.event("issue_comment", payload):
        desk.hear()
        desk.work()
        desk.edit("- **How:** We report", "- **How:** We really report")
        with pytest.raises(Outdated):
            desk.answer()
    assert "- **How:** We really report" in desk.page
    assert "**Failed.** Somebody changed the digest while the bot was at work" in desk.replies[-1]


def test_a_run_whose_work_died_answers_all_the_same(desk: Newsdesk) -> None:
    desk.propose(desk.draft())
    with desk.event("issue_comment", desk.double.comment(1, "/drop 3", "ada")):
        desk.hear()
        with pytest.raises(StoreError):
            desk.answer()
    assert "**Failed.** The run left no answer." in desk.replies[-1] and "/actions/runs/7" in desk.replies[-1]


def test_a_respond_run_killed_after_any_call_is_finished_by_the_next(desk: Newsdesk, tmp_path: Path) -> None:
    desk.propose(desk.draft())
    payload = desk.double.comment(1, "/drop 3\n/keep 1", "ada")
    with desk.event("issue_comment", payload):
        before = len(desk.double.calls)
        calls = 1
        while True:
            desk.double.faults.append(dead_after(calls))
            try:
                desk.hear()
                desk.work()
                desk.answer()
            except ForgeError:
                calls += 1
                continue
            finally:
                desk.double.faults.clear()
            break
    assert calls > 10 and len(desk.double.calls) > before
    assert 1 == len(desk.replies) and "An earlier run did this" in desk.replies[0]
    assert 9 == desk.page.count("\n### ")
    assert "2" == desk.double.git("rev-list", "--count", f"main..{BRANCH}")


def test_a_job_that_answers_killed_after_any_call_says_in_the_end_what_changed(desk: Newsdesk) -> None:
    desk.propose(desk.draft())
    with desk.event("issue_comment", desk.double.comment(1, "/drop 3", "ada")):
        desk.hear()
        desk.work()
        calls = 1
        while True:
            desk.double.faults.append(dead_after(calls))
            try:
                desk.answer()
                break
            except ForgeError:
                calls += 1
            finally:
                desk.double.faults.clear()
        assert calls > 5
        assert not desk.hear()
    assert 1 == len(desk.replies) and "**Done.**" in desk.replies[0] and "went out" in desk.replies[0]
    assert "2" == desk.double.git("rev-list", "--count", f"main..{BRANCH}")


def test_a_draft_made_before_a_maintainer_decided_is_not_laid_over_that_decision(desk: Newsdesk) -> None:
    desk.propose(desk.draft())
    drafted = desk.draft()
    desk.comment("/drop 3")
    before = desk.page
    with pytest.raises(Outdated):
        desk.propose(drafted)
    assert before == desk.page
