"""The forge on GitHub, driven as it is against the double: what it writes, what it leaves alone, what it survives."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.errors import ConfigError, ForgeError, Moved
from bot.forges.github import GitHub, Settings, connect
from bot.forges.github.branch import MOST_BYTES
from bot.forges.github.words import LONGEST_BODY, told
from bot.model import Draft, Proposal, PullRequest
from tests.github import faults
from tests.github.access import Token
from tests.github.double import VERSION, WORKFLOW, WRITES, Double
from tests.github.exchange import Reply
from tests.github.faults import BAD_GATEWAY, RESET, SILENCE, Fault, afterwards, instead, secondary_limit
from tests.github.operations.labels import add

EDITION, BRANCH = "harbour-2026", "digest/harbour-2026"
FILES = {
    "digests/harbour-2026.md": "# Harbour 2026\n\nTidal queues, “dry” and wet.\n",
    "digests/harbour-2026.json": '{"edition": "harbour-2026"}\n',
    "prompts/harbour-2026.md": "What was asked.\n",
}
PAGE = "digests/harbour-2026.md"
READS = ("get", "list")
MUTATION = "graphql/createCommitOnBranch"


@pytest.fixture
def double() -> Iterator[Double]:
    """Fails the test at its end if anything broke GitHub's description."""
    with Double() as double:
        yield double


def proposal(files: dict[str, str] | None = None, body: str = "The picks.\n- [ ] Do they matter?\n") -> Proposal:
    draft = Draft(edition=EDITION, files=FILES if files is None else files)
    return Proposal(edition=EDITION, title="Digest: Harbour 2026", body=body, draft=draft)


def forge(double: Double, waits: list[float] | None = None, *, reopen: bool = False, **changes: object) -> GitHub:
    settings = replace(Settings(repository="harbour/digests", token=WORKFLOW, api=double.base), **changes)
    return connect(settings, EDITION, sleep=(waits if waits is not None else []).append, reopen=reopen)


def run(double: Double, shown: Proposal | None = None, **changes: object) -> PullRequest:
    """What a run does: reads, plans, puts."""
    hub, shown = forge(double, **changes), shown or proposal()
    hub.files(shown.draft.files)
    return hub.put(shown)


def writes(double: Double) -> list[str]:
    return [call.operation for call in double.calls if call.method != "GET"]


def status(double: Double, name: str) -> None:
    """A person chooses another status."""
    add(double.hub, name)
    double.hub.issues[1].labels[-1] = name


def state(double: Double) -> list[object]:
    """What a person sees in the end."""
    issues = [(issue.title, issue.body, sorted(issue.labels), issue.state) for issue in double.hub.issues.values()]
    tip = double.hub.branch(BRANCH)
    history = [double.git("rev-parse", f"{BRANCH}^{{tree}}"), double.git("rev-list", "--count", BRANCH)] if tip else []
    return [history, issues, sorted(double.hub.labels)]


def failed(double: Double, error: type[ForgeError] = ForgeError, **changes: object) -> ForgeError:
    with pytest.raises(error) as caught:
        run(double, **changes)
    return caught.value


# The road


def test_a_digest_becomes_one_branch_one_commit_one_labelled_pull_request(double: Double) -> None:
    shown = run(double)
    assert PullRequest(address="https://github.com/harbour/digests/pull/1", changed=tuple(FILES)) == shown
    assert list(FILES.values()) == [double.file(BRANCH, path) for path in FILES]
    assert "1" == double.git("rev-list", "--count", f"main..{BRANCH}")
    pull = double.hub.issues[1]
    assert ("Digest: Harbour 2026", "open") == (pull.title, pull.state)
    assert (pull.body or "").startswith("The picks.\n- [ ] Do they matter?\n")
    assert ["digest", "conf:harbour-2026", "status:needs-review"] == pull.labels
    assert ["git/create-ref", MUTATION, "pulls/create", "issues/add-labels"] == writes(double)


