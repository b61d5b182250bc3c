"""What each enricher asks, on answers of our own making; a match is by identifier, or by title and people."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from urllib.parse import parse_qsl, urlsplit

import pytest

from bot import plugins
from bot.enrichers import (
    Known,
    Reached,
    Work,
    arxiv,
    arxiv_id,
    crossref,
    doi,
    forum,
    openalex,
    openreview,
    paper_page,
    recognised,
    semantic_scholar,
)
from bot.errors import BotError, SourceError
from bot.model import Contribution, Kind, Person
from bot.page import Page
from bot.web.answer import NO_HEADERS, Answer, File, as_file, opened

RECORDINGS = Path(__file__).resolve().parent / "recordings"
ENRICHERS = [plugins.load("enrichers", name) for name in plugins.names("enrichers")]
each_enricher = pytest.mark.parametrize("enricher", ENRICHERS, ids=lambda each: each.__name__.rpartition(".")[2])
PEOPLE = (Person(name="Ann Ode"), Person(name="Bo Tide"))
TIDES = Contribution(id="tides", title="Tidal Queues: Letting Cranes Think", kind=Kind.PAPER, people=PEOPLE)
BY_DOI = replace(TIDES, links={"doi": "https://doi.org/10.5555/HARBOUR.42"})
BY_ARXIV = replace(TIDES, links={"preprint": "https://arxiv.org/pdf/2601.00042v1"})
BY_FORUM = replace(TIDES, url="https://openreview.net/forum?id=tIdEs42")
BY_PAGE = replace(TIDES, url="https://harbour.example.org/2026/tides")
KNOWN_BY = {
    "arxiv": BY_ARXIV,
    "crossref": BY_DOI,
    "openalex": BY_DOI,
    "semantic_scholar": BY_DOI,
    "openreview": BY_FORUM,
    "paper_page": BY_PAGE,
}


class Desk:
    """A Web whose answers lie in files, one for each request in turn; the last one stays. It keeps what it is asked."""

    def __init__(self, *answers: str | tuple[int, str] | SourceError) -> None:
        self.answers, self.asked, self.questions = list(answers), list[str](), list[str]()

    def page(self, url: str) -> Page:
        return opened(self._answer(url))

    def post(self, url: str, question: str, headers: Mapping[str, str] = NO_HEADERS) -> Page:
        self.questions.append(question)
        return opened(self._answer(url))

    def file(self, url: str) -> File:
        return as_file(self._answer(url))

    def start(self, url: str) -> File:
        return self.file(url)

    def queries(self) -> list[dict[str, str]]:
        return [dict(parse_qsl(urlsplit(url).query)) for url in self.asked]

    def _answer(self, url: str) -> Answer:
        self.asked.append(url)
        found = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(found, SourceError):
            raise found
        status, name = found if isinstance(found, tuple) else (200, found)
        return Answer(url=url, body=(RECORDINGS / name).read_bytes(), status=status, time="2026-11-30T08:00:00+00:00")


def asked(enricher: ModuleType, desk: Desk, *contributions: Contribution) -> Known:
    known: tuple[Known, ...] = enricher.enrich(contributions, desk)
    assert len(contributions) == len(known)
    return known[0]


def texts(known: Known) -> list[str]:
    return [passage.text for passage in known.passages]


# ---- each of them


def test_arxiv_is_asked_by_id_for_all_at_once() -> None:
    desk = Desk("arxiv/tides.xml")
    known = asked(arxiv, desk, BY_ARXIV, replace(BY_ARXIV, id="2", links={"page": "https://arxiv.org/abs/2601.00043"}))

    assert [{"id_list": "2601.00042,2601.00043", "max_results": "2"}] == desk.queries()[:1]
    assert (Reached.READ, "2601.00042, confidence 1.00") == (known.reached, known.note)
    assert ["Queues grow when the tide is high, and operators do little about it. We let cranes think about the ships "
            "that wait, and save 12 ms in the median."] == texts(known)  # fmt: skip
    assert ("https://arxiv.org/abs/2601.00042v2", "2026-11-30T08:00:00+00:00", 64) == (
        known.passages[0].source.url,
        known.passages[0].source.time,
        len(known.passages[0].source.sha256),
    )
    assert {"arxiv": "https://arxiv.org/abs/2601.00042", "doi": "https://doi.org/10.5555/harbour.42"} == known.links
    assert "https://arxiv.org/pdf/2601.00042" == known.pdf


def test_arxiv_is_asked_by_title_and_first_person_for_ten_at_once() -> None:
    desk = Desk("arxiv/tides.xml")
    known = asked(arxiv, desk, *(replace(TIDES, id=str(number)) for number in range(11)))

    assert 2 == len(desk.asked)
    query = '(ti:"tidal queues letting cranes think" AND au:ode)'
    assert " OR ".join([query] * 10) == desk.queries()[0]["search_query"]
    assert "title and people, confidence 1.00" == known.note


def test_an_error_of_arxiv_is_no_paper() -> None:
    assert Reached.NOT_FOUND is asked(arxiv, Desk("arxiv/error.xml"), replace(BY_ARXIV, title="Error")).reached


def test_arxiv_is_asked_again_when_it_counts_papers_and_lists_none() -> None:
    desk = Desk("arxiv/hasty.xml", "arxiv/tides.xml")

    assert Reached.READ is asked(arxiv, desk, BY_ARXIV).reached
    assert 2 == len({*desk.asked})


def test_crossref_gives_registered_abstracts_without_their_markup() -> None:
    desk = Desk("crossref/tides.json")
    known = asked(crossref, desk, BY_DOI)

    assert "doi:10.5555/harbour.42" == desk.queries()[0]["filter"]
    assert ["Queues grow when the tide is high & operators do little.\n\nWe let cranes think."] == texts(known)
    assert "https://doi.org/10.5555/harbour.42" == known.passages[0].source.url == known.links["doi"]
    assert "" == known.pdf


def test_crossref_is_searched_by_title_and_people() -> None:
    desk = Desk("crossref/tides.json")

    assert "title and people, confidence 1.00" == asked(crossref, desk, TIDES).note
    assert "tidal queues letting cranes think ode tide" == desk.queries()[0]["query.bibliographic"]


def test_a_comma_in_a_doi_changes_no_question() -> None:
    desk = Desk("crossref/tides.json")
    asked(crossref, desk, replace(TIDES, links={"doi": "https://doi.org/10.5555/a,type:journal"}))

    assert [False] == ["filter" in query for query in desk.queries()]


def test_openalex_puts_the_words_of_an_abstract_in_order_and_knows_the_open_pdf() -> None:
    desk = Desk("openalex/tides.json")
    known = asked(openalex, desk, BY_DOI)

    assert "doi:10.5555/harbour.42" == desk.queries()[0]["filter"]
    assert ["Queues grow when the tide is high; ships grow"] == texts(known)
    assert "https://papers.example.org/tides.pdf" == known.pdf


def test_a_preprint_has_a_doi_too() -> None:
    desk = Desk("openalex/tides.json")
    asked(openalex, desk, BY_ARXIV)

    assert "doi:10.48550/arxiv.2601.00042" == desk.queries()[0]["filter"]


def test_a_closed_work_without_an_abstract_is_paywalled() -> None:
    closed = replace(
        TIDES, title="A Store for the Backups of Archives", links={"doi": "https://doi.org/10.5555/harbour.99"}
    )
    known = asked(openalex, Desk("openalex/tides.json"), replace(closed, people=(Person(name="Cy Reef"),)))

    assert (Reached.PAYWALLED, "no text there (10.5555/harbour.99, confidence 1.00)") == (known.reached, known.note)


@pytest.mark.parametrize(
    "index", [{"a": [10**9] * 4000}, {"a": "b"}, {"a": [None]}, {"a": ["1", 2]}, ["a"], "a", {"": []}]
)
def test_an_absurd_abstract_is_none(index: object, tmp_path: Path) -> None:
    tree = json.loads((RECORDINGS / "openalex" / "tides.json").read_text())
    tree["results"][0]["abstract_inverted_index"] = index
    (tmp_path / "absurd.json").write_text(json.dumps(tree))

    assert [] == texts(asked(openalex, Desk(str(tmp_path / "absurd.json")), BY_DOI))


def test_semantic_scholar_is_asked_for_all_at_once_and_its_models_words_are_left_alone() -> None:
    desk = Desk("semantic_scholar/batch.json")
    known = semantic_scholar.enrich((replace(BY_ARXIV, id="1", title="Unknown There", people=()), BY_DOI), desk)

    assert [{"ids": ["ARXIV:2601.00042", "DOI:10.5555/harbour.42"]}] == list(map(json.loads, desk.questions))
    assert ["Queues grow when the tide is high."] == texts(known[1])
    assert "https://www.semanticscholar.org/paper/c0ffee" == known[1].passages[0].source.url
    assert "https://arxiv.org/pdf/2601.00042" == known[1].pdf


def test_semantic_scholar_is_searched_by_title() -> None:
    known = asked(semantic_scholar, Desk("semantic_scholar/match.json"), TIDES)

    assert (Reached.READ, "https://papers.example.org/tides.pdf") == (known.reached, known.pdf)


def test_semantic_scholar_says_with_an_error_that_nothing_is_called_so() -> None:
    assert Reached.NOT_FOUND is asked(semantic_scholar, Desk((404, "semantic_scholar/none.json")), TIDES).reached


@pytest.mark.parametrize(("name", "pdf"), [("v2", "https://openreview.net/pdf/0123abcd.pdf"),
                                           ("v1", "https://papers.example.org/tides.pdf")])  # fmt: skip
def test_openreview_has_two_apis(name: str, pdf: str) -> None:
    desk = Desk(*(["openreview/empty.json"] if name == "v1" else []), f"openreview/{name}.json")
    known = asked(openreview, desk, BY_FORUM)

    assert (Reached.READ, ["Queues grow when the tide is high."], pdf) == (known.reached, texts(known), known.pdf)
    assert "https://openreview.net/forum?id=tIdEs42" == known.passages[0].source.url == known.links["openreview"]
    assert {"id": "tIdEs42"} == desk.queries()[-1]


def test_openreview_wants_proof_of_a_person_and_is_asked_no_more() -> None:
    desk = Desk((403, "openreview/challenge.json"))
    known = openreview.enrich(tuple(replace(TIDES, id=str(number)) for number in range(5)), desk)

    assert {Reached.BLOCKED} == {each.reached for each in known}
    assert 1 == len(desk.asked)


def test_a_papers_own_page_has_its_abstract_its_identifiers_and_its_pdfs() -> None:
    known = asked(paper_page, Desk("paper_page/tides.html"), BY_PAGE)

    assert (Reached.READ, "https://harbour.example.org/files/tides.pdf") == (known.reached, known.pdf)
    assert {
        "doi": "https://doi.org/10.5555/harbour.42",
        "slides": "https://harbour.example.org/files/tides-slides.pdf",
    } == known.links
    assert texts(known)[0].startswith("Queues grow when the tide is high,")
    assert texts(known)[0].endswith("the cranes seem happier than before.")


def test_a_page_about_many_papers_is_nobodys_own() -> None:
    known = asked(paper_page, Desk("paper_page/program.html"), BY_PAGE)

    assert (Reached.NOT_FOUND, f"{BY_PAGE.url} is not its page alone") == (known.reached, known.note)


def test_of_several_abstracts_and_papers_none_is_taken() -> None:
    known = asked(paper_page, Desk("paper_page/two.html"), BY_PAGE)

    assert (Reached.NOT_FOUND, [], "") == (known.reached, texts(known), known.pdf)


@pytest.mark.parametrize("url", ["https://dl.acm.org/doi/10.5555/harbour.42", "https://doi.org/10.5555/harbour.42"])
def test_who_shows_papers_to_no_robot_is_not_asked(url: str) -> None:
    desk = Desk("paper_page/tides.html")

    assert Reached.BLOCKED is asked(paper_page, desk, replace(TIDES, url=url)).reached
    assert [] == desk.asked


@pytest.mark.parametrize("url", ["", "https://harbour.example.org/tides.pdf"])
def test_where_there_is_no_page_nothing_is_asked(url: str) -> None:
    desk = Desk("paper_page/tides.html")

    assert "it has no page of its own" == asked(paper_page, desk, replace(TIDES, url=url)).note
    assert [] == desk.asked


# ---- all of them


@each_enricher
def test_an_enricher_says_what_it_is_and_answers_for_each(enricher: ModuleType) -> None:
    assert enricher.__doc__ and enricher.AT_ONCE > 0
    assert () == enricher.enrich((), Desk((404, "challenge.html")))


@each_enricher
@pytest.mark.parametrize("status", [200, 403, 503])
def test_a_challenge_is_a_block_on_every_host(enricher: ModuleType, status: int) -> None:
    name = enricher.__name__.rpartition(".")[2]
    known = failing(enricher, Desk((status, "challenge.html")), KNOWN_BY[name])

    assert Reached.BLOCKED is known.reached
    assert "(Cloudflare)" in known.note


@each_enricher
def test_a_site_that_fails_is_told_and_one_that_knows_nothing_too(enricher: ModuleType) -> None:
    contribution = KNOWN_BY[enricher.__name__.rpartition(".")[2]]
    broken = SourceError("the wire is cut", hint="mend it")

    assert Known(reached=Reached.FAILED, note="the wire is cut") == failing(enricher, Desk(broken), contribution)
    assert Reached.NOT_FOUND is failing(enricher, Desk((404, "openreview/empty.json")), contribution).reached


@each_enricher
@pytest.mark.parametrize(
    "body", ["{}", "[]", "[[]]", "null", '{"message": {"items": 3}}', '{"results": [{"title": [1]}]}', "<a/>", "<html>",
             "x", '{"notes": [{"content": 3}]}', '[{"title": {}}]', '<feed xmlns="http://www.w3.org/2005/Atom"><entry/></feed>']
)  # fmt: skip
def test_an_answer_of_another_shape_is_never_a_match_and_never_a_crash(
    enricher: ModuleType, body: str, tmp_path: Path
) -> None:
    (tmp_path / "odd").write_text(body)
    known = failing(enricher, Desk(str(tmp_path / "odd")), KNOWN_BY[enricher.__name__.rpartition(".")[2]])

    assert known.reached in (Reached.NOT_FOUND, Reached.FAILED)
    assert known.note and not known.passages


@each_enricher
def test_talks_are_not_searched_for_by_title(enricher: ModuleType) -> None:
    desk = Desk((404, "openreview/empty.json"))
    asked(enricher, desk, replace(TIDES, kind=Kind.TALK))

    assert [] == desk.asked


def failing(enricher: ModuleType, desk: Desk, contribution: Contribution) -> Known:
    """As the stage does: what concerns all is an answer to each."""
    from bot.enrich import answered

    return answered(enricher, (contribution,), desk)[0]


def test_after_a_failure_no_more_titles_are_asked_for_and_what_was_found_stays() -> None:
    desk = Desk("semantic_scholar/batch.json", (429, "semantic_scholar/none.json"))
    others = tuple(replace(TIDES, id=str(number), title=f"Cranes of Harbour {number}") for number in range(4))
    known = semantic_scholar.enrich((BY_DOI, *others), desk)

    assert [Reached.READ, *([Reached.BLOCKED] * 4)] == [each.reached for each in known]
    assert 2 == len(desk.asked)


# ---- identifiers


@pytest.mark.parametrize(
    "url",
    [
        "https://doi.org/10.1145/3718958.3750512",
        "https://dl.acm.org/doi/10.1145/3718958.3750512",
        "https://dl.acm.org/doi/pdf/10.1145/3718958.3750512?download=true",
        "https://dl.acm.org/doi/abs/10.1145/3718958.3750512#sec",
        "https://doi.org/10.1145%2F3718958.3750512",
    ],
)
def test_a_doi_is_read_off_links(url: str) -> None:
    assert "10.1145/3718958.3750512" == doi(Contribution(title="x", links={"page": url}))


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("https://arxiv.org/abs/2601.00042v3", "2601.00042"),
        ("https://arxiv.org/pdf/2601.00042v3.pdf", "2601.00042"),
        ("http://export.arxiv.org/abs/solv-int/9701001", "solv-int/9701001"),
        ("https://doi.org/10.48550/arXiv.2601.00042", "2601.00042"),
        ("https://arxiv.example.org/abs/none", ""),
    ],
)
def test_an_arxiv_id_is_read_off_links(url: str, key: str) -> None:
    assert key == arxiv_id(Contribution(title="x", url=url))


@pytest.mark.parametrize("path", ["forum?id=tIdEs42", "forum?noteId=x&id=tIdEs42", "pdf?id=tIdEs42"])
def test_a_forum_is_read_off_links(path: str) -> None:
    assert "tIdEs42" == forum(Contribution(title="x", url=f"https://openreview.net/{path}"))


# ---- whether it is the same work

OWN = Work(title=TIDES.title, people=("Ann Ode", "Bo Tide"), ids=frozenset({"10.5555/42"}))
UNSIGNED = replace(TIDES, people=())


def same(contribution: Contribution, *works: Work, identifier: str = "") -> tuple[int, str]:
    """Which of the works it is, counted from 1, 0 for none; and how that is known."""
    found, note = recognised(contribution, identifier, works)
    return (works.index(found) + 1 if found else 0), note


def strangers(title: str = TIDES.title, count: int = 1) -> Sequence[Work]:
    return [replace(OWN, title=title, people=(f"Cy Reef {number}",), ids=frozenset()) for number in range(count)]


def test_an_identifier_goes_before_everything() -> None:
    retitled = replace(OWN, title="Cranes That Think About Queues")

    assert (2, "10.5555/42, confidence 1.00") == same(TIDES, *strangers(), retitled, identifier="10.5555/42")


def test_an_identifier_of_another_work_by_other_people_is_not_believed() -> None:
    other = replace(OWN, title="Proceedings of Harbour Days 2026", people=("Cy Reef",))

    assert (0, "10.5555/42 is there another work, “Proceedings of Harbour Days 2026”") == same(
        TIDES, other, identifier="10.5555/42"
    )


@pytest.mark.parametrize(
    ("people", "confidence"),
    [(("Ann Ode", "Bo Tide"), "1.00"), (("A. Ode", "Cy Reef"), "0.75"), (("Ode, Ann",), "1.00")],
)
def test_title_and_people_together_are_enough(people: tuple[str, ...], confidence: str) -> None:
    found = same(TIDES, *strangers(), replace(OWN, people=people))

    assert (2, f"title and people, confidence {confidence}") == found


def test_a_subtitle_may_be_missing_when_the_people_are_the_same() -> None:
    long = replace(TIDES, title="Letting Cranes Think Alone: Tidal Queues")

    assert (1, "title and people, confidence 0.90") == same(long, replace(OWN, title="Letting Cranes Think Alone"))


def test_a_title_of_other_people_is_another_work() -> None:
    assert (0, "a work of other people bears its title") == same(TIDES, *strangers())


@pytest.mark.parametrize(("people", "work"), [((), OWN), (PEOPLE, replace(OWN, people=()))])
def test_a_title_alone_is_enough_only_where_one_work_bears_it(people: tuple[Person, ...], work: Work) -> None:
    mine = replace(TIDES, people=people)

    assert (1, "title alone, confidence 0.60") == same(mine, work, *strangers("Another Matter of Harbours"))
    assert (0, "2 works bear its title, and nothing tells them apart") == same(mine, work, *strangers())


def test_a_short_title_alone_is_never_enough() -> None:
    assert 0 == same(replace(UNSIGNED, title="Keynote"), replace(OWN, title="Keynote"))[0]


def test_people_alone_are_never_enough() -> None:
    assert (0, "not known there") == same(TIDES, replace(OWN, title="A Store for Backups"))


def test_a_failure_of_ours_is_not_taken_for_one_of_the_site() -> None:
    class Ours(BotError):
        pass

    class Broken(Desk):
        def page(self, url: str) -> Page:
            raise Ours("config.yml is wrong", hint="mend it")

    with pytest.raises(Ours):
        failing(crossref, Broken("crossref/tides.json"), BY_DOI)
