"""The faults of an earlier digest bot, each on pages that provoke it: they must not come back on any platform."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot import scrape
from bot.judge import judge
from bot.model import Contribution, Edition, Kind
from tests.platforms import shelf

EDITION = Edition(key="tide-2031", name="Tide 2031")
USENIX = "https://www.usenix.org/conference/nddi31/technical-sessions"
DATATRACKER = "https://datatracker.ietf.org"
ABSTRACT = "Piers sway. We measured by how much, at {}, and found little that anybody on shore had not known before."


def usenix_page(sessions: int, papers: int) -> str:
    """A program as USENIX sets it: a session's heading is marked up as the titles of its papers are."""
    blocks = "".join(
        f'<article class="node node-session view-mode-schedule"><h2 class="node-title">Track of Topic {session}</h2>'
        + "".join(
            '<article class="node node-paper view-mode-schedule">'
            f'<h2><a href="/conference/nddi31/presentation/ode{session}-{paper}">Pier {session}.{paper} Sways</a></h2>'
            '<div class="field-name-field-paper-people-text"><p>Ann Ode and Bo Tide, <em>Sea Lab</em></p></div>'
            '<div class="field-name-field-paper-description-long">'
            f"<p>{ABSTRACT.format(f'{session}.{paper}')}</p></div></article>"
            for paper in range(papers)
        )
        + "</article>"
        for session in range(sessions)
    )
    return f'<html><head><link rel="canonical" href="{USENIX}"></head><body>{blocks}</body></html>'


def test_session_headings_are_no_papers_and_every_paper_has_its_abstract():
    program = shelf.read(usenix_page(sessions=20, papers=4), "saved.html")
    kept = judge(program, EDITION)

    assert [f"Pier {session}.{paper} Sways" for session in range(20) for paper in range(4)] == [
        row.title for row in program.contributions
    ]
    assert program.contributions == kept.contributions
    assert () == kept.findings
    assert all(row.abstract and row.session and row.kind is Kind.PAPER for row in program.contributions)


def meeting(number: int, draft: str) -> dict[str, Any]:
    """What the Datatracker answers of a meeting whose only session discusses one draft."""
    agenda = f"{DATATRACKER}/meeting/{number}/materials/agenda-{number}-tides-00"
    session = {
        "objtype": "session", "session_id": number, "status": "sched", "name": "Tides", "agenda": agenda,
        "start": f"20{number // 10}-07-21T09:00:00Z", "duration": "1:00:00",
        "group": {"name": "Tides", "acronym": "tides"},
    }  # fmt: skip
    document = {"name": draft, "rev": "00", "title": draft.title(), "states": [], "abstract": "A draft."}
    question = f"{DATATRACKER}/api/v1/doc/document/?name__in={draft}&format=json&limit=1000"
    return {
        f"{DATATRACKER}/meeting/{number}/agenda.json": {str(number): [session]},
        agenda: f"1. {draft}-00, ten minutes",
        question: {"meta": {"next": None, "total_count": 1}, "objects": [document]},
    }


def test_two_meetings_of_the_ietf_are_two_programs(tmp_path: Path):
    web = shelf.of(tmp_path, {**meeting(311, "draft-ode-tides-ebb"), **meeting(321, "draft-ode-tides-flood")})
    first, second = (scrape.read(web.page(f"{DATATRACKER}/meeting/{number}/agenda.json"), web) for number in (311, 321))

    assert ["draft-ode-tides-ebb"] == [row.id for row in first.contributions if row.kind is Kind.DRAFT]
    assert ["draft-ode-tides-flood"] == [row.id for row in second.contributions if row.kind is Kind.DRAFT]
    assert not {row.id for row in first.contributions} & {row.id for row in second.contributions}


SIGCOMM = (
    '<html><ul class="program" data-role="listview"><li class="prog-item prog-header" data-role="list-divider">'
    '<h3>Tuesday, August 23, 2031</h3></li><li class="prog-item">'
    '<p class="paper-header">{title}</p><p>{people}</p></li>'
    "</ul></html>"
)
EDAS = (
    "<html><h2>Monday, June 9</h2><h3><a name='S1570000001'>9:00 - 10:00</a> Piers</h3>"
    "<ul><li><b>{title}</b><br>{people}</li></ul></html>"
)
USENIX_ROW = (
    '<html><article class="node node-paper view-mode-schedule">'
    '<h2><a href="/conference/nddi31/presentation/ode">{title}</a></h2>'
    '<div class="field-name-field-paper-people-text"><p>{people}</p></div></article></html>'
)
CSV = "title,speakers,date\n{title},{people},2031-05-06\nKnots,Dee Silt,2031-05-06\n"
SCHED = (
    "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Sched.com Harbour Con//EN\n"
    "BEGIN:VEVENT\nUID:1\nSUMMARY:{title} - {people}\nCATEGORIES:PIERS\nEND:VEVENT\nEND:VCALENDAR\n"
)


