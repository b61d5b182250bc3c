"""People at the end of titles: what a dash, a comma, an "&" and a position can mean there."""

import time

import pytest

from bot import byline
from bot.model import Person


def signed(*titles: str, prose: str = "") -> str:
    """The last title's byline, spelled "Name @ Employer; …"; the others are what else the program holds."""
    _, people = byline.bylines(titles, [prose])[-1]
    return "; ".join(f"{person.name} @ {person.affiliation}".removesuffix(" @ ") for person in people)


def head(title: str) -> str:
    return byline.bylines([title])[0][0]


@pytest.mark.parametrize(
    ("expected", "line"),
    [
        ("Ana Farrow @ Blue Kettle; Bo Tran @ Tin Drum", "Ana Farrow, Blue Kettle & Bo Tran, Tin Drum"),
        ("Ana Farrow @ Blue Kettle; Bo Tran @ Blue Kettle", "Ana Farrow & Bo Tran, Blue Kettle"),
        ("Ana Farrow @ Gull; Bo Tran @ Gull; Cy Dunn @ Eider", "Ana Farrow & Bo Tran, Gull; Cy Dunn, Eider"),
        ("Ana Farrow @ Gull; Bo Tran @ Gull; Cy Dunn @ Gull", "Ana Farrow, Bo Tran, and Cy Dunn, Gull"),
        (
            "Ana Farrow @ Gull; Bo Tran @ Gull; Cy Dunn @ Gull; Di Esk @ Gull",
            "Ana Farrow, Bo Tran, Cy Dunn & Di Esk, Gull",
        ),
        ("Ana Farrow @ Gull; Bo Tran @ Eider; Cy Dunn @ Tern", "Ana Farrow, Gull, Bo Tran, Eider and Cy Dunn, Tern"),
        ("Flo @ Gull; Bo Tran @ Gull", "Flo & Bo Tran, Gull"),
        ("Ana Farrow; Bo Tran; Cy Dunn", "Ana Farrow; Bo Tran; Cy Dunn"),
        ("Ana Farrow; Bo Tran", "Ana Farrow and Bo Tran"),
        ("Julien D. @ Gull", "Julien D., Gull"),
        (
            'Mauro "Sal" da Mata @ Gull; Vaclav (Oisin) Haken @ Eider',
            'Mauro "Sal" da Mata, Gull & Vaclav (Oisin) Haken, Eider',
        ),
        ("Katrin Noon; Alec Zorn @ Eider", "Moderated by Katrin Noon; Alec Zorn, Eider"),
        ("Katrin Noon @ Gull", "Katrin Noon (Moderator), Gull"),
        ("王伟 @ Gull", "王伟, Gull"),
    ],
)
def test_people_are_told_from_their_employers(expected: str, line: str) -> None:
    assert expected == signed(f"On Slow Queues - {line}")


@pytest.mark.parametrize(
    ("expected", "line"),
    [
        ("Ana Farrow", "Ana Farrow, Maintainer"),
        ("Ana Farrow", "Ana Farrow, Falcon Core Maintainer"),
        ("Ana Farrow", "Ana Farrow, Developer / Approver"),
        ("Ana Farrow @ Gull", "Ana Farrow, Founder & CEO, Gull"),
        ("Ana Farrow @ Gull", "Ana Farrow, Co-Founder and CEO, Gull"),
        ("Ana Farrow @ Gull", "Ana Farrow, Senior Staff Engineer - Pump Specialist, Gull"),
        ("Ana Farrow @ Gull", "Ana Farrow, Director, Big Data and Machine Learning, Gull"),
        (
            "Ana Farrow @ Dyke Foundation; Bo Tran @ Gull",
            "Ana Farrow, Director, Cloud and Salt, Dyke Foundation & Bo Tran, CTO, Gull",
        ),
        (
            "Ana Farrow @ University of Tidewater, Santa Lucia",
            "Ana Farrow, Professor, University of Tidewater, Santa Lucia",
        ),
        ("Ana Farrow @ University of Tidewater, Santa Lucia", "Ana Farrow, University of Tidewater, Santa Lucia"),
        (
            "Ana Farrow @ Recluse Co., Ltd.; Bo Tran @ NV Waterweg, Inc.",
            "Ana Farrow, Recluse Co., Ltd. & Bo Tran, NV Waterweg, Inc.",
        ),
        ("Ana Farrow @ Banque Sel & Cie SA", "Ana Farrow, Banque Sel & Cie SA"),
        ("Ana Farrow @ Gull | A Tern Company", "Ana Farrow, Gull | A Tern Company"),
    ],
)
def test_a_position_is_no_employer_and_an_employer_stays_as_it_is_given(expected: str, line: str) -> None:
    assert expected == signed(f"On Slow Queues - {line}")


