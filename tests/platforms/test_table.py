"""Tables that people export or type: columns of any usual name, people in four spellings, and what does not fit."""

from pathlib import Path

import pytest

from bot import page, scrape
from bot.errors import BotError, LayoutChanged, NotPublished
from bot.model import Contribution, Kind, Person, Program
from bot.platforms import table
from bot.web import recording
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "table"


def opened(body: str | bytes) -> page.Page:
    return shelf.opened(body, "agenda.csv")


def read(body: str | bytes) -> Program:
    program = table.scrape(opened(body), shelf.EMPTY)
    return Program(
        contributions=scrape.identified(program.contributions), sources=program.sources, findings=program.findings
    )


def recorded(name: str = "tideday-2031.csv") -> dict[str, Contribution]:
    return {row.title: row for row in read((RECORDINGS / name).read_bytes()).contributions}


def only(**cells: str) -> Contribution:
    columns = {"Title": "Eels", "Abstract": "", **cells}
    quoted = (",".join(f'"{cell}"' for cell in line) for line in (columns, columns.values()))
    (contribution,) = read("\n".join(quoted)).contributions
    return contribution


def names(contribution: Contribution) -> list[str]:
    return [person.name for person in contribution.people]


def test_a_row_has_its_people_kind_track_text_times_and_links():
    water = recorded()["Opening: Water, and What It Wants"]

    assert (Person(name="Ann Ode", affiliation="Sea Lab"),) == water.people
    assert (Kind.KEYNOTE, "Main") == (water.kind, water.session)
    assert "Water wants down.\n\nWe ask why." == water.abstract
    assert ("2031-05-06T09:00:00", "2031-05-06T09:45:00") == (water.starts, water.ends)
    assert ("https://tideday.example/opening", {"slides": "https://tideday.example/opening.pptx"}) == (
        water.url,
        water.links,
    )


def test_people_and_affiliations_in_two_columns_go_together_where_their_numbers_agree():
    assert (
        Person(name="Bo Tide", affiliation="Bay U"),
        Person(name="Cy-Lin (Cyan) Reef", affiliation="Mud Institute"),
        Person(name="Dee Silt, Jr.", affiliation="Pier College"),
    ) == recorded()['Eels - A "Slippery" Tale'].people
    assert {""} == {
        person.affiliation for person in only(Speakers="Ann Ode; Bo Tide; Cy Reef", Company="Sea Lab; Bay U").people
    }


@pytest.mark.parametrize(
    ("cell", "people"),
    [
        ("Ann Ode; Bo Tide", ["Ann Ode", "Bo Tide"]),
        ("Ann Ode | Bo Tide", ["Ann Ode", "Bo Tide"]),
        ("Ann Ode · Bo Tide", ["Ann Ode", "Bo Tide"]),
        ("Ann Ode\nBo Tide", ["Ann Ode", "Bo Tide"]),
        ("Ann Ode, Bo Tide, Jr., and Cy Reef", ["Ann Ode", "Bo Tide, Jr.", "Cy Reef"]),
        ("Ann Ode & Bo Tide", ["Ann Ode", "Bo Tide"]),
        ("Ann Ode (Sea Lab, Weir & Co), Bo Tide (Bay U)", ["Ann Ode", "Bo Tide"]),
        ("Cy-Lin (Cyan) Reef", ["Cy-Lin (Cyan) Reef"]),
        ("", []),
    ],
)
def test_people_are_parted_by_the_strongest_mark(cell: str, people: list[str]):
    assert people == names(only(Speaker=cell))


def test_breaks_are_logistics():
    assert Kind.LOGISTICS is recorded()["Lunch"].kind


def test_a_day_that_could_be_two_is_none_and_a_finding():
    assert "" == recorded()["Ropes at Sea"].starts
    assert [
        "Rows without a title, left out: 1.",
        "Times that cannot be told for sure: 1.",
    ] == [finding.text for finding in read((RECORDINGS / "tideday-2031.csv").read_bytes()).findings]


