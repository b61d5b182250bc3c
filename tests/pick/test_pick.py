"""Choosing for one reader: what is relevant, how the tiers fill, what is said of each pick and each near miss."""

import random
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot import config
from bot.config import Avoid, Picks, Reader, Topic
from bot.model import ConferenceKind, Contribution, Kind, Match, Tier
from bot.pick import Choice, pick
from tests import gold
from tests.conftest import contribution, program

TIDES = Topic(
    name="tides", weight=1.0, tier=Tier.CORE, terms=("tide gauge^", "TIDEX^", "ebb", "estuary", "slack water")
)
CRANES = Topic(name="cranes", weight=1.0, tier=Tier.CORE, terms=("gantry^", "container crane^", "spreader", "hoist"))
PILOTS = Topic(name="pilots", weight=0.5, tier=Tier.ADJACENT, terms=("harbour pilot^", "tugboat^", "mooring"))
READER = Reader(
    name="Harbour master",
    summary="Runs a port on an estuary and follows tides, cranes and the people who steer.",
    topics=(TIDES, CRANES, PILOTS),
    avoid=(Avoid(terms=("hosted by", "breaks"), penalty=1.0), Avoid(terms=("101",), penalty=0.5)),
)
# What a program is full of, so that the reader's terms are rare in it.
FILLER = tuple(
    contribution(f"Ledger Column {number}", f"Column {number} of a ledger is added up. Clerks read it aloud.")
    for number in range(20)
)


def choose(
    *contributions: Contribution, kind: ConferenceKind = ConferenceKind.ACADEMIC, reader: Reader = READER, **fields: Any
) -> Choice:
    return pick(program(*contributions, *FILLER), reader, Picks(**fields), kind)


def is_empty(choice: Choice) -> bool:
    return not choice.picks and not choice.near_misses


def titles(choice: Choice) -> list[str]:
    return [each.contribution.title for each in choice.picks]


def tiers(choice: Choice) -> list[Tier]:
    return [each.tier for each in choice.picks]


def gauge(number: int, **fields: Any) -> Contribution:
    """One of many on the same topic, each with words of its own."""
    own = " ".join(f"{word}{number}" for word in ("oyster", "marsh", "lantern", "wharf", "dredge"))
    return contribution(f"Tide Gauge {own}", f"A tide gauge and {own}.", **fields)


# ---- what is relevant


def test_one_term_that_is_enough_makes_a_pick() -> None:
    assert ["Notes on a Quay"] == titles(choose(contribution("Notes on a Quay", "We read a tide gauge every hour.")))


@pytest.mark.parametrize(
    ("title", "abstract"),
    [
        ("Ebb and Slack Water", "Nothing else is said."),
        ("The Ebb", "It meets an estuary."),
        ("Notes", "The ebb in the estuary leaves slack water."),
        ("The Ebb", ""),
    ],
    ids=["two in the title", "one in the title, one below", "three below", "nothing but a title"],
)
def test_plain_terms_are_enough_in_company(title: str, abstract: str) -> None:
    assert [title] == titles(choose(contribution(title, abstract)))


@pytest.mark.parametrize(
    ("title", "abstract"),
    [
        ("The Ebb", "The ebb of trade, and again the ebb of trade."),
        ("Notes", "An ebb in the estuary."),
        ("Notes", "An ebb, a hoist, a mooring."),
        ("Notes", "A tide, a gauge and a crane."),
    ],
    ids=["one word twice", "two below", "of three topics", "words of phrases"],
)
def test_plain_terms_without_company_are_not_enough(title: str, abstract: str) -> None:
    assert [] == titles(choose(contribution(title, abstract)))


def test_a_program_on_other_things_gives_no_picks() -> None:
    assert is_empty(choose())
    assert is_empty(pick(program(), READER, Picks(), ConferenceKind.STANDARDS))


def test_few_relevant_contributions_are_not_padded() -> None:
    assert 3 == len(choose(*map(gauge, range(3))).picks)


@pytest.mark.parametrize("kind", [Kind.LOGISTICS, Kind.SOCIAL])
def test_breaks_and_parties_are_never_chosen(kind: Kind) -> None:
    choice = choose(contribution("Tide Gauge Reception", "By the tide gauge.", kind=kind))

    assert is_empty(choice)


def test_more_of_a_topic_in_a_better_place_comes_first() -> None:
    title = contribution("A Tide Gauge for the Estuary", "It hangs in a shed.")
    abstract = contribution("A Thing for the Shed", "It hangs by a tide gauge.")
    lighter = contribution("A Tugboat for the Bay", "It hangs in a shed.")

    assert [title.title, abstract.title, lighter.title] == titles(choose(lighter, abstract, title))


