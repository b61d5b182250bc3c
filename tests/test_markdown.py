"""Foreign text in Markdown stays text."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bot.markdown import cell, escape, fence, link, quiet

MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
NASTY = st.text(st.sampled_from("[]()!<>*_`~#|\\&;:-+=.1 ab\"'\n@/?") | st.characters(), max_size=40)


def seen(markdown: str) -> str:
    """What a reader sees of a paragraph, or the tags if it became anything else."""
    rendered = MARKDOWN.render(markdown).strip()
    inner = re.fullmatch(r"<p>(.*)</p>", rendered, re.S)
    return html.unescape(inner.group(1)) if inner and "<" not in inner.group(1) else rendered


@given(NASTY)
def test_escaped_text_reads_as_it_was_and_becomes_nothing_else(text: str) -> None:
    line = " ".join(text.replace("\x00", "").split())
    if line:
        assert line == seen(escape(line))


@pytest.mark.parametrize(
    "line", ["*", "* a", "- a", "+", "1. a", "2) a", "# a", "> a", "===", "---", "[a]: b", "a *b* c"]
)
def test_a_line_that_would_begin_a_block_stays_a_line(line: str) -> None:
    assert line == seen(escape(line))


@pytest.mark.parametrize(
    "title", ["AF_XDP and snake_case", "A Story of RDMA: Lossless, or Not?", "5G & Wi-Fi (2×)", "C++ at [SOLD OUT]"]
)
def test_ordinary_titles_stay_as_they_are(title: str) -> None:
    assert title == escape(title)


@given(NASTY, st.sampled_from(["https://e.example/a(b)c", "https://e.example/?q=[x]"]))
def test_a_label_cannot_change_where_a_link_leads(label: str, url: str) -> None:
    line = " ".join(label.replace("\x00", "").split()) or "x"
    tokens = [token for token in MARKDOWN.parseInline(link(line, url))[0].children or () if token.type == "link_open"]
    assert [True] == [token.attrs["href"].startswith("https://e.example/") for token in tokens]


@given(st.text(st.sampled_from("`~a \n"), max_size=60))
def test_text_cannot_leave_its_fence(text: str) -> None:
    tokens = MARKDOWN.parse(fence(text.replace("\r", "")))
    assert ["fence"] == [token.type for token in tokens]


def test_nobody_is_mentioned_and_no_issue_referred_to_on_a_forge() -> None:
    assert "@octo" not in quiet("thanks @octo-team, fixes #12 and org/repo#3")
    assert "#12" not in quiet("fixes #12") and "#3" not in quiet("org/repo#3")
    assert "GH-12" not in quiet("closes GH-12")
    assert "github.com/" not in quiet("as in https://github.com/org/repo/issues/3")


def test_a_cell_cannot_end_its_row() -> None:
    assert 1 == MARKDOWN.render(f"| a |\n| --- |\n| {cell('x | y | <b>')} |").count("<td>")


@pytest.mark.parametrize(
    "address",
    ["https://a.org/x\\", "https://a.org/a|b", "https://a.org/)b", "https://a.org/<b>", "https://a.org/\n# b"],
)
def test_no_address_ends_its_link_or_its_cell(address: str) -> None:
    html = MARKDOWN.render(f"| a | b |\n| --- | --- |\n| {link('paper', address)} | rest |")
    assert 1 == html.count("<a ") and "paper</a></td>" in html and "<td>rest</td>" in html


@pytest.mark.parametrize("address", ["javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "vbscript:x"])
def test_an_address_that_would_run_something_is_no_link(address: str) -> None:
    assert "paper" == link("paper", address)
