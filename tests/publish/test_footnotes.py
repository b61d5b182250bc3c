"""HTML becomes plain text that any mail program shows."""

import pytest

from bot.publish.footnotes import plain

A = "https://a.example/"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>One <b>bold</b>\n word.</p><p>Two.</p>", "One bold word.\n\nTwo.\n"),
        ("<h2>Core</h2><p>x</p>", "Core\n----\n\nx\n"),
        ("<ul><li>a</li><li>b</li></ul><p>c</p>", "- a\n- b\n\nc\n"),
        ("<ol><li>a</li><li><p>b</p><ul><li>c</li></ul></li></ol>", "1. a\n2. b\n   - c\n"),
        ("<blockquote><p>said</p></blockquote><p>x</p>", "> said\n\nx\n"),
        ("<pre><code>a  b\nc</code></pre>", "a  b\nc\n"),
        ("<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>", "a b\n\n1 2\n"),
        ("a<br>b", "a\nb\n"),
        ("<head><title>no</title></head><p>&lt;b&gt; &amp; 610&nbsp;µs</p>", "<b> & 610\xa0µs\n"),
        (f'<a href="{A}">x</a> <a href="{A}b">y</a> <a href="{A}">z</a>', f"x [1] y [2] z [1]\n\n[1] {A}\n[2] {A}b\n"),
        (f'<p><a href="{A}">{A}</a>.</p>', f"{A}.\n"),
        ('<p><a href="#x">here</a> <a>there</a></p>', "here there\n"),
        ("</li></ul></blockquote>x", "x\n"),
        ("", "\n"),
    ],
)  # fmt: skip
def test_it_reads_as(html: str, text: str) -> None:
    assert text == plain(html)


def test_lines_are_wrapped_at_72_and_items_hang() -> None:
    lines = plain(f"<ul><li>{'word ' * 40}</li></ul>").splitlines()
    assert max(map(len, lines)) <= 72
    assert {"- wor", "  wor"} == {line[:5] for line in lines}


def test_no_word_is_broken_however_long_or_deep() -> None:
    assert "x" * 100 in plain(f"<p>a {'x' * 100} b</p>")
    deep = plain(f"{'<ul><li>' * 60}{'word ' * 20}")
    assert 20 == deep.count("word")
