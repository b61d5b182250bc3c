"""The IETF's meetings: two of them differ, by what their own agendas name, and dead drafts are told apart."""

import json
from pathlib import Path

import pytest

from bot import page, scrape
from bot.errors import LayoutChanged, NotPublished, SourceError
from bot.model import Contribution, Kind, Person, Program, Provenance
from bot.platforms import ietf
from bot.web import recording
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "ietf"
SITE = "https://datatracker.ietf.org"
URL = f"{SITE}/meeting/931/agenda.json"
STATES = ["active", "expired", "rfc", "repl"]
NAMES = (
    "draft-ietf-tides-compression,draft-ode-tides-anchors,draft-ietf-kelp-forest,draft-ietf-tides-history,"
    "draft-reef-tides-lost,draft-reef-kelp-replaced,draft-tide-kelp-nosuch"
)
KNOWN = (
    "draft-ietf-tides-compression,draft-ode-tides-anchors,draft-ietf-tides-history,draft-reef-kelp-replaced,"
    "draft-reef-tides-lost"
)


def objects(*rows: object) -> str:
    return json.dumps({"meta": {"next": None, "total_count": len(rows)}, "objects": rows})


def author(person: int, order: int, affiliation: str = "") -> dict[str, object]:
    return {
        "document": "/api/v1/doc/document/draft-ode-tides-anchors/",
        "person": f"/api/v1/person/person/{person}/",
        "order": order,
        "affiliation": affiliation,
    }


@pytest.fixture
def datatracker(tmp_path: Path) -> dict[str, str]:
    """What the Datatracker answers, by address."""
    api = f"{SITE}/api/v1"
    last = "&format=json&limit=1000"
    states = [{"resource_uri": f"/api/v1/doc/state/{at}/", "slug": slug} for at, slug in enumerate(STATES, start=1)]
    return {
        URL: (RECORDINGS / "agenda-931.json").read_text(),
        f"{api}/meeting/meeting/?format=json&number=931": objects({"time_zone": "Europe/Vienna"}),
        f"{SITE}/meeting/931/materials/agenda-931-tides-00": (RECORDINGS / "agenda-931-tides.txt").read_text(),
        f"{SITE}/meeting/931/materials/agenda-931-kelp-01": (RECORDINGS / "agenda-931-kelp.html").read_text(),
        f"{api}/doc/document/?name__in={NAMES}{last}": (RECORDINGS / "documents.json").read_text(),
        f"{api}/doc/state/?format=json&type__slug=draft&limit=100": objects(*states),
        f"{api}/doc/documentauthor/?document__name__in={KNOWN}{last}": objects(author(8, 2), author(9, 1, "Sea Lab")),
        f"{api}/person/person/?id__in=9,8{last}": objects({"id": 8, "name": "Bo Tide"}, {"id": 9, "name": "Ann Ode"}),
    }


def read(answers: dict[str, str], folder: Path, url: str = URL) -> Program:
    web = shelf.of(folder, answers)
    return scrape.read(web.page(url), web)


def by_id(program: Program) -> dict[str, Contribution]:
    return {row.id: row for row in program.contributions}


def test_the_drafts_of_a_meeting_are_those_on_its_agendas(datatracker: dict[str, str], tmp_path: Path):
    drafts = [row.id for row in read(datatracker, tmp_path).contributions if row.kind is Kind.DRAFT]

    assert ["draft-ietf-tides-compression", "draft-ode-tides-anchors"] == drafts


def test_another_agenda_makes_another_program(datatracker: dict[str, str], tmp_path: Path):
    datatracker[f"{SITE}/meeting/931/materials/agenda-931-kelp-01"] = "nothing"
    datatracker[f"{SITE}/meeting/931/materials/agenda-931-tides-00"] = "draft-ode-tides-anchors-00 only"
    alone = f"{SITE}/api/v1/doc/document/?name__in=draft-ode-tides-anchors&format=json&limit=1000"
    listed = json.loads((RECORDINGS / "documents.json").read_text())["objects"]
    datatracker[alone] = objects(*(each for each in listed if each["name"] == "draft-ode-tides-anchors"))

    assert ["draft-ode-tides-anchors"] == [
        row.id for row in read(datatracker, tmp_path).contributions if row.kind is Kind.DRAFT
    ]


