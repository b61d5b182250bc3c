"""Shortens a sentence honestly: fewer words, the same statement. Figures, negations, hedges and baselines stay."""

import re
from collections.abc import Callable, Iterable

Rule = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]

# ---- what other formats left behind


def _formula(found: re.Match[str]) -> str:
    """A pair of dollars goes only from around what can only be a formula: prices stay."""
    is_one = re.search(r"[\\^_{}=<>×∼≤≥µ%]|^(?:[\d.,]+|[A-Za-z](?:\([^)]*\))?)$", found[1])
    return re.sub(r"[{}]", "", found[1]) if is_one else found[0]


_LATEX: tuple[Rule, ...] = (
    (re.compile(r"\\(?:text(?:bf|it|tt|sc|rm|sf)?|emph|math(?:rm|bf|it|cal|sf)|underline)\s*\{([^{}]*)\}"), r"\1"),
    (re.compile(r"\{\\(?:em|bf|it|sc|tt)\s+([^{}]*)\}"), r"\1"),
    (re.compile(r"~?\\(?:cite[pt]?|label|ref|footnote)\s*\{[^{}]*\}"), ""),
    (re.compile(r"\\times(?![a-zA-Z])\s?"), "×"),
    (re.compile(r"\\(?:sim|approx|textasciitilde)(?:\{\}|(?![a-zA-Z])\s?)"), "∼"),
    (re.compile(r"\\leq?(?:slant)?(?![a-zA-Z])\s?"), "≤"),
    (re.compile(r"\\geq?(?:slant)?(?![a-zA-Z])\s?"), "≥"),
    (re.compile(r"\\mu(?![a-zA-Z])\s?"), "µ"),
    (re.compile(r"\\(?:rightarrow|to)(?![a-zA-Z])\s?"), "→"),
    (re.compile(r"\\([%&#_])"), r"\1"),
    (re.compile(r"\\[,;!]|(?<=\w)~(?=\w)"), " "),
    (re.compile(r"\$([^$\s](?:[^$]{0,60}[^$\s])?)\$(?=[^\d]|$)"), _formula),
    (re.compile(r"(?<=\d)\{,\}(?=\d)"), ","),
    (re.compile(r"``|''"), '"'),
)
_MARKDOWN: tuple[Rule, ...] = (
    (re.compile(r"!?\[([^\[\]]+)\]\(\s*(?:https?|mailto):[^()\s]*\s*\)"), r"\1"),
    (re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])([^*]*[^\s*])\*(?![\w*])|(?<!\w)_(?=[^\s_])([^_]*[^\s_])_(?!\w)"), r"\1\2"),
    (re.compile(r"`+([^`]+)`+"), r"\1"),
    (re.compile(r"^(?:#{1,6}|>|[-*+•◦▪–·])\s+|^-(?=[A-Z])|^\(?\d{1,2}[.)]\s+(?=[A-Z])|\s+#{1,6}$"), ""),
)
_EMOJI: Rule = (re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\ufe0f\u200d\u20e3]+"), "")
_LABEL: Rule = (
    re.compile(
        r"^(?:TL;?DR|Abstract|Summary|Description|Overview|Details|(?:Target )?Audience|Goals?|Note|Background"
        r"|Motivation)\s*[:.—–-]+\s*(?=\S)",
        re.I,
    ),
    "",
)
_TIDY: tuple[Rule, ...] = (
    # What a site printed twice: "1.6××", "O(10)O(10)", "10nsns". Doubled figures stay, as nothing says that they are.
    (re.compile(r"×{2,}"), "×"),
    (re.compile(r"(O\(\w{1,9}\)|\b[A-Z]{2,4}\d)\1"), r"\1"),
    (re.compile(r"(?<=\d)([nm]s|[GMK]B|Gbps|[µμ](?=[µμ]s))\1(?![A-Za-z])|(?<=\d)([µμ])\2(?=s\b)"), r"\1\2"),
    # A hyphen at the end of a line that was joined with the next.
    (re.compile(r"(?<=\w)- (?!and\b|or\b|to\b|und\b|oder\b|et\b)(?=\w)"), "-"),
    (re.compile(r"(?<=\w)\s?---\s?(?=\w)|\s---?\s"), " — "),
    (re.compile(r"(?<=[\d×%])--(?=\d)"), "–"),
    (re.compile(r"\s+(?=[,;.!?)](?:\s|$))"), ""),
    (re.compile(r"\s{2,}"), " "),
)


