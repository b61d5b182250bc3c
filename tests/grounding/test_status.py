"""Claims of standing, and what bears them out."""

import pytest

from bot.grounding.status import claims


def borne_out(text: str, source: str) -> bool:
    found = list(claims(text))
    assert found
    return all(evidence.search(source) for _, evidence in found)


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("It is deployed.", "It has been in operation for two years."),
        ("It is the first system to do so.", "Ours is the first complete system to do so."),
        ("It is their first such system.", "It is our first such system."),
        ("The code is publicly available.", "We release our code and traces."),
        ("The code is public.", "Code: github.com/x/y"),
        ("The tools are available.", "They are open-sourced at our site."),
        ("It scales at cloud scale.", "We report on a large-scale study."),
        ("It works in real time.", "A real-time system."),
        ("It is proven.", "We prove it."),
        ("It was simulated.", "Simulations show it."),
    ],
)
def test_other_words_of_the_same_standing_bear_it_out(text: str, source: str) -> None:
    assert borne_out(text, source)


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("It runs in production.", "It runs in a testbed."),
        ("It is the first system to do so.", "First, we do so."),
        ("The code is publicly available.", "We study open-source software."),
        ("It is open source.", "We study open-source software."),
        ("It is deployed.", "It is hard to deploy."),
        ("It is the fastest.", "It is fast."),
        ("It was emulated at line rate.", "It was emulated."),
        ("It is the only one.", "It only helps."),
        ("It runs fleet-wide.", "It runs on one node."),
    ],
)
def test_weaker_words_do_not(text: str, source: str) -> None:
    assert not borne_out(text, source)


@pytest.mark.parametrize(
    "text", ["First, the request is sent.", "A forest of interest, the latest digest.", "It is fast and small."]
)
def test_ordinary_words_claim_nothing(text: str) -> None:
    assert [] == list(claims(text))
