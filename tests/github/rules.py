"""What GitHub enforces though its description does not say so; each rule names where people met it."""

import re
import subprocess
from base64 import b64decode
from binascii import Error
from collections.abc import Iterable

from tests.github.access import Token
from tests.github.exchange import Refusal, invalid, unfit
from tests.github.repository import EMPTY_TREE, Repository

LONGEST_BODY = 65_536
LONGEST_TITLE = 256
WORKFLOWS = ".github/workflows"
MALFORMED = {"", ".", "..", ".git"}
NOT_FOR_YOU = "Resource not accessible by integration"
MAY_NOT_OPEN = "GitHub Actions is not permitted to create or approve pull requests."


def body_fits(resource: str, text: str | None) -> None:
    """renovatebot/renovate#2032, telia-oss/github-pr-resource#259."""
    if len(text or "") > LONGEST_BODY:
        raise unfit(resource, f"body is too long (maximum is {LONGEST_BODY} characters)", field="body")


def title_fits(resource: str, text: str | None) -> None:
    """renovatebot/renovate#2032 has the form of the message."""
    if text is None or not text.strip():
        raise invalid(resource, "title", "missing_field")
    if len(text) > LONGEST_TITLE:
        raise unfit(resource, f"title is too long (maximum is {LONGEST_TITLE} characters)", field="title")


def path_is_well_formed(path: str) -> None:
    """joshcai/leetcode-sync#22, hub4j/github-api#1217."""
    if path.startswith("/"):
        raise Refusal(422, "tree.path cannot start with a slash")
    if any(part.lower() in MALFORMED for part in path.split("/")) or "\0" in path:
        raise Refusal(422, "tree.path contains a malformed path component")


def touches_no_workflow(token: Token | None, paths: Iterable[str]) -> None:
    """peter-evans/create-pull-request#1713; anthropics/claude-code-action#29 has the 403 of git/trees."""
    forbidden = token is not None and not token.may("workflows", "write")
    if forbidden and any(path.startswith(f"{WORKFLOWS}/") for path in paths):
        raise Refusal(403, NOT_FOR_YOU)


def brings_no_workflow(token: Token | None, repository: Repository, new: str) -> None:
    """The same for a ref that is set to a commit: its workflows must be some branch's already."""
    if token is None or token.may("workflows", "write"):
        return
    known = {workflows(repository, sha) for sha in repository.refs("refs/heads/").values()}
    if workflows(repository, new) not in known:
        raise Refusal(403, NOT_FOR_YOU)


def workflows(repository: Repository, commit: str) -> str:
    return repository.at(commit, WORKFLOWS) or EMPTY_TREE


def ref_name_is_valid(repository: Repository, ref: str) -> None:
    """octokit/octokit.js#562 and the operation's own prose: it starts with refs and has two slashes."""
    if not ref.startswith("refs/") or ref.count("/") < 2:
        raise Refusal(422, "Reference name must start with 'refs/' and have at least two slashes")
    if not repository.holds("check-ref-format", ref):
        raise Refusal(422, f"{ref} is not a valid ref name.")


def moved(repository: Repository, ref: str, new: str, old: str) -> None:
    """microsoft/vscode-remote-repositories-github#122: `a/b` beside a branch `a` is refused without a reason."""
    try:
        repository.git("update-ref", ref, new, old)
    except subprocess.CalledProcessError as error:
        raise Refusal(422, "Reference update failed") from error


def decoded(content: str) -> bytes:
    """Base64 as GitHub reads it: line breaks are allowed, anything else is not."""
    try:
        return b64decode(re.sub(r"\s", "", content), validate=True)
    except Error as error:
        raise Refusal(422, "content is not valid Base64") from error
