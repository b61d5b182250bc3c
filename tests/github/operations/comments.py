"""Comments on issues and pull requests, and people's reactions to them."""

from tests.github import rules, views
from tests.github.exchange import Answer, Call, invalid, missing
from tests.github.pages import listing
from tests.github.state import Comment, Hub, Reaction

RESOURCE = "IssueComment"


def create(hub: Hub, call: Call) -> Answer:
    number = call.path["issue_number"]
    if number not in hub.issues:
        raise missing()
    comment = hub.comment(number, call.login, fitting(call.body["body"]))
    return Answer(status=201, known=views.comment(hub, comment))


def fitting(body: str) -> str:
    rules.body_fits(RESOURCE, body)
    if not body.strip():
        raise invalid(RESOURCE, "body", "missing_field")
    return body


def asked(hub: Hub, call: Call) -> Comment:
    if call.path["comment_id"] not in hub.comments:
        raise missing()
    return hub.comments[call.path["comment_id"]]


def get(hub: Hub, call: Call) -> Answer:
    return Answer(known=views.comment(hub, asked(hub, call)))


def update(hub: Hub, call: Call) -> Answer:
    comment = asked(hub, call)
    comment.body, comment.updated = fitting(call.body["body"]), hub.now()
    return Answer(known=views.comment(hub, comment))


def delete(hub: Hub, call: Call) -> Answer:
    del hub.comments[asked(hub, call).id]
    return Answer(status=204)


def on_issue(hub: Hub, call: Call) -> Answer:
    """The oldest first."""
    number, since = call.path["issue_number"], call.query.get("since", "")
    if number not in hub.issues:
        raise missing()
    found = [comment for comment in hub.on(number) if comment.updated >= since]
    return listing(call, [views.comment(hub, comment) for comment in found])


def everywhere(hub: Hub, call: Call) -> Answer:
    """The oldest first, unless another order is asked for."""
    since, by = call.query.get("since", ""), call.query.get("sort", "created")
    found = [comment for comment in hub.comments.values() if comment.updated >= since]
    descending = call.query.get("direction") == "desc"
    ordered = sorted(found, key=lambda comment: (getattr(comment, by), comment.id), reverse=descending)
    return listing(call, [views.comment(hub, comment) for comment in ordered])


def reactions(hub: Hub, call: Call) -> Answer:
    wanted = call.query.get("content")
    found = [reaction for reaction in asked(hub, call).reactions if wanted in (None, reaction.content)]
    return listing(call, [views.reaction(hub, reaction) for reaction in found])


def react(hub: Hub, call: Call) -> Answer:
    """The same reaction again is no second one: 200, not 201 (docs of the operation)."""
    comment, content = asked(hub, call), call.body["content"]
    for given in comment.reactions:
        if (given.login, given.content) == (call.login, content):
            return Answer(known=views.reaction(hub, given))
    reaction = Reaction(id=hub.new_id(), login=call.login, content=content, created=hub.now())
    comment.reactions.append(reaction)
    return Answer(status=201, known=views.reaction(hub, reaction))


def take_back(hub: Hub, call: Call) -> Answer:
    comment, wanted = asked(hub, call), call.path["reaction_id"]
    kept = [reaction for reaction in comment.reactions if reaction.id != wanted]
    if len(kept) == len(comment.reactions):
        raise missing()
    comment.reactions = kept
    return Answer(status=204)


OPERATIONS = {
    "issues/create-comment": create,
    "issues/get-comment": get,
    "issues/update-comment": update,
    "issues/delete-comment": delete,
    "issues/list-comments": on_issue,
    "issues/list-comments-for-repo": everywhere,
    "reactions/list-for-issue-comment": reactions,
    "reactions/create-for-issue-comment": react,
    "reactions/delete-for-issue-comment": take_back,
}
