"""Recordings and saved files: read as their own folder says, and never anything else."""

import json
import os
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from bot.errors import Blocked, NotPublished, SourceError
from bot.page import Format
from bot.web.answer import Answer
from bot.web.recording import recorder, saved

PAGE = b"<!doctype html><html><title>Harbour Days</title><body><p>Cranes that think</p></body></html>"
URL = "https://harbour.example/2026/program"


def folder(at: Path, index: Any, **files: bytes) -> Path:
    (at / "index.json").write_text(index if isinstance(index, str) else json.dumps(index))
    for name, body in files.items():
        (at / f"{name}.html").write_bytes(body)
    return at


def refused(path: Path, url: str = URL, most_bytes: int = 1000) -> SourceError:
    with pytest.raises(SourceError) as error:
        saved(path, most_bytes=most_bytes).page(url)
    assert error.value.hint
    return error.value


# Folders


def test_an_index_written_by_hand_needs_only_file_names(tmp_path: Path) -> None:
    page = saved(folder(tmp_path, {URL: {"file": "page.html"}}, page=PAGE)).page(f"{URL}#friday")

    assert "Cranes that think" == page.text("p")
    assert (URL, "", sha256(PAGE).hexdigest()) == (page.source.url, page.source.time, page.source.sha256)


def test_a_page_is_found_by_the_address_that_redirects_led_to(tmp_path: Path) -> None:
    old = "https://harbour.example/"
    recording = saved(folder(tmp_path, {old: {"file": "page.html", "url": URL}}, page=PAGE))

    assert URL == recording.page(old).source.url
    assert URL == recording.page(URL).source.url
    assert (old,) == recording.urls


def test_the_charset_is_kept(tmp_path: Path) -> None:
    entry = {"file": "page.html", "content_type": "text/html; charset=iso-8859-2"}
    body = "<html><p>Łódź".encode("iso-8859-2")

    assert "Łódź" == saved(folder(tmp_path, {URL: entry}, page=body)).page(URL).text("p")


def test_a_recorded_wall_and_a_recorded_absence_are_told(tmp_path: Path) -> None:
    index = {URL: {"file": "page.html", "status": 403}, f"{URL}/2": {"file": "page.html", "status": 404}}
    recording = saved(folder(tmp_path, index, page=PAGE))

    with pytest.raises(Blocked):
        recording.page(URL)
    with pytest.raises(NotPublished):
        recording.page(f"{URL}/2")


def test_a_page_that_was_not_recorded_is_told(tmp_path: Path) -> None:
    error = refused(folder(tmp_path, {URL: {"file": "page.html"}}, page=PAGE), f"{URL}/2")

    assert f"{URL}/2 is not in the recording {tmp_path.name}, which holds 1 pages" == str(error)


@pytest.mark.parametrize(
    "name", ["../secret.html", "/etc/passwd", "sub/../../secret.html", "", ".", "index.json", "\0"]
)
def test_an_index_cannot_name_files_outside_its_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.html").write_bytes(PAGE)
    (tmp_path / "recording").mkdir()

    error = refused(folder(tmp_path / "recording", {URL: {"file": name}}))

    assert "outside its folder" in str(error)


def test_a_link_that_leaves_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.html").write_bytes(PAGE)
    (tmp_path / "recording").mkdir()
    (tmp_path / "recording" / "page.html").symlink_to(tmp_path / "secret.html")

    assert "outside its folder" in str(refused(folder(tmp_path / "recording", {URL: {"file": "page.html"}})))


def test_a_body_that_was_edited_after_recording_is_refused(tmp_path: Path) -> None:
    index = {URL: {"file": "page.html", "sha256": sha256(PAGE).hexdigest()}}

    assert "page.html is not what index.json says was recorded" in str(refused(folder(tmp_path, index, page=PAGE[:-1])))


def test_a_body_that_is_missing_is_told(tmp_path: Path) -> None:
    assert "there is no file" in str(refused(folder(tmp_path, {URL: {"file": "page.html"}})))


@pytest.mark.parametrize(
    "index",
    [
        *("{", "[]", "null", '"page.html"', "[" * 100_000, "\udcff"),
        *({URL: "page.html"}, {URL: {}}, {URL: {"file": 1}}, {URL: {"file": "page.html", "status": "200"}}),
        *({URL: {"file": "page.html", "status": True}}, {URL: {"file": "page.html", "colour": "red"}}),
    ],
)
def test_a_broken_index_is_told(tmp_path: Path, index: Any) -> None:
    if isinstance(index, str):
        (tmp_path / "index.json").write_bytes(index.encode("utf-8", "surrogateescape"))
    else:
        folder(tmp_path, index, page=PAGE)

    assert "index.json" in str(refused(tmp_path, most_bytes=1_000_000))


def test_a_folder_with_one_page_is_that_page(tmp_path: Path) -> None:
    (tmp_path / "program.html").write_bytes(PAGE)
    (tmp_path / "logo.png").write_bytes(b"\x89PNG")
    recording = saved(tmp_path)

    assert ("program.html",) == recording.urls
    assert "Cranes that think" == recording.page("program.html").text("p")


def test_a_folder_with_a_few_pages_holds_each_of_them(tmp_path: Path) -> None:
    for name in ("list.html", "all.ics", "logo.png"):
        (tmp_path / name).write_bytes(PAGE)

    assert ("all.ics", "list.html") == saved(tmp_path).urls


