"""Claims against their contribution, and what becomes of a write-up whose claims fail."""

import time
from dataclasses import replace

import pytest

from bot.model import Claim, Contribution, Passage, Provenance
from bot.verify import doubts, verified, verify
from tests.invented import READER, WRITEUPS

PLOVER = WRITEUPS[0].pick.contribution


def kinds_of(text: str, contribution: Contribution = PLOVER, **claim: object) -> set[str]:
    return {doubt.kind for doubt in doubts(Claim(text=text, **claim), contribution, READER)}  # type: ignore[arg-type]


def test_quotes_of_a_claim_stand_in_a_passage_or_the_title() -> None:
    quotes = ("needs no switch\n support", "Lossless Congestion Control")

    assert set() == kinds_of("It needs no switch support.", quotes=quotes)
    assert {"quotation"} == kinds_of("It needs no switch support.", quotes=("needs no support",))
    assert {"quotation"} == kinds_of("It needs no switch support.", quotes=("",))


def test_a_judgement_may_use_the_readers_words_and_another_claim_may_not() -> None:
    text = "It bears on your 400G upgrades and on eBPF."

    assert set() == kinds_of(text, judgement=True)
    assert {"figure", "name"} == kinds_of(text)


def test_a_judgement_may_not_make_up_facts() -> None:
    assert {"figure"} == kinds_of("It would save you 60% of your RDMA bill.", judgement=True)
    assert {"status"} == kinds_of("It bears on your topic RDMA, and it runs in production.", judgement=True)
    assert {"affiliation"} == kinds_of("It bears on RDMA at Google.", judgement=True)


def test_a_silent_claim_holds_no_fact() -> None:
    assert set() == kinds_of("The abstract does not say whether it runs in production.", silent=True)
    assert set() == kinds_of("Where it was deployed is not stated.", silent=True)
    assert "silence" in kinds_of("The abstract does not say where, but it serves many tenants daily.", silent=True)
    assert "silence" in kinds_of("The abstract does not say how 64 nodes suffice.", silent=True)
    assert "status" in kinds_of("The abstract does not say where; it runs in production.", silent=True)


@pytest.mark.parametrize(
    "text",
    [
        "Ada Lindqvist (Norrland University) wrote it.",
        "Ada Lindqvist of Norrland University wrote it.",
        "Benno Achterberg wrote it.",
    ],
)
def test_people_and_their_affiliations_may_be_named(text: str) -> None:
    assert set() == kinds_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "Benno Achterberg (Norrland University) wrote it.",
        "Benno Achterberg of Norrland University wrote it.",
        "Ada Lindqvist (Cisco) wrote it.",
    ],
)
def test_an_affiliation_goes_with_its_person(text: str) -> None:
    assert {"affiliation"} == kinds_of(text)


def test_what_may_be_linked_is_what_the_contribution_gives() -> None:
    assert set() == kinds_of("See https://plover.example.org/paper.pdf and https://git.example.org/plover.")
    assert {"link"} == kinds_of("See https://plover.example.org/slides.pdf.")


def test_a_title_is_all_that_a_contribution_without_passages_supports() -> None:
    bare = replace(PLOVER, passages=())

    assert set() == kinds_of("Plover is lossless congestion control without switch support.", bare)
    assert {"figure"} == kinds_of("Plover saves 37%.", bare)


# ---- write-ups


def test_sentences_that_fail_are_left_out_and_named() -> None:
    good, bad = Claim(text="Plover needs no switch support."), Claim(text="Plover runs in production at Google.")
    writeup = replace(WRITEUPS[0], what=(good, bad), how=(bad,))
    kept, findings = verified(writeup, READER)

    assert ((good,), ()) == (kept.what, kept.how)
    assert (writeup.why, writeup.where) == (kept.why, kept.where)
    assert 4 == len(findings)
    assert PLOVER.title in findings[0].text and "what" in findings[0].text and "“production”" in findings[1].text
    assert bad.text in findings[0].hint
    assert all(bad.text in finding.hint for finding in findings)
    assert findings == verify(writeup, READER)
    assert () == verify(kept, READER)


def test_a_finding_says_what_the_source_has() -> None:
    writeup = replace(WRITEUPS[0], what=(Claim(text="It needs less than 2 ms to react to incast."),))

    assert "“2 ms” is unsupported; the source says “2 μs”" in verify(writeup)[0].text


# ---- speed


def test_fifteen_writeups_are_verified_in_a_blink() -> None:
    verify(WRITEUPS[0], READER)
    start = time.process_time()
    for writeup in (*WRITEUPS, *WRITEUPS[:3]):
        verify(writeup, READER)

    assert time.process_time() - start < 0.5  # a tenth of a second, where nothing else runs


@pytest.mark.parametrize(
    "junk",
    ["a", "1,", "“a b c ", "Fig. ", "not ", "first a b ", "code is now ", "a.b.", "(Aa) ", "http://", "- a", "… "],
)
def test_junk_costs_little_on_either_side(junk: str) -> None:
    text = (junk * 100_000)[:100_000]
    hostile = replace(PLOVER, passages=(Passage(text=text, part="abstract", source=Provenance(url="")),))
    start = time.process_time()
    doubts(Claim(text="Plover, the first of 64 nodes, says “a b c d” at 5%."), hostile)
    doubts(Claim(text=text[:7_900], quotes=(text,)), hostile)
    doubts(Claim(text=text), PLOVER)

    assert time.process_time() - start < 10
