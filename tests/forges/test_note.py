"""A comment of the bot's own on a pull request: made once, whatever gets lost on the way."""

from collections.abc import Iterator

import pytest

from bot.errors import ForgeError
from bot.forges.github.note import Note, note
from bot.forges.github.settings import Settings
from tests.github.access import Token
from tests.github.double import WORKFLOW, Double
from tests.github.exchange import Reply
from tests.github.faults import BAD_GATEWAY, RESET, afterwards

BRANCH, MARK = "digest/harbour-2026", "<!-- tide -->"
SAID, RESAID = "issues/create-comment", "issues/update-comment"


@pytest.fixture
def double() -> Iterator[Double]:
    with Double() as double:
        double.branch(BRANCH)
        double.edit(BRANCH, "digests/harbour-2026.md", "# Harbour\n")
        double.open_pull(BRANCH)
        double.tokens["reads"] = Token(permissions={"pull-requests": "read"})
        yield double


def held(double: Double, token: str = WORKFLOW) -> Note:
    settings = Settings(repository="harbour/digests", token=token, api=double.base)
    return note(settings, 1, MARK, lambda seconds: None)


def bodies(double: Double) -> list[str]:
    return [comment.body for comment in double.hub.comments.values()]


@pytest.mark.parametrize("fault", [RESET, BAD_GATEWAY])
def test_an_answer_that_is_lost_makes_no_second_comment(double: Double, fault: Reply) -> None:
    double.faults.append(afterwards(fault, SAID))
    assert held(double).say_if_allowed(f"{MARK}\nHigh") == held(double).say(f"{MARK}\nLow")
    assert [f"{MARK}\nLow"] == bodies(double)


def test_a_token_that_may_not_is_no_failure_only_where_that_is_expected(double: Double) -> None:
    assert None is held(double, "reads").say_if_allowed(f"{MARK}\nHigh")
    with pytest.raises(ForgeError, match="Resource not accessible"):
        held(double, "reads").say(f"{MARK}\nHigh")
    assert [] == bodies(double)


def test_another_purposes_comment_stays_as_it_is(double: Double) -> None:
    other = "<!-- tide-table -->\nLow"
    double.hub.comment(1, "github-actions[bot]", other)
    held(double).say(f"{MARK}\nHigh")
    assert [other, f"{MARK}\nHigh"] == bodies(double)
