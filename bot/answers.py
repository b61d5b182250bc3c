"""Answers that were paid for, as files named by a hash of what was asked: a rerun or a crash pays nothing twice.

A recording is such a folder too. It also keeps what came to nothing, so that a replay tells the same story.
"""

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeVar

from bot.budget import count_of, sum_of
from bot.errors import StoreError

T = TypeVar("T")
MOST_BYTES = 2_000_000
DAYS_UNUSED = 90  # then an answer is forgotten; a conference is long over, or its prompts are others
_KEY = re.compile(r"[0-9a-f]{64}")
_ID = re.compile(r"\w[\w.:-]{0,199}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What came of one ask: a tree, or None and why. `purpose` and `about` are for whoever looks into the folder."""

    purpose: str
    about: str
    model: str
    tree: Mapping[str, Any] | None = None
    why: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    money: Decimal | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """One ask of a batch: what it is for and about, and the schema that its answer is held against."""

    purpose: str
    about: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Why an ask has no answer, and what it took all the same."""

    why: str
    tokens_in: int = 0
    tokens_out: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """What was sent to be answered later. `asks` and `failures` go by key; nobody asks after one that `is_done`.

    `file` and `id` are the endpoint's names: the first is known before it is begun, and paid for, the second after.
    """

    file: str
    model: str
    asks: Mapping[str, Sent]
    id: str = ""
    failures: Mapping[str, Failure] = field(default_factory=dict)
    is_done: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """Answers in a folder. In `record` everything is kept that a run used, for a replay."""

    folder: Path
    record: Path | None = None

    def find(self, key: str) -> Kept | None:
        """The answer that is kept under a key; None also where its file cannot be believed."""
        path = self.folder / f"{_safe(key)}.json"
        found = _read(path, _kept)
        if found is not None and found.tree is not None:
            _touch(path)
            self._record(key, found)
        return found

    def keep(self, key: str, kept: Kept) -> None:
        """Keeps an answer; one that came to nothing only in the recording, since another run may fare better."""
        if kept.tree is not None:
            _write(self.folder / f"{_safe(key)}.json", kept)
        self._record(key, kept)

    def forget(self, now: float) -> None:
        """Deletes what nobody has used for long, and what a killed run left half. `now` is a Unix time."""
        for path in (*self.folder.glob("*.json"), *self.folder.glob("*.part")):
            with suppress(OSError):  # another run was faster, or nobody may delete here: it is only room
                if now - path.lstat().st_mtime > DAYS_UNUSED * 86_400:
                    path.unlink()

    def batches(self) -> tuple[Batch, ...]:
        """All that was ever sent to be answered later."""
        found = (_read(path, _batch) for path in sorted(self.folder.glob("batch-*.json")))
        return tuple(batch for batch in found if batch is not None)

    def keep_batch(self, batch: Batch) -> None:
        _put(self.folder / f"batch-{hashlib.sha256(batch.file.encode()).hexdigest()[:16]}.json", asdict(batch))

    def _record(self, key: str, kept: Kept) -> None:
        if self.record is not None:
            _write(self.record / f"{_safe(key)}.json", kept)


def key_of(model: str, instructions: str, material: str, schema: Mapping[str, Any]) -> str:
    """A hash of all that decides an answer."""
    asked = json.dumps([model, instructions, material, schema], sort_keys=True)
    return hashlib.sha256(asked.encode()).hexdigest()


def _safe(key: str) -> str:
    if not _KEY.fullmatch(key):
        raise ValueError(f"{key!r:.80} is no key of an answer")
    return key


def _touch(path: Path) -> None:
    with suppress(OSError):  # a folder that may only be read
        os.utime(path)


def _read(path: Path, as_noun: Callable[[Any], T]) -> T | None:
    try:
        if path.is_symlink() or path.stat().st_size > MOST_BYTES:
            return None
        return as_noun(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError):
        return None  # not there, half a file, or another program's: the model is asked again


def _kept(tree: Mapping[str, Any]) -> Kept:
    answer, money = tree["tree"], tree["money"]
    if not (answer is None or isinstance(answer, dict)) or not all(isinstance(tree[name], str) for name in _WORDS):
        raise TypeError("no answer of ours")
    json.dumps(tree, ensure_ascii=False, allow_nan=False).encode()  # raises for half a character, and for no number
    return Kept(
        **{name: tree[name] for name in _WORDS},
        tree=answer,
        tokens_in=count_of(tree["tokens_in"]),
        tokens_out=count_of(tree["tokens_out"]),
        money=None if money is None else sum_of(money),
        seconds=float(tree["seconds"]),
    )


def _batch(tree: Mapping[str, Any]) -> Batch:
    if not _ID.fullmatch(tree["file"]) or not _ID.fullmatch(tree["id"] or "none"):
        raise ValueError("no name of an endpoint's")  # it becomes part of an address
    return Batch(
        file=str(tree["file"]),
        model=str(tree["model"]),
        asks={_safe(key): Sent(**_strict(sent, str, str, dict)) for key, sent in tree["asks"].items()},
        id=str(tree["id"]),
        failures={_safe(key): Failure(**_strict(failure, str, int, int)) for key, failure in tree["failures"].items()},
        is_done=tree["is_done"] is True,
    )


def _strict(fields: Mapping[str, Any], *types: type) -> dict[str, Any]:
    if not all(map(isinstance, fields.values(), types)):
        raise TypeError("no batch of ours")
    return dict(fields)


_WORDS = ("purpose", "about", "model", "why")


def _write(path: Path, kept: Kept) -> None:
    """Not at all where it stands there already."""
    if _read(path, _kept) != kept:
        _put(path, {**asdict(kept), "money": None if kept.money is None else str(kept.money)})


def _put(path: Path, tree: Mapping[str, Any]) -> None:
    """All of it or nothing, whatever happens meanwhile."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, suffix=".part", delete=False) as part:
            part.write(json.dumps(tree, ensure_ascii=False, indent=1) + "\n")
            part.flush()
            os.fsync(part.fileno())
        Path(part.name).replace(path)
    except OSError as error:
        raise StoreError(
            f"{path} cannot be written: {error.strerror}", hint="free some space, or make the folder writable"
        ) from None
