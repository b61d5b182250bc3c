"""What passes between the wire and the operations: a request becomes a Call, its Answer becomes a reply."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from tests.github.access import Token


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """What a client sent."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes


class Cut(Enum):
    """How a connection may break."""

    RESET = "no answer, the connection is reset"
    SILENCE = "no answer, the connection stays open"
    HALF = "the connection ends in the middle of the body"


@dataclass(frozen=True, kw_only=True, slots=True)
class Reply:
    """What a client gets."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    cut: Cut | None = None


class Reading(dict[str, Any]):
    """A request's properties, which remembers those that were looked at: what the double ignores proves nothing."""

    def __init__(self, properties: Mapping[str, Any]) -> None:
        super().__init__(properties)
        self.seen: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.seen.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.seen.add(name)
        return super().get(name, default)

    def __contains__(self, name: object) -> bool:
        self.seen.add(str(name))
        return super().__contains__(name)

    def ignored(self) -> list[str]:
        return [name for name in self if name not in self.seen]


@dataclass(frozen=True, kw_only=True, slots=True)
class Call:
    """A request as the operations see it; `operation` is GitHub's name for it, "pulls/create", or "unknown"."""

    number: int
    method: str
    url: str
    token: Token | None
    accept: str = ""
    operation: str = "unknown"
    path: Mapping[str, Any] = field(default_factory=dict)
    query: Reading = field(default_factory=lambda: Reading({}))
    body: Any = None

    @property
    def login(self) -> str:
        return self.token.login if self.token else "nobody"


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What an operation says: as much of the body as it knows, the rest is invented to fit the schema."""

    status: int = 200
    known: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    raw: bytes | None = None


class Refusal(Exception):
    """GitHub says no."""

    def __init__(self, status: int, message: str, *errors: Mapping[str, str], headers: Mapping[str, str] | None = None):
        super().__init__(message)
        self.status, self.message, self.errors, self.headers = status, message, errors, headers or {}

    def body(self) -> dict[str, Any]:
        page = {"documentation_url": "https://docs.github.com/rest", "status": str(self.status)}
        return {"message": self.message, **({"errors": list(self.errors)} if self.errors else {}), **page}


class NotServed(Exception):
    """GitHub would do this, the double cannot; the test that needs it has to teach it."""


def invalid(resource: str, field: str, code: str = "invalid") -> Refusal:
    return Refusal(422, "Validation Failed", {"resource": resource, "code": code, "field": field})


def unfit(resource: str, message: str, **more: str) -> Refusal:
    return Refusal(422, "Validation Failed", {"resource": resource, "code": "custom", "message": message, **more})


def missing() -> Refusal:
    return Refusal(404, "Not Found")
