"""Keeps a report as data, so that a later run can stand beside it; what comes back may be any file."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from bot.budget import count_of, sum_of
from bot.errors import StoreError
from bot.evaluate import Score, Share
from bot.evaluate.columns import Column, Report
from bot.evaluate.edits import Edits
from bot.text import clipped

_MOST = 10**12
_LONGEST = 200  # characters of a name


def as_tree(report: Report) -> dict[str, Any]:
    return {
        "columns": [
            {"name": column.name, "scores": [score_tree(score) for score in column.scores]} for column in report.columns
        ],
        "edits": [{**asdict(each), "share": quotient(each)} for each in report.edits],
        "notes": list(report.notes),
    }


def score_tree(score: Score) -> dict[str, Any]:
    money = None if score.money is None else f"{score.money:f}"
    return {**asdict(score), "money": money, "seconds": round(score.seconds, 2), "strangers": list(score.strangers)}


def quotient(each: Edits) -> float | None:
    return round((each.changed + each.deleted) / each.made, 4) if each.made else None


def of_tree(tree: Any, name: str) -> tuple[Column, ...]:
    """The columns of a report that was kept. Raises StoreError for what is none."""
    try:
        return tuple(
            Column(name=_text(column["name"]), scores=tuple(map(_score, column["scores"])))
            for column in tree["columns"]
        )
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        wrong = f"{name} is no report of eval's ({type(error).__name__}: {clipped(str(error), 80)})"
        raise StoreError(wrong, hint="name a file that eval wrote with --report") from None


def _score(tree: Mapping[str, Any]) -> Score:
    return Score(
        edition=_text(tree["edition"]),
        writer=_text(tree["writer"]),
        found=_share(tree["found"]),
        right=_share(tree["right"]),
        core=_share(tree["core"]),
        right_core=_share(tree["right_core"]),
        recalled=_share(tree["recalled"]),
        written=_share(tree["written"]),
        unsupported=count_of(tree["unsupported"]),
        left_out=count_of(tree["left_out"]),
        questions=count_of(tree["questions"]),
        tokens_in=count_of(tree["tokens_in"]),
        tokens_out=count_of(tree["tokens_out"]),
        money=None if tree["money"] is None else sum_of(tree["money"]),
        currency=_text(tree["currency"])[:3],
        seconds=_seconds(tree["seconds"]),
        strangers=tuple(map(_text, tree["strangers"])),
    )


def _share(tree: Mapping[str, Any]) -> Share:
    return Share(part=count_of(tree["part"]), whole=count_of(tree["whole"]))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.40} is no text")
    return clipped(value, _LONGEST)


def _seconds(value: object) -> float:
    if type(value) not in (int, float) or not isinstance(value, int | float) or not 0 <= value < _MOST:
        raise ValueError(f"{value!r:.40} is no time")
    return float(value)
