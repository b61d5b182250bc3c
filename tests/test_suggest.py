"""Series from public lists: read as strangers' words, offered as blocks that config.yml takes."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from bot import discover
from bot.config import Config, parse
from bot.errors import SourceError
from bot.model import ConferenceKind, Provenance
from bot.page import Page, read
from bot.suggest import Suggestion, bare, block, suggest, templated
from bot.suggest.days import last_day
from bot.suggest.lists import TOPICS, Announced, addresses, announced, files, tree_of

SHIPPED = (Path(__file__).resolve().parent.parent / "config.yml").read_text()
TODAY = date(2031, 6, 1)

CCFDDL = """
- title: HARBOUR
  description: Symposium on Harbours
  sub: NW
  rank: {ccf: N}
  dblp: harbour
  confs:
    - {year: 2030, id: harbour30, link: 'https://harbour.example.org/2030/', date: 'May 4-6, 2030', place: Quay}
    - {year: 2031, id: harbour31, link: 'https://harbour.example.org/2031/', date: 'September 29 - October 2, 2031'}
- title: REEF
  sub: SC
  dblp: NO DBLP
  confs:
    - {year: 2032, link: 'https://reef.example.org/', date: TBD}
    - {year: 2031, link: 'https://reef.example.org/', date: 'August 11-13'}
"""
SECURITY = """
# Security
- name: Kelp (Lagoon)
  description: Symposium on Kelp
  year: 2031
  link: https://kelp31.example.org/
  dblp: https://dblp.org/db/conf/kelp/index.html
  deadline: ["%Y-05-31 23:59"]
  date: November 15-19
  tags: [SEC, CONF]
"""
LEARNING = """
- title: GULL
  year: 2031
  full_name: Conference on Gulls
  link: https://gull.example.org/Conferences/2031
  deadlines:
  - {type: paper, date: '2031-01-01 23:59:59'}
  date: whenever
  start: 2031-07-01
  end: 2031-07-05
  tags: [machine-learning]
