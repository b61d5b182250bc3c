"""Check runs."""

from typing import Any

from tests.github.exchange import Answer, Call, NotServed, invalid, missing
from tests.github.pages import counted
from tests.github.state import Hub


def create(hub: Hub, call: Call) -> Answer:
    sha = call.body["head_sha"]
    if hub.repository.kind(sha) != "commit":
        raise invalid("CheckRun", "head_sha")
    number = hub.new_id()
    hub.check_runs[number] = {"id": number, "status": "queued", "conclusion": None} | written(call, {})
    return Answer(status=201, known=view(hub, number))


def update(hub: Hub, call: Call) -> Answer:
    number = call.path["check_run_id"]
    if number not in hub.check_runs:
        raise missing()
    hub.check_runs[number] |= written(call, hub.check_runs[number].get("output", {}))
    return Answer(known=view(hub, number))


def runs(hub: Hub, call: Call) -> Answer:
    """The newest first, and only the newest of each name unless all are asked for (docs of the operation)."""
    sha, name, status = (
        hub.repository.revision(call.path["ref"]),
        call.query.get("check_name"),
        call.query.get("status"),
    )
    if sha is None:
        raise missing()
    if call.query.get("filter", "latest") != "latest":
        raise NotServed("check runs that a newer one of their name has replaced")
    newest = {run["name"]: run for run in hub.check_runs.values() if run["head_sha"] == sha}
    found = [run for run in newest.values() if name in (None, run["name"]) and status in (None, run["status"])]
    return counted(call, "check_runs", [view(hub, run["id"]) for run in reversed(found)])


def written(call: Call, before: dict[str, Any]) -> dict[str, Any]:
    """What the client said; a conclusion completes the run, and annotations are appended (prose of the operations)."""
    said = {name: call.body[name] for name in call.body}
    if "output" in said:
        annotations = [*before.get("annotations", ()), *said["output"].get("annotations", ())]
        said["output"] = {**before, **said["output"], "annotations": annotations}
    return said | ({"status": "completed"} if "conclusion" in said else {})


def view(hub: Hub, number: int) -> dict[str, Any]:
    kept = hub.check_runs[number]
    output = kept.get("output", {})
    shown = {
        "id",
        "name",
        "head_sha",
        "status",
        "conclusion",
        "external_id",
        "details_url",
        "started_at",
        "completed_at",
    }
    address = hub.api(f"/check-runs/{number}")
    texts = {name: output.get(name) for name in ("title", "summary", "text")}
    annotations = {"annotations_count": len(output.get("annotations", ())), "annotations_url": f"{address}/annotations"}
    known = {name: value for name, value in kept.items() if name in shown}
    suite = {"check_suite": {"id": number}, "pull_requests": []}
    links = {"url": address, "html_url": hub.web(f"/runs/{number}")}
    return known | suite | links | {"output": texts | annotations}


OPERATIONS = {"checks/create": create, "checks/update": update, "checks/list-for-ref": runs}
