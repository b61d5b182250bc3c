"""Sifts a program's text: keeps the sentences that say something of the contribution, English ones if there are any.

Programs mix into one text what no digest repeats: biographies, calls to join, notices, questions, scraps of lists.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from bot.prose.shorten import cleaned
from bot.text import WORD, sentences

# How many letters a sentence has at most, and how many words at least.
_LONGEST, _SHORTEST = 1500, 4
# How much of a text tells its language.
_SAMPLE = 1500
# How many items of a list stand for it, how many words a heading has at most, and a translation at least.
_ITEMS, _HEADING, _TRANSLATION = 3, 8, 12

_BLANK_LINES = re.compile(r"\s*\n\s*\n\s*")
_BULLET = re.compile(r"(?:(?<=\s)|^)[-*+•◦▪·–]\s+(?=[A-Z\d\"“`*(])")
_NUMBER = re.compile(r"(?:(?<=\s)|^)(\d{1,2})\.\s+(?=[A-Z\"“`*(])")

_ABOUT_PEOPLE = re.compile(
    r"\W*(?:about (?:me\b|the (?:speakers?|authors?|presenters?|artists?|instructors?|panelists?))|(?:speakers?"
    r"|authors?|short)?\W*bio(?:graph(?:y|ies)|s)?\b|(?:speakers?|presenters?) (?:profile|info)|über (?:mich|(?:den"
    r"|die) (?:autor|referent)\w*))(?:\W|$)",
    re.I,
)
_LIFE = (
    r"(?:is|was|has been|has|have|works?|worked|leads|led|holds?|received|earned|joined|co-?founded|founded|serves?"
    r"|served|brings|enjoys|lives|studied|graduated|teaches|specializ\w+|loves|started|heads|manages|maintains"
    r"|contributes|currently)"
)
_OFFICE = re.compile(
    r"\b(?:engineer|professor|researcher|scientist|architect|developer|manager|director|founder|CTO|CEO|CISO|VP"
    r"|consultant|maintainer|advocate|evangelist|ph\.?\s?d\b|degree|university|years of experience|student|fellow"
    r"|career|author of|passionate)",
    re.I,
)
_CALL = re.compile(
    r"\W*(?:(?:so|please|and|then|come|just) )*(?:join (?!us to (?:learn|explore|discover|hear))|come "
    r"|don['’]t (?:miss|forget)|do not forget|attend|register|sign up|stop by|visit|bring your|(?:be|make) sure"
    r"|stay tuned|check out|buckle up|get ready|tune in|stick around|connect with|meet |let['’]s|(?:we )?hope"
    r"|see you|feel free|follow us|reach out|see https?:|note that|embark|stay |grab|save your|leave with|walk away"
    r"|welcome to|this is your chance|speakers? include|no (?:prior|previous|\w+) (?:knowledge|experience"
    r"|background))\b|.*\b(?:hope to see you|see you there|this (?:session|talk|workshop) is for you|save your spot"
    r"|you['’]re not alone|has never been more)\b",
    re.I,
)
_NOTICE = re.compile(
    r"to be removed before publishing|status information for this document|discussion of this document"
    r"|discussion venues|about this document|source for this draft|mailing list|subscribe at|copyright"
    r"|all rights reserved|terms of use|privacy polic|registration (?:data|is required)|separate registration"
    r"|all[- ]access pass|to learn more|for (?:more|further) (?:information|details)|more information|links? (?:for"
    r"|to) the|slides will be|livestream|live-stream|third[- ]party (?:booth|recipients)|schedule is|\bed note\b"
    r"|lives in github|(?:revision|version) of this (?:draft|document)|first name, last name|registration data"
    r"|in order to facilitate networking|never required to|prerequisit|requirements?:|will be served|wear your badge"
    r"|held in (?:english|german)|this (?:session|talk|workshop) (?:is|will be) (?:held|presented|recorded)"
    r"|^(?:figure \d|keywords?\b|index terms|ccs concepts)",
    re.I,
)
_QUOTED = re.compile(r"[\"“][^\"“”]*[\"”]")
_ADDRESS = re.compile(r"https?://\S+|www\.\S+|\S+@\S+\.\w+")

# A figure that shows only after cleaning was garbled by the source, so nobody can check it there.
_FIGURE = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")

_WORDS = {
    "en": "the of and to in is for that with we this on are as by an be it from or can which you our how will",
    "de": "der die das und ist nicht ein eine mit für den von zu im auf wie wir dem des sich es wird sind oder auch",
    "fr": "le la les des et est une un du pour dans que sur avec nous qui au par ce cette en aux sont plus",
    "es": "el la los las de y en que un una para con por del es se al como su lo más este esta",
    "it": "il la di e che un una per con del della in è si dei le non sono come nel alla",
    "nl": "de het een en van in is dat op te voor met zijn niet aan we ook door deze wordt",
    "pt": "o a os as de e em que um uma para com por do da no na é se ao como mais",
}
_COMMON = {language: frozenset(words.split()) for language, words in _WORDS.items()}
COMMON = frozenset(word for words in _COMMON.values() for word in words)
"""The words that say nothing, of all the languages that are told apart."""


def sift(text: str, people: Sequence[str] = ()) -> Iterator[tuple[int, str, str]]:
    """Sentences worth quoting, each once: their place among all of the text's, as they stand there, and readable."""
    surnames = {name.split()[-1] for name in people if name.split()}
    return (each for each in unsifted(text) if is_quotable(*each[1:], surnames))


