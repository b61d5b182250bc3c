"""extractive: writes with no key and no model, from the source's own sentences, shortened honestly."""

import re
from collections.abc import Iterable, Iterator, Sequence, Set

from bot.model import Claim, ConferenceKind, Contribution, Depth, Kind, Passage, Pick, WriteUp
from bot.prose.mentions import settings
from bot.prose.shorten import cleaned
from bot.prose.sift import is_english, paragraphs
from bot.prose.voice import third_person
from bot.prose.wishes import raised
from bot.prose.zones import Sentence, Zone, read
from bot.text import listing, sentences
from bot.writers import Brief, is_empty, quotes
from bot.writers.extractive.allot import Answers, allot

# How much of a source is read, and how many of its words a sentence may have where nothing tells sentences apart.
_READ, _WORDS = 12_000, 60
_TOPICS, _TERMS, _SETTINGS = 2, 4, 3
# Two backgrounds are the same if they begin with the same words, so many.
_BEGINNING = 8

_WRITTEN = (Kind.PAPER, Kind.POSTER, Kind.DRAFT, Kind.DEMO)
_OF_PAPERS = (ConferenceKind.ACADEMIC, ConferenceKind.STANDARDS)


def silent(text: str) -> tuple[Claim, ...]:
    return (Claim(text=text, silent=True),)


_NOTHING = silent("The abstract does not say.")
_NO_MORE = silent("The abstract says no more than that.")
_ONLY_A_TITLE = silent("The program gives only a title.")
_NOT_STATED = silent("Not stated.")
_FOREIGN = silent("Not told apart: the abstract is not in English.")
_ELSEWHERE = silent("The program gives no text of its own here, only that of another pick.")


def write(picks: Sequence[Pick], brief: Brief) -> tuple[WriteUp, ...]:
    """No source sentence is quoted for two of the picks."""
    told = set(brief.told)
    writeups: list[WriteUp] = []
    for pick in picks:
        writeup = written(pick, brief.kind, told, brief.guidance.get(pick.contribution.id, ""))
        told |= quotes(writeup)
        writeups.append(writeup)
    return tuple(writeups)


def written(pick: Pick, kind: ConferenceKind, told: Set[str], guidance: str = "") -> WriteUp:
    """What the source says to each question; where it is silent, that it is. Guidance raises what speaks of it."""
    contribution = pick.contribution
    text, depth = source(contribution)
    if not text:
        return write_up(pick, depth, what=_ONLY_A_TITLE, how=_NOT_STATED, where=_NOT_STATED)
    if not is_english("\n\n".join(paragraphs(text))):
        return write_up(pick, depth, what=opening(text, told), how=_FOREIGN, where=_NOT_STATED)
    said = read(text, contribution.title, [person.name for person in contribution.people])
    if not said:
        return write_up(pick, depth, what=opening(text, told), how=_NOTHING, where=_NOTHING)
    news = fresh(said, told)
    if not news:
        return write_up(pick, depth, what=_ELSEWHERE, how=_NOT_STATED, where=_NOT_STATED)
    return answered(pick, depth, raised(news, guidance), narrator(contribution, kind))


def answered(pick: Pick, depth: Depth, said: Sequence[Sentence], who: str) -> WriteUp:
    answers = allot(said)
    why, what, how, where = (
        tuple(claims(answer, who)) for answer in (answers.why, answers.what, answers.how, answers.where)
    )
    return write_up(
        pick,
        depth,
        why=why,
        what=(*what, *standing(pick.contribution)),
        how=how or silence(answers, Zone.METHOD),
        where=where or setting(said, answers) or silence(answers, Zone.SCOPE),
    )


def silence(answers: Answers, zone: Zone) -> tuple[Claim, ...]:
    """That nothing is said of something, or nothing but what is already told."""
    return _NO_MORE if any(sentence.weights[zone] >= 1 for sentence in answers.what) else _NOTHING


def write_up(
    pick: Pick,
    depth: Depth,
    *,
    what: tuple[Claim, ...],
    how: tuple[Claim, ...],
    where: tuple[Claim, ...],
    why: tuple[Claim, ...] = (),
) -> WriteUp:
    return WriteUp(pick=pick, depth=depth, why=why or (concern(pick),), what=what, how=how, where=where)


# ---- what there is to read


def source(contribution: Contribution) -> tuple[str, Depth]:
    """The text to write from, and how deep it goes: what the program says, or else the contribution itself."""
    whole = [passage for passage in contribution.passages if passage.part == Depth.FULL_TEXT]
    program = [passage for passage in contribution.passages if passage.part != Depth.FULL_TEXT]
    if text := _joined(program):
        return text, Depth.ABSTRACT
    text = _joined(whole)
    return text, Depth.FULL_TEXT if text else Depth.TITLE


