"""Whether two titles, or two names, are much the same."""

from difflib import SequenceMatcher

from bot.text import folded

WITHOUT_SUBTITLE = 0.9
_WORDS = 4  # of a title that can stand for itself
_LONGEST = 400


def likeness(title: str, other: str) -> float:
    """How alike two titles are, 0 to 1; a subtitle may be missing, or what stands before it."""
    shorter, longer = sorted((title, other), key=lambda each: len(folded(each)))
    one, two = folded(shorter)[:_LONGEST], folded(longer)[:_LONGEST]
    if not one:
        return 0.0
    parts = (folded(longer.partition(":")[0]), folded(longer.rpartition(":")[2])) if ":" in longer else ()
    if one != two and one in parts and len(one.split()) >= _WORDS:
        return WITHOUT_SUBTITLE
    return SequenceMatcher(None, one, two, autojunk=False).ratio()


def is_same_name(name: str, other: str) -> bool:
    """Whether two names may be one person's: "Ana Silva", "A. Silva", "Silva, Ana"."""
    one, two = folded(name).split(), folded(other).split()
    if not one or not two:
        return False
    if {*one} == {*two}:
        return True
    return one[-1] == two[-1] and (one[0].startswith(two[0]) or two[0].startswith(one[0]))
