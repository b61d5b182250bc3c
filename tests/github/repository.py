"""A real bare git repository behind the double, so that SHAs, trees, merges and fast-forwards are git's."""

import os
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple

EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
NOTHING = "0" * 40
GONE = ("0", NOTHING)
FILE = "100644"
SHA = "[0-9a-f]{40}"
COMMIT = "%x00".join(("%H", "%T", "%P", "%an", "%ae", "%ad", "%cn", "%ce", "%cd", "%B"))


class Signature(NamedTuple):
    """Who wrote or committed, and when."""

    name: str
    email: str
    date: str = ""


@dataclass(frozen=True, slots=True)
class Commit:
    sha: str
    tree: str
    parents: tuple[str, ...]
    author: Signature
    committer: Signature
    message: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a tree."""

    mode: str
    kind: str
    sha: str
    size: int | None
    path: str


@dataclass(frozen=True, slots=True)
class Change:
    """A file that differs between two commits."""

    path: str
    status: str
    sha: str
    additions: int
    deletions: int
    patch: str


@dataclass(frozen=True)
class Repository:
    folder: Path
    clock: Callable[[], datetime]
    indexes: Iterator[int] = field(default_factory=count)

    def create(self) -> None:
        self.git("init", "--quiet", "--bare", "--initial-branch=main", "--template=", ".")

    def git(self, *arguments: str, given: bytes = b"", around: Mapping[str, str] | None = None) -> str:
        """What git says, in its own environment with some variables `around` it."""
        return self.output(*arguments, given=given, around=around).decode().removesuffix("\n")

    def output(self, *arguments: str, given: bytes = b"", around: Mapping[str, str] | None = None) -> bytes:
        environment = self.environment() | dict(around or {})
        command = ["git", "-c", "core.fsync=none", *arguments]  # it need not outlast a loss of power
        run = subprocess.run(command, cwd=self.folder, env=environment, input=given, capture_output=True, check=True)
        return run.stdout

    def environment(self) -> dict[str, str]:
        """Nothing of the machine's or the caller's git, so that the same calls make the same SHAs everywhere."""
        own = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "LC_ALL": "C", "TZ": "UTC"}
        return own | {"GIT_DIR": str(self.folder), "GIT_CONFIG_NOSYSTEM": "1"}

    def holds(self, *arguments: str) -> bool:
        """Whether git says yes."""
        return self.attempt(*arguments) is not None

    def attempt(self, *arguments: str) -> str | None:
        """What git says, None where it fails."""
        try:
            return self.git(*arguments)
        except subprocess.CalledProcessError:
            return None

    def ref(self, name: str) -> str | None:
        """The SHA of a ref by its full name, read where git wrote it: it is asked for more often than all else."""
        if re.fullmatch(r"refs(/[\w-][\w.-]*)+", name):
            loose = self.folder / name
            return loose.read_text().rstrip() if loose.is_file() else None
        return None if re.fullmatch(SHA, name) else self.attempt("show-ref", "--verify", "--hash", "--", name)

    def revision(self, text: str) -> str | None:
        """The SHA of the commit that a branch, a tag, a full ref or a SHA names."""
        names = (f"refs/heads/{text}", f"refs/tags/{text}", text)
        found = next((sha for sha in map(self.ref, names) if sha), None)
        if found or not re.fullmatch("[0-9a-f]{4,40}", text):
            return found
        return self.attempt("rev-parse", "--quiet", "--verify", f"{text}^{{commit}}")

    def at(self, commit: str, path: str) -> str | None:
        """The SHA of what a commit or tree has at a path."""
        return self.attempt("rev-parse", "--quiet", "--verify", f"{commit}:{path}")

    def kind(self, sha: str) -> str | None:
        """What the object is; only a whole SHA names one."""
        return self.attempt("cat-file", "-t", sha) if re.fullmatch(SHA, sha) else None

    def content(self, blob: str) -> bytes:
        return self.output("cat-file", "blob", blob)

    def store(self, content: bytes) -> str:
        return self.git("hash-object", "-w", "--stdin", given=content)

    def tree(self, base: str, changes: Mapping[str, tuple[str, str] | None]) -> str:
        """The base tree with some paths set to a mode and SHA, or taken out."""
        index = self.folder / f"index-{next(self.indexes)}"
        around = {"GIT_INDEX_FILE": str(index)}
        lines = [f"{' '.join(entry or GONE)}\t{path}\0" for path, entry in changes.items()]
        self.git("read-tree", base, around=around)
        self.git("update-index", "-z", "--index-info", given="".join(lines).encode(), around=around)
        made = self.git("write-tree", around=around)
        index.unlink()
        return made

    def commit(self, tree: str, parents: tuple[str, ...], message: str, author: Signature, committer: Signature) -> str:
        now = self.clock().isoformat()
        options = [part for parent in parents for part in ("-p", parent)]
        around = {
            "GIT_AUTHOR_NAME": author.name,
            "GIT_AUTHOR_EMAIL": author.email,
            "GIT_AUTHOR_DATE": author.date or now,
            "GIT_COMMITTER_NAME": committer.name,
            "GIT_COMMITTER_EMAIL": committer.email,
            "GIT_COMMITTER_DATE": committer.date or now,
        }
        return self.git("commit-tree", tree, *options, given=message.encode(), around=around)

    def move(self, ref: str, new: str, old: str = NOTHING) -> None:
        """Only if it is still where `old` says."""
        self.git("update-ref", ref, new, old)

    def remove(self, ref: str) -> None:
        self.git("update-ref", "-d", ref)

    def refs(self, prefix: str) -> dict[str, str]:
        """The refs whose names begin so, with their SHAs."""
        lines = self.git("for-each-ref", "--format=%(refname) %(objectname)").splitlines()
        return {name: sha for name, _, sha in (line.partition(" ") for line in lines) if name.startswith(prefix)}

    def is_ancestor(self, old: str, new: str) -> bool:
        return self.holds("merge-base", "--is-ancestor", old, new)

    def commits(self, *arguments: str) -> list[Commit]:
        """`git log`, newest first."""
        dates = "--date=format-local:%Y-%m-%dT%H:%M:%SZ"
        log = self.git("log", "-z", dates, f"--format={COMMIT}", *arguments)
        return [self.parse(record) for record in split_records(log)]

    def parse(self, fields: list[str]) -> Commit:
        sha, tree, parents, *people, message = fields
        author, committer = Signature(*people[:3]), Signature(*people[3:])
        return Commit(sha, tree, tuple(parents.split()), author, committer, message.rstrip("\n"))

    def entries(self, tree: str, *paths: str) -> list[Entry]:
        """A tree's own lines, or those of some paths in it; a slash at a path's end asks for what is inside."""
        return self.listed("--", tree, *paths)

    def all_entries(self, tree: str) -> list[Entry]:
        return self.listed("-r", "-t", "--", tree)

    def listed(self, *arguments: str) -> list[Entry]:
        listing = self.git("ls-tree", "-z", "--long", *arguments)
        return [read_entry(line) for line in listing.split("\0") if line]

    def changes(self, base: str, head: str) -> list[Change]:
        """Without renames: a moved file is one removed and one added."""
        raw = self.git("diff-tree", "-r", "-z", "--no-renames", "--abbrev=40", base, head).split("\0")
        return [self.change(base, head, *pair) for pair in zip(raw[::2], raw[1::2], strict=False)]

    def change(self, base: str, head: str, raw: str, path: str) -> Change:
        _, _, old, new, letter = raw.split()
        paths = (base, head, "--", f":(literal){path}")
        count, _, difference = self.git("diff-tree", "-r", "-p", "--numstat", "--no-renames", *paths).partition("\n")
        added, deleted, _ = count.split("\t")
        patch = difference.partition("\n@@")
        status = {"A": "added", "D": "removed"}.get(letter, "modified")
        sha, text = old if new == NOTHING else new, (patch[1] + patch[2]).lstrip("\n")
        return Change(path, status, sha, lines_of(added), lines_of(deleted), text)

    def merged(self, base: str, head: str) -> str | None:
        """The tree of a merge, None where the two conflict."""
        return self.attempt("merge-tree", "--write-tree", base, head)


def split_records(log: str) -> list[list[str]]:
    fields = log.split("\0")
    width = COMMIT.count("%x00") + 1
    return [fields[start : start + width] for start in range(0, len(fields) - width + 1, width)]


def lines_of(count: str) -> int:
    """`git diff --numstat` counts no lines of a binary file."""
    return 0 if count == "-" else int(count)


def read_entry(line: str) -> Entry:
    about, _, path = line.partition("\t")
    mode, kind, sha, size = about.split()
    return Entry(mode, kind, sha, None if size == "-" else int(size), path)
