"""What an administrator chooses in the settings, as far as the interface shows it."""

from typing import Any

from tests.github import views
from tests.github.exchange import Answer, Call, missing
from tests.github.pages import counted, listing
from tests.github.state import Hub

SINCE = "2026-03-02T09:00:00Z"


def actions(hub: Hub, call: Call) -> Answer:
    """A repository without Actions has no policy for them; "none" stands for that."""
    policy = hub.settings.actions
    return Answer(known={"enabled": policy != "none"} | ({} if policy == "none" else {"allowed_actions": policy}))


def selected_actions(hub: Hub, call: Call) -> Answer:
    """Only for a policy that selects (the operation's own prose; which refusal it is, nobody says)."""
    if hub.settings.actions != "selected":
        raise missing()
    return Answer(known={"github_owned_allowed": hub.settings.githubs_own_actions, "verified_allowed": False})


def workflow_permissions(hub: Hub, call: Call) -> Answer:
    chosen = hub.settings
    approve = {"can_approve_pull_request_reviews": chosen.workflows_may_open_pulls}
    return Answer(known={"default_workflow_permissions": chosen.default_permissions} | approve)


def organization_workflow_permissions(hub: Hub, call: Call) -> Answer:
    if call.path["org"].lower() != hub.owner.lower() or not hub.settings.organization:
        raise missing()
    approve = {"can_approve_pull_request_reviews": hub.settings.organization_lets_workflows_open_pulls}
    return Answer(known={"default_workflow_permissions": hub.settings.default_permissions} | approve)


def pages(hub: Hub, call: Call) -> Answer:
    address = hub.settings.pages
    if address is None:
        raise missing()
    known = {"url": hub.api("/pages"), "html_url": address, "build_type": hub.settings.pages_from, "status": "built"}
    return Answer(known=known | {"source": {"branch": "main", "path": "/"}, "public": True})


def environments(hub: Hub, call: Call) -> Answer:
    return counted(call, "environments", [environment(hub, name) for name in hub.settings.environments])


def environment(hub: Hub, name: str) -> dict[str, Any]:
    pages = {"url": hub.api(f"/environments/{name}"), "html_url": hub.web("/deployments/activity_log")}
    return {"id": views.user_id(name), "name": name, "created_at": SINCE, "updated_at": SINCE} | pages


def environment_secrets(hub: Hub, call: Call) -> Answer:
    name = call.path["environment_name"]
    if name not in hub.settings.environments:
        raise missing()
    return counted(call, "secrets", [secret(name) for name in hub.settings.environments[name]])


def environment_variables(hub: Hub, call: Call) -> Answer:
    name = call.path["environment_name"]
    if name not in hub.settings.environments:
        raise missing()
    found = [secret(variable) | {"value": "invented"} for variable in hub.settings.variables.get(name, [])]
    return counted(call, "variables", found)


def secrets(hub: Hub, call: Call) -> Answer:
    return counted(call, "secrets", [secret(name) for name in hub.settings.secrets])


def secret(name: str) -> dict[str, str]:
    return {"name": name, "created_at": SINCE, "updated_at": SINCE}


def branch_rules(hub: Hub, call: Call) -> Answer:
    """The branch need not exist (the operation's own prose); the test says which rules there are for which names."""
    return listing(call, [rule for prefix, rule in hub.settings.rules if call.path["branch"].startswith(prefix)])


OPERATIONS = {
    "actions/get-github-actions-permissions-repository": actions,
    "actions/get-allowed-actions-repository": selected_actions,
    "actions/get-github-actions-default-workflow-permissions-repository": workflow_permissions,
    "actions/get-github-actions-default-workflow-permissions-organization": organization_workflow_permissions,
    "actions/list-environment-secrets": environment_secrets,
    "actions/list-environment-variables": environment_variables,
    "actions/list-repo-secrets": secrets,
    "repos/get-all-environments": environments,
    "repos/get-branch-rules": branch_rules,
    "repos/get-pages": pages,
}
