"""A saved table of contents of dblp: papers under their headings, and the volume is none of them."""

from pathlib import Path

import pytest

from bot.errors import NotPublished
from bot.model import Kind
from tests.platforms import shelf

BODY = (Path(__file__).parent / "recordings" / "dblp_pages" / "tide2031.html").read_text()


def test_papers_have_people_sessions_and_addresses():
    program = shelf.read(BODY, "saved.html")
    kelp, tide, raft = program.contributions

    assert ("9th TIDE 2031: Saltmarsh", "dblp_pages") == (program.name, program.platform)
    assert ["Ann Ode", "Bo Tide"] == [person.name for person in kelp.people]
    assert ("Routing in Deep Water", "Does the Tide Wait?") == (kelp.session, tide.title)
    assert ("https://doi.org/10.9999/tide.31", "https://dblp.org/rec/conf/tide/Reef31") == (kelp.url, tide.url)
    assert (Kind.PAPER, Kind.POSTER) == (kelp.kind, raft.kind)


def test_a_list_of_volumes_is_no_program():
    with pytest.raises(NotPublished):
        shelf.read(BODY.replace("entry inproceedings", "entry editor"), "saved.html")