def test_practice_counts_where_conferences_tell_of_it() -> None:
    told = contribution("Gantry Two", "A gantry in production, after three outages: lessons learned.")
    bare = contribution("Gantry One", "A gantry in a drawing, after three meetings: nothing else.")

    assert ["Gantry Two", "Gantry One"] == titles(choose(bare, told, kind=ConferenceKind.COMMUNITY))


def test_five_minutes_count_less_than_a_talk() -> None:
    talk = contribution("The Gantry at Noon", "A gantry.", id="b", kind=Kind.TALK)
    brief = contribution("The Gantry at Dusk", "A gantry.", id="a", kind=Kind.LIGHTNING_TALK)

    assert ["b", "a"] == [each.contribution.id for each in choose(brief, talk).picks]


# ---- what is avoided


def test_a_fully_avoided_title_is_not_even_a_near_miss() -> None:
    assert is_empty(choose(contribution("Tide Gauge Lunch, Hosted by Acme", "A tide gauge.")))


def test_avoided_phrases_are_matched_to_the_letter_and_in_titles_only() -> None:
    kept = (
        contribution("Breaking the Tide Gauge", "It breaks."),
        contribution("Hosted Byte by Byte: a Tide Gauge", "Hosted by nobody."),
        contribution("Tide Gauge 1010", "A number."),
    )

    assert {each.title for each in kept} == set(titles(choose(*kept)))


def test_a_mild_penalty_only_lowers_the_score() -> None:
    first, second = choose(contribution("Gantry 101", "A gantry."), contribution("Gantry 102", "A gantry.")).picks

    assert ["Gantry 102", "Gantry 101"] == [first.contribution.title, second.contribution.title]


# ---- what is said of a pick


def test_matches_are_the_terms_as_they_stand_in_the_source() -> None:
    source = contribution(
        "Tide-Gauges for TIDEX", "Our tide gauges watch the Ebb and the gantries; an estuary's hoists and spreaders."
    )
    (only,) = choose(source).picks

    assert (
        Match(topic="tides", terms=("Tide-Gauges", "TIDEX", "Ebb", "estuary")),
        Match(topic="cranes", terms=("gantries", "hoists", "spreaders")),
    ) == tuple(replace(match, terms=tuple(sorted(match.terms, key=_place_in(source)))) for match in only.matches)


def _place_in(source: Contribution) -> Any:
    return f"{source.title} {source.abstract}".index


def test_the_most_telling_term_comes_first_and_none_within_another() -> None:
    reader = replace(READER, topics=(replace(TIDES, terms=("tide", "tide gauge^", "ebb")),))
    (only,) = choose(contribution("An Ebb at the Tide Gauge", "The tide turns."), reader=reader).picks

    assert (Match(topic="tides", terms=("Tide Gauge", "Ebb")),) == only.matches


def test_a_pick_says_in_one_sentence_why() -> None:
    (only,) = choose(contribution("A Tide Gauge", "It shows the ebb.")).picks

    assert "On tides: it speaks of “Tide Gauge” and “ebb”." == only.reason


def test_a_topic_without_enough_of_it_is_no_reason() -> None:
    (only,) = choose(contribution("A Tide Gauge", "It stands by a hoist.")).picks

    assert ["tides"] == [match.topic for match in only.matches]


# ---- tiers


def test_the_tier_is_that_of_the_best_topic() -> None:
    choice = choose(contribution("The Harbour Pilot", "A harbour pilot."), contribution("The Gantry", "A gantry."))

    assert [("The Gantry", Tier.CORE), ("The Harbour Pilot", Tier.ADJACENT)] == list(
        zip(titles(choice), tiers(choice), strict=True)
    )


def test_what_is_too_much_for_core_goes_to_adjacent_and_says_so() -> None:
    choice = choose(*map(gauge, range(5)), core=3, adjacent=4)

    assert [Tier.CORE] * 3 + [Tier.ADJACENT] * 2 == tiers(choice)
    assert choice.picks[-1].reason.endswith("Core was full.")
    assert [each.score for each in choice.picks] == sorted((each.score for each in choice.picks), reverse=True)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"total": 4}, [Tier.CORE] * 4),
        ({"core": 2, "adjacent": 1}, [Tier.CORE] * 2 + [Tier.ADJACENT]),
        ({"core": 0, "adjacent": 2}, [Tier.ADJACENT] * 2),
        ({"core": 0, "adjacent": 0}, []),
        ({"total": 1}, [Tier.CORE]),
    ],
)
def test_no_figure_is_exceeded(fields: dict[str, int], expected: list[Tier]) -> None:
    assert expected == tiers(choose(*map(gauge, range(8)), **fields))


