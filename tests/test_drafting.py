"""The verb that drafts: several editions at once, and with a model that answers by batches, whoever dies meanwhile."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.errors import StoreError
from bot.forges import folder
from bot.propose import saved
from tests import pen
from tests.desk import DATA, DEMO, KEY, PAGE
from tests.llms.scripted import KEY as SECRET
from tests.llms.scripted import Scripted, Sent, error, filling

OTHER = "regatta-2026"
GONE = "doldrums-2026"
MODEL = """
writer: llm
model: {triage: small-1, writing: large-1, prices: {small-1: {in: 1, out: 2}, large-1: {in: 2, out: 10}}}
"""
SERIES = """
  {name}:
    name: {title} Networking Conference {{year}}
    kind: community
    platform: pretalx
    url: ["https://talks.example.org/{name}-{{year}}/schedule/"]
    ends: ["06-12"]
"""
PAGES = ("--from", "recording")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a config.yml that wants a model, and a recording of two of its three series."""
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    lines = [line for line in (DEMO / "config.yml").read_text().splitlines() if not line.startswith("writer:")]
    before, after = "\n".join(lines).split("series:")
    series = "".join(SERIES.format(name=name, title=name.title()) for name in ("regatta", "doldrums"))
    Path("config.yml").write_text(f"{before}{MODEL}\nseries:{after}{series}")
    shutil.copytree(DEMO / "recording", "recording")
    page = Path("recording/schedule.json").read_text().replace("Oxbowline", "Bilgekeel")
    Path("recording/other.json").write_text(page.replace("fernweh", "regatta").replace("Fernweh", "Regatta"))
    index = json.loads(Path("recording/index.json").read_text())
    others = {url.replace("fernweh", "regatta"): {**about, "file": "other.json"} for url, about in index.items()}
    Path("recording/index.json").write_text(json.dumps(index | others))
    return tmp_path


@pytest.fixture
def endpoint(desk: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scripted]:
    with Scripted(answer=pen.served) as endpoint:
        for name, value in endpoint.environment().items():
            monkeypatch.setenv(name, value)
        yield endpoint


def asked(endpoint: Scripted) -> list[str]:
    """What was asked, all probes aside."""
    return [prompt for prompt in endpoint.times.elements() if not prompt.endswith("\nready")]


def days(endpoint: Scripted, *editions: str) -> list[int]:
    """Drafts by batches, a day after the other, until there is nothing left to wait for; the exit codes."""
    codes = []
    while len(codes) < 9 and (not codes or codes[-1] == 6):
        codes.append(main(["draft", "--batch", *editions, *PAGES]))
        endpoint.deliver()
    return codes


