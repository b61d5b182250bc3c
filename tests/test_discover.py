"""Editions are named and dated as their series counts."""

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
