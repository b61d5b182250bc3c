"""Sites to look at: of the demo, and of many digests that do not exist."""

from collections.abc import Callable
from fcntl import LOCK_EX, flock
from pathlib import Path

import pytest

from bot import config, discover, pipeline
from bot.forges import folder
from bot.publish import publish
from bot.web import recording
from tests.publish import library

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "tests" / "demo"
URL = "https://digests.example.org/all/"
CONFIG = config.load(DEMO / "config.yml")

Build = Callable[..., dict[str, str]]


def build(root: Path, out: Path) -> dict[str, str]:
    """Publishes what is under a folder; the site's texts by path."""
    publish(root, out, CONFIG, lambda line: None, URL)
    found = sorted(path for path in out.rglob("*") if path.is_file())
    return {str(path.relative_to(out)): path.read_text(errors="replace") for path in found}


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the demo's digest, drafted as `make demo` drafts it."""
    root = tmp_path_factory.mktemp("demo")
    held = recording.saved(DEMO / "recording")
    edition = discover.edition("example-2026", CONFIG.series)
    pipeline.draft(edition, held, CONFIG, folder.connect(root), lambda line: None, held.urls)
    return root


@pytest.fixture(scope="session")
def site(demo: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's site."""
    out = tmp_path_factory.mktemp("site")
    build(demo, out)
    return out


@pytest.fixture(scope="session")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with sixty digests of three years."""
    return library.fill(tmp_path_factory.mktemp("many"), 60)


@pytest.fixture(scope="session")
def large(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The site of five hundred digests of twenty years, built once for all of the workers that xdist may have."""
    own = tmp_path_factory.getbasetemp()
    shared = (own if worker_id == "master" else own.parent) / "large"
    shared.mkdir(exist_ok=True)
    with (shared / "lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not (shared / "site").exists():
            publish(library.fill(shared / "from", 500), shared / "half", CONFIG, lambda line: None, URL)
            (shared / "half").rename(shared / "site")
    return shared / "site"


@pytest.fixture
def written(tmp_path: Path) -> Build:
    """The site of one page as somebody wrote it, with data or without."""

    def made(page: str, data: str = "", key: str = "harbour-2026") -> dict[str, str]:
        (tmp_path / "digests").mkdir(exist_ok=True)
        (tmp_path / "digests" / f"{key}.md").write_text(page)
        if data:
            (tmp_path / "digests" / f"{key}.json").write_text(data)
        return build(tmp_path, tmp_path / "site")

    return made
