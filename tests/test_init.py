"""A fresh copy becomes somebody's own: config.yml says the answers, and every other byte of it is as it was."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from bot import init
from bot.config import load, parse
from bot.errors import ConfigError
from bot.init import Answers
from bot.init.answers import clean, said
from bot.seal import seal

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = (ROOT / "config.yml").read_text()
WHOLE = Answers(
    title="Harbour digests",
    url="https://harbour.github.io/digests/",
    contact="https://github.com/harbour/digests",
    reader="Harbour master",
    summary="Decides which ships may enter, and wants to know what keeps them afloat: pumps, tides and queues.",
    topics=("tidal queues: tide^, queue, flood gate", "pumps: bilge pump^, 101, valve: brass"),
    series=("nsdi", "ietf"),
)
MINE = init.rewritten(SHIPPED, WHOLE)
Ask = Callable[[str, str], str]


def refused(act: Callable[[], object]) -> ConfigError:
    with pytest.raises(ConfigError) as error:
        act()
    assert error.value.hint
    return error.value


def answering(*answers: str) -> tuple[Ask, list[str]]:
    """Somebody at a terminal, who only presses Enter at a ""; more questions than answers fail the test."""
    left, asked = list(answers), list[str]()

    def ask(question: str, usual: str) -> str:
        asked.append(question)
        return left.pop(0) or usual

    return ask, asked


# Writing


def test_config_yml_says_what_was_answered() -> None:
    assert WHOLE == said(parse(MINE))


def test_all_that_was_not_answered_stays_byte_for_byte() -> None:
    url = init.rewritten(SHIPPED, Answers(url="https://harbour.example.net/"))
    assert SHIPPED.replace("https://example.org/digests/\n", "https://harbour.example.net/\n") == url
    series = init.rewritten(SHIPPED, Answers(series=tuple(key for key in parse(SHIPPED).series if key != "netdev")))
    assert SHIPPED[: SHIPPED.index("  netdev:")] == series
    assert SHIPPED == init.rewritten(SHIPPED, Answers()) == init.rewritten(SHIPPED, said(parse(SHIPPED)))


def test_every_comment_and_every_other_setting_survives() -> None:
    comments = [line for line in SHIPPED.split("\n") if line.lstrip().startswith("#")]
    assert comments == [line for line in MINE.split("\n") if line.lstrip().startswith("#")]
    behind = "# named to every site that is read"
    was, now = (next(line for line in text.split("\n") if behind in line) for text in (SHIPPED, MINE))
    assert was.index(behind) == now.index(behind)
    before, after = parse(SHIPPED), parse(MINE)
    assert (before.picks, before.limits, before.writer) == (after.picks, after.limits, after.writer)
    assert before.reader.avoid == after.reader.avoid
    assert before.series["ietf"] == after.series["ietf"]


def test_a_second_time_changes_nothing() -> None:
    assert MINE == init.rewritten(MINE, WHOLE)
    assert () == init.difference(MINE, init.rewritten(MINE, WHOLE))


def test_what_would_be_written_is_shown_as_a_difference() -> None:
    shown = init.difference(SHIPPED, init.rewritten(SHIPPED, Answers(title="Harbour digests")))
    assert ["-  title: Conference digests", "+  title: Harbour digests"] == [
        line for line in shown if line.startswith(("-  ", "+  "))
    ]


def test_windows_line_ends_stay() -> None:
    assert MINE.replace("\n", "\r\n") == init.rewritten(SHIPPED.replace("\n", "\r\n"), WHOLE)


LINE = st.text(max_size=200)


@given(title=LINE, reader=LINE, summary=st.text(max_size=800), term=LINE, topic=LINE)
def test_whatever_is_typed_is_read_back_or_refused_and_never_breaks_the_file(
    title: str, reader: str, summary: str, term: str, topic: str
) -> None:
    topics = (f"{topic}: {term}", "tides: tide")
    answers = Answers(title=title, reader=reader, summary=summary, topics=topics)
    try:
        text = init.rewritten(SHIPPED, answers)
    except ConfigError as error:
        assert not clean(term).strip(" ,") or not clean(topic).strip() or not clean(summary) or ":" in topic, error
        return
    config = parse(text)
    assert (clean(title) or "Conference digests") == config.site.title
    assert (clean(reader) or "Networking product manager") == config.reader.name
    assert "tides" == config.reader.topics[1].name
    yaml.safe_load(text)


@given(words=st.lists(st.sampled_from(("no", "- x", "a: b", "#", "'", '"', "\\", "|", ">", "%", "@", "*a", "&a", "!t", "[", "{")), min_size=1))  # fmt: skip # noqa: E501
def test_words_that_mean_something_in_yaml_stay_words(words: list[str]) -> None:
    text = " ".join(words)
    config = parse(init.rewritten(SHIPPED, Answers(title=text, reader=text, summary=text * 9, topics=(f"t: {text}",))))
    assert (clean(text), clean(text)) == (config.site.title, config.reader.name)
    assert clean(text * 9) == clean(config.reader.summary)
    assert (clean(text),) == config.reader.topics[0].terms


# Refusing


def test_a_wrong_answer_is_told_as_config_yml_would_tell_it() -> None:
    assert "'site.url'" in str(refused(lambda: init.rewritten(SHIPPED, Answers(url="harbour"))))
    many = tuple(f"topic {number}: word" for number in range(31))
    assert "'reader.topics'" in str(refused(lambda: init.rewritten(SHIPPED, replace(WHOLE, topics=many))))
    wrong = refused(lambda: init.rewritten(SHIPPED, Answers(series=("nsid",))))
    assert ("config.yml has no series 'nsid'", "did you mean 'nsdi'?") == (str(wrong), wrong.hint)


@pytest.mark.parametrize("topic", ["tides", "tides:", ": tide", "tides: , ,", ""])
def test_a_topic_without_a_name_or_a_word_is_none(topic: str) -> None:
    answers = replace(WHOLE, topics=(topic,))
    assert "name: word" in refused(lambda: init.rewritten(SHIPPED, answers)).hint


def test_another_reader_does_not_keep_the_shipped_readers_topics() -> None:
    for answers in (Answers(reader="Harbour master"), replace(WHOLE, topics=()), replace(WHOLE, summary="")):
        assert "--summary and --topic" in refused(lambda answers=answers: init.rewritten(SHIPPED, answers)).hint


def test_somebodys_own_configuration_is_changed_only_when_they_say_so() -> None:
    init.protect(WHOLE, parse(SHIPPED))
    init.protect(WHOLE, parse(MINE))
    init.protect(Answers(), parse(MINE))
    error = refused(lambda: init.protect(Answers(title="Another", series=("ietf",)), parse(MINE)))
    assert "site.title and series" in str(error)
    assert "--overwrite" in error.hint


@pytest.mark.parametrize(
    "text",
    [
        SHIPPED.replace("site:\n  title: Conference digests\n", "site: {title: Conference digests}\n", 1),
        SHIPPED.replace("  topics:\n    - name", "  topics: [] #\n    - name", 1),
        "writer: extractive\n",
        "",
    ],
)
def test_what_is_no_configuration_is_not_made_worse(text: str) -> None:
    refused(lambda: init.rewritten(text, WHOLE))


def test_a_file_that_is_laid_out_in_another_way_is_left_to_its_owner() -> None:
    flow = "site: {title: A, url: 'https://example.org/', contact: 'https://example.org/'}\n"
    text = flow + SHIPPED[SHIPPED.index("# How many") :]
    assert "site.title" in str(refused(lambda: init.rewritten(text, Answers(title="Harbour digests"))))
    deep = SHIPPED.replace("site:\n  title: Conference digests", "site:\n      title: Conference digests", 1)
    deep = deep.replace("\n  url: https://example.org", "\n      url: https://example.org", 1)
    deep = deep.replace("\n  contact:", "\n      contact:", 1)
    assert "by hand" in refused(lambda: init.rewritten(deep, Answers(title="Harbour digests"))).hint


# Addresses


def test_a_fresh_copy_takes_the_addresses_that_github_has_for_it() -> None:
    found = init.with_addresses(Answers(title="T"), parse(SHIPPED), "Harbour/Digests")
    assert (
        Answers(title="T", url="https://harbour.github.io/digests/", contact="https://github.com/Harbour/Digests")
        == found
    )
    home = init.with_addresses(Answers(), parse(SHIPPED), "harbour/harbour.github.io")
    assert "https://harbour.github.io/" == home.url
    given = init.with_addresses(Answers(url="https://a.example.net"), parse(SHIPPED), "harbour/digests")
    assert "https://a.example.net" == given.url


def test_a_fresh_copy_does_not_stay_at_example_org() -> None:
    for answers in (Answers(), Answers(url="https://a.example.net")):
        assert "--repository" in refused(lambda answers=answers: init.with_addresses(answers, parse(SHIPPED), "")).hint
    assert Answers() == init.with_addresses(Answers(), parse(MINE), "")


# Asking


def test_enter_keeps_what_is_there_and_asks_little() -> None:
    ask, asked = answering("", "", "", "", "")
    found = init.interview(Answers(), parse(SHIPPED), "harbour/digests", ask)
    now = said(parse(SHIPPED))
    own = {"url": "https://harbour.github.io/digests/", "contact": "https://github.com/harbour/digests"}
    assert replace(now, summary="", topics=(), **own) == found
    assert 5 == len(asked)
    assert all(f"{key} " in asked[-1] for key in now.series)


def test_another_reader_is_asked_about() -> None:
    ask, asked = answering(
        "Harbour digests", "https://a.example.net", "https://b.example.net", "Harbour master", "", "Minds the harbour.",
        "", "tides", "tides: tide^, ebb", "pumps: pump", "", "nsid", "nsdi, ietf",
    )  # fmt: skip
    found = init.interview(Answers(), parse(SHIPPED), "", ask)
    assert ("Harbour master", "Minds the harbour.") == (found.reader, found.summary)
    assert (("tides: tide^, ebb", "pumps: pump"), ("nsdi", "ietf")) == (found.topics, found.series)
    assert "“tides” is no topic" in asked[8]
    assert "did you mean 'nsdi'?" in asked[-1]
    assert found == replace(said(parse(init.rewritten(SHIPPED, found))))


def test_what_flags_gave_is_not_asked() -> None:
    ask, asked = answering()
    assert WHOLE == init.interview(WHOLE, parse(SHIPPED), "", ask)
    assert [] == asked


def test_a_fresh_copy_without_a_known_repository_needs_its_addresses() -> None:
    ask, asked = answering("", "", "https://a.example.net", "", "https://b.example.net", "", "")
    found = init.interview(Answers(), parse(SHIPPED), "", ask)
    assert ("https://a.example.net", "https://b.example.net") == (found.url, found.contact)
    assert 7 == len(asked)


# What goes, and what is left


def demo(address: str = "https://talks.example.org/fernweh-2026/") -> dict[str, str]:
    data = f'{{\n "seal": "",\n "edition": "fernweh-2026",\n "program": {{"url": "{address}"}}\n}}\n'
    page, prompt = '---\ntitle: F\nseal: ""\n---\n\nThe page.\n', '---\nseal: ""\n---\n\nAsked.\n'
    paths = ("digests/fernweh-2026.json", "digests/fernweh-2026.md", "prompts/fernweh-2026.md")
    return {path: seal(text) for path, text in zip(paths, (data, page, prompt), strict=True)}


def test_the_shipped_demos_digest_goes() -> None:
    files = {"prompts/digest.md": "The editors' words.\n", "digests/.gitkeep": "", **demo()}
    assert tuple(demo()) == init.examples(files)


@pytest.mark.parametrize("path", list(demo()))
def test_a_demo_that_somebody_changed_stays_whole(path: str) -> None:
    files = demo()
    files[path] = files[path].replace("F", "G").replace("page", "site").replace("Asked", "Told").replace("fernweh", "x")
    assert () == init.examples(files)


@pytest.mark.parametrize(
    "address",
    ["https://conferences.sigcomm.org/2026/", "https://example.evil.org/", "https://myexample.org/", "", "example.org"],
)
def test_a_digest_of_a_conference_that_may_exist_stays(address: str) -> None:
    assert () == init.examples(demo(address))


@pytest.mark.parametrize("text", ["", "[]", "{", '{"program": 1}', '{"program": {}}', "null"])
def test_what_is_no_digest_stays(text: str) -> None:
    assert () == init.examples({"digests/fernweh-2026.json": text})


def test_three_settings_are_left_each_with_its_page() -> None:
    site = "https://github.com/harbour/digests"
    assert [f"{site}/settings/actions", f"{site}/settings/pages", f"{site}/settings/environments"] == [
        place.address for _, place in init.left(site)
    ]
    assert all(why and place.click for why, place in init.left(site))


def test_the_shipped_file_can_be_made_ones_own_series_by_series() -> None:
    for key in load(ROOT / "config.yml").series:
        assert (key,) == tuple(parse(init.rewritten(SHIPPED, Answers(series=(key,)))).series)
