"""An endpoint on the loopback that speaks OpenAI's protocol, keeps count, and misbehaves when it is told to.

with Scripted() as endpoint:                      # fills every schema with something valid
    settings = endpoint.settings()
with Scripted(answer=lambda asked: {...}) as endpoint:
with Scripted(fault=every_fifth()) as endpoint:
"""

import json
import re
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count, cycle
from typing import Any, Self

from bot.llms import Settings

KEY = "sk-test-do-not-tell-7f3a9c51"
MODELS = ("small-1", "large-1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request for a completion, as it came."""

    body: Mapping[str, Any]
    number: int

    @property
    def model(self) -> str:
        return str(self.body["model"])

    @property
    def system(self) -> str:
        return str(self.body["messages"][0]["content"])

    @property
    def material(self) -> str:
        return str(self.body["messages"][-1]["content"])

    @property
    def schema(self) -> Mapping[str, Any]:
        """As the request holds it, or as the prompt does."""
        form = self.body.get("response_format") or {}
        found = form.get("json_schema", {}).get("schema") or form.get("schema")
        return dict(found or json.loads(self.system[self.system.rindex("\n{") :]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """What the endpoint sends: `after` so many seconds, `trickles` a byte at a time, `stalls` after all of it."""

    body: bytes
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    after: float = 0.0
    trickles: bool = False
    breaks_off: bool = False
    stalls: bool = False


def completion(text: str | None, ending: str = "stop", **fields: Any) -> Sent:
    """A completion as OpenAI sends it."""
    message = {"role": "assistant", "content": text, "refusal": None, **fields.pop("message", {})}
    tree = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "choices": [{"index": 0, "message": message, "finish_reason": ending}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
        **fields,
    }
    return Sent(body=json.dumps(tree).encode())


def streamed(sent: Sent, *, counted: bool = True) -> Sent:
    """A completion in pieces, as OpenAI sends it; anything else as it is."""
    if sent.status != 200 or not sent.body.startswith(b"{"):
        return sent
    tree = json.loads(sent.body)
    (choice,) = tree["choices"]
    text, name = next((text, name) for name in ("content", "refusal") if (text := choice["message"][name]) is not None)
    deltas = [{"role": "assistant", "content": ""}, *({name: text[at : at + 3]} for at in range(0, len(text), 3))]
    choices = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
    chunks: list[Any] = [{"choices": [each]} for each in choices]
    chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}]})
    chunks += [{"choices": [], "usage": tree["usage"]}] if counted else []
    return replace(sent, body=events(*chunks, "[DONE]"))


def events(*data: Any) -> bytes:
    """Server-sent events."""
    texts = (each if isinstance(each, str) else json.dumps(each) for each in data)
    return "".join(f"data: {text}\n\n" for text in texts).encode()


def error(status: int, message: str, **headers: str) -> Sent:
    """An error as OpenAI sends it."""
    body = json.dumps({"error": {"message": message, "type": "test", "code": None}}).encode()
    return Sent(body=body, status=status, headers={name.replace("_", "-"): value for name, value in headers.items()})


def filling(schema: Mapping[str, Any], number: int = 1) -> Any:
    """Something that a schema allows."""
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return filling(schema["anyOf"][0], number)
    kind = schema.get("type", "object")
    match kind if isinstance(kind, str) else kind[0]:
        case "object":
            return {name: filling(rules, number) for name, rules in schema.get("properties", {}).items()}
        case "array":
            return [filling(schema["items"], number)] * max(1, schema.get("minItems", 1))
        case "string":
            return f"answer {number}"
        case "boolean":
            return True
        case "integer" | "number":
            return number
    return None


# ---- how a reply can be bad; each makes a bad one of the good answer


Fault = Callable[[Any], Sent]


def truncated(tree: Any) -> Sent:
    return completion(json.dumps(tree)[:-4], ending="length")


def broken(tree: Any) -> Sent:
    return completion(json.dumps(tree)[:-4])


def wrong_schema(tree: Any) -> Sent:
    return completion(json.dumps({"verdict": [tree]}))


