"""A page is read as people left it; nothing that stands there is lost, whatever its form."""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import accumulate
from random import Random
from time import monotonic

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import StoreError
from bot.model import Claim, Digest, Kind, Tier, WriteUp
from bot.publish import templates
from bot.publish.article import Article, SectionKind
from bot.publish.card import card
from bot.publish.cite import Venue, bibtex
from bot.publish.markup import plain
from bot.publish.parse import article
from bot.render import page
from tests import newsroom
from tests.conftest import EDITION, contribution, writeup

SITE = templates.Site(
    title="Digests",
    url="https://digests.example.org/",
    contact="https://a.example.org/",
    first_url="https://digests.example.org/",
)
Make = Callable[..., Digest]


def read(digest: Digest, text: str = "") -> Article:
    return article("harbour-2026", text or page(digest), digest)


@pytest.fixture
def two(digest: Make) -> Digest:
    abstract = "Queues form at high tide. We present a queue. It sheds load in 40 ms."
    queues = contribution("Tidal Queues", abstract, url="https://harbour.example.org/1/")
    wells = contribution("Silent Wells", abstract, url="https://harbour.example.org/2/")
    written = writeup(queues, what="The authors present a queue.")
    written = replace(
        written,
        why=(Claim(text="Queues form at high tide.", quotes=("Queues form at high tide.",)),),
        what=(Claim(text="The authors present a queue.", quotes=("We present a queue.",)),),
    )
    return digest(written, writeup(wells, Tier.WILDCARD))


def test_a_draft_is_read_whole(two: Digest) -> None:
    found = read(two)
    assert ["Core", "Adjacent", "Wildcard", "Themes", "About this digest"] == [each.title for each in found.sections]
    first, second = found.entries
    assert (1, "Tidal Queues", "core", "abstract") == (first.number, first.title, first.tier, first.depth)
    assert ["Why", "What", "How", "Where applicable"] == [part.label for part in first.blocks[1].parts]
    assert "The authors present a queue." == first.blocks[1].parts[1].html
    assert [False, False, True, True] == [part.silent for part in first.blocks[1].parts]
    assert (2, "wildcard") == (second.number, second.tier)
    assert (1, 2) == found.sections[3].themes[0].picks
    assert ("harbour", "2026", "2026-03-12") == (found.series, found.year, found.starts)
    assert "No pick in this tier." == plain(found.sections[1].body)


def test_the_very_words_that_a_sentence_rests_on_are_marked(two: Digest) -> None:
    (evidence,) = read(two).entries[0].evidence
    assert (
        "<mark><b>Why</b> Queues form at high tide.</mark> <mark><b>What</b> We present a queue.</mark> It sheds"
        in (evidence.html)
    )


def test_what_a_person_wrote_has_no_evidence_and_is_said_to_have_none(two: Digest) -> None:
    text = page(two).replace("- **What:** The authors present a queue.", "- **What:** I like this *queue*.", 1)
    first = read(two, text).entries[0]
    assert "I like this <em>queue</em>." == first.blocks[1].parts[1].html
    assert "<b>What</b>" not in first.evidence[0].html
    assert ("What",) == first.unsupported


def test_without_data_the_page_is_as_it_says(two: Digest) -> None:
    found = article("harbour-2026", page(two), None)
    assert [1, 2] == [entry.number for entry in found.entries]
    assert not any(entry.evidence or entry.unsupported or entry.topics for entry in found.entries)
    assert "https://harbour.example.org/1/" == found.entries[0].url


def test_a_permalink_stays_when_a_person_changes_the_title_or_the_order(two: Digest) -> None:
    text = page(two).replace("### 1. Tidal Queues", "### 7. Queues, and How They Tide", 1)
    assert read(two).entries[0].anchor == read(two, text).entries[0].anchor == "tidal-queues"
    assert "Queues, and How They Tide" == read(two, text).entries[0].title


def test_a_retitled_pick_is_known_by_its_sentences_or_by_any_of_its_links(two: Digest) -> None:
    first, second = two.writeups
    pdf = {"pdf": "https://harbour.example.org/1.pdf?a=1&b=2"}
    lone = replace(first, pick=replace(first.pick, contribution=replace(first.pick.contribution, url="", links={})))
    linked = replace(first, pick=replace(first.pick, contribution=replace(first.pick.contribution, url="", links=pdf)))
    for made, rest in ((lone, "Mine. Queues form at high tide."), (linked, "Mine.")):
        drafted = replace(two, writeups=(made, second))
        text = page(drafted).replace("### 1. Tidal Queues", "### 1. Mine", 1)
        text = text.replace("- **Why:** Queues form at high tide.", f"- **Why:** {rest}", 1)
        text = text.replace("The authors present a queue.", "All mine.", 1)
        mine = read(drafted, text).entries[0]
        assert ("tidal-queues", "Mine", ("Why", "What")) == (mine.anchor, mine.title, mine.unsupported)


