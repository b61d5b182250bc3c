"""Answers as files: what was paid for is there the next time, and half a file is none."""

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from bot.answers import DAYS_UNUSED, MOST_BYTES, Answers, Batch, Failure, Kept, Sent, key_of
from bot.errors import StoreError

KEY = key_of("large-1", "Say what it is.", "A queue.", {"type": "object"})
NOW = time.time()
KEPT = Kept(
    purpose="write-up",
    about="tidal-queues",
    model="large-1",
    tree={"what": "A queue – “tidal”."},
    tokens_in=100,
    tokens_out=20,
    money=Decimal("0.00020"),
    seconds=1.25,
)


def test_what_is_kept_is_found_as_it_was(tmp_path: Path) -> None:
    answers = Answers(folder=tmp_path / "new" / "folder")
    answers.keep(KEY, KEPT)
    assert KEPT == answers.find(KEY)
    assert "0.00020" == str(getattr(answers.find(KEY), "money", None))


def test_an_unknown_price_stays_unknown(tmp_path: Path) -> None:
    answers = Answers(folder=tmp_path)
    answers.keep(KEY, replace(KEPT, money=None))
    assert replace(KEPT, money=None) == answers.find(KEY)


@pytest.mark.parametrize("other", [
    key_of("small-1", "Say what it is.", "A queue.", {"type": "object"}),
    key_of("large-1", "Say what it is", "A queue.", {"type": "object"}),
    key_of("large-1", "Say what it is.", "A queue", {"type": "object"}),
    key_of("large-1", "Say what it is.", "A queue.", {"type": "array"}),
    key_of("large-1", "Say what it is.A queue.", "", {"type": "object"}),
])  # fmt: skip
def test_anything_else_that_decides_an_answer_is_another_key(other: str) -> None:
    assert KEY != other


def test_the_order_in_a_schema_is_no_difference() -> None:
    assert key_of("m", "", "", {"a": 1, "b": 2}) == key_of("m", "", "", {"b": 2, "a": 1})


def test_what_came_to_nothing_is_only_recorded(tmp_path: Path) -> None:
    nothing = replace(KEPT, tree=None, why="the model declined to answer")
    answers = Answers(folder=tmp_path / "cache", record=tmp_path / "record")
    answers.keep(KEY, nothing)
    assert None is answers.find(KEY)
    assert nothing == Answers(folder=tmp_path / "record").find(KEY)


def test_what_is_found_is_recorded_as_well(tmp_path: Path) -> None:
    Answers(folder=tmp_path / "cache").keep(KEY, KEPT)
    Answers(folder=tmp_path / "cache", record=tmp_path / "record").find(KEY)
    assert KEPT == Answers(folder=tmp_path / "record").find(KEY)


@pytest.mark.parametrize("text", [
    "", "{", "[]", "7", "null", "{}", '"x"', "[" * 100_000, "\x00", '{"tree": {}, "money": "1"}',
    json.dumps({"purpose": 1, "about": "", "model": "", "why": "", "tree": {}, "money": None}),
    json.dumps({"purpose": "", "about": "", "model": "", "why": "", "tree": [], "money": None}),
    json.dumps({"purpose": "", "about": "", "model": "", "why": "", "tree": {}, "money": "much", "tokens_in": 1,
                "tokens_out": 1, "seconds": 1}),
    " " * (MOST_BYTES + 1),
])  # fmt: skip
def test_a_file_that_cannot_be_believed_is_none_and_is_written_anew(tmp_path: Path, text: str) -> None:
    path = tmp_path / f"{KEY}.json"
    path.write_text(text)
    answers = Answers(folder=tmp_path)
    assert None is answers.find(KEY)
    answers.keep(KEY, KEPT)
    assert KEPT == answers.find(KEY)


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    Answers(folder=tmp_path / "elsewhere").keep(KEY, KEPT)
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / f"{KEY}.json").symlink_to(tmp_path / "elsewhere" / f"{KEY}.json")
    assert None is Answers(folder=tmp_path / "here").find(KEY)


@pytest.mark.parametrize("key", ["", "../../etc/passwd", KEY[:-1], f"{KEY}\n", KEY.upper()])
def test_nothing_but_a_hash_picks_a_file(tmp_path: Path, key: str) -> None:
    with pytest.raises(ValueError, match="no key"):
        Answers(folder=tmp_path).find(key)


def test_what_is_there_already_is_not_written_again(tmp_path: Path) -> None:
    answers = Answers(folder=tmp_path)
    answers.keep(KEY, KEPT)
    before = (tmp_path / f"{KEY}.json").stat()
    answers.keep(KEY, KEPT)
    assert (before.st_mtime_ns, before.st_ino) == (
        (tmp_path / f"{KEY}.json").stat().st_mtime_ns,
        (tmp_path / f"{KEY}.json").stat().st_ino,
    )


def test_many_may_keep_the_same_at_once(tmp_path: Path) -> None:
    answers = Answers(folder=tmp_path, record=tmp_path / "record")
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: answers.keep(KEY, KEPT), range(40)))
    assert KEPT == answers.find(KEY)
    assert [f"{KEY}.json"] == [path.name for path in tmp_path.glob("*.*")]


