"""What a sentence asserts, and what a claim of silence may hold."""

import pytest

from bot.grounding.silence import asserted, facts


def test_a_clause_on_what_the_source_does_not_say_asserts_nothing() -> None:
    assert "it runs." == asserted("The abstract does not say where; it runs.")
    assert "" == asserted("The abstract names no dataset such as ImageNet.")
    assert "It does not run." == asserted("It does not run.")


@pytest.mark.parametrize(
    "text", ["The abstract does not say where.", "No figures are given.", "One thing is not stated.", "Not stated."]
)
def test_silence_holds_no_fact(text: str) -> None:
    assert [] == list(facts(text))


@pytest.mark.parametrize(
    "text",
    [
        "The abstract does not say where, but it runs on large clusters.",
        "The abstract does not say where; it serves many users daily.",
        "Nothing is said of the 40 nodes.",
        "It serves many users daily.",
    ],
)
def test_a_fact_beside_silence_is_found(text: str) -> None:
    assert list(facts(text))
