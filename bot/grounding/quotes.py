"""Finds what a text quotes that nobody said, and what it links to that nobody gave."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from bot.grounding.tidy import tidy

_QUOTED = re.compile(r"\"([^\"]{3,800})\"|(?<!\w)'([^'\"]{8,400})'(?!\w)")
_ELIDED = re.compile(r"\s?(?:\.\.\.|\[[^\]]{0,40}\])\s?")
_SHORT = 3  # words from which a quotation counts; fewer are a way of speaking
_LINK = re.compile(
    r"(?:https?://|www\.)[^\s<>\"')\]]+|\b10\.\d{4,9}/[^\s<>\"')\]]+"
    r"|(?<![\w.-])(?:[\w-]{1,40}\.){1,4}(?:com|org|net|io|dev|edu|gov|ai)\b(?:/[^\s<>\"')\]]*)?"
)


def invented_quotations(whole: str, sources: Iterable[str]) -> Iterator[str]:
    """Quotations of a tidy text that no source holds; "…" and "[…]" may leave something out."""
    sources = tuple(sources)
    for match in _QUOTED.finditer(whole):
        quote = match[1] or match[2]
        pieces = _ELIDED.split(quote)
        if len(quote.split()) >= _SHORT and not any(
            all(verbatim(piece, source) for piece in pieces) for source in sources
        ):
            yield quote


def verbatim(quote: str, source: str) -> bool:
    """Whether a source holds a quote word for word; white space, hyphenation and Unicode form do not count."""
    wanted = re.escape(_folded(quote).strip(" .,;:!?"))
    return re.search(rf"(?<!\w){wanted}(?!\w)", _folded(source)) is not None


@lru_cache(maxsize=256)
def _folded(text: str) -> str:
    return re.sub(r"(?<=\w)-\s?(?=\w)", "", tidy(text)).casefold()


def invented_links(whole: str, sources: Iterable[str]) -> Iterator[str]:
    """Links of a tidy text that no source gives. The bare name of a host that is linked to may be said."""
    links = _LINK.findall(whole)
    given = {_bare(link) for source in sources for link in _LINK.findall(source)} if links else set()
    given |= {link.partition("/")[0] for link in given}
    return (link for link in links if _bare(link) not in given)


def without_links(whole: str) -> str:
    return _LINK.sub(" ", whole)


def _bare(link: str) -> str:
    return re.sub(r"^https?://(?:www\.)?|[/.,;:]+$", "", link).casefold()
