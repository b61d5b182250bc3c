"""The program that opens a PDF, in a process that has nothing but the bytes. Run as a file; loads nothing of ours."""

import json
import sys
from contextlib import suppress

import pypdfium2

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

MEMORY, WRITTEN = 1_500_000_000, 8_000_000  # bytes
REFUSED = 3


def main() -> int:
    most_pages, most_characters, seconds = map(int, sys.argv[1:4])
    body = sys.stdin.buffer.read()
    bind(seconds)
    try:
        document = pypdfium2.PdfDocument(body)
    except pypdfium2.PdfiumError as error:
        sys.stdout.write("locked" if "password" in str(error).lower() else "broken")
        return REFUSED
    title = document.get_metadata_value("Title")[:1000]
    told = {"length": len(document), "title": title, "pages": texts(document, most_pages, most_characters)}
    sys.stdout.write(json.dumps(told))  # ASCII: a PDF may hold half characters
    return 0


def bind(seconds: int) -> None:
    """Gives away what this process does not need; it cannot take it back."""
    if not resource:
        return
    for limit, most in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, WRITTEN),
        (resource.RLIMIT_NPROC, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ValueError, OSError):  # not every system grants every limit
            resource.setrlimit(limit, (most, most))


def texts(document: pypdfium2.PdfDocument, most_pages: int, most_characters: int) -> list[str]:
    found: list[str] = []
    for number in range(min(len(document), most_pages)):
        left = most_characters - sum(map(len, found))
        if left <= 0:
            break
        with suppress(pypdfium2.PdfiumError):  # one broken page is no broken paper
            found.append(document[number].get_textpage().get_text_range()[:left])
            continue
        found.append("")
    return found


if __name__ == "__main__":
    sys.exit(main())
