"""Plain text and Markdown as the HTML that it would be, so that lists of papers in a mail are read, too."""

import re
from collections.abc import Iterator
from html import escape

from bot.page import Format, Page, read

_LONGEST = 500_000  # characters
_HEADING = re.compile(r"#{1,6}\s+(.+?)[\s#]*$")
_BULLET = re.compile(r"(?:[-*+•]|\(?\d{1,3}[.)]|\[\d{1,3}\])\s+(?=\S)")
_BOLD = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")


def as_html(page: Page) -> Page:
    """The first line is what a text is about; a blank line or a bullet begins a paragraph. Other pages stay."""
    if page.format is not Format.TEXT:
        return page
    text = page.raw()[:_LONGEST].strip()
    title, _, rest = text.partition("\n")
    head, body = escape(title.strip(" #\r")), "".join(elements(rest))
    return read(f"<html><title>{head}</title>{body}</html>".encode(), source=page.source)


def elements(text: str) -> Iterator[str]:
    for block in re.split(r"\n\s*\n", text):
        lines: list[str] = []
        for line in map(str.strip, block.split("\n")):
            if lines and (_BULLET.match(line) or _HEADING.match(line)):
                yield f"<p>{'<br>'.join(lines)}</p>"
                lines = []
            if heading := _HEADING.match(line):
                yield f"<h2>{escape(heading[1])}</h2>"
            elif line:
                lines.append(_BOLD.sub(r"<b>\2</b>", escape(_BULLET.sub("", line, count=1))))
        yield f"<p>{'<br>'.join(lines)}</p>" if lines else ""
