"""Issues; every pull request is one, with the same number."""

from typing import Any

from tests.github import rules, views
from tests.github.exchange import Answer, Call, NotServed, missing
from tests.github.operations.labels import names, use
from tests.github.operations.pulls import set_state
from tests.github.pages import listing
from tests.github.state import Hub, Issue


def create(hub: Hub, call: Call) -> Answer:
    title = str(call.body["title"])
    rules.title_fits("Issue", title)
    rules.body_fits("Issue", call.body.get("body"))
    labels = use(hub, names(call.body.get("labels", [])))
    issue = hub.open(call.login, title, call.body.get("body"))
    issue.labels = labels
    return Answer(status=201, known=full(hub, issue))


def full(hub: Hub, issue: Issue) -> dict[str, Any]:
    closer = views.user(hub, issue.closed_by) if issue.closed_by else None
    return views.issue(hub, issue) | {"closed_by": closer}


def asked(hub: Hub, number: int) -> Issue:
    if number not in hub.issues:
        raise missing()
    return hub.issues[number]


def get(hub: Hub, call: Call) -> Answer:
    return Answer(known=full(hub, asked(hub, call.path["issue_number"])))


def update(hub: Hub, call: Call) -> Answer:
    issue = asked(hub, call.path["issue_number"])
    if "title" in call.body:
        rules.title_fits("Issue", str(call.body["title"]))
        issue.title = str(call.body["title"])
    rules.body_fits("Issue", call.body.get("body"))
    issue.body = call.body.get("body", issue.body)
    if "labels" in call.body:
        issue.labels = use(hub, names(call.body["labels"]))
    turn(hub, issue, call.body.get("state", issue.state), call.body.get("state_reason"), call.login)
    issue.updated = hub.now()
    return Answer(known=full(hub, issue))


def turn(hub: Hub, issue: Issue, state: str, reason: str | None, login: str) -> None:
    """Opens or closes it, as a pull request where it is one."""
    if issue.pull:
        set_state(hub, issue, issue.pull, state, login)
    elif state == "closed" and issue.state == "open":
        hub.close(issue, login, reason or "completed")
    elif state == "open" and issue.state == "closed":
        issue.state, issue.reason, issue.closed, issue.closed_by = "open", "reopened", None, None


def issues(hub: Hub, call: Call) -> Answer:
    """Pull requests are among them, which surprises many (docs: list repository issues)."""
    state, creator = call.query.get("state", "open"), call.query.get("creator")
    since, wanted = call.query.get("since", ""), call.query.get("labels")
    labels = {name.lower() for name in wanted.split(",")} if wanted else set()
    found = [
        issue
        for issue in hub.issues.values()
        if state in (issue.state, "all")
        and creator in (None, issue.login)
        and issue.updated >= since
        and labels <= {name.lower() for name in issue.labels}
    ]
    return listing(call, [views.issue(hub, issue) for issue in ordered(call, found)])


def ordered(call: Call, found: list[Issue]) -> list[Issue]:
    by = call.query.get("sort", "created")
    if by not in ("created", "updated"):
        raise NotServed(f"issues sorted by {by}")
    descending = call.query.get("direction", "desc") == "desc"
    return sorted(found, key=lambda issue: (getattr(issue, by), issue.number), reverse=descending)


OPERATIONS = {
    "issues/create": create,
    "issues/get": get,
    "issues/update": update,
    "issues/list-for-repo": issues,
}
