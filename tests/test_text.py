"""Text as sites write it: markup off, sentences apart, words joined."""

import time
import unicodedata
from collections.abc import Callable
from time import monotonic

import pytest

from bot import text
from bot.text import (
    decomposed,
    fingerprint,
    folded,
    is_html_tag,
    listing,
    one_line,
    plain,
    plain_html,
    prose,
    prose_html,
    sentences,
    slug,
    unmarked,
)

# ---- markup


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        ("Locks & Weirs", "Locks &amp; Weirs"),
        ("Locks & Weirs", "Locks &amp;amp; Weirs"),
        ("Fast locks", "<b>Fast</b>\n  locks"),
        ("a < b and vector<int>", "a < b and vector<int>"),
        ("cut short", "cut\u200b short\u00ad"),
        ("reach (<2 m)", "reach (&lt2 m)"),
        ("seen", "<script>unseen()</script>seen<style>p {}</style>"),
    ],
)
def test_a_line_loses_markup_and_nothing_else(text: str, markup: str) -> None:
    assert text == plain(markup)


def test_prose_keeps_paragraphs_and_folds_lines() -> None:
    assert "One two.\n\nThree." == prose("<p>One\n   two.</p><p>Three.</p>")
    assert "One two.\n\nThree." == prose("One\ntwo.\n\n\nThree.")


def test_certain_html_loses_every_tag_and_reads_entities_once() -> None:
    assert "a &lt; b" == plain_html("<custom-tag>a &amp;lt; b</custom-tag>")
    assert "One two.\n\nThree." == prose_html("<div>One\ntwo.</div><p>Three.</p>")


def test_certain_text_keeps_what_looks_like_markup() -> None:
    assert "if a <b> c" == one_line(" if a\t<b>\nc ")


def test_a_tag_is_known_in_any_case() -> None:
    assert is_html_tag("DIV")
    assert not is_html_tag("int")


def test_markdown_loses_its_marks() -> None:
    assert "the weir" in unmarked("**[the weir](https://harbour.example.org)**")


# ---- words


def test_a_slug_is_cut_at_a_word() -> None:
    assert "tidal-queues-fur-hafen" == slug("Tidal Queues für Häfen!")
    assert "tidal" == slug("Tidal Queues", limit=8)
    assert "" == slug("→")


def test_a_fingerprint_depends_on_where_the_parts_end() -> None:
    assert fingerprint("ab", "c") == fingerprint("ab", "c")
    assert fingerprint("ab", "c") != fingerprint("a", "bc")


def test_titles_compare_without_case_accents_and_signs() -> None:
    assert folded("Über: “Häfen”") == folded("uber hafen")


@pytest.mark.parametrize(
    ("text", "parts"), [("", []), ("a", ["a"]), ("a and b", ["a", "b"]), ("a, b and c", ["a", "b", "c"])]
)
def test_words_are_joined_as_people_join_them(text: str, parts: list[str]) -> None:
    assert text == listing(parts)


# ---- sentences


@pytest.mark.parametrize(
    "whole",
    [
        "Locks, e.g. Weir Gate, open by 3.5 m.",
        "Fig. 3 shows what Okafor et al. Measured before.",
        "J. R. Weir built the U.S. Harbour.",
        "The node v. 2 of the harbor.js project works.",
    ],
)
def test_abbreviations_initials_and_decimals_end_no_sentence(whole: str) -> None:
    assert (whole,) == sentences(whole)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("One is here.", "Two is there."),
        ("Is it here?", "It is."),
        ("It runs in kernels.", "eTran is small."),
        ("“It is.”", "“It is not.”"),
        ("It grows by 3%.", "64 gates are open."),
    ],
)
def test_two_sentences_are_told_apart(first: str, second: str) -> None:
    assert (first, second) == sentences(f"{first} {second}")


def test_white_space_is_folded_and_a_paragraph_ends_a_sentence() -> None:
    assert ("One is here", "Two is there.") == sentences("One is\n   here\n\n  Two is\tthere.")


def test_a_forgotten_space_parts_sentences_but_not_names() -> None:
    assert ("Hear their experiences.", "They will share more.") == sentences(
        "Hear their experiences.They will share more."
    )
    assert ("Want more?", "Gates are tools.") == sentences("Want more?Gates are tools.")
    assert ("The CXL.mem path and Node.Js are fast.",) == sentences("The CXL.mem path and Node.Js are fast.")


def test_sentences_of_languages_without_spaces_are_told_apart() -> None:
    assert ("港は速い。", "門は重い。") == sentences("港は速い。門は重い。")


def test_german_abbreviations_end_no_sentence() -> None:
    text = "Tore, z. B. Schleusen, d. h. Wehre bzw. Klappen, sind schwer."
    assert (text,) == sentences(text)


def test_nothing_has_no_sentences() -> None:
    assert () == sentences(" \n\n ")


@pytest.mark.parametrize("hostile", ["." * 100_000, "I. " * 30_000, "e.g. " * 20_000, "?!" * 50_000])
def test_hostile_text_costs_no_time(hostile: str) -> None:
    began = time.process_time()
    sentences(hostile)
    assert time.process_time() - began < 1


def test_a_blank_that_is_missing_between_sentences_is_no_reason_to_keep_them_together() -> None:
    assert ("It exposes ports.", "Attendees see why.") == sentences("It exposes ports.Attendees see why.")
    assert ("It runs on Node.js and ASP.Net today.",) == sentences("It runs on Node.js and ASP.Net today.")


@pytest.mark.parametrize(
    "begun", ["<!--", "<!-- >", "<script ", "<script>", "<style ", "<a ", '<a b="', "<br ", "<p", "a" + " " * 9]
)
@pytest.mark.parametrize("read", [text.plain, text.prose, text.plain_html, text.prose_html, text.lines_html])
def test_thousands_of_beginnings_without_an_end_are_read_at_once(read: Callable[[str], object], begun: str) -> None:
    began = monotonic()
    read(begun * 60_000 + "b")
    assert 4 > monotonic() - began


def test_a_gap_of_thousands_of_spaces_is_read_at_once() -> None:
    began = monotonic()
    assert "a b" == text.prose(f"a{' ' * 100_000}b")
    assert 2 > monotonic() - began


def test_what_is_unseen_goes_and_what_only_begins_so_stays() -> None:
    assert "a b < !-- c" == text.plain("a <!-- x --><script>x</script>b < !-- c")
    assert "a <!-- c" == text.plain("a <!-- c")


def test_letters_lose_thousands_of_accents_at_once_and_are_what_they_were() -> None:
    for words in ("Wielgórski, Kıraçoğlu ﬁnds ﷺ", "a" * 999 + "é" * 3):
        assert decomposed(words) == unicodedata.normalize("NFKD", words)
    piled, began = "\u0301\u0316" * 200_000, monotonic()
    assert ("a-b", "a b") == (slug(f"a{piled} b"), folded(f"a{piled} b"))
    assert 5 > monotonic() - began
