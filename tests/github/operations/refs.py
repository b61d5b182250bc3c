"""Refs and branches."""

from tests.github import git_views, rules
from tests.github.exchange import Answer, Call, Refusal, missing
from tests.github.pages import listing
from tests.github.repository import NOTHING
from tests.github.state import Hub


def get(hub: Hub, call: Call) -> Answer:
    name = f"refs/{call.path['ref']}"
    return Answer(known=git_views.ref(hub, name, existing(hub, name, missing())))


def matching(hub: Hub, call: Call) -> Answer:
    found = hub.repository.refs(f"refs/{call.path['ref']}")
    return Answer(known=[git_views.ref(hub, name, sha) for name, sha in found.items()])


def create(hub: Hub, call: Call) -> Answer:
    name, sha = call.body["ref"], call.body["sha"]
    rules.ref_name_is_valid(hub.repository, name)
    require_commit(hub, sha)
    if hub.repository.ref(name):
        raise Refusal(422, "Reference already exists")
    rules.brings_no_workflow(call.token, hub.repository, sha)
    rules.moved(hub.repository, name, sha, NOTHING)
    return Answer(status=201, known=git_views.ref(hub, name, sha))


def update(hub: Hub, call: Call) -> Answer:
    """Without `force` only forwards (docs of the operation)."""
    name, sha = f"refs/{call.path['ref']}", call.body["sha"]
    old = existing(hub, name, Refusal(422, "Reference does not exist"))
    require_commit(hub, sha)
    if not call.body.get("force") and not hub.repository.is_ancestor(old, sha):
        raise Refusal(422, "Update is not a fast forward")
    rules.brings_no_workflow(call.token, hub.repository, sha)
    hub.move(name, sha, old)
    return Answer(known=git_views.ref(hub, name, sha))


def delete(hub: Hub, call: Call) -> Answer:
    name = f"refs/{call.path['ref']}"
    existing(hub, name, Refusal(422, "Reference does not exist"))
    if name == "refs/heads/main":
        raise Refusal(422, "Cannot delete the default branch")
    hub.remove(name, call.login)
    return Answer(status=204)


def existing(hub: Hub, name: str, otherwise: Refusal) -> str:
    sha = hub.repository.ref(name)
    if sha is None:
        raise otherwise
    return sha


def require_commit(hub: Hub, sha: str) -> None:
    """octokit/octokit.js#562."""
    kind = hub.repository.kind(sha)
    if kind is None:
        raise Refusal(422, "Object does not exist")
    if kind != "commit":
        raise Refusal(422, f"Object is a {kind}, not a commit")


def branches(hub: Hub, call: Call) -> Answer:
    found = hub.repository.refs("refs/heads/")
    return listing(call, [short_branch(hub, name.removeprefix("refs/heads/"), sha) for name, sha in found.items()])


def short_branch(hub: Hub, name: str, sha: str) -> dict[str, object]:
    return {"name": name, "commit": {"sha": sha, "url": hub.api(f"/commits/{sha}")}, "protected": False}


def branch(hub: Hub, call: Call) -> Answer:
    name = call.path["branch"]
    sha = hub.branch(name)
    if sha is None:
        raise Refusal(404, "Branch not found")
    commit = git_views.commit(hub, hub.repository.commits("-1", sha)[0])
    address = hub.api(f"/branches/{name}")
    links = {"self": address, "html": hub.web(f"/tree/{name}")}
    known = {"name": name, "commit": commit, "protected": False, "_links": links}
    return Answer(known=known | {"protection": {"enabled": False}, "protection_url": f"{address}/protection"})


OPERATIONS = {
    "git/get-ref": get,
    "git/list-matching-refs": matching,
    "git/create-ref": create,
    "git/update-ref": update,
    "git/delete-ref": delete,
    "repos/list-branches": branches,
    "repos/get-branch": branch,
}
