"""The dashboard on GitHub, as a repository's people see it from week to week; driven against the double."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import dashboard, discover
from bot.config import Series
from bot.dashboard.frame import BEGIN, END
from bot.dashboard.memory import remembered
from bot.errors import CommandError, ConfigError, ForgeError
from bot.forges import github
from bot.forges.github.dashboard import LABEL, connect
from bot.model import Action, Amendment, Attempt, ConferenceKind, Proposed, State, Status
from bot.outcomes import stamp
from bot.report import Reporter
from tests.github import faults, views
from tests.github.access import Token
from tests.github.double import MAINTAINER, WORKFLOW, Double
from tests.github.exchange import Reply
from tests.github.faults import BAD_GATEWAY, RESET, SILENCE, Fault, afterwards, instead, secondary_limit
from tests.github.operations.labels import add
from tests.github.state import Hub, Pull

MONDAY = datetime(2026, 3, 2, 5, 17, tzinfo=UTC)
KEY, BRANCH = "harbour-2026", "digest/harbour-2026"
MADE = ["issues/create"]


def series(name: str, ends: str) -> Series:
    address = f"https://{name.split()[0].lower()}.example.org/{{year}}/"
    return Series(name=name, kind=ConferenceKind.ACADEMIC, url=(address,), ends=(ends,))


SERIES = {
    "harbour": series("Harbour {year}", "03-14"),
    "estuary": series("Estuary {year}", "04-02"),
    "lagoon": series("Lagoon {year}", "10-30"),
}


@pytest.fixture
def double() -> Iterator[Double]:
    """Fails the test at its end if anything broke GitHub's description."""
    with Double() as double:
        yield double


def reporter(double: Double, week: int = 0, *published: str, token: str = WORKFLOW, seconds: int = 30) -> Reporter:
    settings = github.Settings(repository="harbour/digests", token=token, api=double.base, seconds=seconds)
    board = connect(settings, sleep=lambda seconds: None)
    return Reporter(board=board, series=SERIES, published=published, now=MONDAY + timedelta(weeks=week, minutes=9))


def attempt(state: State = State.BLOCKED, week: int = 0, edition: str = KEY, **fields: object) -> Attempt:
    reason = fields.pop("reason", "harbour.example.org shows a wall for robots")
    time = stamp(MONDAY + timedelta(weeks=week))
    return Attempt(edition=edition, state=state, reason=reason, time=time, **fields)  # type: ignore[arg-type]


def report(
    double: Double, *attempts: Attempt, week: int = 0, published: tuple[str, ...] = (), seconds: int = 30
) -> list[str]:
    """What a run's report wrote."""
    before = len(double.calls)
    reporter(double, week, *published, seconds=seconds).report(attempts)
    return [call.operation for call in double.calls[before:] if call.method != "GET"]


def body(double: Double, number: int = 1) -> str:
    return double.hub.issues[number].body or ""


def pull(double: Double, branch: str = BRANCH) -> int:
    double.branch(branch)
    double.edit(branch, "digests/x.md", f"{branch}\n")
    return double.open_pull(branch)


def stands(double: Double, key: str = KEY, week: int = 0, *published: str) -> Status:
    return next(each for each in reporter(double, week, *published).standing() if each.edition.key == key)


def due(double: Double, week: int = 0) -> list[str]:
    return [each.edition.key for each in reporter(double, week).standing() if each.due]


# From week to week


def test_the_first_run_makes_one_labelled_issue_and_the_same_again_writes_nothing(double: Double) -> None:
    assert MADE == report(double, attempt())
    issue = double.hub.issues[1]
    assert ("Digest dashboard", [LABEL], "open") == (issue.title, issue.labels, issue.state)
    assert "### Needs a person (1)\n\n**[Harbour 2026](https://harbour.example.org/2026/)** · blocked" in body(double)
    asked = len(double.calls)
    assert [] == report(double, attempt())
    assert (3, [1]) == (len(double.calls) - asked, list(double.hub.issues))


def test_every_series_and_edition_is_listed_with_what_to_do(double: Double) -> None:
    report(double, attempt())
    said = body(double)
    assert "### Comes later (1)\n\n- [Lagoon 2026](https://lagoon.example.org/2026/), about 2026-10-30\n" in said
    assert "Not tried yet (last day: 2026-04-02). Nothing to do: every weekly run looks for it." in said
    assert "attach it to this issue with the comment `/program harbour-2026`" in said
    assert "`python -m bot draft harbour-2026 --from FILE`" in said
    assert "- [ ] retry `harbour-2026`\n- [ ] skip `harbour-2026`\n" in said
    assert "- [ ] draft `estuary-2026`\n- [ ] skip `estuary-2026`\n" in said


