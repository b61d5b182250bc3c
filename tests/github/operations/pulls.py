"""Pull requests."""

from typing import Any, NamedTuple

from tests.github import git_views, rules, views
from tests.github.exchange import Answer, Call, NotServed, Refusal, invalid, missing, unfit
from tests.github.pages import listing
from tests.github.repository import Commit
from tests.github.state import Hub, Issue, Pull

RESOURCE = "PullRequest"


def create(hub: Hub, call: Call) -> Answer:
    """The order of the checks is ours; a client that needs another one relies on chance."""
    if call.token and call.token.is_workflow and not hub.settings.workflows_may_open_pulls:
        raise Refusal(403, rules.MAY_NOT_OPEN)  # peter-evans/create-pull-request#1175, #3979
    head, base = head_branch(hub, call.body["head"]), call.body["base"]
    rules.title_fits("Issue", call.body.get("title"))
    rules.body_fits("Issue", call.body.get("body"))
    require_ends(hub, head, base)
    if any(pull.head == head and pull.base == base and issue.state == "open" for issue, pull in hub.pulls()):
        raise unfit(RESOURCE, f"A pull request already exists for {hub.owner}:{head}.")  # google/go-github#1441
    call.body.get("maintainer_can_modify")  # Says nothing without forks.
    pull = Pull(head=head, base=base, draft=call.body.get("draft", False))
    issue = hub.open(call.login, call.body["title"], call.body.get("body"), pull)
    hub.repository.move(f"refs/pull/{issue.number}/head", hub.branch(head) or "")
    return Answer(status=201, known=full(hub, issue, pull))


def head_branch(hub: Hub, head: str) -> str:
    owner, colon, branch = head.rpartition(":")
    if colon and owner != hub.owner:
        raise NotServed("pull requests from forks")
    return branch


def require_ends(hub: Hub, head: str, base: str) -> None:
    """spdx/spdx-online-tools#425, dailymotion-oss/octopilot#134, peter-evans/create-pull-request#4088."""
    for name, branch in (("head", head), ("base", base)):
        if hub.branch(branch) is None:
            raise invalid(RESOURCE, name)
    if not hub.repository.git("rev-list", "-1", f"refs/heads/{base}..refs/heads/{head}"):
        raise unfit(RESOURCE, f"No commits between {base} and {head}")


def pulls(hub: Hub, call: Call) -> Answer:
    """A `head` without its owner filters nothing (argoproj-labs/gitops-promoter#1417)."""
    state, base, head = call.query.get("state", "open"), call.query.get("base"), call.query.get("head")
    owner, colon, branch = (head or "").partition(":")
    found = [
        (issue, pull)
        for issue, pull in hub.pulls()
        if state in (issue.state, "all")
        and base in (None, pull.base)
        and (not colon or (owner, branch) == (hub.owner, pull.head))
    ]
    return listing(call, [views.pull(hub, *pair) for pair in ordered(call, found)])


def ordered(call: Call, found: list[tuple[Issue, Pull]]) -> list[tuple[Issue, Pull]]:
    """The newest first, unless another order is asked for; then smaller ones first (docs of the operation)."""
    by = call.query.get("sort", "created")
    if by not in ("created", "updated"):
        raise NotServed(f"pull requests sorted by {by}")
    descending = call.query.get("direction", "desc" if by == "created" else "asc") == "desc"
    return sorted(found, key=lambda pair: (getattr(pair[0], by), pair[0].number), reverse=descending)


def get(hub: Hub, call: Call) -> Answer:
    return Answer(known=full(hub, *asked(hub, call)))


def asked(hub: Hub, call: Call) -> tuple[Issue, Pull]:
    issue = hub.issues.get(call.path["pull_number"])
    if issue is None or issue.pull is None:
        raise missing()
    return issue, issue.pull


class Span(NamedTuple):
    """A pull request's commits: from where it left its base to its head, and what the base is now."""

    start: str
    head: str
    base: str


