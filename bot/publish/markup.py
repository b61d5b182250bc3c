"""Markdown as HTML that can do no harm.

A page is cut into blocks first, and a line is only taken apart when it holds a mark: most of them hold none.
"""

import re
from collections.abc import Iterator, Sequence
from html import unescape

from markdown_it.token import Token

from bot.publish.rules import Env, linked, parser, ready, shown
from bot.text import visible as seen

Block = tuple[Token, ...]
"""A block of a page: its opening token, all inside it, its closing token."""

_MARK = re.compile(r"[\\`*_\[\]<&~\n]")
_SIMPLE_LINK = re.compile(r"\[([^\[\]\\`*_<&~\n]+)\]\((https?://[\w./%=-]+)\)", re.A)
_TAG = re.compile(r"<[^>]*>")
# What a page must hold for a rule to find anything on it. Most pages hold little of it, and are read in half the time.
_BLOCK_MARKS = {
    "table": ("|",),
    "code": ("\n    ", "\t"),
    "fence": ("```", "~~~"),
    "blockquote": (">",),
    "reference": ("]:",),
    "html_block": ("<",),
}
_LINE_OF_MARKS = re.compile(r"\n[-=*_ \t>+\d.)]+$", re.M)  # the rules "hr" and "lheading"


def visible(text: str) -> str:
    """The text without characters that nobody sees, its line ends as on Unix."""
    return seen(text.replace("\r\n", "\n").replace("\r", "\n").replace("\x85", ""))


def blocks(text: str, env: Env) -> Iterator[Block]:
    """The blocks of a page in order. `env` remembers its link definitions."""
    tokens: list[Token] = []
    lines = f"\n{text}"
    useless = [rule for rule, marks in _BLOCK_MARKS.items() if not any(mark in lines for mark in marks)]
    useless += () if _LINE_OF_MARKS.search(lines) else ("hr", "lheading")
    markdown = parser(*useless)
    markdown.block.parse(text, markdown, env, tokens)
    yield from grouped(tokens)


def grouped(tokens: Sequence[Token]) -> Iterator[Block]:
    """Tokens as blocks, each with what is inside it."""
    start = depth = 0
    for at, token in enumerate(tokens, 1):
        depth += token.nesting
        if depth == 0:
            yield tuple(tokens[start:at])
            start = at


def items(block: Block) -> list[list[Block]]:
    """The items of a bullet list, each as the blocks inside it; none of any other block."""
    if block[0].type != "bullet_list_open":
        return []
    return [list(grouped(item[1:-1])) for item in grouped(block[1:-1])]


def line(blocks: Sequence[Block]) -> str:
    """The text of the first of some blocks, where that is a paragraph."""
    return blocks[0][1].content if blocks and blocks[0][0].type == "paragraph_open" else ""


def inline(text: str, env: Env) -> str:
    """A line or a paragraph as HTML."""
    if _is_plain(text):
        return shown(text)
    words = _SIMPLE_LINK.split(text)  # text, label, address, text, …
    if all(map(_is_plain, words[::3])):
        links = map(linked, words[2::3], words[1::3])
        return "".join(map("{}{}".format, map(shown, words[::3]), [*links, ""]))
    tokens: list[Token] = []
    parser().inline.parse(text, parser(), env, tokens)
    return str(parser().renderer.render(tokens, parser().options, {"links": []}))


def _is_plain(text: str) -> bool:
    """Whether a text means nothing to Markdown."""
    return not _MARK.search(text) and "://" not in text


def whole(block: Sequence[Token], env: Env, above: int = 2) -> str:
    """A block as HTML, its headings below the heading that stands `above` it."""
    tokens = []
    for token in block:
        if token.type in ("heading_open", "heading_close"):
            token = token.copy(tag=f"h{max(above + 1, min(6, int(token.tag[1])))}")
        if token.type == "inline":
            token = token.copy(children=[ready(inline(token.content, env))])
        tokens.append(token)
    return str(parser().renderer.render(tokens, parser().options, env)).strip()


def plain(html: str) -> str:
    """What a reader sees of HTML, on one line."""
    text = unescape(_TAG.sub("", html)) if "<" in html or "&" in html else html
    return " ".join(text.split())
