"""Text out of PDFs. Each is opened in a process of its own, which knows no secret and may be killed."""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from bot.errors import SourceError

MOST_BYTES, MOST_PAGES, MOST_CHARACTERS = 25_000_000, 40, 400_000
SECONDS = 20.0
PROGRAM = Path(__file__).with_name("extract.py")
_NEEDED = ("LD_LIBRARY_PATH", "SYSTEMROOT")  # by some Pythons, to start at all
_ANOTHER = "look at it in your browser; its write-up rests on what the program says"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pdf:
    """A PDF as text. `pages` are its first ones, line breaks kept; `length` counts them all."""

    pages: tuple[str, ...]
    length: int
    title: str = ""


def is_pdf(body: bytes) -> bool:
    return b"%PDF-" in body[:1024]


def read(body: bytes, name: str, seconds: float = SECONDS, program: Path = PROGRAM) -> Pdf:
    """The text of a PDF; `name` is its address. Raises SourceError for what is none, is locked, or takes too long."""
    if not is_pdf(body):
        raise SourceError(f"{name} is not a PDF", hint=_ANOTHER)
    if len(body) > MOST_BYTES:
        raise SourceError(f"{name} is a PDF of more than {MOST_BYTES // 1_000_000} MB", hint=_ANOTHER)
    with tempfile.TemporaryFile() as told:  # not a pipe: what is written to it can be limited
        _run(body, name, seconds, program, told)
        told.seek(0)
        return _understood(told.read(), name)


def _run(body: bytes, name: str, seconds: float, program: Path, told: IO[bytes]) -> None:
    limits = map(str, (MOST_PAGES, MOST_CHARACTERS, int(seconds) + 1))
    try:
        subprocess.run(  # noqa: S603 - our own program, and numbers
            [sys.executable, "-I", str(program), *limits],
            input=body,
            stdout=told,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            env={variable: os.environ[variable] for variable in _NEEDED if variable in os.environ},
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise SourceError(f"{name} is a PDF that could not be read within {seconds:g} seconds", hint=_ANOTHER) from None


def _understood(told: bytes, name: str) -> Pdf:
    """What the other process told, which is not trusted: the PDF may have taken it over."""
    try:
        tree: Any = json.loads(told)
        pages, length, title = tree["pages"], tree["length"], tree["title"]
        if all(isinstance(each, str) for each in (*pages, title)) and isinstance(length, int):
            return Pdf(pages=tuple(pages), length=length, title=title)
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    locked = " because it wants a password" if told == b"locked" else ""
    raise SourceError(f"{name} is a PDF that cannot be read{locked}", hint=_ANOTHER)
