"""A run's page says what the run did in words that a person wants to read, and foreign words there stay words."""

from collections.abc import Callable
from dataclasses import replace

from markdown_it import MarkdownIt

from bot import summary
from bot.model import Attempt, Digest, Edition, Finding, PullRequest, State, Status
from tests.conftest import contribution, writeup

WILD = "<b>@ada</b> | [x](https://evil.example)\n# #1"


def status(key: str, state: State, *, due: bool = True, **fields: str) -> Status:
    edition = Edition(key=key, name=key.title(), ends="2026-03-14")
    return Status(edition=edition, state=state, due=due, **{"reason": "So it is.", **fields})  # type: ignore[arg-type]


def calm(text: str) -> bool:
    html = MarkdownIt("commonmark").enable("table").render(text)
    return not [unsafe for unsafe in ("<b>", "@ada", 'evil.example"', "<h1>", "#1") if unsafe in html]


def test_what_is_due_is_told_with_what_the_run_will_do_and_what_is_not_with_the_reason() -> None:
    pull = "https://github.com/o/r/pull/1"
    said = summary.due(
        (
            status("a-2026", State.WAITING),
            status("b-2026", State.DRAFTED, address=pull),
            status("c-2026", State.STALLED),
            status("d-2026", State.SKIPPED, due=False, reason=WILD),
        )
    )
    assert "| a-2026 | A-2026 | 2026-03-14 | waiting | look whether its program is out |" in said
    assert f"| b-2026 | B-2026 | 2026-03-14 | [drafted]({pull}) | update its pull request |" in said
    assert "| c-2026 | C-2026 | 2026-03-14 | stalled | try again |" in said
    assert said.index("## What is not") < said.index("| d-2026 | D-2026 | 2026-03-14 | skipped |")
    assert calm(said)


def test_nothing_being_due_is_said() -> None:
    said = summary.due((status("d-2026", State.PUBLISHED, due=False),))
    assert said.startswith("## What is due\n\nNothing: every edition of these weeks is published or skipped.\n")


def test_a_draft_shows_its_picks_and_what_was_dropped(digest: Callable[..., Digest]) -> None:
    pick = writeup(contribution(f"Tidal Queues {WILD}", "Queues of the tide."))
    said = summary.drafted(digest(pick, findings=(Finding(text="One sentence was dropped", hint=WILD),)))
    assert said.startswith("## Harbour 2026\n\nTwo of the 9 papers of Harbour 2026.\n\n| # | Tier |")
    assert "| 1 | core | Tidal Queues" in said
    assert "### What was blocked, missing or dropped\n\n- One sentence was dropped. (" in said
    assert calm(said)
    assert "- Nothing: every source was read whole" in summary.drafted(digest(pick))


def test_an_edition_that_was_not_drafted_says_why_and_what_to_do() -> None:
    attempt = Attempt(edition="a-2026", state=State.BLOCKED, reason="A wall", hint="save it", time="")
    assert "## a-2026: blocked\n\nA wall. (save it)\n" == summary.failed(attempt)
    assert calm(summary.failed(replace(attempt, reason=WILD, hint=WILD)))


def test_a_proposal_is_a_link_and_what_changed_there() -> None:
    shown = PullRequest(address="https://github.com/o/r/pull/1", changed=("digests/a-2026.md",))
    said = summary.proposed("a-2026", shown, ("the lead",))
    assert "## [a-2026](https://github.com/o/r/pull/1)" == said.splitlines()[0]
    assert said.endswith("\n- changed `digests/a-2026.md`\n- kept as a person left it: the lead\n")
    nothing = summary.proposed("a-2026", replace(shown, changed=(), note="The pull request was merged."))
    assert nothing.endswith("\n\nThe pull request was merged.\n\n- changed nothing\n")


def test_a_report_says_what_came_of_each_edition() -> None:
    attempt = Attempt(edition="a-2026", state=State.FAILED, reason=WILD, time="")
    said = summary.reported("https://github.com/o/r/issues/1", [attempt])
    assert "## [The dashboard](https://github.com/o/r/issues/1)" == said.splitlines()[0]
    assert ("| a-2026 | failed | " in said, calm(said)) == (True, True)
    assert "This run tried no edition." in summary.reported("https://github.com/o/r/issues/1", [])


def test_an_edition_that_was_asked_for_is_told_alone() -> None:
    assert "Only a-2026, because someone asked for it" in summary.asked_for("a-2026")