def _joined(passages: Iterable[Passage]) -> str:
    return "\n\n".join(passage.text for passage in passages if not is_empty(passage.text))[:_READ]


def fresh(said: Sequence[Sentence], told: Set[str]) -> list[Sentence]:
    """The sentences that the digest has not quoted; a background not even if it only begins like one that it has."""
    begun = {_beginning(quote) for quote in told}
    return [
        sentence
        for sentence in said
        if sentence.quotes[-1] not in told
        and (sentence.weights[Zone.ANNOUNCEMENT] >= 1.5 or _beginning(sentence.quotes[-1]) not in begun)
    ]


def _beginning(quote: str) -> str:
    return " ".join(quote.lower().split(maxsplit=_BEGINNING)[:_BEGINNING])


def narrator(contribution: Contribution, kind: ConferenceKind) -> str:
    """Who 'we' are."""
    wrote = contribution.kind in _WRITTEN or (contribution.kind is Kind.TALK and kind in _OF_PAPERS)
    who = "the author" if wrote else "the speaker"
    return who if len(contribution.people) == 1 else f"{who}s"


# ---- what is said of it


def claims(answer: Iterable[Sentence], who: str) -> Iterator[Claim]:
    """Sentences as somebody else tells them; within one answer the narrator is named once."""
    before = ""
    for sentence in answer:
        before = third_person(sentence.text, who, before)
        yield Claim(text=closed(before), quotes=sentence.quotes)


def closed(text: str) -> str:
    """With a full stop, unless it ends in one, or in an address that one would spoil."""
    if text.endswith((".", "!", "?", "…", "”", '"', "。")) or re.search(r"https?://\S+$", text):
        return text
    return f"{text.rstrip(' ;:,')}."


def opening(text: str, told: Set[str]) -> tuple[Claim, ...]:
    """The first two sentences as they stand, for texts that nothing tells apart."""
    quotes = [" ".join(quote.split()[:_WORDS]) for quote in sentences(text)[:2] if cleaned(quote)]
    news = tuple(Claim(text=closed(cleaned(quote)), quotes=(quote,)) for quote in quotes if quote not in told)
    return news or (_ELSEWHERE if quotes else _NOTHING)


def standing(contribution: Contribution) -> Iterator[Claim]:
    """What is said of a draft's own standing, by its name: what became of it since the meeting before."""
    status = (passage.text for passage in contribution.passages if passage.part == "status")
    named = (one for text in status for one in sentences(text) if one.startswith(f"{contribution.id} "))
    return (Claim(text=sentence, quotes=(sentence,)) for sentence in named)


def setting(said: Sequence[Sentence], answers: Answers) -> tuple[Claim, ...]:
    """The words with which the source names its setting, where no sentence is free to do so."""
    begin = answers.what[0].place
    found = {words: one.quotes[-1] for one in said if one.place >= begin for words in settings(one.quotes[-1])}
    shown = [words for words in found if not any(words in other for other in found if other != words)][:_SETTINGS]
    quotes = tuple(dict.fromkeys(found[words] for words in shown))
    return (Claim(text=f"The source speaks of {quoted(shown)}.", quotes=quotes),) if shown else ()


def concern(pick: Pick) -> Claim:
    """Why it may matter, where the source states no problem: the reader's topics and the words that reveal them."""
    source = " ".join((pick.contribution.title, *(passage.text for passage in pick.contribution.passages)))
    matches = [match for match in pick.matches if _numbers(match.topic) <= _numbers(source)][:_TOPICS]
    terms = dict.fromkeys(term for match in matches for term in match.terms if term.lower() in source.lower())
    if terms:
        told = "source" if pick.contribution.passages else "title"
        topics = ", and ".join(match.topic for match in matches)
        return Claim(text=f"Concerns {topics}: the {told} speaks of {quoted(list(terms)[:_TERMS])}.", judgement=True)
    if pick.reason:
        return Claim(text=pick.reason, judgement=True)
    if pick.contribution.session:
        return Claim(text=f"It stands in the session {pick.contribution.session}.", judgement=True)
    return Claim(text="It lies outside the reader’s topics.", judgement=True)


def quoted(words: Sequence[str]) -> str:
    return listing([f"“{each}”" for each in words])


def _numbers(text: str) -> set[str]:
    return set(re.findall(r"\d+", text))
