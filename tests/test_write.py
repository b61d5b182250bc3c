"""The stage that asks the writer, and the themes of what it wrote."""

import json
import re
from pathlib import Path

import pytest

from bot.errors import ConfigError
from bot.model import ConferenceKind, Contribution, Depth, Match, Passage, Pick, Provenance, Theme, Tier, WriteUp
from bot.write import themes, write
from tests.conftest import contribution

SHARED = Path(__file__).resolve().parents[1].parent / "shared"
needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent")

WEIR = (
    "Existing gates suffer from long queues of ships. In this paper, we present Weir, a gate that opens with the tide. "
    "Our evaluation shows that Weir reduces waiting by 40%. Weir has been deployed in production on two islands."
)


def pick(title: str, abstract: str = "", *topics: str, **fields: object) -> Pick:
    matches = tuple(Match(topic=topic, terms=("gate",)) for topic in topics)
    return Pick(contribution=contribution(title, abstract, **fields), tier=Tier.CORE, matches=matches)


def written(*picks: Pick) -> tuple[WriteUp, ...]:
    return write(picks, "extractive", ConferenceKind.ACADEMIC)


def told(writeup: WriteUp) -> list[str]:
    return [claim.text for claim in (*writeup.why, *writeup.what, *writeup.how, *writeup.where)]


# ---- writing


def test_every_pick_is_written_up_in_its_order() -> None:
    assert ["One", "Two"] == [writeup.pick.contribution.title for writeup in written(pick("One", WEIR), pick("Two"))]


def test_no_pick_needs_no_write_up() -> None:
    assert () == written()


def test_an_unknown_writer_is_named() -> None:
    with pytest.raises(ConfigError) as error:
        write((), "extractiv", ConferenceKind.ACADEMIC)
    assert "did you mean 'extractive'?" == error.value.hint


def test_an_abstract_that_two_picks_share_is_told_once() -> None:
    first, second = written(pick("One", WEIR), pick("Two", WEIR))
    assert any("40%" in sentence for sentence in told(first))
    assert ("The program gives no text of its own here, only that of another pick.",) == tuple(
        claim.text for claim in second.what
    )
    assert Depth.ABSTRACT is second.depth


def test_a_sentence_that_two_picks_share_is_told_once() -> None:
    opening = "The harbour architecture defines gates for ships of every size and every tide."
    picks = (
        pick("One", f"{opening} This document defines the north gate."),
        pick("Two", f"{opening} This document defines the south gate."),
        pick("Three", f"{opening.replace('tide', 'flood')} This document defines the west gate."),
    )
    every = [sentence for writeup in written(*picks) for sentence in told(writeup)]
    assert 1 == sum("harbour architecture" in sentence for sentence in every)
    assert 3 == sum("This document defines" in sentence for sentence in every)


# ---- themes


def found(*picks: Pick) -> tuple[Theme, ...]:
    return themes(written(*picks))


def test_a_topic_of_several_picks_is_a_theme_with_the_term_they_share() -> None:
    (theme,) = found(
        pick("One: A Gate", "The tidal barrier opens.", "locks and weirs"),
        pick("Two", "A tidal barrier closes.", "locks and weirs"),
        pick("Three", "Ships wait.", "locks and weirs"),
        pick("Four", "Ships sail."),
    )
    assert "Locks and weirs" == theme.name
    expected = "Three picks concern locks and weirs; “tidal barrier” comes up in two of them: “One” and “Two”."
    assert expected == theme.text
    assert ("one:-a-gate", "two", "three") == theme.picks


def test_a_topic_whose_picks_share_no_term_names_them() -> None:
    (theme,) = found(*(pick(title, "", "locks") for title in ("One", "Two", "Three", "Four", "Five")))
    assert "Five picks concern locks: “One”, “Two”, “Three” and two more." == theme.text
    assert 5 == len(theme.picks)


def test_a_term_without_a_topic_can_be_a_theme() -> None:
    (theme,) = found(
        pick("One", "The tidal barrier opens."),
        pick("Two", "A tidal barrier closes."),
        pick("Three", "Ships wait."),
        pick("Four", "Ships sail."),
    )
    assert "Tidal barrier" == theme.name
    assert "“tidal barrier” comes up in two picks: “One” and “Two”." == theme.text


def test_a_topic_keeps_the_letters_of_its_name() -> None:
    names = [theme.name for theme in found(*(pick(title, "", "eBPF and datapath") for title in ("One", "Two")))]
    assert ["eBPF and datapath"] == names


def test_topics_of_the_same_picks_are_one_theme() -> None:
    assert ["Locks"] == [theme.name for theme in found(*(pick(title, "", "locks", "weirs") for title in "ABC"))]


def test_there_are_five_themes_at_most() -> None:
    picks = [pick(f"{topic}{number}", "", topic) for topic in "abcdefg" for number in range(2)]
    assert 5 == len(found(*picks))


def test_what_no_two_picks_share_is_no_theme() -> None:
    assert () == found(pick("One", WEIR, "locks"), pick("Two", "Ships sail to the island.", "weirs"))
    assert () == found()


def test_the_only_figures_of_a_theme_are_its_titles() -> None:
    (theme,) = found(pick("Gates of 1912", "", "locks"), pick("Gates of 1913", "", "locks"))
    assert {"1912", "1913"} == set(re.findall(r"\d+", theme.text))


# ---- real programs


def canonical(edition: str) -> tuple[Pick, ...]:
    source = Provenance(url="https://program.example.org/")
    entries = json.loads((SHARED / "programs/canonical" / f"{edition}.json").read_text())["contributions"]
    return tuple(
        Pick(
            contribution=Contribution(
                id=entry["id"],
                title=entry["title"],
                passages=tuple(
                    Passage(text=text, part="abstract", source=source) for text in (entry["abstract"],) if text
                ),
            ),
            tier=Tier.CORE,
        )
        for entry in entries[:120]
    )


@needs_shared
@pytest.mark.parametrize("edition", ["mlsys-2025", "sigcomm-2025", "nsdi-2025", "ietf-123"])
def test_on_real_programs_every_field_is_filled_and_every_quote_verbatim(edition: str) -> None:
    for writeup in written(*canonical(edition)):
        assert all((writeup.why, writeup.what, writeup.how, writeup.where))
        text = " ".join(" ".join(passage.text.split()) for passage in writeup.pick.contribution.passages)
        for claim in (*writeup.why, *writeup.what, *writeup.how, *writeup.where):
            assert all(quote in text for quote in claim.quotes)
            assert claim.quotes or claim.silent or claim.judgement


@needs_shared
@pytest.mark.parametrize("edition", ["mlsys-2025", "sigcomm-2025", "ietf-123"])
def test_on_real_programs_no_figure_is_invented_and_no_sentence_told_twice(edition: str) -> None:
    picks = canonical(edition)
    sentences: list[str] = []
    for writeup in written(*picks):
        contribution = writeup.pick.contribution
        known = set(re.findall(r"\d+", f"{contribution.title} {contribution.abstract}"))
        assert set(re.findall(r"\d+", " ".join(told(writeup)))) <= known
        sentences += [text for text in told(writeup) if len(text) > 60 and text[5:45] in contribution.abstract]
    assert len(set(sentences)) == len(sentences)


@needs_shared
def test_the_same_picks_are_written_up_the_same_way() -> None:
    picks = canonical("mlsys-2025")
    assert written(*picks) == written(*picks)