def test_the_commit_is_signed_and_its_message_holds_nothing_scraped(double: Double) -> None:
    run(double, proposal(body="Scraped words"))
    message = double.git("log", "-1", "--format=%B", BRANCH)
    assert "Digest of harbour-2026\n\nGenerated-by: conference-digest-bot\nSource-digest: " == message[:-16]
    assert double.hub.branch(BRANCH) in double.hub.signed


def test_a_second_run_writes_nothing_and_reads_little(double: Double) -> None:
    first = run(double)
    before = len(double.calls)
    assert replace(first, changed=()) == run(double)
    assert {"GET"} == {call.method for call in double.calls[before:]}
    assert len(double.calls) - before < 12


def test_every_write_waits_its_turn(double: Double) -> None:
    waits: list[float] = []
    hub = forge(double, waits)
    hub.files(FILES)
    hub.put(proposal())
    assert [1.0] * 4 == waits


def test_a_changed_program_is_one_more_commit_and_new_words_on_the_same_pull_request(double: Double) -> None:
    run(double)
    double.edit(BRANCH, "notes.md", "A person's notes\n")
    pull = double.hub.issues[1]
    status(double, "status:approved")
    changed = {**FILES, PAGE: "# Harbour 2026\n\nNewer.\n"}
    assert (PAGE,) == run(double, replace(proposal(changed, body="Other picks."), title="Digest: Harbour 26")).changed
    assert "3" == double.git("rev-list", "--count", f"main..{BRANCH}")
    assert ("A person's notes\n", changed[PAGE]) == (double.file(BRANCH, "notes.md"), double.file(BRANCH, PAGE))
    assert ("Digest: Harbour 26", True) == (pull.title, (pull.body or "").startswith("Other picks."))
    assert ["digest", "conf:harbour-2026", "status:approved"] == pull.labels
    assert [1] == list(double.hub.issues)


def test_what_a_reviewer_ticks_stays_until_there_is_something_new_to_say(double: Double) -> None:
    run(double)
    pull = double.hub.issues[1]
    pull.body = (pull.body or "").replace("[ ]", "[x]")
    before = len(writes(double))
    run(double)
    assert (True, before) == ("- [x] Do they matter?" in pull.body, len(writes(double)))


def test_a_title_that_is_new_is_something_new_to_say(double: Double) -> None:
    run(double)
    run(double, replace(proposal(), title="Digest: Harbour 26"))
    assert ("Digest: Harbour 26", "pulls/update") == (double.hub.issues[1].title, writes(double)[-1])


def test_the_open_pull_request_counts_and_not_one_that_was_closed(double: Double) -> None:
    run(double)
    double.close(1)
    double.open_pull(BRANCH, title="By hand")
    assert "https://github.com/harbour/digests/pull/2" == run(double).address
    double.close(2)
    double.open_pull(BRANCH, title="Again")
    double.close(3)
    double.hub.issues[2].state = "open"
    assert "https://github.com/harbour/digests/pull/2" == run(double).address


def test_a_pull_request_that_a_person_directed_elsewhere_stays_the_only_one(double: Double) -> None:
    run(double)
    double.branch("drafts")
    pull = double.hub.issues[1].pull
    assert pull
    pull.base = "drafts"
    assert ("https://github.com/harbour/digests/pull/1", [1]) == (run(double).address, list(double.hub.issues))


def test_files_come_from_the_base_until_there_is_a_branch() -> None:
    with Double({PAGE: "On main\r\n"}) as double:
        assert {PAGE: "On main\r\n"} == forge(double).files(FILES)
        double.branch(BRANCH)
        double.edit(BRANCH, PAGE, "By a person\n")
        assert {PAGE: "By a person\n"} == forge(double).files(FILES)


def test_a_file_of_more_than_a_megabyte_is_read_whole() -> None:
    large = json.dumps(["ebb and flow"] * 100_000)
    with Double({"digests/harbour-2026.json": large}) as double:
        assert {"digests/harbour-2026.json": large} == forge(double).files(FILES)


