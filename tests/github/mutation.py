"""GraphQL's createCommitOnBranch: the document held to GitHub's schema, then carried out on the repository."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from graphql import (
    DocumentNode,
    FieldNode,
    GraphQLError,
    GraphQLSchema,
    OperationDefinitionNode,
    build_schema,
    execute_sync,
    get_variable_values,
    parse,
    validate,
)

from tests.github import rules, views
from tests.github.exchange import Call, NotServed, Refusal
from tests.github.repository import FILE, SHA, Commit
from tests.github.schemas import FOLDER
from tests.github.state import Hub

NAME = "createCommitOnBranch"


@cache
def schema() -> GraphQLSchema:
    return build_schema((FOLDER / "mutation.graphql").read_text(), assume_valid=True, assume_valid_sdl=True)


def read(body: Any) -> tuple[DocumentNode | None, list[GraphQLError]]:
    """The document, and everything that GitHub's schema says against it and its variables."""
    try:
        document = parse(body["query"])
    except GraphQLError as error:
        return None, [error]
    errors = validate(schema(), document)
    operation = operation_of(document)
    if errors or operation is None:
        return document, errors
    coerced = get_variable_values(schema(), operation.variable_definitions or (), body.get("variables") or {})
    return document, coerced if isinstance(coerced, list) else []


def operation_of(document: DocumentNode | None) -> OperationDefinitionNode | None:
    definitions = document.definitions if document else ()
    return next((part for part in definitions if isinstance(part, OperationDefinitionNode)), None)


def name_of(document: DocumentNode | None) -> str:
    """The field that is asked for, to name the call by."""
    operation = operation_of(document)
    fields = operation.selection_set.selections if operation else ()
    return next((field.name.value for field in fields if isinstance(field, FieldNode)), "unknown")


def carry_out(hub: Hub, call: Call, document: DocumentNode) -> dict[str, Any]:
    """GraphQL's answer; a refusal is an error with GitHub's `type` in it, and the status stays 200."""
    root = {NAME: lambda _, input: create_commit(hub, call, input)}
    result = execute_sync(schema(), document, root, variable_values=call.body.get("variables"))
    for error in result.errors or ():
        if error.original_error and not isinstance(error.original_error, GraphQLError):
            raise error.original_error  # Ours, not GitHub's.
    return {"data": result.data} | ({"errors": [*map(view, result.errors)]} if result.errors else {})


def view(error: GraphQLError) -> dict[str, Any]:
    """The shape is that of ministryofjustice/modernisation-platform#11985."""
    about = error.formatted
    kind = (error.extensions or {}).get("type")
    shown = {name: about[name] for name in ("path", "locations") if name in about}
    return ({"type": kind} if kind else {}) | shown | {"message": error.message}


def refuse(kind: str, message: str) -> GraphQLError:
    return GraphQLError(message, extensions={"type": kind})


def create_commit(hub: Hub, call: Call, given: Mapping[str, Any]) -> dict[str, Any]:
    if call.token is None or not call.token.may("contents", "write"):
        raise refuse("FORBIDDEN", rules.NOT_FOR_YOU)
    branch, head = branch_of(hub, given["branch"])
    require_head(given["expectedHeadOid"], head)
    changes = changes_of(hub, call, given.get("fileChanges") or {}, head)
    tree = hub.repository.tree(head, changes)
    message = f"{given['message']['headline']}\n\n{given['message'].get('body') or ''}".rstrip()
    sha = hub.repository.commit(tree, (head,), message, views.signature(call.login), views.WEB_FLOW)
    hub.signed.add(sha)
    hub.move(f"refs/heads/{branch}", sha, head)
    ref = {"name": branch, "prefix": "refs/heads/"}
    commit = commit_view(hub, hub.repository.commits("-1", sha)[0])
    return {"clientMutationId": given.get("clientMutationId"), "ref": ref, "commit": commit}


def branch_of(hub: Hub, given: Mapping[str, Any]) -> tuple[str, str]:
    """The branch and its head; it must exist (README of planetscale/ghcommit)."""
    if given.get("id"):
        raise NotServed("branches by their node id")
    name = given.get("repositoryNameWithOwner")
    if name != hub.full_name:
        raise refuse("NOT_FOUND", f"Could not resolve to a Repository with the name '{name}'.")
    branch = (given.get("branchName") or "").removeprefix("refs/heads/")
    head = hub.branch(branch)
    if head is None:
        raise refuse("NOT_FOUND", f"Could not resolve to a branch with the name '{branch}'.")
    return branch, head


def require_head(expected: str, head: str) -> None:
    """ministryofjustice/modernisation-platform#11985, planetscale/ghcommit#153; the two spaces are GitHub's."""
    if not re.fullmatch(SHA, expected):
        raise refuse("UNPROCESSABLE", f"{expected} is not a valid GitObjectID")
    if expected != head:
        raise refuse("STALE_DATA", f'Expected branch to point to "{expected}" but it did not.  Pull and try again.')


def changes_of(hub: Hub, call: Call, given: Mapping[str, Any], head: str) -> dict[str, tuple[str, str] | None]:
    """Deletions must exist (Thinkmill/keystatic#1269); every file becomes an ordinary one."""
    additions = {part["path"]: part["contents"] for part in given.get("additions") or ()}
    deletions = [part["path"] for part in given.get("deletions") or ()]
    try:
        for path in (*additions, *deletions):
            rules.path_is_well_formed(path)
        rules.touches_no_workflow(call.token, (*additions, *deletions))
        contents = {path: rules.decoded(text) for path, text in additions.items()}
    except Refusal as refusal:
        raise refuse("FORBIDDEN" if refusal.status == 403 else "UNPROCESSABLE", refusal.message) from refusal
    for path in deletions:
        if hub.repository.kind(hub.repository.at(head, path) or "") != "blob":
            text = f"A path was requested for deletion which does not exist as of commit oid `{head}`"
            raise refuse("UNPROCESSABLE", text)
    gone: dict[str, tuple[str, str] | None] = dict.fromkeys(deletions)
    return gone | {path: (FILE, hub.repository.store(content)) for path, content in contents.items()}


def commit_view(hub: Hub, commit: Commit) -> dict[str, Any]:
    headline, _, body = commit.message.partition("\n\n")
    signature = {"__typename": "GpgSignature", "isValid": True, "state": "VALID", "wasSignedByGitHub": True}
    return {
        "oid": commit.sha,
        "abbreviatedOid": commit.sha[:7],
        "url": hub.web(f"/commit/{commit.sha}"),
        "message": commit.message,
        "messageHeadline": headline,
        "messageBody": body,
        "committedDate": commit.committer.date,
        "signature": signature,
    }
