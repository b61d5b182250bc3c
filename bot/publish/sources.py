"""Reads what there is to publish: the pages of digests/, their data, and what was asked for."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from bot.errors import StoreError
from bot.model import Digest
from bot.publish.front import KEY
from bot.store import digest_of

_MOST_BYTES = 20_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The files of one digest; "" for one that is not there."""

    key: str
    page: str
    data: str
    prompt: str

    @property
    def stamp(self) -> str:
        return sha256("\0".join((self.page, self.data, self.prompt)).encode()).hexdigest()[:16]


def sources(root: Path, listen: Callable[[str], None]) -> Iterator[Source]:
    """The digests under a folder, by name. What is no digest's page is left out, and said."""
    folder = root / "digests"
    if not folder.is_dir():
        raise StoreError(f"there is no {folder}", hint="run this from the project's folder")
    for path in sorted(folder.glob("*.md")):
        if not KEY.fullmatch(path.stem) or path.is_symlink() or not path.is_file():
            listen(f"Left out {path.name!r}: a digest is a file that is called <series>-<number>.md")
            continue
        yield source_of(root, path.stem)


def source(root: Path, key: str) -> Source:
    """The digest of one edition. Raises StoreError where there is none."""
    if not KEY.fullmatch(key) or not text_of(root / f"digests/{key}.md"):
        raise StoreError(f"there is no digests/{key}.md here", hint="name the folder of digests/ with --from")
    return source_of(root, key)


def source_of(root: Path, key: str) -> Source:
    page, data, prompt = (text_of(root / path) for path in paths(key))
    return Source(key=key, page=page, data=data, prompt=prompt)


def paths(key: str) -> tuple[str, str, str]:
    """Where the page, the data and the prompt of an edition lie."""
    return f"digests/{key}.md", f"digests/{key}.json", f"prompts/{key}.md"


def text_of(path: Path) -> str:
    """The text of a file, "" where there is none. A symbolic link may lead anywhere, so it counts as none."""
    if path.is_symlink() or not path.is_file():
        return ""
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise StoreError(f"{path} is larger than {_MOST_BYTES // 1_000_000} MB", hint="no digest is; look at it")
        return path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise StoreError(f"{path} cannot be read: {why}", hint="mend or remove that file") from None


def drafted(source: Source, listen: Callable[[str], None]) -> Digest | None:
    """The digest as it was drafted. A page whose data is missing or was spoilt is published without evidence."""
    try:
        return digest_of(source.data, f"digests/{source.key}.json") if source.data else None
    except StoreError as error:
        listen(f"{error}; its page goes without evidence")
        return None
