"""A transcript: a model drafts a digest, a maintainer asks for one thing, and one field is another one."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot import pipeline
from bot.forges import folder
from bot.llms import Ask
from bot.web import recording
from tests import pen
from tests.desk import CONFIG, DATA, DEMO, EDITION, Folder

TOOK = "- Asked of models: "
PROMPT, WISH = "prompts/example-2026.md", "say how large the testbed was"
LLM = replace(CONFIG, writer="llm")


def script(ask: Ask) -> Mapping[str, Any] | str:
    """An honest model, which answers a wish with the last sentence of the source."""
    if ask.purpose != "revise":
        return pen.honest(ask)
    number, sentence = list(pen.numbered(pen.fences(ask.material)["SOURCE"]).items())[-1]
    return pen.said(pen.sentence("where", sentence, number))


@pytest.fixture
def drafted(tmp_path: Path) -> Folder:
    held = recording.saved(DEMO / "recording")
    model = pen.Pen(script)
    pipeline.draft(EDITION, held, LLM, folder.connect(tmp_path), lambda line: None, held.urls, model=model)
    return Folder(root=tmp_path, model=model, config=LLM)


def changed(before: str, after: str) -> list[tuple[str, str]]:
    """The lines that are other ones, but for the seal and what it all took."""
    lines = zip(before.splitlines(), after.splitlines(), strict=True)
    return [(one, other) for one, other in lines if one != other and not one.startswith(("seal: ", TOOK))]


def questions(page: str) -> int:
    return int(page.partition(TOOK)[2].split()[0])


def test_one_wish_changes_one_field_with_its_receipt(drafted: Folder) -> None:
    before = drafted.page
    number = next(at for at, title in enumerate(drafted.titles, 1) if "speaks" not in title)
    reply = drafted.say(f"/regenerate {number} {WISH}")

    ((old, new),) = changed(before, drafted.page)
    assert old.startswith("- **Where applicable:** ") and new.startswith("- **Where applicable:** ")
    assert WISH in reply
    assert questions(before) + 1 == questions(drafted.page)
    picks = json.loads((drafted.root / DATA).read_text())["picks"]
    (claim,) = picks[number - 1]["evidence"]["where"]
    assert "written" == claim["kind"] and claim["quotes"] == [claim["sentence"]]
    assert any(claim["sentence"] in passage["text"] for passage in picks[number - 1]["passages"])
    assert WISH == next(iter(drafted.decisions.guidance.values()))


def test_the_next_draft_writes_so_again(drafted: Folder) -> None:
    drafted.say(f"/regenerate 1 {WISH}")
    before = drafted.page
    held, there = recording.saved(DEMO / "recording"), folder.connect(drafted.root)
    decisions = pipeline.decided_at(EDITION.key, there)
    pipeline.draft(EDITION, held, LLM, there, lambda line: None, held.urls, decisions, drafted.model)

    assert [] == changed(before, drafted.page)


def test_what_a_maintainer_writes_into_the_record_is_what_is_asked_from_then_on(drafted: Folder) -> None:
    record = drafted.root / PROMPT
    record.write_text(record.read_text().replace("Plain and precise", "Write for sailors. Plain and precise"))
    model = pen.Pen(script)
    replace(drafted, model=model).say("/regenerate 2 more on the method")

    assert ["write-up", "revise"] == model.purposes()
    assert all("Write for sailors." in ask.instructions for ask in model.asked)


def test_a_pick_that_is_dropped_is_in_no_word_on_the_whole(drafted: Folder) -> None:
    title = drafted.titles[0].partition(". ")[2]
    drafted.say("/drop 1")
    assert title not in drafted.page.partition("## About")[0]


def test_the_demo_is_honest_about_who_picked_and_wrote(drafted: Folder) -> None:
    assert "chosen by a model (pen-1), from a ranking" in drafted.page
    assert "A model (pen-1) wrote the write-ups" in drafted.page
    assert "no model" not in drafted.page
