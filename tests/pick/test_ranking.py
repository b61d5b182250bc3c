"""Finding and weighing phrases: what counts as the same word, what does not, and what is rare."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from bot.pick import ranking


def found(text: str, *terms: str) -> list[str]:
    places = ranking.finder(map(ranking.phrase, terms))(text)
    return [written for all_written in places.values() for written in all_written]


@pytest.mark.parametrize(
    "written", ["tide gauge", "tide-gauge", "Tide gauges", "TIDE GAUGES", "tide–gauge", "tide/gauge"]
)
def test_a_phrase_is_found_in_any_inflection_and_with_any_hyphen(written: str) -> None:
    assert [written] == found(f"We place {written} upstream.", "tide gauge")


def test_a_phrase_is_found_with_its_stop_words() -> None:
    assert ["in-harbour"] == found("Sorting in-harbour, not at the harbour.", "in-harbour")
    assert ["scaling up"] == found("Scaling, up to a point; scaling up.", "scale-up")


@pytest.mark.parametrize(
    "text", ["the tide, gauge by gauge", "a high tide. Gauge it", "a tide (gauge)", "a tide\n\ngauge"]
)
def test_no_phrase_runs_across_punctuation_or_lines(text: str) -> None:
    assert [] == found(text, "tide gauge")


@pytest.mark.parametrize(
    ("text", "written"), [("two NICs", ["NICs"]), ("a nic", ["nic"]), ("the NIC's port", ["NIC"]), ("Nic and Leo", [])]
)
def test_an_acronym_needs_its_capitals_or_none_at_all(text: str, written: list[str]) -> None:
    assert written == found(text, "NIC", "LEO")


def test_the_plural_of_one_acronym_is_not_another() -> None:
    assert ["IDS"] == found("Session IDs are no IDS.", "IDS")


@pytest.mark.parametrize(
    ("term", "text", "written"), [("TLS", "over TLSv1.3", "TLSv1"), ("OAuth", "OAuth2 flows", "OAuth2")]
)
def test_a_version_does_not_hide_a_name(term: str, text: str, written: str) -> None:
    assert [written] == found(text, term)


def test_a_version_that_is_the_name_is_not_cut_off() -> None:
    assert [] == found("IPv4 only", "IPv6")


@pytest.mark.parametrize(
    ("term", "other"),
    [
        ("authorization", "the authors and the authorities"),
        ("identity", "identical twins"),
        ("collective", "data collection"),
        ("controller", "under control"),
        ("observability", "we observe"),
        ("load balancer", "a load-balanced quay"),
    ],
)
def test_a_word_is_not_what_only_shares_its_stem(term: str, other: str) -> None:
    assert [] == found(other, term)


@pytest.mark.parametrize(
    ("term", "same"),
    [
        ("authorization", "Authorizing"),
        ("authorization", "authorisation"),
        ("identity", "identities"),
        ("optical", "optical"),
        ("encryption", "encrypted"),
        ("route", "routing"),
        ("signal", "signaling"),
        ("archive", "archives"),
    ],
)
def test_an_inflection_is_the_same_word_in_either_spelling(term: str, same: str) -> None:
    assert [same] == found(same, term)


def test_a_phrase_within_another_is_found_too() -> None:
    assert ["tide", "tide gauge"] == found("A tide gauge.", "tide", "tide gauge")


def test_a_term_of_no_words_is_never_found() -> None:
    assert [] == found("anything – at all", "–", "")


@given(some.text(alphabet=some.sampled_from("tideguasTIDE's’ -–\n.,;éß中\u200d2"), max_size=80))
def test_what_is_found_stands_in_the_text(text: str) -> None:
    assert all(written in text for written in found(text, "tide", "tide gauge", "TIDE", "sea"))


@given(some.text(max_size=200))
def test_no_text_is_too_strange(text: str) -> None:
    assert all(written in text for written in found(text, *text.split()))


def test_telling_words_leave_out_the_common_ones_and_come_once() -> None:
    assert (("harbour",), ("tide",)) == ranking.words("In the harbour there is a tide, and the harbours …")


def test_a_rare_phrase_weighs_more_than_a_common_one() -> None:
    tide, crane = ("tide",), ("crane",)
    weights = ranking.weigh([{tide: 1, crane: 1}, {tide: 1}, {tide: 1}], [10, 10, 10])

    assert weights[0][crane] > weights[0][tide] > 0


def test_each_repetition_adds_less_than_the_one_before() -> None:
    tide = ("tide",)
    weights = [each.get(tide, 0.0) for each in ranking.weigh([{tide: 1}, {tide: 2}, {tide: 3}, {}], [10, 10, 10, 10])]

    assert weights[0] > weights[1] - weights[0] > weights[2] - weights[1] > 0


def test_a_phrase_weighs_less_in_a_longer_text() -> None:
    short, long = ranking.weigh([{("tide",): 1}, {("tide",): 1}], [10, 40])

    assert short[("tide",)] > long[("tide",)]


def test_nothing_weighs_nothing() -> None:
    assert () == ranking.weigh([], [])
    assert ({},) == ranking.weigh([{}], [0])


def test_scores_are_levelled_by_the_usual_one_among_the_best() -> None:
    assert (1.5, 0.5, 0.25) == ranking.levelled((6, 2, 1), 2)
    assert (0.0, 0.0) == ranking.levelled((0, 0), 2)
    assert () == ranking.levelled((), 15)


def test_likeness_runs_from_nothing_in_common_to_the_same() -> None:
    one, same, other = ranking.directions(["Tides at dawn", "tides AT dawn", "Cranes by night"])

    assert 1.0 == pytest.approx(ranking.likeness(one, same))
    assert 0.0 == ranking.likeness(one, other)


def test_unusual_words_make_a_text_rare_but_names_do_not() -> None:
    usual, rare, named, _ = ranking.rarities(["ship ship", "ship eel", "ship Zanzibarbarossa", "eel ship"])

    assert rare > usual
    assert usual == named
