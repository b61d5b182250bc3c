"""The page: its form, its marks, and that nothing foreign becomes more than text on it."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import frontmatter
import pytest
from markdown_it import MarkdownIt

from bot.model import Claim, Depth, Digest, Finding, Match, Person, Pick, Provenance, Theme, Tier
from bot.propose import reviewed
from bot.render import byline, page, render
from bot.seal import untouched
from bot.store import as_json
from tests.conftest import EDITION, contribution, program, writeup

Digests = Callable[..., Digest]
MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
HOSTILE = (
    "Ignore [this](javascript:alert(1)) <script>alert(1)</script> ![x](https://evil.example/p.png) @octocat fixes #12 "
    "<!-- hidden --> </details> | cell | `code` **bold** &lt;img&gt; ## heading"
)
QUEUES = contribution(
    "Tidal Queues",
    "We present a queue.",
    people=(Person(name="Ada Okafor", affiliation="Harbour U"), Person(name="Bo Tide", affiliation="Harbour U")),
    session="Queues",
    url="https://harbour.example.org/presentation/okafor",
    links={"pdf": "https://harbour.example.org/okafor.pdf", "page": "https://harbour.example.org/presentation/okafor"},
)
DOCKS = contribution("Dry Docks", session="Docks")


def headings(text: str) -> list[str]:
    tokens = MARKDOWN.parse(text.split("---\n", 2)[2])
    return [f"{token.tag} {tokens[at + 1].content}" for at, token in enumerate(tokens) if token.type == "heading_open"]


def test_a_page_has_its_sections_in_order_and_an_empty_tier_says_so(digest: Digests) -> None:
    text = page(digest(writeup(QUEUES), writeup(DOCKS, Tier.ADJACENT)))
    assert [
        "h2 Core", "h3 1. Tidal Queues", "h2 Adjacent", "h3 2. Dry Docks", "h2 Wildcard", "h2 Themes",
        "h2 About this digest",
    ] == headings(text)  # fmt: skip
    assert "## Wildcard\n\nNo pick in this tier." in text


def test_the_place_stands_where_the_program_names_one(digest: Digests) -> None:
    there = digest(writeup(QUEUES))
    text = page(replace(there, program=replace(there.program, place="Tideham <b>")))
    assert "Tideham <b>" == frontmatter.loads(text)["place"]
    assert "place" not in frontmatter.loads(page(there))


def test_what_ends_with_the_mark_of_its_depth(digest: Digests) -> None:
    text = page(digest(writeup(QUEUES), writeup(DOCKS), replace(writeup(QUEUES), depth=Depth.FULL_TEXT)))
    assert "- **What:** The authors present a queue. (from abstract only)\n" in text
    assert "- **What:** The authors present a queue. (from the title only)\n" in text
    assert "- **What:** The authors present a queue.\n" in text


def test_people_of_one_affiliation_stand_together_and_links_once(digest: Digests) -> None:
    text = page(digest(writeup(QUEUES)))
    assert "Ada Okafor and Bo Tide (Harbour U)  \nQueues · [page](https://harbour" in text
    assert 1 == text.count("(https://harbour.example.org/presentation/okafor)")


def test_a_long_list_of_people_says_how_many_more() -> None:
    assert byline([Person(name=f"P{number}") for number in range(11)]).endswith("P6 and P7 and 3 more")


def test_the_reasons_can_be_read_beside_each_pick(digest: Digests) -> None:
    assert "*Picked for RDMA and transport (queue).*" in page(digest(writeup(QUEUES)))


def test_front_matter_keeps_dates_and_numbers_as_they_are_written(digest: Digests) -> None:
    post = frontmatter.loads(page(digest(writeup(QUEUES), edition=replace(EDITION, name="Harbour: 1.10"))))
    assert ("Harbour: 1.10", "2026-03-12", 1) == (post["title"], post["starts"], post["picks"])


def test_every_file_is_sealed_and_the_same_digest_gives_the_same_bytes(digest: Digests) -> None:
    first = render(digest(writeup(QUEUES)), "prompt").files
    assert first == render(digest(writeup(QUEUES)), "prompt").files
    assert untouched(first["digests/harbour-2026.md"])
    assert untouched(first["digests/harbour-2026.json"])


def hostile_digest(digest: Digests, **fields: Any) -> Digest:
    person = Person(name=HOSTILE, affiliation=HOSTILE)
    foreign = contribution(
        HOSTILE, HOSTILE, id="x", people=(person,), session=HOSTILE, url="https://harbour.example.org/x"
    )
    pick = Pick(contribution=foreign, tier=Tier.CORE, matches=(Match(topic="t", terms=(HOSTILE,)),), reason=HOSTILE)
    written = replace(writeup(foreign, what=HOSTILE), pick=pick)
    found = program(
        foreign, name=HOSTILE, sources=(Provenance(url=f"saved`{HOSTILE}"),), url="https://harbour.example.org/"
    )
    return digest(
        written,
        program=found.outline,
        lead=(HOSTILE,),
        themes=(Theme(name=HOSTILE, text=HOSTILE, picks=("x",)),),
        near_misses=(pick,),
        findings=(Finding(text=HOSTILE, hint=HOSTILE),),
        edition=replace(EDITION, name=HOSTILE),
        **fields,
    )


@pytest.mark.parametrize("form", ["digest", "session-notes"])
def test_foreign_text_is_never_more_than_text_on_the_page(digest: Digests, form: str) -> None:
    foreign = hostile_digest(digest)
    text = page(replace(foreign, edition=replace(foreign.edition, form=form)))
    rendered = MARKDOWN.render(text.split("---\n", 2)[2])
    assert "<script" not in rendered and "<img" not in rendered and "<!--" not in rendered
    links = [t.attrs["href"] for block in MARKDOWN.parse(text) for t in block.children or () if t.type == "link_open"]
    assert {"https://harbour.example.org/x"} == set(links)


def test_foreign_text_cannot_mention_close_or_escape_its_cell_in_the_pull_request(digest: Digests) -> None:
    body = reviewed(hostile_digest(digest)).body
    rendered = MARKDOWN.render(body)
    assert "@octocat" not in body and "#12" not in body
    assert "<script" not in rendered and "<img" not in rendered
    assert 1 == body.count("</details>") - body.count("\\</details>") == body.count("<details>")
    rows = rendered.split("<tbody>")[1].split("</tbody>")[0]
    assert 5 == rows.count("<td")
    assert ['href="https://harbour.example.org/x"'] == re.findall(r"href=\S+?(?=>)", rows)


def test_session_notes_are_an_overview_and_bullets_by_session(digest: Digests) -> None:
    early = replace(writeup(DOCKS), pick=replace(writeup(DOCKS).pick, contribution=replace(DOCKS, starts="2026-03-12")))
    late = replace(
        writeup(QUEUES), pick=replace(writeup(QUEUES).pick, contribution=replace(QUEUES, starts="2026-03-13"))
    )
    text = page(digest(late, early, edition=replace(EDITION, form="session-notes")))
    assert ["h2 Overview", "h2 Docks", "h2 Queues", "h2 About this digest"] == headings(text)
    assert "- **1. Dry Docks**" in text and "(picks 1, 2)" in text
    assert "- **2. [Tidal Queues](https://harbour.example.org/presentation/okafor)** – Ada Okafor" in text
    assert "  - The authors present a queue. (from abstract only)" in text


def test_the_data_holds_what_each_sentence_rests_on(digest: Digests) -> None:
    tree = json.loads(as_json(digest(writeup(QUEUES))))
    pick = tree["picks"][0]
    assert "The authors present a queue." == pick["what"]
    assert "abstract" == pick["depth"]
    assert [{"sentence": "The authors present a queue.", "kind": "extract", "quotes": ["We present a queue."]}] == pick[
        "evidence"
    ]["what"]
    assert "judgement" == pick["evidence"]["why"][0]["kind"]
    assert "ab" * 32 == tree["sources"][0]["sha256"]


def test_the_reviewer_sees_what_was_missing_and_what_nearly_made_it(digest: Digests) -> None:
    near = Pick(contribution=DOCKS, tier=Tier.CORE, score=0.25, reason="one more on the same topic")
    body = reviewed(
        digest(writeup(QUEUES), findings=(Finding(text="2 papers have no abstract."),), near_misses=(near,))
    ).body
    assert "- 2 papers have no abstract." in body
    assert "| 1 | core | [Tidal Queues](https://harbour" in body and ") | RDMA and transport | abstract |" in body
    assert "| 0.250 | Dry Docks | one more on the same topic |" in body
    assert "the near misses are below" in body
    bare = reviewed(digest(writeup(QUEUES))).body
    assert "Nothing: every source was read whole." in bare
    assert "near misses" not in bare and "wildcards" not in bare  # nobody looks for what is not there


def test_a_title_in_the_reviewers_table_leads_to_its_source_and_stays_text(digest: Digests) -> None:
    odd = replace(QUEUES, title="A | B [c](d) for @ada", url="https://harbour.example/a|b")
    body = reviewed(digest(writeup(odd))).body
    assert "[A \\| B \\[c\\](d) for @\N{WORD JOINER}ada](https://harbour.example/a%7Cb)" in body
    assert (
        "| 1 | core | Here |"
        in reviewed(digest(writeup(replace(odd, title="Here", url="", links={"digest": "a.md"})))).body
    )


def test_a_part_may_hold_several_claims(digest: Digests) -> None:
    two = replace(writeup(QUEUES), how=(Claim(text="First."), Claim(text="Second.")))
    assert "- **How:** First. Second.\n" in page(digest(two))


def test_the_page_says_which_model_chose_and_wrote_and_what_is_extracts(digest: Digests) -> None:
    by_model = replace(writeup(QUEUES), writer="llm", model="large-1", extracts=("how", "where"))
    about = page(digest(by_model, writeup(DOCKS), writer="llm", picker="small-1")).partition("## About this digest")[2]
    assert "of `config.yml` by a model (small-1), from a ranking by the topics there." in about
    assert "- Written by a model (large-1), each sentence with what it rests on; as extracts: " in about
    assert "shortened: 1 how, 1 where, 2 whole." in about
    assert "no model" not in about


def test_the_page_says_that_no_model_was_asked(digest: Digests) -> None:
    about = page(digest(writeup(QUEUES))).partition("## About this digest")[2]
    assert "by the topics there; no model was asked." in about
    assert "- Written as extracts: the sources' own sentences, shortened." in about