def test_what_is_on_the_base_already_is_not_proposed() -> None:
    with Double(FILES) as double:
        shown = run(double)
        assert f"{double.base}/harbour/digests/tree/main" == shown.address
        assert ([], (), "All of it is on main already.") == (writes(double), shown.changed, shown.note)


def test_another_base_is_branched_from_and_merged_into(double: Double) -> None:
    double.branch("drafts")
    double.edit("drafts", "more.md", "more\n")
    run(double, base="drafts")
    pull = double.hub.issues[1].pull
    assert ("drafts", "more\n") == (pull.base if pull else "", double.file(BRANCH, "more.md"))


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (lambda double: double.close(1), "closed unmerged, which means: skip this edition"),
        (lambda double: double.delete_branch(BRANCH), "closed unmerged"),
        (lambda double: double.merge(1), "merged"),
    ],
)
def test_a_pull_request_that_a_person_ended_is_left_alone(
    double: Double, end: Callable[[Double], None], words: str
) -> None:
    run(double)
    end(double)
    before = len(writes(double))
    shown = run(double, proposal({**FILES, PAGE: "Newer\n"}))
    assert (before, (), True) == (len(writes(double)), shown.changed, words in shown.note)


def test_a_pull_request_that_a_person_opened_again_is_updated(double: Double) -> None:
    run(double)
    double.close(1)
    double.hub.issues[1].state = "open"
    assert (PAGE,) == run(double, proposal({**FILES, PAGE: "Newer\n"})).changed


def test_a_branch_that_holds_nothing_of_its_own_is_not_proposed() -> None:
    with Double(FILES) as double:
        double.branch(BRANCH)
        shown = run(double)
        assert f"{double.base}/harbour/digests/tree/main" == shown.address
        expected = f"{BRANCH} has no commit that main lacks: there is nothing to propose."
        assert ([], (), expected) == (writes(double), shown.changed, shown.note)


def test_a_branch_that_holds_the_digest_already_is_proposed(double: Double) -> None:
    double.branch(BRANCH)
    for path, text in FILES.items():
        double.edit(BRANCH, path, text)
    assert (True, ()) == ((shown := run(double)).address.endswith("/pull/1"), shown.changed)
    assert ["pulls/create", "issues/add-labels"] == writes(double)


# Closed, and wanted back


def test_a_closed_pull_request_that_a_person_wants_back_is_reopened_with_the_newest_words(double: Double) -> None:
    run(double)
    double.close(1)
    before = len(writes(double))
    newer = proposal({**FILES, PAGE: "Newer\n"}, body="Other picks.")
    shown = run(double, newer, reopen=True)
    assert ("https://github.com/harbour/digests/pull/1", (PAGE,), "") == (shown.address, shown.changed, shown.note)
    pull = double.hub.issues[1]
    assert ("open", True, [1]) == (pull.state, (pull.body or "").startswith("Other picks."), list(double.hub.issues))
    assert ["pulls/update", MUTATION, "pulls/update"] == writes(double)[before:]
    before = len(writes(double))
    run(double, newer)
    assert before == len(writes(double))


def test_what_a_person_pushed_after_closing_is_built_upon(double: Double) -> None:
    run(double)
    double.close(1)
    double.edit(BRANCH, "notes.md", "A person's notes\n")
    run(double, proposal({**FILES, PAGE: "Newer\n"}), reopen=True)
    assert ("A person's notes\n", "open") == (double.file(BRANCH, "notes.md"), double.hub.issues[1].state)


def test_where_its_branch_is_gone_another_pull_request_takes_its_place(double: Double) -> None:
    run(double)
    double.delete_branch(BRANCH)
    assert "https://github.com/harbour/digests/pull/2" == run(double, reopen=True).address
    assert ["closed", "open"] == [issue.state for issue in double.hub.issues.values()]
    before = len(writes(double))
    assert "https://github.com/harbour/digests/pull/2" == run(double, reopen=True).address
    assert before == len(writes(double))


def test_where_its_branch_was_made_anew_another_pull_request_takes_its_place(double: Double) -> None:
    run(double)
    double.delete_branch(BRANCH)
    double.branch(BRANCH)
    assert "https://github.com/harbour/digests/pull/2" == run(double, reopen=True).address


