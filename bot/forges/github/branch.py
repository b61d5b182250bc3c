"""One branch: the files on it at one commit, and one signed commit upon what was read."""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from github import GithubException, InputGitTreeElement

from bot.errors import ForgeError, Moved
from bot.forges.github.client import WRITE_CONTENTS, Client, found, refused
from bot.forges.github.words import fingerprint

MOST_BYTES = 20_000_000  # of one file: whoever may push to the branch chooses what lies there


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What stands at a commit, which `put` builds on. A path without a file has None."""

    commit: str
    on_branch: bool
    files: Mapping[str, str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A branch that may not be there yet: then its base stands for it."""

    client: Client
    name: str
    base: str

    # Reading

    def standing(self, paths: Iterable[str]) -> Standing:
        """What the paths hold, all of it at one commit."""
        tip = self.tip()
        commit = tip or self.tip_of(self.base)
        if commit is None:
            raise ForgeError(
                f"GitHub shows no branch {self.base} of {self.client.settings.repository}",
                hint="check both names (a new repository needs a first commit), and that the token may read it: "
                "`contents: read` under `permissions:` in the workflow",
            )
        files = {path: self.text(path, commit) for path in paths}
        return Standing(commit=commit, on_branch=tip is not None, files=files)

    def tip(self) -> str | None:
        return self.tip_of(self.name)

    def tip_of(self, branch: str) -> str | None:
        """The commit a branch points to; None if there is no such branch."""
        repository = self.client.repository
        return self.client.attempt(
            lambda: found(lambda: repository.get_git_ref(f"heads/{branch}").complete().object.sha)
        )

    def has_own_commits(self, standing: Standing) -> bool:
        """Whether there is anything that its base lacks; without it GitHub opens no pull request."""
        repository = self.client.repository
        return standing.on_branch and self.client.attempt(lambda: repository.compare(self.base, self.name).ahead_by) > 0

    def text(self, path: str, commit: str) -> str | None:
        held = self.client.attempt(lambda: found(lambda: self.client.repository.get_contents(path, ref=commit)))
        if held is None:
            return None
        hint = f"mend or remove it on {self.name}, then run again"
        if not isinstance(held, list) and (held.size or 0) > MOST_BYTES:
            raise ForgeError(f"{path} is too large to be a digest's", hint=hint)
        try:
            if not isinstance(held, list) and held.type == "file":
                inline = held.encoding == "base64"  # GitHub leaves out the content of a large file
                return (held.decoded_content if inline else self.blob(held.sha)).decode()
        except UnicodeDecodeError:
            pass
        raise ForgeError(f"{path} is not a UTF-8 text file", hint=hint)

    def blob(self, sha: str) -> bytes:
        return b64decode(self.client.attempt(lambda: self.client.repository.get_git_blob(sha)).content)

    # Writing

    def commit(self, standing: Standing, headline: str, files: Mapping[str, str]) -> None:
        """One commit upon what was read, or none. Its message holds nothing that was scraped."""
        parent, repository = standing.commit, self.client.repository
        source = f"Source-digest: {fingerprint(*(part for file in sorted(files.items()) for part in file))}"
        body = f"Generated-by: conference-digest-bot\n{source}"

        def branched() -> str:
            return repository.create_git_ref(f"refs/heads/{self.name}", parent).object.sha

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
            self.client.attempt(branched, self.tip, WRITE_CONTENTS)
        self.client.attempt(sent, landed, WRITE_CONTENTS)

    def landed(self, parent: str, source: str) -> str | None:
        """Our commit if the branch ends with it, None while the branch stands where it was read."""
        tip = self.tip()
        if tip == parent:
            return None
        if tip and source in self.client.attempt(lambda: self.client.repository.get_git_commit(tip)).message:
            return tip
        raise Moved(f"someone pushed to {self.name} while the bot was at work", hint="run again to build on that")

    def by_mutation(self, parent: str, headline: str, body: str, files: Mapping[str, str]) -> str:
        """Atomic, signed by GitHub, refused if the branch has moved."""
        additions = [{"path": path, "contents": b64encode(text.encode()).decode()} for path, text in files.items()]
        given = {
            "branch": {"repositoryNameWithOwner": self.client.settings.repository, "branchName": self.name},
            "expectedHeadOid": parent,
            "message": {"headline": headline, "body": body},
            "fileChanges": {"additions": additions, "deletions": []},
        }
        requester = self.client.repository.requester
        _, answer = requester.graphql_named_mutation("createCommitOnBranch", given, "commit { oid }")
        return str(answer["commit"]["oid"])

    def by_parts(self, parent: str, message: str, files: Mapping[str, str]) -> str:
        """The same where GraphQL is refused. Without an author GitHub signs a bot's commit; only forwards, no force."""
        repository = self.client.repository
        before = repository.get_git_commit(parent)
        entries = [InputGitTreeElement(path, "100644", "blob", content=text) for path, text in files.items()]
        tree = repository.create_git_tree(entries, before.tree)
        commit = repository.create_git_commit(message, tree, [before])
        repository.get_git_ref(f"heads/{self.name}").complete().edit(commit.sha, force=False)
        return commit.sha
