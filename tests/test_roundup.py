"""Several published digests become one page: as people left them, the best of each topic, with the ways back."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import pytest

from bot import check, config, pipeline
from bot.__main__ import main
from bot.errors import ConfigError, StoreError
from bot.forges import folder, github
from bot.keep import keep
from bot.model import Comment, Digest, Match, Role, Tier, WriteUp
from bot.publish import publish
from bot.render import render
from bot.respond import Answer, Means, edition_of, respond
from bot.respond.land import land
from bot.roundup import Wanted, roundup, wanted_by
from bot.roundup.asked import asked as record
from bot.roundup.choose import MOST
from bot.store import digest_of
from tests.conftest import EDITION, contribution, writeup
from tests.github.double import WORKFLOW, Double
from tests.newsdesk import Newsdesk
from tests.publish.conftest import URL
from tests.publish.links import broken, pages

ROOT = Path(__file__).resolve().parent.parent
CONFIG = config.load(ROOT / "tests" / "demo" / "config.yml")
PAGE, DATA, PROMPT = "digests/spring-2026.md", "digests/spring-2026.json", "prompts/spring-2026.md"
SPRING = Wanted(name="spring-2026", since="2026-01-01", until="2026-06-30")
Put = Callable[..., None]


def quiet(line: str) -> None:
    """Nobody listens."""


def on(topic: str, title: str, tier: Tier = Tier.CORE, what: str = "The authors present a queue.") -> WriteUp:
    made = writeup(contribution(title, "The authors present a queue."), tier, what)
    matches = (Match(topic=topic, terms=("queue",)),) if topic else ()
    return replace(made, pick=replace(made.pick, matches=matches))


@pytest.fixture
def put(tmp_path: Path, digest: Callable[..., Digest]) -> Put:
    """Publishes a digest of a key and a day in the folder."""

    def made(key: str, day: str, *writeups: WriteUp) -> None:
        edition = replace(EDITION, key=key, name=key.replace("-", " ").title())
        plain = digest(*writeups, edition=edition, themes=())
        found = replace(plain, program=replace(plain.program, starts=day, ends=day))
        for path, text in keep(render(found, "asked\n"), {}).files.items():
            folder.write(tmp_path / path, text)

    return made


@pytest.fixture
def two(put: Put, tmp_path: Path) -> Path:
    """A folder with two digests that share a topic."""
    put("harbour-2026", "2026-03-14", on("RDMA", "Tidal Queues"), on("identity", "Dry Docks", Tier.ADJACENT))
    put("quay-2026", "2026-05-02", on("RDMA", "Canal Locks"), on("", "Night Buoys", Tier.WILDCARD))
    return tmp_path


def joined(root: Path, wanted: Wanted = SPRING) -> Digest:
    return roundup(wanted, root, CONFIG, quiet)[0]


def drafted(root: Path, wanted: Wanted = SPRING) -> dict[str, str]:
    """What the verb writes: the files by their paths."""
    digest, prompt = roundup(wanted, root, CONFIG, quiet)
    pipeline.put(digest, prompt, folder.connect(root), quiet)
    return {path: (root / path).read_text() for path in (PAGE, DATA, PROMPT)}


def edit(root: Path, path: str, old: str, new: str) -> None:
    text = (root / path).read_text()
    assert 1 == text.count(old), old
    (root / path).write_text(text.replace(old, new))


def titles(digest: Digest) -> list[str]:
    return [each.pick.contribution.title for each in digest.writeups]


def headings(page: str) -> list[str]:
    return [line.lstrip("# ") for line in page.splitlines() if line.startswith("#")]


def test_the_page_says_which_editions_and_tells_their_picks_by_topic(two: Path) -> None:
    page = drafted(two)[PAGE]
    assert "All 4 picks of 2 digests, by topic: Harbour 2026 (2 picks) and Quay 2026 (2 picks)." in page
    assert [
        "RDMA", "1. Tidal Queues", "2. Canal Locks", "Identity", "3. Dry Docks", "Beyond the topics", "4. Night Buoys",
        "Themes", "About this roundup",
    ] == headings(page)  # fmt: skip
    assert "\nform: roundup\n" in page
    assert "- Source: [harbour-2026](harbour-2026.md), SHA-256 `" in page


def test_each_pick_leads_to_its_place_in_its_digest(two: Path) -> None:
    page = drafted(two)[PAGE]
    assert "[Harbour 2026](harbour-2026.md#tidal-queues)" in page
    assert "[Quay 2026](quay-2026.md#canal-locks)" in page


def test_a_theme_is_what_several_conferences_share(two: Path, put: Put) -> None:
    put("jetty-2026", "2026-06-01", on("optics", "Fog Lamps"), on("optics", "Foghorns"))
    (theme,) = (each for each in joined(two).themes if each.name in ("RDMA", "Optics"))
    assert "RDMA" == theme.name
    assert theme.text.endswith("Shared by Harbour 2026 and Quay 2026.")


def test_it_is_the_same_bytes_every_time_and_a_second_run_writes_nothing(two: Path) -> None:
    first = drafted(two)
    digest, prompt = roundup(SPRING, two, CONFIG, quiet)
    assert () == pipeline.put(digest, prompt, folder.connect(two), quiet).pull_request.changed
    assert first == drafted(two)


def test_what_is_stored_is_what_was_joined(two: Path) -> None:
    assert titles(joined(two)) == titles(digest_of(drafted(two)[DATA], DATA))


# ---- pages are the truth


def test_an_edited_title_and_text_are_told_as_people_left_them(two: Path) -> None:
    edit(two, "digests/harbour-2026.md", "### 1. Tidal Queues", "### 1. Queues of *the* Tide <b>")
    edit(two, "digests/quay-2026.md", "### 1. Canal Locks", "### 1. Locks")
    page = (two / "digests/quay-2026.md").read_text()
    (two / "digests/quay-2026.md").write_text(page.replace("The authors present a queue.", "A boat is lifted.", 1))
    told = drafted(two)[PAGE]
    assert "### 1. Queues of the Tide <b>" in told.replace("\\", "")
    assert "\\<b>" in told  # still text
    assert "- **What:** A boat is lifted." in told


def test_sentences_that_nobody_changed_keep_what_they_rest_on(two: Path) -> None:
    queues = joined(two).writeups[0]
    assert ("The authors present a queue.",) == queues.what[0].quotes
    assert queues.why[0].judgement


def test_a_pick_that_a_person_took_out_is_out(two: Path) -> None:
    page = (two / "digests/harbour-2026.md").read_text()
    start, end = page.index("### 1. Tidal Queues"), page.index("## Adjacent")
    (two / "digests/harbour-2026.md").write_text(page[:start] + page[end:])
    assert "Tidal Queues" not in titles(joined(two))


def test_a_pick_that_a_person_added_is_in(two: Path) -> None:
    edit(two, "digests/quay-2026.md", "## Adjacent", "### 9. Slipways\n\nAda\n\n- **What:** It slips.\n\n## Adjacent")
    assert "### 4. Slipways" in drafted(two)[PAGE]
    assert "- **What:** It slips.\n" in (two / PAGE).read_text()


def test_a_digest_without_data_is_joined_without_topics_and_that_is_said(two: Path) -> None:
    (two / "digests/quay-2026.json").unlink()
    page = drafted(two)[PAGE]
    assert ["RDMA", "1. Tidal Queues", "Identity", "2. Dry Docks", "Beyond the topics", "3. Canal Locks"] == (
        headings(page)[:6]
    )
    assert "Know that: digests/quay-2026.json is missing or spoilt" in page


def test_a_digest_that_cannot_be_read_is_left_out_and_said(two: Path) -> None:
    (two / "digests" / "reef-2026.md").write_text("---\ntitle: [\n---\n")
    heard: list[str] = []
    assert 4 == len(roundup(SPRING, two, CONFIG, heard.append)[0].writeups)
    (said,) = (line for line in heard if "reef" in line)
    assert said.startswith("Left out reef-2026: digests/reef-2026.md, line 3: the front matter is not valid YAML; ")


def test_session_notes_are_joined_too(two: Path, digest: Callable[..., Digest]) -> None:
    notes = digest(
        on("RDMA", "Slipways"), edition=replace(EDITION, key="pier-2026", name="Pier 2026", form="session-notes")
    )
    for path, text in keep(render(notes, "asked\n"), {}).files.items():
        folder.write(two / path, text)
    (slipways,) = (each for each in joined(two).writeups if each.pick.contribution.title == "Slipways")
    assert ("The authors present a queue.",) == slipways.what[0].quotes


# ---- which digests, which picks


def test_only_the_days_asked_for_are_joined_both_of_them_counted_in(two: Path, put: Put) -> None:
    put("jetty-2025", "2025-12-31", on("RDMA", "Old"))
    put("jetty-2026", "2026-07-01", on("RDMA", "Late"))
    assert {"Old", "Late"}.isdisjoint(titles(joined(two)))
    assert {"Old", "Late"} <= {*titles(joined(two, Wanted(name="all-1")))}
    exactly = replace(SPRING, since="2026-03-14", until="2026-05-02")
    assert 4 == len(joined(two, exactly).writeups)


def test_two_editions_of_one_series_are_two_conferences(put: Put, tmp_path: Path) -> None:
    put("harbour-2025", "2025-03-14", on("RDMA", "Tidal Queues"))
    put("harbour-2026", "2026-03-14", on("RDMA", "Tidal Queues"))
    found = joined(tmp_path, Wanted(name="harbours-2", series=("harbour",)))
    assert ["harbour-2025/tidal-queues", "harbour-2026/tidal-queues"] == [
        each.pick.contribution.id for each in found.writeups
    ]
    assert ["RDMA"] == [theme.name for theme in found.themes][:1]


def test_a_topic_takes_its_picks_only_whatever_its_case(two: Path) -> None:
    found = joined(two, replace(SPRING, topic="rdma"))
    assert ["Tidal Queues", "Canal Locks"] == titles(found)
    assert "Roundup on RDMA, 1 January – 30 June 2026" == found.edition.name


def test_every_topic_gets_its_turn_before_one_fills_the_page(put: Put, tmp_path: Path) -> None:
    many = [on("RDMA", f"Queue {chr(65 + at)}") for at in range(MOST + 5)]
    put("harbour-2026", "2026-03-14", *many, on("identity", "Dry Docks", Tier.ADJACENT))
    put("quay-2026", "2026-05-02", on("optics", "Fog Lamps", Tier.WILDCARD))
    found = titles(joined(tmp_path))
    assert MOST == len(found)
    assert {"Dry Docks", "Fog Lamps"} <= {*found}


def test_no_digest_in_the_days_names_those_that_there_are(two: Path) -> None:
    with pytest.raises(StoreError) as error:
        joined(two, replace(SPRING, since="2020-01-01", until="2020-12-31"))
    assert "there is no digest to round up; it takes 2" == str(error.value)
    assert "there is harbour-2026 (2026-03-14) and quay-2026 (2026-05-02)" in error.value.hint


def test_one_digest_is_no_roundup(two: Path) -> None:
    with pytest.raises(StoreError, match=r"there is only digests/quay-2026\.md to round up"):
        joined(two, replace(SPRING, since="2026-04-01"))


def test_a_series_or_topic_that_nothing_is_of_is_told_with_what_there_is(two: Path) -> None:
    with pytest.raises(StoreError, match="no digest of harbor") as series:
        joined(two, replace(SPRING, series=("harbor",)))
    assert "series there: harbour and quay" == series.value.hint
    with pytest.raises(ConfigError, match="no pick of these digests is on 'identiti'") as topic:
        joined(two, replace(SPRING, topic="identiti"))
    assert "did you mean 'identity'?" == topic.value.hint


@pytest.mark.parametrize("name", ["spring", "../spring-2026", "Spring-2026", "spring-2026.md", "", "example-2026"])
def test_a_name_that_is_no_name_or_an_editions_is_refused(two: Path, name: str) -> None:
    with pytest.raises(ConfigError):
        joined(two, replace(SPRING, name=name))


def test_a_roundup_is_no_source_of_another(two: Path) -> None:
    drafted(two)
    other = replace(SPRING, name="half-2026")
    assert ["harbour-2026.md", "quay-2026.md"] == [each.url for each in joined(two, other).program.sources]


# ---- people edit it


def test_what_people_wrote_survives_a_redraft_and_the_rest_is_updated(two: Path, put: Put) -> None:
    drafted(two)
    edit(two, PAGE, "title: Roundup, 1 January – 30 June 2026", "title: The spring")
    edit(two, PAGE, "### 2. Canal Locks", "### 2. Locks, finally")
    edit(two, PAGE, "## Identity", "A person's paragraph.\n\n## Identity")
    put("jetty-2026", "2026-06-01", on("RDMA", "Slipways"))
    page = drafted(two)[PAGE]
    for words in ("title: The spring", "Locks, finally", "A person's paragraph.", "Slipways", "Jetty 2026 (1 picks)"):
        assert words.replace("1 picks", "1 pick") in page, words
    assert page == drafted(two)[PAGE]


@pytest.mark.parametrize("seed", range(12))
def test_whatever_words_stand_anywhere_stay_through_every_redraft(two: Path, put: Put, seed: int) -> None:
    drafted(two)
    random = Random(seed)
    lines = (two / PAGE).read_text().split("\n")
    begin = lines.index("---", 1) + 1
    typed = []
    for at in sorted(random.sample(range(begin, len(lines)), 4), reverse=True):
        typed.append(f"h{at}h")
        lines[at] = f"{lines[at]} h{at}h"
    (two / PAGE).write_text("\n".join(lines))
    for day in range(1, 4):
        put(f"jetty-{day}", f"2026-06-0{day}", on(random.choice(("RDMA", "optics")), f"Slipway {chr(64 + day)}"))
        page = drafted(two)[PAGE]
        assert [] == [word for word in typed if word not in page]
        assert f"Slipway {chr(64 + day)}" in page


# ---- it is a digest like any other


def test_check_has_nothing_to_say_until_a_person_claims_something(two: Path) -> None:
    drafted(two)

    def read(path: str) -> str | None:
        return folder.read(two / path)

    assert () == check.check((PAGE,), read)
    edit(two, PAGE, "### 2. Canal Locks", "### 2. Seventeen Locks")
    (remark,) = check.check((PAGE,), read)
    assert "The title differs from the program's" == remark.text


def test_the_site_shows_it_in_the_index_the_feed_and_a_series_of_its_own(two: Path, tmp_path: Path) -> None:
    drafted(two)
    out = tmp_path / "site"
    assert 3 == publish(two, out, CONFIG, quiet, URL).digests
    html = (out / "spring-2026/index.html").read_text()
    assert 'href="../harbour-2026/#tidal-queues"' in html
    assert 'href="../series/roundups/"' in html
    assert 'href="./spring-2026/"' in (out / "index.html").read_text()
    assert f"{URL}harbour-2026/#tidal-queues" in (out / "feed.xml").read_text()
    assert "<h1>Roundups</h1>" in (out / "series/roundups/index.html").read_text()
    assert [] == list(broken(out, pages(out)))


def test_a_work_is_cited_with_its_own_edition_and_the_year_of_that(two: Path, put: Put, tmp_path: Path) -> None:
    put("reef-7", "2025-12-30", on("RDMA", "Reef Knots"))
    drafted(two, replace(SPRING, since="2025-12-01"))
    publish(two, tmp_path / "site", CONFIG, quiet, URL)
    html = (tmp_path / "site/spring-2026/index.html").read_text()
    assert "“Tidal Queues.” Harbour 2026." in html and "“Reef Knots.” Reef 7, 2025." in html
    assert re.search(
        r"@inproceedings\{reef-7-reef-knots,\s+title = \{\{Reef Knots\}\},\s+booktitle = \{Reef 7\},\s+year = \{2025\}",
        html,
    ), re.findall("@.*", html)


def test_a_pick_stands_once_on_its_topics_page(two: Path, tmp_path: Path) -> None:
    drafted(two)
    publish(two, tmp_path / "site", CONFIG, quiet, URL)
    listed: Any = json.loads((tmp_path / "site/topic/rdma/index.json").read_text())
    assert ["Quay 2026", "Harbour 2026"] == [each["title"] for each in listed["digests"]]


@pytest.fixture
def double() -> Iterator[Double]:
    with Double({"README.md": "# Digests\n"}) as double:
        yield double


def test_it_is_proposed_as_a_pull_request_like_any_digest(two: Path, double: Double) -> None:
    files = drafted(two)
    settings = github.Settings(repository="harbour/digests", token=WORKFLOW, api=double.base)
    forge = github.connect(settings, "spring-2026", sleep=lambda seconds: None)
    pipeline.propose_saved("spring-2026", folder.connect(two), forge, quiet)
    assert files[PAGE] == double.file("digest/spring-2026", PAGE)
    (issue,) = double.hub.issues.values()
    assert "Roundup, 1 January – 30 June 2026" == issue.title


def test_the_verb_drafts_it_and_a_wrong_day_is_told(two: Path) -> None:
    verb = [sys.executable, "-m", "bot", "roundup", "spring-2026", "--from", str(two), "--out", str(two)]
    run = subprocess.run([*verb, "--since", "2026-01-01"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert 0 == run.returncode, run.stderr
    assert "python -m bot roundup spring-2026 --since 2026-01-01" in (two / PROMPT).read_text()
    run = subprocess.run([*verb, "--since", "yesterday"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert 2 == run.returncode
    assert "'yesterday' is no day: write it as 2026-06-30" in run.stderr


# ---- people comment on it


def unread() -> NoReturn:
    raise AssertionError("a roundup reads no program")


def asked(root: Path, text: str, role: Role = Role.MAINTAINER) -> Answer:
    forge = folder.connect(root)
    edition = edition_of("spring-2026", CONFIG, forge)
    means = Means(edition=edition, config=CONFIG, source=unread, listen=quiet, root=root)
    return respond(Comment(author="ada", text=text, role=role), forge, means)


def say(root: Path, text: str) -> str:
    """What the person who commented reads."""
    return land(asked(root, text), folder.connect(root), quiet)


def rerun(root: Path) -> str:
    """The page after the next run of the verb."""
    arguments = ["roundup", "spring-2026", "--since", "2026-01-01", "--until", "2026-06-30"]
    place = ["--from", str(root), "--out", str(root), "--config", str(ROOT / "tests" / "demo" / "config.yml")]
    assert 0 == main([*arguments, *place])
    return (root / PAGE).read_text()


def entries(root: Path) -> list[str]:
    return [line[4:] for line in (root / PAGE).read_text().splitlines() if line.startswith("### ")]


def test_what_is_dropped_is_gone_and_stays_gone_until_it_is_added(two: Path) -> None:
    drafted(two)
    said = say(two, "/drop 1")
    assert "Dropped “Tidal Queues” (pick 1)" in said and "“Tidal Queues” went out" in said
    assert ["1. Canal Locks", "2. Dry Docks", "3. Night Buoys"] == entries(two)
    page = (two / PAGE).read_text()
    assert "3 of the 4 picks of 2 digests, by topic" in page
    assert page == rerun(two)
    assert "“Tidal Queues”: a maintainer dropped it." in asked(two, "/why tidal queues").said[0].text
    assert "Added “Tidal Queues” from Harbour 2026." in say(two, "/add tidal queues")
    assert ["1. Tidal Queues", "2. Canal Locks", "3. Dry Docks", "4. Night Buoys"] == entries(two)


def test_all_can_be_dropped(two: Path) -> None:
    drafted(two)
    say(two, "/drop 1, 2, 3, 4")
    assert [] == entries(two)
    assert (two / PAGE).read_text() == rerun(two)


def test_any_pick_of_its_digests_can_be_added(put: Put, tmp_path: Path) -> None:
    put("harbour-2026", "2026-03-14", *(on("RDMA", f"Queue {chr(65 + at)}") for at in range(MOST + 5)))
    put("quay-2026", "2026-05-02", on("optics", "Fog Lamps"))
    drafted(tmp_path)
    assert "Queue X”: a roundup holds 20 picks, the best of each topic" in asked(tmp_path, "/why queue x").said[0].text
    assert "came in under RDMA" in say(tmp_path, "/add queue x")
    assert MOST + 1 == len(entries(tmp_path)) and "20. Queue X" in entries(tmp_path)
    assert (tmp_path / PAGE).read_text() == rerun(tmp_path)


def test_one_on_another_topic_can_be_added_to_a_roundup_of_one(two: Path) -> None:
    drafted(two, replace(SPRING, topic="RDMA"))
    assert "it is not on RDMA" in asked(two, "/why dry docks").said[0].text
    say(two, "/add dry docks")
    assert ["RDMA", "1. Tidal Queues", "2. Canal Locks", "Identity", "3. Dry Docks"] == (
        headings((two / PAGE).read_text())[:5]
    )
    assert "3 of the 4 picks of 2 digests, those on RDMA" in (two / PAGE).read_text()


def test_a_pick_moves_within_its_topic_and_stays_there(two: Path) -> None:
    drafted(two)
    assert "Moved “Canal Locks” (pick 2) to the place of “Tidal Queues” (pick 1)." in say(two, "/move 2 1")
    assert ["1. Canal Locks", "2. Tidal Queues"] == entries(two)[:2]
    assert (two / PAGE).read_text() == rerun(two)


def test_what_a_person_put_in_order_can_be_moved_on(two: Path, put: Put) -> None:
    put("jetty-2026", "2026-06-01", on("RDMA", "Slipways"))
    page = drafted(two)[PAGE]
    first, second = page.index("### 1. Tidal"), page.index("### 2. Canal")
    third = page.index("### 3. Slipways")
    (two / PAGE).write_text(page[:first] + page[second:third] + page[first:second] + page[third:])
    say(two, "/move 3 1")  # the numbers of the page, on which Tidal Queues still has the 1
    assert ["1. Canal Locks", "2. Slipways", "3. Tidal Queues"] == entries(two)[:3]


@pytest.mark.parametrize("line", ["/promote 1", "/demote 1", "/move 1 adjacent", "/add Night Buoys core"])
def test_it_has_no_tiers(two: Path, line: str) -> None:
    before = drafted(two)
    (said,) = asked(two, line).said
    assert not said.is_done
    assert said.text.startswith("A roundup has no tiers, its picks stand by topic.")
    assert before[DATA] == (two / DATA).read_text()


def test_a_pick_does_not_move_to_another_topic(two: Path) -> None:
    drafted(two)
    (said,) = asked(two, "/move 1 3").said
    assert "stand under different headings" in said.text and not said.is_done


@pytest.mark.parametrize("line", ["/regenerate", "/refresh"])
def test_it_is_joined_anew_and_what_is_locked_stays_until_it_is_unlocked(two: Path, line: str) -> None:
    drafted(two)
    say(two, "/keep 2 what")
    for key, words in (("harbour", "It floats."), ("quay", "A boat is lifted.")):
        page = two / f"digests/{key}-2026.md"
        page.write_text(page.read_text().replace("The authors present a queue.", words, 1))
    said = say(two, line)
    assert "Joined the digests again: 4 picks, as before." in said and "“Tidal Queues”: What" in said
    page = (two / PAGE).read_text()
    assert "It floats." in page and "A boat is lifted." not in page
    say(two, "/unlock 2 what")
    assert "A boat is lifted." in rerun(two)


def test_it_writes_nothing_as_anybody_wishes(two: Path) -> None:
    drafted(two)
    (said,) = asked(two, "/regenerate 1 more about cabling").said
    assert "A roundup's words are those of its digests" in said.text and not said.is_done


def test_what_a_person_wrote_survives_a_command(two: Path) -> None:
    drafted(two)
    edit(two, PAGE, "### 2. Canal Locks", "### 2. Locks, finally")
    edit(two, PAGE, "## Identity", "A person's paragraph.\n\n## Identity")
    say(two, "/drop 1")
    page = (two / PAGE).read_text()
    assert "### 1. Locks, finally" in page and "A person's paragraph." in page


def test_questions_are_answered_and_change_nothing(two: Path) -> None:
    before = drafted(two)
    answer = asked(two, "/status\n/why 1\n/help", Role.READER)
    assert [True, False, True] == [said.is_done for said in answer.said]
    status, why, help_ = (said.text for said in asked(two, "/status\n/why 1\n/help").said)
    assert "4 picks on the page." in status
    assert why.startswith("“Tidal Queues” (pick 1) was picked for Core in Harbour 2026. Topics found: RDMA (queue).")
    assert "This is a roundup" in help_
    assert None is answer.draft
    assert before[DATA] == (two / DATA).read_text()


def test_a_title_that_none_of_its_digests_has_is_told_with_the_nearest(two: Path) -> None:
    drafted(two)
    (said,) = asked(two, "/add canal clocks").said
    assert "No digest that is joined here has a pick “canal clocks”. Did you mean “Canal Locks”?" == said.text


def test_what_it_joins_is_read_off_its_record_which_people_may_change(two: Path) -> None:
    drafted(two)
    edit(two, PROMPT, "--until 2026-06-30", "--until 2026-06-30 --topic rdma")
    say(two, "/refresh")
    assert ["1. Tidal Queues", "2. Canal Locks"] == entries(two)
    assert "--topic rdma" in (two / PROMPT).read_text()


def test_a_record_that_names_no_command_is_told(two: Path) -> None:
    drafted(two)
    edit(two, PROMPT, "bot roundup", "bot publish")
    (said,) = asked(two, "/refresh").said
    assert said.text.startswith("prompts/spring-2026.md does not say what spring-2026 joins.") and not said.is_done
    with pytest.raises(StoreError, match="does not say"):
        asked(two, "/drop 1")


def test_digests_that_are_gone_cannot_be_joined_and_nothing_is_lost(two: Path) -> None:
    before = drafted(two)
    for ending in ("md", "json"):
        (two / f"digests/quay-2026.{ending}").unlink()
    assert "it takes 2" in asked(two, "/refresh").said[0].text
    assert before[PAGE] == (two / PAGE).read_text()


def test_a_name_of_neither_an_edition_nor_a_roundup_is_no_ones(two: Path) -> None:
    drafted(two)
    for key in ("harbour-2026", "autumn-2026", "../digests/spring-2026", "spring-2026.md"):
        with pytest.raises(ConfigError, match="is no edition of a series"):
            edition_of(key, CONFIG, folder.connect(two))


@pytest.mark.parametrize(
    "wanted",
    [
        SPRING,
        Wanted(name="spring-2026"),
        replace(SPRING, topic="RDMA and `rm -rf` 'quotes'"),
        replace(SPRING, series=("a", "b"), topic="x --since 2020-01-01"),
    ],
)
def test_the_record_is_read_as_it_was_written(wanted: Wanted) -> None:
    edition = replace(EDITION, key=wanted.name, name="Roundup")
    prompt = record(wanted, edition)
    assert wanted == wanted_by(prompt, wanted.name)
    assert wanted == wanted_by(prompt.replace("\n", "\r\n"), wanted.name)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "python -m bot roundup",
        "python -m bot roundup other-2026",
        "python -m bot roundup spring-2026 --since",
        "python -m bot roundup spring-2026 --since yesterday",
        "python -m bot roundup spring-2026 --out elsewhere",
        "python -m bot roundup spring-2026 --topic 'x",
        "please python -m bot roundup spring-2026",
    ],
)
def test_a_line_that_is_no_such_command_asks_for_nothing(line: str) -> None:
    with pytest.raises(StoreError, match="does not say what spring-2026 joins"):
        wanted_by(f"# Spring\n\n    {line}\n", "spring-2026")


def test_on_github_a_comment_on_its_pull_request_is_carried_out(
    two: Path, double: Double, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    drafted(two)
    settings = github.Settings(repository="harbour/digests", token=WORKFLOW, api=double.base)
    forge = github.connect(settings, "spring-2026", sleep=lambda seconds: None)
    pipeline.propose_saved("spring-2026", folder.connect(two), forge, quiet)
    double.permission["ada"] = "write"
    monkeypatch.chdir(two)  # what a job checks out
    desk = Newsdesk(double=double, root=tmp_path / "desk")
    said = desk.comment("/drop 1\n/promote 2")
    assert "**Done.** On the page:" in said and "“Tidal Queues” went out" in said
    assert "A roundup has no tiers" in said
    assert "### 1. Canal Locks" in (double.file("digest/spring-2026", PAGE) or "")
    decisions = pipeline.decided_at("spring-2026", forge)
    assert ("harbour-2026/tidal-queues",) == decisions.dropped
    with desk.event("schedule", {}):
        arguments = ["roundup", "spring-2026", "--since", "2026-01-01", "--until", "2026-06-30", "--github"]
        assert 0 == main([*arguments, "--out", "draft", "--config", str(ROOT / "tests" / "demo" / "config.yml")])
    before = len(double.calls)
    pipeline.propose_saved("spring-2026", folder.connect(two / "draft"), forge, quiet)
    assert [] == [call.operation for call in double.calls[before:] if call.method != "GET"]
