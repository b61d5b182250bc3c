"""Refs, trees and commits obey git's rules and GitHub's own on top."""

from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from github import Github, GithubException

from tests.github.client import ask, caught, commit, commit_input, refusal
from tests.github.double import Double


@pytest.mark.parametrize(
    ("ref", "message"),
    [
        ("refs/heads/main", "Reference already exists"),
        ("heads/new", "Reference name must start with 'refs/' and have at least two slashes"),
        ("refs/heads/a..b", "refs/heads/a..b is not a valid ref name."),
        ("refs/heads/main/below", "Reference update failed"),
    ],
)
def test_a_ref_that_cannot_be_is_refused(double: Double, ref: str, message: str) -> None:
    sha = double.hub.branch("main")
    assert (422, message) == refusal(ask(double, "POST", "/git/refs", {"ref": ref, "sha": sha}))


@pytest.mark.parametrize("sha", ["0" * 40, "main", "--batch", ""])
def test_a_ref_needs_a_commit_by_its_whole_sha(double: Double, sha: str) -> None:
    given = {"ref": "refs/heads/new", "sha": sha}
    assert (422, "Object does not exist") == refusal(ask(double, "POST", "/git/refs", given))
    tree = {"ref": "refs/heads/new", "sha": double.git("rev-parse", "main^{tree}")}
    assert (422, "Object is a tree, not a commit") == refusal(ask(double, "POST", "/git/refs", tree))


def test_a_ref_moves_forward_only_unless_forced(double: Double) -> None:
    first = double.hub.branch("main")
    second = double.edit("main", "a.md", "a\n")
    back = {"sha": first}
    assert (422, "Update is not a fast forward") == refusal(ask(double, "PATCH", "/git/refs/heads/main", back))
    assert second == double.hub.branch("main")
    assert 200 == ask(double, "PATCH", "/git/refs/heads/main", {**back, "force": True}).status
    assert first == double.hub.branch("main")
    assert (422, "Reference does not exist") == refusal(ask(double, "PATCH", "/git/refs/heads/absent", back))


def test_refs_are_found_by_their_full_names(double: Double) -> None:
    double.branch("digest/one")
    double.branch("digest/two")
    assert 404 == ask(double, "GET", "/git/ref/heads/digest").status
    assert 404 == ask(double, "GET", "/git/ref/heads/main~0").status
    assert 200 == ask(double, "GET", "/git/ref/heads/digest%2Fone").status
    found = ask(double, "GET", "/git/matching-refs/heads/digest/").json
    assert ["refs/heads/digest/one", "refs/heads/digest/two"] == [ref["ref"] for ref in found]


PATHS = ["/etc/passwd", "../up.md", "a/../b.md", "a//b.md", "./a.md", ".git/config", "a/.GIT/hooks", "a/"]


@pytest.mark.parametrize("path", PATHS)
def test_a_malformed_path_is_refused_everywhere(double: Double, path: str) -> None:
    entry = {"path": path, "mode": "100644", "type": "blob", "content": "x"}
    assert 422 == ask(double, "POST", "/git/trees", {"tree": [entry]}).status
    answer = mutate(double, commit_input(double, "main", {path: "x"}))
    assert "UNPROCESSABLE" == answer["errors"][0]["type"]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"path": "absent.md", "sha": None}, "GitRPC::BadObjectState"),
        ({"path": "a.md", "sha": "0" * 40}, f"tree.sha {'0' * 40} is not a valid object"),
    ],
)
def test_a_tree_of_what_is_not_there_is_refused(double: Double, entry: dict[str, Any], message: str) -> None:
    given = {"base_tree": double.git("rev-parse", "main^{tree}"), "tree": [{"mode": "100644", "type": "blob", **entry}]}
    assert (422, message) == refusal(ask(double, "POST", "/git/trees", given))


# createCommitOnBranch


def mutate(double: Double, given: dict[str, Any]) -> Any:
    query = "mutation M($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid } } }"
    return ask(double, "POST", "//graphql", {"query": query, "variables": {"input": given}}).json


def test_a_branch_that_has_moved_is_stale(double: Double, github: Github) -> None:
    given = commit_input(double, "main", {"a.md": "a\n"})
    moved = double.edit("main", "b.md", "b\n")
    with pytest.raises(GithubException) as error:
        commit(github, given)
    head = given["expectedHeadOid"]
    assert {
        "type": "STALE_DATA",
        "path": ["createCommitOnBranch"],
        "locations": [{"line": 1, "column": 57}],
        "message": f'Expected branch to point to "{head}" but it did not.  Pull and try again.',
    } == error.value.data["errors"][0]
    assert moved == double.hub.branch("main")


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"branch": {"repositoryNameWithOwner": "harbour/digests", "branchName": "absent"}}, "NOT_FOUND"),
        ({"branch": {"repositoryNameWithOwner": "harbour/other", "branchName": "main"}}, "NOT_FOUND"),
        ({"expectedHeadOid": "main"}, "UNPROCESSABLE"),
        ({"fileChanges": {"deletions": [{"path": "absent.md"}]}}, "UNPROCESSABLE"),
        ({"fileChanges": {"deletions": [{"path": "digests"}]}}, "UNPROCESSABLE"),
        ({"fileChanges": {"additions": [{"path": "a.md", "contents": "not base64!"}]}}, "UNPROCESSABLE"),
        ({"fileChanges": {"additions": [{"path": ".github/workflows/a.yml", "contents": ""}]}}, "FORBIDDEN"),
    ],
)
def test_a_commit_that_cannot_be_made_changes_nothing(double: Double, change: dict[str, Any], kind: str) -> None:
    before = double.hub.branch("main")
    answer = mutate(double, commit_input(double, "main", {}) | change)
    assert (None, kind) == (answer["data"]["createCommitOnBranch"], answer["errors"][0]["type"])
    assert before == double.hub.branch("main")


def test_of_two_commits_at_the_same_time_one_is_stale(double: Double) -> None:
    given = [commit_input(double, "main", {f"{name}.md": name}) for name in ("one", "two")]
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda each: mutate(double, each), given))
    refused = [answer["errors"][0]["type"] for answer in answers if "errors" in answer]
    assert (["STALE_DATA"], "2") == (refused, double.git("rev-list", "--count", "main"))


def test_a_branch_by_its_node_id_is_not_served(double: Double) -> None:
    mutate(double, commit_input(double, "main", {}) | {"branch": {"id": "invented"}})
    assert ["graphql/createCommitOnBranch: the double does not serve branches by their node id"] == caught(double)


def test_a_commit_adds_changes_and_deletes_at_once(double: Double, github: Github) -> None:
    changes = {
        "additions": [{"path": "digests/new/a.md", "contents": b64encode("é\n".encode()).decode()}],
        "deletions": [{"path": "digests/harbour-2026.md"}],
    }
    commit(github, commit_input(double, "main", {}, fileChanges=changes))
    assert "README.md\ndigests/new/a.md" == double.git("ls-tree", "-r", "--name-only", "main")
    assert "100644" == double.git("ls-tree", "main", "digests/new/a.md").split()[0]
    assert "Draft the digest\n\nSource-digest: none" == double.git("log", "-1", "--format=%B", "main")
