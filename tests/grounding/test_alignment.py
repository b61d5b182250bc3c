"""A sentence beside the one it was made from."""

import pytest

from bot.grounding.alignment import changes, copies, nearest, sentence

SOURCE = sentence(
    "Unlike Lagoon, Harbor does not rely on clocks (measured in hardware), cuts latency by 30%, 20% and 10% on A30,"
    " B40 and C50, respectively, and serves 12 racks within 5 ms at high load, while others cannot."
)
OTHER = sentence("Clocks drift, and nobody can measure latency without them.")


def found(text: str) -> set[str]:
    said = sentence(text)
    return {change.kind for change in changes(said, nearest(said, (OTHER, SOURCE)))}


@pytest.mark.parametrize(
    "text",
    [
        "Harbor does not rely on clocks.",
        "Harbor cuts latency by 30%, 20% and 10% on A30, B40 and C50, respectively.",
        "Unlike Lagoon, Harbor serves 12 racks within 5 ms at high load.",
        "It serves 12 racks within 5 ms.",
        "Harbor does not rely on clocks, cuts latency by 30%, 20% and 10%, and serves 12 racks.",
    ],
)
def test_a_shortening_changes_nothing(text: str) -> None:
    assert set() == found(text)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("negation", "Harbor does rely on clocks."),
        ("negation", "Harbor relies on clocks."),
        ("negation", "Harbor never cuts latency by 30%, 20% and 10%."),
        ("swapped figures", "Harbor cuts latency by 20%, 30% and 10% on A30, B40 and C50, respectively."),
        ("direction", "Harbor raises latency by 30%, 20% and 10% on A30, B40 and C50."),
        ("direction", "Harbor serves 12 racks within 5 ms at low load."),
        ("unit", "Harbor serves 12 rooms within 5 ms at high load."),
        ("name", "Unlike Tessera, Harbor does not rely on clocks."),
    ],
)
def test_a_change_of_the_statement_is_found(kind: str, text: str) -> None:
    assert kind in found(text)


def test_a_sentence_of_another_making_is_not_compared() -> None:
    said = sentence("Racks need cooling, and cooling needs water.")

    assert () == nearest(said, (OTHER, SOURCE))
    assert () == changes(said, ())


def test_a_copy_is_told_from_a_sentence_that_says_more() -> None:
    assert copies(sentence("Harbor does not rely on clocks."), (SOURCE,))
    assert not copies(sentence("Harbor relies on clocks, rubidium, caesium and luck."), (SOURCE,))


def test_names_at_the_start_of_a_sentence_can_be_given() -> None:
    source, said = sentence("Harbor serves all racks at once."), sentence("Lagoon serves all racks at once.")

    assert () == changes(said, (source,))
    assert {"name"} == {change.kind for change in changes(said, (source,), {"Harbor"})}
