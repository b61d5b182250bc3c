"""Where digests are proposed: one module a forge."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from bot.model import Proposal, PullRequest


class Forge(Protocol):
    """The contract: `connect(settings)` gives one of these."""

    def files(self, paths: Iterable[str]) -> Mapping[str, str]:
        """What stands at the paths now; those that do not exist are left out."""

    def put(self, proposal: Proposal) -> PullRequest:
        """Shows the proposal. A file whose text is the same is not written again."""
