"""A digest is proved by making it again: from the pages and answers of its recording, with nobody there to ask."""

import shutil
from pathlib import Path

import pytest

from bot.__main__ import main
from tests import pen
from tests.desk import DATA, DEMO, KEY, PAGE, PROMPT
from tests.llms.scripted import Scripted

MODEL = """
writer: llm
model: {triage: small-1, writing: large-1, prices: {large-1: {in: 2.5, out: 10}}}
"""
PAGES = DEMO / "recording"


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A config.yml that wants a model, in a folder of its own, where no key and no endpoint is."""
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    kept = [line for line in (DEMO / "config.yml").read_text().splitlines() if not line.startswith("writer:")]
    Path("config.yml").write_text("\n".join(kept) + MODEL)
    return "config.yml"


@pytest.fixture
def published(config: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What a model wrote, with the recording of pages and answers beside it."""
    shutil.copytree(PAGES, "recording")
    with Scripted(answer=pen.served) as endpoint, monkeypatch.context() as there:
        for name, value in endpoint.environment().items():
            there.setenv(name, value)
        assert 0 == main(["draft", KEY, "--from", "recording", "--record", "recording"])
    return Path()


def replay(*arguments: str) -> int:
    return main(["replay", KEY, "--from", "recording", *arguments])


def test_a_digest_of_a_model_comes_out_the_same_with_nobody_to_ask(
    published: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: Path(path).read_bytes() for path in (PAGE, DATA, PROMPT)}
    assert 0 == replay()
    assert "The same byte for byte" in capsys.readouterr().err
    assert before == {path: Path(path).read_bytes() for path in (PAGE, DATA, PROMPT)}


def test_an_answer_that_is_gone_is_told(published: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for answer in Path("recording/answers").glob("*.json"):
        if '"purpose": "lead"' in answer.read_text():
            answer.unlink()
    assert 14 == replay()
    assert f"{PAGE} comes out another, first in line" in capsys.readouterr().err


def test_a_recording_without_answers_asks_nobody(published: Path) -> None:
    shutil.rmtree("recording/answers")
    assert 14 == replay()


def test_what_a_person_wrote_on_the_page_stays_theirs(published: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path(PAGE).write_text(Path(PAGE).read_text().replace("- **What:** ", "- **What:** Mind this. ", 1))
    assert 0 == replay()
    said = capsys.readouterr().err
    assert "A person's, and left alone: What of" in said and "The same but for that" in said


def test_evidence_that_a_person_wrote_does_not_come_out(published: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path(DATA).write_text(Path(DATA).read_text().replace('"tokens_in": 100', '"tokens_in": 1', 1))
    assert 14 == replay()
    assert '"tokens_in": 100' in capsys.readouterr().err


def test_another_prompt_is_another_digest(published: Path) -> None:
    config = Path("config.yml")
    config.write_text(config.read_text().replace("looks over the fence", "never looks over the fence"))
    assert 14 == replay()


def test_a_digest_is_looked_for_where_it_is_said_to_be(config: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert 11 == main(["replay", KEY, "--from", str(PAGES), "--against", "elsewhere"])
    assert f"there is no {PAGE} here" in capsys.readouterr().err


def test_a_digest_of_extracts_needs_no_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    known = ["--config", str(DEMO / "config.yml"), "--from", str(PAGES)]
    assert [0, 0] == [main(["draft", KEY, *known]), main(["replay", KEY, *known])]


def test_what_earlier_versions_took_comes_out_too(published: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path(PROMPT).write_text(Path(PROMPT).read_text().replace("Plain and precise", "Very plain"))
    with Scripted(answer=pen.served) as endpoint, monkeypatch.context() as there:
        for name, value in endpoint.environment().items():
            there.setenv(name, value)
        shutil.rmtree("recording/answers")  # else they are all that is asked
        assert 0 == main(["draft", KEY, "--from", "recording", "--record", "recording"])
    assert '"before": [' in Path(DATA).read_text()
    assert 0 == replay()


def test_a_digest_that_was_amended_is_said_to_be(published: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = '"findings": [\n  {"text": "Since it was published: a video came.", "hint": ""},'
    Path(DATA).write_text(Path(DATA).read_text().replace('"findings": [', told, 1))
    assert 14 == replay()
    assert f"{KEY} was amended after it was drafted: Since it was published" in capsys.readouterr().err