@pytest.mark.parametrize(
    ("cells", "starts", "ends"),
    [
        ({"Start": "2031-05-06T09:00+01:00", "End": ""}, "2031-05-06T09:00+01:00", ""),
        ({"Date": "Tuesday, 6 May 2031", "Time": "9:00 - 9:30"}, "2031-05-06T09:00:00", "2031-05-06T09:30:00"),
        ({"Date": "May 6, 2031", "Time": "1:05 pm"}, "2031-05-06T13:05:00", ""),
        ({"Datum": "06.05.2031", "Beginn": "9:00", "Ende": "10:00"}, "2031-05-06T09:00:00", "2031-05-06T10:00:00"),
        ({"Date": "2031-05-06", "Start": "0930", "End": "1000"}, "2031-05-06T09:30:00", "2031-05-06T10:00:00"),
        ({"Date": "2031-05-06", "Start": "23:30", "End": "00:30"}, "2031-05-06T23:30:00", "2031-05-07T00:30:00"),
        ({"Date": "2031-05-06", "Start": "14:00", "End": "13:00"}, "2031-05-06T14:00:00", ""),
        ({"Date": "2031-05-06"}, "2031-05-06", ""),
        ({"Date": "2031-05-06", "Time": "25:00"}, "2031-05-06", ""),
        ({"Date": "05/06/2031", "Time": "9:00"}, "", ""),
        ({"Date": "2031-05-06", "Time": "2:00"}, "2031-05-06", ""),
        ({"Time": "9:00"}, "", ""),
    ],
)  # fmt: skip
def test_times_stand_in_one_column_or_two(cells: dict[str, str], starts: str, ends: str):
    assert (starts, ends) == (only(**cells).starts, only(**cells).ends)


def test_tabs_and_semicolons_part_cells_too():
    knots = recorded("ropecamp-2031.tsv")

    assert ("K1", "2031-08-02T06:00:00+02:00") == (knots["Knots at Dawn"].id, knots["Knots at Dawn"].starts)
    assert ["Eve Groyne", "Gus Lock"] == names(knots["Knots at Dusk"])
    assert "Eels" == read("Titel;Vortragende\nEels;Ann Ode\n").contributions[0].title


def test_links_that_are_no_web_addresses_are_dropped():
    assert ("", {}) == (only(Link="javascript:alert(1)").url, only(Slides="slides.pdf").links)


@pytest.mark.parametrize(
    "body",
    [
        "Title,Speaker\nEels, and Knots,Ann Ode\n",
        "Title,Speaker\nEels\n",
        'Title,Abstract\n"Eels","They slip\n',
        'Title,Abstract\n"Eels" x,y\n',
        f"Title,Abstract\nEels,{'x' * 200_000}\n",
    ],
)
def test_rows_that_do_not_fit_their_header_are_a_changed_layout(body: str):
    with pytest.raises(LayoutChanged) as error:
        read(body)
    assert "export it again" in error.value.hint


def test_a_header_alone_is_not_published():
    with pytest.raises(NotPublished):
        read("Title,Speaker\n")


@pytest.mark.parametrize(
    "other",
    [
        "Name,Company\nAnn,Sea\n",
        "Title,Price\nEels,5\n",
        "A sentence on x, y, z, a, title, abstract, b\nends.",
        "@book{x, title={y}, author={z}}",
        "Title and Speaker",
        "x\n" * 99,
    ],
)
def test_other_texts_are_left_to_others(other: str):
    assert not table.looks_like(opened(other))
    with pytest.raises(BotError):
        read(other)


def test_days_with_slashes_are_read_where_the_table_tells_their_order():
    table = "Title,Date,Start Time,End Time\nEels,5/6/2031,9:00 AM,9:30 AM\nKnots,{},1:00 PM,1:30 PM\n"

    assert ["2031-05-06T09:00:00", "2031-05-16T13:00:00"] == starts(table.format("5/16/2031"))
    assert ["2031-06-05T09:00:00", "2031-05-16T13:00:00"] == starts(table.format("16/5/2031"))
    assert ["", ""] == starts(table.format("5/7/2031"))
    assert ["2031-05-06T09:00:00", ""] == starts(table.format("5/32/2031"))
    declared = table.format("5/7/2031").replace("Date", "Date (MM/DD/YYYY)")
    assert ["2031-05-06T09:00:00", "2031-05-07T13:00:00"] == starts(declared)


