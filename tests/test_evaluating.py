"""The verb eval, as an owner runs it who wants to know whether another prompt, model or reader makes better digests."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot import prompts
from bot.__main__ import main
from tests import gold, pen
from tests.desk import DEMO, KEY, PAGE, PFC
from tests.llms.scripted import Asked, Scripted

MODEL = """
writer: llm
model: {triage: small-1, writing: large-1, prices: {small-1: {in: 1, out: 1}, large-1: {in: 2.5, out: 10}}}
"""
PAGES = DEMO / "recording"
TERSE = "Be as terse as a telegram."


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the demo's configuration, one in which a model writes, and no key."""
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    plain = (DEMO / "config.yml").read_text()
    Path("config.yml").write_text(plain)
    Path("llm.yml").write_text("\n".join(line for line in plain.splitlines() if not line.startswith("writer:")) + MODEL)
    return tmp_path


@pytest.fixture
def drafted() -> None:
    """The demo's digest as an editor left it: one What reworded, the last pick taken out."""
    assert 0 == main(["draft", KEY, "--from", str(PAGES)])
    page = Path(PAGE).read_text()
    begin, end = page.index("### 10."), page.index("## Themes")
    page = page[:begin] + page[end:]
    Path(PAGE).write_text(page.replace("- **What:** The speakers present", "- **What:** They present", 1))


def picks(*given: Any) -> str:
    Path("gold.json").write_text(json.dumps({"edition": KEY, "picks": given}))
    return "gold.json"


