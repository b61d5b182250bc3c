"""Finding the platform, naming what was read, and ids that last."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bot import page, scrape
from bot.errors import Blocked, Incomplete, LayoutChanged, NotPublished, SourceError
from bot.model import Contribution, Edition, Passage, Person, Program, Provenance
from bot.page import Page
from tests.conftest import EDITION, SOURCE
from tests.platforms import shelf

ADA, BO = (Person(name="Ada Okafor"),), (Person(name="Bo Tide"),)
PROGRAM = """{"contributions": [
  {"title": "Tidal Queues", "starts": "2026-03-12T09:00"},
  {"title": "Dry Docks", "starts": "2026-03-14"}]}"""


@dataclass(frozen=True)
class Shelf:
    """A web of given pages; an exception stands for a page that cannot be had."""

    pages: Mapping[str, str | Exception]

    def page(self, url: str) -> Page:
        found = self.pages[url]
        if isinstance(found, Exception):
            raise found
        return page.read(found.encode(), source=Provenance(url=url))


def ids(*rows: Contribution) -> list[str]:
    return [row.id for row in scrape.identified(rows)]


def test_rows_of_one_key_and_title_are_one_contribution_with_what_either_says() -> None:
    first = Contribution(id="k", title="Tides", url="https://harbour.example.org/k")
    again = Contribution(
        id="k", title="Tides", people=ADA, passages=(Passage(text="On tides.", part="abstract", source=SOURCE),)
    )
    (one,) = scrape.identified((first, again))
    assert ("On tides.", ADA, "https://harbour.example.org/k") == (one.abstract, one.people, one.url)


def test_rows_of_one_key_and_different_titles_are_told_apart() -> None:
    assert 2 == len(set(ids(Contribution(id="k", title="Tides"), Contribution(id="k", title="Docks"))))


def test_rows_without_a_key_get_a_lasting_one_from_title_and_people() -> None:
    one, other = Contribution(title="Opening Remarks", people=ADA), Contribution(title="Opening Remarks", people=BO)
    assert ids(one, other) == list(reversed(ids(other, one)))
    assert ids(one)[0].startswith("opening-remarks-")
    assert 2 == len(set(ids(one, replace(one, starts="2026-03-13T10:00"))))


def test_a_row_that_stands_twice_without_a_key_is_one_unless_it_is_a_break() -> None:
    talk, pause = Contribution(title="Opening Remarks", people=ADA), Contribution(title="Coffee Break")
    assert (1, 2) == (len(ids(talk, talk)), len(ids(pause, pause)))


def test_a_title_of_a_page_and_an_abstract_of_a_book_are_cut() -> None:
    huge = Contribution(title="x" * 10_000, passages=(Passage(text="y" * 1_000_000, part="abstract", source=SOURCE),))
    (row,) = scrape.identified((huge,))
    assert (400, 200_000) == (len(row.title), len(row.abstract))
    assert row.title.endswith("…")


def test_times_that_are_none_are_dropped_and_the_program_is_dated_by_the_others() -> None:
    moments = ("soon", "2026-13-45", "1e300", "20260312T090000", "2026-03-12 09:00", "2026-03-14T10:00:00+01:00")
    rows = ",".join(f'{{"title": "Talk {number}", "starts": "{moment}"}}' for number, moment in enumerate(moments))
    edition = replace(EDITION, urls=("https://one.example/a.program.json",))
    text = f'{{"starts": "next spring", "contributions": [{rows}]}}'
    program = scrape.scrape(edition, Shelf({edition.urls[0]: text}))
    assert ["", "", "", "", "2026-03-12T09:00", "2026-03-14T10:00:00+01:00"] == [
        row.starts for row in program.contributions
    ]
    assert ("2026-03-12", "2026-03-14") == (program.starts, program.ends)


def test_the_first_address_that_holds_a_program_is_taken_and_those_before_are_told() -> None:
    wall = Blocked("the first site shows a wall", hint="save the page")
    edition = replace(EDITION, urls=("https://one.example/a.program.json", "https://two.example/a.program.json"))
    program = scrape.scrape(edition, Shelf({edition.urls[0]: wall, edition.urls[1]: PROGRAM}))
    assert ("Harbour 2026", "harbour-2026", "2026-03-12", "2026-03-14") == (
        program.name, program.edition, program.starts, program.ends,
    )  # fmt: skip
    assert ["Passed over: the first site shows a wall."] == [finding.text for finding in program.findings]


def test_the_program_of_another_edition_is_refused() -> None:
    edition = replace(EDITION, urls=("https://one.example/a.program.json",))
    other = PROGRAM.replace("{", '{"edition": "estuary-2026", ', 1)
    with pytest.raises(SourceError) as error:
        scrape.scrape(edition, Shelf({edition.urls[0]: other}))
    assert "is the program of estuary-2026, not of harbour-2026" in str(error.value)


def test_when_no_address_holds_a_program_the_first_failure_is_raised() -> None:
    edition = replace(EDITION, urls=("https://one.example/a.program.json", "https://two.example/a.program.json"))
    failures = Blocked("a wall", hint="x"), NotPublished("nothing yet", hint="y")
    with pytest.raises(Blocked):
        scrape.scrape(edition, Shelf(dict(zip(edition.urls, failures, strict=True))))


def test_a_recording_of_other_addresses_is_taken_for_what_was_meant() -> None:
    assert (("saved.ics",), ("saved.json",)) == scrape.sources(EDITION, ("saved.ics", "saved.json"))
    assert (EDITION.urls,) == scrape.sources(EDITION, (*EDITION.urls, "https://elsewhere.example/"))
    elsewhere = ("https://elsewhere.example/", "https://elsewhere.example/talks/1")
    assert (elsewhere,) == scrape.sources(EDITION, elsewhere)


def test_an_address_that_no_platform_claims_belongs_to_the_one_that_is_named() -> None:
    assert ("https://schedule.harbour.example.org/all.ics",) == scrape.addresses(
        "https://schedule.harbour.example.org/", "sched"
    )[-1:]
    assert ("https://harbour.example.org/x",) == scrape.addresses("https://harbour.example.org/x")


def test_a_page_of_nobody_says_what_to_take_instead() -> None:
    with pytest.raises(LayoutChanged) as error:
        scrape.read(page.read(b"<h1>Soup</h1>" + b"<p>Stir well, for a long while.</p>" * 40, source=SOURCE), Shelf({}))
    assert "take the page that lists titles with people" in error.value.hint


def test_a_login_at_the_address_of_a_program_is_a_wall_and_not_an_early_program() -> None:
    login = b"<!doctype html><title>Sign in</title><form><input type=password></form>"
    address = Provenance(url="https://netdevconf.info/0x31/pages/schedule.html")
    with pytest.raises(Blocked, match="asks for a login"):
        scrape.read(page.read(login, source=address), Shelf({}))
    with pytest.raises(NotPublished, match="leads to no session"):
        scrape.read(page.read(b"<!doctype html><title>Netdev 0x31</title><p>See you", source=address), Shelf({}))


# Sources that complete each other

FIRST, SECOND = "https://one.example/a.program.json", "https://two.example/b.program.json"
TWO = replace(EDITION, urls=(FIRST, SECOND))


def listed(*talks: tuple[str, str, str]) -> str:
    """A program of (title, who, abstract)."""
    rows = [{"title": title, "people": [{"name": who}], "abstract": abstract} for title, who, abstract in talks]
    return json.dumps({"contributions": rows})


def told(program: Program) -> list[str]:
    return [finding.text for finding in program.findings]


def test_a_second_source_adds_the_abstracts_that_are_missing_and_each_keeps_its_own_source() -> None:
    first = listed(("Tidal Queues", "Ada Okafor", ""), ("Dry Docks", "Bo Tide", "Docks are dry."))
    second = listed(("Tidal queues!", "A. Okafor", "Queues are tidal."), ("Dry Docks", "Bo Tide", "Another text."))
    program = scrape.scrape(TWO, Shelf({FIRST: first, SECOND: second}))

    assert [("Queues are tidal.", SECOND), ("Docks are dry.", FIRST)] == [
        (row.abstract, row.passages[0].source.url) for row in program.contributions
    ]
    assert [f"Completed from {SECOND}: 1 abstract."] == told(program)
    assert [FIRST, SECOND] == [source.url for source in program.sources]


def test_no_other_site_is_asked_while_nothing_is_missing() -> None:
    whole = listed(*((f"Talk {number}", "Ada Okafor", "An abstract.") for number in range(20)))

    assert () == scrape.scrape(TWO, Shelf({FIRST: whole})).findings


def test_what_only_the_second_source_lists_is_counted_and_not_added() -> None:
    first = listed(("Tidal Queues", "Ada Okafor", ""))
    second = listed(("Tidal Queues", "Ada Okafor", "Queues are tidal."), ("Salt", "Bo Tide", "Salt is salty."))
    program = scrape.scrape(TWO, Shelf({FIRST: first, SECOND: second}))

    assert ["Tidal Queues"] == [row.title for row in program.contributions]
    assert "1 abstract; 1 of its 2 contributions match none here by title and people." in told(program)[0]


def test_a_second_source_that_refuses_is_told_and_stops_nothing() -> None:
    wall = Blocked("the second site shows a wall", hint="save the page")
    program = scrape.scrape(TWO, Shelf({FIRST: listed(("Tidal Queues", "Ada Okafor", "")), SECOND: wall}))

    assert (1, ["A second source was not read: the second site shows a wall"]) == (
        len(program.contributions),
        told(program),
    )


def test_the_program_of_another_edition_completes_nothing() -> None:
    other = json.dumps({"edition": "harbour-2025", **json.loads(listed(("Tidal Queues", "Ada Okafor", "Old words.")))})
    program = scrape.scrape(TWO, Shelf({FIRST: listed(("Tidal Queues", "Ada Okafor", "")), SECOND: other}))

    assert "" == program.contributions[0].abstract
    assert "is the program of harbour-2025" in told(program)[0]


def test_a_table_of_contents_is_no_second_source() -> None:
    table = "https://dblp.org/db/conf/harbour/harbour2026.html"
    edition = replace(EDITION, urls=(FIRST, table))

    assert () == scrape.scrape(edition, Shelf({FIRST: listed(("Tidal Queues", "Ada Okafor", ""))})).findings


def test_a_folder_of_saved_files_is_one_program(tmp_path: Path) -> None:
    web = shelf.saved(
        tmp_path,
        {
            "a.program.json": listed(("Tidal Queues", "Ada Okafor", "")),
            "b.program.json": listed(("Tidal Queues", "Ada Okafor", "Queues are tidal."), ("Salt", "Bo Tide", "Salt.")),
        },
    )
    program = scrape.scrape(EDITION, web, web.urls)

    assert [("Tidal Queues", "Queues are tidal."), ("Salt", "Salt.")] == [
        (row.title, row.abstract) for row in program.contributions
    ]
    assert "only the first lists 0 of the entries, only the second 1; all are kept." in told(program)[0]


def test_usenix_is_completed_by_sched_and_replaced_by_it_where_it_refuses(tmp_path: Path) -> None:
    usenix, sched = "https://www.usenix.org/conference/nddi31/technical-sessions", "https://nddi31.sched.com/"
    edition = Edition(key="nddi-2031", name="NDDI '31", urls=(usenix, sched))
    pages = {
        f"{sched}list/descriptions/": (
            f'<html><base href="{sched}"><div class="sched-container">'
            '<a class="name" id="0a" href="event/2aB/x"><span class="session-title">On Tar</span></a>'
            '<div class="list-single__date">Tuesday April 29, 2031 9:00am - 9:20am PDT</div>'
            '<div class="tip-description">Tar is slow.</div>'
            '<div class="sched-person-session"><h2><a href="speaker/a">Ann Ode</a></h2></div></div></html>'
        )
    }
    program = (
        '<html><article class="node node-paper view-mode-schedule"><h2><a href="/conference/nddi31/presentation/ode">'
        'On Tar</a></h2><div class="field-name-field-paper-people-text"><p>Ann Ode, <em>Sea Lab</em></p></div>'
        "</article></html>"
    )
    both = scrape.scrape(edition, shelf.of(tmp_path, {usenix: program, **pages}))
    (row,) = both.contributions

    assert ("usenix", "nddi31-ode", "Tar is slow.") == (both.platform, row.id, row.abstract)
    assert ("2031-04-29T09:00:00-07:00", "Sea Lab") == (row.starts, row.people[0].affiliation)
    assert "1 abstract and 1 time" in " ".join(told(both))

    alone = scrape.scrape(edition, shelf.of(tmp_path, pages))

    assert ("sched", "Tar is slow.") == (alone.platform, alone.contributions[0].abstract)
    assert told(alone)[0].startswith("Passed over: ")


def test_half_a_page_is_no_smaller_program() -> None:
    row = "<li><b>A Title of Papers {at}</b><br>Ann Ode, Bo Tide</li>"
    text = f"<html><h1>Accepted Papers</h1><ul>{''.join(row.format(at=at) for at in range(9))}</ul></html>"
    read = scrape.read(page.read(text.encode(), source=SOURCE), Shelf({}))
    assert 9 == len(read.contributions)
    with pytest.raises(Incomplete) as error:
        scrape.read(page.read(text[: len(text) * 3 // 4].encode(), source=SOURCE), Shelf({}))
    assert f"{SOURCE.url} ends in the middle of the page" == str(error.value)
