"""A person's edits to a digest, held against its sources line by line."""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.check import check, checked, require_whole, told
from bot.errors import BrokenDigest, StoreError
from bot.keep import keep
from bot.model import Claim, Digest, Outline, Person, Pick, Remark, Theme, Tier, Weight, WriteUp
from bot.render import render
from bot.seal import seal
from bot.store import as_json
from tests.conftest import EDITION, contribution, writeup

LIST = "digests/links.json"
PAGE, DATA, PROMPT = "digests/harbour-2026.md", "digests/harbour-2026.json", "prompts/harbour-2026.md"
ABSTRACT = (
    "We present Sluice, a queue for tidal basins. On 64 gates it cuts the median wait from 12 ms to 9 ms. "
    "The code is at https://git.example.org/sluice and runs in production."
)
QUEUES = contribution(
    "Tidal Queues",
    ABSTRACT,
    url="https://harbour.example.org/tidal",
    people=(Person(name="Ada Lindqvist", affiliation="Norrland University"), Person(name="Bo Achterberg")),
)
LOCKS = contribution("Canal Locks")
BUOYS = contribution("Night Buoys", "We light 40 buoys at night.")
CUTS = "On 64 gates it cuts the median wait from 12 ms to 9 ms."
CONFIG = """
site: {title: Digests, url: https://digests.example.org/, contact: https://digests.example.org/}
reader: {name: Pilot, summary: Steers 300 barges., topics: [{name: tides, weight: 1, tier: core, terms: [tide]}]}
series:
  harbour: {name: "Harbour {year}", kind: academic, url: ["https://harbour.example.org/{year}"], ends: ["03-14"]}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """A digest's files, and what a check says of them after a person's edits."""

    files: Mapping[str, str]

    def edited(self, *pairs: tuple[str, str], path: str = PAGE) -> "Desk":
        text = self.files[path]
        for old, new in pairs:
            assert 1 == text.count(old), old
            text = text.replace(old, new)
        return Desk(files={**self.files, path: text})

    def remarks(self, reader: str = "") -> tuple[Remark, ...]:
        return checked(self.files[PAGE], self.files.get(DATA, ""), "harbour-2026", reader)

    def only(self) -> Remark:
        (remark,) = self.remarks()
        return remark

    def line(self, words: str, path: str = PAGE) -> int:
        """Where words stand."""
        return self.files[path][: self.files[path].index(words)].count("\n") + 1


def queues() -> WriteUp:
    what = f"The authors present Sluice, a queue for tidal basins. {CUTS}"
    how = (Claim(text="The code is at https://git.example.org/sluice and runs in production."),)
    return replace(writeup(QUEUES, what=what), how=how)


@pytest.fixture
def draft(digest: Callable[..., Digest]) -> Callable[..., Desk]:
    def made(**fields: Any) -> Desk:
        missed = (Pick(contribution=BUOYS, tier=Tier.ADJACENT),)
        chosen = digest(queues(), writeup(LOCKS, what="It is about locks."), near_misses=missed, **fields)
        return Desk(files=keep(render(chosen, seal('---\nseal: ""\n---\n\nSay why.\n')), {}).files)

    return made


@pytest.fixture
def desk(draft: Callable[..., Desk]) -> Desk:
    return draft()


FITS = ("**Why:** Concerns RDMA and transport.\n- **What:** The", "**Why:** Fits 300 barges.\n- **What:** The")


# ---- sentences


def test_what_nobody_changed_is_not_said_again(desk: Desk) -> None:
    assert () == desk.remarks()


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("it cuts the median wait from 12 ms to 8 ms", "“8 ms”"),
        ("it cuts the median wait from 12 ms to 9 s", "“9 s” (it says “9 ms”)"),
        ("it cuts the median wait from 12 ms to 9 ms, as Grace Hoppington says", "“Grace Hoppington"),
        ("it cuts the median wait from 12 ms to 9 ms, “a triumph of modern engineering”", "triumph"),
    ],
)
def test_a_sentence_that_its_source_does_not_bear_out_is_warned_of_with_what_the_source_says(
    desk: Desk, said: str, wrong: str
) -> None:
    remark = desk.edited(("it cuts the median wait from 12 ms to 9 ms", said)).only()
    assert (PAGE, Weight.WARNING, desk.line("cuts the median")) == (remark.path, remark.weight, remark.line)
    assert wrong in remark.text
    assert "the source says: “On 64 gates it cuts the median wait from 12 ms to 9 ms.”" == remark.hint


def test_a_sentence_that_the_source_bears_out_is_let_pass(desk: Desk) -> None:
    assert () == desk.edited(("On 64 gates it cuts", "With 64 gates it cuts")).remarks()


def test_a_sentence_of_the_bots_in_another_field_is_not_said_again(desk: Desk) -> None:
    """Its source has lost meanwhile what the sentence rests on, so that anybody else's would be doubted."""
    moved = desk.edited((f" {CUTS}", ""), ("**How:** The code", f"**How:** {CUTS} The code"))
    data = desk.files[DATA].replace(f"{CUTS} The code", "The code")
    found = Desk(files={**moved.files, DATA: data}).remarks()
    assert ["A person changed this file, which holds the sources' words"] == [each.text for each in found]
    reworded = moved.edited(("wait from 12 ms", "delay from 12 ms"))
    assert 2 == len(Desk(files={**reworded.files, DATA: data}).remarks())


