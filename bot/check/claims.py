"""Holds what a person wrote of a pick against its source: sentences, title, people, and what it says it rests on."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.blocks import NUMBER, Part, Rank, entry_key
from bot.check.sheet import Sheet, plain, said
from bot.grounding.alignment import nearest, sentence
from bot.grounding.check import LONGEST, Unsupported
from bot.grounding.tidy import tidy
from bot.model import Claim, Contribution, Digest, Remark, Weight, WriteUp
from bot.render import MARKS, byline
from bot.text import clipped, folded, one_line, sentences
from bot.verify import doubts

LONGEST_QUOTE = 300
_MARK = re.compile(r"\(from (?:the )?(?:abstract|title) only\)", re.I)
_NOTE = re.compile(r"- \*\*(?:\d{1,3}\. )?(?:\[(?P<linked>(?:\\.|[^\]\\])*)\]\([^)]*\)|(?P<bare>.*?))(?:\*\*|$)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """What entries can be held against: write-ups by the keys of their entries, contributions by their titles.

    `verified` are the sentences that were held against their source when the bot wrote them, by contribution.
    """

    writeups: Mapping[str, WriteUp]
    titles: Mapping[str, Contribution]
    verified: Mapping[str, frozenset[str]]
    reader: str


def entries(page: Sheet, digest: Digest, reader: str) -> Iterator[Remark]:
    """What there is to say of all entries; `reader` are the reader's own words, which a Why may use."""
    picks = [writeup.pick for writeup in digest.writeups]
    sources = Sources(
        writeups={entry_key(each.pick.contribution.id): each for each in digest.writeups},
        titles={folded(each.contribution.title): each.contribution for each in (*digest.near_misses, *picks)},
        verified={each.pick.contribution.id: verified(each) for each in digest.writeups},
        reader=reader,
    )
    for section in page.tree.parts:
        for part in section.parts:
            if part.rank is Rank.ENTRY:
                yield from entry(part, page, sources)


def entry(part: Part, page: Sheet, sources: Sources) -> Iterator[Remark]:
    theirs = [field for field in part.parts if page.is_theirs(field)]
    writeup = sources.writeups.get(part.key)
    if writeup is None:
        yield from persons(part, theirs, page, sources)
        return
    contribution = writeup.pick.contribution
    if page.is_theirs(part):
        yield from headed(part, contribution, page)
    for field in theirs:
        name = field.key.rpartition("/")[2].partition("~")[0]
        if name == "byline":
            yield from peopled(people_in(field, contribution), contribution, page.line(field), page)
        elif name != "reasons":
            yield from marked(field, MARKS[writeup.depth].strip() if name == "what" else "", page)
            yield from claimed(field, name == "why", contribution, page, sources)


def persons(part: Part, theirs: list[Part], page: Sheet, sources: Sources) -> Iterator[Remark]:
    """An entry that the digest's data does not have; it may be about something that the program has."""
    contribution = sources.titles.get(folded(title(part)))
    for field in theirs:
        yield from marked(field, "", page)
        if contribution:
            yield from claimed(field, field.name == "why", contribution, page, sources)
    if not contribution and (theirs or page.is_theirs(part)):
        text = f"There is no source that “{clipped(title(part), 80)}” could be held against"
        hint = "check its figures and names yourself, or ask for the contribution with /add"
        yield page.remark(page.line(part), Weight.NOTICE, text, hint)


def verified(writeup: WriteUp) -> frozenset[str]:
    """The sentences of the bot's, without their white space."""
    fields = (writeup.why, writeup.what, writeup.how, writeup.where)
    whole = (" ".join(claim.text for claim in claims) for claims in fields)
    alone = (claim.text for claims in fields for claim in claims)
    return frozenset(bare(each) for text in (*whole, *alone) for each in sentences(text))


def bare(text: str) -> str:
    return "".join(text.split())


# ---- sentences


