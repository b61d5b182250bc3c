"""The ACL Anthology's volumes: ids of two ages, what was taken back, and what is no paper."""

from pathlib import Path

import pytest

from bot import judge, page
from bot.errors import BotError, LayoutChanged, NotPublished
from bot.model import Contribution, Edition, Kind, Person, Program, Provenance
from bot.platforms import acl_anthology
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "acl_anthology"
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "programs" / "acl-anthology"
needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent")


def read(body: str | bytes, url: str = "2031.shoal.xml") -> Program:
    return shelf.read(body, url)


def recorded(name: str) -> dict[str, Contribution]:
    return {paper.title: paper for paper in read((RECORDINGS / name).read_bytes()).contributions}


EEL = "EelBERT: Reading Eels in O(n) & Less"


def test_a_paper_has_its_people_abstract_and_part_of_the_proceedings():
    paper = recorded("2031.shoal.xml")[EEL]

    assert (Person(name="Ann Ode", affiliation="Sea Lab"), Person(name="Plato"), Person(name="Mononym")) == paper.people
    assert (
        "Eels are long; reading them takes n^2 steps. We read them in fewer, see https://eels.example/code."
        == paper.abstract
    )
    assert (Kind.PAPER, "Long Papers") == (paper.kind, paper.session)


def test_links_say_what_they_lead_to():
    paper = recorded("2031.shoal.xml")[EEL]
    attached = "https://aclanthology.org/attachments/2031.shoal-long.1"

    assert ("2031.shoal-long.1", "https://aclanthology.org/2031.shoal-long.1/") == (paper.id, paper.url)
    assert {
        "pdf": "https://aclanthology.org/2031.shoal-long.1.pdf",
        "video": "https://aclanthology.org/2031.shoal-long.1.mp4",
        "code": f"{attached}.software.zip",
        "slides": f"{attached}.presentation.pdf",
        "supplement": f"{attached}.appendix.pdf",
    } == paper.links


def test_a_file_elsewhere_is_linked_as_it_is_and_a_dangerous_one_not_at_all():
    assert {"pdf": "https://elsewhere.example/lobster.pdf"} == recorded("2031.shoal.xml")[
        "A Keynote Recorder for Lobsters"
    ].links
    assert {} == recorded("W06.xml")["Mud, Annotated"].links


def test_front_matter_is_no_paper_and_a_papers_title_no_kind():
    kinds = {title: row.kind for title, row in recorded("2031.shoal.xml").items()}

    assert "Front Matter of the Shoal" not in kinds
    assert Kind.PAPER == kinds["A Keynote Recorder for Lobsters"]


@pytest.mark.parametrize(("mark", "said"), [("retracted", "Retracted"), ("removed", "Withdrawn")])
def test_what_was_taken_back_says_so_and_is_not_drafted(mark: str, said: str):
    program = read((RECORDINGS / "2031.shoal.xml").read_text().replace("retracted", mark))
    judged = judge.judge(program, Edition(key="shoal-2031", name="Shoal 2031", ends="2031-06-03"))

    assert f"{said}: Herring Embeddings That Were Not" in [paper.title for paper in program.contributions]
    assert not [paper for paper in judged.contributions if "Herring" in paper.title]


def test_an_events_talks_are_of_their_own_kinds():
    rows = recorded("2031.shoal.xml")
    keynote = rows["Keynote 1: What Whales Mean"]

    assert ("https://aclanthology.org/2031.shoal.keynote1.mp4", "Dee Pelagic") == (
        keynote.links["video"],
        keynote.people[0].name,
    )
    assert [Kind.KEYNOTE, Kind.TALK, Kind.LOGISTICS] == [row.kind for row in list(rows.values())[-3:]]


def test_an_event_names_the_program_and_what_is_kept_elsewhere():
    program = read((RECORDINGS / "2031.shoal.xml").read_bytes())

    assert ("9th Meeting of the Society for Shoal Linguistics", "https://2031.shoal.example") == (
        program.name,
        program.url,
    )
    assert ("2031-05-30", "2031-06-03") == (program.starts, program.ends)
    assert "2031.findings-shoal, 2031.plankton-1" in program.findings[0].text


@pytest.mark.parametrize(
    ("collection", "volume", "number", "key"),
    [
        ("J89", "1", "1", "J89-1001"),
        ("W06", "14", "7", "W06-1407"),
        ("D19", "1", "57", "D19-1057"),
        ("D19", "57", "3", "D19-5703"),
        ("2022.acl", "long", "1", "2022.acl-long.1"),
        ("L06", "main", "1", "L06-main.1"),
        ("", "1", "1", "-1001"),
    ],
)
def test_ids_are_the_anthologys(collection: str, volume: str, number: str, key: str):
    paper = page.read(f'<?xml version="1.0"?><paper id="{number}"/>'.encode(), source=Provenance(url="x"))

    assert key == acl_anthology.key_of(collection, volume, paper)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("May 22–27, 2022", "2022-05-22", "2022-05-27"),
        ("July 31 - Aug 5, 2022", "2022-07-31", "2022-08-05"),
        ("June 3, 2031", "2031-06-03", "2031-06-03"),
        ("Smarch 3, 2031", "", ""),
        ("all summer", "", ""),
    ],
)
def test_days_are_read_off_a_span(text: str, first: str, last: str):
    assert (first, last) == acl_anthology.days(text)


@pytest.mark.parametrize(
    ("url", "file"),
    [
        ("https://aclanthology.org/events/acl-2022/", "2022.acl.xml"),
        ("https://aclanthology.org/volumes/2022.acl-long/", "2022.acl.xml"),
        ("https://aclanthology.org/volumes/P18-1/", "P18.xml"),
        ("https://github.com/acl-org/acl-anthology/blob/master/data/xml/2025.acl.xml", "2025.acl.xml"),
    ],
)
def test_the_collections_file_is_asked(url: str, file: str):
    raw = "https://raw.githubusercontent.com/acl-org/acl-anthology/master/data/xml/"

    assert acl_anthology.URL.match(url)
    assert (raw + file,) == acl_anthology.addresses(url)


def test_volumes_without_papers_are_not_published_yet():
    with pytest.raises(NotPublished):
        read('<collection id="2031.x"><volume id="1"><meta><booktitle>Soon</booktitle></meta></volume></collection>')


def test_a_paper_without_a_title_is_a_changed_layout():
    whole = (RECORDINGS / "W06.xml").read_text()

    with pytest.raises(LayoutChanged):
        read(whole.replace("<title>Mud, Annotated</title>", "<name>Mud, Annotated</name>"))


def test_other_xml_is_left_to_others():
    other = page.read(b"<collection><movie/></collection>", source=Provenance(url="x.xml"))

    assert not acl_anthology.looks_like(other)


@needs_shared
def test_a_papers_own_page_is_no_program():
    with pytest.raises(BotError):
        read((SHARED / "2021.naacl-main.208.paper.html").read_bytes(), "2021.naacl-main.208.html")


@needs_shared
def test_the_real_volumes_of_2022_have_421_papers_and_their_own_ids():
    rows = read((SHARED / "2022.acl.trim.xml").read_bytes()).contributions
    papers = [row for row in rows if row.kind is Kind.PAPER]

    assert (421, 424) == (len(papers), len(rows))
    assert all(paper.links["pdf"] == f"https://aclanthology.org/{paper.id}.pdf" for paper in papers)
    assert all(paper.people and paper.abstract and paper.session for paper in papers[:250])
