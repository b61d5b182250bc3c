"""What a server's reply says: an answer of the form that was asked for, or one sentence on what is wrong with it.

Nothing of a model's or a server's own words comes into that sentence.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from bot.schema import fault
from bot.text import span, without

STRANGE = "the endpoint sent something that is no completion"
BROKEN = "the connection to the endpoint broke off"
_THOUGHT = span("<think>", "</think>")
_MOST_TOKENS = 100_000_000  # a larger count is nonsense


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What a call took, as the server counts; None where it does not say."""

    tokens_in: int | None = None
    tokens_out: int | None = None


NOTHING = Usage(tokens_in=0, tokens_out=0)
UNKNOWN = Usage()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """An answer as it was asked for."""

    tree: Mapping[str, Any]
    usage: Usage = UNKNOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """No answer, and why.

    `again` says that the same call may fare better, `wait` after how many seconds; `is_cut` that a longer answer may,
    `is_crowded` that everybody's calls are too many.
    `complaint` is what the server said of the request, for us and never to be shown; `is_missing` that it has no such
    model, `is_locked` that the key does not fit, `is_lost` that nobody is there.
    """

    why: str
    usage: Usage = UNKNOWN
    again: bool = False
    wait: float = 0
    is_cut: bool = False
    is_crowded: bool = False
    is_missing: bool = False
    is_locked: bool = False
    is_lost: bool = False
    complaint: str = ""


def read(body: bytes, schema: Mapping[str, Any]) -> Reply | Trouble:
    """What a completion holds."""
    try:
        tree = _parsed(body.decode(errors="replace"))
        choice = tree["choices"][0]
        message = choice["message"]
        text, ending = message.get("content"), choice.get("finish_reason")
        usage = _usage(tree.get("usage"))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return Trouble(why=STRANGE, again=True)
    if message.get("refusal") or ending == "content_filter":
        return Trouble(why="the model declined to answer", usage=usage)
    return _answer(text if isinstance(text, str) else "", ending == "length", schema, usage)


def _answer(text: str, is_cut: bool, schema: Mapping[str, Any], usage: Usage) -> Reply | Trouble:
    try:
        tree = _found(text)
        json.dumps(tree, ensure_ascii=False).encode()  # a half of a surrogate pair is no text
        why = fault(tree, schema)
    except (ValueError, RecursionError):
        why = "the answer is not JSON" if text.strip() else "the answer is empty"
    if not why:
        return Reply(tree=tree, usage=usage)
    return Trouble(why="the answer was cut off" if is_cut else why, usage=usage, again=True, is_cut=is_cut)


def _found(text: str) -> Any:
    """The JSON that a text is, or that stands in it after thoughts or within a fence."""
    try:
        return _parsed(text)
    except ValueError:
        return _parsed(_unwrapped(text))


def _unwrapped(text: str) -> str:
    bare = without(text, _THOUGHT).rpartition("</think>")[2]
    begin, end = bare.find("{"), bare.rfind("}")
    return bare[begin : end + 1] if 0 <= begin < end else bare


def _parsed(text: str) -> Any:
    return json.loads(text, parse_constant=_refuse)


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _usage(tree: object) -> Usage:
    if not isinstance(tree, Mapping):
        return UNKNOWN
    return Usage(tokens_in=_count(tree.get("prompt_tokens")), tokens_out=_count(tree.get("completion_tokens")))


def _count(value: object) -> int | None:
    is_count = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_TOKENS
    return int(str(value)) if is_count else None
