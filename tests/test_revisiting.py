"""The months after a digest was published, as its maintainers see them on GitHub: addenda that come, change and go."""

import re
import shutil
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot import jobs, revisiting
from bot.__main__ import main
from bot.errors import CommandError, ForgeError, StoreError
from bot.forges import folder
from tests.desk import DATA, KEY, LEAF, PAGE, PASSKEYS, PFC, PROMPT, drafted, fresh
from tests.github.double import Double
from tests.github.faults import FOREVER, dead_after, error, instead
from tests.later import SLIDES, VIDEO, WITHDRAWN, Talks, later
from tests.newsdesk import CONFIG_FILE, Newsdesk, at_once

FIRST, SECOND = f"addendum/{KEY}-1", f"addendum/{KEY}-2"
WITH_SLIDES: Talks = {PFC: {"attachments": [SLIDES]}}
WITH_BOTH: Talks = {PFC: {"attachments": [SLIDES], "links": [VIDEO]}}
CALLED_OFF: Talks = {PASSKEYS: WITHDRAWN}


@pytest.fixture
def double() -> Iterator[Double]:
    """The digest is on the main branch. Fails the test at its end if anything broke GitHub's description."""
    files = {path: (drafted() / path).read_text() for path in (PAGE, DATA, PROMPT)}
    with Double({"README.md": "# Digests\n", **files}) as double:
        double.permission.update({"ada": "write", "eve": "read"})
        yield double


@dataclass(slots=True, kw_only=True)
class Months:
    """A maintainers' repository, and the two jobs of addenda.yml."""

    desk: Newsdesk
    runs: int = 0

    @property
    def double(self) -> Double:
        return self.desk.double

    def revisit(self, talks: Talks) -> Path:
        """The job that reads: where it left what it found."""
        self.runs += 1
        root = self.desk.root / f"month-{self.runs}"
        for path in (PAGE, DATA, PROMPT):
            folder.write(root / "main" / path, self.double.file("main", path))
        with self.desk.event("schedule", {}):
            options = Namespace(
                editions=[KEY],
                origin=later(root / "program", talks),
                out=root / "addenda",
                against=root / "main",
                github=True,
                config=CONFIG_FILE,
            )
            assert 0 == revisiting.revisit(options)
        return root / "addenda"

    def amend(self, found: Path) -> list[str]:
        """The job that writes: what it wrote on GitHub."""
        before = len(self.double.calls)
        with self.desk.event("schedule", {}):
            options = Namespace(origin=found, out=Path(), github=True)
            code = revisiting.amend(options, at_once)
        if code:
            raise ForgeError(f"amend ended with {code}", hint="")
        return [call.operation for call in self.double.calls[before:] if call.method != "GET"]

    def run(self, talks: Talks) -> list[str]:
        found = self.revisit(talks)
        return self.amend(found) if found.exists() else []

    def file(self, branch: str, path: str = PAGE) -> str:
        return self.double.file(branch, path)

    def news(self, branch: str) -> list[str]:
        """The lines of the page that the branch changes or adds, but for its seal."""
        was = self.file("main").splitlines()
        return [line for line in self.file(branch).splitlines() if line not in was and not line.startswith("seal")]

    def titles(self) -> list[str]:
        return [issue.title for issue in self.double.hub.issues.values()]

    def body(self, number: int) -> str:
        return self.double.hub.issues[number].body or ""


@pytest.fixture
def months(double: Double, tmp_path: Path) -> Months:
    return Months(desk=Newsdesk(double=double, root=tmp_path))


SLIDES_LINE = (
    "Transport · [page](https://talks.example.org/fernweh-2026/talk/VBR7SM/) · "
    "[slides](https://talks.example.org/media/slides_%281%29.pdf)"
)
SLIDES_TOLD = "- Know that: Since it was published: “Losing Packets on Purpose: RoCE Without PFC” now has slides."


def test_slides_come_and_a_small_pull_request_has_their_links_and_a_sentence(months: Months) -> None:
    writes = months.run(WITH_SLIDES)
    assert ["git/create-ref", "graphql/createCommitOnBranch", "pulls/create", "issues/add-labels"] == writes
    assert ["Fernweh Networking Conference 2026: slides of 1 pick"] == months.titles()
    assert [SLIDES_LINE, SLIDES_TOLD] == months.news(FIRST)
    assert months.file("main", PROMPT) == months.file(FIRST, PROMPT)
    (issue,) = months.double.hub.issues.values()
    assert ["digest", "addendum", f"conf:{KEY}", "status:needs-review"] == issue.labels
    row = "| 1 | “Losing Packets on Purpose: RoCE Without PFC” now has slides. | [slides]("
    assert row in months.body(1)
    assert "A person changed" not in months.body(1) and "differently" not in months.body(1)
    assert f"Addendum to the digest of {KEY}" == months.double.git("log", "-1", "--format=%s", FIRST)


