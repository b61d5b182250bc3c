"""Who may do what: a token has the permissions of a workflow's `permissions:` block, an operation needs one of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

LEVELS = {"none": 0, "read": 1, "write": 2}
ACTIONS_BOT = "github-actions[bot]"


@dataclass(frozen=True, kw_only=True, slots=True)
class Token:
    """A workflow's own token, or with another `login` a person's."""

    login: str = ACTIONS_BOT
    permissions: Mapping[str, str] = field(default_factory=dict)

    def may(self, permission: str, level: str) -> bool:
        return LEVELS[self.permissions.get(permission, "none")] >= LEVELS[level]

    @property
    def is_workflow(self) -> bool:
        return self.login == ACTIONS_BOT

    @property
    def is_bot(self) -> bool:
        return self.login.endswith("[bot]")


# "thread" stands for `issues`, or `pull-requests` where the number is a pull request's: `issues: write` alone may not
# comment on a pull request (indexable-inc/index#582, gip-inclusion/les-emplois#6059, vitejs/vite-ecosystem-ci#487).
# "labels" stands for either of the two.
WRITES = {
    "git/create-ref": "contents",
    "git/update-ref": "contents",
    "git/delete-ref": "contents",
    "git/create-blob": "contents",
    "git/create-tree": "contents",
    "git/create-commit": "contents",
    "graphql/createCommitOnBranch": "contents",
    "pulls/create": "pull-requests",
    "pulls/update": "pull-requests",
    "pulls/merge": "contents",
    "issues/create": "issues",
    "issues/update": "thread",
    "issues/create-comment": "thread",
    "issues/update-comment": "thread",
    "issues/delete-comment": "thread",
    "issues/add-labels": "thread",
    "issues/set-labels": "thread",
    "issues/remove-label": "thread",
    "issues/create-label": "labels",
    "reactions/create-for-issue-comment": "thread",
    "reactions/delete-for-issue-comment": "thread",
    "checks/create": "checks",
    "checks/update": "checks",
    "actions/enable-workflow": "actions",
    "actions/create-workflow-dispatch": "actions",
}
# What not even a public repository shows to everyone.
GUARDED_READS = {
    "actions/get-github-actions-permissions-repository": "administration",
    "actions/get-allowed-actions-repository": "administration",
    "actions/get-github-actions-default-workflow-permissions-repository": "administration",
    "actions/get-github-actions-default-workflow-permissions-organization": "organization-administration",
    "actions/list-environment-secrets": "environments",
    "actions/list-environment-variables": "environments",
    "actions/list-repo-secrets": "secrets",
    "repos/get-pages": "pages",
}
# What a token needs to read in a private repository, by the operation's name or the first part of it.
PRIVATE_READS = {
    "repos/get-all-environments": "actions",
    "repos": "contents",
    "git": "contents",
    "pulls": "pull-requests",
    "issues": "thread",
    "reactions": "thread",
    "actions": "actions",
    "checks": "checks",
}
EVERYONE = {
    "repos/get",
    "repos/get-branch-rules",
    "repos/get-collaborator-permission-level",
    "issues/list-labels-for-repo",
    "issues/get-label",
}


def needed(operation: str, *, private: bool) -> tuple[str, str] | None:
    """The permission and level an operation needs, None where any token will do."""
    if operation in WRITES:
        return WRITES[operation], "write"
    if operation in GUARDED_READS:
        return GUARDED_READS[operation], "read"
    permission = PRIVATE_READS.get(operation) or PRIVATE_READS.get(operation.split("/")[0])
    return (permission, "read") if private and permission and operation not in EVERYONE else None


def allows(token: Token, permission: str, level: str, *, on_pull: bool | None) -> bool:
    """`on_pull` says what "thread" means here; None where a listing holds both."""
    if permission == "labels" or (permission == "thread" and on_pull is None):
        return token.may("issues", level) or token.may("pull-requests", level)
    if permission == "thread":
        return token.may("pull-requests" if on_pull else "issues", level)
    return token.may(permission, level)
