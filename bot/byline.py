"""Reads the people that programs put behind a title: "On Slow Queues - Ana Silva, Blue Kettle & Bo Li, Tin Drum".

Dashes stand inside titles too, commas between a person and an employer as well as between two people, and "&" inside
employers and job titles. So what one title leaves open is settled by what the program's other titles and abstracts say.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.model import Person

_DASH = re.compile(r"\s[-–—]\s*(?=\S)|(?<=\S)[-–—]\s+")
_AND = re.compile(r"(,?)\s+(&|and)\s+")
_LEGAL = r"(?:inc|ltd|llc|llp|gmbh|corp|co|s\.?a|ag|b\.?v|plc|pty|k\.k)\.?(?=\s*[,;)]|\s+(?:&|and)\s|\s*$)"
_COMMA = re.compile(rf",\s+(?!{_LEGAL})", re.I)
_LEGAL_FORM = re.compile(r"\s(?:Inc|Ltd|LLC|LLP|GmbH|Corp|SA|S\.A|AG|SE|BV|B\.V|PLC)\b")
_ACADEMIC = re.compile(r"\b(?:universi|institut|college|school|academy|hochschule|polytechn|politec)", re.I)
_ROLE_WORDS = (
    "maintainer contributor reviewer approver lead leader owner engineer scientist manager director evangelist"
    " chair ambassador architect officer president founder ceo cto cfo coo cio ciso fellow advocate head developer"
    " professor researcher student specialist strategist analyst consultant administrator technologist instructor"
    " trainer author editor host moderator panelist intern member committee relations economist programmer"
    " designer journalist lecturer partner"
)
_ROLES = "|".join(_ROLE_WORDS.split())
_JOB = re.compile(rf"\b(?:{_ROLES})\b", re.I)
_ROLE = re.compile(
    rf"(?:^|[\s/|-])(?:{_ROLES})s?$|^(?:senior|sr\.|principal|staff|chief|lead|vp|vice president|developer relations)\s"
    rf"|^(?:{_ROLES}|\w+ (?:{_ROLES}))(?: of | for |, )",
    re.I,
)
_ASIDE = re.compile(r"\s*[(\[](?:co-)?(?:moderator|chair|host|panelist|remote|virtual|online)s?[)\]]", re.I)
_LEAD_IN = re.compile(
    r"^(?:(?:moderated|presented|hosted) by|(?:moderator|panelist|speaker|presenter)s?:|by|with)\s+", re.I
)
_WORD = re.compile(r"""["'“‘(]?[^\W\d_][^\d|:;/@#+*=<>!?…]*""")
_LOWER_CASE = re.compile(r"\b[a-z]{2,}\b")
_LOWER_PARTS = "de da do dos das di del della der den des du el la le van von vom zu ten ter bin ibn al y e"
_PARTICLES = frozenset(_LOWER_PARTS.split())
_TITLE_WORDS = (
    "ai ml data cloud native security platform engineering infrastructure system systems technology technologies"
    " lab labs software research science sciences open source community foundation university institute college"
    " school bank group company consulting solutions services network networks networking computing machine"
    " learning development product operations design identity digital global international national session event"
    " day edition update overview intro introduction dive deep part workshop panel meeting tour track keynote"
    " summit closing opening remarks break lunch breakfast reception dinner party demo pm am full half space"
    " innovation entertainment media health energy telecom"
)
_TOPICS = frozenset(_TITLE_WORDS.split())  # in titles and employers with a capital, as if they were names
_NO_NAMES = "of for to in on your with from at and or is are how why what when the hosted event session sold"
_NEVER = frozenset(_NO_NAMES.split())
_LONGEST = 1000  # characters of a byline; nobody's is longer, and a forged one must not cost minutes
_WELL_READ = 4000  # so many words, and none of an employer's two or three among them: then it is a name


@dataclass(frozen=True, slots=True)
class Hearsay:
    """What a whole program says: words it writes in lower case, names that open a byline, employers that close one."""

    words: frozenset[str]
    names: frozenset[str]
    employers: frozenset[str]


def bylines(titles: Sequence[str], prose: Iterable[str] = ()) -> list[tuple[str, tuple[Person, ...]]]:
    """Each title of a program without its byline, and the people in that. `prose` is the program's other text."""
    hearsay = listen(titles, prose)
    return [split(title, hearsay) for title in titles]


def listen(titles: Sequence[str], prose: Iterable[str]) -> Hearsay:
    clauses = [clause for title in titles for clause in _DASH.split(title)[-1].split("; ") if _DASH.search(title)]
    parts = [[_COMMA.split(piece) for piece in _AND.split(clause)[::3]] for clause in clauses]
    return Hearsay(
        words=_TOPICS.union(*(_LOWER_CASE.findall(text) for text in (*titles, *prose))),
        names=frozenset(piece[0] for pieces in parts for piece in pieces),
        employers=frozenset(pieces[-1][-1] for pieces in parts if len(pieces[-1]) > 1),
    )


def split(title: str, hearsay: Hearsay) -> tuple[str, tuple[Person, ...]]:
    """The title up to the last dash that only people follow; the whole title when there is none."""
    for dash in reversed(list(_DASH.finditer(title, max(0, len(title) - _LONGEST)))):
        head, people = title[: dash.start()].rstrip(), read(title[dash.end() :], hearsay)
        if head and people:
            return head, people
    return title, ()


