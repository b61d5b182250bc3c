"""What the terminal shows: whatever a source says, no line of it is a command to the runner that reads our log."""

import io
import json
import re
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot import show
from bot.errors import BotError
from bot.model import Digest, Edition, Finding, Person, PullRequest, Remark, Weight
from bot.pipeline import Outcome
from bot.render import render
from tests.conftest import contribution, program, writeup

# The runner looks for the first at a line's beginning, after its blanks, and for the second anywhere in it.
COMMAND = re.compile(r"^\s*::|##\[", re.M)
PARTS = (
    ":", "::", ":::", "#", "##[", "###[", "[", "]", "/", " ", "  ", "\t", "\r", "\n", "\u2028", "\u200b", "\x1b[31m",
    "::error::", "::stop-commands::x", "##[add-mask]e", "word", "a-word-that-is-rather-long", "潮", "[bold]", "\\",
)  # fmt: skip
HOSTILE = st.lists(st.sampled_from(PARTS), min_size=1, max_size=12).map("".join)


def printed(act: Callable[[], None], width: int) -> str:
    """All that is shown where the terminal is so wide, which decides where a line is broken."""
    stream, usual = io.StringIO(), show.out.width
    show.out.width = show.err.width = width
    with redirect_stdout(stream), redirect_stderr(stream):
        act()
    show.out.width = show.err.width = usual
    return stream.getvalue()


def shown(text: str, digest: Callable[..., Digest]) -> tuple[Callable[[], None], ...]:
    """Everything that shows something of a source's, each with this for every text in it."""
    one = contribution(text, people=(Person(name=text),), starts=text, ends=text, session=text, url=text)
    found = program(one, name=text, url=text, starts=text, ends=text, findings=(Finding(text=text, hint=text),))
    edition = Edition(key="harbour-2026", name=text, urls=(text,), ends="2026-03-14")
    drafted = digest(writeup(one))
    outcome = Outcome(
        digest=drafted,
        draft=render(drafted, ""),
        pull_request=PullRequest(address="pull-request.md", changed=()),
    )
    return (
        lambda: show.failure(BotError(text, hint=text)),
        lambda: show.step(text),
        lambda: show.program(found),
        lambda: show.program(found, whole=True),
        lambda: show.outcome(outcome, Path("drafted")),
        lambda: show.reply(text),
        lambda: show.due((edition,)),
        lambda: show.notes((text,)),
        lambda: show.figures(("", text), ((text,), (text, text))),
    )


@given(text=HOSTILE, width=st.integers(min_value=20, max_value=120))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # the fixture is a function without a state
def test_no_line_of_the_log_is_a_command(digest: Callable[..., Digest], text: str, width: int) -> None:
    for act in shown(text, digest):
        output = printed(act, width)
        assert COMMAND.search(output) is None, output


@pytest.mark.parametrize("text", ["::error::x", "a word and ##[error]x", ":::", "###[x]", "\r\n ::x", "##[x"])
def test_what_would_be_a_command_still_reads_the_same(text: str) -> None:
    safe = show.safe(text)
    assert None is COMMAND.search(safe)
    assert " ".join(text.split()) == safe.replace("\N{WORD JOINER}", "")


@pytest.mark.parametrize("text", ["Tidal Queues: a study", "C# and [brackets]", "#3 of 4", "10:30 – 11:00"])
def test_ordinary_text_is_left_as_it_is(text: str) -> None:
    assert text == show.safe(text)


def test_json_reads_as_it_was_and_does_nothing_to_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    foreign = "a \x1b[31m \x9b31m \u202e \ud800 ##[error]x \N{SNOWMAN}"
    show.json({"title": foreign})
    printed = capsys.readouterr().out
    assert foreign == json.loads(printed)["title"]
    assert not re.search("[\x1b\x9b\u202e\ud800]|##\\[", printed)
    assert "\N{SNOWMAN}" in printed


def test_thousands_of_remarks_are_cut_and_counted() -> None:
    remark = Remark(path="digests/harbour-2026.md", line=1, weight=Weight.WARNING, text="Odd.", hint="")
    said = printed(lambda: show.remarks([remark] * 20_000), 100)
    assert 500 == said.count("Odd.")
    assert "and 19,500 more" in said
