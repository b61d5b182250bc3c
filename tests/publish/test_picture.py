"""The picture beside a shared link is a real one, whatever the title."""

import re
import struct
import zlib
from pathlib import Path

import pytest

from bot.publish.picture import picture


def points(png: bytes) -> list[bytes]:
    """The rows of a PNG of one bit a point; its checksums must hold."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at, content = 8, b""
    while at < len(png):
        size, name = struct.unpack_from(">I4s", png, at)
        body = png[at + 8 : at + 8 + size]
        assert struct.unpack_from(">I", png, at + 8 + size)[0] == zlib.crc32(name + body)
        if name == b"IHDR":
            assert (1200, 630, 1, 3) == struct.unpack_from(">IIBB", body)
        content += zlib.decompress(body) if name == b"IDAT" else b""
        at += size + 12
    assert 630 * 151 == len(content)
    rows = [content[row : row + 151] for row in range(0, len(content), 151)]
    assert {0} == {row[0] for row in rows}
    return [row[1:] for row in rows]


@pytest.mark.parametrize(
    "title", ["Harbour 2026", "", "港の会議", "word " * 400, "W" * 400, "\x00\u202e<b>", "Kıraçoğlu – “Øre”…"]
)
def test_any_title_gives_a_picture(title: str) -> None:
    rows = points(picture(title, title, [title] * 9, title))
    assert b"\xff" * 150 == rows[0]
    assert bytes(150) == rows[-1]


def test_letters_without_accents_stand_for_those_with() -> None:
    assert picture("Kiracoglu", "", [], "") == picture("Kıraçoğlu", "", [], "")
    assert picture("a", "", [], "") != picture("b", "", [], "")


def test_every_digest_and_every_shelf_has_its_own_and_its_page_names_it(large: Path) -> None:
    shown = [path for path in large.rglob("index.html") if (path.parent / "share.png").exists()]
    assert 500 + 25 + 12 + 20 + 3 + 1 == len(shown)
    for path in shown:
        (address,) = re.findall(r'property="og:image" content="([^"]*)"', path.read_text())
        assert address.endswith(f"/all/{path.parent.relative_to(large)}/share.png".replace("/./", "/"))
        assert points((path.parent / "share.png").read_bytes())
    assert len(shown) == len({(path.parent / "share.png").read_bytes() for path in shown})
