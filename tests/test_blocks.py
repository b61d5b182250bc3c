"""A page cut into its parts is the page, whatever it says."""

from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.blocks import Part, Rank, cut, ended, hashed, nested, parents, walk
from bot.model import Digest, Tier
from bot.render import page
from tests.conftest import contribution, writeup

FRONT = ("---", "title: x", "  y", "\ufeff---")
BODY = ("## Core", "### 1. Tidal Queues", "- **Why:** x", "  - x", "text", "*x*", "```", "", " \t", "\x0b")
LINES = st.sampled_from((*FRONT, *BODY))
ENDS = st.sampled_from(("\n", "\r\n", "\r", "\n\n"))
PAGES = st.lists(st.tuples(LINES, ENDS)).map(lambda lines: "".join(line + end for line, end in lines)) | st.text()


def slices(text: str) -> str:
    return "".join(part.text + part.gap for part in walk(nested(cut(text))))


@settings(max_examples=500, derandomize=True)
@given(PAGES, st.text(max_size=4))
@example("", "")
def test_the_slices_of_any_text_are_the_text(text: str, end: str) -> None:
    assert text + end == slices(text + end)


@settings(max_examples=200, derandomize=True)
@given(PAGES)
def test_slices_are_numbered_in_order_and_only_the_lead_may_be_empty(text: str) -> None:
    parts = [part for part in cut(text) if part.at >= 0]
    assert [*range(len(parts))] == [part.at for part in parts]
    assert all(part.text or part.gap for part in parts)
    assert all(not part.gap.strip() for part in parts)


@pytest.fixture
def text(digest: Callable[..., Digest]) -> str:
    two = writeup(contribution("Dry Docks", session="Docks", url="https://harbour.example.org/d"), Tier.ADJACENT)
    return page(digest(writeup(contribution("Tidal Queues", session="Queues")), two))


def test_a_page_is_sections_entries_and_fields(text: str) -> None:
    root = nested(cut(text))
    assert [
        "front", "lead", "## core", "## adjacent", "## wildcard", "## themes", "## about-this-digest",
    ] == [part.name for part in root.parts]  # fmt: skip
    entry = root.parts[2].parts[0]
    assert ("### 1. Tidal Queues", Rank.ENTRY) == (entry.text, entry.rank)
    assert ["", "why", "what", "how", "where", "reasons"] == [part.name for part in entry.parts]
    assert ["title", "edition", "kind", "form"] == [part.name for part in root.parts[0].parts][:4]
    assert ["rdma-and-transport"] == [part.name for part in root.parts[5].parts]
    assert "picked-for" == root.parts[6].parts[0].name


def test_a_byline_of_two_lines_is_one_part_and_trailing_blanks_are_text() -> None:
    parts = cut("## Core\nAda Okafor  \nQueues \t\r\n \r\n\n- **Why:** x\n  and more\n- **How:** y")
    assert ["", "## Core", "Ada Okafor  \nQueues \t", "- **Why:** x\n  and more", "- **How:** y"] == [
        part.text for part in parts
    ]
    assert ["", "\n", "\r\n \r\n\n", "\n", ""] == [part.gap for part in parts]


def test_front_matter_ends_at_its_second_fence_and_a_third_is_text() -> None:
    parts = cut("---\na: 1\nb:\n  - 2\n- 3\n\nc: 4\n---\n\nx\n---\n")
    assert ["front", "a", "b", "c", "end", "lead", ""] == [part.name for part in parts]
    assert "x\n---" == parts[-1].text
    assert "lead" == cut("---\nno end")[0].name


def test_line_ends_numbers_and_picks_are_not_what_a_part_says() -> None:
    assert hashed("### 3. Tidal Queues") == hashed("### 12. Tidal Queues") != hashed("### Tidal Queues")
    assert hashed("- **Theme.** x (picks 1, 3)") == hashed("- **Theme.** x (picks none)") != hashed("- **Theme.** x")
    assert hashed("- **What:** x (picks 1)") != hashed("- **What:** x (picks 2)")
    assert hashed("a  \r\nb") == hashed("a  \nb") != hashed("a\nb")


def test_a_text_takes_the_line_ends_of_another() -> None:
    assert "a\r\nb\r\n" == ended("a\nb\n", like="x\r\ny\r\nz\n")
    assert "a\nb\n" == ended("a\nb\n", like="x\r\ny\nz\n") == ended("a\nb\n", like="")


def test_every_key_is_told_what_it_stands_under() -> None:
    leaf = Part(text="x", key="okafor/what")
    entry = Part(text="x", key="okafor", parts=(leaf, Part(text="a person's")))
    assert {"okafor/what": "okafor", "okafor": "page"} == parents(Part(text="", key="page", parts=(entry,)))


def test_words_of_any_script_name_a_section() -> None:
    names = {cut(f"## {title}")[1].name for title in ("会議", "会場", "Ωmega", "!")}
    assert 4 == len(names)
