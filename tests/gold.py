"""The measure of selection: what a digest's first picks share with gold picks that people stand behind.

The gold is third-party text, so it lies outside the project; without it nothing here can be measured.
"""

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from bot import scrape
from bot.config import Config
from bot.model import ConferenceKind, Pick, Program
from bot.pick import pick
from bot.web import recording

SHARED = Path(__file__).resolve().parents[2] / "shared"
FIRST = 15
# What a plain lexical ranker reached in each edition, and what the four come to on average here.
BARS = {"mlsys-2025": 0.69, "sigcomm-2025": 0.66, "nsdi-2025": 0.60, "ietf-123": 0.27}
MEAN = 0.64
KINDS = {"ietf-123": ConferenceKind.STANDARDS}


def recall(edition: str, picks: Sequence[Pick], gold_folder: Path = SHARED / "gold") -> float:
    """The share of the gold entries among the first picks. An entry of several drafts counts once."""
    entries: dict[str, set[str]] = defaultdict(set)
    for number, entry in enumerate(json.loads((gold_folder / f"{edition}.json").read_text())["picks"]):
        entries[entry.get("group", f"single {number}")].add(entry["id"])
    chosen = {each.contribution.id for each in picks[:FIRST]}
    return sum(bool(ids & chosen) for ids in entries.values()) / min(FIRST, len(entries))


def program(edition: str) -> Program:
    saved = recording.saved(SHARED / "programs" / "canonical" / f"{edition}.json")
    return scrape.read(saved.page(saved.urls[0]), saved)


def picks(edition: str, config: Config) -> tuple[Pick, ...]:
    """The picks of one edition for the reader of config.yml."""
    kind = KINDS.get(edition, ConferenceKind.ACADEMIC)
    return pick(program(edition), config.reader, config.picks, kind).picks
