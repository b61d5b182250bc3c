"""What each command does to a digest, whatever the next run brings, and what it answers when it cannot."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot import pipeline, plugins, summary
from bot.forges import folder
from bot.model import Role, Tier
from bot.web import recording
from tests.desk import CONFIG, DATA, DEMO, EDITION, LEAF, PAGE, PASSKEYS, PFC, Folder, fresh

NAMES = plugins.names("commands")


@pytest.fixture
def desk(tmp_path: Path) -> Folder:
    return fresh(tmp_path)


@pytest.mark.parametrize("name", NAMES)
def test_a_command_says_what_it_does_in_one_line_and_how_it_is_written(name: str) -> None:
    module = plugins.load("commands", name)
    assert 1 == len((module.__doc__ or "").strip().splitlines())
    assert module.USAGE.startswith(f"/{name}")
    assert isinstance(module.ROLE, Role)


# ---- drop and add


def test_what_is_dropped_is_gone_and_stays_gone_and_nobody_moves_up(desk: Folder) -> None:
    said = desk.say(f"/drop {desk.number(LEAF)}")
    assert "**Done.**" in said and f"“{LEAF}: Flattening a 6,144-Port Fabric” went out" in said
    assert 9 == len(desk.titles) and not [title for title in desk.titles if LEAF in title]
    assert [f"{number}." for number in range(1, 10)] == [title.split()[0] for title in desk.titles]
    assert desk.page.startswith("---") and "\n9 of the 30 contributions" in desk.page
    before = desk.page
    desk.redraft()
    assert before == desk.page


def test_several_are_dropped_by_the_numbers_that_the_page_had_when_the_comment_was_written(desk: Folder) -> None:
    gone = [title.partition(". ")[2] for title in desk.titles if title.startswith(("2.", "3.", "5."))]
    desk.say("/drop 2, 3\n/drop 5")
    assert 7 == len(desk.titles) and not [title for title in desk.titles if title.partition(". ")[2] in gone]


@pytest.mark.parametrize(
    "words", ["“Losing Packets on Purpose: RoCE Without PFC”", '"losing packets on purpose"', "losing PACKETS"]
)
def test_a_title_names_a_pick_in_quotes_or_without(desk: Folder, words: str) -> None:
    desk.say(f"/drop {words}")
    assert not [title for title in desk.titles if PFC in title]


def test_what_was_dropped_comes_back_where_it_is_wanted(desk: Folder) -> None:
    desk.say(f"/drop {desk.number(LEAF)}")
    said = desk.say("/add Leaf, Spine | Nothing Else: Flattening a 6,144-Port Fabric adjacent")
    assert "came in under Adjacent" in said
    assert "## Adjacent" == desk.section(LEAF)
    before = desk.page
    desk.redraft()
    assert before == desk.page


def test_anything_in_the_program_can_be_added_and_is_written_up(desk: Folder) -> None:
    missing = next(miss.contribution for miss in desk.digest.near_misses if "<" not in miss.contribution.title)
    said = desk.say(f"/add {missing.id} core")
    assert f"Added “{missing.title}” to Core." in said
    (writeup,) = (each for each in desk.digest.writeups if each.pick.contribution.id == missing.id)
    assert writeup.what and Tier.CORE is writeup.pick.tier
    desk.redraft()
    assert [title for title in desk.titles if missing.title in title]


def test_what_is_neither_chosen_nor_a_near_miss_is_read_from_the_program(desk: Folder) -> None:
    known = {*(each.pick.contribution.title for each in desk.digest.writeups)}
    known |= {each.contribution.title for each in desk.digest.near_misses}
    answer = desk.asked("/why the").said[0].text
    assert "score" in answer.lower() or "contributions have those words" in answer
    schedule = json.loads((DEMO / "recording" / "schedule.json").read_text())
    titles = [
        talk["title"]
        for day in schedule["schedule"]["conference"]["days"]
        for room in day["rooms"].values()
        for talk in room
        if talk["title"] not in known and talk.get("abstract") and talk["persons"] and "ancel" not in talk["title"]
    ]
    said = desk.say(f"/add {titles[0]}")
    assert "**Done.**" in said, said
    assert [title for title in desk.titles if titles[0] in title]


def test_what_is_there_already_or_nowhere_is_not_added(desk: Folder) -> None:
    before = desk.page
    assert "is in the digest already" in desk.say(f"/add {PFC}")
    assert "The program has no “Losing Marbles”" in desk.say("/add Losing Marbles")
    assert "Which contribution is to be added?" in desk.say("/add")
    assert before == desk.page


# ---- tiers and places


def test_a_pick_moves_up_and_down_tier_by_tier(desk: Folder) -> None:
    desk.say(f"/demote {desk.number(LEAF)}")
    assert "## Adjacent" == desk.section(LEAF)
    desk.say(f"/demote {desk.number(LEAF)}")
    assert "## Wildcard" == desk.section(LEAF)
    assert "is in Wildcard already" in desk.say(f"/demote {desk.number(LEAF)}")
    desk.say(f"/promote {desk.number(LEAF)}")
    assert "## Adjacent" == desk.section(LEAF)
    before = desk.page
    desk.redraft()
    assert before == desk.page


def test_a_pick_moves_to_a_tier_or_to_the_place_of_another(desk: Folder) -> None:
    desk.say(f"/move {desk.number(LEAF)} to wildcard")
    assert "## Wildcard" == desk.section(LEAF)
    said = desk.say(f"/move {desk.number(PASSKEYS)} 1")
    assert "the order under “Core”" in said
    assert 1 == desk.number(PASSKEYS) and 2 == desk.number(PFC)
    before = desk.page
    desk.redraft()
    assert before == desk.page
    assert "where to?" in desk.say("/move 1").lower()


def test_a_move_keeps_the_order_that_a_person_gave_the_page(desk: Folder) -> None:
    entries = desk.page.split("### ")
    moved = next(each for each in entries if PASSKEYS in each)
    rest = "### ".join(each for each in entries if each is not moved)
    (desk.root / PAGE).write_text(rest.replace("### 1.", f"### {moved}### 1.", 1))
    desk.say(f"/move {desk.number(LEAF)} {desk.number(PFC)}")
    assert (1, 2) == (desk.number(PASSKEYS), desk.number(LEAF))


def test_session_notes_go_by_the_numbers_that_stand_on_them_and_their_picks_by_session(tmp_path: Path) -> None:
    held, there = recording.saved(DEMO / "recording"), folder.connect(tmp_path)
    notes = replace(EDITION, form="session-notes")
    drafted = pipeline.draft(notes, held, CONFIG, there, lambda line: None, held.urls)
    desk = Folder(root=tmp_path)
    titles = re.findall(r"^- \*\*\d+\. \[(.+?)\]\(", desk.page, re.M)
    assert [f"- **{number}. [{title}](" in desk.page for number, title in enumerate(titles, 1)] == 10 * [True]
    told = (summary.drafted(drafted.digest), (tmp_path / "pull-request.md").read_text())
    assert [True, True] == [bool(re.search(rf"\| 3 \| \w+ \| \[{re.escape(titles[2])}\]", each)) for each in told]
    said = desk.say("/drop 3\n/move 5 1")
    assert f"Dropped “{titles[2]}” (pick 3)" in said and f"- **3. [{titles[3]}](" in desk.page
    assert "The picks of session notes stand by session and time. You can move it in the file" in said


# ---- keep and unlock


def changed_program(desk: Folder) -> Folder:
    """The same folder in a week in which the abstract of one talk reads otherwise."""
    there = desk.root / "program"
    there.mkdir()
    schedule = (DEMO / "recording" / "schedule.json").read_text()
    assert "128-bit bitmap" in schedule
    (there / "schedule.json").write_text(schedule.replace("128-bit bitmap", "256-bit bitmap"))
    (there / "index.json").write_text((DEMO / "recording" / "index.json").read_text())
    return replace(desk, program=there)


@pytest.mark.parametrize("what", ["how", ""])
def test_what_is_locked_stays_as_it_is_until_it_is_unlocked(desk: Folder, what: str) -> None:
    desk.say(f"/keep {desk.number(PFC)} {what}")
    later = changed_program(desk)
    later.redraft()
    assert "a 128-bit bitmap" in later.page
    later.say(f"/unlock {desk.number(PFC)} {what}")
    later.redraft()
    assert "a 256-bit bitmap" in later.page and "a 128-bit bitmap" not in later.page


def test_the_lead_and_the_themes_can_be_locked(desk: Folder) -> None:
    lead = desk.page.partition("---\n\n")[2].partition("## Core")[0]
    desk.say("/keep lead\n/keep themes")
    themes = desk.page.partition("## Themes")[2].partition("## About")[0]
    desk.say("/drop 10")
    assert lead in desk.page and themes.split("(picks")[0] in desk.page
    said = desk.say("/unlock lead")
    assert lead not in desk.page and "the lead" in said


def test_a_field_that_a_person_edited_is_given_up_only_where_it_is_named(desk: Folder) -> None:
    how = next(line for line in desk.page.splitlines() if line.startswith("- **How:** Receivers report"))
    desk.edit(how, "- **How:** In my own words.")
    number = desk.number(PFC)
    assert f"`/unlock {number} how` gives that up" in desk.say(f"/unlock {number}")
    desk.say(f"/regenerate {number}")
    assert "- **How:** In my own words." in desk.page
    said = desk.say(f"/unlock {number} how")
    assert "The bot writes How of" in said and how in desk.page


# ---- regenerate, refresh


def test_regenerate_follows_guidance_in_that_pick_alone_and_the_next_runs_follow_it_too(desk: Folder) -> None:
    number = desk.number(LEAF)
    before = desk.page.split("### ")
    said = desk.say(f"/regenerate {number} more about patched fibre")
    after = desk.page.split("### ")
    assert f"“{LEAF}: Flattening a 6,144-Port Fabric”:" in said
    assert [number] == [at for at, (old, new) in enumerate(zip(before, after, strict=True)) if at and old != new]
    assert "patched wrongly" in after[number] and "patched wrongly" not in before[number]
    page = desk.page
    desk.redraft()
    assert page == desk.page


def test_a_regenerate_whose_answer_is_the_same_changes_no_byte(desk: Folder) -> None:
    before = desk.page
    data = (desk.root / DATA).read_bytes()
    said = desk.say("/regenerate core")
    assert "**Nothing changed.**" in said and "came out the same" in said
    assert (before, data) == (desk.page, (desk.root / DATA).read_bytes())


def test_guidance_is_remembered_as_words_and_forgotten_by_a_regenerate_without_any(desk: Folder) -> None:
    desk.say("/regenerate themes more about @everyone and <b>optics</b>")
    assert "more about @everyone and <b>optics</b>" in desk.decisions.guidance["themes"]
    desk.say("/regenerate themes")
    assert {} == desk.decisions.guidance


def test_refresh_brings_what_the_program_says_now(desk: Folder) -> None:
    later = changed_program(desk)
    said = later.say("/refresh")
    assert "Read the program again: 30 contributions, as before." in said
    assert "a 256-bit bitmap" in later.page


# ---- why, status, help


def test_why_says_what_a_pick_was_found_for_and_what_kept_others_out(desk: Folder) -> None:
    assert "was picked for Core with a score of" in desk.say(f"/why {desk.number(PFC)}")
    miss = desk.digest.near_misses[0]
    assert "(pick " in desk.say("/why losing packets") and "was picked for Core" in desk.say("/why losing packets")
    assert "Score" in desk.say(f"/why {miss.contribution.title}")
    assert "**Not done.** The program has no “Losing Marbles”" in desk.say("/why Losing Marbles")


def test_status_tells_edits_locks_and_decisions(desk: Folder) -> None:
    desk.edit("- **How:** Receivers report", "- **How:** We report")
    desk.say("/drop 3\n/keep lead\n/regenerate 1 more about incast")
    said = desk.say("/status")
    for line in (
        "9 picks on the page",
        "Edited by people: How of",
        "Locked: the lead",
        f"Dropped: “{LEAF}",
        "Asked for",
    ):
        assert line in said


def test_help_lists_what_this_person_may_ask_for(desk: Folder) -> None:
    assert all(f"/{name}" in desk.say("/help") for name in NAMES)
    said = desk.say("/help", Role.READER)
    assert "/status" in said and "/drop" not in said


# ---- what cannot be done


@pytest.mark.parametrize(
    ("command", "reply"),
    [
        ("/drop", "needs a number or a title"),
        ("/drop 99", "Picks run from 1 to 10"),
        ("/drop “Losing Marbles”", "No pick is called “Losing Marbles”"),
        ("/drop of", "No pick is called “of”"),
        ("/keep 1 colour", "is no field of a pick"),
        ("/unlock 1", "is not locked"),
        ("/promote 1", "is in Core already"),
        ("/drop3", "Did you mean `/drop"),
        ("/regenrate 3", "Did you mean `/regenerate"),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(desk: Folder, command: str, reply: str) -> None:
    before = desk.page, (desk.root / DATA).read_bytes()
    said = desk.say(command)
    assert "**Not done.**" in said and reply in said
    assert before == (desk.page, (desk.root / DATA).read_bytes())


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("help", "status")])
def test_who_may_not_write_here_is_refused_with_the_reason(desk: Folder, name: str) -> None:
    before = desk.page
    said = desk.say(f"/{name} 1", Role.READER)
    assert "Only people who may write to this repository can ask for that, and ada may not." in said
    assert before == desk.page


def test_one_command_that_fails_stops_no_other(desk: Folder) -> None:
    said = desk.say("/drop 99\n/drop 10")
    assert "**Not done.**" in said and "**Done.**" in said
    assert 9 == len(desk.titles)