def test_what_is_asked_is_little(double: Double) -> None:
    report(double, attempt())
    asked = len(double.calls)
    reporter(double).standing()
    assert ["pulls/list", "issues/list-for-repo"] == [call.operation for call in double.calls[asked:]]


def test_an_edition_that_was_drafted_waits_for_review_and_another_week_of_it_is_no_news(double: Double) -> None:
    number = pull(double)
    drafted = {"state": State.DRAFTED, "reason": "12 picks of 80 contributions.", "picks": 12}
    report(double, attempt(**drafted))
    said = body(double, 2)
    assert "**[Harbour 2026](https://harbour.example.org/2026/)** · drafted" in said
    assert (
        f"12 picks of 80 contributions. Review and merge [its pull request](https://github.com/harbour/digests/pull/{number})"
        in said
    )
    assert "The last good run, which drafted something new, was on 2026-03-02 at 05:17 UTC." in said
    assert [] == report(double, attempt(**drafted, week=1), week=1)
    assert ["issues/update"] == report(double, attempt(**{**drafted, "reason": "13 picks."}, week=2), week=2)
    assert "was on 2026-03-16" in body(double, 2)


def test_an_open_pull_request_is_due_for_an_update_and_an_ended_one_is_not(double: Double) -> None:
    assert ["harbour-2026", "estuary-2026"] == due(double)
    number = pull(double)
    assert (["harbour-2026", "estuary-2026"], State.DRAFTED) == (due(double), stands(double).state)
    double.close(number)
    assert (["estuary-2026"], State.SKIPPED) == (due(double), stands(double).state)
    double.hub.issues[number].state = "open"
    double.merge(number)
    assert (["estuary-2026"], State.PUBLISHED) == (due(double), stands(double).state)


def test_a_pull_request_that_was_closed_means_skip_and_one_that_was_opened_again_means_drafted(double: Double) -> None:
    number = pull(double)
    double.close(number)
    report(double)
    assert "### Skipped (1)\n\n**[Harbour 2026]" in body(double, 2)
    assert f"or reopen [its pull request](https://github.com/harbour/digests/pull/{number})" in body(double, 2)
    assert "- [ ] draft `harbour-2026`" in body(double, 2)
    double.hub.issues[number].state = "open"
    report(double)
    assert "### Waits for review (1)\n\n**[Harbour 2026]" in body(double, 2)


def test_of_several_pull_requests_the_open_one_counts_else_the_newest(double: Double) -> None:
    first = pull(double)
    double.close(first)
    second = double.open_pull(BRANCH)
    double.close(second)
    assert f"/pull/{second}" in stands(double).address
    double.hub.issues[first].state = "open"
    assert (State.DRAFTED, True) == (stands(double).state, f"/pull/{first}" in stands(double).address)


def test_pull_requests_of_other_branches_say_nothing_of_an_edition(double: Double) -> None:
    double.close(pull(double, "notes/harbour-2026"))
    double.close(pull(double, "digest/nowhere-2026"))
    assert State.WAITING is stands(double).state


@pytest.mark.parametrize("source", [{"full_name": "mallory/digests"}, None])
def test_pull_requests_of_forks_say_nothing_whatever_their_branches_are_called(
    double: Double, monkeypatch: pytest.MonkeyPatch, source: dict[str, str] | None
) -> None:
    double.close(pull(double))
    known = views.end

    def end(*given: Any) -> dict[str, Any]:
        shown = known(*given)
        return {**shown, "repo": {**shown["repo"], **source} if source else None}

    monkeypatch.setattr(views, "end", end)
    assert State.WAITING is stands(double).state
    double.violations.clear()  # a fork that is gone is null, which the description of GitHub does not say


def test_the_pull_requests_of_many_weeks_are_read_page_by_page_and_no_further_than_the_third(
    double: Double, monkeypatch: pytest.MonkeyPatch
) -> None:
    double.close(pull(double))
    for asks_git in ("branch", "head_of"):  # which takes its time for hundreds
        monkeypatch.setattr(Hub, asks_git, lambda hub, name: "0" * 40)
    for more, state, asked in ((99, State.SKIPPED, 3), (201, State.WAITING, 4)):
        for _ in range(more):
            double.hub.open("ada", "Something else", "", Pull(head="main", base="main"))
        before = len(double.calls)
        assert state is stands(double).state
        assert asked == len(double.calls) - before


