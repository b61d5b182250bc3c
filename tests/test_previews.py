"""`preview` and `newsletter` as people and workflows run them."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import previews
from bot.__main__ import main
from bot.errors import ForgeError
from bot.respond import asks_for
from tests.desk import CONFIG, DATA, DEMO, KEY, PAGE, drafted
from tests.github import people
from tests.github.access import Token
from tests.github.double import Double
from tests.github.faults import FOREVER, error, instead

BRANCH = f"digest/{KEY}"
SPOILT = "---\ntitle: [\n---\n"


def run(*arguments: str | Path) -> int:
    return main([*map(str, arguments), "--config", str(DEMO / "config.yml")])


def test_a_preview_is_one_file(tmp_path: Path) -> None:
    assert 0 == run("preview", KEY, "--from", drafted(), "--out", tmp_path / "a" / "x.html")
    assert ["x.html"] == [path.name for path in (tmp_path / "a").iterdir()]
    assert "Losing Packets on Purpose" in (tmp_path / "a" / "x.html").read_text()


def test_without_chromium_there_is_the_page_and_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert 0 == run("preview", KEY, "--from", drafted(), "--out", tmp_path / "x.html", "--pictures", tmp_path / "album")
    assert "There is no Chromium here" in capsys.readouterr().err
    assert (tmp_path / "x.html").exists()


def test_a_newsletter_is_html_and_text(tmp_path: Path) -> None:
    assert 0 == run("newsletter", KEY, "--from", drafted(), "--out", tmp_path)
    assert [f"{KEY}.html", f"{KEY}.txt"] == sorted(path.name for path in tmp_path.iterdir())


def test_an_edition_that_is_not_named_or_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 11 == run("preview")
    assert 9 == run("newsletter", "quay-2026", "--from", drafted(), "--out", tmp_path)
    said = capsys.readouterr().err
    assert "preview needs an edition" in said and "there is no digests/quay-2026.md here" in said


@pytest.fixture
def double(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Double]:
    """A pull request's branch, a token that may only read, and a machine that has git and no Chromium."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "git").symlink_to(shutil.which("git") or "git")
    with Double({"README.md": "# Digests\n"}) as double:
        double.branch(BRANCH)
        double.tokens["reads"] = Token(permissions={"contents": "read"})
        for name, value in {
            "GITHUB_REPOSITORY": "harbour/digests",
            "GITHUB_TOKEN": "reads",
            "GITHUB_API_URL": double.base,
            "GITHUB_EVENT_NAME": "pull_request",
            "GITHUB_EVENT_PATH": str(tmp_path / "event.json"),
            "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
            "GITHUB_RUN_ID": "77",
            "PATH": str(tmp_path / "bin"),
        }.items():
            monkeypatch.setenv(name, value)
        yield double


def offered(double: Double, tmp_path: Path, **files: str) -> tuple[list[str], str]:
    """What the job makes of a pull request with these files, and what it says."""
    for path, text in files.items():
        double.edit(BRANCH, path, text)
    issue = double.hub.issues[double.open_pull(BRANCH)]
    assert issue.pull
    (tmp_path / "event.json").write_text(json.dumps({"pull_request": people.views.pull(double.hub, issue, issue.pull)}))
    assert 0 == previews.offer(tmp_path / "out", CONFIG, lambda seconds: None)
    made = sorted(path.name for path in (tmp_path / "out").rglob("*.html"))
    return made, (tmp_path / "summary.md").read_text()


def page(key: str = KEY) -> str:
    return (drafted() / PAGE).read_text().replace(KEY, key)


def test_a_pull_requests_digests_are_shown_as_they_stand_on_its_newest_commit(double: Double, tmp_path: Path) -> None:
    made, said = offered(double, tmp_path, **{PAGE: page(), DATA: (drafted() / DATA).read_text()})
    assert [f"{KEY}.html"] == made
    assert 'class="evidence"' in (tmp_path / "out" / f"{KEY}.html").read_text()
    assert "artifact `preview` of [this run](https://github.com/harbour/digests/actions/runs/77)" in said
    assert f"- `{KEY}.html`" in said
    assert ["GET"] == sorted({call.method for call in double.calls})


def test_the_site_it_is_shown_in_is_the_one_of_the_branch_to_be_merged_into(double: Double, tmp_path: Path) -> None:
    planted = (DEMO / "config.yml").read_text().replace("digests.example.org", "evil.example.org")
    offered(double, tmp_path, **{PAGE: page(), "config.yml": planted, "bot/site/site.css": "body { display: none }"})
    html = (tmp_path / "out" / f"{KEY}.html").read_text()
    assert "https://digests.example.org/" in html and "evil.example.org" not in html and "display: none }</" not in html


def test_a_digest_that_cannot_be_read_is_told_and_the_others_are_shown(double: Double, tmp_path: Path) -> None:
    files = {PAGE: page(), "digests/quay-2026.md": SPOILT, "digests/tide-2026.md": "x" * (previews.LONGEST + 1)}
    made, said = offered(double, tmp_path, **files)
    assert [f"{KEY}.html"] == made
    assert "- no preview of `quay-2026`: digests/quay-2026.md, line 3: the front matter is not valid YAML" in said
    assert "- no preview of `tide-2026`: digests/tide-2026.md is too large" in said


