"""Answers at half the price, a day later: what a draft asks is sent as a batch, and is there when it is drafted again.

Nothing is remembered but files, so a run may end or die at any moment. Each draft gets one step further: what is asked
on the ground of an answer that is still to come is not sent.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from threading import Lock
from typing import Any

from bot.answers import Batch, Kept
from bot.budget import estimate
from bot.errors import NoAnswer
from bot.llms import Answer, Ask, Spent, Unanswered, from_kept, key
from bot.llms.openai import line, refusal
from bot.llms.openai.endpoint import CALLS, Endpoint, as_question
from bot.llms.openai.reply import STRANGE, Reply, Trouble, read

SHARE = Decimal("0.5")  # of the usual price, as every endpoint that has batches charges
WAITING = "its answer is still to come"
_STEPS: Mapping[str, int] = {"triage": 0, "themes": 2, "lead": 2}  # all else is between them
_OBJECT: Mapping[str, Any] = {"type": "object"}
_ENDED = ("completed", "failed", "expired", "cancelled")


@dataclass(slots=True, kw_only=True)
class Later:
    """A Model that takes its time. `_tries` counts the batches that each key was in, `_failures` says why in vain."""

    endpoint: Endpoint
    _waiting: dict[str, Ask] = field(default_factory=dict)
    _coming: set[str] = field(default_factory=set)
    _tries: Counter[str] = field(default_factory=Counter)
    _failures: dict[str, str] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def ask_all(self, asks: Sequence[Ask]) -> tuple[Answer | Unanswered, ...]:
        """What has come back so far; the rest is remembered for `send`."""
        return tuple(map(self._outcome, asks))

    def spent(self) -> Spent:
        return self.endpoint.spent()

    def fetch(self) -> None:
        """Takes what has come back since, once for good."""
        for batch in self.endpoint.answers.batches():
            now = batch if batch.is_done else self._fetched(batch)
            self._failures |= now.failures
            if now.is_done:
                self._tries.update(now.asks.keys())
            else:
                self._coming |= now.asks.keys()

    def send(self) -> int:
        """Sends what is to be asked next; how many answers are to come, 0 when this draft has all that there are."""
        step = min(map(_step, self._waiting.values()), default=0)
        wanted = {k: ask for k, ask in self._waiting.items() if _step(ask) == step}
        for name in dict.fromkeys(self.endpoint.settings.name(ask.model) for ask in wanted.values()):
            fresh = {k: ask for k, ask in wanted.items() if self.endpoint.settings.name(ask.model) == name}
            self._post(name, {k: ask for k, ask in fresh.items() if k not in self._coming})
        return len(wanted)

    def _outcome(self, ask: Ask) -> Answer | Unanswered:
        name = self.endpoint.settings.name(ask.model)
        kept_under = key(ask, name)
        kept = self.endpoint.answers.find(kept_under)
        found = from_kept(ask, kept) if kept else Unanswered(why=self._failures.get(kept_under, ""), model=name)
        if isinstance(found, Answer) or self._tries[kept_under] >= CALLS:
            return found
        with self._lock:
            if kept_under in self._waiting or kept_under in self._coming or self._affords(ask, name):
                self._waiting[kept_under] = ask
                return Unanswered(why=WAITING, model=name)
        return Unanswered(why=f"it is over the budget of {self.endpoint.budget.limits}", model=name)

    def _affords(self, ask: Ask, name: str) -> bool:
        """Whether the budget has room for it, which is taken at once and in full: another run fetches the answer."""
        question = as_question(ask, name, ask.most_tokens)
        hold = self.endpoint.budget.reserve(name, estimate(question.system + question.material), ask.most_tokens)
        if hold is not None:
            self.endpoint.budget.settle(hold, hold.tokens_in, hold.tokens_out)
        return hold is not None

    def _post(self, name: str, asks: Mapping[str, Ask]) -> None:
        if not asks:
            return
        manner = self.endpoint.manner(name)
        lines = (
            {
                "custom_id": k,
                "method": "POST",
                "url": "/v1/chat/completions",
                "body": line.body(as_question(ask, name, ask.most_tokens), manner),
            }
            for k, ask in asks.items()
        )
        sent = line.send(self.endpoint.client, "".join(f"{json.dumps(each)}\n" for each in lines).encode())
        if isinstance(sent, Trouble):
            raise NoAnswer(f"{self.endpoint.host} takes no batch: {sent.why}", hint="draft without --batch")
        about = {k: (ask.purpose, ask.key) for k, ask in asks.items()}
        self.endpoint.answers.keep_batch(Batch(id=sent, model=name, asks=about))
        self._coming |= asks.keys()

    # ---- what comes back

    def _fetched(self, batch: Batch) -> Batch:
        state = line.batch(self.endpoint.client, batch.id)
        if isinstance(state, Trouble):
            lost = dict.fromkeys(batch.asks, "the endpoint knows no more of its batch")
            return self._done(batch, lost) if state.is_missing else batch
        if state.get("status") not in _ENDED:
            return batch
        files = (state.get("output_file_id"), state.get("error_file_id"))
        found: dict[str, Reply | Trouble] = {}
        for file in files:
            if isinstance(file, str) and file:
                lines = line.content(self.endpoint.client, file)
                if isinstance(lines, Trouble):
                    return batch
                found.update(_lines(lines))
        return self._taken(batch, found)

    def _taken(self, batch: Batch, found: Mapping[str, Reply | Trouble]) -> Batch:
        """Keeps the answers, and says why the others are none."""
        failures: dict[str, str] = {}
        for k, (purpose, about) in batch.asks.items():
            outcome = found.get(k, Trouble(why="the endpoint did not get to it within a day"))
            if isinstance(outcome, Trouble):
                failures[k] = outcome.why
                continue
            usage = outcome.usage
            tokens_in, tokens_out = usage.tokens_in or 0, usage.tokens_out or 0
            is_known = usage.tokens_in is not None and usage.tokens_out is not None
            price = self.endpoint.budget.price(batch.model, tokens_in, tokens_out) if is_known else None
            self.endpoint.answers.keep(
                k,
                Kept(
                    purpose=purpose,
                    about=about,
                    model=batch.model,
                    tree=outcome.tree,
                    tokens_in=tokens_in,
                    tokens_out=tokens_out,
                    money=None if price is None else price * SHARE,
                ),
            )
        return self._done(batch, failures)

    def _done(self, batch: Batch, failures: Mapping[str, str]) -> Batch:
        done = replace(batch, failures=failures, is_done=True)
        self.endpoint.answers.keep_batch(done)
        return done


def _lines(text: bytes) -> Iterator[tuple[str, Reply | Trouble]]:
    """What a batch's file says of each ask; the schema is held when its answer is asked for."""
    for each in text.splitlines():
        try:
            tree = json.loads(each)
            k, response = str(tree["custom_id"]), tree.get("response") or {}
            status, body = int(response.get("status_code", 0)), json.dumps(response.get("body")).encode()
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            continue
        if status == 200:
            yield k, read(body, _OBJECT)
        else:
            yield k, refusal.read(status, body.decode(), {}) if status else Trouble(why=STRANGE)


def _step(ask: Ask) -> int:
    return _STEPS.get(ask.purpose, 1)
