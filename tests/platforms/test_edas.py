"""EDAS programs: headings of days and sessions, two kinds of lists, and dates whose year stands elsewhere."""

from pathlib import Path

import pytest

from bot import page
from bot.errors import BotError, LayoutChanged, NotPublished
from bot.model import Contribution, Kind, Person, Program, Provenance
from bot.platforms import edas
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "edas"
URL = "https://edas.info/web/tidecom2031/program.html"
SESSION = '<h4><a name="S1570000001"></a>09:00 - 10:30: S1: Eels</h4>'


def read(body: str | bytes, url: str = URL) -> Program:
    return shelf.read(body, url)


def recorded(name: str = "tidecom") -> dict[str, Contribution]:
    return {row.title: row for row in read((RECORDINGS / f"{name}-2031-program.html").read_bytes()).contributions}


def only(item: str, session: str = SESSION, day: str = "<h2>Monday, June 9</h2>") -> Contribution:
    (contribution,) = read(f"<html>{day}{session}<ul><li>{item}</li></ul></html>").contributions
    return contribution


def test_a_paper_has_its_people_session_abstract_key_and_start():
    buoys = recorded()["Buoys that Answer: Half-Duplex, Half Asleep"]

    assert (
        Person(name="Ann Ode", affiliation="Sea Lab, Atlantis"),
        Person(name="Cy-Lin (Cyan) Reef", affiliation="Bay U, Lemuria"),
    ) == buoys.people
    assert (Kind.PAPER, "S1: Slow Channels", "1570000011") == (buoys.kind, buoys.session, buoys.id)
    assert ("2031-06-09T09:00:00", f"{URL}#1570000011") == (buoys.starts, buoys.url)
    assert "Buoys answer late. We measure <5 s." == buoys.abstract


def test_people_without_marks_stand_between_title_and_abstract():
    salt = recorded()["Salt in the Antenna"]

    assert (
        Person(name="Bo Tide", affiliation="Mud Institute, Mu"),
        Person(name="Dee Silt", affiliation="Mud Institute, Mu"),
        Person(name="Eve Groyne", affiliation="Pier College, Mu"),
    ) == salt.people
    assert salt.abstract.startswith("Salt conducts")


def test_a_list_of_terms_is_read_like_a_list_of_entries():
    ropes, knots = recorded("buoycom").values()

    assert ("Ropes and Radio", "Ropes hum. Radios hear it.", "1571000011") == (ropes.title, ropes.abstract, ropes.id)
    assert ("Knots hold.", ("Bo Tide", "Gus Lock")) == (knots.abstract, tuple(who.name for who in knots.people))


def test_menus_and_chairs_are_no_papers_and_sessions_neither():
    found = recorded()

    assert not {"Program", "S1: Slow Channels", "P1: Posters"} & set(found)
    assert not any("Mara" in person.name for row in found.values() for person in row.people)


def test_sessions_without_papers_stand_for_themselves():
    found = recorded()

    assert (Kind.LOGISTICS, "2031-06-09T10:30:00") == (found["Coffee Break"].kind, found["Coffee Break"].starts)
    assert (Kind.KEYNOTE, "2031-06-09T13:00:00") == (
        found["Keynote: What Whales Broadcast"].kind,
        found["Keynote: What Whales Broadcast"].starts,
    )


def test_a_poster_session_holds_posters():
    assert Kind.POSTER is recorded()["Nets for Catching Packets"].kind


@pytest.mark.parametrize(
    ("day", "starts"),
    [
        ("Monday, June 9", "2031-06-09T09:00:00"),
        ("Monday, 9 June 2031", "2031-06-09T09:00:00"),
        ("June 9, 2032", "2032-06-09T09:00:00"),
        ("Tuesday, June 9", ""),
        ("June 9", ""),
        ("Monday, June 39", ""),
        ("Day 1", ""),
    ],
)
def test_a_date_without_a_year_is_believed_only_where_the_weekday_agrees(day: str, starts: str):
    assert starts == only("<b>Eels</b>", day=f"<h2>{day}</h2>").starts


def test_a_time_outside_its_session_is_not_believed():
    afternoon = SESSION.replace("09:00 - 10:30", "1:00 PM - 3:00 PM")

    assert ("Eels", "2031-06-09T13:00:00") == (
        only("<b>2:15 Eels</b>", afternoon).title,
        only("<b>2:15 Eels</b>", afternoon).starts,
    )
    assert "2031-06-09T14:15:00" == only("<b>2:15 PM Eels</b>", afternoon).starts


def test_a_title_may_begin_with_a_number():
    assert "5.10 GHz for Eels" == only("<b>5.10 GHz for Eels</b>").title


def test_a_month_in_a_sessions_title_is_no_date():
    found = only("<b>Eels</b>", SESSION.replace("Eels", "Eels in May"))

    assert ("S1: Eels in May", "2031-06-09T09:00:00") == (found.session, found.starts)


def test_entries_that_are_no_papers_are_a_changed_layout():
    with pytest.raises(LayoutChanged):
        read(f"<html>{SESSION.replace('S1: Eels', 'Lunch')}<ul><li>Ann Ode</li></ul></html>")


def test_a_program_of_breaks_is_not_published_yet():
    with pytest.raises(NotPublished):
        read(f"<html>{SESSION.replace('S1: Eels', 'Lunch')}</html>")


@pytest.mark.parametrize("other", ["<h4>09:00 - 10:30 S1</h4><li><b>x</b></li>", "<a name='S1570000001'></a>", "EDAS"])
def test_other_pages_are_left_to_others(other: str):
    with pytest.raises(BotError):
        read(f"<html>{other}</html>")
    assert not edas.looks_like(page.read(f"<html>{other}</html>".encode(), source=Provenance(url=URL)))


def test_only_what_is_public_is_asked_for():
    assert edas.URL.match("https://edas.info/web/tidecom2031/") and edas.URL.match("https://edas.info/p25749")
    assert not edas.URL.match("https://edas.info/showPaper.php?m=1570000011")
    assert (URL, "https://edas.info/web/tidecom2031/index.html") == edas.addresses("https://edas.info/web/tidecom2031/")
    assert (URL,) == edas.addresses(URL)