# Most sentences hold no sign of the other formats, and looking for the signs costs a tenth of the rules.
_SIGNS_OF_LATEX = re.compile(r"[\\~$]|\{,|``|''")
_SIGNS_OF_MARKDOWN = re.compile(r"[\[*_`#]|^\s*[>+•◦▪–·(\d-]")


def cleaned(sentence: str) -> str:
    """The sentence without what LaTeX, Markdown, line breaks and emoji left in it."""
    if _SIGNS_OF_LATEX.search(sentence):
        sentence = ruled(sentence, _LATEX)
    if not sentence.isascii():
        sentence = ruled(sentence, (_EMOJI,))
    if _SIGNS_OF_MARKDOWN.search(sentence):
        sentence = ruled(sentence, _MARKDOWN)
    return ruled(sentence, (*_TIDY, _LABEL))


def ruled(sentence: str, rules: Iterable[Rule]) -> str:
    for pattern, instead in rules:
        sentence = pattern.sub(instead, sentence.strip())
    return sentence


# ---- shortening

_POINTED = r"(?:this|these|those|that|such|the (?:above|aforementioned)|it|them)\b"
_PIECE = (
    r"(?:paper|work|article|study|document|draft|talk|session|presentation|tutorial|workshop|panel|keynote|lecture"
    r"|discussion|poster|demo)"
)
_CONNECTIVES = (
    "However|Moreover|Furthermore|Additionally|In addition|Besides|Also|Therefore|Thus|Hence|Consequently|Accordingly"
    "|As a result|As such|Specifically|More specifically|In particular|Particularly|Concretely|More concretely"
    "|More precisely|Notably|Remarkably|Importantly|Unfortunately|Finally|Lastly|First|Firstly|Second|Secondly|Third"
    "|Thirdly|Next|Then|Meanwhile|Concurrently|At the same time|Indeed|In fact|Overall|In summary|In short"
    "|In conclusion|Instead|In contrast|By contrast|On the other hand|On the one hand|Nevertheless|Nonetheless|Still"
    "|Yet|Along the way|In doing so|In response|To this end|To that end|Motivated by this"
)
_PURPOSE = (
    r"To (?:\w+ )?(?:address|tackle|solve|overcome|mitigate|achieve|bridge|fill|close|meet|realize|resolve|do|remedy"
    rf"|enable|answer|handle|support) (?:\w+ )?{_POINTED}[^,.;:]{{0,90}}"
)
_PLACE = rf"(?:In|During|Throughout|By the end of) (?:this|our|the present|the) (?:[\w-]+ ){{0,2}}{_PIECE}"
_OPENERS = re.compile(
    rf"^(?:(?:{_CONNECTIVES}|{_PURPOSE}|{_PLACE})\s*,\s+"
    rf"|(?:In|During) this {_PIECE} (?=(?:you|we|I)\b)|(?:Then|Finally|Lastly|First|Next) (?=(?:we|I)\b)"
    r"|However (?=nowadays\b)|(?:But|And|So|Yet)\s+(?=\w))"
)
_THUS = re.compile(r"\b(We|I|we) (?:thus|therefore|then|hence|thereby|also)(?= )")
_GLAD = re.compile(
    r"\b(We|I)(?:['’](?:re|m)| are| am) (?:\w+ )?(?:excited|happy|proud|pleased|delighted|thrilled|glad) to (?=\w)"
)
_EXAMPLE = re.compile(r"\s*\((?:(?:e\.\s?g\.|for example|such as|see|cf\.)[^()\d]*|(?:see )?Fig(?:\.|ure) ?\d+)\)")
# The mark of a citation goes, unless the sentence needs it as a word: "as defined in [RFC6749]".
_CITATION = re.compile(
    r"(?<=\w)(?<!\bin)(?<!\bby)(?<!\bof)(?<!\bto)(?<!\bsee)(?<!\band)(?<!\bfrom)(?<!\bwith)(?<!\bupdates)"
    r"(?<!\bobsoletes)\s*\[(?:RFC ?\d+|I-D\.[^\]]*|[1-9]\d?(?:\s?[,–-]\s?\d+)*)\]"
)
_ASIDE = re.compile(r"\s*\([^()]{12,}\)|\s+—\s[^—]{12,200}\s—(?=\s)")
_TAIL = re.compile(
    r"(?:,|;|\s—|\s–)\s+(?=(?:(?:and )?(?:thereby|thus|hence|therefore)|which|where|as well as|including|such as"
    r"|with the aim|paving|making|enabling|leading|resulting|highlighting|suggesting|offering|providing|ensuring"
    r"|allowing|opening|helping|rendering|underscoring|illustrating|demonstrating|facilitating|fostering|giving"
    r"|showcasing|creating|marking|moving|causing|posing|setting|showing|improving|enhancing|supporting"
    r"|regardless)\b)"
)
# What a cut must not take along: a figure, a denial, a doubt, a condition, a baseline.
_WEIGHTY = re.compile(
    r"\d|%|\b(?:not|no|none|never|without|neither|nor|cannot|unless|except|only|but|however|although|though|despite"
    r"|while|whereas|if|when|until|unlike|than|compared|versus|relative|respectively|may|might|could|can|should|must"
    r"|up to|at least|at most|about|nearly|approximately|roughly|almost|half|twice|double|first|fail\w*|lack\w*"
    r"|limit\w*|cost of|expense)\b|n['’]t\b",
    re.I,
)
_SUBORDINATE = re.compile(
    r"(?:While|As|Although|Though|When|If|Because|Since|By|Through|With|Using|Unlike|Despite|After|Before|Once|In|On"
    r"|At|For|From|To|Based on|Given|Rather|Whether|Compared|\w+ing)\b"
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|do|does|did|can|could|will|would|may|might|must|should|cannot|(?:we|they"
    r"|authors|speakers?)(?: \w+ly)? \w+|(?:present|propos|introduc|describ|defin|specif|develop|show|provid|enabl"
    r"|achiev|improv|reduc|allow|offer|us|mak|tak|combin|explor|deliver|demonstrat|outlin|aim|eliminat|adopt"
    r"|integrat|support|treat|focus|leverag|employ|find|reveal)(?:e?s|ies))\b"
)


def shorten(sentence: str, most: int = 32) -> str:
    """The sentence without its opening connective; above `most` words also without asides and light tails."""
    short = _CITATION.sub("", _EXAMPLE.sub("", _without_openers(sentence)))
    short = _GLAD.sub(r"\1 ", _THUS.sub(r"\1", short))
    if _count(short) > most:
        short = _ASIDE.sub(lambda aside: aside[0] if _WEIGHTY.search(aside[0]) else "", short)
    while _count(short) > most and (cut := _without_tail(short)) != short:
        short = cut
    return short


def _without_openers(sentence: str) -> str:
    while (rest := _OPENERS.sub("", sentence, count=1)) != sentence:
        # A name such as eTran keeps its small letter.
        sentence = rest[:1].upper() + rest[1:] if re.match(r"[a-z]+\b", rest) else rest
    return sentence


def _without_tail(sentence: str) -> str:
    """The sentence up to its last clause border, if what follows is light and what is left is whole."""
    borders = [border.start() for border in _TAIL.finditer(sentence) if _count(sentence[: border.start()]) >= 10]
    if not borders:
        return sentence
    head, tail = sentence[: borders[-1]], sentence[borders[-1] :]
    if _WEIGHTY.search(tail) or not _is_whole(head):
        return sentence
    return head.rstrip(" ,;—–") + "."


def _is_whole(head: str) -> bool:
    """Whether a sentence can end here: its main clause has a verb, not only one that it is subordinate to."""
    main = head.partition(", ")[2] if _SUBORDINATE.match(head) else head
    return bool(_FINITE.search(main))


def _count(sentence: str) -> int:
    return len(sentence.split())
