"""Holds a tree against a JSON Schema, so far as the schemas of our asks go: whatever a model answers is only data."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (Mapping,),
    "array": (list, tuple),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
_KNOWN = frozenset(
    [
        "type",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "enum",
        "const",
        "anyOf",
        "minItems",
        "maxItems",
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "title",
        "description",
    ]
)


def fault(tree: object, schema: Mapping[str, Any]) -> str:
    """The first thing that is wrong with a tree, "" when nothing is. None of the tree's own words are in it."""
    return next(_faults(tree, schema, "the answer"), "")


def _faults(tree: object, schema: Mapping[str, Any], place: str) -> Iterator[str]:
    if strange := schema.keys() - _KNOWN:
        raise ValueError(f"a schema of ours uses {', '.join(sorted(strange))}, which bot/schema.py does not know")
    if "anyOf" in schema and all(fault(tree, option) for option in schema["anyOf"]):
        yield f"{place} is nothing that is allowed there"
    if "type" in schema and not _is_a(tree, schema["type"]):
        yield f"{place} is not {_named(schema['type'])}"
        return
    if ("enum" in schema and tree not in schema["enum"]) or ("const" in schema and tree != schema["const"]):
        yield f"{place} is none of the values allowed there"
    size, least, most = _measured(tree)
    if size < schema.get(least, size):
        yield f"{place} is too small"
    if size > schema.get(most, size):
        yield f"{place} is too large"
    if isinstance(tree, Mapping):
        yield from _object_faults(tree, schema, place)
    elif isinstance(tree, list) and "items" in schema:
        for number, item in enumerate(tree, 1):
            yield from _faults(item, schema["items"], f"{place}, number {number}")


def _object_faults(tree: Mapping[str, object], schema: Mapping[str, Any], place: str) -> Iterator[str]:
    properties = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in tree:
            yield f"{place} has no {name!r}"
    if tree.keys() - properties.keys() and schema.get("additionalProperties") is False:
        yield f"{place} has more than was asked for"
    for name, rules in properties.items():
        if name in tree:
            yield from _faults(tree[name], rules, f"{name!r} of {place}")


def _measured(tree: object) -> tuple[float, str, str]:
    """How much of something there is, and the keywords that limit it."""
    match tree:
        case list():
            return len(tree), "minItems", "maxItems"
        case str():
            return len(tree), "minLength", "maxLength"
        case int() | float() if not isinstance(tree, bool):
            return tree, "minimum", "maximum"
        case _:
            return 0, "", ""


def _is_a(tree: object, kinds: str | Sequence[str]) -> bool:
    names = (kinds,) if isinstance(kinds, str) else kinds
    if isinstance(tree, bool):
        return "boolean" in names
    return any(isinstance(tree, _TYPES[name]) for name in names)


def _named(kinds: str | Sequence[str]) -> str:
    names = (kinds,) if isinstance(kinds, str) else kinds
    articles = {"array": "an ", "integer": "an ", "object": "an ", "null": ""}
    return " or ".join(articles.get(name, "a ") + name for name in names)
