"""Pure functions on text: taking markup off, telling sentences and words apart, making slugs."""

import hashlib
import html
import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime

_TAGS = (
    "a abbr address article aside b big blockquote body br button caption center cite code col colgroup dd del"
    " details dfn div dl dt em fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head"
    " header hr html i iframe img input ins kbd label legend li link main mark menu meta nav noscript object ol"
    " option p pre q s samp script section select small span strike strong style sub summary sup svg table tbody td"
    " template textarea tfoot th thead time title tr tt u ul video"
)
_NAMES = "|".join(_TAGS.split())
_ATTRIBUTE = r"""\s+[\w:@.-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+)"""
_KNOWN_TAG = re.compile(rf"</?(?:{_NAMES})(?:{_ATTRIBUTE})*\s*/?>", re.I)
_ANY_TAG = (re.compile(r"</?[a-zA-Z!?][^>]*>"), re.compile(">"))
_BREAK = re.compile(r"<(?:br|hr)\b[^<>]*>|</(?:li|tr|h[1-6]|dd|dt)\s*>", re.I)
_HEADING = re.compile(r"<(?:h[1-6]|summary|dt|dd|li|tr|td|th)\b", re.I)
_PARAGRAPH = re.compile(r"</?(?:p|div|ul|ol|table|blockquote|section|article|pre|dl)\b[^<>]*>", re.I)
# Control characters, zero-width spaces, soft hyphens, directional overrides, tag characters: unseen, so never wanted.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\xad"
    "\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f]"
)
JOINERS = "\u200c\u200d"  # hold letters of some scripts and parts of some emoji together
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters that show nothing
_DAY = re.compile(r"\d{4}-\d\d-\d\d(?:T|$)")
_SPACES = re.compile(r"\s+")
_PIECE = 1000
_BLANK_LINES = re.compile(r"\n[^\S\n]*\n\s*")
_MARKDOWN = (
    (re.compile(r"!?\[([^\[\]]*)\]\(\s*[^()\s]*(?:\([^()\s]*\)[^()\s]*)*\s*\)"), r"\1"),
    (re.compile(r"^ {0,3}#{1,6} +(.+?)[ #]*$", re.M), r"\n\1\n"),
    (re.compile(r"^ {0,3}[*+-] +", re.M), "\n"),
    (re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1"), r"\2"),
)

_ABBREVIATIONS = (
    "e.g i.e al cf vs resp approx Fig Figs Sec Secs Eq Eqs Tab No Nos Dr Prof Mr Mrs Ms St Jr Sr Univ Dept ca a.k.a"
    " w.r.t incl esp Jan Feb Mar Apr Aug Sept Oct Nov Dec U.S Ph.D v z h bzw d.h u.a z.B"
)
_ABBREVIATED = re.compile(rf"(?:^|[\s(\[])(?:{'|'.join(map(re.escape, _ABBREVIATIONS.split()))}|[A-Z])\.$")
# An end of a sentence: before a space and no lower-case word, after an ideograph, or where the space was forgotten.
_SENTENCE_END = re.compile(
    r"(?<![.!?])[.!?]+[\"'”’)\]]*(?=\s+[\"'“‘(\[]*(?:[^\sa-z]|[a-z]+[A-Z0-9]))|[。！？]+[」』）]*"
    r"|(?<=[a-z]{3})[.!?](?=(?:The|This|These|They|We|It|In|At|For|You|To|If|Our|By|With|From|And|But|As|There)\s)"
    r"|(?<=[a-z]{5})\.(?=[A-Z][a-z]{2,}[\s,])|(?<=[A-Za-z])[!?](?=[A-Z][a-z]+\s)"
)
WORD = re.compile(r"[^\W_]+(?:[-'’.+/&][^\W_]+)*\+*")

Span = tuple[re.Pattern[str], re.Pattern[str]]
"""What finds a stretch of text, and what finds its end alone."""


def span(begins: str, ends: str) -> Span:
    """From one expression to the next of the other."""
    return re.compile(f"{begins}.*?{ends}", re.I | re.S), re.compile(ends, re.I)


COMMENT = span("<!--", "-->")
_UNSEEN = tuple(span(rf"<{name}\b", rf"</{name}\s*>") for name in ("script", "style", "template"))


def without(text: str, *spans: Span) -> str:
    """The text without some stretches. Behind the last end none is looked for: for thousands of beginnings that have
    no end, each would be looked for through all of the rest."""
    for whole, end in spans:
        last = max((found.end() for found in end.finditer(text)), default=0)
        text = whole.sub("", text[:last]) + text[last:]
    return text


def plain(markup: str) -> str:
    """One line without tags, entities or unseen characters, from a string that may or may not hold HTML."""
    return _SPACES.sub(" ", _loosen(markup)).strip()


def prose(markup: str) -> str:
    """Paragraphs parted by a blank line, from a string that may or may not hold HTML."""
    return _paragraphs(_loosen(markup))


def plain_html(markup: str) -> str:
    """As `plain`, for what certainly is HTML: every tag goes, and only entities are read once."""
    return _SPACES.sub(" ", _strip_html(markup)).strip()


def prose_html(markup: str) -> str:
    """As `prose`, for what certainly is HTML."""
    return _paragraphs(_strip_html(_SPACES.sub(" ", markup)))


def lines_html(markup: str) -> tuple[str, ...]:
    """The lines that a browser would begin, each folded; none of them is empty."""
    broken = _strip_html(_HEADING.sub(r"<br>\g<0>", _SPACES.sub(" ", markup)))
    return tuple(filter(None, (_SPACES.sub(" ", line).strip() for line in broken.split("\n"))))


def unmarked(markdown: str) -> str:
    """Markdown without its links, headings, bullets and bold type; a heading or a list's entry is a paragraph."""
    text = markdown.replace("\r\n", "\n")
    for mark, plain_text in _MARKDOWN:
        text = mark.sub(plain_text, text)
    return text


def capitalized(name: str) -> str:
    """A name as a title; eBPF stays as it is."""
    return f"{name[:1].upper()}{name[1:]}" if name.partition(" ")[0].islower() else name


def one_line(text: str) -> str:
    """White space folded, unseen characters gone; for text that is certainly no markup."""
    return _SPACES.sub(" ", _INVISIBLE.sub("", text)).strip()


def visible(text: str) -> str:
    """The text without unseen characters, its white space as it is."""
    return _INVISIBLE.sub("", text)


def is_html_tag(name: str) -> bool:
    return name.lower() in _TAGS.split()


def slug(text: str, limit: int = 60) -> str:
    """Lower-case ASCII words joined by hyphens, cut at a word; "" when nothing is left."""
    ascii_text = decomposed(text).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", ascii_text.lower())
    kept = ""
    for word in words:
        if len(kept) + len(word) + 1 > limit:
            break
        kept = f"{kept}-{word}" if kept else word
    return kept or (words[0][:limit] if words else "")


def fingerprint(*parts: str) -> str:
    """Eight hex digits that stay the same as long as the parts do."""
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:8]


