"""A repository, its digest's pull request, its dashboard, and a runner for its workflows."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desk import DEMO, drafted
from tests.github.double import Double
from tests.newsdesk import Newsdesk
from tests.workflows.runner import Runner


@pytest.fixture
def double() -> Iterator[Double]:
    """Private, so that reading takes a permission too. It fails its test if anything broke GitHub's description."""
    with Double({"README.md": "# Digests\n", "config.yml": (DEMO / "config.yml").read_text()}) as double:
        double.settings.private = True
        double.permission |= {"ada": "write", "mallory": "read"}
        yield double


@pytest.fixture
def desk(double: Double, tmp_path: Path) -> Newsdesk:
    return Newsdesk(double=double, root=tmp_path / "desk")


@pytest.fixture
def pull(desk: Newsdesk) -> int:
    """The digest's open pull request."""
    desk.propose(drafted())
    return max(desk.double.hub.issues)


@pytest.fixture
def runner(double: Double, tmp_path: Path) -> Runner:
    return Runner(folder=tmp_path / "runner", double=double, recording=DEMO / "recording")
