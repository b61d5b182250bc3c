"""A saved page of the ACL Anthology: papers under their volumes, and the volumes themselves are none."""

import re
from pathlib import Path

from bot.model import Kind
from tests.platforms import shelf

BODY = (Path(__file__).parent / "recordings" / "acl_anthology_pages" / "shoal-2031.html").read_text()


def test_papers_have_their_people_abstract_part_and_pdf():
    program = shelf.read(BODY, "saved.html")
    eels, whales, foghorn = program.contributions

    assert "Shoal Conference on Languages at Sea (2031)" == program.name
    assert ["2031.shoal-long.1", "2031.shoal-long.2", "2031.shoal-demo.1"] == [row.id for row in program.contributions]
    assert ["Ann Ode", "Bo Tide"] == [person.name for person in eels.people]
    assert ("Eels are hard to read. We read them.", "") == (eels.abstract, whales.abstract)
    assert ("Long Papers", "System Demonstrations") == (eels.session, foghorn.session)
    assert (Kind.PAPER, Kind.DEMO) == (eels.kind, foghorn.kind)
    assert ("https://aclanthology.org/2031.shoal-long.2/", {}) == (whales.url, whales.links)
    assert {"pdf": "https://aclanthology.org/2031.shoal-long.1.pdf"} == eels.links


def test_front_matter_is_none_whichever_way_it_is_numbered():
    old = BODY.replace("2031.shoal-long.0", "J89-1000").replace("2031.shoal-long.1", "J89-1001")

    assert ["J89-1001", "2031.shoal-long.2", "2031.shoal-demo.1"] == [
        row.id for row in shelf.read(old, "saved.html").contributions
    ]


def test_a_page_saved_without_its_head_is_known_all_the_same():
    headless = re.sub(r"<title>.*?</title>", "", BODY)

    assert 3 == len(shelf.read(headless, "saved.html").contributions)
