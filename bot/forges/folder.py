"""folder: a dry run on disk. The files lie where they would be committed, the pull request in pull-request.md."""

import os
import stat
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bot.errors import StoreError
from bot.model import Proposal, PullRequest

MOST_BYTES = 50_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Folder:
    """A forge that is a folder."""

    root: Path

    def files(self, paths: Iterable[str]) -> Mapping[str, str]:
        found = ((path, read(self.root / path)) for path in paths)
        return {path: text for path, text in found if text is not None}

    def put(self, proposal: Proposal) -> PullRequest:
        files = {**proposal.draft.files, "pull-request.md": f"# {proposal.title}\n\n{proposal.body}\n"}
        changed = tuple(path for path, text in files.items() if write(self.root / path, text))
        return PullRequest(address=str(self.root / "pull-request.md"), changed=changed)


def connect(root: Path) -> Folder:
    return Folder(root=root)


def read(path: Path) -> str | None:
    """The text of a file, its line ends untouched; None when there is none. A pipe or a device may have no end."""
    try:
        if why := _unfit(path.stat()):
            raise _unreadable(path, why)
        return path.read_bytes().decode()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(path, _why(error)) from None


def write(path: Path, text: str) -> bool:
    """Replaces a file in one step: a killed run leaves the old text or the new one. False when it is the same."""
    if read(path) == text:
        return False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(text.encode())
            Path(name).chmod(0o644)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except (OSError, UnicodeEncodeError) as error:
        raise StoreError(f"{path} cannot be written: {_why(error)}", hint="choose another folder with --out") from None
    return True


def _unfit(found: os.stat_result) -> str:
    """Why what was found cannot be read as a text, if so."""
    if not stat.S_ISREG(found.st_mode):
        return "it is not a file"
    return f"it is larger than {MOST_BYTES // 1_000_000} MB" if found.st_size > MOST_BYTES else ""


def _unreadable(path: Path, why: str) -> StoreError:
    return StoreError(f"{path} cannot be read: {why}", hint="mend or move that file, then run again")


def _why(error: OSError | UnicodeError) -> str:
    return (error.strerror or type(error).__name__) if isinstance(error, OSError) else "it is not UTF-8 text"
