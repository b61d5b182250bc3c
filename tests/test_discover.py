"""Editions are named and dated as their series counts."""

from datetime import date
from pathlib import Path

import pytest

from bot import config, discover
from bot.errors import ConfigError

SERIES = config.load(Path(__file__).resolve().parent.parent / "config.yml").series


@pytest.mark.parametrize(
    ("key", "name", "ends"),
    [
        ("nsdi-2025", "USENIX NSDI '25", "2025-04-30"),
        ("kubecon-na-2025", "KubeCon + CloudNativeCon North America 2025", "2025-11-13"),
        ("ietf-123", "IETF 123", "2025-07-25"),
        ("ietf-124", "IETF 124", "2025-11-07"),
        ("ietf-125", "IETF 125", "2026-03-21"),
        ("ietf-122", "IETF 122", "2025-03-21"),
        ("ietf-119", "IETF 119", "2024-03-21"),
        ("netdev-0x19", "Netdev 0x19", "2025-03-13"),
        ("netdev-0x1a", "Netdev 0x1a", "2026-03-14"),
        ("netdev-0x20", "Netdev 0x20", "2032-03-14"),
    ],
)
def test_an_edition_has_its_name_and_its_last_day(key: str, name: str, ends: str) -> None:
    edition = discover.edition(key, SERIES)
    assert (name, ends) == (edition.name, edition.ends)


def test_the_slots_of_an_address_are_filled() -> None:
    edition = discover.edition("nsdi-2025", SERIES)
    assert "https://www.usenix.org/conference/nsdi25/technical-sessions" == edition.urls[0]
    assert "https://nsdi25.sched.com/" == edition.urls[1]


def due(day: str, *drafted: str) -> list[str]:
    return [edition.key for edition in discover.due(SERIES, date.fromisoformat(day), drafted)]


def test_what_is_due_ended_lately_or_is_about_to() -> None:
    assert ["usenix-security-2025", "sigcomm-2025", "pytorch-conference-2025", "ietf-124"] == due("2025-12-01")[:4]
    assert ["ietf-123", "usenix-security-2025", "sigcomm-2025"] == due("2025-09-01")[-3:]


def test_what_has_a_digest_is_not_due_again_and_a_missed_week_is_caught_up() -> None:
    assert "sigcomm-2025" not in due("2025-12-01", "sigcomm-2025")
    assert set(due("2025-12-01", "sigcomm-2025")) < set(due("2025-12-08")) | {"sigcomm-2025"}


def test_counted_editions_are_due_by_their_numbers() -> None:
    assert "netdev-0x1a" in due("2026-03-10")
    assert "ietf-125" in due("2026-03-10")


def listed(day: str, *others: str) -> list[str]:
    return [edition.key for edition in discover.listed(SERIES, date.fromisoformat(day), others)]


def test_every_series_is_listed_with_its_editions_of_these_weeks_or_its_next_one() -> None:
    now, keys = due("2026-03-10"), listed("2026-03-10")
    assert set(now) < set(keys)
    assert set(SERIES) == {key.rpartition("-")[0] for key in keys}
    assert ("ietf-125" in keys, "sigcomm-2026" in keys, "sigcomm-2025" in keys) == (True, True, False)


def test_others_are_listed_where_config_has_their_series() -> None:
    more = set(listed("2026-03-10", "nsdi-2019", "gone-2020", "nsdi-one", "", "ietf-125")) - set(listed("2026-03-10"))
    assert {"nsdi-2019"} == more


def test_what_is_listed_is_in_the_order_in_which_it_ends() -> None:
    ends = [edition.ends for edition in discover.listed(SERIES, date(2026, 3, 10), ("nsdi-2019",))]
    assert sorted(ends) == ends


@pytest.mark.parametrize(
    ("key", "hint"),
    [("sigcom-2025", "sigcomm-2025"), ("ietf-one", "ietf-123"), ("netdev-19", "netdev-0x19"),
     ("sigcomm", "sigcomm-2025"),
     ("sigcomm-25", "sigcomm-2025"), ("", "series there: mlsys"), ("../../etc/passwd", "series there: mlsys")],
)  # fmt: skip
def test_an_unknown_edition_names_the_nearest_one(key: str, hint: str) -> None:
    with pytest.raises(ConfigError) as error:
        discover.edition(key, SERIES)
    assert hint in error.value.hint
