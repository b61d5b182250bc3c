"""Prints small PDFs, so that none needs to be kept: lines of text in columns, in the order that LaTeX has."""

import zlib
from collections.abc import Sequence

_LINE, _TOP = 11, 760


def printed(*pages: Sequence[str], title: str = "", columns: int = 1) -> bytes:
    """A PDF with a page for each list of lines; with two columns, the first half of them stands left."""
    fonts = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", fonts, b"<< /Title (" + _escaped(title) + b") >>"]
    kids = []
    for lines in pages:
        stream = zlib.compress(_drawn(lines, columns))
        kids.append(len(objects) + 1)
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F 3 0 R >> >>"
            b" /Contents %d 0 R >>" % (len(objects) + 2)
        )
        objects.append(b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(stream), stream))
    listed = b" ".join(b"%d 0 R" % kid for kid in kids)
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (listed, len(kids))
    return bound(objects)


def bound(objects: Sequence[bytes]) -> bytes:
    """Objects as a file with its table; the first is the catalogue, the fourth says what it is about."""
    body, places = bytearray(b"%PDF-1.4\n"), []
    for number, each in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    start = len(body)
    body += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    body += b"".join(b"%010d 00000 n \n" % place for place in places)
    body += b"trailer << /Size %d /Root 1 0 R /Info 4 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(body)


def _drawn(lines: Sequence[str], columns: int) -> bytes:
    half = -(-len(lines) // columns)
    drawn = []
    for column in range(columns):
        drawn.append(b"BT /F 9 Tf %d TL %d %d Td" % (_LINE, 50 + 270 * column, _TOP))
        drawn += [b"(%s) Tj T*" % _escaped(line) for line in lines[column * half : (column + 1) * half]]
        drawn.append(b"ET")
    return b"\n".join(drawn)


def _escaped(text: str) -> bytes:
    encoded = text.encode("cp1252", "replace")
    return encoded.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
