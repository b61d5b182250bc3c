"""What a draft came to, as a file from one job to another: outcome.json.

Another job wrote it, one that read the web and asked a model, so nothing in it is taken as it is.
"""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from bot.errors import Blocked, BotError, Incomplete, NotPublished, StoreError
from bot.model import Attempt, Digest, Edition, Outline, State
from bot.page import web_address
from bot.text import one_line

FILE = "outcome.json"
MOST_FILES, MOST_BYTES = 200, 20_000
LONGEST_TEXT = 400

_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_TIME = re.compile(r"20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\dZ")
_STATES = {Blocked: State.BLOCKED, Incomplete: State.INCOMPLETE, NotPublished: State.WAITING}
_POSSIBLE = {State.DRAFTED, State.FAILED, *_STATES.values()}


def drafted(digest: Digest, time: str) -> Attempt:
    """What came of an edition that was drafted."""
    picks, program = len(digest.writeups), digest.program
    return Attempt(
        edition=digest.edition.key,
        state=State.DRAFTED,
        reason=f"{picks} of the program's {program.contributions:,} contributions were picked{days(program)}.",
        picks=picks,
        url=program.url,
        time=time,
    )


def days(program: Outline) -> str:
    """When a program takes place, as it says itself."""
    first, last = program.starts[:10], program.ends[:10]
    span = f"from {first} to {last}" if first and last and first != last else f"on {first or last}"
    return f"; it takes place {span}" if first or last else ""


def failed(edition: Edition, error: BotError, time: str) -> Attempt:
    """What came of an edition that could not be drafted."""
    state = next((state for kind, state in _STATES.items() if isinstance(error, kind)), State.FAILED)
    url = edition.urls[0] if edition.urls else ""
    reason, hint = shortened(str(error)), shortened(error.hint)
    return Attempt(edition=edition.key, state=state, reason=reason, hint=hint, url=url, time=time)


def unheard(editions: Iterable[str], heard: Iterable[Attempt], day: date) -> tuple[Attempt, ...]:
    """What came of those that a run began and left no outcome of; the same whenever that day it is asked."""
    missing = sorted({*editions} - {attempt.edition for attempt in heard})
    time, reason = f"{day.isoformat()}T00:00:00Z", "Its job ended without leaving an outcome."
    hint = "see the log of its job in the run, and retry"
    return tuple(Attempt(edition=key, state=State.FAILED, reason=reason, hint=hint, time=time) for key in missing)


def stamp(moment: datetime) -> str:
    """A time as outcomes have it: ISO 8601 in UTC, to the second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def write(path: Path, attempt: Attempt) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(as_tree(attempt), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise StoreError(
            f"{path} cannot be written: {error.strerror}", hint="name another file with --report"
        ) from None


def read(path: Path) -> Attempt:
    """The outcome in a file. Raises StoreError when it is not one."""
    try:
        if path.is_symlink() or path.stat().st_size > MOST_BYTES:
            raise StoreError(f"{path} is no file of the bot's", hint="draft the edition anew")
        return from_tree(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, RecursionError) as error:
        raise StoreError(f"{path} cannot be read: {type(error).__name__}", hint="draft the edition anew") from None


def found(folder: Path) -> tuple[tuple[Attempt, ...], tuple[StoreError, ...]]:
    """All outcomes below a folder, and what is wrong with those that cannot be believed."""
    attempts: list[Attempt] = []
    errors: list[StoreError] = []
    for path in sorted(folder.rglob(FILE))[:MOST_FILES]:
        try:
            attempts.append(read(path))
        except StoreError as error:
            errors.append(error)
    return tuple(attempts), tuple(errors)


def as_tree(attempt: Attempt) -> dict[str, Any]:
    return {
        "edition": attempt.edition,
        "state": attempt.state.value,
        "reason": attempt.reason,
        "hint": attempt.hint,
        "picks": attempt.picks,
        "url": attempt.url,
        "time": attempt.time,
    }


def from_tree(tree: object) -> Attempt:
    """The attempt that a JSON tree tells of. Raises ValueError when it tells of none."""
    if not isinstance(tree, Mapping):
        raise ValueError("no object")
    edition, state, reason, hint, url, time = (
        text_of(tree, name) for name in ("edition", "state", "reason", "hint", "url", "time")
    )
    picks = tree.get("picks")
    if not isinstance(picks, int) or isinstance(picks, bool) or not 0 <= picks <= 1_000:
        raise ValueError("no number of picks")
    if len(edition) > 80 or not _KEY.fullmatch(edition) or not _TIME.fullmatch(time) or state not in _POSSIBLE:
        raise ValueError("no edition, time or state")
    return Attempt(
        edition=edition,
        state=State(state),
        reason=shortened(reason),
        hint=shortened(hint),
        picks=picks,
        url=web_address(url) if url else "",
        time=time,
    )


def text_of(tree: Mapping[Any, Any], name: str) -> str:
    text = tree.get(name)
    if not isinstance(text, str):
        raise ValueError(f"no {name}")
    return text


def shortened(text: str) -> str:
    """One line of no more than a few sentences."""
    line = one_line(text)
    return line if len(line) <= LONGEST_TEXT else f"{line[: LONGEST_TEXT - 1]}…"
