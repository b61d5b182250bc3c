"""The sections of a paper, told apart by nothing but lines."""

import time

import pytest

from bot.enrich.sections import Section, joined, sections

INTRO = ["Queues grow when the tide is high. Operators have known this for", "years, and have done little about it."]
DESIGN = ["Our design has three parts, of which two are simple and one is a", "crane that thinks."]
NUMBERS = ["On 40 hosts the crane saves 12 ms in the median and 31 ms in the", "tail, at a price of 2% more traffic."]
LIMITS = ["We did not try more than 40 hosts.", "Cranes cannot swim."]


def page(*lines: str) -> str:
    return "\r\n".join(lines)


PAPER = (
    page("Tidal Queues", "Ann Ode", "Abstract", "We let cranes think.", "1 Introduction", *INTRO),
    page("2 Design", *DESIGN, "2.1 Parts", "They are made of steel and hope.", "3 Evaluation", *NUMBERS),
    page("4 Limitations", *LIMITS, "5 Conclusion", "Cranes think.", "References", "[1] A. Ode. Evaluation. 2019."),
)


def told(*pages: str) -> dict[str, str]:
    return {text.section.value: text.text for text in sections(pages)}


def test_each_section_is_what_stands_under_its_heading() -> None:
    found = told(*PAPER)

    assert ["abstract", "introduction", "evaluation", "limitations", "conclusion"] == list(found)
    assert "We let cranes think." == found["abstract"]
    assert " ".join(INTRO) == found["introduction"]
    assert " ".join(NUMBERS) == found["evaluation"]
    assert "We did not try more than 40 hosts. Cranes cannot swim." == found["limitations"].replace("\n\n", " ")
    assert "Cranes think." == found["conclusion"]


def test_a_section_knows_its_page() -> None:
    assert {"abstract": 1, "introduction": 1, "evaluation": 2, "limitations": 3, "conclusion": 3} == {
        text.section.value: text.page for text in sections(PAPER)
    }


@pytest.mark.parametrize(
    ("heading", "section"),
    [
        ("6 Evaluation", Section.EVALUATION),
        ("VI. EVALUATION", Section.EVALUATION),
        ("6. Experimental Results", Section.EVALUATION),
        ("6 Experiments and Analysis", Section.EVALUATION),
        ("6 Performance evaluation of cranes", Section.EVALUATION),
        ("6 Discussion and Limitations", Section.LIMITATIONS),
        ("6 Limitations of this work", Section.LIMITATIONS),
        ("6 Threats to Validity", Section.LIMITATIONS),
        ("6 Discussion", Section.DISCUSSION),
        ("6 Conclusions and future work", Section.CONCLUSION),
    ],
)
def test_headings_have_many_forms(heading: str, section: Section) -> None:
    before = [f"{['I', 'II', 'III', 'IV', 'V'][n] if heading[0] == 'V' else n + 1} Part {'abcde'[n]}" for n in range(5)]
    lines = [line for each in before for line in (each, "There is something to say here.")]

    found = sections([page(*lines, heading, "Cranes think.")])

    assert [Section.INTRODUCTION, section] == [text.section for text in found]


def test_headings_may_lack_numbers() -> None:
    found = told(page("Tidal Queues", "Introduction", *INTRO, "System Design", *DESIGN, "Evaluation", *NUMBERS))

    assert {"introduction": " ".join(INTRO), "evaluation": " ".join(NUMBERS)} == found


def test_an_abstract_may_stand_behind_its_word() -> None:
    found = told(page("Tidal Queues", "Abstract—We let cranes think, and", "they do.", "I. INTRODUCTION", *INTRO))

    assert "We let cranes think, and they do." == found["abstract"]
    assert " ".join(INTRO) == found["introduction"]


def test_a_row_of_a_table_is_no_heading() -> None:
    found = told(page("1 Introduction", *INTRO, "7 Evaluation of cranes", "and more of it.", "2 Design", *DESIGN))

    assert "7 Evaluation of cranes and more of it." in found["introduction"]
    assert "evaluation" not in found