def test_a_draft_has_its_session_status_authors_and_links(datatracker: dict[str, str], tmp_path: Path):
    anchors = by_id(read(datatracker, tmp_path))["draft-ode-tides-anchors"]

    assert ("Anchors & Aweigh", "Tidal Transport (tides)") == (anchors.title, anchors.session)
    assert ("2031-07-21T09:30:00+02:00", "2031-07-21T11:00:00+02:00") == (anchors.starts, anchors.ends)
    assert (Person(name="Ann Ode", affiliation="Sea Lab"), Person(name="Bo Tide")) == anchors.people
    assert ["Anchors hold.", "Internet-Draft: revision 00, 2031-06-30, active."] == [
        passage.text for passage in anchors.passages
    ]
    assert "https://www.ietf.org/archive/id/draft-ode-tides-anchors-00.txt" == anchors.links["text"]


def test_what_was_dead_before_the_meeting_is_named_in_findings(datatracker: dict[str, str], tmp_path: Path):
    findings = [finding.text for finding in read(datatracker, tmp_path).findings]

    assert "No longer drafts but published as RFCs, so left out: draft-ietf-tides-history." in findings
    assert "No longer drafts but expired, so left out: draft-reef-tides-lost." in findings
    assert "No longer drafts but replaced, so left out: draft-reef-kelp-replaced." in findings
    assert "Drafts that agendas name and nobody knows: draft-ietf-kelp-forest and draft-tide-kelp-nosuch." in findings


def test_what_became_an_rfc_after_the_meeting_was_discussed_at_it(datatracker: dict[str, str], tmp_path: Path):
    documents = next(address for address in datatracker if "/document/" in address)
    datatracker[documents] = datatracker[documents].replace("2029-01-07", "2031-12-07")

    history = by_id(read(datatracker, tmp_path))["draft-ietf-tides-history"]

    assert "Internet-Draft: revision 12, 2031-12-07, published as RFCs." == history.passages[-1].text


def test_a_long_answer_is_read_to_its_end(datatracker: dict[str, str], tmp_path: Path):
    documents = next(address for address in datatracker if "/document/" in address)
    whole = json.loads(datatracker[documents])
    onwards = "/api/v1/doc/document/?offset=1"
    datatracker[documents] = json.dumps({"meta": {"next": onwards}, "objects": whole["objects"][:1]})
    datatracker[f"{SITE}{onwards}"] = json.dumps({"meta": {"next": None}, "objects": whole["objects"][1:]})

    assert "draft-ode-tides-anchors" in by_id(read(datatracker, tmp_path))


# What changed since the meeting before

ALIVE = "draft-ietf-tides-compression,draft-ode-tides-anchors"
THEN = f"{SITE}/meeting/930/materials/agenda-930-tides-00"


def posted(name: str, revision: str, day: str) -> dict[str, str]:
    return {"doc": f"/api/v1/doc/document/{name}/", "rev": revision, "time": f"{day}T10:00:00Z"}


@pytest.fixture
def with_before(datatracker: dict[str, str]) -> dict[str, str]:
    """The Datatracker with a meeting in March 2031, whose tides group discussed a draft of today and two others."""
    api, last = f"{SITE}/api/v1/doc", "&format=json&limit=1000"
    session = json.loads((RECORDINGS / "agenda-931.json").read_text())["931"][2]
    march = {**session, "start": "2031-03-17T09:00:00Z", "agenda": THEN}
    kelp = {**march, "group": {"acronym": "kelp"}, "agenda": f"{SITE}/meeting/930/materials/agenda-930-kelp-00"}
    brine = {**march, "group": {"acronym": "brine"}, "agenda": f"{SITE}/meeting/930/materials/agenda-930-brine-00"}
    events = (
        posted("draft-ietf-tides-compression", "04", "2030-11-02"),
        posted("draft-ietf-tides-compression", "05", "2031-03-01"),
        posted("draft-ietf-tides-compression", "06", "2031-03-18"),
        posted("draft-ietf-tides-compression", "07", "2031-07-07"),
        posted("draft-ode-tides-anchors", "00", "2031-06-30"),
        posted("draft-ode-tides-anchors", "<b>", "2031-01-30"),
    )
    states = '"states": ["/api/v1/doc/state/3/"]'
    rfc = f'{{"name": "draft-ietf-tides-tables", "title": "T", "time": "2031-05-01T10:00:00Z", {states}}}'
    old = f'{{"name": "draft-reef-tides-moon", "title": "M", "time": "2029-05-01T10:00:00Z", {states}}}'
    gone = "draft-ietf-tides-tables,draft-reef-tides-moon"
    return {
        **datatracker,
        f"{SITE}/meeting/930/agenda.json": json.dumps({"930": [march, kelp, brine]}),
        THEN: "draft-ietf-tides-compression-05, draft-ietf-tides-tables-09 and draft-reef-tides-moon",
        f"{SITE}/meeting/930/materials/agenda-930-kelp-00": "See the slides.",
        f"{api}/newrevisiondocevent/?doc__name__in={ALIVE}{last}": objects(*events),
        f"{api}/document/?name__in={gone}{last}": objects(json.loads(rfc), json.loads(old)),
    }


