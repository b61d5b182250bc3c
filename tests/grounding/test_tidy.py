"""Text mended before it is compared."""

import pytest

from bot.grounding.tidy import tidy


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ef\ufb01cient", "efficient"),
        ("incremen-\ntally", "incrementally"),
        ("incremen- tally", "incrementally"),
        ("low- and high-end", "low- and high-end"),
        ("IP- verified", "IP-verified"),
        ("non-existence", "nonexistence"),
        ("“quoted” and ‘quoted’", "\"quoted\" and 'quoted'"),
        ("``quoted''", '"quoted"'),
        ("does’nt, can't, cannot", "does'nt, can not, can not"),
        ("it doesn't", "it does not"),
        ("a \\texttt{tool} with \\emph{care}", "a tool with care"),
        ("costs $5 for users and $10 for groups", "costs $5 for users and $10 for groups"),
        ("$n$ and $\\mathcal{O}(n)$", "n and O(n)"),
        ("80\\textasciitilde120 Mpps", "80-120 Mpps"),
        ("a\u00a0 b\n c", "a b c"),
        ("RFC9266", "RFC 9266"),
    ],
)
def test_text_is_as_it_was_meant(text: str, expected: str) -> None:
    assert expected == tidy(text)


def test_tidy_text_stays_as_it_is() -> None:
    text = tidy("It takes $2\\mu s$ — 2.5×× less — on 256256 “big” hosts; it doesn't scale.")

    assert text == tidy(text)
