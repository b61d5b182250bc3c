"""What each sentence of an abstract does."""

import pytest

from bot.prose.zones import Sentence, Zone, read

ABSTRACT = (
    "Ships increasingly wait before the gates of tidal harbours. "
    "However, existing gates suffer from long queues and fail to open in storms. "
    "In this paper, we present Weir, a gate that opens with the tide. "
    "It leverages a key insight by combining floats with pumps. "
    "Our evaluation shows that Weir reduces waiting by 40% and achieves 3× the throughput of existing gates. "
    "Weir has been deployed in production in the harbours of two islands."
)
ROLES = (Zone.PROBLEM, Zone.PROBLEM, Zone.ANNOUNCEMENT, Zone.METHOD, Zone.RESULT, Zone.SCOPE)


def sentences(text: str = ABSTRACT, title: str = "Weir: A Gate") -> tuple[Sentence, ...]:
    return read(text, title)


@pytest.mark.parametrize(("place", "role"), list(enumerate(ROLES)))
def test_each_sentence_does_one_thing_most(place: int, role: Zone) -> None:
    weights = sentences()[place].weights
    assert role == max(weights, key=weights.__getitem__)


def test_the_readable_text_is_shortened_and_the_quote_is_not() -> None:
    announced = sentences()[2]
    assert "We present Weir, a gate that opens with the tide." == announced.text
    assert ("In this paper, we present Weir, a gate that opens with the tide.",) == announced.quotes


def test_it_after_the_announcement_is_what_was_announced() -> None:
    method = sentences()[3]
    assert method.text.startswith("Weir leverages")
    assert not method.leans
    assert 2 == len(method.quotes)


def test_this_approach_after_the_announcement_is_the_approach() -> None:
    found = sentences("We propose opening gates early. This approach uses floats.", "Gates")
    assert "The approach uses floats." == found[1].text


@pytest.mark.parametrize(
    "leaning",
    [
        "It opens gates early.",
        "These gates open late.",
        "This leads to long queues of ships.",
        "By using such floats, ships pass.",
        "To support more ships, it opens early.",
        "Since then, gates have changed a lot.",
        "However, they still open late.",
    ],
)
def test_what_points_back_leans(leaning: str) -> None:
    assert sentences(f"Ships wait at gates. {leaning}")[1].leans


@pytest.mark.parametrize(
    "free",
    [
        "This paper presents a weir.",
        "This lightning talk shares what ships do.",
        "However, gates open late.",
        "This is the first report on gates.",
        "While opening is simple, it often takes long.",
    ],
)
def test_what_stands_alone_does_not_lean(free: str) -> None:
    assert not sentences(f"Ships wait at gates. {free}")[1].leans


def test_a_promise_weighs_nothing() -> None:
    promised, told = sentences("You'll walk away with actionable lessons on gates. We show lessons on gates.")
    assert promised.weights[Zone.ANNOUNCEMENT] < told.weights[Zone.ANNOUNCEMENT]


def test_a_talk_announces_what_will_be_said() -> None:
    (found,) = sentences("Ada Okafor will explain how gates open.", "Gates")
    assert found.weights[Zone.ANNOUNCEMENT] >= 1.5
