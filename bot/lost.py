"""The only reader and writer of digests/links.json: the links that lead to nothing, and the copies that were kept.

People may edit the file and strangers may propose it, so its addresses are data: web pages, and copies in one archive.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import date
from typing import Any
from urllib.parse import unquote

from bot.errors import StoreError
from bot.model import LostLink

PATH, BRANCHES = "digests/links.json", "links/"
MOST, LONGEST = 20_000, 2_000  # links; bytes of an address
_ADDRESS = re.compile(r"https?://[!-~]+")
_ARCHIVED = re.compile(r"https?://web\.archive\.org/web/\d{4,14}/(https?://[!-~]+)")
_EDITION = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def as_json(links: Iterable[LostLink]) -> str:
    """The same links in whatever order give the same bytes."""
    tree = {"links": [asdict(link) for link in sorted(links, key=lambda link: link.url)]}
    return json.dumps(tree, ensure_ascii=False, indent=1) + "\n"


def of_json(text: str) -> tuple[LostLink, ...]:
    """The links in a file, none where there is no file. Raises StoreError for one that is not as the bot writes it."""
    if not text:
        return ()
    try:
        trees = json.loads(text)["links"]
        links = tuple(map(_link, trees if len(trees) <= MOST else _refuse("more links than any site has")))
        return links if len({link.url for link in links}) == len(links) else _refuse("one link twice")
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise StoreError(
            f"{PATH} is not as the bot writes it ({type(error).__name__}: {str(error)[:80]})",
            hint="take the file back from the branch's history, or delete it: what is gone is found again",
        ) from None


def is_address(text: str) -> bool:
    """Whether it is an address that may stand in the file."""
    return len(text) <= LONGEST and bool(_ADDRESS.fullmatch(text))


def is_copy(address: str, of: str) -> bool:
    """Whether an address is a copy of another in the Internet Archive."""
    found = _ARCHIVED.fullmatch(address)
    return found is not None and len(address) <= 2 * LONGEST and _place(found[1]) == _place(of)


def _place(address: str) -> str:
    """An address without what the archive does not tell apart."""
    rest = re.sub(r"^https?://(?:www\d?\.)?", "", unquote(address).partition("#")[0])
    return re.sub(r":(?:80|443)(?=/|$)", "", rest).rstrip("/").lower()


def _link(tree: Mapping[str, Any]) -> LostLink:
    link = LostLink(**{**tree, "digests": tuple(tree["digests"])})
    texts = (link.url, link.why, link.since, link.seen, link.archive, *link.digests)
    if not all(isinstance(text, str) and len(text.encode()) <= 2 * LONGEST for text in texts):
        _refuse("what is no text, or too long")
    if not is_address(link.url) or not all(map(_EDITION.fullmatch, link.digests)):
        _refuse("what is no address or no edition")
    if link.archive and not is_copy(link.archive, link.url):
        _refuse(f"no copy in the Internet Archive for {link.url}")
    if (date.fromisoformat(link.since).isoformat(), date.fromisoformat(link.seen).isoformat()) != texts[2:4]:
        _refuse(f"no day for {link.url}")
    return link


def _refuse(what: str) -> Any:
    raise ValueError(f"it holds {what}")
