"""The repository as people browse it: itself, its files, its history, what lies between two commits."""

from base64 import encodebytes
from typing import Any

from tests.github import git_views, views
from tests.github.exchange import Answer, Call, NotServed, Refusal, missing
from tests.github.pages import listing, page
from tests.github.repository import EMPTY_TREE, Commit, Entry
from tests.github.state import Hub

INLINE = 1_000_000
"""Beyond this a file's content is left out (docs: get repository content)."""
RAW = ("application/vnd.github.raw", "application/vnd.github.v3.raw")


def repository(hub: Hub, call: Call) -> Answer:
    return Answer(known=views.repository(hub) | {"permissions": views.role(hub, call.login)})


def content(hub: Hub, call: Call) -> Answer:
    path, at = call.path["path"].strip("/"), call.query.get("ref", "main")
    commit = hub.repository.revision(at)
    if commit is None:
        raise Refusal(404, f"No commit found for the ref {at}")
    entries = hub.repository.entries(commit, path) if path else []
    if not path or (entries and entries[0].kind == "tree"):
        inside = hub.repository.entries(commit, *([f"{path}/"] if path else []))
        return Answer(known=[git_views.content(hub, entry, entry.path, at) for entry in inside])
    if not entries:
        raise missing()
    return file(hub, call, entries[0], at)


def file(hub: Hub, call: Call, entry: Entry, at: str) -> Answer:
    if entry.kind != "blob" or entry.mode == "120000":
        raise NotServed(f"the contents of a {entry.kind} of mode {entry.mode}")
    held = hub.repository.content(entry.sha)
    if call.accept.startswith(RAW):
        return Answer(raw=held)
    inline = {"encoding": "base64", "content": encodebytes(held).decode()}
    large = {"encoding": "none", "content": ""}
    view = git_views.content(hub, entry, entry.path, at)
    return Answer(known=view | (inline if len(held) <= INLINE else large))


def commits(hub: Hub, call: Call) -> Answer:
    start = found(hub, call.query.get("sha", "main"))
    path = call.query.get("path")
    log = hub.repository.commits(start, *(("--", f":(literal){path}") if path else ()))
    return listing(call, [git_views.commit(hub, commit) for commit in log])


def commit(hub: Hub, call: Call) -> Answer:
    name = call.path["ref"]
    sha = hub.repository.revision(name)
    if sha is None:
        raise Refusal(422, f"No commit found for SHA: {name}")
    shown = hub.repository.commits("-1", sha)[0]
    files, headers = page(call, changed(hub, shown))
    stats = {name: sum(file[name] for file in files) for name in ("additions", "deletions")}
    total = {"total": stats["additions"] + stats["deletions"]}
    return Answer(known=git_views.commit(hub, shown) | {"files": files, "stats": stats | total}, headers=headers)


def changed(hub: Hub, shown: Commit) -> list[dict[str, Any]]:
    before = shown.parents[0] if shown.parents else EMPTY_TREE
    return [git_views.file(hub, change, shown.sha) for change in hub.repository.changes(before, shown.sha)]


def compare(hub: Hub, call: Call) -> Answer:
    base, dots, head = call.path["basehead"].partition("...")
    if not dots:
        raise missing()
    base, head = found(hub, base), found(hub, head)
    middle = hub.repository.attempt("merge-base", base, head)
    if middle is None:
        raise Refusal(404, "No common ancestor between the two")
    ahead = hub.repository.commits("--reverse", f"{base}..{head}")
    behind = hub.repository.commits(f"{head}..{base}")
    shown, headers = page(call, ahead)
    known = {
        "url": call.url,
        "status": status(len(ahead), len(behind)),
        "ahead_by": len(ahead),
        "behind_by": len(behind),
        "total_commits": len(ahead),
        "base_commit": view(hub, base),
        "merge_base_commit": view(hub, middle),
        "commits": [git_views.commit(hub, commit) for commit in shown],
        "files": [git_views.file(hub, change, head) for change in hub.repository.changes(middle, head)],
    }
    return Answer(known=known, headers=headers)


def status(ahead: int, behind: int) -> str:
    if ahead and behind:
        return "diverged"
    return "ahead" if ahead else "behind" if behind else "identical"


def view(hub: Hub, sha: str) -> dict[str, Any]:
    return git_views.commit(hub, hub.repository.commits("-1", sha)[0])


def found(hub: Hub, name: str) -> str:
    sha = hub.repository.revision(name)
    if sha is None:
        raise missing()
    return sha


OPERATIONS = {
    "repos/get": repository,
    "repos/get-content": content,
    "repos/list-commits": commits,
    "repos/get-commit": commit,
    "repos/compare-commits-with-basehead": compare,
}
