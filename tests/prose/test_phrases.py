"""Terms that several texts share."""

import pytest

from bot.prose.phrases import phrases, shared


def test_a_term_of_several_texts_is_found_as_it_is_written_first() -> None:
    found = shared({"a": "A tidal gate opens.", "b": "Tidal gates close.", "c": "Ships wait.", "d": "Nothing here."})
    assert {"tidal gate": ("a", "b")} == {term: found[term] for term in ("tidal gate",)}


def test_a_longer_term_of_as_many_texts_replaces_its_parts() -> None:
    texts = dict.fromkeys("ab", "The lossless tidal gate.") | {"c": "x", "d": "y"}
    assert ["lossless tidal gate"] == list(shared(texts))


def test_what_most_texts_hold_tells_nothing() -> None:
    assert {} == shared(dict.fromkeys("abcde", "The tidal gate."))


def test_one_text_shares_nothing() -> None:
    assert {} == shared({"a": "The tidal gate and the tidal gate."})


@pytest.mark.parametrize("plain", ["in the paper", "state-of-the-art", "2026", "existing approach", "auf der", "gates"])
def test_common_words_are_no_terms(plain: str) -> None:
    assert plain not in set(phrases(f"We see {plain} here."))


@pytest.mark.parametrize("term", ["PFC", "eBPF", "post-quantum", "tidal gate", "DNS"])
def test_technical_words_are_terms(term: str) -> None:
    assert term in set(phrases(f"Consider {term}, and no more."))


def test_a_term_never_crosses_a_comma() -> None:
    assert "tidal ships" not in set(phrases("The gate is tidal, ships wait."))


def test_the_same_texts_give_the_same_order() -> None:
    texts = dict.fromkeys("ab", "RDMA over PFC with tidal gates and lossless fabric") | {"c": "x", "d": "y"}
    assert list(shared(texts)) == list(shared(dict(texts)))