@pytest.mark.parametrize("names", [(), tuple(f"{number}.html" for number in range(21)), ("a.png",)])
def test_a_folder_with_no_or_many_pages_needs_an_index(tmp_path: Path, names: tuple[str, ...]) -> None:
    for name in names:
        (tmp_path / name).write_bytes(PAGE)

    assert "and no index.json" in str(refused(tmp_path))


# Files


def test_a_saved_file_is_known_by_its_name_alone(tmp_path: Path) -> None:
    (tmp_path / "program.json").write_bytes(b'{"days": []}')
    page = saved(tmp_path / "program.json").page("program.json")

    assert Format.JSON is page.format
    assert ("program.json", "") == (page.source.url, page.source.time)


def test_a_saved_file_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "p.html").write_bytes(PAGE)
    (tmp_path / "program.html").symlink_to(tmp_path / "elsewhere" / "p.html")

    assert saved(tmp_path / "program.html").page("program.html")


def test_what_a_saved_file_continues_on_is_not_fetched(tmp_path: Path) -> None:
    (tmp_path / "program.html").write_bytes(PAGE)

    assert "is not in the recording" in str(refused(tmp_path / "program.html", URL))


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert f"there is no file {tmp_path / 'none.html'}" == str(refused(tmp_path / "none.html"))


@pytest.mark.parametrize("name", ["x" * 5000, "program.html/index.html"])
def test_a_name_that_cannot_be_a_file_is_told(tmp_path: Path, name: str) -> None:
    (tmp_path / "program.html").write_bytes(PAGE)

    refused(tmp_path / name)


def test_a_file_that_is_too_large_is_told(tmp_path: Path) -> None:
    (tmp_path / "large.html").write_bytes(bytes(2_000_001))

    assert "is larger than 2 MB" in str(refused(tmp_path / "large.html", most_bytes=2_000_000))


def test_what_is_not_a_file_is_told(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    assert "is not a file" in str(refused(tmp_path / "pipe"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_or_folder_that_may_not_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "program.html").touch(mode=0)
    (tmp_path / "closed").mkdir(mode=0)

    assert "Permission denied" in str(refused(tmp_path / "program.html"))
    assert "Permission denied" in str(refused(tmp_path / "closed"))


def test_an_empty_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "program.html").touch()

    assert "program.html is empty" == str(refused(tmp_path / "program.html", "program.html"))


# Writing


def test_addresses_that_would_share_a_file_do_not(tmp_path: Path) -> None:
    keeper = recorder(tmp_path)
    for url in ("https://a.example/x?y", "https://a.example/x/y", "https://a.example/X/Y"):
        keeper.keep(url, Answer(url=url, body=f"<p>{url}</p>".encode()))

    recording = saved(tmp_path)
    assert ["a-example-x-y.html"] == [entry.file for url, entry in recording.entries.items() if "?" in url]
    assert list(recording.urls) == [recording.page(url).text("p") for url in recording.urls]


@pytest.mark.parametrize(
    ("body", "suffix"),
    [
        (PAGE, ".html"),
        (b"\xef\xbb\xbf [1]", ".json"),
        (b'<?xml version="1.0"?><a/>', ".xml"),
        (b"BEGIN:VCALENDAR", ".ics"),
        (b"nothing special", ".txt"),
        (b"", ".txt"),
    ],
)
def test_a_file_has_the_ending_of_what_it_holds(tmp_path: Path, body: bytes, suffix: str) -> None:
    recorder(tmp_path).keep("https://a.example/", Answer(url="https://a.example/", body=body))

    assert (tmp_path / f"a-example{suffix}").exists()


def test_an_index_is_sorted_and_ends_in_a_line(tmp_path: Path) -> None:
    keeper = recorder(tmp_path)
    for url in ("https://b.example/", "https://a.example/ü"):
        keeper.keep(url, Answer(url=url, body=PAGE, time="2026-11-30T08:00:00+00:00"))

    text = (tmp_path / "index.json").read_text()
    assert ["https://a.example/ü", "https://b.example/"] == list(json.loads(text))
    assert text.endswith("}\n")
    assert "ü" in text


def test_no_address_writes_outside_the_folder(tmp_path: Path) -> None:
    keeper = recorder(tmp_path / "in")
    for url in ("https://../../x", "https://a/../../../etc/passwd", "https://a/%2e%2e/%00", "https://日本/", "", "///"):
        keeper.keep(url, Answer(url=url, body=PAGE))

    assert ["in"] == [entry.name for entry in tmp_path.iterdir()]


def test_a_page_that_is_a_link_to_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.html").symlink_to(tmp_path / "a.html")
    (tmp_path / "index.json").write_text(json.dumps({"https://harbour.example.org/": {"file": "a.html"}}))
    with pytest.raises(SourceError):
        saved(tmp_path).page("https://harbour.example.org/")


def test_the_name_of_a_saved_file_may_hold_any_mark(tmp_path: Path) -> None:
    path = tmp_path / "day #1?.html"
    path.write_text("<h1>Harbour 2026</h1>")
    assert "Harbour 2026" == saved(path).page(path.name).text("h1")


@pytest.mark.parametrize("name", [b"\xff.html", b"a\nb.html", b"a\x1b[31m.html"])
def test_a_name_that_no_page_can_show_is_refused(tmp_path: Path, name: bytes) -> None:
    path = tmp_path / os.fsdecode(name)
    path.write_text("<h1>Harbour 2026</h1>")
    with pytest.raises(SourceError) as error:
        saved(path)
    assert "rename it" == error.value.hint
