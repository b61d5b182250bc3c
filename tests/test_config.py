"""config.yml is read strictly, and its schema is current."""

import argparse
import json
import re
from pathlib import Path

import jsonschema
import pytest
import yaml

from bot import config, publishing
from bot.errors import ConfigError
from bot.model import Tier

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "config.yml").read_text()


def refused(text: str) -> ConfigError:
    with pytest.raises(ConfigError) as error:
        config.parse(text)
    return error.value


def test_the_shipped_file_holds_the_reader_and_the_twelve_series() -> None:
    shipped = config.load(ROOT / "config.yml")
    assert 8 <= len(shipped.reader.topics) <= 12
    assert all(11 <= len(topic.terms) <= 45 for topic in shipped.reader.topics)
    assert {"mlsys", "nsdi", "usenix-security", "srecon-americas", "sigcomm", "ietf", "kubecon-eu", "kubecon-na",
            "pytorch-conference", "gtc", "ofc", "netdev"} == set(shipped.series)  # fmt: skip
    assert {Tier.CORE, Tier.ADJACENT} == {topic.tier for topic in shipped.reader.topics}


@pytest.mark.parametrize(
    ("right", "wrong", "meant"),
    [("weight: 0.9", "wieght: 0.9", "weight"), ("page_megabytes", "page_megabyte", "page_megabytes"),
     ("series:", "serie:", "series"), ("    known: {number: 123", "    known: {numbr: 123", "number")],
)  # fmt: skip
def test_a_misspelt_key_names_the_nearest_right_one_and_its_line(right: str, wrong: str, meant: str) -> None:
    error = refused(TEXT.replace(right, wrong, 1))
    line = TEXT[: TEXT.index(right)].count("\n") + 1
    assert f"line {line}:" in str(error)
    assert f"did you mean {meant!r}?" == error.hint


def test_an_unknown_key_with_no_neighbour_lists_what_can_be_set() -> None:
    error = refused(TEXT.replace("writer: extractive", "zzz: 1\nwriter: extractive"))
    assert "there is no 'zzz'" in str(error)
    assert "here you can set: site, reader, series" in error.hint


def test_a_missing_key_and_a_wrong_value_are_told_with_their_place() -> None:
    assert "'series.ietf.kind' is missing" in str(refused(TEXT.replace("    kind: standards\n", "")))
    assert "'picks.total'" in str(refused(TEXT.replace("total: 15", "total: many")))
    assert "'many'" in refused(TEXT.replace("total: 15", "total: many")).hint


def test_a_writer_or_platform_that_is_not_there_is_told_with_its_line() -> None:
    for right, wrong, meant in (
        ("writer: extractive", "writer: extractiv", "extractive"),
        ("platform: sched", "platform: shed", "sched"),
    ):
        error = refused(TEXT.replace(right, wrong, 1))
        assert f"line {TEXT[: TEXT.index(right)].count(chr(10)) + 1}:" in str(error)
        assert f"did you mean {meant!r}?" == error.hint


@pytest.mark.parametrize("slot", ["{yaer}", "{}", "{year!r}", "{year:>99999999}", "{", "{number.denominator}"])
def test_a_slot_that_nothing_fills_is_told_with_its_line(slot: str) -> None:
    error = refused(TEXT.replace("mlsys.org/virtual/{year}", f"mlsys.org/virtual/{slot}", 1))
    line = TEXT[: TEXT.index("mlsys.org/virtual")].count("\n") + 1
    assert f"config.yml, line {line}: nothing fills " in str(error) and "{year}" in error.hint


@pytest.mark.parametrize(
    "url", ["https://[", "https://a℀b.example.org/", "https://b.example.org/\u202e", "javascript:1"]
)
def test_an_address_that_no_site_can_have_is_told_with_its_line(url: str) -> None:
    right = re.search(r"^  url: (\S+)", TEXT, re.M)
    assert right
    assert "config.yml, line " in str(refused(TEXT.replace(right[1], f'"{url}"', 1)))
    with pytest.raises(argparse.ArgumentTypeError, match="is no address"):
        publishing.address(url)


def test_a_key_that_is_set_twice_is_refused() -> None:
    assert "'writer' is set twice" in str(refused(TEXT + "\nwriter: extractive\n"))


def test_words_that_yaml_would_turn_into_something_else_stay_words() -> None:
    terms = config.parse(TEXT.replace("[RDMA^,", "[no, 1.10, 12:30, 0123, RDMA^,")).reader.topics[1].terms
    assert ("no", "1.10", "12:30", "0123") == terms[:4]


@pytest.mark.parametrize("text", ["", "just a sentence", "- a\n- list", "site: [", "\tsite: 1", "site: &a [*a]"])
def test_what_is_no_configuration_is_refused_in_one_sentence(text: str) -> None:
    error = refused(text)
    assert "\n" not in str(error)
    assert error.hint


def test_a_missing_file_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as error:
        config.load(tmp_path / "config.yml")
    assert "--config" in error.value.hint


def test_the_schema_in_the_repository_is_the_one_of_the_types() -> None:
    assert config.schema() == json.loads((ROOT / "bot" / "config.schema.json").read_text()), "run: make schema"


def test_the_shipped_file_and_the_demo_satisfy_the_schema() -> None:
    for name in ("config.yml", "tests/demo/config.yml"):
        jsonschema.validate(yaml.safe_load(_quoted_dates((ROOT / name).read_text())), config.schema())


def _quoted_dates(text: str) -> str:
    """JSON Schema knows no dates or hexadecimal numbers; editors' YAML servers read them as text and number."""
    return re.sub(r"(?<=number: )\w+|(?<=ends: )[\d-]+", r"'\g<0>'", text)


@pytest.mark.parametrize("text", [
    f"x: {'[' * 400}{']' * 400}\n", f"x: {'{a: ' * 800}1{'}' * 800}\n", f"x: {'[' * 200_000}\n",
    "? [a, b]\n: c\n", "? {a: b}\n: c\n", "site: {? [a]: b}\n", "<<: 1\n<<: [1]\n",
])  # fmt: skip
def test_what_nests_or_has_no_name_is_one_sentence_with_its_line(text: str) -> None:
    with pytest.raises(ConfigError, match=r"^config\.yml.*line \d"):
        config.parse(text)
