"""A volume's papers as libraries export them; a list of references is none."""

from pathlib import Path

import pytest

from bot.errors import BotError, SourceError
from tests.platforms import shelf

BODY = (Path(__file__).parent / "recordings" / "proceedings_bib" / "tide31.bib").read_text()


def test_a_paper_has_its_people_abstract_and_address():
    ropes, anchors = shelf.read(BODY, "tide31.bib").contributions

    assert ["Ann Ode", "Bo Tide"] == [person.name for person in ropes.people]
    assert ["Cy Reef", "Dee Silt"] == [person.name for person in anchors.people]
    assert ("We tie & bend.", "10.9999/31.1") == (ropes.abstract, ropes.id)
    assert ("Anchors: A Heavy Topic", "https://doi.org/10.9999/31.2") == (anchors.title, anchors.url)


def test_the_volume_names_the_program():
    assert "Proceedings of the 9th Tidal Conference" == shelf.read(BODY, "tide31.bib").name


def test_half_a_file_is_refused():
    with pytest.raises(SourceError):
        shelf.read(BODY[:-60], "tide31.bib")


@pytest.mark.parametrize(
    "body",
    [
        BODY.replace("9th Tidal", "8th Tidal", 1),
        BODY.partition("@inproceedings {")[0],
        f"{BODY}@article{{x, title={{Of Something Else}}, journal={{Tides}}}}\n",
    ],
    ids=["two volumes", "one citation", "references"],
)
def test_a_list_of_references_is_no_program(body: str):
    with pytest.raises(BotError):
        shelf.read(body, "references.bib")
