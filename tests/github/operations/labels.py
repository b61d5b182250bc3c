"""The repository's labels, and which of them an issue or pull request wears."""

import re
from typing import Any

from tests.github import views
from tests.github.exchange import Answer, Call, Refusal, invalid, missing
from tests.github.pages import listing
from tests.github.state import Hub, Issue, Label

GREY = "ededed"


def labels(hub: Hub, call: Call) -> Answer:
    return listing(call, [views.label(hub, label) for label in hub.labels.values()])


def create(hub: Hub, call: Call) -> Answer:
    """Names differ by more than case (docs: names are case-insensitive); colours are six hexadecimal digits."""
    name, color = call.body["name"], call.body.get("color", GREY)
    if name.lower() in hub.labels:
        raise invalid("Label", "name", "already_exists")
    if not re.fullmatch("[0-9a-fA-F]{6}", color):
        raise invalid("Label", "color")
    return Answer(status=201, known=views.label(hub, add(hub, name, color, call.body.get("description"))))


def add(hub: Hub, name: str, color: str = GREY, description: str | None = None) -> Label:
    label = Label(id=hub.new_id(), name=name, color=color, description=description)
    hub.labels[name.lower()] = label
    return label


def get(hub: Hub, call: Call) -> Answer:
    name = call.path["name"].lower()
    if name not in hub.labels:
        raise missing()
    return Answer(known=views.label(hub, hub.labels[name]))


def names(body: Any) -> list[str]:
    """Labels come as names or objects, alone, in a list, or in an object with that list."""
    if isinstance(body, dict):
        return names(body["labels"]) if "labels" in body else [body["name"]]
    return [body] if isinstance(body, str) else [name for part in body for name in names(part)]


def use(hub: Hub, wanted: list[str]) -> list[str]:
    """The names as the repository spells them; GitHub makes the labels that it does not have yet, in grey."""
    spelled = [(hub.labels.get(name.lower()) or add(hub, name)).name for name in wanted]
    return list(dict.fromkeys(spelled))


def of(hub: Hub, call: Call) -> Issue:
    if call.path["issue_number"] not in hub.issues:
        raise missing()
    return hub.issues[call.path["issue_number"]]


def on_issue(hub: Hub, call: Call) -> Answer:
    return listing(call, views.labels(hub, of(hub, call)))


def put_on(hub: Hub, call: Call) -> Answer:
    return wear(hub, of(hub, call), of(hub, call).labels + names(call.body))


def replace(hub: Hub, call: Call) -> Answer:
    return wear(hub, of(hub, call), names(call.body))


def take_off(hub: Hub, call: Call) -> Answer:
    issue, name = of(hub, call), call.path["name"].lower()
    kept = [label for label in issue.labels if label.lower() != name]
    if kept == issue.labels:
        raise Refusal(404, "Label does not exist")
    return wear(hub, issue, kept)


def wear(hub: Hub, issue: Issue, wanted: list[str]) -> Answer:
    issue.labels = use(hub, wanted)
    issue.updated = hub.now()
    return Answer(known=views.labels(hub, issue))


OPERATIONS = {
    "issues/list-labels-for-repo": labels,
    "issues/create-label": create,
    "issues/get-label": get,
    "issues/list-labels-on-issue": on_issue,
    "issues/add-labels": put_on,
    "issues/set-labels": replace,
    "issues/remove-label": take_off,
}
