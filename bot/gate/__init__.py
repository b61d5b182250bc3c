"""The gate between a model and the words of others: what goes in is cleaned, cut and fenced, what comes out is plain.

Same input, same bytes: a fence's mark is made from what stands inside, so that whoever wrote that can't close it.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterator

from bot.text import BLANK, clipped, one_line

# Seen by a model and by nobody else: format characters, what fills a line unseen, variants that can carry a message.
_UNSEEN = re.compile(f"[{BLANK}\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_UNSEEN_KINDS = ("Cc", "Cf", "Co", "Cs", "Cn")
# What a server may take for the end of one speaker's words and the beginning of another's.
_TURNS = re.compile(
    r"<(?=[|｜])|(?<=[|｜])>|\[(?=/?(?:INST|SYS|SYSTEM)\])|<(?=/?(?:s|bos|eos)>)|<(?=</?SYS>)"
    r"|<(?=/?(?:start|end)_of_turn>)|<(?=/?(?:system|user|assistant|instructions?|think|tool_call)>)|<(?=<<)|>(?=>>)",
    re.I,
)
_MARKUP = re.compile(r"<[a-zA-Z/!?]|!\[|\]\(|\]\[|```|\b(?:javascript|data|vbscript):\S|&#?\w{1,10};", re.I)
_LINK = re.compile(r"(?:\w{2,12}://|www\.|mailto:)\S+|(?<![\w.-])(?:[\w-]{1,40}\.){1,4}[a-z]{2,12}/\S*", re.I)
_KEY = re.compile(r"(?=[\w-]*\d)[\w-]{20,}")
LONGEST = 600  # characters of one sentence
_RUN = 8  # words in a row that nobody writes twice by chance


def fenced(text: str, label: str, limit: int) -> str:
    """Foreign text as material: cleaned, cut, and between marks that it can't hold."""
    inside = cleaned(text, limit)
    mark = _mark(inside)
    while mark in inside:
        mark = _mark(mark + inside)
    return f"<<<{label} {mark}\n{inside}\n{mark}>>>"


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:10]


def cleaned(text: str, limit: int) -> str:
    """Text without what nobody sees and without the signs by which servers tell speakers apart."""
    seen = (
        character
        for character in _UNSEEN.sub("", text[: 4 * limit].replace("\t", " "))
        if character == "\n" or unicodedata.category(character) not in _UNSEEN_KINDS
    )
    return clipped(_TURNS.sub(lambda sign: f"{sign.group()} ", "".join(seen)).strip(), limit)


# ---- what comes out


def unfit(text: str) -> str:
    """Why words of a model can't be shown as they are; "" when they are plain."""
    if not text.strip() or one_line(text) != text:
        return "it is not one line of plain text"
    if len(text) > LONGEST:
        return f"it has more than {LONGEST} characters"
    return "it holds markup" if _MARKUP.search(text) or _TURNS.search(text) or cleaned(text, LONGEST) != text else ""


def defused(text: str, limit: int) -> str:
    """Words that were refused, as they may be told of: one plain line, without links and what may be a key."""
    plain = one_line(cleaned(text, 4 * limit))
    return clipped(_KEY.sub("(…)", _LINK.sub("(a link)", plain)), limit)


def repeats(text: str, secret: str, known: str = "") -> bool:
    """Whether words of a model repeat what it was told, eight words in a row; what is `known` is no secret."""
    told = {*_runs(secret)} - {*_runs(known)}
    return any(run in told for run in _runs(text))


def _runs(text: str) -> Iterator[tuple[str, ...]]:
    words = re.findall(r"\w+", text.lower())
    return (tuple(words[start : start + _RUN]) for start in range(len(words) - _RUN + 1))