def test_where_nothing_happened_nothing_is_left_and_nothing_written(months: Months) -> None:
    assert [] == months.run({})
    assert {} == months.double.hub.issues


def test_a_rerun_writes_nothing_and_reads_little(months: Months) -> None:
    months.run(WITH_SLIDES)
    found, before = months.revisit(WITH_SLIDES), len(months.double.calls)
    assert [] == months.amend(found)
    assert len(months.double.calls) - before < 10


def test_what_comes_later_updates_the_pull_request_that_is_open(months: Months) -> None:
    months.run(WITH_SLIDES)
    writes = months.run({**WITH_BOTH, **CALLED_OFF})
    assert {"graphql/createCommitOnBranch", "pulls/update"} == {*writes}
    assert ["Fernweh Networking Conference 2026: slides of 1 pick, video of 1 pick, 1 withdrawn"] == months.titles()
    assert 3 == len(months.news(FIRST))  # a line of links, two sentences
    assert SLIDES_TOLD not in months.file(FIRST)


def test_after_a_merge_the_next_has_only_what_is_new_on_a_branch_of_its_own(months: Months) -> None:
    months.run(WITH_SLIDES)
    months.double.merge(1)
    assert [] == months.run(WITH_SLIDES)
    assert "pulls/create" in months.run(WITH_BOTH)
    assert "Fernweh Networking Conference 2026: video of 1 pick" == months.titles()[1]
    assert "now has a video." in months.news(SECOND)[-1] and SLIDES_TOLD in months.file(SECOND)
    months.double.merge(2)
    assert SLIDES_TOLD in months.file("main") and "now has a video." in months.file("main")
    assert [] == months.run(WITH_BOTH)


def test_what_a_closed_one_told_is_never_told_again_and_something_else_is(months: Months) -> None:
    months.run(WITH_SLIDES)
    months.double.close(1)
    assert [] == months.run(WITH_SLIDES)
    months.double.delete_branch(FIRST)
    assert [] == months.run(WITH_SLIDES)
    months.run({**WITH_BOTH, **CALLED_OFF})
    assert "Fernweh Networking Conference 2026: video of 1 pick, 1 withdrawn" == months.titles()[1]
    assert "slides" not in months.file(SECOND)
    months.double.close(2)
    assert [] == months.run({**WITH_BOTH, **CALLED_OFF})
    assert 2 == len(months.double.hub.issues)


def test_one_that_is_closed_while_the_bot_is_at_work_stays_closed(
    months: Months, capsys: pytest.CaptureFixture[str]
) -> None:
    months.run(WITH_SLIDES)
    found = months.revisit(WITH_SLIDES)
    months.double.close(1)
    with pytest.raises(ForgeError, match="ended with 10"):
        months.amend(found)
    assert "was closed after this one was made" in capsys.readouterr().err
    assert 1 == len(months.double.hub.issues)


