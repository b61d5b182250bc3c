"""Clients for the double: PyGithub as it is, and bare HTTP for what PyGithub would never send."""

import json
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

from github import Auth, Github

from tests.github.double import VERSION, WORKFLOW, Double

FILES = {"README.md": "# Digests\n", "digests/harbour-2026.md": "# Harbour 2026\n"}


@dataclass(frozen=True)
class Response:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def connect(double: Double, token: str = WORKFLOW) -> Github:
    """Without PyGithub's pauses and retries; it has nothing patched."""
    return Github(
        auth=Auth.Token(token),
        base_url=double.base,
        api_version=VERSION,
        retry=None,
        timeout=30,
        seconds_between_requests=None,
        seconds_between_writes=None,
    )


def ask(
    double: Double,
    method: str,
    path: str,
    body: Any = None,
    token: str = WORKFLOW,
    without: str = "",
    patience: float = 30,
    **headers: str,
) -> Response:
    """One request to the repository, or to the whole server if the path begins with two slashes."""
    usual = {"Authorization": f"Bearer {token}", "User-Agent": "test", "X-GitHub-Api-Version": VERSION}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    sent = {name: value for name, value in {**usual, **named}.items() if name != without}
    target = path[1:] if path.startswith("//") else f"/repos/{double.hub.full_name}{path}"
    connection = HTTPConnection(urlsplit(double.base).netloc, timeout=patience)
    try:
        raw = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        connection.request(method, target, raw, sent)
        response = connection.getresponse()
        return Response(response.status, dict(response.getheaders()), response.read())
    finally:
        connection.close()


def refusal(response: Response) -> tuple[int, str]:
    """The status and the most specific message."""
    errors = response.json.get("errors", [{}])
    return response.status, errors[0].get("message") or errors[0].get("code") or response.json["message"]


def commit_input(double: Double, branch: str, files: Mapping[str, str], **more: Any) -> dict[str, Any]:
    """The input of createCommitOnBranch, on top of the branch as it is."""
    additions = [{"path": path, "contents": b64encode(text.encode()).decode()} for path, text in files.items()]
    return {
        "branch": {"repositoryNameWithOwner": double.hub.full_name, "branchName": branch},
        "expectedHeadOid": double.hub.branch(branch),
        "message": {"headline": "Draft the digest", "body": "Source-digest: none"},
        "fileChanges": {"additions": additions, "deletions": []},
        **more,
    }


def commit(github: Github, given: Mapping[str, Any]) -> str:
    """Commits through GraphQL as the bot would; says which commit that made."""
    shown = "commit { oid url signature { isValid state } }"
    _, data = github.requester.graphql_named_mutation("createCommitOnBranch", dict(given), shown)
    return str(data["commit"]["oid"])


def caught(double: Double) -> list[str]:
    """The violations so far, which are thereby expected."""
    found = list(double.violations)
    double.violations.clear()
    return found
