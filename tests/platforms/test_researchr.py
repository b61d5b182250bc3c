"""researchr's programs and lists: sessions around talks, one event in many slots, names without profiles."""

from pathlib import Path

import pytest

from bot import page
from bot.errors import BotError, LayoutChanged, NotPublished
from bot.model import Contribution, Kind, Person, Program, Provenance
from bot.platforms import researchr
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "researchr"
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "programs" / "researchr"
needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent")
URL = "https://conf.researchr.org/program/tidal-2031/program-tidal-2031/"
FOOTER = "<footer><a href='http://yellowgrass.org/roadmap/conf.researchr.org'>v9</a></footer>"


def read(body: str | bytes, url: str = URL) -> Program:
    return shelf.read(body, url)


def recorded(name: str) -> dict[str, Contribution]:
    program = read((RECORDINGS / f"{name}-tidal-2031.html").read_bytes())
    return {contribution.title: contribution for contribution in program.contributions}


def session(heading: str, *rows: str) -> str:
    details = f'<tr class="session-details"><td><div class="session-info-in-table">{heading}</div></td></tr>'
    return f'<html><table class="session-table" data-facet-date-order="310908">{details}{"".join(rows)}</table></html>'


def row(title: str, more: str = "", kind: str = "Talk") -> str:
    link = f'<a href="#" data-event-modal="e-1">{title}</a>'
    return f'<tr data-slot-id="s-1"><td><div class="event-type">{kind}</div></td><td>{link}{more}</td></tr>'


def only(body: str) -> Contribution:
    (contribution,) = read(body).contributions
    return contribution


def test_a_talk_has_its_people_links_session_and_times():
    kelp = recorded("program")["Compiling Kelp"]

    assert (Kind.PAPER, "Best of Buoys", "aaaaaaaa-0002") == (kelp.kind, kelp.session, kelp.id)
    assert ("2031-09-08T10:00:00", "2031-09-08T10:30:00") == (kelp.starts, kelp.ends)
    assert {"page": "https://doi.org/10.9999/kelp", "preprint": "https://arxiv.example/abs/1"} == kelp.links


def test_a_name_without_a_profile_is_bare_text_and_keeps_its_place():
    assert (
        Person(name="Ann Ode", affiliation="Sea Lab"),
        Person(name="Bo Tide"),
        Person(name="Cy-Lin (Cyan) Reef", affiliation="Bay U"),
        Person(name="Dee Plain"),
    ) == recorded("program")["Compiling Kelp"].people


def test_an_affiliation_may_hold_commas_and_belong_to_a_bare_name():
    performers = '<div class="performers">Bo Tide <span class="prog-aff">Delta College, Basin</span></div>'

    assert (Person(name="Bo Tide", affiliation="Delta College, Basin"),) == only(
        session("S", row("Eels", performers))
    ).people


def test_the_chairs_of_a_session_give_no_talk():
    assert not any("Mara" in person.name for talk in recorded("program").values() for person in talk.people)


def test_one_event_in_two_slots_is_one_contribution():
    crabs = recorded("program")["Towards Patient Crabs"]

    assert ("aaaaaaaa-0004", "2031-09-09T09:33:00") == (crabs.id, crabs.starts)


def test_sessions_without_talks_are_entries_and_others_are_not():
    kinds = {title: talk.kind for title, talk in recorded("program").items()}

    assert (Kind.LOGISTICS, Kind.LOGISTICS) == (kinds["Registration"], kinds["Tea on Deck"])
    assert Kind.SOCIAL is kinds["Conference Dinner"]
    assert not {"Best of Buoys", "Lightning talks", "Break"} & set(kinds)


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("Best of Sea<span class='pull-right'>Best of Sea</span> at <a class='room-link'>Bay</a>", "Best of Sea"),
        (
            "Eels at Sea<span class='pull-right'>Main</span> at <a class='room-link'>Bay</a><br>Long words",
            "Eels at Sea",
        ),
        ("Eels at <a class='room-link'>Bay</a>", "Eels"),
        ("Eels<span class='pull-right'>Eels</span><br>Chair(s): Ann Ode", "Eels"),
        ("Eels<p>What nobody calls it.</p>", "Eels"),
        ("Eels", "Eels"),
    ],
)
def test_a_heading_ends_where_its_track_and_room_begin(heading: str, title: str):
    assert title == only(session(heading, row("A Talk"))).session


