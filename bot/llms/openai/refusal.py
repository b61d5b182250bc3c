"""What it means that a server answers with an error, and whether and when the same call is worth a second try."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from bot.llms.openai.reply import NOTHING, Trouble

LONGEST_WAIT = 60.0  # the longest Retry-After that is obeyed
PAUSE, CROWDED = 1.0, 5.0  # where none is given; the second where the endpoint is asked too often
_LONGEST = 2_000
_TOO_LONG = re.compile(r"context.{0,3}(?:length|size|window)|exceed_context|n_ctx|too long", re.I)
_NO_MODEL = re.compile(r"model\b.{0,80}(?:not found|not exist|not available|unknown)|(?:no such|unknown) model", re.I)
_NO_CREDIT = re.compile(r"insufficient_quota|billing|credit", re.I)


def read(status: int, text: str, headers: Mapping[str, str]) -> Trouble:
    """The trouble that an error is. `text` is what the server says of it."""
    text = text[:_LONGEST]
    if status in (401, 403):
        return Trouble(why=f"the endpoint refuses the key ({status})", usage=NOTHING, is_locked=True)
    if status == 402 or (status == 429 and _NO_CREDIT.search(text)):
        return Trouble(why=f"the account at the endpoint has nothing left to spend ({status})", usage=NOTHING)
    if status == 404 or (status in (400, 422) and _NO_MODEL.search(text)):
        return Trouble(why=f"the endpoint has no such model ({status})", usage=NOTHING, is_missing=True)
    if _TOO_LONG.search(text):
        return Trouble(why=f"the endpoint finds the prompt too long ({status})", usage=NOTHING)
    if status in (408, 409, 429) or status >= 500:
        return _later(status, text, headers)
    return Trouble(why=f"the endpoint refuses the request ({status})", usage=NOTHING, complaint=text)


def _later(status: int, text: str, headers: Mapping[str, str]) -> Trouble:
    asked = wait(headers)
    says = "the endpoint is asked too often" if status == 429 else "the endpoint failed"
    if asked is not None and asked > LONGEST_WAIT:
        why = f"{says} ({status}) and wants to be left alone for {asked:.0f} seconds"
        return Trouble(why=why, usage=NOTHING)
    is_crowded = status == 429
    pause = (CROWDED if is_crowded else PAUSE) if asked is None else asked
    # Some servers fail, rather than complain, over a form of answer that they do not know.
    why = f"{says} ({status})"
    return Trouble(why=why, usage=NOTHING, again=True, wait=pause, is_crowded=is_crowded, complaint=text)


def wait(headers: Mapping[str, str]) -> float | None:
    """The seconds that Retry-After asks for, given in seconds or as a date; some servers count milliseconds."""
    if re.fullmatch(r"\d{1,9}", headers.get("retry-after-ms", "")):
        return int(headers["retry-after-ms"]) / 1_000
    text = headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d{1,9}(\.\d{1,6})?", text):
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError):
        return None
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (aware - datetime.now(UTC)).total_seconds())
