"""`make bench`: what the bot costs, each figure beside a named rival in the same run, so that machines can be compared.

Start-up stands beside an empty Python, drafting beside reading the program alone, reading a page beside BeautifulSoup
that only builds its tree, the site beside markdown-it-py that only turns its pages into HTML, the picks beside a plain
lexical ranker, a model's tokens beside one prompt that holds the whole program, waiting for a model beside the least
that can be waited. Figures are the least of several runs; nothing here passes or fails.
"""

import gzip
import os
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import ModuleType

from bs4 import BeautifulSoup, XMLParsedAsHTMLWarning
from rich.console import Console
from rich.table import Table

from bot import config, llms, pipeline, plugins
from bot.answers import Answers
from bot.forges import folder
from bot.model import ConferenceKind
from bot.page import Format
from bot.platforms import Example
from bot.web import recording
from tests import desk, gold, pen, test_tokens
from tests.llms.scripted import Scripted
from tests.platforms import shelf
from tests.platforms.repeated import repeated
from tests.publish import library
from tests.publish.links import Page

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT.parent / "shared" / "programs"
RECORDINGS = ROOT / "tests" / "platforms" / "recordings"
RUNS = 5
CHAIN = 3  # calls of which each needs the one before it
LONG = 1000  # contributions of a page on which reading is measured
DIGESTS = 500  # of a site
# A folder in memory: what a disk takes to make thousands of files depends on what was deleted there before.
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
AS_HTML = """
import pathlib, sys, markdown_it
reader = markdown_it.MarkdownIt()
for path in pathlib.Path(sys.argv[1]).glob("*.md"):
    path.with_suffix(".html").write_text(reader.render(path.read_text()))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Of one run of a command: seconds on the clock, seconds of CPU, the most memory in MB."""

    wall: float
    cpu: float
    memory: float


def cost(command: Sequence[str], runs: int = RUNS) -> Cost:
    """The least that a command costs over several runs."""
    return least([once(command) for _ in range(runs)])


def least(costs: Sequence[Cost]) -> Cost:
    return Cost(
        wall=min(cost.wall for cost in costs),
        cpu=min(cost.cpu for cost in costs),
        memory=min(cost.memory for cost in costs),
    )


def once(command: Sequence[str]) -> Cost:
    """What a command costs once, when the disk is done with what was written and deleted before."""
    os.sync()
    began = time.perf_counter()
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return Cost(wall=time.perf_counter() - began, cpu=usage.ru_utime + usage.ru_stime, memory=usage.ru_maxrss / 1024)


def bot(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "bot", *arguments]


def sheet() -> Table:
    return Table(
        "What", "CPU s", "Wall s", "Memory MB", "Ratio (CPU)", "Bar", box=None, header_style="dim", padding=(0, 2, 0, 0)
    )


def row(table: Table, name: str, of: Cost, rival: str, than: Cost, bar: str) -> None:
    ratio = f"{of.cpu / than.cpu:.1f} × {rival}"
    table.add_row(name, f"{of.cpu:.2f}", f"{of.wall:.2f}", f"{of.memory:.0f}", ratio, bar)


def cpu(action: Callable[[], object], runs: int = 3) -> float:
    """The least CPU seconds of several runs within this process."""
    costs = []
    for _ in range(runs):
        began = time.process_time()
        action()
        costs.append(time.process_time() - began)
    return min(costs)