def news(row: Contribution) -> list[tuple[str, str]]:
    """What is said of a draft beyond its abstract and its state, and where that was read."""
    return [(passage.text, passage.source.url) for passage in row.passages if passage.part == "status"][1:]


def test_a_draft_tells_how_it_was_revised_since_the_meeting_before(with_before: dict[str, str], tmp_path: Path):
    ((text, source),) = news(by_id(read(with_before, tmp_path))["draft-ietf-tides-compression"])

    assert "draft-ietf-tides-compression was revised from -05 to -07 since IETF 930." == text
    assert source.startswith(f"{SITE}/api/v1/doc/newrevisiondocevent/")


def test_a_draft_that_nobody_had_then_is_new_by_its_first_revision_and_by_its_groups_agenda(
    with_before: dict[str, str], tmp_path: Path
):
    posted, on_agenda = news(by_id(read(with_before, tmp_path))["draft-ode-tides-anchors"])

    assert "draft-ode-tides-anchors was first posted since IETF 930." == posted[0]
    assert ("draft-ode-tides-anchors is new on the agenda of tides since IETF 930.", THEN) == on_agenda


def test_how_much_changed_is_a_finding(with_before: dict[str, str], tmp_path: Path):
    text = (
        "Since IETF 930, of the drafts on these agendas: 1 first posted, 1 new on their group's agenda and 1 revised; "
        "of those that the same groups had on theirs then: 1 published as RFCs."
    )

    assert text in [finding.text for finding in read(with_before, tmp_path).findings]


def test_a_draft_of_unchanged_revision_says_so(with_before: dict[str, str], tmp_path: Path):
    events = next(address for address in with_before if "newrevision" in address)
    with_before[events] = objects(posted("draft-ietf-tides-compression", "07", "2031-03-01"))

    assert ["draft-ietf-tides-compression was not revised since IETF 930, and stands at -07."] == [
        text for text, _ in news(by_id(read(with_before, tmp_path))["draft-ietf-tides-compression"])
    ]


def test_nothing_is_new_on_an_agenda_that_then_was_not_read_or_named_no_draft(
    with_before: dict[str, str], tmp_path: Path
):
    with_before[THEN] = "To be announced."
    anchors = by_id(read(with_before, tmp_path))["draft-ode-tides-anchors"]
    assert ["draft-ode-tides-anchors was first posted since IETF 930."] == [text for text, _ in news(anchors)]

    del with_before[THEN]
    program = read(with_before, tmp_path)
    assert ["draft-ode-tides-anchors was first posted since IETF 930."] == [
        text for text, _ in news(by_id(program)["draft-ode-tides-anchors"])
    ]
    assert any(finding.text.startswith("1 of 1 agendas of IETF 930 were not read;") for finding in program.findings)


def test_a_meeting_before_that_answers_with_a_page_for_people_stops_nothing(
    with_before: dict[str, str], tmp_path: Path
):
    for address in [each for each in with_before if "/930/" in each or "newrevision" in each]:
        with_before[address] = "<!doctype html><html><title>Maintenance</title><p>Back soon</html>"
    program = read(with_before, tmp_path)

    assert "draft-ode-tides-anchors" in by_id(program)
    assert any("What changed since IETF 930 is not told" in finding.text for finding in program.findings)


def test_without_the_meeting_before_the_program_is_whole_and_says_what_it_lacks(
    datatracker: dict[str, str], tmp_path: Path
):
    program = read(datatracker, tmp_path)

    assert [] == news(by_id(program)["draft-ietf-tides-compression"])
    assert program.findings[-2].text.startswith("What changed since IETF 930 is not told: ")


def test_agendas_that_fail_are_a_finding(datatracker: dict[str, str], tmp_path: Path):
    del datatracker[f"{SITE}/meeting/931/materials/agenda-931-kelp-01"]
    names = next(address for address in datatracker if "/document/" in address)
    fewer = names.replace(",draft-reef-kelp-replaced,draft-tide-kelp-nosuch", "")
    datatracker[fewer] = datatracker.pop(names)

    found = read(datatracker, tmp_path)

    assert found.findings[0].text.startswith("1 of 2 agendas, and so the drafts on them, were not read; ")
    assert "draft-ietf-tides-compression" in by_id(found)