def wrong_id(tree: Any) -> Sent:
    """Every text is another one than it ought to be."""
    return completion(json.dumps({name: f"{value}-of-nobody" for name, value in tree.items()}))


def refused(tree: Any) -> Sent:
    return completion(None, message={"refusal": "I cannot help with that."})


def empty(tree: Any) -> Sent:
    return completion("")


def rate_limited(tree: Any) -> Sent:
    return error(429, "Rate limit reached", Retry_After="0.2")


def failed(tree: Any) -> Sent:
    return error(500, "Internal error", Retry_After="0")


def slow(tree: Any) -> Sent:
    return Sent(body=completion(json.dumps(tree)).body, after=60.0)


def page(tree: Any) -> Sent:
    return Sent(body=b"<html>Bad gateway</html>")


FAULTS: tuple[Fault, ...] = (
    truncated,
    wrong_schema,
    refused,
    empty,
    rate_limited,
    failed,
    slow,
    wrong_id,
    broken,
    page,
)


def every_fifth(faults: tuple[Fault, ...] = FAULTS) -> Callable[[Asked], Fault | None]:
    """Each fifth reply is bad, in one way after the other."""
    ways = cycle(faults)
    return lambda asked: next(ways) if asked.number % 5 == 0 else None


# ---- the endpoint


@dataclass(slots=True, kw_only=True)
class Posted:
    """A batch, and what came of it. `errors` are the codes of what is wrong with all of it."""

    file: str
    lines: list[Any]
    status: str = "in_progress"
    results: list[Any] = field(default_factory=list)
    errors: tuple[str, ...] = ()


