"""github: one branch, one signed commit per change and one pull request for each edition, through GitHub's interfaces.

Everything is looked for before it is made, so the next run finishes what a cut-off one began. A pull request that was
closed or merged is a person's last word: that edition is left alone, until a person asks to reopen it.
"""

import re
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from github.PullRequest import PullRequest as Pull

from bot.errors import ConfigError
from bot.forges.github import client
from bot.forges.github.branch import Branch, Standing
from bot.forges.github.client import READ_PULLS, WRITE_PULLS, Client, found, sound
from bot.forges.github.settings import Settings
from bot.forges.github.words import told
from bot.model import Proposal, PullRequest

__all__ = ["GitHub", "Place", "Settings", "connect"]

LONGEST_LABEL = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where something other than an edition's digest is proposed. `files` are all that may be written there, `headline`
    is the commit's. A branch whose pull request was merged or closed is never used again: new content, a new name.
    `closing` is what a person says by closing it unmerged.
    """

    branch: str
    headline: str
    files: frozenset[str]
    labels: tuple[str, ...] = ()
    closing: str = "none of this is wanted"


@dataclass(slots=True, kw_only=True)
class GitHub:
    """A forge that is a repository on GitHub, for one edition."""

    client: Client
    edition: str
    place: Place
    reopen: bool = False
    standing: Standing | None = None

    @property
    def settings(self) -> Settings:
        return self.client.settings

    @property
    def branch(self) -> Branch:
        return Branch(client=self.client, name=self.place.branch, base=self.settings.base)

    def files(self, paths: Iterable[str]) -> Mapping[str, str]:
        """What stands on the edition's branch, or on the base while there is none; all of it at one commit."""
        self.standing = self.branch.standing(paths)
        return {path: text for path, text in self.standing.files.items() if text is not None}

    def put(self, proposal: Proposal) -> PullRequest:
        """Commits, opens or updates, labels: each where it is needed. Raises Moved if someone pushed since `files`."""
        standing, self.standing = self.planned(proposal), None
        pull = self.pull()
        if pull is not None and pull.state == "closed":
            if pull.merged_at or not self.reopen:
                why = "merged" if pull.merged_at else f"closed unmerged, which means: {self.place.closing}"
                return PullRequest(address=pull.html_url, changed=(), note=f"The pull request was {why}.")
            pull = self.reopened(pull) if standing.on_branch else None
        changed = {path: text for path, text in proposal.draft.files.items() if standing.files[path] != text}
        if not changed and pull is None and not self.branch.has_own_commits(standing):
            return self.nothing(standing)
        if changed:
            self.branch.commit(standing, self.place.headline, changed)
        shown = self.opened(proposal) if pull is None else self.updated(pull, proposal)
        self.label(shown)
        return PullRequest(address=shown.html_url, changed=tuple(changed))

    def planned(self, proposal: Proposal) -> Standing:
        """What the proposal was planned upon. Anything but this place's own files is a bug of ours."""
        key, paths = self.edition, proposal.draft.files.keys()
        strange = paths - self.place.files
        if strange or proposal.edition != key:
            raise ValueError(f"a proposal of {proposal.edition} may not write {sorted(strange)} for {key}")
        if self.standing is None or not paths <= self.standing.files.keys():
            raise ValueError("files() comes before put(), for the same paths")
        return self.standing

    def nothing(self, standing: Standing) -> PullRequest:
        """What is said where GitHub would open no pull request."""
        base = self.settings.base
        note = f"{self.branch.name} has no commit that {base} lacks: there is nothing to propose."
        return PullRequest(
            address=f"{self.settings.site}/tree/{base}",
            changed=(),
            note=note if standing.on_branch else f"All of it is on {base} already.",
        )

    def pull(self) -> Pull | None:
        """The edition's pull request: the open one, else the newest."""
        head, repository = f"{self.settings.owner}:{self.branch.name}", self.client.repository
        pulls = self.client.attempt(lambda: repository.get_pulls(state="all", head=head).get_page(0), need=READ_PULLS)
        return min(pulls, key=lambda pull: (pull.state != "open", -pull.number), default=None)

    def open_pull(self) -> Pull | None:
        pull = self.pull()
        return pull if pull and pull.state == "open" else None

    def opened(self, proposal: Proposal) -> Pull:
        title, body, _ = told(proposal)

        def made() -> Pull:
            base = self.settings.base
            pull = self.client.repository.create_pull(base, self.branch.name, title=title, body=body)
            return sound(pull, pull.number)

        return self.client.attempt(made, self.open_pull, WRITE_PULLS)

    def reopened(self, pull: Pull) -> Pull | None:
        """The pull request, open again; None where GitHub cannot, because its branch was deleted and made anew."""

        def again() -> Pull:
            pull.edit(state="open")
            return sound(pull, pull.state == "open")

        return self.client.attempt(lambda: found(again, 422), self.open_pull, WRITE_PULLS)

    def updated(self, pull: Pull, proposal: Proposal) -> Pull:
        """The pull request with our words, unless it has had them: what a person made of them since then stays."""
        title, body, mark = told(proposal)

        def heard(now: Pull | None) -> Pull | None:
            return now if now and mark in (now.body or "") else None

        def edited() -> Pull:
            pull.edit(title=title, body=body)
            return sound(pull, heard(pull))

        return heard(pull) or self.client.attempt(edited, lambda: heard(self.pull()), WRITE_PULLS)

    def label(self, pull: Pull) -> None:
        """Puts on the labels that are missing; a status that a person chose stays."""

        def missing(now: Pull | None) -> list[str]:
            worn = {label.name.lower() for label in now.labels} if now else set()
            status = [] if any(name.startswith("status:") for name in worn) else ["status:needs-review"]
            return [*(name for name in self.place.labels if name not in worn), *status]

        def added() -> bool:
            pull.add_to_labels(*wanted)
            return True

        if wanted := missing(pull):
            self.client.attempt(added, lambda: None if missing(self.pull()) else True, WRITE_PULLS)


def connect(
    settings: Settings,
    edition: str,
    sleep: Callable[[float], None] = time.sleep,
    *,
    reopen: bool = False,
    place: Place | None = None,
) -> GitHub:
    """The forge for one edition. Nothing is asked of GitHub yet.

    `reopen` is a person's wish to have the pull request that was closed unmerged back; `place` is where to propose
    what is not the edition's digest.
    """
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", edition):
        raise ConfigError(f"{edition!r} cannot name a branch", hint="an edition is named like nsdi-2025")
    place = place or of_digest(edition)
    return GitHub(client=client.connect(settings, sleep, place.branch), edition=edition, place=place, reopen=reopen)


def of_digest(edition: str) -> Place:
    """Where an edition's digest is proposed."""
    return Place(
        branch=f"digest/{edition}",
        headline=f"Digest of {edition}",
        files=frozenset({f"digests/{edition}.md", f"digests/{edition}.json", f"prompts/{edition}.md"}),
        labels=("digest", f"conf:{edition}"[:LONGEST_LABEL]),
        closing="skip this edition",
    )
