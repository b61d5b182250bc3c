"""Quotations and links against what was said and given."""

import pytest

from bot.grounding.quotes import invented_links, invented_quotations, verbatim
from bot.grounding.tidy import tidy

SOURCE = "Jobs wait, and we — the operators — don’t know why they are unable to incremen-\ntally make progress [3]."


@pytest.mark.parametrize(
    "quote",
    [
        "we — the operators — don't know why",
        "we - the operators - don’t   know why",
        "unable to incrementally make progress",
        "Jobs wait",
        "why they are unable",
    ],
)
def test_white_space_hyphenation_and_unicode_form_do_not_count(quote: str) -> None:
    assert verbatim(quote, SOURCE)


@pytest.mark.parametrize(
    "quote", ["able to incrementally make progress", "Jobs waited", "the operators know why", "obs wait"]
)
def test_words_count(quote: str) -> None:
    assert not verbatim(quote, SOURCE)


@pytest.mark.parametrize(
    "text",
    [
        "They say “jobs wait, and we”.",
        "They say “Jobs wait … make progress”.",
        "They say “[the jobs] are unable to incrementally make progress”.",
        "It is no “silver bullet”.",
        "The jobs' owners' and users' plans differ.",
    ],
)
def test_a_quotation_that_stands_in_the_source_passes(text: str) -> None:
    assert [] == list(invented_quotations(tidy(text), (SOURCE,)))


@pytest.mark.parametrize(
    "text", ["“jobs never wait here”", "„Jobs wait and wait“", "'jobs never wait here'", "``jobs never wait''"]
)
def test_an_invented_quotation_is_found(text: str) -> None:
    assert 1 == len(list(invented_quotations(tidy(f"They say {text}."), (SOURCE,))))


GIVEN = ("Code: https://git.example.org/plover", "https://www.example.com/a/b.pdf")


@pytest.mark.parametrize(
    "text",
    [
        "At https://git.example.org/plover.",
        "At http://git.example.org/plover/",
        "At git.example.org.",
        "(example.com/a/b.pdf)",
        "e.g. node.js",
    ],
)
def test_a_given_link_passes(text: str) -> None:
    assert [] == list(invented_links(text, GIVEN))


@pytest.mark.parametrize(
    "text",
    ["https://git.example.org/other", "https://git.example.org.evil.com/plover", "www.evil.io", "10.1145/3718958.1"],
)
def test_an_invented_link_is_found(text: str) -> None:
    assert [text] == list(invented_links(f"At {text}", GIVEN))
