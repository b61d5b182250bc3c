"""What many tests need: small nouns with sensible fields."""

import os
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import settings

from bot.model import (
    Claim,
    ConferenceKind,
    Contribution,
    Depth,
    Digest,
    Edition,
    Kind,
    Match,
    Passage,
    Pick,
    Program,
    Provenance,
    Theme,
    Tier,
    WriteUp,
)
from tests.github.double import EXCHANGES

# The same examples in every run, so that a red test is a change and not luck; widen it by hand when hunting.
settings.register_profile("steady", derandomize=True, database=None, deadline=None)
settings.load_profile("steady")

SOURCE = Provenance(url="https://harbour.example.org/program/", time="2026-03-02T09:00:00+00:00", sha256="ab" * 32)
EDITION = Edition(
    key="harbour-2026",
    name="Harbour 2026",
    urls=("https://harbour.example.org/program/",),
    kind=ConferenceKind.ACADEMIC,
    number="2026",
    ends="2026-03-14",
)


def contribution(title: str = "Tidal Queues", abstract: str = "", **fields: Any) -> Contribution:
    passages = (Passage(text=abstract, part="abstract", source=SOURCE),) if abstract else ()
    defaults = {"id": title.lower().replace(" ", "-"), "kind": Kind.PAPER, "passages": passages}
    return Contribution(title=title, **{**defaults, **fields})


def program(*contributions: Contribution, **fields: Any) -> Program:
    defaults = {
        "sources": (SOURCE,),
        "edition": "harbour-2026",
        "name": "Harbour 2026",
        "url": SOURCE.url,
        "platform": "canonical",
    }
    return Program(contributions=contributions, **{**defaults, **fields})


def writeup(of: Contribution, tier: Tier = Tier.CORE, what: str = "The authors present a queue.") -> WriteUp:
    match = Match(topic="RDMA and transport", terms=("queue",))
    return WriteUp(
        pick=Pick(contribution=of, tier=tier, matches=(match,), score=0.5),
        depth=Depth.ABSTRACT if of.abstract else Depth.TITLE,
        why=(Claim(text="Concerns RDMA and transport.", judgement=True),),
        what=(Claim(text=what, quotes=(of.abstract or of.title,)),),
        how=(Claim(text="The abstract does not say.", silent=True),),
        where=(Claim(text="The abstract does not say.", silent=True),),
    )


@pytest.fixture
def digest() -> Callable[..., Digest]:
    """A digest of the given write-ups."""

    def made(*writeups: WriteUp, **fields: Any) -> Digest:
        found = program(*(each.pick.contribution for each in writeups), starts="2026-03-12", ends="2026-03-14")
        ids = tuple(each.pick.contribution.id for each in writeups)
        defaults: dict[str, Any] = {
            "edition": EDITION,
            "program": found.outline,
            "lead": ("Two of the 9 papers of Harbour 2026.",),
            "writeups": writeups,
            "themes": (Theme(name="RDMA and transport", text="Both concern it.", picks=ids),) if len(ids) > 1 else (),
            "near_misses": (),
            "findings": (),
            "reader": "Networking product manager",
            "writer": "extractive",
        }
        return Digest(**{**defaults, **fields})

    return made


# ---- how much of GitHub was asked


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker of xdist hands on what its doubles were asked."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["exchanges"] = dict(EXCHANGES)


class Told:
    """Sums up what the workers hand on; pytest knows its hook only where xdist is at work."""

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        EXCHANGES.update(getattr(node, "workeroutput", {}).get("exchanges", {}))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Three for two processors: many tests wait, for another process or for a pause that they prove."""
    return int(os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS") or max(1, (os.cpu_count() or 1) * 3 // 2))


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Told())


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if EXCHANGES["validated"]:
        told = f"{EXCHANGES['validated']:,} exchanges with GitHub's interface held against its description"
        terminalreporter.write_line(f"{told}, {EXCHANGES['violations']} violations")
