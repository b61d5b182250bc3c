"""The list of lost links: the same bytes for the same links, and nothing in it that a stranger could lead people by."""

import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import StoreError
from bot.lost import LONGEST, MOST, as_json, is_copy, of_json
from bot.model import LostLink

URL = "https://harbour.example.org/paper"
COPY = f"https://web.archive.org/web/20260314/{URL}"
LINK = LostLink(url=URL, digests=("harbour-2026",), why="No page.", since="2026-11-30", seen="2026-12-07", archive=COPY)


def changed(**fields: Any) -> str:
    tree = json.loads(as_json([LINK]))
    tree["links"][0] |= fields
    return json.dumps(tree)


def test_what_is_written_is_read_and_the_order_is_no_matter() -> None:
    other = replace(LINK, url="https://a.example.org/", archive="", digests=("a-2025", "b-0x1f"))
    assert (other, LINK) == of_json(as_json([LINK, other]))
    assert as_json([LINK, other]) == as_json([other, LINK])


def test_no_file_is_an_empty_list_and_so_is_an_empty_list() -> None:
    assert () == of_json("") == of_json(as_json([]))


@pytest.mark.parametrize(
    ("since", "seen", "is_gone"),
    [
        ("2026-11-30", "2026-11-30", False),
        ("2026-11-30", "2026-12-05", False),
        ("2026-11-30", "2026-12-06", True),
        ("2026-12-07", "2026-11-30", False),
    ],
)
def test_a_link_is_gone_after_six_days(since: str, seen: str, is_gone: bool) -> None:
    assert is_gone == replace(LINK, since=since, seen=seen).is_gone


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "{}",
        '{"links": {"a": 1}}',
        '{"links": ["x"]}',
        '{"links": 3}',
        "[" * 100_000,
        changed(url="javascript:alert(1)"),
        changed(url="data:text/html,x"),
        changed(url="https://a.example.org/ x"),
        changed(url="https://a.example.org/\n"),
        changed(url="https://ä.example.org/"),
        changed(url="https://a.example.org/" + "x" * LONGEST),
        changed(url=3),
        changed(why="x" * 3 * LONGEST),
        changed(why="\ud800"),
        changed(digests=["../../etc/passwd"]),
        changed(digests=[1]),
        changed(digests=None),
        changed(since="yesterday"),
        changed(since="20261130"),
        changed(seen="2026-13-01"),
        changed(seen=""),
        changed(archive="https://evil.example.org/web/20260314/" + URL),
        changed(archive="https://web.archive.org/web/20260314/https://evil.example.org/paper"),
        changed(archive="javascript:alert(1)//web.archive.org/web/20260314/" + URL),
        changed(extra="field"),
        json.dumps({"links": [{"url": URL}]}),
        json.dumps({"links": [*json.loads(as_json([LINK]))["links"] * 2]}),
        json.dumps({"links": [None] * (MOST + 1)}),
    ],
)
def test_what_the_bot_does_not_write_is_refused_with_a_way_out(text: str) -> None:
    with pytest.raises(StoreError, match=r"digests/links\.json is not as the bot writes it") as error:
        of_json(text)
    assert "take the file back" in error.value.hint


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(StoreError):
        assert () == of_json(text)


@pytest.mark.parametrize(
    ("address", "of"),
    [
        (COPY, URL),
        (f"http://web.archive.org/web/20260314091500/{URL}", URL),
        ("https://web.archive.org/web/2026/http://www.harbour.example.org:80/paper/", URL),
        ("https://web.archive.org/web/2026/https://harbour.example.org/a b".replace(" ", "%20"), f"{URL[:-5]}a%20b"),
    ],
)
def test_a_copy_is_known_by_the_address_that_it_is_of(address: str, of: str) -> None:
    assert is_copy(address, of)


@pytest.mark.parametrize(
    "address",
    [
        "",
        URL,
        f"https://web.archive.org/web/{URL}",
        f"https://web.archive.org/save/20260314/{URL}",
        f"https://web.archive.org@evil.example.org/web/20260314/{URL}",
        f"https://web.archive.org/web/20260314/{URL}/other",
        f"https://web.archive.org/web/20260314/{URL}\n",
        f"https://web.archive.org/web/20260314/{URL}?then=evil",
        f"https://web.archive.org/web/20260314/../../{URL}",
    ],
)
def test_what_is_of_another_address_or_elsewhere_is_no_copy(address: str) -> None:
    assert not is_copy(address, URL)