def test_the_remark_stands_at_the_very_line_of_a_field_that_has_several(desk: Desk) -> None:
    edited = desk.edited(("**How:** The code", "**How:** In 2019\n  it was new.\n  It ran on 77 gates. The code"))
    assert [edited.line("In 2019"), edited.line("77 gates")] == [remark.line for remark in edited.remarks()]


def test_a_bullet_and_a_paragraph_that_a_person_added_to_a_pick_are_held_against_its_source(desk: Desk) -> None:
    edited = desk.edited(
        ("- **How:** The code", "- **Note:** It has 65 gates.\n- **How:** The code"),
        ("### 2. Canal", "It saves 31 percent.\n\n### 2. Canal"),
    )
    assert [edited.line("65 gates"), edited.line("31 percent")] == [remark.line for remark in edited.remarks()]


def test_a_why_may_use_the_readers_words_and_a_how_may_not(desk: Desk) -> None:
    edited = desk.edited(FITS)
    assert () == edited.remarks("Steers 300 barges.")
    assert "300 barges" in edited.only().text
    how = desk.edited(("**How:** The code", "**How:** Fits 300 barges. The code"))
    assert "300 barges" in how.remarks("Steers 300 barges.")[0].text


def test_a_link_that_the_source_does_not_give_is_warned_of_though_its_host_is_known(desk: Desk) -> None:
    remark = desk.edited(("https://git.example.org/sluice", "https://git.example.org/other")).only()
    assert "link “https://git.example.org/other" in remark.text


def test_a_sentence_too_long_to_be_read_is_said_to_be_so(desk: Desk) -> None:
    assert "too long" in desk.edited(("**How:** The code", f"**How:** {'gates and ' * 1000} the code")).only().text


def test_a_contribution_without_a_text_gives_no_more_than_its_title(desk: Desk) -> None:
    remark = desk.edited(("It is about locks.", "It is about 17 locks.")).only()
    assert "the program gives nothing of it but its title" == remark.hint


def test_a_source_that_no_log_could_show_is_quoted_all_the_same(desk: Desk) -> None:
    data = desk.files[DATA].replace("it cuts the median wait", "it cuts\\u202e the median wait")
    found = Desk(files={**desk.edited(("to 9 ms", "to 8 ms")).files, DATA: data}).remarks()
    assert "the source says: “On 64 gates it cuts the median wait from 12 ms to 9 ms.”" == found[-1].hint


# ---- title, people, marks


def test_another_title_is_noted_with_the_programs(desk: Desk) -> None:
    remark = desk.edited(("### 1. Tidal Queues", "### 1. Tidal Queues, Revisited")).only()
    assert (Weight.NOTICE, "the program says: “Tidal Queues”") == (remark.weight, remark.hint)


@pytest.mark.parametrize("people", ["Ada Lindqvist and Bo Achterberg", "Ada Lindqvist (Norrland)", "Cy Dent"])
def test_other_people_are_noted_with_the_programs(desk: Desk, people: str) -> None:
    remark = desk.edited(("Ada Lindqvist (Norrland University); Bo Achterberg", people)).only()
    assert (Weight.NOTICE, desk.line("Ada Lind")) == (remark.weight, remark.line)
    assert "the program says: “Ada Lindqvist (Norrland University); Bo Achterberg”" == remark.hint


