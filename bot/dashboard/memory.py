"""What the dashboard remembers: an unseen comment in its issue, believed only as long as no person changed it."""

import json
import re
from typing import TypeVar

from bot.dashboard.frame import framed, is_broken
from bot.model import Memory
from bot.outcomes import as_tree, from_tree
from bot.text import fingerprint

T = TypeVar("T")

FORGOTTEN = (
    "What this issue remembered was changed by hand or cannot be read, so tries are counted anew, and what was skipped "
    "by a tick has to be ticked again. Nothing else is lost."
)
_MEMORY = re.compile(r"^<!-- memory ([0-9a-f]{8}) (\{.*\}) -->[ \t\r]*$", re.M)
_TIME = re.compile(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def written(memory: Memory) -> str:
    """The memory as a comment. Nothing in it can end the comment, mention a person or refer to an issue."""
    tree = {
        "good": memory.good,
        "skipped": dict(sorted(memory.skipped.items())),
        "tries": dict(sorted(memory.tries.items())),
        "attempts": [as_tree(attempt) for _, attempt in sorted(memory.attempts.items())],
    }
    text = json.dumps(tree, ensure_ascii=False, separators=(",", ":"))
    text = re.sub("[<>@#]", lambda sign: f"\\u{ord(sign.group()):04x}", text)
    return f"<!-- memory {fingerprint(text)} {text} -->"


def remembered(body: str, doubt: str = "") -> tuple[Memory, tuple[str, ...]]:
    """What a body remembers, and what a person should know of that. `doubt` says why it is not to be believed."""
    if doubt:
        return Memory(), (doubt,)
    part = framed(body)[1]
    found = _MEMORY.search(part or body)
    if not found:
        return Memory(), (FORGOTTEN,) if part or is_broken(body) else ()
    try:
        if fingerprint(found.group(2)) == found.group(1):
            return read(json.loads(found.group(2))), ()
    except (ValueError, KeyError, TypeError, RecursionError):
        pass  # another version of the bot wrote it, or someone who can count a fingerprint
    return Memory(), (FORGOTTEN,)


def read(tree: object) -> Memory:
    """The memory in a JSON tree. Raises ValueError, KeyError or TypeError where there is none."""
    whole = typed(tree, dict)
    attempts = [from_tree(each) for each in typed(whole["attempts"], list)]
    tries, skipped, good = typed(whole["tries"], dict), typed(whole["skipped"], dict), typed(whole["good"], str)
    if not all(_TIME.fullmatch(time) for time in (*skipped.values(), *([good] if good else []))):
        raise ValueError("no time")
    return Memory(
        attempts={attempt.edition: attempt for attempt in attempts},
        tries={key: typed(count, int) for key, count in tries.items()},
        skipped=skipped,
        good=good,
    )


def typed(tree: object, kind: type[T]) -> T:
    if not isinstance(tree, kind):
        raise TypeError(f"no {kind.__name__}")
    return tree
