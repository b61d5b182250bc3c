"""A draft is measured by what people stand behind; each figure is counted by hand here."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

from bot import llms, pipeline
from bot.config import Config
from bot.evaluate import FIRST, Score, Share, score
from bot.evaluate.gold import Gold, Wanted
from bot.llms import Ask
from bot.model import Bill, Charge, Claim, Digest, Finding, Listed, Tier, WriteUp
from bot.web import recording
from tests import desk, pen
from tests.conftest import contribution, writeup

TIDES = contribution("Tidal Queues", "Ships wait 40 ms in 3 queues, and 12% of them leave.")
DOCKS = contribution("Dry Docks", "Docks hold 7 ships.")
LAMPS = contribution("Harbour Lamps", "Lamps need 9 watts.")


def wanted(title: str, tier: Tier | None = None, text: str = "") -> Wanted:
    return Wanted(ids=(title.lower().replace(" ", "-"),), titles=(title,), tier=tier, text=text)


def measured(made: Digest, *chosen: Wanted) -> Score:
    gold = Gold(edition="harbour-2026", wanted=chosen)
    ids = {each.pick.contribution.id: each.pick.contribution.title for each in made.writeups}
    listing = tuple(Listed(id=id_, title=title) for id_, title in {**ids, "sea-walls": "Sea Walls"}.items())
    return score(gold, replace(made, listing=listing), pen.CONFIG.reader, 1.5)


def of_picks(made: Score) -> tuple[Share, Share, Share, Share]:
    return made.found, made.right, made.core, made.right_core


def share(part: int, whole: int) -> Share:
    return Share(part=part, whole=whole)


def test_picks_and_core_have_a_recall_and_a_precision(digest: Callable[..., Digest]) -> None:
    made = digest(writeup(TIDES), writeup(DOCKS), writeup(LAMPS, Tier.ADJACENT))
    found = measured(made, wanted("Tidal Queues", Tier.CORE), wanted("Sea Walls", Tier.CORE), wanted("Harbour Lamps"))
    assert (share(2, 3), share(2, 3), share(1, 2), share(1, 2)) == of_picks(found)


def test_of_core_nothing_is_said_where_the_gold_has_no_tiers(digest: Callable[..., Digest]) -> None:
    found = measured(digest(writeup(TIDES)), wanted("Tidal Queues"))
    assert (share(1, 1), share(1, 1), share(0, 0), share(0, 0)) == of_picks(found)


def test_only_the_first_picks_count_as_for_a_reader_in_a_hurry(digest: Callable[..., Digest]) -> None:
    many = [contribution(f"Paper {number}") for number in range(FIRST + 1)]
    found = measured(digest(*map(writeup, many)), *(wanted(each.title) for each in many))
    assert (share(FIRST, FIRST), share(FIRST, FIRST)) == (found.found, found.right)


def test_several_that_count_as_one_are_found_by_any(digest: Callable[..., Digest]) -> None:
    group = Wanted(ids=("sea-walls", "dry-docks"), titles=())
    found = measured(digest(writeup(DOCKS)), group)
    assert (share(1, 1), share(1, 1)) == (found.found, found.right)


def test_what_the_program_does_not_list_is_named(digest: Callable[..., Digest]) -> None:
    found = measured(digest(writeup(DOCKS)), wanted("Dry Docks"), wanted("Moon Docks"))
    assert (("Moon Docks",), share(1, 2)) == (found.strangers, found.found)


def test_figures_are_recalled_only_of_picks_that_both_have(digest: Callable[..., Digest]) -> None:
    made = digest(writeup(TIDES, what="Ships wait 0.04 s, says one of them."), writeup(DOCKS, what="Docks."))
    told = wanted("Tidal Queues", text="One of the ships waits 40 ms; 12 percent leave, 12% of all.")
    found = measured(made, told, wanted("Sea Walls", text="Walls of 5 m."))
    assert share(1, 2) == found.recalled  # 40 ms, and not the 12 percent


def test_a_gold_without_words_recalls_nothing_of_nothing(digest: Callable[..., Digest]) -> None:
    assert share(0, 0) == measured(digest(writeup(TIDES)), wanted("Tidal Queues")).recalled


def test_what_verifying_would_doubt_is_counted(digest: Callable[..., Digest]) -> None:
    assert 0 == measured(digest(writeup(DOCKS, what="Docks hold 7 ships.")), wanted("Dry Docks")).unsupported
    assert 1 == measured(digest(writeup(DOCKS, what="Docks hold 8 ships.")), wanted("Dry Docks")).unsupported


def by_model(of: WriteUp, *extracts: str) -> WriteUp:
    return replace(of, writer="llm", model="large-1", extracts=extracts)


def test_it_says_who_wrote_how_much_and_what_that_took(digest: Callable[..., Digest]) -> None:
    charge = Charge(model="large-1", tokens_in=100, tokens_out=20, money=Decimal("0.5"), purpose="write-up")
    bill = Bill(charges=(charge, replace(charge, model="small-1", purpose="triage")), currency="EUR")
    made = digest(by_model(writeup(TIDES), "how"), writeup(DOCKS), picker="small-1", bill=bill)
    found = measured(made, wanted("Dry Docks"))
    assert ("large-1, picks by small-1", share(3, 8)) == (found.writer, found.written)
    assert (2, 200, 40, Decimal(1), "EUR", 1.5) == (
        found.questions, found.tokens_in, found.tokens_out, found.money, found.currency, found.seconds,
    )  # fmt: skip


def test_where_a_model_was_asked_in_vain_the_ranking_chose(digest: Callable[..., Digest]) -> None:
    asked = digest(by_model(writeup(TIDES)), bill=Bill(charges=(), currency="EUR"))
    assert "large-1, picks by the ranking" == measured(asked, wanted("Dry Docks")).writer


def test_one_model_for_everything_is_named_once(digest: Callable[..., Digest]) -> None:
    asked = digest(by_model(writeup(TIDES)), picker="large-1", bill=Bill(charges=(), currency="EUR"))
    assert "large-1" == measured(asked, wanted("Dry Docks")).writer


def test_extracts_take_nothing(digest: Callable[..., Digest]) -> None:
    found = measured(digest(writeup(TIDES)), wanted("Dry Docks"))
    assert ("extractive", share(0, 4), 0, 0) == (found.writer, found.written, found.questions, found.tokens_in)


def test_a_cost_that_nobody_knows_is_unknown(digest: Callable[..., Digest]) -> None:
    charge = Charge(model="large-1", tokens_in=100, tokens_out=20, money=None)
    made = digest(writeup(TIDES), bill=Bill(charges=(charge,), currency="EUR"))
    assert measured(made, wanted("Dry Docks")).money is None


# ---- sentences left out on the way


def drafted(config: Config, model: llms.Model | None = None) -> Digest:
    held = recording.saved(desk.DEMO / "recording")
    adviser = pipeline.adviser_of(desk.EDITION, config, model)
    return pipeline.drafted(desk.EDITION, held, config, pipeline.NOTHING, lambda line: None, held.urls, adviser)[0]


def lying(ask: Ask) -> Any:
    """One sentence of each write-up, and the lead, hold what no source does; and they stay so when asked again."""
    found = pen.honest(ask)
    match ask.purpose:
        case "write-up":
            assert isinstance(found, dict)
            return {"sentences": [*found["sentences"], pen.sentence("how", "It sustains 98,765 widgets a day.", 1)]}
        case "lead":
            return pen.said(pen.lead("Each of them sustains 98,765 widgets.", 1))
    return found


def test_each_sentence_of_a_model_that_was_left_out_is_counted() -> None:
    config = replace(desk.CONFIG, writer="llm")
    made = drafted(config, pen.Pen(lying))
    found = score(Gold(edition=desk.KEY, wanted=()), made, config.reader, 0.0)
    assert (len(made.writeups) + 1, 0) == (found.left_out, found.unsupported)


def test_a_sentence_that_verifying_left_out_is_counted_once_for_all_its_doubts(digest: Callable[..., Digest]) -> None:
    wrong = replace(writeup(DOCKS), what=(Claim(text="Docks hold 8 ships and 90 cranes.", quotes=(DOCKS.abstract,)),))
    kept, findings = pipeline.held_against_sources([wrong], pen.CONFIG.reader)
    assert 1 < len(findings)
    assert 1 == measured(digest(*kept, findings=findings), wanted("Dry Docks")).left_out


def test_a_title_that_speaks_of_such_a_sentence_counts_for_nothing(digest: Callable[..., Digest]) -> None:
    finding = Finding(text="“The sentence was left out” is listed twice.")
    assert 0 == measured(digest(writeup(DOCKS), findings=(finding,)), wanted("Dry Docks")).left_out
