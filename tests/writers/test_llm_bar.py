"""The bar: what is wrong in a model's mouth never reaches a digest, and hardly anything that is right is lost."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from bot.grounding.tidy import tidy
from bot.grounding.words import content, words
from bot.llms import Ask
from bot.model import Claim, ConferenceKind, Pick, WriteUp
from bot.write import write
from tests import pen
from tests.corruptions import KINDS
from tests.invented import READER, WRITEUPS

PARTS = ("why", "what", "how", "where")
CONFIG = replace(pen.CONFIG, reader=replace(pen.CONFIG.reader, summary=READER.strip()))
Told = Sequence[tuple[str, str]]
"""A model's sentences, each with its part."""


def told(writeup: WriteUp) -> list[tuple[str, str]]:
    """An invented write-up as a model gives it; it leaves out what it has nothing to say of."""
    return [(part, claim.text) for part in PARTS for claim in getattr(writeup, part) if not claim.silent]


def behind(text: str, source: Mapping[int, str]) -> list[int]:
    """The numbers of the source's sentences that a sentence shares most with."""
    meant = content(words(tidy(text)))
    shares = {number: len(meant & content(words(tidy(line)))) for number, line in source.items()}
    most = max(shares.values(), default=0)
    return [number for number, share in shares.items() if share == most]


def mouth(of: Mapping[str, Told]) -> pen.Script:
    """A model that says these sentences of each pick, and insists on them when it is asked again."""

    def script(ask: Ask) -> Mapping[str, Any] | str:
        if ask.purpose != "write-up":
            return "it has nothing else to say"
        source = pen.numbered(pen.fences(ask.material)["SOURCE"])
        return pen.said(*(pen.sentence(part, text, *behind(text, source)) for part, text in of[ask.key]))

    return script


def picked(writeup: WriteUp, key: str) -> Pick:
    contribution = replace(writeup.pick.contribution, id=key)
    return replace(writeup.pick, contribution=contribution)


def written(of: Mapping[str, tuple[WriteUp, Told]]) -> dict[str, set[str]]:
    """Every sentence that a digest has of each pick, after a model said those."""
    picks = [picked(writeup, key) for key, (writeup, _) in of.items()]
    adviser = pen.adviser(mouth({key: said for key, (_, said) in of.items()}), of=CONFIG)
    writeups = write(picks, "llm", ConferenceKind.ACADEMIC, adviser=adviser)
    return {each.pick.contribution.id: {claim.text for claim in claims(each)} for each in writeups}


def claims(writeup: WriteUp) -> tuple[Claim, ...]:
    return (*writeup.why, *writeup.what, *writeup.how, *writeup.where)


def test_a_clean_run_loses_fewer_than_one_sentence_in_fifty() -> None:
    clean = {f"pick-{number}": (writeup, told(writeup)) for number, writeup in enumerate(WRITEUPS)}
    there = written(clean)
    lost = [text for key, (_, said) in clean.items() for _, text in said if text not in there[key]]
    every = sum(len(said) for _, said in clean.values())

    assert every > 60
    assert len(lost) * 50 < every, lost


def test_a_corrupted_sentence_never_reaches_a_digest() -> None:
    random = Random(2026)
    of: dict[str, tuple[WriteUp, Told]] = {}
    wrong: dict[str, tuple[str, str]] = {}
    for number, writeup in enumerate(WRITEUPS[::2]):
        said = told(writeup)
        contribution = writeup.pick.contribution
        people = " ".join(f"{person.name} {person.affiliation}" for person in contribution.people)
        given = f"{contribution.title} {contribution.abstract} {contribution.session} {people}"
        for place, (part, text) in enumerate(said):
            for kind, corrupt in KINDS.items():
                other = corrupt(random, text, given)
                if other and other != text:
                    key = f"pick-{number}-{place}-{kind}"
                    of[key] = writeup, [*said[:place], (part, other), *said[place + 1 :]]
                    wrong[key] = kind, other
    there = written(of)
    reached = Counter(kind for key, (kind, text) in wrong.items() if text in there[key])

    assert len(wrong) >= 150
    assert reached.total() <= 0.03 * len(wrong), reached
