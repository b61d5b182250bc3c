"""The double is as strict as GitHub's description, and its repository is a real one."""

from typing import Any

import pytest
from github import Github
from github.ContentFile import ContentFile

from tests.github import contract
from tests.github.client import FILES, ask, caught, commit, commit_input, connect
from tests.github.double import MAINTAINER, Double
from tests.github.exchange import Call
from tests.github.operations import OPERATIONS
from tests.github.schemas import FOLDER, rest


def test_the_description_has_just_the_operations_that_are_served() -> None:
    assert set(OPERATIONS) == {operation.name for operation in contract.operations()}


def test_the_description_is_free_of_prose_and_addresses() -> None:
    assert "://" not in str(rest().document)
    assert '"""' not in (FOLDER / "mutation.graphql").read_text()


# A whole road, as the bot takes it


def test_the_road_from_a_branch_to_a_merge_leaves_a_sound_repository(double: Double, github: Github) -> None:
    repository = github.get_repo("harbour/digests")
    start = repository.get_git_ref("heads/main").object.sha
    repository.create_git_ref("refs/heads/digest/harbour-2026", start)
    head = commit(github, commit_input(double, "digest/harbour-2026", {"digests/harbour-2026.md": "# New\n"}))
    pull = repository.create_pull("main", "digest/harbour-2026", title="Harbour 2026", body="Please read.")
    pull.add_to_labels("digest")
    assert head == pull.head.sha
    assert ["digests/harbour-2026.md"] == [file.filename for file in pull.get_files()]
    assert [head] == [shown.sha for shown in pull.get_commits()]
    merged = pull.merge(sha=head).sha
    assert f"{start} {head}" == double.git("log", "-1", "--format=%P", merged)
    assert merged == double.git("rev-parse", "main")
    assert "# New\n" == double.file("main", "digests/harbour-2026.md")
    assert "" == double.git("fsck", "--strict", "--full")
    assert len(double.calls) == double.validated == 9


def test_the_same_calls_make_the_same_commits_everywhere() -> None:
    made = []
    for _ in range(2):
        with Double(FILES) as double, connect(double) as github:
            double.branch("draft")
            made.append(commit(github, commit_input(double, "draft", {"a.md": "a\n"})))
    assert made[0] == made[1]


def test_a_commit_through_graphql_is_the_bots_and_signed_by_github(double: Double, github: Github) -> None:
    double.branch("draft")
    sha = commit(github, commit_input(double, "draft", {"a.md": "a\n"}))
    assert "github-actions[bot] GitHub" == double.git("log", "-1", "--format=%an %cn", sha)
    shown = github.get_repo("harbour/digests").get_commit(sha)
    assert shown.commit.verification.verified
    assert "github-actions[bot]" == shown.author.login


def test_the_data_interface_builds_trees_and_commits(double: Double, github: Github) -> None:
    repository = github.get_repo("harbour/digests")
    parent = repository.get_git_commit(repository.get_branch("main").commit.sha)
    blob = repository.create_git_blob("Y2Fmw6kK", "base64")
    assert "Y2Fmw6kK" == repository.get_git_blob(blob.sha).content
    entries: list[dict[str, str | None]]
    entries = [{"path": "digests/cafe.md", "mode": "100644", "type": "blob", "sha": blob.sha}]
    entries.append({"path": "README.md", "mode": "100644", "type": "blob", "sha": None})
    body = {"base_tree": parent.tree.sha, "tree": entries}
    tree = ask(double, "POST", "/git/trees", body).json["sha"]
    made = repository.create_git_commit("By hand", repository.get_git_tree(tree), [parent])
    repository.get_git_ref("heads/main").edit(made.sha)
    assert "café\n" == double.file("main", "digests/cafe.md")
    names = ["digests", "digests/cafe.md", "digests/harbour-2026.md"]
    assert names == [entry.path for entry in repository.get_git_tree("main", recursive=True).tree]


def paths(found: list[ContentFile] | ContentFile) -> list[str]:
    return [file.path for file in found] if isinstance(found, list) else [found.path]


def content(found: list[ContentFile] | ContentFile) -> bytes:
    assert isinstance(found, ContentFile)
    return found.decoded_content


def test_files_are_read_at_a_ref_also_raw(double: Double, github: Github) -> None:
    double.branch("draft")
    double.edit("draft", "digests/harbour-2026.md", "# Draft\n")
    repository = github.get_repo("harbour/digests")
    assert b"# Draft\n" == content(repository.get_contents("digests/harbour-2026.md", ref="draft"))
    assert b"# Harbour 2026\n" == content(repository.get_contents("digests/harbour-2026.md"))
    assert ["README.md", "digests"] == paths(repository.get_contents(""))
    assert ["digests/harbour-2026.md"] == paths(repository.get_contents("digests"))
    raw = ask(double, "GET", "/contents/digests/harbour-2026.md?ref=draft", Accept="application/vnd.github.raw+json")
    assert b"# Draft\n" == raw.body
    assert 404 == ask(double, "GET", "/contents/digests/absent.md").status
    assert 404 == ask(double, "GET", "/contents/README.md?ref=absent").status


def test_the_history_of_a_file_is_listed(double: Double, github: Github) -> None:
    double.edit("main", "README.md", "# Ours\n", by="bob")
    repository = github.get_repo("harbour/digests")
    assert ["Update README.md", "Begin"] == [shown.commit.message for shown in repository.get_commits()]
    assert ["bob", "ada"] == [shown.author.login for shown in repository.get_commits(path="README.md")]
    assert 1 == repository.get_commits(path="digests").totalCount


