"""Reads what there is to publish: the pages of digests/, their data, and what was asked for."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from stat import S_ISREG

from bot import lost
from bot.errors import StoreError
from bot.model import Digest, LostLink, WriteUp
from bot.publish.front import KEY
from bot.store import PARTS, digest_of

_MOST_BYTES = 20_000_000
_MOST_OF_A_PAGE = 1_000_000  # a page takes hundreds of bytes of memory for each of its own
_MOST_SOUGHT, _AT_LEAST = 500_000_000, 10_000
_TOO_LARGE = "no digest is so large: see what came into it"
Read = Callable[[Path], str]
Spoilt = Callable[[str, StoreError, Callable[[str], None]], None]
"""What becomes of a digest whose page cannot be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The files of one digest; "" for one that is not there. `gone` are the links that lead to nothing any more."""

    key: str
    page: str
    data: str
    prompt: str
    gone: tuple[LostLink, ...] = ()

    @property
    def stamp(self) -> str:
        made_of = (self.page, self.data, self.prompt, lost.as_json(self.gone))
        return sha256("\0".join(made_of).encode()).hexdigest()[:16]


def left_out(key: str, error: StoreError, listen: Callable[[str], None]) -> None:
    """Says that a digest is not among the others, and why."""
    listen(f"Left out {key}: {error}; {error.hint}")


def refused(key: str, error: StoreError, listen: Callable[[str], None]) -> None:
    """For what is not to go on without one."""
    raise error


def sources(root: Path, listen: Callable[[str], None], spoilt: Spoilt = left_out) -> Iterator[Source]:
    """The digests under a folder, by name. What is no digest's page is left out, and said."""
    folder = root / "digests"
    if not folder.is_dir():
        raise StoreError(f"there is no {folder}", hint="run this where digests/ is, or name that folder")
    try:
        gone = gone_under(root)
    except StoreError as error:
        gone = ()
        listen(f"{error}; no page says which of its links are dead")
    for path in sorted(folder.glob("*.md")):
        if not KEY.fullmatch(path.stem) or path.is_symlink() or not path.is_file():
            listen(f"Left out {path.name!r}: a digest is a file that is called <series>-<number>.md")
            continue
        try:
            yield source_of(root, path.stem, gone, partial(spared, listen=listen))
        except StoreError as error:
            spoilt(path.stem, error, listen)


def source(root: Path, key: str) -> Source:
    """The digest of one edition. Raises StoreError where there is none."""
    if not KEY.fullmatch(key) or not text_of(root / f"digests/{key}.md"):
        raise StoreError(
            f"there is no digests/{key}.md here", hint="check its name, or name the folder that holds digests/"
        )
    return source_of(root, key, gone_under(root), text_of)


def source_of(root: Path, key: str, gone: Sequence[LostLink], beside: Read) -> Source:
    """The files of one digest; `beside` reads those that lie beside its page."""
    first, *others = (root / path for path in paths(key))
    page, (data, prompt) = text_of(first), map(beside, others)
    if len(page) > _MOST_OF_A_PAGE:
        raise StoreError(f"{first} is longer than {_MOST_OF_A_PAGE:,} characters", hint=_TOO_LARGE)
    return Source(
        key=key, page=page, data=data, prompt=prompt, gone=tuple(link for link in gone if key in link.digests)
    )


def gone_under(root: Path) -> tuple[LostLink, ...]:
    """The links that lead to nothing any more. Raises StoreError where their list was spoilt."""
    return tuple(link for link in lost.of_json(text_of(root / lost.PATH)) if link.is_gone)


def paths(key: str) -> tuple[str, str, str]:
    """Where the page, the data and the prompt of an edition lie."""
    return f"digests/{key}.md", f"digests/{key}.json", f"prompts/{key}.md"


def text_of(path: Path) -> str:
    """The text of a file, "" where there is none. A symbolic link may lead anywhere, so it is refused as a pipe is."""
    try:
        found = path.lstat()
        if not S_ISREG(found.st_mode):
            raise StoreError(f"{path} is a link, a folder or a device", hint="put a file in its place, or remove it")
        if found.st_size > _MOST_BYTES:
            raise StoreError(f"{path} is larger than {_MOST_BYTES // 1_000_000} MB", hint=_TOO_LARGE)
        with path.open("rb", buffering=0) as file:
            return file.readall().decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise StoreError(f"{path} cannot be read: {why}", hint="mend or remove that file") from None


def spared(path: Path, listen: Callable[[str], None]) -> str:
    """As `text_of`, for a file that a page can do without."""
    try:
        return text_of(path)
    except StoreError as error:
        listen(f"{error}, so its page goes without it; {error.hint}")
        return ""


def drafted(source: Source, listen: Callable[[str], None]) -> Digest | None:
    """The digest as it was drafted. A page whose data is missing or was spoilt is published without evidence."""
    try:
        return claimed(digest_of(source.data, f"digests/{source.key}.json"), source.key) if source.data else None
    except StoreError as error:
        listen(f"{error}; its page goes without evidence: {error.hint}")
        return None


def claimed(digest: Digest, key: str) -> Digest:
    """The digest, where its quotes are not too many to be looked for in its passages."""
    if sum(map(sought, digest.writeups)) > _MOST_SOUGHT:
        raise StoreError(f"digests/{key}.json has far more quotes and passages than any digest", hint=_TOO_LARGE)
    return digest


def sought(writeup: WriteUp) -> int:
    """In how many characters the evidence of a write-up is looked for, each as often as it is."""
    claims = [claim for name in PARTS for claim in getattr(writeup, name)]
    texts = sum(len(passage.text) for passage in writeup.pick.contribution.passages)
    return (len(claims) + sum(len(claim.quotes) for claim in claims)) * max(_AT_LEAST, texts)
