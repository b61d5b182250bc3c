"""The parts of a digest's data that the bot alone writes, even into a file that a person changed."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from bot.blocks import ended, unix
from bot.model import Bill, Decisions
from bot.store.written import bill_data, decisions_data

_OBJECT = r"(\{\}|\{\r?\n(?:  .*\n)* \})"
_SEAL = re.compile(r'^ "seal": "[0-9a-f]*",\n', re.M)
_FIELDS = re.compile(rf'^ "fields": {_OBJECT}', re.M)
_CHANGES = re.compile(r'^ "changes": (\[\]|\[\r?\n(?:  .*\n)* \])', re.M)
BILL = re.compile(rf'^ "bill": {_OBJECT}', re.M)
DECISIONS = re.compile(rf'^ "decisions": {_OBJECT}', re.M)


def fields_of(data: str) -> dict[str, str]:
    """The record of what the bot last wrote in each field of the page; empty when there is none that can be read."""
    found = _FIELDS.search(data)
    try:
        tree = json.loads(found.group(1)) if found else {}
    except ValueError:
        return {}
    return tree if all(isinstance(value, str) for value in tree.values()) else {}


def is_same_digest(data: str, other: str) -> bool:
    """Whether two files hold the same digest and decisions, whatever was written on the page of it."""
    bare = (_SEAL.sub("", with_fields(unix(each), {}), count=1) for each in (data, other))
    return len({*bare}) == 1


def with_fields(data: str, fields: Mapping[str, str]) -> str:
    """The data with another record, and every other byte as it was."""
    return _with(_FIELDS, "fields", data, fields)


def with_decisions(data: str, decisions: Decisions) -> str:
    """The data with other decisions, and every other byte as it was."""
    return _with(DECISIONS, "decisions", data, decisions_data(decisions))


def with_bill(data: str, bill: Bill) -> str:
    """The data with another bill, and every other byte as it was."""
    return _with(BILL, "bill", data, bill_data(bill))


def with_changes(data: str, changes: Sequence[str]) -> str:
    """The data with another word on what changed in the program, and every other byte as it was."""
    return _with(_CHANGES, "changes", data, list(changes))


def _with(place: re.Pattern[str], name: str, data: str, tree: Mapping[str, Any] | list[str]) -> str:
    record = ended(json.dumps(tree, ensure_ascii=False, indent=1).replace("\n", "\n "), data)
    return place.sub(lambda _: f' "{name}": {record}', data, count=1)
