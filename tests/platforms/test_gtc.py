"""RainFocus catalogs: two shapes of one answer, answers that go on, and sessions that nobody should see."""

import json
from pathlib import Path

import pytest

from bot import page, scrape, web
from bot.errors import Blocked, BotError, LayoutChanged, NotPublished
from bot.model import Contribution, Edition, Kind, Person, Program, Provenance
from bot.platforms import gtc
from bot.platforms.gtc.api import interface
from bot.web import Limits, Web, recording
from tests.platforms import rainfocus, shelf
from tests.platforms.rainfocus import PROFILE, WIDGET, RainFocus

QUICK = Limits(pause=0, backoff=0.01, attempts=1, seconds=5, private_hosts=frozenset({"127.0.0.1"}))
RECORDINGS = Path(__file__).parent / "recordings" / "gtc"
API = "https://events.rainfocus.com/api/search?type=session&rfWidgetId=w"


def read(body: str | bytes, url: str = "search.json", given: Web = shelf.EMPTY) -> Program:
    return shelf.read(body, url, given)


def recorded(name: str) -> dict[str, Contribution]:
    return {row.title: row for row in read((RECORDINGS / name).read_bytes(), name).contributions}


def answer(*titles: str, total: int) -> str:
    rows = [{"sessionID": title, "title": title, "published": 1} for title in titles]
    return json.dumps({"responseCode": "0", "items": rows, "total": total})


def test_a_session_has_its_people_topic_abstract_and_links():
    gates = recorded("search.json")["Opening the Lock Gates"]

    assert (Person(name="Ann Ode", affiliation="Sea Lab"),) == gates.people
    assert ("Locks and Gates", Kind.KEYNOTE) == (gates.session, gates.kind)
    assert "Gates open & close.\n\nSlowly." == gates.abstract
    assert "https://www.nvidia.com/gtc/session-catalog/#/session/1931000000000001aaaa" == gates.url
    assert {"page": gates.url, "slides": "https://files.example.org/gates.pdf"} == gates.links


def test_a_time_has_the_offset_that_the_two_clocks_tell():
    rows = recorded("search.json")

    assert "2031-03-18T10:00:00-07:00" == rows["Opening the Lock Gates"].starts
    assert ("2031-03-20T02:00:00+00:00", "2031-03-20T03:00:00+00:00") == (
        rows["Kelp on Chips"].starts,
        rows["Kelp on Chips"].ends,
    )
    assert "" == rows["Ask Us About Anchors"].starts


def test_types_name_kinds():
    assert [Kind.KEYNOTE, Kind.BOF, Kind.POSTER, Kind.SOCIAL, Kind.SOCIAL] == [
        row.kind for row in recorded("search.json").values()
    ]
    assert Kind.TALK is recorded("search-from-50.json")["Barges in Parallel"].kind


def test_unpublished_sessions_and_tests_are_counted_and_left_out():
    program = read((RECORDINGS / "search.json").read_bytes())

    assert not {"Never Shown", "Test of a Test"} & {row.title for row in program.contributions}
    assert ["Sessions that are unpublished, tests or cancelled, and left out: 2."] == [
        finding.text for finding in program.findings
    ]


def test_answers_are_read_to_the_end(tmp_path: Path):
    given = shelf.of(tmp_path, {f"{API}&from=2": answer("C", total=3)})

    program = read(answer("A", "B", total=3), API, given)

    assert ["A", "B", "C"] == [row.title for row in program.contributions]
    assert [API, f"{API}&from=2"] == [source.url for source in program.sources]


def test_what_could_not_be_read_shows_in_the_number_declared():
    program = read(answer("A", "B", total=99), API)

    assert (99, 2) == (program.declared, len(program.contributions))


def test_child_sessions_stand_for_the_session_that_holds_them():
    child = {"sessionID": "c", "title": "Inner", "published": 1}
    body = {"items": [{"sessionID": "p", "title": "Outer", "childSessions": [child]}], "total": 1}

    assert ["Inner"] == [row.title for row in read(json.dumps(body)).contributions]


def test_an_error_inside_a_good_answer_is_a_refusal():
    with pytest.raises(Blocked) as error:
        read('{"responseCode": "21", "responseMessage": "Invalid API Profile"}')

    assert "Invalid API Profile" in str(error.value)


def test_an_empty_catalog_is_not_published_and_one_without_titles_has_changed():
    with pytest.raises(NotPublished):
        read('{"responseCode": "0", "sectionList": [{"items": [], "total": 0}]}')
    with pytest.raises(LayoutChanged):
        read('{"responseCode": "0", "items": [{"sessionID": "1", "name": "A"}], "total": 1}')


def test_a_saved_catalog_gives_what_it_shows_and_says_so():
    program = read((RECORDINGS / "catalog.html").read_bytes(), "catalog.html")
    gates, kelp = program.contributions

    assert ("1931000000000001aaaa", ("Ann Ode", "Bo Tide")) == (gates.id, tuple(person.name for person in gates.people))
    assert "Kelp on Chips" == kelp.title
    assert "The page shows 2 sessions" in program.findings[0].text


def test_the_catalog_before_a_browser_fills_it_in_is_refused_with_a_hint():
    with pytest.raises(LayoutChanged) as error:
        read("<html><body><div id=app></div></body></html>", "https://www.nvidia.com/gtc/session-catalog/")

    assert "/api/search" in error.value.hint


def test_other_json_is_left_to_others():
    assert not gtc.looks_like(page.read(b'{"items": [{"title": "A"}], "total": 1}', source=Provenance(url="a.json")))


