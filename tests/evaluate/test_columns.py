"""Figures side by side: a row a measure, a column a way of drafting; and who is edited how often."""

from dataclasses import replace
from decimal import Decimal

from bot.evaluate import Share
from bot.evaluate.columns import Column, changed, rows, writers
from bot.evaluate.edits import Edits
from tests.scores import OTHER, SCORE, column


def table(*columns: Column) -> list[tuple[str, ...]]:
    return list(rows(columns))


def cell(rows: list[tuple[str, ...]], heading: str, label: str) -> tuple[str, ...]:
    start = rows.index((heading,))
    return next(row[1:] for row in rows[start:] if row[0] == label)


def test_every_measure_has_a_row_with_a_cell_for_each_column() -> None:
    cheaper = replace(SCORE, money=Decimal("0.01"), found=Share(part=3, whole=15))
    found = table(column("now", SCORE), column("then", cheaper))
    assert ("9 of 15 (60 %)", "3 of 15 (20 %)") == cell(found, "harbour-2026", "Picks: recall")
    assert ("0.1234 USD", "0.0100 USD") == cell(found, "harbour-2026", "Cost")
    assert ("–", "–") == cell(found, "harbour-2026", "Figures recalled")
    assert ("12,345, 6,789",) * 2 == cell(found, "harbour-2026", "Tokens in, out")


def test_several_editions_are_added_up() -> None:
    found = table(column("now", SCORE, OTHER))
    assert ("10 of 20 (50 %)",) == cell(found, "All 2", "Picks: recall")
    assert ("36",) == cell(found, "All 2", "Questions")


def test_one_unknown_cost_makes_the_sum_unknown() -> None:
    assert ("an unknown sum",) == cell(table(column("now", SCORE, OTHER)), "All 2", "Cost")


def test_two_currencies_make_no_sum() -> None:
    other = replace(SCORE, edition="quay-2026", currency="EUR")
    assert ("an unknown sum",) == cell(table(column("now", SCORE, other)), "All 2", "Cost")


def test_extracts_cost_nothing() -> None:
    extracts = replace(SCORE, questions=0, money=Decimal(0), currency="")
    assert ("nothing",) == cell(table(column("now", extracts)), "harbour-2026", "Cost")


def test_only_what_every_column_has_is_added_up() -> None:
    third = replace(SCORE, edition="reef-2026")
    found = table(column("now", SCORE, OTHER, third), column("then", SCORE, third))
    assert ("1 of 5 (20 %)", "–") == cell(found, "quay-2026", "Picks: recall")
    assert ("18 of 30 (60 %)",) * 2 == cell(found, "These 2 together", "Picks: recall")


def test_one_edition_is_its_own_sum() -> None:
    assert [("harbour-2026",)] == [row for row in table(column("now", SCORE)) if len(row) == 1]


# ---- what people changed


def test_edits_are_told_by_writer_of_all_fields_and_of_each_kind() -> None:
    edits = (
        Edits(writer="extractive", field="lead", made=2),
        Edits(writer="large-1", field="why", made=10, changed=2, deleted=1),
        Edits(writer="large-1", field="theme", made=2, changed=1),
    )
    assert ("extractive", "large-1") == writers(edits)
    nobody = [(name, "–", "–") for name in ("What", "How", "Where")]
    assert [
        ("All", "0 of 2 (0 %)", "4 of 12 (33 %)"),
        ("Why", "–", "3 of 10"),
        *nobody,
        ("Lead", "0 of 2", "–"),
        ("Themes", "–", "1 of 2"),
    ] == list(changed(edits))
