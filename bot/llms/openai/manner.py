"""The manner in which a server wants to be asked: servers differ in how they are told an answer's form and length.

Every server is first asked in the best manner; what it complains of decides the next one, once a run and model.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

FORMS = ("json schema", "json object by schema", "json object", "words")  # best first
FLOWS = ("counted stream", "stream", "whole")  # how an answer comes; nobody has to stream
_LIMITS = ("max_tokens", "max_completion_tokens")
_OF_FORM = re.compile(r"response_format|json_schema|json_object|schema|grammar|structured", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """`form` is one of FORMS, `flow` of FLOWS, `limit` the name of the field that limits an answer's length."""

    form: str = FORMS[0]
    flow: str = FLOWS[-1]
    limit: str = _LIMITS[0]

    def fields(self, schema: Mapping[str, Any], most_tokens: int) -> dict[str, Any]:
        """What a request says of the answer's form, flow and length."""
        form = {
            "json schema": {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": schema}},
            "json object by schema": {"type": "json_object", "schema": schema},
            "json object": {"type": "json_object"},
        }.get(self.form)
        counted = {"stream_options": {"include_usage": True}} if self.flow == FLOWS[0] else {}
        flow = {"stream": True, **counted} if self.flow != FLOWS[-1] else {}
        return {self.limit: most_tokens} | ({"response_format": form} if form else {}) | flow


def first(host: str, *, stream: bool = False) -> Manner:
    """Only OpenAI itself refuses the older name of the limit, and only its servers all know the newer one."""
    return Manner(limit=_LIMITS[host == "api.openai.com"], flow=FLOWS[0] if stream else FLOWS[-1])


def after(manner: Manner, complaint: str) -> Manner | None:
    """The next manner to try when a server complains; None where the complaint is of something else."""
    if re.search(rf"\b{manner.limit}\b", complaint):
        return replace(manner, limit=_LIMITS[manner.limit == _LIMITS[0]])
    if re.search(r"\bstream", complaint) and manner.flow != FLOWS[-1]:
        return replace(manner, flow=FLOWS[FLOWS.index(manner.flow) + 1])
    if _OF_FORM.search(complaint) and manner.form != FORMS[-1]:
        return replace(manner, form=FORMS[FORMS.index(manner.form) + 1])
    return None
