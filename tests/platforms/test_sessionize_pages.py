"""Sessionize as sites embed it: each session once, with its times as scripts read them."""

from pathlib import Path

import pytest

from bot.errors import LayoutChanged
from bot.model import Contribution, Kind
from bot.platforms import sessionize_pages
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "sessionize_pages"


def recorded(name: str) -> dict[str, Contribution]:
    program = shelf.read((RECORDINGS / name).read_bytes(), name)
    assert "sessionize_pages" == program.platform
    return {row.title: row for row in program.contributions}


def test_the_grid_has_breaks_rooms_people_and_times():
    rows = recorded("grid.html")
    keynote, course = rows["Keynote: The Harbour at Night"], rows["Anchors in Practice"]

    assert (Kind.LOGISTICS, Kind.KEYNOTE, Kind.WORKSHOP) == tuple(row.kind for row in rows.values())
    assert ["Ann Ode", "Bo Tide"] == [person.name for person in keynote.people]
    assert ("Main Hall", "901", "902") == (keynote.session, keynote.id, course.id)
    assert ("2031-06-08T08:00:00", "2031-06-08T09:30:00") == (course.starts[:19], course.ends[:19])


def test_the_list_has_descriptions_and_may_lack_times():
    rows = recorded("list.html")
    knots = rows["Knots Nobody Asked For"]

    assert "We drop anchors." in rows["Anchors in Practice"].abstract
    assert ("904", "", "", "A tour of knots.") == (knots.id, knots.starts, knots.ends, knots.abstract)


def test_times_in_words_alone_name_no_day():
    entry = (
        '<div class="sz-session"><h3 class="sz-session__title">Ropes</h3><div class="sz-session__time" '
        'data-sztz="TimeWithDuration|en|soon|">9:00</div></div>'
    )
    (row,) = shelf.read(f"<html><body>{entry}</body></html>", "saved.html").contributions

    assert ("", "") == (row.starts, row.ends)


def test_entries_without_titles_are_a_changed_layout():
    page = shelf.opened('<div class="sz-session"><h3 class="sz-session__title">–</h3></div>', "saved.html")
    with pytest.raises(LayoutChanged):
        sessionize_pages.scrape(page, shelf.EMPTY)
