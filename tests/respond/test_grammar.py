"""Which lines of a comment are commands: those that stand alone, as the comment is shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model import Command
from bot.respond.grammar import LONGEST_COMMENT, MOST_COMMANDS, commands_in

NAMES = ("drop", "help", "regenerate", "why")


def lines(text: str) -> list[str]:
    return [command.line for command in commands_in(text, NAMES)]


@pytest.mark.parametrize(
    "text",
    [
        "/drop 3",
        "  /drop 3  ",
        "Thanks, reads well.\n\n/drop 3",
        "Thanks, reads well.\n/drop 3\nBest, Ada",
        "/drop 3\r\n",
        "/DROP 3",
        "> It was good.\n\n/drop 3",
        "> It was good.\n/drop 3",
        "/drop 3\n---",
        "/drop   3",
        "<!-- a note -->\n\n/drop 3",
    ],
)
def test_a_line_of_its_own_is_a_command(text: str) -> None:
    assert ["/drop 3"] == lines(text)


@pytest.mark.parametrize(
    "text",
    [
        "> /drop 3",
        "> quoted\n> /drop 3",
        "`/drop 3`",
        "```\n/drop 3\n```",
        "~~~text\n/drop 3\n~~~",
        "    /drop 3",
        "`a code span\n/drop 3\nends here`",
        "<!-- /drop 3 -->",
        "<!--\n/drop 3\n-->",
        "text <!--\n/drop 3\n-->",
        "<details>\n/drop 3\n</details>",
        "- /drop 3",
        "1. /drop 3",
        "# /drop 3",
        "please /drop 3",
        "[/drop 3](https://example.org)",
        "/etc/passwd is a file",
        "/usr/bin/drop 3",
        "/ drop 3",
        "//drop 3",
        "/tableflip",
        "",
    ],
)
def test_what_is_quoted_code_hidden_or_inside_a_sentence_is_none(text: str) -> None:
    assert [] == lines(text)


def test_several_commands_keep_their_order_and_their_words() -> None:
    text = "/drop 3, 5\n/regenerate core more about *cabling* & \\#1 of a_b_c\n\n/why “Tidal <Queues>: a `b` story”"
    assert [
        "/drop 3, 5",
        "/regenerate core more about cabling & #1 of a_b_c",
        "/why “Tidal <Queues>: a b story”",
    ] == lines(text)


def test_a_near_miss_is_heard_and_other_slashes_are_not() -> None:
    assert ["/regenrate 3", "/drop3"] == lines("/regenrate 3\n/drop3\n/shrug\n/cc everybody")


def test_a_comment_can_ask_for_so_much_and_no_more() -> None:
    assert MOST_COMMANDS == len(lines("/drop 1\n" * 500))
    assert [] == lines("x" * LONGEST_COMMENT + "\n/drop 3")
    assert [Command(name="why", arguments="a" * 5000)] == list(commands_in("/why " + "a" * 5000, NAMES))


@pytest.mark.parametrize("text", ["> " * 5000 + "/drop 3", "[" * 20_000, "*a " * 20_000, "<" * 60_000, "\n" * 60_000])
def test_a_comment_made_to_hurt_is_read_in_time(text: str) -> None:
    assert [] == lines(text)


@given(st.text(alphabet="/drop 3\n`>-<!*\\[]\u202e\u200b#\t\r", max_size=200))
def test_any_text_is_read_and_a_command_always_begins_a_line_of_it(text: str) -> None:
    for command in commands_in(text, NAMES):
        assert any(line.strip().lower().startswith(f"/{command.name}") for line in text.splitlines())
