"""Asks an endpoint many things at once: each at most twice, within the budget, and nothing that is answered already."""

import json
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from threading import BoundedSemaphore, Lock
from time import monotonic, sleep
from typing import Any
from weakref import finalize

from openai import OpenAI

from bot.answers import Answers
from bot.budget import Budget, Hold, estimate
from bot.llms import Answer, Ask, Listener, Settings, Spent, Unanswered, as_kept, from_kept, key, system
from bot.llms.openai.line import Question, call
from bot.llms.openai.manner import FLOWS, FORMS, Manner, after, first
from bot.llms.openai.reply import NOTHING, Reply, Trouble, Usage

CALLS = 2
# A prompt of which a server reads less than this share was cut by it; short ones cannot be told.
_LEAST_READ, _SHORT = 0.4, 2_000
_READY: Mapping[str, Any] = {
    "type": "object",
    "properties": {"ready": {"type": "boolean"}},
    "required": ["ready"],
    "additionalProperties": False,
}
_PROBE = Ask(purpose="probe", key="", model="triage", instructions="", material="ready", schema=_READY, most_tokens=500)


@dataclass(slots=True, kw_only=True, weakref_slot=True)
class Endpoint:
    """A Model behind an address. `_manners` is how each model wants to be asked, so far as is known.

    `coming` are the keys of what was sent in batches and is not back.
    """

    client: OpenAI
    host: str
    settings: Settings
    budget: Budget
    answers: Answers
    listen: Listener
    coming: frozenset[str] = frozenset()
    _slots: BoundedSemaphore = field(init=False)
    _manners: dict[str, Manner] = field(default_factory=dict)
    _settling: Lock = field(default_factory=Lock)
    _rests_until: float = 0.0

    def __post_init__(self) -> None:
        self._slots = BoundedSemaphore(self.settings.concurrency)
        finalize(self, self.client.close)

    def ask_all(self, asks: Sequence[Ask]) -> tuple[Answer | Unanswered, ...]:
        """An answer to each, in their order; what is asked twice in the same words is asked once."""
        keys = [key(ask, self.settings.name(ask.model)) for ask in asks]
        self._warn(keys)
        pool = ThreadPoolExecutor(self.settings.concurrency)
        try:
            running = {k: pool.submit(self._outcome, ask, k) for k, ask in dict(zip(keys, asks, strict=True)).items()}
            found = {k: future.result() for k, future in running.items()}
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
        return tuple(found[k] for k in keys)

    def spent(self) -> Spent:
        """What it has cost so far."""
        return spent(self.budget)

    def trouble_with(self, name: str) -> Trouble | None:
        """What is in the way of asking a model, found out by asking it next to nothing."""
        manner = self.manner(name)
        outcome = self._call(as_question(_PROBE, name, _PROBE.most_tokens), manner)
        if isinstance(outcome, Trouble):
            self._settle(name, manner, outcome)
        return outcome if isinstance(outcome, Trouble) else None

    def _warn(self, keys: Iterable[str]) -> None:
        """Says once that something is paid for here though it is on its way for half of that."""
        if any(k in self.coming and self.answers.find(k) is None for k in keys):
            self.coming = frozenset()
            self.listen(
                "A batch with this draft's questions is on its way; they are asked, and paid for, once more now. "
                "To wait for the batch instead, stop this and draft with --batch"
            )

    # ---- one ask

    def _outcome(self, ask: Ask, kept_under: str) -> Answer | Unanswered:
        kept = self.answers.find(kept_under)
        if kept is not None and isinstance(found := from_kept(ask, kept), Answer):
            return found
        with self._slots:
            outcome = self._asked(ask, self.settings.name(ask.model))
        self.answers.keep(kept_under, as_kept(ask, outcome))
        return outcome

    def _asked(self, ask: Ask, name: str) -> Answer | Unanswered:
        began, most, outcomes = monotonic(), ask.most_tokens, list[Reply | Trouble]()
        for left in reversed(range(CALLS)):
            manner = self.manner(name)
            outcome = self._call(as_question(ask, name, most), manner)
            outcomes.append(outcome)
            if isinstance(outcome, Reply) or not left:
                break
            if not self._settle(name, manner, outcome):
                if not outcome.again:
                    break
                self._pause(outcome)
            most *= 2 if outcome.is_cut else 1
        return self._summed(outcomes, name, monotonic() - began)

    def _call(self, question: Question, manner: Manner) -> Reply | Trouble:
        about = estimate(question.system + question.material)
        hold = self.budget.reserve(question.model, about, question.most_tokens)
        if hold is None:
            return Trouble(why=f"it is over the budget of {self.budget.limits}", usage=NOTHING)
        taken = Usage(tokens_in=hold.tokens_in, tokens_out=hold.tokens_out)  # the worst, where nobody ever says
        try:
            self._rest()
            outcome = call(self.client, question, manner, self.settings.seconds)
            taken = _taken(outcome, hold)
        finally:
            self.budget.settle(hold, taken.tokens_in or 0, taken.tokens_out or 0)
        return replace(_read_whole(outcome, about), usage=taken)

    def _pause(self, trouble: Trouble) -> None:
        """Before the second call. Where the endpoint is asked too often, nobody else goes on either."""
        if not trouble.is_crowded:
            sleep(trouble.wait)
            return
        until = monotonic() + trouble.wait
        if until > self._rests_until + 1:
            self.listen(f"{self.host} is asked too often; waiting {trouble.wait:.0f} seconds")
        self._rests_until = max(self._rests_until, until)

    def _rest(self) -> None:
        while (left := self._rests_until - monotonic()) > 0:
            sleep(left)

    def _summed(self, outcomes: Sequence[Reply | Trouble], name: str, seconds: float) -> Answer | Unanswered:
        tokens_in = sum(outcome.usage.tokens_in or 0 for outcome in outcomes)
        tokens_out = sum(outcome.usage.tokens_out or 0 for outcome in outcomes)
        costs: dict[str, Any] = {
            "model": name,
            "tokens_in": tokens_in,
            "tokens_out": tokens_out,
            "money": self.budget.price(name, tokens_in, tokens_out),
            "seconds": round(seconds, 3),
        }
        last = outcomes[-1]
        return Answer(tree=last.tree, **costs) if isinstance(last, Reply) else Unanswered(why=last.why, **costs)

    # ---- the manner of asking

    def manner(self, name: str) -> Manner:
        """How a model wants to be asked, so far as is known."""
        with self._settling:
            return self._manners.setdefault(name, first(self.host, stream=self.settings.stream))

    def _settle(self, name: str, refused: Manner, trouble: Trouble) -> bool:
        """Whether the model can be asked in another manner than the one refused; tries them out once, for everyone."""
        manner = after(refused, trouble.complaint)
        with self._settling:
            if manner is None or self._manners[name] != refused:
                return manner is not None
            for _ in range(len(FORMS) + len(FLOWS)):
                outcome = self._call(as_question(_PROBE, name, _PROBE.most_tokens), manner)
                complaint = outcome.complaint if isinstance(outcome, Trouble) else ""
                if (better := after(manner, complaint)) is None:
                    break
                manner = better
            self._manners[name] = manner
        return True