def test_people_of_a_contribution_that_has_none_are_noted_too(draft: Callable[..., Desk]) -> None:
    edited = draft().edited(("### 2. Canal Locks\n", "### 2. Canal Locks\n\nCy Dent\n"))
    assert edited.line("Cy Dent") == edited.only().line


def test_another_link_beside_the_same_people_is_no_other_people(desk: Desk) -> None:
    assert (
        ()
        == desk.edited(("[page](https://harbour.example.org/tidal)", "[talk](https://harbour.example.org/t)")).remarks()
    )


def test_a_mark_that_was_taken_out_is_warned_of(desk: Desk) -> None:
    remark = desk.edited((" (from abstract only)", "")).only()
    assert (Weight.WARNING, desk.line("(from abstract only)")) == (remark.weight, remark.line)
    assert "taken out" in remark.text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("**How:** The code", "**How:** (from abstract only) The code"),
        ("**How:** The code", "**How:** (from the title only) The code"),
        (" (from abstract only)", " (from abstract only) (from the title only)"),
        (" (from abstract only)", " (from abstract only) (from abstract only)"),
    ],
)
def test_a_mark_that_was_typed_by_hand_is_warned_of(desk: Desk, old: str, new: str) -> None:
    remark = desk.edited((old, new)).only()
    assert (Weight.WARNING, True) == (remark.weight, "typed by hand" in remark.text)


# ---- a person's own entries


def test_an_entry_without_a_source_is_noted(desk: Desk) -> None:
    edited = desk.edited(("### 2. Canal", "### 7. Lost Boats\n\n- **What:** It finds 99 boats.\n\n### 2. Canal"))
    remark = edited.only()
    assert (Weight.NOTICE, edited.line("### 7.")) == (remark.weight, remark.line)
    assert "There is no source that “Lost Boats” could be held against" == remark.text


def test_an_entry_about_what_was_nearly_picked_is_held_against_that(desk: Desk) -> None:
    edited = desk.edited(("### 2. Canal", "### 7. Night Buoys\n\n- **What:** It lights 41 buoys.\n\n### 2. Canal"))
    assert "the source says: “We light 40 buoys at night.”" == edited.only().hint


def test_an_entry_that_a_person_copied_is_held_against_the_same_source(desk: Desk) -> None:
    page = desk.files[PAGE]
    entry = page[page.index("### 1.") : page.index("*Picked for")].replace("### 1.", "### 7.")
    edited = desk.edited(
        ("## Adjacent\n", f"{entry.replace('9 ms', '8 ms').replace(' (from abstract only)', '')}## Adjacent\n")
    )
    assert (edited.line("8 ms"), True) == (edited.only().line, "“8 ms” (it says “9 ms”)" in edited.only().text)


# ---- session notes


def test_session_notes_are_held_against_their_sources_too(draft: Callable[..., Desk]) -> None:
    desk = draft(edition=replace(EDITION, form="session-notes"))
    edited = desk.edited(
        ("[Tidal Queues]", "[Tidal Cues]"),
        ("Bo Achterberg", "Bo Akterberg"),
        ("12 ms to 9 ms", "12 ms to 7 ms"),
    )
    assert () == desk.remarks()
    found = [(each.line, each.weight) for each in edited.remarks()]
    first = edited.line("Tidal Cues")
    assert [(first, Weight.NOTICE), (first, Weight.NOTICE), (edited.line("7 ms"), Weight.WARNING)] == found


# ---- what no reader should meet


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("<b>new</b>", "HTML, which the site shows as text: <b>"),
        ("<script>alert(1)</script>", "HTML"),
        ("![gate](https://harbour.example.org/gate.png)", "An image"),
        ("[here](javascript:alert(1))", "A link that begins with javascript:"),
        ("[here](&#106;avascript:alert(1))", "A link that begins with javascript:"),
        ("[here](data:text/html,x)", "A link that begins with data:"),
        ("[here](https://evil.example/a)", "A link to evil.example, which the program does not name"),
        ("[here](https://harbour.example.org@evil.example/)", "A link to evil.example"),
        ("[here](//evil.example/)", "A link to evil.example"),
        ("[here][1]\n\n[1]: https://evil.example/", "A link to evil.example"),
        ("<https://evil.example/>", "A link to evil.example"),
        ("https://evil.example/?q=1", "A link to evil.example"),
        ("www.evil.example", "A link to evil.example"),
        ("[here](https://[::1)", "A link to no host"),
        ("nice\u202egate", "Characters that nobody sees: U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("ni\u200bce", "U+200B ZERO WIDTH SPACE"),
        ("ni\U000e0041ce", "U+E0041 TAG LATIN CAPITAL LETTER A"),
        ("ni\u200dce", "U+200D ZERO WIDTH JOINER"),
        ("ni\x07ce", "U+0007"),
    ],
)
def test_what_a_reader_should_not_meet_is_warned_of_at_its_line(desk: Desk, typed: str, told: str) -> None:
    edited = desk.edited(("Two of the 9 papers of Harbour 2026.", f"Two of the 9 papers.\nMore: {typed}"))
    remark = edited.only()
    assert (Weight.WARNING, edited.line("More:")) == (remark.weight, remark.line)
    assert told in remark.text


