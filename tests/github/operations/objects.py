"""The git objects themselves: blobs, trees, commits."""

from base64 import b64encode
from typing import Any

from tests.github import git_views, rules, views
from tests.github.exchange import Answer, Call, Refusal, missing
from tests.github.repository import EMPTY_TREE, Entry, Signature
from tests.github.state import Hub

TREES = {"040000": "tree", "160000": "commit"}


def create_blob(hub: Hub, call: Call) -> Answer:
    text = call.body["content"]
    content = rules.decoded(text) if call.body.get("encoding") == "base64" else text.encode()
    sha = hub.repository.store(content)
    return Answer(status=201, known={"sha": sha, "url": hub.api(f"/git/blobs/{sha}")})


def get_blob(hub: Hub, call: Call) -> Answer:
    sha = required(hub, call.path["file_sha"], "blob", missing())
    content = hub.repository.content(sha)
    known = {"sha": sha, "url": hub.api(f"/git/blobs/{sha}"), "size": len(content), "encoding": "base64"}
    return Answer(known=known | {"content": b64encode(content).decode()})


def create_tree(hub: Hub, call: Call) -> Answer:
    base = call.body.get("base_tree")
    if base is not None and hub.repository.kind(base) not in ("tree", "commit"):
        raise Refusal(422, "base_tree is not a valid tree oid")
    changes = {entry["path"]: change(hub, base or EMPTY_TREE, entry) for entry in call.body["tree"]}
    rules.touches_no_workflow(call.token, changes)
    sha = hub.repository.tree(base or EMPTY_TREE, changes)
    return Answer(status=201, known=tree(hub, hub.repository.entries(sha), sha))


def change(hub: Hub, base: str, entry: dict[str, Any]) -> tuple[str, str] | None:
    """What an entry makes of its path; a SHA of null takes the path out, which must be there."""
    rules.path_is_well_formed(entry["path"])
    if "sha" in entry and entry["sha"] is None:
        if hub.repository.at(base, entry["path"]) is None:
            raise Refusal(422, "GitRPC::BadObjectState")
        return None
    if "sha" in entry:
        return entry["mode"], required(hub, entry["sha"], TREES.get(entry["mode"], "blob"), bad_sha(entry["sha"]))
    return entry["mode"], hub.repository.store(entry["content"].encode())


def bad_sha(sha: str) -> Refusal:
    return Refusal(422, f"tree.sha {sha} is not a valid object")


def get_tree(hub: Hub, call: Call) -> Answer:
    name = call.path["tree_sha"]
    commit = hub.repository.revision(name)
    sha = hub.repository.commits("-1", commit)[0].tree if commit else required(hub, name, "tree", missing())
    whole = "recursive" in call.query
    return Answer(known=tree(hub, hub.repository.all_entries(sha) if whole else hub.repository.entries(sha), sha))


def tree(hub: Hub, entries: list[Entry], sha: str) -> dict[str, Any]:
    shown = [git_views.tree_entry(hub, entry) for entry in entries]
    return {"sha": sha, "url": hub.api(f"/git/trees/{sha}"), "truncated": False, "tree": shown}


def create_commit(hub: Hub, call: Call) -> Answer:
    """GitHub signs what a bot commits without naming anyone (fern-api/fern#16482)."""
    tree = required(hub, call.body["tree"], "tree", Refusal(422, "Tree SHA does not exist"))
    gone = Refusal(422, "Parent SHA does not exist or is not a commit object")
    parents = tuple(required(hub, sha, "commit", gone) for sha in call.body.get("parents", []))
    author = named(call.body.get("author")) or views.signature(call.login)
    committer = named(call.body.get("committer")) or author
    sha = hub.repository.commit(tree, parents, call.body["message"], author, committer)
    if call.token and call.token.is_bot and not {"author", "committer"} & call.body.keys():
        hub.signed.add(sha)
    return Answer(status=201, known=git_views.git_commit(hub, hub.repository.commits("-1", sha)[0]))


def named(person: dict[str, str] | None) -> Signature | None:
    return Signature(person["name"], person["email"], person.get("date", "")) if person else None


def get_commit(hub: Hub, call: Call) -> Answer:
    sha = required(hub, call.path["commit_sha"], "commit", missing())
    return Answer(known=git_views.git_commit(hub, hub.repository.commits("-1", sha)[0]))


def required(hub: Hub, sha: str, kind: str, otherwise: Refusal) -> str:
    if hub.repository.kind(sha) != kind:
        raise otherwise
    return sha


OPERATIONS = {
    "git/create-blob": create_blob,
    "git/get-blob": get_blob,
    "git/create-tree": create_tree,
    "git/get-tree": get_tree,
    "git/create-commit": create_commit,
    "git/get-commit": get_commit,
}