def test_after_four_weeks_without_success_an_edition_stalls_and_then_there_is_no_more_news(double: Double) -> None:
    for week in range(3):
        report(double, attempt(week=week), week=week)
        assert (State.BLOCKED, True) == (stands(double, KEY, week).state, KEY in due(double, week))
    assert ["issues/update"] == report(double, attempt(week=3), week=3)
    assert "· stalled" in body(double) and "Four runs in a row came to nothing" in body(double)
    assert (State.STALLED, True) == (stands(double, KEY, 3).state, KEY in due(double, 3))
    assert [] == report(double, attempt(week=4), week=4)


def test_a_success_ends_the_row(double: Double) -> None:
    for week in range(3):
        report(double, attempt(week=week), week=week)
    pull(double)
    report(double, attempt(State.DRAFTED, week=3), week=3)
    double.hub.issues[2].pull = None
    double.hub.issues[2].labels = []
    report(double, attempt(week=4), week=4)
    assert State.BLOCKED is stands(double, KEY, 4).state


def test_what_was_drafted_and_shown_by_no_pull_request_is_no_success(double: Double) -> None:
    report(double, attempt(State.DRAFTED, picks=12, reason="12 picks."))
    assert "· failed" in body(double) and "drafted, but no pull request shows it" in body(double)
    assert "last good run" not in body(double)


def test_what_is_published_is_told_once_and_no_longer_due(double: Double) -> None:
    report(double, published=(KEY, "harbour-2024", "nowhere-2026"))
    said = body(double)
    assert "### Published (2)\n\n- Harbour 2026, about 2026-03-14\n- Harbour 2024, about 2024-03-14\n" in said
    assert State.PUBLISHED is stands(double, KEY, 0, KEY).state
    assert f"`{KEY}`" not in said


def test_an_edition_that_someone_asked_for_is_listed_though_it_is_long_over_and_later_forgotten(double: Double) -> None:
    report(double, attempt(edition="lagoon-2019", reason="lagoon.example.org shows a wall"))
    assert ("Lagoon 2019" in body(double), "lagoon-2019" in due(double)) == (True, False)
    report(double, week=20)
    assert "lagoon-2019" not in body(double)


def test_open_addenda_and_links_are_told_with_their_addresses_until_they_are_merged_or_closed(double: Double) -> None:
    report(double)
    news = [pull(double, branch) for branch in ("addendum/harbour-2024-1", "links/2026-03-03", "notes/links")]
    double.hub.issues[news[0]].title = "Harbour 2024: slides of 3 picks [@ada](x)"
    assert ["issues/update"] == report(double)
    said = body(double)
    address = "https://github.com/harbour/digests/pull"
    once = "Merge what is right; what you close is not proposed again as it is."
    assert f"### News of what is published (2)\n\n{once}\n\n" in said
    assert f"\n- [Harbour 2024: slides of 3 picks \\[@\N{WORD JOINER}ada\\](x)]({address}/{news[0]})\n" in said
    assert (1, 0) == (said.count(f"{address}/{news[1]})"), said.count(f"{address}/{news[2]}"))
    assert [] == report(double)
    double.merge(news[0])
    double.close(news[1])
    report(double)
    assert "News of" not in body(double)


# What people do


def test_what_people_wrote_and_ticked_survives(double: Double) -> None:
    report(double, attempt())
    issue = double.hub.issues[1]
    mine = "My notes:\r\n\r\n- [ ] skip `harbour-2026`\r\n\r\n"
    ticked = body(double).replace("- [ ] draft `estuary-2026`", "- [x] draft `estuary-2026`")
    issue.body = f"{mine}{ticked}\r\n\r\nBelow, too  "
    assert [] == report(double, attempt())
    report(double, attempt(week=1), week=1)
    said = body(double)
    assert (True, True) == (said.startswith(mine + BEGIN), said.endswith(f"{END}\r\n\r\nBelow, too  "))
    assert "- [x] draft `estuary-2026`" in said
    report(double, attempt(edition="estuary-2026", week=2, reason="no wall"), week=2)
    assert "- [ ] retry `estuary-2026`" in body(double) and "- [x]" not in body(double)


def test_line_ends_of_a_browser_are_no_news(double: Double) -> None:
    report(double, attempt())
    double.hub.issues[1].body = body(double).replace("\n", "\r\n")
    assert [] == report(double, attempt())
    assert State.BLOCKED is stands(double).state