def first_of(body: str) -> Contribution:
    return shelf.read(body, "saved").contributions[0]


@pytest.mark.parametrize(
    ("page", "title", "people"),
    [
        (SCHED, "Ropes - A Love Story", "Ann Ode, Sea Lab"),
        (SCHED, "Ebb - and - Flow", "Ann Ode, Sea Lab & Bo Tide, Bay U"),
        (SIGCOMM, "Ropes - A Love Story: Part Two, and Three", "Ann Ode (Sea Lab)"),
        (EDAS, "Ropes, Knots and Bends (Revisited)", "Ann Ode (Sea Lab, Atlantis)"),
        (USENIX_ROW, "Ropes, Knots, and Bends: A Love Story - Again", "Ann Ode, <em>Sea Lab</em>"),
        (CSV, '"Ropes, Knots; and Bends"', "Ann Ode (Sea Lab)"),
    ],
    ids=["sched", "sched again", "sigcomm", "edas", "usenix", "table"],
)
def test_a_title_with_the_separator_inside_is_whole(page: str, title: str, people: str):
    found = first_of(page.format(title=title, people=people))

    assert (title.strip('"'), "Ann Ode") == (found.title, found.people[0].name)


@pytest.mark.parametrize(
    ("page", "people"),
    [
        (SIGCOMM, "Ann Ode, Bo (Bobby) Tide (Sea Lab); Cy Reef (Bay U)"),
        (EDAS, "Ann Ode (Sea Lab), Bo (Bobby) Tide (Sea Lab) and Cy Reef (Bay U)"),
        (USENIX_ROW, "Ann Ode and Bo (Bobby) Tide, <em>Sea Lab;</em> Cy Reef, <em>Bay U</em>"),
        (CSV, "Ann Ode (Sea Lab); Bo (Bobby) Tide (Sea Lab); Cy Reef (Bay U)"),
    ],
    ids=["sigcomm", "edas", "usenix", "table"],
)
def test_a_nickname_in_brackets_ends_no_list_of_authors(page: str, people: str):
    found = first_of(page.format(title="Ropes and Their Bends", people=people))

    assert [("Ann Ode", "Sea Lab"), ("Bo (Bobby) Tide", "Sea Lab"), ("Cy Reef", "Bay U")] == [
        (person.name, person.affiliation) for person in found.people
    ]


def pretalx_slots() -> str:
    talks = [
        {"code": "PIER", "guid": str(day), "title": "Ropes", "date": f"2031-05-0{day}T09:00:00+02:00",
         "persons": [{"public_name": "Ann Ode"}], "url": "https://talks.example.org/tide/talk/PIER/"}
        for day in (6, 7, 8)
    ]  # fmt: skip
    days = [{"date": talk["date"][:10], "rooms": {"Pier": [talk]}} for talk in talks]
    return json.dumps({"schedule": {"version": "1", "conference": {"title": "Tide", "days": days}}})


def sched_slots() -> str:
    events = "".join(
        f"BEGIN:VEVENT\nUID:{day}\nSUMMARY:Ropes - Ann Ode\\, Sea Lab\nDTSTART:2031050{day}T090000Z\nEND:VEVENT\n"
        for day in (6, 7, 8)
    )
    return f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Sched.com Harbour Con//EN\n{events}END:VCALENDAR\n"


def researchr_slots() -> str:
    talk = '<a href="#" data-event-modal="e-1">Ropes</a><div class="performers">Ann Ode</div>'
    details = '<tr class="session-details"><td><div class="session-info-in-table">Piers</div></td></tr>'
    tables = "".join(
        f'<table class="session-table">{details}<tr data-slot-id="{slot}"><td>{talk}</td></tr></table>'
        for slot in range(3)
    )
    return f"<html>{tables}</html>"


@pytest.mark.parametrize("slots", [pretalx_slots, sched_slots, researchr_slots])
def test_a_talk_in_three_slots_is_one_contribution(slots: Callable[[], str]):
    program = judge(shelf.read(slots(), "saved"), EDITION)

    assert ["Ropes"] == [row.title for row in program.contributions]
    assert ["Ann Ode"] == [person.name for person in program.contributions[0].people]
