"""Picks with what others know of them, read from recordings of our own making and from a server of this machine."""

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from bot import web
from bot.enrich import Enriched, enrich
from bot.enrichers import Reached
from bot.errors import StoreError
from bot.model import ConferenceKind, Contribution, Depth, Kind, Passage, Person, Pick, Provenance, Tier
from bot.web import Limits
from bot.web.recording import Recording, saved
from bot.writers import Brief, extractive
from tests.pdfs import printed

TITLE = "Tidal Queues: Letting Cranes Think"
SITE = "https://harbour.example.org/2026"
PDF = f"{SITE}/tides.pdf"
ARXIV = "https://export.arxiv.org/api/query?"
TEXT = [
    "Queues grow when the tide is high. Operators have known this for",
    "years, and have done little about it. We let the cranes think.",
] * 12
NUMBERS = [
    "On 40 hosts the crane saves 12 ms in the median and 31 ms in the",
    "tail, at a price of 2% more traffic.",
] * 8
PAPER = printed(
    [TITLE, "Ann Ode and Bo Tide", "Abstract", *TEXT[:6], "1 Introduction", *TEXT],
    [
        "2 Evaluation",
        *NUMBERS,
        "3 Limitations",
        "We did not try more than 40 hosts.",
        *TEXT,
        "References",
        "[1] A. Ode.",
    ],
)
SLIDES = printed([TITLE, "Ann Ode"], ["Cranes", "think"], ["Thank you"])
PROGRAM = Passage(
    text="The program says that queues grow when the tide is high, and that operators of harbours everywhere have "
    "known this for many years. We let the cranes think about the ships that wait, and save 12 ms in the median.",
    part="abstract",
    source=Provenance(url=f"{SITE}/program"),
)
TIDES = Contribution(id="tides", title=TITLE, kind=Kind.PAPER, people=(Person(name="Ann Ode"), Person(name="Bo Tide")))
ATOM = """<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><entry>
<id>http://arxiv.org/abs/2601.00042v1</id><title>Tidal Queues: Letting Cranes Think</title>
<author><name>Ann Ode</name></author>
<summary>Preprints say that queues grow. {}</summary></entry></feed>""".format("And they go on growing. " * 12)


def recorded(folder: Path, answers: Mapping[str, bytes | tuple[int, bytes]]) -> Recording:
    """A recording with these answers."""
    index = {}
    for number, (url, answer) in enumerate(answers.items()):
        status, body = answer if isinstance(answer, tuple) else (200, answer)
        (folder / str(number)).write_bytes(body)
        index[url] = {"file": str(number), "status": status, "time": "2026-11-30T08:00:00+00:00"}
    (folder / "index.json").write_text(json.dumps(index))
    return saved(folder)


def looked(
    folder: Path,
    answers: Mapping[str, bytes | tuple[int, bytes]],
    *contributions: Contribution,
    enrichers: Sequence[str] = ("paper_page",),
    requests: int = 100,
) -> Enriched:
    picks = [Pick(contribution=each, tier=Tier.CORE) for each in contributions]
    return enrich(picks, enrichers, recorded(folder, answers), requests)


def parts(enriched: Enriched, place: int = 0) -> list[str]:
    return [passage.part for passage in enriched.picks[place].contribution.passages]


def links(enriched: Enriched) -> dict[str, str]:
    return dict(enriched.picks[0].contribution.links)


def sentences(enriched: Enriched) -> list[str]:
    return [finding.sentence for finding in enriched.findings]


def notes(enriched: Enriched, key: str = "tides") -> list[str]:
    return [lookup.sentence for lookup in enriched.lookups[key]]


def with_pdf(address: str = PDF, **fields: object) -> Contribution:
    return replace(TIDES, links={"pdf": address}, passages=(PROGRAM,), **fields)


# ---- nothing asked


def test_without_enrichers_nothing_is_asked_and_nothing_changes(tmp_path: Path) -> None:
    pick = Pick(contribution=with_pdf(), tier=Tier.CORE)

    assert Enriched(picks=(pick,)) == looked(tmp_path, {PDF: PAPER}, with_pdf(), enrichers=())


# ---- the paper


def test_a_paper_is_read_section_by_section_and_each_knows_its_page(tmp_path: Path) -> None:
    found = looked(tmp_path, {PDF: PAPER}, with_pdf())
    passages = found.picks[0].contribution.passages

    assert ["abstract", "full text", "full text", "full text"] == parts(found)
    assert PROGRAM == passages[0]
    assert [f"{PDF}#page=1", f"{PDF}#page=2", f"{PDF}#page=2"] == [each.source.url for each in passages[1:]]
    assert {("2026-11-30T08:00:00+00:00", 64)} == {(each.source.time, len(each.source.sha256)) for each in passages[1:]}
    assert passages[1].text.startswith("Queues grow when the tide is high.")
    assert passages[2].text.startswith("On 40 hosts the crane saves 12 ms")
    assert passages[3].text.startswith("We did not try more than 40 hosts.")
    assert (1, 1, [], [f"pdf read: {PDF}, 2 pages"]) == (found.whole, found.requests, sentences(found), notes(found))


