"""Finds what a person put onto a page and no reader should meet: HTML, images, odd links, hidden characters."""

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.check.sheet import Sheet, remark
from bot.model import Contribution, Digest, Remark, Weight
from bot.text import BLANK, COMMENT, JOINERS, clipped, one_line, without

_ADDRESS = re.compile(r"(?:https?://|\bwww\.)[^\s<>\"'“”)\]]+", re.I)
_SCHEME = re.compile(r"\s*([a-z][a-z0-9+.%-]*):", re.I)
_HIDDEN = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")


def unsafe(page: Sheet, text: str, digest: Digest | None) -> Iterator[Remark]:
    """What a person put onto the page that should not stand there."""
    lines = text.split("\n")
    theirs = {page.line(part) + at for part in page.theirs() for at in range(part.text.count("\n") + 1)}
    for line in sorted(theirs):
        yield from hidden(page.path, line, lines[line - 1])
    hosts = known_hosts(digest) if digest else None
    for line, what, hint in dict.fromkeys(marks(body(lines), hosts)):
        if line in theirs:
            yield page.remark(line, Weight.WARNING, what, hint)


def hidden(path: str, line: int, text: str) -> Iterator[Remark]:
    """The characters in a line that nobody sees."""
    text = text.removesuffix("\r").removeprefix("\ufeff" if line == 1 else "")
    found = dict.fromkeys(name(text, at) for at in range(len(text)) if is_hidden(text, at))
    if found:
        text = f"Characters that nobody sees: {', '.join([*found][:5])}"
        yield remark(path, line, Weight.WARNING, text, "delete them; they can make a text look like another one")


def is_hidden(text: str, at: int) -> bool:
    character = text[at]
    if character.isascii():
        return not character.isprintable() and character != "\t"
    if character in JOINERS:
        return text[at - 1 : at].isascii() or text[at + 1 : at + 2].isascii()
    return character in BLANK or unicodedata.category(character) in _HIDDEN


def name(text: str, at: int) -> str:
    return f"U+{ord(text[at]):04X} {unicodedata.name(text[at], '')}".strip()


def body(lines: Sequence[str]) -> str:
    """The page with its front matter blank, so that every line keeps its number."""
    is_fence = [line.strip("\ufeff \t\r") == "---" for line in lines]
    end = next((at for at in range(1, len(lines)) if is_fence[at]), 0) if is_fence[0] else 0
    return "\n".join([""] * (end + 1) + [line.replace("\r", " ") for line in lines[end + 1 :]] if end else lines)


def marks(text: str, hosts: Collection[str] | None) -> Iterator[tuple[int, str, str]]:
    """Each HTML tag, image and odd link of a Markdown text: its line, what it is, and what to do."""
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    for token in parser.parse(text):
        start = token.map[0] + 1 if token.map else 1
        if token.type == "html_block":
            yield from html(start, token.content)
        for line, child in placed(token.children or (), start):
            if child.type == "html_inline":
                yield from html(line, child.content)
            elif child.type == "image":
                yield line, "An image, which the site leaves out", "say it in words, or link to it"
            elif child.type == "link_open":
                yield from linked(line, str(child.attrs["href"]), hosts)
            elif child.type == "text":
                for address in _ADDRESS.findall(child.content):
                    yield from linked(line, re.sub(r"^www\.", "https://www.", address, flags=re.I), hosts)


def placed(children: Sequence[Token], line: int) -> Iterator[tuple[int, Token]]:
    """The parts of a paragraph with their lines."""
    for child in children:
        yield line, child
        line += child.content.count("\n") + (child.type in ("softbreak", "hardbreak"))


def html(line: int, content: str) -> Iterator[tuple[int, str, str]]:
    """A whole comment is an editor's note to editors, and what closes a tag was opened."""
    shown = one_line(without(content, COMMENT))
    if shown and not shown.startswith("</"):
        yield line, f"HTML, which the site shows as text: {clipped(shown, 60)}", "write it in Markdown"


def linked(line: int, address: str, hosts: Collection[str] | None) -> Iterator[tuple[int, str, str]]:
    scheme = _SCHEME.match(address)
    if scheme and scheme.group(1).lower() not in ("http", "https"):
        yield line, f"A link that begins with {clipped(scheme.group(1), 20)}:", "link to a web page, with https://"
    elif (scheme or address.startswith("//")) and hosts is not None and (host := host_of(address)) not in hosts:
        where = clipped(one_line(host), 100) or "no host"
        yield line, f"A link to {where}, which the program does not name", "make sure that it leads where it says"


def known_hosts(digest: Digest) -> frozenset[str]:
    """The hosts that the program names, in its links or in its words."""
    picks = [*(each.pick for each in digest.writeups), *digest.near_misses]
    addresses = [digest.program.url, *(source.url for source in digest.program.sources)]
    for pick in picks:
        addresses += addresses_of(pick.contribution)
    return frozenset(map(host_of, addresses)) - {""}


def addresses_of(contribution: Contribution) -> Iterator[str]:
    yield contribution.url
    yield from contribution.links.values()
    for passage in contribution.passages:
        yield passage.source.url
        yield from (re.sub(r"^www\.", "https://www.", each) for each in _ADDRESS.findall(passage.text))


def host_of(address: str) -> str:
    """The host that an address leads to, "" for none."""
    try:
        return (urlsplit(address).hostname or "").removeprefix("www.").rstrip(".")
    except ValueError:
        return ""