def test_who_quotes_a_pick_that_stands_further_down_does_not_take_its_place(two: Digest) -> None:
    link = "[page](https://harbour.example.org/1/)"
    for form in ("digest", "session-notes"):
        drafted = replace(two, edition=replace(EDITION, form=form))
        own = f"## Mine\n\n### The best\n\n{link}\n\n- **What:** Queues form at high tide.\n\n"
        text = page(drafted).replace("## ", f"{own}## ", 1)
        best, *rest = article("harbour-2026", text, drafted).entries
        assert ("the-best", ["tidal-queues", "silent-wells"]) == (best.anchor, [each.anchor for each in rest])


def test_a_title_in_any_script_gives_a_place_that_its_number_does_not_change(two: Digest) -> None:
    text = page(two).replace("## Adjacent", "### 7. 静かな港\n\n## Adjacent", 1)
    anchors = [read(two, each).entries[1].anchor for each in (text, text.replace("### 7. ", "### "))]
    assert anchors[0] == anchors[1] and not anchors[0].startswith("pick-")


def test_what_a_person_writes_without_labels_takes_time_to_read_too() -> None:
    prose = "\n\n".join(("Ada", "word " * 1100))
    assert 5 == article("harbour-2026", f"## Core\n\n### 1. Tidal Queues\n\n{prose}\n", None).minutes


def test_an_entry_that_a_person_added_is_one(two: Digest) -> None:
    mine = "### 2. My Own\n\nMe\n\n- **Why:** Because.\n- **Wherefore:** Therefore.\n\nAnd *so*.\n\n```\n## none\n```\n"
    first, own, _ = read(two, page(two).replace("## Adjacent", f"{mine}\n## Adjacent")).entries
    assert ("my-own", 2, "core") == (own.anchor, own.number, own.tier)
    assert ["who", "parts", "prose", "prose"] == [block.kind for block in own.blocks]
    assert "<pre><code>## none\n</code></pre>" == own.blocks[3].html
    assert "tidal-queues" == first.anchor


def test_no_place_has_a_name_that_the_page_has_itself() -> None:
    text = "## Core\n\n### Main\n\n### Theme\n\n### Foo\n\n### Foo title\n"
    anchors = [entry.anchor for entry in article("harbour-2026", text, None).entries]
    assert ["main-2", "theme-2", "foo", "foo-title"] == anchors


def test_a_title_of_which_nothing_is_seen_is_called_so() -> None:
    text = "## &#8203;\n\n### 1. <!-- -->\n\n###\n\n## Themes\n\n- **&#8203;.** Both.\n"
    found = article("harbour-2026", text, None)
    assert ["Untitled", "Themes"] == [section.title for section in found.sections]
    assert ["Untitled", "Untitled"] == [entry.title for entry in found.entries]
    assert ["Untitled"] == [theme.name for theme in found.sections[1].themes]


def test_an_address_is_cited_as_it_is() -> None:
    text = "## Core\n\n### 1. Foo\n\nAda\\\n[page](https://a.example.org/?a=1&b=2)\n"
    (entry,) = article("harbour-2026", text, None).entries
    assert "https://a.example.org/?a=1&b=2" == entry.url
    assert "url = {https://a.example.org/?a=1&b=2}" in entry.bibtex


@given(st.text('{}\\"@,=ab %~\n', max_size=40))
def test_no_title_and_no_name_ends_its_field(text: str) -> None:
    made = bibtex("key", text, [text], Venue(key="harbour-2026", name=text, year="2026"), "", Kind.PAPER)
    depths = [*accumulate({"{": 1, "}": -1}.get(each, 0) for each in made)]  # a backslash is nothing to BibTeX
    assert 0 == depths[-1] < min(depths[made.index("{") : -1])


def test_a_note_keeps_what_stands_behind_its_title() -> None:
    text = "## Queues\n\n- **1. Foo** (a remark)\n- **2. Bar** – Ada\n- **3. Baz**, Bob\n- **4. **x** y** – Eve\n"
    entries = article("harbour-2026", text, None).entries
    assert ["<p>(a remark)</p>", "Ada", "<p>Bob</p>", "Eve"] == [entry.blocks[0].html for entry in entries]
    (section,) = article("harbour-2026", "## Queues\n\n- **1. Foo\n", None).sections
    assert "**1. Foo" in section.body


