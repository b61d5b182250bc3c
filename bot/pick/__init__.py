"""Chooses the contributions that matter to the one described reader, and says why: with no model, unless one is asked.

A score is the mean of three readings: for the reader's terms as whole phrases, for the single words of those terms,
and for the words of the reader's summary. Standing raises or lowers it; likeness to what is already chosen lowers it.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.config import Picks, Reader, Topic
from bot.model import ConferenceKind, Contribution, Decisions, Kind, Match, Pick, Program, Tier
from bot.pick import ranking
from bot.pick.choice import Choice
from bot.pick.decide import decided, left_out
from bot.pick.ranking import Finder, Phrase, Places
from bot.pick.triage import triage
from bot.text import folded, listing
from bot.writers import Adviser

__all__ = ["Choice", "pick"]

# Every constant sits on a plateau: a change by half moves one pick of an edition, or none.
# What a phrase weighs by where it stands; in an abstract it weighs 1.
IN_TITLE, IN_SESSION = 2.0, 0.5
# What a term weighs that needs company, where one that is enough by itself weighs 1.
PLAIN = 0.5
# What each sign of practice adds, and how many of them count.
PRACTICE, SIGNS = 0.1, 3
# What a score keeps if there is little time to say something, no group behind it, or nothing new in it.
BRIEF, INDIVIDUAL, OUTDATED = 0.85, 0.6, 0.7
# A draft that names only RFCs this far behind the newest one that the program names is about six years old.
RFCS_BEHIND = 2000
# The share of the picks that one working group may have.
GROUP_SHARE = 0.25
# How many candidates for each pick are compared with each other.
SHORTLIST = 6

NOTHING = Decisions()

_NEVER = (Kind.LOGISTICS, Kind.SOCIAL)
_BRIEF = (Kind.LIGHTNING_TALK, Kind.POSTER, Kind.DEMO, Kind.BOF)
_ADOPTED = re.compile(r"draft-(?:ietf|irtf|iab)-")
_RFC = re.compile(r"\bRFC[ -]?(\d{3,5})\b")
_SIGN = re.compile(
    r"\b(?:production|deployed|deployments?|incidents?|outages?|post-?mortems?|lessons (?:learned|from)|at scale"
    r"|case study|real[- ]world)\b",
    re.I,
)
_CLAIM = re.compile(
    r"\b(?:rethink\w*|reimagin\w*|debunk\w*|impossib\w+|paradox\w*|myths?|misconceptions?|surprising(?:ly)?"
    r"|counter-?intuitive(?:ly)?|contrary to (?:the |common |popular |prior |what )?[\w-]+"
    r"|conventional wisdom|never before|for the first time|new paradigm"
    r"|previously (?:unknown|unseen|unexplored|believed|thought|assumed)"
    r"|(?:an? )?(?:new|novel|different) (?:class|kind|type|form|family|breed|category) of [\w-]+"
    r"|the (?:very )?first (?:[\w-]+ ){0,3}(?:system|framework|approach|method|work|study|solution|design|protocol"
    r"|algorithm|tool|architecture|implementation|demonstration|measurement|platform|model))\b",
    re.I,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Interest:
    """A topic as something to look for: its terms, and their single words, with what each weighs."""

    topic: Topic
    terms: Mapping[Phrase, float]
    words: Mapping[Phrase, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A contribution and the phrases found in it."""

    contribution: Contribution
    title: Places
    abstract: Places
    session: Places


def pick(
    program: Program,
    reader: Reader,
    picks: Picks,
    kind: ConferenceKind,
    decisions: Decisions = NOTHING,
    adviser: Adviser | None = None,
) -> Choice:
    """The reader's picks of a program: `picks.total` at most, and fewer rather than padding, then what was decided.

    An adviser's model chooses from the ranking's list.
    """
    choice = chosen_from(program, reader, picks, kind)
    if adviser is not None:
        choice = triage(choice, [each.id for each in program.listed], picks, adviser)
    every = (*choice.picks, *choice.near_misses, *choice.others)
    return replace(
        choice,
        picks=decided(choice.picks, decisions, every),
        near_misses=left_out(choice.near_misses, decisions, every),
    )


