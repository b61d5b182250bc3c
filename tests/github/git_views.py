"""How GitHub shows what is in git: refs, commits, trees, files."""

from urllib.parse import quote

from tests.github.repository import Change, Commit, Entry, Signature
from tests.github.state import Hub
from tests.github.views import View, login_of, user

KINDS = {"blob": "file", "tree": "dir", "commit": "submodule"}


def person(shown: Signature) -> View:
    return {"name": shown.name, "email": shown.email, "date": shown.date}


def git_commit(hub: Hub, shown: Commit) -> View:
    """A commit as git has it."""
    return {
        "sha": shown.sha,
        "url": hub.api(f"/git/commits/{shown.sha}"),
        "html_url": hub.web(f"/commit/{shown.sha}"),
        "author": person(shown.author),
        "committer": person(shown.committer),
        "message": shown.message,
        "tree": {"sha": shown.tree, "url": hub.api(f"/git/trees/{shown.tree}")},
        "parents": [parent(hub, sha, "/git/commits") for sha in shown.parents],
        "verification": verification(hub, shown),
    }


def verification(hub: Hub, shown: Commit) -> View:
    signed = shown.sha in hub.signed
    return {"verified": signed, "reason": "valid" if signed else "unsigned", "signature": None, "payload": None}


def parent(hub: Hub, sha: str, family: str) -> View:
    return {"sha": sha, "url": hub.api(f"{family}/{sha}"), "html_url": hub.web(f"/commit/{sha}")}


def commit(hub: Hub, shown: Commit) -> View:
    """A commit as GitHub shows it, with accounts."""
    address = hub.api(f"/commits/{shown.sha}")
    inner = git_commit(hub, shown)
    kept = ("author", "committer", "message", "tree", "verification")
    return {
        "sha": shown.sha,
        "url": address,
        "html_url": hub.web(f"/commit/{shown.sha}"),
        "comments_url": f"{address}/comments",
        "commit": {name: inner[name] for name in kept} | {"url": inner["url"], "comment_count": 0},
        "author": user(hub, login_of(shown.author)),
        "committer": user(hub, login_of(shown.committer)),
        "parents": [parent(hub, sha, "/commits") for sha in shown.parents],
    }


def ref(hub: Hub, name: str, sha: str) -> View:
    target = {"type": "commit", "sha": sha, "url": hub.api(f"/git/commits/{sha}")}
    return {"ref": name, "url": hub.api(f"/git/{name}"), "object": target}


def file(hub: Hub, changed: Change, sha: str) -> View:
    path = quote(changed.path)
    numbers = {"additions": changed.additions, "deletions": changed.deletions}
    view = {
        "filename": changed.path,
        "status": changed.status,
        "sha": changed.sha,
        "changes": changed.additions + changed.deletions,
        "blob_url": hub.web(f"/blob/{sha}/{path}"),
        "raw_url": hub.web(f"/raw/{sha}/{path}"),
        "contents_url": hub.api(f"/contents/{path}?ref={sha}"),
    }
    return view | numbers | ({"patch": changed.patch} if changed.patch else {})


def tree_entry(hub: Hub, entry: Entry) -> View:
    view = {"path": entry.path, "mode": entry.mode, "type": entry.kind, "sha": entry.sha}
    address = hub.api(f"/git/{'trees' if entry.kind == 'tree' else 'blobs'}/{entry.sha}")
    return view | {"url": address} | ({} if entry.size is None else {"size": entry.size})


def content(hub: Hub, entry: Entry, path: str, at: str) -> View:
    """A file or folder as the contents interface lists it."""
    address = f"{hub.api(f'/contents/{quote(path)}')}?ref={quote(at)}"
    git = hub.api(f"/git/{'trees' if entry.kind == 'tree' else 'blobs'}/{entry.sha}")
    page = hub.web(f"/blob/{quote(at)}/{quote(path)}")
    return {
        "type": KINDS[entry.kind],
        "name": path.rpartition("/")[2],
        "path": path,
        "sha": entry.sha,
        "size": entry.size or 0,
        "url": address,
        "git_url": git,
        "html_url": page,
        "download_url": None,
        "_links": {"self": address, "git": git, "html": page},
    }