def test_two_entries_of_one_name_have_each_a_place(two: Digest) -> None:
    mine = "### Core\n\n### Core\n\n### 2\\. a\n"
    anchors = [entry.anchor for entry in read(two, page(two).replace("## Adjacent", f"{mine}\n## Adjacent")).entries]
    assert ["tidal-queues", "core-2", "core-3", "2-a", "silent-wells"] == anchors


def test_session_notes_are_read_too(two: Digest) -> None:
    notes = replace(two, edition=replace(EDITION, form="session-notes"))
    found = article("harbour-2026", page(notes), notes)
    assert [SectionKind.THEMES, SectionKind.OTHER, SectionKind.ABOUT] == [section.kind for section in found.sections]
    first = found.entries[0]
    assert (1, "Tidal Queues", "abstract", "core") == (first.number, first.title, first.depth, first.tier)
    assert ["notes"] == [block.kind for block in first.blocks]
    assert "<b>What</b> We present a queue." in first.evidence[0].html


def test_what_a_person_adds_to_a_list_of_notes_leaves_the_others_what_they_are(two: Digest) -> None:
    notes = replace(two, edition=replace(EDITION, form="session-notes"))
    text = page(notes)
    own = "- **Hallway** – Bo\n  - It was loud.\n- See also the keynote.\n"
    at = text.index("- **1. ")
    found = article("harbour-2026", f"{text[:at]}{own}{text[at:]}", notes)
    assert ["hallway", "tidal-queues", "silent-wells"] == [entry.anchor for entry in found.entries]
    assert [(), (), ()] == [entry.unsupported for entry in found.entries]
    assert ("Bo",) == found.entries[0].people
    assert "See also the keynote." == plain(found.sections[1].body)


def test_what_a_person_changes_in_a_note_is_said_to_be_theirs_and_stays(two: Digest) -> None:
    notes = replace(two, edition=replace(EDITION, form="session-notes"))
    text = page(notes).replace("  - Queues form at high tide.", "  - I liked it.", 1)
    first = article(
        "harbour-2026", text.replace("**1. [Tidal Queues](https://harbour.example.org/1/)**", "**1. Q** (!)"), notes
    )
    assert ("notes",) == first.entries[0].unsupported
    assert ("tidal-queues", "<p>(!)</p>") == (first.entries[0].anchor, first.entries[0].blocks[0].html)


def test_a_heading_of_the_first_rank_is_the_title_where_there_is_no_other() -> None:
    found = article("harbour-2026", "# My *Harbour*\n\nA lead.\n\n## Core\n", None)
    assert ("My Harbour", "<p>A lead.</p>", ["Core"]) == (
        found.title,
        found.lead,
        [each.title for each in found.sections],
    )
    other = article("harbour-2026", "---\ntitle: Harbour\n---\n# Another\n\nA lead.\n", None)
    assert ("Harbour", ["Another"]) == (other.title, [each.title for each in other.sections])


def test_a_page_without_front_matter_or_headings_is_still_a_page() -> None:
    found = article("harbour-2026", "Just *this*.", None)
    assert ("harbour-2026", "<p>Just <em>this</em>.</p>", ()) == (found.title, found.lead, found.sections)
    assert ("2026-01-01T00:00:00Z", "2026") == (found.published, found.year)
    assert "" == article("harbour-2026", "", None).lead


def test_a_long_text_is_cut_at_a_word_and_one_without_spaces_where_it_must() -> None:
    long = article("harbour-2026", f"{'ninety nine ' * 24}Hafenverwaltungsgesellschaft", None)
    assert long.summary.endswith(" ninety nine …")
    card_text = card(article("harbour-2026", f"## Core\n\n### 1. A\n\n- **What:** {'港' * 400}", None)).picks[0].text
    assert f"{'港' * 180} …" == card_text


def test_front_matter_may_say_more(two: Digest) -> None:
    more = "place: Oslo\npublished: 2026-04-01\nupdated: 2026-04-02T10:00:00Z\naliases: [port-2026, ../x, port]\n"
    text = page(two).replace("starts: ", f"{more}starts: ", 1)
    found = read(two, text)
    assert "Oslo" == found.place
    assert ("2026-04-01T00:00:00Z", "2026-04-02T10:00:00Z") == (found.published, found.updated)
    assert ("port-2026",) == found.aliases


