"""The writer without a key: what it takes from a source, and what it says where the source says nothing."""

import time

import pytest

from bot.model import ConferenceKind, Depth, Kind, Match, Passage, Person, Pick, Tier, WriteUp
from bot.writers import extractive
from tests.conftest import SOURCE, contribution

PAPER = (
    "Ships increasingly wait before the gates of tidal harbours. However, existing gates suffer from long queues. "
    "In this paper, we present Weir, a gate that opens with the tide. "
    "Weir leverages floats by combining them with pumps. "
    "Our evaluation shows that Weir reduces waiting by 40% compared to existing gates. "
    "Weir has been deployed in production in the harbours of two islands."
)
TALK = (
    "Running gates is painful: ships can't wait. In this session, we'll explore how tidal gates open. "
    "You'll learn how to build floats. Join us at the pier!"
)
ADA = (Person(name="Ada Okafor"),)
BOTH = (*ADA, Person(name="Bo Lind"))


def write(
    abstract: str = "",
    title: str = "Weir: A Gate",
    kind: ConferenceKind = ConferenceKind.ACADEMIC,
    matches: tuple[Match, ...] = (),
    reason: str = "",
    told: frozenset[str] = frozenset(),
    **fields: object,
) -> WriteUp:
    of = contribution(title, abstract, **fields)
    return extractive.written(Pick(contribution=of, tier=Tier.CORE, matches=matches, reason=reason), kind, told)


def text(writeup: WriteUp, field: str) -> str:
    return " ".join(claim.text for claim in getattr(writeup, field))


# ---- papers


def test_a_paper_answers_the_four_questions() -> None:
    found = write(PAPER)
    why = "Ships increasingly wait before the gates of tidal harbours. Existing gates suffer from long queues."
    assert why == text(found, "why")
    what = (
        "The authors present Weir, a gate that opens with the tide. "
        "Their evaluation shows that Weir reduces waiting by 40% compared to existing gates."
    )
    assert what == text(found, "what")
    assert "Weir leverages floats by combining them with pumps." == text(found, "how")
    assert "Weir has been deployed in production in the harbours of two islands." == text(found, "where")


def test_every_sentence_quotes_its_source_to_the_letter() -> None:
    found = write(PAPER)
    for field in ("why", "what", "how", "where"):
        for claim in getattr(found, field):
            assert claim.quotes
            assert all(quote in PAPER for quote in claim.quotes)


def test_the_depth_is_computed() -> None:
    assert Depth.ABSTRACT is write(PAPER).depth
    assert Depth.TITLE is write().depth
    full = Passage(text=PAPER, part="full text", source=SOURCE)
    assert Depth.FULL_TEXT is write(passages=(full,)).depth
    abstract = Passage(text="We present Weir, a gate.", part="abstract", source=SOURCE)
    assert Depth.ABSTRACT is write(passages=(full, abstract)).depth


def test_what_the_program_says_in_several_parts_is_read_as_one() -> None:
    parts = (
        Passage(text="Gates suffer from long queues of ships.", part="abstract", source=SOURCE),
        Passage(text="We present Weir, a gate that opens with the tide.", part="description", source=SOURCE),
    )
    found = write(passages=parts)
    assert "Gates suffer from long queues of ships." == text(found, "why")
    assert "The authors present Weir, a gate that opens with the tide." == text(found, "what")


def test_two_sentences_are_not_told_twice() -> None:
    found = write("Gates suffer from long queues of ships. We present Weir, a gate that opens with the tide.")
    assert "Gates suffer from long queues of ships." == text(found, "why")
    assert "The authors present Weir, a gate that opens with the tide." == text(found, "what")
    assert all(claim.silent for claim in (*found.how, *found.where))


# ---- other genres


def test_a_talk_is_told_without_its_calls() -> None:
    found = talk(TALK)
    assert "Running gates is painful: ships can't wait." == text(found, "why")
    assert "The speakers will explore how tidal gates open." == text(found, "what")
    assert "Attendees will learn how to build floats." == text(found, "how")
    assert "pier" not in " ".join(text(found, field) for field in ("why", "what", "how", "where"))


def talk(abstract: str, people: tuple[Person, ...] = BOTH) -> WriteUp:
    of = contribution("Gates", abstract, kind=Kind.TALK, people=people)
    return extractive.written(Pick(contribution=of, tier=Tier.CORE), ConferenceKind.COMMUNITY, frozenset())


def test_one_person_is_one_speaker() -> None:
    assert "The speaker will explore how tidal gates open." == text(talk(TALK, ADA), "what")


def test_a_draft_says_what_it_specifies_and_what_it_updates() -> None:
    found = write(
        "Ships need gates of one kind. This document specifies the Tide Protocol (TP), which opens gates. "
        "The TP is a signed message that binds a ship to a gate. This document updates RFC 9298.",
        title="The Tide Protocol",
        kind=ConferenceKind.STANDARDS,
    )
    assert "Ships need gates of one kind." == text(found, "why")
    assert "This document specifies the Tide Protocol (TP), which opens gates." == text(found, "what")
    assert "The TP is a signed message that binds a ship to a gate." == text(found, "how")
    assert "This document updates RFC 9298." == text(found, "where")