def chosen_from(program: Program, reader: Reader, picks: Picks, kind: ConferenceKind) -> Choice:
    ranked = rank(program, reader, picks.total, kind)
    relevant = distinct(each for each in ranked if each.matches and each.score > 0)
    bold = wildcards([each for each in ranked if not each.matches], reader)
    # The boldest claim has a place of its own if it is plain to see; others may only have what would stay empty.
    own = min(sum(strength > 1 for strength, _ in bold[:1]), picks.wildcard, picks.total - 1)
    chosen = diverse(relevant[: SHORTLIST * picks.total], picks, picks.total - own, kind)
    room = min(picks.wildcard, picks.total - len(chosen))
    best = (*tiered(chosen, picks), *(each for _, each in bold[:room]))
    missed = near_misses(relevant, chosen, picks, kind)
    told = {each.contribution.id for each in (*best, *missed)}
    rest = (each for each in ranked if each.contribution.id not in told)
    return Choice(
        picks=best,
        near_misses=missed,
        others=tuple(replace(each, reason=why_not(each, chosen, picks, kind)) for each in rest),
        shortlist=(*best, *missed),
    )


# ---- scores


def rank(program: Program, reader: Reader, best: int, kind: ConferenceKind) -> tuple[Pick, ...]:
    """Every contribution as a pick, best first; those on no topic are wildcards without a match."""
    interests = tuple(map(interest, reader.topics))
    summary = dict.fromkeys(ranking.words(reader.summary), 1.0)
    find = ranking.finder((*summary, *(each for topic in interests for each in (*topic.terms, *topic.words))))
    readings = [read(each, find) for each in program.contributions if each.kind not in _NEVER]
    weights = ranking.weigh(list(map(frequencies, readings)), [size(each.contribution) for each in readings])
    scores = relevance(weights, interests, summary, best)
    factors = standing([each.contribution for each in readings], reader, kind)
    judged = (
        judge(reading, found, interests, score * factor)
        for reading, found, score, factor in zip(readings, weights, scores, factors, strict=True)
    )
    return tuple(sorted(judged, key=lambda each: (-each.score, each.contribution.id)))


def interest(topic: Topic) -> Interest:
    terms: dict[Phrase, float] = {}
    words: dict[Phrase, float] = {}
    for term in topic.terms:
        text = term.strip().removesuffix("^")
        weight = PLAIN if text == term.strip() else 1.0
        terms |= {each: max(weight, terms.get(each, 0.0)) for each in (ranking.phrase(text),) if each}
        words |= {each: max(weight, words.get(each, 0.0)) for each in ranking.words(text)}
    return Interest(topic=topic, terms=terms, words=words)


def read(contribution: Contribution, find: Finder) -> Reading:
    title, abstract, session = map(find, (contribution.title, contribution.abstract, contribution.session))
    return Reading(contribution=contribution, title=title, abstract=abstract, session=session)


def frequencies(reading: Reading) -> dict[Phrase, float]:
    counts: dict[Phrase, float] = {}
    for places, weight in ((reading.title, IN_TITLE), (reading.abstract, 1.0), (reading.session, IN_SESSION)):
        for phrase, written in places.items():
            counts[phrase] = counts.get(phrase, 0.0) + weight * len(written)
    return counts


def size(contribution: Contribution) -> int:
    return len(contribution.title.split()) + len(contribution.abstract.split())


def relevance(
    weights: Sequence[ranking.Weights], interests: Sequence[Interest], summary: ranking.Weights, best: int
) -> Iterator[float]:
    """The mean of three readings, each in units of what a usual pick has of it; of the topics, the best one counts."""
    terms = [max(each.topic.weight * ranking.score(found, each.terms) for each in interests) for found in weights]
    words = [max(each.topic.weight * ranking.score(found, each.words) for each in interests) for found in weights]
    told = [ranking.score(found, summary) for found in weights]
    for scores in zip(*(ranking.levelled(each, best) for each in (terms, words, told)), strict=True):
        yield sum(scores) / len(scores)


