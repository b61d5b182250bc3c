"""Carries an Answer from the job that read the program and wrote to the one that may change the branch, as one file.

What the first job hands over is held to be an answer about the edition in question, and to change no other files.
"""

import json
from pathlib import Path
from typing import Any

from bot.errors import StoreError
from bot.model import Draft
from bot.propose import Review
from bot.respond import Answer, Said

FILE = "answer.json"
MOST_BYTES = 20_000_000


def save(answer: Answer, folder: Path) -> None:
    """Writes the answer down. Raises StoreError."""
    tree = {
        "said": [{"command": each.command, "text": each.text, "done": each.is_done} for each in answer.said],
        "upon": dict(answer.upon),
        "edition": answer.draft.edition if answer.draft else None,
        "files": dict(answer.draft.files) if answer.draft else None,
        "page": answer.page,
        "title": answer.review.title,
        "body": answer.review.body,
        "released": list(answer.released),
        "repeat": answer.is_repeat,
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / FILE).write_text(json.dumps(tree, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise StoreError(f"{folder / FILE} cannot be written: {error.strerror}", hint="choose another --out") from None


def load(folder: Path, edition: str) -> Answer:
    """The answer about an edition. Raises StoreError when there is none, or one that reaches further."""
    path = folder / FILE
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError("too large")
        return read(json.loads(path.read_text(encoding="utf-8")), edition)
    except FileNotFoundError:
        raise StoreError("the run left no answer", hint="look at its log, then write the comment again") from None
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise StoreError(f"{FILE} is no answer ({type(error).__name__})", hint="write the comment again") from None


def read(tree: dict[str, Any], edition: str) -> Answer:
    said = tuple(
        Said(command=text(each["command"]), text=text(each["text"]), is_done=each["done"] is True)
        for each in tree["said"]
    )
    upon = {text(path): text(hash_) for path, hash_ in tree["upon"].items()}
    if tree["files"] is None:
        return Answer(said=said, upon=upon)
    own = {f"digests/{edition}.md", f"digests/{edition}.json", f"prompts/{edition}.md"}
    files = {text(path): text(content) for path, content in tree["files"].items()}
    if tree["edition"] != edition or not files.keys() <= own:
        raise ValueError("another edition")
    draft = Draft(edition=edition, files=files)
    released = tuple(map(text, tree["released"]))
    return Answer(
        said=said,
        upon=upon,
        draft=draft,
        page=text(tree["page"]),
        review=Review(title=text(tree["title"]), body=text(tree["body"])),
        released=released,
        is_repeat=tree["repeat"] is True,
    )


def text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value
