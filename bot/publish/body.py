"""What stands under the title of an entry: who, where, the labelled parts, the reasons, and a person's own words."""

import re
from collections.abc import Iterator, Sequence

from bot.publish import markup
from bot.publish.article import Block, Part
from bot.publish.desk import Desk

_LABEL = re.compile(r"\*\*([^*:]{1,40}):\*\*\s*(.*)", re.S)
_DEPTHS = {
    " (from abstract only)": "abstract",
    " (from the abstract only)": "abstract",
    " (from the title only)": "title",
}
_REASONS = re.compile(r"\*([^*]+)\*")
_LINE_END = re.compile(r"(?<! ) *\\?\n")  # only where spaces begin: of thousands each would be looked at from each
_UNTITLED = "Untitled"


def heading(text: str, desk: Desk) -> str:
    """A title as HTML, a word for it where there is nothing to be seen of it."""
    html = markup.inline(text, desk.env)
    return html if markup.plain(html) else _UNTITLED


def blocks_of(blocks: Sequence[markup.Block], desk: Desk) -> tuple[list[Block], str]:
    """What stands under the heading of an entry, in its order, and the depth that it is marked with."""
    found: list[Block] = []
    depth = ""
    for at, block in enumerate(blocks):
        content = block[1].content if block[0].type == "paragraph_open" else ""
        reasons = _REASONS.fullmatch(content) if at == len(blocks) - 1 else None
        if reasons:
            found.append(Block(kind="reasons", html=markup.inline(reasons[1], desk.env)))
        elif at == 0 and content:
            found += byline(content, desk)
        else:
            parts, depth_here = labelled(block, desk)
            depth = depth or depth_here
            found.append(Block(kind="parts", parts=parts) if parts else prose(block, desk))
    return found, depth


def byline(content: str, desk: Desk) -> Iterator[Block]:
    """The lines under a title: who, and where to find it; a line with a link is the latter."""
    for line in _LINE_END.split(content):
        kind = "where" if "](" in line or "<http" in line else "who"
        yield Block(kind=kind, html=markup.inline(line, desk.env))


def labelled(block: markup.Block, desk: Desk) -> tuple[tuple[Part, ...], str]:
    """The parts that a list's items are labelled as, and the depth that one is marked with; none unless all are."""
    items = markup.items(block)
    labels = [label for item in items if (label := _LABEL.fullmatch(markup.line(item)))]
    if not items or len(labels) < len(items):
        return (), ""
    read = [_depth(label[2]) for label in labels]
    parts = (_part(label[1], line, desk, item[1:]) for label, (line, _), item in zip(labels, read, items, strict=True))
    return tuple(parts), max(depth for _, depth in read)


def _part(label: str, line: str, desk: Desk, more: Sequence[markup.Block] = ()) -> Part:
    html = markup.inline(line, desk.env)
    rest = "".join(markup.whole(block, desk.env, above=3) for block in more)
    return Part(label=label.strip(), html=html + rest, text=markup.plain(f"{html} {rest}"))


def _depth(content: str) -> tuple[str, str]:
    """A line without the mark that says how deep it goes, and that depth."""
    for mark, depth in _DEPTHS.items():
        if content.endswith(mark):
            return content.removesuffix(mark), depth
    return content, ""


def prose(block: markup.Block, desk: Desk) -> Block:
    return Block(kind="prose", html=markup.whole(block, desk.env, above=3))


def notes(block: markup.Block, desk: Desk) -> tuple[tuple[Part, ...], str]:
    """The lines of a plain list, and the depth that one of them is marked with."""
    items = markup.items(block)
    if not items or any(len(item) != 1 or not markup.line(item) for item in items):
        return (), ""
    read = [_depth(markup.line(item)) for item in items]
    return tuple(_part("", line, desk) for line, _ in read), max(depth for _, depth in read)
