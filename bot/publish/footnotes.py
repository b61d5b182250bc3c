"""HTML as plain text for a mail: wrapped at 72 columns, its links as footnotes."""

import re
import textwrap
from html.parser import HTMLParser

WIDTH = 72
_BLOCKS = {"h1", "h2", "h3", "h4", "h5", "h6", "p", "li", "pre", "tr", "hr", "div", "dt", "dd", "blockquote"}
_LISTS = {"ul", "ol"}
_HIDDEN = {"head"}
_RULES = {"h1": "=", "h2": "-"}
# Of characters that may stand between words only the plain space is one to break a line at.
_SPACES = re.compile(r"[ \t\n\r\f]+")


def plain(html: str) -> str:
    """All that a reader of the HTML sees."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    reader.end()
    notes = [f"[{number}] {address}" for address, number in reader.notes.items()]
    return "\n".join([*reader.lines, *notes]).strip("\n") + "\n"


class _Reader(HTMLParser):
    """Gathers the words of a block, and lays them out at its end."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self.notes: dict[str, int] = {}
        self.words = ""
        self.first = ""  # what stands before the block's first line
        self.indents: list[str] = []
        self.counts: list[int] = []  # of the lists that are open; 0 of one without numbers
        self.address = ""
        self.hidden = self.verbatim = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in _BLOCKS | _LISTS:
            self.end()
        if tag in _LISTS:
            self.counts.append(int(tag == "ol"))
        elif tag == "li":
            self.item()
        elif tag == "blockquote":
            self.indents.append("> ")
        elif tag == "br":
            self.end(gap=False)
        elif tag == "a":
            self.address = given.get("href") or ""
        self.hidden = self.hidden or tag in _HIDDEN
        self.verbatim = self.verbatim or tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        if tag in _BLOCKS | _LISTS:
            self.end(rule=_RULES.get(tag, ""))
        if tag in _LISTS and self.counts:
            self.counts.pop()
            self.gap()
        elif tag in ("li", "blockquote") and self.indents:
            self.indents.pop()
        elif tag == "a" and self.address:
            is_seen = self.words.endswith(self.address)
            if self.address.startswith(("https://", "http://")) and not is_seen:
                self.words += f" [{self.notes.setdefault(self.address, len(self.notes) + 1)}]"
            self.address = ""
        elif tag in ("td", "th"):
            self.words += "  "
        self.hidden = self.hidden and tag not in _HIDDEN
        self.verbatim = self.verbatim and tag != "pre"

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.words += data

    def item(self) -> None:
        count = self.counts[-1] if self.counts else 0
        mark = f"{count}. " if count else "- "
        if count:
            self.counts[-1] += 1
        self.first = "".join(self.indents) + mark
        self.indents.append(" " * len(mark))

    def end(self, *, gap: bool = True, rule: str = "") -> None:
        """Lays out the words that were gathered; in a list without a line between its items."""
        indent = "".join(self.indents)
        texts = self.words.strip("\n").split("\n") if self.verbatim else [_SPACES.sub(" ", self.words).strip(" ")]
        self.words = ""
        if not any(texts):
            return
        for text in texts:
            self.lines += filled(text, self.first or indent, indent) or [indent.rstrip()]
            self.first = ""
        if rule:
            self.lines.append(rule * min(WIDTH, len(texts[0])))
        if gap and not self.counts:
            self.gap()

    def gap(self) -> None:
        if not self.counts and self.lines and self.lines[-1]:
            self.lines.append("")


def filled(text: str, first: str, indent: str) -> list[str]:
    """A paragraph in lines. Deep inside lists it is left some room; an address is never broken."""
    return textwrap.wrap(
        text,
        max(WIDTH, len(indent) + 24),
        initial_indent=first,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
