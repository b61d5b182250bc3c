"""Titles and names that are much the same, and those that only look so."""

import pytest

from bot.alike import WITHOUT_SUBTITLE, is_same_name, likeness


@pytest.mark.parametrize(
    ("title", "other"),
    [
        ("Tidal Queues", "TIDAL  QUEUES."),
        ("Losing Packets on Purpose: RoCE", "Losing packets on purpose - RoCE"),
        ("Łódź Routes", "Łódź routes"),
    ],
)
def test_a_title_is_itself_whatever_its_case_and_marks(title: str, other: str) -> None:
    assert 1.0 == likeness(title, other)


@pytest.mark.parametrize("part", ["Losing Packets on Purpose", "RoCE Without Any PFC"])
def test_a_title_may_lack_what_stands_before_or_behind_its_colon(part: str) -> None:
    whole = "Losing Packets on Purpose: RoCE Without Any PFC"

    assert WITHOUT_SUBTITLE == likeness(whole, part) == likeness(part, whole)


@pytest.mark.parametrize(
    ("title", "other"),
    [
        ("Lantern", "Lantern: Optical Links at Half the Power"),
        ("Verifying the Policies of Backbones", "A Store for Backups of Archives"),
        ("", "Tidal Queues"),
        ("", ""),
        ("…", "…"),
    ],
)
def test_a_short_or_another_title_is_not_alike(title: str, other: str) -> None:
    assert likeness(title, other) < 0.6


@pytest.mark.parametrize(
    "other", ["Ana Silva", "ANA SILVA", "A. Silva", "Silva, Ana", "Silva Ana", "Ana M. Silva", "Aná Sílva"]
)
def test_a_name_has_many_forms(other: str) -> None:
    assert is_same_name("Ana Silva", other)


@pytest.mark.parametrize("other", ["Bo Silva", "Ana Costa", "Silva", "", "B. Silva"])
def test_another_name_is_another_persons(other: str) -> None:
    assert not is_same_name("Ana Silva", other)
