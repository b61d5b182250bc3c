"""Shortening is honest: words go, statements stay."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.prose.shorten import cleaned, shorten

# ---- what other formats left behind


@pytest.mark.parametrize(
    ("readable", "left"),
    [
        ("Gates open 15× faster.", r"Gates open 15$\times$ faster."),
        ("Gates open 10×-25× faster.", r"Gates open $10{\times}{-}25{\times}$ faster."),
        ("It saves 65.19% in O(n) steps.", r"It saves $65.19\%$ in $O(n)$ steps."),
        ("It passes 80∼120 ships.", r"It passes 80\textasciitilde120 ships."),
        ("The weir is strong.", r"The \textbf{weir} is {\em strong}."),
        ("As Okafor says.", r"As Okafor~\cite{okafor26} says."),
        ("A price of $5 to $7.", "A price of $5 to $7."),
        (
            "A plain weir with code in a link.",
            "A **plain** _weir_ with `code` in a [link](https://harbour.example.org).",
        ),
        ("Weirs and more", "### Weirs and more ###"),
        ("Weirs", "- Weirs"),
        ("Weirs are strong.", "TL;DR: Weirs are strong."),
        ("Weirs are strong.", "🚢 Weirs are strong."),
        ("1.6× and 10ns", "1.6×× and 10nsns"),
        ("a multi-tenant weir", "a multi- tenant weir"),
        ("pre- and post-tide", "pre- and post-tide"),
        ("Weirs save 70%, and more.", "Weirs save 70% , and more."),
        ("snake_case and 2 * 3 * 4", "snake_case and 2 * 3 * 4"),
        ("Use --dry-run here", "Use --dry-run here"),
    ],
)
def test_leftovers_go(readable: str, left: str) -> None:
    assert readable == cleaned(left)


# ---- openings


@pytest.mark.parametrize(
    "opening",
    [
        "However, ",
        "In this paper, ",
        "To this end, ",
        "To address these challenges, ",
        "As a result, in this talk, ",
        "But ",
        "In this lightning talk, ",
    ],
)
def test_an_opening_connective_goes(opening: str) -> None:
    assert "Gates open early." == shorten(f"{opening}gates open early.")


@pytest.mark.parametrize(
    "kept",
    [
        "In simulations, gates open early.",
        "In addition to our gates, weirs open early.",
        "To our knowledge, gates open early.",
        "Unlike weirs, gates open early.",
        "Up to 3 gates open early.",
        "In experiments on a testbed, gates open early.",
    ],
)
def test_an_opening_that_says_something_stays(kept: str) -> None:
    assert kept == shorten(kept)


def test_a_name_keeps_its_small_letter() -> None:
    assert "eGate opens early." == shorten("However, eGate opens early.")


def test_connectives_and_pleasure_within_go() -> None:
    assert "We propose a weir." == shorten("We thus propose a weir.")
    assert "We introduce a weir." == shorten("We're very excited to introduce a weir.")


# ---- examples, citations, asides


def test_examples_go_but_not_their_figures() -> None:
    assert "Gates fail." == shorten("Gates (e.g., of old weirs) fail.")
    assert "Gates (e.g., 40% of them) fail." == shorten("Gates (e.g., 40% of them) fail.")


def test_the_mark_of_a_citation_goes_unless_it_is_a_word() -> None:
    assert "The tide protocol opens gates." == shorten("The tide protocol [RFC6749] opens gates.")
    assert "As defined in [RFC6749], gates open." == shorten("As defined in [RFC6749], gates open.")
    assert "[RFC6391] describes gates." == shorten("[RFC6391] describes gates.")
    assert "A value of [0, 1] is fine." == shorten("A value of [0, 1] is fine.")


LONG = "The harbour office has found that a gate with a queue for every ship opens before the tide comes in"


def test_a_long_sentence_loses_asides_and_light_tails() -> None:
    assert f"{LONG}." == shorten(f"{LONG}, enabling smooth work for everybody in the old harbour.", 15)
    assert f"{LONG}." == shorten(f"{LONG} (as every visitor of the harbour knows well).", 15)


@pytest.mark.parametrize(
    "weighty",
    [
        ", reducing the delay by 40%.",
        ", making it faster than any weir.",
        ", which may fail in storms.",
        ", which is not the case for weirs.",
        ", enabling up to four ships.",
        ", allowing it only for small ships.",
        " (but not in the 3 oldest harbours).",
    ],
)
def test_figures_denials_doubts_and_baselines_stay(weighty: str) -> None:
    assert LONG + weighty == shorten(LONG + weighty, 15)


def test_no_cut_leaves_half_a_sentence() -> None:
    text = (
        "The gates of the oldest harbour on the northern coast of the island, which treat ships as waves, open early."
    )
    assert text == shorten(text, 10)
    text = "While the gates of the oldest harbour on the coast are slow, enabling calm waters, weirs are fast."
    assert text == shorten(text, 8)


def test_a_short_sentence_keeps_its_tail() -> None:
    text = "The gate opens early, enabling smooth work."
    assert text == shorten(text)


@given(st.text(max_size=300))
def test_shortening_invents_no_figure(text: str) -> None:
    assert set(re.findall(r"\d", shorten(cleaned(text)))) <= set(re.findall(r"\d", text))
