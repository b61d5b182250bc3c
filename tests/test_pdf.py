"""PDFs are opened in a process of their own, which may not take long, take much, or know anything."""

import sys
import time
import zlib
from pathlib import Path

import pytest

from bot import pdf
from bot.errors import SourceError
from bot.pdf import extract
from tests.pdfs import bound, printed

NAME = "https://papers.example.org/tides.pdf"


def refusal(body: bytes, seconds: float = 20, program: Path = pdf.PROGRAM) -> str:
    with pytest.raises(SourceError) as error:
        pdf.read(body, NAME, seconds, program)
    assert error.value.hint
    return str(error.value)


def test_text_is_read_page_by_page_and_line_by_line() -> None:
    found = pdf.read(printed(["Tidal Queues", "cost 400 µs (or 3.2 pJ/bit)"], ["The end."], title="Tides"), NAME)

    assert ("Tidal Queues\r\ncost 400 µs (or 3.2 pJ/bit)", "The end.") == found.pages
    assert (2, "Tides") == (found.length, found.title)


def test_columns_are_read_one_after_the_other() -> None:
    found = pdf.read(printed(["Left one", "left two", "right one", "right two"], columns=2), NAME)

    assert ["Left one", "left two", "right one", "right two"] == found.pages[0].splitlines()


def test_a_long_pdf_is_read_from_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "MOST_PAGES", 2)

    found = pdf.read(printed(["one"], ["two"], ["three"]), NAME)

    assert (("one", "two"), 3) == (found.pages, found.length)


def test_no_more_text_is_taken_than_is_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "MOST_CHARACTERS", 5)

    assert ("A tid",) == pdf.read(printed(["A tidal queue"], ["that goes on"]), NAME).pages


@pytest.mark.parametrize("body", [b"", b"<!doctype html><title>Sign in</title>", b"PK\x03\x04"])
def test_what_is_no_pdf_is_not_opened(body: bytes) -> None:
    assert f"{NAME} is not a PDF" == refusal(body)


@pytest.mark.parametrize("body", [b"%PDF-1.4", b"%PDF-1.7\n" + bytes(1000), printed(["Tides"])[:200]])
def test_a_broken_pdf_is_told(body: bytes) -> None:
    assert f"{NAME} is a PDF that cannot be read" == refusal(body)


def test_a_locked_pdf_is_told() -> None:
    lock = b"<< /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <" + b"41" * 32 + b"> /U <" + b"42" * 32 + b"> >>"
    body = printed(["Tides"]).replace(b"/Info 4 0 R", b"/ID [<00> <00>] /Encrypt " + lock)

    assert f"{NAME} is a PDF that cannot be read because it wants a password" == refusal(body)


def test_a_pdf_that_is_too_large_is_not_opened() -> None:
    assert f"{NAME} is a PDF of more than 25 MB" == refusal(b"%PDF-" + bytes(pdf.MOST_BYTES))


def program(folder: Path, text: str) -> Path:
    """What runs in place of the program that opens PDFs: one that a PDF has taken over, say."""
    (folder / "program.py").write_text(text)
    return folder / "program.py"


def test_one_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    sleeps = program(tmp_path, "import time\ntime.sleep(60)\n")
    started = time.monotonic()

    assert f"{NAME} is a PDF that could not be read within 0.3 seconds" == refusal(b"%PDF-", 0.3, sleeps)
    assert time.monotonic() - started < 30


def test_one_that_never_ends_is_ended_too() -> None:
    """A page whose stream unpacks to a hundred million commands."""
    stream = zlib.compress(b"q 1 0 0 1 0 0 cm (a) Tj Q\n" * 4_000_000)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 5 0 R >>",
        b"<< >>",
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(stream), stream),
    ]
    started = time.monotonic()

    assert "is a PDF that" in refusal(bound(objects), seconds=1)
    assert time.monotonic() - started < 30


def test_the_other_process_knows_no_secret(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    tells = "import json, os; print(json.dumps({'pages': [*os.environ], 'length': 1, 'title': os.getcwd()}))"
    monkeypatch.setenv("GITHUB_TOKEN", "secret")

    assert "GITHUB_TOKEN" not in pdf.read(b"%PDF-", NAME, program=program(tmp_path, tells)).pages


@pytest.mark.skipif(sys.platform == "win32", reason="limits are set where systems know them")
def test_the_other_process_cannot_write_without_end(tmp_path: Path) -> None:
    bound_ = f"import sys; sys.path.insert(0, {str(Path(extract.__file__).parent)!r}); import extract; extract.bind(9)"
    floods = program(tmp_path, f"{bound_}\nwhile True: sys.stdout.write('x' * 100_000)")

    assert f"{NAME} is a PDF that cannot be read" == refusal(b"%PDF-", program=floods)


@pytest.mark.parametrize(
    "told",
    [
        *("", "null", "[]", "{}", '{"pages": 3, "length": 1, "title": ""}', '{"pages": [3], "length": 1, "title": ""}'),
        *('{"pages": ["x"], "length": "1", "title": ""}', '{"pages": ["x"], "length": 1}', "[" * 50_000),
    ],
)
def test_what_the_other_process_tells_is_not_trusted(tmp_path: Path, told: str) -> None:
    lies = program(tmp_path, f"print({told!r}, end='')")

    assert f"{NAME} is a PDF that cannot be read" == refusal(b"%PDF-", program=lies)


def test_the_program_loads_nothing_of_ours() -> None:
    text = Path(extract.__file__).read_text()

    assert "from bot" not in text