def test_documents_that_cannot_be_asked_for_stop_the_reading(datatracker: dict[str, str], tmp_path: Path):
    del datatracker[next(address for address in datatracker if "/document/" in address)]

    with pytest.raises(SourceError):
        read(datatracker, tmp_path)


def test_sessions_are_told_with_their_groups_and_cancelled_ones_are_not():
    saved = page.read((RECORDINGS / "agenda-931.json").read_bytes(), source=Provenance(url="agenda.json"))
    program = ietf.scrape(saved, shelf.EMPTY)

    assert [
        "Registration Desk",
        "Tidal Transport (tides)",
        "Kelp Routing II (kelp)",
        "Lunch Break",
        "Harbour Social",
    ] == [row.title for row in program.contributions]
    assert [Kind.LOGISTICS, Kind.SESSION, Kind.SESSION, Kind.LOGISTICS, Kind.SOCIAL] == [
        row.kind for row in program.contributions
    ]
    assert ["Sessions that are cancelled or moved, and left out: 1."] == [finding.text for finding in program.findings]
    assert "2031-07-21T09:00:00+00:00" == program.contributions[1].ends


@pytest.mark.parametrize("body", ['{"931": null}', '{"931": []}', "{}", '{"931": [{"objtype": "parent"}]}'])
def test_a_meeting_without_sessions_is_not_published(body: str):
    with pytest.raises(NotPublished):
        scrape.read(
            page.read(body.encode(), source=Provenance(url=URL)), recording.Recording(folder=Path(), entries={})
        )


@pytest.mark.parametrize(
    ("url", "address"),
    [
        (f"{SITE}/meeting/931/agenda/", URL),
        (f"{SITE}/meeting/931", URL),
        (f"{SITE}/meeting/interim-2031-Tides-05/session/tides", f"{SITE}/meeting/interim-2031-tides-05/agenda.json"),
        (f"{SITE}/wg/tides/", f"{SITE}/api/v1/doc/document/?format=json&group__acronym=tides&type=draft&limit=200"),
    ],
)  # fmt: skip
def test_the_pages_for_people_lead_to_the_answers_for_programs(url: str, address: str):
    assert (address,) == ietf.addresses(url)


def answered(key: int, group: str, **others: object) -> dict[str, object]:
    """A row of the answer that fills the page of an agenda."""
    row = {"sessionId": key, "groupAcronym": group[:5].lower(), "groupName": group, "name": "", "duration": 5400}
    return {**row, "startDateTime": "2031-07-21T07:30:00+00:00", "type": "regular", "status": "sched", **others}


def test_the_answer_behind_the_page_of_an_agenda_is_the_agenda():
    rows = (
        answered(1, "Tides", agenda={"url": f"{SITE}/meeting/931/materials/agenda-931-tides-00"}),
        answered(2, "Kelp", isBoF=True),
        answered(3, "Tides", status="resched"),
        answered(4, "Secretariat", type="break", slotName="Beverages"),
    )
    body = {"meeting": {"number": "931", "timezone": "Europe/Vienna"}, "schedule": rows, "floors": []}

    program = shelf.read(body, "saved.json")

    assert ("IETF 931", [Kind.SESSION, Kind.BOF, Kind.LOGISTICS]) == (
        program.name,
        [row.kind for row in program.contributions],
    )
    assert ("2031-07-21T09:30:00+02:00", "2031-07-21T11:00:00+02:00") == (
        program.contributions[0].starts,
        program.contributions[0].ends,
    )
    assert ["Tides (tides)", "Kelp (kelp)", "Beverages"] == [row.title for row in program.contributions]
    assert "Sessions that are cancelled or moved, and left out: 1." == program.findings[0].text


