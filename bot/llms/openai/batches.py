"""An endpoint's batches: what is sent to be answered within a day, and what has come back, taken once for good.

Nothing is remembered but files, so a run may end or die at any moment. Each batch is written down before the endpoint
begins it: one that a killed run did not live to hear of is found again by its file, never sent and paid for twice.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.answers import Batch, Failure, Kept, Sent
from bot.budget import Budget
from bot.errors import NoAnswer
from bot.llms import Ask
from bot.llms.openai import line, refusal
from bot.llms.openai.endpoint import Endpoint, as_question
from bot.llms.openai.reply import STRANGE, Reply, Trouble, read
from bot.schema import fault

_ENDED: Mapping[object, str] = {
    "completed": "the endpoint left it out of its batch",
    "expired": "the endpoint did not get to it within a day",
    "failed": "the endpoint refused its batch",
    "cancelled": "its batch was cancelled",
}
_CROWDED = "token_limit_exceeded"  # more is on its way than the account may send: no fault of what was asked
_UNKNOWN = "the endpoint knows no more of its batch"


@dataclass(slots=True, kw_only=True)
class Batches:
    """All that was ever sent. `coming` are the keys that are still to be answered, `tries` counts the batches that each
    other key was in, and `failures` says why in vain, with what all of them took."""

    endpoint: Endpoint
    prices: Budget
    coming: set[str] = field(default_factory=set)
    tries: Counter[str] = field(default_factory=Counter)
    failures: dict[str, Failure] = field(default_factory=dict)

    def fetch(self) -> None:
        """Takes what has come back since."""
        for batch in sorted(self.endpoint.answers.batches(), key=lambda batch: not batch.is_done):
            now = batch if batch.is_done else self._fetched(batch)
            for key, failure in now.failures.items():
                self.failures[key] = self._more(key, failure)
            if now.is_done:
                self.tries.update(now.asks.keys())
            else:
                self.coming |= now.asks.keys()

    def send(self, name: str, asks: Mapping[str, Ask]) -> None:
        """Sends asks of one model. Raises NoAnswer where the endpoint takes no batch."""
        client, manner = self.endpoint.client, self.endpoint.manner(name)
        lines = (
            {
                "custom_id": key,
                "method": "POST",
                "url": "/v1/chat/completions",
                "body": line.body(as_question(ask, name, ask.most_tokens), manner),
            }
            for key, ask in asks.items()
        )
        file = self._taken(line.upload(client, "".join(f"{json.dumps(each)}\n" for each in lines).encode()))
        sent = {key: Sent(purpose=ask.purpose, about=ask.key, schema=ask.schema) for key, ask in asks.items()}
        batch = Batch(file=file, model=name, asks=sent)
        self.endpoint.answers.keep_batch(batch)
        begun = line.begin(client, file)
        if isinstance(begun, Trouble) and not begun.again:  # else it may have begun all the same
            self._given_up(batch)
        self.endpoint.answers.keep_batch(replace(batch, id=self._taken(begun)))
        self.coming |= asks.keys()

    def _taken(self, id_: str | Trouble) -> str:
        """The id of what the endpoint took."""
        host = self.endpoint.host
        if isinstance(id_, Trouble) and id_.is_missing:
            raise NoAnswer(f"{host} has no Batch API", hint="draft without --batch")
        if isinstance(id_, Trouble):
            raise NoAnswer(
                f"{host} took no batch: {id_.why}", hint="run the same command again later, or draft without --batch"
            )
        return id_

    # ---- what comes back

    def _fetched(self, batch: Batch) -> Batch:
        known = batch if batch.id else self._found(batch)
        state = line.batch(self.endpoint.client, known.id) if known.id else Trouble(why=STRANGE)
        if isinstance(state, Trouble):
            return self._lost(known) if state.is_missing else known
        if state.get("input_file_id", batch.file) != batch.file:
            return self._lost(known)
        if state.get("status") not in _ENDED:
            return known
        if not (results := self._results(state, known)) and _is_crowded(state):
            return self._given_up(known)
        return known if results is None else self._kept(known, results, _ENDED[state["status"]])

    def _found(self, batch: Batch) -> Batch:
        """A batch that a run did not live to hear of, if the endpoint has begun it."""
        begun = line.begun(self.endpoint.client, batch.file)
        if isinstance(begun, Trouble) and not begun.is_missing:
            return batch
        if isinstance(begun, Trouble):
            self.endpoint.listen(f"{self.endpoint.host} lists no batches: one that was cut short may be paid twice")
        if isinstance(begun, Trouble) or not begun:
            return self._given_up(batch)
        known = replace(batch, id=begun)
        self.endpoint.answers.keep_batch(known)
        return known

    def _results(self, state: Mapping[str, Any], batch: Batch) -> dict[str, Reply | Trouble] | None:
        """What a batch's files say of each ask; None while they cannot be had."""
        results: dict[str, Reply | Trouble] = {}
        for file in (state.get("output_file_id"), state.get("error_file_id")):
            if isinstance(file, str) and file:
                lines = line.content(self.endpoint.client, file)
                if isinstance(lines, Trouble):
                    return None
                results.update(_lines(lines, batch.asks))
        return results

    def _kept(self, batch: Batch, results: Mapping[str, Reply | Trouble], otherwise: str) -> Batch:
        """Keeps the answers, and says why the others are none. One that came at once meanwhile stays."""
        failures: dict[str, Failure] = {}
        for key, sent in batch.asks.items():
            outcome = results.get(key, Trouble(why=otherwise))
            tokens_in, tokens_out = outcome.usage.tokens_in or 0, outcome.usage.tokens_out or 0
            if isinstance(outcome, Trouble):
                failures[key] = Failure(why=outcome.why, tokens_in=tokens_in, tokens_out=tokens_out)
                continue
            if (there := self.endpoint.answers.find(key)) and there.tree and not fault(there.tree, sent.schema):
                continue
            whole = self._more(key, Failure(why="", tokens_in=tokens_in, tokens_out=tokens_out))
            is_known = None not in (outcome.usage.tokens_in, outcome.usage.tokens_out)
            kept = Kept(
                purpose=sent.purpose,
                about=sent.about,
                model=batch.model,
                tree=outcome.tree,
                tokens_in=whole.tokens_in,
                tokens_out=whole.tokens_out,
                money=self.prices.price(batch.model, whole.tokens_in, whole.tokens_out) if is_known else None,
            )
            self.endpoint.answers.keep(key, kept)
        return self._done(replace(batch, failures=failures))

    def _more(self, key: str, failure: Failure) -> Failure:
        """A failure with what the tries before it took."""
        before = self.failures.get(key, Failure(why=""))
        return Failure(
            why=failure.why,
            tokens_in=before.tokens_in + failure.tokens_in,
            tokens_out=before.tokens_out + failure.tokens_out,
        )

    def _lost(self, batch: Batch) -> Batch:
        return self._done(replace(batch, failures=dict.fromkeys(batch.asks, Failure(why=_UNKNOWN))))

    def _given_up(self, batch: Batch) -> Batch:
        """A batch that never was: its asks are as if they had not been sent."""
        return self._done(replace(batch, asks={}))

    def _done(self, batch: Batch) -> Batch:
        done = replace(batch, is_done=True)
        self.endpoint.answers.keep_batch(done)
        return done


def _lines(text: bytes, asks: Mapping[str, Sent]) -> Iterator[tuple[str, Reply | Trouble]]:
    """What a batch's file says of each ask; of lines that belong to none of them, nothing."""
    for each in text.splitlines():
        try:
            tree = json.loads(each)
            key, response = str(tree["custom_id"]), tree.get("response") or {}
            status, body = int(response.get("status_code", 0)), json.dumps(response.get("body")).encode()
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            continue
        if key not in asks:
            continue
        if status == 200:
            yield key, read(body, asks[key].schema)
        else:
            yield key, refusal.read(status, body.decode(), {}) if status else Trouble(why=STRANGE)


def _is_crowded(state: Mapping[str, Any]) -> bool:
    errors = state.get("errors")
    rows = errors.get("data") if isinstance(errors, Mapping) else None
    return isinstance(rows, list) and any(isinstance(row, Mapping) and row.get("code") == _CROWDED for row in rows)
