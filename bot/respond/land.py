"""Brings what a comment came to onto the page, and says what really changed there."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from bot.errors import Outdated
from bot.forges import Forge
from bot.keep import keep
from bot.keep.changes import changes
from bot.markdown import quiet
from bot.model import Draft
from bot.pipeline import Listener, submit
from bot.respond import Answer, Said, hashed
from bot.store import is_same_digest

MOST_CHANGES = 30


def land(answer: Answer, forge: Forge, listen: Listener) -> str:
    """Proposes what the commands changed, and gives the reply. Raises Outdated, Moved and what a forge raises."""
    if answer.draft is None:
        return reply(answer.said, "")
    draft, plan = answer.draft, partial(laid, answer, answer.draft)
    done = submit(draft.files, plan, answer.review, forge, listen)
    if answer.is_repeat:
        return reply(answer.said, "")
    page = done.draft.files[f"digests/{draft.edition}.md"]
    is_landed = not is_upon(answer, done.before, f"digests/{draft.edition}.json")
    has_changed = is_landed or not draft.files.keys().isdisjoint(done.pull_request.changed)
    told = changes(answer.page, page) if has_changed else ()
    return reply(answer.said, outcome(told, done.draft, has_changed, done.pull_request.note))


def laid(answer: Answer, draft: Draft, present: Mapping[str, str]) -> Draft:
    """The draft under what stands there now. What a person typed since the commands were read is never given up.

    A run that was cut off may have brought it there already; then it is left as it is.
    """
    data, page = f"digests/{draft.edition}.json", f"digests/{draft.edition}.md"
    if not is_upon(answer, present, data) and is_same_digest(present.get(data, ""), draft.files[data]):
        return replace(draft, files={path: present.get(path, text) for path, text in draft.files.items()})
    if not is_upon(answer, present, data, *([page] if answer.released else [])):
        raise Outdated(
            "somebody changed the digest while the bot was at work, so it changed nothing",
            hint="write the comment again",
        )
    return keep(draft, present, answer.released)


def is_upon(answer: Answer, present: Mapping[str, str], *paths: str) -> bool:
    """Whether files still are what the answer was drafted upon."""
    return all(path in present and hashed(present[path]) == answer.upon.get(path) for path in paths)


def outcome(told: tuple[str, ...], kept: Draft, has_changed: bool, note: str) -> str:
    """What differs on the page now, as the diff says it, and what was left alone."""
    if not has_changed:
        return f"**Nothing changed.** {note}".strip()
    more = [f"- and {len(told) - MOST_CHANGES} changes more"] if len(told) > MOST_CHANGES else []
    shown = [f"- {quiet(line)}" for line in told[:MOST_CHANGES]]
    first = "**Done.** On the page:" if told else "**Done.** It is noted; the page reads as before."
    left = [f"Left as it was: {quiet('; '.join(kept.kept[:MOST_CHANGES]))}."] if kept.kept else []
    return "\n\n".join(filter(None, (first, "\n".join((*shown, *more)), *left)))


def reply(said: tuple[Said, ...], end: str) -> str:
    """What is said of each command, then what came of them together."""
    return "\n\n".join(filter(None, (*map(told_of, said), end)))


def told_of(said: Said) -> str:
    asked = said.command.replace("`", "")[:200]
    return f"`{asked}`\n\n{said.text if said.is_done else f'**Not done.** {said.text}'}"
