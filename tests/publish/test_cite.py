"""How a pick is cited: as the program gives it, whatever a person called it, and never as what nobody knows it is."""

import json
import re
from collections.abc import Callable

from bot.bibtex import entries
from bot.model import Digest, Person
from bot.publish.parse import article
from bot.render import page
from tests.conftest import contribution, writeup
from tests.publish.conftest import Build

OWN = """---
title: Harbour 2026
---

## Core

### {title}

{who}\\
[page](https://harbour.example.org/?a=1&b=2)

- **What:** It queues.
"""


def cited(title: str = "1. Tidal Queues", who: str = "Ada Okafor (Quay U); Bo Tide") -> tuple[str, str]:
    (entry,) = article("harbour-2026", OWN.format(title=title, who=who), None).entries
    return entry.citation, entry.bibtex


def test_a_title_that_a_person_changed_is_not_the_works(digest: Callable[..., Digest]) -> None:
    url = "https://harbour.example.org/1/"
    drafted = digest(writeup(contribution("Tidal Queues", "We present a queue.", url=url)))
    (entry,) = article("harbour-2026", page(drafted).replace("1. Tidal Queues", "1. Of Queues"), drafted).entries
    assert "Of Queues" == entry.title
    assert f"“Tidal Queues.” Harbour 2026. {url}" == entry.citation
    assert "title = {{Tidal Queues}}" in entry.bibtex


def test_what_a_person_added_has_its_address_and_is_no_paper_for_all_we_know() -> None:
    line, bib = cited()
    assert "Ada Okafor and Bo Tide. “Tidal Queues.” Harbour 2026. https://harbour.example.org/?a=1&b=2" == line
    assert bib.startswith("@misc{okafor-harbour-2026-tidal-queues,") and "note" not in bib
    assert "author = {Ada Okafor and Bo Tide}" in bib and "url = {https://harbour.example.org/?a=1&b=2}" in bib


def test_a_sentence_where_people_stand_names_none_and_a_number_of_more_people_is_no_name() -> None:
    assert "author" not in cited(who="This is for those with a harbour.")[1]
    assert "author = {Ada Okafor and Bo Tide and others}" in cited(who="Ada Okafor, Bo Tide and 6 more")[1]


def test_a_name_with_an_and_or_a_comma_is_one_name(digest: Callable[..., Digest]) -> None:
    people = (Person(name="Research and Development"), Person(name="Bo Tide, Jr."), Person(name="Łukasz Świątek"))
    drafted = digest(writeup(contribution("Tidal Queues", "We present a queue.", people=people)))
    (entry,) = article("harbour-2026", page(drafted), drafted).entries
    assert "author = {{Research and Development} and {Bo Tide, Jr.} and Łukasz Świątek}" in entry.bibtex


def test_every_entry_for_a_bibliography_has_a_key_of_its_own(written: Build) -> None:
    titles = ("Extensions for Alpha Routing", "Extensions for Beta Routing", "静かな港", "静かな海")
    site = written("## Core\n\n" + "\n\n".join(f"### {title}\n\nAda Okafor" for title in titles))
    tree = json.loads(site["harbour-2026/index.json"])
    found = [each["bibtex"] for section in tree["sections"] for each in section["entries"]]
    keys = [entry.key for bib in found for entry in entries(bib)]
    assert 4 == len(keys) == len(set(keys)) and all(re.fullmatch("[a-z0-9-]+", key) for key in keys)


def test_what_tex_takes_for_marks_is_text() -> None:
    (entry,) = entries(cited("Größe & 100% of {a_b} ~ $5 #1 ^2 \\\\ end")[1])
    assert entry.whole
    braces = r"\textbraceleft{}a\_b\textbraceright{}"
    rest = r"\textasciitilde{} \$5 \#1 \textasciicircum{}2 \textbackslash{} end"
    assert rf"{{Größe \& 100\% of {braces} {rest}}}" == entry.fields["title"]


def test_the_works_of_a_roundup_are_cited_where_they_are_from(digest: Callable[..., Digest]) -> None:
    text = OWN.replace("title: Harbour 2026", "title: Roundup\nform: roundup\nstarts: 2026-01-01\nends: 2026-06-30")
    links = {
        "[Quay \\& 2025](quay-2025.md#tidal-queues)": ("Quay & 2025", "okafor-quay-2025-tidal-queues", "2025"),
        "[Quay 7](quay-7.md#tidal-queues)": ("Quay 7, 2026", "okafor-quay-7-tidal-queues", "2026"),
        "[page](https://harbour.example.org/)": ("Roundup, 2026", "okafor-spring-2026-tidal-queues", "2026"),
    }
    for link, (name, key, year) in links.items():
        own = text.replace("[page](https://harbour.example.org/?a=1&b=2)", link)
        (entry,) = article("spring-2026", own.format(title="1. Tidal Queues", who="Ada Okafor"), None).entries
        assert f"“Tidal Queues.” {name}." in entry.citation
        assert f"{{{key}," in entry.bibtex and f"year = {{{year}}}" in entry.bibtex
