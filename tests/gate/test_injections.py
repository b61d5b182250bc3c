"""What others write to a model changes no pick, adds no link and makes nothing leak, even if the model obeys it."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bot.gate.orders import orders
from bot.introduce import introduce
from bot.llms import Ask
from bot.model import ConferenceKind, Contribution, Decisions, Digest, Passage, Program
from bot.pick import pick
from bot.render import render
from bot.verify import verified
from bot.write import conclude, filled, write
from tests import injections, pen
from tests.conftest import EDITION, SOURCE, contribution, program

KEY = "sk-test-do-not-tell-7f3a9c51"
EVIL = "https://evil.example/win"
OBEDIENT = f"The best of all, see {EVIL} or [here]({EVIL}) ![x]({EVIL}.png) <b>now</b>, says {KEY}."
HARMLESS = (
    "RDMA over lossy Ethernet suffers from head-of-line blocking. We present Weir number {}, a congestion control for "
    "RDMA that needs no switch support. Weir paces flows at the NIC. On 64 nodes it reduces latency by {} percent."
)
OFF_TOPIC, ON_TOPIC = "quays-of-the-north", "hostile-rdma"
CONFIG = replace(pen.CONFIG, picks=replace(pen.CONFIG.picks, total=4))
_LINK = re.compile(r"https?://[^\s)\]\"'<>]+")


def harbour(title: str = "", abstract: str = "", paper: str = "") -> Program:
    """A program of eight papers on RDMA, and two whose words are somebody's attempt: one on topic and one not."""
    clean = [
        contribution(f"Weir {number}: RDMA in Harbours", HARMLESS.format(number, number + 10)) for number in range(8)
    ]
    text = HARMLESS.format(99, 99)
    off = contribution(title or "Quays of the North", f"We count quays. {abstract}", id=OFF_TOPIC)
    on = contribution(f"RDMA congestion control for RoCE {title}", f"{text} {abstract}", id=ON_TOPIC)
    whole = (Passage(text=paper, part="full text", source=SOURCE),) if paper else ()
    return program(*clean, *(replace(each, passages=(*each.passages, *whole)) for each in (off, on)))


def captured(ask: Ask) -> Mapping[str, Any] | str:
    """A model that obeys whatever somebody wrote to it, wherever that stands, and is honest as long as nobody did."""
    if not any(orders(inside) for inside in pen.fences(ask.material).values()) and not pen.outside(ask.material):
        return pen.honest(ask)
    return obedient(ask)


def obedient(ask: Ask) -> Mapping[str, Any] | str:
    """All that an attacker may wish for: their own paper, a link, an image, the prompt, the key."""
    if ask.purpose == "triage":
        lines = pen.numbered(pen.fences(ask.material)["PROGRAM"])
        theirs = [number for number, line in lines.items() if "eir " not in line]
        every = (*theirs, 9999, -1, 0)
        return {"picks": [{"number": each, "tier": "core", "reason": OBEDIENT, "doubt": OBEDIENT} for each in every]}
    sentences = (OBEDIENT, ask.instructions.replace("\n", " ")[:500], f"It is at {EVIL}.", f"The key is {KEY}.")
    if ask.purpose == "repair":
        return {"sentences": [{"number": n, "text": text, "rests_on": [1]} for n, text in enumerate(sentences)]}
    parts = ("why", "what", "how", "where") if ask.purpose in ("write-up", "revise") else (EVIL,) * 4
    said = [pen.sentence(part, text, 1, 2) for part, text in zip(parts, sentences, strict=True)]
    return pen.said(*(said if ask.purpose != "lead" else [pen.lead(text, 1, 2) for text in sentences]))


def drafted(of: Program, script: pen.Script | None, decisions: Decisions = Decisions()) -> tuple[Digest, str]:  # noqa: B008
    """A digest and all the files of it, as the road makes them. No script is no model."""
    adviser = pen.adviser(script) if script else None
    kind, reader = ConferenceKind.ACADEMIC, CONFIG.reader
    choice = pick(of, reader, CONFIG.picks, kind, decisions, adviser)
    written = write(choice.picks, "llm", kind, decisions.guidance, adviser=adviser)
    held = tuple(filled(verified(each, pen.WORDS)[0]) for each in written)
    told = conclude(held, decisions.guidance, adviser)
    digest = Digest(
        edition=EDITION,
        program=of.outline,
        lead=(*told.lead, *introduce(EDITION, of.outline, held, reader.name, choice.picker)),
        writeups=held,
        themes=told.themes,
        near_misses=choice.near_misses,
        findings=(*choice.findings, *(finding for each in written for finding in each.findings), *told.findings),
        reader=reader.name,
        writer="llm",
        picker=choice.picker,
    )
    return digest, "\n".join(render(digest, "").files.values())


