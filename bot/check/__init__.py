"""The road from a person's edits to Remarks: what their sources do not bear out, line by line, and what is broken.

Findings inform; only a file that cannot be read blocks. What nobody changed was verified when the bot wrote it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from bot import lost
from bot.check import claims, unsafe, whole
from bot.check.sheet import remark, sheet
from bot.config import words
from bot.errors import BrokenDigest, StoreError
from bot.model import Remark, Weight
from bot.seal import untouched

CONFIG = "config.yml"
Read = Callable[[str], str | None]
"""Gives the text at a path, None where there is no file. Raises StoreError for what is no text."""

_OURS = re.compile(r"(?:digests/([a-z0-9]+(?:-[a-z0-9]+)*)\.(?:md|json)|prompts/([a-z0-9]+(?:-[a-z0-9]+)*)\.md)")


def check(paths: Iterable[str], read: Read) -> tuple[Remark, ...]:
    """What there is to say of changed files. Those beside them are read, too; strangers' are left alone."""
    paths = tuple(paths)
    ours = filter(None, map(_OURS.fullmatch, paths))
    editions = sorted({found.group(1) or found.group(2) for found in ours})
    reader, faults = configured(read)
    remarks = [each for edition in editions for each in of_edition(edition, read, reader)]
    if CONFIG in paths:
        remarks += faults
    if lost.PATH in paths:
        remarks += links(read)
    return tuple(sorted(dict.fromkeys(remarks), key=lambda each: (each.path, each.line)))


def of_edition(edition: str, read: Read, reader: str) -> Iterator[Remark]:
    """What there is to say of an edition's files."""
    texts: dict[str, str] = {}
    for path in (f"digests/{edition}.md", f"digests/{edition}.json", f"prompts/{edition}.md"):
        try:
            texts[path] = read(path) or ""
        except StoreError as error:
            yield whole.unreadable(path, error)
            return
    page, data, prompt = texts.values()
    if page:
        yield from checked(page, data, edition, reader)
        yield from prompted(f"prompts/{edition}.md", prompt)


def checked(page: str, data: str, edition: str, reader: str = "") -> tuple[Remark, ...]:
    """What there is to say of a digest as it stands. `reader` are the reader's words, which a judgement may use."""
    path, beside = f"digests/{edition}.md", f"digests/{edition}.json"
    if stopped := (*whole.text(path, page), *whole.text(beside, data)):
        return stopped
    view = sheet(path, page, data)
    broken = (*whole.front(view, edition), *whole.numbers(view))
    if not data:
        why = f"There is no {beside}, so nothing here could be held against a source"
        return (*broken, view.remark(1, Weight.NOTICE, why), *unsafe.unsafe(view, page, None))
    digest, faults = whole.data(beside, data, (edition, *whole.former(page, edition)))
    if digest is None:
        return (*broken, *faults)
    return (*broken, *edited(beside, data), *claims.entries(view, digest, reader), *unsafe.unsafe(view, page, digest))


def edited(path: str, data: str) -> Iterator[Remark]:
    """The data tells what the sources say, so whoever changes it changes what everything else is held against."""
    if not untouched(data.replace("\r\n", "\n")):
        text = "A person changed this file, which holds the sources' words"
        yield remark(path, 1, Weight.WARNING, text, "compare it with the branch's history")


def prompted(path: str, prompt: str) -> Iterator[Remark]:
    """The record of what was asked for, which a person may change."""
    yield from whole.text(path, prompt)
    if not untouched(prompt.replace("\r\n", "\n")):
        for line, text in enumerate(prompt.split("\n"), 1):
            yield from unsafe.hidden(path, line, text)


def links(read: Read) -> Iterator[Remark]:
    """What is wrong with the list of lost links."""
    try:
        lost.of_json(read(lost.PATH) or "")
    except StoreError as error:
        yield whole.broken(lost.PATH, whole.line_in(str(error)), str(error), error.hint)


def configured(read: Read) -> tuple[str, Sequence[Remark]]:
    """The reader's words, and what is wrong with config.yml."""
    try:
        content = read(CONFIG)
    except StoreError as error:
        return "", (whole.unreadable(CONFIG, error),)
    if content is None:
        return "", ()
    config, faults = whole.config(CONFIG, content)
    return (words(config.reader) if config else ""), faults


def require_whole(remarks: Iterable[Remark]) -> None:
    """Raises BrokenDigest where a file is broken."""
    for each in remarks:
        if each.weight is Weight.FAILURE:
            raise BrokenDigest(f"{each.path}, line {each.line}: {each.text}", hint=each.hint)
