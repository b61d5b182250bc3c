"""The bot's own JSON is a platform: what it prints, it reads again."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bot.errors import BotError, LayoutChanged, NotPublished
from bot.model import Kind, Person, Program
from bot.platforms.canonical import as_tree
from tests.platforms import shelf

RECORDING = Path(__file__).resolve().parent / "recordings" / "canonical" / "harbour-2026.program.json"


def read(text: str) -> Program:
    return shelf.read(text, "harbour.json")


def test_everything_an_editor_wrote_is_read() -> None:
    first, second, *_ = read(RECORDING.read_text()).contributions
    assert (Person(name="Ada Okafor", affiliation="Harbour University"), Person(name="Bo Tide")) == first.people
    assert "Ships wait.\n\nWe present a queue that lets 12 of them wait less." == first.abstract
    assert ["abstract", "summary"] == [passage.part for passage in first.passages]
    assert {"pdf": "https://harbour.example.org/okafor.pdf"} == first.links
    assert ("Dry Docks & Wet Feet", Kind.LIGHTNING_TALK) == (second.title, second.kind)
    assert "https://harbour.example.org/presentation/lund" == second.url


def test_what_it_prints_it_reads_again() -> None:
    once = replace(read(RECORDING.read_text()), platform="usenix", place="Tideham")
    again = read(json.dumps(as_tree(once)))
    assert as_tree(once) == {**as_tree(again), "sources": as_tree(once)["sources"]}
    assert once.platform == again.platform == "usenix"


def test_a_recorded_failure_is_no_empty_program() -> None:
    with pytest.raises(NotPublished):
        read('{"status": "blocked", "reason": "a wall", "contributions": []}')


def test_a_contribution_without_a_title_is_named() -> None:
    with pytest.raises(LayoutChanged):
        read('{"contributions": [{"id": "x", "people": []}]}')


@pytest.mark.parametrize(
    "text",
    ['{"contributions": [1, "x", null, []]}', '{"contributions": [{"title": {"a": 1}}]}', '{"contributions": {}}'],
)
def test_absurd_entries_are_refused(text: str) -> None:
    with pytest.raises(BotError):
        read(text)