@pytest.fixture
def evaluated(capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """What eval says as JSON."""

    def run(*arguments: str) -> Any:
        capsys.readouterr()
        assert 0 == main(["eval", *arguments, "--json"])
        return json.loads(capsys.readouterr().out)

    return run


def scores(tree: Any) -> dict[str, Any]:
    """The one score of each column."""
    return {column["name"]: column["scores"][0] for column in tree["columns"]}


def test_a_list_of_titles_is_measured_without_a_key(evaluated: Callable[..., Any]) -> None:
    found = scores(evaluated(picks("Losing Packets on Purpose: RoCE Without PFC", "Moon Docks"), "--from", str(PAGES)))
    assert ["now"] == list(found)
    assert {"part": 1, "whole": 2} == found["now"]["found"]
    assert (["Moon Docks"], "extractive", 0, "0") == tuple(
        found["now"][name] for name in ("strangers", "writer", "questions", "money")
    )


def test_a_program_with_picks_added_needs_nothing_else(
    evaluated: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == main(["program", KEY, "--from", str(PAGES), "--json"])
    program = json.loads(capsys.readouterr().out)
    chosen = {"id": program["contributions"][0]["id"], "tier": "core", "what": "It loses 97 percent."}
    Path("own.json").write_text(json.dumps({**program, "picks": [chosen]}))
    found = scores(evaluated("own.json"))["now"]
    assert (KEY, 1) == (found["edition"], found["core"]["whole"])


def test_without_a_gold_the_digests_are_and_the_table_says_what_people_edited(
    drafted: None, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert 0 == main(["eval", "--from", str(PAGES)])
    table = capsys.readouterr().out
    assert "9 of 9 (100 %)" in table and "9 of 10 (90 %)" in table  # recall, precision
    assert "Edited by" in table and "5 of " in table  # the four fields of a pick, and a What


def test_editions_without_a_program_are_named_and_edits_are_counted_all_the_same(
    drafted: None, evaluated: Callable[..., Any]
) -> None:
    found = evaluated()
    assert [] == found["columns"]
    (note,) = found["notes"]
    assert note.startswith(f"{KEY} was passed over: no program of {KEY} is at hand (keep it with")
    what = next(each for each in found["edits"] if each["field"] == "what")
    assert (10, 1, 1, 0.2) == tuple(what[name] for name in ("made", "changed", "deleted", "share"))


def test_of_digests_one_whose_program_cannot_be_read_is_noted(drafted: None, evaluated: Callable[..., Any]) -> None:
    Path("saved.json").write_text("{")
    found = evaluated("--from", "saved.json")
    assert "saved.json is broken JSON" in found["notes"][0]


def test_a_gold_that_was_named_must_be_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert 4 == main(["eval", picks("A")])
    assert f"no program of {KEY} is at hand" in capsys.readouterr().err
    Path("saved.json").write_text("{")
    assert 4 == main(["eval", picks("A"), "--from", "saved.json"])


def test_an_empty_folder_has_nothing_to_evaluate(capsys: pytest.CaptureFixture[str]) -> None:
    assert 11 == main(["eval"])
    assert "there is nothing here to evaluate" in capsys.readouterr().err


def test_a_digest_of_no_series_is_evaluated_by_what_it_says_itself(
    evaluated: Callable[..., Any], drafted: None
) -> None:
    config = Path("config.yml").read_text()
    Path("config.yml").write_text(config.replace("\n  example:\n", "\n  other:\n"))
    assert 9 == scores(evaluated(PAGE, "--from", str(PAGES)))["now"]["found"]["part"]


# ---- side by side


def test_two_configurations_are_two_columns(evaluated: Callable[..., Any], drafted: None) -> None:
    Path("few.yml").write_text(Path("config.yml").read_text().replace("total: 10, core: 8", "total: 3, core: 3"))
    found = scores(evaluated("--from", str(PAGES), "--config", "config.yml", "--config", "few.yml"))
    assert {"config.yml": 10, "few.yml": 3} == {name: score["right"]["whole"] for name, score in found.items()}


def test_now_stands_beside_what_was_kept(evaluated: Callable[..., Any], drafted: None) -> None:
    before = evaluated("--from", str(PAGES), "--report", "build/last.json")
    assert before == json.loads(Path("build/last.json").read_text())
    Path("config.yml").write_text(Path("config.yml").read_text().replace("total: 10", "total: 3"))
    found = scores(evaluated("--from", str(PAGES), "--against", "build/last.json"))
    assert {"last": 10, "now": 3} == {name: score["right"]["whole"] for name, score in found.items()}


def test_a_broken_report_is_told_before_anything_is_drafted(capsys: pytest.CaptureFixture[str]) -> None:
    Path("last.json").write_text('{"columns": 7}')
    assert 9 == main(["eval", picks("A"), "--from", str(PAGES), "--against", "last.json"])
    said = capsys.readouterr().err
    assert "last.json is no report of eval's" in said and "drafted in" not in said


def test_two_folders_of_prompts_are_two_columns_and_each_is_told_to_the_model(
    evaluated: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("mine", "terse"):
        shutil.copytree(prompts.FOLDER, name)
    Path("terse/voice.md").write_text(f"---\nslots: []\n---\n{TERSE}\n")

    def answer(asked: Asked) -> Any:
        """Who is told to be terse writes one sentence of each pick."""
        found = pen.served(asked)
        if TERSE in asked.system and isinstance(found, dict) and "WRITE-UPS" not in asked.material:
            return {"sentences": found["sentences"][:1]}
        return found

    asks = ("--from", str(PAGES), "--config", "llm.yml", "--prompts", "mine", "--prompts", "terse")
    with Scripted(answer=answer) as endpoint:
        for name, value in endpoint.environment().items():
            monkeypatch.setenv(name, value)
        first = evaluated(picks(PFC), *asks)
        questions = len(endpoint.asked)
        second = evaluated(picks(PFC), *asks)
        assert questions == len(endpoint.asked)  # a rerun asks nothing anew
    found = scores(first)
    assert {"mine": 30, "terse": 10} == {name: score["written"]["part"] for name, score in found.items()}
    mine = found["mine"]
    assert ("large-1, picks by small-1", 100 * mine["questions"], 20 * mine["questions"]) == (
        mine["writer"], mine["tokens_in"], mine["tokens_out"],
    )  # fmt: skip
    assert [float(mine["money"])] == [float(scores(second)["mine"]["money"])] != [0.0]


def test_two_models_are_two_columns(evaluated: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    asks = ("--from", str(PAGES), "--config", "llm.yml", "--model", "large-1", "--model", "tiny-1")
    with Scripted(answer=pen.served, models=("small-1", "large-1", "tiny-1")) as endpoint:
        for name, value in endpoint.environment().items():
            monkeypatch.setenv(name, value)
        found = scores(evaluated(picks(PFC), *asks))
    assert {"large-1", "tiny-1"} == {each.model for each in endpoint.asked} - {"small-1"}
    assert ("tiny-1, picks by small-1", None) == (found["tiny-1"]["writer"], found["tiny-1"]["money"])
    assert found["large-1"]["money"] is not None  # tiny-1 has no price, and so no cost that anybody knows


def test_recorded_answers_need_neither_key_nor_money(
    evaluated: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(PAGES, "kept")
    with Scripted(answer=pen.served) as endpoint, monkeypatch.context() as there:
        for name, value in endpoint.environment().items():
            there.setenv(name, value)
        assert 0 == main(["draft", KEY, "--from", "kept", "--record", "kept", "--config", "llm.yml"])
    shutil.rmtree("build")
    found = evaluated("--from", "kept", "--config", "llm.yml")
    score = scores(found)["now"]
    assert (30, 10, 10) == (score["written"]["part"], score["found"]["part"], score["found"]["whole"])
    assert [("extractive", "why"), ("large-1", "what")] == [
        (each["writer"], each["field"])
        for each in found["edits"]
        if each["made"] == 10 and each["field"] in ("why", "what")
    ]


def test_a_model_that_is_wanted_and_not_there_is_told(evaluated: Callable[..., Any]) -> None:
    found = evaluated(picks(PFC), "--from", str(PAGES), "--config", "llm.yml")
    assert ["now: without OPENAI_API_KEY no model is asked, so the extractive writer was measured"] == [
        note for note in found["notes"] if "OPENAI" in note
    ]
    assert "extractive" == scores(found)["now"]["writer"]


def test_prompts_that_no_model_reads_are_not_compared(capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(prompts.FOLDER, "mine")
    assert 12 == main(["eval", picks(PFC), "--from", str(PAGES), "--prompts", "mine"])
    assert "mine makes a difference only to a model, and none is asked" in capsys.readouterr().err
    assert 3 == main(["eval", picks(PFC), "--from", str(PAGES), "--model", "large-1"])


# ---- the gold that lies outside the project


@pytest.mark.skipif(not gold.SHARED.exists(), reason="../shared is absent")
def test_the_gold_that_people_made_is_measured_as_its_own_measure_does(evaluated: Callable[..., Any]) -> None:
    shipped = str(prompts.FOLDER.parent / "config.yml")
    ((column,)) = evaluated(str(gold.SHARED / "gold"), "--config", shipped)["columns"]
    found = {score["edition"]: score["found"]["part"] / score["found"]["whole"] for score in column["scores"]}
    assert gold.BARS.keys() == found.keys()
    for edition, bar in gold.BARS.items():
        assert bar <= found[edition]
    assert {0} == {score["unsupported"] for score in column["scores"]}
