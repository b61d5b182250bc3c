"""A sentence that is not held goes back once, all of an answer's together, and is then left out."""

from collections.abc import Mapping
from typing import Any

import pytest

from bot.mend import Lost, Sentence, mended, read

GOOD, BAD, WORSE = (Sentence(part="what", text=text, rests_on=(1,)) for text in ("Good.", "Bad.", "Worse."))


def faults(sentence: Sentence) -> tuple[str, ...]:
    return () if sentence.text.startswith("Good") else (f"{sentence.text} is wrong",)


def answering(*given: tuple[int, str]) -> Mapping[str, Any]:
    return {"sentences": [{"number": number, "text": text, "rests_on": [2]} for number, text in given]}


def test_what_is_held_is_not_asked_about_again() -> None:
    assert ((GOOD, GOOD), ()) == mended((GOOD, GOOD), faults, lambda complaints: pytest.fail("asked"))


def test_all_that_is_not_held_goes_back_at_once_with_what_is_wrong() -> None:
    heard: list[str] = []

    def again(complaints: str) -> None:
        heard.append(complaints)

    kept, lost = mended((BAD, GOOD, WORSE), faults, again)
    assert ["0. Bad.\n   Not held: Bad. is wrong.\n2. Worse.\n   Not held: Worse. is wrong."] == heard
    assert ((GOOD,), (Lost(sentence=BAD, why="Bad. is wrong"), Lost(sentence=WORSE, why="Worse. is wrong"))) == (
        kept,
        lost,
    )


def test_a_better_sentence_stands_in_the_same_place_and_part() -> None:
    kept, lost = mended((BAD, GOOD), faults, lambda complaints: answering((0, " Good  now. ")))
    assert (Sentence(part="what", text="Good now.", rests_on=(2,)), GOOD) == kept
    assert () == lost


@pytest.mark.parametrize("given", [(0, "Bad again."), (0, ""), (1, "Good?"), (-1, "Good?"), (99, "Good?")])
def test_no_better_sentence_is_none(given: tuple[int, str]) -> None:
    kept, lost = mended((BAD, GOOD), faults, lambda complaints: answering(given))
    assert ((GOOD,), [BAD]) == (kept, [each.sentence for each in lost])


def test_an_answer_is_read_line_by_line_and_not_without_end() -> None:
    rows = [{"part": "why", "text": f" Word\n{n} ", "rests_on": [n]} for n in range(100)]
    found = read({"sentences": [{"part": "why", "text": " ", "rests_on": []}, *rows]})
    assert 19 == len(found)
    assert Sentence(part="why", text="Word 0", rests_on=(0,)) == found[0]


def test_what_was_lost_is_told_without_its_links() -> None:
    told = Lost(sentence=Sentence(part="what", text="See https://a.example/b now."), why="link")
    assert "it was: See (a link) now." == told.words
    assert "" == Lost(sentence=Sentence(part="what", text="<b>x</b>"), why="markup").words
