"""Merging a pull request, through the interface or by a person's click."""

from tests.github import views
from tests.github.exchange import Answer, Call, Refusal, missing
from tests.github.operations.pulls import asked
from tests.github.state import Hub, Issue, Pull


def merge(hub: Hub, call: Call) -> Answer:
    issue, pull = asked(hub, call)
    if call.body.get("sha", hub.head_of(issue.number)) != hub.head_of(issue.number):
        raise Refusal(409, "Head branch was modified. Review and try the merge again.")  # dlang/dlang-bot#77
    method = call.body.get("merge_method", "merge")
    title, text = words(hub, issue, pull, method)
    message = f"{call.body.get('commit_title', title)}\n\n{call.body.get('commit_message', text)}".rstrip()
    sha = carry_out(hub, issue, pull, method, call.login, message)
    return Answer(known={"sha": sha, "merged": True, "message": "Pull Request successfully merged"})


def words(hub: Hub, issue: Issue, pull: Pull, method: str) -> tuple[str, str]:
    """The title and text of the commit that GitHub proposes."""
    if method == "squash":
        return f"{issue.title} (#{issue.number})", ""
    return f"Merge pull request #{issue.number} from {hub.owner}/{pull.head}", issue.title


def carry_out(hub: Hub, issue: Issue, pull: Pull, method: str, login: str, message: str) -> str:
    """Merges and says which commit that made."""
    head, base = hub.head_of(issue.number), hub.branch(pull.base) or ""
    tree = mergeable_tree(hub, issue, pull, base, head)
    if method == "rebase":
        raise Refusal(405, "Rebase merges are not allowed on this repository.")
    parents = (base,) if method == "squash" else (base, head)
    sha = hub.repository.commit(tree, parents, message, views.signature(login), views.WEB_FLOW)
    hub.signed.add(sha)
    hub.move(f"refs/heads/{pull.base}", sha, base)
    hub.close(issue, login)
    pull.merged_at, pull.merged_by, pull.merge_commit = issue.closed, login, sha
    return sha


def mergeable_tree(hub: Hub, issue: Issue, pull: Pull, base: str, head: str) -> str:
    if pull.draft and issue.state == "open":
        raise Refusal(405, "Pull Request is still a draft")
    tree = hub.repository.merged(base, head) if issue.state == "open" else None
    if tree is None:
        raise Refusal(405, "Pull Request is not mergeable")  # jcabi/jcabi-github#1053
    return tree


def is_merged(hub: Hub, call: Call) -> Answer:
    if asked(hub, call)[1].merged_at is None:
        raise missing()
    return Answer(status=204)


OPERATIONS = {"pulls/merge": merge, "pulls/check-if-merged": is_merged}