@pytest.mark.parametrize(
    "typed",
    [
        "`<b>` and \\<b> and a < b",
        "<!-- who checks this? -->",
        "[the next one](nsdi-2026.md) and [below](#core)",
        "[talk](https://harbour.example.org/tidal) and https://git.example.org/sluice",
        "a family \U0001f468\u200d\U0001f469\u200d\U0001f467 of می\u200cخواهم",
    ],
)
def test_what_harms_nobody_is_let_pass(desk: Desk, typed: str) -> None:
    assert () == desk.edited(("Two of the 9 papers of Harbour 2026.", f"Two of them. {typed}")).remarks()


def test_a_page_with_other_line_ends_is_the_same_page(desk: Desk) -> None:
    edited = desk.edited(("12 ms to 9 ms", "12 ms to 8 ms"))
    windows = Desk(files={**edited.files, PAGE: edited.files[PAGE].replace("\n", "\r\n")})
    assert edited.remarks() == windows.remarks()


# ---- broken files


def test_the_data_of_a_digest_that_got_another_name_is_its_own(desk: Desk) -> None:
    page = desk.files[PAGE].replace(
        "edition: harbour-2026", "edition: port-2026\naliases: [quay-2026, harbour-2026]", 1
    )
    assert () == checked(page, desk.files[DATA], "port-2026")
    (remark,) = checked(page.replace(", harbour-2026", ""), desk.files[DATA], "port-2026")
    assert "aliases: [harbour-2026]" in remark.hint


def test_a_field_of_the_front_matter_that_no_page_can_show_is_told_and_blocks_nothing(desk: Desk) -> None:
    edited = desk.edited(("title: ", "aliases: quay\ntitle: "))
    assert [(2, Weight.WARNING)] == [(each.line, each.weight) for each in edited.remarks() if "aliases" in each.text]


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ("title: Harbour 2026", "titel: Harbour 2026", 1, "has no title"),
        ("title: Harbour 2026", "title:", 2, "has no title"),
        ("edition: harbour-2026\n", "", 1, "has no edition"),
        (
            "edition: harbour-2026",
            "edition: quay-2026",
            3,
            "edition “quay-2026”, and the file is called harbour-2026.md",
        ),
        ("title: Harbour 2026", "title: [Harbour 2026", 3, "is not valid YAML"),
        ("title: Harbour 2026", "title: Harbour: 2026", 2, "is not valid YAML"),
        ("title: Harbour 2026", f"title: {'[' * 5000}", 2, "is not valid YAML"),
        ("---\ntitle", "title", 1, "has no front matter"),
        ("### 2. Canal", "### 1. Canal", 0, "Number 1 stands here and in line"),
        ("## Core", "<<<<<<< HEAD\n## Core\n=======\n## Heart\n>>>>>>> x", 0, "A conflict marker"),
    ],
)
def test_a_page_that_is_broken_fails_with_its_line_and_how_to_mend_it(
    desk: Desk, old: str, new: str, line: int, told: str
) -> None:
    edited = desk.edited((old, new))
    remark = next(each for each in edited.remarks() if each.weight is Weight.FAILURE)
    assert told in remark.text and remark.hint
    assert (line or edited.line(new)) == remark.line
    with pytest.raises(BrokenDigest, match=rf"^{PAGE}, line {remark.line}: ") as error:
        require_whole(edited.remarks())
    assert (13, remark.hint) == (error.value.exit_code, error.value.hint)


