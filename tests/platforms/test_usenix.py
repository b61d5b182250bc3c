"""USENIX's program pages: sessions that are no papers, italics that are affiliations, and what own pages add."""

from pathlib import Path

import pytest

from bot import page
from bot.errors import LayoutChanged, NotPublished
from bot.model import Contribution, Kind, Person, Program, Provenance
from bot.platforms import usenix
from bot.web import Web
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "usenix"
URL = "https://www.usenix.org/conference/nddi31/technical-sessions"


def read(body: str | bytes, url: str = URL, web: Web = shelf.EMPTY) -> Program:
    return shelf.read(body, url, web)


def recorded(name: str) -> dict[str, Contribution]:
    rows = read((RECORDINGS / name).read_bytes(), name).contributions
    return {row.title: row for row in rows}


def paper(people: str, title: str = "Piers", more: str = "") -> str:
    return (
        '<html><body><article class="node node-paper view-mode-schedule">'
        f'<h2><a href="/conference/nddi31/presentation/pier">{title}</a></h2>'
        f'<div class="field-name-field-paper-people-text"><div class="field-item">{people}</div></div>{more}'
        "</article></body></html>"
    )


def credits_of(people: str) -> list[tuple[str, str]]:
    return [(person.name, person.affiliation) for person in read(paper(people)).contributions[0].people]


KELP = "KELP: Random Early Flooding for Steady Canals"


def test_a_paper_has_its_session_time_abstract_and_key():
    kelp = recorded("nddi31-technical-sessions.html")[KELP]

    assert ("nddi31-reef", Kind.PAPER, "Queuing and Rowing") == (kelp.id, kelp.kind, kelp.session)
    assert ("2031-04-28T09:10:00", "2031-04-28T10:30:00") == (kelp.starts, kelp.ends)
    assert (
        "Canals overflow when < 3 locks are open.\n\nKELP floods a little & early: peaks fall by 31%." == kelp.abstract
    )
    assert "https://www.usenix.org/conference/nddi31/presentation/reef" == kelp.url


def test_names_share_the_italics_after_them_and_an_award_is_none():
    kelp = recorded("nddi31-technical-sessions.html")[KELP]

    assert [
        ("Cy Reef", "Google and University of Silt"),
        ("Dee Estuary", "University of Canals, Low Banks"),
        ("Eo Fjord", "University of Canals, Low Banks"),
        ("Gil Haven", "Google"),
        ("Iz Jetty", "Google"),
        ("Kay Lagoon, Jr.", "Google"),
    ] == [(person.name, person.affiliation) for person in kelp.people]


@pytest.mark.parametrize(
    ("people", "expected"),
    [
        ("<p>Ann Ode, <em>Sea</em>; <em>Bay</em>; Bo</p>", [("Ann Ode", "Sea; Bay"), ("Bo", "")]),
        ("<p>Ann Ode, <em>Sea </em><em>Lab;</em> Bo, <em>Bay</em></p>", [("Ann Ode", "Sea Lab"), ("Bo", "Bay")]),
        ("<p>Ann Ode, <em>Sea;</em> <em>Bay</em></p>", [("Ann Ode", "Sea; Bay")]),
        ("<p>Ann, <em>Sea</em></p><p><b>Distinguished Paper Award Winner</b></p>", [("Ann", "Sea")]),
        ("<p>Antony Metz, <em>Met</em></p>", [("Antony Metz", "Met")]),
        ("<p>Ann Ode and Bo Tide<br><em>Best Paper Award</em></p>", [("Ann Ode", ""), ("Bo Tide", "")]),
        ("<p>Ann Ode, <em>Sea</em><br>Awarded Best Paper!</p>", [("Ann Ode", "Sea")]),
        ("<p>Ann Ode, Sea; Bo Tide and Cy Reef, Bay</p>", [("Ann Ode", "Sea"), ("Bo Tide", "Bay"), ("Cy Reef", "Bay")]),
        ("Chair: Ann Ode (Sea Lab)", [("Ann Ode", "Sea Lab")]),
        ("<p> </p>", []),
    ],
)  # fmt: skip
def test_an_author_line_is_read_as_it_is_set(people: str, expected: list[tuple[str, str]]):
    assert expected == credits_of(people)


def test_a_session_heading_is_never_a_paper():
    rows = recorded("nddi31-technical-sessions.html")

    assert not {"Queuing and Rowing", "Keynote Address", "Verification of Vessels"} & set(rows)
    assert Kind.LOGISTICS is rows["Papers and Proceedings"].kind
    assert Kind.LOGISTICS is rows["Break with Refreshments"].kind
    assert Kind.SESSION is rows["Poster Session and Reception"].kind


