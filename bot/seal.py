"""Lets a file tell by itself whether anybody changed it since the bot wrote it.

The bot's files carry a line `seal: <16 hex digits>`, a hash of all else in them, so no list of hashes can go astray.
"""

import hashlib
import re

_SEAL = re.compile(r'^( ?"?seal"?: ")([0-9a-f]{16}|)(",?)$', re.M)


def seal(text: str) -> str:
    """The text with its first, still empty, `seal: ""` line filled in."""
    return _SEAL.sub(lambda match: f"{match.group(1)}{_hash(text)}{match.group(3)}", text, count=1)


def untouched(text: str) -> bool:
    """Whether the text is, byte for byte, as the bot sealed it."""
    found = _SEAL.search(text)
    return found is not None and bool(found.group(2)) and seal(_SEAL.sub(r"\1\3", text, count=1)) == text


def _hash(text: str) -> str:
    return hashlib.sha256(_SEAL.sub(r"\1\3", text, count=1).encode()).hexdigest()[:16]
