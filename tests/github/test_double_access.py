"""A token may do what its permissions say, and a workflow's token never more than that."""

from typing import Any

import pytest
from github import Github, GithubException, UnknownObjectException

from tests.github.access import Token
from tests.github.client import ask, commit, commit_input, connect
from tests.github.double import MAINTAINER, Double

WEEKLY = "name: Weekly\non:\n  schedule: [{cron: 17 5 * * 1}]\n  workflow_dispatch:\n    inputs: {edition: {}}\n"
PUBLISH = "on: push\n"
WORKFLOWS = {".github/workflows/weekly.yml": WEEKLY, ".github/workflows/publish.yml": PUBLISH, "README.md": "# D\n"}
PERMISSIONS = (
    "actions",
    "administration",
    "checks",
    "contents",
    "environments",
    "issues",
    "organization-administration",
    "pages",
    "pull-requests",
    "secrets",
)
ROLES = {"admin": "admin", "maintain": "write", "write": "write", "triage": "read", "read": "read", "none": "none"}
NOT_FOR_YOU = "Resource not accessible by integration"


def refused(double: Double, method: str, path: str, body: Any = None) -> bool:
    response = ask(double, method, path, body, token="limited")
    return response.status == 403 and response.json["message"] == NOT_FOR_YOU


def limit(double: Double, **permissions: str) -> None:
    named = {name.replace("_", "-"): level for name, level in permissions.items()}
    double.tokens["limited"] = Token(permissions=named)


@pytest.mark.parametrize(
    ("permission", "method", "path", "body"),
    [
        ("contents", "POST", "/git/blobs", {"content": "x"}),
        ("contents", "POST", "/git/refs", {"ref": "refs/heads/x", "sha": "0" * 40}),
        ("contents", "PUT", "/pulls/1/merge", {}),
        ("pull-requests", "POST", "/pulls", {"head": "draft", "base": "main", "title": "T"}),
        ("pull-requests", "PATCH", "/pulls/1", {"title": "T"}),
        ("pull-requests", "POST", "/issues/1/comments", {"body": "B"}),
        ("pull-requests", "POST", "/issues/1/labels", {"labels": ["digest"]}),
        ("issues", "POST", "/issues", {"title": "T"}),
        ("issues", "POST", "/issues/2/comments", {"body": "B"}),
        ("issues", "POST", "/labels", {"name": "L"}),
        ("checks", "POST", "/check-runs", {"name": "C", "head_sha": "0" * 40}),
        ("actions", "PUT", "/actions/workflows/weekly.yml/enable", None),
        ("administration", "GET", "/actions/permissions", None),
        ("administration", "GET", "/actions/permissions/workflow", None),
        ("organization-administration", "GET", "//orgs/harbour/actions/permissions/workflow", None),
        ("environments", "GET", "/environments/drafting/secrets", None),
        ("environments", "GET", "/environments/drafting/variables", None),
        ("secrets", "GET", "/actions/secrets", None),
        ("pages", "GET", "/pages", None),
    ],
)
def test_each_operation_needs_one_permission(
    double: Double, permission: str, method: str, path: str, body: Any
) -> None:
    double.branch("draft")
    double.edit("draft", "a.md", "a\n")
    double.open_pull("draft")
    double.open_issue("An issue")
    every = dict.fromkeys(PERMISSIONS, "write")
    shared = ("issues", "pull-requests") if path == "/labels" else (permission,)
    double.tokens["limited"] = Token(permissions=every | dict.fromkeys(shared, "none"))
    assert refused(double, method, path, body)
    double.tokens["limited"] = Token(permissions={permission: "write"})
    assert not refused(double, method, path, body)


def test_a_commit_needs_contents(double: Double) -> None:
    limit(double, contents="read")
    with connect(double, "limited") as github, pytest.raises(GithubException) as error:
        commit(github, commit_input(double, "main", {"a.md": "a\n"}))
    assert [("FORBIDDEN", NOT_FOR_YOU)] == [(part["type"], part["message"]) for part in error.value.data["errors"]]


def test_everyone_may_read_what_is_public(double: Double) -> None:
    limit(double)
    double.open_issue("An issue")
    paths = ("", "/git/ref/heads/main", "/contents/README.md", "/pulls", "/issues/1", "/labels", "/actions/workflows")
    assert {200} == {ask(double, "GET", path, token="limited").status for path in paths}