def spent(budget: Budget) -> Spent:
    used = budget.used
    return Spent(
        calls=sum(each.calls for each in used.values()),
        tokens_in=sum(each.tokens_in for each in used.values()),
        tokens_out=sum(each.tokens_out for each in used.values()),
        money={name: each.money for name, each in used.items() if each.money is not None},
        currency=budget.currency,
        unpriced=tuple(name for name, each in used.items() if each.money is None),
    )


def as_question(ask: Ask, name: str, most_tokens: int) -> Question:
    return Question(model=name, system=system(ask), material=ask.material, schema=ask.schema, most_tokens=most_tokens)


def _taken(outcome: Reply | Trouble, hold: Hold) -> Usage:
    """What a call took. Where the server does not say: what was sent, and what came or could have come."""
    usage = outcome.usage
    written = estimate(json.dumps(outcome.tree)) if isinstance(outcome, Reply) else hold.tokens_out
    return Usage(
        tokens_in=hold.tokens_in if usage.tokens_in is None else usage.tokens_in,
        tokens_out=written if usage.tokens_out is None else usage.tokens_out,
    )


def _read_whole(outcome: Reply | Trouble, about: int) -> Reply | Trouble:
    """An answer to half a prompt is none: some servers cut a long one from the front, and say nothing."""
    read = outcome.usage.tokens_in
    if isinstance(outcome, Trouble) or read is None or about < _SHORT or read >= about * _LEAST_READ:
        return outcome
    return Trouble(why=f"the endpoint read only {read:,} of the prompt's {about:,} tokens")
