"""The schedule of pretalx, frab and their kin: two spellings, one reading, and what forty exporters do to it."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from bot import page
from bot.errors import LayoutChanged, NotPublished
from bot.model import Contribution, Kind, Program, Provenance
from bot.platforms import pretalx
from tests.platforms import shelf

RECORDINGS = Path(__file__).parent / "recordings" / "pretalx"
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "programs"
needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent")

TALK = {"guid": "g-1", "title": "A Talk", "date": "2031-04-11T09:30:00+01:00", "duration": "00:30", "persons": []}


def read(body: str | bytes, url: str = "https://pretalx.example.org/x/schedule/export/schedule.json") -> Program:
    return shelf.read(body, url)


def recorded(name: str) -> Program:
    return read((RECORDINGS / name).read_bytes(), url=name)


def schedule(*events: dict[str, Any], **fields: Any) -> str:
    day = {"date": "2031-04-11", "rooms": {"Hall": list(events)}}
    return json.dumps({"schedule": {"version": "1.0", "conference": {"title": "X", "days": [day]}, **fields}})


def only(**fields: Any) -> Contribution:
    (contribution,) = read(schedule({**TALK, **fields})).contributions
    return contribution


def parts(contribution: Contribution) -> dict[str, str]:
    return {passage.part: passage.text for passage in contribution.passages}


def names(contribution: Contribution) -> tuple[str, ...]:
    return tuple(person.name for person in contribution.people)


def test_json_and_xml_of_one_talk_read_the_same():
    fields = "<title>A Talk</title><date>2031-04-11T09:30:00+01:00</date><duration>00:30</duration>"
    day = f"<day date='2031-04-11'><room name='Hall'><event guid='g-1'>{fields}</event></room></day>"
    xml = f"<schedule><conference/>{day}</schedule>"

    assert read(schedule(TALK)).contributions == read(xml).contributions


def test_the_town_is_told_or_else_the_house():
    def xml(fields: str) -> str:
        event = "<event guid='g'><title>A Talk</title></event>"
        return (
            f"<schedule><conference>{fields}</conference><day date='2031-04-11'><room>{event}</room></day></schedule>"
        )

    both = "<venue>Old Pier</venue><city>Tideham</city>"
    assert ["Tideham", "Old Pier", ""] == [read(xml(each)).place for each in (both, "<venue>Old Pier</venue>", "")]


def test_a_localised_string_is_read_in_english_or_else_as_it_is():
    program = recorded("tidecon-2031.schedule.json")

    assert "TideCon 2031" == program.name
    assert ("Opening the Sluices", "Ebbe in fünf Minuten") == (
        program.contributions[0].title,
        program.contributions[3].title,
    )
    assert Kind.KEYNOTE is program.contributions[0].kind
    assert "Why a river needs an operating system." == program.contributions[0].abstract
    assert "Estuary Operations" == program.contributions[1].session


def test_the_version_is_kept_as_the_source_writes_it():
    assert "2.1 spring tide; ebb 0.3" == recorded("tidecon-2031.schedule.json").version


def test_a_date_with_a_zone_is_trusted_over_the_day_that_lists_it():
    night = recorded("tidecon-2031.schedule.json").contributions[1]

    assert ("2031-04-12T00:30:00+01:00", "2031-04-12T01:45:00+01:00") == (night.starts, night.ends)


def test_a_clock_time_takes_the_zone_that_the_conference_names():
    json_talk = recorded("tidecon-2031.schedule.json").contributions[3]
    xml_talk = recorded("mudcamp-2032.schedule.xml").contributions[1]

    assert ("2031-04-12T09:05:00+01:00", "2031-04-12T09:30:00+01:00") == (json_talk.starts, json_talk.ends)
    assert "2032-01-31T11:00:00+01:00" == xml_talk.starts


def test_without_a_zone_a_time_floats_and_the_small_hours_belong_to_the_next_morning():
    eels, *_, watch = recorded("eelmeet-2009.pentabarf.xml").contributions

    assert "2009-02-07T10:00:00" == eels.starts
    assert ("2009-02-08T00:15:00", "2009-02-08T07:14:00") == (watch.starts, watch.ends)


@pytest.mark.parametrize(
    ("duration", "ends"),
    [
        ("00:45", "2031-04-11T10:15:00+01:00"),
        ("1:42", "2031-04-11T11:12:00+01:00"),
        ("00:25:00", "2031-04-11T09:55:00+01:00"),
        ("90", "2031-04-11T11:00:00+01:00"),
        (30, "2031-04-11T10:00:00+01:00"),
        ("PT5M", ""),
        ("", ""),
        (None, ""),
    ],
)
def test_every_way_to_write_a_duration_is_read(duration: object, ends: str):
    assert ends == only(duration=duration).ends


@pytest.mark.parametrize("date", ["not a date", "2031-13-45T99:00:00", "2031-04-11"])
def test_a_time_that_cannot_be_read_costs_the_time_and_not_the_talk(date: str):
    talk = only(date=date, start="", duration="900:00")

    assert ("A Talk", "", "") == (talk.title, talk.starts, talk.ends)


def test_an_unknown_zone_is_no_zone():
    conference = {"title": "X", "time_zone_name": "../../Middle/Earth"}
    days = [{"date": "2031-04-11", "rooms": {"Hall": [{**TALK, "date": "2031-04-11", "start": "10:00"}]}}]

    (talk,) = read(schedule(conference={**conference, "days": days})).contributions

    assert "2031-04-11T10:00:00" == talk.starts


def test_persons_without_a_name_are_left_out_and_repeats_are_one():
    opening, _, knots, *_ = recorded("tidecon-2031.schedule.json").contributions

    assert ("Imogen Fjord",) == names(opening)
    assert ("Petra Quay",) == names(knots)


def test_frab_names_persons_in_its_own_way():
    assert ("Ada Farrow",) == names(only(persons=[{"id": 3, "full_public_name": "Ada Farrow"}]))


def test_persons_may_be_bare_strings():
    assert ("Ada Farrow", "Bo Tide") == names(only(persons=["Ada Farrow", "Bo Tide"]))


def test_persons_beside_the_days_are_no_contributions_and_nobodys_speakers():
    program = recorded("mudcamp-2032.schedule.xml")

    assert 3 == len(program.contributions)
    assert [("Sable Orrick",), ("Ilse Brandaris", "Tomas Vuur"), ()] == list(map(names, program.contributions))


def test_events_need_no_room_around_them():
    assert 4 == len(recorded("eelmeet-2009.pentabarf.xml").contributions)


def test_the_track_is_the_session_and_the_room_where_there_is_no_track():
    opening, nets, *_ = recorded("tidecon-2031.schedule.json").contributions

    assert ("Sluice Hall", "Estuary Operations") == (opening.session, nets.session)


def test_markdown_leaves_no_marks_and_an_only_description_is_the_abstract():
    nets = recorded("tidecon-2031.schedule.json").contributions[1]

    assert {
        "abstract": "We mended forty nets.\n\nWhat you will learn\n\nHow to knot, see the manual\n\nWhen to wait",
        "subtitle": "with real nets",
    } == parts(nets)


def test_escaped_html_is_read_as_paragraphs():
    lamp = recorded("mudcamp-2032.schedule.xml").contributions[0]
    eels = recorded("eelmeet-2009.pentabarf.xml").contributions[0]

    assert {"abstract": "Lamps preempt fog.\n\nFog & lamps share a lock."} == parts(lamp)
    assert {"abstract": "They go back to the sea once.", "description": "Nobody knows why."} == parts(eels)


def test_a_description_that_repeats_the_abstract_is_not_kept_twice():
    assert {"abstract": "Bring rope.\n\nWe bring the rest."} == parts(
        recorded("tidecon-2031.schedule.json").contributions[2]
    )


def test_links_lead_to_slides_video_paper_and_code_and_nowhere_else():
    _, nets, knots, *_ = recorded("tidecon-2031.schedule.json").contributions
    lamp = recorded("mudcamp-2032.schedule.xml").contributions[0]
    eels = recorded("eelmeet-2009.pentabarf.xml").contributions[0]

    assert {
        "code": "https://github.com/example/night-nets",
        "slides": "https://pretalx.example.org/media/tidecon-2031/nets.pdf",
    } == nets.links
    assert {"video": "https://media.example.org/knots.mp4"} == knots.links
    assert {"video": "http://video.example.org/2009/eels.ogg"} == eels.links
    assert {
        "code": "https://gitlab.com/example/lamp",
        "pdf": "https://example.org/lamp.pdf",
        "slides": "https://mudcamp.example.org/2032/slides/8101/fog.odp",
        "video": "https://mudcamp.example.org/2032/slides/8101/fog-demo.mp4",
    } == lamp.links


def test_a_track_names_a_kind_only_when_it_is_a_form_of_talk():
    *_, ebb, closing = recorded("tidecon-2031.schedule.json").contributions
    _, horns, _ = recorded("mudcamp-2032.schedule.xml").contributions
    eels, pipes, stairs, _ = recorded("eelmeet-2009.pentabarf.xml").contributions

    assert (Kind.TALK, Kind.LIGHTNING_TALK, Kind.LIGHTNING_TALK) == (ebb.kind, closing.kind, horns.kind)
    assert (Kind.KEYNOTE, Kind.TALK, Kind.LIGHTNING_TALK) == (eels.kind, pipes.kind, stairs.kind)


def test_a_cancelled_talk_stays_and_says_so_while_an_amended_one_just_takes_place():
    _, pipes, stairs, _ = recorded("eelmeet-2009.pentabarf.xml").contributions

    assert ("Eels in Pipes", "CANCELLED Eels on Stairs") == (pipes.title, stairs.title)
    assert "Bigtop" == only(title="[AMENDMENT] Bigtop").title


def test_a_talk_in_two_slots_is_one_contribution():
    first, second = (
        {**TALK, "code": "TIDE"},
        {**TALK, "code": "TIDE", "guid": "g-2", "date": "2031-04-12T09:30:00+01:00"},
    )

    (talk,) = read(schedule(first, second)).contributions

    assert ("TIDE", "2031-04-11T09:30:00+01:00") == (talk.id, talk.starts)


def test_one_guid_for_two_talks_keeps_both():
    program = read(schedule(TALK, {**TALK, "title": "Another Talk"}))

    assert {"A Talk", "Another Talk"} == {contribution.title for contribution in program.contributions}
    assert 2 == len({contribution.id for contribution in program.contributions})


def test_ids_outlive_an_update():
    before = json.loads((RECORDINGS / "tidecon-2031.schedule.json").read_text())
    after = copy.deepcopy(before)
    talk = after["schedule"]["conference"]["days"][0]["rooms"]["Sluice Hall"].pop(1)
    after["schedule"]["conference"]["days"][1]["rooms"]["Empty Basin"] = [
        {**talk, "title": "Day Nets", "id": 1, "persons": []}
    ]

    ids = [{row.id for row in read(json.dumps(tree)).contributions} for tree in (before, after)]

    assert ids[0] == ids[1]


@pytest.mark.parametrize("version", ["test", "Test 3", "template", "wip", "draft v0.2", "Test-Version"])
def test_a_draft_is_not_published(version: str):
    with pytest.raises(NotPublished) as error:
        read(schedule(TALK, version=version))

    assert version in str(error.value)


@pytest.mark.parametrize(
    "version", ["", "latest", "1.4 - The Pillow Book", "Test of Time", "0.9 drafty house", "2.1 mkdir"]
)
def test_a_released_version_may_have_any_name(version: str):
    assert 1 == len(read(schedule(TALK, version=version)).contributions)


def test_a_schedule_without_talks_is_not_published():
    with pytest.raises(NotPublished):
        read(schedule())
    with pytest.raises(NotPublished):
        read("<schedule><version>0.1</version><conference><title>X</title></conference></schedule>")


def test_a_talk_without_a_title_is_no_talk_we_know():
    with pytest.raises(LayoutChanged) as error:
        read(schedule({"guid": "g-1"}))

    assert "title" in str(error.value)


@pytest.mark.parametrize(
    "strange", [{}, [], {"schedule": []}, {"schedule": {"conference": {"title": "X"}}}, {"days": []}]
)
def test_other_json_is_left_to_others(strange: object):
    assert not pretalx.looks_like(page.read(json.dumps(strange).encode(), source=Provenance(url="x")))


@pytest.mark.parametrize(
    "strange", ["<feed><conference/></feed>", "<schedule><talk/></schedule>", "<html><body>x</body></html>"]
)
def test_other_markup_is_left_to_others(strange: str):
    assert not pretalx.looks_like(page.read(strange.encode(), source=Provenance(url="x")))


@pytest.mark.parametrize(
    ("url", "best"),
    [
        (
            "https://pretalx.example.org/tide/schedule/",
            "https://pretalx.example.org/tide/schedule/export/schedule.json",
        ),
        ("https://cfp.example.org/tide", "https://cfp.example.org/tide/schedule/export/schedule.json"),
        (
            "https://talks.example.org/tide/talk/ABC/?x=1",
            "https://talks.example.org/tide/schedule/export/schedule.json",
        ),
        ("https://example.org/2031/schedule/xml", "https://example.org/2031/schedule/xml"),
        ("https://example.org/Fahrplan/schedule.xml", "https://example.org/Fahrplan/schedule.xml"),
    ],
)
def test_the_export_is_found_from_any_page_of_the_edition(url: str, best: str):
    assert best == pretalx.addresses(url)[0]


@pytest.mark.parametrize(
    "url",
    [
        "https://pretalx.com/tide-2031/schedule/",
        "https://fosdem.org/2031/schedule/",
        "https://archive.fosdem.org/2016/schedule/xml",
        "https://fahrplan.events.ccc.de/congress/2031/Fahrplan/",
        "https://debconf31.example.org/schedule/pentabarf.xml",
        "https://program.example.org/tide-2031/schedule/",
    ],
)
def test_the_usual_hosts_are_known(url: str):
    assert pretalx.URL.match(url)


@needs_shared
@pytest.mark.parametrize(
    ("file", "least", "most"),
    [
        ("pretalx/fosdem-2024.schedule.xml", 674, 674),
        ("pretalx/fosdem-2026.trim.schedule.xml", 151, 151),
        ("frab/fosdem-2007.pentabarf.xml", 215, 215),
        ("frab/fosdem-2012.pentabarf.xml", 442, 442),
        ("frab/fosdem-2016.pentabarf.xml", 617, 617),
        ("frab/32c3.schedule.json", 474, 474),
        ("frab/34c3.schedule.json", 625, 661),
    ],
)
def test_real_schedules_are_read_whole(file: str, least: int, most: int):
    program = read((SHARED / file).read_bytes(), url=Path(file).name)

    assert least <= sum(row.kind is not Kind.LOGISTICS for row in program.contributions) <= most
    assert all(row.starts and row.ends for row in program.contributions)


@needs_shared
def test_a_real_update_keeps_every_id():
    before, after = (
        {row.id for row in read((SHARED / f"pretalx/rc3-2021.{version}.schedule.json").read_bytes()).contributions}
        for version in ("v1", "v2")
    )

    assert (341, 351) == (len(before), len(after))
    assert before < after


@needs_shared
def test_a_real_draft_is_refused():
    with pytest.raises(NotPublished):
        read((SHARED / "frab/rc3-2020-test.schedule.json").read_bytes())


def test_files_that_sites_write_themselves_are_read_too():
    event = "<event id='{}'><title>{}</title><start>09:10</start><person>{}</person><track>{}</track></event>"
    rows = event.format(1, "Tides", "Ann Ode, Bo Tide", "Main") + event.format(2, "Lunch Break", "", "Pause")
    other = rows.replace("Pause", "Kelp Devroom")

    tides, lunch = read(f"<schedule><conference/><day date='2031-05-05'>{rows}</day></schedule>").contributions

    assert (["Ann Ode", "Bo Tide"], Kind.TALK) == ([person.name for person in tides.people], tides.kind)
    assert Kind.LOGISTICS is lunch.kind
    assert Kind.TALK is read(f"<schedule><conference/><day>{other}</day></schedule>").contributions[1].kind


def test_entries_under_speakers_are_events_with_persons():
    speaker = "<speakers><speaker id='7'><name>Ann Ode</name><profile>x</profile></speaker></speakers>"
    times = "<start>0930</start><duration>45</duration>"
    entry = f"<entry id='1'><category>Keynote</category>{times}<title>Tides</title>{speaker}"

    (talk,) = read(f"<schedule><day date='2031-05-05'>{entry}</entry></day></schedule>").contributions

    assert ("Tides", Kind.KEYNOTE, ["Ann Ode"]) == (talk.title, talk.kind, [person.name for person in talk.people])
    assert ("2031-05-05T09:30:00", "2031-05-05T10:15:00") == (talk.starts, talk.ends)
