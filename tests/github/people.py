"""What people do in the browser, and the webhook that GitHub sends when they comment."""

from typing import Any

from tests.github import rules, views
from tests.github.operations import merging
from tests.github.repository import FILE, NOTHING
from tests.github.schemas import webhook
from tests.github.state import Comment, Hub, Issue, Pull


def edit(hub: Hub, branch: str, path: str, text: str | bytes | None, by: str) -> str:
    """Commits one file to a branch, or its removal where the text is None; says which commit that made."""
    rules.path_is_well_formed(path)
    head = require_branch(hub, branch)
    content = text.encode() if isinstance(text, str) else text
    entry = None if content is None else (FILE, hub.repository.store(content))
    tree = hub.repository.tree(head, {path: entry})
    verb = "Delete" if content is None else "Update" if hub.repository.at(head, path) else "Create"
    sha = hub.repository.commit(tree, (head,), f"{verb} {path}", views.signature(by), views.WEB_FLOW)
    hub.signed.add(sha)
    hub.move(f"refs/heads/{branch}", sha, head)
    return sha


def require_branch(hub: Hub, branch: str) -> str:
    head = hub.branch(branch)
    if head is None:
        raise LookupError(f"there is no branch {branch}")
    return head


def make_branch(hub: Hub, branch: str, start: str) -> str:
    sha = require_branch(hub, start)
    hub.repository.move(f"refs/heads/{branch}", sha, NOTHING)
    return sha


def open_pull(hub: Hub, branch: str, title: str, body: str, by: str) -> int:
    pull = Pull(head=branch, base="main")
    issue = hub.open(by, title, body, pull)
    hub.repository.move(f"refs/pull/{issue.number}/head", require_branch(hub, branch))
    return issue.number


def merge(hub: Hub, number: int, by: str, method: str) -> str:
    """Clicks the merge button; says which commit that made."""
    issue = hub.issues[number]
    if issue.pull is None:
        raise LookupError(f"#{number} is no pull request")
    message = "\n\n".join(merging.words(hub, issue, issue.pull, method)).rstrip()
    return merging.carry_out(hub, issue, issue.pull, method, by, message)


def comment(hub: Hub, number: int, text: str, by: str) -> dict[str, Any]:
    """Writes a comment; gives the payload of the `issue_comment` event that a workflow would get."""
    return payload(hub, hub.comment(number, by, text), by)


def payload(hub: Hub, comment: Comment, sender: str) -> dict[str, Any]:
    issue = hub.issues[comment.number]
    known = {
        "action": "created",
        "issue": thread(hub, issue),
        "comment": views.comment(hub, comment) | {"performed_via_github_app": None},
        "repository": views.repository(hub),
        "sender": views.user(hub, sender),
    }
    whole: dict[str, Any] = webhook().complete(webhook().document["payload"], known, hub.url)
    return whole


def thread(hub: Hub, issue: Issue) -> dict[str, Any]:
    """A webhook's issue has its reactions; it has no `pull_request` unless it is one, and then no word of its head."""
    address = hub.api(f"/issues/{issue.number}")
    extra = {"draft": issue.pull.draft} if issue.pull else {}
    return views.issue(hub, issue) | extra | {"reactions": views.rollup(hub, [], address)}


def payload_problems(whole: dict[str, Any]) -> list[str]:
    schema = webhook().document["payload"]
    unknown = [f"{name} is unknown" for name in webhook().undeclared(schema, whole)]
    return webhook().problems(schema, whole) + unknown
