"""What was last proposed on branches of one kind, asked of the double."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.forges.github import GitHub, Place, Settings, connect
from bot.forges.github.offered import newest
from bot.model import Draft, Proposal
from tests.github import views
from tests.github.double import WORKFLOW, Double

FILE = "digests/links.json"


@pytest.fixture
def double() -> Iterator[Double]:
    with Double() as double:
        yield double


def settings(double: Double) -> Settings:
    return Settings(repository="harbour/digests", token=WORKFLOW, api=double.base)


def forge(double: Double, branch: str) -> GitHub:
    place = Place(branch=branch, headline="Links", files=frozenset({FILE}))
    return connect(settings(double), "links", lambda seconds: None, place=place)


def proposal(text: str = "one") -> Proposal:
    return Proposal(edition="links", title="Dead links", body=text, draft=Draft(edition="links", files={FILE: text}))


def propose(double: Double, branch: str, text: str = "one") -> None:
    hub = forge(double, branch)
    hub.files((FILE,))
    hub.put(proposal(text))


def test_where_nothing_of_the_kind_was_proposed_there_is_nothing(double: Double) -> None:
    assert newest(settings(double), "links/", lambda seconds: None) is None
    propose(double, "other/2026")
    assert newest(settings(double), "links/", lambda seconds: None) is None


def test_the_newest_counts_and_tells_how_it_stands(double: Double) -> None:
    propose(double, "links/2026-11-30")
    propose(double, "links/2026-12-07", "two")
    found = newest(settings(double), "links/", lambda seconds: None)
    assert found
    assert ("links/2026-12-07", True, False) == (found.branch, found.is_open, found.refused)
    assert (True, False) == (found.says(proposal("two")), found.says(proposal("one")))


@pytest.mark.parametrize(("decide", "refused"), [(Double.close, True), (Double.merge, False)])
def test_closed_is_refused_and_merged_is_not(
    double: Double, decide: Callable[[Double, int], object], refused: bool
) -> None:
    propose(double, "links/2026-11-30")
    decide(double, 1)
    found = newest(settings(double), "links/", lambda seconds: None)
    assert found and (False, refused) == (found.is_open, found.refused)


@pytest.mark.parametrize("source", [{"full_name": "mallory/digests"}, None])
def test_a_forks_pull_request_counts_for_nothing_whatever_its_branch_is_called(
    double: Double, monkeypatch: pytest.MonkeyPatch, source: dict[str, str] | None
) -> None:
    propose(double, "links/2026-11-30")
    known = views.end

    def end(*given: Any) -> dict[str, Any]:
        shown = known(*given)
        return {**shown, "repo": {**shown["repo"], **source} if source else None}

    monkeypatch.setattr(views, "end", end)
    assert newest(settings(double), "links/", lambda seconds: None) is None
    double.violations.clear()  # a fork that is gone is null, which the description of GitHub does not say
