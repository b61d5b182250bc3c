"""pretalx's schedule for widgets: speakers, tracks and rooms by their codes, titles in several languages, breaks."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.errors import NotPublished
from bot.model import Kind, Program
from tests.platforms import shelf

TREE = json.loads((Path(__file__).parent / "recordings" / "pretalx_widget" / "tidecon-2031.schedule.json").read_text())
PLACE = "https://talks.example.org/tidecon-2031/schedule/widgets/schedule.json"


def read(**changes: Any) -> Program:
    return shelf.read({**TREE, **changes}, PLACE)


def test_talks_have_people_tracks_times_and_pages():
    opening, ropes, lunch = read().contributions

    assert ["Ann Ode", "Bo Tide"] == [person.name for person in opening.people]
    assert ("Locks", "We open them.") == (opening.session, opening.abstract)
    assert "https://talks.example.org/tidecon-2031/talk/ABC123/" == opening.url
    assert ("Ropes for Beginners", Kind.WORKSHOP, ["Cy Reef"]) == (
        ropes.title, ropes.kind, [person.name for person in ropes.people],
    )  # fmt: skip
    assert "2031-06-09T00:30:00+02:00" == ropes.ends
    assert ("Lunch", Kind.LOGISTICS, "Main Hall", "") == (lunch.title, lunch.kind, lunch.session, lunch.url)


def test_its_days_and_version_are_the_schedule_s():
    program = read()
    assert ("2031-06-08", "2031-06-09", "0.9 Low Water") == (program.starts, program.ends, program.version)


def test_an_empty_schedule_is_not_published():
    with pytest.raises(NotPublished):
        read(talks=[TREE["talks"][3]])
