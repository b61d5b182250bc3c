"""The road to one addendum: what it reads, what it leaves out, and what it says to its reviewer."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from bot import judge
from bot.compare import Turn
from bot.compare.addendum import SINCE, addendum, amended
from bot.errors import Blocked, NotPublished, StoreError
from bot.keep import keep
from bot.model import ConferenceKind, Contribution, Digest, Edition, Kind, Passage, Program, Proposal
from bot.platforms.canonical import as_tree
from bot.publish.sources import Source
from bot.render import render
from bot.revisit import is_timely, revisit
from bot.seal import seal
from bot.store import digest_of
from bot.web import recording
from tests.conftest import EDITION, SOURCE, contribution, program, writeup

ADDRESS = SOURCE.url
QUEUES = contribution("Tidal Queues", "Queues that breathe.", url="https://harbour.example.org/queues")
KELP = contribution("Kelp Routing", "Routes through kelp.")
DAYS = {"starts": "2026-03-12", "ends": "2026-03-14"}
Make = Callable[..., Digest]


def source(digest: Digest) -> Source:
    """A digest as it stands on the main branch."""
    files = keep(render(digest, "asked\n"), {}).files
    key = digest.edition.key
    return Source(key=key, page=files[f"digests/{key}.md"], data=files[f"digests/{key}.json"], prompt="asked\n")


def read(place: Path, now: Program, pages: dict[str, tuple[int, str]] | None = None) -> recording.Recording:
    """The internet, which holds the program and some pages by their addresses."""
    place.mkdir()
    entries = {}
    texts = {ADDRESS: (200, json.dumps(as_tree(now)))} | (pages or {})
    for number, (address, (status, text)) in enumerate(texts.items()):
        (place / f"{number}.json").write_text(text)
        entries[address] = recording.Entry(file=f"{number}.json", status=status)
    return recording.Recording(folder=place, entries=entries)


def found(place: Path, published: Digest, now: Program, edition: Edition = EDITION, **web: object) -> Proposal | None:
    return revisit(source(published), edition, read(place, now, **web))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "today", "expected"),
    [
        (ConferenceKind.ACADEMIC, date(2026, 1, 1), True),  # published before it took place
        (ConferenceKind.ACADEMIC, date(2026, 9, 10), True),
        (ConferenceKind.ACADEMIC, date(2026, 9, 11), False),
        (ConferenceKind.STANDARDS, date(2027, 3, 14), True),
        (ConferenceKind.STANDARDS, date(2027, 3, 15), False),
    ],
)
def test_half_a_year_after_an_edition_it_is_left_alone_and_a_year_where_drafts_become_rfcs(
    kind: ConferenceKind, today: date, expected: bool
) -> None:
    assert expected == is_timely(replace(EDITION, kind=kind), today)


def test_a_link_that_leads_to_nothing_is_not_told_until_it_leads_somewhere(tmp_path: Path, digest: Make) -> None:
    paper = "https://harbour.example.org/queues.pdf"
    published, now = digest(writeup(QUEUES)), program(replace(QUEUES, links={"pdf": paper}), **DAYS)
    assert found(tmp_path / "gone", published, now, pages={paper: (404, "<h1>Not found</h1>")}) is None
    addendum = found(tmp_path / "here", published, now, pages={paper: (200, "%PDF-1.7")})
    assert addendum and "Harbour 2026: paper of 1 pick" == addendum.title
    unreachable = found(tmp_path / "silent", published, now)  # says nothing about the link
    assert unreachable and addendum.draft == unreachable.draft


def test_a_draft_that_became_an_rfc_is_told_with_its_page(tmp_path: Path, digest: Make) -> None:
    def draft(status: str) -> Contribution:
        passages = (Passage(text=f"Internet-Draft: {status}.", part="status", source=SOURCE),)
        return replace(QUEUES, kind=Kind.DRAFT, passages=passages)

    published = digest(writeup(draft("revision 03, active")))
    now = program(draft("revision 04, published as RFCs"), **DAYS)
    addendum = found(tmp_path / "web", published, now)
    assert addendum and "Harbour 2026: 1 now an RFC" == addendum.title
    told = f"- Know that: {SINCE}“Tidal Queues” was published as RFC. (see https://harbour.example.org/queues)"
    assert told in addendum.draft.files["digests/harbour-2026.md"]
    assert "- [ ] Is what the write-up says of the draft true of the RFC?" in addendum.body


def test_what_is_no_longer_listed_is_told_only_where_the_program_is_whole(tmp_path: Path, digest: Make) -> None:
    gulls = [contribution(f"Gull {number}") for number in range(20)]
    whole = program(QUEUES, KELP, *gulls, **DAYS)
    published = digest(writeup(QUEUES), writeup(KELP), program=whole.outline)
    addendum = found(tmp_path / "whole", published, replace(whole, contributions=(QUEUES, *gulls)))
    assert addendum and "Harbour 2026: 1 no longer listed" == addendum.title
    assert f"| 2 | “Kelp Routing” is no longer listed. | [program]({ADDRESS}) |" in addendum.body
    assert "- [ ] “Kelp Routing”: does it stay on the page?" in addendum.body
    assert found(tmp_path / "cut", published, replace(whole, contributions=(QUEUES, *gulls[:9]))) is None


def test_what_was_told_as_gone_and_is_listed_again_is_told_once_and_so_is_that_it_goes_again(
    tmp_path: Path, digest: Make
) -> None:
    def merged(addendum: Proposal | None) -> Source:
        """What stands on the main branch after it."""
        assert addendum
        page, data = (keep(addendum.draft, present).files[path] for path in present)
        return replace(published, page=page, data=data)

    def again(now: Program, *refused: Digest) -> Proposal | None:
        return revisit(published, EDITION, read(tmp_path / str(len([*tmp_path.iterdir()])), now), refused=refused)

    on, off = (
        program(replace(QUEUES, title=title), KELP, **DAYS) for title in (QUEUES.title, "Cancelled: Tidal Queues")
    )
    published, other_news = source(digest(writeup(QUEUES), writeup(KELP))), list[Digest]()
    for now, title, told in (
        (off, "1 withdrawn", ["was cancelled or withdrawn"]),
        (on, "1 listed again", ["was cancelled or withdrawn", "is listed again"]),
        (off, "1 withdrawn", ["was cancelled or withdrawn", "is listed again", "was cancelled or withdrawn"]),
        (on, "1 listed again", 2 * ["was cancelled or withdrawn", "is listed again"]),
    ):
        present = {"digests/harbour-2026.md": published.page, "digests/harbour-2026.json": published.data}
        addendum = again(now)
        assert again(now, digest_of(merged(addendum).data, "refused")) is None
        slides = program(*(replace(each, links={"video": ADDRESS}) for each in now.contributions), **DAYS)
        assert again(now, *other_news)  # what was refused before of something else says nothing of this
        published = merged(addendum)
        other_news.append(digest_of(merged(again(slides)).data, "refused"))
        assert addendum and f"Harbour 2026: {title}" == addendum.title
        assert told == re.findall(r"^- Know that: .*“Tidal Queues” ([\w ]+)\.", published.page, re.M)
        assert again(now) is None
    assert "- [ ] “Tidal Queues”: does it take place after all?" in addendum.body


def test_a_draft_that_stays_withdrawn_is_not_back_and_of_two_picks_with_one_title_none_is(
    tmp_path: Path, digest: Make
) -> None:
    def draft(status: str) -> Program:
        passages = (Passage(text=f"Internet-Draft: {status}.", part="status", source=SOURCE),)
        return program(replace(QUEUES, kind=Kind.DRAFT, passages=passages), **DAYS)

    was, off = draft("revision 03, active"), draft("revision 03, withdrawn")
    gone = addendum(digest(writeup(was.contributions[0])), off)
    published = amended(digest(writeup(was.contributions[0])), gone, off)
    assert ([Turn.CANCELLED], ()) == ([each.turn for each in gone], addendum(published, off))
    assert [Turn.REINSTATED] == [each.turn for each in addendum(published, was)]
    other = replace(KELP, title=QUEUES.title)
    now = program(replace(QUEUES, title="Cancelled: Tidal Queues"), other, **DAYS)
    both = digest(writeup(QUEUES), writeup(other))
    gone = addendum(both, now)
    assert ([Turn.CANCELLED], ()) == ([each.turn for each in gone], addendum(amended(both, gone, now), now))


def test_a_source_that_is_blocked_or_made_anew_is_a_failure_and_never_news(tmp_path: Path, digest: Make) -> None:
    published, now = digest(writeup(QUEUES), writeup(KELP)), program(QUEUES, **DAYS)
    with pytest.raises(NotPublished):
        found(tmp_path / "anew", published, program(replace(QUEUES, title="TBA"), **DAYS))
    wall = "<html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>"
    with pytest.raises(Blocked):
        found(tmp_path / "wall", published, now, pages={ADDRESS: (403, wall)})


def test_a_pick_that_a_person_took_off_the_page_is_no_news(tmp_path: Path, digest: Make) -> None:
    published = source(digest(writeup(QUEUES), writeup(KELP)))
    start, end = published.page.index("### 1. "), published.page.index("### 2. ")
    without = replace(published, page=published.page[:start] + published.page[end:])
    now = program(replace(QUEUES, links={"video": "https://tube.example.org/1"}), KELP, **DAYS)
    assert revisit(published, EDITION, read(tmp_path / "one", now)) is not None
    assert revisit(without, EDITION, read(tmp_path / "other", now)) is None


def test_session_notes_say_where_in_the_sentence_and_lack_no_line(tmp_path: Path, digest: Make) -> None:
    published = digest(writeup(QUEUES), edition=replace(EDITION, form="session-notes"))
    now = program(replace(QUEUES, links={"video": "https://tube.example.org/1"}), **DAYS)
    addendum = found(tmp_path / "web", published, now)
    assert addendum and "A person changed" not in addendum.body
    told = f"- Know that: {SINCE}“Tidal Queues” now has a video. (see https://tube.example.org/1)"
    assert told in addendum.draft.files["digests/harbour-2026.md"]


def test_data_that_is_not_the_bots_is_not_compared(tmp_path: Path, digest: Make) -> None:
    published = source(digest(writeup(QUEUES)))
    for data in ("", "{}", published.data.replace("breathe", "sleep"), seal('{\n "seal": "",\n "edition": 7\n}\n')):
        with pytest.raises(StoreError):
            revisit(replace(published, data=data), EDITION, read(tmp_path / f"web-{len(data)}", program(QUEUES)))


def test_foreign_words_stay_text_in_the_pull_request(tmp_path: Path, digest: Make) -> None:
    queues = replace(QUEUES, title="Queues | @ada <b> [x](https://evil.example.org) #5")
    now = program(replace(queues, links={"video": "https://tube.example.org/(1)|2"}), **DAYS)
    addendum = found(tmp_path / "web", digest(writeup(queues)), now)
    assert addendum
    row = next(line for line in addendum.body.splitlines() if line.startswith("| 1 |"))
    assert "\\|" in row and "@\N{WORD JOINER}ada" in row and "\\<b>" in row and "\\](https://evil" in row
    assert row.endswith("| [video](https://tube.example.org/%281%29%7C2) |"), row


def test_a_page_that_todays_bot_writes_in_other_words_says_so(tmp_path: Path, digest: Make) -> None:
    published = source(digest(writeup(QUEUES)))
    now = program(replace(QUEUES, links={"video": "https://tube.example.org/1"}), **DAYS)
    was = replace(published, page=seal(unsealed(published.page.replace("- This page is", "- Here is", 1))))
    addendum = revisit(was, EDITION, read(tmp_path / "web", now))
    assert addendum and "differently than it did then" in addendum.body
    plain = revisit(published, EDITION, read(tmp_path / "other", now))
    assert plain and "differently" not in plain.body


def unsealed(page: str) -> str:
    """The page with an empty seal, for a new one."""
    start = page.index('seal: "') + len('seal: "')
    return page[:start] + page[page.index('"', start) :]


def test_nothing_of_a_cancelled_talk_is_lost_before_it_is_compared(tmp_path: Path, digest: Make) -> None:
    off = program(replace(QUEUES, title="Cancelled: Tidal Queues"), KELP, **DAYS)
    assert [KELP] == list(judge.judge(off, EDITION).contributions)  # a draft leaves it out
    addendum = found(tmp_path / "web", digest(writeup(QUEUES), writeup(KELP)), off)
    assert addendum and "Harbour 2026: 1 withdrawn" == addendum.title
