"""The harvest gate: what is not whole ends in a typed failure, what is usable says what it lacks."""

from dataclasses import replace

import pytest

from bot.errors import Incomplete, NotPublished
from bot.judge import judge
from bot.model import Contribution, Kind, Person
from tests.conftest import EDITION, contribution, program

ADA = (Person(name="Ada Okafor", affiliation="Harbour University"),)


def paper(number: int, **fields: object) -> Contribution:
    return contribution(
        f"Paper {number} on Tides",
        f"Abstract of paper {number}. " * 10,
        people=(Person(name=f"Person {number}"),),
        url=f"https://harbour.example.org/presentation/{number}",
        starts="2026-03-12T09:00",
        **fields,
    )


def texts(*contributions: Contribution, **fields: object) -> list[str]:
    return [finding.text for finding in judge(program(*contributions, **fields), EDITION).findings]


def test_a_whole_program_passes_without_a_word() -> None:
    assert [] == texts(*map(paper, range(20)))


def test_an_empty_program_is_not_published_rather_than_empty() -> None:
    with pytest.raises(NotPublished):
        judge(program(), EDITION)
    with pytest.raises(NotPublished):
        judge(program(contribution("Coffee Break", kind=Kind.LOGISTICS)), EDITION)


@pytest.mark.parametrize("version", ["test", "Test 3", "DRAFT", "template", "wip"])
def test_a_schedule_that_calls_itself_a_draft_is_not_published(version: str) -> None:
    with pytest.raises(NotPublished):
        judge(program(paper(1), version=version), EDITION)


@pytest.mark.parametrize("version", ["1.0", "latest", "0.9 testing the stage", "2.1 mkdir", ""])
def test_other_versions_pass(version: str) -> None:
    judge(program(paper(1), version=version), EDITION)


def test_placeholders_in_a_third_of_the_titles_mean_that_it_is_not_published() -> None:
    with pytest.raises(NotPublished) as error:
        judge(program(paper(1), paper(2), contribution("TBA", id="x")), EDITION)
    assert "1 of 3 titles are placeholders such as 'TBA'" in str(error.value)


def test_the_program_of_another_year_is_not_this_edition() -> None:
    old = replace(paper(1), starts="2025-03-12T09:00")
    with pytest.raises(NotPublished) as error:
        judge(program(old), EDITION)
    assert "is of 2025, not of Harbour 2026 (2026)" in str(error.value)


def test_fewer_rows_than_the_feed_declares_are_incomplete() -> None:
    with pytest.raises(Incomplete) as error:
        judge(program(*map(paper, range(20)), declared=289), EDITION)
    assert "declares 289 contributions, but only 20" in str(error.value)
    judge(program(*map(paper, range(19)), declared=20), EDITION)


def test_a_session_heading_with_the_first_papers_people_and_link_is_no_contribution() -> None:
    first, second = paper(1), paper(2)
    heading = replace(first, id="heading", title="Congestion Control", passages=())
    judged = judge(program(heading, first, second), EDITION)
    assert ["Paper 1 on Tides", "Paper 2 on Tides"] == [row.title for row in judged.contributions]
    assert "1 session heading posed as contribution" in judged.findings[0].text


def test_the_front_matter_of_the_proceedings_is_no_contribution() -> None:
    titles = ("Papers and Proceedings", "Front Matter", "Message from the PC Co-Chairs", "Preface", "Foreword")
    covers = list(map(contribution, titles))
    assert ["Paper 1 on Tides"] == [row.title for row in judge(program(*covers, paper(1)), EDITION).contributions]


def test_two_talks_of_one_person_on_one_page_are_no_phantoms() -> None:
    talks = [
        contribution(f"Talk {n}", f"About {n}.", id=str(n), people=ADA, url="https://harbour.example.org/")
        for n in range(3)
    ]
    assert 3 == len(judge(program(*talks), EDITION).contributions)


def test_one_talk_in_three_slots_is_one_contribution() -> None:
    slots = [replace(paper(1), id=str(n), starts=f"2026-03-12T{n + 10}:00") for n in range(3)]
    judged = judge(program(*slots, paper(2)), EDITION)
    assert 2 == len(judged.contributions)
    assert "2 contributions stood in the program twice; counted once." == judged.findings[0].text


def test_two_drafts_of_one_title_are_two_documents() -> None:
    drafts = [
        contribution("Tides", "On tides. " * 9, id=id, kind=Kind.DRAFT)
        for id in ("draft-a-tides", "draft-ietf-b-tides")
    ]
    assert 2 == len(judge(program(*drafts), EDITION).contributions)


def test_a_cancelled_talk_is_left_out_and_said() -> None:
    judged = judge(program(contribution("[CANCELLED] Tides"), contribution("Canceled: Docks"), paper(1)), EDITION)
    assert ["Paper 1 on Tides"] == [row.title for row in judged.contributions]
    assert "2 contributions cancelled or withdrawn; left out." == judged.findings[0].text


def test_one_title_by_different_people_is_two_contributions() -> None:
    one, other = contribution("Opening", "One.", id="1", people=ADA), contribution("Opening", "Two.", id="2", people=())
    assert 2 == len(judge(program(one, other), EDITION).contributions)


def test_two_papers_with_one_abstract_are_reported_by_title() -> None:
    wrong = replace(paper(2), passages=paper(1).passages)
    assert ["“Paper 1 on Tides” and “Paper 2 on Tides” carry the same abstract."] == texts(paper(1), wrong, paper(3))


def test_what_a_program_lacks_is_said_in_numbers() -> None:
    bare = [contribution(f"Title {number}") for number in range(20)]
    assert [
        "No contribution has an abstract.",
        "No contribution has a person.",
        "No contribution has a link.",
    ] == texts(*bare)
    assert "2 of 22 contributions have no abstract." in texts(*map(paper, range(20)), *bare[:2])