def test_adjacent_contributions_do_not_become_core() -> None:
    pilots = (contribution(f"Tugboat {word}", f"A tugboat and {word}.") for word in ("oyster", "marsh", "wharf"))

    assert [Tier.ADJACENT] * 2 == tiers(choose(*pilots, core=5, adjacent=2))


# ---- wildcards


NEW = contribution("Why Clerks Sing", "We describe, for the first time, a choir of clerks.")
BOLD = contribution("Rethinking the Abacus", "Beads in a row.")


def test_a_wildcard_is_outside_the_topics_and_shows_its_claim() -> None:
    (only,) = choose(NEW).picks

    assert (NEW, Tier.WILDCARD, ()) == (only.contribution, only.tier, only.matches)
    assert "Outside the reader's topics; the source speaks of “for the first time”." == only.reason


def test_wildcards_come_last_the_boldest_first() -> None:
    choice = choose(NEW, BOLD, gauge(1))

    assert [gauge(1).title, BOLD.title, NEW.title] == titles(choice)


def test_what_is_on_a_topic_is_no_wildcard() -> None:
    assert [Tier.CORE] == tiers(
        choose(contribution("Rethinking the Gantry", "The first gantry design of a new kind of port."))
    )


@pytest.mark.parametrize(
    "other",
    [
        contribution("An Abacus", "Beads in a row; the first bead is red, and first of all it is no longer new."),
        contribution("Rethinking the Abacus", "Beads.", kind=Kind.POSTER),
        contribution("Rethinking the Abacus 101", "Beads."),
        contribution("Rethinking the Abacus Supper", "Beads.", kind=Kind.SOCIAL),
    ],
    ids=["no claim", "a poster", "avoided", "a supper"],
)
def test_nothing_is_padded_with_a_wildcard(other: Contribution) -> None:
    assert [] == titles(choose(other))


def test_only_the_boldest_takes_a_place_that_others_would_have() -> None:
    bolder = contribution("Debunking Ledgers", "Ink in a row.")
    choice = choose(NEW, BOLD, bolder, *map(gauge, range(6)), total=5)

    assert [Tier.CORE] * 4 + [Tier.WILDCARD] == tiers(choice)


def test_a_faint_claim_only_takes_a_place_that_would_stay_empty() -> None:
    assert NEW.title not in titles(choose(NEW, *map(gauge, range(6)), total=5))
    assert NEW.title in titles(choose(NEW, *map(gauge, range(4)), total=5))


@pytest.mark.parametrize("fields", [{"wildcard": 0}, {"total": 1}])
def test_wildcards_take_no_place_that_the_reader_did_not_give(fields: dict[str, int]) -> None:
    assert [Tier.CORE] == tiers(choose(BOLD, gauge(1), **fields))


# ---- diversity


def test_the_same_title_is_chosen_once() -> None:
    twice = choose(
        contribution("Tide Gauge", "One.", id="a"), contribution("Tide  gauge!", "A tide gauge, longer.", id="b")
    )

    assert 1 == len(twice.picks) and () == twice.near_misses


def test_much_the_same_gives_way_to_something_else() -> None:
    words = "lantern oyster marsh wharf dredge anchor buoy"
    same = [contribution(f"Gantry {words} {number}", f"A gantry spreader hoist: {words}.") for number in "12"]
    other = contribution("Tugboat", "A tugboat.")
    choice = choose(*same, other, total=2)

    assert [same[0].title, other.title] == titles(choice)
    assert ["more on cranes, or much the same, is already chosen"] == [each.reason for each in choice.near_misses]


# ---- standards


def draft(id: str, title: str, session: str, abstract: str = "A tide gauge.") -> Contribution:
    return contribution(title, abstract, id=id, session=session, kind=Kind.DRAFT)


def standards(*drafts: Contribution, **fields: Any) -> list[str]:
    return [each.contribution.id for each in choose(*drafts, kind=ConferenceKind.STANDARDS, **fields).picks]


def test_an_adopted_draft_counts_more_than_an_individual_one() -> None:
    own, adopted = (
        draft("draft-ames-tides", "Tides of Ames", "tides"),
        draft("draft-ietf-tides-new", "Tides of Now", "tides"),
    )

    assert [adopted.id, own.id] == standards(own, adopted)


def test_an_adopted_draft_replaces_the_individual_one_it_came_from() -> None:
    assert ["draft-ietf-tides-x"] == standards(
        draft("draft-ames-x", "Tides", "tides"), draft("draft-ietf-tides-x", "Tides", "tides")
    )


def test_a_draft_that_names_only_old_rfcs_is_taken_for_an_old_one() -> None:
    old = draft("draft-ietf-tides-a", "Tides of Yore", "tides", "A tide gauge after RFC 1234 and RFC 2119.")
    new = draft("draft-ietf-tides-b", "Tides of Today", "tides", "A tide gauge after RFC 1234 and RFC 9876.")

    assert [new.id, old.id] == standards(old, new)


