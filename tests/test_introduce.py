"""The lead says how many of how many, and is honest about what was read."""

from dataclasses import replace

import pytest

from bot.introduce import introduce, period
from bot.model import Depth, Kind, Provenance, Tier
from tests.conftest import EDITION, SOURCE, contribution, program, writeup

PAPERS = [contribution(f"Paper {number}", "An abstract.") for number in range(9)]
PICKED = [writeup(PAPERS[0]), writeup(PAPERS[1], Tier.WILDCARD)]


def test_one_kind_is_counted_by_its_name() -> None:
    chosen, _ = introduce(
        EDITION, program(*PAPERS, starts="2026-03-12", ends="2026-03-14").outline, PICKED, "Product manager"
    )
    assert (
        "2 of the 9 papers of Harbour 2026 (12–14 March 2026), chosen for one reader, the product manager: "
        "1 core and 1 wildcard." == chosen
    )


def test_several_kinds_are_counted_apart_and_breaks_not_at_all() -> None:
    others = [contribution("Keynote", kind=Kind.KEYNOTE), contribution("Lunch", kind=Kind.LOGISTICS)]
    chosen, _ = introduce(EDITION, program(*PAPERS, *others).outline, PICKED, "Product manager")
    assert chosen.startswith("2 of the 10 contributions (9 papers and 1 keynote) of Harbour 2026, chosen")


def test_the_sourcing_note_names_source_date_depth_and_writer() -> None:
    _, sourcing = introduce(EDITION, program(*PAPERS).outline, PICKED, "Product manager")
    assert "no model wrote any of it" in sourcing
    assert "Every write-up rests on the abstract only." in sourcing
    assert "Source: https://harbour.example.org/program/, read on 2026-03-02." in sourcing


def test_different_depths_are_counted_and_a_saved_copy_is_called_one() -> None:
    mixed = [*PICKED, replace(PICKED[0], depth=Depth.TITLE)]
    saved = program(*PAPERS, sources=(Provenance(url="harbour.json"),))
    _, sourcing = introduce(EDITION, saved.outline, mixed, "Product manager")
    assert "the title only, because the program gives no abstract: 1 and the abstract only: 2" in sourcing
    assert "Source: harbour.json, from a saved copy." in sourcing
    assert SOURCE.url not in sourcing


def test_a_digest_that_a_model_wrote_is_not_called_extracts() -> None:
    _, sourcing = introduce(EDITION, program(*PAPERS).outline, [replace(PICKED[0], writer="llm")], "Product manager")
    assert "extract" not in sourcing


def test_it_says_which_model_chose_and_which_one_wrote_how_much() -> None:
    written = [replace(PICKED[0], writer="llm", model="large-1", extracts=("where",)), PICKED[1]]
    chosen, sourcing = introduce(EDITION, program(*PAPERS).outline, written, "Product manager", "small-1")

    assert "chosen by a model (small-1), from a ranking by the topics of config.yml, for one reader" in chosen
    assert sourcing.startswith("A model (large-1) wrote the write-ups, and a program held every sentence against")
    assert "5 of 8 parts are not its own, but taken from the source." in sourcing


def test_a_model_that_only_chose_is_not_said_to_have_written() -> None:
    chosen, sourcing = introduce(EDITION, program(*PAPERS).outline, PICKED, "Product manager", "small-1")
    assert "chosen by a model (small-1)" in chosen
    assert "no model wrote any of it" in sourcing


def test_a_digest_without_picks_says_so_in_whole_sentences() -> None:
    chosen, sourcing = introduce(EDITION, program(*PAPERS).outline, [], "SRE lead")
    assert (
        "None of the 9 papers of Harbour 2026 concerns one reader, the SRE lead, by the topics of config.yml." == chosen
    )
    assert "Source: https://harbour.example.org/program/, read on 2026-03-02." == sourcing


def test_many_sources_are_counted_rather_than_listed() -> None:
    many = tuple(Provenance(url=f"https://harbour.example.org/{page}") for page in range(30))
    _, sourcing = introduce(EDITION, program(*PAPERS, sources=many).outline, PICKED, "Product manager")
    assert "Source: https://harbour.example.org/0, https://harbour.example.org/1 and 28 pages more" in sourcing


@pytest.mark.parametrize(
    ("starts", "ends", "said"),
    [
        ("2026-03-12T09:00+01:00", "2026-03-12", "12 March 2026"),
        ("2026-03-12", "", "12 March 2026"),
        ("2026-03-30", "2026-04-02", "30 March – 2 April 2026"),
        ("2026-12-30", "2027-01-02", "30 December 2026 – 2 January 2027"),
    ],
)
def test_days_are_written_as_people_write_them(starts: str, ends: str, said: str) -> None:
    assert said == period(starts, ends)
