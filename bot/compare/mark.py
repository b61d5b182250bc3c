"""How sources mark what does not take place, where they still list it."""

import re

from bot.model import Contribution, Program

_MARK = re.compile(r"^\W*(?:cancell?ed|withdrawn|retracted|entfällt|abgesagt)\b[\s:.)\]}*!–—-]*", re.I)


def is_marked(title: str) -> bool:
    return bool(_MARK.match(title))


def without_mark(title: str) -> str:
    """The title as it was before; the mark itself where nothing else is left."""
    return _MARK.sub("", title) or title


def marked(program: Program) -> tuple[Contribution, ...]:
    """What a program lists only to say that it does not take place; the gate leaves it out."""
    return tuple(each for each in program.listed if is_marked(each.title))