def test_where_no_digest_is_changed_there_is_nothing(double: Double, tmp_path: Path) -> None:
    made, said = offered(double, tmp_path, **{"config.yml": "{}", "digests/README.md": "x", "digests/a/b-2026.md": "x"})
    assert [] == made
    assert "no preview" in said


def test_an_event_that_is_none_of_an_open_pull_request_makes_nothing(double: Double, tmp_path: Path) -> None:
    (tmp_path / "event.json").write_text('{"pull_request": {"state": "closed"}}')
    assert 0 == previews.offer(tmp_path / "out", CONFIG, lambda seconds: None)
    assert [] == double.calls


def test_a_pull_request_that_changes_very_many_digests_has_the_first_of_them_shown(
    double: Double, tmp_path: Path
) -> None:
    many = {f"digests/quay-{2000 + at}.md": f"# Quay {at}\n" for at in range(previews.MOST + 3)}
    made, said = offered(double, tmp_path, **many)
    assert previews.MOST == len(made)
    assert "- and 3 more, which are not shown" in said


def named(double: Double, tmp_path: Path, artifact: str = "42") -> list[str]:
    """What the naming job leaves on the pull request that `offered` made."""
    assert 0 == previews.name(artifact, lambda seconds: None)
    return [each.body for each in double.hub.comments.values() if each.login == "github-actions[bot]"]


@pytest.fixture
def commenting(double: Double, monkeypatch: pytest.MonkeyPatch) -> Double:
    """The naming job's token."""
    double.tokens["comments"] = Token(permissions={"contents": "read", "pull-requests": "write"})
    monkeypatch.setenv("GITHUB_TOKEN", "comments")
    return double


def writes(double: Double) -> list[str]:
    return [call.operation for call in double.calls if call.method != "GET"]


def test_a_later_runs_preview_takes_the_place_of_the_one_named_before(commenting: Double, tmp_path: Path) -> None:
    offered(commenting, tmp_path, **{PAGE: page()})
    (first,) = named(commenting, tmp_path)
    assert "actions/runs/77/artifacts/42) shows" in first and "keeps it for 30 days" in first
    assert [first] == named(commenting, tmp_path)
    (second,) = named(commenting, tmp_path, "43")
    assert first.replace("artifacts/42", "artifacts/43") == second
    assert ["issues/create-comment", "issues/update-comment"] == writes(commenting)


def test_a_comment_that_a_person_marked_so_is_not_written_over(commenting: Double, tmp_path: Path) -> None:
    offered(commenting, tmp_path, **{PAGE: page()})
    forged = f"{previews.MARK}\nClick [here](https://evil.example.org/)."
    commenting.comment(max(commenting.hub.issues), forged, by="mallory")
    assert 1 == len(named(commenting, tmp_path))
    assert forged in [each.body for each in commenting.hub.comments.values()]


def test_what_names_the_preview_holds_no_word_of_the_pull_request_and_no_command(
    commenting: Double, tmp_path: Path
) -> None:
    offered(
        commenting, tmp_path, **{PAGE: page(), "digests/@ada <b>.md": "/drop 1\n", "digests/quay-1.md": "/drop 1\n"}
    )
    (body,) = named(commenting, tmp_path)
    assert f"shows `{KEY}` and `quay-1` as of" in body
    assert "ada" not in body and () == asks_for(body)


def test_a_pull_request_that_has_moved_on_is_told_nothing(commenting: Double, tmp_path: Path) -> None:
    offered(commenting, tmp_path, **{PAGE: page()})
    commenting.edit(BRANCH, PAGE, page() + "\nMore.\n")
    assert [] == named(commenting, tmp_path)


def test_where_the_token_may_not_comment_it_is_said_and_no_failure(
    double: Double, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    offered(double, tmp_path, **{PAGE: page()})
    assert [] == named(double, tmp_path)
    assert "This token may write no comment (a fork's never may)" in capsys.readouterr().err


def test_an_outage_is_no_refusal(commenting: Double, tmp_path: Path) -> None:
    offered(commenting, tmp_path, **{PAGE: page()})
    commenting.faults.append(instead(error(500, "No"), times=FOREVER))
    with pytest.raises(ForgeError):
        named(commenting, tmp_path)


@pytest.mark.parametrize("artifact", ["", "0", "42) [x](https://evil.example.org/", "../1", "9" * 30])
def test_what_is_no_id_is_not_named(double: Double, artifact: str) -> None:
    assert 11 == run("preview", "--named", artifact)
    assert [] == double.calls


def test_the_days_it_is_kept_are_those_of_the_workflow() -> None:
    workflow = (DEMO.parent.parent / ".github/workflows/check.yml").read_text()
    assert f"retention-days: {previews.DAYS}\n" in workflow


def test_only_the_files_of_a_digest_are_one() -> None:
    paths = [
        "digests/quay-2026.json",
        "digests/quay-2026.md",
        "digests/../quay-1.md",
        "prompts/tide-2026.md",
        "x/a-1.md",
    ]
    assert ["quay-2026"] == previews.changed(paths)
