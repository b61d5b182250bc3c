"""The verb discover, as an editor runs it: a table, then blocks that config.yml takes."""

import argparse
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot import finding
from bot.config import parse
from bot.errors import ConfigError, SourceError

SHIPPED = Path(__file__).resolve().parent.parent / "config.yml"
NEXT = datetime.now(UTC).year + 1
NETWORKS = f"""
- title: HARBOUR
  sub: NW
  dblp: harbour
  confs:
    - {{year: {NEXT - 1}, link: 'https://harbour.example.org/{NEXT - 1}/', date: 'May 4-6'}}
    - {{year: {NEXT}, link: 'https://harbour.example.org/{NEXT}/', date: 'May 3-5'}}
- title: SIGCOMM
  sub: NW
  confs:
    - {{year: {NEXT}, link: 'https://conferences.sigcomm.org/sigcomm/{NEXT}/', date: 'August 3-5'}}
- title: IMC
  sub: NW
  confs:
    - {{year: {NEXT}, link: 'https://conferences.sigcomm.org/imc/{NEXT}/', date: 'October 3-5'}}
- title: REEF
  sub: SC
  confs:
    - {{year: {NEXT}, link: 'https://reef.example.org/', date: 'October 3-5'}}
"""


def discover(*arguments: object) -> int:
    parser = argparse.ArgumentParser()
    finding.arguments(parser.add_subparsers())
    options = parser.parse_args(["discover", *map(str, arguments), "--config", str(SHIPPED)])
    code: int = options.run(options)
    return code


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    (tmp_path / "networks").mkdir()
    (tmp_path / "networks" / "all.yml").write_text(NETWORKS)
    return tmp_path


def test_it_shows_a_table_and_then_blocks_to_paste(lists: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == discover("--topic", "networking", "--from", lists)
    table, _, blocks = capsys.readouterr().out.partition("\nseries:\n")
    assert ["Series", "HARBOUR", "IMC"] == [line.split()[0] for line in table.splitlines() if line and line[0] != "#"]
    assert table.splitlines()[2].endswith("sigcomm")
    config = parse(f"{SHIPPED.read_text().rstrip()}\n{blocks}")
    assert "sigcomm" == config.series["imc"].platform
    assert "https://harbour.example.org/{year}/" == config.series["harbour"].url[0]


def test_one_saved_list_is_enough(lists: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == discover("--topic", "security", "--from", lists / "networks" / "all.yml")
    assert "reef:" in capsys.readouterr().out


def test_a_recording_answers_as_the_internet_would(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "all.txt").write_text(NETWORKS)
    index = {
        "https://ccfddl.com/conference/allconf.yml": {"file": "all.txt"},
        "https://lists.example.org/gone.json": {"file": "all.txt", "status": 404},
    }
    (tmp_path / "index.json").write_text(json.dumps(index))
    assert 0 == discover("--topic", "networking", "--from", tmp_path)
    said = capsys.readouterr()
    assert "harbour:" in said.out
    assert "1 of 2 lists were not read" in said.err


def test_a_broken_list_is_told_and_the_others_count(lists: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (lists / "broken.yml").write_text("- 'open\n")
    (lists / "cut.json").write_text('[{"name": "Do')
    assert 0 == discover("--topic", "networking", "--from", lists)
    said = capsys.readouterr()
    assert 2 == said.err.count("! Passed over: ")
    assert "harbour:" in said.out


def test_nothing_new_is_said_in_one_sentence(lists: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == discover("--topic", "theory", "--from", lists)
    assert "No series of theory that config.yml lacks.\n" == capsys.readouterr().out


def test_a_topic_that_no_list_has_names_the_nearest() -> None:
    with pytest.raises(ConfigError) as error:
        discover("--topic", "netwroking")
    assert "did you mean 'networking'?" == error.value.hint


def test_no_list_at_all_is_a_failure(tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        discover("--topic", "networking", "--from", tmp_path / "nothing.yml")
    with pytest.raises(SourceError):
        discover("--topic", "networking", "--from", tmp_path)


def test_a_list_cannot_write_to_the_log(lists: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (lists / "bad.yml").write_text(NETWORKS.replace("HARBOUR", '"\\n::set-output name=x::y\\n##[error]"'))
    discover("--topic", "networking", "--from", lists)
    said = capsys.readouterr().out
    assert not [line for line in said.splitlines() if line.startswith("::")]
    assert "##[" not in said
