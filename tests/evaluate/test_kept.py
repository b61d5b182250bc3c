"""A report that was kept reads as it was, and another file is told in a sentence."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from bot.errors import StoreError
from bot.evaluate.columns import Report
from bot.evaluate.edits import Edits
from bot.evaluate.kept import as_tree, of_tree
from tests.scores import OTHER, SCORE, column


def kept(report: Report) -> Any:
    return json.loads(json.dumps(as_tree(report)))


def test_a_report_that_was_kept_reads_as_it_was() -> None:
    report = Report(columns=(column("now", SCORE), column("then", OTHER)))
    assert report.columns == of_tree(kept(report), "last.json")


def test_a_report_says_the_share_that_people_edited() -> None:
    edited = Edits(writer="large-1", field="why", made=8, changed=1, deleted=1)
    tree = kept(Report(columns=(), edits=(edited,), notes=("Mind the gap.",)))
    assert (0.25, ["Mind the gap."]) == (tree["edits"][0]["share"], tree["notes"])


def spoiled(spoil: Callable[[Any], object]) -> Any:
    tree = kept(Report(columns=(column("now", SCORE),)))
    spoil(tree["columns"][0]["scores"][0])
    return tree


@pytest.mark.parametrize(
    "tree",
    [
        "",
        [],
        {},
        {"columns": [{"name": "now"}]},
        {"columns": [{"name": 7, "scores": []}]},
        spoiled(lambda score: score.pop("core")),
        spoiled(lambda score: score.update(questions=10**4000)),
        spoiled(lambda score: score.update(questions=-1)),
        spoiled(lambda score: score.update(questions=True)),
        spoiled(lambda score: score.update(money="NaN")),
        spoiled(lambda score: score.update(money="1E+999999")),
        spoiled(lambda score: score.update(money=0.5)),
        spoiled(lambda score: score.update(seconds=float("nan"))),
        spoiled(lambda score: score.update(seconds="9")),
        spoiled(lambda score: score["found"].update(part="9")),
    ],
)
def test_what_is_no_report_is_told_in_a_sentence(tree: Any) -> None:
    with pytest.raises(StoreError, match=r"^last\.json is no report of eval's"):
        of_tree(tree, "last.json")