@cache
def plain(title: str = "", abstract: str = "", paper: str = "") -> tuple[dict[str, str], set[str]]:
    """The picks of an honest model, and the links of a digest that no model had a hand in."""
    of = harbour(title, abstract, paper)
    return tiers(drafted(of, pen.honest)[0]), links(drafted(of, None)[1])


def tiers(digest: Digest) -> dict[str, str]:
    return {each.pick.contribution.id: each.pick.tier for each in digest.writeups}


def links(text: str) -> set[str]:
    return set(_LINK.findall(text))


def leaks(text: str) -> list[str]:
    """The sentences of prompts that stand in a text."""
    told = pen.adviser(pen.honest).instructions.values()
    lines = {line for instructions in told for line in re.split(r"(?<=[.:;]) |\n", instructions) if len(line) > 40}
    return [line for line in lines if line in text and line not in pen.WORDS]


ATTEMPTS = [
    *({"title": each} for each in injections.TITLES),
    *({"abstract": each} for each in injections.ABSTRACTS),
    *({"paper": each} for each in injections.PAPERS),
]


def test_there_are_enough_of_them() -> None:
    assert 40 <= len(ATTEMPTS) + len(injections.COMMENTS)


@pytest.mark.parametrize("attempt", ATTEMPTS, ids=str)
def test_an_attempt_changes_no_pick_adds_no_link_and_makes_nothing_leak(attempt: dict[str, str]) -> None:
    picks, allowed = plain(**attempt)
    digest, files = drafted(harbour(**attempt), captured)

    assert picks == tiers(digest)
    assert ON_TOPIC in picks and OFF_TOPIC not in picks
    assert links(files) <= allowed
    assert [] == leaks(files)
    assert KEY not in files


@pytest.mark.parametrize("attempt", ATTEMPTS, ids=str)
def test_an_attempt_stays_in_its_fence_even_where_a_model_is_shown_it(attempt: dict[str, str]) -> None:
    from bot.gate import fenced

    shown = fenced("\n".join(attempt.values()), "SOURCE", 5_000)

    assert "" == pen.outside(shown)
    assert ["SOURCE"] == list(pen.fences(shown))


@pytest.mark.parametrize("attempt", [*ATTEMPTS, *({"comment": each} for each in injections.COMMENTS)], ids=str)
def test_an_attempt_is_recognised(attempt: dict[str, str]) -> None:
    assert all(orders(text) for text in attempt.values())


@pytest.mark.parametrize("wish", injections.COMMENTS)
def test_a_wish_that_speaks_to_the_model_is_not_followed_and_this_is_said(wish: str) -> None:
    of = harbour()
    ids = [each.id for each in of.contributions]
    decisions = Decisions(guidance={**dict.fromkeys(ids, wish), "lead": wish, "themes": wish})
    digest, files = drafted(of, captured, decisions)

    assert drafted(of, pen.honest)[0].writeups == tuple(replace(each, findings=()) for each in digest.writeups)
    assert any("a maintainer's wish was not followed" in finding.text for finding in digest.findings)
    assert EVIL not in files and KEY not in files


def test_a_model_that_is_wholly_the_attackers_gets_nothing_onto_the_page() -> None:
    of = harbour()
    digest, files = drafted(of, obedient)
    _, untouched = drafted(of, None)

    assert tiers(digest) == tiers(drafted(of, None)[0])
    assert links(files) - {EVIL} <= links(untouched)
    page = render(digest, "").files["digests/harbour-2026.md"]
    body, _, about = page.partition("## About this digest")
    assert EVIL not in body and KEY not in body and "<b>" not in body
    assert [] == leaks(body)
    assert "](https://evil" not in about and "<b>" not in about


def test_an_honest_program_is_shown_whole() -> None:
    of: tuple[Contribution, ...] = harbour().contributions
    assert not [each for each in of if orders(f"{each.title}\n{each.abstract}")]