def test_a_draft_says_what_became_of_it_since_the_meeting_before() -> None:
    news = "draft-ode-tides-gate was revised from -03 to -05 since IETF 930."
    found = write(
        "This document specifies the Tide Protocol (TP), which opens gates.",
        id="draft-ode-tides-gate",
        passages=tuple(
            Passage(text=text, part=part, source=SOURCE)
            for text, part in (
                ("This document specifies the Tide Protocol (TP), which opens gates.", "abstract"),
                ("Internet-Draft: revision 05, 2031-07-07, active.", "status"),
                (news, "status"),
            )
        ),
        kind=ConferenceKind.STANDARDS,
    )

    assert f"This document specifies the Tide Protocol (TP), which opens gates. {news}" == text(found, "what")
    assert (news,) == found.what[-1].quotes


def test_messy_text_is_read() -> None:
    found = talk(
        "🚢 TL;DR: **Tidal gates** are slow.\n\nIn this talk we will show:\n\n- How gates open.\n- How gates close.\n\n"
        "PLEASE REGISTER BEFORE NOON.\n\nAbout the speaker\n\nAda Okafor is an engineer at Weir Works."
    )
    every = " ".join(text(found, field) for field in ("why", "what", "how", "where"))
    assert "Tidal gates are slow." in every
    assert not {"🚢", "**", "PLEASE", "engineer"} & set(every.split())


def test_a_text_in_another_language_is_quoted_and_not_told_apart() -> None:
    german = "Die Tore des Hafens öffnen sich mit der Flut. Der Vortrag zeigt, wie das geht. Und mehr."
    found = write(german)
    assert "Die Tore des Hafens öffnen sich mit der Flut. Der Vortrag zeigt, wie das geht." == text(found, "what")
    assert "Not told apart: the abstract is not in English." == text(found, "how")
    assert "Not stated." == text(found, "where")


def test_a_text_that_says_nothing_but_its_calls_is_quoted() -> None:
    assert "Join us at the pier!" == text(talk("Join us at the pier!"), "what")


# ---- silence


def test_a_bare_title_is_said_to_be_one() -> None:
    found = write()
    assert ("The program gives only a title.", "Not stated.", "Not stated.") == tuple(
        text(found, field) for field in ("what", "how", "where")
    )
    assert all(claim.silent for field in ("what", "how", "where") for claim in getattr(found, field))


@pytest.mark.parametrize(
    "placeholder", ["TBA", "tbd.", "To be announced", "N/A", "Abstract to follow", "Lorem ipsum dolor", "---"]
)
def test_a_placeholder_is_no_abstract(placeholder: str) -> None:
    assert Depth.TITLE is write(placeholder).depth


def test_silence_on_a_question_is_said() -> None:
    found = write("We present Weir, a gate that opens with the tide.")
    assert "The abstract does not say." == text(found, "where")
    assert found.where[0].silent


def test_what_the_announcement_already_tells_is_not_called_unsaid() -> None:
    found = write("We present Weir, a gate that leverages floats and harnesses a novel mechanism.")
    assert "The abstract says no more than that." == text(found, "how")


def test_a_setting_that_only_the_announcement_names_is_quoted() -> None:
    found = write("We present Weir, a gate for ships in large-scale harbour networks.")
    assert "The source speaks of “large-scale harbour networks”." == text(found, "where")
    assert not found.where[0].silent


# ---- why it may matter


def test_without_a_problem_the_readers_topics_stand_in() -> None:
    matches = (Match(topic="locks and weirs", terms=("gate", "tide")), Match(topic="ships", terms=("ship",)))
    found = write("We present Weir, a gate for a ship at high tide.", matches=matches)
    expected = "Concerns locks and weirs, and ships: the source speaks of “gate”, “tide” and “ship”."
    assert expected == text(found, "why")
    assert found.why[0].judgement


def test_of_a_bare_title_it_is_the_title_that_speaks() -> None:
    found = write(matches=(Match(topic="locks", terms=("Gate",)),))
    assert "Concerns locks: the title speaks of “Gate”." == text(found, "why")


def test_no_term_and_no_figure_comes_from_elsewhere() -> None:
    matches = (Match(topic="5G and ships", terms=("gate", "antenna")), Match(topic="locks", terms=("gate", "sluice")))
    found = write("We present Weir, a gate for all.", matches=matches)
    assert "Concerns locks: the source speaks of “gate”." == text(found, "why")


@pytest.mark.parametrize(
    ("why", "fields"),
    [
        ("Outside the reader’s topics; new.", {"reason": "Outside the reader’s topics; new.", "session": "Tides"}),
        ("It stands in the session Tides.", {"session": "Tides"}),
        ("It lies outside the reader’s topics.", {}),
    ],
)
def test_without_a_match_there_is_still_a_reason(why: str, fields: dict[str, str]) -> None:
    assert why == text(write(**fields), "why")  # type: ignore[arg-type]


# ---- what was told before


def test_what_the_digest_has_quoted_is_not_quoted_again() -> None:
    first = write(PAPER)
    told = frozenset(quote for field in ("why", "what") for claim in getattr(first, field) for quote in claim.quotes)
    again = write(PAPER, told=told)
    quotes = {
        quote for field in ("why", "what", "how", "where") for claim in getattr(again, field) for quote in claim.quotes
    }
    assert not quotes & told


def test_hostile_text_costs_no_time_and_is_still_written_up() -> None:
    for hostile in (
        "." * 200_000,
        "We propose X. " * 20_000,
        "(" * 50_000,
        "\\text{" * 20_000,
        "a, which is " * 20_000,
    ):
        began = time.process_time()
        found = write(hostile)
        assert all((found.why, found.what, found.how, found.where))
        assert time.process_time() - began < 1