def test_of_a_long_paper_no_more_is_taken_than_a_model_can_read(tmp_path: Path) -> None:
    pages = [[TITLE, "1 Introduction", *TEXT], *([TEXT * 2] * 6), ["2 Evaluation", *NUMBERS * 3], *([NUMBERS * 4] * 4)]
    found = looked(tmp_path, {PDF: printed(*pages)}, with_pdf())
    texts = [each.text for each in found.picks[0].contribution.passages[1:]]

    assert 4000 < len(texts[0]) <= 5000
    assert 8000 < sum(map(len, texts)) <= 12_000
    assert all(text.endswith(".") for text in texts)


def test_the_abstract_of_a_paper_serves_where_the_program_has_none(tmp_path: Path) -> None:
    found = looked(tmp_path, {PDF: PAPER}, replace(with_pdf(), passages=()))

    assert ["abstract", "full text", "full text", "full text"] == parts(found)
    assert f"{PDF}#page=1" == found.picks[0].contribution.passages[0].source.url


def test_the_extractive_writer_writes_the_same_with_the_paper_as_without(tmp_path: Path) -> None:
    brief = Brief(kind=ConferenceKind.ACADEMIC)
    [before] = extractive.write([Pick(contribution=with_pdf(), tier=Tier.CORE)], brief)
    [after] = extractive.write(looked(tmp_path, {PDF: PAPER}, with_pdf()).picks, brief)

    assert (before.why, before.what, before.how, before.where) == (after.why, after.what, after.how, after.where)
    assert Depth.ABSTRACT is after.depth


def test_a_pdf_of_something_else_is_not_read_and_told(tmp_path: Path) -> None:
    other = printed(["A Store for the Backups of Archives", *TEXT], ["1 Introduction", *TEXT])
    found = looked(tmp_path, {PDF: other}, with_pdf())

    assert ["abstract"] == parts(found)
    assert {"pdf": PDF} == links(found)
    assert [
        f"“{TITLE}” could not be looked up everywhere (failed): {PDF} is a PDF of something else, by its first pages."
        " (the write-ups rest on what else there is)"
    ] == sentences(found)


def test_slides_are_called_slides(tmp_path: Path) -> None:
    found = looked(tmp_path, {PDF: SLIDES}, with_pdf())

    assert (["abstract"], {"slides": PDF}) == (parts(found), links(found))


def test_a_page_that_only_claims_to_be_the_pdf_is_called_a_page(tmp_path: Path) -> None:
    found = looked(tmp_path, {PDF: b"<html><body><h1>Tidal Queues</h1><p>Read on."}, with_pdf())

    assert ({"page": PDF}, [f"pdf not found: {PDF} is not a PDF"]) == (links(found), notes(found)[:1])


def test_a_paywall_is_told(tmp_path: Path) -> None:
    found = looked(
        tmp_path, {PDF: b"<html><body><p>Access through your institution or purchase this article"}, with_pdf()
    )

    assert Reached.PAYWALLED is found.lookups["tides"][0].known.reached
    assert "(paywalled): harbour.example.org shows the paper only to those who pay or log in" in sentences(found)[0]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (b"%PDF-1.4 and then nothing", f"{PDF} is a PDF that cannot be read"),
        ((500, b"<p>oh"), "harbour.example.org failed to answer (500 Internal Server Error)"),
        ((403, b"<p>no"), "harbour.example.org refuses to show this page to robots (403 Forbidden)"),
        (b"<title>Just a moment...</title><script>_cf_chl_opt={}</script>",
         "harbour.example.org shows a wall for robots (Cloudflare) instead of the page"),
        (printed([]), f"{PDF} is a PDF of pictures, without any text"),
    ],
)  # fmt: skip
def test_what_stands_in_the_way_of_a_paper_is_told(
    tmp_path: Path, answer: bytes | tuple[int, bytes], said: str
) -> None:
    found = looked(tmp_path, {PDF: answer}, with_pdf())

    assert said in sentences(found)[0]
    assert (["abstract"], {"pdf": PDF}) == (parts(found), links(found))


