"""github: one branch, one signed commit per change and one pull request for each edition, through GitHub's interfaces.

Everything is looked for before it is made, so the next run finishes what a cut-off one began. A pull request that was
closed or merged is a person's last word: that edition is left alone.
"""

import re
import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from github import Auth, BadAttributeException, Github, GithubException, InputGitTreeElement
from github.PullRequest import PullRequest as Pull
from github.Repository import Repository

from bot.errors import ConfigError, ForgeError, Moved
from bot.forges.github import refusal
from bot.forges.github.settings import Settings
from bot.forges.github.words import fingerprint, told
from bot.model import Proposal, PullRequest

__all__ = ["GitHub", "Settings", "connect"]

T = TypeVar("T")
REPEATS = 2
PACE = 1.0  # seconds before each write, as GitHub asks of everyone
WRITE_CONTENTS, WRITE_PULLS = "contents: write", "pull-requests: write"
LONGEST_LABEL = 50
# The connection broke, or the JSON did.
LOST = (OSError, ValueError)
# How PyGithub trips over what is no answer of GitHub's: a proxy's page, another host's address.
STRANGE = (BadAttributeException, AssertionError, AttributeError, KeyError, RuntimeError, TypeError)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What stands at a commit, which `put` builds on. A path without a file has None."""

    commit: str
    on_branch: bool
    files: Mapping[str, str | None]


@dataclass(slots=True, kw_only=True)
class GitHub:
    """A forge that is a repository on GitHub, for one edition."""

    settings: Settings
    edition: str
    repository: Repository = field(repr=False)
    sleep: Callable[[float], None] = field(repr=False)
    standing: Standing | None = None

    @property
    def branch(self) -> str:
        return f"digest/{self.edition}"

    def files(self, paths: Iterable[str]) -> Mapping[str, str]:
        """What stands on the edition's branch, or on the base while there is none; all of it at one commit."""
        tip = self.tip(self.branch)
        commit = tip or self.tip(self.settings.base)
        if commit is None:
            raise ForgeError(
                f"GitHub shows no branch {self.settings.base} of {self.settings.repository}",
                hint="check both names (a new repository needs a first commit), and that the token may read it: "
                "`contents: read` under `permissions:` in the workflow",
            )
        held = {path: self.text(path, commit) for path in paths}
        self.standing = Standing(commit=commit, on_branch=tip is not None, files=held)
        return {path: text for path, text in held.items() if text is not None}

    def put(self, proposal: Proposal) -> PullRequest:
        """Commits, opens or updates, labels: each where it is needed. Raises Moved if someone pushed since `files`."""
        standing, self.standing = self.planned(proposal), None
        pull = self.pull()
        if pull is not None and pull.state == "closed":
            why = "merged" if pull.merged_at else "closed unmerged, which means: skip this edition"
            return PullRequest(address=pull.html_url, changed=(), note=f"The pull request was {why}.")
        changed = {path: text for path, text in proposal.draft.files.items() if standing.files[path] != text}
        if not changed and pull is None and not standing.on_branch:
            where = f"{self.settings.site}/tree/{self.settings.base}"
            return PullRequest(address=where, changed=(), note=f"All of it is on {self.settings.base} already.")
        if changed:
            self.commit(standing, changed)
        shown = self.opened(proposal) if pull is None else self.updated(pull, proposal)
        self.label(shown)
        return PullRequest(address=shown.html_url, changed=tuple(changed))

    def planned(self, proposal: Proposal) -> Standing:
        """What the proposal was planned upon. Anything but this edition's own files is a bug of ours."""
        key, paths = self.edition, proposal.draft.files.keys()
        strange = paths - {f"digests/{key}.md", f"digests/{key}.json", f"prompts/{key}.md"}
        if strange or proposal.edition != key:
            raise ValueError(f"a proposal of {proposal.edition} may not write {sorted(strange)} for {key}")
        if self.standing is None or not paths <= self.standing.files.keys():
            raise ValueError("files() comes before put(), for the same paths")
        return self.standing

    # Reading

    def tip(self, branch: str) -> str | None:
        """The commit a branch points to; None if there is no such branch."""
        return self.attempt(lambda: found(lambda: self.repository.get_git_ref(f"heads/{branch}").complete().object.sha))

    def text(self, path: str, commit: str) -> str | None:
        held = self.attempt(lambda: found(lambda: self.repository.get_contents(path, ref=commit)))
        if held is None:
            return None
        try:
            if not isinstance(held, list) and held.type == "file":
                inline = held.encoding == "base64"  # GitHub leaves out the content of a large file
                return (held.decoded_content if inline else self.blob(held.sha)).decode()
        except UnicodeDecodeError:
            pass
        raise ForgeError(f"{path} is not a UTF-8 text file", hint=f"mend or remove it on {self.branch}, then run again")

    def blob(self, sha: str) -> bytes:
        return b64decode(self.attempt(lambda: self.repository.get_git_blob(sha)).content)

    def pull(self) -> Pull | None:
        """The edition's pull request: the open one, else the newest."""
        head = f"{self.settings.owner}:{self.branch}"
        pulls = self.attempt(
            lambda: self.repository.get_pulls(state="all", head=head).get_page(0), need="pull-requests: read"
        )
        return min(pulls, key=lambda pull: (pull.state != "open", -pull.number), default=None)

    # Writing

    def commit(self, standing: Standing, files: Mapping[str, str]) -> None:
        """One commit upon what was read, or none. Its message holds nothing that was scraped."""
        parent = standing.commit
        source = f"Source-digest: {fingerprint(*(part for file in sorted(files.items()) for part in file))}"
        headline, body = f"Digest of {self.edition}", f"Generated-by: conference-digest-bot\n{source}"

        def branched() -> str:
            return self.repository.create_git_ref(f"refs/heads/{self.branch}", parent).object.sha

        def landed() -> str | None:
            return self.landed(parent, source)

        def sent() -> str:
            try:
                return self.by_mutation(parent, headline, body, files)
            except GithubException as error:
                why = refused(error)
                if why.wait is not None or why.limit is not None:
                    raise
            return landed() or self.by_parts(parent, f"{headline}\n\n{body}", files)

        if not standing.on_branch:
            self.attempt(branched, lambda: self.tip(self.branch), WRITE_CONTENTS)
        self.attempt(sent, landed, WRITE_CONTENTS)

    def landed(self, parent: str, source: str) -> str | None:
        """Our commit if the branch ends with it, None while the branch stands where it was read."""
        tip = self.tip(self.branch)
        if tip == parent:
            return None
        if tip and source in self.attempt(lambda: self.repository.get_git_commit(tip)).message:
            return tip
        raise Moved(f"someone pushed to {self.branch} while the bot was at work", hint="run again to build on that")

    def by_mutation(self, parent: str, headline: str, body: str, files: Mapping[str, str]) -> str:
        """Atomic, signed by GitHub, refused if the branch has moved."""
        additions = [{"path": path, "contents": b64encode(text.encode()).decode()} for path, text in files.items()]
        given = {
            "branch": {"repositoryNameWithOwner": self.settings.repository, "branchName": self.branch},
            "expectedHeadOid": parent,
            "message": {"headline": headline, "body": body},
            "fileChanges": {"additions": additions, "deletions": []},
        }
        requester = self.repository.requester
        _, answer = requester.graphql_named_mutation("createCommitOnBranch", given, "commit { oid }")
        return str(answer["commit"]["oid"])

    def by_parts(self, parent: str, message: str, files: Mapping[str, str]) -> str:
        """The same where GraphQL is refused. Without an author GitHub signs a bot's commit; only forwards, no force."""
        before = self.repository.get_git_commit(parent)
        entries = [InputGitTreeElement(path, "100644", "blob", content=text) for path, text in files.items()]
        tree = self.repository.create_git_tree(entries, before.tree)
        commit = self.repository.create_git_commit(message, tree, [before])
        self.repository.get_git_ref(f"heads/{self.branch}").complete().edit(commit.sha, force=False)
        return commit.sha

    def opened(self, proposal: Proposal) -> Pull:
        title, body, _ = told(proposal)

        def made() -> Pull:
            pull = self.repository.create_pull(self.settings.base, self.branch, title=title, body=body)
            if not pull.number:
                raise ValueError("no pull request in the answer")
            return pull

        return self.attempt(made, self.pull, WRITE_PULLS)

    def updated(self, pull: Pull, proposal: Proposal) -> Pull:
        """The pull request with our words, unless it has had them: what a person made of them since then stays."""
        title, body, mark = told(proposal)

        def heard(now: Pull | None) -> Pull | None:
            return now if now and mark in (now.body or "") else None

        def edited() -> Pull:
            pull.edit(title=title, body=body)
            return pull

        return heard(pull) or self.attempt(edited, lambda: heard(self.pull()), WRITE_PULLS)

    def label(self, pull: Pull) -> None:
        """Puts on the labels that are missing; a status that a person chose stays."""

        def missing(now: Pull | None) -> list[str]:
            worn = {label.name.lower() for label in now.labels} if now else set()
            status = [] if any(name.startswith("status:") for name in worn) else ["status:needs-review"]
            own = ("digest", f"conf:{self.edition}"[:LONGEST_LABEL])
            return [*(name for name in own if name not in worn), *status]

        def added() -> bool:
            pull.add_to_labels(*wanted)
            return True

        if wanted := missing(pull):
            self.attempt(added, lambda: None if missing(self.pull()) else True, WRITE_PULLS)

    def attempt(
        self,
        act: Callable[[], T],
        settled: Callable[[], T | None] = lambda: None,
        need: str = "contents: read",
        left: int = REPEATS,
    ) -> T:
        """What `act` gives. Where it fails, `settled` looks whether it is done all the same before it is repeated."""
        if need.endswith("write"):
            self.sleep(PACE)
        try:
            return act()
        except (GithubException, *LOST, *STRANGE) as error:
            why = refused(error)
        wait = why.wait if left else None
        if wait is not None:
            self.sleep(min(wait * 2 ** (REPEATS - left), refusal.LONGEST_WAIT))
        done = settled()
        if done is not None:
            return done
        if wait is None:
            raise refusal.failure(why, need, self.branch, self.settings)
        return self.attempt(act, settled, need, left - 1)


def connect(settings: Settings, edition: str, sleep: Callable[[float], None] = time.sleep) -> GitHub:
    """The forge for one edition. Nothing is asked of GitHub yet."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", edition):
        raise ConfigError(f"{edition!r} cannot name a branch", hint="an edition is named like nsdi-2025")
    github = Github(
        auth=Auth.Token(settings.token),
        base_url=settings.api,
        api_version="2022-11-28",
        timeout=settings.seconds,
        retry=None,  # PyGithub's own would repeat a write without looking
        seconds_between_requests=None,
        seconds_between_writes=None,
        lazy=True,
    )
    return GitHub(settings=settings, edition=edition, repository=github.get_repo(settings.repository), sleep=sleep)


def found(read: Callable[[], T]) -> T | None:
    """What there is to read; None where GitHub says 404."""
    try:
        return read()
    except GithubException as error:
        if error.status == 404:
            return None
        raise


def refused(error: Exception) -> refusal.Refusal:
    if isinstance(error, GithubException):
        return refusal.read(error.status, error.data, error.headers)
    return refusal.Refusal(status=0 if isinstance(error, LOST) else refusal.STRANGE, message=type(error).__name__)
