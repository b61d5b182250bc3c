"""The themes and the lead come from the write-ups and from nothing else."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.model import WriteUp
from bot.write import Conclusion, conclude, themes
from tests import pen
from tests.conftest import contribution, writeup

PLOVER = "Plover reduces tail latency by 37% on lossy Ethernet."
LANTERN = "Lantern carries 1.6 Tb/s over an optical link."
WRITEUPS: tuple[WriteUp, ...] = (
    writeup(contribution("Plover", PLOVER), what=PLOVER),
    writeup(contribution("Lantern", LANTERN), what=LANTERN),
    writeup(contribution("Quillon", "Quillon serves models on spot machines."), what="Quillon serves models."),
)


def saying(lead: Any = "nothing", shared: Any = "nothing", repair: Any = "nothing") -> pen.Script:
    answers = {"lead": lead, "themes": shared, "repair": repair}
    return lambda ask: answers[ask.purpose]


def concluded(script: pen.Script, guidance: Mapping[str, str] | None = None) -> Conclusion:
    return conclude(WRITEUPS, guidance or {}, pen.adviser(script))


def test_what_the_write_ups_hold_becomes_the_lead_and_the_themes() -> None:
    said = "Plover reduces tail latency by 37%, and Lantern carries 1.6 Tb/s."
    both = "Plover and Lantern both concern the link, lossy Ethernet and optical."
    found = concluded(saying(pen.said(pen.lead(said, 1, 2)), pen.said(pen.sentence("faster links", both, 1, 2))))

    assert (said,) == found.lead
    assert [("faster links", both, ("plover", "lantern"))] == [(t.name, t.text, t.picks) for t in found.themes]
    assert () == found.findings


@pytest.mark.parametrize(
    "wrong",
    [
        "Plover reduces tail latency by 73%.",
        "Plover, by Google, reduces tail latency.",
        "Plover's tail latency is told at https://plover.example.net/x.",
        "The key is nothing that anybody told.",
        "Plover <b>reduces</b> tail latency.",
    ],
)
def test_what_they_do_not_hold_goes_back_once_and_is_then_left_out_and_named(wrong: str) -> None:
    adviser = pen.adviser(saying(pen.said(pen.lead(wrong, 1)), pen.said(pen.sentence("links", wrong, 1, 2))))
    found = conclude(WRITEUPS, {}, adviser)

    assert ((), themes(WRITEUPS)) == (found.lead, found.themes)
    assert 2 == pen.pen(adviser).purposes().count("repair")
    assert {"The lead", "The themes"} == {finding.text.partition(":")[0] for finding in found.findings}


def test_a_figure_of_another_pick_is_no_figure_of_this_one() -> None:
    assert () == concluded(saying(pen.said(pen.lead("Plover carries 1.6 Tb/s on lossy Ethernet.", 1)))).lead


def test_a_theme_of_one_pick_is_none() -> None:
    alone = pen.sentence("latency", "Plover reduces tail latency.", 1)
    assert themes(WRITEUPS) == concluded(saying(shared=pen.said(alone))).themes


def test_a_name_that_nothing_holds_is_no_themes() -> None:
    named = pen.sentence("Huawei everywhere", "Plover and Lantern concern the link, lossy or optical.", 1, 2)
    assert themes(WRITEUPS) == concluded(saying(shared=pen.said(named))).themes


def test_without_an_answer_the_themes_are_those_without_a_model_and_this_is_said() -> None:
    found = concluded(saying())
    assert ((), themes(WRITEUPS)) == (found.lead, found.themes)
    assert "The lead came about without a model: nothing" == found.findings[0].text


def test_without_a_model_nothing_is_said_of_it() -> None:
    assert Conclusion(themes=themes(WRITEUPS)) == conclude(WRITEUPS)


def test_only_the_write_ups_are_shown() -> None:
    adviser = pen.adviser(saying())
    secret = replace(
        WRITEUPS[0], pick=replace(WRITEUPS[0].pick, contribution=contribution("Plover", "A long abstract."))
    )
    conclude((secret, *WRITEUPS[1:]), {}, adviser)
    for ask in pen.pen(adviser).asked:
        assert "A long abstract" not in ask.material
        assert "" == pen.outside(ask.material)


def test_a_wish_comes_in_a_fence_of_its_own() -> None:
    adviser = pen.adviser(saying())
    conclude(WRITEUPS, {"lead": "speak of cost first"}, adviser)
    wishes = {ask.purpose: pen.fences(ask.material).get("WISH", "") for ask in pen.pen(adviser).asked}
    assert {"lead": "speak of cost first", "themes": ""} == wishes