class Scripted:
    """An endpoint. `asked` are all requests for completions; `most` is how many ran at the same time at most."""

    def __init__(
        self,
        answer: Callable[[Asked], Any] = lambda asked: filling(asked.schema, asked.number),
        fault: Callable[[Asked], Fault | None] = lambda asked: None,
        refusal: Callable[[Asked], Sent | None] = lambda asked: None,
        models: tuple[str, ...] | None = MODELS,
        delay: float = 0.0,
        key: str = KEY,
    ) -> None:
        self.answer, self.fault, self.refusal, self.models, self.delay, self.key = (
            answer, fault, refusal, models, delay, key,
        )  # fmt: skip
        self.asked: list[Asked] = []
        self.troubles: list[str] = []
        self.running = self.most = 0
        self.files: dict[str, list[Any]] = {}
        self.batches: dict[str, Posted] = {}
        self.numbers, self.lock, self.closing = count(1), threading.Lock(), threading.Event()
        self.server = Server(("127.0.0.1", 0), Handler)
        self.server.script = self
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True)
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/v1"

    @property
    def times(self) -> Counter[str]:
        """How often each prompt came."""
        return Counter(f"{asked.model}\n{asked.system}\n{asked.material}" for asked in self.asked)

    def settings(self, **fields: Any) -> Settings:
        defaults = {"triage": "small-1", "writing": "large-1", "key": self.key, "base_url": self.url, "seconds": 30.0}
        return Settings(**{**defaults, **fields})

    def environment(self) -> dict[str, str]:
        """What a run is to find in its environment to ask this endpoint."""
        return {"OPENAI_API_KEY": self.key, "OPENAI_BASE_URL": self.url}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()
        assert not self.troubles, self.troubles[0]

    def list(self) -> Sent:
        if self.models is None:
            return error(404, "Not found")
        return Sent(body=json.dumps({"object": "list", "data": [{"id": name} for name in self.models]}).encode())

    def deliver(self, status: str = "completed", only: int | None = None) -> None:
        """A day has passed: every batch is answered, or the first few questions of it."""
        for batch in self.batches.values():
            if batch.status == "in_progress":
                batch.status, batch.results = status, [self.result(line) for line in batch.lines[:only]]

    def result(self, line: Mapping[str, Any]) -> Mapping[str, Any]:
        sent = self.complete(line["body"])
        return {"custom_id": line["custom_id"], "response": {"status_code": sent.status, "body": json.loads(sent.body)}}

    def batch(self, id_: str) -> Sent:
        if id_ not in self.batches:
            return error(404, "No such batch")
        return Sent(body=json.dumps(self.state(id_)).encode())

    def state(self, id_: str) -> dict[str, Any]:
        posted = self.batches[id_]
        return {
            "id": id_,
            "input_file_id": posted.file,
            "status": posted.status,
            "output_file_id": f"out-{id_}" if posted.results else None,
            "error_file_id": None,
            "errors": {"data": [{"code": code} for code in posted.errors]},
        }

    def list_batches(self, path: str) -> Sent:
        """A page of two, newest first."""
        ids = sorted(self.batches, key=lambda id_: int(id_.rpartition("-")[2]), reverse=True)
        after = re.search(r"after=([\w-]+)", path)
        rest = ids[ids.index(after[1]) + 1 :] if after else ids
        page = {"data": [self.state(id_) for id_ in rest[:2]], "has_more": len(rest) > 2}
        return Sent(body=json.dumps(page).encode())

    def take(self, path: str, body: bytes) -> Sent:
        if path.endswith("/files"):
            lines = [json.loads(line) for line in re.findall(rb"^\{.*\}$", body.replace(b"\r", b""), re.M)]
            id_ = f"file-{next(self.numbers)}"
            self.files[id_] = lines
            return Sent(body=json.dumps({"id": id_, "object": "file"}).encode())
        if path.endswith("/batches"):
            id_ = f"batch-{len(self.batches) + 1}"
            file = json.loads(body)["input_file_id"]
            self.batches[id_] = Posted(file=file, lines=self.files[file])
            return self.batch(id_)
        return self.complete(json.loads(body))

    def give(self, path: str) -> Sent:
        if path.endswith("/models"):
            return self.list()
        if path.endswith("/content"):
            posted = self.batches[path.split("/")[-2].removeprefix("out-")]
            return Sent(body="".join(f"{json.dumps(each)}\n" for each in posted.results).encode())
        if path.partition("?")[0].endswith("/batches"):
            return self.list_batches(path)
        return self.batch(path.rpartition("/")[2])

    def complete(self, body: Mapping[str, Any]) -> Sent:
        with self.lock:
            asked = Asked(body=body, number=next(self.numbers))
            self.asked.append(asked)
            self.running += 1
            self.most = max(self.most, self.running)
            bad = self.fault(asked)
        try:
            self.closing.wait(self.delay)
            if (refusal := self.refusal(asked)) is not None:
                return refusal
            tree = self.answer(asked)
            if isinstance(tree, Sent):
                return tree
            sent = bad(tree) if bad else completion(json.dumps(tree))
            return streamed(sent, counted="stream_options" in body) if body.get("stream") else sent
        finally:
            with self.lock:
                self.running -= 1


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    script: Scripted

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A mistake in the script itself; a client that hung up is none."""
        if not isinstance(sys.exception(), ConnectionError):
            self.script.troubles.append(traceback.format_exc())


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: Server

    def log_message(self, *_: Any) -> None:
        """Tests print nothing."""

    def do_GET(self) -> None:
        self.send(self.authorised() or self.server.script.give(self.path))

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.send(self.authorised() or self.server.script.take(self.path, body))

    def authorised(self) -> Sent | None:
        given = self.headers.get("Authorization", "")
        if given == f"Bearer {self.server.script.key}":
            return None
        return error(401, f"Incorrect API key provided: {given}")

    def send(self, sent: Sent) -> None:
        self.server.script.closing.wait(sent.after)
        self.send_response(sent.status)
        for name, value in sent.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(sent.body) + sent.stalls))  # one more is never sent
        self.end_headers()
        if sent.breaks_off:
            self.wfile.write(sent.body[: len(sent.body) // 2])
            self.close_connection = True
            return
        for piece in pieces(sent):
            self.wfile.write(piece)
            self.wfile.flush()
        if sent.stalls:
            self.server.script.closing.wait()


def pieces(sent: Sent) -> Iterator[bytes]:
    if not sent.trickles:
        yield sent.body
        return
    for byte in sent.body:
        time.sleep(0.02)
        yield bytes((byte,))