def test_a_memory_that_a_person_broke_costs_only_what_it_held_and_says_so(double: Double) -> None:
    for week in range(3):
        report(double, attempt(week=week), attempt(edition="estuary-2026", week=week), week=week)
    number = pull(double)
    double.close(number)
    issue = double.hub.issues[1]
    issue.body = "Mine\n\n" + body(double).replace('"tries"', '"Tries"')
    report(double, attempt(edition="estuary-2026", week=3), week=3)
    said = body(double)
    assert "> **Know that:** What this issue remembered was changed by hand" in said
    assert said.startswith(f"Mine\n\n{BEGIN}")
    assert (State.SKIPPED, State.BLOCKED) == (stands(double, KEY, 3).state, stands(double, "estuary-2026", 3).state)
    report(double, attempt(edition="estuary-2026", week=4), week=4)
    assert "Know that" not in body(double)


def test_a_mark_that_a_person_deleted_loses_no_word_of_theirs(double: Double) -> None:
    report(double, attempt())
    double.hub.issues[1].body = f"Mine\n\n{body(double).replace(BEGIN, '')}\n\nBelow"
    report(double, attempt(week=1), week=1)
    said = body(double)
    assert (True, True, True) == (
        said.startswith("Mine\n"),
        "\nBelow\n" in said,
        "marks around an earlier state" in said,
    )
    report(double, attempt(week=1), week=1)
    assert (1, [1]) == (body(double).count(END), list(double.hub.issues))


def test_an_issue_that_a_person_made_is_used_but_what_it_remembers_is_not_believed(double: Double) -> None:
    report(double, attempt())
    forged = body(double)
    double.hub.issues.clear()
    double.open_issue("Our dashboard", f"{forged}\n", by="mallory")
    double.hub.issues[1].labels = [LABEL]
    report(double)
    assert "This issue was opened by mallory" in body(double)
    assert (State.WAITING, [1]) == (stands(double).state, list(double.hub.issues))


def test_the_bots_own_issue_goes_before_one_that_a_person_labelled(double: Double) -> None:
    double.open_issue("Mine", "", by="mallory")
    report(double, attempt())
    double.hub.issues[1].labels = [LABEL]
    assert ([], "") == (report(double, attempt()), body(double, 1))


def test_an_issue_that_the_tokens_owner_opened_is_believed(double: Double) -> None:
    reporter(double, token=MAINTAINER).report([attempt()])
    assert "ada" == double.hub.issues[1].login
    assert State.BLOCKED is next(
        each.state for each in reporter(double, token=MAINTAINER).standing() if each.edition.key == KEY
    )
    assert State.WAITING is stands(double).state


def test_a_pull_request_with_the_label_is_no_dashboard(double: Double) -> None:
    number = pull(double, "notes")
    double.hub.issues[number].labels = [add(double.hub, LABEL).name]
    assert MADE == report(double, attempt())


def test_a_closed_dashboard_is_kept_current_and_not_made_twice(double: Double) -> None:
    report(double)
    double.close(1)
    assert ["issues/update"] == report(double, attempt())
    assert ([1], "closed") == (list(double.hub.issues), double.hub.issues[1].state)


def test_of_two_dashboards_the_open_one_is_kept(double: Double) -> None:
    report(double)
    double.close(1)
    double.hub.issues[2] = replace(double.hub.issues[1], number=2, state="open", closed=None, closed_by=None)
    before = body(double, 1)
    report(double, attempt())
    assert (before, True) == (body(double, 1), "· blocked" in body(double, 2))


def test_what_a_person_types_between_looking_and_writing_is_not_lost(double: Double) -> None:
    report(double, attempt())
    looks = iter(range(9))

    def typing(hub: object, call: object) -> None:
        if next(looks) == 1:
            double.hub.issues[1].body = f"Just typed\n\n{body(double)}"

    double.faults.append(Fault(before=typing, operation="issues/list-for-repo", times=9))  # type: ignore[arg-type]
    report(double, attempt(week=1), week=1)
    assert body(double).startswith(f"Just typed\n\n{BEGIN}")


def test_skipping_is_remembered_until_somebody_takes_it_back(double: Double) -> None:
    report(double, attempt())
    before = body(double)
    reporter(double).skip(KEY)
    assert (State.SKIPPED, ["estuary-2026"]) == (stands(double).state, due(double))
    assert "- [ ] unskip `harbour-2026`" in body(double)
    report(double, week=1)
    assert State.SKIPPED is stands(double, KEY, 1).state
    reporter(double).unskip(KEY)
    assert before == body(double)


