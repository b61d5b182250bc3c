"""Which addresses are linked: those that lead to what they look like, and to no name of the reader's own network."""

import re
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from urllib.parse import urlsplit

from bot.publish.front import KEY
from bot.text import fingerprint, slug

REL = "external nofollow noopener noreferrer"
# A name that ends in a figure is the number of a machine, and said as one: not as 127.1 or 0x7f.0.0.1.
_NUMBER = r"(?:(?:0|[1-9][0-9]{0,2})\.){3}(?:0|[1-9][0-9]{0,2})"
_HOST = re.compile(rf"(?:[a-z0-9-]+\.)+(?!(?:localhost|local|internal)\Z)[a-z][a-z0-9-]*|{_NUMBER}")
_WHOLE = re.compile(r"[!-~]+")
_LOOKS = re.compile(r"(?:https?://)?((?:[\w-]+\.)+[a-z]{2,})(?:[/:?#]\S*)?", re.I)
_TO_SIBLING = re.compile(rf'<a href="\.\./(?P<key>{KEY.pattern})/(?P<anchor>#[a-z0-9-]+)?"')
_ANCHOR = re.compile(r'<[a-z][^<>]* id="([^"]*)"')
_NAMED = re.compile(r"//([^\s/?#\\]*\.[^\s/?#\\]*)")
_AROUND = " \t\n.,;:!?()[]<>\"'“”‘’"
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
    return bool(named) and "xn--" not in host and _WHOLE.fullmatch(address) is not None


def is_link(address: str) -> bool:
    """Whether a link of a page is one on the site, too: out of it, or to the page of another digest beside it, or to
    a pick there."""
    return is_safe(address) or _SIBLING.fullmatch(address) is not None


def opening(address: str, label: str) -> str:
    """The tag that opens a link. One that is labelled with the address of another host, or with nothing, is none."""
    if sibling := _SIBLING.fullmatch(address):
        return f'<a href="../{sibling["key"]}/{sibling["anchor"] or ""}">'
    host = f".{urlsplit(address).hostname}"
    is_honest = bool(label.strip()) and all(host.endswith(f".{name}") for name in named(label))
    return f'<a href="{escape(address)}" rel="{REL}">' if is_honest else "<span>"


def siblings(html: str) -> tuple[str, ...]:
    """Where on the pages of other digests a page leads, each once."""
    return tuple(dict.fromkeys(f"{found['key']}{found['anchor'] or ''}" for found in _TO_SIBLING.finditer(html)))


def anchors(html: str) -> frozenset[str]:
    """The places on a page that a link may lead to. Whatever is text has its < escaped, so that only tags match."""
    return frozenset(_ANCHOR.findall(html))


def named(label: str) -> Iterator[str]:
    """The hosts that a label names: those of addresses anywhere in it, and that which is all of it."""
    looks = _LOOKS.fullmatch(label.strip().strip(_AROUND))
    for name in (*_NAMED.findall(label), *(looks.groups() if looks else ())):
        yield name.rstrip(_AROUND).partition(":")[0].lower().removeprefix("www.")


@lru_cache(maxsize=4096)
def place(name: str) -> str:
    """What something of a name is called in addresses."""
    return slug(name) or fingerprint(name)


def closing(opened: str) -> str:
    """The tag that closes it."""
    return "</span>" if opened == "<span>" else "</a>"
