"""`check` as people and workflows run it: on a folder, on a pull request, and on a fork's."""

import json
import re
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import jobs
from bot.__main__ import main
from bot.errors import BrokenDigest
from tests.github import people
from tests.github.access import Token
from tests.github.double import Double
from tests.test_remarks import CONFIG, FILES, PAGE

BRANCH = "digest/harbour-2026"
WRONG = FILES[PAGE].replace("12 ms to 9 ms", "12 ms to 8 ms\n::add-mask::x ##[error]", 1)
BROKEN = WRONG.replace("edition: harbour-2026", "edition: quay-2026")
LINE = WRONG[: WRONG.index("8 ms")].count("\n") + 1


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path, text in {**FILES, PAGE: WRONG, "config.yml": CONFIG}.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(text.encode())
    return tmp_path


def run(folder: Path, *more: str) -> int:
    return main(["check", *more, "--out", str(folder), "--config", str(folder / "config.yml")])


def test_remarks_on_a_folder_are_shown_with_their_lines_and_are_no_failure(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == run(folder)
    shown = capsys.readouterr().out
    assert f"{PAGE}:{LINE}" in shown and "8 ms" in shown
    assert not re.search(r"^\s*(::|##\[)", shown, re.M)


def test_a_broken_digest_has_an_exit_code_of_its_own(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / PAGE).write_text(BROKEN)
    assert 13 == run(folder, "harbour-2026")
    assert f"{PAGE}, line 3: The front matter says edition “quay-2026”" in capsys.readouterr().err


def test_an_edition_that_is_not_there_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 11 == run(folder, "quay-2026")
    assert "there is no digests/quay-2026.md here" in capsys.readouterr().err


def test_where_there_is_no_digest_nothing_is_praised(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == run(tmp_path)
    assert "There is no digest here to check.\n" == capsys.readouterr().out


def test_nothing_wrong_is_said_in_one_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / PAGE).write_text(FILES[PAGE])
    assert 0 == run(folder)
    assert "Nothing to remark" in capsys.readouterr().out


@pytest.fixture
def double() -> Iterator[Double]:
    with Double({**FILES, "config.yml": CONFIG}) as double:
        double.branch(BRANCH)
        double.tokens["check"] = Token(permissions={"checks": "write", "contents": "read"})
        double.tokens["fork"] = Token(permissions={"checks": "read", "contents": "read"})
        yield double


def checked(double: Double, page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, token: str = "check") -> str:
    """The job on a pull request that changes a page; gives the run's summary."""
    double.edit(BRANCH, PAGE, page)
    number = double.open_pull(BRANCH)
    issue = double.hub.issues[number]
    assert issue.pull
    event, summary = tmp_path / "event.json", tmp_path / "summary.md"
    event.write_text(json.dumps({"pull_request": people.views.pull(double.hub, issue, issue.pull)}))
    for name, value in {
        "GITHUB_REPOSITORY": "harbour/digests",
        "GITHUB_TOKEN": token,
        "GITHUB_API_URL": double.base,
        "GITHUB_EVENT_NAME": "pull_request",
        "GITHUB_EVENT_PATH": str(event),
        "GITHUB_STEP_SUMMARY": str(summary),
    }.items():
        monkeypatch.setenv(name, value)
    try:
        jobs.check(Namespace(), lambda seconds: None)
    finally:
        text = summary.read_text()
    return text


def test_a_pull_request_is_annotated_at_its_newest_commit(
    double: Double, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    summary = checked(double, WRONG, tmp_path, monkeypatch)
    (found,) = double.hub.check_runs.values()
    (annotation,) = [each for each in found["output"]["annotations"] if "8 ms" in each["message"]]
    assert (PAGE, LINE, "warning") == (
        annotation["path"], annotation["start_line"], annotation["annotation_level"],
    )  # fmt: skip
    assert ("neutral", double.git("rev-parse", BRANCH).strip()) == (found["conclusion"], found["head_sha"])
    assert f"| `{PAGE}` | {LINE} | look at it |" in summary
    assert not re.search(r"^\s*(::|##\[)", "".join(capsys.readouterr()), re.M)
    assert 7 == len(double.calls)


def test_a_broken_digest_blocks(double: Double, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BrokenDigest, match="quay-2026"):
        checked(double, BROKEN, tmp_path, monkeypatch)
    assert ["failure"] == [run["conclusion"] for run in double.hub.check_runs.values()]


def test_a_forks_pull_request_is_annotated_by_its_log_and_says_so(
    double: Double, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "8 ms" in checked(double, WRONG, tmp_path, monkeypatch, token="fork")
    said = capsys.readouterr()
    commands = [line for line in said.out.splitlines() if line.lstrip().startswith("::")]
    assert f"::warning file={PAGE},line={LINE}::The source does not bear out" in commands[0]
    assert not [line for line in said.out.splitlines() if line not in commands]
    assert "a fork's never may" in said.err
    assert not double.hub.check_runs
