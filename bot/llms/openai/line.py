"""The line to an endpoint: a call at a time for each thread, limited in how long it takes and how much it brings."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from time import monotonic
from typing import Any

import httpx2
from openai import APIConnectionError, APIResponse, APIStatusError, APITimeoutError, OpenAI, Timeout

from bot.llms.openai import refusal
from bot.llms.openai.manner import FLOWS, Manner
from bot.llms.openai.reply import BROKEN, STRANGE, Reply, Trouble, read
from bot.llms.openai.stream import END, whole

MOST_BYTES, MOST_STREAMED, MOST_BATCHED = 2_000_000, 20_000_000, 200_000_000  # each piece is wrapped anew
MOST_PAGES = 50  # of a hundred batches each, newest first
SECONDS_TO_CONNECT, SECONDS_TO_LIST, SECONDS_TO_COPY = 10.0, 20.0, 300.0
_ID = re.compile(r"[\w.:-]{1,200}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What one call asks of a model."""

    model: str
    system: str
    material: str
    schema: Mapping[str, Any]
    most_tokens: int


def opened(base_url: str, key: str) -> OpenAI:
    """Nothing is asked yet. The package's own retries are off: whoever retries must count."""
    return OpenAI(api_key=key, base_url=base_url, max_retries=0)


def call(client: OpenAI, question: Question, manner: Manner, seconds: float) -> Reply | Trouble:
    """Asks a model once."""
    request = client.chat.completions.with_streaming_response.create(
        model=question.model,
        messages=[],
        extra_body=body(question, manner),
        timeout=Timeout(seconds, connect=min(seconds, SECONDS_TO_CONNECT)),
    )
    if manner.flow == FLOWS[-1]:
        fetched = _fetched(request, seconds)
    else:
        fetched = _fetched(request, seconds, MOST_STREAMED, END)
        fetched = fetched if isinstance(fetched, Trouble) else whole(fetched)
    return fetched if isinstance(fetched, Trouble) else read(fetched, question.schema)


def body(question: Question, manner: Manner) -> dict[str, Any]:
    """A question as a server takes it."""
    return {
        "model": question.model,
        "messages": [
            {"role": "system", "content": question.system},
            {"role": "user", "content": question.material},
        ],
        **manner.fields(question.schema, question.most_tokens),
    }


def models(client: OpenAI) -> tuple[str, ...] | Trouble:
    """The names of the endpoint's models."""
    tree = _tree(client.models.with_streaming_response.list(timeout=SECONDS_TO_LIST))
    try:
        return tree if isinstance(tree, Trouble) else tuple(str(model["id"]) for model in tree["data"])
    except (LookupError, TypeError):
        return Trouble(why=STRANGE)


# ---- batches


def upload(client: OpenAI, lines: bytes) -> str | Trouble:
    """Brings the questions of a batch, which costs nothing yet; the file's id."""
    files = client.files.with_streaming_response
    return _id(_tree(files.create(file=("asks.jsonl", lines), purpose="batch", timeout=SECONDS_TO_COPY)))


def begin(client: OpenAI, file: str) -> str | Trouble:
    """Has the questions of a file answered within a day; the batch's id."""
    request = client.batches.with_streaming_response.create(
        input_file_id=file, endpoint="/v1/chat/completions", completion_window="24h", timeout=SECONDS_TO_COPY
    )
    return _id(_tree(request))


def begun(client: OpenAI, file: str) -> str | Trouble:
    """The id of the batch that was begun of a file; "" where there is none."""
    after: dict[str, Any] = {}
    for _ in range(MOST_PAGES):
        page = _tree(client.batches.with_streaming_response.list(limit=100, timeout=SECONDS_TO_LIST, **after))
        if isinstance(page, Trouble):
            return page
        rows = page.get("data")
        if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
            return Trouble(why=STRANGE)
        found = [row for row in rows if row.get("input_file_id") == file]
        if found or not rows or page.get("has_more") is not True:
            return _id(found[0]) if found else ""
        after = {"after": str(rows[-1].get("id"))}
    return ""


def batch(client: OpenAI, id_: str) -> Mapping[str, Any] | Trouble:
    """How a batch is getting on."""
    return _tree(client.batches.with_streaming_response.retrieve(id_, timeout=SECONDS_TO_LIST))


def content(client: OpenAI, file: str) -> bytes | Trouble:
    """A file that came of a batch."""
    request = client.files.with_streaming_response.content(file, timeout=SECONDS_TO_COPY)
    return _fetched(request, SECONDS_TO_COPY, MOST_BATCHED)


def _id(tree: Mapping[str, Any] | Trouble) -> str | Trouble:
    if isinstance(tree, Trouble):
        return tree
    found = tree.get("id")
    return found if isinstance(found, str) and _ID.fullmatch(found) else Trouble(why=STRANGE)


# ---- one request


def _tree(request: AbstractContextManager[APIResponse[Any]]) -> Mapping[str, Any] | Trouble:
    """The JSON object that a request brings."""
    fetched = _fetched(request, SECONDS_TO_COPY)
    try:
        tree = fetched if isinstance(fetched, Trouble) else json.loads(fetched)
    except (ValueError, RecursionError):
        return Trouble(why=STRANGE)
    return tree if isinstance(tree, Trouble | Mapping) else Trouble(why=STRANGE)


def _fetched(
    request: AbstractContextManager[APIResponse[Any]], seconds: float, most: int = MOST_BYTES, end: bytes = b""
) -> bytes | Trouble:
    """The whole reply to a request, or why there is none."""
    try:
        with request as response:
            found = _capped(response.iter_bytes(), monotonic() + seconds, most, end)
    except APIStatusError as error:
        return refusal.read(error.status_code, error.message, error.response.headers)
    except (APITimeoutError, httpx2.TimeoutException, TimeoutError) as error:
        is_lost = isinstance(error.__cause__, httpx2.ConnectTimeout)
        return Trouble(why=f"no answer came within {seconds:g} seconds", again=True, is_lost=is_lost)
    except (APIConnectionError, httpx2.HTTPError) as error:
        is_lost = isinstance(error.__cause__, httpx2.ConnectError)
        return Trouble(why=BROKEN, again=True, wait=refusal.PAUSE, is_lost=is_lost)
    return Trouble(why=STRANGE) if found is None else found


def _capped(chunks: Iterator[bytes], until: float, most: int, end: bytes) -> bytes | None:
    """All chunks together, up to `end` if any; None when there is too much. Raises TimeoutError if they trickle."""
    found = bytearray()
    for chunk in chunks:
        found += chunk
        if len(found) > most:
            return None
        if monotonic() > until:
            raise TimeoutError
        if end and found[-2 * len(end) :].rstrip().endswith(end):
            break  # some servers leave the line open
    return bytes(found)
