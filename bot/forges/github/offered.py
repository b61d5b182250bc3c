"""What was last proposed on branches of one kind, whatever the rest of their names: so that one list has one pull
request, and none once a person closed it."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from github.PullRequest import PullRequest as Pull

from bot.forges.github import client
from bot.forges.github.client import PAGE, READ_PULLS, Client
from bot.forges.github.settings import Settings
from bot.forges.github.words import told
from bot.model import Proposal

PAGES = 3  # of pull requests, the newest first


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """A pull request on a branch of the kind. It is `refused` if a person closed it unmerged."""

    branch: str
    address: str
    is_open: bool
    refused: bool
    body: str

    def says(self, proposal: Proposal) -> bool:
        """Whether it says what a proposal says."""
        return told(proposal)[2] in self.body


def newest(settings: Settings, prefix: str, sleep: Callable[[float], None] = time.sleep) -> Offered | None:
    """The newest pull request on such a branch."""
    asked = client.connect(settings, sleep, f"{prefix}*")
    for number in range(PAGES):
        page = asked.attempt(partial(_listed, asked, number), need=READ_PULLS)
        if found := next((pull for pull in page if is_ours(pull, prefix, settings.repository)), None):
            return _offered(found)
        if len(page) < PAGE:
            break
    return None


def _listed(asked: Client, number: int) -> list[Pull]:
    return asked.repository.get_pulls(state="all").get_page(number)


def is_ours(pull: Pull, prefix: str | tuple[str, ...], repository: str) -> bool:
    """Whether it is on such a branch of this repository; a fork may name its branches at will."""
    source = pull.head.repo
    return pull.head.ref.startswith(prefix) and bool(source) and source.full_name.lower() == repository.lower()


def _offered(pull: Pull) -> Offered:
    return Offered(
        branch=pull.head.ref,
        address=pull.html_url,
        is_open=pull.state == "open",
        refused=pull.state == "closed" and not pull.merged_at,
        body=pull.body or "",
    )