def read(text: str, hearsay: Hearsay) -> tuple[Person, ...]:
    """The people of a byline; () as soon as one of them cannot be a person."""
    clauses = re.split(r"\s*;\s*", _ASIDE.sub("", _LEAD_IN.sub("", text.strip())))
    found = [person for clause in clauses for person in _people(clause, hearsay, crowd=len(clauses) > 1)]
    names = [person.name for person in found]
    certain = "," in text or all(" " in name and _is_unheard(name, hearsay) for name in names)
    return tuple(dict.fromkeys(found)) if certain and all(is_name(name, hearsay) for name in names) else ()


def is_name(text: str, hearsay: Hearsay) -> bool:
    """Whether a text can be a person's name: a few capitalised words, not all of them words of titles."""
    words = text.split()
    return (
        0 < len(words) <= 6
        and all(_WORD.fullmatch(word) for word in words)
        and all(word in _PARTICLES or not word.lstrip("\"'“‘(")[:1].islower() for word in words)
        and words[-1] not in _PARTICLES
        and not _lower(text) & _NEVER
        and not _lower(text) <= hearsay.words
        and not is_role(text)
        and not _LEGAL_FORM.search(text)
    )


def is_role(text: str) -> bool:
    """Whether a text is a position ("Core Maintainer", "Head of Research") and so no employer."""
    return bool(_ROLE.search(text))


def employer(text: str) -> str:
    """The organisation in "Position, Organisation" as it is given; "" when there is only a position."""
    parts = _COMMA.split(text.strip())
    ends = (
        place
        for place, part in enumerate(parts, start=1)
        if is_role(part) or (place < len(parts) and _JOB.search(part))
    )
    rest = parts[max(ends, default=0) :]
    if len(rest) == len(parts):
        return text.strip()
    academic = next((place for place, part in enumerate(rest) if _ACADEMIC.search(part)), -1)
    return ", ".join(rest[academic:])


def _lower(text: str) -> set[str]:
    """The words in lower case; of "What's" and "O'Neill" what stands before the apostrophe."""
    return {re.split("['’]", word.strip("\"'“”‘’().,"))[0].lower() for word in text.split()}


def _is_unheard(text: str, hearsay: Hearsay) -> bool:
    return not _lower(text) & hearsay.words


def _people(clause: str, hearsay: Hearsay, *, crowd: bool) -> list[Person]:
    """The people up to a semicolon. Those before an employer share it: "Ana Silva, Bo Li & Cy Moss, Tin Drum"."""
    found: list[Person] = []
    names: list[str] = []
    given: list[str] = []
    parts = list(_parts(clause, hearsay))
    for place, (mark, text) in enumerate(parts):
        if mark != "," or _is_another_name(parts[place - 1 : place + 2], given, hearsay, crowd=crowd):
            if given:
                found, names, given = [*found, *_employed(names, given)], [], []
            names.append(text)
        else:
            given.append(text)
    return [*found, *_employed(names, given)]


def _employed(names: Iterable[str], given: Iterable[str]) -> list[Person]:
    return [Person(name=name, affiliation=employer(", ".join(given))) for name in names]


def _parts(clause: str, hearsay: Hearsay) -> Iterator[tuple[str, str]]:
    """What commas part, and "&" where a name follows it, each after its mark: "", ",", "&" or ",&"."""
    start, mark = 0, ""
    for joint in (*_AND.finditer(clause), None):
        if joint and not _begins_with_name(clause[joint.end() :], joint[2], hearsay):
            continue
        for part in _COMMA.split(clause[start : joint.start() if joint else None]):
            yield mark, part.strip()
            mark = ","
        if joint:
            start, mark = joint.end(), f"{joint[1]}&"


def _begins_with_name(text: str, joint: str, hearsay: Hearsay) -> bool:
    """Whether a person follows: two words, or behind an "&" one word with an employer ("& Flo, Tin Drum")."""
    name = re.split(r",|\s(?:&|and)\s", text, maxsplit=1)[0]
    alone = joint == "&" and text[len(name) :].startswith(",")
    return is_name(name, hearsay) and (" " in name or alone)


def _is_another_name(around: Sequence[tuple[str, str]], given: Sequence[str], hearsay: Hearsay, *, crowd: bool) -> bool:
    """Whether the middle one of three parts, which stands behind a comma, is one more person and no employer."""
    before, this, *after = around
    if not after or not _can_be_another(this, hearsay) or (given and is_role(given[-1])):
        return False
    if this[1] in hearsay.names:
        return True
    if given:
        return after[0][0] == ","  # its own employer
    listed = after[0][0] == ",&" or any(_can_be_another(part, hearsay) for part in (before, after[0]))
    return listed or crowd or len(hearsay.words) > _WELL_READ


def _can_be_another(part: tuple[str, str], hearsay: Hearsay) -> bool:
    mark, text = part
    possible = mark == "," and " " in text and text not in hearsay.employers
    return possible and is_name(text, hearsay) and _is_unheard(text, hearsay)
