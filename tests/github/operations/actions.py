"""Workflows and their runs. Nothing is executed: a dispatch leaves a queued run."""

from typing import Any

import yaml

from tests.github import views
from tests.github.exchange import Answer, Call, Refusal, missing
from tests.github.pages import counted
from tests.github.rules import WORKFLOWS
from tests.github.state import Hub, Run


def workflow_names(hub: Hub) -> list[str]:
    """The workflow files on the default branch."""
    if hub.branch("main") is None:
        return []
    entries = hub.repository.entries("refs/heads/main", f"{WORKFLOWS}/")
    return [entry.path.rpartition("/")[2] for entry in entries if entry.path.endswith((".yml", ".yaml"))]


def definition(hub: Hub, name: str) -> dict[Any, Any]:
    sha = hub.repository.at("refs/heads/main", f"{WORKFLOWS}/{name}") or ""
    return dict(yaml.safe_load(hub.repository.content(sha)))


def asked(hub: Hub, call: Call) -> str:
    """A workflow by the name of its file or by its id."""
    wanted = call.path["workflow_id"]
    for name in workflow_names(hub):
        if wanted in (name, views.user_id(name)):
            return name
    raise missing()


def view(hub: Hub, name: str) -> dict[str, Any]:
    number = views.user_id(name)
    path = f"{WORKFLOWS}/{name}"
    state = hub.workflow_states.get(name, "active")
    known = {"id": number, "name": definition(hub, name).get("name", path), "path": path, "state": state}
    return known | {"url": hub.api(f"/actions/workflows/{number}"), "html_url": hub.web(f"/blob/main/{path}")}


def workflows(hub: Hub, call: Call) -> Answer:
    return counted(call, "workflows", [view(hub, name) for name in workflow_names(hub)])


def workflow(hub: Hub, call: Call) -> Answer:
    return Answer(known=view(hub, asked(hub, call)))


def enable(hub: Hub, call: Call) -> Answer:
    hub.workflow_states[asked(hub, call)] = "active"
    return Answer(status=204)


def dispatch(hub: Hub, call: Call) -> Answer:
    """Refusals: convictional/trigger-workflow-and-wait#44 and #4, benc-uk/workflow-dispatch#46."""
    name, branch, inputs = asked(hub, call), call.body["ref"].removeprefix("refs/heads/"), call.body.get("inputs", {})
    sha = hub.repository.revision(branch)
    if sha is None:
        raise Refusal(422, f"No ref found for: {branch}")
    unexpected = sorted(inputs.keys() - dispatch_inputs(hub, name).keys())
    if unexpected:
        raise Refusal(422, f"Unexpected inputs provided: {unexpected}".replace("'", '"'))
    if hub.workflow_states.get(name, "active") != "active":
        raise Refusal(422, "Cannot trigger a 'workflow_dispatch' on a disabled workflow")
    run = Run(
        id=hub.new_id(),
        workflow=name,
        event="workflow_dispatch",
        branch=branch,
        sha=sha,
        login=call.login,
        created=hub.now(),
        inputs=dict(inputs),
    )
    hub.runs[run.id] = run
    return Answer(status=204)


def dispatch_inputs(hub: Hub, name: str) -> dict[str, Any]:
    about = definition(hub, name)
    triggers = about.get("on", about.get(True))  # YAML 1.1 reads the key `on` as true.
    names = [triggers] if isinstance(triggers, str) else triggers or ()
    if "workflow_dispatch" not in names:
        raise Refusal(422, "Workflow does not have 'workflow_dispatch' trigger")
    details = triggers["workflow_dispatch"] if isinstance(triggers, dict) else None
    return dict((details or {}).get("inputs") or {})


def runs(hub: Hub, call: Call) -> Answer:
    """The newest first."""
    branch, event, status = (call.query.get(name) for name in ("branch", "event", "status"))
    found = [
        run
        for run in reversed(hub.runs.values())
        if branch in (None, run.branch) and event in (None, run.event) and status in (None, run.status, run.conclusion)
    ]
    if "workflow_id" in call.path:
        found = [run for run in found if run.workflow == asked(hub, call)]
    return counted(call, "workflow_runs", [run_view(hub, run) for run in found])


def run(hub: Hub, call: Call) -> Answer:
    if call.path["run_id"] not in hub.runs:
        raise missing()
    return Answer(known=run_view(hub, hub.runs[call.path["run_id"]]))


def run_view(hub: Hub, shown: Run) -> dict[str, Any]:
    address = hub.api(f"/actions/runs/{shown.id}")
    return {
        "id": shown.id,
        "url": address,
        "html_url": hub.web(f"/actions/runs/{shown.id}"),
        "path": f".github/workflows/{shown.workflow}",
        "workflow_id": views.user_id(shown.workflow),
        "event": shown.event,
        "head_branch": shown.branch,
        "head_sha": shown.sha,
        "status": shown.status,
        "conclusion": shown.conclusion,
        "actor": views.user(hub, shown.login),
        "created_at": shown.created,
        "updated_at": shown.created,
    }


OPERATIONS = {
    "actions/list-repo-workflows": workflows,
    "actions/get-workflow": workflow,
    "actions/enable-workflow": enable,
    "actions/create-workflow-dispatch": dispatch,
    "actions/list-workflow-runs": runs,
    "actions/list-workflow-runs-for-repo": runs,
    "actions/get-workflow-run": run,
}
