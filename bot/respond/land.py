"""Brings what a comment came to onto the page, and says what really changed there."""

from collections.abc import Mapping
from functools import partial

from bot.errors import Outdated
from bot.forges import Forge
from bot.keep import keep
from bot.keep.changes import changes
from bot.markdown import quiet
from bot.model import Draft
from bot.pipeline import Listener, submit
from bot.propose import saved_proposal
from bot.respond import Answer, Said, hashed

MOST_CHANGES = 30


def land(answer: Answer, forge: Forge, listen: Listener) -> str:
    """Proposes what the commands changed, and gives the reply. Raises Outdated, Moved and what a forge raises."""
    if answer.draft is None:
        return reply(answer.said, "")
    draft, body = answer.draft, answer.body
    plan = partial(laid, answer, draft)
    done = submit(draft.files, plan, lambda kept: saved_proposal(kept, body), forge, listen)
    page = f"digests/{draft.edition}.md"
    told = changes(done.before[page], done.draft.files[page]) if page in done.pull_request.changed else ()
    has_changed = not draft.files.keys().isdisjoint(done.pull_request.changed)
    return reply(answer.said, outcome(told, done.draft, has_changed, done.pull_request.note))


def laid(answer: Answer, draft: Draft, present: Mapping[str, str]) -> Draft:
    """The draft under what stands there now. What a person typed since the commands were read is never given up."""
    data, page = f"digests/{draft.edition}.json", f"digests/{draft.edition}.md"
    paths = (data, page) if answer.released else (data,)
    if any(path not in present or hashed(present[path]) != answer.upon.get(path) for path in paths):
        raise Outdated(
            "somebody changed the digest while the bot was at work, so it changed nothing",
            hint="write the comment again",
        )
    return keep(draft, present, answer.released)


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
