"""Finds the names in a sentence that nobody gave: of people, systems, products and, above all, of employers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.figures import figures

_ORGANISATIONS = frozenset(
    "google meta facebook amazon aws microsoft azure apple nvidia intel amd ibm cisco juniper arista broadcom marvell huawei alibaba"
    " tencent bytedance baidu kuaishou douyin tiktok xiaomi samsung oracle netflix uber linkedin twitter cloudflare akamai fastly"
    " vmware openai anthropic deepmind deepseek mistral databricks snowflake salesforce qualcomm ericsson nokia siemens bosch sony"
    " toshiba hitachi fujitsu nec ntt orange telekom verizon comcast dell hpe lenovo sap github gitlab stripe spotify dropbox"
    " mit stanford berkeley cmu caltech princeton harvard yale cornell oxford cambridge ucl eth epfl tsinghua peking fudan kaist"
    " inria cern nist darpa nasa icann".split()
)
_INSTITUTION = re.compile(
    r"\b(?:University|Universit\w+|Institute|College|School|Laborator\w+|Labs?|Inc|Corp|Corporation|GmbH|Ltd|LLC|Academy|Research"
    r"|Foundation|Technologies|Systems Inc|Networks)\b"
)
_BYLINE = re.compile(
    r"\b(?:researchers?|authors?|team|engineers?|group|scientists?|colleagues|developers?|people|work|joint|employees?)"
    r"(?: \w+){0,2} (?:at|from|of|with|by) (?:the )?$|\b(?:at|from) (?:the )?$|\bby (?:the )?$",
    re.I,
)
_TOKEN = re.compile(r"[^\W_]+(?:['._][^\W_]+)*")
_RUN = re.compile(r"[^\W\d_]+|\d+")
_OPENS = re.compile(r"(?:^|[.!?:;]\s|\s-\s|[\"*])\W*$")
_ORDINARY = frozenset("it that what here there today let who one each everyone nobody tomorrow yesterday this".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """The words that names may be made of, and their order."""

    words: frozenset[str]
    run: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stranger:
    """A name that is not known. `employer` tells whether it reads as somebody's affiliation."""

    words: str
    employer: bool


def known(text: str) -> Known:
    """What a tidy text knows: its words, also without hyphens, cut between letters and digits, and pulled together."""
    run = [token.casefold() for token in _TOKEN.findall(text)]
    words = set(run)
    for token in run:
        words.add(token.removesuffix("'s"))
        if not token.isalpha():
            words.update(_RUN.findall(token), (token.replace(".", ""),))
    words.update(a + b for a, b in zip(run, run[1:], strict=False))
    return Known(words=frozenset(words), run=tuple(run))


def strangers(sentence: str, known: tuple[Known, ...]) -> Iterator[Stranger]:
    """Names in a tidy sentence that are not known; neighbours make one name."""
    start = end = -1
    for first, last in (*_unknown(sentence, known), (len(sentence) + 9, len(sentence) + 9)):
        if start >= 0 and sentence[end:first].strip(" -&") == "" and first <= len(sentence):
            end = last
            continue
        if start >= 0:
            yield Stranger(words=sentence[start:end], employer=_is_employer(sentence, start, end))
        start, end = first, last


def _unknown(sentence: str, known: tuple[Known, ...]) -> Iterator[tuple[int, int]]:
    spans = [(figure.start, figure.end) for figure in figures(sentence)]
    tokens = list(_TOKEN.finditer(sentence))
    for token, following in zip(tokens, [*tokens[1:], None], strict=False):
        word = token[0].removesuffix("'s")
        if len(word) < 2 or (word.islower() and word.isalpha()):
            continue
        if any(start <= token.start() and token.end() <= end for start, end in spans):
            continue
        opens = _OPENS.search(sentence[max(0, token.start() - 6) : token.start()]) is not None
        if _is_name(word) or (word[0].isupper() and (not opens or _opens_with_name(token, following, known))):
            if not _is_known(word, known):
                yield token.start(), token.end()


def _is_name(word: str) -> bool:
    """Whether a word is a name wherever it stands."""
    return word[1:] != word[1:].lower() or (any(map(str.isdigit, word)) and any(map(str.isalpha, word)))


def _opens_with_name(token: re.Match[str], following: re.Match[str] | None, known: tuple[Known, ...]) -> bool:
    """Whether a sentence's first word, which has a capital anyway, is a name."""
    word = token[0].casefold()
    if word.removesuffix("'s") in _ORGANISATIONS:
        return True
    if word.endswith("'s"):
        return word.removesuffix("'s") not in _ORDINARY
    next_door = following is not None and following.start() - token.end() == 1 and following[0][0].isupper()
    return next_door and following is not None and len(following[0]) > 1 and not _is_known(following[0], known)


def _is_known(word: str, known: tuple[Known, ...]) -> bool:
    return any(_is_in(word, one) for one in known)


def _is_in(word: str, known: Known) -> bool:
    lower = word.casefold()
    if {lower, lower + "s", lower.removesuffix("s"), lower.replace(".", "")} & known.words:
        return True
    if lower in _ORGANISATIONS:
        return False
    if any(map(str.isdigit, lower)) and all(part in known.words for part in _RUN.findall(lower)):
        return True
    return _abbreviates(word.removesuffix("s"), known.run)


def _abbreviates(word: str, run: tuple[str, ...]) -> bool:
    """FedAvg for "federated averaging"; RDMA for "remote direct memory access"."""
    parts = re.findall(r"[A-Z][a-z]+", word)
    if "".join(parts) != word or len(parts) < 2:
        parts = list(word) if len(word) >= 3 and word.isupper() else []
    letters = [part.casefold() for part in parts]
    starts = range(len(run) - len(letters) + 1 if letters else 0)
    return any(all(map(_begins, letters, run[start : start + len(letters)])) for start in starts)


def _begins(part: str, word: str) -> bool:
    """Whether a word starts with the part's first letter and has the others in order."""
    rest = iter(word)
    return word[:1] == part[:1] and len(word) > 2 and all(letter in rest for letter in part)


def _is_employer(sentence: str, start: int, end: int) -> bool:
    words = sentence[start:end]
    if _INSTITUTION.search(sentence[start : end + 14]) or any(
        word.casefold() in _ORGANISATIONS for word in words.split()
    ):
        return True
    return _BYLINE.search(sentence[max(0, start - 60) : start]) is not None