def test_what_was_merged_is_finished_also_for_who_wants_it_back(double: Double) -> None:
    run(double)
    double.merge(1)
    before = len(writes(double))
    shown = run(double, proposal({**FILES, PAGE: "Newer\n"}), reopen=True)
    assert (before, (), "The pull request was merged.") == (len(writes(double)), shown.changed, shown.note)


def test_an_open_or_a_first_pull_request_is_as_ever_for_who_wants_it_back(double: Double) -> None:
    for _ in range(2):
        run(double, reopen=True)
    assert ["git/create-ref", MUTATION, "pulls/create", "issues/add-labels"] == writes(double)


@pytest.mark.parametrize("block", ["| a | b |\n", "x", "🌊", "<details>\n\n| a |\n"])
@pytest.mark.parametrize("size", [0, 59_000, 59_999, 60_000, 65_535, 65_536, 65_537, 300_000])
def test_a_body_that_is_too_long_is_cut_where_one_sees_it(block: str, size: int) -> None:
    _, body, mark = told(proposal(body=(block * size)[:size]))
    assert len(body) < LONGEST_BODY
    assert (size > 59_900) == ("**Cut here:**" in body)
    assert body.endswith(mark)


def test_a_body_that_was_cut_is_known_again(double: Double) -> None:
    long = proposal(body="🌊\n" * 40_000)
    run(double, long)
    before = len(writes(double))
    run(double, long)
    assert before == len(writes(double))
    run(double, proposal(body=long.body + "And one more.\n"))
    assert [*writes(double)[:before], "pulls/update"] == writes(double)


def test_what_is_folded_is_closed_again_where_it_is_cut(double: Double) -> None:
    run(double, proposal(body="Picks\n\n<details>\n" + "| row |\n" * 20_000 + "</details>\n"))
    body = double.hub.issues[1].body or ""
    assert "| row |\n\n</details>\n\n**Cut here:**" in body


# What must never be


@pytest.mark.parametrize(
    "path", ["../x", ".github/workflows/a.yml", "digests/other-2026.md", "bot/__main__.py", "digests/harbour-2026.html"]
)
def test_no_other_file_can_be_written(double: Double, path: str) -> None:
    hub = forge(double)
    hub.files(FILES)
    before = len(double.calls)
    with pytest.raises(ValueError, match="may not write"):
        hub.put(proposal({**FILES, path: "text\n"}))
    with pytest.raises(ValueError, match="may not write"):
        hub.put(replace(proposal(), edition="other-2026"))
    assert before == len(double.calls)


def test_a_proposal_that_was_planned_on_nothing_is_our_bug(double: Double) -> None:
    with pytest.raises(ValueError, match="before put"):
        forge(double).put(proposal())
    hub = forge(double)
    hub.files(FILES)
    hub.put(proposal())
    with pytest.raises(ValueError, match="before put"):
        hub.put(proposal({**FILES, PAGE: "Planned on what was there before\n"}))


def test_the_token_is_never_shown(double: Double) -> None:
    hub = forge(double, token="ghs_secret")
    assert "ghs_secret" not in repr(hub) + repr(hub.settings)
    error = failed(double, token="ghs_secret")
    assert "ghs_secret" not in f"{error!r} {error.hint} {error.__cause__!r} {error.__context__!r}"
    assert ("GitHub says: Bad credentials (401)", True) == (str(error), "GITHUB_TOKEN" in error.hint)


@pytest.mark.parametrize(
    "changes",
    [{"repository": "harbour"}, {"repository": "harbour/a/b"}, {"token": ""}, {"api": "http://api.github.com"}],
)
def test_settings_that_cannot_be_are_refused_before_anything_is_sent(changes: dict[str, str]) -> None:
    with pytest.raises(ConfigError):
        replace(Settings(repository="harbour/digests", token="t"), **changes)


