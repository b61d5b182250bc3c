"""Pages kept in a folder, so that they can be read again without a network; and one saved file, read the same way.

The folder holds a file for each page and an index.json: {address: {"file": name, "status": 200, …}}. Only `file` is
needed, so that an editor can write one by hand. A page that failed is kept too: a replay tells the same story.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from threading import Lock
from typing import Any

from bot.errors import SourceError, StoreError
from bot.page import Page
from bot.text import fingerprint, slug
from bot.web.answer import NO_HEADERS, START_BYTES, Answer, File, Request, as_file, opened

MOST_BYTES = 30_000_000
INDEX = "index.json"
_SUFFIXES = (".html", ".htm", ".json", ".xml", ".ics", ".bib", ".csv", ".tsv", ".txt")
_MOST_SAVED = 20  # pages that somebody saves by hand
_AGAIN = "record the pages again, or mend the file by hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What index.json says of one page. `url` is where redirects led, `wall` what its headers declared."""

    file: str
    status: int = 200
    content_type: str = ""
    time: str = ""
    sha256: str = ""
    url: str = ""
    wall: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """A Web of the pages in a folder."""

    folder: Path
    entries: Mapping[str, Entry]
    most_bytes: int = MOST_BYTES

    @property
    def urls(self) -> tuple[str, ...]:
        """The addresses of all its pages, sorted; answers to questions and beginnings of files are none."""
        return tuple(sorted(key for key in self.entries if not key.startswith("http") or "#" not in key))

    def page(self, url: str) -> Page:
        return opened(self._answer(self._place(url)))

    def post(self, url: str, question: str, headers: Mapping[str, str] = NO_HEADERS) -> Page:
        asked = Request(url=url, question=question.encode(), headers=tuple(headers.items()))
        return opened(self._answer(asked.key))

    def file(self, url: str) -> File:
        return as_file(self._answer(self._place(url)))

    def start(self, url: str) -> File:
        """The whole file serves as well, if it was recorded."""
        address = url.partition("#")[0]
        key = Request(url=address, most=START_BYTES).key
        whole = as_file(self._answer(key if key in self.entries else address))
        return replace(whole, body=whole.body[:START_BYTES])

    def _place(self, url: str) -> str:
        """An address without the place on its page; the name of a file may have such a mark in it."""
        return url if url in self.entries else url.partition("#")[0]

    def _answer(self, url: str) -> Answer:
        entry = self._entry(url)
        answer = Answer(
            url=entry.url,
            body=_bytes(self.folder / entry.file, self.most_bytes),
            status=entry.status,
            content_type=entry.content_type,
            wall=entry.wall,
            time=entry.time,
        )
        if entry.sha256 and entry.sha256 != answer.sha256:
            raise SourceError(f"{entry.file} is not what {INDEX} says was recorded (another sha256)", hint=_AGAIN)
        return answer

    def _entry(self, url: str) -> Entry:
        if found := self.entries.get(url):
            return replace(found, url=found.url or url)
        if found := next((entry for key, entry in self.entries.items() if entry.url == url and "#" not in key), None):
            return found
        raise SourceError(
            f"{url} is not in the recording {self.folder.name}, which holds {len(self.entries)} pages",
            hint="record it with the network on, or save that page too",
        )


def saved(path: Path, *, most_bytes: int = MOST_BYTES) -> Recording:
    """What a person saved: a recording's folder, a folder of a few pages, or a file. `urls` says what it holds."""
    try:
        if (path / INDEX).is_file():
            return Recording(folder=path, entries=read_index(path), most_bytes=most_bytes)
        return saved_files(path, most_bytes) if path.is_dir() else saved_file(path, most_bytes)
    except OSError as error:
        raise _unreadable(path, error) from None


def saved_files(folder: Path, most_bytes: int = MOST_BYTES) -> Recording:
    """The pages that somebody put into a folder, each known by its file's name."""
    names = sorted(file.name for file in folder.iterdir() if file.suffix.lower() in _SUFFIXES)
    if not 1 <= len(names) <= _MOST_SAVED:
        raise SourceError(f"{folder} holds {len(names)} pages and no {INDEX}", hint="name the saved file itself")
    for name in names:
        _bytes(folder / name, most_bytes)
    return Recording(folder=folder, entries={name: Entry(file=name) for name in names}, most_bytes=most_bytes)


def saved_file(path: Path, most_bytes: int = MOST_BYTES) -> Recording:
    """A recording of one page, known by its file's name. Raises SourceError at once when it cannot be read."""
    _bytes(path, most_bytes)
    return Recording(folder=path.parent, entries={path.name: Entry(file=path.name)}, most_bytes=most_bytes)


