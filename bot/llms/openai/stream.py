"""A completion that comes in pieces, put together as if it had come at once; a server that sends it whole may do so."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from bot.llms.openai import refusal
from bot.llms.openai.reply import BROKEN, NOTHING, STRANGE, UNKNOWN, Trouble

END = b"\ndata: [DONE]"
_DONE = "[DONE]"
_FAILED = 500  # where an error in the midst of a stream does not say which


def whole(body: bytes) -> bytes | Trouble:
    """The completion that a stream comes to; Trouble where it broke off, failed on its way, or is none."""
    if body.lstrip().startswith((b"{", b"<")):
        return body
    try:
        return _completion([_chunk(event) for event in _events(body.decode(errors="replace"))])
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return Trouble(why=STRANGE, again=True)


def _completion(chunks: list[Mapping[str, Any]]) -> bytes | Trouble:
    usage, ending = None, None
    said: dict[str, list[str]] = {"content": [], "refusal": []}
    for chunk in chunks:
        if error := chunk.get("error"):
            return replace(_failure(error), usage=UNKNOWN if any(said.values()) else NOTHING)
        usage = chunk.get("usage") or usage
        for choice in chunk.get("choices") or ():
            ending = choice.get("finish_reason") or ending
            for name in said:
                said[name].append((choice.get("delta") or {}).get(name) or "")
    if not ending:
        return Trouble(why=BROKEN, again=True, wait=refusal.PAUSE)
    message = {name: "".join(pieces) for name, pieces in said.items()}
    return json.dumps({"choices": [{"message": message, "finish_reason": ending}], "usage": usage}).encode()


def _failure(error: object) -> Trouble:
    """What a server says of itself in the midst of a stream, as if it had said so at once."""
    about = error if isinstance(error, Mapping) else {"message": error}
    code = about.get("code")
    status = code if isinstance(code, int) and 400 <= code < 600 else _FAILED
    return refusal.read(status, str(about.get("message")), {})


def _chunk(event: str) -> Mapping[str, Any]:
    found = json.loads(event)
    if not isinstance(found, Mapping):
        raise TypeError("no chunk")
    return found


def _events(text: str) -> Iterator[str]:
    """The data of each server-sent event; llama.cpp calls that of its last one, when it fails, an error."""
    for block in text.replace("\r\n", "\n").split("\n\n"):
        fields = (line.partition(":") for line in block.split("\n"))
        data = [value.removeprefix(" ") for name, _, value in fields if name in ("data", "error")]
        if data and data != [_DONE]:
            yield "\n".join(data)