@pytest.mark.parametrize("edition", ["../main", "", "Harbour 2026", "a--b", "a\n"])
def test_an_edition_that_cannot_name_a_branch_is_refused(edition: str) -> None:
    with pytest.raises(ConfigError):
        connect(Settings(repository="harbour/digests", token="t"), edition)


def test_people_see_a_repository_where_its_interface_says() -> None:
    settings = Settings(repository="harbour/digests", token="t")
    enterprise = replace(settings, api="https://git.example.org/api/v3")
    assert "https://github.com/harbour/digests" == settings.site
    assert "https://git.example.org/harbour/digests" == enterprise.site


def test_every_request_names_the_version_of_the_interface(double: Double) -> None:
    run(double)
    assert (len(double.calls), "2022-11-28") == (double.validated, VERSION)


# Someone else is at work


@pytest.mark.parametrize("moment", [MUTATION, "pulls/list"])
def test_a_head_that_moves_between_reading_and_committing_stops_the_commit(double: Double, moment: str) -> None:
    run(double)
    double.faults.append(faults.head_moved(BRANCH, path=PAGE, operation=moment))
    newer = proposal({**FILES, PAGE: "Newer\n"})
    with pytest.raises(Moved):
        run(double, newer)
    assert double.file(BRANCH, PAGE).startswith("moved before")
    assert not [name for name in writes(double) if name in ("git/create-tree", "git/update-ref")]
    assert (PAGE,) == run(double, newer).changed


def test_a_branch_that_someone_makes_in_between_stops_the_commit(double: Double) -> None:
    hub = forge(double)
    hub.files(FILES)
    double.branch(BRANCH)
    double.edit(BRANCH, PAGE, "By a person\n")
    with pytest.raises(Moved):
        hub.put(proposal())
    assert "By a person\n" == double.file(BRANCH, PAGE)


def test_a_branch_that_someone_deletes_in_between_stops_the_commit(double: Double) -> None:
    double.branch(BRANCH)
    hub = forge(double)
    hub.files(FILES)
    double.delete_branch(BRANCH)
    with pytest.raises(Moved):
        hub.put(proposal())


def test_a_base_that_moves_in_between_does_no_harm(double: Double) -> None:
    hub = forge(double)
    hub.files(FILES)
    double.edit("main", "README.md", "Newer\n")
    hub.put(proposal())
    assert list(FILES) == sorted(double.git("diff", "--name-only", f"main...{BRANCH}").split(), key=list(FILES).index)


# Without GraphQL

REFUSALS = (faults.error(404, "Not Found"), faults.error(403, "GraphQL is off"))


@pytest.mark.parametrize("reply", REFUSALS)
def test_where_graphql_is_refused_the_commit_is_made_by_parts_and_still_signed(double: Double, reply: Reply) -> None:
    double.faults.append(instead(reply, "graphql/*", times=faults.FOREVER))
    run(double)
    assert list(FILES.values()) == [double.file(BRANCH, path) for path in FILES]
    assert "1" == double.git("rev-list", "--count", f"main..{BRANCH}")
    assert "README.md" in double.git("ls-tree", "--name-only", BRANCH)
    assert double.hub.branch(BRANCH) in double.hub.signed
    assert [1] == list(double.hub.issues)


def test_where_graphql_says_no_though_it_has_committed_nothing_is_committed_twice(double: Double) -> None:
    double.faults.append(afterwards(faults.error(400, "Something went wrong while executing your query."), MUTATION))
    run(double)
    assert ["git/create-ref", MUTATION, "pulls/create", "issues/add-labels"] == writes(double)
    assert "1" == double.git("rev-list", "--count", f"main..{BRANCH}")


@pytest.mark.parametrize("operation", ["git/create-tree", "git/create-commit", "git/update-ref"])
def test_by_parts_too_a_head_that_moves_stops_the_commit(double: Double, operation: str) -> None:
    run(double)
    double.faults.append(instead(REFUSALS[0], "graphql/*", times=faults.FOREVER))
    double.faults.append(faults.head_moved(BRANCH, path=PAGE, operation=operation))
    with pytest.raises(Moved):
        run(double, proposal({**FILES, PAGE: "Newer\n"}))
    assert double.file(BRANCH, PAGE).startswith("moved before")


