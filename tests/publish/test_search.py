"""The index holds every word of every pick, in files that are small."""

import json
from pathlib import Path

from pydantic_core import from_json, to_json

from bot.publish import search
from bot.publish.card import card
from bot.publish.parse import article


def looked_up(site: Path, year: str, word: str) -> dict[tuple[str, int], int]:
    """As search.js does: the file that may hold a word, then its documents as digest and place, with weights."""
    folder = site / "search"
    table = json.loads((folder / f"{year}.json").read_text())
    files = [at for at, first in enumerate(table["words"]) if first <= word]
    found = json.loads((folder / f"{year}-{files[-1]}.json").read_text()).get(word, []) if files else []
    return {place(table, number // 16): number % 16 for number in found}


def place(table: dict[str, list[list[object]]], document: int) -> tuple[str, int]:
    for key, _, count in table["digests"]:
        if document < int(str(count)):
            return str(key), document
        document -= int(str(count))
    raise AssertionError("a document that is no digest's")


def test_a_title_a_person_a_topic_and_a_term_lead_to_the_pick(site: Path) -> None:
    for word in ("purpose", "thorngaard", "rdma", "oxbowline", "wielgorski"):
        assert ("example-2026", 1) in looked_up(site, "2026", word), word
    assert {} == looked_up(site, "2026", "zzz")


def test_a_word_of_the_title_weighs_more_than_one_of_the_text(site: Path) -> None:
    found = looked_up(site, "2026", "optic")
    assert found["example-2026", 4] > found["example-2026", 0] > 0


def test_every_pick_of_a_large_site_is_found_by_its_first_word(large: Path) -> None:
    for path in large.glob("*-2025/card.json"):
        card = json.loads(path.read_text())
        for at, pick in enumerate(card["picks"], 1):
            assert (card["key"], at) in looked_up(large, "2025", search.words(pick["title"])[0])


def test_what_a_roundup_has_from_a_digest_is_found_there_alone() -> None:
    there = "### 1. Tidal Queues\n\nAda\\\n[Quay 2025](quay-2025.md#tidal-queues)\n\n- **What:** It queues.\n"
    own = "### 2. Silent Wells\n\nBo\n\n- **What:** It wells.\n"
    page = article("spring-2026", f"---\nform: roundup\n---\n\nA spring.\n\n## Queues\n\n{there}\n{own}", None)
    head, from_there, mine = search.documents(card(page), from_json(to_json(page)))
    assert ("A spring.", {}, "Silent Wells") == (head["text"].strip(), from_there, mine["title"])


def test_the_files_stay_small(large: Path) -> None:
    sizes = [path.stat().st_size for path in (large / "search").glob("*-*.json")]
    assert max(sizes) < 40_000
    assert sum(sizes) / len(sizes) < 16_000


def test_words_are_looked_up_without_accents_case_and_plural() -> None:
    expected = ["wielgorski", "kiracoglu", "soren", "ebpf", "switch", "class", "gbp", "64", "日本語"]
    assert ["soren", "ebpf", "4k", "x86", "64"] == search.words("Soren's-eBPF\n(4K),x86_64".replace("'s", ""))
    assert ["हनद", "தமழ"] == search.words("हिन्दी தமிழ்")  # as search.js takes off every mark of a letter
    assert expected == search.words("Wielgórski, Kıraçoğlu, SØREN: eBPF, the SWITCHs of class Gbps 64 日本語")
