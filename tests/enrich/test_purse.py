"""A stated number of requests is never exceeded, whoever asks and for what."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bot.enrich.purse import Purse
from bot.errors import BotError, NotPublished, SourceError
from bot.web.answer import Answer, Request
from bot.web.recording import Recording, recorder, saved

URL = "https://harbour.example.org/tides"
QUESTION = '{"ids": []}'


@pytest.fixture
def kept(tmp_path: Path) -> Recording:
    recording = recorder(tmp_path)
    for key in (URL, Request(url=URL, question=QUESTION.encode()).key):
        recording.keep(key, Answer(url=URL, body=b"[]"))
    recording.keep(f"{URL}/gone", Answer(url=f"{URL}/gone", body=b"x", status=404))
    return saved(tmp_path)


def test_every_kind_of_request_is_paid_for(kept: Recording) -> None:
    purse = Purse(kept, 4)
    purse.page(URL)
    purse.file(URL)
    purse.start(URL)
    purse.post(URL, QUESTION)

    assert 4 == purse.spent
    for ask in (purse.page, purse.file, purse.start):
        with pytest.raises(SourceError, match="the 4 requests that a run may make about its picks are spent"):
            ask(URL)
    assert 4 == purse.spent


def test_threads_together_spend_no_more(kept: Recording) -> None:
    purse = Purse(kept, 20)

    def ask(_: int) -> bool:
        try:
            return bool(purse.file(URL))
        except BotError:
            return False

    with ThreadPoolExecutor(8) as pool:
        assert 20 == sum(pool.map(ask, range(100)))
    assert 20 == purse.spent


def test_it_remembers_which_addresses_answered(kept: Recording) -> None:
    purse = Purse(kept, 9)
    purse.file(URL)
    with pytest.raises(NotPublished):
        purse.start(f"{URL}/gone")

    assert purse.has_answered(f"{URL}#page=3")
    assert not purse.has_answered(f"{URL}/gone")