@pytest.mark.parametrize(
    "title",
    [
        "Kelp - The Framework That Grows",
        "PierCon Hosted by Gull - Half-Day Event | ALL ACCESS PASS REQUIRED",
        "Knots - Deep Dive",
        "Ropes - Part Two",
        "Ropes - What's New and What's Next",
        "Nets pre- and post-processed",
        "Pier Workshop - SOLD OUT",
        "- Ana Farrow, Gull",
        "",
    ],
)
def test_what_nobody_signed_stays_whole(title: str) -> None:
    assert (title, ()) == byline.bylines([title])[0]


@pytest.mark.parametrize(
    ("expected", "title"),
    [
        (
            "Riding Waves - Powered by Nature, Data, and Science",
            "Riding Waves - Powered by Nature, Data, and Science - Ana Farrow, Gull",
        ),
        ("What Comes Next For Lagoon?", "What Comes Next For Lagoon?- Ádám Brandt, Maintainer"),
        ("Is Your Rope Certified?", "Is Your Rope Certified? -Chad M. Crow, Gull"),
        ("Cert-ropes – Update: Beyond 2031", "Cert-ropes – Update: Beyond 2031 - Ana Farrow, Gull"),
        ("Slow Tides", "Slow Tides — Ana Farrow, Gull"),
    ],
)
def test_only_the_last_dash_that_people_follow_ends_the_title(expected: str, title: str) -> None:
    assert expected == head(title)


def test_what_the_program_writes_in_lower_case_is_no_name() -> None:
    assert "Granite Ledgers" == signed("On Stones - Granite Ledgers")
    assert "" == signed("On Stones - Granite Ledgers", prose="we pile granite ledgers")
    assert "" == signed("Open Seas - More Water, No Problems", prose="there is more water than last year")


def test_a_name_that_opens_another_byline_is_one_here_too() -> None:
    title = "Nets - Lin Moor, Peta Rusk & Eitan Vole, Tin Drum"
    assert "Lin Moor @ Peta Rusk; Eitan Vole @ Tin Drum" == signed(title)
    assert "Lin Moor @ Tin Drum; Peta Rusk @ Tin Drum; Eitan Vole @ Tin Drum" == signed(
        "Ropes - Peta Rusk, Gull", title
    )


def test_an_employer_that_closes_another_byline_is_one_here_too() -> None:
    title = "Nets - Lin Moor, Red Hull & Eitan Vole, Gull; Cy Dunn, Tern"
    assert "Lin Moor @ Gull; Red Hull @ Gull; Eitan Vole @ Gull; Cy Dunn @ Tern" == signed(title)
    assert "Lin Moor @ Red Hull; Eitan Vole @ Gull; Cy Dunn @ Tern" == signed("Ropes - Ana Farrow, Red Hull", title)


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("Gull", "Developer Relations, Gull"),
        ("Gull @ Tern", "Field CTO Gull @ Tern, Gull @ Tern"),
        ("Gull", "Gull"),
        ("", "Product Manager"),
        ("Ambassador Ropes", "Ambassador Ropes"),
        ("", ""),
    ],
)
def test_a_profile_says_position_and_employer_in_one_line(expected: str, text: str) -> None:
    assert expected == byline.employer(text)


@pytest.mark.parametrize(
    "title", [" - a" * 100_000, "Ana & " * 100_000, "On - " + "Ana Farrow, " * 50_000, "- " * 100_000]
)
def test_a_forged_title_costs_no_minutes(title: str) -> None:
    began = time.process_time()
    byline.bylines([title], [title])
    assert time.process_time() - began < 2


def test_a_thousand_titles_are_read_in_a_blink() -> None:
    titles = [f"On Queue {n} - Ana Farrow, Gull & Bo Tran, Head of Ropes, Eider" for n in range(1000)]
    began = time.process_time()
    found = byline.bylines(titles, ["ropes and queues"] * 1000)
    assert time.process_time() - began < 0.5
    assert (Person(name="Ana Farrow", affiliation="Gull"), Person(name="Bo Tran", affiliation="Eider")) == found[-1][1]
