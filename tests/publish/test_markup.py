"""Hostile Markdown comes out as text, honest Markdown as GitHub shows it."""

import re
from time import monotonic

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it.token import Token

from bot.publish import markup
from bot.publish.rules import Env, parser

MARKS = "*_`[]()<>!&#|~\\-+=:/.\"' \n\tabc1@"


LINES = (
    "", " ", "text", "Text two", "- a", "- **b:** c", "- *x* y", "- b - c", "  - nested", "   more", "* star", "1. one",
    "# h", "## h #", "### 1. Title", "#", "#no", "##  two", "> q", "```", "    code", "---", "===",
    "| a | b |", "|--|--|", "a | b", "[x]: http://a", "<div>", "<!-- c",
    "-->", "*emph* text", "**bold** text", "a\\", "a  ", "- a  ", "- ",
    "-a", "-  a", "\tt", "+ p", "\u3000wide", "a\u00a0", "\x0cff", "a\x0b", "0 digits", "## a\\#b", "  ind", "a\u2028b",
)  # fmt: skip


def shown(text: str) -> str:
    env: Env = {}
    return "\n".join(markup.whole(block, env) for block in markup.blocks(markup.visible(text), env))


def tags(html: str) -> list[str]:
    return re.findall(r"<[^>]*>", html)


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "a <script>alert(1)</script> b",
        "<img src=x onerror=alert(1)>",
        "<iframe src='https://a.example.org'></iframe>",
        "<style>*{display:none}</style>",
        "<svg onload=alert(1)>",
        "<a href='javascript:alert(1)'>x</a>",
        "<!-- --><script>alert(1)</script>",
        "<?php x ?>",
        "<![CDATA[ <b> ]]>",
        '<meta http-equiv="refresh" content="0">',
        "- item\n\n  <object data=x>\n",
        "> <embed src=x>",
        "| a |\n|---|\n| <b onclick=x>c</b> |",
    ],
)
def test_a_tag_is_text(text: str) -> None:
    allowed = re.compile(r"</?(?:p|ul|li|blockquote|table|thead|tbody|tr|th|td|div)(?: [^>]*)?>")
    assert [] == [tag for tag in tags(shown(text)) if not allowed.fullmatch(tag)]


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "java\tscript:alert(1)",
        "&#106;avascript:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "file:///etc/passwd",
        "mailto:a@b.example",
        "//evil.example",
        "/absolute",
        "https://good.example@evil.example/",
        "https://bücher.example/",
        "https://xn--bcher-kva.example/",
        "https://раураl.example/",
        "https://localhost/",
        "https://db.localhost/",
        "https://printer.local/",
        "http://0x7f.0.0.1/",
        "http://127.1/",
        "http://0177.0.0.1/",
        "https://a.example:99999999/",
        "http:evil.example",
        "../secret.json",
    ],
)
def test_a_link_elsewhere_than_to_a_plain_host_is_none(address: str) -> None:
    for text in (f"[x]({address})", f"[x](<{address}>)", f"<{address}>", f"[x][r]\n\n[r]: <{address}>"):
        assert "href" not in shown(text), text


def test_a_link_leaves_with_rel_and_nothing_else() -> None:
    expected = '<a href="https://a.example.org/x?a=1&amp;b=2" rel="external nofollow noopener noreferrer">x</a>'
    assert f"<p>{expected}</p>" == shown('[x](https://a.example.org/x?a=1&b=2 "title")')


def test_a_link_labelled_with_another_host_is_none() -> None:
    assert "href" not in shown("[https://good.example.org/](https://evil.example/)")
    assert "href" not in shown("[good.example.org](https://good.example.org.evil.example/)")
    assert "href" in shown("[example.org](https://talks.example.org/)")
    assert "href" in shown("[Node.js in production](https://talks.example.org/)")
    assert "href" in shown("[TCP//QUIC v1.0, as on https://example.org/x](https://talks.example.org/)")