def test_by_batches_a_digest_is_drafted_step_by_step_and_nothing_is_written_before_it_is_whole(
    endpoint: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    for step in ("triage", "write-ups", "lead and themes"):
        assert 6 == main(["draft", "--batch", KEY, *PAGES]), step
        assert not Path("digests").exists() and not Path("pull-request.md").exists()
        said = capsys.readouterr().err
        assert f"✗ {KEY} waits for " in said and "answers of the model, so nothing is written yet" in said
        assert "→ run the same command again within a day" in said
        endpoint.deliver()
    assert 0 == main(["draft", "--batch", KEY, *PAGES])
    assert '"writer": "llm"' in Path(DATA).read_text()
    assert len(set(asked(endpoint))) == len(asked(endpoint))


def test_the_digest_is_the_one_that_a_model_gives_at_once_at_half_the_price(endpoint: Scripted) -> None:
    assert [6, 6, 6, 0] == days(endpoint, KEY)
    batched, data = Path(PAGE).read_text(), json.loads(Path(DATA).read_text())
    shutil.rmtree("digests")
    shutil.rmtree("build")
    assert 0 == main(["draft", KEY, *PAGES])
    at_once = json.loads(Path(DATA).read_text())
    assert data["picks"] == at_once["picks"] and data["themes"] == at_once["themes"]
    costs = [[float(charge["money"]) for charge in of["bill"]["charges"]] for of in (data, at_once)]
    assert [2 * cost for cost in costs[0]] == pytest.approx(costs[1])
    lines = zip(batched.splitlines(), Path(PAGE).read_text().splitlines(), strict=True)
    assert 2 >= len([line for line, other in lines if line != other])  # what it cost, and the seal


def test_a_draft_at_once_uses_what_came_by_batches(endpoint: Scripted) -> None:
    days(endpoint, KEY)
    before = asked(endpoint)
    assert 0 == main(["draft", KEY, *PAGES])
    assert before == asked(endpoint)


def test_a_draft_at_once_says_once_what_is_on_its_way_already_and_what_it_pays_for_stays(
    endpoint: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "A batch with this draft's questions is on its way; they are asked, and paid for, once more now."
    assert 6 == main(["draft", "--batch", KEY, *PAGES])
    assert 0 == main(["draft", KEY, *PAGES])
    assert 1 == capsys.readouterr().err.count(said)
    endpoint.answer = lambda asked: filling(asked.schema)  # by the batch it chooses otherwise
    endpoint.deliver()
    endpoint.answer = pen.served
    page, before = Path(PAGE).read_text(), asked(endpoint)
    assert [0] == days(endpoint, KEY)
    assert (page, before) == (Path(PAGE).read_text(), asked(endpoint))
    assert 0 == main(["draft", OTHER, *PAGES])
    assert said not in capsys.readouterr().err


def test_the_terminal_counts_picks_as_the_page_does(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["draft", KEY, *PAGES])
    assert re.search("^1 .*Losing Packets", capsys.readouterr().out, re.M)
    before, first, rest = re.split(r"(?m)^(?=### [12]\. )", Path(PAGE).read_text())
    assert "Losing Packets" in first
    Path(PAGE).write_text(before + rest)  # a person took it out
    assert 0 == main(["draft", KEY, *PAGES])
    assert re.search("^– .*Losing Packets", capsys.readouterr().out, re.M)


def test_several_editions_go_their_own_pace_and_each_has_its_digest(endpoint: Scripted) -> None:
    assert 6 == main(["draft", "--batch", KEY, *PAGES])
    endpoint.deliver()
    assert [6, 6, 0] == days(endpoint, KEY, OTHER)  # most of what the second asks is answered already
    assert {f"{KEY}.md", f"{OTHER}.md"} == {path.name for path in Path("digests").glob("*.md")}
    assert "Bilgekeel" in Path(f"digests/{OTHER}.md").read_text() and "Bilgekeel" not in Path(PAGE).read_text()
    assert len(set(asked(endpoint))) == len(asked(endpoint))


@pytest.mark.parametrize("way", [[], ["--batch"]])
def test_one_failing_edition_stops_no_other_and_gives_the_exit_code(
    endpoint: Scripted, capsys: pytest.CaptureFixture[str], way: list[str]
) -> None:
    assert 4 == main(["draft", *way, GONE, KEY, *PAGES])
    said = capsys.readouterr().err
    assert said.index(f"{GONE}:") < said.index("✗ ") < said.index(f"{KEY}:")
    assert way or Path(PAGE).exists()
    endpoint.deliver()
    assert len(endpoint.batches) == len(way)


def test_of_several_drafts_in_one_folder_none_is_proposed_with_the_words_of_another(
    endpoint: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == main(["draft", KEY, OTHER, *PAGES])
    assert "pull-request.md is that of the last one" in capsys.readouterr().err
    there = folder.connect(Path())
    assert "Regatta" in saved(OTHER, there)[1].title
    with pytest.raises(StoreError, match=f"that of {OTHER}, which was drafted after {KEY}") as told:
        saved(KEY, there)
    assert f"draft {KEY} there once more" in told.value.hint
    before = asked(endpoint)
    assert 0 == main(["draft", KEY, *PAGES])
    assert "Fernweh" in saved(KEY, there)[1].title
    assert before == asked(endpoint)


def test_an_edition_that_is_no_edition_stops_all_before_anything_is_asked(endpoint: Scripted) -> None:
    assert 3 == main(["draft", "--batch", KEY, "nothing-2026", *PAGES])
    assert [] == endpoint.asked


@pytest.mark.parametrize(("place", "expected"), [("/files", [-9, 6, -9, 6, -9, 6, 0]), ("/batches", [-9, 6, -9, 0])])
def test_killed_while_it_sends_a_batch_the_next_run_goes_on_and_nothing_is_paid_for_twice(
    desk: Path, place: str, expected: list[int]
) -> None:
    """At the second place the endpoint has begun the batch, and the run never hears of it."""
    calls = count()

    class Deadly(Scripted):
        def take(self, path: str, body: bytes) -> Sent:
            sent = super().take(path, body)
            if path.endswith(place) and next(calls) % 2 == 0:
                run.kill()
                run.wait()
            return sent

    with Deadly(answer=pen.served) as endpoint:
        environment = {**os.environ, **endpoint.environment(), "PYTHONPATH": str(DEMO.parent.parent)}
        codes = []
        while len(codes) < 9 and 0 not in codes:
            run = subprocess.Popen(
                [sys.executable, "-m", "bot", "draft", "--batch", KEY, *PAGES], env=environment, stderr=subprocess.PIPE
            )
            said = run.communicate(timeout=60)[1].decode()
            codes.append(run.returncode)
            endpoint.deliver()
        assert expected == codes, said
        assert '"writer": "llm"' in Path(DATA).read_text()
        assert 3 == len(endpoint.batches)
        assert len(set(asked(endpoint))) == len(asked(endpoint))


def test_without_a_model_there_is_nothing_to_send(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 3 == main(["draft", "--batch", KEY, *PAGES])
    assert "there is no model to send a batch to" in capsys.readouterr().err
    assert not Path("digests").exists()


def test_an_endpoint_without_batches_is_told_in_one_sentence(
    desk: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Without(Scripted):
        def take(self, path: str, body: bytes) -> Sent:
            return super().take(path, body) if path.endswith("/completions") else error(404, "Not found")

    with Without(answer=pen.served) as endpoint:
        for name, value in endpoint.environment().items():
            monkeypatch.setenv(name, value)
        assert 12 == main(["draft", "--batch", KEY, *PAGES])
    said = capsys.readouterr().err
    assert "✗ 127.0.0.1 has no Batch API" in said and "→ draft without --batch" in said
    assert not Path("digests").exists()


def test_the_dashboard_calls_an_edition_whose_answers_are_to_come_waiting(endpoint: Scripted) -> None:
    assert 0 == main(["draft", "--batch", KEY, *PAGES, "--out", "out", "--report", "out/outcome.json"])
    outcome = json.loads(Path("out/outcome.json").read_text())
    assert ("waiting", KEY) == (outcome["state"], outcome["edition"])


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([KEY, OTHER, "--report", "outcome.json"], "--report notes what one edition came to"),
        ([KEY, OTHER, "--from", "recording/schedule.json"], "is the program of one edition"),
        ([KEY, "--batch", "--from", "recording"], "holds a model's answers, so none is asked"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    endpoint: Scripted, capsys: pytest.CaptureFixture[str], arguments: list[str], why: str
) -> None:
    Path("recording/answers").mkdir()
    assert 11 == main(["draft", *arguments])
    assert why in capsys.readouterr().err
    assert [] == endpoint.asked


def test_the_key_stands_in_no_file(endpoint: Scripted) -> None:
    days(endpoint, KEY)
    assert len(list(Path("build/cache/answers").glob("batch-*.json"))) == len(endpoint.batches)
    assert not [path for path in Path().rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()]


# ---- before anything is paid


def test_an_estimate_asks_nobody_writes_nothing_and_names_each_model(
    desk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == main(["draft", "--estimate", KEY, *PAGES])
    said = capsys.readouterr()
    rows = {line.split()[0]: line.split()[1:] for line in said.out.splitlines()}
    assert {"small-1", "large-1", KEY} == rows.keys()
    assert "12" == rows["large-1"][0]  # ten write-ups, the lead and the themes
    assert "Budget: 500,000 tokens or 1 USD for a draft, 2,000,000 or 4 for an edition" in said.err
    assert not (desk / "digests").exists()


def test_what_is_kept_already_is_not_estimated_again(endpoint: Scripted, capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["draft", KEY, *PAGES])
    questions = len(endpoint.times)
    capsys.readouterr()
    assert 0 == main(["draft", "--estimate", KEY, *PAGES])
    assert "every answer is kept already, so a draft asks nothing" in capsys.readouterr().err
    assert questions == len(endpoint.times)


@pytest.mark.parametrize("other", [("--batch",), ("--report", "outcome.json")])
def test_an_estimate_is_no_draft(desk: Path, other: tuple[str, ...]) -> None:
    assert 11 == main(["draft", "--estimate", KEY, *PAGES, *other])


def test_where_no_model_writes_there_is_nothing_to_estimate(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("config.yml").write_text(Path("config.yml").read_text().replace("writer: llm", "writer: extractive"))
    assert 3 == main(["draft", "--estimate", KEY, *PAGES])
    assert "no model would be asked" in capsys.readouterr().err
