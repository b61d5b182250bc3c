"""Who is asking, who else there is, and how often one may ask."""

from datetime import timedelta

from tests.github import views
from tests.github.exchange import Answer, Call, Refusal, missing
from tests.github.rules import NOT_FOR_YOU
from tests.github.state import Hub

HOURLY = 1_000
"""A workflow token's limit for one repository (docs: rate limits for the REST API)."""
# The roles and how the permission interface names them; the description's prose has the mapping.
PERMISSION = {"admin": "admin", "maintain": "write", "write": "write", "triage": "read", "read": "read", "none": "none"}


def me(hub: Hub, call: Call) -> Answer:
    """No person stands behind a workflow's or an app's token (docs: the operation works with user tokens only)."""
    if call.token is None or call.token.is_bot:
        raise Refusal(403, NOT_FOR_YOU)
    return Answer(known=views.user(hub, call.login))


def someone(hub: Hub, call: Call) -> Answer:
    login = call.path["username"]
    if hub.permission.get(login, "read") is None:
        raise missing()
    return Answer(known=views.user(hub, login))


def permission(hub: Hub, call: Call) -> Answer:
    """Everyone may read a public repository; an account that is gone is set to None (hyperdxio/hyperdx#2546)."""
    login = call.path["username"]
    role = hub.permission.get(login, "none" if hub.settings.private else "read")
    if role is None:
        raise missing()
    person = views.user(hub, login) | {"role_name": role}
    return Answer(known={"permission": PERMISSION[role], "role_name": role, "user": person})


def rate_limit(hub: Hub, call: Call) -> Answer:
    reset = int((hub.clock() + timedelta(hours=1)).timestamp())
    left = {"limit": HOURLY, "remaining": HOURLY - call.number, "used": call.number, "reset": reset}
    return Answer(known={"rate": left, "resources": {"core": left, "graphql": left, "search": left}})


OPERATIONS = {
    "users/get-authenticated": me,
    "users/get-by-username": someone,
    "repos/get-collaborator-permission-level": permission,
    "rate-limit/get": rate_limit,
}
