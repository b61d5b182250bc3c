"""What a program's text says of a contribution, and what it says besides."""

import time

import pytest

from bot.prose.sift import is_english, paragraphs, sift


def told(text: str, *people: str) -> list[str]:
    return [sentence for _, _, sentence in sift(text, people)]


SAYS = "This talk shows how tidal gates open."


@pytest.mark.parametrize(
    "noise",
    [
        "Join us at the pier!",
        "Come and see it yourself.",
        "Don't miss this tide of a talk.",
        "Who opens the gates at night?",
        "Bring your laptop and a boat.",
        "For more information, see https://harbour.example.org/talk.",
        "No prior knowledge of tides is needed.",
        "This note is to be removed before publishing as an RFC.",
        "SEPARATE REGISTRATION IS REQUIRED FOR THIS TALK.",
        "Welcome to the seventh harbour days!",
        "What would the harbour be if...",
        "“Ships first, gates second.”",
        "Read https://harbour.example.org and https://weir.example.org and two more.",
        "We cover:",
    ],
)
def test_calls_notices_questions_and_scraps_are_dropped(noise: str) -> None:
    assert [SAYS] == told(f"{SAYS} {noise}")


def test_a_biography_ends_the_text() -> None:
    assert [SAYS] == told(f"{SAYS}\n\nAbout the speaker\n\nAda Okafor builds weirs. She likes tides.")
    assert [SAYS] == told(f"{SAYS}\n\nSpeaker bio: Ada builds weirs of all sizes.")


def test_a_sentence_on_a_persons_life_is_dropped_but_not_one_on_what_they_will_say() -> None:
    assert [SAYS] == told(f"{SAYS} Ada Okafor is a principal engineer at Weir Works.", "Ada Okafor")
    assert [SAYS] == told(f"{SAYS} She holds a Ph.D. in tides.", "Ada Okafor")
    says = "Ada Okafor will explain how gates open."
    assert [says] == told(says, "Ada Okafor")
    says = "The gate is an engineer’s dream come true."
    assert [says] == told(says, "Ada Okafor")


def test_a_list_stands_with_what_introduces_it() -> None:
    text = "We cover: - Opening gates - Closing weirs. - Counting ships. - Going home. Then we show a demo of it."
    assert ["We cover: Opening gates; Closing weirs; Counting ships; and more.", "Then we show a demo of it."] == told(
        text
    )


def test_a_numbered_list_is_a_list_only_if_it_counts() -> None:
    assert ["We cover: Gates; Weirs."] == told("We cover: 1. Gates 2. Weirs")
    text = "The gates passed 40. Ships were then only 12. Weirs were counted too."
    assert text == " ".join(told(text))


def test_quotes_stand_in_the_source_to_the_letter() -> None:
    text = "We cover **two gates** here: - Opening gates - Closing weirs. Ships pay $15\\times$ less in our harbour."
    for _, quote, _ in sift(text):
        assert quote in text


def test_a_sentence_is_told_once_and_keeps_its_place() -> None:
    assert [(0, SAYS, SAYS), (2, "Gates are opened twice.", "Gates are opened twice.")] == list(
        sift(f"{SAYS} Really? Gates are opened twice. {SAYS}")
    )


def test_headings_are_no_sentences() -> None:
    assert [SAYS] == told(f"Expected prior knowledge of the audience\n\n{SAYS}")
    assert ["Beer brewing for beginners of all ages"] == told("Beer brewing for beginners of all ages")


def test_of_a_translated_text_the_english_half_is_read() -> None:
    german = "Dieser Vortrag zeigt, wie sich die Tore im Hafen mit der Flut öffnen und schließen."
    english = "This talk shows how the gates of the harbour open and close with the tide, and for whom."
    assert [english] == list(paragraphs(f"{german}\n\n{english}"))
    assert [german] == list(paragraphs(german))


@pytest.mark.parametrize(
    ("english", "text"),
    [
        (True, "The gates of the harbour open with the tide."),
        (True, "Gates"),
        (False, "Die Tore des Hafens öffnen sich mit der Flut, und das ist gut."),
        (False, "Les portes du port sont ouvertes avec la marée dans la nuit."),
        (False, "Las puertas del puerto se abren con la marea por la noche."),
        (False, "港の門は潮とともに開く。"),
        (False, "Ворота гавани открываются с приливом."),
    ],
)
def test_languages_are_told_apart(english: bool, text: str) -> None:
    assert english is is_english(text)


@pytest.mark.parametrize(
    "hostile", ["- A\n" * 5000, "1. A 2. B " * 2000, "(" * 12_000, "**" * 6000, "a, which " * 1500]
)
def test_hostile_text_costs_no_time(hostile: str) -> None:
    began = time.process_time()
    told(hostile)
    assert time.process_time() - began < 1


def test_a_figure_that_the_source_garbled_is_not_quoted() -> None:
    assert [] == [told for _, _, told in sift("One node processes 80\\textasciitilde120 Mpps of harbour traffic.")]
