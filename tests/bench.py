"""`make bench`: what the bot costs, each figure beside a named rival in the same run, so that machines can be compared.

Start-up stands beside an empty Python, drafting beside reading the program alone, the picks beside a plain lexical
ranker. Figures are the least of several runs; nothing here passes or fails.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bot import config
from tests import gold

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT.parent / "shared" / "programs"
RUNS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Of one run of a command: seconds on the clock, seconds of CPU, the most memory in MB."""

    wall: float
    cpu: float
    memory: float


def cost(command: Sequence[str], runs: int = RUNS) -> Cost:
    """The least that a command costs over several runs."""
    costs = [once(command) for _ in range(runs)]
    return Cost(
        wall=min(cost.wall for cost in costs),
        cpu=min(cost.cpu for cost in costs),
        memory=min(cost.memory for cost in costs),
    )


def once(command: Sequence[str]) -> Cost:
    began = time.perf_counter()
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return Cost(wall=time.perf_counter() - began, cpu=usage.ru_utime + usage.ru_stime, memory=usage.ru_maxrss / 1024)


def bot(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "bot", *arguments]


def row(table: Table, name: str, of: Cost, rival: str, than: Cost, bar: str) -> None:
    ratio = f"{of.cpu / than.cpu:.1f} × {rival}"
    table.add_row(name, f"{of.cpu:.2f}", f"{of.wall:.2f}", f"{of.memory:.0f}", ratio, bar)


def main() -> None:
    """Prints the figures."""
    console = Console()
    table = Table(
        "What", "CPU s", "Wall s", "Memory MB", "Ratio (CPU)", "Bar", box=None, header_style="dim", padding=(0, 2, 0, 0)
    )
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
    if gold.SHARED.exists():
        reader = config.load(ROOT / "config.yml")
        for edition, bar in gold.BARS.items():
            share = gold.recall(edition, gold.picks(edition, reader))
            console.print(
                f"{edition}: {share:.2f} of the gold's picks among {gold.FIRST}; a plain lexical ranker: {bar}"
            )
    console.print(f"Least of {RUNS} runs on Python {sys.version.split()[0]}, {os.cpu_count()} cores.")


if __name__ == "__main__":
    main()