def test_a_run_that_is_killed_leaves_whole_answers_only(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from tests.test_answers import *\n"
        "answers = Answers(folder=Path(sys.argv[1]))\n"
        "print('begun', flush=True)\n"
        "for number in range(100_000): answers.keep(f'{number:064x}', replace(KEPT, about='x' * 20_000))\n"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": "."}) as run:
        assert run.stdout and run.stdout.readline()
        while not any(tmp_path.glob("*.json")):
            pass
        run.kill()
    for path in tmp_path.glob("*.json"):
        assert Answers(folder=tmp_path).find(path.stem) is not None


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written") as told:
        Answers(folder=tmp_path / "file").keep(KEY, KEPT)
    assert told.value.hint


def aged(path: Path, days: float) -> None:
    os.utime(path, (NOW - days * 86_400,) * 2)


def test_what_nobody_has_used_for_long_is_forgotten_and_what_is_used_is_not(tmp_path: Path) -> None:
    answers, old, used = Answers(folder=tmp_path), key_of("m", "", "old", {}), key_of("m", "", "used", {})
    for key in (KEY, old, used):
        answers.keep(key, KEPT)
        aged(tmp_path / f"{key}.json", DAYS_UNUSED + 1)
    aged(tmp_path / f"{KEY}.json", DAYS_UNUSED - 1)
    assert KEPT == answers.find(used)
    for name in ("half.part", "notes.txt"):
        (tmp_path / name).write_text("")
        aged(tmp_path / name, DAYS_UNUSED + 1)
    answers.forget(NOW)
    assert {f"{KEY}.json", f"{used}.json", "notes.txt"} == {path.name for path in tmp_path.iterdir()}


def test_where_nothing_is_kept_yet_there_is_nothing_to_forget(tmp_path: Path) -> None:
    Answers(folder=tmp_path / "none").forget(NOW)
    assert [] == list(tmp_path.iterdir())


def test_a_batch_is_kept_as_it_was_and_its_id_takes_its_place(tmp_path: Path) -> None:
    answers = Answers(folder=tmp_path)
    sent = Sent(purpose="write-up", about="tidal-queues", schema={"type": "object"})
    batch = Batch(file="file-1", model="large-1", asks={KEY: sent}, failures={KEY: Failure(why="cut", tokens_out=7)})
    for each in (batch, replace(batch, id="batch-1", is_done=True)):
        answers.keep_batch(each)
        assert (each,) == answers.batches()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("asks", {"no key": {"purpose": "", "about": "", "schema": {}}}),
        ("asks", {KEY: {"purpose": 7, "about": "", "schema": {}}}),
        ("asks", {KEY: {"purpose": "", "about": "", "schema": {}, "more": 1}}),
        ("failures", {KEY: {"why": "", "tokens_in": "many", "tokens_out": 1}}),
        ("failures", [1]),
        ("asks", None),
    ],
)
def test_a_batch_that_cannot_be_believed_is_none(tmp_path: Path, name: str, value: object) -> None:
    Answers(folder=tmp_path).keep_batch(Batch(file="file-1", model="large-1", asks={}))
    (path,) = tmp_path.iterdir()
    path.write_text(json.dumps({**json.loads(path.read_text()), name: value}))
    assert () == Answers(folder=tmp_path).batches()


@pytest.mark.parametrize(("name", "spoilt"), [
    ("tokens_in", "1e999"), ("tokens_out", "-1"), ("tokens_in", "true"), ("seconds", "1e999"), ("seconds", "NaN"),
    ("seconds", "9" * 400), ("money", '"NaN"'), ("money", '"sNaN"'), ("money", '"1e99999999"'), ("money", "1e999"),
    ("money", "-1"), ("why", '"\\ud800"'), ("tree", '{"what": "\\udc00"}'), ("tree", '{"what": NaN}'),
])  # fmt: skip
def test_a_file_that_tells_of_no_number_or_of_half_a_character_is_no_answer(
    tmp_path: Path, name: str, spoilt: str
) -> None:
    answers = Answers(folder=tmp_path)
    answers.keep(KEY, KEPT)
    file = tmp_path / f"{KEY}.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), name: "HERE"}).replace('"HERE"', spoilt))
    assert answers.find(KEY) is None


def test_a_sum_too_small_to_be_written_out_is_still_one(tmp_path: Path) -> None:
    kept = replace(KEPT, money=Decimal("1E-8"))
    Answers(folder=tmp_path).keep(KEY, kept)
    assert kept == Answers(folder=tmp_path).find(KEY)


@pytest.mark.parametrize("name", ["file", "id"])
@pytest.mark.parametrize("spoilt", ["../models", "..", "a/b", "a?b", "a\n", "x" * 300, 7, ["a"]])
def test_a_batch_whose_name_would_lead_elsewhere_is_none(tmp_path: Path, name: str, spoilt: object) -> None:
    answers = Answers(folder=tmp_path)
    answers.keep_batch(Batch(file="file-1", model="large-1", asks={}))
    (file,) = tmp_path.glob("batch-*.json")
    file.write_text(json.dumps({**json.loads(file.read_text()), name: spoilt}))
    assert () == answers.batches()
