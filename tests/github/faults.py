"""What can go wrong between a client and GitHub: each fault strikes some of the calls it matches."""

import json
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from fnmatch import fnmatch

from tests.github import people
from tests.github.exchange import Call, Cut, Reply
from tests.github.state import Hub

FOREVER = sys.maxsize
BAD_GATEWAY = Reply(status=502, headers={"Content-Type": "text/html"}, body=b"<html><h1>502 Bad Gateway</h1></html>")
RESET = Reply(cut=Cut.RESET)
SILENCE = Reply(cut=Cut.SILENCE)
JSON = {"Content-Type": "application/json; charset=utf-8"}
Before = Callable[[Hub, Call], Reply | None]
After = Callable[[Hub, Call, Reply], Reply]


@dataclass(kw_only=True)
class Fault:
    """Strikes from the `nth` call on whose operation matches, `times` times.

    `before` may answer in GitHub's place, so that the call has no effect; `after` may change what is answered.
    """

    before: Before = lambda hub, call: None
    after: After = lambda hub, call, reply: reply
    operation: str = "*"
    nth: int = 1
    times: int = 1
    seen: int = 0

    def strikes(self, call: Call) -> bool:
        if not fnmatch(call.operation, self.operation):
            return False
        self.seen += 1
        return self.nth <= self.seen < self.nth + self.times


class NoAnswer(Exception):
    """Raised by a hook: the call has no effect and its connection is reset."""


def instead(reply: Reply, operation: str = "*", nth: int = 1, times: int = 1) -> Fault:
    """The call has no effect, the client gets this reply."""
    return Fault(before=lambda hub, call: reply, operation=operation, nth=nth, times=times)


def afterwards(reply: Reply, operation: str = "*", nth: int = 1, times: int = 1) -> Fault:
    """The call has its effect, yet the client gets this reply."""
    return Fault(after=lambda hub, call, _: reply, operation=operation, nth=nth, times=times)


def error(status: int, message: str, **headers: str) -> Reply:
    text = json.dumps({"message": message, "documentation_url": "https://docs.github.com/rest", "status": str(status)})
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status=status, headers=JSON | named, body=text.encode())


def secondary_limit(status: int = 403, retry_after: int | None = None) -> Reply:
    """docs: rate limits for the REST API; the status is 403 or 429, the header may be missing."""
    message = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
    return error(status, message, **({} if retry_after is None else {"Retry_After": str(retry_after)}))


def primary_limit(hub: Hub, status: int = 403) -> Reply:
    """The hour's requests are used up."""
    reset = str(int((hub.clock() + timedelta(hours=1)).timestamp()))
    limits = {"X_RateLimit_Remaining": "0", "X_RateLimit_Reset": reset}
    return error(status, "API rate limit exceeded for installation.", **limits)


def half(operation: str = "*", nth: int = 1, times: int = 1) -> Fault:
    """The answer breaks off in the middle, though Content-Length says how long it is."""
    return Fault(after=lambda hub, call, reply: replace(reply, cut=Cut.HALF), operation=operation, nth=nth, times=times)


def garbled(operation: str = "*", nth: int = 1, times: int = 1) -> Fault:
    """The answer is whole, but its JSON is not."""
    return Fault(
        after=lambda hub, call, reply: replace(reply, body=reply.body[: len(reply.body) // 2]),
        operation=operation,
        nth=nth,
        times=times,
    )


def head_moved(branch: str, path: str = "moved.md", by: str = "ada", operation: str = "*", nth: int = 1) -> Fault:
    """Someone pushes to the branch just before the call."""

    def before(hub: Hub, call: Call) -> None:
        people.edit(hub, branch, path, f"moved before call {call.number}\n", by)

    return Fault(before=before, operation=operation, nth=nth)


def dead_after(calls: int) -> Fault:
    """The client is killed: nothing that it sends after so many calls arrives."""
    return instead(RESET, nth=calls + 1, times=FOREVER)


def interrupted(operation: str = "*", nth: int = 1) -> Fault:
    """Ctrl-C in the test's main thread, after the call's effect and before its answer."""

    def after(hub: Hub, call: Call, reply: Reply) -> Reply:
        interrupt_client()
        return reply

    return Fault(after=after, operation=operation, nth=nth)


def interrupt_client(number: int = signal.SIGINT) -> None:
    """A signal that a runner sends to a cancelled job, for hooks; the client must run in the main thread."""
    signal.pthread_kill(threading.main_thread().ident or 0, number)
