"""How GitHub shows what the double remembers: facts only, `contract.complete` adds what the schemas want besides."""

from typing import Any
from urllib.parse import quote
from zlib import crc32

from tests.github.access import ACTIONS_BOT
from tests.github.repository import Signature
from tests.github.state import Comment, Hub, Issue, Label, Pull, Reaction

View = dict[str, Any]
IDS = {ACTIONS_BOT: 41898282}
WEB_FLOW = Signature("GitHub", "noreply@github.com")
"""Who commits what is done in the browser or through GraphQL."""
REACTIONS = ("+1", "-1", "laugh", "confused", "heart", "hooray", "eyes", "rocket")


def user_id(login: str) -> int:
    return IDS.get(login, crc32(login.encode()))


def user(hub: Hub, login: str) -> View:
    kind = "Bot" if login.endswith("[bot]") else "User"
    address = f"{hub.url}/users/{quote(login)}"
    return {
        "login": login,
        "id": user_id(login),
        "type": kind,
        "url": address,
        "html_url": f"https://github.com/{login}",
    }


def owner(hub: Hub) -> View:
    return user(hub, hub.owner) | {"type": "Organization" if hub.settings.organization else "User"}


def signature(login: str) -> Signature:
    """Who GitHub says wrote what this account wrote."""
    return Signature(login, f"{user_id(login)}+{login}@users.noreply.github.com")


def login_of(person: Signature) -> str:
    return person.email.removesuffix("@users.noreply.github.com").partition("+")[2] or "web-flow"


def repository(hub: Hub) -> View:
    return {
        "name": hub.name,
        "full_name": hub.full_name,
        "owner": owner(hub),
        "private": hub.settings.private,
        "visibility": "private" if hub.settings.private else "public",
        "url": hub.api(),
        "html_url": hub.web(),
        "default_branch": "main",
        "has_pages": hub.settings.pages is not None,
        "has_issues": hub.settings.issues,
        "archived": hub.settings.archived,
    }


def role(hub: Hub, login: str) -> View:
    """What an account may do, each role with those below it."""
    names = ("pull", "triage", "push", "maintain", "admin")
    roles = dict(zip(("read", "triage", "write", "maintain", "admin"), range(5), strict=True))
    held = roles.get(hub.permission.get(login) or "read", -1)
    return {name: rank <= held for rank, name in enumerate(names)}


def association(hub: Hub, login: str) -> str:
    """Deliberately no help: it is for display, even members often show as this (hyperdxio/hyperdx#2546)."""
    return "OWNER" if login == hub.owner else "CONTRIBUTOR"


def label(hub: Hub, shown: Label) -> View:
    address = hub.api(f"/labels/{quote(shown.name)}")
    about = {"id": shown.id, "name": shown.name, "color": shown.color, "description": shown.description}
    return about | {"url": address, "default": False}


def labels(hub: Hub, issue: Issue) -> list[View]:
    return [label(hub, hub.labels[name.lower()]) for name in issue.labels]


def rollup(hub: Hub, reactions: list[Reaction], address: str) -> View:
    given = [reaction.content for reaction in reactions]
    return {"url": f"{address}/reactions", "total_count": len(given)} | {kind: given.count(kind) for kind in REACTIONS}


def issue(hub: Hub, shown: Issue) -> View:
    address = hub.api(f"/issues/{shown.number}")
    view = {
        "id": 1000 + shown.number,
        "number": shown.number,
        "url": address,
        "html_url": page(hub, shown),
        "repository_url": hub.api(),
        "comments_url": f"{address}/comments",
        "events_url": f"{address}/events",
        "labels_url": f"{address}/labels{{/name}}",
        "title": shown.title,
        "body": shown.body,
        "user": user(hub, shown.login),
        "author_association": association(hub, shown.login),
        "labels": labels(hub, shown),
        "state": shown.state,
        "state_reason": shown.reason,
        "locked": False,
        "comments": len(hub.on(shown.number)),
        "created_at": shown.created,
        "updated_at": shown.updated,
        "closed_at": shown.closed,
    }
    return view | ({"pull_request": pull_links(hub, shown.number, shown.pull)} if shown.pull else {})


def page(hub: Hub, shown: Issue) -> str:
    return hub.web(f"/{'pull' if shown.pull else 'issues'}/{shown.number}")


def pull_links(hub: Hub, number: int, pull: Pull) -> View:
    address = hub.web(f"/pull/{number}")
    links = {"url": hub.api(f"/pulls/{number}"), "html_url": address, "merged_at": pull.merged_at}
    return links | {"diff_url": f"{address}.diff", "patch_url": f"{address}.patch"}


def comment(hub: Hub, shown: Comment) -> View:
    address = hub.api(f"/issues/comments/{shown.id}")
    return {
        "id": shown.id,
        "url": address,
        "html_url": f"{page(hub, hub.issues[shown.number])}#issuecomment-{shown.id}",
        "issue_url": hub.api(f"/issues/{shown.number}"),
        "user": user(hub, shown.login),
        "author_association": association(hub, shown.login),
        "body": shown.body,
        "created_at": shown.created,
        "updated_at": shown.updated,
        "reactions": rollup(hub, shown.reactions, address),
    }


def reaction(hub: Hub, shown: Reaction) -> View:
    return {"id": shown.id, "user": user(hub, shown.login), "content": shown.content, "created_at": shown.created}


def end(hub: Hub, branch: str, sha: str) -> View:
    """The head or base of a pull request; the double has no forks."""
    label = f"{hub.owner}:{branch}"
    return {"label": label, "ref": branch, "sha": sha, "user": owner(hub), "repo": repository(hub)}


def pull(hub: Hub, shown: Issue, about: Pull) -> View:
    """A pull request as listings show it."""
    address = hub.api(f"/pulls/{shown.number}")
    thread = hub.api(f"/issues/{shown.number}")
    links = pull_links(hub, shown.number, about)
    return links | {
        "id": 2000 + shown.number,
        "number": shown.number,
        "issue_url": thread,
        "comments_url": f"{thread}/comments",
        "commits_url": f"{address}/commits",
        "title": shown.title,
        "body": shown.body,
        "user": user(hub, shown.login),
        "author_association": association(hub, shown.login),
        # Here the description of GitHub does not let a label be without one.
        "labels": [each | {"description": each["description"] or ""} for each in labels(hub, shown)],
        "state": shown.state,
        "draft": about.draft,
        "created_at": shown.created,
        "updated_at": shown.updated,
        "closed_at": shown.closed,
        "merge_commit_sha": about.merge_commit,
        "head": end(hub, about.head, hub.head_of(shown.number)),
        "base": end(hub, about.base, hub.branch(about.base) or ""),
    }