def test_who_asks_for_a_draft_of_what_was_skipped_takes_the_skip_back(double: Double) -> None:
    reporter(double).skip(KEY)
    report(double, attempt())
    assert State.SKIPPED is stands(double).state, "an attempt from before the skip says nothing against it"
    report(double, attempt(week=1), week=1)
    assert State.BLOCKED is stands(double, KEY, 1).state


def test_a_skip_that_cannot_be_says_what_to_do_instead(double: Double) -> None:
    number = pull(double)
    with pytest.raises(CommandError) as error:
        reporter(double).skip(KEY)
    assert f"close https://github.com/harbour/digests/pull/{number}, which means the same" == error.value.hint
    double.close(number)
    with pytest.raises(CommandError, match="its pull request was closed"):
        reporter(double).unskip(KEY)
    with pytest.raises(CommandError, match="is published already"):
        reporter(double, 0, KEY).skip(KEY)
    with pytest.raises(ConfigError):
        reporter(double).skip("nowhere-2026")


def test_a_tick_is_read_off_the_body_before_and_after(double: Double) -> None:
    report(double, attempt())
    before = body(double)
    after = before.replace("- [ ] retry `harbour-2026`", "- [x] retry `harbour-2026`").replace("\n", "\r\n")
    assert ((KEY, Action.RETRY),) == dashboard.ticked(before, after)
    assert () == dashboard.ticked(after, after) == dashboard.ticked(after, before)


# What another job may have made of it


def test_outcomes_from_the_future_of_unknown_editions_or_of_the_past_change_nothing_for_later(double: Double) -> None:
    pull(double, "digest/nowhere-2026")
    report(double, attempt(week=900), attempt(State.DRAFTED, edition="nowhere-2026"))
    assert ("nowhere" in body(double, 2), "last good run" in body(double, 2)) == (False, False)
    report(double, attempt(State.INCOMPLETE, week=1, reason="half of it"), week=1)
    assert State.INCOMPLETE is stands(double, KEY, 1).state
    assert [] == report(double, attempt(week=0), week=1)


@pytest.mark.parametrize("words", [END, BEGIN, f"x {BEGIN}", "-->", "@ada fixes #1", "- [x] skip `harbour-2026`"])
def test_words_from_elsewhere_stay_words(double: Double, words: str) -> None:
    given = attempt(State.FAILED, reason=words, hint=words)
    report(double, given)
    said = body(double)
    assert [] == report(double, given)
    assert (1, 1) == (said.count(f"\n{END}"), said.count("<!-- memory"))
    assert not [unsafe for unsafe in ("@ada", "#1 ", "\n- [x]") if unsafe in said]
    assert State.FAILED is stands(double).state


# Through many weeks


class Wall:
    """A board that is a string, with pull requests as they happen to be."""

    def __init__(self) -> None:
        self.body, self.pulls, self.writes = "", dict[str, State](), 0

    def proposed(self) -> tuple[Proposed, ...]:
        return tuple(
            Proposed(edition=key, state=state, address=f"https://github.com/o/r/pull/{number}")
            for number, (key, state) in enumerate(self.pulls.items())
        )

    def amendments(self) -> tuple[Amendment, ...]:
        return ()

    def read(self) -> tuple[str, str]:
        return self.body, ""

    def put(self, page: Callable[[str, str], str]) -> str:
        said = page(self.body, "")
        self.writes += said != self.body
        self.body = said
        return "wall"


KEYS = st.sampled_from(["harbour-2026", "estuary-2026", "lagoon-2025", "harbour-2027"])
STATES = st.sampled_from([State.WAITING, State.BLOCKED, State.INCOMPLETE, State.FAILED, State.DRAFTED])
ENDS = st.sampled_from([State.DRAFTED, State.PUBLISHED, State.SKIPPED])
EVENTS = st.lists(
    st.one_of(
        st.tuples(st.just("attempt"), KEYS, STATES),
        st.tuples(st.just("pull"), KEYS, ENDS),
        st.tuples(st.sampled_from(["skip", "unskip", "type", "tick", "browse"]), KEYS, STATES),
    ),
    max_size=30,
)


