"""Check runs."""

from typing import Any

from tests.github.exchange import Answer, Call, invalid, missing
from tests.github.state import Hub


def create(hub: Hub, call: Call) -> Answer:
    sha = call.body["head_sha"]
    if hub.repository.kind(sha) != "commit":
        raise invalid("CheckRun", "head_sha")
    number = hub.new_id()
    hub.check_runs[number] = {"id": number, "status": "queued", "conclusion": None} | written(call)
    return Answer(status=201, known=view(hub, number))


def update(hub: Hub, call: Call) -> Answer:
    number = call.path["check_run_id"]
    if number not in hub.check_runs:
        raise missing()
    hub.check_runs[number] |= written(call)
    return Answer(known=view(hub, number))


def written(call: Call) -> dict[str, Any]:
    """What the client said; a conclusion completes the run (prose of the operation)."""
    said = {name: call.body[name] for name in call.body}
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
    return known | suite | {"url": address, "output": texts | annotations}


OPERATIONS = {"checks/create": create, "checks/update": update}
