"""Finds the telling phrases that several texts share: technical terms of up to three words, as they are written."""

import re
from collections.abc import Iterator, Mapping, Sequence

from bot.prose.sift import COMMON

# How many words a phrase has at most, and how much of a text is read for them.
_LONGEST, _READ = 3, 8000
_TOKEN = re.compile(r"[^\W_]+(?:[-/’'.][^\W_]+)*|[^\w\s]")
# Words that make no term, alone or as a part of one.
_PLAIN = COMMON.union(
    """
    about above achieve achieves across additional after ai algorithm algorithms all allow allows also although
    among any api apis application applications approach approaches at attendees authors available based become
    been before being best between both but call called cannot case challenge challenges common compared complex
    consistently could cpu cpus critical current currently data define defines demonstrate deploy describe
    describes design develop different document does draft due e.g each easily efficient either enable end
    ensure evaluation evaluations even example existing experience experiences experiments few first found full
    further general give given good gpu gpus has have having help her here high his however i i.e if important
    improve include includes including increase instead into introduce its join just key large larger learn less
    level like live llm llm-based llms low make makes many may means mechanism method methods might ml model
    models modern more most much multiple must need needs new not novel number off offer offers often one only
    open other out outperform outperforms over overall own paper part particular performance practical practice
    present problem problems propose proposed provide provides real recent related require requires result
    results same scale see service services session set sets several shall share should show shows significant
    significantly simple simulation single small so solution some speaker speakers specific specification
    specifies specify state still studies study such support supports system systems take takes talk task tasks
    team teams technique techniques than their them then there these they those three through time today
    together too tool toward towards trained training two under up us use used user users uses using various
    very via was way well were what when where whether while who why within without work works would year years
    your always anything else ever every everyone everything never nobody nothing something average averages fold
    median month months orders percent percentile percentiles times
    """.split()  # noqa: SIM905 (a list of them would be a column of two hundred lines)
)
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)?")
_PLAIN_COMPOUND = re.compile(
    r"(?:\d+(?:st|nd|rd|th)?|high|low|large|small|state|end|real|cost|fine|coarse|well|open|long|short|cutting|next|first|non|pre|in|on"
    r"|up|by|two|three|light|wide|full|higher|lower|hands|production|per|so)-",
    re.I,
)


def shared(texts: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The phrases that several of the texts hold but not most, with the keys of those texts, the most telling first."""
    written: dict[str, str] = {}
    holders: dict[str, dict[str, None]] = {}
    for key, text in texts.items():
        for phrase in phrases(text):
            same = _plain(phrase)
            written.setdefault(same, phrase)
            holders.setdefault(same, {})[key] = None
    most = max(2, len(texts) // 2)
    common = {same: tuple(keys) for same, keys in holders.items() if 1 < len(keys) <= most}
    ranked = sorted(common, key=lambda same: (-_worth(same, common), same))
    return {written[same]: common[same] for same in ranked if not _is_within_a_longer(same, common)}


def phrases(text: str) -> Iterator[str]:
    """Every run of up to three words of one clause that could be a term."""
    tokens = _TOKEN.findall(text[:_READ])
    for start in range(len(tokens)):
        for length in range(1, _LONGEST + 1):
            words = tokens[start : start + length]
            if len(words) == length and _is_term(words):
                yield " ".join(words)


def _is_term(words: Sequence[str]) -> bool:
    if any(
        not word[0].isalnum() or _ORDINAL.fullmatch(word) or word.lower() in _PLAIN or _PLAIN_COMPOUND.match(word)
        for word in words
    ):
        return False
    return len(words) > 1 or is_technical(words[0])


def is_technical(word: str) -> bool:
    """Acronyms, names with inner capitals or figures, and compounds."""
    return len(word) > 2 and (any(letter.isupper() for letter in word[1:]) or bool(re.search(r"[a-z]-[a-z]{3}", word)))


def _plain(phrase: str) -> str:
    return " ".join(re.sub(r"(?<=[a-z]{3})s$", "", word.lower()) for word in re.split(r"[\s-]+", phrase))


def _worth(same: str, common: Mapping[str, Sequence[str]]) -> float:
    return len(common[same]) * (1 + 0.5 * len(same.split()))


def _is_within_a_longer(same: str, common: Mapping[str, Sequence[str]]) -> bool:
    """Whether it says no more than a longer phrase of as many texts."""
    padded = f" {same} "
    return any(padded in f" {other} " and other != same and len(common[other]) >= len(common[same]) for other in common)
