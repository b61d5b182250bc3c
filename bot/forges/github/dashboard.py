"""GitHub's side of the dashboard: the one issue that it lives in, and the pull requests that it tells of."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from github.Issue import Issue
from github.PullRequest import PullRequest as Pull

from bot import lost
from bot.forges.github import addenda, client
from bot.forges.github.client import PAGE, READ_ISSUES, READ_PULLS, WRITE_ISSUES, Client, found
from bot.forges.github.offered import is_ours
from bot.forges.github.settings import Settings
from bot.model import Amendment, Proposed, State

LABEL, TITLE = "digest-dashboard", "Digest dashboard"
PAGES = 3  # of pull requests, the newest first
BRANCHES, AMENDING = "digest/", (addenda.BRANCHES, lost.BRANCHES)

Page = Callable[[str, str], str]
"""What the issue ought to say, given what it says and why its memory is not to be believed ("" where it is)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dashboard:
    """The issue with the dashboard's label. The bot's own goes before one that a person labelled so."""

    client: Client

    def proposed(self) -> tuple[Proposed, ...]:
        """The pull requests of digests, the newest first."""
        return tuple(proposed(pull) for pull in self.ours("all", BRANCHES))

    def amendments(self) -> tuple[Amendment, ...]:
        """The open ones to what is published, the newest first."""
        return tuple(Amendment(title=pull.title, address=pull.html_url) for pull in self.ours("open", AMENDING))

    def read(self) -> tuple[str, str]:
        """What the issue says, and why its memory is not to be believed; nothing while there is none."""
        issue = self.issue()
        return ((issue.body or ""), self.doubt(issue)) if issue else ("", "")

    def put(self, page: Page) -> str:
        """Makes the issue say what it ought to, if it does not; gives its address."""

        def shown() -> str | None:
            issue = self.issue()
            return issue.html_url if issue and self.said(issue, page) == (issue.body or "") else None

        def written() -> str:
            issue = self.issue()  # once more: between looking and writing a person may have typed something
            if issue is None:
                return self.made(page("", ""))
            issue.edit(body=self.said(issue, page))
            return issue.html_url

        return shown() or self.client.attempt(written, shown, WRITE_ISSUES)

    def ours(self, state: str, branches: str | tuple[str, ...]) -> list[Pull]:
        """The pull requests on such branches."""
        pulls: list[Pull] = []
        repository = self.client.settings.repository
        for number in range(PAGES):
            page = self.client.attempt(partial(self.listed, state, number), need=READ_PULLS)
            pulls += (pull for pull in page if is_ours(pull, branches, repository))
            if len(page) < PAGE:
                break
        return pulls

    def listed(self, state: str, number: int) -> list[Pull]:
        return self.client.repository.get_pulls(state=state).get_page(number)

    def issue(self) -> Issue | None:
        def labelled() -> list[Issue]:
            listed = self.client.repository.get_issues(state="all", labels=[LABEL]).get_page(0)
            return [issue for issue in listed if "/pull/" not in issue.html_url]

        issues = self.client.attempt(labelled, need=READ_ISSUES)
        return min(issues, key=lambda issue: (not is_bots(issue), issue.state != "open", issue.number), default=None)

    def made(self, body: str) -> str:
        issue = self.client.repository.create_issue(TITLE, body=body, labels=[LABEL])
        if not issue.number:
            raise ValueError("no issue in the answer")
        return issue.html_url

    def said(self, issue: Issue, page: Page) -> str:
        return page(issue.body or "", self.doubt(issue))

    def doubt(self, issue: Issue) -> str:
        """Anyone can write what looks like a memory into an issue of their own."""
        if is_bots(issue) or (issue.user and issue.user.login == self.login()):
            return ""
        whose = issue.user.login if issue.user else "an account that is gone"
        return (
            f"This issue was opened by {whose}, so what it seems to remember is not believed: take the label {LABEL} "
            "off it, and the next run opens one of the bot's own."
        )

    def login(self) -> str | None:
        """Who the token belongs to; nobody stands behind a workflow's."""
        return self.client.attempt(lambda: found(lambda: self.client.github.get_user().login, none=403))


def is_bots(issue: Issue) -> bool:
    return bool(issue.user) and issue.user.type == "Bot"


def proposed(pull: Pull) -> Proposed:
    """The pull request of a digest."""
    state = State.DRAFTED if pull.state == "open" else State.PUBLISHED if pull.merged_at else State.SKIPPED
    return Proposed(edition=pull.head.ref.removeprefix(BRANCHES), state=state, address=pull.html_url)


def connect(settings: Settings, sleep: Callable[[float], None] = time.sleep) -> Dashboard:
    """Nothing is asked of GitHub yet."""
    return Dashboard(client=client.connect(settings, sleep))