def test_two_commits_are_compared(double: Double, github: Github) -> None:
    double.branch("draft")
    double.edit("draft", "a.md", "a\nb\n")
    double.edit("main", "README.md", "# Ours\n")
    comparison = github.get_repo("harbour/digests").compare("main", "draft")
    assert ("diverged", 1, 1) == (comparison.status, comparison.ahead_by, comparison.behind_by)
    assert [("a.md", "added", 2)] == [(file.filename, file.status, file.additions) for file in comparison.files]
    assert "@@ -0,0 +1,2 @@\n+a\n+b" == next(iter(comparison.files)).patch


def test_calls_are_remembered_by_the_names_github_has_for_them(double: Double, github: Github) -> None:
    github.get_repo("harbour/digests")
    double.branch("draft")
    commit(github, commit_input(double, "draft", {}))
    assert ["repos/get", "graphql/createCommitOnBranch"] == [call.operation for call in double.calls]


# What is reported


@pytest.mark.parametrize(
    ("method", "path", "body", "violation"),
    [
        ("POST", "/issues", {"title": "T", "tittle": "T"}, "issues/create: body tittle is unknown"),
        (
            "POST",
            "/git/trees",
            {"tree": [{"path": "a", "mode": "100644", "type": "blob", "content": "a", "contents": "a"}]},
            "git/create-tree: body tree.0.contents is unknown",
        ),
        ("GET", "/pulls?status=open", None, "pulls/list: query status is unknown"),
        ("GET", "/pulls?state=new", None, "pulls/list: query state: 'new' is not one of ['open', 'closed', 'all']"),
        ("GET", "/pulls?per_page=many", None, "pulls/list: query per_page: 'many' is not of type 'integer'"),
        ("GET", "/pulls/first", None, "pulls/get: path pull_number: 'first' is not of type 'integer'"),
        ("POST", "/issues", {"title": "T", "body": 1}, "issues/create: body body: 1 is not of type 'string'"),
        ("POST", "/issues", {"body": "B"}, "issues/create: body 'title' is a required property"),
        ("POST", "/issues", None, "issues/create: the body is missing"),
        ("GET", "/labels", {"a": 1}, "issues/list-labels-for-repo: a body where none is read"),
        ("POST", "/issues", b"{", "unknown: the body is not JSON"),
        ("GET", "/stargazers", None, "unknown: GET /repos/harbour/digests/stargazers is not served"),
        ("GET", "/issues?milestone=1", None, "issues/list-for-repo: the double does not serve query milestone"),
        (
            "GET",
            "/issues?sort=comments",
            None,
            "issues/list-for-repo: the double does not serve issues sorted by comments",
        ),
    ],
)
def test_a_malformed_request_is_a_violation(double: Double, method: str, path: str, body: Any, violation: str) -> None:
    ask(double, method, path, body)
    assert [violation] == caught(double)
    assert 0 == double.validated


@pytest.mark.parametrize("header", ["Authorization", "User-Agent", "X-GitHub-Api-Version"])
def test_a_missing_header_is_a_violation(double: Double, header: str) -> None:
    ask(double, "GET", "", without=header)
    assert [f"repos/get: no {header.lower()} header"] == caught(double)


def test_another_version_of_the_interface_is_a_violation(double: Double) -> None:
    ask(double, "GET", "", X_GitHub_Api_Version="2026-03-10")
    assert ["repos/get: x-github-api-version is 2026-03-10, not 2022-11-28"] == caught(double)


@pytest.mark.parametrize(
    ("query", "given", "violation"),
    [
        ("mutation { createCommitOnBranch", {}, "Syntax Error"),
        ("mutation { deleteEverything { id } }", {}, "Cannot query field 'deleteEverything'"),
        ("mutation M($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { sha } }", {}, "'sha'"),
        ("MUTATION", {"branch": {"branchName": 1}}, "String cannot represent a non string value"),
        ("MUTATION", {"author": "ada"}, "Expected value of type 'CreateCommitOnBranchInput'"),
        ("MUTATION", {"expectedHeadOid": None}, "non-null type 'GitObjectID!' not to be None"),
    ],
)
def test_a_malformed_mutation_is_a_violation(double: Double, query: str, given: dict[str, Any], violation: str) -> None:
    whole = "mutation M($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid } } }"
    variables = {"input": commit_input(double, "main", {}) | given}
    document = whole if query == "MUTATION" else query
    response = ask(double, "POST", "//graphql", {"query": document, "variables": variables})
    assert "errors" in response.json
    assert violation in "\n".join(caught(double))


def test_leaving_the_block_fails_if_anything_was_malformed() -> None:
    with pytest.raises(AssertionError, match="repos/get: query page is unknown"), Double() as double:
        ask(double, "GET", "?page=1")


def test_an_answer_that_breaks_the_description_is_a_violation_too(double: Double) -> None:
    double.settings.default_permissions = "admin"
    ask(double, "GET", "/actions/permissions/workflow", token=MAINTAINER)
    assert "our answer 200: default_workflow_permissions: 'admin' is not one of ['read', 'write']" in caught(double)[0]


def test_a_mistake_in_the_double_is_a_violation(double: Double) -> None:
    def broken(number: int) -> None:
        raise ZeroDivisionError

    double.on_call(broken)
    with pytest.raises(ConnectionError):
        ask(double, "GET", "")
    assert "ZeroDivisionError" in caught(double)[0]


def test_a_call_knows_who_asked(double: Double, github: Github) -> None:
    github.get_repo("harbour/digests")
    call: Call = double.calls[0]
    assert ("github-actions[bot]", "GET", 1) == (call.login, call.method, call.number)