def starts(body: str) -> list[str]:
    return [row.starts for row in read(body).contributions]


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("Author 1,Author 2,Author 3", "Ann Ode,Bo Tide,"),
        ("Speaker 1 Name,Speaker 2 Name,Room", "Ann Ode,Bo Tide,Pier"),
        ("Speakers (one a line),Room", "Ann Ode; Bo Tide,Pier"),
        ("Authors", '"Ann Ode <ann@pier.example>, Bo Tide (bo@pier.example)"'),
        ("Auteurs,Résumé", '"Ann Ode, Bo Tide",Des cordes.'),
        ("Ponentes", "Ann Ode、Bo Tide"),
        ("作者", "Ann Ode；Bo Tide"),
    ],
)
def test_people_stand_in_columns_of_many_names_and_their_mail_is_nobody_s_business(header: str, cells: str):
    (row,) = read(f"Title,{header}\nEels,{cells}\n").contributions

    assert ["Ann Ode", "Bo Tide"] == names(row)


def test_a_name_in_two_columns_is_one_person():
    (row,) = read("Title,First Name,Last Name,Company\nEels,Ann,Ode,Sea Lab\n").contributions

    assert (Person(name="Ann Ode", affiliation="Sea Lab"),) == row.people


def test_what_was_refused_or_is_not_active_is_left_out_and_told():
    program = read("#,authors,title,decision\n1,Ann Ode,Eels,ACCEPT\n2,Bo Tide,Knots,REJECT\n")

    assert ["Eels"] == [row.title for row in program.contributions]
    assert "Rows that were refused or withdrawn, left out: 1." == program.findings[0].text
    assert ["Eels"] == [
        row.title for row in read("Event Name,Active (Y/N),Speakers\nEels,Y,Ann\nKnots,N,Bo\n").contributions
    ]


def test_the_rule_of_a_markdown_table_is_no_row():
    rows = read("| Time | Title | Speaker |\n|:-----|-------|--------:|\n| 09:00 | Eels | Ann Ode |\n").contributions

    assert [("Eels", ["Ann Ode"])] == [(row.title, names(row)) for row in rows]


@pytest.mark.parametrize("name", ["tideday-2031.csv", "ropecamp-2031.tsv"])
def test_a_folder_with_one_table_in_it_is_a_program(tmp_path: Path, name: str):
    (tmp_path / name).write_bytes((RECORDINGS / name).read_bytes())
    web = recording.saved(tmp_path)

    assert "table" == scrape.read(web.page(web.urls[0]), web).platform


def test_what_authors_signed_is_a_paper_and_what_was_refused_under_status_is_left_out():
    rows = read(
        "Paper ID,Paper Title,Authors,Status\n"
        "1,Eels at Sea,Ann Ode (Sea Lab)*; Bo Tide (Bay U),Accept\n"
        "2,Kelp at Sea,Cy Reef,Reject\n3,Gulls at Sea,Dee Silt,Under review\n4,Lunch,,Accept\n"
    ).contributions

    assert [("Eels at Sea", Kind.PAPER), ("Lunch", Kind.LOGISTICS)] == [(row.title, row.kind) for row in rows]
    assert (Person(name="Ann Ode", affiliation="Sea Lab"), Person(name="Bo Tide", affiliation="Bay U")) == rows[
        0
    ].people


def test_a_name_is_a_title_only_where_the_people_have_a_column_of_their_own():
    titles = [
        row.title for row in read("name,speaker,start_time\nEels at Sea,Ann Ode,2031-05-06 09:00\n").contributions
    ]

    assert ["Eels at Sea"] == titles
    assert not table.looks_like(opened("name,affiliation,session\nAnn Ode,Sea Lab,Ropes\nBo Tide,Bay U,Ropes\n"))


@pytest.mark.parametrize("title", ["Kaffeepause", "Mittagspause", "Mittagessen", "Pause café", "Almuerzo"])
def test_breaks_are_logistics_in_other_languages_too(title: str):
    assert Kind.LOGISTICS is read(f"title,speakers\n{title},\nEels,Ann Ode\n").contributions[0].kind
