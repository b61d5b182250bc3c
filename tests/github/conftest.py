"""A fresh double for each test, and PyGithub connected to it."""

from collections.abc import Iterator

import pytest
from github import Github

from tests.github.client import FILES, connect
from tests.github.double import Double


@pytest.fixture
def double() -> Iterator[Double]:
    """Fails the test at its end if anything broke GitHub's description."""
    with Double(FILES) as double:
        yield double


@pytest.fixture
def pull(double: Double) -> int:
    """An open pull request from `draft`."""
    double.branch("draft")
    double.edit("draft", "digests/harbour-2026.md", "# Draft\n")
    return double.open_pull("draft")


@pytest.fixture
def github(double: Double) -> Iterator[Github]:
    with connect(double) as github:
        yield github
