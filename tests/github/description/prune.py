"""Cuts GitHub's own descriptions of its interface down to what the double serves; run again to serve more.

python -m tests.github.description.prune OPENAPI OPENAPI_WEBHOOKS GRAPHQL_SCHEMA

takes the folders of the three unpacked packages that README.md names and writes the files beside this one.
"""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from graphql import (
    DocumentNode,
    InterfaceTypeDefinitionNode,
    NamedTypeNode,
    ObjectTypeDefinitionNode,
    TypeDefinitionNode,
    Visitor,
    parse,
    print_ast,
    visit,
)

from tests.github.operations import OPERATIONS

HERE = Path(__file__).parent
TEXTS = {"description", "summary", "title", "example", "examples", "externalDocs", "tags"}
LOST = TEXTS | {"headers", "deprecated", "discriminator"}
NAMED = {"properties", "parameters", "responses", "schemas", "paths", "patternProperties", "webhooks"}
BARE = {"description": None, "directives": ()}
PARTS = ("fields", "arguments", "values")
# The fields that the double can answer; inputs, scalars and enumerations are kept whole.
FIELDS = {
    "Mutation": {"createCommitOnBranch"},
    "CreateCommitOnBranchPayload": {"clientMutationId", "commit", "ref"},
    "Commit": {
        "abbreviatedOid",
        "committedDate",
        "message",
        "messageBody",
        "messageHeadline",
        "oid",
        "signature",
        "url",
    },
    "Ref": {"name", "prefix"},
    "GitSignature": {"isValid", "state", "wasSignedByGitHub"},
    "GpgSignature": {"isValid", "state", "wasSignedByGitHub"},
}


def without_prose(node: Any, *, of_names: bool = False) -> Any:
    """The node without texts for people; a map of names keeps every key, for a property may be called `description`."""
    if isinstance(node, list):
        return [without_prose(part) for part in node]
    if not isinstance(node, dict):
        return node
    return {
        key: without_prose(value, of_names=key in NAMED and isinstance(value, dict) and not of_names)
        for key, value in node.items()
        if of_names or (key not in LOST and not key.startswith("x-"))
    }


def references(node: Any) -> set[str]:
    if isinstance(node, list):
        return set().union(*map(references, node))
    if not isinstance(node, dict):
        return set()
    own = {node["$ref"]} if isinstance(node.get("$ref"), str) else set()
    return own.union(*map(references, node.values()))


def components(whole: dict[str, Any], roots: Any) -> dict[str, Any]:
    """Everything the roots refer to, directly or not, in the document's own shape."""
    found: dict[str, dict[str, Any]] = {}
    waiting = references(roots)
    while waiting:
        _, _, kind, name = waiting.pop().split("/")
        if name not in found.setdefault(kind, {}):
            found[kind][name] = without_prose(whole["components"][kind][name])
            waiting |= references(found[kind][name])
    return {kind: dict(sorted(members.items())) for kind, members in sorted(found.items())}


def rest(package: Path) -> dict[str, Any]:
    whole = json.loads((package / "generated/api.github.com.json").read_text())
    paths = {
        path: {method: without_prose(operation) for method, operation in item.items() if served(operation)}
        for path, item in whole["paths"].items()
    }
    paths = {path: item for path, item in paths.items() if item}
    return {"openapi": whole["openapi"], "paths": paths, "components": components(whole, paths)}


def served(operation: Any) -> bool:
    return isinstance(operation, dict) and operation.get("operationId") in OPERATIONS


def webhook(package: Path) -> dict[str, Any]:
    whole = json.loads((package / "generated/api.github.com.json").read_text())
    body = whole["webhooks"]["issue-comment-created"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    return {"openapi": whole["openapi"], "payload": body, "components": components(whole, body)}


def mutation(package: Path) -> str:
    document = parse((package / "schema.graphql").read_text(), no_location=True)
    definitions = {node.name.value: node for node in document.definitions if isinstance(node, TypeDefinitionNode)}
    kept: dict[str, TypeDefinitionNode] = {}
    waiting = {"Mutation", "GpgSignature"}
    while waiting:
        name = waiting.pop()
        if name in definitions and name not in kept:
            kept[name] = cut(definitions[name])
            waiting |= named_types(kept[name])
    return print_ast(DocumentNode(definitions=tuple(kept[name] for name in sorted(kept)))) + "\n"


def cut(definition: TypeDefinitionNode) -> TypeDefinitionNode:
    bare: TypeDefinitionNode = without_descriptions(definition)
    if not isinstance(bare, ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode):
        return bare
    fields = tuple(part for part in bare.fields or () if part.name.value in FIELDS[bare.name.value])
    interfaces = tuple(part for part in bare.interfaces or () if part.name.value in FIELDS)
    return replace(bare, fields=fields, interfaces=interfaces)


def without_descriptions(node: Any) -> Any:
    parts = {part: tuple(map(without_descriptions, getattr(node, part, None) or ())) for part in PARTS}
    return replace(node, **{key: part for key, part in ({**BARE, **parts}).items() if key in node.keys})


def named_types(definition: TypeDefinitionNode) -> set[str]:
    found = NamedTypes()
    visit(definition, found)
    return found.names


class NamedTypes(Visitor):
    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def enter_named_type(self, node: NamedTypeNode, *_: Any) -> None:
        self.names.add(node.name.value)


def text(node: Any, depth: int = 3) -> str:
    """JSON with one operation or component a line, so that a change shows in a diff."""
    if not depth or not isinstance(node, dict):
        return json.dumps(node, separators=(",", ":"), sort_keys=True)
    return "{\n" + ",\n".join(f"{json.dumps(key)}: {text(node[key], depth - 1)}" for key in sorted(node)) + "\n}"


def main(openapi: str, webhooks: str, graphql: str) -> None:
    (HERE / "rest.json").write_text(text(rest(Path(openapi))) + "\n")
    (HERE / "issue_comment.json").write_text(text(webhook(Path(webhooks))) + "\n")
    (HERE / "mutation.graphql").write_text(mutation(Path(graphql)))


if __name__ == "__main__":
    main(*sys.argv[1:])
