"""What it costs to ask: the choice and every write-up against one prompt that holds the whole program."""

from collections.abc import Mapping
from typing import Any

import pytest

from bot import prompts, scrape
from bot.llms import Ask
from bot.model import ConferenceKind, Pick, Program, Tier
from bot.pick import pick
from bot.web import recording
from bot.write import write
from tests import gold, pen

KUBECON = gold.SHARED / "programs" / "sched" / "kubecon-eu-2026-all.ics"
KINDS = {**gold.KINDS, "kubecon": ConferenceKind.COMMUNITY}
MOST = {"sigcomm-2025": 1 / 3, "ietf-123": 1 / 5, "kubecon": 1 / 5}


def program(edition: str) -> Program:
    if edition != "kubecon":
        return gold.program(edition)
    saved = recording.saved(KUBECON)
    return scrape.read(saved.page(saved.urls[0]), saved)


def at_once(whole: Program) -> int:
    """The tokens of one prompt with everything in it: what the reader wants, and the whole program."""
    every = [Pick(contribution=each, tier=Tier.CORE) for each in whole.listed]
    return len(prompts.record(whole, pen.CONFIG.reader, pen.CONFIG.picks, every)) // 4


def one_by_one(whole: Program, kind: ConferenceKind) -> int:
    """The tokens of the choice and of its write-ups."""
    by_rank = pick(whole, pen.CONFIG.reader, pen.CONFIG.picks, kind)
    adviser = pen.adviser(choosing([each.contribution.title for each in by_rank.picks]), kind)
    choice = pick(whole, pen.CONFIG.reader, pen.CONFIG.picks, kind, adviser=adviser)
    write(choice.picks, "llm", kind, adviser=adviser)

    purposes = pen.pen(adviser).purposes()
    assert [len(by_rank.picks)] * 2 == [len(choice.picks), purposes.count("write-up")]
    return pen.tokens(pen.pen(adviser).asked)


def choosing(titles: list[str]) -> pen.Script:
    """An honest script that chooses by title."""

    def script(ask: Ask) -> Mapping[str, Any] | str:
        if ask.purpose != "triage":
            return pen.honest(ask)
        lines = pen.numbered(pen.fences(ask.material)["PROGRAM"])
        chosen = [number for number, line in lines.items() if any(line.startswith(title[:100]) for title in titles)]
        return {"picks": [{"number": number, "tier": "core", "reason": "", "doubt": ""} for number in chosen]}

    return script


@pytest.mark.skipif(not gold.SHARED.exists(), reason="../shared is absent")
@pytest.mark.parametrize("edition", MOST)
def test_asking_costs_a_fraction_of_one_prompt_with_everything(edition: str) -> None:
    whole = program(edition)

    assert one_by_one(whole, KINDS.get(edition, ConferenceKind.ACADEMIC)) <= MOST[edition] * at_once(whole)
