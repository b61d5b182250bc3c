"""Holds every Claim of a WriteUp against the Passages of its contribution, so that a reader sees nothing they do not support."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from bot.alignment import Sentence, changes, content, copies, nearest, sentence, words
from bot.figures import Figure, Shelf, agreeing, figures, shelf
from bot.model import Claim, Contribution, Finding, Person, WriteUp
from bot.names import Known, known, strangers
from bot.status import claims
from bot.text import sentences
from bot.tidy import tidy

LONGEST = 8_000  # characters of a text to check; a longer one is no claim, and is refused unread


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsupported:
    """Words of ours that the source does not support, and what it says in their place, where that is known.

    `kind` is figure, unit, swapped figures, direction, negation, name, affiliation, status, quotation, link, silence or length.
    """

    kind: str
    words: str
    sentence: str
    source: str = ""


def verify(writeup: WriteUp, reader: str = "") -> tuple[Finding, ...]:
    """What the write-up says and its contribution does not support, one finding each."""
    return verified(writeup, reader)[1]


def verified(writeup: WriteUp, reader: str = "") -> tuple[WriteUp, tuple[Finding, ...]]:
    """The write-up without the claims that fail, and what they failed on. A field may fall empty."""
    contribution = writeup.pick.contribution
    kept: dict[str, tuple[Claim, ...]] = {}
    findings: list[Finding] = []
    for field in ("why", "what", "how", "where"):
        judged = [(claim, doubts(claim, contribution, reader)) for claim in getattr(writeup, field)]
        kept[field] = tuple(claim for claim, found in judged if not found)
        findings += [_finding(doubt, field, contribution) for _, found in judged for doubt in found]
    return replace(writeup, why=kept["why"], what=kept["what"], how=kept["how"], where=kept["where"]), tuple(findings)


def doubts(claim: Claim, contribution: Contribution, reader: str = "") -> tuple[Unsupported, ...]:
    """What of one claim the contribution does not support. A judgement may also use the reader's own words."""
    passages = (contribution.title, *(passage.text for passage in contribution.passages))
    found = [
        Unsupported(kind="quotation", words=quote, sentence=claim.text)
        for quote in claim.quotes
        if not any(verbatim(quote, passage) for passage in passages)
    ]
    found += unsupported(
        claim.text,
        "\n\n".join(passages),
        names=(contribution.session, *(f"{person.name} {person.affiliation}" for person in contribution.people)),
        links=(contribution.url, *contribution.links.values(), *(part.source.url for part in contribution.passages)),
        allowed=reader if claim.judgement else "",
    )
    found += _misattributed(claim.text, contribution.people)
    found += _facts(claim.text) if claim.silent else ()
    return tuple(dict.fromkeys(found))


def unsupported(
    text: str, source: str, *, names: Iterable[str] = (), links: Iterable[str] = (), allowed: str = ""
) -> tuple[Unsupported, ...]:
    """What a text says that a source does not. `names` and `links` are given besides it; `allowed` is the reader's text."""
    ground, besides, reader = _read(source), _read("\n\n".join(names)), _read(allowed)
    if len(text) > LONGEST:
        return (Unsupported(kind="length", words=f"{len(text):,} characters", sentence=f"{text[:200]} …"),)
    whole = tidy(text)
    found = [*_links(whole, (ground.text, *links)), *_quotations(whole, (ground.text, reader.text))]
    for said in map(sentence, sentences(_LINK.sub(" ", whole))):
        near = nearest(said, ground.sentences)
        asserted = _asserted(said.text)
        told = (part.text for part in near) if copies(said, near) else (ground.text,)
        found += _figures(said.text, (ground, besides, reader))
        found += _names(asserted, said.text, (ground.names, besides.names, reader.names))
        found += _statuses(asserted, said.text, " ".join((*told, reader.text, *links)))
        for change in changes(said, near, ground.capitals):
            found.append(Unsupported(kind=change.kind, words=change.said, sentence=said.text, source=change.source))
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ground:
    """A text to rest on, as the checks need it, read once."""

    text: str
    sentences: tuple[Sentence, ...]
    figures: Shelf
    numbers: dict[float, Figure]
    names: Known
    capitals: frozenset[str]


@lru_cache(maxsize=128)
def _read(source: str) -> _Ground:
    text = "\n\n".join(map(tidy, re.split(r"\n\s*\n", source)))
    found = figures(text)
    parts = tuple(map(sentence, sentences(text)))
    capitals = frozenset(word.text for part in parts for word in part.words if word.name)
    return _Ground(
        text=text,
        sentences=parts,
        figures=shelf(found),
        numbers={figure.number: figure for figure in found},
        names=known(text),
        capitals=capitals,
    )


# ---- figures

_CONTRARY = {"<": ">", ">": "<"}


def _figures(sentence: str, grounds: tuple[_Ground, ...]) -> Iterator[Unsupported]:
    for figure in figures(sentence):
        if figure.spelled and figure.value == 1 and not figure.unit:
            continue  # "one" is seldom a figure
        kind, source = _fault(figure, grounds)
        if kind:
            yield Unsupported(
                kind=kind, words=_shown(figure), sentence=sentence, source=_shown(source) if source else ""
            )


def _fault(figure: Figure, grounds: tuple[_Ground, ...]) -> tuple[str, Figure | None]:
    """What is wrong with a figure, and the figure that the source has instead."""
    same = [source for ground in grounds for source in agreeing(figure, ground.figures)]
    if not same:
        written = next(filter(None, (ground.numbers.get(figure.number) for ground in grounds)), None)
        return ("unit" if written else "figure"), written
    if figure.bound in _CONTRARY and all(source.bound == _CONTRARY[figure.bound] for source in same):
        return "direction", same[0]
    things = _things(figure)
    if things and all(_things(source) and things.isdisjoint(_things(source)) for source in same):
        return "unit", same[0]
    return "", None


