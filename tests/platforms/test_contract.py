"""Every platform keeps the family's contract, on its own recordings."""

import re
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from bot import plugins, scrape
from bot.errors import Blocked, BotError, LayoutChanged, NotPublished
from bot.model import Program
from bot.page import Page
from bot.platforms import Example
from bot.text import folded
from tests.platforms import shelf, spoiled
from tests.platforms.repeated import repeated

RECORDINGS = Path(__file__).resolve().parent / "recordings"
PLATFORMS = [plugins.load("platforms", name) for name in plugins.names("platforms")]
EXAMPLES = [(platform, example) for platform in PLATFORMS for example in platform.EXAMPLES]
each_platform = pytest.mark.parametrize("platform", PLATFORMS, ids=lambda platform: name_of(platform))
each_example = pytest.mark.parametrize(
    ("platform", "example"), EXAMPLES, ids=lambda value: value.file if isinstance(value, Example) else name_of(value)
)
CHALLENGE = b"<!doctype html><title>Just a moment...</title><script>window._cf_chl_opt={}</script><body>Checking</body>"
ADDRESSES = (  # of programs that platforms know by their addresses, whatever the page shows
    "https://www.usenix.org/conference/nddi31/technical-sessions",
    "https://netdevconf.info/0x31/pages/schedule.html",
    "https://datatracker.ietf.org/meeting/931/agenda.json",
    "https://www.nvidia.com/gtc/session-catalog/",
    "https://neurips.cc/static/virtual/data/neurips-2031-orals-posters.json",
)
LOGIN = b"<!doctype html><title>Sign in</title><form><input name=user><input type=password name=secret></form>"


def name_of(platform: ModuleType) -> str:
    return platform.__name__.rpartition(".")[2]


def file_of(platform: ModuleType, example: Example) -> Path:
    return RECORDINGS / name_of(platform) / example.file


def read(body: bytes, name: str) -> Program:
    """The program of a saved page; what it continues on is not there."""
    return shelf.read(body, name)


@each_platform
def test_a_platform_says_what_it_is_and_has_an_example(platform: ModuleType) -> None:
    assert platform.__doc__
    assert isinstance(platform.URL, re.Pattern)
    assert platform.EXAMPLES


@each_platform
def test_the_addresses_of_any_url_are_web_addresses(platform: ModuleType) -> None:
    for url in ("https://talks.example.org/2026/schedule/", "https://example.org", "https://example.org/a?b=c#d"):
        assert all(address.startswith("https://") for address in platform.addresses(url))


@each_example
def test_an_example_reads_as_counted(platform: ModuleType, example: Example) -> None:
    program = read(file_of(platform, example).read_bytes(), example.file)
    assert name_of(platform) == program.platform
    assert (example.contributions, example.first) == (len(program.contributions), program.contributions[0].title)


@each_example
def test_only_its_own_platform_recognises_an_example(platform: ModuleType, example: Example) -> None:
    found = shelf.opened(file_of(platform, example).read_bytes(), example.file)
    claims = [name_of(other) for other in PLATFORMS if other.looks_like(found)]
    assert [name_of(platform)] == [name for name in claims if name not in scrape.GENERAL] or [
        name_of(platform)
    ] == claims


@each_example
def test_ids_are_unique_and_stable_and_text_is_clean(platform: ModuleType, example: Example) -> None:
    body = file_of(platform, example).read_bytes()
    rows = read(body, example.file).contributions
    ids = [row.id for row in rows]
    assert ids == [row.id for row in read(body, "renamed").contributions]
    assert [] == [id for id, times in Counter(ids).items() if times > 1]
    for row in rows:
        assert row.title == " ".join(row.title.split()) and not re.search(r"&(?:amp|nbsp|#\d+);|</?[bi]>", row.title)
        assert all(person.name.strip() for person in row.people)
        assert all(url.startswith(("http://", "https://")) for url in (*row.links.values(), row.url or "https://"))
        assert all(
            re.fullmatch(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d.*)?", moment or "2026-01-01")
            for moment in (row.starts, row.ends)
        )


@each_example
def test_half_an_example_is_a_failure_or_fewer_contributions_but_never_a_crash(
    platform: ModuleType, example: Example
) -> None:
    body = file_of(platform, example).read_bytes()
    for part in (body[: len(body) // 2], body[: len(body) * 9 // 10], body[len(body) // 2 :]):
        try:
            assert len(read(part, example.file).contributions) <= example.contributions
        except BotError as error:
            assert error.hint


@each_example
@pytest.mark.parametrize("spoil", spoiled.SPOILS, ids=lambda spoil: spoil.__name__)
def test_an_emptied_or_a_redesigned_page_is_a_failure_and_never_an_invented_program(
    platform: ModuleType, example: Example, spoil: Callable[[Page, bytes], bytes]
) -> None:
    """A redesign that leaves alone what a platform looks for changes nothing; addresses tell Netdev's titles."""
    body = file_of(platform, example).read_bytes()
    known = {folded(row.title) for row in read(body, example.file).contributions}
    try:
        rows = read(spoil(shelf.opened(body, example.file), body), example.file).contributions
        assert 0 < len(rows) <= example.contributions
        assert set() == {folded(row.title) for row in rows} - known
    except (LayoutChanged, NotPublished) as failure:
        assert failure.hint
        assert isinstance(failure, LayoutChanged) or spoil is spoiled.emptied


@each_platform
def test_a_login_or_a_challenge_at_any_of_its_addresses_is_blocked(platform: ModuleType) -> None:
    for address in (*platform.addresses("https://harbour.example/2031/program"), *ADDRESSES):
        for body in (LOGIN, CHALLENGE):
            with pytest.raises(Blocked):
                read(body, address)


@pytest.mark.parametrize("body", [b"", b"{}", b"[]", b"<html></html>", b"<?xml version='1.0'?><x/>", b"null", LOGIN])
def test_what_holds_no_program_is_never_an_empty_one(body: bytes) -> None:
    with pytest.raises(BotError):
        read(body, "saved.html")


@each_platform
def test_long_pages_are_read_in_no_time(platform: ModuleType) -> None:
    """`make bench` has the figures, all under half a second for 1,000; what grows with the square is far above this."""
    example = platform.EXAMPLES[0]
    short = shelf.opened(file_of(platform, example).read_bytes(), example.file)
    body = repeated(short, file_of(platform, example).read_bytes(), 500 // example.contributions)
    began = time.process_time()

    found = shelf.opened(body, example.file)

    assert platform.looks_like(found) and platform.scrape(found, shelf.EMPTY).contributions
    assert time.process_time() - began < 1.5