def test_one_obstacle_of_many_picks_is_one_finding(tmp_path: Path) -> None:
    wall = (403, b"<title>Just a moment...</title><script>_cf_chl_opt={}</script>")
    urls = [f"{SITE}/{number}.pdf" for number in range(5)]
    many = [replace(with_pdf(url), id=url, title=f"Crane number {url[-5]}") for url in urls]
    found = looked(tmp_path, dict.fromkeys(urls, wall), *many)

    assert [
        "5 picks (“Crane number 0”, “Crane number 1”, “Crane number 2” and 2 more) could not be looked up everywhere"
        " (blocked): harbour.example.org shows a wall for robots (Cloudflare) instead of the page."
        " (the write-ups rest on what else there is)"
    ] == sentences(found)


# ---- what others know


def test_a_preprint_gives_abstract_and_paper_where_the_program_gives_neither(tmp_path: Path) -> None:
    found = looked(
        tmp_path,
        {f"{ARXIV}id_list=2601.00042&max_results=1": ATOM.encode(), "https://arxiv.org/pdf/2601.00042": PAPER},
        replace(TIDES, links={"preprint": "https://arxiv.org/abs/2601.00042"}),
        enrichers=("arxiv",),
    )

    assert ["abstract", "full text", "full text", "full text"] == parts(found)
    assert "Preprints say" in found.picks[0].contribution.abstract
    assert "https://arxiv.org/pdf/2601.00042" == links(found)["pdf"]


def test_the_programs_own_abstract_stays_the_only_one(tmp_path: Path) -> None:
    found = looked(
        tmp_path,
        {f"{ARXIV}id_list=2601.00042&max_results=1": ATOM.encode()},
        replace(TIDES, passages=(PROGRAM,), links={"arxiv": "https://arxiv.org/abs/2601.00042"}),
        enrichers=("arxiv",),
    )

    assert (PROGRAM,) == found.picks[0].contribution.passages


def test_a_meagre_abstract_comes_after_a_real_one(tmp_path: Path) -> None:
    meagre = replace(PROGRAM, text="To follow.")
    found = looked(tmp_path, {PDF: PAPER}, replace(with_pdf(), passages=(meagre,)))

    assert ["abstract", "abstract", "full text", "full text", "full text"] == parts(found)
    assert found.picks[0].contribution.passages[1] == meagre


def test_the_papers_real_pdf_takes_the_place_of_one_behind_a_wall(tmp_path: Path) -> None:
    page = f"<title>{TITLE}</title><h1>{TITLE}</h1><a href='real.pdf'>Paper</a>".encode()
    walled = "https://dl.example.org/doi/pdf/10.5555/42"
    answers = {f"{SITE}/tides": page, f"{SITE}/real.pdf": PAPER, walled: (403, b"<p>no")}
    found = looked(tmp_path, answers, replace(with_pdf(walled), url=f"{SITE}/tides"))

    assert {"pdf": f"{SITE}/real.pdf"} == links(found)
    assert [] == sentences(found)


def test_a_pdf_that_only_others_name_is_shown_only_if_it_is_the_paper(tmp_path: Path) -> None:
    answers = {f"{ARXIV}id_list=2601.00042&max_results=1": ATOM.encode(), "https://arxiv.org/pdf/2601.00042": SLIDES}
    found = looked(
        tmp_path, answers, replace(TIDES, links={"arxiv": "https://arxiv.org/abs/2601.00042"}), enrichers=("arxiv",)
    )

    assert {"arxiv": "https://arxiv.org/abs/2601.00042"} == links(found)


def test_who_comes_later_is_not_asked_about_what_is_whole(tmp_path: Path) -> None:
    found = looked(tmp_path, {PDF: PAPER}, with_pdf(), enrichers=("paper_page", "arxiv", "crossref", "openalex"))

    assert [f"pdf read: {PDF}, 2 pages"] == notes(found)


def test_who_comes_later_asks_by_what_was_found_before(tmp_path: Path) -> None:
    page = f"<meta name=citation_doi content=10.5555/42><title>{TITLE}</title><h1>{TITLE}</h1>".encode()
    fields = "DOI%2Ctitle%2Csubtitle%2Cauthor%2Cabstract"
    asked = f"https://api.crossref.org/works?filter=doi%3A10.5555%2F42&rows=1&select={fields}"
    work = {"DOI": "10.5555/42", "title": [TITLE], "abstract": "<jats:p>Queues grow.</jats:p>"}
    answers = {f"{SITE}/tides": page, asked: json.dumps({"message": {"items": [work]}}).encode()}
    found = looked(tmp_path, answers, replace(TIDES, url=f"{SITE}/tides"), enrichers=("paper_page", "crossref"))

    assert "crossref read: 10.5555/42, confidence 1.00" == notes(found)[-1]
    assert "Queues grow." == found.picks[0].contribution.abstract