# What a person must change


def test_where_workflows_may_open_no_pull_requests_the_box_is_named_and_the_next_run_only_opens_it(
    double: Double,
) -> None:
    double.settings.workflows_may_open_pulls = False
    error = failed(double)
    assert "not permitted to create or approve pull requests" in str(error)
    assert "“Allow GitHub Actions to create and approve pull requests”" in error.hint
    assert "Settings → Actions → General → Workflow permissions" in error.hint
    assert f"/harbour/digests/compare/main...{BRANCH}?expand=1" in error.hint
    assert list(FILES.values()) == [double.file(BRANCH, path) for path in FILES]
    double.settings.workflows_may_open_pulls = True
    before = len(writes(double))
    run(double)
    assert ["pulls/create", "issues/add-labels"] == writes(double)[before:]


def test_a_pull_request_that_a_person_opened_by_hand_is_taken_over(double: Double) -> None:
    double.settings.workflows_may_open_pulls = False
    failed(double)
    double.open_pull(BRANCH, title="By hand")
    run(double)
    assert [("Digest: Harbour 2026", 3)] == [(issue.title, len(issue.labels)) for issue in double.hub.issues.values()]


@pytest.mark.parametrize(
    ("lacking", "need", "kind"),
    [("contents", "contents: write", "“Contents”"), ("pull-requests", "pull-requests: write", "“Pull requests”")],
)
def test_a_permission_that_is_missing_is_named(double: Double, lacking: str, need: str, kind: str) -> None:
    double.tokens[WORKFLOW] = Token(permissions={**WRITES, lacking: "read", "issues": "none"})
    error = failed(double)
    assert ("Resource not accessible by integration (403)" in str(error), 10) == (True, error.exit_code)
    assert (need in error.hint, kind in error.hint) == (True, True)


def test_a_private_repository_that_the_token_may_not_see_is_one_clear_sentence(double: Double) -> None:
    double.settings.private = True
    double.tokens[WORKFLOW] = Token(permissions={})
    assert "contents: read" in failed(double).hint


def test_a_base_that_does_not_exist_is_one_clear_sentence(double: Double) -> None:
    error = failed(double, base="trunk")
    assert "GitHub shows no branch trunk of harbour/digests" == str(error)


def test_a_rule_that_forbids_the_commit_is_named(double: Double) -> None:
    rule = faults.error(422, "Repository rule violations found")
    double.faults.append(instead(rule, "git/create-ref", times=faults.FOREVER))
    assert "Settings → Rules → Rulesets" in failed(double).hint


def test_a_file_that_is_no_text_is_not_overwritten(double: Double) -> None:
    double.branch(BRANCH)
    double.edit(BRANCH, PAGE, b"\xff\xfe\x00")
    error = failed(double)
    assert ("digests/harbour-2026.md is not a UTF-8 text file", []) == (str(error), writes(double))


def test_a_file_that_is_far_too_large_is_not_read(double: Double) -> None:
    double.branch(BRANCH)
    double.edit(BRANCH, PAGE, b"x" * (MOST_BYTES + 1))
    error = failed(double)
    assert ("digests/harbour-2026.md is too large to be a digest's", BRANCH in error.hint) == (str(error), True)
    assert "git/get-blob" not in [call.operation for call in double.calls]


def test_words_of_github_stay_on_one_line(double: Double) -> None:
    reply = faults.error(418, "odd\n::error::words " + "x" * 900)
    double.faults.append(instead(reply))
    words = str(failed(double))
    assert (True, False, True) == (words.startswith("GitHub says: odd ::error"), "\n" in words, len(words) < 400)


# Limits and broken answers


