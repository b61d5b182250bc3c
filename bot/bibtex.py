"""BibTeX as people and programs write it: entries with their fields, and LaTeX's letters as plain text."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_ENTRY = re.compile(r"^[ \t]*@(\w+)\s*\{\s*([^\s,{}]*)\s*,", re.M)
_FIELD = re.compile(r"[\s,]*([A-Za-z][\w-]*)\s*=\s*")
_BARE = re.compile(r"[^\s,{}]+")
_MARK = re.compile(r'\\.|[{}"]', re.S)
_MATH = re.compile(r"(\$[^$]*\$)")
_ACCENT = re.compile(r"""\\(["'`^~=.]|[uvHckrdb](?=[{\s]))\s*\{?\\?([A-Za-z])\}?""")
_ACCENTS = {
    '"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328", "r": "\u030a",
    "d": "\u0323", "b": "\u0331",
}  # fmt: skip
_LETTER = re.compile(r"\\(ss|ae|AE|oe|OE|aa|AA|o|O|l|L|i)(?![A-Za-z])\s*(?:\{\})?")
_LETTERS = {
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł",
    "i": "ı",
}  # fmt: skip
_STYLE = re.compile(r"\\(?:emph|text\w{2,6}|em|it|bf|tt|sc|rm|sl)(?![A-Za-z])\s*")
_SIGNS = (
    (re.compile(r"\\([%&$#_ ])"), r"\1"),
    (re.compile(r"(?<=\S)~(?=\S)"), " "),
    (re.compile(r"(?<!-)--(?!-)"), "–"),
    (re.compile(r"``"), "“"),
    (re.compile(r"''"), "”"),
    (re.compile(r"[{}]"), ""),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One record of a BibTeX file. `whole` is whether all its braces close."""

    kind: str
    key: str
    fields: Mapping[str, str]
    whole: bool


def kinds(text: str) -> set[str]:
    """The kinds of entries that a text holds: "inproceedings", "proceedings", …"""
    return {entry[1].lower() for entry in _ENTRY.finditer(text)}


def entries(text: str) -> Iterator[Entry]:
    """A broken entry ends where the next one begins."""
    starts = list(_ENTRY.finditer(text))
    ends = (*(entry.start() for entry in starts[1:]), len(text))
    for entry, end in zip(starts, ends, strict=True):
        fields, whole = _fields_of(text[entry.end() : end])
        yield Entry(kind=entry[1].lower(), key=entry[2], fields=fields, whole=whole)


def _fields_of(text: str) -> tuple[dict[str, str], bool]:
    found: dict[str, str] = {}
    place = 0
    while field := _FIELD.match(text, place):
        end = _end_of(text, field.end())
        if end is None:
            return found, False
        value, place = text[field.end() : end], end
        found.setdefault(field[1].lower(), value[1:-1] if value[0] in '{"' else value)
    return found, text[place:].lstrip(" \t\r\n,").startswith("}")


def _end_of(text: str, start: int) -> int | None:
    """Where a field's value ends: at the brace or quotation mark that closes it, or with its only word."""
    if text[start : start + 1] not in ("{", '"'):
        bare = _BARE.match(text, start)
        return bare.end() if bare else None
    depth = 0
    for mark in _MARK.finditer(text, start):
        depth += {"{": 1, "}": -1}.get(mark[0], 0)
        closing = mark[0] == '"' and mark.start() > start if text[start] == '"' else mark[0] == "}"
        if closing and depth <= 0:
            return mark.end()
    return None


def untex(text: str) -> str:
    """LaTeX's letters and styles as plain text; its formulas stay as they are."""
    return "".join(part if part.startswith("$") else _words(part) for part in _MATH.split(text))


def _words(text: str) -> str:
    text = _ACCENT.sub(lambda mark: unicodedata.normalize("NFC", mark[2] + _ACCENTS[mark[1]]), text)
    text = _STYLE.sub("", _LETTER.sub(lambda mark: _LETTERS[mark[1]], text))
    for sign, plain_text in _SIGNS:
        text = sign.sub(plain_text, text)
    return text