def test_headings_and_labels_tell_what_is_no_paper():
    rows = {**recorded("nddi31-technical-sessions.html"), **recorded("tidecon31-program.html")}

    assert Kind.KEYNOTE is rows["What a Dredger Knows"].kind
    assert (Kind.TALK, "Ann Ode") == (
        rows["Opening Remarks and Awards"].kind,
        rows["Opening Remarks and Awards"].people[0].name,
    )
    assert Kind.PANEL is rows["Panel: Who Pages the Lighthouse?"].kind
    assert Kind.TALK is rows["How We Lost the Tide Table"].kind


def test_a_start_without_a_half_of_the_day_lies_before_its_end():
    assert "2031-04-28T11:00:00" == recorded("nddi31-technical-sessions.html")["What a Dredger Knows"].starts


def test_the_people_of_a_talk_may_have_a_line_each():
    assert (
        Person(name="Sam Sluice", affiliation="Lockkeepers & Sons"),
        Person(name="Tia Upstream", affiliation="Weir Works"),
    ) == recorded("tidecon31-program.html")["How We Lost the Tide Table"].people


def test_a_day_whose_weekday_is_another_years_is_no_date():
    day = "<h2>Tuesday, April 28</h2><span class='date-display-range'>9:00 am–10:00 am</span>"

    assert "" == read(paper("Ann Ode").replace("<body>", f"<body>{day}")).contributions[0].starts


def test_the_wayback_machine_is_unwrapped():
    shui = recorded("wharf16-technical-sessions.html")["Rope Shui: Knotting a Pier"]

    assert "https://www.usenix.org/conference/wharf16/technical-sessions/presentation/zephyr" == shui.url
    assert ("wharf16-zephyr", ("Zoe Zephyr", "Ada Anchor", "Ben Bollard")) == (
        shui.id,
        tuple(p.name for p in shui.people),
    )


def test_what_the_program_lacks_is_read_from_the_presentations_own_page(tmp_path: Path):
    own = "https://www.usenix.org/conference/nddi31/presentation/pier"
    body = (
        "<html><head><meta name='citation_pdf_url' content='https://www.usenix.org/system/files/pier.pdf'></head><body>"
        "<div class='field-name-field-paper-people-text'><div class='field-label'>Authors:</div><div>"
        "<div class='field-item'><p>Ann Ode, <em>Sea Lab</em></p></div></div></div>"
        "<div class='field-name-field-paper-description'><div class='field-label'>Abstract:</div>"
        "<div class='field-item'><p>Piers are long.</p></div></div>"
        "<div class='usenix-schedule-slides'><a href='/system/files/pier-slides.pdf'>Slides</a></div>"
        "<iframe src='https://www.youtube.com/embed/pierpier?rel=0'></iframe></body></html>"
    )

    found = read(paper(""), web=shelf.of(tmp_path, {own: body}))
    pier = found.contributions[0]

    assert ("Piers are long.", (Person(name="Ann Ode", affiliation="Sea Lab"),)) == (pier.abstract, pier.people)
    assert {
        "page": own,
        "pdf": "https://www.usenix.org/system/files/pier.pdf",
        "slides": "https://www.usenix.org/system/files/pier-slides.pdf",
        "video": "https://www.youtube.com/watch?v=pierpier",
    } == pier.links
    assert [URL, own] == [source.url for source in found.sources]


def test_own_pages_that_fail_are_a_finding_and_no_more():
    (finding,) = read(paper("Ann Ode")).findings

    assert finding.text.startswith("1 of 1 presentations' own pages, and so their abstracts, were not read; ")


def test_no_other_host_is_asked_for_an_own_page():
    body = paper("Ann Ode").replace(
        "/conference/nddi31/presentation/pier", "https://evil.example/conference/a31/presentation/b"
    )

    assert () == read(body).findings


def test_a_frame_without_titles_is_a_changed_layout_and_a_bare_page_is_not_published():
    with pytest.raises(LayoutChanged):
        read('<html><body><article class="node-session view-mode-schedule"><h5>Now an h5</h5></article></body></html>')
    with pytest.raises(NotPublished):
        read(f"<html><head><link rel='canonical' href='{URL}'></head><body>Coming soon</body></html>")


def test_other_pages_of_the_site_are_left_to_others():
    call = "<html><head><link rel='canonical' href='https://www.usenix.org/conference/nddi31/call-for-papers'></head></html>"

    assert not usenix.looks_like(page.read(call.encode(), source=Provenance(url=URL.replace("technical-sessions", ""))))