# The search behind a catalog's page


def live(double: RainFocus, query: str = "", record: Path | None = None) -> Program:
    """The program as a run reads it, over the wire."""
    with web.connect(QUICK, record=record) as door:
        return scrape.scrape(edition(double, query), door)


def edition(double: RainFocus, query: str = "") -> Edition:
    return Edition(key="gtc-2031", name="GTC 2031", urls=(f"{double.url}/gtc/session-catalog/{query}",))


def told(program: Program) -> str:
    return " ".join(finding.text for finding in program.findings)


def test_a_live_catalog_is_asked_with_its_own_keys_to_the_end():
    with rainfocus.serving("A", "B", "C", "D", "E") as double:
        program = live(double, "?tab.catalogallsessionstab=1931Kus")

    assert ["A", "B", "C", "D", "E"] == [row.title for row in program.contributions]
    assert ("gtc", 5, ()) == (program.platform, program.declared, program.findings)
    assert ["0", "2", "4"] == [form["from"] for form in double.asked]
    assert {"type": "session", "tab.catalogallsessionstab": "1931Kus"}.items() <= double.asked[0].items()
    assert (PROFILE, WIDGET) == (double.brought[0]["rfapiprofileid"], double.brought[0]["rfwidgetid"])
    assert double.brought[0]["content-type"].startswith("application/x-www-form-urlencoded")
    assert f"{double.url}/api/search" == program.sources[-1].url


def test_a_recorded_catalog_is_read_again_without_a_network(tmp_path: Path):
    with rainfocus.serving("A", "B", "C") as double:
        program = live(double, record=tmp_path)
    held = recording.saved(tmp_path)

    assert program == scrape.scrape(edition(double), held, held.urls)


def test_a_wrong_profile_is_a_refusal_that_says_where_the_right_one_goes():
    with rainfocus.serving("A") as double, pytest.raises(Blocked) as error:
        live(double, "?rfApiProfileId=of-last-year")

    assert "Invalid API Profile" in str(error.value)
    assert "config.yml (?rfApiProfileId=" in error.value.hint


def test_keys_in_the_address_stand_in_for_those_that_the_page_keeps_to_itself():
    with rainfocus.serving("A") as double:
        double.page = f"<html><link rel=search href='{double.url}/api/search'><i id='%s%s%s'></i></html>"
        query = f"?rfApiProfileId={PROFILE}&rfWidgetId={WIDGET}"

        assert ["A"] == [row.title for row in live(double, query).contributions]


def test_a_catalog_that_breaks_off_says_so_and_how_much_there_was():
    with rainfocus.serving("A", "B", "C", "D", broken=(2,)) as double:
        program = live(double)

    assert (["A", "B"], 4) == ([row.title for row in program.contributions], program.declared)
    assert "The catalog broke off after 2 sessions" in told(program)


def test_a_first_answer_that_is_cut_is_a_failure():
    with rainfocus.serving("A", broken=(0,)) as double, pytest.raises(BotError, match="broken JSON"):
        live(double)


def test_a_catalog_that_grows_while_it_is_read_is_read_to_its_new_end():
    with rainfocus.serving("A", "B", "C", grows={2: rainfocus.session("New")}) as double:
        program = live(double)

    assert (["A", "B", "C"], 4) == ([row.title for row in program.contributions], program.declared)
    assert "changed while it was read, from 3 to 4 sessions" in told(program)


def test_a_search_that_begins_anew_with_each_answer_is_left_and_found_incomplete():
    with rainfocus.serving("A", "B", "C", "D", deaf=True) as double:
        program = live(double)

    assert (2, 4, 2) == (len(program.contributions), program.declared, len(double.asked))
    assert "The catalog announces 4 sessions and hands out 2." == told(program)


@pytest.mark.parametrize(
    "markup",
    [
        "<script>var rf = {apiProfileId: \"harbour31Profile\", rfWidgetId: 'harbour31Widget'}</script>",
        '<script>self.push("{\\"rfApiProfileId\\":\\"harbour31Profile\\",\\"rfWidgetId\\":\\"harbour31Widget\\"}")</script>',
        "<div data-rf-api-profile-id=harbour31Profile data-rf-widget-id=harbour31Widget></div>",
        '<div data-config=\'{"rfApiProfileId":"harbour31Profile","rfWidgetId":"harbour31Widget"}\'></div>',
    ],
)
def test_keys_are_found_however_a_page_writes_them(markup: str):
    api = interface(shelf.opened(f"<html><body>{markup}</body></html>", "https://www.nvidia.com/gtc/session-catalog/"))

    assert api
    assert (PROFILE, WIDGET) == (api.headers["rfApiProfileId"], api.headers["rfWidgetId"])
    assert "https://www.nvidia.com" == api.headers["Origin"]


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/api/search", "http://events.rainfocus.com.evil/api/search"]
)
def test_a_page_sends_us_to_its_own_host_or_to_rainfocus_alone(elsewhere: str):
    body = f"<html><script>a='{elsewhere}', b={{rfApiProfileId: '{PROFILE}'}}</script></html>"

    api = interface(shelf.opened(body, "https://www.nvidia.com/gtc/session-catalog/"))

    assert api and "https://events.rainfocus.com/api/search" == api.address


def test_a_key_with_a_line_break_in_it_is_none():
    body = "<html><script>b={rfApiProfileId: 'harbour31\nX-Forged: 1'}</script></html>"

    assert (
        interface(shelf.opened(body, "https://www.nvidia.com/gtc/session-catalog/?rfApiProfileId=a%0d%0ab%3a1234"))
        is None
    )