def test_what_is_private_is_not_found(double: Double) -> None:
    double.settings.private = True
    limit(double, issues="read")
    double.open_issue("An issue")
    assert 200 == ask(double, "GET", "/issues/1", token="limited").status
    assert refused(double, "POST", "/issues", {"title": "T"})
    assert 404 == ask(double, "GET", "/contents/README.md", token="limited").status
    assert 404 == ask(double, "GET", "/pulls", token="limited").status
    assert 404 == ask(double, "POST", "/git/blobs", {"content": "x"}, token="limited").status


def test_another_repository_is_not_found(double: Double, github: Github) -> None:
    with pytest.raises(UnknownObjectException):
        github.get_repo("harbour/other")


def test_an_unknown_token_is_refused(double: Double) -> None:
    response = ask(double, "GET", "", token="stolen")
    assert (401, "Bad credentials") == (response.status, response.json["message"])


def test_no_person_stands_behind_a_workflow(double: Double) -> None:
    assert 403 == ask(double, "GET", "//user").status
    assert "ada" == ask(double, "GET", "//user", token=MAINTAINER).json["login"]


# People's roles


@pytest.mark.parametrize(("role", "permission"), ROLES.items())
def test_a_role_is_shown_as_a_permission(double: Double, github: Github, role: str, permission: str) -> None:
    double.permission["ada"] = role
    repository = github.get_repo("harbour/digests")
    assert (permission, role) == (
        repository.get_collaborator_permission("ada"),
        repository.get_collaborator_role_name("ada"),
    )


def test_a_stranger_may_read_what_is_public_and_a_deleted_account_is_not_found(double: Double, github: Github) -> None:
    double.permission["gone"] = None
    repository = github.get_repo("harbour/digests")
    assert "read" == repository.get_collaborator_permission("stranger")
    assert "User" == github.get_user("stranger").type
    assert 404 == ask(double, "GET", "//users/gone").status
    with pytest.raises(UnknownObjectException):
        repository.get_collaborator_permission("gone")


# Workflows


def test_a_workflows_token_cannot_write_workflows() -> None:
    with Double(WORKFLOWS) as double:
        double.tokens["limited"] = Token(permissions={"contents": "write"})
        double.branch("draft")
        changed = double.edit("draft", ".github/workflows/weekly.yml", "on: push\n")
        double.delete_branch("draft")
        entry = {"path": ".github/workflows/new.yml", "mode": "100644", "type": "blob", "content": "on: push\n"}
        assert refused(double, "POST", "/git/trees", {"tree": [entry]})
        assert refused(double, "POST", "/git/refs", {"ref": "refs/heads/new", "sha": changed})
        assert refused(double, "PATCH", "/git/refs/heads/main", {"sha": changed})
        same = {"ref": "refs/heads/new", "sha": double.hub.branch("main")}
        assert 201 == ask(double, "POST", "/git/refs", same, token="limited").status
        maintained = ask(double, "PATCH", "/git/refs/heads/main", {"sha": changed}, token=MAINTAINER)
        assert 200 == maintained.status


def test_workflows_are_listed_dispatched_and_enabled() -> None:
    with Double(WORKFLOWS) as double, connect(double, MAINTAINER) as github:
        repository = github.get_repo("harbour/digests")
        names = {workflow.path: workflow.name for workflow in repository.get_workflows()}
        assert {".github/workflows/publish.yml", ".github/workflows/weekly.yml"} == names.keys()
        weekly = repository.get_workflow("weekly.yml")
        assert "Weekly" == weekly.name
        double.hub.workflow_states["weekly.yml"] = "disabled_inactivity"
        assert "disabled_inactivity" == repository.get_workflow(weekly.id).state
        dispatches = "/actions/workflows/weekly.yml/dispatches"
        assert 422 == ask(double, "POST", dispatches, {"ref": "main"}, token=MAINTAINER).status
        assert weekly.enable()
        assert weekly.create_dispatch("main", {"edition": "harbour-2026"})
        runs = list(weekly.get_runs(event="workflow_dispatch"))
        shown = [(run.status, run.actor.login, run.head_sha) for run in runs]
        assert [("queued", "ada", double.hub.branch("main"))] == shown
        assert runs[0].id == repository.get_workflow_run(runs[0].id).id
        runs_elsewhere = ask(double, "GET", "/actions/runs?branch=other", token=MAINTAINER).json
        assert 0 == runs_elsewhere["total_count"]


