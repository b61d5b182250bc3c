"""From a request to its reply: understood, struck by faults, permitted, carried out, completed and checked."""

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from tests.github import access, contract, mutation
from tests.github.access import Token
from tests.github.exchange import Answer, Call, NotServed, Reading, Refusal, Reply, Request, missing
from tests.github.faults import RESET, Fault, NoAnswer
from tests.github.operations import OPERATIONS
from tests.github.operations.account import HOURLY
from tests.github.reception import Received, receive
from tests.github.rules import NOT_FOR_YOU
from tests.github.state import Hub

RESET_EVERY = timedelta(hours=1)


@dataclass(kw_only=True)
class Service:
    hub: Hub
    tokens: dict[str, Token]
    violations: list[str] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    on_call: Callable[[int], None] | None = None
    validated: int = 0
    lock: threading.RLock = field(default_factory=threading.RLock)

    def answer(self, request: Request) -> Reply:
        """One after the other: GitHub too writes to a repository one at a time."""
        with self.lock:
            before = len(self.violations)
            received = receive(request, self.hub.url, len(self.calls) + 1, self.tokens)
            self.calls.append(received.call)
            self.note(received.call, received.problems)
            reply = self.struck(received)
            self.validated += len(self.violations) == before
            return reply

    def note(self, call: Call, problems: tuple[str, ...] | list[str]) -> None:
        self.violations += [f"{call.operation}: {problem}" for problem in problems]

    def struck(self, received: Received) -> Reply:
        """The reply, with whatever the faults that strike this call make of it."""
        call = received.call
        try:
            if self.on_call:
                self.on_call(call.number)
        except NoAnswer:
            return RESET
        striking = [fault for fault in self.faults if fault.strikes(call)]
        for fault in striking:
            reply = fault.before(self.hub, call)
            if reply is not None:
                return reply
        reply = self.reply(received)
        for fault in striking:
            reply = fault.after(self.hub, call, reply)
        return reply

    def reply(self, received: Received) -> Reply:
        call = received.call
        try:
            return self.carried_out(received)
        except Refusal as refusal:
            if received.operation:
                self.note(call, contract.refusal_problems(received.operation, refusal.status, refusal.body()))
            return self.said(call, refusal.status, refusal.body(), refusal.headers)
        except NotServed as error:
            self.note(call, [f"the double does not serve {error}"])
            return self.said(call, 501, {"message": f"the double does not serve {error}"})

    def carried_out(self, received: Received) -> Reply:
        call = received.call
        if call.token is None:
            raise Refusal(401, "Bad credentials")
        if received.refusal:
            raise received.refusal
        if received.operation is None:
            return self.said(call, 200, graphql_answer(self.hub, received))
        self.permit(call)
        answer = OPERATIONS[call.operation](self.hub, call)
        if not received.problems:
            self.note(call, [f"the double does not serve {name}" for name in ignored(call)])
        return self.completed(call, received.operation, answer)

    def permit(self, call: Call) -> None:
        """403 where it may see but not touch, 404 where it may not even know (docs: troubleshooting the REST API)."""
        if "owner" in call.path and f"{call.path['owner']}/{call.path['repo']}".lower() != self.hub.full_name.lower():
            raise missing()
        need = access.needed(call.operation, private=self.hub.settings.private)
        if need is None or call.token is None:
            return
        permission, level = need
        on_pull = self.on_pull(call)
        if access.allows(call.token, permission, level, on_pull=on_pull):
            return
        if self.hub.settings.private and not access.allows(call.token, permission, "read", on_pull=on_pull):
            raise missing()
        raise Refusal(403, NOT_FOR_YOU)

    def on_pull(self, call: Call) -> bool | None:
        """Whether the thread that a call is about is a pull request's."""
        comment = self.hub.comments.get(call.path.get("comment_id", 0))
        number = comment.number if comment else call.path.get("issue_number")
        return None if number is None else self.hub.is_pull(number)

    def completed(self, call: Call, operation: contract.Operation, answer: Answer) -> Reply:
        if answer.raw is not None:
            kind = {"Content-Type": "application/vnd.github.raw; charset=utf-8"}
            return Reply(status=answer.status, headers=self.headers(call) | kind, body=answer.raw)
        body, problems = contract.complete(operation, answer.status, answer.known, self.hub.url)
        self.note(call, [f"our answer {answer.status}: {problem}" for problem in problems])
        return self.said(call, answer.status, body, answer.headers)

    def said(self, call: Call, status: int, body: Any, headers: Mapping[str, str] | None = None) -> Reply:
        text = b"" if status == 204 else json.dumps(body).encode()
        kind = {"Content-Type": "application/json; charset=utf-8"}
        return Reply(status=status, headers=self.headers(call) | kind | dict(headers or {}), body=text)

    def headers(self, call: Call) -> dict[str, str]:
        return {
            "X-GitHub-Request-Id": f"CALL:{call.number:04}",
            "X-GitHub-Api-Version-Selected": contract.VERSION,
            "X-RateLimit-Limit": str(HOURLY),
            "X-RateLimit-Remaining": str(HOURLY - call.number),
            "X-RateLimit-Used": str(call.number),
            "X-RateLimit-Reset": str(int((self.hub.clock() + RESET_EVERY).timestamp())),
            "X-RateLimit-Resource": "core",
        }


def ignored(call: Call) -> list[str]:
    """What GitHub would have heeded and the double did not look at."""
    body = call.body.ignored() if isinstance(call.body, Reading) else []
    return [f"query {name}" for name in call.query.ignored()] + [f"body {name}" for name in body]


def graphql_answer(hub: Hub, received: Received) -> dict[str, Any]:
    if received.document is None:
        return {"errors": [{"message": problem} for problem in received.problems]}
    return mutation.carry_out(hub, received.call, received.document)
