"""A digest that a model had a hand in is stored with who chose and who wrote, and comes back as it was."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.errors import StoreError
from bot.model import Digest, Finding
from bot.store import as_json, digest_of
from tests.conftest import contribution, writeup

PLOVER = writeup(contribution("Plover", "Plover reduces latency."))
LANTERN = writeup(contribution("Lantern", "Lantern carries light."))


def written(digest: Callable[..., Digest]) -> Digest:
    by_model = replace(
        PLOVER,
        pick=replace(PLOVER.pick, doubt="A testbed only."),
        writer="llm",
        model="large-1",
        extracts=("where",),
        findings=(Finding(text="told elsewhere"),),
    )
    return digest(by_model, LANTERN, writer="llm", picker="small-1")


def test_who_chose_and_who_wrote_comes_back(digest: Callable[..., Digest]) -> None:
    before = written(digest)
    before = replace(before, program=replace(before.program, place="Tideham"))
    after = digest_of(as_json(before), "digest.json")

    assert ("small-1", "llm", "Tideham") == (after.picker, after.writer, after.program.place)
    assert (replace(before.writeups[0], findings=()), LANTERN) == after.writeups
    assert as_json(replace(before, writeups=after.writeups)) == as_json(after)


def test_each_sentence_says_whether_it_is_written_or_an_extract(digest: Callable[..., Digest]) -> None:
    tree = json.loads(as_json(written(digest)))
    kinds = [
        {name: [claim["kind"] for claim in claims] for name, claims in p["evidence"].items()} for p in tree["picks"]
    ]
    assert {"why": ["judgement"], "what": ["written"], "how": ["silent"], "where": ["silent"]} == kinds[0]
    assert ["extract"] == kinds[1]["what"]


def test_a_digest_without_a_model_says_nothing_of_one(digest: Callable[..., Digest]) -> None:
    text = as_json(digest(PLOVER, LANTERN))
    assert not [name for name in ('"picker"', '"model"', '"extracts"', '"doubt"') if name in text]


def test_half_a_character_is_refused_where_it_comes_in(digest: Callable[..., Digest]) -> None:
    text = as_json(digest(PLOVER, LANTERN)).replace('"reader": "', '"reader": "\\ud800', 1)
    with pytest.raises(StoreError, match=r"digest\.json is not as the bot writes it"):
        digest_of(text, "digest.json")
