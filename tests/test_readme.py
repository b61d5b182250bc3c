"""What the README says is so."""

import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from bot import page
from bot.model import Kind, Provenance

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()
QUAYSIDE = """{"quayside": {"name": "Harbour", "talks": [
  {"key": "a1", "title": "Tidal Queues", "type": "Keynote", "people": [{"name": "Ada Okafor", "from": "Harbour U"}],
   "abstract": "<p>Ships wait.</p>", "url": "/talks/a1"},
  {"key": "b2", "title": "Dry Docks"}]}}"""


def part(name: str) -> str:
    return README.split(f"<!-- {name} -->")[1].split(f"<!-- /{name} -->")[0].strip()


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> str:
    out = tmp_path_factory.mktemp("demo")
    recipe = re.search(r"^demo:.*\n\t(.+)$", (ROOT / "Makefile").read_text(), re.M)
    assert recipe
    command = recipe.group(1).replace("$(BIN)/python", sys.executable).replace("build/demo", str(out)).split()
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return (out / "digests" / "example-2026.md").read_text()


def test_the_excerpt_is_what_the_demo_drafts(demo: str) -> None:
    quoted = "\n".join(line.removeprefix(">").removeprefix(" ") for line in part("excerpt").splitlines())
    assert "### 1." in quoted
    for block in quoted.split("\n\n"):
        assert block.strip() in demo


def test_the_platform_it_shows_has_under_40_lines_and_reads_a_program() -> None:
    code = part("platform").removeprefix("```python\n").removesuffix("\n```")
    assert 40 > len(code.splitlines())
    quayside = ModuleType("quayside")
    exec(compile(code, "README.md", "exec"), quayside.__dict__)
    found = page.read(QUAYSIDE.encode(), source=Provenance(url="https://harbour.quayside.example/program.json"))
    assert quayside.looks_like(found)
    first, second = quayside.scrape(found, None).contributions
    assert ("Tidal Queues", Kind.KEYNOTE, "Harbour U", "Ships wait.") == (
        first.title, first.kind, first.people[0].affiliation, first.abstract,
    )  # fmt: skip
    assert ("b2", "https://harbour.quayside.example/talks/a1") == (second.id, first.url)


def test_every_command_it_shows_is_one_that_there_is() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
    assert set(re.findall(r"(?:^    |`)make ([a-z]+)", README, re.M)) <= targets
    verbs = subprocess.run(
        [sys.executable, "-m", "bot", "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for verb in set(re.findall(r"python -m bot (\w+)", README)):
        assert re.search(rf"^    {verb}\s", verbs.stdout, re.M)


def test_every_file_it_names_is_there() -> None:
    for name in re.findall(r"`((?:bot|tests|prompts|digests|\.github)/[\w./-]*)`", README):
        if "EDITION" not in name and "quayside" not in name:
            assert (ROOT / name).exists(), name