@pytest.mark.parametrize("status", [403, 429])
@pytest.mark.parametrize(("retry_after", "expected"), [(7, 7.0), (None, 60.0)])
@pytest.mark.parametrize("operation", ["git/get-ref", MUTATION, "pulls/create"])
def test_a_rate_limit_is_obeyed(
    double: Double, status: int, retry_after: int | None, expected: float, operation: str
) -> None:
    double.faults.append(instead(secondary_limit(status, retry_after), operation))
    waits: list[float] = []
    hub = forge(double, waits)
    hub.files(FILES)
    hub.put(proposal())
    assert [expected] == [wait for wait in waits if wait != 1.0]
    assert ("1", [1]) == (double.git("rev-list", "--count", f"main..{BRANCH}"), list(double.hub.issues))


@pytest.mark.parametrize("operation", [MUTATION, "pulls/create"])
def test_whoever_asks_for_a_long_wait_is_not_waited_for(double: Double, operation: str) -> None:
    double.faults.append(instead(secondary_limit(403, 3_000), operation))
    waits: list[float] = []
    hub = forge(double, waits)
    hub.files(FILES)
    with pytest.raises(ForgeError, match="wait for 3000 seconds"):
        hub.put(proposal())
    assert ({1.0}, operation) == (set(waits), writes(double)[-1])


def test_a_limit_that_stays_is_given_up_after_longer_waits(double: Double) -> None:
    double.faults.append(instead(secondary_limit(429), "git/get-ref", times=faults.FOREVER))
    waits: list[float] = []
    with pytest.raises(ForgeError, match="rate limit"):
        forge(double, waits).files(FILES)
    assert [60.0, 120.0] == waits


def test_the_hours_requests_being_used_up_is_one_clear_sentence() -> None:
    with Double(clock=lambda: datetime.now(UTC)) as double:
        double.faults.append(instead(faults.primary_limit(double.hub), times=faults.FOREVER))
        assert "asks to wait for 3" in str(failed(double))


READ_FAULTS = (instead(BAD_GATEWAY), instead(RESET), faults.half(), faults.garbled())


@pytest.mark.parametrize("number", range(len(READ_FAULTS)))
@pytest.mark.parametrize("operation", ["git/get-ref", "repos/get-content", "pulls/list"])
def test_a_read_whose_answer_is_lost_is_repeated(double: Double, operation: str, number: int) -> None:
    run(double)
    before = len(writes(double))
    double.faults.append(replace(READ_FAULTS[number], operation=operation))
    run(double)
    assert before == len(writes(double))


@pytest.mark.parametrize("reply", [BAD_GATEWAY, RESET])
def test_a_github_that_stays_away_is_one_clear_sentence(double: Double, reply: Reply) -> None:
    double.faults.append(instead(reply, times=faults.FOREVER))
    error = failed(double)
    assert (3, True) == (len(double.calls), "run again later" in error.hint)


def test_a_page_instead_of_an_answer_is_one_clear_sentence_also_for_who_wants_it_back(double: Double) -> None:
    run(double)
    double.close(1)
    page = Reply(headers={"Content-Type": "text/html"}, body=b"<html>Please sign in</html>")
    double.faults.append(instead(page, "pulls/update", times=faults.FOREVER))
    failed(double, reopen=True)
    assert "closed" == double.hub.issues[1].state


def test_a_page_instead_of_an_answer_is_one_clear_sentence(double: Double) -> None:
    page = Reply(headers={"Content-Type": "text/html"}, body=b"<html>Please sign in</html>")
    for operation in ("git/get-ref", "repos/get-content", "pulls/list", "git/create-ref", MUTATION, "pulls/create"):
        double.faults[:] = [instead(page, operation, times=faults.FOREVER)]
        failed(double)


# Killed and struck at every call

OLD = {PAGE: "# Harbour 2026\n\nOlder.\n"}
ROADS = ("first", "update", "parts", "reopen", "anew")
Ends = Mapping[str, tuple[list[object], list[str]]]


def prepared(double: Double, road: str) -> None:
    """Where a road begins."""
    if road in ("update", "reopen", "anew"):
        run(double, proposal({**FILES, **OLD}, body="Older picks."))
        double.hub.issues[1].labels[:] = ["conf:harbour-2026"]
        double.hub.labels.pop("digest")
    if road == "reopen":
        double.close(1)
    if road == "anew":
        double.delete_branch(BRANCH)
    double.calls.clear()