def _things(figure: Figure) -> frozenset[str]:
    """What a bare number counts. Small ones that are spelled out count whatever the writer counted."""
    if not figure.counted or figure.vague or (figure.spelled and figure.value <= 10):
        return frozenset()
    return content(words(figure.counted))


def _shown(figure: Figure) -> str:
    return " ".join((figure.text, *figure.counted.split()[:1]))


# ---- names and standing


def _names(asserted: str, sentence: str, names: tuple[Known, ...]) -> Iterator[Unsupported]:
    for stranger in strangers(asserted, names):
        kind = "affiliation" if stranger.employer else "name"
        yield Unsupported(kind=kind, words=stranger.words, sentence=sentence)


def _statuses(asserted: str, sentence: str, told: str) -> Iterator[Unsupported]:
    for claimed, evidence in claims(asserted):
        if not evidence.search(told):
            yield Unsupported(kind="status", words=claimed, sentence=sentence)


def _misattributed(text: str, people: tuple[Person, ...]) -> Iterator[Unsupported]:
    """A person beside somebody else's affiliation."""
    for person in people:
        beside = re.search(rf"{re.escape(person.name)}\s?(?:\(|, | of | from | at )(?:the )?(.{{2,80}})", text)
        for other in people if beside else ():
            foreign = other.affiliation and other.affiliation.casefold() not in person.affiliation.casefold()
            if beside and foreign and beside[1].casefold().startswith(other.affiliation.casefold()):
                yield Unsupported(kind="affiliation", words=other.affiliation, sentence=text, source=person.affiliation)


# ---- quotations and links

_QUOTED = re.compile(r"\"([^\"]{3,800})\"|(?<!\w)'([^'\"]{8,400})'(?!\w)")
_ELIDED = re.compile(r"\s?(?:\.\.\.|\[[^\]]{0,40}\])\s?")
_LINK = re.compile(
    r"(?:https?://|www\.)[^\s<>\"')\]]+|\b10\.\d{4,9}/[^\s<>\"')\]]+"
    r"|(?<![\w.-])(?:[\w-]{1,40}\.){1,4}(?:com|org|net|io|dev|edu|gov|ai)\b(?:/[^\s<>\"')\]]*)?"
)


def _quotations(whole: str, texts: tuple[str, ...]) -> Iterator[Unsupported]:
    for match in _QUOTED.finditer(whole):
        quote = match[1] or match[2]
        pieces = _ELIDED.split(quote)
        if len(quote.split()) >= 3 and not any(all(verbatim(piece, text) for piece in pieces) for text in texts):
            yield Unsupported(kind="quotation", words=quote, sentence=whole)


def verbatim(quote: str, passage: str) -> bool:
    """Whether a passage holds a quote word for word; white space, hyphenation and Unicode form do not count."""
    wanted = re.escape(_folded(quote).strip(" .,;:!?"))
    return re.search(rf"(?<!\w){wanted}(?!\w)", _folded(passage)) is not None


@lru_cache(maxsize=256)
def _folded(text: str) -> str:
    return re.sub(r"(?<=\w)-\s?(?=\w)", "", tidy(text)).casefold()


def _links(whole: str, given: tuple[str, ...]) -> Iterator[Unsupported]:
    links = _LINK.findall(whole)
    known_links = {_bare(link) for text in given for link in _LINK.findall(text)} if links else set()
    hosts = {link.partition("/")[0] for link in known_links}
    for link in links:
        if _bare(link) not in known_links | hosts:
            yield Unsupported(kind="link", words=link, sentence=whole)


def _bare(link: str) -> str:
    return re.sub(r"^https?://(?:www\.)?|[/.,;:]+$", "", link).casefold()


# ---- silence

_CLAUSE = re.compile(r"(?<=[;:])\s|,?\s(?=(?:but|yet|though|although|however|while)\b)|\s-\s")
_SILENT = re.compile(
    r"\b(?:do|does|did|is|are) not (?:say|state|tell|mention|give|report|name|disclose|specify|said|stated|given|reported)"
    r"|\bnot (?:said|stated|given|reported|named|known)|\bsays? nothing|\bno word\b|\bnothing is said|\bleaves? open"
    r"|\b(?:names|gives|states|reports|mentions) (?:no|neither|none)\b|\bunstated\b|\bsilent\b",
    re.I,
)
_DENIED = re.compile(r"\b(?:not|no|nothing|none|neither|nor|without|never|only)\b", re.I)


def _asserted(sentence: str) -> str:
    """The sentence without the clauses that say that the source is silent: what they name, they do not claim."""
    return " ".join(clause for clause in _CLAUSE.split(sentence) if not _SILENT.search(clause))


def _facts(text: str) -> Iterator[Unsupported]:
    """What a claim of silence must not hold: figures, and clauses that say something."""
    whole = tidy(text)
    for clause in _CLAUSE.split(whole):
        if not _SILENT.search(clause) and not _DENIED.search(clause) and len(content(words(clause))) > 2:
            yield Unsupported(kind="silence", words=clause, sentence=whole)
    for figure in figures(whole):
        if not (figure.spelled and figure.value == 1):
            yield Unsupported(kind="silence", words=figure.text, sentence=whole)


def _finding(doubt: Unsupported, field: str, contribution: Contribution) -> Finding:
    instead = f"the source says “{doubt.source}”" if doubt.source else "the source does not say so"
    return Finding(
        text=f"“{contribution.title}”, {field}: {doubt.kind} “{doubt.words}” is unsupported; {instead}.",
        hint=f"the sentence was left out: {doubt.sentence}",
    )