@pytest.mark.parametrize(
    ("data", "line", "told"),
    [
        ("", 1, "There is no digests/harbour-2026.json"),
        ("[" * 100_000, 1, "is not as the bot writes it"),
        ("{}", 1, "is not as the bot writes it"),
        ('{\n "edition": "x"\n "name": "y"\n}', 3, "is not as the bot writes it"),
        ("{\n<<<<<<< HEAD\n}", 2, "A conflict marker"),
    ],
)
def test_data_that_cannot_be_read_fails_and_none_at_all_is_noted(desk: Desk, data: str, line: int, told: str) -> None:
    remark = Desk(files={**desk.files, DATA: data}).only()
    assert (line, Weight.FAILURE if data else Weight.NOTICE) == (remark.line, remark.weight)
    assert told in remark.text


def test_data_of_another_edition_fails(desk: Desk, digest: Callable[..., Digest]) -> None:
    other = as_json(digest(queues(), edition=replace(EDITION, key="quay-2026")))
    assert "the data of “quay-2026”, not of “harbour-2026”" in Desk(files={**desk.files, DATA: other}).only().text


def test_data_that_a_person_changed_is_warned_of_since_all_else_is_held_against_it(desk: Desk) -> None:
    remark = desk.edited(("We light 40 buoys", "We light 41 buoys"), path=DATA).only()
    assert (DATA, 1, Weight.WARNING) == (remark.path, remark.line, remark.weight)


def test_a_file_that_is_too_large_is_not_read(desk: Desk) -> None:
    assert "too large" in Desk(files={**desk.files, PAGE: "x" * 1_000_001}).only().text


# ---- a change's files


def read(files: Mapping[str, str]) -> Callable[[str], str | None]:
    return files.get


def test_only_the_bots_own_files_are_looked_at_and_each_edition_once(desk: Desk) -> None:
    asked: list[str] = []

    def noted(path: str) -> str | None:
        asked.append(path)
        return desk.edited(("12 ms to 9 ms", "12 ms to 8 ms")).files.get(path)

    paths = (PAGE, DATA, "digests/../config.yml", "digests/README.md", "bot/check.py", "/etc/passwd", "digests/x/y.md")
    assert 1 == len(check(paths, noted))
    assert ["config.yml", PAGE, DATA, PROMPT] == asked


def test_a_digest_that_was_deleted_has_nothing_to_say(desk: Desk) -> None:
    assert () == check((PAGE, DATA), read({}))
    assert () == check(("prompts/digest.md",), read({"prompts/digest.md": "{reader}"}))


def test_the_readers_words_come_from_the_configuration(desk: Desk) -> None:
    edited = desk.edited(FITS)
    assert () == check((PAGE,), read({**edited.files, "config.yml": CONFIG}))
    assert 1 == len(check((PAGE,), read(edited.files)))


def test_a_configuration_that_is_broken_fails_at_its_line_if_it_was_changed(desk: Desk) -> None:
    files = {**desk.files, "config.yml": CONFIG.replace("reader:", "raeder:")}
    (remark,) = check(("config.yml", PAGE), read(files))
    assert ("config.yml", 3, Weight.FAILURE) == (remark.path, remark.line, remark.weight)
    assert "There is no 'raeder'" in remark.text and "did you mean 'reader'?" == remark.hint
    assert () == check((PAGE,), read(files))


@pytest.mark.parametrize("text", ["a: [", "[" * 100_000, "<<<<<<< HEAD\n", "", "&a [*a]"])
def test_a_configuration_that_is_none_fails(text: str) -> None:
    assert [Weight.FAILURE] == [remark.weight for remark in check(("config.yml",), read({"config.yml": text}))]


def test_a_prompt_is_looked_through_for_what_nobody_sees_and_for_conflicts(desk: Desk) -> None:
    edited = desk.edited(("Say why.", "Say why.\nIgnore\u200ball\n<<<<<<< HEAD"), path=PROMPT)
    found = {(each.path, each.line, each.weight) for each in check((PROMPT,), read(edited.files))}
    assert {(PROMPT, 6, Weight.WARNING), (PROMPT, 7, Weight.FAILURE)} == found


def test_a_file_that_is_no_text_is_broken(desk: Desk) -> None:
    def unreadable(path: str) -> str | None:
        if path == DATA:
            raise StoreError(f"{path} is not a UTF-8 text file", hint="take it back")
        return desk.files.get(path)

    assert [(DATA, 1, "take it back")] == [(each.path, each.line, each.hint) for each in check((PAGE,), unreadable)]


# ---- in words


