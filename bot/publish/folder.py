"""The only writer of the site: into an empty folder or one of its own, never through a symbolic link, and only what
changed. What was made from the same is not made again."""

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bot.errors import StoreError

Files = Mapping[str, str | bytes]
"""Contents by path under the site's root."""

MANIFEST = "build.json"
_PATH = re.compile(r"(?:[a-z0-9][a-z0-9-]*/)*[a-z0-9][a-z0-9-]*\.[a-z]{2,5}")


@dataclass(kw_only=True)
class Folder:
    """A site that is being built. `last` and `groups` are what was made from what, then and now."""

    root: Path
    version: str
    last: Mapping[str, list[str]]
    present: frozenset[str]
    groups: dict[str, list[str]] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)
    _folders: set[Path] = field(default_factory=set)

    def once(self, name: str, stamp: str, make: Callable[[], Files]) -> None:
        """A group of files, made unless it stands there as it was made from the same."""
        stamp = f"{self.version}-{stamp}"
        known = self.last.get(name, [])
        if known[:1] == [stamp] and self.present.issuperset(known[1:]):
            self.groups[name] = known
            return
        files = make()
        for path, content in files.items():
            self._write(path, content.encode() if isinstance(content, str) else content)
        self.groups[name] = [stamp, *files]

    def text(self, path: str) -> str:
        """What stands in a file of the site."""
        return (self.root / path).read_bytes().decode()

    def close(self) -> None:
        """Takes away what is no part of the site any more, and notes what it was made from."""
        kept = {MANIFEST, *(path for group in self.groups.values() for path in group[1:])}
        for path in self.present - kept:
            (self.root / path).unlink()
            self.changed.add(path)
        for folder in sorted({parent for path in self.present - kept for parent in Path(path).parents}, reverse=True):
            if folder != Path() and not any((self.root / folder).iterdir()):
                (self.root / folder).rmdir()
        self.note(self.groups)

    def note(self, groups: Mapping[str, list[str]]) -> None:
        """Writes down what the site was made from. While it is built: nothing, should the run be killed."""
        (self.root / MANIFEST).write_text(json.dumps({"groups": dict(sorted(groups.items()))}))

    def _write(self, path: str, content: bytes) -> None:
        if not _PATH.fullmatch(path):
            raise ValueError(f"{path!r} is no path of a site")
        target = self.root / path
        if path in self.present and target.read_bytes() == content:
            return
        self.changed.add(path)
        if target.parent not in self._folders:
            target.parent.mkdir(parents=True, exist_ok=True)
            self._folders.add(target.parent)
        _put(target, content)


def _put(path: Path, content: bytes) -> None:
    """Writes a whole file. There are thousands of them, so it is done in the three calls that the system needs."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o666)
    try:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(file, rest) :]
    finally:
        os.close(file)


def opened(root: Path, version: str) -> Folder:
    """The folder, ready to be built in. Raises StoreError for one that holds somebody else's files."""
    try:
        root.mkdir(parents=True, exist_ok=True)
        found = dict(_files(str(root)))
    except OSError as error:
        raise _refused(root, f"cannot be used: {error.strerror}") from None
    last = _manifest(root / MANIFEST) if found.get(MANIFEST) is False else None
    if root.is_symlink() or (found and last is None):
        raise _refused(root, "holds files that were not published from here")
    if strange := next((path for path, is_odd in found.items() if is_odd or "/." in f"/{path}"), None):
        raise _refused(root, f"holds {strange}, which is no part of a site")
    built = Folder(root=root, version=version, last=last or {}, present=frozenset(found))
    built.note({})
    return built


def _files(folder: str, above: str = "") -> Iterator[tuple[str, bool]]:
    """All files under a folder, and which of them are none: symbolic links, wherever they lead, pipes and the like."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _files(entry.path, f"{above}{entry.name}/")
            else:
                yield f"{above}{entry.name}", not entry.is_file(follow_symlinks=False)


def _manifest(path: Path) -> dict[str, list[str]] | None:
    """What a site was made from, None where that is no file of ours."""
    try:
        groups = json.loads(path.read_bytes())["groups"]
    except (ValueError, KeyError, TypeError, OSError, RecursionError):
        return None
    texts = groups.values() if isinstance(groups, dict) else ("",)
    return groups if all(isinstance(each, list) and {str}.issuperset(map(type, each)) for each in texts) else None


def _refused(root: Path, why: str) -> StoreError:
    return StoreError(f"{root} {why}", hint="name an empty folder, or one that held a site before, with --out")