def clipped(text: str, limit: int) -> str:
    """The text, or as much of it as the limit allows and an ellipsis."""
    return text if len(text) <= limit else f"{text[: limit - 1].rstrip()}…"


def moment(text: str) -> str:
    """A day or a time in ISO 8601, "" for anything else."""
    text = text.strip().replace(" ", "T", 1)
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return ""
    return text if _DAY.match(text) else ""


def folded(text: str) -> str:
    """For comparing titles: lower case, accents and punctuation gone."""
    letters = "".join(c for c in decomposed(text) if not unicodedata.combining(c))
    return " ".join(re.findall(r"[^\W_]+", letters.lower()))


def decomposed(text: str) -> str:
    """Letters and their accents apart. Thousands of accents on one letter would be sorted for hours, so piece by piece:
    for whoever leaves accents out it is the same."""
    pieces = (text[at : at + _PIECE] for at in range(0, len(text), _PIECE))
    return "".join(unicodedata.normalize("NFKD", piece) for piece in pieces)


def listing(parts: Sequence[str]) -> str:
    """Words joined as people join them: "a, b and c"."""
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a prose, in order, white space folded. Abbreviations, initials and decimals end none."""
    found: list[str] = []
    for paragraph in _BLANK_LINES.split(text):
        found.extend(_sentences_of(_SPACES.sub(" ", paragraph).strip()))
    return tuple(found)


def _sentences_of(paragraph: str) -> list[str]:
    found, start = [], 0
    for end in _SENTENCE_END.finditer(paragraph):
        # No abbreviation is longer than the window, so that many of them cost no more than few.
        if _ABBREVIATED.search(paragraph, max(start, end.end() - 16), end.end()):
            continue
        found.append(paragraph[start : end.end()].strip())
        start = end.end()
    rest = paragraph[start:].strip()
    return [*found, rest] if rest else found


def _loosen(markup: str) -> str:
    for _ in range(3):
        if "<" not in markup and "&" not in markup:
            break
        opened = html.unescape(_KNOWN_TAG.sub("", _mark_breaks(without(markup, *_UNSEEN, COMMENT))))
        if opened == markup:
            break
        markup = opened
    return _INVISIBLE.sub("", markup)


def _strip_html(markup: str) -> str:
    return _INVISIBLE.sub("", html.unescape(without(_mark_breaks(without(markup, *_UNSEEN, COMMENT)), _ANY_TAG)))


def _mark_breaks(markup: str) -> str:
    return _PARAGRAPH.sub("\n\n", _BREAK.sub("\n", markup))


def _paragraphs(text: str) -> str:
    paragraphs = (_SPACES.sub(" ", paragraph).strip() for paragraph in _BLANK_LINES.split(text))
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)
