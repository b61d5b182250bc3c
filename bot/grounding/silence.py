"""Tells what a sentence asserts from what it says that a source does not say."""

import re
from collections.abc import Iterator

from bot.figures import figures
from bot.grounding.words import content, words

_CLAUSE = re.compile(r"(?<=[;:])\s|,?\s(?=(?:but|yet|though|although|however|while)\b)|\s-\s")
_SILENT = re.compile(
    r"\b(?:do|does|did) not (?:say|state|tell|mention|give|report|name|disclose|specify)"
    r"|\bnot (?:said|stated|given|reported|named|known)|\bsays? nothing|\bno word\b|\bnothing is said|\bleaves? open"
    r"|\b(?:names|gives|states|reports|mentions) (?:no|neither|none)\b|\bunstated\b|\bsilent\b",
    re.I,
)
_DENIED = re.compile(r"\b(?:not|no|nothing|none|neither|nor|without|never|only)\b", re.I)


def asserted(sentence: str) -> str:
    """The sentence without the clauses that say that the source is silent: what they name, they do not claim."""
    return " ".join(clause for clause in _CLAUSE.split(sentence) if not _SILENT.search(clause))


def facts(whole: str) -> Iterator[str]:
    """What a tidy text holds that a claim of silence must not: figures, and clauses that say something."""
    for clause in _CLAUSE.split(whole):
        if not _SILENT.search(clause) and not _DENIED.search(clause) and len(content(words(clause))) > 2:
            yield clause
    for figure in figures(whole):
        if not (figure.spelled and figure.value == 1):
            yield figure.text
