"""Finds the names in a sentence that nobody gave: of people, systems, products and, above all, of employers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from bot.figures import figures

# Organisations that a careless writer guesses: at the start of a sentence, nothing else tells that they are names.
_GUESSED = """
    google meta facebook amazon aws microsoft azure apple nvidia intel amd ibm cisco juniper arista broadcom
    marvell huawei alibaba tencent bytedance baidu kuaishou douyin tiktok xiaomi samsung oracle netflix uber
    linkedin twitter cloudflare akamai fastly vmware openai anthropic deepmind deepseek mistral databricks
    snowflake salesforce qualcomm ericsson nokia siemens bosch sony toshiba hitachi fujitsu ntt telekom verizon
    comcast dell hpe lenovo github gitlab stripe spotify dropbox mit stanford berkeley cmu caltech princeton
    harvard yale cornell oxford cambridge ucl eth epfl tsinghua peking fudan kaist inria cern nist darpa nasa
    icann
"""
_ORGANISATIONS = frozenset(_GUESSED.split())
_INSTITUTION = re.compile(
    r"\b(?:Universi\w+|Institute|College|School|Laborator\w+|Labs?|Inc|Corp|Corporation|GmbH|Ltd|LLC|Academy|Research"
    r"|Foundation|Technologies|Networks)\b"
)
_BYLINE = re.compile(
    r"\b(?:researchers?|authors?|team|engineers?|group|scientists?|colleagues|developers?|people|work|employees?)"
    r"(?: \w+){0,2} (?:of|with) (?:the )?$|\b(?:at|from|by) (?:the )?$",
    re.I,
)
_TOKEN = re.compile(r"[^\W_]+(?:['._][^\W_]+)*")
_RUN = re.compile(r"[^\W\d_]+|\d+")
_OPENS = re.compile(r"(?:^|[.!?:;]\s|\s-\s|[\"*])\W*$")
_NEXT_NAME = re.compile(r" ([A-Z][\w.]+)")
_ORDINARY = frozenset(("it", "that", "what", "here", "there", "today", "let", "who", "one", "each", "everyone", "this"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """The words that names may be made of, and all words in order."""

    words: frozenset[str]
    run: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stranger:
    """A name that is not known. `employer` tells whether it reads as somebody's affiliation."""

    words: str
    employer: bool


def known(text: str) -> Known:
    """The words of a tidy text, also cut between letters and digits, and pulled together with the next one."""
    run = tuple(token.casefold() for token in _TOKEN.findall(text))
    found = {token.removesuffix("'s") for token in run} | set(run)
    for token in run:
        if not token.isalpha():
            found.update(_RUN.findall(token), (token.replace(".", ""),))
    return Known(words=frozenset(found | {a + b for a, b in pairwise(run)}), run=run)


def strangers(sentence: str, sources: tuple[Known, ...]) -> Iterator[Stranger]:
    """Names in a tidy sentence that no source knows; neighbours make one name."""
    spans: list[tuple[int, int]] = []
    for start, end in _unknown(sentence, sources):
        joins = spans and not sentence[spans[-1][1] : start].strip(" -&")
        spans[-1:] = [(spans[-1][0], end)] if joins else [*spans[-1:], (start, end)]
    for start, end in spans:
        yield Stranger(words=sentence[start:end], employer=_is_employer(sentence, start, end))


def _unknown(sentence: str, sources: tuple[Known, ...]) -> Iterator[tuple[int, int]]:
    measured = [(figure.start, figure.end) for figure in figures(sentence)]
    for token in _TOKEN.finditer(sentence):
        word = token[0].removesuffix("'s")
        if len(word) < 2 or word.islower() or not any(map(str.isalpha, word)):
            continue
        if any(start <= token.start() and token.end() <= end for start, end in measured):
            continue
        if _is_name(token, sentence, sources) and not _is_known(word, sources):
            yield token.start(), token.end()


def _is_name(token: re.Match[str], sentence: str, sources: tuple[Known, ...]) -> bool:
    """Whether a word with a capital or a digit is a name; the first word of a sentence has its capital anyway."""
    word = token[0].removesuffix("'s")
    if word[1:] != word[1:].lower() or any(map(str.isdigit, word)):
        return True
    if not _OPENS.search(sentence, max(0, token.start() - 6), token.start()):
        return True
    lower = word.casefold()
    if lower in _ORGANISATIONS or (word != token[0] and lower not in _ORDINARY):
        return True
    following = _NEXT_NAME.match(sentence, token.end())
    return following is not None and not _is_known(following[1], sources)


def _is_known(word: str, sources: tuple[Known, ...]) -> bool:
    return any(_is_in(word, source) for source in sources)


def _is_in(word: str, source: Known) -> bool:
    lower = word.casefold()
    if not source.words.isdisjoint((lower, lower + "s", lower.removesuffix("s"), lower.replace(".", ""))):
        return True
    return lower not in _ORGANISATIONS and _abbreviates(word.removesuffix("s"), source.run)


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
    if not _ORGANISATIONS.isdisjoint(sentence[start:end].casefold().split()):
        return True
    return bool(_INSTITUTION.search(sentence, start, end + 14) or _BYLINE.search(sentence[max(0, start - 60) : start]))
