"""Our words as GitHub takes them: short enough, and marked so that a later run knows them again."""

from hashlib import sha256

from bot.model import Proposal

LONGEST_BODY = 60_000  # GitHub takes 65,536 characters
LONGEST_TITLE = 256
REPLY = "<!-- reply-to "
_FOLD, _UNFOLD = "<details>", "</details>"


def told(proposal: Proposal) -> tuple[str, str, str]:
    """The title, the body, and the mark that ends the body."""
    title = proposal.title[:LONGEST_TITLE]
    mark = f"<!-- proposal {fingerprint(title, proposal.body)} -->"
    whole = max(proposal.draft.files, key=lambda path: (path.startswith("digests/"), path), default="the draft")
    notice = f"**Cut here:** a pull request cannot hold more. The rest is in `{whole}`."
    took = f"Drafting took {proposal.took}.\n\n" if proposal.took else ""
    body = shortened(proposal.body.rstrip(), LONGEST_BODY - len(took) - len(mark) - 4, notice)
    return title, f"{body}\n\n{took}{mark}", mark


def reply_mark(asked: str) -> str:
    """What a reply begins with: so it never begins with a command, and a quotation of it is not one."""
    return f"{REPLY}{asked} -->"


def replied(text: str, asked: str) -> str:
    """A reply's body."""
    mark, notice = reply_mark(asked), "**Cut here:** a comment cannot hold more."
    return f"{mark}\n{shortened(text.strip(), LONGEST_BODY - len(mark) - 1, notice)}"


def shortened(text: str, room: int, notice: str) -> str:
    """The text, or as many of its lines as there is room for and a visible notice; what was folded is closed."""
    if len(text) <= room:
        return text
    kept = text[: room - len(notice) - len(_UNFOLD) - 4]
    kept = kept[: kept.rfind("\n")] if "\n" in kept else kept
    open_fold = [_UNFOLD] if kept.count(_FOLD) > kept.count(_UNFOLD) else []
    return "\n\n".join((kept, *open_fold, notice))


def fingerprint(*texts: str) -> str:
    return sha256("\0".join(texts).encode()).hexdigest()[:16]
