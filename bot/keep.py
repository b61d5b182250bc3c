"""Lays a new Draft under what people changed since the last one; their words win.

A file that anybody changed since the bot sealed it stays as it is, and the draft says so.
"""

from collections.abc import Mapping
from dataclasses import replace

from bot.model import Draft
from bot.seal import untouched


def keep(draft: Draft, present: Mapping[str, str]) -> Draft:
    """The draft without the files that are a person's now. A digest's page and its data stay or change together."""
    edited = {path for path, text in present.items() if text != draft.files.get(path) and not untouched(text)}
    kept = {path for path in draft.files if _stem(path) in set(map(_stem, edited))}
    files = {path: text for path, text in draft.files.items() if path not in kept}
    return replace(draft, files=files, kept=tuple(sorted(kept & set(present))))


def _stem(path: str) -> str:
    return path.rpartition(".")[0]
