"""The manner in which a server wants to be asked: servers differ in how they are told an answer's form and length.

Every server is first asked in the best manner; what it complains of decides the next one, once a run and model.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

FORMS = ("json schema", "json object by schema", "json object", "words")  # best first
_LIMITS = ("max_tokens", "max_completion_tokens")
_OF_FORM = re.compile(r"response_format|json_schema|json_object|schema|grammar|structured", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """`form` is one of FORMS, `limit` the name of the field that limits an answer's length."""

    form: str = FORMS[0]
    limit: str = _LIMITS[0]

    def fields(self, schema: Mapping[str, Any], most_tokens: int) -> dict[str, Any]:
        """What a request says of the answer's form and length."""
        form = {
            "json schema": {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": schema}},
            "json object by schema": {"type": "json_object", "schema": schema},
            "json object": {"type": "json_object"},
        }.get(self.form)
        return {self.limit: most_tokens} | ({"response_format": form} if form else {})


def first(host: str) -> Manner:
    """Only OpenAI itself refuses the older name of the limit, and only its servers all know the newer one."""
    return Manner(limit=_LIMITS[host == "api.openai.com"])


def after(manner: Manner, complaint: str) -> Manner | None:
    """The next manner to try when a server complains; None where the complaint is of something else."""
    if re.search(rf"\b{manner.limit}\b", complaint):
        return replace(manner, limit=_LIMITS[manner.limit == _LIMITS[0]])
    if _OF_FORM.search(complaint) and manner.form != FORMS[-1]:
        return replace(manner, form=FORMS[FORMS.index(manner.form) + 1])
    return None
