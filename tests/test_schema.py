"""A tree against a schema: everything our asks say of an answer is held, and none of its words come back."""

from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.schema import fault

PICK = {
    "type": "object",
    "properties": {
        "id": {"enum": ["a", "b"]},
        "tier": {"type": "string", "enum": ["core", "adjacent"]},
        "doubt": {"type": ["string", "null"], "maxLength": 10},
        "score": {"type": "number", "minimum": 0, "maximum": 1},
    },
    "required": ["id", "tier", "doubt"],
    "additionalProperties": False,
}
PICKS = {
    "type": "object",
    "properties": {"picks": {"type": "array", "items": PICK, "minItems": 1, "maxItems": 2}},
    "required": ["picks"],
    "additionalProperties": False,
}
GOOD = {"id": "a", "tier": "core", "doubt": None}


def test_what_is_as_asked_has_no_fault() -> None:
    assert "" == fault({"picks": [GOOD, {**GOOD, "id": "b", "doubt": "old", "score": 0.5}]}, PICKS)


@pytest.mark.parametrize(
    ("tree", "said"),
    [
        ([], "the answer is not an object"),
        ({}, "the answer has no 'picks'"),
        ({"picks": {}}, "'picks' of the answer is not an array"),
        ({"picks": []}, "'picks' of the answer is too small"),
        ({"picks": [GOOD] * 3}, "'picks' of the answer is too large"),
        ({"picks": [GOOD], "more": 1}, "the answer has more than was asked for"),
        (
            {"picks": [GOOD, {**GOOD, "id": "ghost"}]},
            "'id' of 'picks' of the answer, number 2 is none of the values allowed there",
        ),
        ({"picks": [{**GOOD, "doubt": 7}]}, "'doubt' of 'picks' of the answer, number 1 is not a string or null"),
        ({"picks": [{**GOOD, "doubt": "x" * 11}]}, "'doubt' of 'picks' of the answer, number 1 is too large"),
        ({"picks": [{**GOOD, "score": True}]}, "'score' of 'picks' of the answer, number 1 is not a number"),
        ({"picks": [{**GOOD, "score": 2}]}, "'score' of 'picks' of the answer, number 1 is too large"),
    ],
)  # fmt: skip
def test_what_is_not_as_asked_is_named_by_its_place(tree: Any, said: str) -> None:
    assert said == fault(tree, PICKS)


def test_none_of_the_answers_own_words_are_told() -> None:
    assert "SECRET" not in fault({"SECRET": "SECRET", "picks": [{"SECRET": "SECRET"}]}, PICKS)
    assert "SECRET" not in fault({"picks": [{**GOOD, "id": "SECRET"}]}, PICKS)


def test_a_schema_that_says_what_this_cannot_hold_is_our_mistake() -> None:
    with pytest.raises(ValueError, match="patternProperties"):
        fault({}, {"patternProperties": {}})


TREES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.floats(-1, 2) | st.text("ab", max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=8,
)
KINDS = st.sampled_from(["object", "array", "string", "integer", "number", "boolean", "null"])
SCHEMAS = st.recursive(
    st.fixed_dictionaries(
        {},
        optional={
            "type": KINDS | st.lists(KINDS, min_size=1, max_size=2, unique=True),
            "minLength": st.integers(0, 2),
            "maxItems": st.integers(0, 2),
            "minimum": st.integers(-1, 1),
            "enum": st.lists(st.text("ab", max_size=2), min_size=1, max_size=3),
        },
    ),
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "items": inner,
            "properties": st.dictionaries(st.sampled_from("abc"), inner, max_size=2),
            "required": st.lists(st.sampled_from("abc"), max_size=2, unique=True),
            "additionalProperties": st.just(False),
            "anyOf": st.lists(inner, min_size=1, max_size=2),
        },
    ),
    max_leaves=6,
)


@given(TREES, SCHEMAS)
def test_it_finds_what_a_full_validator_finds(tree: Any, schema: dict[str, Any]) -> None:
    """But that here 1.0 is no integer."""
    if "1.0" not in repr(tree) and "0.0" not in repr(tree):
        assert jsonschema.Draft202012Validator(schema).is_valid(tree) == (fault(tree, schema) == "")
