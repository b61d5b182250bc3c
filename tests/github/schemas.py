"""Reads GitHub's descriptions: what is wrong with a value, what it says beyond its schema, what it still lacks.

JSON Schema lets unknown properties pass and GitHub hardly ever forbids them, hence `undeclared` besides `problems`.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from openapi_schema_validator import OAS30Validator, OAS31Validator, oas30_format_checker
from referencing import Registry
from referencing.jsonschema import DRAFT4, DRAFT202012

FOLDER = Path(__file__).parent / "description"
MISSING: Any = object()
SCALARS: Mapping[str, Any] = {"integer": 1, "number": 1, "boolean": False, "string": "invented", "null": None}
FORMATS = {"date-time": "2026-01-01T00:00:00Z", "date": "2026-01-01", "email": "invented@example.org"}

Schema = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Description:
    """One document of schemas that refer to each other."""

    document: dict[str, Any]
    validator: Any
    registry: Registry[Any]
    validators: dict[int, Any] = field(default_factory=dict)

    def resolve(self, schema: Schema) -> Schema:
        while "$ref" in schema:
            found = self.document
            for part in schema["$ref"].partition("#/")[2].split("/"):
                found = found[part]
            schema = found
        return schema

    def problems(self, schema: Schema, value: Any) -> list[str]:
        """What JSON Schema finds wrong; the schema is a part of the document, its validator is kept by identity."""
        if id(schema) not in self.validators:
            checker = oas30_format_checker
            self.validators[id(schema)] = self.validator(schema, registry=self.registry, format_checker=checker)
        return [explain(error) for error in self.validators[id(schema)].iter_errors(value)]

    def undeclared(self, schema: Schema, value: Any, where: str = "") -> Iterator[str]:
        """The properties that the schema does not name."""
        shapes = list(self.shapes(schema))
        if isinstance(value, list):
            items = [shape["items"] for shape in shapes if "items" in shape]
            for number, part in enumerate(value):
                yield from self.least_undeclared(items, part, f"{where}{number}.")
        if not isinstance(value, dict) or any(is_free(shape) for shape in shapes):
            return
        for name, part in value.items():
            homes = [shape["properties"][name] for shape in shapes if name in shape.get("properties", {})]
            if not homes:
                yield where + name
            yield from self.least_undeclared(homes, part, f"{where}{name}.")

    def least_undeclared(self, schemas: list[Schema], value: Any, where: str) -> list[str]:
        return min((list(self.undeclared(schema, value, where)) for schema in schemas), key=len, default=[])

    def shapes(self, schema: Schema) -> Iterator[Schema]:
        """The schema and every alternative inside it."""
        schema = self.resolve(schema)
        yield schema
        for word in ("allOf", "anyOf"):
            for part in schema.get(word, ()):
                yield from self.shapes(part)

    def complete(self, schema: Schema, known: Any, url: str, name: str = "") -> Any:
        """What is known, and whatever else the schema requires invented around it, addresses beginning with `url`."""
        schema = self.resolve(schema)
        if known is None or (known is MISSING and admits_null(schema)):
            return None
        if "allOf" in schema:
            return self.complete(self.united(schema), known, url, name)
        if "anyOf" in schema and "properties" not in schema:
            return self.fitting(schema["anyOf"], known, url, name)
        if schema.get("properties") and (known is MISSING or isinstance(known, dict)):
            return self.complete_properties(schema, {} if known is MISSING else known, url)
        if isinstance(known, list) and "items" in schema:
            return [self.complete(schema["items"], part, url) for part in known]
        return invented(schema, name, url) if known is MISSING else known

    def complete_properties(self, schema: Schema, known: dict[str, Any], url: str) -> dict[str, Any]:
        properties = schema["properties"]
        wanted = [name for name in schema.get("required", ()) if name in properties]
        names = dict.fromkeys([*known, *wanted])
        return {name: self.complete(properties.get(name, {}), known.get(name, MISSING), url, name) for name in names}

    def fitting(self, alternatives: list[Schema], known: Any, url: str, name: str) -> Any:
        """The first alternative that what is known can be completed to."""
        candidates = []
        for schema in alternatives:
            candidates.append(self.complete(schema, known, url, name))
            if not self.problems(schema, candidates[-1]) and not any(self.undeclared(schema, candidates[-1])):
                return candidates[-1]
        return candidates[0]

    def united(self, schema: Schema) -> Schema:
        """One object schema for an `allOf`; a property that several parts describe keeps all their descriptions."""
        parts = [self.resolve(part) for part in schema["allOf"]]
        parts = [self.united(part) if "allOf" in part else part for part in parts]
        properties: dict[str, Schema] = {}
        for part in parts:
            for name, inner in part.get("properties", {}).items():
                properties[name] = {"allOf": [properties[name], inner]} if name in properties else inner
        required = [name for part in parts for name in part.get("required", ())]
        return {**parts[0], "properties": properties, "required": list(dict.fromkeys(required))}


def explain(error: Any) -> str:
    """Where and what; a long value is cut in the middle."""
    where, what = "/".join(map(str, error.absolute_path)), str(error.message)
    short = what if len(what) <= 300 else f"{what[:150]} … {what[-150:]}"
    return f"{where}: {short}" if where else short


def is_free(shape: Schema) -> bool:
    """An object schema that lists nothing, or says that it takes more than it lists."""
    if shape.get("additionalProperties"):
        return True
    return shape.get("type") == "object" and not {"properties", "allOf", "anyOf"} & shape.keys()


def admits_null(schema: Schema) -> bool:
    return bool(schema.get("nullable")) or "null" in schema.get("type", ())


def invented(schema: Schema, name: str, url: str) -> Any:
    if "enum" in schema:
        return schema["enum"][0]
    if "default" in schema:
        return schema["default"]
    kind = schema.get("type", "object")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "string" and (name == "url" or name.endswith("_url")):
        return f"{url}/invented"
    if kind == "string" and schema.get("format") in FORMATS:
        return FORMATS[schema["format"]]
    return [] if kind == "array" else {} if kind == "object" else SCALARS[kind]


def meant(node: Any, urn: str) -> Any:
    """The document as GitHub means it, with references that hold outside it.

    GitHub's alternatives overlap, so `oneOf` means `anyOf`; and its `nullable` admits null beside an enumeration or
    alternatives too, where OpenAPI's does not.
    """
    if isinstance(node, list):
        return [meant(part, urn) for part in node]
    if not isinstance(node, dict):
        return node
    words = {"oneOf": "anyOf"}
    made = {words.get(key, key): urn + value if key == "$ref" else meant(value, urn) for key, value in node.items()}
    if made.get("nullable") is True:
        made |= {"enum": [*made["enum"], None]} if "enum" in made else {}
        made |= {"anyOf": [*made["anyOf"], {"enum": [None]}]} if "anyOf" in made else {}
    return made


@cache
def rest() -> Description:
    return read("rest.json", "urn:rest", OAS30Validator, DRAFT4)


@cache
def webhook() -> Description:
    return read("issue_comment.json", "urn:webhook", OAS31Validator, DRAFT202012)


def read(name: str, urn: str, validator: Any, specification: Any) -> Description:
    document = meant(json.loads((FOLDER / name).read_text()), urn)
    return Description(document, validator, Registry().with_resource(urn, specification.create_resource(document)))
