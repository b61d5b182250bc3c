"""What changed between two readings of a program: each contribution is known again, and nothing is told twice."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.compare import SHOWN, Change, Turn, compare, same_time, since, told
from bot.compare.addendum import LINKS, SINCE, addendum, amended
from bot.compare.listed import as_line, of_line, paired, row, rows
from bot.compare.mark import is_marked, marked, without_mark
from bot.keep import keep
from bot.model import Contribution, Digest, Finding, Kind, Listed, Passage, Person, Program
from bot.platforms import pretalx
from bot.render import render
from bot.web.recording import saved
from tests.conftest import SOURCE, contribution, program, writeup
from tests.gold import SHARED

ADA, BO, CY = (Person(name=name) for name in ("Ada Okafor", "Bo Tide", "Cy Reef"))
QUEUES = contribution("Tidal Queues", "Queues that breathe.", people=(ADA,), starts="2026-03-12T09:00", session="Tides")
KELP = contribution("Kelp Routing", "Routes through kelp.", people=(BO,), starts="2026-03-12T10:00", session="Tides")
HERON = contribution("What Herons Know", "They know.", people=(CY,), starts="2026-03-13T09:00", session="Birds")
THREE = (QUEUES, KELP, HERON)


def changes(*now: Contribution, before: tuple[Contribution, ...] = THREE) -> list[tuple[str, str]]:
    return [(change.turn.name, change.title) for change in compare(rows(before), program(*now))]


def test_nothing_changed_in_the_same_program_in_another_order() -> None:
    assert [] == changes(HERON, QUEUES, KELP)


def test_what_came_and_what_went_is_told_the_gravest_first() -> None:
    assert [("REMOVED", "Tidal Queues"), ("ADDED", "New Gulls")] == changes(contribution("New Gulls"), KELP, HERON)


def test_a_retitled_contribution_is_the_same_one_by_its_id() -> None:
    assert [("RETITLED", "Tidal Queues, Revisited")] == changes(
        replace(QUEUES, title="Tidal Queues, Revisited"), KELP, HERON
    )


@pytest.mark.parametrize(
    "now",
    [
        replace(QUEUES, id="7", title="Queues of the Tide"),  # by people and abstract
        replace(QUEUES, id="7", title="Queues of the Tide", passages=()),  # by people and hour
    ],
)
def test_a_retitled_contribution_is_no_new_one_where_its_id_changed_along(now: Contribution) -> None:
    assert [("RETITLED", "Queues of the Tide")] == changes(now, KELP, HERON)


def test_ids_that_the_source_gave_anew_are_no_change() -> None:
    assert [] == changes(*(replace(each, id=f"new-{each.id}") for each in THREE))


def test_ids_that_are_mere_places_in_the_list_do_not_confuse_who_is_who() -> None:
    before = tuple(replace(each, id=str(place)) for place, each in enumerate(THREE))
    now = [replace(each, id=str(place)) for place, each in enumerate((contribution("New Gulls"), *THREE))]
    assert [("ADDED", "New Gulls")] == changes(*now, before=before)


def test_two_talks_of_one_title_are_not_mistaken_for_each_other() -> None:
    twins = (replace(QUEUES, id="1", title="Keynote"), replace(KELP, id="2", title="Keynote"))
    assert [("REMOVED", "Keynote")] == changes(twins[1], before=twins)


def test_two_talks_of_one_title_and_people_are_told_apart_by_their_hours() -> None:
    twins = (QUEUES, replace(QUEUES, id="2", starts="2026-03-13T09:00"))
    assert [] == changes(replace(twins[0], id="9"), replace(twins[1], id="8"), before=twins)


def test_two_talks_on_one_day_by_the_same_person_are_two() -> None:
    before = replace(QUEUES, starts="2026-03-12", passages=())
    other = replace(before, id="9", title="Of Something Else")
    assert [("REMOVED", "Tidal Queues"), ("ADDED", "Of Something Else")] == changes(other, before=(before,))


def test_a_talk_of_the_same_person_at_another_hour_is_another_talk() -> None:
    other = contribution("Of Something Else", people=(ADA,), starts="2026-03-14T09:00", id="9")
    assert [("REMOVED", "Tidal Queues"), ("ADDED", "Of Something Else")] == changes(other, KELP, HERON)


def test_what_the_source_calls_cancelled_is_cancelled_and_not_just_gone() -> None:
    off = replace(QUEUES, title="CANCELLED: Tidal Queues")
    assert [("CANCELLED", "Tidal Queues")] == changes(off, KELP, HERON)
    assert [("CANCELLED", "Tidal Queues")] == changes(replace(off, id="another"), KELP, HERON)
    assert [] == changes(*THREE, contribution("Withdrawn - Never Listed"))


def test_what_stays_cancelled_or_vanishes_then_is_told_no_more_and_what_comes_back_is_new() -> None:
    off = replace(QUEUES, title="CANCELLED: Tidal Queues")
    assert [] == changes(off, KELP, HERON, before=(off, KELP, HERON)) == changes(KELP, HERON, before=(off, KELP, HERON))
    assert [("ADDED", "Tidal Queues")] == changes(*THREE, before=(off, KELP, HERON))


@pytest.mark.parametrize("title", ["Cancelled: Eels", "[WITHDRAWN] Eels", "Canceled - Eels", "ABGESAGT! Eels"])
def test_a_mark_is_taken_off(title: str) -> None:
    assert (True, "Eels") == (is_marked(title), without_mark(title))


def test_what_a_program_marks_is_found() -> None:
    off = replace(QUEUES, title="CANCELLED: Tidal Queues")
    assert (off,) == marked(program(off, KELP))


def test_a_title_about_cancelling_has_no_mark() -> None:
    assert not is_marked("Cancellation of Noise") and not is_marked("How We Cancelled the Ebb")
    assert "Cancelled" == without_mark("Cancelled")


def test_another_time_and_another_session_are_one_move() -> None:
    (change,) = compare(rows(THREE), program(replace(QUEUES, starts="2026-03-13T11:00", session="Birds"), KELP, HERON))
    assert ("2026-03-12 09:00, Tides", "2026-03-13 11:00, Birds") == (change.before, change.after)


def test_what_a_source_only_adds_is_no_move() -> None:
    bare = tuple(replace(each, starts="2026-03-12" if each.starts else "", session="") for each in (QUEUES, KELP))
    assert [] == changes(QUEUES, KELP, before=bare)
    assert [] == changes(*bare, before=(QUEUES, KELP))


def test_a_session_that_was_renamed_is_no_move_of_its_talks() -> None:
    assert [] == changes(replace(QUEUES, session="Session 1: Tides"), replace(KELP, session="Session 1: Tides"), HERON)
    assert [("MOVED", "Kelp Routing")] == changes(QUEUES, replace(KELP, session="Session 1: Tides"), HERON)
    assert [("MOVED", "What Herons Know")] == changes(QUEUES, KELP, replace(HERON, session="Tides"))


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("2026-03-12T09:00", "2026-03-12T09:00:00+01:00", True),
        ("2026-03-12T09:00:00+01:00", "2026-03-12T08:00:00+00:00", True),
        ("2026-03-12T09:00:00+01:00", "2026-03-12T09:00:00+00:00", False),
        ("2026-03-12", "2026-03-12T09:00", True),
        ("2026-03-12", "2026-03-13T09:00", False),
        ("", "2026-03-13T09:00", True),
        ("2026-03-12T09:00", "2026-03-12T09:30", False),
    ],
)
def test_times_are_the_same_whatever_their_zones_are_called(old: str, new: str, same: bool) -> None:
    assert same == same_time(old, new) == same_time(new, old)


def test_other_people_and_other_abstracts_are_told_but_neither_case_nor_commas() -> None:
    assert [("RECAST", "Kelp Routing")] == changes(QUEUES, replace(KELP, people=(ADA, BO)), HERON)
    quiet = replace(QUEUES, title="TIDAL QUEUES!", people=(Person(name="Ada  OKAFOR"),))
    assert [] == changes(quiet, KELP, HERON)
    anew = contribution("Kelp Routing", "Routes round the kelp.", people=(BO,), starts=KELP.starts, session="Tides")
    assert [("REWRITTEN", "Kelp Routing")] == changes(QUEUES, anew, HERON)


@given(st.lists(st.sampled_from(("id", "title", "people", "starts", "session", "order")), max_size=4), st.data())
def test_whatever_changes_in_one_of_them_nothing_comes_or_goes(fields: list[str], data: st.DataObject) -> None:
    touched = data.draw(st.integers(0, 2))
    now = list(THREE)
    for field in {*fields} - {"order", *(("id",) if {"title", "people"} <= {*fields} else ())}:
        value = {"people": (Person(name="Dee Shoal"),), "starts": "2026-03-14T12:00"}.get(field, f"Another {field}")
        now[touched] = replace(now[touched], **{field: value})
    if "order" in fields:
        now.reverse()
    turns = {change.turn for change in compare(rows(THREE), program(*now))}
    assert not turns & {Turn.ADDED, Turn.REMOVED}


# ---- what is told of it


def test_each_change_is_one_sentence() -> None:
    now = program(replace(QUEUES, title="Queues"), replace(KELP, starts="2026-03-12T11:00"), contribution("New Gulls"))
    assert (
        "“What Herons Know” is no longer listed.",
        "“New Gulls” was added.",
        "“Tidal Queues” is now called “Queues”.",
        "“Kelp Routing” moved from 2026-03-12 10:00, Tides to 2026-03-12 11:00, Tides.",
    ) == told(compare(rows(THREE), now))


def test_of_many_changes_the_rest_is_counted() -> None:
    now = [contribution(f"Gull {number:02}") for number in range(30)]
    sentences = told(compare(rows(THREE), program(*now)))
    assert SHOWN + 1 == len(sentences)
    assert "And 13 more: 13 added." == sentences[-1]
    assert SHOWN == len(told(compare(rows(THREE), program(*now[:17]))))


def test_nothing_is_told_of_a_first_reading_nor_of_the_same_again() -> None:
    assert () == since((), (), rows(THREE))
    assert () == since(rows(THREE), (), rows(THREE))


def test_a_rerun_tells_what_the_last_change_was_and_not_that_there_was_none() -> None:
    changed = rows((QUEUES, KELP))
    first = since(rows(THREE), (), changed)
    assert ("“What Herons Know” is no longer listed.",) == first
    assert first == since(changed, first, changed)
    unspoken = rows((replace(QUEUES, starts=""), KELP))
    assert first == since(changed, first, unspoken)


def test_the_next_change_takes_the_place_of_the_last_one() -> None:
    last = ("“What Herons Know” is no longer listed.",)
    assert ("“Kelp Routing” is no longer listed.",) == since(rows((QUEUES, KELP)), last, rows((QUEUES,)))


# ---- what is remembered


def test_a_row_is_one_line_and_comes_back_as_it_was() -> None:
    for each in (*THREE, contribution("A\tTitle\nof two lines", session="a\tb")):
        assert row(each) == of_line(as_line(row(each)))
        assert "\n" not in as_line(row(each))


@pytest.mark.parametrize("line", ["", "only-an-id", "a\tb\tc\t2026-13-99", "a\tb\tc\t\te\tf\tg", "a\tb\tc\tnoon"])
def test_a_line_that_somebody_broke_is_refused(line: str) -> None:
    with pytest.raises(ValueError):
        of_line(line)


def test_a_thousand_contributions_are_remembered_in_some_hundred_kilobytes() -> None:
    many = [replace(QUEUES, id=f"paper-{number}", title=f"A Title of Usual Length on Tides {number:04}" * 2, starts="")
            for number in range(1000)]  # fmt: skip
    assert len(json.dumps([as_line(each) for each in rows(many)], indent=1)) < 150_000


def test_a_thousand_are_compared_quickly_and_each_is_met_once() -> None:
    many = tuple(contribution(f"Gull {number}", people=(Person(name=f"P {number}"),)) for number in range(1000))
    pairs = paired(rows(many), rows(replace(each, id=f"x{each.id}") for each in many))
    assert (1000, 1000) == (len(pairs), len({*pairs.values()}))


@pytest.mark.skipif(not SHARED.exists(), reason="the shared samples are not here")
def test_a_real_update_is_ten_added_none_removed_and_no_duplicate() -> None:
    first, second = (read(f"pretalx/rc3-2021.v{number}.schedule.json") for number in (1, 2))
    found = compare(rows(first.listed), second)
    added = {change.title for change in found if change.turn is Turn.ADDED}
    assert [] == [change for change in found if change.turn is Turn.REMOVED]
    assert len(second.listed) - len(first.listed) == len(added)
    assert not added & {each.title for each in first.listed}


def read(name: str) -> Program:
    page = saved(SHARED / "programs" / name)
    return pretalx.scrape(page.page(page.urls[0]), None)


# ---- what touches a published digest


def published(digest: Any, *picks: Contribution) -> Digest:
    made: Digest = digest(*map(writeup, picks or THREE))
    return made


def test_links_that_appeared_are_told_and_no_other_novelty(digest: Any) -> None:
    now = replace(
        QUEUES, links={"slides": "https://a.example.org/s", "video": "https://a.example.org/v", "x": "https://b"}
    )
    (change,) = addendum(published(digest), program(now, replace(KELP, title="Kelp"), HERON))
    new = {"slides": "https://a.example.org/s", "video": "https://a.example.org/v"}
    expected = Change(turn=Turn.LINKED, id=QUEUES.id, title="Tidal Queues", after="slides and a video", links=new)
    assert expected == change


def test_a_draft_that_became_an_rfc_is_told(digest: Any) -> None:
    def said(text: str) -> tuple[Passage, ...]:
        return (Passage(text=f"Internet-Draft: {text}", part="status", source=SOURCE),)

    draft = contribution("Buoys", kind=Kind.DRAFT, passages=said("revision 03, active."))
    now = program(replace(draft, passages=said("revision 04, published as RFCs.")))
    (change,) = addendum(published(digest, draft), now)
    assert Turn.STANDARDISED is change.turn
    assert () == addendum(amended(published(digest, draft), (change,), now), now)


def test_a_draft_that_was_withdrawn_is_told_and_one_that_merely_expired_is_not(digest: Any) -> None:
    def draft(status: str) -> Contribution:
        return contribution(
            "Buoys",
            kind=Kind.DRAFT,
            passages=(Passage(text=f"Internet-Draft: {status}.", part="status", source=SOURCE),),
        )

    done = published(digest, draft("revision 03, active"))
    (change,) = addendum(done, program(draft("revision 03, withdrawn")))
    assert Turn.CANCELLED is change.turn
    assert () == addendum(done, program(draft("revision 03, expired")))
    after = amended(done, (change,), program(draft("revision 03, withdrawn")))
    assert ["Internet-Draft: revision 03, withdrawn."] == [
        passage.text for passage in after.writeups[0].pick.contribution.passages
    ]


def test_a_talk_that_was_withdrawn_is_told(digest: Any) -> None:
    off = replace(QUEUES, title="WITHDRAWN: Tidal Queues")
    assert [Turn.CANCELLED] == [each.turn for each in addendum(published(digest), program(off, KELP, HERON))]


def test_a_pick_that_is_missing_from_a_cut_source_was_not_withdrawn(digest: Any) -> None:
    gulls = [contribution(f"Gull {number}") for number in range(9)]
    done = replace(published(digest), program=program(*THREE, *gulls).outline)
    assert [(Turn.REMOVED, "Tidal Queues")] == [
        (each.turn, each.title) for each in addendum(done, program(KELP, HERON, *gulls))
    ]
    assert () == addendum(done, program(KELP, HERON, *gulls[:5]))


def test_an_addendum_changes_links_and_adds_a_finding_and_no_word_of_a_write_up(digest: Any) -> None:
    done = published(digest)
    now = program(replace(QUEUES, links={"video": "https://tube.example.org/1"}), KELP, HERON)
    after = amended(done, addendum(done, now), now)
    assert {"video": "https://tube.example.org/1"} == after.writeups[0].pick.contribution.links
    assert Finding(text=f"{SINCE}“Tidal Queues” now has a video.") == after.findings[-1]
    assert [each.what for each in done.writeups] == [each.what for each in after.writeups]
    assert () == addendum(after, now)


def test_an_addendum_touches_two_lines_of_the_page_and_no_word_that_a_person_changed(digest: Any) -> None:
    done = published(digest)
    first = render(done, "")
    page = "digests/harbour-2026.md"
    stands = dict(keep(first, {}).files)
    stands[page] = stands[page].replace("The authors present a queue.", "A queue, at last.", 1)
    now = program(replace(QUEUES, links={"video": "https://tube.example.org/1"}), KELP, HERON)
    after = keep(render(amended(done, addendum(done, now), now), ""), stands).files
    come = [line for line in after[page].splitlines() if line not in stands[page].splitlines()]
    assert [
        f'seal: "{come[0][7:-1]}"',
        "Tides · [video](https://tube.example.org/1)",
        "- Know that: Since it was published: “Tidal Queues” now has a video.",
    ] == come
    assert "A queue, at last." in after[page]
    assert "https://tube.example.org/1" in after["digests/harbour-2026.json"]


def test_a_withdrawn_pick_is_told_once_and_stays_until_a_person_drops_it(digest: Any) -> None:
    done, now = published(digest), program(replace(QUEUES, title="Cancelled: Tidal Queues"), KELP, HERON)
    after = amended(done, addendum(done, now), now)
    assert THREE == tuple(each.pick.contribution for each in after.writeups)
    where = f"see {SOURCE.url}"
    assert Finding(text=f"{SINCE}“Tidal Queues” was cancelled or withdrawn.", hint=where) == after.findings[-1]
    assert () == addendum(after, now)


def test_a_listed_row_needs_no_more_than_an_id_and_a_title() -> None:
    assert Listed(id="a", title="b") == of_line("a\tb")


def test_a_new_address_counts_and_another_name_for_a_known_one_does_not(digest: Any) -> None:
    done = published(digest, replace(QUEUES, links={"slides": "https://a.example.org/q.pdf"}))
    renamed = replace(QUEUES, links={"pdf": "https://a.example.org/q.pdf", "slides": "https://a.example.org/q.pdf"})
    assert () == addendum(done, program(renamed))
    both = replace(QUEUES, links={"pdf": "https://a.example.org/p.pdf", "paper": "https://a.example.org/p"})
    (change,) = addendum(published(digest, QUEUES), program(both))
    assert "its paper" == change.after


def test_what_maintainers_refused_is_not_told_again_but_what_came_later_is(digest: Any) -> None:
    done = published(digest)
    off = replace(KELP, title="Cancelled: Kelp Routing")
    first = program(replace(QUEUES, links={"slides": "https://a.example.org/s"}), off, HERON)
    refused = amended(done, addendum(done, first), first)
    assert () == addendum(done, first, [refused])
    links = {"slides": "https://a.example.org/s", "video": "https://a.example.org/v"}
    later = program(replace(QUEUES, links=links), off, HERON)
    (change,) = addendum(done, later, [refused])
    assert ("a video", {"video": "https://a.example.org/v"}) == (change.after, change.links)
    assert change.links == amended(done, (change,), later).writeups[0].pick.contribution.links


def test_what_was_withdrawn_and_told_so_is_no_news_when_it_leaves_the_program(digest: Any) -> None:
    gulls = [contribution(f"Gull {number}") for number in range(9)]
    done = published(digest)
    off = program(replace(QUEUES, title="Cancelled: Tidal Queues"), KELP, HERON, *gulls)
    gone = program(KELP, HERON, *gulls)
    after = amended(done, addendum(done, off), off)
    assert [Turn.REMOVED] == [each.turn for each in addendum(done, gone)]
    assert () == addendum(after, gone) == addendum(done, gone, [after])


def test_a_pick_that_is_missing_from_another_source_was_not_withdrawn(digest: Any) -> None:
    done = published(digest)
    gulls = [contribution(f"Gull {number}") for number in range(9)]
    assert Turn.REMOVED in {each.turn for each in addendum(done, program(KELP, HERON, *gulls))}
    assert () == addendum(done, program(KELP, HERON, *gulls, platform="dblp"))


def test_session_notes_have_no_line_of_links_so_the_sentence_says_where(digest: Any) -> None:
    done = published(digest)
    notes = replace(done, edition=replace(done.edition, form="session-notes"))
    now = program(replace(QUEUES, links={"video": "https://tube.example.org/1"}), KELP, HERON)
    page = render(amended(notes, addendum(notes, now), now), "").files["digests/harbour-2026.md"]
    assert "“Tidal Queues” now has a video. (see https://tube.example.org/1)" in page


@pytest.mark.skipif(not SHARED.exists(), reason="the shared samples are not here")
def test_a_real_update_of_a_program_is_no_news_of_its_picks(digest: Any) -> None:
    first, second = (read(f"pretalx/rc3-2021.v{number}.schedule.json") for number in (1, 2))
    done = replace(published(digest, *first.listed[:40]), program=replace(first, platform="pretalx").outline)
    assert () == addendum(done, replace(second, platform="pretalx"))


@pytest.mark.skipif(not SHARED.exists(), reason="the shared samples are not here")
def test_a_real_program_with_slides_and_videos_is_news_of_exactly_the_picks_that_have_them(digest: Any) -> None:
    now = read("pretalx/fosdem-2024.schedule.xml")
    bare = tuple(replace(each, links={}) for each in now.listed[:200])
    found = addendum(published(digest, *bare), now)
    having = {each.id for each in now.listed[:200] if {*each.links} & {*LINKS}}
    assert having == {change.id for change in found} and {Turn.LINKED} == {change.turn for change in found}