OLD = """<html><title>IETF 831 Meeting Agenda</title><table id="agenda">
<tr><td colspan="4"><h2>MONDAY, July 21, 2031</h2></td></tr>
<tr><td colspan="4">0800-0900 Registration - <a href="#">Quay</a></td></tr>
<tr><td colspan="4"><b>0900-1130 Morning Session</b></td></tr>
<tr class="grouprow"><td>Dock</td><td>SEA</td><td>tides</td>
<td><a href="/materials/agenda-831-tides">Tidal Transport</a></td></tr>
<tr class="groupagenda"><td></td><td colspan="3">a frame</td></tr>
<tr class="grouprow"><td>Dock</td><td>SEA</td><td>kelp</td><td>Kelp Routing BOF</td></tr></table></html>"""
NEWER = """<html><title>IETF 931 agenda</title><table id="agenda-table">
<tr><th colspan="5"><h2>Monday, July 21, 2031</h2></th></tr>
<tr id="row-1"><td><span>08:00-09:00</span></td><td>Quay</td><td colspan="3">Registration</td></tr>
<tr class="session-label-row"><td>09:00-11:30</td><td colspan="4">Morning Session</td></tr>
<tr id="row-2"><td></td><td>Dock</td><td>sea</td><td><a>tides</a></td>
<td><a href="/materials/agenda-931-tides">Tidal Transport</a></td></tr>
<tr id="row-3"><td></td><td>Dock</td><td>sea</td><td><a>brine</a></td><td>Brine <span>CANCELLED</span></td></tr>
<tr id="row-4"><td></td><td>Dock</td><td>sea</td><td><a>kelp</a></td><td>Kelp Routing <span>BoF</span></td></tr>
</table></html>"""


@pytest.mark.parametrize("body", [OLD, NEWER])
def test_the_pages_of_older_agendas_are_read_in_both_their_shapes(body: str):
    rows = shelf.read(body, "saved.html").contributions

    assert [
        ("Registration", Kind.LOGISTICS, "2031-07-21T08:00:00"),
        ("Tidal Transport (tides)", Kind.SESSION, "2031-07-21T09:00:00"),
        ("Kelp Routing (kelp)", Kind.BOF, "2031-07-21T09:00:00"),
    ] == [(row.title, row.kind, row.starts) for row in rows]
    assert rows[1].url.startswith(SITE)


def test_the_calendar_of_a_meeting_holds_sessions_and_no_talks():
    entries = (
        ("1-tides", "tides - Tidal Transport", "CONFIRMED"),
        ("2-tides", "tides - Tidal Transport", "RESCHEDULED"),
    )
    events = "".join(
        f"BEGIN:VEVENT\r\nUID:ietf-931-{key}\r\nSUMMARY:{title}\r\nSTATUS:{status}\r\nDTSTART:20310721T073000Z\r\n"
        "END:VEVENT\r\n"
        for key, title, status in (*entries, ("3-ietf", "Registration", "CONFIRMED"))
    )
    maker = "PRODID:-//IETF//datatracker.ietf.org ical agenda//EN"

    program = shelf.read(f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{maker}\r\n{events}END:VCALENDAR\r\n", "saved.ics")

    assert "IETF 931" == program.name
    assert [("Tidal Transport (tides)", Kind.SESSION), ("Registration", Kind.LOGISTICS)] == [
        (row.title, row.kind) for row in program.contributions
    ]


def test_an_agenda_without_a_session_is_not_published():
    with pytest.raises(NotPublished):
        shelf.read({"931": []}, "saved.json")


def documents(heading: str, *rows: tuple[str, str]) -> str:
    cells = (
        f'<tr><td></td><td class="doc"><div><a href="/doc/{n[:-3]}/">{n}</a><b>{t}</b></div></td></tr>' for n, t in rows
    )
    return f'<tr class="table-info"><th></th><th>{heading}</th></tr>{"".join(cells)}'


def test_a_page_that_lists_documents_is_read_as_far_as_they_are_drafts():
    alive = documents("Active Internet-Drafts (1 hit)", ("draft-ietf-tides-anchors-03", "Anchors"))
    dead = documents("Expired Internet-Draft (1 hit)", ("draft-ietf-tides-ropes-00", "Ropes"))

    program = shelf.read(f"<html><title>Tides</title><table>{alive}{dead}</table></html>", "saved.html")

    assert [("draft-ietf-tides-anchors", "Anchors", Kind.DRAFT)] == [
        (row.id, row.title, row.kind) for row in program.contributions
    ]
    assert "Documents that are no drafts any more, and left out: 1." == program.findings[0].text
    with pytest.raises(NotPublished):
        shelf.read(f"<html><title>Tides</title><table>{dead}</table></html>", "saved.html")


def test_a_list_of_meetings_or_sessions_says_where_their_names_are():
    with pytest.raises(LayoutChanged) as error:
        shelf.read(objects({"id": 1, "name": "", "resource_uri": "/api/v1/meeting/session/1/"}), "saved.json")

    assert f"read {SITE}/meeting/<number>/agenda.json instead" == error.value.hint
