"""Holds every request to GitHub's description of its interface, and the double's own answers as well."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, unquote

from tests.github.schemas import MISSING, Schema, rest

VERSION = "2022-11-28"
ACROSS_SLASHES = {"ref", "path", "basehead", "branch"}
JSON = "application/json"
# What GitHub takes beyond its description: labels without the object around them, and none to take all off
# (github/rest-api-description#3366, and the operations' own prose); PyGithub sends them so.
NAMES: Schema = {"type": "array", "items": {"type": "string"}}
LABELS: Schema = {"anyOf": [NAMES, {"type": "object", "properties": {"labels": NAMES}, "required": ["labels"]}]}
ALSO = {"issues/add-labels": LABELS, "issues/set-labels": LABELS}


@dataclass(frozen=True, eq=False)
class Operation:
    """One thing that GitHub can be asked, under the name GitHub has for it."""

    name: str
    method: str
    pattern: re.Pattern[str]
    parameters: Mapping[str, Mapping[str, Schema]]
    body: Schema | None
    body_required: bool
    responses: Mapping[str, Schema]


@cache
def operations() -> list[Operation]:
    """The most specific first: those with the fewest parameters, then those with the longest path."""
    paths = rest().document["paths"]
    ordered = sorted(paths, key=lambda path: (path.count("{"), -len(path)))
    return [read(path, method, about) for path in ordered for method, about in paths[path].items()]


def read(path: str, method: str, about: Schema) -> Operation:
    parameters: dict[str, dict[str, Schema]] = {"path": {}, "query": {}}
    for parameter in map(rest().resolve, about["parameters"]):
        parameters[parameter["in"]][parameter["name"]] = parameter["schema"]
    body = rest().resolve(about.get("requestBody", {}))
    return Operation(
        name=about["operationId"],
        method=method.upper(),
        pattern=re.compile("".join(map(pattern_of, re.split(r"(\{\w+\})", path)))),
        parameters=parameters,
        body=body_schema(about["operationId"], body["content"][JSON]["schema"]) if body else None,
        body_required=body.get("required", False),
        responses=about["responses"],
    )


def body_schema(name: str, described: Schema) -> Schema:
    return {"anyOf": [described, ALSO[name]]} if name in ALSO else described


def pattern_of(part: str) -> str:
    if not part.startswith("{"):
        return re.escape(part)
    name = part[1:-1]
    return f"(?P<{name}>{'.*' if name in ACROSS_SLASHES else '[^/]+'})"


def find(method: str, path: str) -> tuple[Operation, dict[str, Any]] | None:
    """The operation asked for, and the parameters in its path."""
    for operation in operations():
        match = operation.method == method and operation.pattern.fullmatch(path)
        if match:
            found = {name: unquote(text) for name, text in match.groupdict().items()}
            return operation, typed(operation.parameters["path"], found)
    return None


def query_of(operation: Operation, text: str) -> dict[str, Any]:
    return typed(operation.parameters["query"], dict(parse_qsl(text, keep_blank_values=True)))


def typed(schemas: Mapping[str, Schema], texts: Mapping[str, str]) -> dict[str, Any]:
    return {name: value_of(schemas.get(name, {}), text) for name, text in texts.items()}


def value_of(schema: Schema, text: str) -> Any:
    """A number or truth value where the schema has one and the text is one."""
    kinds = {shape.get("type") for shape in rest().shapes(schema)}
    if "integer" in kinds and re.fullmatch(r"-?\d+", text):
        return int(text)
    if "boolean" in kinds and text in ("true", "false"):
        return text == "true"
    return text


def mistakes(operation: Operation, path: Mapping[str, Any], query: Mapping[str, Any], body: Any) -> Iterator[str]:
    """What GitHub would refuse."""
    for place, values in (("path", path), ("query", query)):
        schemas = operation.parameters[place]
        for name in values.keys() & schemas.keys():
            yield from (f"{place} {name}: {problem}" for problem in rest().problems(schemas[name], values[name]))
    if body is MISSING and operation.body_required:
        yield "the body is missing"
    if body is not MISSING and operation.body is not None:
        yield from (f"body {problem}" for problem in rest().problems(operation.body, body))


def excess(operation: Operation, query: Mapping[str, Any], body: Any) -> Iterator[str]:
    """What GitHub would silently ignore, so that the client believes what is not so."""
    yield from (f"query {name} is unknown" for name in query if name not in operation.parameters["query"])
    if body is MISSING:
        return
    if operation.body is None:
        yield "a body where none is read"
        return
    yield from (f"body {name} is unknown" for name in rest().undeclared(operation.body, body))


def header_mistakes(headers: Mapping[str, str], *, versioned: bool = True) -> Iterator[str]:
    """Without a version GitHub takes its own idea of one (changelog 2026-03-12)."""
    names = ("authorization", "user-agent", *(("x-github-api-version",) if versioned else ()))
    yield from (f"no {name} header" for name in names if not headers.get(name))
    version = headers.get("x-github-api-version", VERSION)
    if version != VERSION:
        yield f"x-github-api-version is {version}, not {VERSION}"


def refusal_problems(operation: Operation, status: int, body: Any) -> list[str]:
    """What is wrong with the body of a refusal, where the description has this refusal at all."""
    declared = rest().resolve(operation.responses.get(str(status), {})).get("content", {})
    return rest().problems(declared[JSON]["schema"], body) if JSON in declared else []


def complete(operation: Operation, status: int, known: Any, url: str) -> tuple[Any, list[str]]:
    """The whole body of a response, and what is wrong with it."""
    if str(status) not in operation.responses:
        return known, [f"status {status} is not declared"]
    content = rest().resolve(operation.responses[str(status)]).get("content", {})
    if JSON not in content:
        return None, [] if known is None else ["a body where none is declared"]
    schema = content[JSON]["schema"]
    body = rest().complete(schema, known, url)
    unknown = [f"{name} is unknown" for name in rest().undeclared(schema, body)]
    return body, rest().problems(schema, body) + unknown
