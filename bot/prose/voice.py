"""Turns 'we' into 'the authors' and 'you will' into 'attendees will': an extract must not speak for the digest."""

import re

_APOSTROPHE = "['’]"
_FIRST = re.compile(
    rf"\b(?:(?P<subject>[Ww]e(?:{_APOSTROPHE}(?:ll|ve|re|d))?|I|[Ii]{_APOSTROPHE}(?:ll|ve|d|m))(?=\s)"
    r"|(?P<owner>[Oo]ur|[Mm]y)(?=\s)|(?P<own>ours|mine)\b|(?P<object>us|me)\b|(?P<self>ourselves|myself)\b)"
)
_QUOTATION = re.compile(r"\"[^\"]*\"|“[^”]*”|‘[^’]*’(?!\w)")
_LONG = {"ll": "will", "ve": "have", "re": "are", "d": "would", "m": "are"}
# 'We' that means everybody: turning it into the authors would change what is said.
_EVERYBODY = re.compile(
    r"\b[Ww]e (?:\w+ly )?(?:all|lack|live|rely|depend|face|need|enter)\b|\blet(?:['’]s| us)\b|^Let(?:['’]s"
    r"| us) (?=[a-z])|\b[Oo]ur (?:own )?(?:world|lives|life|society|societies|daily|everyday|planet|devices|phones"
    r"|regular|digital|cities|homes|bodies|children|industry|ecosystem|community|time|day|modern|future|privacy"
    r"|personal)\b"
)
# So does the first 'we' or 'us' of a sentence if it reads like this, with nobody named before.
_ANYBODY = re.compile(
    r"(?:(?!\b(?:we|our|us|i|my)\b).)*"
    r"\b(?:we (?:can|could|should|must)|(?:allow|enable|help|let|give|prevent)s? us)\b",
    re.I,
)
# Others in the sentence whom 'they' could be taken for.
_OTHERS = re.compile(
    r"\b(?:users|attackers|adversaries|operators|developers|engineers|customers|attendees|researchers|teams|people"
    r"|tenants|agents|vendors|providers|companies|organi[sz]ations|contributors|maintainers|participants|students"
    r"|experts)\b",
    re.I,
)
_ADVERBS = r"(?P<adverbs>(?:(?:\w+ly|also|then|further|first|now|still|even|just|never|always)\s+)*)"
_NEXT_VERB = re.compile(rf"\s+{_ADVERBS}(?P<verb>[a-z]+)(?P<more>\s+(?:and|or)\s|,)?")
_UNCHANGED = frozenset(
    """
    will would can could may might must should cannot had did built rebuilt found ran saw chose made took got went came
    kept led left lost met put set cut split brought bought began broke drew drove felt gave grew held knew meant sent
    spent stood taught told thought understood won wrote became
    """.split()  # noqa: SIM905 (a list of them would be a column of fifty lines)
)
_IRREGULAR = {"have": "has", "are": "is", "were": "was", "am": "is", "do": "does", "go": "goes", "discuss": "discusses"}
_REGULAR = frozenset(
    """
    present propose introduce describe show share explore explain demonstrate argue report develop design implement
    build evaluate analyze compare favor highlight support unveil want investigate examine provide offer look use find
    outline cover give
    """.split()  # noqa: SIM905 (as above)
)

# What the listener will do, as a promise or as an invitation.
_YOU = re.compile(
    rf"^You(?: will|{_APOSTROPHE}ll) |^(?:Come |Join us to )?(?=(?:learn|discover|explore|hear|find out"
    rf"|dive (?:deep )?into) )",
    re.I,
)
_YOURS = (
    (re.compile(r"\b[Yy]our\b"), "their"),
    (re.compile(r"\b[Yy]ourself\b"), "themselves"),
    (re.compile(rf"\b[Yy]ou(?:{_APOSTROPHE}re| are)\b"), "they are"),
    (re.compile(rf"\b[Yy]ou{_APOSTROPHE}ve\b"), "they have"),
    (re.compile(rf"\b[Yy]ou{_APOSTROPHE}ll\b"), "they will"),
    (re.compile(r"(?<=\bto )you\b|\byou(?= (?:can|need|want|have|will|should|may|might|don|do)\b)"), "they"),
)


def third_person(sentence: str, who: str, before: str = "") -> str:
    """The sentence as told by somebody else; `who` is 'the authors', 'the speaker', …, named in what was said `before`.

    Where the change would cost grammar or meaning, the sentence keeps the first person.
    """
    sentence = _addressed(sentence)
    if _EVERYBODY.search(sentence) or (not before and _ANYBODY.match(sentence)):
        return sentence
    return _retold(sentence, who, who in before.lower() and not _OTHERS.search(before))


def _addressed(sentence: str) -> str:
    """'You will' and 'join us to' as somebody else says it: the attendees will."""
    promised = _YOU.match(sentence)
    if promised is None:
        return sentence
    what = sentence[promised.end() :]
    told = f"Attendees will {what[:1].lower()}{what[1:]}"
    for pattern, words in _YOURS:
        told = pattern.sub(words, told)
    return told


def _retold(sentence: str, who: str, named: bool) -> str:
    told, at = "", 0
    quotations = [quotation.span() for quotation in _QUOTATION.finditer(sentence)]
    for match in _FIRST.finditer(sentence):
        if any(start < match.start() < end for start, end in quotations):
            continue
        told += sentence[at : match.start()]
        unclear = not named or bool(_OTHERS.search(told))
        words, at = _said(match, who, unclear), match.end()
        if match["subject"] and unclear and not who.endswith("s"):
            agreeing = _agreeing(match, sentence)
            if agreeing is None:
                return sentence
            words, at = f"{who} {agreeing[0]}", agreeing[1]
        told += words if told.strip(" \"'“(") else words[0].upper() + words[1:]
        named = True
    return told + sentence[at:]


def _said(match: re.Match[str], who: str, unclear: bool) -> str:
    """The third person for a first one: the name, or a pronoun where it is clear whom that means."""
    owner = f"{who}’" if who.endswith("s") else f"{who}’s"
    named = {"subject": who, "owner": owner, "own": owner, "object": who, "self": "themselves"}
    meant = {"subject": "they", "owner": "their", "own": "theirs", "object": "them", "self": "themselves"}
    role = str(match.lastgroup)
    return " ".join(filter(None, ((named if unclear else meant)[role], _LONG.get(_ending(match), ""))))


def _ending(match: re.Match[str]) -> str:
    return re.split(_APOSTROPHE, match[0])[-1]


def _agreeing(match: re.Match[str], sentence: str) -> tuple[str, int] | None:
    """The verb after a singular subject, with its adverbs, and where it ends; None where it can't be told."""
    if verb := _LONG.get(_ending(match)):
        return _IRREGULAR.get(verb, verb), match.end()
    following = _NEXT_VERB.match(sentence, match.end())
    if following is None:
        return None
    verb, adverbs, end = following["verb"], following["adverbs"], following.end("verb")
    if verb in _UNCHANGED or verb.endswith("ed"):
        return adverbs + verb, end
    if verb in _IRREGULAR:
        return adverbs + _IRREGULAR[verb], end
    if verb in _REGULAR and not following["more"]:
        return f"{adverbs}{verb}s", end
    return None