def test_an_award_is_no_part_of_a_title_but_a_cancellation_is():
    assert "Eels" == only(session("S", row("<span class='label'>Distinguished Paper</span>Eels"))).title
    assert "CANCELLED: Eels" == only(session("S", row("Eels <span class='label'>CANCELLED</span>"))).title


@pytest.mark.parametrize(
    ("label", "kind"),
    [("Paper", Kind.PAPER), ("Keynote", Kind.KEYNOTE), ("Poster", Kind.POSTER), ("Social Event", Kind.SOCIAL)],
)
def test_the_event_type_names_the_kind(label: str, kind: Kind):
    assert kind is only(session("S", row("Eels", kind=label))).kind


def test_a_tracks_list_is_read_before_there_is_a_program():
    papers = recorded("track")

    assert ["Compiling Kelp", "Type Systems: A Tale, with Commas - and Dashes"] == list(papers)
    assert {Kind.PAPER} == {paper.kind for paper in papers.values()}
    assert (Person(name="Ann Ode"), Person(name="Bo Tide")) == papers["Compiling Kelp"].people


def test_a_slot_without_a_title_is_told_of():
    program = read(session("S", row("Eels"), '<tr data-slot-id="s-2"><td>Knots</td></tr>'))

    assert (1, ["Slots without a title, left out: 1."]) == (
        len(program.contributions),
        [finding.text for finding in program.findings],
    )


def test_a_page_that_announces_is_not_a_program_yet():
    with pytest.raises(NotPublished):
        read(f"<html><h1>Call for Papers</h1>{FOOTER}</html>")


def test_sessions_that_cannot_be_read_are_a_changed_layout():
    with pytest.raises(LayoutChanged):
        read(f"<html><table class='session-table'><tr data-slot-id='1'><td>Eels</td></tr></table>{FOOTER}</html>")


@pytest.mark.parametrize("other", ["<table><tr data-slot-id='1'><td>x</td></tr></table>", "<p>researchr</p>"])
def test_other_pages_are_left_to_others(other: str):
    with pytest.raises(BotError):
        read(f"<html>{other}</html>")
    assert not researchr.looks_like(page.read(f"<html>{other}</html>".encode(), source=Provenance(url=URL)))


def test_the_program_is_tried_before_the_page_that_was_given():
    home = "https://2031.splashcon.org/home/splash-2031"

    assert researchr.URL.match(home) and researchr.URL.match(URL)
    assert ("https://2031.splashcon.org/program/splash-2031/program-splash-2031/", home) == researchr.addresses(home)
    assert (URL,) == researchr.addresses(URL)


@needs_shared
@pytest.mark.parametrize("name", ["acsos-2026", "fse-2026.repeated-slot"])
def test_the_real_snippets_hold_one_talk_each(name: str):
    (talk,) = read((SHARED / f"{name}.snippet.html").read_bytes()).listed

    assert talk.id and talk.people and talk.session and talk.starts.startswith("2026-")


@needs_shared
def test_a_real_page_without_a_program_is_not_published():
    with pytest.raises(NotPublished):
        read((SHARED / "event-modal-loader.real.html").read_bytes())


def test_how_long_a_talk_lasts_stands_in_bold_wherever_that_is():
    row = (
        '<td><div class="start-time">10:30</div><b></b><strong>1h30m</strong></td><td><a data-event-modal="e">Kelp</a>'
    )
    head = '<tr class="session-details"><td><div class="session-info-in-table">Kelp</div></td></tr>'
    table = f'<table class="session-table" data-facet-date-order="310907">{head}<tr data-slot-id="s">{row}</tr></table>'

    (talk,) = read(f"<html>{table}</html>").contributions

    assert ("2031-09-07T10:30:00", "2031-09-07T12:00:00") == (talk.starts, talk.ends)