"""
CONFS = """[
 {"name": "Dry Dock Days 2031", "url": "https://dock.example.org/2031",
  "startDate": "2031-06-20", "endDate": "2031-06-21"},
 {"name": "3rd Tide Meeting", "url": "https://tide.example.org", "startDate": "2031-09-01"}
]"""


def page(text: str, url: str = "https://lists.example.org/conferences/2031/devops.json") -> Page:
    return read(text.encode(), source=Provenance(url=url))


def first(text: str, **fields: Any) -> Announced:
    return announced(page(text, **fields))[0]


def nowhere(_: str) -> str:
    return ""


def offered(*texts: str, config: Config | None = None) -> tuple[Suggestion, ...]:
    editions = [each for text in texts for each in announced(page(text))]
    return suggest(editions, config.series if config else {}, TODAY, nowhere)


def with_blocks(*made: Suggestion) -> Config:
    return parse(f"{SHIPPED.rstrip()}\n" + "\n".join(map(block, made)) + "\n")


# ---- the lists


def test_each_list_is_read_in_its_own_shape() -> None:
    harbour = announced(page(CCFDDL))[1]
    assert ("HARBOUR", 2031, "2031-10-02", "ccfddl NW", "harbour") == (
        harbour.name, harbour.year, harbour.ends, harbour.field, harbour.dblp
    )  # fmt: skip
    kelp = first(SECURITY)
    assert ("Kelp (Lagoon)", "2031-11-19", "sec-deadlines", "kelp") == (kelp.name, kelp.ends, kelp.field, kelp.dblp)
    assert ("GULL", "2031-07-05", "ai-deadlines") == (first(LEARNING).name, first(LEARNING).ends, first(LEARNING).field)
    dock, tide = announced(page(CONFS))
    assert ("Dry Dock Days", 2031, "2031-06-21") == (dock.name, dock.year, dock.ends)
    assert "confs.tech devops" == dock.field == tide.field
    meeting = first(CONFS, url="https://lists.example.org/conferences/2031/networking.json")  # people, not packets
    assert not any(meeting.field in topic.fields for topic in TOPICS.values())
    assert ("Tide Meeting", "2031-09-01") == (tide.name, tide.ends)


@pytest.mark.parametrize("text", ["- 7\n- [a]\n- {title: X}\n", "a: b\n", "just words\n", '{"confs": []}', "[[], 3]"])
def test_a_page_that_is_no_list_tells_of_nothing(text: str) -> None:
    assert () == announced(page(text))


def test_what_a_list_calls_unknown_is_not_made_up() -> None:
    reef = announced(page(CCFDDL))[2]
    assert ("", "") == (reef.ends, reef.dblp)


@pytest.mark.parametrize(
    "text",
    [
        "- &a {title: X}\n- *a\n",
        "[" * 40 + "]" * 40,
        "- 'open\n",
        "- title: \x07\n",
        "a: " * 3 + "b\n",
        "- x\n" * 1_300_000,
        "- {a: b}\n" * 150_000,
    ],
    ids=["alias", "nests", "unclosed", "control", "broken", "long", "many"],
)
def test_a_hostile_yaml_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(SourceError) as error:
        tree_of(text, "the list")
    assert str(error.value).startswith("the list is")


def test_a_tag_makes_no_object() -> None:
    assert [["touch /tmp/x"]] == tree_of("- !!python/object/apply:os.system ['touch /tmp/x']\n", "the list")


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("javascript:alert(1)", ""),
        ("//dock.example.org", ""),
        ("file:///etc/passwd", ""),
        ("https://user:secret@dock.example.org/", ""),
        ("https://dock.example.org/{number.__class__}/", "https://dock.example.org/%7Bnumber.__class__%7D/"),
        ("https://dock.example.org/" + "x" * 400, ""),
        ("https://dock.example.org/a b#c", "https://dock.example.org/a%20b"),
    ],
)
def test_only_plain_web_addresses_come_in_and_no_slot_with_them(address: str, kept: str) -> None:
    made = announced(page(f"- {{name: Dock, year: 2031, link: '{address}', deadline: [], date: May 4}}"))
    assert ([kept] if kept else []) == [each.address for each in made]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("May 4-6, 2031", "2031-05-06"),
        ("Nov. 30 - Dec. 7, 2031", "2031-12-07"),
        ("April 28 - May 1, 2031", "2031-05-01"),
        ("24–28 March 2031", "2031-03-28"),
        ("January 31 - 4 February, 2031", "2031-02-04"),
        ("June 30-July 3", "2031-07-03"),
        ("Sept. 29th", "2031-09-29"),
        ("1st of August", "2031-08-01"),
        ("December 30, 2031 - January 2, 2032", "2032-01-02"),
        ("November 22-November 24, 2031", "2031-11-24"),
        ("May 4-6 and June 1-3", "2031-06-03"),
        ("2031-05-06", "2031-05-06"),
        ("May 2031 (exact dates TBD)", ""),
        ("TBA", ""),
        ("February 30", ""),
        ("", ""),
        ("12", ""),
    ],
)
def test_the_last_day_is_found_in_what_people_write(text: str, day: str) -> None:
    assert day == last_day(text, 2031)


def test_days_take_no_time_to_find_in_nonsense() -> None:
    assert "" == last_day("1 " * 100_000, 2031)


# ---- the series


def test_a_series_is_offered_with_its_next_edition_and_its_last_day() -> None:
    (made,) = offered(CCFDDL.partition("- title: REEF")[0])
    assert ("harbour", "HARBOUR {year}", ConferenceKind.ACADEMIC, "2031-10-02", "10-02") == (
        made.key, made.name, made.kind, made.next, made.ends
    )  # fmt: skip
    assert ("https://harbour.example.org/{year}/", "https://dblp.org/db/conf/harbour/harbour{year}.html") == made.urls


def test_an_edition_without_a_day_is_the_next_one_and_the_days_are_those_of_the_last() -> None:
    made = next(each for each in offered(CCFDDL) if each.key == "reef")
    assert ("2031-08-13", "08-13", ConferenceKind.SECURITY, True) == (made.next, made.ends, made.kind, made.is_checked)


def test_what_two_lists_have_is_offered_once() -> None:
    again = SECURITY.replace("Kelp (Lagoon)", "ACM Kelp")
    assert 1 == len(offered(SECURITY, again))


def test_what_is_over_and_what_has_no_day_is_not_offered() -> None:
    assert () == offered(CCFDDL.replace("203", "202"))
    assert () == offered("- {name: Dock, year: 2031, link: 'https://dock.example.org', deadline: [], date: TBA}")


@pytest.mark.parametrize(
    ("key", "name", "url"),
    [
        ("harbour", "Something Else {year}", "https://else.example.org/"),
        ("other", "ACM Harbour {year}", "https://else.example.org/"),
        ("other", "HARBOUR '{yy}", "https://else.example.org/"),
        ("other", "Something Else", "http://www.harbour.example.org/{year}/program/"),
    ],
)
def test_what_config_yml_has_is_not_offered_again(key: str, name: str, url: str) -> None:
    block = f'  {key}:\n    name: "{name}"\n    kind: academic\n    url: ["{url}"]\n    ends: ["05-01"]\n'
    config = parse(f"{SHIPPED.rstrip()}\n{block}")
    assert ["reef"] == [each.key for each in offered(CCFDDL, config=config)]


def test_another_series_on_the_same_site_is_not_known() -> None:
    block = (
        '  other:\n    name: Other\n    kind: academic\n    url: ["https://reef.example.org/x/"]\n    ends: ["05-01"]\n'
    )
    config = parse(f"{SHIPPED.rstrip()}\n{block}")
    assert "reef" in {each.key for each in offered(CCFDDL, config=config)}


def test_what_is_ahead_comes_before_what_was() -> None:
    past = "- {name: Ebb, year: 2031, link: 'https://ebb.example.org', deadline: [], date: March 4}"
    assert ["reef", "harbour", "ebb"] == [each.key for each in offered(past, CCFDDL)]


def test_names_are_the_same_whoever_publishes_them() -> None:
    assert bare("USENIX NSDI '{yy}") == bare("nsdi") == bare("ACM/USENIX NSDI (Boston)")
    assert "acm" == bare("ACM")


@pytest.mark.parametrize(
    ("before", "now", "template", "is_checked"),
    [
        ("https://a.example.org/2030/", "https://a.example.org/2031/", "https://a.example.org/{year}/", True),
        ("http://www.a30.example.org", "https://a31.example.org/", "https://a{yy}.example.org/", True),
        ("https://a30.example.org/2030", "https://a31.example.org/2031", "https://a{yy}.example.org/{year}", True),
        ("https://a.example.org/", "https://a.example.org/", "https://a.example.org/", True),
        ("https://b.example.org/", "https://a.example.org/2031/05/31", "https://a.example.org/{year}/05/31", False),
        ("https://a.example.org/30-31", "https://a.example.org/31-31", "https://a.example.org/{yy}-{yy}", False),
    ],
)
def test_slots_are_found_from_two_editions(before: str, now: str, template: str, is_checked: bool) -> None:
    editions = [
        Announced(name="A", year=year, address=address, field="ccfddl NW")
        for year, address in ((2030, before), (2031, now))
    ]
    assert (template, is_checked) == templated(editions)


# ---- the blocks


def test_the_blocks_are_valid_and_give_editions() -> None:
    config = with_blocks(*offered(CCFDDL, SECURITY, LEARNING, CONFS))
    edition = discover.edition("harbour-2033", config.series)
    assert ("HARBOUR 2033", "2033-10-02", "https://harbour.example.org/2033/") == (
        edition.name, edition.ends, edition.urls[0]
    )  # fmt: skip
    assert {"harbour", "reef", "kelp-lagoon", "gull", "dry-dock-days", "tide-meeting"} <= config.series.keys()


@pytest.mark.parametrize(
    "name",
    [
        'Dock"\n    kind: vendor\n#',
        "Dock: - & * ! | > ' % @ `",
        "Dock {number.__class__} {0}",
        "Dock \\u0022 \\",
        "##[set-output] ::add-mask::Dock",
        "Döck\u2028\u0085\u202e\x00\ufffe 𓂀",
        "no",
        "Dock " * 500,
        "../../Dock",
    ],
)
def test_a_hostile_name_stays_a_name(name: str) -> None:
    entry = {"name": name, "url": "https://dock.example.org", "startDate": "2031-07-01"}
    (edition,) = announced(page(json.dumps([entry])))
    (made,) = suggest([edition], {}, TODAY, nowhere)
    shown = block(made)
    assert 5 == len(shown.splitlines())
    assert "##[" not in shown
    series = with_blocks(made).series[made.key]
    assert (ConferenceKind.COMMUNITY, made.name) == (series.kind, series.name)
    assert discover.occurrence(made.key, series, "2031").name.endswith(" 2031")


def test_a_name_of_no_letters_is_not_offered() -> None:
    assert () == offered("- {name: '!!!', year: 2031, link: 'https://dock.example.org', deadline: [], date: July 4}")


def test_a_guess_is_called_one_and_the_platform_is_the_one_that_knows_the_address() -> None:
    (made,) = suggest(announced(page(SECURITY)), {}, TODAY, lambda address: "usenix" if "kelp31" in address else "")
    shown = block(made)
    assert "kind: security  # a guess, from sec-deadlines" in shown
    assert "platform: usenix" in shown
    assert "from one edition alone" in shown
    assert "from one edition alone" not in block(offered(CCFDDL)[0])


# ---- where the lists are


def test_a_topic_asks_few_addresses_and_only_those_of_the_lists() -> None:
    asked = {name: addresses(topic, 2031) for name, topic in TOPICS.items()}
    assert all(len(each) <= 8 for each in asked.values())
    assert ("https://ccfddl.com/conference/allconf.yml",) == asked["networking"] == asked["systems"][:1]
    assert [f"conferences/{year}/devops.json" for year in (2030, 2031, 2032)] == [
        address.partition("/HEAD/")[2] for address in asked["systems"][1:4]
    ]


def test_a_folder_of_a_list_leads_only_to_its_own_files() -> None:
    own = "https://raw.githubusercontent.com/huggingface/ai-deadlines/main/src/data/conferences/gull.yml"
    others = (
        "https://evil.example.org/huggingface/ai-deadlines/a.yml",
        f"{own}?x",
        own.replace("huggingface", "other"),
    )
    text = json.dumps([{"download_url": url} for url in (own, *others)] + [{}])
    folder = "https://api.github.com/repos/huggingface/ai-deadlines/contents/src/data/conferences"
    assert (own,) == files(page(text, url=folder))
    assert () == files(page(text))