def unsifted(text: str) -> Iterator[tuple[int, str, str]]:
    """All sentences of a text: their place, as they stand there, and readable."""
    found = dict.fromkeys(pair for paragraph in paragraphs(text) for pair in _told(paragraph))
    return ((place, quote, told) for place, (quote, told) in enumerate(found))


def is_quotable(quote: str, told: str, surnames: Collection[str] = ()) -> bool:
    return says_something(told, {*surnames}) and {*_FIGURE.findall(told)} <= {*_FIGURE.findall(quote)}


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs before the biographies, without headings, those in English if any are."""
    parts = [part for part in _BLANK_LINES.split(text.strip()) if part]
    before = next((at for at, part in enumerate(parts) if at and _ABOUT_PEOPLE.match(part)), len(parts))
    whole = [part for part in parts[:before] if len(parts) == 1 or not _is_heading(part)]
    yield from [part for part in whole if len(part.split()) >= _TRANSLATION and is_english(part)] or whole


def is_english(text: str) -> bool:
    """Whether the common words of no other language outnumber the English ones. Too short to tell counts as English."""
    text = text[:_SAMPLE]
    letters = [letter for letter in text if letter.isalpha()]
    if sum(letter > "\u024f" for letter in letters) * 2 > len(letters):
        return False
    words = [word.lower() for word in WORD.findall(text)]
    counts = {language: sum(word in common for word in words) for language, common in _COMMON.items()}
    return max(counts, key=counts.__getitem__) == "en"


def says_something(sentence: str, surnames: set[str]) -> bool:
    """Whether a readable sentence states something of the contribution."""
    has_spaces = all(letter < "\u2e80" for letter in sentence)
    if has_spaces and len(WORD.findall(_ADDRESS.sub("", sentence))) < _SHORTEST:
        return False
    if len(_ADDRESS.findall(sentence)) > 1:
        return False
    if sentence.endswith(("?", ":", "...", "…")) or sentence.isupper() or _QUOTED.fullmatch(sentence):
        return False
    if _CALL.match(sentence) or _NOTICE.search(sentence) or _ABOUT_PEOPLE.match(sentence):
        return False
    return not _is_biography(sentence, surnames)


def _is_heading(paragraph: str) -> bool:
    return len(paragraph.split()) <= _HEADING and not re.search(r"[.!?:…。]\W*$", paragraph)


def _is_biography(sentence: str, surnames: set[str]) -> bool:
    subject = re.match(rf"(?:(?:Dr|Prof|Mr|Ms|Mrs)\.? )?((?:[\w.’'-]+ ){{1,4}}?){_LIFE}\b", sentence)
    if subject is None or not _OFFICE.search(sentence):
        return False
    return subject[1].strip() in ("He", "She", "They") or bool(surnames & set(subject[1].split()))


def _told(paragraph: str) -> Iterator[tuple[str, str]]:
    """The sentences of a paragraph, each with what it reads like; a list together with what introduces it."""
    paragraph = " ".join(paragraph.split())
    marks = _marks(paragraph)
    if not marks:
        yield from _readable(sentences(paragraph))
        return
    before = sentences(paragraph[: marks[0].start()])
    lead = before[-1] if before and before[-1].endswith(":") else ""
    yield from _readable(quote for quote in before if quote != lead)
    ends = [*(mark.start() for mark in marks[1:]), len(paragraph)]
    items = [sentences(paragraph[mark.end() : end]) for mark, end in zip(marks, ends, strict=True)]
    if lead:
        yield _listed(paragraph, lead, [item[0] for item in items if item])
    yield from _readable(quote for item in items for quote in item[1 if lead else 0 :])


def _readable(quotes: Iterable[str]) -> Iterator[tuple[str, str]]:
    return ((quote, cleaned(quote)) for quote in quotes if len(quote) <= _LONGEST)


def _marks(paragraph: str) -> list[re.Match[str]]:
    """Where the items of a list begin, if there is one: bullets, or numbers that count up from 1."""
    bullets = list(_BULLET.finditer(paragraph))
    numbers = list(_NUMBER.finditer(paragraph))
    counted = [int(number[1]) for number in numbers] == list(range(1, len(numbers) + 1))
    return next((marks for marks in (bullets, numbers if counted else []) if len(marks) > 1), [])


def _listed(paragraph: str, lead: str, items: Sequence[str]) -> tuple[str, str]:
    shown = [item[:_LONGEST] for item in items[:_ITEMS]]
    start = paragraph.index(lead)
    quote = paragraph[start : paragraph.index(shown[-1], start) + len(shown[-1])] if shown else lead
    more = "; and more." if len(items) > len(shown) else "."
    return quote, f"{cleaned(lead)} {'; '.join(cleaned(item).rstrip(' .;,') for item in shown)}{more}"
