"""Others count papers too: one that differs is a doubt, two that agree or one that counts twice as many stop it."""

from typing import Any

import pytest

from bot.errors import Incomplete
from bot.model import Kind, Program
from bot.opinions import Opinion, doubts, of_accepted, of_before, of_contents, papers
from tests.conftest import contribution, program, writeup

RATES: Any = [
    {
        "title": "HARBOUR",
        "accept_rates": [
            {"year": "2025", "submitted": "300", "accepted": "60"},
            {"year": "2026", "submitted": "300", "accepted": "70", "str": "23%(71/300)"},
            {"year": "2027", "submitted": "1", "accepted": "0,2212"},
        ],
    }
]


def read(count: int, *others: Kind) -> Program:
    talks = (contribution(f"Other {number}", kind=kind) for number, kind in enumerate(others))
    return program(*(contribution(f"Paper {number}") for number in range(count)), *talks)


def says(count: int, source: str = "dblp lists", **fields: Any) -> Opinion:
    return Opinion(source=source, count=count, **fields)


def texts(count: int, *opinions: Opinion) -> list[str]:
    return [finding.text for finding in doubts(read(count), opinions)]


def test_who_counts_as_many_raises_no_doubt() -> None:
    assert [] == texts(70, says(70), says(75, "ccfddl knows of"), says(60, "Harbour 2025 had", is_exact=False))
    assert [] == texts(70)


def test_one_that_counts_more_is_a_doubt_and_no_more() -> None:
    assert ["70 papers were read, but dblp lists 80."] == texts(70, says(80))


def test_two_that_agree_stop_it() -> None:
    with pytest.raises(Incomplete) as error:
        doubts(read(70), (says(80), says(82, "ccfddl knows of")))
    assert "70 papers were read, but dblp lists 80 and ccfddl knows of 82" == str(error.value)


def test_two_that_do_not_agree_are_two_doubts() -> None:
    assert 2 == len(texts(70, says(80), says(130, "ccfddl knows of")))


def test_twice_as_many_stop_it_whoever_counts_them() -> None:
    with pytest.raises(Incomplete):
        doubts(read(30), (says(80),))


def test_the_year_before_never_stops_it() -> None:
    before = says(200, "Harbour 2025 had", is_exact=False)
    assert ["30 papers were read, but Harbour 2025 had 200."] == texts(30, before)
    assert [] == texts(120, before) == texts(500, before)


def test_far_more_than_others_count_may_be_headings() -> None:
    (finding,) = doubts(read(91), (says(70),))
    assert "headings that pose as papers" in finding.hint


def test_small_counts_say_nothing() -> None:
    assert [] == texts(2, says(9))


def test_only_papers_are_counted_where_there_are_any() -> None:
    assert 3 == papers(read(3, Kind.POSTER, Kind.KEYNOTE))
    assert 2 == papers(read(0, Kind.TALK, Kind.TALK))


def is_harbour(title: str) -> bool:
    return title == "HARBOUR"


def test_accepted_counts_are_found_by_name_and_year() -> None:
    assert [70] == [each.count for each in of_accepted(RATES, is_harbour, "2026")]
    assert () == of_accepted(RATES, is_harbour, "2024") == of_accepted(RATES, lambda title: False, "2026")


def test_of_two_series_with_one_name_nothing_is_known() -> None:
    other = {"title": "HARBOUR", "accept_rates": [{"year": 2026, "accepted": 31}]}
    assert () == of_accepted([*RATES, other], is_harbour, "2026")


@pytest.mark.parametrize(
    "tree", [None, "text", [], [1], [{"title": "Harbour"}], [{"title": "Harbour", "accept_rates": [7]}]]
)
def test_a_file_of_another_shape_has_no_opinion(tree: object) -> None:
    assert () == of_accepted(tree, lambda title: True, "2026")


def test_a_count_that_is_none_is_not_believed() -> None:
    assert () == of_accepted(RATES, is_harbour, "2027")


def test_tables_and_digests_have_opinions(digest: Any) -> None:
    assert [says(12)] == list(of_contents(read(12)))
    before = digest(writeup(contribution()))
    assert [says(1, "Harbour 2026 had", is_exact=False)] == list(of_before(before))
