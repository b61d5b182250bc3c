"""A model that answers as a script tells it, and the scripts that tests share: an honest one, for every purpose."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any

from bot import config, prompts
from bot.config import Config
from bot.llms import Answer, Ask, Spent, Unanswered, system
from bot.model import ConferenceKind
from bot.verify import doubts
from bot.writers import Adviser
from tests.llms.scripted import Asked

CONFIG = config.load(Path(__file__).resolve().parent.parent / "config.yml")
WORDS = config.words(CONFIG.reader)
Script = Callable[[Ask], Mapping[str, Any] | str]
"""What is answered, or why nothing is."""
_LINE = re.compile(r"^(\d+)\. (.+)$", re.M)
_FENCE = re.compile(r"<<<([A-Z'\- ]+) ([0-9a-f]{10})\n(.*?)\n\2>>>", re.S)


@dataclass
class Pen:
    """A Model. `asked` is all that it was asked."""

    script: Script
    asked: list[Ask] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def ask_all(self, asks: Sequence[Ask]) -> tuple[Answer | Unanswered, ...]:
        with self.lock:
            self.asked += asks
        return tuple(map(self._answer, asks))

    def _answer(self, ask: Ask) -> Answer | Unanswered:
        found = self.script(ask)
        if isinstance(found, str):
            return Unanswered(why=found, model="pen-1")
        return Answer(tree=found, model="pen-1")

    def spent(self) -> Spent:
        return Spent(calls=len(self.asked))

    def purposes(self) -> list[str]:
        return [ask.purpose for ask in self.asked]


def adviser(
    script: Script, kind: ConferenceKind = ConferenceKind.ACADEMIC, of: Config = CONFIG, recorded: str = ""
) -> Adviser:
    """The adviser that the road gives to its stages."""
    told = prompts.instructions(kind, of.reader, of.picks, recorded)
    words = config.words(of.reader)
    return Adviser(model=Pen(script), instructions=told, doubts=partial(doubts, reader=words), words=words)


def pen(of: Adviser) -> Pen:
    assert isinstance(of.model, Pen)
    return of.model


# ---- what an answer is made of


def fences(material: str) -> dict[str, str]:
    """What stands in each fence, by its label."""
    return {label: inside for label, _, inside in _FENCE.findall(material)}


def outside(material: str) -> str:
    """What stands in no fence, and so would be taken for instructions."""
    return _FENCE.sub("", material).strip()


def numbered(inside: str) -> dict[int, str]:
    return {int(number): text for number, text in _LINE.findall(inside)}


def sentence(part: str, text: str, *rests_on: int) -> dict[str, Any]:
    return {"part": part, "text": text, "rests_on": list(rests_on)}


def lead(text: str, *rests_on: int) -> dict[str, Any]:
    return {"text": text, "rests_on": list(rests_on)}


def said(*sentences: Mapping[str, Any]) -> dict[str, Any]:
    return {"sentences": list(sentences)}


def honest(ask: Ask) -> Mapping[str, Any] | str:
    """Chooses what comes first, copies the source, and says nothing else."""
    found = fences(ask.material)
    match ask.purpose:
        case "triage":
            return {
                "picks": [
                    {"number": number, "tier": "core", "reason": "", "doubt": ""}
                    for number in list(numbered(found["PROGRAM"]))[:15]
                ]
            }
        case "write-up":
            source = numbered(found["SOURCE"])
            parts = ("what", "how", "where")
            return said(*(sentence(part, source[number], number) for part, number in zip(parts, source, strict=False)))
        case "lead":
            (number, title), *_ = numbered(found["WRITE-UPS"]).items()
            return said(lead(f"It opens with {title}.", number))
        case "themes":
            (first, title), (second, other), *_ = numbered(found["WRITE-UPS"]).items()
            return said(sentence("what they share", f"{title} and {other}.", first, second))
    return "nothing to say"


def served(asked: Asked) -> Mapping[str, Any] | str:
    """What the honest one says through an endpoint; the schema and the fences tell what it is asked for."""
    if asked.material == "ready":
        return {"ready": True}
    found, schema = fences(asked.material), json.dumps(asked.schema)
    concluding = "themes" if '"part"' in schema else "lead"
    purpose = "triage" if "PROGRAM" in found else concluding if "WRITE-UPS" in found else "write-up"
    return honest(Ask(purpose=purpose, key="", model="writing", instructions="", material=asked.material, schema={}))


def tokens(asks: Sequence[Ask]) -> int:
    """About how many tokens they have, as they are sent."""
    return sum(len(system(ask)) + len(ask.material) for ask in asks) // 4