def read_index(folder: Path) -> dict[str, Entry]:
    """The entries of a folder's index.json. Raises SourceError for one that is broken or names files elsewhere."""
    try:
        index = json.loads(_bytes(folder / INDEX, MOST_BYTES))
    except (ValueError, RecursionError) as error:
        raise SourceError(f"{folder / INDEX} is broken JSON: {error}", hint=_AGAIN) from None
    if not isinstance(index, dict):
        raise SourceError(f"{folder / INDEX} is not an object of addresses", hint=_AGAIN)
    return {url: _read_entry(url, fields_, folder) for url, fields_ in index.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorder:
    """Keeps answers in a folder, whichever thread brings them; what the folder held before stays."""

    folder: Path
    entries: dict[str, Entry]
    lock: Lock = field(default_factory=Lock)

    def keep(self, url: str, answer: Answer) -> None:
        with self.lock:
            entry = Entry(
                file=self._file(url, answer.body),
                status=answer.status,
                content_type=answer.content_type,
                time=answer.time,
                sha256=answer.sha256,
                url=answer.url if answer.url != url else "",
                wall=answer.wall,
            )
            self.entries[url] = entry
            _write(self.folder / entry.file, answer.body)
            _write(self.folder / INDEX, _index(self.entries))

    def _file(self, url: str, body: bytes) -> str:
        """A name that tells the address; where two addresses would share one, the later one's is marked."""
        name, suffix = slug(url.partition("://")[2], limit=100) or "page", _suffix(body)
        taken = {entry.file for other, entry in self.entries.items() if other != url}
        return f"{name}{suffix}" if f"{name}{suffix}" not in taken else f"{name}-{fingerprint(url)}{suffix}"


def recorder(folder: Path) -> Recorder:
    """A recorder into a folder, which is made if need be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(folder, error) from None
    return Recorder(folder=folder, entries=read_index(folder) if (folder / INDEX).exists() else {})


def _bytes(path: Path, most: int) -> bytes:
    if not path.name.isprintable():  # it is the source that a page names
        raise SourceError(f"{path} has a name that no page can show", hint="rename it")
    try:
        if path.exists() and not path.is_file():
            raise SourceError(f"{path} is not a file", hint="name one saved page, or a folder of recorded ones")
        with path.open("rb") as file:
            body = file.read(most + 1)
    except OSError as error:
        raise _unreadable(path, error) from None
    if len(body) > most:
        raise SourceError(f"{path} is larger than {most // 1_000_000} MB", hint="save only the program page")
    return body


def _read_entry(url: str, given: Any, folder: Path) -> Entry:
    known = {known.name: known.type for known in fields(Entry)}
    if not isinstance(given, dict) or "file" not in given:
        raise SourceError(f"{folder / INDEX} names no file for {url}", hint=_AGAIN)
    wrong = [name for name, value in given.items() if name not in known or type(value) is not known[name]]
    if wrong:
        raise SourceError(f"{folder / INDEX} has a wrong {', '.join(wrong)} for {url}", hint=_AGAIN)
    if not _inside(given["file"], folder):
        raise SourceError(
            f"{folder / INDEX} names a file outside its folder for {url}", hint="do not trust this recording"
        )
    return Entry(**given)


def _inside(name: str, folder: Path) -> bool:
    try:
        return (folder / name).resolve().is_relative_to(folder.resolve()) and name not in ("", ".", INDEX)
    except (OSError, ValueError, RuntimeError):  # Python 3.12 calls a link that leads to itself a RuntimeError
        return False


def _index(entries: Mapping[str, Entry]) -> bytes:
    said = {url: {name: value for name, value in asdict(entry).items() if value} for url, entry in entries.items()}
    return (json.dumps(said, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode()


def _suffix(body: bytes) -> str:
    start = body[:200].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"{", b"[")):
        return ".json"
    if start.startswith(b"begin:vcalendar"):
        return ".ics"
    if start.startswith(b"%pdf-"):
        return ".pdf"
    if start.startswith(b"<?xml"):
        return ".xml"
    return ".html" if start.startswith(b"<") else ".txt"


def _write(path: Path, body: bytes) -> None:
    try:
        path.write_bytes(body)
    except OSError as error:
        raise _unwritable(path, error) from None


def _unreadable(path: Path, error: OSError) -> SourceError:
    if isinstance(error, FileNotFoundError):
        return SourceError(f"there is no file {path}", hint="check its name, and from which folder you named it")
    return SourceError(f"{path} cannot be read: {error.strerror}", hint="check its name and who may read it")


def _unwritable(path: Path, error: OSError) -> StoreError:
    return StoreError(f"{path} cannot be written: {error.strerror}", hint="choose a folder that you may write to")