@given(EVENTS)
@settings(max_examples=150)
def test_through_any_weeks_the_same_again_writes_nothing_and_no_word_is_lost(
    events: list[tuple[str, str, State]],
) -> None:
    wall, typed = Wall(), ""
    for week, (event, key, state) in enumerate(events):
        now = MONDAY + timedelta(weeks=week)
        desk = Reporter(board=wall, series=SERIES, published=(), now=now)
        attempts = [Attempt(edition=key, state=state, reason="So.", time=stamp(now))] if event == "attempt" else []
        if event == "pull":
            wall.pulls[key] = state
        elif event in ("skip", "unskip"):
            with suppress(CommandError):
                getattr(desk, event)(key)
        elif event == "type":
            typed += f"Typed {week}\r\n"
            wall.body = f"Typed {week}\r\n{wall.body}"
        elif event == "tick":
            wall.body = wall.body.replace(f"- [ ] skip `{key}`", f"- [x] skip `{key}`")
        elif event == "browse":
            wall.body = wall.body.replace("\r\n", "\n").replace("\n", "\r\n")
        desk.report(attempts)
        writes, ticks = wall.writes, wall.body.count("- [x]")
        desk.report(attempts)
        assert (writes, ticks) == (wall.writes, wall.body.count("- [x]"))
        assert all(f"Typed {line}" in wall.body for line in range(week) if f"Typed {line}\r\n" in typed)
        assert "Know that" not in wall.body
        assert all(1 <= tries <= 4 for tries in remembered(wall.body)[0].tries.values())
        for status in desk.standing():
            assert status.due == (
                status.state not in (State.PUBLISHED, State.SKIPPED)
                and status.edition in discover.due(SERIES, now.date(), ())
            )


# Killed and struck at every call


def state(double: Double) -> list[object]:
    return [(issue.title, issue.body, issue.labels) for issue in double.hub.issues.values()]


@pytest.mark.parametrize("weeks", [1, 2])
def test_a_report_killed_after_any_call_is_finished_by_the_next(weeks: int) -> None:
    with Double() as double:
        for week in range(weeks):
            before = len(double.calls)
            report(double, attempt(week=week), week=week)
        expected, calls = state(double), len(double.calls) - before
    for number in range(calls):
        with Double() as double:
            for week in range(weeks - 1):
                report(double, attempt(week=week), week=week)
            double.faults.append(faults.dead_after(number))
            with pytest.raises(ForgeError):
                report(double, attempt(week=weeks - 1), week=weeks - 1)
            double.faults.clear()
            report(double, attempt(week=weeks - 1), week=weeks - 1)
            assert expected == state(double), f"killed after {number} calls"


@pytest.mark.parametrize("operation", ["issues/create", "issues/update"])
@pytest.mark.parametrize("make", [instead, afterwards])
@pytest.mark.parametrize("reply", [BAD_GATEWAY, RESET, SILENCE, secondary_limit(403, 7), secondary_limit(429)])
def test_a_write_whose_answer_is_lost_is_done_once(
    double: Double, operation: str, make: Callable[..., Fault], reply: Reply
) -> None:
    weeks = (0,) if operation == "issues/create" else (0, 1)
    for week in weeks[:-1]:
        report(double, attempt(week=week), week=week)
    double.faults.append(make(reply, operation))
    written = report(double, attempt(week=weeks[-1]), week=weeks[-1], seconds=1)
    assert ([1], [operation] * (1 if make is afterwards else 2)) == (list(double.hub.issues), written)
    assert [] == report(double, attempt(week=weeks[-1]), week=weeks[-1])


@pytest.mark.parametrize("operation", ["issues/list-for-repo", "pulls/list"])
@pytest.mark.parametrize("fault", [instead(BAD_GATEWAY), instead(RESET), faults.half(), faults.garbled()])
def test_a_read_whose_answer_is_lost_is_repeated(double: Double, operation: str, fault: Fault) -> None:
    report(double, attempt())
    double.faults.append(Fault(before=fault.before, after=fault.after, operation=operation))
    assert [] == report(double, attempt())


@pytest.mark.parametrize("operation", ["pulls/list", "issues/list-for-repo", "issues/create"])
def test_a_page_instead_of_an_answer_is_one_clear_sentence(double: Double, operation: str) -> None:
    page = Reply(headers={"Content-Type": "text/html"}, body=b"<html>Please sign in</html>")
    double.faults.append(instead(page, operation, times=faults.FOREVER))
    with pytest.raises(ForgeError):
        report(double, attempt())


def test_a_permission_that_is_missing_is_named(double: Double) -> None:
    double.tokens[WORKFLOW] = Token(permissions={"contents": "read", "pull-requests": "read", "issues": "read"})
    with pytest.raises(ForgeError) as error:
        report(double, attempt())
    assert "issues: write" in error.value.hint