def test_so_does_one_that_tells_for_the_second_time_that_a_talk_is_off(
    months: Months, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, talks in enumerate((CALLED_OFF, {}), 1):
        months.run(talks)
        months.double.merge(number)
    months.run(CALLED_OFF)
    found = months.revisit(CALLED_OFF)
    months.double.close(3)
    with pytest.raises(ForgeError, match="ended with 10"):
        months.amend(found)
    assert "was closed after this one was made" in capsys.readouterr().err
    assert 3 == len(months.double.hub.issues)


def test_one_that_is_open_takes_back_what_the_program_takes_back(months: Months) -> None:
    months.run({**WITH_SLIDES, **CALLED_OFF})
    months.double.edit(FIRST, PAGE, months.file(FIRST).replace("## Core\n", "## Core\n\nOur own remark.\n", 1))
    months.run({})
    assert ["Fernweh Networking Conference 2026: nothing to add any more"] == months.titles()
    assert ["Our own remark."] == months.news(FIRST)
    assert months.body(1).startswith("Nothing of what this told is news any more")
    assert [] == months.run({})
    months.double.close(1)
    assert "pulls/create" in months.run(WITH_SLIDES)


def test_one_that_is_reopened_is_kept_up_to_date_again(months: Months) -> None:
    months.run(WITH_SLIDES)
    months.double.close(1)
    months.double.hub.issues[1].state = "open"
    months.run(WITH_BOTH)
    assert ["Fernweh Networking Conference 2026: slides of 1 pick, video of 1 pick"] == months.titles()


def test_a_run_killed_after_any_call_is_finished_by_the_next(months: Months) -> None:
    found, calls = months.revisit(WITH_SLIDES), 1
    while True:
        months.double.faults.append(dead_after(calls))
        try:
            months.amend(found)
            break
        except ForgeError:
            calls += 1
        finally:
            months.double.faults.clear()
    assert calls > 7
    assert ["Fernweh Networking Conference 2026: slides of 1 pick"] == months.titles()
    assert "1" == months.double.git("rev-list", "--count", f"main..{FIRST}")
    assert [] == months.run(WITH_SLIDES)


# ---- the editor's hand


def plain(page: str) -> list[str]:
    """Its lines without the numbers of picks, which follow from the page."""
    return re.sub(r"(?<=^### )\d+|(?<=\(picks ).*(?=\))", "", page, flags=re.M).splitlines()


def test_no_byte_that_people_wrote_on_the_published_page_is_lost(months: Months) -> None:
    page = months.file("main")
    start, end = page.index("### 2. "), page.index("### 3. ")
    entry, rest = page[start:end], page[:start] + page[end:]
    typed = rest.replace("- **How:** Receivers report", "- **How:** In my  own words:\treceivers report", 1)
    typed = typed.replace("## Core\n", "## Core\n\nOur own remark,  with two spaces.\n", 1)
    typed = typed.replace("## Themes\n", f"{entry}## Themes\n", 1)  # moved to the wildcards
    last = typed[typed.index("### 10. ") : typed.index("### 2. ")]
    typed = typed.replace(last, "", 1)  # dropped
    months.double.edit("main", PAGE, typed)
    months.run({**WITH_SLIDES, "Leaf, Spine": {"links": [VIDEO]}, last[8:40].strip(): {"links": [VIDEO]}})
    now = months.file(FIRST)
    changed = [line for line in plain(typed) if line not in plain(now)]
    assert ["seal", "Transport", "Datacenter"] == [re.split(r"\W", line)[0] for line in changed]
    assert "In my  own words:\treceivers report" in now and "Our own remark,  with two spaces." in now
    assert last.splitlines()[0] not in now
    assert ["slides of 1 pick, video of 1 pick"] == [title.split(": ")[1] for title in months.titles()]


def test_the_numbers_are_those_of_the_page(months: Months) -> None:
    page = months.file("main")
    start, end = page.index("### 1. "), page.index("### 2. ")
    number = next(line for line in page.splitlines() if LEAF in line)[4:].partition(".")[0]
    renumbered = page[:start] + page[end:]
    for at in range(2, 11):
        renumbered = renumbered.replace(f"### {at}. ", f"### {at - 1}. ")
    months.double.edit("main", PAGE, renumbered)
    months.run({LEAF: {"links": [VIDEO]}})
    assert f"| {int(number) - 1} | “Leaf, Spine" in months.body(1)


def test_a_line_of_links_that_a_person_wrote_stays_and_the_reviewer_is_told_what_it_lacks(months: Months) -> None:
    page = months.file("main")
    line = next(line for line in page.splitlines() if line.startswith("Transport · "))
    months.double.edit("main", PAGE, page.replace(line, "Transport, in the big hall", 1))
    months.run(WITH_SLIDES)
    assert [SLIDES_TOLD] == months.news(FIRST)
    assert "- [slides](https://talks.example.org/media/slides_%281%29.pdf) of “Losing Packets" in months.body(1)


def test_what_a_reviewer_edits_in_an_addendum_stays(months: Months) -> None:
    months.run(WITH_SLIDES)
    told = months.file(FIRST).replace(SLIDES_TOLD, "- The slides of the first pick are out!", 1)
    months.double.edit(FIRST, PAGE, told)
    months.run(WITH_BOTH)
    assert "- The slides of the first pick are out!" in months.file(FIRST)
    assert "[video](https://tube.example.org/watch?v=1)" in months.file(FIRST)


def test_data_that_a_person_changed_is_nothing_to_compare_with(months: Months) -> None:
    months.double.edit("main", DATA, months.file("main", DATA).replace("Oxbowline", "Oxbow", 1))
    with pytest.raises(StoreError, match="missing, or a person changed it"):
        months.revisit(WITH_SLIDES)


def test_a_digest_that_left_meanwhile_gets_no_addendum(months: Months, capsys: pytest.CaptureFixture[str]) -> None:
    found = months.revisit(WITH_SLIDES)
    for path in (PAGE, DATA, PROMPT):
        months.double.delete("main", path)
    with pytest.raises(ForgeError, match="ended with 10"):
        months.amend(found)
    assert f"there is no {DATA} any more" in capsys.readouterr().err
    assert {} == months.double.hub.issues


# ---- beside it


def test_a_command_on_an_addendum_is_answered_with_what_to_do_instead(months: Months) -> None:
    months.run(WITH_SLIDES)
    said = months.desk.comment("/drop 1")
    assert "**Not done.** This is an addendum to a digest that is published" in said
    assert "Edit its page here, where what you write stays" in said
    assert [SLIDES_LINE, SLIDES_TOLD] == months.news(FIRST)
    assert "" == months.desk.comment("Thank you!")
    months.double.close(1)
    assert "" == months.desk.comment("/drop 1")


def test_the_dashboard_tells_of_digests_and_not_of_addenda(months: Months) -> None:
    before = months.desk.report()
    months.run(WITH_SLIDES)
    months.double.close(2)
    assert before == months.desk.report()


def test_the_check_of_its_pull_request_has_nothing_to_remark(
    months: Months, capsys: pytest.CaptureFixture[str]
) -> None:
    months.run(WITH_BOTH)
    main_, head = (months.double.git("rev-parse", name) for name in ("main", FIRST))
    pull = {"state": "open", "base": {"sha": main_}, "head": {"sha": head}}
    with months.desk.event("pull_request", {"action": "opened", "number": 1, "pull_request": {"number": 1, **pull}}):
        assert 0 == jobs.check(Namespace(), at_once)
    assert "Checked: Nothing to remark" in capsys.readouterr().err


def test_one_that_github_refuses_stops_no_other(months: Months, capsys: pytest.CaptureFixture[str]) -> None:
    found = months.revisit(WITH_SLIDES)
    shutil.copytree(found / KEY, found / "another-2026")  # holds nothing of another's
    with pytest.raises(ForgeError, match="ended with 9"):
        months.amend(found)
    assert "the draft of another-2026 has no digests/another-2026.md" in capsys.readouterr().err
    assert 1 == len(months.double.hub.issues)


def test_a_missing_permission_is_told_and_the_job_fails(months: Months, capsys: pytest.CaptureFixture[str]) -> None:
    found = months.revisit(WITH_SLIDES)
    refusal = error(403, "Resource not accessible by integration")
    months.double.faults.append(instead(refusal, operation="git/create-ref", times=FOREVER))
    with pytest.raises(ForgeError, match="ended with 10"):
        months.amend(found)
    assert "`contents: write`" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["..notes", "Example-2026", "a b"])