@pytest.mark.parametrize(
    "label",
    [
        "see https://good.example.org/login",
        "<!-- -->https://good.example.org",
        "//good.example.org",
        "ftp://good.example.org",
        "good.example.org.",
        "“good.example.org”",
        "https://good.example.org@evil.example.net",
        "https://good.example.org/&#8203;",
        "**https://good**.example.org",
        "",
        "&#8203;",
        "<!-- good -->",
    ],
)
def test_nor_is_one_that_only_hides_the_host_in_its_label(label: str) -> None:
    assert "href" not in shown(f"[{label}](https://evil.example.net/)")


def test_a_bare_address_is_a_link_as_on_github() -> None:
    html = shown("See https://a.example.org/x_y_z, and (https://b.example.org).")
    assert ["https://a.example.org/x_y_z", "https://b.example.org"] == re.findall(r'href="([^"]*)"', html)
    assert "<code>https://a.example.org</code>" in shown("`https://a.example.org`")


def test_a_page_beside_it_is_linked_where_it_is_published() -> None:
    assert '<p><a href="../nsdi-2025/">before</a></p>' == shown("[before](nsdi-2025.md)")


def test_an_image_is_not_loaded() -> None:
    assert "<img" not in shown("![x](https://tracker.example.org/x.png)")


def test_a_comment_is_not_shown() -> None:
    assert "<p>a  b</p>" == shown("a <!-- note to self --> b")
    assert "" == shown("<!--\n\nnote\n\n-->")


def test_a_table_keeps_its_sides_without_a_style_and_code_no_name_of_a_language() -> None:
    assert '<td class="right">1</td>' in shown("| a |\n|--:|\n| 1 |")
    assert "<td></td>\n<th>a</th>" in shown("| | a |\n|---|---|\n| 1 | 2 |")
    assert "<pre><code>a\n</code></pre>" == shown('```x&#x202e;" onload=x\na\n```')


def test_what_nobody_sees_is_gone_even_where_an_entity_stands_for_it() -> None:
    assert "<p>abcdef</p>" == shown("a&#x202e;b&#8203;c&ZeroWidthSpace;d&lrm;e&#x61c;f")


def test_what_nobody_sees_is_gone() -> None:
    assert "<p>abcd</p>" == shown("a\u202eb\u200bc\u2066d")


def test_a_number_stays_with_its_unit() -> None:
    assert "<p>97\xa0% of 400\xa0Gbps in 30 modules</p>" == shown("97 % of 400 Gbps in 30 modules")


def test_headings_stand_below_the_one_above() -> None:
    env: Env = {}
    (block,) = markup.blocks("# Loud", env)
    assert "<h4>Loud</h4>" == markup.whole(block, env, above=3)


@given(st.one_of(st.text(MARKS, max_size=80), st.lists(st.sampled_from(LINES), max_size=9).map("\n".join)))
@example("## 1. a |\n---")
@settings(max_examples=300)
def test_the_quick_way_and_the_whole_way_agree(text: str) -> None:
    """Rules that are left out because a page has no mark of theirs would have found nothing, and what is read in one
    step is what the others read in many."""
    every = parser("quick")
    links: Env = {}
    others: Env = {}
    whole: list[Token] = []
    every.block.parse(text, every, links, whole)
    found = [token for block in markup.blocks(text, others) for token in block]
    assert [repr(token.copy(map=None)) for token in whole] == [repr(token.copy(map=None)) for token in found]
    assert links == others


@given(st.text(MARKS, max_size=60))
def test_no_text_opens_a_tag_of_its_own(text: str) -> None:
    known = re.compile(r"</?(?:p|a|em|strong|s|code|pre|ul|ol|li|h[1-6]|blockquote|hr|br|span|div|table|t\w+)\b[^<>]*>")
    assert [] == [tag for tag in tags(shown(text)) if not known.fullmatch(tag)]
    assert "javascript:" not in " ".join(tags(shown(text)))


def test_thousands_of_comments_without_an_end_are_shown_at_once() -> None:
    began = monotonic()
    assert "&lt;!--" in shown("<!-- a -->\n" + "<!-- " * 40_000)
    assert 5 > monotonic() - began