@pytest.mark.parametrize(
    ("workflow", "body", "message"),
    [
        ("weekly.yml", {"ref": "absent"}, "No ref found for: absent"),
        ("weekly.yml", {"ref": "main", "inputs": {"year": "1"}}, 'Unexpected inputs provided: ["year"]'),
        ("publish.yml", {"ref": "main"}, "Workflow does not have 'workflow_dispatch' trigger"),
    ],
)
def test_a_dispatch_that_cannot_be_is_refused(workflow: str, body: dict[str, Any], message: str) -> None:
    with Double(WORKFLOWS) as double:
        response = ask(double, "POST", f"/actions/workflows/{workflow}/dispatches", body, token=MAINTAINER)
        assert (422, message) == (response.status, response.json["message"])


def test_settings_are_shown_to_a_maintainer(double: Double) -> None:
    double.settings.workflows_may_open_pulls = False
    double.settings.pages = "https://harbour.example.org/digests/"
    shown = ask(double, "GET", "/actions/permissions/workflow", token=MAINTAINER).json
    assert {"default_workflow_permissions": "read", "can_approve_pull_request_reviews": False} == shown
    assert "https://harbour.example.org/digests/" == ask(double, "GET", "/pages", token=MAINTAINER).json["html_url"]
    assert {"enabled": True, "allowed_actions": "all"} == ask(
        double, "GET", "/actions/permissions", token=MAINTAINER
    ).json
    double.settings.actions = "selected"
    selected = ask(double, "GET", "/actions/permissions/selected-actions", token=MAINTAINER).json
    assert {"github_owned_allowed": True, "verified_allowed": False} == selected
    double.settings.actions = "none"
    assert {"enabled": False} == ask(double, "GET", "/actions/permissions", token=MAINTAINER).json
    double.settings.organization_lets_workflows_open_pulls = False
    organization = "//orgs/harbour/actions/permissions/workflow"
    assert ask(double, "GET", organization, token=MAINTAINER).json["can_approve_pull_request_reviews"] is False
    double.settings.organization = False
    assert 404 == ask(double, "GET", organization, token=MAINTAINER).status


def test_secrets_are_shown_by_their_names_only(double: Double) -> None:
    double.settings.environments = {"drafting": ["KEY"], "github-pages": []}
    double.settings.secrets = ["OTHER"]
    shown = ask(double, "GET", "/environments", token=MAINTAINER).json
    assert ["drafting", "github-pages"] == [environment["name"] for environment in shown["environments"]]
    for path, names in (("/environments/drafting/secrets", ["KEY"]), ("/actions/secrets", ["OTHER"])):
        shown = ask(double, "GET", path, token=MAINTAINER).json
        assert names == [secret["name"] for secret in shown["secrets"]]
        assert {"name", "created_at", "updated_at"} == set(shown["secrets"][0])
    double.settings.variables = {"drafting": ["ADDRESS"]}
    shown = ask(double, "GET", "/environments/drafting/variables", token=MAINTAINER).json
    assert ["ADDRESS"] == [variable["name"] for variable in shown["variables"]]
    for kind in ("secrets", "variables"):
        assert 404 == ask(double, "GET", f"/environments/absent/{kind}", token=MAINTAINER).status


def test_rules_are_those_of_the_branch_that_is_asked_for(double: Double) -> None:
    rule = {
        "type": "creation",
        "ruleset_id": 7,
        "ruleset_source_type": "Repository",
        "ruleset_source": "harbour/digests",
    }
    double.settings.rules = [("digest/", rule)]
    double.tokens["limited"] = Token()
    assert [rule] == ask(double, "GET", "/rules/branches/digest/harbour-2026", token="limited").json
    assert [] == ask(double, "GET", "/rules/branches/main", token="limited").json


def test_a_repository_says_what_one_may_there(double: Double) -> None:
    double.permission["ada"] = "maintain"
    may = {"pull": True, "triage": True, "push": True, "maintain": True, "admin": False}
    assert may == ask(double, "GET", "", token=MAINTAINER).json["permissions"]


def test_check_runs_are_made_and_completed(double: Double) -> None:
    with connect(double, MAINTAINER) as github:
        repository = github.get_repo("harbour/digests")
        run = repository.create_check_run("Sources", double.hub.branch("main") or "", status="in_progress")
        run.edit(conclusion="success", output={"title": "All there", "summary": "12 of 12"})
        assert ("completed", "success", "12 of 12") == (run.status, run.conclusion, run.output.summary)
        assert 422 == ask(double, "POST", "/check-runs", {"name": "C", "head_sha": "0" * 40}, token=MAINTAINER).status


def test_requests_are_counted_down(double: Double, github: Github) -> None:
    github.get_repo("harbour/digests")
    assert (999, 1000) == github.rate_limiting
    assert 998 == github.get_rate_limit().rate.remaining
