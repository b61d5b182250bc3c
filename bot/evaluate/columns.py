"""Lays scores side by side, a column for each way of drafting, and tells what people changed."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bot.budget import amount
from bot.evaluate import Score, Share
from bot.evaluate.edits import Edits
from bot.model import Charge, summed


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One way of drafting, by its configuration, prompts and model, and how each edition fared so."""

    name: str
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What there is to compare, what people changed; `notes` say what was not or not well measured."""

    columns: tuple[Column, ...]
    edits: tuple[Edits, ...] = ()
    notes: tuple[str, ...] = ()


# ---- side by side


Row = tuple[str, ...]
LINES: tuple[tuple[str, Callable[[Score], str]], ...] = (
    ("Written by", lambda score: score.writer),
    ("Picks: recall", lambda score: share(score.found)),
    ("Picks: precision", lambda score: share(score.right)),
    ("Core: recall", lambda score: share(score.core)),
    ("Core: precision", lambda score: share(score.right_core)),
    ("Figures recalled", lambda score: share(score.recalled)),
    ("Fields by a model", lambda score: share(score.written)),
    ("Unsupported", lambda score: f"{score.unsupported:,}"),
    ("Left out", lambda score: f"{score.left_out:,}"),
    ("Questions", lambda score: f"{score.questions:,}"),
    ("Tokens in, out", lambda score: f"{score.tokens_in:,}, {score.tokens_out:,}"),
    ("Cost", lambda score: paid(score)),
    ("Seconds", lambda score: f"{score.seconds:.1f}"),
)


def rows(columns: Sequence[Column]) -> Iterator[Row]:
    """The lines of the table: a heading alone, then what is measured with a cell for each column."""
    editions = tuple(dict.fromkeys(score.edition for column in columns for score in column.scores))
    tables = [{score.edition: score for score in column.scores} for column in columns]
    for edition in editions:
        yield (edition,)
        yield from lines([table.get(edition) for table in tables])
    shared = [edition for edition in editions if all(edition in table for table in tables)]
    if len(shared) > 1:
        yield (f"These {len(shared)} together" if len(shared) < len(editions) else f"All {len(shared)}",)
        yield from lines([total([table[edition] for edition in shared]) for table in tables])


def lines(scores: Sequence[Score | None]) -> Iterator[Row]:
    return ((label, *(tell(score) if score else "–" for score in scores)) for label, tell in LINES)


def share(of: Share) -> str:
    """As "9 of 15 (60 %)"; "–" of none."""
    return f"{of.part:,} of {of.whole:,} ({percent(of.part, of.whole)})" if of.whole else "–"


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %"


def paid(score: Score) -> str:
    """A sum, or that nobody knows it."""
    return amount(score.money, score.currency) if score.questions else "nothing"


def total(scores: Sequence[Score]) -> Score:
    """Several editions as one: counts added up. What one of them cost unknown makes the sum unknown."""
    writers = sorted({score.writer for score in scores})
    currencies = {score.currency for score in scores if score.questions}
    took = summed([charge(score) for score in scores])
    return Score(
        edition="",
        writer="; ".join(writers),
        found=added([score.found for score in scores]),
        right=added([score.right for score in scores]),
        core=added([score.core for score in scores]),
        right_core=added([score.right_core for score in scores]),
        recalled=added([score.recalled for score in scores]),
        written=added([score.written for score in scores]),
        unsupported=sum(score.unsupported for score in scores),
        left_out=sum(score.left_out for score in scores),
        questions=sum(score.questions for score in scores),
        tokens_in=took.tokens_in,
        tokens_out=took.tokens_out,
        money=took.money if len(currencies) < 2 else None,
        currency="".join(currencies) if len(currencies) < 2 else "",
        seconds=sum(score.seconds for score in scores),
    )


def charge(score: Score) -> Charge:
    return Charge(model="", tokens_in=score.tokens_in, tokens_out=score.tokens_out, money=score.money)


def added(shares: Sequence[Share]) -> Share:
    return Share(part=sum(each.part for each in shares), whole=sum(each.whole for each in shares))


# ---- what people changed


FIELDS = {"Why": "why", "What": "what", "How": "how", "Where": "where", "Lead": "lead", "Themes": "theme"}


def writers(found: Sequence[Edits]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.writer for each in found))


def changed(found: Sequence[Edits]) -> Iterator[Row]:
    """For all fields and for each kind: how many of those that each writer made were changed or deleted."""
    by_writer = [[each for each in found if each.writer == writer] for writer in writers(found)]
    every = map(touched, by_writer)
    yield "All", *(f"{each.part:,} of {each.whole:,} ({percent(each.part, each.whole)})" for each in every)
    for name, field in FIELDS.items():
        yield name, *(few([each for each in own if each.field == field]) for own in by_writer)


def few(found: Sequence[Edits]) -> str:
    touch = touched(found)
    return f"{touch.part:,} of {touch.whole:,}" if touch.whole else "–"


def touched(found: Sequence[Edits]) -> Share:
    return Share(part=sum(each.changed + each.deleted for each in found), whole=sum(each.made for each in found))
