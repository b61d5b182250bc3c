"""Which addresses are linked: those that lead to what they look like, and nowhere in the reader's own machine."""

import re
from functools import lru_cache
from html import escape
from urllib.parse import urlsplit

from bot.publish.front import KEY
from bot.text import fingerprint, slug

REL = "external nofollow noopener noreferrer"
_HOST = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")
_LOOKS = re.compile(r"(?:https?://)?((?:[\w-]+\.)+[a-z]{2,})(?:[/:?#]\S*)?", re.I)
_TO_SIBLING = re.compile(rf'<a href="\.\./(?P<key>{KEY.pattern})/(?P<anchor>#[a-z0-9-]+)?"')
_SIBLING = re.compile(rf"(?:\./)?(?P<key>{KEY.pattern})\.md(?P<anchor>#[a-z0-9-]+)?")


@lru_cache(maxsize=1024)
def is_safe(address: str) -> bool:
    """Whether an address leads to a web page of a host whose name has no look-alikes, and carries no login."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
        _ = parts.port
    except ValueError:
        return False
    named = parts.scheme in ("http", "https") and "@" not in parts.netloc and _HOST.fullmatch(host)
    return bool(named) and "xn--" not in host and address.isascii()


def is_link(address: str) -> bool:
    """Whether a link of a page is one on the site, too: out of it, or to the page of another digest beside it, or to
    a pick there."""
    return is_safe(address) or _SIBLING.fullmatch(address) is not None


def opening(address: str, label: str) -> str:
    """The tag that opens a link. One that is labelled with the address of another host is none."""
    if sibling := _SIBLING.fullmatch(address):
        return f'<a href="../{sibling["key"]}/{sibling["anchor"] or ""}">'
    looks = _LOOKS.fullmatch(label.strip())
    named = looks.group(1).lower().removeprefix("www.") if looks else ""
    is_honest = not looks or f".{urlsplit(address).hostname}".endswith(f".{named}")
    return f'<a href="{escape(address)}" rel="{REL}">' if is_honest else "<span>"


def siblings(html: str) -> tuple[str, ...]:
    """Where on the pages of other digests a page leads, each once."""
    return tuple(dict.fromkeys(f"{found['key']}{found['anchor'] or ''}" for found in _TO_SIBLING.finditer(html)))


@lru_cache(maxsize=4096)
def place(name: str) -> str:
    """What something of a name is called in addresses."""
    return slug(name) or fingerprint(name)


def closing(opened: str) -> str:
    """The tag that closes it."""
    return "</span>" if opened == "<span>" else "</a>"
