"""The command line as a person uses it: real files in, real files out, one clear sentence when it cannot."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DEMO = ("--config", "tests/demo/config.yml", "--from", "tests/demo/recording")
CANONICAL = ROOT / "tests/platforms/recordings/canonical/harbour-2026.program.json"


def bot(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    run = subprocess.run(
        [sys.executable, "-m", "bot", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "COLUMNS": "120", **environment},
    )
    assert "Traceback" not in run.stderr
    return run


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def refused(run: subprocess.CompletedProcess[str], code: int) -> str:
    """The one sentence and the hint that a failed run ends with."""
    said = [line for line in run.stderr.strip().splitlines() if not line.startswith("✓ ")]
    assert (code, 2) == (run.returncode, len(said)), run.stderr
    assert said[0].startswith("✗ ") and said[1].startswith("  → ")
    return run.stderr


def test_the_demo_drafts_four_files_that_a_second_run_does_not_change(tmp_path: Path) -> None:
    first = bot("draft", "example-2026", *DEMO, "--out", tmp_path)
    assert 0 == first.returncode, first.stderr
    before = contents(tmp_path)
    assert [
        "digests/example-2026.json",
        "digests/example-2026.md",
        "prompts/example-2026.md",
        "pull-request.md",
    ] == list(before)
    assert "Changed nothing" in bot("draft", "example-2026", *DEMO, "--out", tmp_path).stderr
    assert before == contents(tmp_path)


def test_the_same_input_gives_the_same_bytes_whatever_the_hash_seed_and_place(tmp_path: Path) -> None:
    for place, seed in (("a", "1"), ("b", "2")):
        bot(
            "draft",
            "example-2026",
            *DEMO,
            "--out",
            tmp_path / place,
            PYTHONHASHSEED=seed,
            TZ="Asia/Tokyo" if place == "a" else "UTC",
        )
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_what_a_person_changed_is_kept_and_said(tmp_path: Path) -> None:
    bot("draft", "example-2026", *DEMO, "--out", tmp_path)
    page = tmp_path / "digests/example-2026.md"
    edited = page.read_bytes().replace(b"## Core", b"## Core\r\n\r\nAn editor's own words.")
    page.write_bytes(edited)
    run = bot("draft", "example-2026", *DEMO, "--out", tmp_path)
    assert edited == page.read_bytes()
    assert "Kept as a person left it: " in run.stderr
    assert "A person changed these" in (tmp_path / "pull-request.md").read_text()


def test_a_program_is_a_table_for_people_and_json_for_programs() -> None:
    table = bot("program", CANONICAL).stdout
    assert "Harbour 2026" in table and "Tidal Queues" in table and "lightning talk" in table
    tree = json.loads(bot("program", CANONICAL, "--json").stdout)
    assert ("ok", 4, "logistics") == (tree["status"], len(tree["contributions"]), tree["contributions"][3]["kind"])


def test_a_long_program_is_cut_unless_all_is_asked_for(tmp_path: Path) -> None:
    rows = [{"id": str(number), "title": f"Talk {number}"} for number in range(40)]
    (tmp_path / "p.json").write_text(json.dumps({"contributions": rows}))
    assert "and 15 more" in bot("program", tmp_path / "p.json").stdout
    assert "Talk 39" in bot("program", tmp_path / "p.json", "--all").stdout


def test_an_edition_can_be_read_from_a_recording_by_its_key() -> None:
    run = bot("program", "example-2026", *DEMO, "--json")
    assert "example-2026" == json.loads(run.stdout)["edition"]


@pytest.mark.parametrize(
    ("name", "content", "code", "status"),
    [
        ("broken.json", '{"contributions": [', 4, "unknown"),
        ("empty.json", "", 4, "unknown"),
        ("none.json", '{"contributions": []}', 6, "not_published"),
        ("login.html", "<title>Sign in</title><form><input type=password></form>", 5, "blocked"),
        ("shell.html", "<html><div id=root></div><script src=a.js></script></html>", 7, "unknown"),
        ("wall.html", "<title>Just a moment...</title><script>_cf_chl_opt={}</script>", 5, "blocked"),
        ("stranger.html", "<h1>Recipes</h1><p>" + "Stir the soup well. " * 50, 7, "unknown"),
        ("notes.txt", "Call the harbour master.", 7, "unknown"),
        ("bomb.xml", '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 4, "unknown"),
    ],
)
def test_a_file_that_is_no_program_gets_one_sentence_and_its_own_exit_code(
    tmp_path: Path, name: str, content: str, code: int, status: str
) -> None:
    (tmp_path / name).write_text(content)
    answer = json.loads(bot("program", tmp_path / name, "--json").stdout)
    assert (status, []) == (answer["status"], answer["contributions"])
    assert answer["reason"]
    assert name in refused(bot("program", tmp_path / name), code)
    assert not (tmp_path / "digests").exists()


def test_a_missing_file_an_unknown_edition_and_a_private_address_are_refused(tmp_path: Path) -> None:
    assert "no-such-file.json" in refused(bot("program", tmp_path / "no-such-file.json"), 4)
    assert "did you mean sigcomm-2025" in refused(
        bot("draft", "sigcom-2025", "--from", CANONICAL, "--out", tmp_path), 3
    )
    refused(bot("program", "http://127.0.0.1:1/schedule/"), 4)
    refused(bot("draft", "sigcomm-2025", "--from", tmp_path, "--out", tmp_path / "out"), 4)
    refused(bot("program", "x", "--config", tmp_path / "none.yml"), 3)
    assert [] == list(tmp_path.iterdir())


def test_a_program_of_another_edition_or_year_is_not_drafted(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert "harbour-2026" in refused(bot("draft", "sigcomm-2025", "--from", CANONICAL, "--out", out), 4)
    unnamed = tmp_path / "unnamed.json"
    unnamed.write_text(CANONICAL.read_text().replace('"edition": "harbour-2026",', ""))
    assert "of 2026" in refused(bot("draft", "sigcomm-2025", "--from", unnamed, "--out", out), 6)
    assert not out.exists()


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    assert "cannot be" in refused(bot("draft", "example-2026", *DEMO, "--out", tmp_path / "out"), 9)


def test_session_notes_are_the_second_form(tmp_path: Path) -> None:
    bot("draft", "example-2026", *DEMO, "--out", tmp_path, "--form", "session-notes")
    text = (tmp_path / "digests/example-2026.md").read_text()
    assert "form: session-notes" in text and "## Overview" in text and "## Core" not in text


def test_what_is_due_is_listed_until_it_has_a_digest(tmp_path: Path) -> None:
    before = [row["edition"] for row in json.loads(bot("due", "--json", "--out", tmp_path).stdout)]
    assert before
    (tmp_path / "digests").mkdir()
    (tmp_path / "digests" / f"{before[0]}.md").write_text("drafted")
    assert before[1:] == [row["edition"] for row in json.loads(bot("due", "--json", "--out", tmp_path).stdout)]
    assert before[1] in bot("due", "--out", tmp_path).stdout


def test_the_name_of_what_is_due_is_never_cut(tmp_path: Path) -> None:
    keys = [row["edition"] for row in json.loads(bot("due", "--json", "--out", tmp_path).stdout)]
    assert set(keys) == {line.split()[0] for line in bot("due", "--out", tmp_path).stdout.splitlines()} & set(keys)


def test_what_only_github_knows_is_not_asked_of_a_folder() -> None:
    assert "add --github" in refused(bot("due", "--edition", "nsdi-2025"), 11)


def test_a_comment_without_a_command_is_told_so(tmp_path: Path) -> None:
    bot("draft", "example-2026", *DEMO, "--out", tmp_path)
    asked = bot("respond", "--edition", "example-2026", "--comment", "Nice!", "--out", tmp_path, *DEMO)
    assert "no line of the comment is a command" in refused(asked, 11)


def test_config_is_checked_and_its_schema_printed() -> None:
    assert "networking product manager" in bot("config").stdout.lower()
    assert "series" in json.loads(bot("config", "--schema").stdout)["properties"]


def test_wrong_arguments_are_told_by_their_names() -> None:
    run = subprocess.run([sys.executable, "-m", "bot", "drfat"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert 2 == run.returncode
    assert "drfat" in run.stderr


def test_a_pipe_that_closes_early_is_no_error() -> None:
    command = f"{sys.executable} -m bot program {CANONICAL} --json | head -1"
    run = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "{" == run.stdout.strip()
    assert "Traceback" not in run.stderr


def test_stopping_it_leaves_nothing_half_written(tmp_path: Path) -> None:
    run = subprocess.Popen(
        [sys.executable, "-m", "bot", "draft", "example-2026", *DEMO, "--out", str(tmp_path)],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    time.sleep(0.15)
    run.kill()
    run.communicate()
    assert 0 == bot("draft", "example-2026", *DEMO, "--out", tmp_path).returncode
    assert 4 == len(contents(tmp_path))
