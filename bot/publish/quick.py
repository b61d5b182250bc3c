"""A rule for markdown-it that reads in one step what nearly all blocks of a page are: headings, text, and lists of
one-line items. It takes only what every other rule would leave to theirs, and makes the tokens that these make."""

import re

from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

_LETTER = r"[^\W\d_]"
_TEXT = rf"\*{{0,2}}{_LETTER}[^\n]*"
_HEADING = re.compile(r"(#{1,6}) ([^\s#\\|][^\n#\\|]*)(?<=\S)(?=\n|\Z)")
# Text that starts with a letter, or with emphasis, and whose next lines start with a letter, up to a blank line.
_PARAGRAPH = re.compile(rf"{_TEXT}(?:\n{_LETTER}[^\n]*)*(?<=\S)(?=\n\n|\n?\Z)")
# Items of such text, up to a blank line behind which neither an item nor anything indented follows.
_LIST = re.compile(rf"- {_TEXT}(?<=\S)(?:\n- {_TEXT}(?<=\S))*(?=\n?\Z|\n\n+(?:#|\*{{0,2}}{_LETTER}))")


def _token(kind: str, tag: str, nesting: int, level: int, markup: str = "", *, hidden: bool = False) -> Token:
    return Token(kind, tag, nesting, level=level, markup=markup, hidden=hidden, block=True)  # type: ignore[arg-type]


# They are the same everywhere, and nobody changes a token.
_LIST_OPEN, _LIST_CLOSE = _token("bullet_list_open", "ul", 1, 0, "-"), _token("bullet_list_close", "ul", -1, 0, "-")
_ITEM_OPEN = (
    _token("list_item_open", "li", 1, 1, "-"),
    _token("paragraph_open", "p", 1, 2, hidden=True),
)
_ITEM_CLOSE = (
    _token("paragraph_close", "p", -1, 2, hidden=True),
    _token("list_item_close", "li", -1, 1, "-"),
)
_OPEN, _CLOSE = _token("paragraph_open", "p", 1, 0), _token("paragraph_close", "p", -1, 0)
_HEADING_OPEN, _HEADING_CLOSE = (
    {marks: _token(f"heading_{end}", f"h{len(marks)}", nesting, 0, marks) for marks in ("#" * n for n in range(1, 7))}
    for end, nesting in (("open", 1), ("close", -1))
)


def quick(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Whether a block that is read in one step starts at a line, outside of any other block."""
    if silent or state.level:
        return False
    at = state.bMarks[start]
    if found := _HEADING.match(state.src, at):
        state.tokens += (_HEADING_OPEN[found[1]], _inline(found[2], 1), _HEADING_CLOSE[found[1]])
    elif found := _LIST.match(state.src, at):
        state.tokens.append(_LIST_OPEN)
        for item in found[0].split("\n"):
            state.tokens += (*_ITEM_OPEN, _inline(item[2:], 3), *_ITEM_CLOSE)
        state.tokens.append(_LIST_CLOSE)
    elif found := _PARAGRAPH.match(state.src, at):
        state.tokens += (_OPEN, _inline(found[0], 1), _CLOSE)
    else:
        return False
    state.line = start + found[0].count("\n") + 1
    return True


def _inline(content: str, level: int) -> Token:
    return Token("inline", "", 0, level=level, content=content, children=[], block=True)
