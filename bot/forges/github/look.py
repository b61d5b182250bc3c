"""Looks at a repository's settings on GitHub with whatever token there is; reads only."""

import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import PurePosixPath
from typing import Any, TypeVar

from github import GithubException

from bot.forges.github.client import PAGE, Client, connect, refused
from bot.forges.github.places import DRAFTING, PROPOSING
from bot.forges.github.seen import Allowance, Pages, Repository, Rule, Seen, Unseen
from bot.forges.github.settings import Settings

T = TypeVar("T")
HIDDEN = (401, 403, 404)  # 404 is what GitHub says where a token may not even know
WHOLE = f"?per_page={PAGE}"  # as much of a list as GitHub gives at once
ANY_DIGEST = "digest%2Fany-2026"  # rules are asked for by a branch's name; there need not be such a branch
MAY_OPEN_PULLS = "/actions/permissions/workflow"
ROLES = {"admin": "administrator", "maintain": "maintainer", "push": "writer", "pull": "reader"}


def look(settings: Settings, sleep: Callable[[float], None] = time.sleep) -> Seen:
    """Raises ForgeError where GitHub gives no answer at all."""
    client = connect(settings, sleep)
    here = f"/repos/{settings.repository}"
    login = shown(client, "/user", lambda user: str(user["login"]))
    repository = shown(client, here, as_repository)
    if isinstance(repository, Unseen):
        return Seen(site=settings.site, login=login, repository=repository)
    environments = shown(client, f"{here}/environments{WHOLE}", partial(names, of="environments"))
    organization = f"/orgs/{settings.owner}{MAY_OPEN_PULLS}" if repository.organization else ""
    return Seen(
        site=settings.site,
        login=login,
        repository=repository,
        branches=shown(client, f"{here}/branches{WHOLE}", names),
        actions=policy(client, f"{here}/actions/permissions"),
        allowance=shown(client, here + MAY_OPEN_PULLS, as_allowance),
        organization=shown(client, organization, as_allowance) if organization else None,
        pages=shown(client, f"{here}/pages", as_pages) if repository.pages else None,
        environments=environments,
        drafting=held(client, f"{here}/environments", DRAFTING, environments),
        proposing=held(client, f"{here}/environments", PROPOSING, environments),
        secrets=shown(client, f"{here}/actions/secrets{WHOLE}", partial(names, of="secrets")),
        workflows=shown(client, f"{here}/actions/workflows{WHOLE}", as_states),
        labels=shown(client, f"{here}/labels{WHOLE}", names),
        rules=shown(client, f"{here}/rules/branches/{ANY_DIGEST}{WHOLE}", as_rules),
    )


def shown(client: Client, path: str, read: Callable[[Any], T]) -> T | Unseen:
    """What GitHub answers, read; an answer that cannot be read is none."""

    def asked() -> T | Unseen:
        try:
            _, answer = client.repository.requester.requestJsonAndCheck("GET", path)
        except GithubException as error:
            why = refused(error)
            if error.status not in HIDDEN or why.limit is not None:
                raise
            return Unseen(why=f"GitHub says: {why.message}", status=error.status)
        return read(answer)

    return client.attempt(asked)


def policy(client: Client, path: str) -> str | Unseen:
    """Which actions may run; those that an administrator selects may count GitHub's own among them."""
    found = shown(client, path, lambda answer: str(answer["allowed_actions"]) if answer["enabled"] else "none")
    if found != "selected":
        return found
    owned = shown(client, f"{path}/selected-actions", lambda answer: bool(answer["github_owned_allowed"]))
    return owned if isinstance(owned, Unseen) else "github" if owned else found


def held(client: Client, path: str, name: str, environments: tuple[str, ...] | Unseen) -> tuple[str, ...] | Unseen:
    """The names of an environment's secrets and variables; one that is not there holds none."""
    if not isinstance(environments, Unseen) and name not in environments:
        return ()
    secrets = shown(client, f"{path}/{name}/secrets{WHOLE}", partial(names, of="secrets"))
    if isinstance(secrets, Unseen):
        return secrets
    variables = shown(client, f"{path}/{name}/variables{WHOLE}", partial(names, of="variables"))
    return variables if isinstance(variables, Unseen) else secrets + variables


def as_repository(answer: Any) -> Repository:
    may = answer.get("permissions") or {}
    return Repository(
        branch=str(answer["default_branch"]),
        private=bool(answer["private"]),
        archived=bool(answer["archived"]),
        issues=bool(answer["has_issues"]),
        pages=bool(answer["has_pages"]),
        organization=answer["owner"]["type"] == "Organization",
        role=next((role for name, role in ROLES.items() if may.get(name)), "stranger"),
    )


def as_allowance(answer: Any) -> Allowance:
    return Allowance(
        pulls=bool(answer["can_approve_pull_request_reviews"]), default=str(answer["default_workflow_permissions"])
    )


def as_pages(answer: Any) -> Pages:
    return Pages(source=str(answer["build_type"]), address=str(answer["html_url"]))


def as_states(answer: Any) -> Mapping[str, str]:
    return {PurePosixPath(each["path"]).name: str(each["state"]) for each in answer["workflows"]}


def as_rules(answer: Any) -> tuple[Rule, ...]:
    return tuple(
        Rule(kind=str(each["type"]), ruleset=int(each["ruleset_id"]), level=str(each["ruleset_source_type"]))
        for each in answer
    )


def names(answer: Any, of: str = "") -> tuple[str, ...]:
    """The names in a list, which GitHub at times wraps in an object."""
    return tuple(str(each["name"]) for each in (answer[of] if of else answer))