def standing(contributions: Sequence[Contribution], reader: Reader, kind: ConferenceKind) -> Iterator[float]:
    """What speaks for or against each contribution, whatever it is about, as a factor."""
    newest = max(map(newest_rfc, contributions), default=0)
    refused = [(said(avoid.terms), 1 - avoid.penalty) for avoid in reader.avoid]
    for each in contributions:
        evidence = status(each, newest) if kind is ConferenceKind.STANDARDS else practice(each)
        brief = BRIEF if each.kind in _BRIEF else 1.0
        yield evidence * brief * math.prod(left for phrases, left in refused if phrases.search(each.title))


def practice(contribution: Contribution) -> float:
    signs = {sign.lower() for sign in _SIGN.findall(text_of(contribution))}
    return 1 + PRACTICE * min(SIGNS, len(signs))


def status(draft: Contribution, newest: int) -> float:
    """Of a standards draft: whether a group has adopted it, and whether it is of this age."""
    group = 1.0 if _ADOPTED.match(draft.id) or not draft.id.startswith("draft-") else INDIVIDUAL
    return group * OUTDATED if 0 < newest_rfc(draft) < newest - RFCS_BEHIND else group


def newest_rfc(draft: Contribution) -> int:
    return max(map(int, _RFC.findall(text_of(draft))), default=0)


def said(phrases: Iterable[str]) -> re.Pattern[str]:
    """What finds any of some phrases in a title, to the letter: no stems, whole words."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, phrases)) or '(?!)'})(?!\w)", re.I)


def text_of(contribution: Contribution) -> str:
    return f"{contribution.title}\n{contribution.abstract}"


# ---- reasons


def judge(reading: Reading, weights: ranking.Weights, interests: Sequence[Interest], score: float) -> Pick:
    """A contribution with its score, the topics it is on, best first, and the tier of the best one."""
    on = [each for each in interests if enough(reading, each)]
    on.sort(key=lambda each: -each.topic.weight * ranking.score(weights, each.terms))
    matches = tuple(Match(topic=each.topic.name, terms=terms(reading, weights, each)) for each in on)
    return Pick(
        contribution=reading.contribution,
        tier=on[0].topic.tier if on else Tier.WILDCARD,
        matches=matches,
        reason=f"On {matches[0].topic}: it speaks of {quoted(matches[0].terms[:3])}." if matches else "",
        score=round(score, 6),
    )


def enough(reading: Reading, interest: Interest) -> bool:
    """Whether a contribution is on a topic: by one term that is enough, or by others that keep each other company.

    A plain term in a title needs one more, in an abstract two more. Where there is no abstract, the title is believed.
    """
    title, abstract = reading.title.keys() & interest.terms.keys(), reading.abstract.keys() & interest.terms.keys()
    if any(interest.terms[each] > PLAIN for each in title | abstract):
        return True
    return 2 * len(title) + len(abstract - title) >= 3 or bool(title and not reading.contribution.abstract)


def terms(reading: Reading, weights: ranking.Weights, interest: Interest) -> tuple[str, ...]:
    """A topic's terms as the title has them, or else the abstract, the most telling first; none within another."""
    places = {**reading.abstract, **reading.title}
    written = {each: places[each][0] for each in places.keys() & interest.terms.keys()}
    kept: list[str] = []
    for each in sorted(written, key=lambda each: (-weights[each] * interest.terms[each], each)):
        if not any(written[each].casefold() in term.casefold() for term in kept):
            kept.append(written[each])
    return tuple(kept)


def quoted(terms: Iterable[str]) -> str:
    return listing([f"“{term}”" for term in terms])


def wildcards(outside: Sequence[Pick], reader: Reader) -> list[tuple[int, Pick]]:
    """What is on no topic but claims to be new, with how bold it is: the boldest first, then the most unusual."""
    refused = said(term for avoid in reader.avoid for term in avoid.terms)
    rarities = ranking.rarities([text_of(each.contribution) for each in outside])
    bold = []
    for each, rarity in zip(outside, rarities, strict=True):
        title, abstract = (_CLAIM.findall(text) for text in (each.contribution.title, each.contribution.abstract))
        strength = 2 * len(title) + len({claim.casefold() for claim in abstract})
        if strength and each.contribution.kind not in _BRIEF and not refused.search(each.contribution.title):
            reason = f"Outside the reader's topics; the source speaks of {quoted((*title, *abstract)[:1])}."
            bold.append((-strength, -rarity, each.contribution.id, replace(each, reason=reason)))
    return [(-strength, each) for strength, _, _, each in sorted(bold, key=lambda one: one[:3])]