def test_a_group_has_no_more_than_its_share() -> None:
    tides = [replace(gauge(number), id=f"draft-ietf-tides-{number}", session="tides") for number in range(9)]
    others = [draft(f"draft-ietf-{word}-a", f"Of {word}", word, f"A tugboat, {word}.") for word in "abcdef"]
    choice = choose(*tides, *others, kind=ConferenceKind.STANDARDS, total=8)

    assert 2 == sum(each.contribution.session == "tides" for each in choice.picks)
    assert {"more of the group tides is already chosen"} == {each.reason for each in choice.near_misses}


def test_a_meeting_of_one_group_fills_the_digest_from_it() -> None:
    assert 8 == len(
        standards(
            *(replace(gauge(number), id=f"draft-ietf-tides-{number}", session="tides") for number in range(9)), total=8
        )
    )


def test_elsewhere_a_session_may_have_all_the_picks() -> None:
    assert 8 == len(choose(*(gauge(number, session="Tides") for number in range(9)), total=8).picks)


# ---- near misses


def test_a_near_miss_says_by_how_much() -> None:
    choice = choose(
        contribution("Gantry", "A gantry, a hoist and a spreader."), contribution("Notes", "A tugboat."), total=1
    )
    (missed,) = choice.near_misses

    assert f"below the weakest pick, which scored {choice.picks[0].score:.2f}" == missed.reason
    assert missed.matches


def test_a_near_miss_says_if_it_tied() -> None:
    choice = choose(contribution("Gantry oyster", "A gantry."), contribution("Gantry marsh", "A gantry."), total=1)

    assert ["Gantry marsh"] == titles(choice)
    assert ["tied with “Gantry marsh”"] == [each.reason for each in choice.near_misses]


def test_a_near_miss_says_if_its_tier_was_full() -> None:
    strong = contribution("Tugboat", "A tugboat, a harbour pilot and a mooring.")
    stronger = contribution("Harbour Pilot and Tugboat", "A tugboat, a mooring and a harbour pilot.")
    weak = contribution("Notes", "Deep in a long text about ledgers, columns, clerks and ink there is a gantry.")
    reader = replace(READER, topics=(TIDES, replace(CRANES, weight=0.1), PILOTS))
    choice = choose(strong, stronger, weak, reader=reader, adjacent=1)

    assert ["the places for adjacent contributions are taken"] == [each.reason for each in choice.near_misses]


def test_there_are_no_more_near_misses_than_asked_for() -> None:
    assert 2 == len(choose(*map(gauge, range(9)), total=3, near_misses=2).near_misses)
    assert () == choose(*map(gauge, range(9)), total=3, near_misses=0).near_misses


# ---- always the same


def test_the_order_of_the_program_does_not_matter() -> None:
    rows = [
        NEW,
        BOLD,
        *map(gauge, range(9)),
        contribution("Gantry oyster", "A gantry."),
        contribution("Gantry marsh", "A gantry."),
    ]
    first = choose(*rows, total=6)
    random.Random(7).shuffle(rows)

    assert first == choose(*rows, total=6)


def test_a_huge_abstract_is_read_in_a_moment() -> None:
    began = time.process_time()
    choose(contribution("Tide Gauge", "tide " * 100_000 + "the first " * 50_000 + "x" * 1_000_000))

    assert 10 > time.process_time() - began


# ---- on real programs


@pytest.mark.skipif(not gold.SHARED.exists(), reason="../shared is absent")
def test_the_picks_agree_with_what_people_picked() -> None:
    real = config.load(Path(__file__).resolve().parents[2] / "config.yml")
    shares = {edition: gold.recall(edition, gold.picks(edition, real)) for edition in gold.BARS}

    assert all(shares[edition] >= bar for edition, bar in gold.BARS.items()), shares
    assert gold.MEAN <= sum(shares.values()) / len(shares), shares


@pytest.mark.skipif(not gold.SHARED.exists(), reason="../shared is absent")
@pytest.mark.parametrize("edition", gold.BARS)
def test_every_term_stands_in_its_source(edition: str) -> None:
    real = config.load(Path(__file__).resolve().parents[2] / "config.yml")
    for each in gold.picks(edition, real):
        source = each.contribution
        assert all(term in source.title or term in source.abstract for match in each.matches for term in match.terms)


@pytest.mark.skipif(not gold.SHARED.exists(), reason="../shared is absent")
def test_a_thousand_drafts_take_a_moment() -> None:
    real = config.load(Path(__file__).resolve().parents[2] / "config.yml")
    drafts = gold.program("ietf-123")
    began = time.process_time()
    pick(drafts, real.reader, real.picks, ConferenceKind.STANDARDS)

    assert 3 > time.process_time() - began
