"""What there is to see of a repository's settings on GitHub; what a token may not see is `Unseen`, never guessed."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Unseen:
    """Why this token cannot see something, in GitHub's words."""

    why: str
    status: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Repository:
    """What everyone sees who may read it. `role` is what the token's owner is there."""

    branch: str
    private: bool
    archived: bool
    issues: bool
    pages: bool
    organization: bool
    role: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """What workflows may: open pull requests; and what their token may unless they say so, "read" or "write"."""

    pulls: bool
    default: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """Where the site is, and from what it is published: a "workflow", or a branch ("legacy")."""

    source: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Something that a ruleset asks of a branch. `level` is who made it, "Repository" or "Organization"."""

    kind: str
    ruleset: int
    level: str


NOTHING = Unseen(why="the repository itself is not to be seen", status=404)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """All that there is to see; a repository that cannot be seen shows nothing else.

    `actions` says which may run: all, github (its own at least), selected, local_only, none. `organization` and `pages`
    are None where there are none. `drafting` and `proposing` are the names of what these environments hold, secrets
    and variables, `secrets` the names of the repository's own. `workflows` are states by file.
    """

    site: str
    login: str | Unseen
    repository: Repository | Unseen
    branches: tuple[str, ...] | Unseen = NOTHING
    actions: str | Unseen = NOTHING
    allowance: Allowance | Unseen = NOTHING
    organization: Allowance | Unseen | None = NOTHING
    pages: Pages | Unseen | None = NOTHING
    environments: tuple[str, ...] | Unseen = NOTHING
    drafting: tuple[str, ...] | Unseen = NOTHING
    proposing: tuple[str, ...] | Unseen = NOTHING
    secrets: tuple[str, ...] | Unseen = NOTHING
    workflows: Mapping[str, str] | Unseen = NOTHING
    labels: tuple[str, ...] | Unseen = NOTHING
    rules: tuple[Rule, ...] | Unseen = NOTHING