def test_a_word_that_stands_alone_in_a_line_of_a_numbered_paper_is_no_heading() -> None:
    found = told(page("1 Introduction", "What counts is", "Evaluation", "and nothing else."))

    assert "What counts is Evaluation and nothing else." == found["introduction"]


def test_without_headings_all_there_is_is_an_introduction() -> None:
    assert {"introduction": "\n\n".join(map(" ".join, (INTRO, NUMBERS)))} == told(page(*INTRO, *NUMBERS))


@pytest.mark.parametrize("pages", [(), ("",), ("\n\n", " ")])
def test_nothing_has_no_sections(pages: tuple[str, ...]) -> None:
    assert () == sections(pages)


def test_what_runs_along_the_pages_is_left_out() -> None:
    pages = [page(f"Harbour Days ’26, page {n}", "Ann Ode et al.", f"The crane number {name} thinks.", str(n))
             for n, name in enumerate(("one", "two", "three"), 1)]  # fmt: skip

    assert "The crane number one thinks. The crane number two thinks. The crane number three thinks." == told(*pages)[
        "introduction"
    ].replace("\n\n", " ")


def test_captions_and_axes_are_left_out_and_figures_in_sentences_stay() -> None:
    lines = ["1 Introduction", "The crane saves in the median, over all the forty hosts that we have,",
             "Figure 3: Time that cranes save.", "0", "20", "40", "ms", "at least", "12 ms.", "It is so."]  # fmt: skip

    assert told(page(*lines))["introduction"].replace("\n\n", " ") == (
        "The crane saves in the median, over all the forty hosts that we have, at least 12 ms. It is so."
    )


def test_the_rows_of_a_table_are_left_out() -> None:
    rows = ["Cranes that think 28,009", "Cranes that do not (yet) 5,543", "Ships 97 %", "Tides (high) 101"]

    assert " ".join(NUMBERS) == told(page("1 Evaluation", NUMBERS[0], *rows, NUMBERS[1]))["evaluation"]


def test_the_heading_of_a_part_is_a_paragraph_of_its_own() -> None:
    found = told(
        page("1 Evaluation", NUMBERS[0], NUMBERS[1], "1.1 Happiness", "Cranes were asked whether they are happy.")
    )

    assert ["1.1 Happiness", "Cranes were asked whether they are happy."] == found["evaluation"].split("\n\n")[1:]


def test_whatever_comes_first_introduces() -> None:
    assert " ".join(INTRO) == told(page("1 Cranes and Their Thoughts", *INTRO, "2 Design", *DESIGN))["introduction"]


def test_a_caption_without_an_end_stays_rather_than_taking_a_sentence_with_it() -> None:
    lines = ["1 Introduction", "Figure 3: Time", "that", "cranes", "save", "in", "the median.", "More."]

    assert "Figure 3: Time that cranes save in the median. More." == told(page(*lines))["introduction"].replace(
        "\n\n", " "
    )


@pytest.mark.parametrize("mark", ["-\n", "\ufffe", "\ufffe\n", "\x02\n"])
def test_a_word_that_a_line_broke_is_whole_again(mark: str) -> None:
    assert "verifying incrementally pays" == joined(f"verifying incremen{mark}tally pays".split("\n"))


def test_a_compound_that_a_line_broke_keeps_its_hyphen_where_the_paper_writes_one() -> None:
    assert "a co-packaged link" == joined(["a co-", "packaged link"], frozenset({"co-packaged"}))


def test_a_short_line_that_ends_a_sentence_ends_a_paragraph() -> None:
    lines = [
        "Queues grow when the tide is high and the harbour is",
        "full of ships.",
        "Cranes could help if they knew.",
    ]

    assert f"{lines[0]} {lines[1]}\n\n{lines[2]}" == joined(lines)


def test_ligatures_are_letters_and_figures_stay_as_they_are() -> None:
    assert "efficient flow of 10² µs" == told("eﬃcient ﬂow of 10² µs")["introduction"]


@pytest.mark.parametrize("text", ["a" * 200_000, "a-\n" * 100_000, "1 " * 99_999, "Abstract" * 25_000, "A\n" * 200_000])
def test_no_text_takes_long(text: str) -> None:
    started = time.process_time()

    sections([text])

    assert time.process_time() - started < 5
