"""Understands a request: which operation it asks for, and what GitHub's description has to say against it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from json import JSONDecodeError
from typing import Any
from urllib.parse import urlsplit

from graphql import DocumentNode

from tests.github import contract, mutation
from tests.github.access import Token
from tests.github.exchange import Call, Reading, Refusal, Request, missing
from tests.github.schemas import MISSING

GRAPHQL = "/graphql"
BROKEN: Any = object()


@dataclass(frozen=True, kw_only=True)
class Received:
    """A request as it was understood; a refusal is what GitHub would say to it at once."""

    call: Call
    operation: contract.Operation | None = None
    document: DocumentNode | None = None
    problems: tuple[str, ...] = ()
    refusal: Refusal | None = None


def receive(request: Request, base: str, number: int, tokens: Mapping[str, Token]) -> Received:
    _, _, secret = request.headers.get("authorization", "").partition(" ")
    call = Call(
        number=number,
        method=request.method,
        url=base + request.target,
        token=tokens.get(secret.strip()),
        accept=request.headers.get("accept", ""),
    )
    body = parsed(request.body)
    path = urlsplit(request.target).path
    if body is BROKEN:
        return Received(call=call, problems=("the body is not JSON",), refusal=Refusal(400, "Problems parsing JSON"))
    if path == GRAPHQL:
        return receive_graphql(request, call, body)
    found = contract.find(request.method, path)
    if found is None:
        return Received(call=call, problems=(f"{request.method} {path} is not served",), refusal=missing())
    return receive_rest(request, call, *found, body)


def parsed(raw: bytes) -> Any:
    if not raw:
        return MISSING
    try:
        return json.loads(raw)
    except (JSONDecodeError, UnicodeDecodeError):
        return BROKEN


def receive_rest(
    request: Request, call: Call, operation: contract.Operation, path: Mapping[str, Any], body: Any
) -> Received:
    query = contract.query_of(operation, urlsplit(request.target).query)
    mistakes = list(contract.mistakes(operation, path, query, body))
    ignored = [*contract.header_mistakes(request.headers), *contract.excess(operation, query, body)]
    given = {} if body is MISSING else body
    reading = Reading(given) if isinstance(given, dict) else given
    return Received(
        call=replace(call, operation=operation.name, path=path, query=Reading(query), body=reading),
        operation=operation,
        problems=(*mistakes, *ignored),
        refusal=Refusal(422, f"Invalid request.\n\n{mistakes[0]}") if mistakes else None,
    )


def receive_graphql(request: Request, call: Call, body: Any) -> Received:
    if not isinstance(body, dict) or not isinstance(body.get("query"), str):
        refusal = Refusal(400, "A query attribute must be specified and must be a string.")
        return Received(call=call, problems=("no GraphQL query",), refusal=refusal)
    document, errors = mutation.read(body)
    unknown = [f"body {name} is unknown" for name in body.keys() - {"query", "variables", "operationName"}]
    ignored = contract.header_mistakes(request.headers, versioned=False)
    return Received(
        call=replace(call, operation=f"graphql/{mutation.name_of(document)}", body=body),
        document=None if errors else document,
        problems=(*(error.message for error in errors), *unknown, *ignored),
    )
