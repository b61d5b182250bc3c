"""What the tests of platforms share: reading a page of their own making, and a web that holds a few such pages."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bot import page, scrape
from bot.model import Program, Provenance
from bot.page import Page
from bot.web import Web, recording

EMPTY = recording.Recording(folder=Path(), entries={})


def opened(body: Any, url: str) -> Page:
    """A page from its bytes, from its text, or from what its JSON says."""
    return page.read(encoded(body), source=Provenance(url=url))


def read(body: Any, url: str, web: Web = EMPTY) -> Program:
    """The program of a page, by the platform that recognises it."""
    return scrape.read(opened(body, url), web)


def of(folder: Path, pages: Mapping[str, Any]) -> recording.Recording:
    """A web that holds these pages and no others."""
    index = {url: {"file": f"page-{number}.txt"} for number, url in enumerate(pages)}
    for url, entry in index.items():
        (folder / entry["file"]).write_bytes(encoded(pages[url]))
    (folder / "index.json").write_text(json.dumps(index))
    return recording.saved(folder)


def saved(folder: Path, files: Mapping[str, Any]) -> recording.Recording:
    """A folder of files as a person saves them, under names and without addresses."""
    for name, body in files.items():
        (folder / name).write_bytes(encoded(body))
    return recording.saved(folder)


def encoded(body: Any) -> bytes:
    if isinstance(body, bytes):
        return body
    return (body if isinstance(body, str) else json.dumps(body)).encode()