# ---- choices


def distinct(ranked: Iterable[Pick]) -> list[Pick]:
    """The best of each title: a program may list a draft and its adopted successor, or a talk and its poster."""
    best: dict[str, Pick] = {}
    for each in ranked:
        best.setdefault(folded(each.contribution.title), each)
    return list(best.values())


def diverse(relevant: Sequence[Pick], picks: Picks, room: int, kind: ConferenceKind) -> list[Pick]:
    """The best, each counting by what it has beyond the pick most like it, while its tier has room."""
    texts = [f"{each.contribution.title} {text_of(each.contribution)}" for each in relevant]
    directions = ranking.directions(texts)
    nearest = [0.0] * len(relevant)
    chosen: list[Pick] = []
    while len(chosen) < room:
        free = [place for place, each in enumerate(relevant) if each not in chosen and has_room(each, chosen, picks)]
        # A program of few groups may fill the picks from one.
        free = [place for place in free if not is_group_full(relevant[place], chosen, picks, kind)] or free
        if not free:
            break
        best = max(free, key=lambda place: relevant[place].score * (1 - nearest[place]))
        chosen.append(relevant[best])
        likeness = (ranking.likeness(directions[best], each) for each in directions)
        nearest = list(map(max, nearest, likeness))
    return chosen


def has_room(candidate: Pick, chosen: Sequence[Pick], picks: Picks) -> bool:
    """Whether the tiers can take one more; what is too much for Core goes to Adjacent."""
    core = sum(each.tier is Tier.CORE for each in chosen)
    adjacent = len(chosen) - min(core, picks.core)
    return adjacent < picks.adjacent or (candidate.tier is Tier.CORE and core < picks.core)


def is_group_full(candidate: Pick, chosen: Sequence[Pick], picks: Picks, kind: ConferenceKind) -> bool:
    """Of standards a session is one working group, and its drafts are siblings."""
    siblings = sum(each.contribution.session == candidate.contribution.session for each in chosen)
    return kind is ConferenceKind.STANDARDS and siblings >= math.ceil(GROUP_SHARE * picks.total)


def tiered(chosen: Sequence[Pick], picks: Picks) -> tuple[Pick, ...]:
    """Core, then Adjacent with what Core could not take, each best first."""
    ordered = sorted(chosen, key=lambda each: (-each.score, each.contribution.id))
    core = [each for each in ordered if each.tier is Tier.CORE][: picks.core]
    return (*core, *(demoted(each) if each.tier is Tier.CORE else each for each in ordered if each not in core))


def demoted(surplus: Pick) -> Pick:
    return replace(surplus, tier=Tier.ADJACENT, reason=f"{surplus.reason} Core was full.")


def near_misses(
    relevant: Sequence[Pick], chosen: Sequence[Pick], picks: Picks, kind: ConferenceKind
) -> tuple[Pick, ...]:
    left = [each for each in relevant if each not in chosen][: picks.near_misses]
    return tuple(replace(each, reason=why_not(each, chosen, picks, kind)) for each in left)


def why_not(missed: Pick, chosen: Sequence[Pick], picks: Picks, kind: ConferenceKind) -> str:
    if not missed.matches:
        return "on none of the reader's topics"
    weakest = min(chosen, key=lambda each: each.score, default=missed)
    if abs(missed.score - weakest.score) < 0.005 and chosen:
        return f"tied with “{weakest.contribution.title}”"
    if missed.score < weakest.score:
        return f"below the weakest pick, which scored {weakest.score:.2f}"
    if is_group_full(missed, chosen, picks, kind):
        return f"more of the group {missed.contribution.session} is already chosen"
    if not has_room(missed, chosen, picks):
        return f"the places for {missed.tier} contributions are taken"
    return f"more on {missed.matches[0].topic}, or much the same, is already chosen"
