"""Looks whether the links that readers will follow lead anywhere; only what is certainly gone is taken away."""

from dataclasses import replace

from bot import page
from bot.enrich.purse import Purse
from bot.enrichers import FAILURES
from bot.errors import NotPublished
from bot.model import Contribution, Finding, Provenance
from bot.text import clipped
from bot.web import walls

# They are addresses of records, made to last.
_LASTING = ("doi", "arxiv", "openreview", "forum")


def checked(contribution: Contribution, web: Purse) -> tuple[Contribution, tuple[Finding, ...]]:
    """The contribution without its dead links, and a finding for each."""
    links = {"page": contribution.url, **contribution.links} if contribution.url else contribution.links
    asked = {url for name, url in links.items() if name not in _LASTING and not web.has_answered(url)}
    gone = {url for url in asked if is_gone(url, web)}
    kept = replace(
        contribution,
        url="" if contribution.url in gone else contribution.url,
        links={name: url for name, url in contribution.links.items() if url not in gone},
    )
    return kept, tuple(_finding(name, url, contribution) for name, url in links.items() if url in gone)


def is_gone(url: str, web: Purse) -> bool:
    """Whether the site says that nothing is there. A wall, a failure or a slow site says nothing about that."""
    try:
        start = web.start(url)
    except NotPublished:
        return True
    except FAILURES:
        return False
    return _is_missing(start.body, url)


def _is_missing(body: bytes, url: str) -> bool:
    """What a page that answered says of itself: some say only in words that it is not there."""
    if not body.lstrip().startswith(b"<"):
        return False
    try:
        return walls.is_missing(page.read(body, source=Provenance(url=url)))
    except FAILURES:
        return False


def _finding(name: str, url: str, contribution: Contribution) -> Finding:
    return Finding(
        text=f"The {name} link of “{clipped(contribution.title, 120)}” leads to nothing, so it is not shown: {url}",
        hint="write it in by hand if it works for you",
    )