def long_page(platform: ModuleType, example: Example) -> tuple[bytes, int]:
    """An example repeated until it is long, and how many contributions it holds then."""
    body = (RECORDINGS / name_of(platform) / example.file).read_bytes()
    short = shelf.opened(body, example.file)
    body = repeated(short, body, -(-LONG // len(platform.scrape(short, shelf.EMPTY).contributions)))
    return body, len(platform.scrape(shelf.opened(body, example.file), shelf.EMPTY).contributions)


def name_of(platform: ModuleType) -> str:
    return platform.__name__.rpartition(".")[2]


def reading() -> Table:
    """How fast each platform reads that of its examples on which it is slowest. Some stay short, and tell nothing."""
    table = Table(
        "Platform", "Slowest on", "Contributions/s", "CPU s for 1,000", "BeautifulSoup, tree only",
        box=None, header_style="dim", padding=(0, 2, 0, 0),
    )  # fmt: skip
    warnings.simplefilter("ignore", XMLParsedAsHTMLWarning)
    for platform in (plugins.load("platforms", name) for name in plugins.names("platforms")):
        pages = [(*long_page(platform, example), example.file) for example in platform.EXAMPLES]
        costs = [
            (cpu(partial(read, platform, body, file), runs=1) / count, body, count, file)
            for body, count, file in pages
            if count >= LONG // 2
        ]
        if costs:
            _, body, count, file = max(costs)
            table.add_row(name_of(platform), file, *figures(platform, body, count, file))
    return table


def figures(platform: ModuleType, body: bytes, count: int, file: str) -> tuple[str, str, str]:
    ours = cpu(partial(read, platform, body, file)) * LONG / count
    if shelf.opened(body, file).format not in (Format.HTML, Format.XML):
        return f"{LONG / ours:,.0f}", f"{ours:.3f}", "no markup"
    rival = cpu(lambda: BeautifulSoup(body, "html.parser")) * LONG / count
    return f"{LONG / ours:,.0f}", f"{ours:.3f}", f"{rival:.3f} ({rival / ours:.1f} × ours)"


def read(platform: ModuleType, body: bytes, file: str) -> None:
    platform.scrape(shelf.opened(body, file), shelf.EMPTY)


def span(delay: float, at_once: int) -> tuple[float, int]:
    """Seconds from the first look at the program to the digest, with a model that takes so long; and its questions."""
    models = config.Model(triage="small-1", writing="large-1", concurrency=at_once)
    chosen = replace(desk.CONFIG, writer="llm", model=models)
    held = recording.saved(desk.DEMO / "recording")
    with Scripted(answer=pen.served, delay=delay) as endpoint, tempfile.TemporaryDirectory() as out:
        answers = Answers(folder=Path(out) / "answers")
        began, root = time.perf_counter(), folder.connect(Path(out))
        model = llms.connected(chosen, endpoint.environment(), answers, ignored)
        pipeline.draft(desk.EDITION, held, chosen, root, ignored, held.urls, model=model)
        return time.perf_counter() - began, len(endpoint.asked)


def publishing() -> Table:
    """What a large site costs: as a whole, when one digest changed, when none did; and what a reader loads of it."""
    table = sheet()
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        root, out = library.fill(Path(folder), DIGESTS), Path(folder) / "site-0"
        rival, than = cost([sys.executable, "-c", AS_HTML, str(root / "digests")], runs=3), "markdown-it-py alone"
        whole = least([once(build(root, Path(folder) / f"site-{at}")) for at in range(3)])
        row(
            table,
            f"publish {DIGESTS} digests{', into memory' * bool(MEMORY)}",
            whole,
            than,
            rival,
            "< 6 s CPU, < 200 MB",
        )
        page = root / "digests" / "anchor-2026.md"
        text, changed = page.read_text(), []
        for at in range(RUNS):
            page.write_text(text.replace("### 1. ", f"### 1. {at} "))
            changed.append(once(build(root, out)))
        row(table, "one of them changed", least(changed), than, rival, "< 1 s CPU")
        row(table, "none changed", cost(build(root, out)), than, rival, "")
        for name, path in (("a digest", "anchor-2026"), ("the first page", "."), ("a topic", "topic/identity")):
            table.add_row(f"read {name}", *loaded(out / path / "index.html"))
    return table


def build(root: Path, out: Path) -> list[str]:
    return bot("publish", "--config", "tests/demo/config.yml", "--from", str(root), "--out", str(out))


def loaded(page: Path) -> tuple[str, ...]:
    """What a reader loads with a page, as the table has it: how much as it is sent, and in how many requests."""
    names = [each.partition("?")[0] for each in Page(page.read_text()).loaded if not each.startswith("data:")]
    sizes = [len(gzip.compress((page.parent / name).read_bytes())) / 1000 for name in (page.name, *names)]
    told = " + ".join(f"{size:.1f}" for size in sizes)
    return (
        "",
        "",
        "",
        f"{told} = {sum(sizes):.1f} KB in {len(sizes)} requests",
        "< 30 KB and 2 requests for a digest",
    )


def ignored(line: str) -> None:
    """A bench tells only its figures."""


def waiting() -> Table:
    """How long the demo's draft takes with a slow model, beside the least that it could: choose, write, conclude."""
    table = Table(
        "Model's delay", "At once", "Makespan s", "Lower bound s", "Ratio", "Ratio without local work",
        box=None, header_style="dim", padding=(0, 2, 0, 0),
    )  # fmt: skip
    local = min(span(0, 16)[0] for _ in range(3))
    for delay, at_once in ((0.5, 8), (0.5, 16), (2.0, 16)):
        took, questions = min(span(delay, at_once) for _ in range(3))
        bound = max(CHAIN * delay, questions * delay / at_once)
        table.add_row(
            f"{delay:g} s", str(at_once), f"{took:.2f}", f"{bound:.2f}", f"{took / bound:.2f}",
            f"{(took - local) / bound:.2f}",
        )  # fmt: skip
    return table


def asking() -> Table:
    """How many tokens it takes to ask, beside one prompt that holds the whole program."""
    table = Table("Edition", "Tokens", "One prompt", "Ratio", "Bar", box=None, header_style="dim", padding=(0, 2, 0, 0))
    for edition, bar in test_tokens.MOST.items():
        whole = test_tokens.program(edition)
        ours = test_tokens.one_by_one(whole, test_tokens.KINDS.get(edition, ConferenceKind.ACADEMIC))
        rival = test_tokens.at_once(whole)
        table.add_row(edition, f"{ours:,}", f"{rival:,}", f"{ours / rival:.2f}", f"< {bar:.2f}")
    return table


def main() -> None:
    """Prints the figures."""
    console = Console()
    table = sheet()
    empty = cost([sys.executable, "-c", "pass"])
    row(table, "python -m bot --help", cost(bot("--help")), "an empty Python", empty, "< 0.25 s CPU")
    with tempfile.TemporaryDirectory() as folder:
        demo = ("--config", "tests/demo/config.yml", "--from", "tests/demo/recording")
        read = cost(bot("program", "example-2026", *demo, "--json"))
        row(table, "draft the demo", cost(bot("draft", "example-2026", *demo, "--out", folder)), "reading it", read, "")
        for edition, bar in (("sigcomm-2025", "< 1.5 s, < 120 MB"), ("ietf-123", "< 4 s")):
            source = PROGRAMS / "canonical" / f"{edition}.json"
            if not source.exists():
                console.print(f"{edition}: ../shared is absent, not measured")
                continue
            read = cost(bot("program", str(source), "--json"))
            drafted = cost(bot("draft", edition, "--from", str(source), "--out", folder))
            row(table, f"draft {edition}", drafted, "reading it", read, bar)
    console.print(table)
    console.print(publishing(), "")  # before this process grows: a child's memory counts from that of its parent
    console.print(reading(), "Bar: < 0.5 s CPU for 1,000 contributions on every platform.\n")
    console.print(waiting(), "Bar: a ratio of 1.15.\n")
    if gold.SHARED.exists():
        console.print(asking(), "")
        reader = config.load(ROOT / "config.yml")
        for edition, bar in gold.BARS.items():
            share = gold.recall(edition, gold.picks(edition, reader))
            console.print(
                f"{edition}: {share:.2f} of the gold's picks among {gold.FIRST}; a plain lexical ranker: {bar}"
            )
    console.print(f"Least of {RUNS} runs on Python {sys.version.split()[0]}, {os.cpu_count()} cores.")


if __name__ == "__main__":
    main()