def span(hub: Hub, issue: Issue, pull: Pull) -> Span:
    """For a merged one the base as it was before."""
    head, base = hub.head_of(issue.number), hub.branch(pull.base) or ""
    before = f"{pull.merge_commit}^1" if pull.merge_commit else base
    return Span(hub.repository.git("merge-base", before, head), head, base)


def full(hub: Hub, issue: Issue, pull: Pull) -> dict[str, Any]:
    """A pull request on its own: with numbers, and with whether it can be merged."""
    commits = span(hub, issue, pull)
    changes = hub.repository.changes(commits.start, commits.head)
    return views.pull(hub, issue, pull) | {
        "additions": sum(change.additions for change in changes),
        "deletions": sum(change.deletions for change in changes),
        "changed_files": len(changes),
        "commits": len(own_commits(hub, commits)),
        "comments": len(hub.on(issue.number)),
        "merged": pull.merged_at is not None,
        "merged_by": views.user(hub, pull.merged_by) if pull.merged_by else None,
        **mergeability(hub, issue, pull, commits),
    }


def mergeability(hub: Hub, issue: Issue, pull: Pull, commits: Span) -> dict[str, Any]:
    """Unknown at the first look after a change, which starts the job that finds out (docs: get a pull request)."""
    if issue.state == "closed" or pull.examined != commits:
        pull.examined = commits
        return {"mergeable": None, "mergeable_state": "unknown"}
    clean = hub.repository.merged(commits.base, commits.head) is not None
    return {"mergeable": clean, "mergeable_state": "dirty" if not clean else "draft" if pull.draft else "clean"}


def own_commits(hub: Hub, commits: Span) -> list[Commit]:
    return hub.repository.commits("--reverse", f"{commits.start}..{commits.head}")


def files(hub: Hub, call: Call) -> Answer:
    start, head, _ = span(hub, *asked(hub, call))
    return listing(call, [git_views.file(hub, change, head) for change in hub.repository.changes(start, head)])


def commits(hub: Hub, call: Call) -> Answer:
    own = own_commits(hub, span(hub, *asked(hub, call)))
    return listing(call, [git_views.commit(hub, commit) for commit in own])


def update(hub: Hub, call: Call) -> Answer:
    issue, pull = asked(hub, call)
    if "title" in call.body:
        rules.title_fits("Issue", call.body["title"])
        issue.title = call.body["title"]
    rules.body_fits("Issue", call.body.get("body"))
    issue.body = call.body.get("body", issue.body)
    call.body.get("maintainer_can_modify")
    rebase(hub, issue, pull, call.body.get("base", pull.base))
    set_state(hub, issue, pull, call.body.get("state", issue.state), call.login)
    issue.updated = hub.now()
    return Answer(known=full(hub, issue, pull))


def rebase(hub: Hub, issue: Issue, pull: Pull, base: str) -> None:
    if base != pull.base:
        require_ends(hub, pull.head, base)
        pull.base = base


def set_state(hub: Hub, issue: Issue, pull: Pull, state: str, login: str) -> None:
    """What was merged stays merged, and a head that was deleted or rewound cannot come back."""
    if state == issue.state:
        return
    if state == "closed":
        hub.close(issue, login)
        return
    if pull.merged_at:
        raise invalid(RESOURCE, "state")
    branch = hub.branch(pull.head)
    if branch is None:
        raise unfit(RESOURCE, f"state cannot be changed. The {pull.head} branch has been deleted.", field="state")
    if not hub.repository.is_ancestor(hub.head_of(issue.number), branch):
        text = f"state cannot be changed. The {pull.head} branch was force-pushed or recreated."
        raise unfit(RESOURCE, text, field="state")
    issue.state, issue.closed, issue.closed_by = "open", None, None
    hub.repository.git("update-ref", f"refs/pull/{issue.number}/head", branch)


OPERATIONS = {
    "pulls/create": create,
    "pulls/list": pulls,
    "pulls/get": get,
    "pulls/update": update,
    "pulls/list-files": files,
    "pulls/list-commits": commits,
}
