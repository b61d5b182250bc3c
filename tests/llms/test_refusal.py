"""What an endpoint's error means, and how long it wants to be left alone."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from bot.llms.openai import refusal


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7),
        ({"retry-after": " 0.25 "}, 0.25),
        ({"retry-after-ms": "1500", "retry-after": "2"}, 1.5),
        ({}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-5"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0),
        ({"retry-after-ms": "1e9"}, None),
    ],
)
def test_how_long_to_wait_is_read_as_servers_write_it(headers: dict[str, str], seconds: float | None) -> None:
    assert seconds == refusal.wait(headers)


def test_a_date_is_so_many_seconds_from_now() -> None:
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    assert 27 < (refusal.wait({"retry-after": soon}) or 0) <= 30


def test_who_wants_a_longer_pause_than_anyone_would_wait_is_not_asked_again() -> None:
    assert not refusal.read(503, "busy", {"retry-after": "61"}).again
    assert (True, 60) == ((trouble := refusal.read(503, "busy", {"retry-after": "60"})).again, trouble.wait)


def test_without_a_word_on_it_a_crowded_endpoint_gets_a_longer_pause() -> None:
    failed, crowded = refusal.read(500, "oh", {}), refusal.read(429, "oh", {})
    assert 0 < failed.wait < crowded.wait
    assert (False, True) == (failed.is_crowded, crowded.is_crowded)


@pytest.mark.parametrize(
    ("status", "text", "kind"),
    [
        (401, "Incorrect API key provided", "is_locked"),
        (403, "Country not supported", "is_locked"),
        (404, "The model `x` does not exist or you do not have access to it.", "is_missing"),
        (400, "model 'x' not found, try pulling it first", "is_missing"),
        (500, "oh", "again"),
        (400, "Unsupported value: 'response_format'", "complaint"),
        (422, "response_format.type: Input should be 'text' or 'json_object'", "complaint"),
    ],
)
def test_each_error_is_the_trouble_that_it_is(status: int, text: str, kind: str) -> None:
    assert getattr(refusal.read(status, text, {}), kind)


@pytest.mark.parametrize(
    "text",
    [
        "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens",
        "'max_tokens' is too large: 5000. This model's maximum context length is 4096 tokens",
        "the request exceeds the available context size (exceed_context_size_error), n_ctx 2048",
    ],
)
def test_a_prompt_that_is_too_long_is_no_matter_of_how_it_is_asked(text: str) -> None:
    trouble = refusal.read(400, text, {})
    assert ("the endpoint finds the prompt too long (400)", "", False) == (
        trouble.why,
        trouble.complaint,
        trouble.again,
    )