def test_picks_keep_their_order_and_everything_else(tmp_path: Path) -> None:
    others = [replace(TIDES, id=str(number), title=f"Crane {number}", kind=Kind.TALK) for number in range(9)]
    found = looked(tmp_path, {PDF: PAPER}, *others[:4], with_pdf(), *others[4:])

    assert [*"0123", "tides", *"45678"] == [pick.contribution.id for pick in found.picks]
    assert others[0] == found.picks[0].contribution
    assert 3 == parts(found, 4).count("full text")


def test_a_recording_that_holds_nothing_of_it_is_one_finding(tmp_path: Path) -> None:
    many = [replace(with_pdf(f"{SITE}/{number}.pdf"), id=str(number)) for number in range(4)]

    assert 1 == len(looked(tmp_path, {SITE: b"x"}, *many).findings)


# ---- links


def test_a_link_to_nothing_is_taken_away_and_told(tmp_path: Path) -> None:
    gone, soft = f"{SITE}/gone", f"{SITE}/soft"
    answers = {
        gone: (404, b"<p>no"),
        soft: b"<html><title>Page not found</title><body>Sorry",
        PDF: PAPER,
        SITE: b"<p>x",
    }
    contribution = replace(
        with_pdf(), url=SITE, links={"pdf": PDF, "slides": gone, "video": soft, "code": f"{SITE}/code"}
    )
    found = looked(tmp_path, answers, contribution)

    assert {"pdf": PDF, "code": f"{SITE}/code"} == links(found)
    assert SITE == found.picks[0].contribution.url
    assert [
        f"The {name} link of “{TITLE}” leads to nothing, so it is not shown: {url}."
        " (write it in by hand if it works for you)"
        for name, url in (("slides", gone), ("video", soft))
    ] == sentences(found)


def test_a_wall_or_a_failure_says_nothing_about_a_link(tmp_path: Path) -> None:
    answers = {f"{SITE}/a": (403, b"<p>no"), f"{SITE}/b": (500, b"<p>oh"), PDF: PAPER}
    found = looked(
        tmp_path, answers, replace(with_pdf(), links={"pdf": PDF, "video": f"{SITE}/a", "code": f"{SITE}/b"})
    )

    assert ({"pdf", "video", "code"}, []) == ({*links(found)}, sentences(found))


# ---- limits


def test_no_more_is_asked_than_the_budget_allows(tmp_path: Path) -> None:
    urls = [f"{SITE}/{number}.pdf" for number in range(6)]
    found = looked(tmp_path, dict.fromkeys(urls, PAPER), *(replace(with_pdf(url), id=url) for url in urls), requests=2)

    assert (2, 2) == (found.requests, found.whole)
    assert "the 2 requests that a run may make about its picks are spent" in sentences(found)[0]
    assert urls == [pick.contribution.links["pdf"] for pick in found.picks]


def test_a_failure_of_ours_is_not_swallowed(tmp_path: Path) -> None:
    class Full(Recording):
        def file(self, url: str) -> web.File:
            raise StoreError("the disk is full", hint="make room")

    recording = Full(folder=tmp_path, entries={})
    with pytest.raises(StoreError):
        enrich([Pick(contribution=with_pdf(), tier=Tier.CORE)], ("paper_page",), recording, 10)


# ---- over the wire


@pytest.fixture
def site() -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            page = f"<title>{TITLE}</title><h1>{TITLE}</h1><a href='/private'>x</a><a href='/tides.pdf'>Paper</a>"
            bodies = {"/tides": page.encode(), "/tides.pdf": PAPER}
            body = bodies.get(self.path, b"")
            self.send_response(302 if self.path == "/away.pdf" else 200 if body else 404)
            self.send_header("Location", "http://localhost:1/tides.pdf")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


LIMITS = Limits(pause=0, backoff=0.01, seconds=5, private_hosts=frozenset({"127.0.0.1"}))


def test_a_page_and_its_paper_are_fetched_and_replayed_to_the_same_picks(site: str, tmp_path: Path) -> None:
    pick = Pick(contribution=replace(TIDES, url=f"{site}/tides"), tier=Tier.CORE)
    with web.connect(LIMITS, record=tmp_path) as door:
        live = enrich([pick], ("paper_page",), door, 10)

    assert (1, 2, f"{site}/tides.pdf") == (live.whole, live.requests, links(live)["pdf"])
    assert live == enrich([pick], ("paper_page",), saved(tmp_path), 10)


def test_no_paper_is_read_from_a_private_address(site: str) -> None:
    pick = Pick(contribution=with_pdf(f"{site}/away.pdf"), tier=Tier.CORE)
    with web.connect(LIMITS) as door:
        found = enrich([pick], ("paper_page",), door, 10)

    assert "localhost leads to a private address, which is never read" in sentences(found)[0]
