"""init and doctor as their owner runs them: with flags alone, at a terminal, and against GitHub's double."""

import os
import pty
import select
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.config import load
from bot.doctor.running import WORKFLOWS
from bot.seal import seal
from tests.github.double import MAINTAINER, WORKFLOW, Double

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = (ROOT / "config.yml").read_text()
READER = ("--reader", "Harbour master", "--summary", "Minds the tides.", "--topic", "tides: tide^, ebb")
DEMO = '{\n "seal": "",\n "program": {"url": "https://talks.example.org/2026/"}\n}\n'


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A fresh copy of this repository, as a clone of its owner's."""
    (tmp_path / "config.yml").write_text(SHIPPED)
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git/config").write_text('[remote "origin"]\n\turl = https://github.com/harbour/digests.git\n')
    (tmp_path / "digests").mkdir()
    (tmp_path / "digests/example-2026.json").write_text(seal(DEMO))
    return tmp_path


def environment(**more: str) -> dict[str, str]:
    own = {name: value for name, value in os.environ.items() if not name.startswith("GITHUB_")}
    return {**own, "COLUMNS": "120", **more}


def command(verb: str, copy: Path, *flags: str) -> list[str]:
    return [sys.executable, "-m", "bot", verb, "--config", str(copy / "config.yml"), *flags]


def bot(verb: str, copy: Path, *flags: str, **more: str) -> subprocess.CompletedProcess[str]:
    run = subprocess.run(
        command(verb, copy, *flags), cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=60, check=False, env=environment(**more),
    )  # fmt: skip
    assert "Traceback" not in run.stderr
    return run


def at_terminal(copy: Path, answers: Sequence[str]) -> tuple[int, str]:
    """The exit code and all that a person saw who answers one question after the other."""
    terminal, end = pty.openpty()
    process = subprocess.Popen(
        command("init", copy), cwd=ROOT, stdin=end, stdout=end, stderr=end, env=environment(), start_new_session=True
    )
    os.close(end)
    seen, left = "", list(answers)
    while select.select([terminal], [], [], 30)[0]:
        try:
            said = os.read(terminal, 4096)
        except OSError:  # how Linux says that the other end is closed
            said = b""
        if not said:
            break
        seen += said.decode(errors="replace")
        if left and seen.endswith(": "):
            os.write(terminal, f"{left[0]}\n".encode())
            seen += f"<{left.pop(0)}>"
    os.close(terminal)
    return process.wait(30), seen


def test_flags_alone_make_it_theirs(copy: Path) -> None:
    run = bot("init", copy, "--title", "Harbour digests", "--series", "nsdi, ietf", *READER)
    assert 0 == run.returncode, run.stderr
    config = load(copy / "config.yml")
    assert ("Harbour digests", "https://harbour.github.io/digests/") == (config.site.title, config.site.url)
    assert ("Harbour master", ("tide^", "ebb")) == (config.reader.name, config.reader.topics[0].terms)
    assert {"nsdi", "ietf"} == set(config.series)
    assert "+  title: Harbour digests" in run.stdout
    assert "https://github.com/harbour/digests/settings/pages" in run.stdout
    assert [] == list((copy / "digests").iterdir())


def test_what_is_somebodys_own_is_replaced_only_when_they_say_so(copy: Path) -> None:
    bot("init", copy, "--title", "Harbour digests")
    mine = (copy / "config.yml").read_bytes()
    run = bot("init", copy, "--title", "Another")
    assert (3, True) == (run.returncode, "--overwrite" in run.stderr)
    assert mine == (copy / "config.yml").read_bytes()
    assert "says all of this already" in bot("init", copy, "--title", "Harbour digests").stdout
    assert 0 == bot("init", copy, "--title", "Another", "--overwrite").returncode
    assert "Another" == load(copy / "config.yml").site.title


@pytest.mark.parametrize("flags", [("--repository", "digests"), ("--series", "nsid"), ("--url", "x"), ("--topic", "x")])
def test_a_wrong_flag_writes_nothing(copy: Path, flags: tuple[str, ...]) -> None:
    run = bot("init", copy, *flags)
    assert (3, 2) == (run.returncode, len(run.stderr.strip().splitlines()))
    assert SHIPPED == (copy / "config.yml").read_text()
    assert (copy / "digests/example-2026.json").exists()


def test_a_person_is_asked_and_shown_before_anything_is_written(copy: Path) -> None:
    code, seen = at_terminal(copy, ["Harbour digests", "", "", "", "nsdi", "no"])
    assert (0, True) == (code, "[https://harbour.github.io/digests/]" in seen)
    assert SHIPPED == (copy / "config.yml").read_text()
    code, seen = at_terminal(copy, ["Harbour digests", "", "", "", "nsdi", "yes"])
    assert (0, True) == (code, "Three settings are left" in seen)
    assert ["nsdi"] == list(load(copy / "config.yml").series)
    assert not (copy / "digests/example-2026.json").exists()


def test_who_leaves_the_terminal_leaves_the_file_alone(copy: Path) -> None:
    code, _ = at_terminal(copy, ["Harbour digests", "\x04"])
    assert 130 == code
    assert SHIPPED == (copy / "config.yml").read_text()


def test_the_doctor_says_what_to_click_and_that_something_is_to_do(copy: Path) -> None:
    bot("init", copy)
    with Double() as double:
        double.settings.workflows_may_open_pulls = False
        run = bot("doctor", copy, GITHUB_TOKEN=MAINTAINER, GITHUB_API_URL=double.base)
        assert 10 == run.returncode, run.stderr
        assert "“Allow GitHub Actions to create and approve pull requests”" in run.stdout
        assert f"{double.base}/harbour/digests/settings/actions" in run.stdout.split()
        run = bot("doctor", copy, GITHUB_TOKEN=WORKFLOW, GITHUB_API_URL=double.base)
        assert "Resource not accessible" in run.stdout
        assert {"GET"} == {call.method for call in double.calls}


def test_the_doctor_has_nothing_to_do_where_all_is_well(copy: Path) -> None:
    bot("init", copy)
    workflows = {f".github/workflows/{name}": "on: push\n" for name in WORKFLOWS}
    with Double({"README.md": "# D\n", **workflows}) as double:
        double.settings.pages = "https://harbour.github.io/digests/"
        run = bot("doctor", copy, GITHUB_TOKEN=MAINTAINER, GITHUB_API_URL=double.base)
        assert (0, True) == (run.returncode, "Nothing to do; nothing unseen" in run.stdout), run.stdout


def test_without_a_token_the_doctor_tells_where_to_make_one(copy: Path) -> None:
    run = bot("doctor", copy)
    assert 3 == run.returncode
    assert "https://github.com/settings/personal-access-tokens/new?name=doctor%20digests" in run.stderr
