"""What a person changed stays, field by field, until somebody says otherwise; what nobody touched is updated."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.blocks import entry_key
from bot.keep import keep
from bot.model import Claim, Decisions, Digest, Draft, Finding, Theme, Tier, WriteUp
from bot.render import render
from bot.seal import seal, untouched
from bot.store import fields_of, with_decisions, with_fields
from tests import newsroom
from tests.conftest import EDITION, contribution, writeup
from tests.newsroom import DATA, PAGE, PROMPT
from tests.test_render import hostile_digest

Files = dict[str, str]
Make = Callable[..., Draft]
QUEUES = writeup(contribution("Tidal Queues", "We present a queue.", url="https://harbour.example.org/okafor"))
DOCKS = writeup(contribution("Dry Docks", session="Docks"), what="The authors dry a dock.")
LOCKS = writeup(contribution("Canal Locks", session="Docks"), what="The authors lift a boat.")
BUOYS = writeup(contribution("Night Buoys", session="Queues"), Tier.ADJACENT, "The authors light a buoy.")
ALL = (QUEUES, DOCKS, LOCKS, BUOYS)
NOTES = {"edition": replace(EDITION, form="session-notes")}


@pytest.fixture
def make(digest: Callable[..., Digest]) -> Make:
    """A draft of some write-ups."""

    def made(*writeups: WriteUp, prompt: str = "Say why.", **fields: Any) -> Draft:
        return render(digest(*(writeups or ALL), **fields), seal(f'---\nseal: ""\n---\n\n{prompt}\n'))

    return made


def edited(files: Files, old: str, new: str) -> Files:
    """The files after a person put other words into the page."""
    assert 1 == files[PAGE].count(old), old
    return {**files, PAGE: files[PAGE].replace(old, new)}


def without(files: Files, start: str, end: str) -> Files:
    return edited(files, entry(files, start, end), "")


def entry(files: Files, start: str, end: str) -> str:
    page = files[PAGE]
    return page[page.index(start) : page.index(end)]


def written(writeup: WriteUp, version: str) -> WriteUp:
    """The same pick in other words."""
    claims = {part: (Claim(text=f"{part} {version}"),) for part in ("why", "what", "how", "where")}
    return replace(writeup, why=claims["why"], what=claims["what"], how=claims["how"], where=claims["where"])


def under(writeup: WriteUp, tier: Tier) -> WriteUp:
    return replace(writeup, pick=replace(writeup.pick, tier=tier))


NEW = tuple(written(each, "again") for each in ALL)


# ---- nobody touched it


def test_a_first_draft_is_written_whole_with_a_record_of_its_fields(make: Make) -> None:
    first = keep(make(), {})
    assert (make().files[PAGE], make().files[PROMPT]) == (first.files[PAGE], first.files[PROMPT])
    assert () == first.kept
    fields = fields_of(first.files[DATA])
    assert {"front/title", "lead/1", "## core", "tidal-queues", "tidal-queues/what", "theme/rdma-and-transport"} < {
        *fields
    }
    assert {16} == {len(value) for value in fields.values()}


def test_untouched_files_are_updated(make: Make) -> None:
    second = keep(make(*NEW, prompt="Say how."), keep(make(), {}).files)
    assert second == keep(make(*NEW, prompt="Say how."), {})
    assert untouched(second.files[PAGE]) and untouched(second.files[DATA])


def test_the_same_draft_changes_no_byte(make: Make) -> None:
    first = keep(make(), {})
    assert first == keep(make(), first.files)


# ---- somebody did

CHANGES = {
    "title: Harbour 2026": "title in the front matter",
    "Two of the 9 papers": "lead paragraph 1",
    "## Adjacent": "the heading “Adjacent MINE”",
    "### 1. Tidal Queues": "the title of “Tidal Queues MINE” (pick 1)",
    "2. Dry Docks\n\nDocks": "the people and links of “Dry Docks” (pick 2)",
    "- **Why:** Concerns": "Why of “Tidal Queues” (pick 1)",
    "- **What:** The authors present a queue.": "What of “Tidal Queues” (pick 1)",
    "- **How:** The abstract does": "How of “Tidal Queues” (pick 1)",
    "- **Where applicable:** The abstract does": "Where applicable of “Tidal Queues” (pick 1)",
    "*Picked for RDMA and transport": "the reasons of “Tidal Queues” (pick 1)",
    "- **RDMA and transport.** Both concern it.": "the theme “RDMA and transport”",
    "- Picked for the Networking product manager": "a bullet under About this digest",
}


@pytest.mark.parametrize(("words", "said"), CHANGES.items(), ids=CHANGES.values())
def test_a_changed_field_stays_and_all_others_are_updated(make: Make, words: str, said: str) -> None:
    old = [writeup(each.pick.contribution) for each in ALL[:1]] + [*ALL[1:]]
    files = keep(make(*old), {}).files
    at = files[PAGE].index(words) + len(words)
    files = {**files, PAGE: f"{files[PAGE][:at]} MINE{files[PAGE][at:]}"}
    new = [written(each, "again") for each in old]
    fields = {"findings": (Finding(text="One is gone."),)}
    result = keep(make(*new, **fields), files)
    assert (said,) == result.kept
    theirs = next(line for line in files[PAGE].split("\n") if "MINE" in line)
    fresh = make(*new, **fields).files[PAGE].split("\n")
    assert {theirs} == {*result.files[PAGE].split("\n")} - {*fresh}
    assert len(fresh) == len(result.files[PAGE].split("\n"))


def test_what_a_person_adds_stays_between_its_neighbours(make: Make) -> None:
    files = keep(make(), {}).files
    for before in ("## Adjacent\n\n", "### 2. Dry", "- **How:** The abstract does not say.\n- **Where"):
        at = files[PAGE].find(before)
        files = (
            {**files, PAGE: f"{files[PAGE][:at]}\n\nMine before {before[:6]}.\n\n{files[PAGE][at:]}"}
            if at > 0
            else files
        )
    result = keep(make(*NEW), files)
    lines = [line for line in result.files[PAGE].split("\n") if line]
    assert "*Picked for RDMA and transport (queue).*" == lines[lines.index("Mine before ### 2..") - 1]
    assert lines[lines.index("Mine before ### 2..") + 1].startswith("### 2. Dry Docks")
    assert "- **What:** what again (from abstract only)" == lines[lines.index("Mine before - **Ho.") - 1]
    assert "- **How:** how again" == lines[lines.index("Mine before - **Ho.") + 1]
    assert "## Adjacent" == lines[lines.index("Mine before ## Adj.") + 1]
    assert ("a paragraph added in “Tidal Queues”", "a paragraph added in “Canal Locks”") == result.kept


def test_a_deleted_field_stays_away(make: Make) -> None:
    files = edited(keep(make(), {}).files, "- **What:** The authors dry a dock. (from the title only)\n", "")
    for picks in (NEW, ALL, NEW):
        result = keep(make(*picks), files)
        files = result.files
        assert 3 == files[PAGE].count("- **What:** ")
    assert ("What of “Dry Docks” (pick 2), which was deleted",) == result.kept


def test_a_deleted_entry_stays_away_even_when_the_bot_drops_it_and_picks_it_again(make: Make) -> None:
    files = without(keep(make(), {}).files, "### 2. Dry Docks", "### 3. Canal")
    for picks in (NEW, (QUEUES, LOCKS, BUOYS), ALL, (QUEUES,), NEW):
        result = keep(make(*picks), files)
        files = result.files
        assert "Dry Docks" not in files[PAGE]
    assert "### 2. Canal Locks" in files[PAGE]
    assert "“Dry Docks”, which was deleted" in result.kept


def test_a_deleted_section_stays_away_with_all_that_would_go_there(make: Make) -> None:
    files = without(keep(make(), {}).files, "## Adjacent", "## Wildcard")
    result = keep(make(*NEW, under(writeup(contribution("New Tide")), Tier.ADJACENT)), files)
    assert "Adjacent" not in result.files[PAGE] and "New Tide" not in result.files[PAGE]
    files = keep(make(*NEW, writeup(contribution("New Tide"))), result.files).files
    assert "New Tide" in files[PAGE]  # it was never theirs to delete


def test_a_deleted_theme_stays_away(make: Make) -> None:
    files = without(keep(make(), {}).files, "- **RDMA and transport.**", "## About")
    assert "- **RDMA" not in keep(make(*NEW), files).files[PAGE]


def test_an_order_stays_even_when_the_bot_comes_round_to_it_and_leaves_again(make: Make) -> None:
    files = keep(make(), {}).files
    docks = entry(files, "### 2. Dry", "### 3.")
    files = edited(without(files, "### 2. Dry", "### 3."), "### 1. Tidal", f"{docks}### 1. Tidal")
    assert ("the order under Core",) == keep(make(*NEW), files).kept
    for picks in ((QUEUES, DOCKS, LOCKS), (DOCKS, QUEUES, LOCKS), (LOCKS, QUEUES, DOCKS)):
        files = keep(make(*picks, BUOYS), files).files
        assert files[PAGE].index(". Dry Docks") < files[PAGE].index(". Tidal Queues")
    released = keep(make(LOCKS, QUEUES, DOCKS), files, ["## core/order"]).files[PAGE]
    assert released.index("### 1. Canal Locks") < released.index("### 2. Tidal") < released.index("### 3. Dry")


def test_the_bots_own_order_and_tiers_are_followed_and_people_s_words_move_along(make: Make) -> None:
    files = edited(keep(make(), {}).files, "dry a dock.", "dry a dock. MINE")
    result = keep(make(LOCKS, QUEUES, under(DOCKS, Tier.ADJACENT), BUOYS), files).files[PAGE]
    heads = [line for line in result.split("\n") if line.startswith("### ") or "MINE" in line]
    mine = "- **What:** The authors dry a dock. MINE (from the title only)"
    assert ["### 1. Canal Locks", "### 2. Tidal Queues", "### 3. Dry Docks", mine, "### 4. Night Buoys"] == heads


def test_a_moved_entry_stays_even_when_the_bot_comes_round_to_it_and_leaves_again(make: Make) -> None:
    files = keep(make(), {}).files
    docks = entry(files, "### 2. Dry", "### 3.")
    files = edited(without(files, "### 2. Dry", "### 3."), "### 4. Night", f"{docks}### 4. Night")
    for tier in (Tier.CORE, Tier.ADJACENT, Tier.WILDCARD):
        result = keep(make(QUEUES, LOCKS, under(written(DOCKS, tier), tier), BUOYS), files)
        files = result.files
        assert files[PAGE].index("## Adjacent") < files[PAGE].index("Dry Docks") < files[PAGE].index("Night Buoys")
        assert f"- **Why:** why {tier}\n" in files[PAGE]
        assert "“Dry Docks”, which was moved under Adjacent" in result.kept
    released = keep(make(QUEUES, LOCKS, BUOYS, under(DOCKS, Tier.WILDCARD)), files, ["dry-docks/place"]).files[PAGE]
    assert released.index("## Wildcard") < released.index("Dry Docks")


def test_words_stay_even_when_the_bot_comes_round_to_them_and_leaves_again(make: Make) -> None:
    files = edited(keep(make(), {}).files, "The authors lift a boat.", "what again")
    for version in ("again", "anew"):
        files = keep(make(QUEUES, DOCKS, written(LOCKS, version)), files).files
        assert "- **What:** what again" in entry(files, "### 3. Canal", "## Adjacent")


def test_going_back_to_what_the_bot_wrote_before_is_a_change_too(make: Make) -> None:
    first = keep(make(), {}).files
    second = keep(make(*NEW), first).files
    line = "- **What:** The authors dry a dock. (from the title only)"
    own = entry(second, "### 2. Dry", "### 3.")
    files = edited(second, own, own.replace("- **What:** what again (from the title only)", line))
    assert line in keep(make(*(written(each, "anew") for each in ALL)), files).files[PAGE]


def test_undoing_a_change_gives_the_field_back(make: Make) -> None:
    first = keep(make(), {}).files
    files = keep(make(*NEW), edited(first, "lift a boat.", "lift a BOAT.")).files
    files = edited(files, "lift a BOAT.", "lift a boat.")
    assert keep(make(*NEW), {}).files[PAGE] == keep(make(*NEW, prompt="x"), files, ["no/such/key"]).files[PAGE]


def test_what_is_chosen_no_more_goes_unless_somebody_touched_it(make: Make) -> None:
    files = keep(make(), {}).files
    assert "Canal Locks" not in keep(make(QUEUES, DOCKS), files).files[PAGE]
    touched = edited(files, "lift a boat.", "lift a boat. MINE")
    gone = keep(make(QUEUES, DOCKS), touched).files
    assert entry(touched, "### 3. Canal", "## Adjacent") == entry(gone, "### 3. Canal", "## Adjacent")
    back = keep(make(*NEW), gone).files[PAGE]
    assert "lift a boat. MINE" in back and 4 == back.count("- **How:** how again") and 1 == back.count("Canal Locks")


def test_what_stayed_for_a_persons_sake_and_is_then_deleted_stays_away(make: Make) -> None:
    files = edited(keep(make(), {}).files, "### 3. Canal Locks\n", "### 3. Canal Locks\n\nMINE\n")
    files = keep(make(QUEUES, DOCKS), files).files
    files = without(files, "### 3. Canal", "## Adjacent")
    assert untouched(files[PAGE])  # by its looks
    files = keep(make(QUEUES, DOCKS, BUOYS), files).files
    assert "Canal Locks" not in keep(make(*NEW), files).files[PAGE]


def test_an_entry_with_another_title_is_known_by_its_other_fields(make: Make) -> None:
    files = edited(keep(make(), {}).files, "### 2. Dry Docks", "### 2. How to dry a dock")
    files = keep(make(*NEW), files).files
    for version in ("anew", "at last"):  # from now on by its new title
        own = entry(files, "### 2. How to dry a dock", "### 3.")
        files = {**files, PAGE: files[PAGE].replace(own, own.replace("*Picked", "*I picked"))}
        files = keep(make(*(written(each, version) for each in ALL)), files).files
        assert f"- **What:** what {version} " in entry(files, "### 2. How to dry a dock", "### 3.")
        assert "Dry Docks\n" not in files[PAGE]


def test_two_picks_of_one_title_are_told_apart(make: Make) -> None:
    two = (QUEUES, *(writeup(contribution("Keynote", id=key), what=f"By {key}.") for key in ("one", "two")))
    files = edited(keep(make(*two), {}).files, "By two.", "By two. MINE")
    result = keep(make(*two[:1], *(written(each, "again") for each in two[1:])), files)
    assert ("What of “Keynote” (pick 3)",) == result.kept


def test_a_title_that_the_source_changes_is_updated_under_a_persons_words(make: Make) -> None:
    files = edited(keep(make(), {}).files, "dry a dock.", "dry a dock. MINE")
    renamed = writeup(contribution("Drier Docks", id="dry-docks"), what="x")
    page = keep(make(QUEUES, renamed), files).files[PAGE]
    assert "### 2. Drier Docks" in page and "dry a dock. MINE" in page and "Dry Docks" not in page


# ---- numbers


def test_picks_are_numbered_as_they_stand_and_themes_follow(make: Make) -> None:
    files = without(keep(make(), {}).files, "### 2. Dry Docks", "### 3. Canal")
    files = edited(files, "## Adjacent\n", "### 7. My own pick\n\nMine.\n\n## Adjacent\n")
    page = keep(make(*NEW), files).files[PAGE]
    heads = [line for line in page.split("\n") if line.startswith("### ")]
    assert ["### 1. Tidal Queues", "### 2. Canal Locks", "### 7. My own pick", "### 4. Night Buoys"] == heads
    assert "(picks 1, 2, 4)" in page


def test_a_theme_of_a_persons_and_a_title_without_a_number_keep_theirs(make: Make) -> None:
    files = edited(keep(make(), {}).files, "Both concern it.", "Both concern it. MINE")
    files = edited(files, "### 1. Tidal Queues", "### Tidal Queues")
    page = keep(make(QUEUES, LOCKS, DOCKS), files).files[PAGE]
    assert "MINE (picks 1, 2, 3, 4)" in page and "\n### Tidal Queues\n" in page and "### 1. Canal Locks" in page


def test_a_theme_whose_picks_are_all_deleted_names_none(make: Make) -> None:
    files = without(keep(make(QUEUES, DOCKS), {}).files, "### 1.", "## Adjacent")
    again = keep(make(*NEW[:2]), files).files
    assert "(picks none)" in again[PAGE]
    assert "(picks none)" in keep(make(*ALL[:2]), again).files[PAGE]


# ---- bytes


def test_line_ends_alone_are_no_change_and_stay(make: Make) -> None:
    files = {path: text.replace("\n", "\r\n") for path, text in keep(make(), {}).files.items()}
    result = keep(make(*NEW, prompt="Say how."), files)
    assert () == result.kept
    new = keep(make(*NEW, prompt="Say how."), {}).files
    assert {path: text.replace("\n", "\r\n") for path, text in new.items()} == result.files
    mine = keep(make(*NEW), edited(files, "lift a boat.", "lift a boat.\n  MINE"))
    assert ("What of “Canal Locks” (pick 3)",) == mine.kept
    assert "lift a boat.\n  MINE (from the title only)\r\n" in mine.files[PAGE]
    assert 1 == mine.files[PAGE].replace("\r\n", "").count("\n")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("---\ntitle", "\ufeff---\ntitle"),
        ("lift a boat. (from the title only)\n", "lift a boat. (from the title only) \t \n"),
        ("lift a boat.", "lift\xa0a\u2028boat. (picks 1, 2)"),
        ("## Adjacent\n\n", "## Adjacent\n\n\n \t\n"),
        ("lift a boat.", "lift\r\n\r\n\r\n---\na: boat\n---\n"),
        ("- **What:** The authors lift", "## Why\n\n- **Why:** **\n\n### 1. x\n- **What:** lift"),
        ("prompts/harbour-2026.md`.\n", "prompts/harbour-2026.md`."),
        ("\n\nNo pick in this tier.", "\nNothing here."),
    ],
)
def test_odd_bytes_stay(make: Make, old: str, new: str) -> None:
    files = edited(keep(make(), {}).files, old, new)
    result = keep(make(*NEW), files).files[PAGE]
    assert new in result
    assert 3 <= result.count("- **Where applicable:** where again")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda page: page.replace("## Core", "<<<<<<< HEAD\n## Core\n=======\n>>>>>>> theirs"),
            "has conflict markers",
        ),
        (lambda page: page[page.index("## Core") :], "has no front matter"),
        (lambda page: page.replace("seal: ", "seal:\n\n", 1).replace("\n---\n", "\n--\n"), "has no front matter"),
        (lambda page: "", "has no front matter"),
        (lambda page: page[: page.index("\n---\n") + 5] + "\nMy own words.\n", "was written anew"),
    ],
)
def test_a_page_that_cannot_be_taken_apart_stays_whole_and_comes_back_with_its_record(
    make: Make, change: Callable[[str], str], said: str
) -> None:
    first = keep(make(), {}).files
    page = change(first[PAGE])
    result = keep(make(*NEW), {**first, PAGE: page})
    assert page == result.files[PAGE]
    assert (f"the whole page, which {said}",) == result.kept
    assert keep(make(*NEW), {}).files[PAGE] == keep(make(*NEW), {**result.files, PAGE: first[PAGE]}).files[PAGE]


# ---- the other files


@pytest.mark.parametrize(
    "data", [None, "", "{", "[]", '{\n "fields": {\n  "a": 1\n }\n}\n', '{\n "fields": {\n  "a": "b"\n }\n}\n']
)
def test_without_its_record_an_edited_page_keeps_every_byte(make: Make, data: str | None) -> None:
    first = keep(make(), {}).files
    files = edited(without(first, "### 2. Dry Docks", "### 3. Canal"), "lift a boat.", "lift a boat. MINE")
    there = {path: text for path, text in files.items() if path != DATA} | ({} if data is None else {DATA: data})
    result = keep(make(), there)
    assert files[PAGE] == result.files[PAGE]
    assert ("“Dry Docks”, which was deleted" in result.kept) and ("What of “Canal Locks” (pick 3)" in result.kept)
    if data is None:
        page = keep(make(*NEW), result.files).files[PAGE]
        assert "Dry Docks\n" not in page and "lift a boat. MINE" in page and 3 == page.count("- **How:** how again")


def test_edited_data_stay_and_the_page_is_updated_all_the_same(make: Make) -> None:
    files = edited(keep(make(), {}).files, "dry a dock.", "dry a dock. MINE")
    files[DATA] = files[DATA].replace("Networking product", "Harbour product")
    for picks in (NEW, ALL, NEW):
        result = keep(make(*picks), files)
        assert ("What of “Dry Docks” (pick 2)", DATA) == result.kept
        assert keep(make(*picks), {}).files[PAGE].count("\n") == result.files[PAGE].count("\n")
        assert "Harbour product" in result.files[DATA]
        assert "again" not in json.loads(result.files[DATA])["picks"][0]["why"]
        assert (picks == NEW) == ("- **What:** what again" in result.files[PAGE])
        files = result.files


# ---- a person was there first

FEW = (QUEUES, LOCKS, BUOYS)
OWN = "### Dry docks!\n\nMine, and better.\n\n"
LINKED = "### My favourite\n\n[slides](https://harbour.example.org/okafor/), all of it mine.\n\n"
TOLD = "the entry “{}” added under Core, instead of the bot's own on it"
MEETING = Theme(name="Docks", text="All dry.", picks=("dry-docks", "canal-locks"))


def with_own(files: Files, entry: str = OWN) -> Files:
    return edited(files, "## Adjacent\n", f"{entry}## Adjacent\n")


@pytest.mark.parametrize("own", [OWN, "### 4. Dry **Docks**\n\nMine.\n\n"])
@pytest.mark.parametrize("notes", [False, True])
def test_what_a_person_wrote_up_is_not_laid_a_second_time(make: Make, own: str, notes: bool) -> None:
    form = NOTES if notes else {}
    before = "## Queues\n" if notes else "## Adjacent\n"
    files = edited(keep(make(*FEW, **form), {}).files, before, own + before)
    result = keep(make(*NEW, themes=(MEETING,), **form), files)
    assert 1 == len(re.findall(r"dry \**docks", result.files[PAGE], re.I))
    assert own in result.files[PAGE] and "how again" in result.files[PAGE]
    (told,) = result.kept
    assert "instead of the bot's own on it" in told
    assert result == keep(make(*NEW, themes=(MEETING,), **form), result.files)


def test_a_theme_names_the_picks_that_stand_on_the_page(make: Make) -> None:
    page = keep(make(*NEW, themes=(MEETING,)), with_own(keep(make(*FEW), {}).files)).files[PAGE]
    assert "### 2. Canal Locks" in page and "All dry. (picks 2)" in page


def test_an_entry_of_another_title_is_known_by_its_link(make: Make) -> None:
    files = with_own(keep(make(*ALL[1:]), {}).files, LINKED)
    result = keep(make(*NEW), files)
    assert (TOLD.format("My favourite"),) == result.kept
    assert "Tidal Queues" not in result.files[PAGE].replace(NEW[0].pick.contribution.abstract, "")


def test_a_link_that_several_picks_share_says_nothing(make: Make) -> None:
    url = "https://harbour.example.org/okafor"
    docks = replace(DOCKS, pick=replace(DOCKS.pick, contribution=contribution("Dry Docks", url=url)))
    result = keep(make(QUEUES, docks, *ALL[2:]), with_own(keep(make(*ALL[2:]), {}).files, LINKED))
    assert "### 1. Tidal Queues" in result.files[PAGE]


def test_when_a_person_takes_it_back_the_bots_comes(make: Make) -> None:
    files = keep(make(*NEW), with_own(keep(make(*FEW), {}).files)).files
    anew = tuple(written(each, "anew") for each in ALL)
    assert keep(make(*anew), {}).files[PAGE] == keep(make(*anew), edited(files, OWN, "")).files[PAGE]


def test_who_asks_for_the_bots_gets_it_beside_a_persons(make: Make) -> None:
    result = keep(make(*NEW), with_own(keep(make(*FEW), {}).files), [entry_key("dry-docks")])
    assert "### 2. Dry Docks" in result.files[PAGE] and OWN in result.files[PAGE]


def test_what_a_person_deleted_and_wrote_anew_stays_deleted(make: Make) -> None:
    files = with_own(without(keep(make(), {}).files, "### 2. Dry Docks", "### 3. Canal"))
    result = keep(make(*NEW), files)
    assert ("the entry “Dry docks!” added under Core", "“Dry Docks”, which was deleted") == result.kept
    assert (
        keep(make(*NEW), {}).files[PAGE] == keep(make(*NEW), edited(result.files, OWN, ""), ["dry-docks"]).files[PAGE]
    )


def test_a_run_that_was_killed_after_leaving_it_out_is_finished_by_the_next(make: Make) -> None:
    first = with_own(keep(make(*ALL[2:]), {}).files)
    done = keep(make(*NEW), first)
    assert "### 1. Tidal Queues" in done.files[PAGE] and "### 2. Canal Locks" in done.files[PAGE]
    assert done == keep(make(*NEW), {**first, PAGE: done.files[PAGE]})


def test_an_edited_prompt_stays_as_a_file(make: Make) -> None:
    files = {**keep(make(), {}).files, PROMPT: "my own prompt"}
    result = keep(make(*NEW), files)
    assert (PROMPT,) == result.kept
    assert "my own prompt" == result.files[PROMPT]
    assert keep(make(*NEW), {}).files[PAGE] == result.files[PAGE]


def test_a_run_that_was_killed_between_page_and_data_is_finished_by_the_next(make: Make) -> None:
    first = edited(keep(make(), {}).files, "dry a dock.", "dry a dock. MINE")
    first = without(first, "### 1. Tidal", "### 2.")
    fields = {"findings": (Finding(text="One is gone."),)}
    done = keep(make(*NEW[:3], **fields), first)
    half = {**first, PAGE: done.files[PAGE]}
    assert done == keep(make(*NEW[:3], **fields), half)
    assert done == keep(make(*NEW[:3], **fields), done.files)


def test_a_deleted_page_is_drafted_anew(make: Make) -> None:
    files = edited(keep(make(), {}).files, "dry a dock.", "MINE")
    del files[PAGE]
    assert keep(make(*NEW), {}) == keep(make(*NEW), files)


# ---- until a maintainer says otherwise


def test_a_released_field_is_the_bots_again(make: Make) -> None:
    files = edited(keep(make(), {}).files, "dry a dock.", "dry a dock. MINE")
    files = keep(make(*NEW), edited(files, "lift a boat.", "lift a boat. MINE TOO")).files
    result = keep(make(*NEW), files, ["dry-docks/what"])
    assert ("What of “Canal Locks” (pick 3)",) == result.kept
    assert "MINE (" not in result.files[PAGE] and "MINE TOO" in result.files[PAGE]
    anew = tuple(written(each, "anew") for each in ALL)
    assert "- **What:** what anew" in entry(keep(make(*anew), result.files).files, "### 2. Dry", "### 3.")


def test_a_released_entry_comes_back_with_all_its_fields(make: Make) -> None:
    files = keep(make(*NEW), without(keep(make(), {}).files, "### 2. Dry Docks", "### 3. Canal")).files
    assert keep(make(*NEW), {}) == keep(make(*NEW), files, [entry_key("dry-docks")])


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (("title: Harbour 2026\n", ""), "front/title"),
        (("Two of the 9 papers of Harbour 2026.\n\n", "MINE\n\n"), "lead/1"),
        (("## Adjacent\n", "## Near\n"), "## adjacent"),
        (("Both concern it.", "MINE."), "theme/rdma-and-transport"),
        (("no model was asked.", "MINE."), "about"),
    ],
)
def test_any_field_can_be_released(make: Make, change: tuple[str, str], key: str) -> None:
    files = keep(make(*NEW), edited(keep(make(), {}).files, *change)).files
    assert keep(make(*NEW), {}) == keep(make(*NEW), files, [key])


# ---- the second form, and pages of hostile words


def test_session_notes_are_kept_bullet_by_bullet(make: Make) -> None:
    files = edited(keep(make(**NOTES), {}).files, "The authors lift a boat.", "MINE.")
    files = edited(files, "## Queues\n\n", "## Queues\n\nA word on queues.\n\n")
    result = keep(make(*NEW, **NOTES), files)
    assert ("What of “Canal Locks” (pick 3)", "a paragraph added under Queues") == result.kept
    assert "  - why again\n  - MINE. (from the title only)\n  - how again\n  - where again\n" in result.files[PAGE]
    assert "  - why again\n  - what again" in result.files[PAGE]


MIXED = (BUOYS, LOCKS, QUEUES, DOCKS)  # in session notes the last two stand the other way round


def noted(page: str) -> list[str]:
    return re.findall(r"^- \*\*(\d+\. \[?\w+)", page, re.M)


@pytest.mark.parametrize("mine", ["", " MINE"])
def test_session_notes_count_their_picks_as_they_stand(make: Make, mine: str) -> None:
    files = keep(make(*MIXED, **NOTES), {}).files
    assert ["1. Night", "2. Canal", "3. Dry", "4. [Tidal"] == noted(files[PAGE])
    assert "(picks 1, 2, 3, 4)" in files[PAGE]
    fewer = keep(make(*MIXED[1:], **NOTES), edited(files, "dry a dock.", f"dry a dock.{mine}")).files
    assert ["1. Canal", "2. Dry", "3. [Tidal"] == noted(fewer[PAGE])
    assert ["1. Night", "2. Canal", "3. Dry", "4. [Tidal"] == noted(keep(make(*MIXED, **NOTES), fewer).files[PAGE])


@pytest.mark.parametrize("mine", ["", " MINE"])
def test_session_notes_whose_numbers_are_others_keep_them_and_new_picks_count_on(make: Make, mine: str) -> None:
    """Somebody may just be writing a comment that names a pick by its number."""
    files = dict(keep(make(LOCKS, QUEUES, DOCKS, **NOTES), {}).files)
    page = files[PAGE].replace("**2. Dry", "**3. Dry").replace("**3. [Tidal", "**2. [Tidal")
    files[PAGE] = seal(
        re.sub('^seal: ".*"$', 'seal: ""', page, flags=re.M).replace("dry a dock.", f"dry a dock.{mine}")
    )
    assert ["1. Canal", "3. Dry", "2. [Tidal"] == noted(files[PAGE])
    assert files[PAGE] == keep(make(LOCKS, QUEUES, DOCKS, **NOTES), files).files[PAGE]
    again = keep(make(*(written(each, "again") for each in MIXED), **NOTES), files).files
    assert ["4. Night", "1. Canal", "3. Dry", "2. [Tidal"] == noted(again[PAGE])
    assert ("dry a dock. MINE" in again[PAGE]) == bool(mine) and "(picks 1, 2, 3, 4)" in again[PAGE]
    fewer = keep(make(LOCKS, DOCKS, **NOTES), again).files
    assert ["1. Canal", "2. Dry"] == noted(fewer[PAGE])


def test_the_form_may_change_under_a_persons_words(make: Make) -> None:
    files = edited(keep(make(), {}).files, "dry a dock.", "dry a dock. MINE")
    notes = keep(make(**NOTES), files).files
    assert "## Core" not in notes[PAGE] and "- **What:** The authors dry a dock. MINE" in notes[PAGE]
    assert files[PAGE] == keep(make(), notes).files[PAGE]


@pytest.mark.parametrize("form", ["digest", "session-notes"])
def test_hostile_words_are_words(digest: Callable[..., Digest], form: str) -> None:
    foreign = hostile_digest(digest)
    foreign = replace(foreign, edition=replace(foreign.edition, form=form))
    files = keep(render(foreign, "x"), {}).files
    files[PAGE] += "\nMINE\n"
    theme = Theme(name="12. A: theme.**", text="(picks 3)", picks=("x",))
    other = replace(foreign, lead=("## Core", "- **Why:** no"), themes=(*foreign.themes, theme))
    result = keep(render(other, "x"), files)
    assert ["a paragraph added under About this digest", PROMPT] == [*result.kept]
    assert render(other, "x").files[PAGE] + "\nMINE\n" == result.files[PAGE]


# ---- whatever people and the bot do

FORMS = ("digest", "session-notes", "roundup")
TEXT = st.text(st.characters(exclude_characters="\r\n{}", exclude_categories=("Cs",)), max_size=8)
ACTS = st.tuples(
    st.sampled_from((*newsroom.PEOPLE, *newsroom.BOT, *newsroom.BOT)), st.integers(0, 2**32), st.just("") | TEXT
)


@settings(max_examples=120, derandomize=True, deadline=None)
@given(st.sampled_from(FORMS), st.integers(0, 2**32), st.lists(ACTS, min_size=14, max_size=26))
def test_nothing_typed_is_lost_and_nothing_untouched_grows_old(
    form: str, seed: int, acts: list[tuple[str, int, str]]
) -> None:
    room = newsroom.opened(Random(seed), form)
    for name, random, text in acts:
        newsroom.act(room, name, random, text)
    newsroom.check_release(room)


@settings(max_examples=100, derandomize=True, deadline=None)
@given(st.sampled_from(FORMS), st.integers(0, 2**32), st.integers(0, 4000), st.text(max_size=20))
def test_any_text_anywhere_in_a_page_is_kept(form: str, seed: int, at: int, text: str) -> None:
    random = Random(seed)
    room = newsroom.opened(random, form)
    page = room.files[PAGE]
    at = min(at, len(page))
    typed = {**room.files, PAGE: f"{page[:at]}h1h{text}h2h{page[at:]}"}
    result = keep(newsroom.drawn(random, room.versions, form), typed).files[PAGE]
    assert f"h1h{text}h2h" in result


@settings(max_examples=100, derandomize=True, deadline=None)
@given(st.sampled_from(("digest", "session-notes")), st.integers(0, 2**32), st.integers(1, 60), st.booleans())
def test_a_record_with_holes_and_lies_loses_nothing(form: str, seed: int, holes: int, is_mixed: bool) -> None:
    random = Random(seed)
    room = newsroom.opened(random, form)
    for name in newsroom.PEOPLE:
        newsroom.act(room, name, random.randrange(2**32), "")
    record = [*fields_of(room.files[DATA]).items()]
    left = [each for each in record if random.randrange(holes)]
    lies = [(key, value) for (key, _), (_, value) in zip(left, random.sample(left, len(left)), strict=True)]
    data = with_fields(room.files[DATA], dict(random.sample(lies, len(lies)) if is_mixed else left))
    result = keep(newsroom.drawn(random, room.versions, form), {**room.files, DATA: data})
    assert newsroom.by_people(room.files[PAGE]) == newsroom.by_people(result.files[PAGE])


@settings(max_examples=100, derandomize=True, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 5), st.integers(1, 4))
def test_what_is_locked_stays_through_every_draft_and_follows_again_when_unlocked(
    seed: int, locks: int, drafts: int
) -> None:
    random = Random(seed)
    room = newsroom.opened(random, "digest")
    files = dict(room.files)
    standing = [line for line in files[PAGE].splitlines() if newsroom.TOKEN.search(line)]
    chosen = [line for line in standing if line.startswith(("- **What:**", "- **How:**", "- **Why:**"))]
    locked = {key_of(line): line for line in random.sample(chosen, min(locks, len(chosen)))}
    for _ in range(drafts):
        draft = newsroom.drawn(random, room.versions, "digest")
        files.update(keep(with_locks(draft, [*locked]), files).files)
        assert [] == [line for line in locked.values() if line not in files[PAGE].splitlines()]
    after = keep(draft, files, released=[*locked]).files[PAGE].splitlines()
    drafted = {key_of(line): line for line in draft.files[PAGE].splitlines() if line.startswith("- **")}
    assert [] == [key for key in locked if key in drafted and drafted[key] not in after]


def key_of(line: str) -> str:
    """The key of a field of an entry, by what its line says."""
    found = newsroom.TOKEN.search(line)
    return f"{found.group(1)}/{found.group(2)}" if found else ""


def with_locks(draft: Draft, keys: list[str]) -> Draft:
    data = with_decisions(draft.files[DATA], Decisions(locked=tuple(keys)))
    return replace(draft, files={**draft.files, DATA: data})


@settings(max_examples=100, derandomize=True, deadline=None)
@given(st.sampled_from(("digest", "session-notes")), st.integers(0, 2**32))
def test_an_untouched_page_taken_apart_and_laid_anew_is_the_new_page(form: str, seed: int) -> None:
    random = Random(seed)
    room = newsroom.opened(random, form)
    typed = {**room.files, PAGE: room.files[PAGE].replace("## About this digest\n", "## About this digest\n\nh1h\n")}
    draft = newsroom.drawn(random, room.versions, form)
    assert draft.files[PAGE] == keep(draft, typed).files[PAGE].replace("\n\nh1h\n", "\n")


def test_a_field_that_a_person_typed_into_the_front_matter_is_not_laid_beside_it(
    make: Make, digest: Callable[..., Digest]
) -> None:
    typed = edited(dict(keep(make(), {}).files), "title: ", "place: Old Pier\ntitle: ")
    there = digest(*NEW, program=replace(digest(*NEW).program, place="Tideham"))
    for _ in range(2):
        typed = dict(keep(render(there, make().files[PROMPT]), typed).files)
        assert "place: Old Pier" in typed[PAGE] and "Tideham" not in typed[PAGE]
