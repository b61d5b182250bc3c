"""CVF's and ECVA's open access lists: siblings that belong together, authors in fields, and many years on one page."""

from pathlib import Path

import pytest

from bot.errors import BotError, LayoutChanged, SourceError
from bot.model import Contribution, Kind, Person, Program
from bot.platforms import cvf
from bot.web import Web
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "cvf"
SITE = "https://openaccess.thecvf.com"
FRONT = """<html><head><title>TIDE 2018 Open Access Repository</title></head><body><dl>
<dd><a href="TIDE2018?day=2018-06-19">Day 1</a></dd><dd><a href="TIDE2018?day=2018-06-20">Day 2</a></dd>
<dd><a href="https://elsewhere.example/TIDE2018?day=2018-06-21">Day 3</a></dd>%s</dl></body></html>"""


def read(body: str | bytes, url: str = f"{SITE}/TIDE2031?day=all", web: Web = shelf.EMPTY) -> Program:
    return shelf.read(body, url, web)


def recorded(name: str, url: str = f"{SITE}/TIDE2031?day=all") -> list[Contribution]:
    return list(read((RECORDINGS / name).read_bytes(), url).contributions)


def row(title: str, people: str = "") -> str:
    return f"<dt class=ptitle><br><a href='/content/T/html/{title}_T_paper.html'>{title}</a></dt><dd>{people}</dd>"


def test_a_paper_has_its_authors_and_links_from_the_rows_beneath_it():
    spray = recorded("TIDE2031.html")[0]

    assert (Person(name="Ann Ode"), Person(name="Bo Tide, Jr.")) == spray.people
    assert f"{SITE}/content/TIDE2031/html/Ode_Seeing_Through_Spray__Salt_TIDE_2031_paper.html" == spray.url
    assert {
        "pdf": f"{SITE}/content/TIDE2031/papers/Ode_Seeing_Through_Spray__Salt_TIDE_2031_paper.pdf",
        "supplement": f"{SITE}/content/TIDE2031/supplemental/Ode_Seeing_Through_TIDE_2031_supplemental.pdf",
        "arxiv": "http://arxiv.example/abs/3101.00001",
    } == spray.links
    assert ("Ode_Seeing_Through_Spray__Salt_TIDE_2031", Kind.PAPER, "") == (spray.id, spray.kind, spray.starts)


def test_authors_and_links_may_share_a_row():
    reef = recorded("TIDE2031.html")[1]

    assert ((Person(name="Cy Reef"),), ["pdf"]) == (reef.people, list(reef.links))


def test_the_way_back_is_no_paper_and_lends_nobody_its_link():
    _, _, nobody = recorded("TIDE2031.html")

    assert ("Nobody's Lighthouse", (), ["pdf"]) == (nobody.title, nobody.people, list(nobody.links))


def test_a_saved_page_knows_its_site():
    first, *_ = recorded("TIDE2031.html", "saved.html")

    assert first.url.startswith(f"{SITE}/content/")


def test_older_years_call_the_fields_otherwise():
    (barnacles,) = recorded("TIDE2018.html", f"{SITE}/TIDE2018.py")

    assert (Person(name="Fay Crust"), Person(name="Gil Silt")) == barnacles.people
    assert f"{SITE}/content_tide_2018/papers/Crust_Barnacles_at_a_TIDE_2018_paper.pdf" == barnacles.links["pdf"]


def test_a_days_page_says_when_its_papers_were_given():
    (barnacles,) = recorded("TIDE2018.html", f"{SITE}/TIDE2018?day=2018-06-19")

    assert "2018-06-19" == barnacles.starts


def test_the_days_of_a_front_page_are_read_and_no_others(tmp_path: Path):
    days = {f"{SITE}/TIDE2018?day=2018-06-19": row("One"), f"{SITE}/TIDE2018?day=2018-06-20": row("Two")}

    program = read(FRONT % "", f"{SITE}/TIDE2018", shelf.of(tmp_path, days))

    assert [("One", "2018-06-19"), ("Two", "2018-06-20")] == [(p.title, p.starts) for p in program.contributions]
    assert list(days) == [source.url for source in program.sources]


def test_one_page_of_all_days_is_enough(tmp_path: Path):
    whole = f"{SITE}/TIDE2018?day=all"

    program = read(
        FRONT % "<dd><a href='TIDE2018?day=all'>All</a></dd>",
        f"{SITE}/TIDE2018",
        shelf.of(tmp_path, {whole: row("One")}),
    )

    assert [whole] == [source.url for source in program.sources]


def test_a_day_that_cannot_be_read_is_no_shorter_program(tmp_path: Path):
    with pytest.raises(SourceError):
        read(FRONT % "", f"{SITE}/TIDE2018", shelf.of(tmp_path, {f"{SITE}/TIDE2018?day=2018-06-19": row("One")}))


def test_ecvas_names_are_a_line_with_stars():
    gulls, masts, _ = recorded("ecva-papers.html", "https://www.ecva.net/papers.php")

    assert ("Dee Pelagic", "Eve Neap", "Ann Ode") == tuple(person.name for person in gulls.people)
    assert ("Cy Reef", "Hal Mast") == tuple(person.name for person in masts.people)
    assert ["pdf", "supplement", "doi"] == list(gulls.links)
    assert "https://www.ecva.net/papers/eccv_2032/papers_ECCV/html/4_ECCV_2032_paper.php" == gulls.url


def test_ecvas_years_are_told_apart_and_announced():
    program = read((RECORDINGS / "ecva-papers.html").read_bytes(), "saved.html")

    assert ["ECCV 2032 Papers", "ECCV 2032 Papers", "ECCV 2030 Papers"] == [p.session for p in program.contributions]
    assert ["The page holds 2 editions: ECCV 2032 Papers, ECCV 2030 Papers."] == [f.text for f in program.findings]


@pytest.mark.parametrize(
    ("url", "asked"),
    [
        (f"{SITE}/CVPR2025", (f"{SITE}/CVPR2025?day=all", f"{SITE}/CVPR2025")),
        (f"{SITE}/CVPR2020?day=2020-06-16", (f"{SITE}/CVPR2020?day=2020-06-16",)),
        (f"{SITE}/CVPR2025_workshops/ABAW", (f"{SITE}/CVPR2025_workshops/ABAW",)),
        ("https://www.ecva.net/papers.php", ("https://www.ecva.net/papers.php",)),
    ],
)
def test_all_days_are_asked_first(url: str, asked: tuple[str, ...]):
    assert cvf.URL.match(url)
    assert asked == cvf.addresses(url)


@pytest.mark.parametrize(
    "body",
    [
        "<html><dl><dt class=ptitle><a href='/menu'>Back</a></dt></dl></html>",
        "<html><dl><dt class=ptitle><br><a href='/content/T/html/x.html'> </a></dt><dd>Ann Ode</dd></dl></html>",
    ],
)
def test_a_frame_without_a_readable_title_is_a_changed_layout(body: str):
    with pytest.raises(LayoutChanged):
        read(body)


def test_a_papers_own_page_is_left_to_others():
    with pytest.raises(BotError):
        read("<html><div id=papertitle>Spray</div><div id=authors><b><i>Ann Ode</i></b></div></html>")