def claimed(
    field: Part, judgement: bool, contribution: Contribution, page: Sheet, sources: Sources
) -> Iterator[Remark]:
    """The sentences of a field that are not the bot's and that the source does not bear out."""
    known = sources.verified.get(contribution.id, frozenset())
    for text, line in said(field, page.line(field)):
        text = _MARK.sub("", text).strip()
        if bare(text) in known:
            continue
        found = doubts(Claim(text=text, judgement=judgement), contribution, sources.reader)
        if found:
            yield page.remark(line, Weight.WARNING, told(found), nearest_to(text, contribution))


def told(found: tuple[Unsupported, ...]) -> str:
    """What of a sentence is not in its source."""
    if found[0].kind == "length":
        return f"This is too long to be held against its source ({found[0].words})"
    sources = {doubt.words: doubt.source for doubt in found if doubt.source}
    kinds = {doubt.words: doubt.kind for doubt in reversed(found)}
    each = (
        f"{kind} “{shown(words)}”" + (f" (it says “{shown(sources[words])}”)" if words in sources else "")
        for words, kind in reversed(kinds.items())
    )
    return f"The source does not bear out {'; '.join(each)}"


def nearest_to(text: str, contribution: Contribution) -> str:
    """What the source says of it, as a hint."""
    parts = {tidy(each): each for passage in contribution.passages for each in sentences(passage.text)}
    if not parts:
        return "the program gives nothing of it but its title"
    near = nearest(sentence(tidy(text)), map(sentence, parts)) if len(text) <= LONGEST else ()
    return f"the source says: “{shown(parts[near[0].text])}”" if near else "the source says nothing like it"


def shown(text: str) -> str:
    return clipped(one_line(text), LONGEST_QUOTE)


# ---- what the bot computes


def marked(field: Part, expected: str, page: Sheet) -> Iterator[Remark]:
    """The mark that says what a write-up rests on: there once where it belongs, and nowhere else."""
    marks = list(_MARK.finditer(field.text))
    right = next((mark for mark in reversed(marks) if mark.group() == expected), None)
    if expected and right is None:
        yield page.remark(
            page.line(field),
            Weight.WARNING,
            f"The mark {expected} was taken out, and the write-up rests on no more than that",
            "put it back at the end of What",
        )
    for mark in marks:
        if mark is not right:
            line = page.line(field) + field.text.count("\n", 0, mark.start())
            text = f"The mark {mark.group()} was typed by hand"
            yield page.remark(line, Weight.WARNING, text, "take it out: the bot finds out what a write-up rests on")


def headed(part: Part, contribution: Contribution, page: Sheet) -> Iterator[Remark]:
    """An entry's title, and in session notes its people, against the program's."""
    if folded(title(part)) != folded(contribution.title):
        yield page.remark(
            page.line(part),
            Weight.NOTICE,
            "The title differs from the program's",
            f"the program says: “{shown(contribution.title)}”",
        )
    if part.text.startswith("- "):
        people = _NOTE.sub("", heading(part), count=1)
        yield from peopled(plain(people.replace(" – ", " ", 1)), contribution, page.line(part), page)


def title(part: Part) -> str:
    note = _NOTE.match(heading(part))
    words = (note["linked"] or note["bare"] or "") if note else NUMBER.sub("", heading(part)).lstrip("# ")
    return one_line(plain(words))


def heading(part: Part) -> str:
    return part.text.partition("\n")[0].rstrip("\r")


def people_in(field: Part, contribution: Contribution) -> str:
    """The line that names the people, "" where the first one tells the place and the links."""
    first = field.text.partition("\n")[0]
    is_place = "](" in first or folded(plain(first)) == folded(contribution.session)
    return "" if is_place and folded(plain(first)) != folded(plain(byline(contribution.people))) else plain(first)


def peopled(people: str, contribution: Contribution, line: int, page: Sheet) -> Iterator[Remark]:
    expected = plain(byline(contribution.people))
    if folded(people) != folded(expected):
        hint = f"the program says: “{shown(expected)}”" if expected else "the program names nobody"
        yield page.remark(line, Weight.NOTICE, "The people differ from the program's", hint)
