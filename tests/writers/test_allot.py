"""Which sentence answers which question."""

from bot.prose.zones import read
from bot.writers.extractive.allot import Answers, allot

PROBLEM = "Existing gates suffer from long queues and fail to open in storms."
LEAD = "In this paper, we present Weir, a gate that opens with the tide."
METHOD = "Weir leverages floats by combining them with pumps."
RESULT = "Our evaluation shows that Weir reduces waiting by 40% compared to existing gates."
SCOPE = "Weir has been deployed in production in the harbours of two islands."


def answers(*sentences: str, title: str = "Weir: A Gate") -> Answers:
    return allot(read(" ".join(sentences), title))


def begun(found: Answers) -> dict[str, list[str]]:
    """The first words of each answer's quotes."""
    return {name: [one.quotes[-1] for one in getattr(found, name)] for name in ("why", "what", "how", "where")}


def test_each_question_gets_the_sentence_that_answers_it() -> None:
    expected = {"why": [PROBLEM], "what": [LEAD, RESULT], "how": [METHOD], "where": [SCOPE]}
    assert expected == begun(answers(PROBLEM, LEAD, METHOD, RESULT, SCOPE))


def test_no_sentence_answers_twice() -> None:
    found = begun(answers(PROBLEM, LEAD, METHOD, RESULT, SCOPE, "Weir uses pumps and floats.", "Weir is open source."))
    every = [quote for quotes in found.values() for quote in quotes]
    assert len(set(every)) == len(every)


def test_a_single_sentence_is_the_what() -> None:
    assert {"why": [], "what": [LEAD], "how": [], "where": []} == begun(answers(LEAD))


def test_an_abstract_that_announces_nothing_still_has_a_what() -> None:
    plain = "Gates of harbours are heavy and slow."
    assert [plain] == begun(answers(plain, title="Gates"))["what"]


def test_the_sentences_with_most_figures_are_told() -> None:
    small = "Results show that Weir saves 3% of the energy."
    big = "Experiments show that Weir is 4× faster, saves 40% and delivers 12% more compared to gates."
    third = "Results show that Weir loses 1% of the ships."
    found = begun(answers(LEAD, small, third, big))["what"]
    assert 3 == len(found)
    assert big in found


def test_a_leaning_sentence_comes_with_the_one_it_leans_on() -> None:
    queue = "Ships form queues before every gate of the harbour at night."
    grows = "This leads to a serious bottleneck and challenges all existing gates."
    assert [queue, grows] == begun(answers(queue, grows, LEAD))["why"]


def test_a_leaning_sentence_without_that_one_is_left_out() -> None:
    assert [] == begun(answers("These issues are a serious bottleneck for ships.", LEAD))["why"]


def test_an_announcement_is_no_problem() -> None:
    early = "In this talk, we share the challenges of gates."
    late = "In this talk, we present a novel system and framework for gates called Weir."
    assert [] == begun(answers(early, late, title="Gates"))["why"]


def test_how_takes_what_is_left_rather_than_nothing() -> None:
    left = "Ships are counted twice at night."
    assert [left] == begun(answers(LEAD, left))["how"]


def test_answers_stay_short() -> None:
    long = "Weir " + "uses floats and pumps and " * 9 + "gates by design."
    found = answers(LEAD, *(long.replace("floats", f"floats{number}") for number in range(6)))
    words = sum(one.words for name in ("why", "what", "how", "where") for one in getattr(found, name))
    assert words <= 160
