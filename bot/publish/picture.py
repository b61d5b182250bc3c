"""The picture that stands beside a shared link: drawn from 95 letters of one width, so no imaging library is needed."""

import struct
import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from textwrap import wrap

from bot.publish.search import LETTERS
from bot.publish.templates import static
from bot.text import decomposed

_WIDE, _HIGH = 1200, 630
_LETTER, _LINE = 3, 48  # a letter's bytes across, a line's rows down
_ROW = _WIDE // 8
_COLUMNS = _ROW // _LETTER - 4  # two letters of margin on either side
_LISTED = 5
_PAPER, _INK = b"\xfd\xfc\xf9", b"\x0b\x55\x63"
_INVERTED = bytes(255 - each for each in range(256))
_TYPED = str.maketrans(
    {"–": "-", "—": "-", "’": "'", "‘": "'", "“": '"', "”": '"', "·": "-", "…": "..."}
    | dict(pair.split("=") for pair in LETTERS.split())
)


def picture(title: str, facts: str, listed: Sequence[str], site: str) -> bytes:
    """A title and its facts on a dark band, what is listed under it, and whose it is, as a PNG."""
    band = [_blank(36), *map(_drawn, (*wrap(title, _COLUMNS)[:2], facts)), _blank(24)]
    dark = [row.translate(_INVERTED) for part in band for row in part]
    light = [row for part in (_blank(24), *map(_drawn, listed[:_LISTED])) for row in part]
    foot = [*_drawn(site), *_blank(18)]
    return _png([*dark, *light, *_blank(_HIGH - len(dark) - len(light) - len(foot)), *foot])


def _blank(rows: int) -> list[bytes]:
    return [bytes(_ROW)] * rows


def _drawn(line: str) -> list[bytes]:
    """A line of text as rows of points."""
    text = decomposed(line.translate(_TYPED)).encode("ascii", "ignore").decode()
    shown = text if len(text) <= _COLUMNS else f"{text[: _COLUMNS - 3].rstrip()}..."
    letters = [_letters()[ord(each) - ord(" ")] for each in shown if " " <= each <= "~"]
    rows = zip(*letters, strict=True) if letters else iter([()] * _LINE)
    return [(bytes(2 * _LETTER) + b"".join(row)).ljust(_ROW, b"\0") for row in rows]


@cache
def _letters() -> list[list[bytes]]:
    """The letters from space to tilde, each as its rows: an image in which they stand one below the other."""
    points = static("letters.pbm").split(b"\n", 2)[2]
    rows = [points[at : at + _LETTER] for at in range(0, len(points), _LETTER)]
    return [rows[at : at + _LINE] for at in range(0, len(rows), _LINE)]


def _png(rows: Sequence[bytes]) -> bytes:
    """Rows of points in two colours."""
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunks(b"\0" + b"\0".join(rows)))


def _chunks(points: bytes) -> Iterator[bytes]:
    head = struct.pack(">IIBBBBB", _WIDE, _HIGH, 1, 3, 0, 0, 0)  # one bit a point, which names a colour
    parts = ((b"IHDR", head), (b"PLTE", _PAPER + _INK), (b"IDAT", zlib.compress(points, 1)), (b"IEND", b""))
    for name, content in parts:
        yield struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