def test_a_folder_that_is_no_editions_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(CommandError):
        revisiting.left(tmp_path)
    with pytest.raises(CommandError, match="there is no folder"):
        revisiting.left(tmp_path / "nowhere")


# ---- without GitHub


def test_in_a_folder_it_lies_under_what_people_wrote_and_a_second_time_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    desk = fresh(tmp_path / "desk")
    desk.edit("- **How:** Receivers report", "- **How:** In my  own words:\treceivers report")
    program, found = later(tmp_path / "program", WITH_SLIDES), tmp_path / "addenda"
    arguments = ["--config", str(CONFIG_FILE), "--from", str(program), "--against", str(desk.root), "--out", str(found)]
    assert 0 == main(["revisit", KEY, *arguments])
    for changed in (f"Changed {PAGE}, {DATA} and pull-request.md", "Changed nothing"):
        assert 0 == main(["amend", "--from", str(found), "--out", str(desk.root)])
        assert changed in capsys.readouterr().err.replace("\n", " ")
    assert SLIDES_LINE in desk.page and "In my  own words:\treceivers report" in desk.page
    shutil.rmtree(found)
    assert 0 == main(["revisit", KEY, *arguments])
    assert not found.exists()


def of_today(place: Path) -> Path:
    """A config.yml in which the edition of the digest ended a moment ago, whatever the year."""
    today = datetime.now(UTC).date()
    counted = f'numbering: ordinal\n    known: {{number: {KEY[-4:]}, ends: {today}}}\n    ends: ["{today:%m-%d}"]'
    (place / "config.yml").write_text(CONFIG_FILE.read_text().replace('ends: ["06-12"]', counted))
    return place / "config.yml"


def test_a_source_that_is_blocked_is_told_and_another_one_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    desk = fresh(tmp_path)
    wall = tmp_path / "wall.html"
    wall.write_text("<html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>")
    for path in (PAGE, DATA):  # one that no series has
        folder.write(desk.root / path.replace(KEY, "roundup-2026"), (desk.root / path).read_text())
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary"))
    arguments = ["--config", str(of_today(tmp_path)), "--from", str(wall), "--against", str(desk.root)]
    assert 0 == main(["revisit", *arguments, "--out", str(tmp_path / "addenda")])
    assert "Left out roundup-2026: no series of config.yml has it" in capsys.readouterr().err
    assert f"| {KEY} | Not read: " in (tmp_path / "summary").read_text()
    assert 5 == main(["revisit", KEY, *arguments, "--out", str(tmp_path / "addenda")])


def test_a_digest_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert 9 == main(["revisit", KEY, "--against", str(tmp_path), "--out", str(tmp_path), "--config", str(CONFIG_FILE)])
