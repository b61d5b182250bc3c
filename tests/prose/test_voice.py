"""The first person becomes the third where grammar and meaning allow it, and stays where they do not."""

import pytest

from bot.prose.voice import third_person

AUTHORS, SPEAKER = "the authors", "the speaker"


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("The authors present a weir.", "We present a weir."),
        ("The authors’ weir opens and their gate closes.", "Our weir opens and our gate closes."),
        ("The authors show that they can open what they call gates.", "We show that we can open what we call gates."),
        ("The authors have built it and will open it.", "We've built it and will open it."),
        ("The tide forced the authors to move.", "The tide forced us to move."),
        ("It helped the authors open gates themselves.", "It helped us open gates ourselves."),
        ("A gate that the authors trust.", "A gate that we trust."),
        ("The I/O path and the US harbour.", "The I/O path and the US harbour."),
    ],
)
def test_we_become_the_authors(told: str, said: str) -> None:
    assert told == third_person(said, AUTHORS)


def test_the_authors_are_named_again_where_they_could_be_taken_for_others() -> None:
    assert "The authors watch the operators, and the authors stop." == third_person(
        "We watch the operators, and we stop.", AUTHORS
    )


def test_after_a_sentence_that_names_them_they_are_they() -> None:
    assert "They open gates." == third_person("We open gates.", AUTHORS, "The authors present a weir.")
    assert "The authors open gates." == third_person("We open gates.", AUTHORS, "The authors ask the operators.")


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("The speaker will open a gate.", "We'll open a gate."),
        ("The speaker has opened gates.", "I've opened gates."),
        ("The speaker opened gates.", "We opened gates."),
        ("The speaker built gates.", "We built gates."),
        ("The speaker is opening gates.", "We're opening gates."),
        ("The speaker shows gates that they built.", "We show gates that we built."),
        ("The speaker also shares lessons.", "We also share lessons."),
        ("In the speaker’s harbour, ships wait.", "In our harbour, ships wait."),
        ("Here the speaker will present.", "Here i'll present."),
    ],
)
def test_one_speaker_takes_a_verb_in_the_singular(told: str, said: str) -> None:
    assert told == third_person(said, SPEAKER)


@pytest.mark.parametrize("said", ["We design and implement a weir.", "We frobnicate gates."])
def test_a_verb_that_cannot_be_bent_safely_keeps_the_first_person(said: str) -> None:
    assert said == third_person(said, SPEAKER)


@pytest.mark.parametrize(
    "said",
    [
        "As we all know, ships are slow.",
        "We lack a metric for tides.",
        "Ships feed our world.",
        "Gates are something we can use for that.",
        "A model allows us to train gates.",
        "Let's open gates.",
    ],
)
def test_we_that_means_everybody_stays(said: str) -> None:
    assert said == third_person(said, AUTHORS)


def test_a_quotation_is_never_changed() -> None:
    assert "The authors meet the “it worked on our pier” problem." == third_person(
        "We meet the “it worked on our pier” problem.", AUTHORS
    )


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("Attendees will learn how gates open.", "You'll learn how gates open."),
        ("Attendees will see their gates as they are.", "You will see your gates as they are."),
        ("Attendees will learn how they can open gates.", "Learn how you can open gates."),
        ("Attendees will explore the tide.", "Join us to explore the tide."),
    ],
)
def test_a_promise_to_the_listener_is_told_of_the_attendees(told: str, said: str) -> None:
    assert told == third_person(said, SPEAKER)


def test_a_sentence_without_a_person_stays_as_it_is() -> None:
    assert "Gates open." == third_person("Gates open.", AUTHORS)