@pytest.mark.parametrize(
    ("front", "amiss"),
    [
        ("aliases: port-2026", ()),
        ("aliases: [port-2026, quay]", ("aliases",)),
        ("starts: 2026-3-12\nends: 13 March", ("starts", "ends")),
        ("starts: 2026-03-12\nupdated:", ()),
        (f"aliases: {'a' * 300}-2026", ("aliases",)),  # no folder can be called so
        ("a: &a [b, b]\naliases: [*a, {c: d}]", ("aliases",)),
    ],
)
def test_a_field_of_the_front_matter_that_cannot_be_read_is_named(front: str, amiss: tuple[str, ...]) -> None:
    found = article("harbour-2026", f"---\n{front}\n---\n\nText.\n", None)
    assert amiss == tuple(name for name, _ in found.amiss)
    assert ("port-2026" in front) == (("port-2026",) == found.aliases)


def test_a_list_of_lists_of_lists_is_no_name_and_costs_no_time() -> None:
    grown = "\n".join(f"a{at}: &a{at} [{', '.join([f'*a{at - 1}'] * 9)}]" for at in range(1, 12))
    began = monotonic()
    found = article("harbour-2026", f"---\na0: &a0 [lol, lol]\n{grown}\naliases: [*a11, port-2026]\n---\n", None)
    assert ("port-2026",) == found.aliases
    assert 5 > monotonic() - began


@pytest.mark.parametrize("front", ["a: [", "a: b: c", "? - \t", "a: &x [*x, *x]\nb: \x07"])
def test_front_matter_that_is_not_valid_names_its_file(front: str) -> None:
    with pytest.raises(StoreError) as error:
        article("harbour-2026", f"---\n{front}\n---\n\nText.\n", None)
    assert "digests/harbour-2026.md" in str(error.value)


@pytest.mark.parametrize("front", ["just text", "- a\n- b", "title: [a]\nstarts: 12:30\naliases: x\nends: {a: b}", ""])
def test_front_matter_that_says_nothing_useful_is_left_aside(front: str) -> None:
    found = article("harbour-2026", f"---\n{front}\n---\n\nText.\n", None)
    assert ("harbour-2026", "<p>Text.</p>") == (found.title, found.lead)


@pytest.mark.parametrize("form", ["digest", "session-notes"])
@pytest.mark.parametrize("seed", range(20))
def test_every_word_that_people_type_is_published(seed: int, form: str) -> None:
    random = Random(seed)
    room = newsroom.opened(random, form)
    for _ in range(40):
        name = random.choice([*newsroom.PEOPLE])
        if name != "edit_front":
            newsroom.act(room, name, random.randint(0, 10**6), random.choice("abc"))
    text = room.files[newsroom.PAGE]
    typed = set(newsroom.TYPED.findall(re.sub(r"<!--.*?-->|^---.*?^---", "", text, flags=re.S | re.M)))
    found = article("harbour-2026", text, None)
    source = type("Source", (), {"prompt": ""})()
    numbers = {entry.number: entry for entry in found.entries}
    html = templates.page("digest.html", SITE, "x/", article=found, numbers=numbers, source=source, series="Harbour")
    assert set() == {word for word in typed if word not in html}


def test_a_page_is_read_in_time_that_grows_with_its_length() -> None:
    for text in (
        "[" * 20_000,
        "**a" * 8_000,
        "- " * 5_000,
        "> " * 5_000,
        "`" * 20_000,
        "| " * 10_000,
        "*Picked (" * 4_000,
        f"## Core\n\n### 1. a\n\nx{' ' * 200_000}y\n",
        f"## Themes\n\n- **a.** x{' ' * 200_000}y\n",
        f"## Themes\n\n- **a.** x{' (picks 1' * 20_000}y\n",
        f"## Core\n\n- **1. a**{' ' * 100_000}{' ** ' * 20_000}x\n",
        "## Core\n\n### 1. a" + "\u0301\u0316" * 100_000,
    ):
        began = monotonic()
        article("harbour-2026", text, None)
        assert 10 > monotonic() - began, text[:40]


@pytest.mark.parametrize("time", ['"><script>', "2026-99-99", "2026-13-01T99:99:99Z", "２０２６-01-01"])
def test_a_time_that_is_none_is_no_time_of_a_page(two: Digest, time: str) -> None:
    sources = tuple(replace(source, time=time) for source in two.program.sources)
    found = read(replace(two, program=replace(two.program, sources=sources)), "Just this.")
    assert ("2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z") == (found.published, found.updated)  # the edition's year


def test_a_write_up_that_overlaps_itself_is_marked_once(two: Digest) -> None:
    first: WriteUp = two.writeups[0]
    whole = Claim(text="The authors present a queue.", quotes=("We present a queue. It sheds load", "present a queue."))
    found = read(replace(two, writeups=(replace(first, what=(whole,)), *two.writeups[1:])))
    assert 2 == found.entries[0].evidence[0].html.count("<mark>")