def remark(weight: Weight, text: str = "A gate is open", hint: str = "close it") -> Remark:
    return Remark(path=PAGE, line=4, weight=weight, text=text, hint=hint)


def test_remarks_are_counted_by_weight() -> None:
    several = (remark(Weight.NOTICE), remark(Weight.WARNING), remark(Weight.WARNING), remark(Weight.FAILURE))
    assert "1 failure, 2 warnings and 1 notice" == told.title(several)
    assert "Nothing to remark" == told.title(())


def test_a_summary_tells_the_gravest_first_and_how_many_more_there_are() -> None:
    text = told.summary((*[remark(Weight.NOTICE)] * 150, remark(Weight.FAILURE, "@ada|<b>")))
    first = next(line for line in text.splitlines() if PAGE in line)
    assert f"| `{PAGE}` | 4 | **broken** | @\N{WORD JOINER}ada\\|\\<b>. (close it) |" == first
    assert text.endswith("… and 51 more.\n")


# ---- whatever people do


SNIPPETS = (
    *(
        "",
        "\n",
        "\n\n",
        "---\n",
        "### 1. ",
        "## Core\n",
        "- **What:** ",
        "<!--",
        "](",
        "[x](",
        "`",
        "```\n",
        "\r",
        "\t",
    ),
    *("<<<<<<< ", "&#0;", "\\", "  - ", "**", "(from abstract only)", "1" * 400, "\x0b", "\u2028", "![", "<b", "🛶"),
    *("http://[", "\u202e", "\ufeff"),
)
TYPED = st.sampled_from(SNIPPETS)


@settings(max_examples=150)
@given(st.lists(st.tuples(st.floats(0, 1), TYPED | st.text(max_size=20), st.integers(0, 80)), min_size=1, max_size=6))
def test_whatever_a_person_types_a_remark_stands_in_a_line_that_is_there(edits: list[tuple[float, str, int]]) -> None:
    page = FILES[PAGE]
    for place, typed, gone in edits:
        at = int(place * len(page))
        page = page[:at] + typed + page[at + gone :]
    for each in checked(page, FILES[DATA], "harbour-2026"):
        assert 1 <= each.line <= page.count("\n") + 1
        assert each.text and each.text.isprintable() and each.hint.isprintable()


def files() -> Mapping[str, str]:
    outline = Outline(platform="x", url="https://harbour.example.org/", starts="", ends="", kinds={}, sources=())
    drafted = Digest(
        edition=EDITION,
        program=outline,
        lead=("Two of them.",),
        writeups=(queues(), writeup(LOCKS)),
        themes=(Theme(name="Tides", text="Both.", picks=("tidal-queues",)),),
        near_misses=(),
        findings=(),
        reader="Pilot",
        writer="extractive",
    )
    return keep(render(drafted, "Say why."), {}).files


FILES = files()


@pytest.mark.parametrize("typed", ["<b> www.evil.example 77 gates. ", "### 9. x\n\n", "[", "`", "*a ", "> ", "- a\n"])
def test_a_huge_page_takes_seconds(desk: Desk, typed: str) -> None:
    edited = desk.edited(("### 2. Canal", f"{typed * (30_000 // len(typed))}\n\n### 2. Canal"))
    start = time.process_time()
    edited.remarks()
    assert time.process_time() - start < 8


def test_data_with_numbers_that_are_none_is_unreadable_and_no_crash(desk: Desk) -> None:
    tree = json.loads(desk.files[DATA])
    tree["picks"][0]["score"] = []
    assert Weight.FAILURE is Desk(files={**desk.files, DATA: json.dumps(tree)}).only().weight


def test_a_list_of_lost_links_that_nobody_could_read_blocks_and_a_sound_one_says_nothing() -> None:
    sound = '{"links": [{"url": "https://a.example.org/", "digests": ["a-2026"], "why": "", "archive": "",'
    sound += ' "since": "2026-11-30", "seen": "2026-11-30"}]}'
    broken = ("<<<<<<< mine", sound.replace("https:", "javascript:"), sound.replace("2026-11-30", "today"), "[")
    for text in broken:
        (remark,) = check((LIST,), read({LIST: text}))
        assert (LIST, 1, Weight.FAILURE) == (remark.path, remark.line, remark.weight)
        assert "take the file back" in remark.hint
    assert () == check((LIST,), read({LIST: sound}))
    assert () == check((LIST,), read({}))
    assert () == check((PAGE,), read({LIST: "["}))