def resumed(double: Double, road: str) -> PullRequest:
    """A run on a road."""
    return run(double, reopen=road in ("reopen", "anew"))


def without_graphql(road: str) -> list[Fault]:
    return [instead(REFUSALS[0], "graphql/*", times=faults.FOREVER)] if road == "parts" else []


@pytest.fixture(scope="module")
def undisturbed() -> Ends:
    """By road: how it ends, and the operations it takes."""
    ends = {}
    for road in ROADS:
        with Double() as double:
            prepared(double, road)
            double.faults.extend(without_graphql(road))
            resumed(double, road)
            ends[road] = (state(double), [call.operation for call in double.calls])
    return ends


@pytest.mark.parametrize("road", ROADS)
def test_a_run_killed_after_any_call_is_finished_by_the_next(undisturbed: Ends, road: str) -> None:
    expected, operations = undisturbed[road]
    for calls in range(len(operations)):
        with Double() as double:
            prepared(double, road)
            double.faults.extend([faults.dead_after(calls), *without_graphql(road)])
            failed(double, reopen=road in ("reopen", "anew"))
            double.faults[:] = without_graphql(road)
            resumed(double, road)
            assert expected == state(double), f"killed after {calls} calls"


WRITTEN = {
    "first": ["git/create-ref", MUTATION, "pulls/create", "issues/add-labels"],
    "update": [MUTATION, "pulls/update", "issues/add-labels"],
    "parts": ["git/create-tree", "git/create-commit", "git/update-ref"],
    "reopen": ["pulls/update", MUTATION],
    "anew": ["git/create-ref", MUTATION, "pulls/create"],
}
STRUCK = [(road, operation) for road, operations in WRITTEN.items() for operation in operations]


@pytest.mark.parametrize(("road", "operation"), STRUCK)
@pytest.mark.parametrize("make", [instead, afterwards])
@pytest.mark.parametrize("reply", [BAD_GATEWAY, RESET])
def test_a_write_whose_answer_is_lost_is_done_once(
    double: Double,
    undisturbed: Ends,
    road: str,
    operation: str,
    make: Callable[..., Fault],
    reply: Reply,
) -> None:
    prepared(double, road)
    double.faults.extend([make(reply, operation), *without_graphql(road)])
    resumed(double, road)
    assert undisturbed[road][0] == state(double)
    repeated = [name for name in writes(double) if name == operation]
    looked = after(operation, [call.operation for call in double.calls])
    assert len(repeated) <= 2 + (road == "reopen" and operation == "pulls/update")
    assert looked.split("/")[1].startswith(READS), f"{operation} was not followed by a look but by {looked}"


@pytest.mark.parametrize(("road", "operation"), STRUCK)
@pytest.mark.parametrize("make", [faults.half, faults.garbled])
def test_a_write_whose_answer_is_broken_is_done_once(
    double: Double,
    undisturbed: Ends,
    road: str,
    operation: str,
    make: Callable[..., Fault],
) -> None:
    prepared(double, road)
    double.faults.extend([make(operation), *without_graphql(road)])
    resumed(double, road)
    assert undisturbed[road][0] == state(double)


@pytest.mark.parametrize("operation", WRITTEN["first"])
@pytest.mark.parametrize("make", [instead, afterwards])
def test_a_write_that_is_never_answered_is_done_once(
    double: Double,
    undisturbed: Ends,
    operation: str,
    make: Callable[..., Fault],
) -> None:
    double.faults.append(make(SILENCE, operation))
    run(double, seconds=1)
    assert undisturbed["first"][0] == state(double)


@pytest.mark.parametrize("operation", WRITTEN["first"])
def test_a_write_is_repeated_twice_at_most(double: Double, operation: str) -> None:
    double.faults.append(instead(BAD_GATEWAY, operation, times=faults.FOREVER))
    failed(double)
    assert 3 == writes(double).count(operation)


def after(operation: str, calls: Sequence[str]) -> str:
    return calls[calls.index(operation) + 1]
